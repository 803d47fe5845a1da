// What this window knows of the world, and what its players have read.

const THREAD = 11;
const SEEN_KEY = "local-channel.seen";

export class Store {
  constructor() {
    this.me = null;
    this.online = false;
    this.base = "";
    this.users = new Map();
    this.roles = new Map();
    this.channels = new Map();
    this.messages = new Map();
    this.commands = { guild: [], direct: [] };
    this.servers = [];
    this.current = null;
    this.complete = new Set();
    this.seen = JSON.parse(localStorage.getItem(SEEN_KEY) || "{}");
  }

  /** Begin anew with what the server tells at the start. */
  fill(hello) {
    this.me = hello.me;
    this.online = hello.online;
    this.base = hello.base;
    this.bot = hello.bot;
    this.commands = hello.commands;
    this.servers = hello.guilds;
    this.users = new Map([...hello.players, hello.bot].map((user) => [user.id, user]));
    this.roles = new Map(hello.guilds.flatMap((guild) => guild.roles).map((role) => [role.id, role]));
    this.channels = new Map(hello.channels.map((channel) => [channel.id, channel]));
    this.messages = new Map(Object.entries(hello.messages).map(([id, list]) => [id, [...list]]));
    this.complete = new Set(Object.entries(hello.messages).filter(([, list]) => list.length < 50).map(([id]) => id));
  }

  name(userId) {
    const user = this.users.get(userId);
    return user ? user.global_name ?? user.username : "Someone";
  }

  players() {
    return [...this.users.values()].filter((user) => !user.bot);
  }

  /** The server whose channel is looked at; the first where none is. */
  server() {
    const here = this.channels.get(this.current)?.guild_id;
    return this.servers.find((server) => server.id === here) ?? this.servers[0];
  }

  /** A server's text channels in order, each with its threads; archived threads only while one is in them. */
  tree(server) {
    const all = [...this.channels.values()];
    const open = (thread) => !thread.thread_metadata.archived || thread.id === this.current;
    const tops = all.filter((channel) => channel.type === 0 && channel.guild_id === server.id).sort((a, b) => a.position - b.position);
    return tops.map((channel) => ({
      channel,
      threads: all.filter((c) => c.type === THREAD && c.parent_id === channel.id && open(c)),
    }));
  }

  directs() {
    return [...this.channels.values()].filter((channel) => channel.type === 1);
  }

  title(channel) {
    return channel.type === 1 ? this.name(this.bot.id) : channel.name;
  }

  list(channelId) {
    if (!this.messages.has(channelId)) this.messages.set(channelId, []);
    return this.messages.get(channelId);
  }

  /** Put a message where it belongs; true if it is new. */
  upsert(message) {
    const list = this.list(message.channel_id);
    const at = list.findIndex((known) => known.id === message.id);
    if (at >= 0) list[at] = message;
    else list.push(message);
    return at < 0;
  }

  remove(channelId, messageId) {
    const list = this.list(channelId);
    const at = list.findIndex((message) => message.id === messageId);
    if (at >= 0) list.splice(at, 1);
  }

  /** Older messages, as they were asked for; fewer than a page means that there are no more. */
  prepend(channelId, older) {
    this.messages.set(channelId, [...older, ...this.list(channelId)]);
    if (older.length < 50) this.complete.add(channelId);
  }

  /** Messages of a channel seen for the first time, beside those that have come in the meantime. */
  merge(channelId, messages) {
    for (const message of messages) this.upsert(message);
    this.list(channelId).sort((a, b) => (isLater(a.id, b.id) ? 1 : -1));
    if (messages.length < 50) this.complete.add(channelId);
  }

  /** Where reading stopped: the id of the last message that a player saw in a channel. */
  lastSeen(channelId, player = this.me) {
    return this.seen[player]?.[channelId] ?? "0";
  }

  markSeen(channelId) {
    const last = this.list(channelId).at(-1)?.id;
    if (!last || !isLater(last, this.lastSeen(channelId))) return false;
    this.seen = JSON.parse(localStorage.getItem(SEEN_KEY) || "{}");
    this.seen[this.me] = { ...this.seen[this.me], [channelId]: last };
    localStorage.setItem(SEEN_KEY, JSON.stringify(this.seen));
    return true;
  }

  /** Unread messages of a channel for a player: how many, and how many of them call the player. */
  unread(channelId, player = this.me) {
    const seen = this.lastSeen(channelId, player);
    const fresh = this.list(channelId).filter((m) => isLater(m.id, seen) && m.author.id !== player);
    return { count: fresh.length, calls: fresh.filter((m) => calls(m, player)).length };
  }

  /** How often a player is called in messages not read yet, in all channels that this window sees. */
  callsFor(player) {
    return [...this.channels.keys()].reduce((sum, id) => sum + this.unread(id, player).calls, 0);
  }

  offered(channel) {
    return this.commands[channel?.type === 1 ? "direct" : "guild"];
  }

  /** An address of the server itself, whatever name the browser knows it by. */
  local(url) {
    return url?.startsWith(this.base) ? url.slice(this.base.length) : url;
  }
}

export function isLater(id, than) {
  return BigInt(id) > BigInt(than);
}

export function calls(message, player) {
  return message.mentions.some((user) => user.id === player);
}
