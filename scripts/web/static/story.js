// What was told so far; any entry can be corrected, and what came after it stays as long as it can be.

import { post } from "./api.js";
import { palette } from "./ask.js";
import { button, h, one, picture, show } from "./dom.js";
import { at, called, label, named } from "./state.js";
import { page, w } from "./words.js";

export function renderStory() {
  if (at.tab !== "story") return;
  const steps = at.view.history ?? [];
  const setup = steps.map((step, n) => [step, n]).filter(([step]) => step.kind === "setup");
  const made = steps.map((step, n) => [step, n]).filter(([step]) => step.kind === "move").reverse();
  show(one("panel"), steps.length ? "" : h("p", { class: "note" }, w("nothing_yet")),
    h("ol", { class: "steps", reversed: true }, ...made.map(([step, n]) => h("li", {}, ...told(step, n)))),
    setup.length ? h("details", { open: !made.length }, h("summary", {}, w("setup")),
      h("div", { class: "row" }, ...setup.map(([step, n]) => entry(n, 0, step.text, label(step.text))))) : "");
}

function told(step, n) {
  return [h("div", { class: "row" }, h("strong", {}, called(step.player ?? "")), entry(n, 0, step.text, named(step.text, step.words)),
    ...step.seen.map((text, k) => entry(n, k + 1, text, label(step.pieces[k] ?? text), at.pieces[step.pieces[k]]))),
  step.told?.length ? h("ol", { class: "note" }, ...step.told.map((line) => h("li", {}, line))) : ""];
}

// A card whose words are lines shows its face alone; its words are heard, and shown where the finger rests.
function entry(step, place, text, words, piece) {
  const face = piece?.is_wide;
  return button(words, () => change(step, place, words), { "data-key": `entry-${step}-${place}`, "data-entry": `${step}-${place}`,
    class: face ? "face" : null, title: face ? `${words} (${w("correct")})` : w("correct") },
  ...(face ? [picture(piece.picture), h("span", { class: "heard" }, words)] : [words]));
}

async function change(step, place, words) {
  await at.attempt(async () => {
    const found = await post("/api/others", { step, place, lang: page.lang });
    const dialog = one("dialog");
    dialog.replaceChildren(h("h2", { id: "dialog-title" }, w("correct_what", words)),
      found.question ? h("p", {}, `${found.question}?`) : "",
      ...palette(found.answers, (text) => { dialog.close(); correct(step, place, text); }, { piece: found.piece }),
      h("div", { class: "row" }, button(w("cancel"), () => dialog.close())));
    dialog.showModal();
  });
}

async function correct(step, place, text) {
  await at.attempt(async () => {
    const found = await post("/api/correct", { step, place, text, at: at.view.n, file: at.view.file });
    at.touched = [];
    at.shown = null;
    await at.reload();
    at.say(found.left_out.length ? w("left_out", found.left_out.join(", "), found.why) : w("corrected"));
  });
}
