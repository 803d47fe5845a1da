"""The panel of a game, kept up to date: edited in place, posted anew when somebody else has to act. And its picture: redrawn
only when it would look different, not at every order, and never waited for."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

import structlog

from bot.discord import delivery as d
from bot.discord.delivery import NotDelivered
from bot.discord.features.orders.controls import newly
from bot.discord.features.panel.panel import LOBBY, Panel, compose, compose_bare, compose_plain
from bot.discord.response import Reply
from bot.game import Situation
from bot.game.moderator.outbox_messages import panel as refresh
from bot.game.moderator.outbox_messages import retire
from bot.game.moderator.threads import ponder
from bot.ops.logging_setup import report
from bot.processes import map_requests as scenes
from bot.processes.picture import Picture
from bot.services import Services
from bot.store import Enqueue, Game, Outgoing, Post, SetPost, SetPreference, StoreError
from bot.workers.transport import Transport
from bot.workers.turn_notifications import Calls, calls_for
from render.input.scene import Request
from render.map.cache import request_key
from rules.play import lines
from rules.play.game import Game as EngineGame

log = structlog.get_logger()

# Discord counts how often a message that is more than an hour old is edited, and soon refuses.
TOO_OLD = 50 * 60.0
DISCORD_EPOCH = 1_420_070_400.0
SILENT = Calls((), (), ())
# Discord is slow with large pictures that are edited often, and so are phones.
AT_MOST_EVERY, LONGEST_EDIT = 4.0, 120.0
KEPT = 256
Drawing = Callable[[], Awaitable[Picture | None]]


@dataclass(frozen=True, slots=True)
class Retired:
    """What becomes of an old panel. lobby: it is the lobby of a game that has begun. gone: it goes altogether, as it does too
    where it called nobody."""

    lobby: bool
    gone: bool


@dataclass
class _Sheet:
    """What is known of one game's panel, which changes one thing at a time: the message that was sent last, with what, and
    what its picture should be; the picture that is shown, one that is drawn and waits, and the drawing of one."""

    alone: asyncio.Lock = field(default_factory=asyncio.Lock)
    sent: tuple[Post, Reply] | None = None
    wanted: str = ""
    shown: str = ""
    at: float = 0.0
    ready: tuple[str, Picture] | None = None
    drawing: asyncio.Task[None] | None = None


class Panels:
    """Panels through a transport. What it remembers of them may be forgotten at no more cost than a picture too many."""

    def __init__(
        self, services: Services, transport: Transport, clock: Callable[[], float], moved: Callable[[int], None]
    ) -> None:
        """moved: told of the server whose game has moved."""
        self.services, self.transport, self._clock, self._moved = services, transport, clock, moved
        self._sheets: dict[str, _Sheet] = {}

    async def refresh(self, message: Outgoing) -> int | None:
        """The game's panel as it stands; gives its message's id, None where the game has moved: where it is, a panel of its
        own is asked for. What Discord refuses for what is in it is logged and
        goes without its menus, then as a sentence: nobody waits before a stale panel."""
        async with self._sheet(message.payload["game"]).alone:
            return await self._refresh(message)

    async def _refresh(self, message: Outgoing) -> int | None:
        now = await self.services.games.situation(message.payload["game"])
        self._moved(now.row.guild_id)
        if now.row.place != message.channel_id:
            return None
        for make in (compose, compose_plain):
            try:
                return await self._show(message, now, await make(self.services, now))
            except Exception as error:
                if not _ours(error) or now.row.status == "lobby":
                    raise
                await report(self.services.store, error, "panel refused", game_id=now.row.id)
        return await self._show(message, now, await compose_bare(now))

    async def _show(self, message: Outgoing, now: Situation, panel: Panel) -> int:
        row, post, marks = now.row, now.facts.posts.get("panel"), now.facts.own
        here = post is not None and post.channel_id == row.place
        same, fresh = here and marks.get("panel") == panel.mark, newly(str(marks.get("called") or ""), panel.call)
        called = here and fresh is not None and not fresh
        idle = str(marks.get("called") or "").endswith(":")
        if post is not None and same and not message.payload.get("down"):
            young = self._clock() - _posted(post.message_id) <= TOO_OLD
            refused = await self._edit(row, post, panel) if young or message.payload.get("steady") else d.TOO_MANY_EDITS
            if not refused:
                return post.message_id
            post = post if refused == d.TOO_MANY_EDITS else None
        people = panel.people if fresh is None or not here else tuple(u for u in panel.people if u in fresh)
        calls = SILENT if called else calls_for(now.facts, replace(panel, people=people))
        over = Retired(lobby=marks.get("panel") == LOBBY, gone=called or idle)
        return await self._post(row, post, panel, calls, message, called, over)

    async def _post(
        self, row: Game, old: Post | None, panel: Panel, calls: Calls, message: Outgoing, again: bool, over: Retired
    ) -> int:
        """Post it, and have noted where it stands, who is told otherwise, and that the old controls go. again: for
        the same people in the same turn, so nobody hears of it."""
        picture = await self._picture(row, panel, anew=True)
        panel.reply.pictures = [picture] if picture else []
        sent = await self.transport.send(row.place, panel.reply, calls.mention, message.nonce, silent=again)
        answering, post = self.services.answering, Post(row.id, "panel", row.place, sent)
        self._sheet(row.id).sent = post, panel.reply
        answering.leave(
            SetPost(post),
            SetPreference("game", row.id, "panel", panel.mark),
            SetPreference("game", row.id, "called", panel.call),
            *calls.steps,
            *(Enqueue(other, row.id) for other in calls.direct),
        )
        answering.light(await self.services.store.facts(row.id), None)
        if old is not None and old.message_id != sent:
            going = retire(row.id, old.channel_id, old.message_id, delete=over.gone, lobby=over.lobby)
            answering.leave(Enqueue(going, row.id))
        return sent

    async def _edit(self, row: Game, post: Post, panel: Panel) -> int:
        """Text and buttons at once; a picture when it is drawn. Gives Discord's number for why it has to be posted anew, or
        0."""
        picture = await self._picture(row, panel)
        panel.reply.pictures = [picture] if picture else []
        try:
            await self.transport.edit(row.place, post.message_id, panel.reply)
        except NotDelivered as error:
            if error.code not in (d.UNKNOWN_MESSAGE, d.TOO_MANY_EDITS):
                raise
            return error.code
        self._sheet(row.id).sent = post, panel.reply
        return 0

    # --- pictures ----------------------------------------------------------------------------------------------------

    async def _picture(self, row: Game, panel: Panel, anew: bool = False) -> Picture | None:
        """The picture to send with a panel now; None leaves the one that is there. One that is not drawn yet is ordered, and
        put into the panel when it is there."""
        if panel.game is None or not panel.drawn or not self.services.settings.pictures:
            return None
        key, draw = await subject(self.services, panel.game)
        sheet = self._sheet(row.id)
        sheet.wanted = key
        if anew:
            sheet.shown, sheet.at = "", 0.0
        if key == sheet.shown:
            return None
        if sheet.ready and sheet.ready[0] == key:
            return self._taken(sheet)
        if sheet.drawing is None:
            sheet.drawing = asyncio.create_task(self._draw(row, sheet, key, draw))
        return None

    def _taken(self, sheet: _Sheet) -> Picture | None:
        """The picture that is ready, shown from now on."""
        if sheet.ready is None:
            return None
        (sheet.shown, picture), sheet.ready, sheet.at = sheet.ready, None, time.monotonic()
        return picture

    def _sheet(self, game_id: str) -> _Sheet:
        sheet = self._sheets.pop(game_id, None) or _Sheet()
        self._sheets[game_id] = sheet
        for old in list(self._sheets)[: max(0, len(self._sheets) - KEPT)]:
            if self._sheets[old].drawing is None and not self._sheets[old].alone.locked():
                del self._sheets[old]
        return sheet

    async def _draw(self, row: Game, sheet: _Sheet, key: str, draw: Drawing) -> None:
        """Draw, and put it into the panel; where the game has moved on, or Discord does not take it, the panel is refreshed,
        which takes it or orders another."""
        try:
            await asyncio.sleep(max(0.0, sheet.at + AT_MOST_EVERY - time.monotonic()))
            picture = await draw()
            if picture is None:
                sheet.shown = key
                return
            sheet.ready = (key, picture)
            async with sheet.alone:
                if sheet.ready is None or await self._completed(row, sheet):
                    return
        finally:
            sheet.drawing = None
        await self.services.store.queue(refresh(row, f"picture {time.time():.4f}"), game_id=row.id)

    async def _completed(self, row: Game, sheet: _Sheet) -> bool:
        """Whether the picture that is ready could be put into the panel as it was sent last."""
        posts = (await self.services.store.facts(row.id)).posts
        if (
            sheet.ready is None
            or sheet.sent is None
            or sheet.ready[0] != sheet.wanted
            or sheet.sent[0] != posts.get("panel")
        ):
            return False
        post, reply = sheet.sent
        try:
            async with asyncio.timeout(LONGEST_EDIT):
                await self.transport.edit(post.channel_id, post.message_id, replace(reply, pictures=[sheet.ready[1]]))
        except (NotDelivered, TimeoutError) as error:
            log.info("picture not put into its panel", game=row.id, why=repr(error))
            return False
        self._taken(sheet)
        return True

    async def stop(self) -> None:
        """Drop what is being drawn."""
        tasks = [sheet.drawing for sheet in self._sheets.values() if sheet.drawing]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def subject(services: Services, game: EngineGame) -> tuple[str, Drawing]:
    """What the picture of a panel is of, and how it is drawn: the battle that is asked about, else the map."""
    if game.state.pending and (battle := lines.at_stake(game.view, game.state.pending[0])):
        last = game.log[-1]
        return f"{battle.id} {last.number}", lambda: services.media.card(game, battle.id, last)
    request, key = await ponder(game, _map_of)
    return key, lambda: services.media.board(request)


def _map_of(game: EngineGame) -> tuple[Request, str]:
    request = scenes.now(game)
    return request, request_key(request)


def _posted(message_id: int) -> float:
    """When a message was posted: Discord's ids tell (Unix seconds)."""
    return (message_id >> 22) / 1000 + DISCORD_EPOCH


def _ours(error: Exception) -> bool:
    """Whether a panel failed for what is in it, not for the connection, the channel or our rights there."""
    if isinstance(error, NotDelivered):
        return error.status == 400 and error.code not in (d.ARCHIVED, d.TOO_MANY_EDITS)
    return not isinstance(error, OSError | TimeoutError | StoreError)
