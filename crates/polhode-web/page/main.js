// Puts the page together: asks, shows, listens.

import { ask, catalogue as askCatalogue } from "./api.js";
import { Camera } from "./camera.js";
import { Charts } from "./charts.js";
import * as controls from "./controls.js";
import { fileName, save } from "./export.js";
import { dropped, sorted } from "./files.js";
import { Gauges } from "./gauges.js";
import * as keys from "./keys.js";
import * as link from "./link.js";
import { grouped, number } from "./numbers.js";
import { Player } from "./player.js";
import { Renderer } from "./renderer.js";
import { Scene } from "./scene.js";
import { fresh, question, scenarioNamed } from "./state.js";
import { STORIES } from "./stories.js";
import { RATES, Track } from "./track.js";
import { length } from "./vector.js";

const $ = (id) => document.getElementById(id);
const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
// What the command line gave: a scenario, a record, or nothing.
const GIVEN = document.documentElement.dataset.given;

const player = new Player();
const camera = new Camera();
const charts = new Charts($("charts"), measure);
let scene = null;
let state = fresh();
let catalogue = null;
// The promise of it.
let ready = null;
// Of the last answer: what is known of the scenario, its runs, and how far they are from the truth.
let facts = null;
let tracks = [];
let truths = [];
// What the scenario said before it was changed here, for the ranges of sliders.
let base = { of: null, says: null };
// A result that was given or dropped.
let record = null;
let tiles = [];
let pending = null;
let wanted = null;
let dirty = true;

// --- computing -----------------------------------------------------------------------------------

// Asks for the runs; an older question is given up.
async function compute() {
  pending?.abort();
  pending = new AbortController();
  const { signal } = pending;
  const asked = question(state);
  $("stage").setAttribute("aria-busy", "true");
  try {
    const answers = [];
    if (record) answers.push(await ask("recorded", { ...asked, methods: [], ...recorded() }, signal));
    if (!record || state.methods.length) answers.unshift(await ask("run", asked, signal));
    await ready;
    complain(null);
    show(answers[0], answers.flatMap(({ runs }) => runs));
    await truth(asked, signal);
  } catch (error) {
    if (error.name !== "AbortError") complain(error);
  } finally {
    if (!signal.aborted) $("stage").removeAttribute("aria-busy");
  }
}

// A dropped file goes with the question; one of the command line is known.
const recorded = () => (record?.csv ? { csv: record.csv } : {});

async function truth(asked, signal) {
  // Who drags a slider does not want it yet.
  await new Promise((resolve) => setTimeout(resolve, 150));
  if (signal.aborted) return;
  try {
    const answer = await ask("errors", { ...asked, ...(record ? { ...recorded(), recorded: true } : {}) }, signal);
    // Where only a record is shown, the scenario's own method is not.
    const runs = record && !state.methods.length ? answer.runs.slice(-1) : answer.runs;
    truths = runs.map((run) => new Track(run));
    charts.showErrors(facts, truths);
    dirty = true;
  } catch (error) {
    if (error.name !== "AbortError") charts.failed(error.message);
  }
}

async function measure() {
  const button = charts.measure;
  button.disabled = true;
  button.textContent = "Measuring …";
  try {
    const answer = await ask("compare", question(state));
    charts.showWork(answer.rows, answer.free);
    if (answer.note) toast(answer.note);
  } catch (error) {
    toast(`${error.message} ${error.remedy ?? ""}`);
  } finally {
    button.disabled = false;
    button.textContent = "Measure";
  }
}

function recompute() {
  clearTimeout(wanted);
  wanted = setTimeout(compute, 20);
  remember();
}

function show(head, runs) {
  facts = head;
  const key = JSON.stringify(state.scenario);
  if (base.of !== key) base = { of: key, says: head.says };
  tracks = runs.map((run) => new Track(run));
  truths = [];
  if (!state.methods.length && !record) state.methods = runs.map(({ method }) => method);
  const first = tracks.find((track) => !track.isEmpty);
  if (first) {
    const longest = tracks.filter((track) => !track.isEmpty).reduce((a, b) => (Math.abs(b.end - b.begin) > Math.abs(a.end - a.begin) ? b : a));
    player.load(longest.begin, longest.end, length(first.vector(RATES, 0)));
  }
  makeTiles();
  scene?.show(facts, tracks, tiles.map(({ view }) => view), axis());
  // The body is seen before its charts are drawn.
  paint();
  charts.show(facts, tracks);
  entitle();
  $("words").textContent = facts.words;
  const said = tracks.filter((track) => track.steps).map((track) => `${track.method}: ${grouped(track.steps)} steps`);
  $("status").textContent = `Computed. ${said.join("; ")}`;
  document.documentElement.dataset.computed = String(Number(document.documentElement.dataset.computed ?? 0) + 1);
  panel();
  dirty = true;
}

// A story has its own words; those of the scenario are about its own method and step.
function entitle() {
  const story = STORIES[state.story];
  const title = story ? story.title : facts.title;
  $("title").textContent = title;
  document.title = `${title} · polhode`;
  const sentences = facts.description.split(/(?<=[^A-Z]\.)\s/).slice(0, 2).join(" ");
  $("about").textContent = story ? "" : sentences.replace(/\s+/g, " ");
}

// The page's choice: the axis that flips, or that of a top.
const axis = () => (state.axis !== undefined ? state.axis : facts?.free ? 1 : 2);

// --- tiles ---------------------------------------------------------------------------------------

// Empty ones.
function countTiles(count) {
  const host = $("tiles");
  host.dataset.count = count;
  host.style.setProperty("--columns", count > 3 ? 2 : count);
  while (tiles.length > count) tiles.pop().element.remove();
  while (tiles.length < count) tiles.push(makeTile(host));
}

function makeTiles() {
  countTiles(tracks.length);
  tracks.forEach((track, i) => {
    const { element, name, about, view, gauges, why } = tiles[i];
    element.style.setProperty("--colour", `var(--run-${(i % 4) + 1})`);
    element.setAttribute("aria-label", track.method);
    name.textContent = track.method;
    const card = catalogue.methods.find((one) => one.name === track.method.split(":")[0]);
    about.textContent = track.recorded ? "as it was recorded" : card ? controls.orders(card, facts.free) : "";
    if (track.method.includes(":")) about.textContent = "";
    if (track.chosen) {
      name.textContent = "by accuracy";
      about.textContent = track.step ? `${track.chosen}, step ${number(track.step)}` : track.chosen;
    }
    view.setAttribute("aria-label", `Scene of ${track.method}. Arrow keys turn it, plus and minus move.`);
    why.hidden = !track.error && !track.note;
    why.textContent = track.error ? `${track.error}. ${track.remedy ?? ""}` : (track.note ?? "");
    gauges.run(track, facts);
    if (track.isEmpty) view.querySelectorAll(".label").forEach((label) => label.remove());
  });
}

function makeTile(host) {
  const make = (tag, className, parent) => {
    const made = document.createElement(tag);
    made.className = className;
    parent.append(made);
    return made;
  };
  const element = make("article", "tile", host);
  const header = make("header", "", element);
  const [name, about] = [make("b", "", header), make("small", "", header)];
  const view = make("div", "view", element);
  view.tabIndex = 0;
  view.setAttribute("role", "img");
  camera.listen(view);
  const why = make("p", "why", view);
  const gauges = new Gauges(make("dl", "gauges", element));
  return { element, name, about, view, gauges, why };
}

// --- the panel -----------------------------------------------------------------------------------

function panel() {
  controls.methods($("methods"), state.methods, {
    catalogue,
    facts,
    change: (i, method) => {
      state.methods[i] = method;
      leaveStory();
      recompute();
    },
    remove: (i) => {
      state.methods.splice(i, 1);
      recompute();
    },
  });
  $("add-method").disabled = state.methods.length >= catalogue.most_methods - (record ? 1 : 0);
  // A slider that is held must not be made anew.
  const held = document.activeElement?.dataset?.path;
  if (!held || !$("run").contains(document.activeElement)) controls.run($("run"), state.methods, facts.says, base.says, facts, change);
  if (!held || !$("parameters").contains(document.activeElement)) controls.parameters($("parameters"), facts.says, base.says, change);
  $("undo").hidden = !Object.keys(state.changes).length;
  $("axis").value = axis() ?? "";
  if ($("toml").open) fillText();
}

function change(path, value) {
  state.changes[path] = String(value);
  recompute();
}

async function fillText() {
  const text = $("text");
  if (document.activeElement === text) return;
  try {
    text.value = (await ask("scenario", question(state))).text;
  } catch (error) {
    text.value = `# ${error.message}`;
  }
}

function complain(error) {
  const place = $("trouble");
  place.hidden = !error;
  if (!error) return;
  // The way back from a change that cannot be.
  $("undo").hidden = !Object.keys(state.changes).length;
  const line = error.line ? `line ${error.line}: ` : "";
  place.textContent = `${line}${error.message}${error.remedy ? `\n${error.remedy}` : ""}`;
}

let toasted = null;
function toast(words) {
  $("toast").textContent = words;
  $("toast").hidden = false;
  clearTimeout(toasted);
  toasted = setTimeout(() => ($("toast").hidden = true), 5000);
}

// --- scenarios, files, links ---------------------------------------------------------------------

function choose(scenario, recorded = null) {
  Object.assign(state, { scenario, changes: {}, methods: [], axis: undefined });
  record = recorded;
  player.time = player.begin;
  charts.zoom(null);
  listScenarios();
  recompute();
}

function listScenarios() {
  const select = $("scenario");
  const options = [];
  if (catalogue.given) options.push(new Option(catalogue.given.name, "given"));
  if (state.scenario.text !== undefined) options.push(new Option("Your text", "text"));
  options.push(...catalogue.scenarios.map(({ name, title }) => new Option(title, `name ${name}`)));
  select.replaceChildren(...options);
  const { scenario } = state;
  select.value = scenario === "given" ? "given" : scenario.name ? `name ${scenario.name}` : "text";
}

// A scenario, a trajectory, or both: then the trajectory is that of the scenario.
async function open(files) {
  const { toml, csv, refused } = sorted(files);
  if (refused) return toast(refused);
  const result = csv && { csv: await csv.text() };
  if (toml) {
    leaveStory();
    return choose({ text: await toml.text() }, result);
  }
  record = result;
  if (state.methods.length > 3) state.methods.length = 3;
  toast(`${csv.name} is shown beside, on this body.`);
  recompute();
}

let remembering = null;
function remember() {
  clearTimeout(remembering);
  remembering = setTimeout(() => history.replaceState(null, "", here()), 250);
}
const here = () => link.write(state, { camera, player, range: charts.range });

async function copyLink() {
  // What was given on the command line goes along as text.
  const shared = { ...state };
  if (state.scenario === "given") shared.scenario = { text: (await ask("scenario", { ...question(state), changes: [] })).text };
  const address = location.href.split("#")[0] + link.write(shared, { camera, player, range: charts.range });
  history.replaceState(null, "", here());
  try {
    await navigator.clipboard.writeText(address);
    toast("The link is copied. It holds all that you see.");
  } catch {
    toast("The link is in the address bar. It holds all that you see.");
  }
}

function take(given) {
  state = given.state;
  if (given.camera) camera.set(given.camera);
  Object.assign(player, { rate: given.rate, backwards: given.backwards, playing: !given.paused && !still });
  charts.zoom(given.range);
  if (Number.isFinite(given.time)) pendingTime = given.time;
}
let pendingTime = null;

// --- stories -------------------------------------------------------------------------------------

function tell(index) {
  const story = STORIES[index];
  $("story").hidden = !story;
  $("open-stories").setAttribute("aria-expanded", String(Boolean(story)));
  if (!story) {
    leaveStory();
    return remember();
  }
  Object.assign(state, { show: { arrows: true, body: true, space: true, trail: true } }, structuredClone(story.state), { story: index });
  record = null;
  if (story.camera) camera.set(story.camera);
  player.time = player.begin;
  Object.assign(player, { rate: 1, backwards: false, playing: !still });
  charts.zoom(null);
  tellText();
  listScenarios();
  looks();
  recompute();
}
function tellText() {
  const story = STORIES[state.story];
  $("story").hidden = !story;
  $("open-stories").setAttribute("aria-expanded", String(Boolean(story)));
  if (!story) return;
  $("story-title").textContent = story.title;
  $("story-text").replaceChildren(...story.text.map((words) => Object.assign(document.createElement("p"), { textContent: words })));
  $("chapters").replaceChildren(
    ...STORIES.map(({ title }, i) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: i + 1, title, onclick: () => tell(i) });
      button.setAttribute("aria-label", `Story ${i + 1}: ${title}`);
      if (i === state.story) button.setAttribute("aria-current", "true");
      return button;
    }),
  );
  $("story-back").disabled = state.story === 0;
  $("story-next").disabled = state.story === STORIES.length - 1;
}
function leaveStory() {
  state.story = null;
  tellText();
  if (facts) entitle();
}

// --- time and looks ------------------------------------------------------------------------------

function looks() {
  document.querySelector(`input[name="view"][value="${state.view}"]`).checked = true;
  for (const name of ["arrows", "body", "space"]) $(`show-${name}`).checked = state.show[name];
  $("axis").value = axis() ?? "";
  $("play").textContent = player.playing ? "❚❚" : "▶";
  $("play").setAttribute("aria-label", player.playing ? "Pause" : "Play");
  $("reverse").setAttribute("aria-pressed", String(player.backwards));
  $("speed").value = Math.log2(player.rate);
  dirty = true;
}
function toggle() {
  player.playing = !player.playing;
  looks();
  remember();
}
function reverse() {
  player.backwards = !player.backwards;
  looks();
  remember();
}
function faster(by) {
  player.rate = 2 ** Math.min(5, Math.max(-5, Math.log2(player.rate) + by));
  looks();
  remember();
}
function setView(view) {
  state.view = view;
  looks();
  remember();
}
function theme(name) {
  const root = document.documentElement;
  root.dataset.theme = name ?? (root.dataset.theme === "dark" ? "light" : "dark");
  scene?.theme();
  charts.redraw();
  dirty = true;
}

function frame(now) {
  requestAnimationFrame(frame);
  const moved = player.tick(now);
  if (!(moved || dirty) || !facts) return;
  paint();
  charts.cursor(player.time);
}

function paint() {
  dirty = false;
  if (pendingTime !== null) {
    player.seek(pendingTime);
    pendingTime = null;
  }
  const { time } = player;
  scene?.draw(time, {
    view: state.view,
    camera,
    show: state.show,
    axis: axis(),
  });
  tracks.forEach((track, i) => !track.isEmpty && tiles[i].gauges.at(time, track, truths[i], facts));
  const unit = facts.time_unit ? ` ${facts.time_unit}` : "";
  $("time").textContent = `${number(time, 4)}${unit}`;
  $("scrub").value = player.part;
  $("scrub").setAttribute("aria-valuetext", $("time").textContent);
  $("speed-said").textContent = `${number(player.natural * player.rate, 2)}${facts.time_unit ? ` ${facts.time_unit}/s` : "/s"}`;
  document.documentElement.dataset.drawn = "yes";
}

// --- listening -----------------------------------------------------------------------------------

function listen() {
  listenToMenus();
  listenToFiles();
  listenToTime();
  listenToLooks();
  listenToPanel();
  listenToKeys();
}

// Scenarios, stories, links.
function listenToMenus() {
  $("scenario").onchange = (event) => {
    const [kind, name] = event.target.value.split(" ");
    leaveStory();
    if (kind === "given") choose("given", GIVEN === "record" ? { given: true } : null);
    else choose(kind === "name" ? scenarioNamed(name) : state.scenario);
  };
  $("open-stories").onclick = () => tell(state.story === null ? 0 : -1);
  $("story-back").onclick = () => tell(state.story - 1);
  $("story-next").onclick = () => tell(state.story + 1);
  $("story-close").onclick = () => tell(-1);
  addEventListener("hashchange", () => {
    const given = link.read(location.hash);
    if (!given) return;
    take(given);
    listScenarios();
    begin();
  });
}

function listenToFiles() {
  $("open-file").onclick = () => $("file").click();
  $("file").onchange = (event) => {
    if (event.target.files.length) open([...event.target.files]);
    // The same file may be chosen again.
    event.target.value = "";
  };
  $("copy-link").onclick = copyLink;
  $("save-toml").onclick = async () => {
    try {
      save(`${fileName(facts?.title ?? "scenario")}.toml`, (await ask("scenario", question(state))).text, "application/toml");
    } catch (error) {
      toast(error.message);
    }
  };
  addEventListener("dragover", (event) => {
    event.preventDefault();
    $("dropping").hidden = false;
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) $("dropping").hidden = true;
  });
  addEventListener("drop", (event) => {
    event.preventDefault();
    $("dropping").hidden = true;
    if (event.dataTransfer.files.length) dropped(event.dataTransfer).then(open, complain);
  });
}

function listenToTime() {
  $("play").onclick = toggle;
  $("reverse").onclick = reverse;
  $("scrub").oninput = (event) => {
    player.playing = false;
    player.seekPart(Number(event.target.value));
    looks();
    remember();
  };
  $("speed").oninput = (event) => {
    player.rate = 2 ** Number(event.target.value);
    looks();
    remember();
  };
  charts.seek = (time) => {
    player.playing = false;
    player.seek(time);
    looks();
    remember();
  };
  charts.changed = remember;
}

function listenToLooks() {
  $("theme").onclick = () => theme();
  $("open-help").onclick = () => $("help").showModal();
  $("close-help").onclick = () => $("help").close();
  document.querySelectorAll('input[name="view"]').forEach((input) => (input.onchange = () => setView(input.value)));
  for (const name of ["arrows", "body", "space"])
    $(`show-${name}`).onchange = (event) => {
      state.show[name] = event.target.checked;
      looks();
      remember();
    };
  $("axis").onchange = (event) => {
    state.axis = event.target.value === "" ? null : Number(event.target.value);
    scene?.show(facts, tracks, tiles.map(({ view }) => view), axis());
    looks();
    remember();
  };
  camera.changed = () => {
    dirty = true;
    remember();
  };
  addEventListener("resize", () => (dirty = true));
  addEventListener("scroll", () => (dirty = true), { passive: true });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => theme(event.matches ? "dark" : "light"));
}

function listenToPanel() {
  $("add-method").onclick = () => {
    const next = ["exact", "buss-1", "leapfrog", "rk4"].find((name) => !state.methods.includes(name) && facts.suited.includes(name));
    state.methods.push(next ?? facts.suited.find((name) => !state.methods.includes(name)) ?? "exact");
    recompute();
  };
  $("undo").onclick = () => {
    state.changes = {};
    $("parameters").replaceChildren();
    recompute();
  };
  $("toml").ontoggle = () => $("toml").open && fillText();
  $("use-text").onclick = () => {
    leaveStory();
    choose({ text: $("text").value });
  };
}

function listenToKeys() {
  keys.listen({
    player,
    redraw: () => {
      looks();
      remember();
    },
    toggle,
    reverse,
    faster,
    view: () => setView(state.view === "body" ? "poinsot" : "body"),
    theme: () => theme(),
    help: () => $("help").showModal(),
  });
}

function begin() {
  record = ownRecord();
  looks();
  tellText();
  compute();
}
// The result of the command line goes with its own scenario only.
const ownRecord = () => (state.scenario === "given" && GIVEN === "record" ? { given: true } : null);

async function prepare() {
  catalogue = await askCatalogue();
  $("version").textContent = `polhode ${catalogue.version}, computed on this machine`;
  listScenarios();
}

async function start() {
  listen();
  player.playing = !still;
  theme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  if (GIVEN) state.scenario = "given";
  const given = link.read(location.hash);
  if (given) take(given);
  // The engine computes while the scene is prepared, in the size that it will have.
  ready = prepare();
  begin();
  countTiles(Math.max(1, state.methods.length));
  try {
    scene = new Scene(new Renderer($("scene")));
    scene.theme();
  } catch (error) {
    toast(`The scene cannot be drawn: ${error.message}. Charts and gauges work all the same.`);
  }
  await ready;
  requestAnimationFrame(frame);
}

start().catch(complain);
