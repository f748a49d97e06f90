// Any position laid by tapping: a place, then what lies there. The server keeps nothing of it until the game begins.

import { post } from "./api.js";
import { palette } from "./ask.js";
import { board, rowOf } from "./board.js";
import { button, h, one, picture } from "./dom.js";
import { at } from "./state.js";
import { page, w } from "./words.js";

const mine = { game: "", taps: [], pieces: {}, open: new Set() }; // open: the groups that are unfolded

export async function lay(game, taps = []) {
  Object.assign(mine, { game, taps: [], open: new Set() });
  await draw();
  if (taps.length) {
    mine.taps = taps;
    await draw();
  }
  if (!one("dialog").open) one("dialog").showModal();
}

async function ask(place = "") {
  return post("/api/lay", { game: mine.game, taps: mine.taps, place, lang: page.lang });
}

// The whole draft; what is wrong with it stands above.
async function draw() {
  await at.attempt(async () => {
    const found = await ask();
    if (Object.keys(found.pieces).length) mine.pieces = found.pieces;
    const dialog = one("dialog");
    const scrolled = dialog.scrollTop;
    dialog.classList.add("laying");
    dialog.replaceChildren(h("h2", { id: "dialog-title" }, w("lay")), h("p", { class: "note" }, w("lay_note")),
      h("div", { class: found.faults.length ? "fault" : "sound", role: "status", id: "fault" }, found.faults.length
        ? h("ul", {}) : w("lay_sound")),
      h("div", { class: "row" },
        button(w("begin_here"), () => begin(found.position), { class: "main", id: "begin", disabled: found.faults.length > 0 }),
        found.faults.length ? "" : h("a", { download: "position.json", href: URL.createObjectURL(
          new Blob([JSON.stringify(found.position)], { type: "application/json" })) }, w("save_position")),
        button(w("undo"), () => { mine.taps.pop(); draw(); }, { disabled: !mine.taps.length }),
        button(w("cancel"), () => dialog.close())),
      ...grouped(found.areas));
    for (const { text, place } of found.faults) {
      one("fault").firstChild.append(h("li", {}, place ? `${called(place)}: ${text}` : text));
      mark(dialog, place, text);
    }
    dialog.scrollTop = scrolled;
    dialog.dataset.taps = mine.taps.length;
  });
}

// What is wrong is also marked where it lies.
function mark(dialog, place, text) {
  if (!place) return;
  for (const found of dialog.querySelectorAll(`[data-place="${CSS.escape(place)}"], [data-target="${CSS.escape(place)}"]`)) {
    found.classList.add("wrong");
    found.setAttribute("aria-description", text);
    found.closest("details")?.setAttribute("open", "");
  }
}

// Areas as they come; those of a group lie folded together where its first one stands.
function grouped(areas) {
  const groups = new Map();
  for (const one of areas) groups.set(one.group || one, [...(groups.get(one.group || one) ?? []), one]);
  return [...groups].map(([group, found]) => (typeof group === "string"
    ? h("details", { open: mine.open.has(group), "data-group": group, ontoggle: (event) => mine.open[event.target.open ? "add" : "delete"](group) },
      h("summary", {}, group), ...found.map(area)) : area(group)));
}

function area(found) {
  const broad = Math.min(window.innerWidth * 0.94, 700);
  const pieces = found.slots.map(({ word }) => mine.pieces[word]).filter(Boolean);
  return h("section", { class: "area" }, h("h3", {}, found.title, ...found.lines.map((line) => h("small", {}, line))),
    h("div", { class: pieces.length ? rowOf(pieces) : "row" }, ...found.slots.map(slot)),
    found.picture ? board(found, new Set(), choose, broad) : "");
}

function slot({ place, word, text }) {
  const piece = mine.pieces[word];
  return piece ? button("", () => choose(place), { class: piece.is_wide ? "piece wide" : "piece", "data-place": place, title: piece.label }, picture(piece.picture),
    h("span", { "aria-hidden": "true" }, piece.name), h("span", { class: "heard" }, piece.label))
    : button(text || w("empty"), () => choose(place), { "data-place": place });
}

// What a place is called: its area, then what lies there.
function called(place) {
  const found = one("dialog").querySelector(`[data-place="${CSS.escape(place)}"], [data-target="${CSS.escape(place)}"]`);
  const area = found?.closest("section")?.querySelector("h3")?.firstChild.textContent;
  return [area, found?.getAttribute("data-label") || found?.title || found?.textContent].filter(Boolean).join(" · ");
}

// What can be put into a place.
async function choose(place) {
  await at.attempt(async () => {
    const { choices } = await ask(place);
    const dialog = one("dialog");
    const words = called(place);
    const held = at.pieces;
    at.pieces = mine.pieces; // those of the game that is laid, which may be another one than the table's
    dialog.replaceChildren(h("h2", { id: "dialog-title" }, words || w("lay")),
      ...palette(choices, (answer) => { at.pieces = held; mine.taps.push([place, answer]); draw(); }, { isTold: true }),
      h("div", { class: "row" }, button(w("cancel"), () => { at.pieces = held; draw(); })));
    dialog.dataset.choosing = place;
    dialog.scrollTop = 0;
  });
}

async function begin(position) {
  try {
    await post("/api/load", { text: JSON.stringify(position) });
  } catch (error) { // a position that can be, but not be followed
    one("fault").textContent = error.message;
    return;
  }
  await at.attempt(async () => {
    one("dialog").close();
    at.tab = "hint";
    at.touched = [];
    at.shown = null;
    await at.reload();
  });
}
