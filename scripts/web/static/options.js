// A game with options of its own, chosen by tapping; what is wrong stands above, and at the option.

import { post } from "./api.js";
import { button, h, one } from "./dom.js";
import { at } from "./state.js";
import { page, w } from "./words.js";

const FEW = 8; // values that stand as buttons; more are a list
const mine = { game: "", given: {}, begin: () => {} };

export async function choose(game, begin) {
  Object.assign(mine, { game, given: {}, begin });
  await draw();
  if (!one("dialog").open) one("dialog").showModal();
}

async function draw() {
  await at.attempt(async () => {
    const { title, options, faults } = await post("/api/options", { game: mine.game, given: mine.given, lang: page.lang });
    const dialog = one("dialog");
    const scrolled = dialog.scrollTop;
    dialog.classList.remove("laying");
    const held = dialog.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    dialog.replaceChildren(h("h2", { id: "dialog-title" }, title), h("p", { class: "note" }, w("options_note")),
      h("div", { class: faults.length ? "fault" : "sound", role: "status", id: "fault" }, faults.length
        ? h("ul", {}, ...faults.map(({ text, option }) => h("li", {}, [options.find(({ name }) => name === option)?.words, text].filter(Boolean).join(": ")))) : w("options_sound")),
      h("div", { class: "row" }, button(w("begin"), () => { dialog.close(); mine.begin(mine.game, { ...mine.given }); },
        { class: "main", id: "begin", disabled: faults.length > 0 }), button(w("cancel"), () => dialog.close())),
      ...options.map((row) => field(row, faults.filter(({ option }) => option === row.name).map(({ text }) => text))));
    dialog.scrollTop = scrolled;
    dialog.dataset.chosen = JSON.stringify(mine.given);
    if (held) dialog.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
  });
}

function field(row, faults) {
  return h("fieldset", { class: faults.length ? "wrong" : null, "data-option": row.name }, h("legend", {}, row.words),
    ...faults.map((text) => h("p", { class: "fault" }, text)), row.many ? many(row) : few(row));
}

function set(name, value) {
  if (value === null) delete mine.given[name];
  else mine.given[name] = value;
  draw();
}

const asUsual = ({ usual, values }) => `${w("as_usual")}${usual === "" ? "" : `: ${values[usual] ?? usual}`}`;

// One value: buttons, or a list where there are many; as usual, or as the table is asked, where none is chosen.
function few(row) {
  const { name, values } = row;
  const all = [["", asUsual(row)], ...Object.entries(values)];
  if (all.length > FEW) {
    return h("select", { "data-key": `option-${name}`, "aria-label": row.words, onchange: (event) => set(name, event.target.value || null) },
      ...all.map(([value, words]) => h("option", { value, selected: (mine.given[name] ?? "") === value }, words)));
  }
  return h("div", { class: "row" }, ...all.map(([value, words]) => toggle(name, value, words, (mine.given[name] ?? "") === value,
    () => set(name, value || null))));
}

function toggle(name, value, words, isOn, act) {
  return button(words, act, { class: isOn ? "on" : null, "aria-pressed": String(isOn), "data-value": value, "data-key": `option-${name}-${value}` });
}

// Several values, each on or off.
function many({ name, values }) {
  const chosen = mine.given[name] ? mine.given[name].split("+") : [];
  const buttons = Object.entries(values).map(([value, words]) => toggle(name, value, words, chosen.includes(value), () => {
    const left = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
    set(name, left.length ? left.join("+") : null);
  }));
  const told = chosen.map((value) => values[value] ?? value).join(", ") || w("nothing");
  return h("details", { open: unfolded.has(name), ontoggle: (event) => unfolded[event.target.open ? "add" : "delete"](name) },
    h("summary", { "data-key": `option-${name}` }, told), h("div", { class: "row" }, ...buttons));
}

const unfolded = new Set();
