// The open question, and the answers that can be: pieces by their groups where they have pictures, else words.

import { rowOf } from "./board.js";
import { button, h, picture } from "./dom.js";
import { at } from "./state.js";
import { w } from "./words.js";

const MANY = 12; // answers from which on there is a field to find one

let sought = "";

// Answers to choose from; `choose` is called with one. Used up pieces of the same groups stand greyed between them.
// `piece` tells which piece an answer is, as "card {}"; `isTold`: an answer's words say all, so that nobody has to see what
// programs call it.
export function palette(choices, choose, { greyed = false, piece = "{}", isTold = false } = {}) {
  const words = Object.keys(choices);
  const pieceOf = (word) => piece.replace("{}", word);
  const pictured = new Map(words.filter((word) => at.pieces[pieceOf(word)]).map((word) => [pieceOf(word), word]));
  const bare = Object.fromEntries(words.filter((word) => !at.pieces[pieceOf(word)]).map((word) => [word, choices[word]]));
  const list = h("div", {});
  const fill = () => {
    const fits = (word) => `${word} ${choices[word] ?? ""} ${at.pieces[pieceOf(word)]?.label ?? ""}`.toLowerCase().includes(sought);
    list.replaceChildren(...(pictured.size ? groups(pictured, choose, fits, greyed) : []), ...plain(bare, choose, fits, isTold));
  };
  sought = "";
  fill();
  if (words.length <= MANY) return [list];
  const find = h("input", { type: "text", "data-key": "find", "aria-label": w("find"), placeholder: w("find"),
    oninput: (event) => { sought = event.target.value.trim().toLowerCase(); fill(); } });
  return [find, list];
}

function plain(choices, choose, fits, isTold) {
  return [h("div", { class: "row" }, ...Object.entries(choices).filter(([word]) => fits(word)).map(([word, words]) =>
    button(isTold ? words || word : words && words !== word ? `${word} · ${words}` : word, () => choose(word),
      { "data-answer": word, "data-key": `answer-${word}` })))];
}

function groups(pictured, choose, fits, greyed) {
  const used = new Set([...pictured.keys()].map((name) => at.pieces[name].group));
  const found = new Map();
  for (const [name, piece] of Object.entries(at.pieces)) {
    const can = pictured.has(name);
    const word = pictured.get(name) ?? name;
    if (!fits(word) || !(can || (greyed && piece.group && used.has(piece.group)))) continue;
    found.set(piece.group, [...(found.get(piece.group) ?? []), [word, piece, can]]);
  }
  return [...found].map(([group, rows]) => {
    const pieces = h("div", { class: rowOf(rows.map(([, piece]) => piece)) }, ...rows.map(([word, piece, can]) =>
      button("", () => choose(word), { class: piece.is_wide ? "piece wide" : "piece", disabled: !can, title: piece.label,
        "data-answer": word, "data-key": `answer-${word}` }, picture(piece.picture), h("span", { "aria-hidden": "true" }, piece.name), h("span", { class: "heard" }, piece.label))));
    return group ? h("fieldset", {}, h("legend", {}, group), pieces) : pieces;
  });
}
