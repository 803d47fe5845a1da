// A command being typed: its name, a chip for each option given, and a way to the other options.

import { el, icon, ICONS } from "./dom.js";
import { OptionChip } from "./optionchip.js";

export class CommandLine {
  /** `host` is the composer: {store, list, complete(name, focused, values), send(name, values), leave(text)}. */
  constructor(command, host) {
    this.command = command;
    this.host = host;
    this.store = host.store;
    this.list = host.list;
    this.current = null;
    this.chips = [];
    this.chipBox = el("span.chips");
    this.more = el("button.more", { type: "button", tabindex: "-1", "data-role": "more-options", onclick: () => this.tail.focus() });
    this.tail = el("input.tail", {
      type: "text",
      role: "combobox",
      "aria-label": `/${command.name}: further options`,
      "aria-controls": this.list.id,
      "aria-expanded": "false",
      "data-role": "tail",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      onfocus: () => this.showMore(),
      oninput: () => this.tailChanged(),
      onkeydown: (event) => this.key(event, null),
    });
    const name = el("span.command-name", { title: command.description }, `/${command.name}`);
    const send = el("button.send", { type: "button", "aria-label": "Send the command", "data-role": "send", onclick: () => this.submit() }, icon(ICONS.send));
    const parts = el("div.command-parts", { onclick: (event) => event.target === parts && this.focusFirst() }, name, this.chipBox, this.more, this.tail);
    this.element = el("div.command-line", { "data-command": command.name }, parts, send);
    for (const option of command.options.filter((o) => o.required)) this.addChip(option);
    this.paintMore();
  }

  addChip(option) {
    const chip = new OptionChip(option, this);
    if (!option.required) chip.withRemove();
    this.chips.push(chip);
    this.chipBox.append(chip.element);
    this.paintMore();
    return chip;
  }

  removeChip(chip) {
    const at = this.chips.indexOf(chip);
    this.chips.splice(at, 1);
    chip.element.remove();
    this.paintMore();
    (this.chips[at] ?? this.chips[at - 1] ?? this.tail).focus();
  }

  /** Fill in values by option name, as from a pasted line. */
  fill(values) {
    for (const [name, text] of values) {
      const option = this.command.options.find((o) => o.name === name);
      const chip = this.chips.find((p) => p.option.name === name) ?? (option ? this.addChip(option) : null);
      chip?.set(text);
    }
  }

  left() {
    return this.command.options.filter((option) => !this.chips.some((chip) => chip.option === option));
  }

  paintMore() {
    const count = this.left().length;
    this.more.hidden = !count;
    this.more.textContent = `+${count} optional`;
  }

  /** The options that aren't given yet, narrowed by what is typed behind the chips. */
  showMore() {
    this.current = null;
    const typed = this.tail.value.trim().toLowerCase().replace(/:$/, "");
    const fits = this.left().filter((option) => option.name.includes(typed));
    const items = fits.map((option) => ({ label: option.name, detail: option.description, value: option.name, pick: () => this.begin(option) }));
    const heading = el("span", {}, el("b", {}, `/${this.command.name}`), ` ${this.command.description}`);
    this.list.show(items, { heading, active: typed ? 0 : -1 });
  }

  /** Give one more option and go there. */
  begin(option, text = "") {
    this.tail.value = "";
    const chip = this.addChip(option);
    if (text) chip.set(text);
    chip.focus();
  }

  tailChanged() {
    const [, name, text] = /^\s*([-_\p{L}\p{N}]+):\s*(.*)$/u.exec(this.tail.value) ?? [];
    const option = this.left().find((o) => o.name === name);
    if (option) this.begin(option, text);
    else this.showMore();
  }

  /** "where:" typed within a value begins the option of that name; the chip's own name is dropped. */
  spellsNext(chip) {
    const own = `${chip.option.name}:`;
    if (chip.text.trimStart().startsWith(own)) chip.input.value = chip.text.trimStart().slice(own.length).trimStart();
    const [, before = "", name] = /^(?:(.*?)\s+)?([-_\p{L}\p{N}]+):$/u.exec(chip.text) ?? [];
    const option = this.command.options.find((o) => o.name === name);
    if (!option || option === chip.option) return false;
    chip.set(before);
    const given = this.chips.find((other) => other.option === option);
    if (given) given.focus();
    else this.begin(option);
    return true;
  }

  /** Go where typing should begin. */
  focusFirst() {
    const empty = this.chips.find((chip) => !chip.filled);
    (empty ?? this.tail).focus();
  }

  focused(chip) {
    this.current = chip;
    chip.suggest();
  }

  /** After a choice: on to the next empty option, or stay with the list closed so that Enter sends. */
  next(chip) {
    const empty = this.chips.find((other) => other !== chip && !other.filled);
    if (empty) empty.focus();
    else this.list.hide();
  }

  values() {
    return Object.fromEntries(this.chips.filter((chip) => chip.filled).map((chip) => [chip.option.name, chip.value]));
  }

  complete(focused, values) {
    return this.host.complete(this.command.name, focused, values);
  }

  key(event, chip) {
    if (this.list.key(event)) return;
    const handler = { Enter: this.onEnter, Tab: this.onTab, Escape: this.onEscape, Backspace: this.onBackspace }[event.key];
    handler?.call(this, event, chip);
  }

  onEnter(event) {
    event.preventDefault();
    if (this.list.open && this.list.current) this.list.pick();
    else this.submit();
  }

  onTab(event, chip) {
    if (event.shiftKey || !this.list.open || !this.list.current) return;
    if (chip === null || chip.text) {
      event.preventDefault();
      this.list.pick();
    }
  }

  onEscape(event, chip) {
    chip?.stopAsking();
    event.preventDefault();
    event.stopPropagation();
    if (this.list.open && this.list.items.length) this.list.hide();
    else this.host.leave("");
  }

  onBackspace(event, chip) {
    if (event.target.value || event.target.selectionStart) return;
    event.preventDefault();
    const at = chip ? this.chips.indexOf(chip) : this.chips.length;
    if (chip && !chip.option.required) this.removeChip(chip);
    else if (at > 0) this.chips[at - 1].focus();
    else this.host.leave(`/${this.command.name}`);
  }

  /** Send, when files that were chosen are there; unless an option is missing or wrong, or something stands in none: then go
   * there. */
  async submit() {
    if (this.waits) return;
    this.waits = true;
    while (this.chips.some((chip) => chip.upload)) await Promise.allSettled(this.chips.map((chip) => chip.upload));
    this.waits = false;
    if (!this.closed) this.sendOrComplain();
  }

  sendOrComplain() {
    const loose = this.tail.value.trim();
    const wrong = this.chips.filter((chip) => chip.check());
    if (wrong.length) {
      wrong[0].focus();
      const words = wrong.map((chip) => `${chip.option.name}: ${chip.check()}`).join(", ");
      this.complain(words);
      return;
    }
    if (loose) {
      this.tail.focus();
      const [open] = this.left();
      this.complain(`“${loose}” belongs to no option${open ? `: write its name first, as in ${open.name}:` : ""}`);
      return;
    }
    this.host.send(this.command.name, this.values());
  }

  complain(words) {
    this.list.show([], { heading: el("span.wrong-words", { role: "alert" }, words) });
  }

  /** The line is put away. */
  close() {
    this.current = null;
    this.closed = true;
    for (const chip of this.chips) chip.stopAsking();
  }

  /** The line as text, to bring it back later. */
  toText() {
    const parts = this.chips.filter((chip) => chip.filled && chip.text).map((chip) => `${chip.option.name}:${chip.text}`);
    return [`/${this.command.name}`, ...parts].join(" ");
  }
}
