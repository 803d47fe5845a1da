// The page: puts the parts together and passes events between them.

import { Composer } from "./composer.js";
import { role } from "./dom.js";
import { openForm } from "./form.js";
import { Log } from "./log.js";
import { Line } from "./net.js";
import { Sidebar } from "./sidebar.js";
import { Store } from "./store.js";

class App {
  constructor() {
    this.store = new Store();
    this.line = new Line((name, data) => this.hear(name, data));
    this.words = this.vocabulary();
    this.log = new Log(role("log"), role("to-present"), this);
    this.composer = new Composer(role("composer"), this);
    this.sidebar = new Sidebar(this);
    window.addEventListener("hashchange", () => this.enter(location.hash.slice(1)));
    window.addEventListener("focus", () => this.onRead());
    window.addEventListener("storage", () => this.store.me && this.sidebar.render());
    document.addEventListener("keydown", (event) => this.typeAnywhere(event));
    this.line.connect(new URLSearchParams(location.search).get("as"));
  }

  /** What markdown needs to name people and places. */
  vocabulary() {
    const { store } = this;
    const app = this;
    return {
      get me() {
        return store.me;
      },
      user: (id) => store.name(id),
      role: (id) => (store.roles.get(id)?.name ?? "role").replace(/^@/, ""),
      channel: (id) => (store.channels.has(id) ? store.title(store.channels.get(id)) : "unknown"),
      onChannel: (id) => app.enter(id),
      onCommand: (name) => app.composer.write(`/${name} `),
    };
  }

  // -- events

  hear(name, data) {
    const handler = EVENTS[name];
    if (handler) handler(this, data);
  }

  start(hello) {
    this.store.fill(hello);
    const url = new URL(location.href);
    url.searchParams.set("as", this.store.name(this.store.me));
    const wanted = location.hash.slice(1) || this.store.current;
    this.store.current = this.store.channels.has(wanted) ? wanted : this.store.tree(this.store.servers[0])[0]?.channel.id;
    url.hash = this.store.current ?? "";
    history.replaceState(null, "", url);
    this.showRoom();
    this.setState("ready");
  }

  setState(state) {
    role("app").dataset.state = state;
    this.met ||= this.store.online;
    const away = this.met ? "The bot is offline" : "The bot is not here yet";
    const words = state === "lost" ? "Reconnecting…" : this.store.online ? "" : away;
    role("bot-status").textContent = words;
    role("bot-status").classList.toggle("bad", Boolean(words));
  }

  showRoom() {
    const channel = this.store.channels.get(this.store.current);
    if (!channel) return;
    role("room-name").textContent = `${channel.type === 0 ? "#" : channel.type === 1 ? "@" : ""}${this.store.title(channel)}`;
    role("topic").textContent = channel.topic ?? "";
    this.composer.open(channel);
    this.log.open(channel.id);
    this.onRead();
  }

  /** What stands at the end is read when the window is looked at. */
  onRead() {
    const looking = document.visibilityState === "visible" && this.log.following;
    if (looking && this.store.current) this.store.markSeen(this.store.current);
    this.sidebar.render();
    this.retitle();
  }

  retitle() {
    const calls = this.store.callsFor(this.store.me);
    const channel = this.store.channels.get(this.store.current);
    document.title = `${calls ? `(${calls}) ` : ""}${channel ? this.store.title(channel) : "channel"} — ${this.store.name(this.store.me)}`;
  }

  arrive(message) {
    const fresh = this.store.upsert(message);
    if (fresh) this.countInThread(message.channel_id);
    if (message.channel_id === this.store.current) {
      this.log.put(message);
      if (message.author.id === this.store.bot.id) this.composer.hideTyping();
    }
    if (fresh) this.onRead();
  }

  /** The card of a thread in its parent channel shows how many messages it has. */
  countInThread(channelId) {
    const thread = this.store.channels.get(channelId);
    if (!thread?.thread_metadata) return;
    thread.message_count += 1;
    const bearer = this.store.list(this.store.current).find((m) => m.message_reference?.channel_id === channelId);
    if (bearer && channelId !== this.store.current) this.log.put(bearer);
  }

  /** A channel that wasn't there before: get what was said in it. */
  async load(channelId) {
    const reply = await this.line.request("history", { channel: channelId, before: null });
    this.store.merge(channelId, reply.messages);
    if (channelId === this.store.current) this.log.open(channelId);
    this.sidebar.render();
  }

  // -- what the player does

  enter(channelId) {
    if (!this.store.channels.has(channelId)) return;
    this.sidebar.toggle(false);
    if (channelId === this.store.current) return;
    this.store.current = channelId;
    history.replaceState(null, "", `#${channelId}`);
    this.showRoom();
    this.composer.focus();
  }

  become(playerId) {
    this.line.connect(playerId);
  }

  async say(content) {
    this.log.toEnd();
    try {
      await this.line.request("say", { channel: this.store.current, content });
    } catch (error) {
      this.log.complain(error.message);
    }
  }

  async command(name, values) {
    this.log.toEnd();
    this.composer.showTyping(this.store.name(this.store.bot.id));
    try {
      this.follow(await this.line.request("command", { channel: this.store.current, name, values }));
    } catch (error) {
      this.log.complain(`/${name}: ${error.message}.`);
    }
    this.composer.hideTyping();
  }

  /** Use a component of a message; a failure is shown below the message. */
  async act(op, fields, message, element) {
    element.classList.add("busy");
    element.setAttribute("aria-busy", "true");
    try {
      this.follow(await this.line.request(op, fields));
    } catch (error) {
      const line = this.log.article(message.id)?.querySelector("[data-role=failure]");
      if (line) {
        line.hidden = false;
        line.textContent = error.message;
        this.log.settle();
      }
    }
    element.classList.remove("busy");
    element.removeAttribute("aria-busy");
  }

  /** If the bot opened a form, show it. */
  follow(reply) {
    if (!reply.modal) return;
    openForm(reply.modal, this, async (values) => this.follow(await this.line.request("submit", { form: reply.form, values })));
  }

  goTo(messageId) {
    this.log.goTo(messageId);
  }

  /** Typing begins in the bar wherever the focus is, as in Discord. */
  typeAnywhere(event) {
    const busy = event.target.closest?.("input, textarea, dialog, [role=combobox], [role=menu]");
    if (busy || event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1 || event.key === " ") return;
    this.composer.focus();
  }
}

const EVENTS = {
  hello: (app, data) => app.start(data),
  lost: (app) => app.setState("lost"),
  BOT_STATUS(app, data) {
    app.store.online = data.online;
    app.setState("ready");
  },
  MESSAGE_CREATE: (app, data) => app.arrive(data),
  MESSAGE_UPDATE: (app, data) => app.arrive(data),
  MESSAGE_DELETE(app, data) {
    app.store.remove(data.channel_id, data.id);
    if (data.channel_id === app.store.current) app.log.drop(data.id);
    app.onRead();
  },
  COMMANDS_CHANGED(app, data) {
    app.store.commands = data;
  },
  GUILD_MEMBER_ADD(app, data) {
    app.store.users.set(data.user.id, data.user);
    app.sidebar.render();
  },
  CHANNEL_CREATE: (app, data) => placed(app, data),
  CHANNEL_UPDATE: (app, data) => placed(app, data),
  THREAD_CREATE: (app, data) => placed(app, data),
  THREAD_UPDATE: (app, data) => placed(app, data),
  CHANNEL_DELETE: (app, data) => removed(app, data.id),
  THREAD_DELETE: (app, data) => removed(app, data.id),
};

function placed(app, channel) {
  app.store.channels.set(channel.id, { ...app.store.channels.get(channel.id), ...channel });
  if (!app.store.messages.has(channel.id)) app.load(channel.id);
  if (channel.id === app.store.current) role("topic").textContent = channel.topic ?? "";
  app.sidebar.render();
}

function removed(app, channelId) {
  app.store.channels.delete(channelId);
  if (app.store.current === channelId) {
    app.store.current = app.store.tree(app.store.servers[0])[0]?.channel.id;
    app.showRoom();
  }
  app.sidebar.render();
}

window.channel = new App();
