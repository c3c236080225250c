// One drawing, two papers: a canvas, and SVG.

export class CanvasPen {
  constructor(canvas, width, height, ratio = Math.min(devicePixelRatio || 1, 2)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    this.context = canvas.getContext("2d");
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.context.clearRect(0, 0, width, height);
  }
  rectangle(x, y, width, height, fill) {
    this.context.fillStyle = fill;
    this.context.fillRect(x, y, width, height);
  }
  path(points, { colour, width = 1, dash = [], alpha = 1 }) {
    const { context } = this;
    context.save();
    Object.assign(context, { strokeStyle: colour, lineWidth: width, globalAlpha: alpha, lineJoin: "round" });
    context.setLineDash(dash);
    context.beginPath();
    let down = false;
    for (const point of points) {
      if (point === null) down = false;
      else if (down) context.lineTo(point[0], point[1]);
      else {
        context.moveTo(point[0], point[1]);
        down = true;
      }
    }
    context.stroke();
    context.restore();
  }
  circle(x, y, radius, fill) {
    const { context } = this;
    context.fillStyle = fill;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
  }
  text(words, x, y, { colour, size = 11, align = "start", turn = 0, family }) {
    const { context } = this;
    context.save();
    Object.assign(context, { fillStyle: colour, font: `${size}px ${family}`, textAlign: align, textBaseline: "middle" });
    context.translate(x, y);
    context.rotate(turn);
    context.fillText(words, 0, 0);
    context.restore();
  }
  clip(x, y, width, height, draw) {
    const { context } = this;
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    draw();
    context.restore();
  }
}

const escaped = (text) => String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
const short = (x) => Number(x.toFixed(2));

export class SvgPen {
  constructor(width, height) {
    this.size = [width, height];
    this.parts = [];
    this.clips = 0;
  }
  rectangle(x, y, width, height, fill) {
    this.parts.push(`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`);
  }
  path(points, { colour, width = 1, dash = [], alpha = 1 }) {
    let text = "";
    let down = false;
    for (const point of points) {
      if (point) text += `${down ? "L" : "M"}${short(point[0])} ${short(point[1])}`;
      down = point !== null;
    }
    const dashes = dash.length ? ` stroke-dasharray="${dash.join(" ")}"` : "";
    this.parts.push(`<path d="${text}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-opacity="${alpha}"${dashes}/>`);
  }
  circle(x, y, radius, fill) {
    this.parts.push(`<circle cx="${short(x)}" cy="${short(y)}" r="${radius}" fill="${fill}"/>`);
  }
  text(words, x, y, { colour, size = 11, align = "start", turn = 0, family }) {
    const anchor = { start: "start", center: "middle", end: "end" }[align];
    const degrees = short((turn * 180) / Math.PI);
    this.parts.push(
      `<text transform="translate(${short(x)} ${short(y)}) rotate(${degrees})" fill="${colour}" font-size="${size}" font-family="${escaped(family)}" text-anchor="${anchor}" dominant-baseline="central">${escaped(words)}</text>`,
    );
  }
  clip(x, y, width, height, draw) {
    const name = `clip${this.clips++}`;
    this.parts.push(`<clipPath id="${name}"><rect x="${x}" y="${y}" width="${width}" height="${height}"/></clipPath><g clip-path="url(#${name})">`);
    draw();
    this.parts.push("</g>");
  }
  toString() {
    const [width, height] = this.size;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${this.parts.join("")}</svg>\n`;
  }
}
