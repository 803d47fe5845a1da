// Embeds and attached files.

import { el, icon, ICONS } from "./dom.js";
import { openPicture } from "./lightbox.js";
import { markdown } from "./markdown.js";
import { whenOf } from "./time.js";

/** An embed, as a card with a coloured edge. */
export function embedCard(embed, store, ctx) {
  const colour = embed.color ? `#${embed.color.toString(16).padStart(6, "0")}` : null;
  return el(
    "div.embed",
    { style: colour ? `border-left-color:${colour}` : null, "data-role": "embed" },
    el(
      "div.embed-grid",
      {},
      el("div.embed-main", {}, author(embed.author, store), title(embed, ctx), body(embed, ctx), fields(embed.fields ?? [], ctx)),
      embed.thumbnail ? picture(embed.thumbnail, store, "embed-thumbnail") : null,
    ),
    embed.image ? picture(embed.image, store, "embed-image") : null,
    footer(embed, store),
  );
}

function author(who, store) {
  if (!who?.name) return null;
  const face = who.icon_url ? el("img.small-icon", { src: store.local(who.icon_url), alt: "" }) : null;
  return el("div.embed-author", {}, face, who.url ? el("a", { href: who.url, target: "_blank", rel: "noreferrer" }, who.name) : who.name);
}

function title(embed, ctx) {
  if (!embed.title) return null;
  const words = markdown(embed.title, ctx);
  return el("div.embed-title", {}, embed.url ? el("a", { href: embed.url, target: "_blank", rel: "noreferrer" }, words) : words);
}

function body(embed, ctx) {
  return embed.description ? el("div.embed-text", {}, markdown(embed.description, ctx)) : null;
}

function fields(list, ctx) {
  if (!list.length) return null;
  const boxes = list.map((field) =>
    el(
      field.inline ? "div.embed-field.inline" : "div.embed-field",
      {},
      el("div.embed-field-name", {}, markdown(field.name, ctx)),
      el("div.embed-field-value", {}, markdown(field.value, ctx)),
    ),
  );
  return el("div.embed-fields", {}, boxes);
}

function footer(embed, store) {
  if (!embed.footer?.text && !embed.timestamp) return null;
  const face = embed.footer?.icon_url ? el("img.small-icon", { src: store.local(embed.footer.icon_url), alt: "" }) : null;
  const when = embed.timestamp ? whenOf(new Date(embed.timestamp)) : null;
  return el("div.embed-footer", {}, face, [embed.footer?.text, when].filter(Boolean).join(" • "));
}

/** A picture that opens large. It takes its room before it has come, so that nothing jumps. */
export function picture(media, store, kind = "attached-image", alt = "") {
  const url = store.local(media.url);
  const words = media.description || alt || "Picture";
  const image = el("img", { src: url, alt: words, loading: "lazy", width: media.width ?? null, height: media.height ?? null });
  return el(
    `button.picture.${kind}`,
    { type: "button", "aria-label": `Open large: ${words}`, "data-role": "picture", onclick: () => openPicture(url, media.description || alt) },
    image,
  );
}

/** The attachments of a message: pictures side by side, other files as cards. */
export function attachments(list, store) {
  const shown = list.map((file) => {
    if ((file.content_type ?? "").startsWith("image/")) return picture(file, store);
    const size = file.size < 1024 ? `${file.size} bytes` : `${(file.size / 1024).toFixed(1)} KB`;
    return el(
      "a.file-card",
      { href: store.local(file.url), download: file.filename, "data-role": "file" },
      icon(ICONS.file),
      el("span", {}, el("span.file-name", {}, file.filename), el("small", {}, size)),
    );
  });
  return shown.length ? el("div.attachments", {}, shown) : null;
}
