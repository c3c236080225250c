// Time on the page: it plays, stops, goes back, and can be set.

export class Player {
  constructor() {
    Object.assign(this, { begin: 0, end: 1, time: 0, natural: 1, rate: 1, backwards: false, playing: false });
    this.last = null;
  }
  // A new run. Its natural speed turns the body by some radians a second, and does not take for ever.
  load(begin, end, rates) {
    const part = this.part;
    Object.assign(this, { begin, end });
    const span = Math.abs(end - begin);
    this.natural = Math.min(span / 8, Math.max(rates > 0 ? 4 / rates : 0, span / 90)) || 1;
    this.time = begin + part * (end - begin);
  }
  get part() {
    const span = this.end - this.begin;
    return span === 0 ? 0 : (this.time - this.begin) / span;
  }
  seek(time) {
    const [low, high] = this.begin < this.end ? [this.begin, this.end] : [this.end, this.begin];
    this.time = Math.min(high, Math.max(low, time));
  }
  seekPart(part) {
    this.seek(this.begin + part * (this.end - this.begin));
  }
  // One picture later; tells whether time has gone on.
  tick(now) {
    const seconds = this.last === null ? 0 : Math.min((now - this.last) / 1000, 0.1);
    this.last = now;
    if (!this.playing) return false;
    const sign = (this.end < this.begin ? -1 : 1) * (this.backwards ? -1 : 1);
    const span = this.end - this.begin;
    const part = (this.time + sign * seconds * this.natural * this.rate - this.begin) / span;
    // Behind the end it begins anew.
    this.seekPart(part > 1 ? 0 : part < 0 ? 1 : part);
    return true;
  }
}
