"""The page's side of the server: static files and one websocket for each open browser window.

Each window acts as one player. What it sends are numbered requests ({"n": 1, "op": "press", ...}), each
answered by {"t": "reply", "n": 1, ...}; between the answers come the events that the player may see.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from aiohttp import WSMsgType, web

from local_discord import channels, commands, messages, player_actions, shapes
from local_discord.commands import BadInput
from local_discord.errors import ApiError, Json
from local_discord.gateway import Gateway
from local_discord.world import Event, World

PAGE = Path(__file__).parent / "page"
_HISTORY = 50
_HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
}
_NO_ANSWER = "The application did not respond"
_LOOKS_AGAIN = 0.1


class PageServer:
    """All open windows of the page."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self.world = world
        self.gateway = gateway
        self.windows: set[Window] = set()

    def add_to(self, app: web.Application) -> None:
        """Put the page's routes into an application."""
        app.router.add_get("/", self._file)
        app.router.add_get("/page/socket", self._socket)
        app.router.add_post("/page/upload", self._upload)
        app.router.add_get(r"/page/{name:[a-z]+\.[a-z]+}", self._file)

    async def close(self) -> None:
        """Say goodbye to every window."""
        for window in list(self.windows):
            await window.socket.close(code=1001)

    async def _file(self, request: web.Request) -> web.FileResponse:
        """A file of the page; the browser asks each time whether it has changed."""
        file = PAGE / request.match_info.get("name", "index.html")
        if not file.is_file():
            raise web.HTTPNotFound
        return web.FileResponse(file, headers=_HEADERS)

    async def _upload(self, request: web.Request) -> web.Response:
        """A file for a command's option; answers with the attachment."""
        _same_origin(request)
        data = await request.read()
        return web.json_response(self.world.offer_file(request.query.get("name", "file"), data))

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        _same_origin(request)
        user_id = self._who(request.query.get("as", ""))
        socket = web.WebSocketResponse(heartbeat=30, max_msg_size=1 << 20)
        await socket.prepare(request)
        window = Window(self, socket, user_id)
        self.windows.add(window)
        try:
            await window.run()
        finally:
            self.windows.discard(window)
        return socket

    def _who(self, wanted: str) -> str:
        """The id of the player with this id or name; the first player if there is none."""
        everybody = list(self.world.players())
        found = [p for p in everybody if wanted in (p["id"], p["global_name"])]
        return str((found or everybody)[0]["id"])


def _same_origin(request: web.Request) -> None:
    """Another web site open in the same browser must not reach into the channel."""
    origin = request.headers.get("Origin")
    if origin and urlsplit(origin).netloc != request.host:
        raise web.HTTPForbidden(text="other origin")


class Window:
    """One browser window, acting as one player."""

    def __init__(self, server: PageServer, socket: web.WebSocketResponse, user_id: str) -> None:
        self.world = server.world
        self.gateway = server.gateway
        self.socket = socket
        self.user_id = user_id
        self._outbox: asyncio.Queue[str] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._forms: dict[str, player_actions.Interaction] = {}

    async def run(self) -> None:
        """Show the world as it is, then pass events out and requests in until the window closes."""
        writer = asyncio.create_task(self._write())
        self.put({"t": "hello", "d": self._hello()})
        self.world.subscribe(self._on_event)
        try:
            async for incoming in self.socket:
                if incoming.type is WSMsgType.TEXT:
                    self._spawn(self._serve(json.loads(incoming.data)))
        finally:
            self.world.unsubscribe(self._on_event)
            for task in (writer, *self._tasks):
                task.cancel()

    def put(self, frame: Json) -> None:
        """Queue a frame; it is written down at once, so later changes don't reach it."""
        self._outbox.put_nowait(json.dumps(frame))

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError, RuntimeError):
            while True:
                await self.socket.send_str(await self._outbox.get())

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- what the player sees

    def _hello(self) -> Json:
        visible = [c for c in self.world.channels.values() if self.world.sees(self.user_id, c)]
        return {
            "me": self.user_id,
            "bot": self.world.bot,
            "base": self.world.base_url,
            "online": self.gateway.online,
            "guilds": [{"id": g["id"], "name": g["name"], "roles": g["roles"]} for g in self.world.guilds.values()],
            "players": list(self.world.players()),
            "channels": visible,
            "messages": {c["id"]: self._page_of(c["id"]) for c in visible},
            "commands": self._commands(),
        }

    def _commands(self) -> dict[str, list[Json]]:
        """The commands offered in guild channels and in direct ones."""
        guild_id = next(iter(self.world.guilds))
        places: dict[str, Json | None] = {"guild": None, "direct": None}
        for channel in self.world.channels.values():
            kind = "direct" if channel["type"] == shapes.DM else "guild"
            if channel.get("guild_id") in (None, guild_id) and self.world.sees(self.user_id, channel):
                places[kind] = places[kind] or channel
        found = {k: commands.offered(self.world, self.user_id, c) if c else [] for k, c in places.items()}
        return {**found, "message": [{"name": name} for name in self._apps()]}

    def _apps(self) -> list[str]:
        """The names of the commands on a message in a channel of the guild."""
        place = next((c for c in self.world.channels.values() if c.get("guild_id")), None)
        kind = commands.MESSAGE
        return [c["name"] for c in commands.offered(self.world, self.user_id, place, kind)] if place else []

    def _page_of(self, channel_id: str, before: str | None = None) -> list[Json]:
        found = self.world.messages_in(channel_id, self.user_id)
        if before:
            found = [m for m in found if int(m["id"]) < int(before)]
        return found[-_HISTORY:]

    def _on_event(self, event: Event) -> None:
        if event.readers is not None and self.user_id not in event.readers:
            return
        channel = self.world.channels.get(event.channel_id or "")
        if channel and not self.world.sees(self.user_id, channel):
            return
        data = event.data
        if event.name == "COMMANDS_CHANGED":
            data = self._commands()
        if event.name == "CHANNEL_UPDATE":
            self.put({"t": "COMMANDS_CHANGED", "d": self._commands()})
        self.put({"t": event.name, "d": data})

    # -- what the player does

    async def _serve(self, request: Json) -> None:
        handler = self._HANDLERS.get(request.get("op", ""))
        reply: Json = {"t": "reply", "n": request.get("n")}
        try:
            if handler is None:
                raise BadInput("no such request")
            reply["d"] = await handler(self, request)
        except (BadInput, KeyError, ApiError) as refusal:
            reply["error"] = str(refusal)
        self.put(reply)

    def _channel(self, request: Json) -> Json:
        channel = self.world.channel(request["channel"])
        if not self.world.sees(self.user_id, channel):
            raise BadInput("you can't see that channel")
        return channel

    async def _say(self, request: Json) -> Json:
        player_actions.say(self.world, self.user_id, self._channel(request), request["content"])
        return {}

    async def _command(self, request: Json) -> Json:
        channel = self._channel(request)
        interaction = player_actions.command(self.world, self.user_id, channel, request["name"], request["values"])
        return await self._outcome(interaction)

    async def _complete(self, request: Json) -> Json:
        channel, values = self._channel(request), request["values"]
        interaction = player_actions.complete(
            self.world, self.user_id, channel, request["name"], values, request["focused"]
        )
        await self._outcome(interaction)
        return {"choices": (interaction.answer or {}).get("data", {}).get("choices", [])}

    async def _app(self, request: Json) -> Json:
        message = self.world.messages[request["message"]]
        return await self._outcome(player_actions.on_message(self.world, self.user_id, message, request["name"]))

    async def _press(self, request: Json) -> Json:
        message = self.world.messages[request["message"]]
        return await self._outcome(player_actions.press(self.world, self.user_id, message, request["id"]))

    async def _select(self, request: Json) -> Json:
        message = self.world.messages[request["message"]]
        interaction = player_actions.select(self.world, self.user_id, message, request["id"], request["values"])
        return await self._outcome(interaction)

    async def _submit(self, request: Json) -> Json:
        form = self._forms[request["form"]]
        reply = await self._outcome(player_actions.submit(self.world, form, request["values"]))
        self._forms.pop(request["form"], None)
        return reply

    async def _outcome(self, interaction: player_actions.Interaction) -> Json:
        """What the player's client does next: show a form, or nothing. BadInput if the bot is silent."""
        while not interaction.answered.is_set():
            if interaction.age > self.world.answer_seconds:
                raise BadInput(_NO_ANSWER)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(interaction.answered.wait(), _LOOKS_AGAIN)
        answer = interaction.answer or {}
        if answer.get("type") != player_actions.MODAL:
            return {}
        self._forms[interaction.id] = interaction
        return {"form": interaction.id, "modal": answer["data"]}

    async def _dismiss(self, request: Json) -> Json:
        """The reader of an ephemeral message puts it away."""
        if self.world.readers.get(request["message"]) == self.user_id:
            messages.delete(self.world, self.world.messages[request["message"]])
        return {}

    async def _history(self, request: Json) -> Json:
        return {"messages": self._page_of(self._channel(request)["id"], request["before"])}

    async def _add_player(self, request: Json) -> Json:
        name = str(request["name"]).strip()[:32]
        if not name:
            raise BadInput("a player needs a name")
        return {"id": self.world.add_player(name)["id"]}

    async def _direct(self, request: Json) -> Json:
        return {"channel": channels.direct(self.world, self.user_id)["id"]}

    _HANDLERS: dict[str, Callable[[Window, Json], Awaitable[Json]]] = {
        "say": _say,
        "command": _command,
        "complete": _complete,
        "app": _app,
        "press": _press,
        "select": _select,
        "submit": _submit,
        "dismiss": _dismiss,
        "history": _history,
        "add_player": _add_player,
        "direct": _direct,
    }
