// Discord's markdown, as nodes.

import { el } from "./dom.js";
import { fullOf, styled } from "./time.js";

const BLOCKS = [
  [/^```(?:([\w+-]*)\n)?([\s\S]*?)\n?```\n?/, (m) => el("pre.code-block", { "data-language": m[1] || null }, el("code", {}, m[2]))],
  [/^(#{1,3}) +([^\n]+)\n?/, (m, ctx) => el(`h${m[1].length + 2}.heading`, {}, inline(m[2], ctx))],
  [/^( *)-# +([^\n]+)\n?/, (m, ctx) => el(m[1] ? "small.subtext.deeper" : "small.subtext", {}, inline(m[2], ctx))],
  [/^>>> ([\s\S]+)$/, (m, ctx) => el("blockquote", {}, blocks(m[1], ctx))],
  [/^((?:> ?[^\n]*(?:\n|$))+)/, (m, ctx) => el("blockquote", {}, blocks(m[1].replace(/^> ?/gm, "").replace(/\n$/, ""), ctx))],
  [/^((?: *[-*] [^\n]+(?:\n|$))+)/, (m, ctx) => list("ul", m[1], /^( *)[-*] /, ctx)],
  [/^((?: *\d+\. [^\n]+(?:\n|$))+)/, (m, ctx) => list("ol", m[1], /^( *)\d+\. /, ctx)],
];

const SPANS = [
  [/^\\([^\w\s])/, (m) => m[1]],
  [/^(`+)([\s\S]*?[^`])\1(?!`)/, (m) => el("code.code", {}, m[2].trim())],
  [/^<@!?(\d+)>/, (m, ctx) => mention("@" + ctx.user(m[1]), m[1] === ctx.me)],
  [/^<#(\d+)>/, (m, ctx) => channelLink(m[1], ctx)],
  [/^<@&(\d+)>/, (m, ctx) => mention("@" + ctx.role(m[1]))],
  [/^<\/([^:>]+):\d+>/, (m, ctx) => el("button.mention", { type: "button", onclick: () => ctx.onCommand?.(m[1]) }, "/" + m[1])],
  [/^<t:(-?\d+)(?::([tTdDfFR]))?>/, (m) => moment(new Date(Number(m[1]) * 1000), m[2])],
  [/^<a?(:\w+:)\d+>/, (m) => m[1]],
  [/^<(https?:\/\/[^\s>]+)>/, (m) => link(m[1], m[1])],
  [/^\[([^\]]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (m, ctx) => link(m[2], inline(m[1], ctx))],
  [/^https?:\/\/[^\s<]+[^\s<.,:;"')\]]/, (m) => link(m[0], m[0])],
  [/^\*\*\*([\s\S]+?)\*\*\*/, (m, ctx) => el("strong", {}, el("em", {}, inline(m[1], ctx)))],
  [/^\*\*([\s\S]+?)\*\*(?!\*)/, (m, ctx) => el("strong", {}, inline(m[1], ctx))],
  [/^__([\s\S]+?)__(?!_)/, (m, ctx) => el("u", {}, inline(m[1], ctx))],
  [/^~~([\s\S]+?)~~/, (m, ctx) => el("s", {}, inline(m[1], ctx))],
  [/^\|\|([\s\S]+?)\|\|/, (m, ctx) => spoiler(inline(m[1], ctx))],
  [/^\*(?=\S)([\s\S]*?\S)\*(?!\*)/, (m, ctx) => el("em", {}, inline(m[1], ctx))],
  [/^_(?=\S)([\s\S]*?\S)_(?![_\w])/, (m, ctx) => el("em", {}, inline(m[1], ctx))],
];
const PLAIN = /^[\s\S][^\\`<[*_~|\nh]*/;

/** The nodes of a text. `ctx` names users, roles and channels: {me, user(id), role(id), channel(id), onChannel}. */
export function markdown(text, ctx) {
  return blocks(text ?? "", ctx);
}

function blocks(text, ctx) {
  const nodes = [];
  let rest = text;
  let line = "";
  const flush = () => {
    if (line) nodes.push(...inline(line.replace(/\n$/, ""), ctx));
    line = "";
  };
  while (rest) {
    const found = BLOCKS.map(([pattern, make]) => [pattern.exec(rest), make]).find(([match]) => match);
    if (found) {
      flush();
      nodes.push(found[1](found[0], ctx));
      rest = rest.slice(found[0][0].length);
      continue;
    }
    const end = rest.indexOf("\n") + 1 || rest.length;
    line += rest.slice(0, end);
    rest = rest.slice(end);
  }
  flush();
  return nodes;
}

function inline(text, ctx) {
  const nodes = [];
  let rest = text;
  while (rest) {
    const found = SPANS.map(([pattern, make]) => [pattern.exec(rest), make]).find(([match]) => match);
    const match = found ? found[0] : PLAIN.exec(rest);
    nodes.push(found ? found[1](match, ctx) : match[0]);
    rest = rest.slice(match[0].length);
  }
  return nodes;
}

function list(tag, text, marker, ctx) {
  const root = el(`${tag}.points`);
  const first = tag === "ol" ? /\d+/.exec(text)[0] : null;
  if (first) root.setAttribute("start", first);
  for (const row of text.replace(/\n$/, "").split("\n")) {
    const indent = marker.exec(row)?.[1].length ?? 0;
    const item = el("li", {}, inline(row.replace(marker, ""), ctx));
    if (indent > 1) item.classList.add("deeper");
    root.append(item);
  }
  return root;
}

function link(url, content) {
  return el("a", { href: url, target: "_blank", rel: "noreferrer noopener" }, content);
}

function mention(text, isMe = false) {
  return el(isMe ? "span.mention.mine" : "span.mention", {}, text);
}

function channelLink(id, ctx) {
  return el("button.mention", { type: "button", onclick: () => ctx.onChannel?.(id) }, "#" + ctx.channel(id));
}

function moment(date, style) {
  return el("time.moment", { datetime: date.toISOString(), title: fullOf(date) }, styled(date, style));
}

function spoiler(content) {
  const show = (event) => event.currentTarget.classList.add("shown");
  return el("button.spoiler", { type: "button", "aria-label": "Show what is hidden", onclick: show }, content);
}
