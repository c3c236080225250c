// The charts of a run, linked to each other and to the scene.

import { Chart } from "./chart.js";
import { RATES } from "./track.js";

const DASHES = [[], [6, 3], [2, 3]];

export class Charts {
  constructor(host, work) {
    this.rates = new Chart({ title: "Rates", y: "rad per time" });
    this.energy = new Chart({ title: "Energy error", y: "relative", log: true });
    this.momentum = new Chart({ title: "Momentum error", y: "relative", log: true });
    this.attitude = new Chart({ title: "Attitude error", y: "rad", log: true });
    this.work = new Chart({ title: "Work and precision", y: "attitude error at the end (rad)", x: "CPU time (s)", log: true, logX: true, follows: false, marks: true });
    this.timed = [this.rates, this.energy, this.momentum, this.attitude];
    this.all = [...this.timed, this.work];
    for (const chart of this.timed) {
      chart.zoomed = (range) => this.zoom(range);
      chart.seek = (time) => this.seek(time);
    }
    this.work.zoomed = (range) => this.work.zoom(range);
    this.seek = () => {};
    this.changed = () => {};
    const measure = document.createElement("button");
    Object.assign(measure, { type: "button", className: "measure", textContent: "Measure", onclick: work });
    measure.setAttribute("aria-label", "Measure work and precision");
    this.measure = measure;
    const by = document.createElement("select");
    by.setAttribute("aria-label", "Cost by");
    by.append(new Option("by time", "cpu_seconds"), new Option("by work", "work"));
    by.onchange = () => this.showWork(this.rows, this.free);
    this.by = by;
    this.work.element.querySelector(".files").prepend(measure, by);
    host.append(...this.all.map((chart) => chart.element));
  }
  get range() {
    return this.rates.range;
  }
  zoom(range) {
    this.timed.forEach((chart) => chart.zoom(range));
    this.changed();
  }
  cursor(time) {
    this.timed.forEach((chart) => chart.cursor(time));
  }
  redraw() {
    this.all.forEach((chart) => chart.draw());
  }

  show(facts, tracks) {
    const shown = tracks.map((track, i) => ({ track, colour: `run-${i + 1}` })).filter(({ track }) => !track.isEmpty);
    const x = facts.time_unit ? `time (${facts.time_unit})` : "time";
    const domain = [facts.start, facts.start + facts.duration].sort((a, b) => a - b);
    this.timed.forEach((chart) => (chart.domain = domain));
    // The times of recorded switches (output.switches), in the colour of their run.
    const switches = shown.map(({ track, colour }) => ({ colour, times: (track.events ?? []).filter((event) => event.switch).map(({ time }) => time) }));
    this.timed.forEach((chart) => (chart.switches = switches));
    const alone = shown.length === 1;
    const curve = (name) => shown.map(({ track, colour }) => ({ label: track.method, colour, xs: track.t, ys: track.column[name] }));
    const rates = shown.flatMap(({ track, colour }) =>
      RATES.map((name, k) => ({
        label: alone ? `ω${"₁₂₃"[k]}` : `${track.method} ω${"₁₂₃"[k]}`,
        colour: alone ? `axis-${k + 1}` : colour,
        dash: alone ? [] : DASHES[k],
        xs: track.t,
        ys: track.column[name],
      })),
    );
    this.rates.set(rates, { x, y: `rad per ${facts.time_unit || "unit of time"}, body axes` });
    if (facts.conserves_energy) this.name(this.energy, "Energy error", curve("energy_error"), { x, y: "relative", log: true });
    else this.name(this.energy, "Energy", curve("energy"), { x, y: "not conserved by this torque", log: false });
    if (facts.free) this.name(this.momentum, "Momentum error", curve("momentum_error"), { x, y: "in space, relative", log: true });
    else this.momentum.set([], { x });
    this.attitude.set([], { x, note: "The truth is being computed …" });
    this.work.set([], { note: "Each method at seven steps, from eight times as long to an eighth: error against cost." });
    this.rows = null;
  }
  name(chart, title, series, options) {
    chart.title = title;
    chart.heading.textContent = title;
    chart.element.setAttribute("aria-label", title);
    chart.set(series, options);
  }

  // Errors against the truth come later than the runs.
  showErrors(facts, errors) {
    const x = this.rates.x;
    const shown = errors.map((track, i) => ({ track, colour: `run-${i + 1}` })).filter(({ track }) => !track.isEmpty);
    const curve = (name) => shown.map(({ track, colour }) => ({ label: track.method, colour, xs: track.t, ys: track.column[name] }));
    const note = errors.map(({ note, error }) => note ?? error).find(Boolean) ?? "";
    this.attitude.set(curve("attitude_error"), { x, y: "rad, against the truth", note });
    if (!facts.free) this.name(this.momentum, "Momentum error", curve("momentum_error"), { x, y: "against the truth, relative", log: true });
  }
  failed(message) {
    this.attitude.set([], { note: message });
  }

  showWork(rows, free) {
    Object.assign(this, { rows, free });
    if (!rows) return;
    const cost = (row) => (this.by.value === "work" ? (free ? row.steps : row.torque_evaluations) : row.cpu_seconds);
    const names = [...new Set(rows.map((row) => base(row.method)))];
    const series = names.map((name, i) => {
      const points = rows.filter((row) => base(row.method) === name && !row.failure && row.attitude_error !== null);
      return { label: name, colour: `run-${(i % 4) + 1}`, xs: points.map(cost), ys: points.map((row) => row.attitude_error) };
    });
    const x = this.by.value === "work" ? (free ? "steps" : "torque evaluations") : "CPU time (s)";
    this.work.set(series.filter(({ xs }) => xs.length), { x });
  }
}

const base = (method) => method.replace(/[:,]tolerance=[^,]*/, "");
