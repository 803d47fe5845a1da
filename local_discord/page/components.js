// Buttons and menus.

import { el, icon, ICONS } from "./dom.js";
import { Menu } from "./menu.js";

const STYLES = ["", "primary", "secondary", "success", "danger", "link", "secondary"];

/** The components of a message. `act(op, fields, busy)` sends what the player does. */
export function componentTree(list, message, app) {
  return list.map((component) => (MAKERS[component.type] ?? unknown)(component, message, app));
}

const MAKERS = {
  1: (row, message, app) => el("div.row", {}, componentTree(row.components, message, app)),
  2: button,
  3: menu,
  5: menu,
  6: menu,
  7: menu,
  8: menu,
};

function unknown(component) {
  return el("em", {}, `component ${component.type}`);
}

function emojiOf(component) {
  const emoji = component.emoji;
  return emoji ? el("span.emoji", { "aria-hidden": "true" }, emoji.id ? `:${emoji.name}:` : emoji.name) : null;
}

function button(component, message, app) {
  const content = [emojiOf(component), component.label];
  if (component.style === 5) {
    return el("a.button.link", { href: component.url, target: "_blank", rel: "noreferrer" }, content, icon(ICONS.out));
  }
  const press = (event) => app.act("press", { message: message.id, id: component.custom_id }, message, event.currentTarget);
  return el(
    `button.button.${STYLES[component.style]}`,
    { type: "button", disabled: component.disabled, "data-custom-id": component.custom_id, "aria-label": component.label ? null : component.emoji?.name, onclick: press },
    content,
  );
}

function menu(component, message, app) {
  const send = (values, element) => app.act("select", { message: message.id, id: component.custom_id, values }, message, element);
  return new Menu(component, app.store, send).element;
}
