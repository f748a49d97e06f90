// New games, other tables in the folder, files in and out.

import { get, post } from "./api.js";
import { button, h, one, show } from "./dom.js";
import { lay } from "./lay.js";
import { choose } from "./options.js";
import { at } from "./state.js";
import { w } from "./words.js";

const MOST = 4 * 1024 * 1024;
let known = null;
let pasted = "";

export async function loadFiles() {
  if (at.tab !== "files" && at.view.chosen) return;
  await at.attempt(async () => { known = await get("/api/games"); });
  renderFiles();
}

async function go(path, value) {
  await at.attempt(async () => {
    await post(path, value);
    at.touched = [];
    at.shown = at.seat = null;
    at.tab = "hint";
    pasted = "";
    at.say("");
    await at.reload();
  });
}

export function gameButtons() {
  return h("div", { class: "row" }, ...(known?.games ?? []).map(({ name, title }) =>
    button(title, () => go("/api/new", { game: name }), { "data-game": name, "data-key": `game-${name}` })));
}

function optionButtons() {
  return h("div", { class: "row" }, ...(known?.games ?? []).filter(({ options }) => options).map(({ name, title }) =>
    button(`${w("with_options")}: ${title}`, () => choose(name, (game, given) => go("/api/new", { game, given })),
      { "data-options": name, "data-key": `options-${name}` })));
}

function layButtons() {
  return (known?.games ?? []).filter(({ laid }) => laid).map(({ name, title }) =>
    button(`${w("lay")}: ${title}`, () => lay(name), { "data-lay": name, "data-key": `lay-${name}` }));
}

export function renderFiles() {
  if (at.tab !== "files") return;
  const text = h("textarea", { rows: "4", value: pasted, oninput: (event) => { pasted = event.target.value; }, "aria-label": w("paste"), placeholder: w("paste"), "data-key": "paste" });
  const file = h("input", { type: "file", id: "file", accept: ".json,.toml,.jsonl", onchange: async () => {
    const [given] = file.files;
    if (!given) return;
    if (given.size > MOST) at.say(`${given.name}: > 4 MiB`);
    else await go("/api/load", { text: await given.text() });
  } });
  const link = (path, words) => h("a", { href: path, download: true }, words);
  show(one("panel"), at.view.file ? h("p", {}, w("kept_in", at.view.file)) : "",
    at.view.chosen ? h("div", { class: "row" }, link("/api/file/game", w("save_game")),
      at.view.begun ? link("/api/file/position", w("save_position")) : "") : "",
    h("h3", {}, w("new_game")), gameButtons(),
    optionButtons(), h("div", { class: "row" }, ...layButtons()),
    h("h3", {}, w("open")), h("div", { class: "row" }, ...Object.entries(known?.tables ?? {}).map(([name, title]) =>
      button(`${name} · ${title}${name === at.view.file ? ` (${w("here")})` : ""}`, () => go("/api/open", { name }),
        { "data-key": `open-${name}` }))),
    h("h3", {}, h("label", { for: "file" }, w("load"))), file, text,
    h("div", { class: "row" }, button(w("load_text"), () => go("/api/load", { text: text.value }), { "data-key": "load" })));
}
