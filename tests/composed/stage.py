"""The real client on a real store that keeps nothing from then on, with a game whose position can be changed."""

from __future__ import annotations

import contextlib
import pickle
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import structlog
from discord.app_commands import tree as command_tree

from bot.discord.client import COGS, Adjutant
from bot.discord.response import values_of
from bot.game.record import history
from bot.processes.analysis_jobs import played_out
from bot.processes.apart import Apart
from bot.services import Services
from bot.settings import Settings
from bot.store import Game as Row
from bot.store import Receipt, Seat, SetGame, Store
from render.input.scene import Picture, Request
from render.map import alt
from rules.model.board import load
from rules.play import game as engine
from rules.play.game import Entry, Game
from tests.composed.discord_side import APP, GUILD, Adapter, Book, Sender, params_of

# Nobody may try orders on a game that others look at.
engine.strict = True

TABLE, LOBBY, EMPTY = 1, 2, 3
MASTER, STRANGER = 50, 99
_ME: Any = {"id": str(APP), "username": "Adjutant", "discriminator": "0", "avatar": None, "bot": True}
_PIXEL = b"\x89PNG\r\n\x1a\n"


class Stage:
    """A client, a game that runs and one in its lobby; people 11, 12, ... hold the powers, 50 is master."""

    def __init__(self, client: Adjutant, book: Book, adapter: Adapter, row: Row, lobby: Row) -> None:
        self.client, self.book, self.adapter = client, book, adapter
        self.row, self.lobby = row, lobby
        self.sender = Sender(client, book, adapter)
        self.holders = {power: 11 + n for n, power in enumerate(load(row.board).order)}
        self.names = sorted(load(row.board).places)

    async def put(self, game: Game) -> None:
        """Put a position on the table. What is ordered in it later is forgotten by `back`."""
        table = await self.client.services.games.table(self.row.id)
        table.game = self._game = game
        self._kept = (table.ledger, table.revision)

    @contextlib.asynccontextmanager
    async def read_log(self, store: Any, row: Row) -> AsyncIterator[list[Entry]]:
        """All that was ordered up to the position: the store does not have it."""
        yield list(self._game.log)

    async def back(self) -> None:
        """Undo what acts have done to the table: orders are tried on copies."""
        table = await self.client.services.games.table(self.row.id)
        table.game, (table.ledger, table.revision) = self._game, self._kept

    def post(self, reply: Any) -> dict[str, Any]:
        """A message that the bot posts by itself, booked; gives it as people see it."""
        body, uploads = params_of(values_of(reply.text, reply))
        self.book.message(body, uploads)
        return {**self.adapter.stored(body), "channel_id": str(TABLE)}


@contextlib.asynccontextmanager
async def stage(folder: Path, book: Book, patch: Any, board: str, rules: Sequence[str]) -> AsyncIterator[Stage]:
    """A stage for a board and house rules."""
    logs = structlog.get_config()
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory(), processors=[])
    adapter = Adapter(book)
    adapter.install(patch)
    _quick_pictures(patch, book)
    patch.setattr(command_tree._log, "exception", lambda text, *a: book.complain(f"{text} {a}: {_trace()}"))
    store = await Store.open(f"sqlite:///{folder / 'games.sqlite3'}", check="off")
    services = Services.over(Settings(data_dir=folder, _env_file=None), store)
    client = Adjutant(services)
    try:
        for module in COGS:
            await module.setup(client, services)
        client._connection.application_id = APP
        client._connection.user = discord.ClientUser(state=client._connection, data=_ME)
        row = await _game(client, "Table", TABLE, board, rules)
        await client.services.lobby.start(row.id, "7")
        lobby = await _game(client, "Lobby", LOBBY, board, rules, seats=False)
        await store.apply(SetGame(row.id, {"settings": {"deadline": {"profile": "daily"}}}))
        row = await store.game(row.id)
        _freeze(store, patch, book)
        patch.setattr(client.budget, "spend", lambda *values: None)  # a walk does in a minute what people do in a year
        set_up = Stage(client, book, adapter, row, lobby)
        patch.setattr(history, "read_log", set_up.read_log)
        yield set_up
    finally:
        structlog.configure(**logs)
        await store.close()


def _trace() -> str:
    import traceback

    return traceback.format_exc()[-700:]


async def _game(client: Adjutant, name: str, channel: int, board: str, rules: Sequence[str], seats: bool = True) -> Row:
    values = {
        "guild_id": GUILD,
        "channel_id": channel,
        "name": name,
        "board": board,
        "master": MASTER,
        "rules": [*rules],
    }
    row = await client.services.lobby.create(str(100 + channel), values)
    for n, power in enumerate(load(board).order if seats else ()):
        await client.services.lobby.seating.join(Seat(row.id, power, 11 + n, "player", f"user{11 + n}", str(200 + n)))
    return row


def _freeze(store: Store, patch: Any, book: Book) -> None:
    """From here on nothing is stored: every act begins from the same position."""

    async def commit(change: Any) -> Receipt:
        return Receipt(change.game_id, change.interaction_id, 0, 0, change.answer, None, 0.0)

    async def nothing(*values: Any, **more: Any) -> Any:
        return None

    async def error(row: Any) -> None:
        book.complain(f"error of the bot: {row.summary}\n{row.traceback[-1500:]}")

    patch.setattr(store, "commit", commit)
    patch.setattr(store, "apply", nothing)
    patch.setattr(store, "receipt", nothing)
    patch.setattr(store, "record_error", error)
    patch.setattr(store, "queue", nothing)


def _quick_pictures(patch: Any, book: Book) -> None:
    """Pictures with their alt texts, but without pixels; games played out that end where they begin; odds are reckoned here,
    each once, as a walk looks often."""
    known = dict[bytes, Any]()

    async def read(attachment: Any) -> bytes:
        return _PIXEL

    patch.setattr(discord.Attachment, "read", read)

    async def at_once(desk: Any, work: Any, values: tuple[Any, ...]) -> Any:
        if isinstance(values[0], Request):
            return Picture(_PIXEL, "png", 1, 1, alt.text(values[0].scene, values[0].view))
        if getattr(work, "__module__", "").startswith("render."):
            return Picture(_PIXEL, "png", 1, 1, "a picture")
        if work is played_out:  # whole games of computers are another plan's
            head, position, played, number = values
            values = (head, position, replace(played, rounds=0), number)
        asked = pickle.dumps((work.__qualname__, values))
        try:
            if asked not in known:
                known[asked] = work(*values)
            return known[asked]
        except (IndexError, TypeError, AttributeError, AssertionError):
            book.complain(f"odds: {_trace()}")
            raise

    patch.setattr(Apart, "_run", at_once)
    patch.setattr(Apart, "start", lambda desk: None)
