// The whole state in the part of the address behind #, and back.

import { fresh, scenarioNamed } from "./state.js";

const digits = (x) => String(Number(x.toPrecision(6)));

export function write(state, { camera, player, range }) {
  const words = new URLSearchParams();
  if (state.scenario === "given") words.set("s", "given");
  else if (state.scenario.name) words.set("s", state.scenario.name);
  else words.set("toml", state.scenario.text);
  for (const [key, value] of Object.entries(state.changes)) words.append("c", `${key}=${value}`);
  for (const method of state.methods) words.append("m", method);
  if (state.view !== "body") words.set("v", state.view);
  if (state.axis !== undefined) words.set("a", state.axis === null ? "none" : state.axis);
  const hidden = Object.keys(state.show).filter((name) => !state.show[name]);
  if (hidden.length) words.set("h", hidden.join("."));
  if (state.story !== null) words.set("story", state.story + 1);
  words.set("e", [camera.azimuth, camera.elevation, camera.distance].map(digits).join("_"));
  words.set("t", digits(player.time));
  if (player.rate !== 1) words.set("r", digits(player.rate));
  if (player.backwards) words.set("b", "1");
  if (!player.playing) words.set("p", "1");
  if (range) words.set("z", range.map(digits).join("_"));
  return `#${words}`;
}

export function read(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  if (![...words.keys()].length) return null;
  const numbers = (name) => words.get(name)?.split("_").map(Number).filter(Number.isFinite) ?? [];
  const state = fresh();
  if (words.has("toml")) state.scenario = { text: words.get("toml") };
  else if (words.get("s") === "given") state.scenario = "given";
  else if (words.has("s")) state.scenario = scenarioNamed(words.get("s"));
  for (const change of words.getAll("c")) {
    const at = change.indexOf("=");
    if (at > 0) state.changes[change.slice(0, at)] = change.slice(at + 1);
  }
  state.methods = words.getAll("m").slice(0, 4);
  if (words.get("v") === "poinsot") state.view = "poinsot";
  if (words.has("a")) state.axis = ["0", "1", "2"].includes(words.get("a")) ? Number(words.get("a")) : null;
  for (const name of words.get("h")?.split(".") ?? []) if (name in state.show) state.show[name] = false;
  const story = Number(words.get("story"));
  if (story >= 1 && story <= 8) state.story = story - 1;
  const [azimuth, elevation, distance] = numbers("e");
  const [from, to] = numbers("z");
  return {
    state,
    camera: distance === undefined ? null : { azimuth, elevation, distance },
    time: numbers("t")[0],
    rate: numbers("r")[0] ?? 1,
    backwards: words.has("b"),
    paused: words.has("p"),
    range: to === undefined ? null : [from, to],
  };
}
