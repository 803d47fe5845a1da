// A list to choose from, driven by its owner's keys: command suggestions, choices, menu options.

import { append, el, icon, ICONS } from "./dom.js";

let lists = 0;

export class Listbox {
  /** `onPick(item)` hears of a choice. Items: {label, detail, note, mark, value, disabled, checked}. */
  constructor({ label, onPick, multiple = false }) {
    lists += 1;
    this.id = `list-${lists}`;
    this.onPick = onPick;
    this.items = [];
    this.active = -1;
    this.heading = el("div.list-heading", { hidden: true });
    this.body = el("div.list-body", { role: "listbox", id: this.id, "aria-label": label, "aria-multiselectable": multiple ? "true" : null });
    this.element = el("div.list", { hidden: true }, this.heading, this.body);
    this.element.addEventListener("mousedown", (event) => event.preventDefault());
  }

  get open() {
    return !this.element.hidden;
  }

  get current() {
    return this.items[this.active] ?? null;
  }

  /** Show items; `active` is the one that Enter takes (-1: none). */
  show(items, { active = 0, heading = null, empty = null } = {}) {
    this.items = items;
    this.heading.hidden = !heading;
    this.heading.replaceChildren();
    append(this.heading, [heading]);
    this.body.replaceChildren(...items.map((item, n) => this.row(item, n)));
    if (!items.length && empty) this.body.append(el("p.list-empty", {}, empty));
    this.element.hidden = !items.length && !empty && !heading;
    this.move(active, true);
  }

  hide() {
    this.element.hidden = true;
    this.items = [];
    this.active = -1;
    this.tell();
  }

  /** The box that is typed into or opened says whether the list is open and which row is the active one: screen readers read that. */
  tell() {
    const boxes = [...document.querySelectorAll(`[role=combobox][aria-controls="${this.id}"]`)];
    for (const box of boxes) {
      const open = this.open && (boxes.length === 1 || box === document.activeElement);
      box.setAttribute("aria-expanded", String(open));
      if (open && this.active >= 0) box.setAttribute("aria-activedescendant", `${this.id}-${this.active}`);
      else box.removeAttribute("aria-activedescendant");
    }
  }

  row(item, n) {
    const row = el(
      "div.list-row",
      {
        role: "option",
        id: `${this.id}-${n}`,
        "data-value": item.value ?? item.label,
        "aria-selected": item.checked ? "true" : "false",
        "aria-disabled": item.disabled ? "true" : null,
        onclick: () => this.pick(n),
        onmousemove: () => this.active !== n && this.move(n, true),
      },
      item.mark ? el("span.list-mark", {}, item.mark) : null,
      el("span.list-label", {}, item.label),
      item.detail ? el("span.list-detail", {}, item.detail) : null,
      item.note ? el("span.list-note", {}, item.note) : null,
      item.checked ? el("span.list-check", {}, icon(ICONS.check)) : null,
    );
    return row;
  }

  pick(n = this.active) {
    const item = this.items[n];
    if (item && !item.disabled) this.onPick(item);
  }

  move(to, exact = false) {
    if (!this.items.length) {
      this.active = -1;
      this.tell();
      return;
    }
    this.active = exact ? to : (this.active + to + this.items.length) % this.items.length;
    this.body.querySelectorAll("[role=option]").forEach((row, n) => {
      row.classList.toggle("active", n === this.active);
      if (n === this.active && this.open) row.scrollIntoView({ block: "nearest" });
    });
    this.tell();
  }

  /** Arrow keys, Home and End; true if the key was meant for the list. */
  key(event) {
    if (!this.open || !this.items.length) return false;
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (!(event.key in steps)) return false;
    this.move(this.active < 0 && steps[event.key] < 0 ? this.items.length - 1 : steps[event.key], this.active < 0 && steps[event.key] < 0);
    event.preventDefault();
    return true;
  }
}
