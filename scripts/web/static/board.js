// The table: areas of pieces and pictures. A touch makes a move, lights what can follow, or tells why nothing can.

import { post } from "./api.js";
import { button, h, one, picture, show, touchable } from "./dom.js";
import { at, backToTable, label, matching, moves, named } from "./state.js";
import { page, w } from "./words.js";

const CELL = 60; // a cell of a board's picture
const LEAST = 46; // px, so that a finger hits it
const TALL = 0.85; // of the window, as in style.css

export function renderAreas() {
  const areas = at.shown?.areas ?? at.view.areas ?? [];
  const lit = litWords();
  const shown = areas.map((area) => renderArea(area, lit));
  const plain = at.view.begun && !at.view.touchable ? [plainBoard()] : [];
  const scrolled = new Map([...one("areas").querySelectorAll(".board")].map((x) => [x.dataset.area, [x.scrollLeft, x.scrollTop]]));
  show(one("areas"), ...(at.shown ? [backRow()] : []), ...shown, ...plain);
  for (const found of one("areas").querySelectorAll(".board")) {
    [found.scrollLeft, found.scrollTop] = scrolled.get(found.dataset.area)
      ?? [(found.scrollWidth - found.clientWidth) / 2, (found.scrollHeight - found.clientHeight) / 2];
  }
}

function backRow() {
  return h("div", { class: "row area wide" }, h("span", {}, at.shown.title),
    button(at.shown.back ?? w("now"), () => { backToTable(); at.render(); }, { "data-key": "back" }));
}

// The words that a touch can go on with.
function litWords() {
  if (at.shown || at.view.ask || at.marked.size) return new Set();
  return new Set(matching(at.touched).flatMap(({ targets }) => targets));
}

function renderArea(area, lit) {
  const parts = [h("h3", {}, area.title, ...area.lines.map((line) => h("small", {}, line)))];
  if (area.spots.length) parts.push(h("div", { class: rowOf(area.spots.map(({ word }) => at.pieces[word])) },
    ...area.spots.map((spot, n) => piece(area, spot, n, lit))));
  if (area.picture) parts.push(board(area, lit, touch, roomOf(area)));
  return h("section", { class: `area ${area.is_wide ? "wide" : ""}`, "aria-label": area.title }, ...parts);
}

const isBeside = matchMedia("(min-width: 700px)"); // as in style.css: areas that are not wide stand two in a row

const roomOf = (area) => (isBeside.matches && !area.is_wide ? 0.5 : 1) * one("areas").clientWidth;

// The class of a row of pieces: words beside pictures want more room.
export const rowOf = (pieces) => (pieces.some((piece) => piece?.is_wide) ? "pieces broad" : "pieces");

function piece(area, spot, n, lit) {
  if (!spot.word) return h("div", { class: "piece gap" }, h("span", {}, w("supply_gap")));
  const known = at.pieces[spot.word];
  const step = planned().findIndex((words) => words.includes(spot.word)) + 1;
  const classes = ["piece", known?.is_wide && "wide", spot.is_dim && "dim", lit.has(spot.word) && "can", at.touched.includes(spot.word) && "picked",
    (step > 0 || at.marked.has(spot.word)) && "planned"].filter(Boolean).join(" ");
  const text = [label(spot.word), spot.mark && `(${spot.mark})`, step > 0 && `${w("plan")} ${step}`].filter(Boolean).join(" ");
  return button("", () => touch(spot.word), { class: classes, title: label(spot.word),
    "data-target": spot.word, "data-key": `${area.name}-${spot.word}-${n}`,
    "aria-pressed": at.touched.includes(spot.word) ? "true" : null },
  known ? picture(known.picture) : "", spot.mark ? [h("span", { class: "mark", "aria-hidden": "true" }, spot.mark), " "] : "",
  h("span", { "aria-hidden": "true" }, known?.name ?? spot.word), h("span", { class: "heard" }, text),
  step > 0 ? h("span", { class: "step", "aria-hidden": "true" }, String(step)) : "");
}

const planned = () => at.shown?.targets ?? []; // what each move of a plan touches

// A picture whose parts can be touched; it never gets so small that a finger would miss a cell.
export function board(area, lit, act = touch, broad = one("areas").clientWidth) {
  const drawn = picture(area.picture);
  const [, , width, height] = drawn.getAttribute("viewBox").split(" ").map(Number);
  const room = broad - 30;
  const scale = Math.max(LEAST / CELL, Math.min(1.4, room / width, (TALL * window.innerHeight) / height)); // all of it is seen
  drawn.setAttribute("width", width * scale);
  drawn.setAttribute("height", height * scale);
  drawn.setAttribute("role", "group");
  drawn.setAttribute("aria-label", area.title);
  drawn.querySelector("desc")?.remove();
  for (const spot of drawn.querySelectorAll("[data-target]")) {
    const word = spot.getAttribute("data-target");
    spot.setAttribute("role", "button");
    spot.setAttribute("tabindex", "0");
    spot.setAttribute("aria-label", spot.getAttribute("data-label"));
    spot.setAttribute("data-key", `${area.name ?? area.title}-${word}`);
    if (lit.has(word)) spot.classList.add("can");
    if (at.touched.includes(word)) spot.classList.add("picked");
    if (at.marked.has(word)) spot.classList.add("shown");
    touchable(spot, () => act(word));
  }
  const isStill = !drawn.querySelector("[data-target]"); // nothing in it can be reached by Tab, yet it may scroll
  return h("div", { class: "board", "data-area": area.name ?? area.title,
    ...(isStill ? { tabindex: "0", role: "region", "aria-label": area.title } : {}) }, drawn);
}

// A game without areas: its own picture, or the table as text.
function plainBoard() {
  const { picture: drawn, text } = at.view;
  return h("section", { class: "area wide" }, h("h3", {}, at.view.title),
    drawn ? h("div", { class: "plain" }, picture(drawn)) : "",
    h("details", { open: !drawn }, h("summary", {}, w("table")), h("pre", { tabindex: "0", role: "region", "aria-label": w("table") }, text)));
}

export async function touch(word) {
  if (at.view.ask || at.view.over || (at.shown && !at.shown.isNow)) return;
  if (at.shown) backToTable();
  if (at.touched.includes(word)) at.touched = at.touched.filter((touched) => touched !== word);
  else {
    const touched = [...at.touched, word];
    const found = matching(touched);
    const alone = matching([word]);
    if (found.length) at.touched = touched;
    else if (alone.length) at.touched = [word]; // another beginning
    else return tellWhy(touched);
    const whole = matching(at.touched);
    if (whole.length === 1 && whole[0].targets.length === at.touched.length) return make(whole[0].move);
  }
  at.say("");
  at.render();
}

async function tellWhy(touched) {
  await at.attempt(async () => {
    const { why } = await post("/api/why", { touched, lang: page.lang });
    at.say(`${touched.map(label).join(" → ")}: ${why || "–"}`);
  });
}

export async function make(move) {
  await enter("move", move);
}

export async function enter(kind, text) {
  const before = at.view.n;
  at.touched = [];
  await at.attempt(async () => {
    await post("/api/enter", { kind, text, at: before, file: at.view.file });
    at.say("");
    at.shown = null;
    at.marked.clear();
    await at.reload();
  });
}

// What is touched so far, and every move that it can become.
export function picked() {
  if (!at.touched.length) return [];
  const found = matching(at.touched);
  return [h("p", {}, w("picked", at.touched.map(label).join(", "))),
    h("div", { class: "row" }, ...found.slice(0, 24).map(moveButton),
      button(w("cancel"), () => { at.touched = []; at.render(); }, { "data-key": "cancel" }))];
}

export function moveButton({ move, words }) {
  return button(named(move, words), () => make(move), { "data-move": move, "data-key": `move-${move}` });
}

// Moves without anything to touch, as `end`.
export function bare() {
  return moves().filter(({ targets }) => !targets.length);
}
