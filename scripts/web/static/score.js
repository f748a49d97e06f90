// The score as if the game ended now: totals, then every list that the game gives, each line shown on the board.

import { get } from "./api.js";
import { h, one, scrolling, show, touchable } from "./dom.js";
import { at, called } from "./state.js";
import { w } from "./words.js";

const name = (key) => at.view.called?.[key] ?? at.view.names?.[key] ?? key;

let scored = null;

export async function loadScore() {
  if (at.tab !== "score" || !at.view.begun) return;
  if (scored?.version !== at.view.version) {
    await at.attempt(async () => { scored = { version: at.view.version, found: await get("/api/score") }; });
  }
  renderScore();
}

export function renderScore() {
  if (at.tab !== "score") return;
  if (!at.view.begun || !scored || scored.version !== at.view.version) return show(one("panel"), h("p", { class: "note" }, w("nothing_yet")));
  const { found } = scored;
  const isTable = (value) => value !== null && typeof value === "object" && Object.values(value).every((row) => row !== null && typeof row === "object");
  const lists = Object.entries(found).filter(([key, value]) => key !== "points" && isTable(value) && Object.keys(value).length)
    .map(([key, value]) => [key, Array.isArray(value) ? value : Object.entries(value).map(([player, row]) => ({ player, ...row }))]);
  const rest = Object.entries(found).filter(([key, value]) => (value === null || typeof value !== "object") && key !== "points");
  const points = Array.isArray(found.points) ? Object.fromEntries(found.points.map((n, p) => [at.view.seats[p], n])) : found.points ?? {};
  show(one("panel"), h("div", { class: "figures", id: "score" }, ...Object.entries(points).map(([name, n]) =>
    h("div", {}, h("strong", {}, String(n)), h("span", {}, called(name))))),
  h("p", { class: "note" }, w("score_note")),
  ...rest.map(([key, value]) => h("p", {}, `${name(key)}: ${value === null ? "–" : called(String(value))}`)),
  ...lists.map(([key, rows]) => list(key, rows)));
}

function list(title, rows) {
  const heads = Object.keys(rows[0]);
  return h("section", {}, h("h3", {}, name(title)), scrolling(name(title), h("table", {},
    h("thead", {}, h("tr", {}, ...heads.map((key) => h("th", {}, name(key))))),
    h("tbody", {}, ...rows.map((row, n) => line(title, row, heads, n))))));
}

const isCell = (value) => Array.isArray(value) && value.length === 2 && value.every(Number.isInteger);
const cellsOf = (row) => Object.values(row).flatMap((value) => (isCell(value) ? [value] : Array.isArray(value) ? value.filter(isCell) : []))
  .map((cell) => cell.join(","));

function text(value) {
  if (value === true || value === false) return w(value ? "yes" : "no");
  if (isCell(value)) return value.join(",");
  if (Array.isArray(value)) return value.map(text).join(" ");
  return value === null ? "–" : at.view.called[value] ?? (at.pieces[value] ? `${value} ${at.pieces[value].name}` : String(value));
}

function line(title, row, heads, n) {
  const cells = cellsOf(row);
  const isOn = cells.length > 0 && cells.every((cell) => at.marked.has(cell)) && at.marked.size === cells.length;
  const found = h("tr", { class: isOn ? "on" : "" }, ...heads.map((key) => h("td", {}, text(row[key]))));
  if (!cells.length) return found;
  found.classList.add("tappable");
  found.setAttribute("tabindex", "0");
  found.setAttribute("data-key", `${title}-${n}`);
  touchable(found, () => {
    at.marked = new Set(isOn ? [] : cells);
    at.shown = null;
    at.render();
  });
  return found;
}
