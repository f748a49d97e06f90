// The open question, and the answers that can be: pieces by their groups where they have pictures, else words.

import { button, h, picture } from "./dom.js";
import { at } from "./state.js";
import { w } from "./words.js";

const MANY = 12; // answers from which on there is a field to find one

let sought = "";

// Answers to choose from; `choose` is called with one. Used up pieces of the same groups stand greyed between them.
export function palette(choices, choose, { greyed = false } = {}) {
  const words = Object.keys(choices);
  const pictured = words.filter((word) => at.pieces[word]);
  const bare = Object.fromEntries(words.filter((word) => !at.pieces[word]).map((word) => [word, choices[word]]));
  const list = h("div", {});
  const fill = () => {
    const fits = (word) => `${word} ${choices[word] ?? ""} ${at.pieces[word]?.label ?? ""}`.toLowerCase().includes(sought);
    list.replaceChildren(...(pictured.length ? groups(choices, choose, fits, greyed) : []), ...plain(bare, choose, fits));
  };
  sought = "";
  fill();
  if (words.length <= MANY) return [list];
  const find = h("input", { type: "text", "data-key": "find", "aria-label": w("find"), placeholder: w("find"),
    oninput: (event) => { sought = event.target.value.trim().toLowerCase(); fill(); } });
  return [find, list];
}

function plain(choices, choose, fits) {
  return [h("div", { class: "row" }, ...Object.entries(choices).filter(([word]) => fits(word)).map(([word, words]) =>
    button(words && words !== word ? `${word} · ${words}` : word, () => choose(word),
      { "data-answer": word, "data-key": `answer-${word}` })))];
}

function groups(choices, choose, fits, greyed) {
  const used = new Set(Object.keys(choices).map((word) => at.pieces[word]?.group));
  const found = new Map();
  for (const [word, piece] of Object.entries(at.pieces)) {
    const can = word in choices;
    if (!fits(word) || !(can || (greyed && piece.group && used.has(piece.group)))) continue;
    found.set(piece.group, [...(found.get(piece.group) ?? []), [word, piece, can]]);
  }
  return [...found].map(([group, rows]) => {
    const pieces = h("div", { class: "pieces" }, ...rows.map(([word, piece, can]) =>
      button("", () => choose(word), { class: "piece", disabled: !can, title: piece.label,
        "data-answer": word, "data-key": `answer-${word}` }, picture(piece.picture), h("span", { "aria-hidden": "true" }, piece.name), h("span", { class: "heard" }, piece.label))));
    return group ? h("fieldset", {}, h("legend", {}, group), pieces) : pieces;
  });
}
