// The little of WebGL2 that is needed: lit surfaces, lines of constant width, a plane with rings.

const LIT_VERTEX = `#version 300 es
in vec3 place; in vec3 normal;
uniform mat4 model, view; uniform vec3 size;
out vec3 facing; out vec3 own; out vec3 world;
void main() {
  own = place;
  facing = mat3(model) * (normal / size);
  vec4 there = model * vec4(place * size, 1.0);
  world = there.xyz;
  gl_Position = view * there;
}`;
const LIT_FRAGMENT = `#version 300 es
precision highp float;
in vec3 facing; in vec3 own; in vec3 world;
uniform vec4 colour; uniform vec3 eye, light, ink; uniform float circles;
out vec4 result;
void main() {
  vec3 n = normalize(facing);
  vec3 to = normalize(eye - world);
  if (dot(n, to) < 0.0) n = -n;
  float sky = 0.5 + 0.5 * n.z;
  float lit = max(dot(n, light), 0.0);
  float shine = pow(max(dot(n, normalize(light + to)), 0.0), 48.0);
  vec3 shade = colour.rgb * (0.42 + 0.2 * sky + 0.48 * lit) + vec3(0.16) * shine;
  float alpha = colour.a;
  if (circles > 0.0) {
    // The three principal planes, and parallels: so that one sees it roll.
    vec3 distance = abs(own) / fwidth(own);
    float great = 1.0 - smoothstep(0.6, 1.6, min(min(distance.x, distance.y), distance.z));
    vec3 ring = abs(fract(own * 4.0 - 0.5) - 0.5) / fwidth(own * 4.0);
    float small = 1.0 - smoothstep(0.2, 1.2, min(min(ring.x, ring.y), ring.z));
    float drawn = max(0.45 * great, 0.1 * small) * circles;
    shade = mix(shade, ink, drawn);
    // Seen at a slant there is more of it.
    float slant = 1.0 - abs(dot(n, to));
    alpha = clamp(alpha + 0.5 * slant * slant + 0.5 * drawn, 0.0, 1.0);
  }
  result = vec4(shade * alpha, alpha);
}`;
const LINE_VERTEX = `#version 300 es
in vec3 a; in vec3 b;
uniform mat4 model, view; uniform vec2 screen; uniform float width, first, now, span, faint;
uniform float nearer;
out float strength;
void main() {
  vec4 p = view * model * vec4(a, 1.0);
  vec4 q = view * model * vec4(b, 1.0);
  vec2 along = (q.xy / q.w - p.xy / p.w) * screen;
  float size = length(along);
  along = size > 0.0 ? along / size : vec2(1.0, 0.0);
  float end = float(gl_VertexID >> 1);
  float side = float(gl_VertexID & 1) * 2.0 - 1.0;
  vec4 at = mix(p, q, end);
  vec2 off = vec2(-along.y, along.x) * side * width + along * (end * 2.0 - 1.0) * width * 0.35;
  at.xy += off / screen * at.w;
  at.z -= nearer * at.w;
  gl_Position = at;
  float age = (now - first - float(gl_InstanceID)) / span;
  strength = mix(1.0, faint, clamp(age, 0.0, 1.0));
}`;
const LINE_FRAGMENT = `#version 300 es
precision highp float;
in float strength; uniform vec4 colour; out vec4 result;
void main() { float alpha = colour.a * strength; result = vec4(colour.rgb * alpha, alpha); }`;
const PLANE_VERTEX = `#version 300 es
in vec3 place; uniform mat4 model, view; uniform vec3 size; out vec2 at;
void main() { at = place.xy * size.xy; gl_Position = view * model * vec4(at, 0.0, 1.0); }`;
const PLANE_FRAGMENT = `#version 300 es
precision highp float;
in vec2 at; uniform vec4 colour; uniform vec3 ink; uniform float reach; out vec4 result;
void main() {
  float radius = length(at);
  float rings = abs(fract(radius * 4.0 - 0.5) - 0.5) / fwidth(radius * 4.0);
  float angle = atan(at.y, at.x) * 6.0 / 3.14159265;
  float rays = abs(fract(angle - 0.5) - 0.5) / max(fwidth(angle), 1e-4);
  float fades = smoothstep(0.1, 0.3, radius);
  float line = max(1.0 - smoothstep(0.2, 1.2, rings), fades * (1.0 - smoothstep(0.2, 1.2, rays)));
  float edge = 1.0 - smoothstep(0.72 * reach, reach, radius);
  float alpha = (colour.a + 0.1 * line) * edge;
  result = vec4(mix(colour.rgb, ink, 0.45 * line) * alpha, alpha);
}`;

export class Renderer {
  constructor(canvas) {
    this.canvas = canvas;
    // Another size later is a new picture, with all its layers.
    this.fit();
    const gl = canvas.getContext("webgl2", { antialias: true, premultipliedAlpha: true });
    if (!gl) throw new Error("this browser has no WebGL 2");
    this.gl = gl;
    this.lit = this.program(LIT_VERTEX, LIT_FRAGMENT);
    this.lines = this.program(LINE_VERTEX, LINE_FRAGMENT);
    this.planes = this.program(PLANE_VERTEX, PLANE_FRAGMENT);
    this.square = this.mesh({
      positions: [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, -1, 0, 1, 1, 0, -1, 1, 0],
      normals: new Array(18).fill(0),
    });
    this.scratch = this.path(new Float32Array(6));
    this.hides(true);
    this.leavesOut(null);
  }

  program(vertex, fragment) {
    const { gl } = this;
    const program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    ["place", "normal"].forEach((name, i) => gl.bindAttribLocation(program, i, name));
    ["a", "b"].forEach((name, i) => gl.bindAttribLocation(program, i, name));
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    const uniforms = {};
    const count = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS);
    for (let i = 0; i < count; i++) {
      const { name } = gl.getActiveUniform(program, i);
      uniforms[name] = gl.getUniformLocation(program, name);
    }
    return { program, uniforms };
  }

  buffer(numbers) {
    const { gl } = this;
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.STATIC_DRAW);
    return buffer;
  }
  mesh({ positions, normals }) {
    const make = (list) => this.buffer(new Float32Array(list));
    return { place: make(positions), normal: make(normals), count: positions.length / 3 };
  }
  // Points to be joined; in pairs, if not all of them one after the other.
  path(points, pairs = false) {
    return { buffer: this.buffer(points), count: points.length / 3, pairs };
  }
  free(thing) {
    for (const name of ["place", "normal", "buffer"]) if (thing?.[name]) this.gl.deleteBuffer(thing[name]);
  }

  // The canvas gets the size that it is shown with.
  fit() {
    const { canvas } = this;
    const ratio = Math.min(devicePixelRatio || 1, 2);
    const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((x) => Math.round(x * ratio));
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    this.ratio = ratio;
  }
  clear() {
    const { gl } = this;
    gl.disable(gl.SCISSOR_TEST);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
  }
  // What follows is drawn into this part of the canvas, in CSS pixels from the top left.
  into({ x, y, width, height }, view, eye) {
    const { gl, ratio, canvas } = this;
    const part = [x * ratio, canvas.height - (y + height) * ratio, width * ratio, height * ratio];
    gl.viewport(...part);
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(...part);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    Object.assign(this, { view, eye, screen: [width, height] });
  }

  use({ program, uniforms }, values) {
    const { gl } = this;
    gl.useProgram(program);
    for (const [name, value] of Object.entries(values)) {
      const at = uniforms[name];
      if (at === undefined) continue;
      if (value.length === 16) gl.uniformMatrix4fv(at, false, value);
      else if (value.length) gl[`uniform${value.length}fv`](at, value);
      else gl.uniform1f(at, value);
    }
  }
  attribute(index, buffer, stride, offset, divisor) {
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.enableVertexAttribArray(index);
    gl.vertexAttribPointer(index, 3, gl.FLOAT, false, stride, offset);
    gl.vertexAttribDivisor(index, divisor);
  }

  surface(mesh, { model, colour, size = [1, 1, 1], circles = 0, ink = [0, 0, 0], program = this.lit, reach = 1 }) {
    const { gl, view, eye } = this;
    const light = this.light;
    this.use(program, { model, view, eye, light, colour, size, circles, ink, reach });
    this.attribute(0, mesh.place, 12, 0, 0);
    this.attribute(1, mesh.normal, 12, 0, 0);
    gl.drawArrays(gl.TRIANGLES, 0, mesh.count);
  }
  // A closed surface that can be seen through, and lines on it: `draw` is called for those on the
  // far side, which are then behind the glass, and again for those on the near side.
  glass(mesh, options, draw) {
    const { gl } = this;
    const [r, g, b, alpha] = options.colour;
    this.hides(false);
    this.leavesOut(gl.FRONT);
    this.surface(mesh, { ...options, colour: [r, g, b, alpha * 0.4], circles: 0.25 });
    draw();
    this.leavesOut(gl.BACK);
    this.surface(mesh, options);
    this.hides(true);
    gl.colorMask(false, false, false, false);
    this.surface(mesh, options);
    gl.colorMask(true, true, true, true);
    this.leavesOut(null);
    draw();
  }
  plane(options) {
    this.hides(false);
    this.surface(this.square, { ...options, program: this.planes });
    this.hides(true);
  }
  // What is set is remembered here: who asks the graphics card waits for all that it has to draw.
  // Does what is drawn hide what is behind it?
  hides(does) {
    this.hiding = does;
    this.gl.depthMask(does);
  }
  // Which side of a surface is not drawn.
  leavesOut(side) {
    const { gl } = this;
    this.left = side;
    if (side === null) return gl.disable(gl.CULL_FACE);
    gl.enable(gl.CULL_FACE);
    gl.cullFace(side);
  }
  // Segments from `first` to `last`; those of the last `span` before `now` are strong, older ones faint.
  line(path, { model, colour, width = 1.5, first = 0, last = Infinity, now = 0, span = 1e9, faint = 1, nearer = 0 }) {
    const { gl, view, screen } = this;
    const all = path.pairs ? path.count / 2 : path.count - 1;
    const count = Math.min(last, all) - first;
    if (count <= 0) return;
    const stride = path.pairs ? 24 : 12;
    const { hiding, left } = this;
    // A line has no sides.
    if (left !== null) this.leavesOut(null);
    // What is faint must not hide what is behind it.
    if (faint < 1 && hiding) this.hides(false);
    this.use(this.lines, { model, view, screen, width, colour, first, now, span, faint, nearer });
    this.attribute(0, path.buffer, stride, first * stride, 1);
    this.attribute(1, path.buffer, stride, first * stride + 12, 1);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
    if (left !== null) this.leavesOut(left);
    if (faint < 1 && hiding) this.hides(true);
  }
  segment(from, to, options) {
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.scratch.buffer);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, new Float32Array([...from, ...to]));
    this.line(this.scratch, options);
  }
}
