"""The game master's powers: every use is on the record, for all players to see (`/log` and `/game status`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.game.clock import clock
from bot.game.clock.deadlines import RESUME, profile_of
from bot.game.clock.free_time import later
from bot.game.computers.computers import Computer, seat, seated
from bot.game.lobby.seating import must_not_be_bid_for
from bot.game.moderator.moderator import Moderator
from bot.game.moderator.outbox_messages import direct
from bot.game.moderator.results import Accepted
from bot.game.people.problems import PlayError
from bot.store import DropTimers, Enqueue, PauseTimers, Record, Require, SetGame, SetTimer
from bot.store.changes import Step
from bot.store.records import Game as GameRow
from rules.cases import edits
from rules.cases.edits import EDIT, Change, said_of
from rules.play.game import standing

# The states from which a game can come into another.
FROM = {"paused": ("running",), "running": ("paused",), "over": ("lobby", "running", "paused")}
POWERS = (
    "start the game, and choose its rules and options before that",
    "pause, resume and end it",
    "set deadlines, and hand the game over (`/game master`)",
    "seat, replace and remove people",
    "go back to an earlier order (`/back`), with a reason",
    "change the position (`/edit`), with a reason",
)


class Master:
    """What only a game's master may do. Callers check that the person is the master."""

    def __init__(self, moderator: Moderator) -> None:
        self.moderator = moderator

    async def set_status(self, actor: int, game_id: str, status: str, why: str = "") -> None:
        """Pause, resume or end a game. Raises PlayError if it is in no state for that."""
        async with self.moderator.locked(game_id) as row:
            if row.status not in FROM[status]:
                raise PlayError(f"This game is {'in its lobby' if row.status == 'lobby' else row.status}.")
            await self._set_status(actor, row, status, why)

    async def _set_status(self, actor: int, row: GameRow, status: str, why: str) -> None:
        clocks: Mapping[str, list[Step]] = {
            "paused": [PauseTimers(row.id)],
            "running": [DropTimers(row.id, RESUME), *await self._resumed(row)],
            "over": [DropTimers(row.id)],
        }
        record = Record(str(actor), f"game {status}", {"why": why}, row.id)
        changed = SetGame(row.id, {"status": status})
        await self.moderator.store.apply(Require(row.id, FROM[status]), changed, *clocks[status], record)
        self.moderator.wakes.touch(row.id)

    async def pause_until(self, actor: str, game_id: str, seconds: float | None, why: str) -> float | None:
        """Stop the clocks, for so long or until somebody resumes; gives when it goes on. Raises PlayError."""
        async with self.moderator.locked(game_id) as row:
            if row.status not in FROM["paused"]:
                raise PlayError(f"This game is {'in its lobby' if row.status == 'lobby' else row.status}.")
            free = profile_of(row.settings).weekends
            until = later(self.moderator.now() + seconds, 0, free) if seconds else None
            steps: list[Step] = [
                Require(row.id, FROM["paused"]),
                SetGame(row.id, {"status": "paused"}),
                PauseTimers(row.id),
            ]
            if until:
                steps.append(SetTimer(RESUME, RESUME, until, {}, row.id))
            await self.moderator.store.apply(*steps, Record(actor, "game paused", {"why": why, "until": until}, row.id))
            return until

    async def _resumed(self, row: GameRow) -> list[Step]:
        if row.status != "paused":
            return []
        return await clock.resumed(self.moderator.store, row, self.moderator.now())

    async def hand_over(self, actor: int, game_id: str, master: int) -> None:
        """Somebody else is game master from now on."""
        async with self.moderator.locked(game_id) as row:
            record = Record(str(actor), "master", {"user": str(master), "instead of": str(row.master)}, row.id)
            await self.moderator.store.apply(SetGame(row.id, {"master": master}), record)

    async def lost(self, rows: Sequence[GameRow], why: str) -> None:
        """Games can't be played where they were any more: their clocks stop, and their masters are told."""
        for game in rows:
            async with self.moderator.locked(game.id) as row:
                if row.status not in ("running", "lobby"):
                    continue
                text = f"**{row.name}**: {why} Nothing is lost: `/game move` in another channel takes it there"
                steps: list[Step] = []
                if row.status == "running":
                    text += ", `/game resume` lets it go on"
                    steps += [SetGame(row.id, {"status": "paused"}), PauseTimers(row.id)]
                    steps.append(Record("bot", "game paused", {"why": why}, row.id))
                told = direct(row.master, f"{text}.", f"lost:{row.id}:{row.updated}")
                await self.moderator.store.apply(Require(row.id, (row.status,)), *steps, Enqueue(told, row.id))

    async def set_settings(self, actor: int, game_id: str, changed: Mapping[str, Any]) -> None:
        """Change settings of a game (deadlines and such); clocks begin anew."""
        async with self.moderator.locked(game_id) as row:
            await self._set_settings(actor, row, changed)

    async def _set_settings(self, actor: int, row: GameRow, changed: Mapping[str, Any]) -> None:
        settings = {**row.settings, **changed}
        steps: list[Step] = [SetGame(row.id, {"settings": settings})]
        steps.append(Record(str(actor), "settings", dict(changed), row.id))
        if row.status == "running" and "deadline" in changed:
            table = await self.moderator.table(row.id)
            fresh = GameRow(**{**_fields(row), "settings": settings})
            steps += [
                DropTimers(row.id),
                *await clock.started(self.moderator.store, fresh, table.game, self.moderator.now()),
            ]
        await self.moderator.store.apply(*steps)

    async def set_computers(self, actor: int, game_id: str, changed: Mapping[str, Computer | None]) -> None:
        """Powers are played by a computer from now on, or no longer (None); the clocks of whose turn it is begin anew."""
        async with self.moderator.locked(game_id) as row:
            if row.status == "over":
                raise PlayError("This game is over.")
            must_not_be_bid_for(row)
            steps = seat(row, str(actor), changed)
            if row.status == "running":
                table = await self.moderator.table(row.id)
                fresh = GameRow(**{**_fields(row), "settings": seated(row, changed)})
                steps += [
                    DropTimers(row.id),
                    *await clock.started(self.moderator.store, fresh, table.game, self.moderator.now()),
                ]
            await self.moderator.store.apply(Require(row.id, (row.status,)), *steps)
        self.moderator.wakes.touch(game_id)

    async def edit(self, actor: int, game_id: str, interaction_id: str, what: Change, why: str) -> Accepted:
        """Change the position by events of the engine, logged with its reason. Raises PlayError, Refused."""
        async with self.moderator.held(game_id) as (table, now):
            row = now.row
            if row.status not in ("running", "paused"):
                raise PlayError("Only a game that is being played can be changed.")
            draft = table.draft(interaction_id, ["edit"])
            entry, said, odd = edits.carry_out(draft.game, what, why)
            draft.add(entry, f"edit:{actor}")
            draft.remarks += [f"**Warning:** {text}. No play leads there; `/edit undo` takes it back." for text in odd]
            record = Record(str(actor), "edit", {"what": said, "why": why, "entry": entry.number}, row.id)
            await self.moderator.settle(row, draft)
            return await self.moderator.store_draft(row, table, draft, record)

    async def undo_edit(self, actor: int, game_id: str, interaction_id: str, why: str) -> Accepted:
        """Take the last edit back, as long as nothing was ordered on it. Raises PlayError."""
        async with self.moderator.held(game_id) as (table, now):
            row = now.row
            if row.status not in ("running", "paused"):
                raise PlayError("Only a game that is being played can be changed.")
            made = [e for e in standing(table.game.log.since(1).here) if e.text.startswith(EDIT)]
            last = next(iter(standing(table.game.log.since(1).here)[::-1]), None)
            if last is None or not last.text.startswith(EDIT):
                hint = f" `/back order:{made[-1].number}` takes back the last edit with all behind it." if made else ""
                raise PlayError(f"The last thing that happened is no edit.{hint}")
            draft = table.draft(interaction_id, ["edit undo"])
            draft.take_back(last.number, f"undo of {last.text}", f"edit:{actor}", str(actor), why)
            record = Record(str(actor), "edit undone", {"what": said_of(last.text), "why": why}, row.id)
            await self.moderator.settle(row, draft)
            return await self.moderator.store_draft(row, table, draft, record)


def _fields(row: GameRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__dataclass_fields__}
