// An eye that goes around the scene: by mouse, by one finger or two, by keys.

const STEP = Math.PI / 24;

export class Camera {
  constructor({ azimuth = -0.9, elevation = 0.38, distance = 5.6 } = {}) {
    this.set({ azimuth, elevation, distance });
    this.changed = () => {};
  }
  set({ azimuth, elevation, distance }) {
    Object.assign(this, { azimuth, elevation, distance });
    this.bound();
  }
  get values() {
    const { azimuth, elevation, distance } = this;
    return { azimuth, elevation, distance };
  }
  bound() {
    this.elevation = Math.min(1.54, Math.max(-1.54, this.elevation));
    this.distance = Math.min(20, Math.max(2.2, this.distance));
    this.azimuth = Math.atan2(Math.sin(this.azimuth), Math.cos(this.azimuth));
  }
  direction() {
    const { azimuth, elevation } = this;
    const flat = Math.cos(elevation);
    return [flat * Math.cos(azimuth), flat * Math.sin(azimuth), Math.sin(elevation)];
  }
  turn(around, up) {
    this.azimuth += around;
    this.elevation += up;
    this.bound();
    this.changed();
  }
  nearer(factor) {
    this.distance *= factor;
    this.bound();
    this.changed();
  }

  listen(element) {
    const fingers = new Map();
    const spread = () => {
      const [a, b] = [...fingers.values()];
      return Math.hypot(a.x - b.x, a.y - b.y);
    };
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || event.target.closest("button, select, input")) return;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      element.setPointerCapture(event.pointerId);
    });
    element.addEventListener("pointermove", (event) => {
      const last = fingers.get(event.pointerId);
      if (!last) return;
      const before = fingers.size === 2 ? spread() : 0;
      const [dx, dy] = [event.clientX - last.x, event.clientY - last.y];
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (fingers.size === 2) this.nearer(before / Math.max(spread(), 1));
      else this.turn(-dx * 0.008, dy * 0.008);
    });
    for (const end of ["pointerup", "pointercancel"])
      element.addEventListener(end, (event) => fingers.delete(event.pointerId));
    element.addEventListener(
      "wheel",
      (event) => {
        // Plain scrolling stays with the page.
        if (!event.ctrlKey && document.activeElement !== element) return;
        event.preventDefault();
        this.nearer(Math.exp(event.deltaY * 0.0015));
      },
      { passive: false },
    );
    element.addEventListener("keydown", (event) => {
      const act = {
        ArrowLeft: () => this.turn(-STEP, 0),
        ArrowRight: () => this.turn(STEP, 0),
        ArrowUp: () => this.turn(0, STEP),
        ArrowDown: () => this.turn(0, -STEP),
        "+": () => this.nearer(1 / 1.12),
        "=": () => this.nearer(1 / 1.12),
        "-": () => this.nearer(1.12),
      }[event.key];
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
      act();
      event.preventDefault();
      event.stopPropagation();
    });
  }
}
