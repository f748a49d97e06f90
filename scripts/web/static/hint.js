// A hint, only when asked: one chance and margin that move while it thinks, the plan on the board, every move with its interval.

import { follow, post } from "./api.js";
import { make } from "./board.js";
import { button, h, one, s, scrolling, show } from "./dom.js";
import { at, named } from "./state.js";
import { page, w } from "./words.js";

const mine = { version: null, lang: "", frame: null, seconds: 10, leave: null, tried: 0, elapsed: 0, chosen: null, began: 0 };
export const timing = []; // when frames came, in ms after the tap: looked at by tests

export const isThinking = () => mine.leave !== null;

// A hint of a position that is none any more is not shown, nor one in another language.
export function forgetHint() {
  if (mine.version === at.view.version && mine.lang === page.lang) return;
  mine.leave?.();
  Object.assign(mine, { frame: null, chosen: null, version: null });
}

export function renderHint() {
  if (at.tab !== "hint") return;
  const parts = [controls()];
  if (mine.frame) parts.push(...result(mine.frame));
  else if (!isThinking()) parts.push(h("p", { class: "note" }, at.view.no_hint || w("not_asked")));
  show(one("panel"), ...parts);
}

function controls() {
  const slider = h("input", { type: "range", min: "1", max: "60", value: String(mine.seconds), id: "seconds", "data-key": "seconds",
    oninput: (event) => {
      mine.seconds = Number(event.target.value);
      one("seconds-said").textContent = w("seconds", mine.seconds);
    } });
  const can = at.view.begun && !at.view.no_hint;
  return h("div", {}, h("label", { for: "seconds", id: "seconds-said" }, w("seconds", mine.seconds)), slider,
    h("div", { class: "row" },
      isThinking() ? button(w("stop"), stop, { class: "main", "data-key": "think", id: "stop" })
        : button(w("think"), () => start(false), { class: "main", "data-key": "think", id: "think", disabled: !can }),
      mine.frame?.final && !mine.frame.certain && !isThinking()
        ? button(w("think_on"), () => start(true), { "data-key": "think-on", id: "think-on" }) : ""),
    h("progress", { max: String(mine.seconds), value: String(mine.elapsed), id: "progress", "aria-label": w("think"),
      hidden: !isThinking() }));
}

function start(on) {
  Object.assign(mine, { version: at.view.version, lang: page.lang, chosen: null, elapsed: 0, began: performance.now() });
  if (!on) mine.frame = null;
  timing.length = 0;
  drawnPlan = "";
  at.isQuiet = false;
  at.marked.clear();
  mine.leave = follow("/api/hint", { seconds: mine.seconds, lang: page.lang, on: on ? 1 : 0 }, take, (why) => {
    mine.leave = null;
    if (why) at.say(why === "…" ? w("lost") : why);
    renderHint();
  });
  renderHint();
}

async function stop() {
  await at.attempt(() => post("/api/stop", {}));
}

let drawnPlan = "";

function take(frame) {
  timing.push(performance.now() - mine.began);
  mine.elapsed = frame.elapsed;
  if (!frame.beat) {
    mine.frame = frame;
    const plan = frame.plan.join(";");
    if (!mine.chosen && !at.isQuiet && plan !== drawnPlan) {
      drawnPlan = plan;
      overlay(frame.plan, w("plan"), frame.told);
    }
    renderHint();
  } else if (one("progress")) one("progress").value = mine.elapsed;
}

// Draw moves on the board, numbered.
async function overlay(plan, title, told = plan) {
  const version = mine.version;
  await at.attempt(async () => {
    const found = await post("/api/plan", { plan, lang: page.lang, seat: at.view.seat });
    if (found.version !== version || version !== at.view.version) return;
    at.shown = { areas: found.areas, targets: found.targets, isNow: true, title: `${title}: ${told.join("; ")}` };
    at.render();
  });
}

const points = (x) => (x === null ? "–" : `${x > 0 ? "+" : ""}${x.toFixed(1)}`);

function figure(text, { low, said }, certain) {
  const range = certain ? w("certain") : low === null ? "" : w("sure", said[1], said[2]);
  return h("div", {}, h("strong", {}, said[0]), h("span", {}, text), h("br"), h("small", {}, range));
}

function result(frame) {
  const parts = [
    h("div", { class: "figures", id: "figures" }, figure(w("win"), frame.win, frame.certain),
      figure(w("margin"), frame.margin, frame.certain)),
    frame.note ? h("p", { class: "note" }, frame.note) : "",
    h("h3", {}, w("plan")), h("ol", { class: "plan" }, ...frame.told.map((words) => h("li", {}, words))),
    frame.ends === "unknown" ? h("p", { class: "note" }, w("then_see")) : "",
    frame.brief ? h("dl", { id: "brief" }, ...frame.brief.slice(2).flatMap(([label, words]) => [h("dt", {}, label), h("dd", {}, words)])) : "",
    mine.chosen ? whyNot(frame) : "",
    h("h3", {}, w(isDecided(frame) ? "others_points" : "others")), h("ul", { class: "bars" }, ...frame.moves.map((row) => h("li", {}, bar(row, frame)))),
    h("p", { class: "note" }, w("thought", frame.elapsed.toFixed(1), frame.iterations.toLocaleString(page.lang))),
  ];
  return frame.final && frame.source ? [...parts, ...folded(frame)] : parts;
}

const unfolded = new Set();

function folded(frame) {
  const fold = (title, ...inside) => h("details", { open: unfolded.has(title),
    ontoggle: (event) => unfolded[event.target.open ? "add" : "delete"](title) }, h("summary", { "data-key": `fold-${title}` }, title), ...inside);
  const found = [];
  if (frame.then.length) found.push(fold(w("then"), h("ul", {}, ...frame.then.map((line) => h("li", {}, line)))));
  if (frame.points.rows.length) found.push(fold(w("points"), scrolling(w("points"), h("table", {},
    h("thead", {}, h("tr", {}, ...frame.points.names.map((name) => h("th", {}, name)))),
    h("tbody", {}, ...frame.points.rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, cell)))))))));
  found.push(fold(w("depends"), ...frame.why.map((line) => h("p", {}, line))));
  found.push(fold(w("source"), ...frame.source.map((line) => h("p", { class: "note" }, line))));
  return found;
}

// Where the win is all but sure or lost for every move, points tell them apart.
const isDecided = ({ moves }) => moves.every(({ win }) => win.mean === null || win.mean < 0.02)
  || moves.every(({ win }) => win.mean === null || win.mean > 0.98);

function bar(row, frame) {
  const name = isDecided(frame) ? "margin" : "win";
  const { low, high, mean, said } = row[name];
  const all = frame.moves.flatMap(({ margin }) => [margin.low, margin.high]).filter((x) => x !== null);
  const [least, most] = name === "win" ? [0, 1] : [Math.min(...all), Math.max(...all)];
  const x = (value) => Math.max(0, Math.min(1, ((value ?? least) - least) / (most - least || 1))) * 100;
  const sign = row.best ? w("best") : row.few ? w("few") : row.tied ? w("tied") : "";
  return button("", () => preview(row), { "data-key": `bar-${row.move}`, "data-hinted": row.move,
    "aria-pressed": String(mine.chosen === row.move) },
  h("span", { class: "name" }, named(row.move, row.words), sign ? h("span", { class: "sign" }, ` · ${sign}`) : ""),
  h("span", { class: "number" }, said[0]),
  s("svg", { viewBox: "0 0 100 14", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("rect", { class: "track", x: 0, y: 5, width: 100, height: 4 }),
    low === null ? "" : s("rect", { class: "band", x: x(low), y: 2, width: Math.max(x(high) - x(low), 0.4), height: 10 }),
    mean === null ? "" : s("rect", { class: "mean", x: x(mean) - 0.4, y: 0, width: 0.8, height: 14 })));
}

function preview(row) {
  const isBack = mine.chosen === row.move;
  at.isQuiet = false;
  mine.chosen = isBack ? null : row.move;
  if (isBack) overlay(mine.frame.plan, w("plan"), mine.frame.told);
  else overlay(row.plan, w("instead"), row.told);
  renderHint();
}

// A move against the best one: what it gives away, and how sure that is.
function whyNot(frame) {
  const row = frame.moves.find(({ move }) => move === mine.chosen);
  if (!row) return "";
  const best = frame.moves[0];
  const less = (name, format) => (row[name].mean === null || best[name].mean === null ? "–" : format(row[name].mean - best[name].mean));
  const signed = (x) => `${x > 0 ? "+" : ""}${(100 * x).toFixed(0)} %`;
  return h("div", { class: "why", id: "why-not" }, h("h3", {}, named(row.move, row.words)),
    row.best ? h("p", {}, w("best")) : h("p", {}, w("against", less("win", signed), less("margin", points)), " ",
      row.few ? w("few") : row.tied ? w("tied") : ""),
    h("p", { class: "note" }, row.told.join("; ")),
    h("div", { class: "row" }, button(w("play_this"), () => make(row.move), { "data-key": "play-this" }),
      button(w("back_to_plan"), () => preview(row), { "data-key": "to-plan" })));
}
