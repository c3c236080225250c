// Eight short stories, each a few sentences beside the moving scene.

const named = (name) => ({ name });

export const STORIES = [
  {
    title: "The flip",
    text: [
      "Spin a T about its stem and let go. It turns over, and over again, for ever. The stem is the axis of the intermediate moment of inertia, and no free spin about it is stable.",
      "Nothing pushes. The gold arrow, the angular momentum, stands still in space; only the body goes around it. In the chart the second rate rests on a plateau, changes its sign quickly, and rests again.",
    ],
    state: { scenario: named("t-handle"), changes: {}, methods: ["exact"], view: "body", axis: 1 },
    camera: { azimuth: -1.1, elevation: 0.35, distance: 5.6 },
  },
  {
    title: "Poinsot: an ellipsoid rolls on a plane",
    text: [
      "All rates with one energy lie on an ellipsoid that is fixed in the body. Because the momentum is constant, this ellipsoid always touches one plane, and where it touches, it is at rest: it rolls and never slides.",
      "The point of contact draws two curves: the polhode, blue, on the ellipsoid, and the herpolhode, red, on the plane. The polhode closes. The herpolhode does not: it comes back at another angle.",
    ],
    state: { scenario: named("mclachlan-zanna"), changes: { "run.duration": "400", "run.step": "0.1", "initial.angular_velocity": "[0.5, 0.2, 0.7]" }, methods: ["exact"], view: "poinsot", axis: null },
    camera: { azimuth: -0.7, elevation: 0.34, distance: 5.9 },
  },
  {
    title: "Why first order gains energy",
    text: [
      "Both bodies start alike. The first, buss-1, turns each step by the rates at its start, which are always a little old. The second is the closed form.",
      "The first-order step keeps the momentum to rounding, but its energy creeps up until no more is possible with this momentum: then it spins about the axis of the least moment. In Poinsot’s picture the ellipsoid swells until it stands on its tip.",
    ],
    state: { scenario: named("buss-prism"), changes: { "run.duration": "2.5" }, methods: ["buss-1", "exact"], view: "poinsot", axis: 1 },
    camera: { azimuth: -0.9, elevation: 0.3, distance: 7.4 },
  },
  {
    title: "The Lie correction",
    text: [
      "Turns do not commute. Who takes the Taylor series of the rates and turns by its integral gets the third-order term wrong: a bracket, ω × ω′, is missing. buss-3-false is that mistake, buss-3 has the bracket.",
      "Look at the attitude error of both, then press Measure: the slope of the one is 2, that of the other 3.",
    ],
    state: { scenario: named("mclachlan-zanna"), changes: { "run.duration": "100", "run.step": "0.05" }, methods: ["buss-3-false", "buss-3"], view: "body", axis: 2 },
  },
  {
    title: "Energy, preserved",
    text: [
      "buss-3 is good, but on this prism its energy still drifts: four percent after 48 time units. With “:energy” each step ends with a tiny tilt that puts the body back onto its energy.",
      "The energy error falls to rounding. And because the true motion stays on one polhode, the attitude becomes better as well: compare the third gauge.",
    ],
    state: { scenario: named("buss-prism"), changes: {}, methods: ["buss-3", "buss-3:energy"], view: "body", axis: 1 },
  },
  {
    title: "Symplectic or not",
    text: [
      "Runge and Kutta’s method is of order 4, leapfrog of order 2. In the beginning rk4 is the better one. But its energy error grows and grows, while that of leapfrog, which is symplectic, swings and does not drift.",
      "The body is free, and a step turns it by about half a radian. Look at the chart of the energy error: the two curves cross. Stretch the duration with its slider, and see which of them you would trust for a million turns.",
    ],
    state: { scenario: named("mclachlan-zanna"), changes: { "run.duration": "10000", "run.step": "0.5" }, methods: ["rk4", "leapfrog"], view: "body", axis: 2 },
  },
  {
    title: "The top",
    text: [
      "A top that spins fast does not fall. It goes around the vertical, and its tip nods a little: the trail of its axis is a cycloid with cusps, since it was let go at rest but for its spin.",
      "Move the slider of the strength, which is weight times arm: a heavier top goes around sooner and nods deeper. Or make the spin slower, start, angular momentum 3, and let it fall.",
    ],
    state: { scenario: named("fast-top"), changes: {}, methods: ["liemid-ea"], view: "body", axis: 2 },
    camera: { azimuth: -0.6, elevation: 0.5, distance: 5.6 },
  },
  {
    title: "Single precision and leap-frog",
    text: [
      "A crate in a game: sixty steps a second, numbers with seven digits, twelve thousand frames. buss-1 is the step that everyone writes first: its energy more than doubles within a tenth of the run, and stays there.",
      "leapfrog makes each step of five turns about the body’s axes, each turn of three shears. Rounding is all that it adds: the energy stays within a part in ten thousand, in single precision.",
    ],
    state: { scenario: named("game-box"), changes: {}, methods: ["buss-1", "leapfrog"], view: "body", axis: 1 },
  },
];
