// The line to the server: numbered requests out, replies and events in.

const RETRY_MS = 800;

export class Line {
  /** `onEvent(name, data)` hears every event; "hello" comes at the start and after each reconnection. */
  constructor(onEvent) {
    this.onEvent = onEvent;
    this.player = null;
    this.waiting = new Map();
    this.number = 0;
    this.socket = null;
  }

  /** Connect, acting as a player (by id or name; null: the first there is). */
  connect(player) {
    this.player = player;
    this.hangUp();
    const socket = new WebSocket(`ws://${location.host}/page/socket?as=${encodeURIComponent(player ?? "")}`);
    this.socket = socket;
    socket.onmessage = (incoming) => this.hear(JSON.parse(incoming.data));
    socket.onclose = () => {
      if (socket !== this.socket) return;
      this.failAll("The connection to the channel was lost");
      this.onEvent("lost", {});
      setTimeout(() => socket === this.socket && this.connect(this.player), RETRY_MS);
    };
  }

  hangUp() {
    const old = this.socket;
    this.socket = null;
    this.failAll("The player was changed");
    if (old) old.close();
  }

  failAll(reason) {
    for (const { reject } of this.waiting.values()) reject(new Error(reason));
    this.waiting.clear();
  }

  hear(frame) {
    if (frame.t !== "reply") return this.onEvent(frame.t, frame.d);
    const request = this.waiting.get(frame.n);
    this.waiting.delete(frame.n);
    if (!request) return undefined;
    return frame.error === undefined ? request.resolve(frame.d) : request.reject(new Error(frame.error));
  }

  /** Ask the server to do something; resolves with its reply, rejects with its refusal. */
  request(op, fields = {}) {
    return new Promise((resolve, reject) => {
      if (!this.socket || this.socket.readyState !== WebSocket.OPEN) {
        reject(new Error("There is no connection to the channel"));
        return;
      }
      this.number += 1;
      this.waiting.set(this.number, { resolve, reject });
      this.socket.send(JSON.stringify({ n: this.number, op, ...fields }));
    });
  }
}

/** Upload a file for an option of a command; resolves with the attachment. */
export async function upload(file) {
  const answer = await fetch(`/page/upload?name=${encodeURIComponent(file.name)}`, { method: "POST", body: file });
  if (!answer.ok) throw new Error("The file could not be uploaded");
  return answer.json();
}
