// What the page asks of the server. A refusal comes as an error with the server's words, in the page's language.

import { page } from "./words.js";

export class Refusal extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

async function answer(response) {
  let found = {};
  try {
    found = await response.json();
  } catch {
    throw new Refusal(response.statusText || "?", response.status);
  }
  if (!response.ok) throw new Refusal(found.error ?? response.statusText, response.status);
  return found;
}

async function ask(path, more = {}) {
  return fetch(path, { credentials: "same-origin", ...more, headers: { "accept-language": page.lang, ...more.headers } });
}

export async function get(path, query = {}) {
  return answer(await ask(`${path}?${new URLSearchParams(query)}`));
}

export async function post(path, value) {
  return answer(await ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(value) }));
}

// Follow server-sent events; `frame` gets each, `end` is called once: with nothing, or with what went wrong ("…": the
// server is gone). Returns what ends it from here.
export function follow(path, query, frame, end) {
  const leaving = new AbortController();
  let isOver = false;
  const over = (why) => {
    if (isOver) return;
    isOver = true;
    leaving.abort();
    end(why);
  };
  const read = async () => {
    const response = await ask(`${path}?${new URLSearchParams(query)}`, { signal: leaving.signal });
    if (!response.ok) return over((await response.json()).error);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let held = "", piece = await reader.read(); !piece.done && !isOver; piece = await reader.read()) {
      const events = (held + piece.value).split("\n\n");
      held = events.pop();
      for (const event of events) take(JSON.parse(event.slice("data: ".length)));
    }
    over("…");
  };
  const take = (found) => {
    if (isOver) return;
    if (found.error) return over(found.error);
    frame(found);
    if (found.last) over();
  };
  read().catch(() => over("…"));
  return () => over();
}
