// The bar at the bottom: a text to say, or a slash command.

import { CommandLine } from "./commandline.js";
import { el, icon, ICONS } from "./dom.js";
import { Listbox } from "./listbox.js";
import { begun, flatten, matching, spelled } from "./suggest.js";

export class Composer {
  constructor(element, app) {
    this.app = app;
    this.store = app.store;
    this.last = "";
    this.line = null;
    this.list = new Listbox({ label: "Suggestions", onPick: (item) => item.pick() });
    this.text = el("textarea.say", {
      rows: "1",
      "data-role": "say",
      role: "combobox",
      "aria-expanded": "false",
      "aria-controls": this.list.id,
      "aria-autocomplete": "list",
      autocomplete: "off",
      spellcheck: "false",
      enterkeyhint: "send",
      oninput: () => this.changed(),
      onkeydown: (event) => this.key(event),
      onfocus: () => this.changed(),
    });
    this.sendButton = el("button.send", { type: "button", "aria-label": "Send", "data-role": "send-text", onclick: () => this.submit() }, icon(ICONS.send));
    this.plain = el("div.text-line", {}, this.text, this.sendButton);
    this.slot = el("div.bar", {}, this.plain);
    this.typing = el("p.typing", { "data-role": "typing", "aria-live": "polite" });
    element.replaceChildren(this.list.element, this.slot, this.typing);
    element.addEventListener("focusout", (event) => !element.contains(event.relatedTarget) && this.list.hide());
  }

  get channel() {
    return this.store.channels.get(this.store.current);
  }

  get commands() {
    return flatten(this.store.offered(this.channel));
  }

  /** Begin anew in another channel. */
  open(channel) {
    this.leave("");
    this.list.hide();
    const title = channel.type === 1 ? `@${this.store.title(channel)}` : `${channel.type === 0 ? "#" : ""}${channel.name}`;
    this.text.placeholder = `Message ${title}`;
    this.text.setAttribute("aria-label", `Message ${title}; type / for commands`);
  }

  focus() {
    this.text.focus();
  }

  /** Bring a text into the bar, as typed. */
  write(text) {
    this.leave(text);
    this.text.focus();
    this.changed();
  }

  changed() {
    this.grow();
    this.plain.classList.toggle("empty", !this.text.value.trim());
    const typed = this.text.value;
    if (!typed.startsWith("/") || typed.includes("\n")) {
      this.list.hide();
      return;
    }
    const found = begun(this.commands, typed);
    if (found && (found.rest || typed.endsWith(" "))) {
      const longer = this.commands.some((c) => c.name.startsWith(`${typed.slice(1).trimStart()}`) && c !== found.command);
      if (!longer) {
        this.enter(found.command, spelled(found.command, found.rest));
        return;
      }
    }
    this.offerCommands(typed.slice(1));
  }

  offerCommands(typed) {
    const items = matching(this.commands, typed).map((command) => ({
      label: `/${command.name}`,
      value: command.name,
      detail: command.description,
      note: command.options.filter((o) => o.required).map((o) => o.name).join("  "),
      pick: () => this.enter(command, []),
    }));
    const empty = this.commands.length ? "No command fits" : "The bot has no commands here (is it running?)";
    this.list.show(items, { heading: el("b", {}, typed ? `Commands with “${typed}”` : "Commands"), empty });
  }

  grow() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight, 220)}px`;
  }

  key(event) {
    if (event.isComposing || this.list.key(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (this.list.open && this.list.current) this.list.pick();
      else this.submit();
    } else if (event.key === "Tab" && this.list.open && this.list.current) {
      event.preventDefault();
      this.list.pick();
    } else if (event.key === "Escape") this.list.hide();
    else if (event.key === "ArrowUp" && !this.text.value && this.last) {
      event.preventDefault();
      this.write(this.last);
    }
  }

  submit() {
    const content = this.text.value.trim();
    if (!content) return;
    if (content.startsWith("/")) {
      const found = begun(this.commands, content);
      if (!found) return;
      this.enter(found.command, spelled(found.command, found.rest));
      this.line.submit();
      return;
    }
    this.leave("");
    this.app.say(content);
  }

  /** Go over to a command's chips. */
  enter(command, values) {
    this.line = new CommandLine(command, this);
    this.line.fill(values);
    this.slot.replaceChildren(this.line.element);
    this.line.focusFirst();
  }

  /** Back to plain text. */
  leave(text) {
    const hadFocus = this.slot.contains(document.activeElement);
    this.line?.close();
    this.line = null;
    this.slot.replaceChildren(this.plain);
    this.text.value = text;
    this.list.hide();
    if (hadFocus) this.text.focus();
    this.grow();
    if (text) this.changed();
    this.plain.classList.toggle("empty", !text.trim());
  }

  complete(name, focused, values) {
    return this.app.line.request("complete", { channel: this.store.current, name, focused, values });
  }

  send(name, values) {
    this.last = this.line.toText();
    this.leave("");
    this.text.focus();
    this.app.command(name, values);
  }

  /** Somebody is typing here; for some seconds. */
  showTyping(name) {
    this.typing.textContent = `${name} is typing…`;
    clearTimeout(this.typingTimer);
    this.typingTimer = setTimeout(() => this.hideTyping(), 8000);
  }

  hideTyping() {
    this.typing.textContent = "";
  }
}
