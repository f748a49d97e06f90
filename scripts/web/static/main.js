// The page: gets the table, draws its parts, and hears from the server whenever the table changes.

import { get, Refusal } from "./api.js";
import { palette } from "./ask.js";
import { bare, enter, moveButton, picked, renderAreas } from "./board.js";
import { button, h, one, show } from "./dom.js";
import { gameButtons, loadFiles, renderFiles } from "./files.js";
import { forgetHint, renderHint } from "./hint.js";
import { renderReview } from "./review.js";
import { loadScore, renderScore } from "./score.js";
import { at, backToTable, called, moves } from "./state.js";
import { renderStory } from "./story.js";
import { LANGUAGES, page, w } from "./words.js";

const TABS = ["hint", "story", "score", "review", "files"];
const STALE = 409;

at.say = (text) => { one("said").textContent = text; };

let busy = 0; // things under way that the server was asked for

at.attempt = async (act) => {
  document.documentElement.dataset.busy = ++busy;
  try {
    await act();
  } catch (error) {
    if (error instanceof Refusal) {
      const seen = at.view.file;
      if (error.status === STALE) await at.reload();
      at.say(error.status !== STALE ? error.message : seen === at.view.file ? w("stale") : w("other_table", at.view.file));
    } else if (error instanceof TypeError) trouble(true); // the server does not answer
    else throw error;
    at.render();
  } finally {
    if (--busy === 0) {
      delete document.documentElement.dataset.busy;
      catchUp();
    }
  }
};

let heard = null; // the version that the server told last, until it was looked at

// Ask for the table where it has changed; whoever waits for an answer of the server asks for it by itself.
function catchUp() {
  if (busy || heard === null) return;
  const isNews = heard !== at.view.version || !one("trouble").hidden;
  heard = null;
  if (isNews) at.attempt(at.reload);
}

at.reload = async () => {
  const view = await get("/api/table", { lang: page.lang, ...(at.seat === null ? {} : { seat: at.seat }) });
  const needsPieces = `${view.file} ${view.lang}` !== `${at.view.file} ${at.view.lang}` || view.n < at.view.n;
  if (view.version !== at.view.version) at.shown = null;
  if (view.touchable && (needsPieces || !Object.keys(at.pieces).length)) at.pieces = await get("/api/pieces", { lang: page.lang });
  at.view = view;
  trouble(false);
  forgetHint();
  at.render();
  if (!view.chosen) {
    await loadFiles();
    at.render();
  }
  await loadScore();
};

at.render = () => {
  document.documentElement.lang = page.lang;
  one("title").textContent = at.view.title ?? "Kingmaker";
  document.title = at.view.title ? `${at.view.title} · Kingmaker` : "Kingmaker";
  renderSwitches();
  renderNow();
  renderAreas();
  renderTabs();
  renderHint();
  renderStory();
  renderScore();
  renderReview();
  renderFiles();
  document.documentElement.dataset.entries = at.view.n ?? 0;
};

function trouble(is) {
  one("trouble").hidden = !is;
  one("trouble").textContent = is ? w("lost") : "";
}

function renderSwitches() {
  const seats = at.view.seats ?? [];
  show(one("switches"), seats.length > 1 && at.view.touchable ? h("label", {}, `${w("side")} `,
    h("select", { "data-key": "seat", onchange: (event) => { at.seat = Number(event.target.value); at.attempt(at.reload); } },
      ...seats.map((name, n) => h("option", { value: String(n), selected: n === at.view.seat }, called(name))))) : "",
  h("label", {}, `${w("language")} `, h("select", { id: "language", "data-key": "language", onchange: (event) => {
    page.lang = event.target.value;
    localStorage.setItem("kingmaker-language", page.lang);
    at.say("");
    at.attempt(at.reload);
  } }, ...Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code, selected: code === page.lang }, name)))));
}

function headline() {
  const { view } = at;
  if (!view.chosen) return w("choose");
  if (view.ask) return `${view.ask.question}?`;
  if (view.over) {
    const points = view.over.points.map((n, p) => `${called(view.seats[p])} ${n}`).join(", ");
    return `${w("over")}: ${points}; ${w("won", view.over.winners.map((p) => called(view.seats[p])).join(" + "))}`;
  }
  return w("turn", called(view.seats?.[view.player] ?? ""));
}

function renderNow() {
  const { view } = at;
  one("now-title").textContent = headline();
  if (!view.chosen) return show(one("act"), gameButtons());
  const undo = view.history?.length ? button(w("undo"), () => enter("undo", ""), { id: "undo", "data-key": "undo" }) : "";
  if (view.ask) {
    const { kind, choices, piece } = view.ask;
    return show(one("act"), ...palette(choices, (text) => enter(kind, text), { greyed: kind === "setup", piece }), h("div", { class: "row" }, undo));
  }
  const all = moves();
  show(one("act"), told(), view.over ? "" : h("p", { class: "note" }, w("tap")), ...picked(),
    h("div", { class: "row" }, ...bare().slice(0, 24).map(moveButton), undo),
    view.over ? "" : h("details", { open: !view.touchable || listOpen, ontoggle: (event) => { listOpen = event.target.open; } },
      h("summary", { "data-key": "list" }, w("moves", all.length)),
      h("div", { class: "row" }, ...all.slice(0, 400).map(moveButton))));
}

let listOpen = false;

// What the last move brought about, in the order in which it is done with the real pieces.
function told() {
  if (!at.view.told?.length) return "";
  return h("div", { class: "told", id: "told" }, h("h3", {}, w("happened")), h("ol", {}, ...at.view.told.map((line) => h("li", {}, line))));
}

function renderTabs() {
  show(one("tabs"), ...TABS.map((name) => button(w(name), () => choose(name), { role: "tab", id: `tab-${name}`,
    "aria-selected": String(at.tab === name), "aria-controls": "panel", "data-key": `tab-${name}`, tabindex: at.tab === name ? "0" : "-1",
    onkeydown: (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = TABS[(TABS.indexOf(name) + step + TABS.length) % TABS.length];
      choose(next);
      one(`tab-${next}`).focus();
    } })));
  one("panel").setAttribute("aria-labelledby", `tab-${at.tab}`);
}

function choose(name) {
  at.tab = name;
  at.marked.clear();
  at.render();
  if (matchMedia("(max-width: 999px)").matches) one("side").scrollIntoView();
  if (name === "score") loadScore();
  if (name === "files") loadFiles();
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || one("dialog").open) return;
  if (at.touched.length || at.shown) {
    at.touched = [];
    backToTable();
    at.render();
  }
});

window.addEventListener("resize", () => at.render());

// The server tells of every change, of a tab beside this one too; it is asked again by itself once it is back.
function listen() {
  const source = new EventSource("/api/events");
  source.onmessage = (event) => {
    heard = JSON.parse(event.data).version;
    catchUp();
  };
  source.onerror = () => {
    trouble(true);
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 500);
  };
}

page.lang = localStorage.getItem("kingmaker-language") ?? navigator.language.slice(0, 2);
if (!(page.lang in LANGUAGES)) page.lang = "en";
at.attempt(at.reload).then(listen);
