// What the page asks of the server. A refusal comes as an error with the server's words.

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

export async function get(path, query = {}) {
  return answer(await fetch(`${path}?${new URLSearchParams(query)}`, { credentials: "same-origin" }));
}

export async function post(path, value) {
  return answer(await fetch(path, {
    method: "POST", credentials: "same-origin", headers: { "content-type": "application/json" },
    body: JSON.stringify(value),
  }));
}

// Follow server-sent events; `frame` gets each, `end` is called once: with nothing, or with what went wrong.
export function follow(path, query, frame, end) {
  const source = new EventSource(`${path}?${new URLSearchParams(query)}`);
  let isOver = false;
  const over = (why) => {
    if (isOver) return;
    isOver = true;
    source.close();
    end(why);
  };
  source.onmessage = (event) => {
    const found = JSON.parse(event.data);
    if (found.error) return over(found.error);
    frame(found);
    if (found.last) over();
  };
  source.onerror = async () => {
    if (isOver) return;
    source.close();
    try { // an event stream does not tell why it was refused
      const response = await fetch(`${path}?${new URLSearchParams({ ...query, seconds: 0 })}`);
      const refused = response.ok ? {} : await response.json();
      over(response.ok || refused.error?.startsWith("seconds") ? "…" : refused.error);
    } catch {
      over("…");
    }
  };
  return () => over();
}
