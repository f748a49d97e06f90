// Elements are made here and nowhere else: texts are always text, never markup.

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = new Set(["svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan",
  "title", "desc", "defs", "clipPath", "pattern", "use", "marker", "linearGradient", "stop"]);

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

export function h(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

export function s(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

export const one = (id) => document.getElementById(id);

const MOST_DRAWN = 400;
const drawn = new Map(); // pictures by their text: those of pieces come again and again

// A picture from the server as elements.
export function picture(text) {
  let found = drawn.get(text);
  if (!found) {
    found = checked(text);
    drawn.set(text, found);
    if (drawn.size > MOST_DRAWN) drawn.delete(drawn.keys().next().value);
  }
  return document.importNode(found, true);
}

// Only shapes are let in, and nothing that could run or load.
function checked(text) {
  const found = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (found.localName !== "svg" || found.namespaceURI !== SVG) return s("svg", {});
  for (const element of [found, ...found.querySelectorAll("*")]) {
    if (!SHAPES.has(element.localName)) element.remove();
    for (const { name, value } of [...element.attributes]) {
      const isLink = name === "href" || name === "xlink:href";
      if (name.startsWith("on") || name === "style" || (isLink && !value.startsWith("#"))) element.removeAttribute(name);
    }
  }
  return found;
}

// What is touched by finger, mouse or keyboard alike.
export function button(label, act, attributes, ...children) {
  return h("button", { type: "button", onclick: act, ...attributes }, ...(children.length ? children : [label]));
}

// What scrolls by itself is reached by Tab, and says what it is.
export function scrolling(label, ...children) {
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, ...children);
}

export function touchable(element, act) {
  element.addEventListener("click", act);
  element.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      act(event);
    }
  });
}

// Put new content in; who was on an element with a key is on the new one with the same key.
export function show(place, ...children) {
  const held = place.contains(document.activeElement) ? document.activeElement.getAttribute("data-key") : null;
  const isWithin = place.contains(document.activeElement);
  place.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== ""));
  if (!isWithin) return;
  const again = held && [...place.querySelectorAll("[data-key]")].find((x) => x.getAttribute("data-key") === held);
  (again && !again.disabled ? again : one("now-title")).focus({ preventScroll: true });
}
