// One message as an article.

import { avatar, colourOf } from "./avatar.js";
import { componentTree } from "./components.js";
import { el, icon, ICONS } from "./dom.js";
import { attachments, embedCard } from "./embed.js";
import { markdown } from "./markdown.js";
import { calls } from "./store.js";
import { clockOf, dayOf, fullOf, whenOf } from "./time.js";

const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;
const THREAD_NOTICE = 18;
const GROUP_MINUTES = 7;

const isNotice = (message) => message.type === THREAD_NOTICE;

/** The article of a message. */
export function messageArticle(message, app) {
  const ephemeral = Boolean(message.flags & EPHEMERAL);
  const article = el(
    "article.message",
    {
      "data-message-id": message.id,
      "data-author": message.author.id,
      "data-ephemeral": ephemeral ? "true" : null,
      "aria-label": `${app.store.name(message.author.id)}, ${fullOf(new Date(message.timestamp))}`,
    },
    ...(isNotice(message) ? notice(message, app) : ordinary(message, app, ephemeral)),
  );
  if (ephemeral) article.classList.add("ephemeral");
  if (calls(message, app.store.me)) article.classList.add("calls-me");
  return article;
}

function ordinary(message, app, ephemeral) {
  const when = new Date(message.timestamp);
  return [
    above(message, app),
    avatar(message.author),
    el("time.side-time", { datetime: message.timestamp, title: fullOf(when) }, clockOf(when)),
    el(
      "header.message-head",
      {},
      el("span.author", { style: `color:${message.author.bot ? "#f2f3f5" : lighter(colourOf(message.author))}` }, app.store.name(message.author.id)),
      message.author.bot ? el("span.app-tag", {}, "APP") : null,
      el("time", { datetime: message.timestamp, title: fullOf(when) }, whenOf(when)),
    ),
    el(
      "div.message-body",
      {},
      content(message, app),
      message.thread ? threadButton(app.store.channels.get(message.thread.id) ?? message.thread, app) : null,
      message.embeds.map((embed) => embedCard(embed, app.store, app.words)),
      attachments(message.attachments, app.store),
      componentTree(message.components, message, app),
      ephemeral ? ephemeralFooter(message, app) : appsBar(message, app),
      el("p.failure", { role: "alert", hidden: true, "data-role": "failure" }),
    ),
  ];
}

function content(message, app) {
  if (message.flags & LOADING) {
    return el("p.thinking", { "data-role": "thinking" }, el("span.dots", { "aria-hidden": "true" }, el("i"), el("i"), el("i")), `${app.store.name(message.author.id)} is thinking…`);
  }
  if (!message.content) return null;
  const edited = message.edited_timestamp ? el("small.edited", { title: fullOf(new Date(message.edited_timestamp)) }, "(edited)") : null;
  return el("div.text", { "data-role": "content" }, markdown(message.content, app.words), edited);
}

/** The line over a message: the command that it answers, or the message that it replies to. */
function above(message, app) {
  const command = message.interaction;
  if (command) {
    return el("div.above", {}, avatar(command.user, ".tiny"), el("b", {}, app.store.name(command.user.id)), " used ", el("span.command-used", {}, `/${command.name}`));
  }
  const target = message.referenced_message;
  if (!target) return null;
  const text = plain(target.content, app.words) || (target.embeds.length ? target.embeds[0].title || "an embed" : "an attachment");
  return el(
    "button.above",
    { type: "button", onclick: () => app.goTo(target.id) },
    avatar(target.author, ".tiny"),
    el("b", {}, app.store.name(target.author.id)),
    el("span.above-text", {}, text.slice(0, 120)),
  );
}

function threadButton(thread, app) {
  return el(
    "button.thread-card",
    { type: "button", "data-channel-id": thread.id, onclick: () => app.enter(thread.id) },
    el("b", {}, thread.name),
    el("span", {}, `${thread.message_count} ${thread.message_count === 1 ? "message" : "messages"} ›`),
  );
}

function ephemeralFooter(message, app) {
  return el(
    "p.only-you",
    {},
    icon(ICONS.eye),
    "Only you can see this • ",
    el("button.text-link", { type: "button", "data-role": "dismiss", onclick: () => app.line.request("dismiss", { message: message.id }) }, "Dismiss message"),
  );
}

/** The commands on a message, shown while it is pointed at or the focus is in it; one stop for Tab, arrows go along. */
function appsBar(message, app) {
  const names = (app.store.commands.message ?? []).map((command) => command.name);
  if (!names.length || message.flags & LOADING) return null;
  const use = (name) => (event) => app.act("app", { message: message.id, name }, message, event.currentTarget);
  const one = (name, at) => el("button.app-command", { type: "button", tabindex: at ? "-1" : "0", "data-app": name, onclick: use(name) }, name);
  return el("div.apps", { role: "toolbar", "aria-label": "Apps", onkeydown: alongBar }, names.map(one));
}

function alongBar(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const every = [...event.currentTarget.children];
  every.at((every.indexOf(document.activeElement) + step) % every.length).focus();
}

// -- the notice that a thread was begun

function notice(message, app) {
  const thread = app.store.channels.get(message.message_reference?.channel_id);
  const when = new Date(message.timestamp);
  return [
    el("span.notice-sign", {}, icon(ICONS.thread)),
    el(
      "div.notice",
      {},
      el("b", {}, app.store.name(message.author.id)),
      " started a thread: ",
      thread ? threadButton(thread, app) : el("b", {}, message.content),
      el("time", { datetime: message.timestamp }, whenOf(when)),
    ),
  ];
}

// -- how messages stand together

/** Whether a message goes on below the one before without a head of its own. */
export function continues(before, message) {
  if (!before || isNotice(before) || isNotice(message) || message.interaction || message.referenced_message) return false;
  const minutes = (new Date(message.timestamp) - new Date(before.timestamp)) / 60000;
  const same = before.author.id === message.author.id && (before.flags & EPHEMERAL) === (message.flags & EPHEMERAL);
  return same && minutes < GROUP_MINUTES && dayOf(new Date(before.timestamp)) === dayOf(new Date(message.timestamp));
}

/** What a text reads like in one line. */
function plain(text, words) {
  return el("span", {}, markdown(text.replace(/\s+/g, " "), words)).textContent;
}

function lighter(colour) {
  return `color-mix(in srgb, ${colour} 62%, white)`;
}
