// What the page shows, in one object: a link is made of it, and a story sets it.

export const scenarioNamed = (name) => ({ name });

export function fresh() {
  return {
    scenario: scenarioNamed("t-handle"),
    // Keys of the scenario with their new values, as TOML.
    changes: {},
    // None are those of the scenario.
    methods: [],
    view: "body",
    show: { arrows: true, body: true, space: true, trail: true },
    // Undefined is the page's choice, null is none.
    axis: undefined,
    story: null,
  };
}

// As the engine wants to be asked.
export function question(state) {
  const changes = Object.entries(state.changes).map(([key, value]) => `${key}=${value}`);
  return { scenario: state.scenario, changes, methods: state.methods };
}
