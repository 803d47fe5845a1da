// A select menu: a box that opens a list. One choice is sent at once, several when the list closes.

import { el, icon, ICONS } from "./dom.js";
import { Listbox } from "./listbox.js";

export class Menu {
  /** `send(values, element)` is called with the chosen values; with no `send` (in forms, where it has a label) read `values`. */
  constructor(component, store, send = null, label = "") {
    this.component = component;
    this.send = send;
    this.options = optionsOf(component, store);
    this.low = component.min_values ?? 1;
    this.high = Math.min(component.max_values ?? 1, this.options.length || 1);
    this.values = this.options.filter((option) => option.default).map((option) => option.value);
    this.sent = this.values;
    this.list = new Listbox({ label: label || component.placeholder || "Options", multiple: this.high > 1, onPick: (item) => this.pick(item) });
    this.shown = el("span.menu-shown");
    this.box = el(
      "button.menu-box",
      {
        type: "button",
        role: "combobox",
        "aria-haspopup": "listbox",
        "aria-expanded": "false",
        "aria-controls": this.list.id,
        "aria-label": label || component.placeholder || "Make a selection",
        disabled: component.disabled,
        "data-custom-id": component.custom_id,
        onclick: () => (this.list.open ? this.close() : this.open()),
        onkeydown: (event) => this.key(event),
        onblur: () => this.close(),
      },
      this.shown,
      icon(ICONS.down),
    );
    this.element = el("div.menu", {}, this.box, this.list.element);
    this.paint();
  }

  open() {
    this.list.show(this.rows(), { active: Math.max(0, this.options.findIndex((o) => this.values.includes(o.value))), heading: this.heading() });
    this.box.focus();
    const room = this.element.closest(".log, .fields")?.getBoundingClientRect().bottom ?? window.innerHeight;
    const below = room - this.box.getBoundingClientRect().bottom;
    this.element.classList.toggle("upwards", below < this.list.element.offsetHeight + 24);
    this.list.element.scrollIntoView({ block: "nearest" });
  }

  close() {
    if (!this.list.open) return;
    this.list.hide();
    if (this.high > 1) this.deliver();
  }

  rows() {
    return this.options.map((option) => ({ ...option, checked: this.values.includes(option.value) }));
  }

  heading() {
    if (this.high <= 1) return null;
    const range = this.low === this.high ? `Choose ${this.low}` : `Choose ${this.low} to ${this.high}`;
    return el("div.menu-heading", {}, `${range} — ${this.values.length} chosen`, el("button.button.primary.small", { type: "button", onclick: () => this.close() }, "Done"));
  }

  pick(item) {
    if (this.high <= 1) {
      const again = !this.send && this.component.required === false && this.values.includes(item.value);
      this.values = again ? [] : [item.value];
      this.paint();
      this.close();
      this.deliver();
      return;
    }
    const chosen = this.values.includes(item.value);
    if (chosen) this.values = this.values.filter((value) => value !== item.value);
    else if (this.values.length < this.high) this.values = [...this.values, item.value];
    this.paint();
    this.list.show(this.rows(), { active: this.list.active, heading: this.heading() });
  }

  deliver() {
    if (!this.send) return;
    const good = this.values.length >= this.low && this.values.length <= this.high;
    if (!good) {
      this.values = this.sent;
      this.paint();
      return;
    }
    if (this.high > 1 && this.values.join() === this.sent.join()) return;
    this.sent = this.values;
    this.send([...this.values], this.box);
  }

  key(event) {
    if (!this.list.open) {
      if (["ArrowDown", "ArrowUp"].includes(event.key)) {
        event.preventDefault();
        this.open();
      }
      return;
    }
    if (this.list.key(event)) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.list.pick();
    } else if (event.key === "Escape" || event.key === "Tab") {
      if (event.key === "Escape") {
        event.preventDefault();
        event.stopPropagation();
      }
      this.close();
    }
  }

  paint() {
    const labels = this.options.filter((option) => this.values.includes(option.value)).map((option) => option.label);
    this.shown.textContent = labels.join(", ") || this.component.placeholder || "Make a selection";
    this.shown.classList.toggle("empty", !labels.length);
  }
}

/** What a menu offers: its own options, or the people, roles or channels of the server. */
function optionsOf(component, store) {
  if (component.type === 3) {
    return component.options.map((option) => ({
      value: option.value,
      label: option.label,
      detail: option.description,
      mark: option.emoji?.name,
      default: option.default,
    }));
  }
  const chosen = new Set((component.default_values ?? []).map((entry) => entry.id));
  const people = [...store.users.values()].map((user) => ({ value: user.id, label: store.name(user.id), mark: "@" }));
  const roles = [...store.roles.values()].map((role) => ({ value: role.id, label: role.name, mark: "&" }));
  const places = [...store.channels.values()].filter((c) => c.name).map((c) => ({ value: c.id, label: c.name, mark: "#" }));
  const all = { 5: people, 6: roles, 7: [...people, ...roles], 8: places }[component.type] ?? [];
  return all.map((option) => ({ ...option, default: chosen.has(option.value) }));
}
