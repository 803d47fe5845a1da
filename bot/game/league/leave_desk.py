"""Taking leave and coming back: every clock of the person's games is moved in the same change, and their tables are told."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace

from bot.game.clock import clock, vacations
from bot.game.clock.deadlines import DEADLINE, RESUME, profile_of
from bot.game.clock.vacations import Bank, Leave
from bot.game.league import boards
from bot.game.league.homes import home
from bot.game.moderator.moderator import Moderator
from bot.game.moderator.outbox_messages import panel, say
from bot.game.moderator.situation import called_of
from bot.game.people.problems import PlayError
from bot.store import Change, Enqueue, PauseTimers, Record, Require, SetTimer, Step, Store
from bot.store.records import Facts, Game

DAY = 86400.0
LONGEST, AHEAD, MOST = 60 * DAY, 366 * DAY, 12
PLAYED = ("running", "paused")


@dataclass(frozen=True, slots=True)
class InGame:
    """What leave means for one of a person's games. stands: seconds for which its clock would stand."""

    row: Game
    bank: Bank
    stands: float


class LeaveDesk:
    """The leave of people."""

    def __init__(self, moderator: Moderator) -> None:
        self.moderator = moderator

    @property
    def store(self) -> Store:
        """The moderator's store."""
        return self.moderator.store

    async def take(self, interaction_id: str, guild: int, person: int, start: float, end: float) -> list[InGame]:
        """Somebody is away from a time to another; gives what that means for their games. Raises PlayError."""
        league, now = await home(self.store, guild), self.moderator.now()
        start = max(start, now)
        if end <= start:
            raise PlayError("Leave ends after it begins, and not in the past.")
        if end - start > LONGEST or start > now + AHEAD:
            raise PlayError("Leave is 60 days long at most, and begins within a year.")
        leave = Leave(interaction_id, start, end)
        async with self._alone(league, person) as (rows, before):
            if any(one.id == interaction_id for one in before):
                return self._meaning(rows, before, leave)
            if len([one for one in before if one.end > now]) >= MOST:
                raise PlayError(f"You have {MOST} times of leave ahead already.")
            found = self._meaning(rows, [*before, leave], leave)
            if found and not any(one.stands for one in found):
                raise PlayError("None of your games has leave left for these days.")
            detail = {"league": str(league), "from": start, "to": end}
            text = f"<@{person}> is away from <t:{int(start)}:f> to <t:{int(end)}:f>."
            told = {one.row.id: _told(text, one) for one in found if one.stands}
            steps: list[Step] = [leave.step(league, person), Record(str(person), "leave", detail)]
            await self._keep(interaction_id, guild, person, rows, before, [*before, leave], steps, told)
        return found

    async def come_back(self, interaction_id: str, guild: int, person: int) -> Leave:
        """Somebody is back: their leave ends, or the next that they planned will not be. Raises PlayError."""
        league, now = await home(self.store, guild), self.moderator.now()
        async with self._alone(league, person) as (rows, before):
            ahead = [one for one in before if one.end > now]
            if not ahead:
                raise PlayError("You have no leave that you could end.")
            old = ahead[0]
            new = replace(old, end=max(now, old.start) if old.start < now else old.start)
            after = [new if one is old else one for one in before]
            began = old.start < now
            what = "is back" if began else f"takes no leave from <t:{int(old.start)}:f> on"
            text = f"<@{person}> {what}."
            told = {row.id: text for row in rows}
            detail = {"league": str(league), "from": old.start, "to": new.end}
            steps: list[Step] = [new.step(league, person), Record(str(person), "leave ends", detail)]
            await self._keep(interaction_id, guild, person, rows, before, after, steps, told)
        return new

    async def bank(self, guild: int, person: int) -> tuple[list[Leave], list[InGame]]:
        """The leave of somebody that is not over, and what there is left in their games."""
        league, now = await home(self.store, guild), self.moderator.now()
        leaves = await vacations.taken(self.store, league, person)
        rows = await self._games(league, person)
        return [one for one in leaves if one.end > now], self._meaning(rows, leaves, None)

    # --- all their games ----------------------------------------------------------------------------------------------

    async def _games(self, league: int, person: int) -> list[Game]:
        """The games that a person plays in a league and whose clocks know leave, as far as they are ours to write."""
        rows = await self.store.games(status=PLAYED, user_id=person)
        mine = [row for row in rows if profile_of(row.settings).vacation and self.store.share.holds(row.guild_id)]
        here = [row for row in sorted(mine, key=lambda row: row.id) if await home(self.store, row.guild_id) == league]
        return [row for row in here if any(seat.user_id == person for seat in await self.store.seats(row.id))]

    @asynccontextmanager
    async def _alone(self, league: int, person: int) -> AsyncIterator[tuple[list[Game], list[Leave]]]:
        """A person's games, all locked, and leave."""
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self.moderator.locks.person(league, person))
            for row in await self._games(league, person):
                await stack.enter_async_context(self.moderator.locks.game(row.id))
            yield await self._games(league, person), await vacations.taken(self.store, league, person)

    def _meaning(self, rows: Sequence[Game], leaves: Sequence[Leave], leave: Leave | None) -> list[InGame]:
        found = []
        for row in rows:
            profile, now = profile_of(row.settings), self.moderator.now()
            without = [one for one in leaves if leave is None or one.id != leave.id]
            more = _length(vacations.counted(leaves, profile, row.created))
            more -= _length(vacations.counted(without, profile, row.created))
            found.append(InGame(row, vacations.bank(leaves, profile, row.created, now), more))
        return found

    async def _keep(
        self,
        interaction_id: str,
        guild: int,
        person: int,
        rows: Sequence[Game],
        before: Sequence[Leave],
        after: Sequence[Leave],
        steps: Sequence[Step],
        told: dict[str, str],
    ) -> None:
        """One change: the leave, and each clock that it moves."""
        every = list(steps)
        for row in rows:
            every += await self._moved(row, person, before, after)
            if row.id in told:
                key = f"leave {interaction_id}"
                every += [Enqueue(say(row, told[row.id], key), row.id), Enqueue(panel(row, key), row.id)]
        every += await boards.all_of(self.store, guild, f"leave {interaction_id}")
        await self.store.commit(Change(interaction_id, steps=tuple(every)))

    async def _moved(self, row: Game, person: int, before: Sequence[Leave], after: Sequence[Leave]) -> list[Step]:
        facts, steps = await self.store.facts(row.id), list[Step]([Require(row.id, (row.status,))])
        for timer in facts.timers:
            people = called_of(facts.seats, str(timer.payload.get("power")))
            if timer.kind != DEADLINE or person not in people:
                continue
            quiet = {user: clock.quiet_of(facts, user) for user in people}
            old = await vacations.away(self.store, row, people, {person: before})
            new = await vacations.away(self.store, row, people, {person: after})
            steps += vacations.moved(row, timer, quiet, old, new, self.moderator.now())
        return [*steps, *_still_paused(row, facts)]


def _still_paused(row: Game, facts: Facts) -> list[Step]:
    """Steps that stop what has been set in a paused game; its pause ends when it was to end."""
    ends = [
        SetTimer(one.key, one.kind, one.due, dict(one.payload), row.id) for one in facts.timers if one.kind == RESUME
    ]
    return [PauseTimers(row.id), *ends] if row.status == "paused" else []


def _length(spans: Sequence[tuple[float, float]]) -> float:
    return sum(end - start for start, end in spans)


def _told(text: str, one: InGame) -> str:
    days = f"{one.stands / DAY:.3g}"
    left, all_ = f"{one.bank.left / DAY:.3g}", f"{one.bank.game / DAY:.3g}"
    return f"{text} The clock stands for {days} days of it while it is theirs to act; {left} of {all_} days of leave remain."
