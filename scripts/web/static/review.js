// The game so far, judged: a graph of the chance, the board at each decision, played and better plan on it.

import { follow, post } from "./api.js";
import { button, h, one, s, show, touchable } from "./dom.js";
import { at, called } from "./state.js";
import { page, w } from "./words.js";

const mine = { version: null, lang: "", rows: [], of: 0, worst: null, leave: null, chosen: null };
const WIDTH = 420, HEIGHT = 180, EDGE = 44;

export function renderReview() {
  if (at.tab !== "review") return;
  if ((mine.version !== at.view.version || mine.lang !== page.lang) && !mine.leave) Object.assign(mine, { rows: [], worst: null, chosen: null });
  const decided = (at.view.history ?? []).some((step) => step.kind === "move");
  show(one("panel"), h("p", { class: "note" }, w("judge_note")),
    h("div", { class: "row" }, mine.leave
      ? button(w("stop"), () => at.attempt(() => post("/api/stop", {})), { "data-key": "judge" })
      : button(w("judge"), start, { class: "main", id: "judge", "data-key": "judge", disabled: !decided })),
    mine.leave ? h("progress", { max: String(mine.of || 1), value: String(mine.rows.length), "aria-label": w("judge") }) : "",
    mine.rows.length ? Object.keys(GRAPHS).map(graph) : "", mine.chosen === null ? "" : chosen(), mine.worst ? mistakes() : "");
}

function start() {
  Object.assign(mine, { version: at.view.version, lang: page.lang, rows: [], worst: null, chosen: null });
  mine.leave = follow("/api/review", { iterations: 1000, lang: page.lang }, (frame) => {
    if (frame.judged) {
      mine.rows.push(frame.judged);
      mine.of = frame.of;
    }
    if (frame.worst) mine.worst = frame.worst;
    if (!frame.beat) renderReview();
  }, (why) => {
    mine.leave = null;
    if (why) at.say(why);
    renderReview();
  });
  renderReview();
}

// Only what is told apart from the best is a mistake.
const isMistake = (row) => row.verdict === "worse";

// What a graph shows of a decision: the chance from 0 to 1, or the points from the least to the most of the game.
const GRAPHS = {
  graph: { of: (row) => row.win_before, scale: () => [0, 0.5, 1], said: (value) => `${Math.round(100 * value)} %` },
  graph_points: { of: (row) => row.margin_before, said: (value) => `${value > 0 ? "+" : ""}${Math.round(value)}`,
    scale: (values) => [...new Set([Math.floor(Math.min(0, ...values)), 0, Math.ceil(Math.max(0, ...values))])] },
};

function graph(kind) {
  const { of, scale, said } = GRAPHS[kind];
  const rows = mine.rows.filter((row) => of(row) !== null);
  if (!rows.length) return "";
  const n = Math.max(mine.rows.at(-1).n, 2);
  const marks = scale(rows.map(of));
  const low = marks[0], range = marks.at(-1) - marks[0] || 1;
  const x = (row) => EDGE + ((WIDTH - EDGE - 12) * (row.n - 1)) / (n - 1);
  const height = (value) => 12 + (HEIGHT - EDGE - 12) * (1 - (value - low) / range);
  const y = (row) => height(of(row));
  const players = [...new Set(rows.map((row) => row.player))];
  const lines = players.map((player) => s("polyline", { class: "line",
    points: rows.filter((row) => row.player === player).map((row) => `${x(row)},${y(row)}`).join(" ") }));
  const dots = rows.map((row) => {
    const dot = s("circle", { class: `dot ${isMistake(row) ? "bad" : ""} ${mine.chosen === row.n ? "on" : ""}`, cx: x(row),
      cy: y(row), r: isMistake(row) ? 7 : 5, tabindex: "0", role: "button", "data-key": `${kind}-${row.n}`,
      "aria-label": `${w("decision", row.n)}: ${called(row.player)}, ${row.told}, ${said(of(row))}${isMistake(row) ? `, ${w("mistakes")}` : ""}` });
    touchable(dot, (event) => { event.stopPropagation(); choose(row.n); });
    return dot;
  });
  const nearest = (event) => { // dots may lie closer than a finger is wide: the whole graph can be tapped
    const box = event.currentTarget.getBoundingClientRect();
    const at = ((event.clientX - box.left) * WIDTH) / box.width;
    choose(rows.reduce((best, row) => (Math.abs(x(row) - at) < Math.abs(x(best) - at) ? row : best)).n);
  };
  return h("figure", {}, h("figcaption", {}, w(kind)), s("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", "aria-label": w(kind), onclick: nearest },
    ...marks.flatMap((value) => [s("line", { class: "axis", x1: EDGE, x2: WIDTH - 8, y1: height(value), y2: height(value) }),
      s("text", { x: 2, y: height(value) + 4 }, said(value))]), ...lines, ...dots));
}

function chosen() {
  const row = mine.rows.find(({ n }) => n === mine.chosen);
  if (!row) return "";
  return h("div", { class: "why" }, h("h3", {}, `${w("decision", row.n)} · ${called(row.player)}`),
    h("p", {}, `${w("played")}: ${row.told}`, isMistake(row) && cost(row) ? ` (${cost(row)})` : ""),
    isMistake(row) ? h("p", {}, `${w("better")}: ${row.plan_told.join("; ")}`) : h("p", {}, row.verdict === "best" ? w("best") : w("tied")),
    h("div", { class: "row" }, beside(row, -1, "earlier"), beside(row, 1, "later")),
    h("div", { class: "row" }, button(w("played"), () => board(row, [row.move], w("played"), [row.told]), { "data-key": "show-played" }),
      button(w("better"), () => board(row, row.plan, w("better"), row.plan_told), { "data-key": "show-better" })));
}

// To the decision before or behind.
function beside(row, step, word) {
  const other = mine.rows[mine.rows.indexOf(row) + step];
  return button(w(word), () => choose(other.n), { disabled: !other, "data-key": `review-${word}` });
}

// What the move played gave away: of the chance that the graph shows, else, where that stays the same, in points.
function cost(row) {
  const after = Math.round(100 * row.win_after), before = Math.round(100 * row.win_before);
  if (row.lost.win) return w("cost_win", before - after, after, before);
  return row.lost.margin ? w("cost_points", row.lost.margin.toFixed(1)) : "";
}

function choose(n) {
  mine.chosen = n;
  const row = mine.rows.find((one) => one.n === n);
  renderReview();
  if (isMistake(row)) board(row, row.plan, w("better"), row.plan_told);
  else board(row, [row.move], w("played"), [row.told]);
}

async function board(row, plan, title, told) {
  await at.attempt(async () => {
    const found = await post("/api/plan", { plan, lang: page.lang, seat: at.view.seat, decision: row.n - 1 });
    at.shown = { areas: found.areas, targets: found.targets, title: `${w("decision", row.n)} · ${title}: ${told.join("; ")}` };
    at.render();
  });
}

function mistakes() {
  const bad = mine.rows.filter(isMistake);
  return h("section", {}, h("h3", {}, w("mistakes")), bad.length ? h("ul", { class: "bars" }, ...bad.map((row) => h("li", {},
    button(`${w("decision", row.n)} · ${called(row.player)}: ${row.told} → ${row.plan_told[0]}`, () => choose(row.n), { "data-key": `bad-${row.n}` }))))
    : h("p", {}, w("no_mistakes")));
}
