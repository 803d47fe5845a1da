// The messages of the open channel: shown in order, kept in place while one reads, followed at the end.

import { el } from "./dom.js";
import { continues, messageArticle } from "./message.js";
import { isLater } from "./store.js";
import { dayOf } from "./time.js";

const NEAR = 60;

export class Log {
  constructor(element, toPresent, app) {
    this.element = element;
    this.toPresent = toPresent;
    this.app = app;
    this.channel = null;
    this.firstUnread = null;
    this.loading = false;
    this.following = true;
    this.top = 0;
    element.addEventListener("scroll", () => this.onScroll());
    toPresent.addEventListener("click", () => this.toEnd());
    new ResizeObserver(() => this.following && this.toEnd()).observe(element);
    element.addEventListener("load", () => this.following && this.toEnd(), true);
  }

  get list() {
    return this.app.store.list(this.channel);
  }

  /** Show a channel, with the line where the unread messages begin. */
  open(channelId) {
    this.channel = channelId;
    const seen = this.app.store.lastSeen(channelId);
    const fresh = this.list.find((m) => isLater(m.id, seen) && m.author.id !== this.app.store.me);
    this.firstUnread = seen !== "0" && fresh ? fresh.id : null;
    this.renderAll();
    this.toEnd();
  }

  renderAll() {
    const articles = this.list.map((message) => messageArticle(message, this.app));
    this.element.replaceChildren(this.beginning(), ...articles);
    this.arrange();
  }

  beginning() {
    const { store } = this.app;
    const channel = store.channels.get(this.channel);
    if (!store.complete.has(this.channel)) return el("p.older", { "data-role": "older" }, "Loading older messages…");
    const title = channel.type === 1 ? `Your messages with ${store.title(channel)}` : `Welcome to ${channel.type === 0 ? "#" : ""}${store.title(channel)}`;
    const hint = channel.type === 1 ? "Only the two of you read this." : "Type / for the commands.";
    return el("div.beginning", {}, el("h3", {}, title), el("p", {}, hint));
  }

  /** Set days, groups and the unread line according to neighbours. */
  arrange() {
    this.element.querySelectorAll(".divider").forEach((divider) => divider.remove());
    let before = null;
    for (const message of this.list) {
      const article = this.article(message.id);
      const newDay = !before || dayOf(new Date(before.timestamp)) !== dayOf(new Date(message.timestamp));
      if (newDay) article.before(el("div.divider.day", { role: "separator" }, el("span", {}, dayOf(new Date(message.timestamp)))));
      const unread = message.id === this.firstUnread;
      if (unread) article.before(el("div.divider.unread", { role: "separator", "data-role": "unread-line" }, el("span", {}, "New")));
      article.classList.toggle("continued", !newDay && !unread && continues(before, message));
      before = message;
    }
  }

  article(id) {
    return this.element.querySelector(`[data-message-id="${id}"]`);
  }

  /** Show a new or changed message. */
  put(message) {
    const fresh = messageArticle(message, this.app);
    const old = this.article(message.id);
    if (old) this.redraw(old, fresh);
    else this.element.append(fresh);
    this.arrange();
    this.settle();
  }

  /** Focus stays on the same control; at once, so that it is not taken from where somebody goes next. */
  redraw(old, fresh) {
    const focused = old.contains(document.activeElement) ? document.activeElement.dataset.customId : null;
    old.replaceWith(fresh);
    if (focused) fresh.querySelector(`[data-custom-id="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  drop(id) {
    this.article(id)?.remove();
    this.arrange();
    this.settle();
  }

  /** A line of the page's own: something failed. */
  complain(text) {
    const line = el("article.message.complaint", { role: "alert", "data-role": "complaint" }, text, " ");
    line.append(el("button.text-link", { type: "button", onclick: () => line.remove() }, "Dismiss"));
    this.element.append(line);
    this.settle();
  }

  /** Follow the end if one was there; else offer the way. */
  settle() {
    if (this.following) this.toEnd();
    else this.toPresent.hidden = false;
  }

  toEnd() {
    this.following = true;
    this.element.scrollTop = this.element.scrollHeight;
    this.top = this.element.scrollTop;
    this.toPresent.hidden = true;
  }

  atEnd() {
    return this.element.scrollHeight - this.element.scrollTop - this.element.clientHeight < NEAR;
  }

  /** Whoever scrolls up reads. What grows between a step to the end and its event takes nobody away from there. */
  onScroll() {
    const stayed = this.following && this.element.scrollTop >= this.top;
    this.following = this.atEnd();
    if (stayed && !this.following) return this.toEnd();
    if (this.following) {
      this.top = this.element.scrollTop;
      this.toPresent.hidden = true;
      this.app.onRead();
    }
    if (this.element.scrollTop < NEAR) this.older();
  }

  async older() {
    const { store, line } = this.app;
    const channel = this.channel;
    if (this.loading || store.complete.has(channel) || !this.list.length) return;
    this.loading = true;
    try {
      const reply = await line.request("history", { channel, before: this.list[0].id });
      const fromEnd = this.element.scrollHeight - this.element.scrollTop;
      store.prepend(channel, reply.messages);
      if (channel !== this.channel) return;
      this.renderAll();
      this.element.scrollTop = this.element.scrollHeight - fromEnd;
    } finally {
      this.loading = false;
    }
  }

  /** Scroll to a message and let it light up. */
  goTo(id) {
    const article = this.article(id);
    if (!article) return;
    article.scrollIntoView({ block: "center" });
    article.classList.add("lit");
    setTimeout(() => article.classList.remove("lit"), 1600);
  }
}
