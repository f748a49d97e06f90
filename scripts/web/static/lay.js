// Any position laid by tapping: a place, then what lies there. The server keeps nothing of it until the game begins.

import { post } from "./api.js";
import { palette } from "./ask.js";
import { board } from "./board.js";
import { button, h, one, picture } from "./dom.js";
import { at } from "./state.js";
import { page, w } from "./words.js";

const mine = { game: "", taps: [], pieces: {} };

export async function lay(game, taps = []) {
  Object.assign(mine, { game, taps: [] });
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
        ? h("ul", {}, ...found.faults.map(({ text }) => h("li", {}, text))) : w("lay_sound")),
      h("div", { class: "row" },
        button(w("begin_here"), () => begin(found.position), { class: "main", id: "begin", disabled: found.faults.length > 0 }),
        found.faults.length ? "" : h("a", { download: "position.json", href: URL.createObjectURL(
          new Blob([JSON.stringify(found.position)], { type: "application/json" })) }, w("save_position")),
        button(w("undo"), () => { mine.taps.pop(); draw(); }, { disabled: !mine.taps.length }),
        button(w("cancel"), () => dialog.close())),
      ...found.areas.map(area));
    for (const { text, place } of found.faults) mark(dialog, place, text);
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
  }
}

function area(found) {
  const broad = Math.min(window.innerWidth * 0.94, 700);
  return h("section", { class: "area" }, h("h3", {}, found.title),
    h("div", { class: found.slots.some((slot) => slot.word) ? "pieces" : "row" }, ...found.slots.map(slot)),
    found.picture ? board(found, new Set(), choose, broad) : "");
}

function slot({ place, word, text }) {
  const piece = mine.pieces[word];
  return piece ? button("", () => choose(place), { class: "piece", "data-place": place, title: piece.label }, picture(piece.picture),
    h("span", { "aria-hidden": "true" }, piece.name), h("span", { class: "heard" }, piece.label))
    : button(text || w("empty"), () => choose(place), { "data-place": place });
}

// What can be put into a place.
async function choose(place) {
  await at.attempt(async () => {
    const { choices } = await ask(place);
    const dialog = one("dialog");
    const held = at.pieces;
    at.pieces = mine.pieces; // those of the game that is laid, which may be another one than the table's
    dialog.replaceChildren(h("h2", { id: "dialog-title" }, w("lay")),
      ...palette(choices, (answer) => { at.pieces = held; mine.taps.push([place, answer]); draw(); }),
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
