// The samples of a run, and what is between them.

import { mix, slerp } from "./vector.js";

export class Track {
  constructor(run) {
    Object.assign(this, run);
    this.t = run.column.t ?? new Float64Array();
  }
  get isEmpty() {
    return this.t.length === 0;
  }
  get begin() {
    return this.t[0];
  }
  get end() {
    return this.t[this.t.length - 1];
  }

  // The sample at or before a time, in the direction of the run, and how far it is to the next.
  find(time) {
    const { t } = this;
    const last = t.length - 1;
    const sign = t[last] < t[0] ? -1 : 1;
    let low = 0;
    let high = last;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((t[middle] - time) * sign <= 0) low = middle;
      else high = middle;
    }
    if (last === 0) return { index: 0, part: 0 };
    const part = (time - t[low]) / (t[low + 1] - t[low]);
    return { index: low, part: Math.min(1, Math.max(0, part)) };
  }

  vector(names, index) {
    return names.map((name) => this.column[name][index]);
  }
  between(names, { index, part }) {
    const here = this.vector(names, index);
    return part === 0 ? here : mix(here, this.vector(names, index + 1), part);
  }
  attitude({ index, part }) {
    const here = this.vector(ATTITUDE, index);
    return part === 0 ? here : slerp(here, this.vector(ATTITUDE, index + 1), part);
  }
  // The nearest sample of a column.
  value(name, time) {
    const column = this.column[name];
    if (!column || this.isEmpty) return undefined;
    const { index, part } = this.find(time);
    return column[part > 0.5 ? index + 1 : index];
  }
  largest(name) {
    let most = 0;
    for (const x of this.column[name] ?? []) if (x > most) most = x;
    return most;
  }
}

export const ATTITUDE = ["q_w", "q_x", "q_y", "q_z"];
export const RATES = ["w_bx", "w_by", "w_bz"];
export const MOMENTUM = ["l_sx", "l_sy", "l_sz"];
