"""A moderator on a fresh store, with a game of Classic that has begun; for tests."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.game import Accepted, Denied, Lobby, Master, Moderator, Outcome, Situation
from bot.game.moderator.outbox_messages import announce
from bot.services import Services
from bot.store import Game, PutSeat, Seat, Store
from rules.cases.file import read_case
from rules.cases.setup import build
from rules.model.board import load
from rules.play.game import Game as Engine
from tests.bot.shared_work import settings
from tests.ready_stores import ready_file

ANNA, BORIS, CHEN = 1, 2, 3
MONDAY = 1_700_000_000.0


@dataclass
class Desk:
    """The moderator and what tests need around it. now: the clock."""

    folder: Path
    now: float = MONDAY
    store: Store = None  # type: ignore[assignment]
    moderator: Moderator = None  # type: ignore[assignment]
    game_id: str = ""
    url: str = ""
    numbers: Any = field(default_factory=lambda: itertools.count(1000))

    async def open(self) -> Desk:
        """Open the store, anew after a crash."""
        if self.store is not None:
            await self.store.close()
        if not self.url:
            ready_file(path := self.folder / "games.sqlite3")
            self.url = f"sqlite:///{path}"
        self.store = await Store.open(self.url, check="off", clock=lambda: self.now)
        self.moderator = Moderator(self.store, announce, lambda: self.now)
        return self

    @property
    def lobby(self) -> Lobby:
        """The lobby."""
        return Lobby(self.moderator)

    @property
    def master(self) -> Master:
        """The game master's desk."""
        return Master(self.moderator)

    @property
    def services(self) -> Services:
        """What a bot has, without pictures."""
        return Services.over(settings(self.folder), self.store, self.moderator)

    def fresh(self) -> str:
        """An interaction id."""
        return str(next(self.numbers))

    async def row(self) -> Game:
        """The game's row."""
        return await self.store.game(self.game_id)

    async def situation(self) -> Situation:
        """The game as it is now."""
        return await self.moderator.situation(self.game_id)

    async def begin(self, seats: dict[str, int] | None = None, **row: Any) -> Desk:
        """A game that has begun. seats: power -> user; Anna, its master, has the rest."""
        values = {"guild_id": 9, "channel_id": 10, "name": "Test", "board": "classic", "master": ANNA, **row}
        game = await self.lobby.create(self.fresh(), values)
        self.game_id = game.id
        seated = [
            Seat(game.id, power, (seats or {}).get(power, ANNA), "player", "", self.fresh())
            for power in load(game.board).order
        ]
        await self.store.apply(*map(PutSeat, seated))
        await self.lobby.start(game.id, self.fresh())
        return self

    async def give(self, *texts: str, user: int = ANNA, **options: Any) -> Outcome:
        """Give orders."""
        return await self.moderator.orders(self.game_id, self.fresh(), user, texts, **options)

    async def ok(self, *texts: str, user: int = ANNA) -> Accepted:
        """Give orders that must be accepted."""
        outcome = await self.give(*texts, user=user)
        assert isinstance(outcome, Accepted), outcome
        return outcome

    async def no(self, *texts: str, user: int = ANNA, **options: Any) -> Denied:
        """Give orders that must be refused."""
        outcome = await self.give(*texts, user=user, **options)
        assert isinstance(outcome, Denied), outcome
        return outcome

    async def stand(self, phase: str, power: str = "USSR", **more: Any) -> Desk:
        """Put another position on the table, as a case describes it."""
        case = {"id": "X", "game": (await self.row()).board, "phase": phase, "power": power, **more}
        table = await self.moderator.table(self.game_id)
        table.game = build(read_case(case))
        return self

    async def game(self) -> Engine:
        """A copy of the game, to try orders on."""
        return (await self.moderator.table(self.game_id)).game.copy()

    async def state(self) -> Any:
        """The position."""
        return (await self.moderator.table(self.game_id)).game.state
