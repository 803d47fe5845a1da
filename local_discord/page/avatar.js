// A disc with an initial for people, the channel's own sign for the bot.

import { el } from "./dom.js";

const COLOURS = ["#5865f2", "#3ba55c", "#c27c0e", "#e0457b", "#a652bb", "#00a3a3", "#d8583a", "#6b7f99"];

export function colourOf(user) {
  return user.bot ? "#5865f2" : COLOURS[Number(BigInt(user.id) % BigInt(COLOURS.length))];
}

export function avatar(user, size = "") {
  if (user.bot) return el(`span.avatar.bot${size}`, { "aria-hidden": "true" }, el("img", { src: "/page/icon.svg", alt: "" }));
  const name = user.global_name ?? user.username;
  return el(`span.avatar${size}`, { "aria-hidden": "true", style: `background:${colourOf(user)}` }, name.slice(0, 1).toUpperCase());
}
