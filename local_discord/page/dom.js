// Making elements. Texts always become text nodes, so nothing that a player writes can become markup.

/**
 * Make an element. `spec` is a tag with classes ("div.card.big"); attributes that are null or false are left
 * out, true ones are set empty, functions become event listeners; children may be nodes, texts or lists.
 */
export function el(spec, attributes = {}, ...children) {
  const [tag, ...classes] = spec.split(".");
  const element = document.createElement(tag || "div");
  element.classList.add(...classes);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

/** Append nodes and texts, however deeply nested in lists; empty ones are skipped. */
export function append(element, children) {
  for (const child of [children].flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false && child !== "") element.append(child);
  }
}

/** The element with this data-role. */
export function role(name) {
  return document.querySelector(`[data-role="${name}"]`);
}

/** An icon of a few strokes. */
export function icon(path, label) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  if (label) {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
  } else svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(space, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

export const ICONS = {
  hash: "M9 4 7 20M17 4l-2 16M4 9h17M3 15h17",
  thread: "M6 4v9a3 3 0 0 0 3 3h10M15 12l4 4-4 4",
  down: "M6 9l6 6 6-6",
  check: "M5 12l5 5 9-10",
  close: "M6 6l12 12M18 6 6 18",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  file: "M6 3h8l5 5v13H6zM14 3v5h5",
  send: "M4 4l17 8-17 8 3-8zM7 12h9",
  out: "M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9",
  plus: "M12 5v14M5 12h14",
};
