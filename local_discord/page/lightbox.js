// A picture, large: fitted to the window, and at full size after a click.

import { el, icon, ICONS } from "./dom.js";

/** Open a picture; Escape, the cross or a click beside it closes it. */
export function openPicture(url, alt) {
  const picture = el("img", { src: url, alt: alt || "Picture" });
  const stage = el("div.stage", {}, picture);
  const close = el("button.icon-button", { type: "button", "aria-label": "Close", "data-role": "close-picture" }, icon(ICONS.close));
  const original = el("a.icon-button", { href: url, target: "_blank", rel: "noopener", "aria-label": "Open the picture in its own tab" }, icon(ICONS.out));
  const words = alt ? el("details.caption", { "data-role": "picture-words" }, el("summary", {}, "In words"), el("p", {}, alt)) : null;
  const box = el("dialog.lightbox", { "data-role": "lightbox", "aria-label": alt || "Picture" }, el("div.tools", {}, original, close), stage, words);
  picture.addEventListener("click", (event) => zoom(box, stage, picture, event));
  box.addEventListener("click", (event) => [box, stage].includes(event.target) && box.close());
  close.addEventListener("click", () => box.close());
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
}

/** Between fitted and full size, keeping the point that was clicked under the pointer. */
function zoom(box, stage, picture, event) {
  const frame = picture.getBoundingClientRect();
  const [x, y] = [(event.clientX - frame.left) / frame.width, (event.clientY - frame.top) / frame.height];
  const large = box.classList.toggle("zoomed");
  picture.style.width = large ? `${Math.max(picture.naturalWidth, frame.width * 2)}px` : "";
  if (!large) return;
  stage.scrollLeft = x * picture.offsetWidth - stage.clientWidth / 2;
  stage.scrollTop = y * picture.offsetHeight - stage.clientHeight / 2;
}
