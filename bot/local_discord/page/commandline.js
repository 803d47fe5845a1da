// A command being typed: its name, a pill for each option given, and a way to the other options.

import { el, icon, ICONS } from "./dom.js";
import { Pill } from "./pill.js";

export class CommandLine {
  /** `host` is the composer: {store, list, complete(name, focused, values), send(name, values), leave(text)}. */
  constructor(command, host) {
    this.command = command;
    this.host = host;
    this.store = host.store;
    this.list = host.list;
    this.current = null;
    this.pills = [];
    this.pillBox = el("span.pills");
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
    const parts = el("div.command-parts", { onclick: (event) => event.target === parts && this.focusFirst() }, name, this.pillBox, this.more, this.tail);
    this.element = el("div.command-line", { "data-command": command.name }, parts, send);
    for (const option of command.options.filter((o) => o.required)) this.addPill(option);
    this.paintMore();
  }

  addPill(option) {
    const pill = new Pill(option, this);
    if (!option.required) pill.withRemove();
    this.pills.push(pill);
    this.pillBox.append(pill.element);
    this.paintMore();
    return pill;
  }

  removePill(pill) {
    const at = this.pills.indexOf(pill);
    this.pills.splice(at, 1);
    pill.element.remove();
    this.paintMore();
    (this.pills[at] ?? this.pills[at - 1] ?? this.tail).focus();
  }

  /** Fill in values by option name, as from a pasted line. */
  fill(values) {
    for (const [name, text] of values) {
      const option = this.command.options.find((o) => o.name === name);
      const pill = this.pills.find((p) => p.option.name === name) ?? (option ? this.addPill(option) : null);
      pill?.set(text);
    }
  }

  left() {
    return this.command.options.filter((option) => !this.pills.some((pill) => pill.option === option));
  }

  paintMore() {
    const count = this.left().length;
    this.more.hidden = !count;
    this.more.textContent = `+${count} optional`;
  }

  /** The options that aren't given yet, narrowed by what is typed behind the pills. */
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
    const pill = this.addPill(option);
    if (text) pill.set(text);
    pill.focus();
  }

  tailChanged() {
    const [, name, text] = /^\s*([-_\p{L}\p{N}]+):\s*(.*)$/u.exec(this.tail.value) ?? [];
    const option = this.left().find((o) => o.name === name);
    if (option) this.begin(option, text);
    else this.showMore();
  }

  /** "where:" typed within a value begins the option of that name; the pill's own name is dropped. */
  spellsNext(pill) {
    const own = `${pill.option.name}:`;
    if (pill.text.trimStart().startsWith(own)) pill.input.value = pill.text.trimStart().slice(own.length).trimStart();
    const [, before = "", name] = /^(?:(.*?)\s+)?([-_\p{L}\p{N}]+):$/u.exec(pill.text) ?? [];
    const option = this.command.options.find((o) => o.name === name);
    if (!option || option === pill.option) return false;
    pill.set(before);
    const given = this.pills.find((other) => other.option === option);
    if (given) given.focus();
    else this.begin(option);
    return true;
  }

  /** Go where typing should begin. */
  focusFirst() {
    const empty = this.pills.find((pill) => !pill.filled);
    (empty ?? this.tail).focus();
  }

  focused(pill) {
    this.current = pill;
    pill.suggest();
  }

  /** After a choice: on to the next empty option, or stay with the list closed so that Enter sends. */
  next(pill) {
    const empty = this.pills.find((other) => other !== pill && !other.filled);
    if (empty) empty.focus();
    else this.list.hide();
  }

  values() {
    return Object.fromEntries(this.pills.filter((pill) => pill.filled).map((pill) => [pill.option.name, pill.value]));
  }

  complete(focused, values) {
    return this.host.complete(this.command.name, focused, values);
  }

  key(event, pill) {
    if (this.list.key(event)) return;
    const handler = { Enter: this.onEnter, Tab: this.onTab, Escape: this.onEscape, Backspace: this.onBackspace }[event.key];
    handler?.call(this, event, pill);
  }

  onEnter(event) {
    event.preventDefault();
    if (this.list.open && this.list.current) this.list.pick();
    else this.submit();
  }

  onTab(event, pill) {
    if (event.shiftKey || !this.list.open || !this.list.current) return;
    if (pill === null || pill.text) {
      event.preventDefault();
      this.list.pick();
    }
  }

  onEscape(event, pill) {
    pill?.stopAsking();
    event.preventDefault();
    event.stopPropagation();
    if (this.list.open && this.list.items.length) this.list.hide();
    else this.host.leave("");
  }

  onBackspace(event, pill) {
    if (event.target.value || event.target.selectionStart) return;
    event.preventDefault();
    const at = pill ? this.pills.indexOf(pill) : this.pills.length;
    if (pill && !pill.option.required) this.removePill(pill);
    else if (at > 0) this.pills[at - 1].focus();
    else this.host.leave(`/${this.command.name}`);
  }

  /** Send, unless an option is missing or wrong: then go there. */
  submit() {
    const wrong = this.pills.filter((pill) => pill.check());
    if (wrong.length) {
      wrong[0].focus();
      const words = wrong.map((pill) => `${pill.option.name}: ${pill.check()}`).join(", ");
      this.list.show([], { heading: el("span.wrong-words", { role: "alert" }, words) });
      return;
    }
    this.host.send(this.command.name, this.values());
  }

  /** The line is put away. */
  close() {
    this.current = null;
    for (const pill of this.pills) pill.stopAsking();
  }

  /** The line as text, to bring it back later. */
  toText() {
    const parts = this.pills.filter((pill) => pill.filled && pill.text).map((pill) => `${pill.option.name}:${pill.text}`);
    return [`/${this.command.name}`, ...parts].join(" ");
  }
}
