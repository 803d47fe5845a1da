"""The gateway: sessions over websocket that hear what happens, version 10 of Discord's protocol.

A session outlives its connection: what happens meanwhile is kept, and RESUME replays it. Frames go as plain text, whatever
compression a client asks for.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from collections.abc import Callable
from typing import Any

from aiohttp import WSMsgType, web

from local_discord import shapes
from local_discord.errors import Json
from local_discord.line import Line
from local_discord.seed import APP_ID
from local_discord.world import Event, World

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE = range(4)
RESUME, RECONNECT, INVALID, HELLO, ACK = 6, 7, 9, 10, 11
UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, BAD_TOKEN, ALREADY_AUTHENTICATED = range(4001, 4006)
MAX_PAYLOAD = 4096
REPLAY = 5000
_KEPT_SESSIONS = 8
_HEARTBEAT_MS = 41_250
# discord.py notes when it sent a heartbeat only after sending it; an answer that comes sooner than over any
# real line would be taken for one to the heartbeat before, and warned of as 41 seconds of delay.
_ACK_SECONDS = 0.02

_MEMBERS, _MESSAGE_CONTENT = 1 << 1, 1 << 15
_GUILDS, _MESSAGES, _DM_MESSAGES = 1 << 0, 1 << 9, 1 << 12
_INTENTS = {
    "GUILD": (_GUILDS, 0),
    "CHANNEL": (_GUILDS, _GUILDS),
    "THREAD": (_GUILDS, _GUILDS),
    "GUILD_MEMBER": (_MEMBERS, 0),
    "MESSAGE": (_MESSAGES, _DM_MESSAGES),
}


def needed_intent(event: Event) -> int:
    """The intent bit without which a session doesn't hear of an event; 0 if none is needed."""
    best = ""
    for prefix in _INTENTS:
        if event.name.startswith(prefix) and len(prefix) > len(best):
            best = prefix
    return _INTENTS[best][0 if event.guild_id else 1] if best else 0


class Session:
    """One bot session: its numbered events and, while connected, the queue to its websocket."""

    def __init__(self) -> None:
        self.id = secrets.token_hex(16)
        self.intents = 0
        self.shard = (0, 1)
        self.sequence = 0
        self.log: deque[Json] = deque(maxlen=REPLAY)
        self.send: Callable[[Json], None] | None = None

    def dispatch(self, name: str, data: Json) -> None:
        """Number an event, keep it for a replay, and send it if there is a connection."""
        self.sequence += 1
        frame = {"op": DISPATCH, "t": name, "s": self.sequence, "d": data}
        self.log.append(frame)
        if self.send:
            self.send(frame)

    def hears(self, guild_id: str | None) -> bool:
        """Whether a server's events belong to its shard; those of no server go to the first."""
        number, of = self.shard
        return (int(guild_id) >> 22) % of == number if guild_id else number == 0

    def can_replay(self, sequence: int) -> bool:
        """Whether everything after `sequence` is still at hand."""
        oldest = self.log[0]["s"] if self.log else self.sequence + 1
        return oldest - 1 <= sequence <= self.sequence


class Gateway:
    """All sessions, and the door through which connections come in."""

    def __init__(self, world: World, line: Line) -> None:
        self.world, self.line = world, line
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self.ready = asyncio.Event()
        world.subscribe(self._on_event)

    @property
    def online(self) -> bool:
        """Whether a bot is connected and identified."""
        return any(c.session for c in self.connections)

    def _on_event(self, event: Event) -> None:
        if not event.bot_hears:
            return
        need = needed_intent(event)
        channel = self.world.channels.get(event.channel_id or "")
        if channel and not self.world.sees(APP_ID, channel):
            return
        server = event.guild_id or event.data.get("guild_id") or (channel or {}).get("guild_id")
        copies = self.line.copies(event.name)
        for session in list(self.sessions.values()):
            if (need and not session.intents & need) or not session.hears(server):
                continue
            data = frozen(visible(event.data, event, session.intents))
            for _ in range(copies):
                session.dispatch(event.name, data)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one websocket from HELLO to its end."""
        return await self.line.around(request, self._serve)

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        connection = Connection(self, request, socket)
        self.connections.add(connection)
        try:
            await connection.run()
        finally:
            self.connections.discard(connection)
            self.tell_status()
        return socket

    def tell_status(self) -> None:
        """Let everybody know whether the bot is there."""
        if self.online:
            self.ready.set()
        else:
            self.ready.clear()
        self.world.emit(Event("BOT_STATUS", {"online": self.online}, bot_hears=False))

    def adopt(self, session: Session) -> None:
        """Note a new session; forget the oldest of those without a connection if there are many."""
        self.sessions[session.id] = session
        idle = [s for s in self.sessions.values() if s.send is None and s is not session]
        for old in idle[: max(0, len(idle) - _KEPT_SESSIONS)]:
            del self.sessions[old.id]

    async def drop(self, code: int = 1006) -> None:
        """Break every connection: with a close code, or (1006) as a cut cable does."""
        for connection in list(self.connections):
            await connection.cut(code)


def frozen(data: Json) -> Json:
    """A copy that later edits of the world don't reach: an event tells of its own moment."""
    copied: Json = json.loads(json.dumps(data))
    return copied


def visible(data: Json, event: Event, intents: int) -> Json:
    """A message without its text where the bot lacks the message content intent, as Discord does it."""
    if not event.name.startswith("MESSAGE_") or "author" not in data or intents & _MESSAGE_CONTENT:
        return data
    mine = data["author"]["id"] == APP_ID or any(u["id"] == APP_ID for u in data["mentions"])
    if mine or not event.guild_id:
        return data
    return {**data, "content": "", "embeds": [], "attachments": [], "components": []}


class Connection:
    """One websocket of a bot: reads its commands, writes events in order."""

    def __init__(self, gateway: Gateway, request: web.Request, socket: web.WebSocketResponse) -> None:
        self.gateway = gateway
        self.world = gateway.world
        self.request = request
        self.socket = socket
        self.session: Session | None = None
        self._outbox: asyncio.Queue[Json] = asyncio.Queue()

    def put(self, frame: Json) -> None:
        """Queue a frame for sending."""
        self._outbox.put_nowait(frame)

    async def run(self) -> None:
        """Greet, then read until the other side goes away."""
        writer = asyncio.create_task(self._write())
        hello = {"heartbeat_interval": _HEARTBEAT_MS, "_trace": []}
        self.put({"op": HELLO, "d": hello, "s": None, "t": None})
        try:
            async for incoming in self.socket:
                if incoming.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    break
                await self._receive(incoming.data)
        finally:
            self.detach()
            writer.cancel()

    def detach(self) -> None:
        """Leave the session; it goes on without a connection."""
        if self.session and self.session.send == self.put:
            self.session.send = None
        self.session = None

    async def cut(self, code: int) -> None:
        """End this connection from our side."""
        self.detach()
        if code != 1006:
            await self.socket.close(code=code)
        elif self.request.transport:
            self.request.transport.abort()

    async def _write(self) -> None:
        while True:
            frame = await self._outbox.get()
            await asyncio.sleep(self.gateway.line.gateway_delay)
            text = json.dumps(frame, separators=(",", ":"))
            try:
                await self.socket.send_str(text)
            except (ConnectionError, RuntimeError):
                return

    async def _receive(self, raw: str | bytes) -> None:
        if len(raw) > MAX_PAYLOAD:
            await self.cut(DECODE_ERROR)
            return
        try:
            frame = json.loads(raw)
            op, data = frame["op"], frame.get("d")
        except (ValueError, KeyError, TypeError):
            await self.cut(DECODE_ERROR)
            return
        await self._obey(op, data)

    async def _obey(self, op: int, data: Any) -> None:
        if op == HEARTBEAT:
            frame: Json = {"op": ACK, "d": None, "s": None, "t": None}
            asyncio.get_running_loop().call_later(_ACK_SECONDS, self.put, frame)
        elif op == IDENTIFY:
            await self._identify(data)
        elif op == RESUME:
            await self._resume(data)
        elif self.session is None:
            await self.cut(NOT_AUTHENTICATED)
        elif op != PRESENCE:
            await self.cut(UNKNOWN_OPCODE)

    async def _identify(self, data: Json) -> None:
        if self.session:
            await self.cut(ALREADY_AUTHENTICATED)
            return
        if data["token"].removeprefix("Bot ") != self.world.token:
            await self.cut(BAD_TOKEN)
            return
        session = Session()
        session.intents = data["intents"]
        number, of = data.get("shard", (0, 1))
        session.shard = (int(number), int(of))
        self._attach(session)
        session.dispatch("READY", self._ready(session, data))
        for guild_id in filter(session.hears, self.world.guilds):
            session.dispatch("GUILD_CREATE", frozen(self._guild(guild_id, session.intents)))
        self.gateway.tell_status()

    def _attach(self, session: Session) -> None:
        self.session = session
        session.send = self.put
        self.gateway.adopt(session)

    def _ready(self, session: Session, identify: Json) -> Json:
        ready = {
            "v": 10,
            "user": {**self.world.bot, "verified": True, "mfa_enabled": True, "email": None},
            "guilds": [{"id": guild_id, "unavailable": True} for guild_id in filter(session.hears, self.world.guilds)],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.world.base_url.replace("http", "ws", 1) + "/gateway",
            "application": {"id": APP_ID, "flags": 0},
            "private_channels": [],
            "relationships": [],
            "user_settings": {},
            "_trace": [],
        }
        return {**ready, "shard": identify["shard"]} if "shard" in identify else ready

    def _guild(self, guild_id: str, intents: int) -> Json:
        """A guild with what comes along in GUILD_CREATE; all members only with the members intent."""
        members = self.world.members[guild_id]
        known = list(members.values()) if intents & _MEMBERS else [members[APP_ID]]
        places = [c for c in self.world.channels.values() if c.get("guild_id") == guild_id]
        threads = [c for c in places if c["type"] == shapes.THREAD and self.world.sees(APP_ID, c)]
        return {
            **self.world.guilds[guild_id],
            "members": known,
            "member_count": len(members),
            "channels": [c for c in places if c["type"] != shapes.THREAD],
            "threads": [t for t in threads if not t["thread_metadata"]["archived"]],
            "joined_at": members[APP_ID]["joined_at"],
            "large": False,
            "unavailable": False,
            **{key: [] for key in ("voice_states", "presences", "stage_instances")},
            **{key: [] for key in ("guild_scheduled_events", "soundboard_sounds")},
        }

    async def _resume(self, data: Json) -> None:
        session = self.gateway.sessions.get(data["session_id"])
        good = data["token"].removeprefix("Bot ") == self.world.token
        if session is None or not good or not session.can_replay(data["seq"]):
            self.put({"op": INVALID, "d": False, "s": None, "t": None})
            return
        for connection in self.gateway.connections:
            if connection is not self and connection.session is session:
                connection.detach()
        self._attach(session)
        for frame in [f for f in session.log if f["s"] > data["seq"]]:
            self.put(frame)
        session.dispatch("RESUMED", {"_trace": []})
        self.gateway.tell_status()
