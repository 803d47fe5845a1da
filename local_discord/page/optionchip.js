// One option of a command that is being typed: its name, and a field for its value.

import { el, icon, ICONS } from "./dom.js";
import { upload } from "./net.js";
import { complaint, fixedValues, KIND, narrowed } from "./suggest.js";

const PAUSE_MS = 90;

export class OptionChip {
  /** `owner` is the command line: it shows lists, knows the other chips, and is told of keys and changes. */
  constructor(option, owner) {
    this.option = option;
    this.owner = owner;
    this.picked = null;
    this.upload = null; // of the file that was chosen, while it lasts
    this.asked = 0;
    this.input = option.type === KIND.FILE ? this.fileField() : this.textField();
    this.element = el(
      "label.chip",
      { "data-option": option.name, title: option.description },
      el("span.chip-name", {}, option.name),
      this.input,
    );
    this.fit();
  }

  textField() {
    const number = [KIND.INTEGER, KIND.NUMBER].includes(this.option.type);
    return el("input.chip-input", {
      type: "text",
      "data-option-input": this.option.name,
      "aria-label": `${this.option.name}: ${this.option.description}`,
      "aria-autocomplete": "list",
      "aria-controls": this.owner.list.id,
      role: "combobox",
      "aria-expanded": "false",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      inputmode: number ? "decimal" : null,
      oninput: () => this.changed(),
      onfocus: () => this.owner.focused(this),
      onkeydown: (event) => this.owner.key(event, this),
    });
  }

  fileField() {
    const take = async () => {
      const [file] = this.input.files;
      const now = (this.upload = file ? upload(file) : null);
      this.picked = null;
      this.element.classList.toggle("busy", Boolean(now));
      try {
        const found = await now;
        if (this.upload === now) this.picked = found?.id ?? null;
      } finally {
        if (this.upload === now) {
          this.upload = null;
          this.element.classList.remove("busy");
        }
      }
    };
    return el("input.chip-file", {
      type: "file",
      "data-option-input": this.option.name,
      "aria-label": this.option.description,
      onchange: take,
      onfocus: () => this.owner.focused(this),
      onkeydown: (event) => event.key !== " " && event.key !== "Enter" && this.owner.key(event, this),
    });
  }

  get text() {
    return this.option.type === KIND.FILE ? "" : this.input.value;
  }

  /** The value to send; a typed text stands for the choice of that name. */
  get value() {
    if (this.picked !== null) return this.picked;
    const fixed = fixedValues(this.option, this.owner.store);
    const text = this.text.trim();
    if (!fixed || !text) return text;
    const same = fixed.find((entry) => [entry.label, String(entry.value)].some((word) => word.toLowerCase() === text.toLowerCase()));
    return same ? same.value : narrowed(fixed, text)[0]?.value ?? "";
  }

  get filled() {
    return this.value !== "" && this.value !== null;
  }

  /** Set a value as if it had been chosen: shown by its label. */
  set(label, value = null) {
    if (this.option.type === KIND.FILE) return;
    this.input.value = label;
    this.picked = value;
    this.fit();
    this.check(false);
  }

  changed() {
    this.picked = null;
    if (this.owner.spellsNext(this)) return;
    this.fit();
    this.check(false);
    this.suggest();
  }

  fit() {
    const measure = this.option.type !== KIND.FILE && !CSS.supports("field-sizing", "content");
    if (measure) this.input.style.width = `${Math.max(3, this.input.value.length + 2)}ch`;
  }

  /** Mark the chip if its value can't be sent; returns whether it can. */
  check(show = true) {
    const lost = this.text.trim() && this.value === "";
    const wrong = lost ? "nothing in the list fits" : complaint(this.option, this.value);
    this.element.classList.toggle("wrong", show && Boolean(wrong));
    this.input.setAttribute("aria-invalid", show && wrong ? "true" : "false");
    return wrong;
  }

  /** Show what this option can be. */
  suggest() {
    const heading = el("span", {}, el("b", {}, this.option.name), ` ${this.option.description}`, this.option.required ? null : el("em", {}, " (optional)"));
    const fixed = fixedValues(this.option, this.owner.store);
    if (fixed) {
      this.offer(narrowed(fixed, this.picked === null ? this.text : ""), heading);
    } else if (this.option.autocomplete) {
      if (!this.owner.list.open) this.owner.list.show([], { heading });
      this.ask(heading);
    } else this.owner.list.show([], { heading });
  }

  offer(values, heading, empty = "Nothing fits") {
    const items = values.slice(0, 25).map((entry) => ({ ...entry, pick: () => this.take(entry) }));
    this.owner.list.show(items, { heading, empty: items.length ? null : empty });
  }

  /** An answer that is still on its way isn't wanted any more. */
  stopAsking() {
    this.asked += 1;
    clearTimeout(this.timer);
  }

  take(entry) {
    this.stopAsking();
    this.set(entry.label, entry.value);
    this.owner.next(this);
  }

  /** Ask the bot, after a short pause in typing; answers that come too late are dropped. */
  ask(heading) {
    this.asked += 1;
    const mine = this.asked;
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const values = { ...this.owner.values(), [this.option.name]: this.text };
      try {
        const reply = await this.owner.complete(this.option.name, values);
        if (mine !== this.asked || this.owner.current !== this) return;
        this.offer(reply.choices.map((choice) => ({ label: choice.name, value: choice.value })), heading, "No options match");
      } catch (error) {
        if (mine === this.asked && this.owner.current === this) this.owner.list.show([], { heading, empty: error.message });
      }
    }, this.text ? PAUSE_MS : 0);
  }

  focus() {
    this.input.focus();
  }

  /** A small cross to take an optional option away again. */
  withRemove() {
    const cross = el("button.chip-remove", { type: "button", "aria-label": `Remove ${this.option.name}`, tabindex: "-1", onclick: () => this.owner.removeChip(this) }, icon(ICONS.close));
    this.element.append(cross);
    return this;
  }
}
