// Buttons, menus and the layouts of components v2.

import { el, icon, ICONS } from "./dom.js";
import { picture } from "./embed.js";
import { markdown } from "./markdown.js";
import { Menu } from "./menu.js";

const STYLES = ["", "primary", "secondary", "success", "danger", "link", "secondary"];

/** The components of a message. `act(op, fields, busy)` sends what the player does. */
export function componentTree(list, message, app) {
  const make = MAKERS;
  return list.map((component) => (make[component.type] ?? unknown)(component, message, app));
}

const MAKERS = {
  1: (row, message, app) => el("div.row", {}, componentTree(row.components, message, app)),
  2: button,
  3: menu,
  5: menu,
  6: menu,
  7: menu,
  8: menu,
  9: (section, message, app) =>
    el("div.section", {}, el("div.section-text", {}, componentTree(section.components, message, app)), componentTree([section.accessory], message, app)),
  10: (text, message, app) => el("div.text-display", {}, markdown(text.content, app.words)),
  11: (thumbnail, message, app) => picture({ ...thumbnail.media, description: thumbnail.description }, app.store, "embed-thumbnail"),
  12: (gallery, message, app) =>
    el("div.gallery", {}, gallery.items.map((item) => picture({ ...item.media, description: item.description }, app.store, "gallery-image"))),
  13: (file, message, app) => el("a.file-card", { href: app.store.local(file.file.url), download: "" }, icon(ICONS.file), file.name ?? file.file.url.split("/").pop()),
  14: (separator) => el(separator.divider === false ? "div.gap" : "hr.separator"),
  17: (container, message, app) =>
    el(
      "div.container",
      { style: container.accent_color ? `border-left-color:#${container.accent_color.toString(16).padStart(6, "0")}` : null },
      componentTree(container.components, message, app),
    ),
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
