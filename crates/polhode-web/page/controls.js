// The controls: methods, step and precision, and every number of torque, body and start.

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};
const described = (target, words) => {
  target.setAttribute("aria-label", words);
  return target;
};
const short = (x) => Number(x.toPrecision(12));

// --- methods -------------------------------------------------------------------------------------

const split = (method) => {
  const at = method.indexOf(":");
  return at < 0 ? [method, ""] : [method.slice(0, at), method.slice(at + 1)];
};

export function orders(card, free) {
  if (free) return card.order_free === null ? "the solution itself" : `order ${card.order_free}`;
  return card.order_torqued === null ? "takes no torque" : `order ${card.order_torqued}`;
}

function traits(card, free) {
  const words = [orders(card, free)];
  if (card.symplectic) words.push("symplectic");
  if (card.symmetric) words.push("symmetric");
  return words.join(", ");
}

// In the place of a method: the one that an accuracy asks for.
export const ACCURACY = "accuracy";

function chosen(facts, i) {
  const reason = facts.runs?.[i]?.reason;
  return `Method and step are chosen, so that the end is as good as the accuracy below says.${reason ? ` ${reason[0].toUpperCase()}${reason.slice(1)}.` : ""}`;
}

export function methods(host, list, { catalogue, facts, change, remove }) {
  const focused = document.activeElement?.dataset?.field;
  const suited = new Set(facts.suited);
  const rows = list.map((method, i) => {
    const [name, options] = split(method);
    const select = described(element("select"), `Method ${i + 1}`);
    const groups = ["For this body", "Others"].map((label) => element("optgroup", { label }));
    select.append(new Option("by accuracy", ACCURACY, false, name === ACCURACY));
    for (const card of catalogue.methods) {
      const option = new Option(card.name, card.name, false, card.name === name);
      option.title = card.summary;
      groups[suited.has(card.name) ? 0 : 1].append(option);
    }
    select.append(...groups.filter((group) => group.children.length));
    select.dataset.field = `method-${i}`;
    select.onchange = () => change(i, select.value);
    const card = catalogue.methods.find((one) => one.name === name);
    const input = described(element("input", { type: "text", value: options, spellcheck: false }), `Options of method ${i + 1}`);
    const known = card?.options ?? [];
    input.placeholder = known.length ? `options: ${known.map((option) => option.name).join(", ")}` : "no options";
    input.title = known.map((option) => `${option.name}: ${option.help} (${option.values})`).join("\n");
    input.dataset.field = `options-${i}`;
    input.hidden = !known.length && !options;
    input.onchange = () => change(i, input.value.trim() ? `${select.value}:${input.value.trim()}` : select.value);
    const row = element("div", { className: "row" }, select);
    if (list.length > 1) {
      const button = described(element("button", { type: "button", textContent: "×", onclick: () => remove(i) }), `Remove ${method}`);
      row.append(button);
    }
    const words = name === ACCURACY ? chosen(facts, i) : card ? `${card.summary}; ${traits(card, facts.free)}. ${card.source}.` : "";
    const about = element("p", { textContent: words });
    const made = element("div", { className: "method" }, row, input, about);
    made.style.setProperty("--colour", `var(--run-${i + 1})`);
    return made;
  });
  host.replaceChildren(...rows);
  if (focused) host.querySelector(`[data-field="${focused}"]`)?.focus();
}

// --- numbers -------------------------------------------------------------------------------------

// A number with a slider. The range is around what the scenario says; typing may leave it.
function field({ label, value, low, high, log = false, path }, set) {
  const typed = described(element("input", { type: "number", value: short(value), step: "any" }), label);
  const slider = element("input", { type: "range", min: 0, max: 1, step: 0.001 });
  described(slider, `${label}, slider`);
  const to = (x) => (log ? Math.log(x / low) / Math.log(high / low) : (x - low) / (high - low));
  const from = (part) => (log ? low * (high / low) ** part : low + part * (high - low));
  const put = (x) => (slider.value = to(x));
  put(value);
  typed.dataset.path = path;
  slider.dataset.path = path;
  slider.oninput = () => {
    const digits = Math.abs(from(Number(slider.value))) < Math.abs(high - low) * 1e-9 ? 0 : from(Number(slider.value));
    typed.value = Number(digits.toPrecision(4));
    set(Number(typed.value));
  };
  typed.onchange = () => {
    if (typed.value === "" || !Number.isFinite(typed.valueAsNumber)) return;
    put(typed.valueAsNumber);
    set(typed.valueAsNumber);
  };
  return element("label", { className: "field" }, element("span", { textContent: label }), typed, slider);
}

// What is asked for in place of a number, from a list.
function choice({ label, value, values }, set) {
  const select = described(element("select", {}, ...values.map((one) => new Option(one, one, false, one === value))), label);
  select.onchange = () => set(select.value);
  return element("label", { className: "field" }, element("span", { textContent: label }), select);
}

// A step for methods that were named, an accuracy for those that are chosen; duration and precision.
export function run(host, methods, says, base, facts, set) {
  const unit = facts.time_unit ? ` (${facts.time_unit})` : "";
  const fields = [];
  const positive = (key) => (x) => x > 0 && set(`run.${key}`, x);
  if (methods.some((method) => method !== ACCURACY)) {
    const around = base.run?.step > 0 ? base.run.step : facts.step;
    const reach = { low: around / 32, high: around * 32, log: true, path: "run.step" };
    fields.push(field({ label: `step${unit}`, value: facts.step, ...reach }, positive("step")));
  }
  if (methods.includes(ACCURACY)) {
    const reach = { low: 1e-14, high: 1e-2, log: true, path: "run.accuracy" };
    fields.push(field({ label: "accuracy (rad)", value: facts.accuracy, ...reach }, positive("accuracy")));
  }
  const duration = says.run.duration;
  const around = base.run?.duration || duration;
  fields.push(field({ label: `duration${unit}`, value: duration, low: around / 20, high: around * 4, log: true, path: "run.duration" }, (x) => x !== 0 && set("run.duration", x)));
  const precision = { label: "precision", value: says.run.precision ?? "f64", values: ["f64", "f32"] };
  fields.push(choice(precision, (word) => set("run.precision", `"${word}"`)));
  host.replaceChildren(...fields);
}

// Every number that a scenario says of torques, body and start.
export function parameters(host, says, base, set) {
  const open = new Set([...host.querySelectorAll("details[open]")].map((group) => group.dataset.name));
  const first = !host.children.length;
  const groups = [];
  const torques = says.torque ?? [];
  torques.forEach((torque, i) => groups.push([`${torque.model}`, torque, base.torque?.[i] ?? torque, `torque.${i}`]));
  groups.push(["body", says.body, base.body ?? says.body, "body"], ["start", says.initial, base.initial ?? says.initial, "initial"]);
  const made = groups.map(([name, table, nominal, path], i) => {
    const fields = numbers(table, nominal, path).flatMap((one) => fieldsOf(one, set));
    if (!fields.length) return null;
    const group = element("details", { className: "group" }, element("summary", { textContent: name }), element("div", {}, ...fields));
    group.dataset.name = `${i} ${name}`;
    group.open = first ? i < torques.length : open.has(group.dataset.name);
    return group;
  });
  host.replaceChildren(...made.filter(Boolean));
}

// The numbers and short lists of numbers of a table, with their paths.
function numbers(table, nominal, path) {
  const found = [];
  for (const [key, value] of Object.entries(table)) {
    const [there, plain] = [`${path}.${key}`, nominal?.[key] ?? value];
    const list = Array.isArray(value) && value.length <= 4 && value.every((x) => typeof x === "number");
    // Four numbers are a unit quaternion: not to be changed one by one.
    if (typeof value === "number" || (list && value.length < 4)) found.push({ path: there, key, value, nominal: plain });
    else if (value && typeof value === "object" && !Array.isArray(value)) found.push(...numbers(value, plain, there));
  }
  return found;
}

function fieldsOf({ path, key, value, nominal }, set) {
  if (typeof value === "number") {
    const [low, high] = reach(nominal, Math.abs(nominal));
    return [field({ label: key, value, low, high, path }, (x) => set(path, x))];
  }
  const current = [...value];
  const base = Array.isArray(nominal) ? nominal : value;
  const size = Math.max(...base.map(Math.abs));
  // Moments and lengths are positive; a direction or a rate may point anywhere.
  const positive = path.startsWith("body.");
  return value.map((x, k) => {
    const [low, high] = positive ? [base[k] / 10, base[k] * 2.5] : [-1.5 * (size || 1), 1.5 * (size || 1)];
    const label = `${key.replaceAll("_", " ")} ${k + 1}`;
    return field({ label, value: x, low, high, path: `${path}.${k}` }, (y) => {
      current[k] = y;
      set(path, `[${current.map((z) => (Number.isInteger(z) ? z.toFixed(1) : String(z))).join(", ")}]`);
    });
  });
}

function reach(nominal, size) {
  if (nominal === 0) return [-1, 1];
  return nominal > 0 ? [0, 3 * size] : [-3 * size, 0];
}

