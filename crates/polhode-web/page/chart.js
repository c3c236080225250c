// A chart: axes, curves, a cursor, zoom by dragging, and its own files.

import { csv, fileName, save } from "./export.js";
import { minus, number, superscript } from "./numbers.js";
import { CanvasPen, SvgPen } from "./pen.js";

const FAMILY = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
// Smaller errors are drawn here: a double has no more digits.
const FLOOR = 1e-17;
const MARGIN = { left: 58, right: 14, top: 10, bottom: 36 };
const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

export class Chart {
  // `log` and `logX` are for axes; `follows` says that x is the time of the scene.
  constructor({ title, y, x = "time", log = false, logX = false, follows = true, marks = false }) {
    Object.assign(this, { title, y, x, log, logX, follows, marks, series: [], switches: [], range: null, time: null });
    this.seek = () => {};
    this.zoomed = () => {};
    this.paper = element("canvas");
    // Long curves are drawn once and kept: that is not work for a graphics card, or for what plays one.
    this.paper.getContext("2d", { willReadFrequently: true });
    this.glass = element("canvas");
    this.tip = element("div", { className: "tip", hidden: true });
    this.plot = element("div", { className: "plot", tabIndex: 0 }, this.paper, this.glass, this.tip);
    this.plot.setAttribute("role", "img");
    this.legend = element("div", { className: "legend" });
    this.note = element("p", { className: "note", hidden: true });
    this.heading = element("h3", { textContent: title });
    const files = element("div", { className: "files" });
    for (const kind of ["PNG", "SVG", "CSV"]) {
      const button = element("button", { type: "button", textContent: kind, onclick: () => this.save(kind) });
      button.setAttribute("aria-label", `Save ${title} as ${kind}`);
      files.append(button);
    }
    this.reset = element("button", { type: "button", textContent: "Whole run", hidden: true, onclick: () => this.zoomed(null) });
    files.prepend(this.reset);
    const head = element("header", {}, this.heading, files);
    this.element = element("section", { className: "chart" }, head, this.legend, this.plot, this.note);
    this.element.setAttribute("aria-label", title);
    this.listen();
  }

  // Curves: label, colour, dash, and two columns.
  set(series, { y = this.y, x = this.x, log = this.log, note = "" } = {}) {
    Object.assign(this, { series, y, x, log, told: true });
    this.note.textContent = note;
    this.note.hidden = !note;
    this.legend.replaceChildren(
      ...series.map(({ label, colour, dash }) => {
        const swatch = element("i", { className: dash?.length ? (dash[0] < 3 ? "dotted" : "dashed") : "" });
        swatch.style.setProperty("--colour", `var(--${colour})`);
        return element("span", {}, swatch, label);
      }),
    );
    this.plot.setAttribute("aria-label", this.words());
    this.draw();
  }
  words() {
    if (!this.series.length) return `${this.title}: nothing yet`;
    const said = this.series.map(({ label, ys }) => `${label} ends at ${number(ys[ys.length - 1])}`);
    const marked = this.switches.reduce((sum, { times }) => sum + times.length, 0);
    if (marked) said.push(`${marked} switches are marked`);
    return `${this.title}. ${said.join("; ")}. Arrow keys move the time, plus and minus zoom.`;
  }

  get size() {
    return [Math.max(this.plot.clientWidth, 120), Math.max(this.plot.clientHeight, 80)];
  }
  colours() {
    const style = getComputedStyle(document.documentElement);
    return (name) => style.getPropertyValue(`--${name}`).trim();
  }

  // What is shown of both axes, in the axes' own measure: logarithms where they are logarithmic.
  bounds() {
    const across = this.logX ? logged : plain;
    const up = this.log ? logged : plain;
    let [left, right] = this.range ?? this.domain ?? [Infinity, -Infinity];
    let [low, high] = [Infinity, -Infinity];
    if (!this.range && !this.domain)
      for (const { xs } of this.series)
        for (const x of this.follows ? [xs[0], xs[xs.length - 1]] : xs) {
          const at = across(x);
          if (Number.isFinite(at)) [left, right] = [Math.min(left, at), Math.max(right, at)];
        }
    for (const { xs, ys } of this.series)
      for (let i = 0; i < xs.length; i++) {
        const at = across(xs[i]);
        if (at < left || at > right) continue;
        const y = up(ys[i]);
        if (Number.isFinite(y)) [low, high] = [Math.min(low, y), Math.max(high, y)];
      }
    if (!(left < right)) [left, right] = Number.isFinite(left) ? [left - 0.5, left + 0.5] : [0, 1];
    if (!(low <= high)) [low, high] = this.log ? [-16, 0] : [0, 1];
    if (this.log) [low, high] = [Math.floor(low), Math.max(Math.ceil(high), Math.floor(low) + 1)];
    else {
      const room = (high - low) * 0.06 || Math.abs(high) * 0.1 || 1;
      [low, high] = [low - room, high + room];
    }
    if (this.logX && !this.range) [left, right] = [left - 0.15, right + 0.15];
    return { left, right, low, high };
  }

  // From numbers to places on the paper.
  places(width, height) {
    const { left, right, low, high } = (this.shown = this.bounds());
    const inner = { x: MARGIN.left, y: MARGIN.top, width: width - MARGIN.left - MARGIN.right, height: height - MARGIN.top - MARGIN.bottom };
    const across = this.logX ? logged : plain;
    const up = this.log ? logged : plain;
    return {
      inner,
      x: (x) => inner.x + ((across(x) - left) / (right - left)) * inner.width,
      y: (y) => inner.y + (1 - (up(y) - low) / (high - low)) * inner.height,
      back: (px) => left + ((px - inner.x) / inner.width) * (right - left),
    };
  }

  draw() {
    // Before there is anything to show, the scene is more urgent.
    if (!this.told) return;
    const [width, height] = this.size;
    this.place = this.places(width, height);
    this.render(new CanvasPen(this.paper, width, height), width, height);
    this.cursor(this.time);
  }

  render(pen, width, height) {
    const colour = this.colours();
    const { inner, x, y } = this.place;
    const { left, right, low, high } = this.shown;
    const faint = { colour: colour("rule"), width: 1 };
    const words = { colour: colour("quiet"), size: 11, family: FAMILY };
    for (const tick of ticks(low, high, this.log, inner.height / 34)) {
      const py = y(this.log ? 10 ** tick : tick);
      pen.path([[inner.x, py], [inner.x + inner.width, py]], faint);
      pen.text(label(tick, this.log), inner.x - 8, py, { ...words, align: "end" });
    }
    for (const tick of ticks(left, right, this.logX, inner.width / 80)) {
      const px = x(this.logX ? 10 ** tick : tick);
      pen.path([[px, inner.y + inner.height], [px, inner.y + inner.height + 4]], faint);
      pen.text(label(tick, this.logX), px, inner.y + inner.height + 13, { ...words, align: "center" });
    }
    pen.text(this.x, inner.x + inner.width, height - 7, { ...words, align: "end" });
    pen.text(this.y, inner.x, height - 7, { ...words });
    pen.clip(inner.x, inner.y - 1, inner.width, inner.height + 2, () => {
      for (const { colour: name, times } of this.switches)
        for (const px of times.map(x))
          pen.path([[px, inner.y], [px, inner.y + inner.height]], { colour: colour(name), width: 1, dash: [2, 3], alpha: 0.6 });
      for (const one of this.series) {
        const line = { colour: colour(one.colour), width: 1.6, dash: one.dash ?? [], alpha: one.alpha ?? 1 };
        const points = thinned(one, x, y, inner);
        // Of many errors the largest count; the others are a shade below them.
        const largest = this.log && this.follows && highest(points);
        if (largest) pen.path(points, { ...line, alpha: 0.22 * line.alpha });
        pen.path(largest || points, line);
        if (this.marks) one.xs.forEach((at, i) => pen.circle(x(at), y(one.ys[i]), 3, line.colour));
      }
    });
    pen.path([[inner.x, inner.y + inner.height], [inner.x + inner.width, inner.y + inner.height]], { colour: colour("edge") });
  }

  // The line of the present, and what is dragged over.
  cursor(time) {
    this.time = time;
    const [width, height] = this.size;
    const pen = new CanvasPen(this.glass, width, height);
    if (!this.place) return;
    const { inner, x, y } = this.place;
    const colour = this.colours();
    if (this.dragged) {
      const [from, to] = this.dragged;
      pen.context.globalAlpha = 0.14;
      pen.rectangle(Math.min(from, to), inner.y, Math.abs(to - from), inner.height, colour("accent"));
      pen.context.globalAlpha = 1;
    }
    if (this.follows && time !== null && this.series.length) {
      const px = x(time);
      if (px >= inner.x - 1 && px <= inner.x + inner.width + 1) {
        pen.path([[px, inner.y], [px, inner.y + inner.height]], { colour: colour("ink"), width: 1, alpha: 0.7 });
        for (const one of this.series) {
          const value = nearest(one, time);
          if (value) pen.circle(px, Math.min(Math.max(y(value[1]), inner.y), inner.y + inner.height), 3, colour(one.colour));
        }
      }
    }
    if (this.hovered !== undefined) {
      pen.path([[this.hovered, inner.y], [this.hovered, inner.y + inner.height]], { colour: colour("quiet"), dash: [2, 3] });
    }
  }

  hover(px) {
    this.hovered = px;
    this.tip.hidden = px === undefined || !this.series.length;
    if (!this.tip.hidden) {
      const at = this.place.back(px);
      const value = this.logX ? 10 ** at : at;
      const rows = this.series.map((one) => {
        const found = nearest(one, value, this.logX);
        const swatch = element("i");
        swatch.style.setProperty("--colour", `var(--${one.colour})`);
        return element("div", {}, swatch, `${one.label}: ${found ? number(found[1]) : "–"}`);
      });
      this.tip.replaceChildren(element("div", { className: "at", textContent: `${this.x.split(" (")[0]} ${number(value, 4)}` }), ...rows);
      const [width] = this.size;
      this.tip.style.left = `${Math.min(px + 12, width - this.tip.offsetWidth - 4)}px`;
    }
    this.cursor(this.time);
  }

  listen() {
    const { plot } = this;
    const at = (event) => {
      const { inner } = this.place;
      const px = event.clientX - plot.getBoundingClientRect().left;
      return Math.min(inner.x + inner.width, Math.max(inner.x, px));
    };
    plot.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !this.place) return;
      this.dragged = [at(event), at(event)];
      if (event.pointerType === "mouse") plot.setPointerCapture(event.pointerId);
    });
    plot.addEventListener("pointermove", (event) => {
      if (!this.place) return;
      if (this.dragged) this.dragged[1] = at(event);
      this.hover(at(event));
    });
    plot.addEventListener("pointerup", () => {
      const drag = this.dragged;
      this.dragged = null;
      if (!drag) return;
      const [from, to] = drag.map((px) => this.place.back(px));
      if (Math.abs(drag[1] - drag[0]) > 6) this.zoomed([Math.min(from, to), Math.max(from, to)]);
      else if (this.follows) this.seek(to);
      this.cursor(this.time);
    });
    plot.addEventListener("pointercancel", () => {
      this.dragged = null;
    });
    plot.addEventListener("pointerleave", () => this.hover(undefined));
    plot.addEventListener("dblclick", () => this.zoomed(null));
    plot.addEventListener("keydown", (event) => {
      const { left, right } = this.shown ?? this.bounds();
      const middle = this.follows && this.time !== null ? this.time : (left + right) / 2;
      const zoom = (factor) => this.zoomed([middle - (middle - left) * factor, middle + (right - middle) * factor]);
      const act = { "+": () => zoom(0.6), "=": () => zoom(0.6), "-": () => zoom(1 / 0.6), 0: () => this.zoomed(null) }[event.key];
      if (!act) return;
      act();
      event.preventDefault();
      event.stopPropagation();
    });
    new ResizeObserver(() => this.draw()).observe(plot);
  }
  zoom(range) {
    this.range = range;
    this.reset.hidden = !range;
    this.draw();
  }

  save(kind) {
    const name = `${fileName(this.title)}.${kind.toLowerCase()}`;
    if (kind === "CSV") {
      const columns = this.series.flatMap(({ label, xs, ys }) => [
        { name: `${this.x} of ${label}`, values: xs },
        { name: label, values: ys },
      ]);
      return save(name, csv(columns), "text/csv");
    }
    const [width, height] = this.size;
    const paint = (pen) => {
      pen.rectangle(0, 0, width, height, this.colours()("card"));
      this.render(pen, width, height);
      return pen;
    };
    if (kind === "SVG") return save(name, paint(new SvgPen(width, height)).toString(), "image/svg+xml");
    const canvas = document.createElement("canvas");
    paint(new CanvasPen(canvas, width, height, 2));
    canvas.toBlob((blob) => save(name, blob));
  }
}

const plain = (x) => x;
const logged = (x) => Math.log10(Math.max(x, FLOOR));

function ticks(low, high, log, most) {
  const step = log ? Math.max(1, Math.ceil((high - low) / Math.max(most, 2))) : nice((high - low) / Math.max(most, 2));
  const list = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) list.push(k * step);
  return list;
}
function nice(step) {
  const power = 10 ** Math.floor(Math.log10(step));
  return [1, 2, 5, 10].find((factor) => factor * power >= step) * power;
}
function label(tick, log) {
  if (log) return `10${superscript(tick)}`;
  if (tick !== 0 && (Math.abs(tick) < 1e-3 || Math.abs(tick) >= 1e5)) return number(tick, 2);
  return minus(String(Number(tick.toPrecision(6))));
}

// At most some points for each pixel: first, least, largest, last.
function thinned({ xs, ys }, x, y, { x: begin, width }) {
  const points = [];
  const count = xs.length;
  if (count < 2.5 * width) {
    for (let i = 0; i < count; i++) points.push(Number.isFinite(ys[i]) ? [x(xs[i]), y(ys[i])] : null);
    return points;
  }
  let column = null;
  let held = [];
  const flush = () => {
    if (!held.length) return;
    const least = held.reduce((a, b) => (b[1] < a[1] ? b : a));
    const most = held.reduce((a, b) => (b[1] > a[1] ? b : a));
    points.push(held[0], ...(held.indexOf(least) < held.indexOf(most) ? [least, most] : [most, least]), held[held.length - 1]);
  };
  for (let i = 0; i < count; i++) {
    const px = x(xs[i]);
    if (px < begin - 2 || px > begin + width + 2) continue;
    if (Math.floor(px) !== column) {
      flush();
      [column, held] = [Math.floor(px), []];
    }
    if (Number.isFinite(ys[i])) held.push([px, y(ys[i])]);
  }
  flush();
  return points;
}

// The highest point of each pixel; none where there are not several points for a pixel.
function highest(points) {
  const found = [];
  for (const point of points) {
    if (!point) return null;
    const last = found[found.length - 1];
    if (!last || Math.floor(last[0]) !== Math.floor(point[0])) found.push(point);
    else if (point[1] < last[1]) found[found.length - 1] = point;
  }
  return found.length * 2 < points.length ? found : null;
}

// The point of a curve next to an x. Times go in one direction; other curves are short.
function nearest({ xs, ys }, x, log = false) {
  const count = xs.length;
  if (!count) return null;
  if (log || count < 50) {
    let best = 0;
    for (let i = 1; i < count; i++) if (Math.abs(xs[i] - x) < Math.abs(xs[best] - x)) best = i;
    return [xs[best], ys[best]];
  }
  const sign = xs[count - 1] < xs[0] ? -1 : 1;
  let [low, high] = [0, count - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((xs[middle] - x) * sign <= 0) low = middle;
    else high = middle;
  }
  const best = Math.abs(xs[low] - x) < Math.abs(xs[high] - x) ? low : high;
  return [xs[best], ys[best]];
}
