// The channels and threads at the left, and who one is at its foot.

import { avatar } from "./avatar.js";
import { el, icon, ICONS, role } from "./dom.js";

export class Sidebar {
  constructor(app) {
    this.app = app;
    this.places = role("places");
    this.me = role("me");
    this.menuBadge = role("menu-badge");
    this.switching = false;
    role("menu").addEventListener("click", () => this.toggle());
    role("veil").addEventListener("click", () => this.toggle(false));
    document.addEventListener("click", (event) => this.switching && !event.composedPath().includes(this.me) && this.closeSwitch());
    document.addEventListener("keydown", (event) => event.key === "Escape" && (this.closeSwitch(), this.toggle(false)));
  }

  /** Open or shut the drawer that the sidebar is on a narrow screen; the focus goes in with it, and comes back. */
  toggle(open = !document.body.classList.contains("drawer-open")) {
    if (open === document.body.classList.contains("drawer-open")) return;
    document.body.classList.toggle("drawer-open", open);
    role("veil").hidden = !open;
    role("menu").setAttribute("aria-expanded", String(open));
    if (open) (this.places.querySelector(".here") ?? this.places.querySelector(".place"))?.focus();
    else role("menu").focus();
  }

  render() {
    const { store } = this.app;
    role("server-name").textContent = store.server()?.name ?? "";
    this.places.replaceChildren(
      ...store.servers.flatMap((server) => [
        el("h2.places-title", {}, store.servers.length > 1 ? server.name : "Channels"),
        ...store.tree(server).flatMap(({ channel, threads }) => [this.place(channel, ICONS.hash), ...threads.map((t) => this.place(t, ICONS.thread, true))]),
      ]),
      el("h2.places-title", {}, "Direct messages"),
      ...(store.directs().length ? store.directs().map((channel) => this.place(channel, null)) : [this.newDirect()]),
    );
    this.renderMe();
    const here = store.current;
    const calls = [...store.channels.keys()].filter((id) => id !== here).reduce((sum, id) => sum + store.unread(id).calls, 0);
    this.menuBadge.hidden = !calls;
    this.menuBadge.textContent = calls;
  }

  place(channel, sign, isThread = false) {
    const { store } = this.app;
    const { count, calls } = store.unread(channel.id);
    const link = el(
      "a.place",
      {
        href: `#${channel.id}`,
        "data-channel-id": channel.id,
        "data-channel-name": store.title(channel),
        "data-unread": count ? "true" : null,
        "aria-current": channel.id === store.current ? "page" : null,
        onclick: (event) => {
          event.preventDefault();
          this.app.enter(channel.id);
        },
      },
      sign ? icon(sign) : avatar(store.bot, ".small"),
      el("span.place-name", {}, store.title(channel)),
      calls ? el("span.badge", { "aria-label": `${calls} mentions` }, String(calls)) : null,
    );
    link.classList.toggle("thread", isThread);
    link.classList.toggle("here", channel.id === store.current);
    link.classList.toggle("unread", count > 0);
    return link;
  }

  newDirect() {
    const open = async () => this.app.enter((await this.app.line.request("direct")).channel);
    return el("button.place", { type: "button", onclick: open, "data-role": "open-direct" }, avatar(this.app.store.bot, ".small"), el("span.place-name", {}, this.app.store.name(this.app.store.bot.id)));
  }

  // -- who one is

  renderMe() {
    const { store } = this.app;
    const user = store.users.get(store.me);
    const others = store.players().filter((player) => player.id !== store.me);
    const calls = others.reduce((sum, player) => sum + store.callsFor(player.id), 0);
    const button = el(
      "button.me-button",
      { type: "button", "data-role": "player-switch", "aria-haspopup": "menu", "aria-expanded": String(this.switching), onclick: () => this.toggleSwitch() },
      avatar(user),
      el("span.me-words", {}, el("b", { "data-role": "my-name" }, store.name(store.me)), el("small", {}, "Switch player")),
      calls ? el("span.badge", { title: "Others are called" }, String(calls)) : null,
      icon(ICONS.down),
    );
    this.me.replaceChildren(...(this.switching ? [this.switchMenu()] : []), button);
  }

  toggleSwitch() {
    this.switching = !this.switching;
    this.renderMe();
    if (this.switching) this.me.querySelector("[role=menuitem]")?.focus();
  }

  closeSwitch() {
    if (!this.switching) return;
    this.switching = false;
    this.renderMe();
    this.me.querySelector(".me-button").focus();
  }

  switchMenu() {
    const { store } = this.app;
    const rows = store.players().map((player) => this.playerRow(player, store.callsFor(player.id)));
    const name = el("input", { placeholder: "Another player’s name", maxlength: "32", "aria-label": "Name of a new player", "data-role": "new-player" });
    const add = el(
      "form.add-player",
      {
        onsubmit: async (event) => {
          event.preventDefault();
          if (!name.value.trim()) return;
          const made = await this.app.line.request("add_player", { name: name.value });
          this.switchTo(made.id);
        },
      },
      name,
      el("button.button.primary.small", { type: "submit", "aria-label": "Add the player" }, icon(ICONS.plus)),
    );
    const menu = el("div.switch-menu", { role: "menu", "data-role": "players", "aria-label": "Players" }, rows, add);
    menu.addEventListener("keydown", (event) => this.switchKey(event, menu));
    return menu;
  }

  playerRow(player, calls) {
    const mine = player.id === this.app.store.me;
    const other = el("a.icon-button", { href: `?as=${encodeURIComponent(player.global_name)}${location.hash}`, target: "_blank", "aria-label": `Open a window as ${player.global_name}`, title: "In a window of its own" }, icon(ICONS.out));
    return el(
      "div.switch-row",
      {},
      el(
        mine ? "button.switch-player.mine" : "button.switch-player",
        { type: "button", role: "menuitem", "data-player-name": player.global_name, "data-player-id": player.id, onclick: () => this.switchTo(player.id) },
        avatar(player, ".small"),
        el("span", {}, player.global_name),
        calls ? el("span.badge", {}, String(calls)) : null,
        mine ? icon(ICONS.check) : null,
      ),
      other,
    );
  }

  switchKey(event, menu) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const items = [...menu.querySelectorAll("[role=menuitem]")];
    items[(items.indexOf(document.activeElement) + step + items.length) % items.length].focus();
  }

  switchTo(playerId) {
    this.switching = false;
    this.toggle(false);
    this.app.become(playerId);
  }
}
