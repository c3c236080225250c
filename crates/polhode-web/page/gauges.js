// The gauges of a run: what it keeps, how far it is off, what it costs.

import { error, grouped, rate } from "./numbers.js";

// A bar is empty at the rounding of a double and full at one.
const filled = (x) => (x > 0 ? Math.min(1, Math.max(0.02, (Math.log10(x) + 16) / 16)) : 0);

export class Gauges {
  constructor(host) {
    this.rows = {};
    for (const [name, label, bar] of [
      ["energy", "Energy error", true],
      ["momentum", "Momentum error", true],
      ["attitude", "Attitude error", true],
      ["speed", "Speed", false],
      ["work", "Torque evaluations", false],
    ]) {
      const row = document.createElement("div");
      row.className = "gauge";
      const [term, value, meter] = ["dt", "dd", "i"].map((tag) => document.createElement(tag));
      term.textContent = label;
      value.textContent = "–";
      row.append(term, value);
      if (bar) row.append(meter);
      host.append(row);
      this.rows[name] = { value, meter, term, text: "" };
    }
  }
  put(name, text, size) {
    const row = this.rows[name];
    if (row.text !== text) {
      row.text = text;
      row.value.textContent = text;
    }
    if (size !== undefined) row.meter.style.setProperty("--part", filled(size));
  }
  // The facts of a run, which do not depend on the time.
  run(track, facts) {
    this.put("speed", track.recorded ? "recorded" : rate(track.steps / track.seconds));
    this.put("work", track.recorded ? "–" : facts.free ? `${grouped(track.steps)} steps` : grouped(track.torque_evaluations));
    this.rows.work.term.textContent = facts.free ? "Work" : "Torque evaluations";
    this.rows.speed.term.textContent = "Steps a second";
  }
  at(time, track, known, facts) {
    // Where the truth has stopped, nothing is known.
    const behind = known && !known.isEmpty && (time - known.end) * Math.sign(track.end - track.begin) > Math.abs(track.end - track.begin) / 100;
    const truth = known && !known.isEmpty && !behind ? known : undefined;
    const keeps = facts.conserves_energy;
    const energy = track.value("energy_error", time);
    this.rows.energy.term.textContent = keeps ? "Energy error" : "Energy change";
    this.put("energy", error(energy), keeps ? energy : 0);
    const momentum = facts.free ? track.value("momentum_error", time) : truth?.value("momentum_error", time);
    this.put("momentum", error(momentum), momentum ?? 0);
    const attitude = truth?.value("attitude_error", time);
    this.put("attitude", attitude === undefined ? (track.recorded || behind || known?.error ? "–" : "…") : `${error(attitude)} rad`, attitude ?? 0);
  }
}
