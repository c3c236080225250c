// What is seen: the body in space, or Poinsot's ellipsoid on its plane, once for each run.

import { body, rod, sphere } from "./geometry.js";
import { ATTITUDE, MOMENTUM, RATES } from "./track.js";
import {
  add, between, length, lookingAt, perspective, placed, product, projected, scale, times, turned, unit,
} from "./vector.js";

const NONE = [1, 0, 0, 0];
const AXES = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
const FIELD = Math.PI / 6;
// How far from the centre the trail of an axis is.
const TRAIL = 1.06;
// A path is strong for so many radians of turning; the trail of an axis is gone after so many, those
// of the rates later.
const FRESH = 50;
const TRAILED = 190;
const ROLLED = 800;
// Points of a path are at most this turn apart, in radians, while there are no more than so many.
const FINE = 0.15;
const MOST = 80000;

export class Scene {
  constructor(renderer) {
    this.renderer = renderer;
    this.ball = renderer.mesh(sphere(40));
    this.shaft = renderer.mesh(rod([0, 0, 0], [0, 0, 1], 1));
    this.tip = renderer.mesh(rod([0, 0, 0], [0, 0, 1], 1, 0));
    this.items = [];
    this.colours = {};
  }

  // Colours are those of the style sheet.
  theme() {
    const style = getComputedStyle(document.documentElement);
    const names = ["ink", "body", "momentum", "rates", "plane", "axis-1", "axis-2", "axis-3", "run-1", "run-2", "run-3", "run-4"];
    for (const name of names) {
      const hex = style.getPropertyValue(`--${name}`).trim();
      this.colours[name] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);
    }
  }

  // New runs of one body. `tiles` are the elements in which they are shown.
  show(facts, tracks, tiles, axis) {
    const { renderer } = this;
    for (const item of this.items) item.paths.forEach((path) => renderer.free(path));
    if (this.shape !== JSON.stringify(facts.shape)) {
      this.shape = JSON.stringify(facts.shape);
      renderer.free(this.mesh);
      renderer.free(this.edges);
      const made = body(facts.shape);
      this.mesh = renderer.mesh(made);
      this.edges = renderer.path(new Float32Array(made.edges), true);
    }
    this.facts = facts;
    this.shapeAxes = facts.shape.axes ?? NONE;
    this.poinsot = poinsot(facts, tracks);
    this.items = tracks.map((track, i) => ({ track, tile: tiles[i], paths: [] }));
    for (const item of this.items) if (!item.track.isEmpty) this.trace(item, axis);
  }

  // The paths of a run: of a body axis, of the rates in the body, of the rates in space. Where the
  // body turns far between samples, there are points between them.
  trace(item, axis) {
    const { track } = item;
    const { scale: factor, turn } = this.poinsot;
    const last = track.t.length - 1;
    const turning = widest(track);
    const fine = Math.max(1, Math.min(Math.ceil(turning / FINE), Math.floor(MOST / (last + 1))));
    const count = last * fine + 1;
    const [trail, polhode, herpolhode] = [0, 1, 2].map(() => new Float32Array(3 * count));
    for (let i = 0; i < count; i++) {
      const index = Math.min(Math.floor(i / fine), Math.max(last - 1, 0));
      const at = { index, part: last ? i / fine - index : 0 };
      const q = track.attitude(at);
      const w = scale(track.between(RATES, at), factor);
      if (axis !== null) trail.set(scale(turned(q, AXES[axis]), TRAIL), 3 * i);
      polhode.set(w, 3 * i);
      herpolhode.set(turned(turn, turned(q, w)), 3 * i);
    }
    item.paths = [trail, polhode, herpolhode].map((points) => this.renderer.path(points));
    item.points = [trail, polhode, herpolhode];
    item.fine = fine;
    item.turning = turning / fine || FINE;
    item.hasTrail = axis !== null;
  }

  draw(time, { view, camera, show, axis }) {
    const { renderer } = this;
    renderer.fit();
    renderer.clear();
    const stage = renderer.canvas.getBoundingClientRect();
    for (const item of this.items) {
      if (item.track.isEmpty) continue;
      const box = item.tile.getBoundingClientRect();
      const part = { x: box.left - stage.left, y: box.top - stage.top, width: box.width, height: box.height };
      if (part.width < 2 || part.height < 2) continue;
      const aspect = part.width / part.height;
      const distance = camera.distance / Math.min(1, aspect);
      const target = view === "poinsot" ? [0, 0, -0.35 * this.poinsot.height] : [0, 0, 0];
      const eye = add(target, scale(camera.direction(), distance));
      const matrix = times(perspective(FIELD, aspect, 0.1, 100), lookingAt(eye, target, [0, 0, 1]));
      renderer.light = unit(add(scale(camera.direction(), 0.7), [0.2, -0.35, 0.9]));
      renderer.into(part, matrix, eye);
      const at = item.track.find(time);
      const labels = [];
      const moment = { item, at, q: item.track.attitude(at), show, axis, labels };
      if (view === "poinsot") this.drawPoinsot(moment);
      else this.drawBody(moment);
      place(item.tile, labels, matrix, part);
    }
  }

  drawBody({ item, at, q, show, axis, labels }) {
    const { renderer, colours } = this;
    const { ink } = colours;
    const plain = placed(NONE);
    const turnedBody = placed(product(q, this.shapeAxes));
    if (show.space) {
      AXES.forEach((e, i) => {
        renderer.segment(scale(e, -1.2), scale(e, 1.2), { model: plain, colour: [...ink, 0.28], width: 1 });
        labels.push({ text: "xyz"[i], at: scale(e, 1.28), kind: "space" });
      });
    }
    renderer.surface(this.mesh, { model: turnedBody, colour: [...colours.body, 1] });
    if (this.edges.count) {
      renderer.line(this.edges, { model: turnedBody, colour: [...ink, 0.55], width: 0.8, nearer: 0.0006 });
    }
    if (show.body) {
      AXES.forEach((e, i) => {
        const tip = turned(q, scale(e, TRAIL));
        renderer.segment([0, 0, 0], tip, { model: plain, colour: [...colours[`axis-${i + 1}`], 1], width: 1.6 });
        this.dot(tip, 0.022, colours[`axis-${i + 1}`]);
        labels.push({ text: String(i + 1), at: turned(q, scale(e, TRAIL + 0.12)), kind: `axis-${i + 1}` });
      });
    }
    if (show.arrows) {
      const { momentum, rates } = this.poinsot.sizes;
      const l = item.track.between(MOMENTUM, at);
      const w = turned(q, item.track.between(RATES, at));
      this.arrow(scale(l, 1.28 / momentum), colours.momentum, "L", labels);
      this.arrow(scale(w, 1.12 / rates), colours.rates, "ω", labels);
    }
    if (show.trail && item.hasTrail) {
      const colour = [...colours[`axis-${axis + 1}`], 0.95];
      this.past(item, 0, at, scale(turned(q, AXES[axis]), TRAIL), { model: plain, colour, width: 1.7 });
    }
  }

  drawPoinsot({ item, at, q, show, labels }) {
    const { renderer, colours, poinsot } = this;
    const { ink } = colours;
    const plain = placed(NONE);
    const seen = product(poinsot.turn, q);
    const rates = scale(item.track.between(RATES, at), poinsot.scale);
    const contact = turned(seen, rates);
    const momentum = turned(poinsot.turn, item.track.between(MOMENTUM, at));
    const [energy] = item.track.between(["kinetic_energy"], at);
    // x.I x = 2T touches the plane at the rates, 2T/|L| from the centre.
    const size = this.facts.moments.map((moment) => Math.sqrt((2 * energy) / moment) * poinsot.scale);
    const distance = ((2 * energy) / length(momentum)) * poinsot.scale;
    const normal = unit(momentum);
    const foot = scale(normal, distance);
    const colour = colours.rates;
    if (show.arrows) {
      this.arrow(contact, colour, "ω", labels, 1.12);
      this.arrow(scale(normal, distance + 0.42), colours.momentum, "L", labels);
    }
    this.dot(contact, 0.03, colour);
    if (show.body) {
      AXES.forEach((e, i) => {
        const axis = turned(this.facts.principal_axes, e);
        const tip = turned(seen, scale(axis, size[i]));
        renderer.segment([0, 0, 0], tip, { model: plain, colour: [...colours[`axis-${i + 1}`], 1], width: 1.3 });
        labels.push({ text: String(i + 1), at: scale(tip, 1.08), kind: `axis-${i + 1}` });
      });
    }
    this.past(item, 2, at, contact, { model: plain, colour: [...colour, 1], width: 1.9, faint: 0.4, kept: ROLLED, nearer: 0.0006 });
    const reach = 1.5;
    const ground = placed(between([0, 0, 1], normal), foot);
    renderer.plane({ model: ground, colour: [...colours.plane, 0.5], ink, size: [reach, reach, 1], reach });
    const ellipsoid = placed(product(seen, this.facts.principal_axes));
    const look = { model: placed(seen), colour: [...colours["axis-3"], 1], width: 2, faint: 0.6, kept: ROLLED, nearer: 0.0012 };
    const polhode = () => this.past(item, 1, at, rates, look);
    renderer.glass(this.ball, { model: ellipsoid, colour: [...colours.body, 0.4], size, circles: 1, ink }, polhode);
  }

  // A path up to now: strong where it is fresh, and at some time gone.
  past(item, which, at, tip, options) {
    const now = (at.index + at.part) * item.fine;
    const last = Math.floor(now);
    const look = { ...options, now, span: FRESH / item.turning, faint: options.faint ?? 0.2 };
    const first = Math.max(0, last - Math.ceil((options.kept ?? TRAILED) / item.turning));
    this.renderer.line(item.paths[which], { ...look, first, last });
    const from = item.points[which].subarray(3 * last, 3 * last + 3);
    this.renderer.segment(from, tip, { ...look, first: 0, now: 0 });
  }

  dot(at, radius, colour) {
    this.renderer.surface(this.ball, { model: placed(NONE, at), size: [radius, radius, radius], colour: [...colour, 1] });
  }

  arrow(to, colour, text, labels, beyond = 1.08) {
    const size = length(to);
    if (!(size > 0.02)) return;
    const [head, thick] = [Math.min(0.13, size / 2), 0.013];
    const q = between([0, 0, 1], to);
    const full = [...colour, 1];
    this.renderer.surface(this.shaft, { model: placed(q), size: [thick, thick, size - head], colour: full });
    const neck = scale(unit(to), size - head);
    this.renderer.surface(this.tip, { model: placed(q, neck), size: [0.042, 0.042, head], colour: full });
    labels.push({ text, at: scale(to, beyond + 0.02 / size), kind: text === "L" ? "momentum" : "rates" });
  }
}

// The largest turn between two samples, of some of them.
function widest(track) {
  let most = 0;
  const { t } = track;
  for (let i = 1; i < t.length; i += 1 + (t.length >> 8)) {
    const turn = length(track.vector(RATES, i)) * Math.abs(t[i] - t[i - 1]);
    if (turn > most) most = turn;
  }
  return most;
}

// How large Poinsot's picture is drawn: the same for all runs, from their common start.
function poinsot(facts, tracks) {
  const track = tracks.find((one) => !one.isEmpty);
  const nothing = { scale: 1, turn: NONE, height: 0, sizes: { momentum: 1, rates: 1 } };
  if (!track) return nothing;
  const momentum = track.vector(MOMENTUM, 0);
  const energy = track.column.kinetic_energy[0];
  let [largestL, largestW] = [0, 0];
  for (let i = 0; i < track.t.length; i += 1 + (track.t.length >> 9)) {
    largestL = Math.max(largestL, length(track.vector(MOMENTUM, i)));
    largestW = Math.max(largestW, length(track.vector(RATES, i)));
  }
  const sizes = { momentum: largestL || 1, rates: largestW || 1 };
  if (!(energy > 0)) return { ...nothing, sizes };
  const factor = 1 / Math.sqrt((2 * energy) / Math.min(...facts.moments));
  const height = ((2 * energy) / length(momentum)) * factor;
  // The momentum points down, so that the plane is a floor.
  return { scale: factor, turn: between(momentum, [0, 0, -1]), height, sizes };
}

// Words at places of the scene.
function place(tile, labels, matrix, { width, height }) {
  const spans = tile.querySelectorAll(".label");
  labels.forEach((label, i) => {
    let span = spans[i];
    if (!span) {
      span = document.createElement("span");
      tile.append(span);
    }
    span.className = `label ${label.kind}`;
    if (span.textContent !== label.text) span.textContent = label.text;
    const [x, y] = projected(matrix, label.at);
    span.style.transform = `translate(${((x + 1) / 2) * width}px, ${((1 - y) / 2) * height}px) translate(-50%, -50%)`;
  });
  for (let i = labels.length; i < spans.length; i++) spans[i].remove();
}
