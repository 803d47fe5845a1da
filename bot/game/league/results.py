"""How games end, and whether they count: rated or not, conceded, drawn, decided by an arbiter; and the record that follows.

Whatever ends a game sets the timer RECORD in the same change; when it fires, `finish` makes the record from all that is
stored by then. So nobody waits for it, and a kill in between loses nothing.
"""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from bot.game.clock import clock
from bot.game.clock.clock import TURN, What
from bot.game.clock.deadlines import DEADLINE, RECORD, Profile, profile_of
from bot.game.league import boards, courses
from bot.game.league.courses import Kept
from bot.game.league.record import record_of
from bot.game.league.tournaments import flow
from bot.game.moderator.moderator import Moderator, Tell
from bot.game.moderator.outbox_messages import panel
from bot.game.moderator.results import Outcome
from bot.game.moderator.situation import called_of
from bot.game.moderator.table import Table
from bot.game.people.problems import PlayError, told
from bot.store import (
    AddFinished,
    AddRuling,
    Change,
    DropTimers,
    Message,
    Moved,
    Record,
    Require,
    SetGame,
    SetPreference,
    SetTimer,
    Step,
    Store,
)
from bot.store.records import Game, Timer
from league import codec
from league.finished import Finished
from league.results import Course, Refused, Ruling, ruled
from rules.model.orders import CONCEDE
from rules.play.game import Game as Position
from rules.play.narrate import Line

PLAYED = ("running", "paused")
ENDED = (*PLAYED, "over")
CONCEDED = "conceded"
Tells = Callable[[Finished, Course], str]


def no_words(lines: Sequence[Line]) -> Sequence[Message]:
    """Whoever has it done answers."""
    return ()


class Results:
    """The results of all games."""

    def __init__(self, moderator: Moderator) -> None:
        self.moderator = moderator

    @property
    def store(self) -> Store:
        """The moderator's store."""
        return self.moderator.store

    # --- rated or not -------------------------------------------------------------------------------------------------

    async def wish(self, game_id: str, user: int, rated: bool) -> None:
        """Somebody says whether they want a game rated: in its lobby, or, having come later, before their first order.
        Raises PlayError."""
        async with self.moderator.locked(game_id) as row:
            if row.status == "lobby":
                await self.store.apply(SetPreference(courses.SCOPE, game_id, str(user), rated))
                return
            new = await self.store.last_entry_by(game_id, str(user)) is None
            found = await courses.kept(self.store, row)
            new = new and str(user) not in found.course.wishes
            with told(Refused):
                course = found.course.wish(str(user), rated, new)
            await self.store.apply(Require(game_id, PLAYED), replace(found, course=course).step(game_id))

    # --- the end by agreement -------------------------------------------------------------------------------------------

    async def team(self, row: Game, user: int) -> tuple[str, tuple[int, ...]]:
        """The side of a person, and who else plays it. Raises PlayError."""
        if row.status != "running":
            raise PlayError("Only a game that is being played can be given up.")
        found = await courses.kept(self.store, row)
        with told(Refused):
            side = found.course.side_of(str(user))
        others = found.course.teams[side] - found.course.computers - {str(user)}
        return side, tuple(sorted(map(int, others)))

    async def concede(
        self, game_id: str, interaction_id: str, user: int, agreed: Collection[int] = (), tell: Tell = no_words
    ) -> Outcome:
        """A side gives up, all of it having agreed: each of its powers concedes, which ends the game by its rules. Raises
        PlayError."""
        async with self.moderator.held(game_id) as (table, situation):
            left: list[str] = []
            if await self.store.receipt(game_id, interaction_id) is None:
                side, others = await self.team(situation.row, user)
                must_be_all(others, agreed)
                left += [power for power in of_side(table.game, side) if power not in gone(table.game)]

            async def choose(game: Position) -> tuple[str, str] | None:
                return (left.pop(0), str(CONCEDE)) if left and not game.state.winner else None

            return await self.moderator.by_itself(table, interaction_id, str(CONCEDE), choose, tell, who=str(user))

    async def draw(self, game_id: str, interaction_id: str, agreed: Collection[int]) -> None:
        """Everybody has agreed to a draw. Raises PlayError."""
        async with self._course(game_id, PLAYED) as (row, found):
            course = found.course
            must_be_all(map(int, course.people), agreed)
            with told(Refused):
                for person in sorted(course.people):
                    course = course.offer_draw(self.moderator.now(), person)
            await self._over(row, interaction_id, replace(found, course=course))

    async def accept(self, game_id: str, interaction_id: str, agreed: Collection[int], winner: str, why: str) -> None:
        """All who play take what came of a position that was played out. Raises PlayError."""
        async with self._course(game_id, PLAYED) as (row, found):
            with told(Refused):
                course = found.course.accept(self.moderator.now(), set(map(str, agreed)), winner, why)
            await self._over(row, interaction_id, replace(found, course=course))

    # --- the arbiter --------------------------------------------------------------------------------------------------

    async def adjudicate(self, game_id: str, interaction_id: str, by: int, winner: str, why: str) -> None:
        """An arbiter says who has won ("": nobody), whatever the state of the game. Raises PlayError."""
        async with self._course(game_id, ENDED) as (row, found):
            with told(Refused):
                course = found.course.adjudicate(self.moderator.now(), str(by), winner, why)
            detail = {"winner": winner or "nobody", "why": why}
            record = Record(str(by), "adjudicated", detail, game_id)
            await self._decided(row, interaction_id, replace(found, course=course), record)

    async def forfeit(self, game_id: str, interaction_id: str, by: int, user: int, why: str) -> None:
        """An arbiter ends a game to which somebody does not come. Raises PlayError."""
        async with self._course(game_id, PLAYED) as (row, found):
            with told(Refused):
                course = found.course.forfeit(self.moderator.now(), str(user), why, str(by))
            record = Record(str(by), "forfeit", {"user": str(user), "why": why}, game_id)
            await self._over(row, interaction_id, replace(found, course=course), record)

    async def timed_out(self, row: Game, table: Table, order_id: str, user: int, why: str) -> bool:
        """A clock has run out for good: that side has lost. Gives whether it could. The caller holds the game's lock."""
        found = await self._now(row, table)
        try:
            course = found.course.forfeit(self.moderator.now(), str(user), why)
        except Refused:
            return False
        await self._over(row, order_id, replace(found, course=course))
        return True

    async def left(self, game_id: str, interaction_id: str, user: int, why: str) -> None:
        """Somebody has left what a game is part of: their side has lost, if they play one still and it goes on."""
        async with self.moderator.held(game_id) as (table, situation):
            if situation.row.status in PLAYED:
                await self.timed_out(situation.row, table, interaction_id, user, why)

    async def give_time(self, game_id: str, interaction_id: str, by: int, user: int, seconds: float, why: str) -> None:
        """An arbiter gives somebody so much time, in seconds from now, for what they have to do now. Raises PlayError, also
        where they have as much already: time is given, not taken away."""
        async with self.moderator.held(game_id) as (table, situation):
            row = situation.row
            if row.status != "running":
                raise PlayError("Only in a game that is being played is there time to give.")
            if by in {seat.user_id for seat in situation.facts.seats}:
                raise PlayError("Nobody judges a game of their own: another arbiter has to.")
            mine = [one for one in clock.matters(table.game) if user in called_of(situation.facts.seats, one.power)]
            if not mine:
                raise PlayError("They have nothing to do now.")
            own, steps = profile_of(row.settings), list[Step]()
            profile = replace(own, turn=seconds, decision=seconds, live=False)
            ends = [_end(one, own, situation.facts.timers) for one in mine]
            for one, end in zip(mine, ends, strict=True):
                given = await clock.begun(self.store, row, one, profile, self.moderator.now())
                steps += given if any(s.due > end for s in given if isinstance(s, SetTimer)) else ()
            if not steps:
                raise PlayError(_enough(min(ends)))
            detail = {"user": str(user), "hours": round(seconds / 3600, 2), "why": why}
            record = Record(str(by), "time given", detail, game_id)
            await self.store.commit(
                Change(interaction_id, game_id, steps=(Require(game_id, ("running",)), *steps, record))
            )

    async def rule(self, game_id: str, interaction_id: str, by: int, counts: bool, why: str) -> None:
        """An arbiter says whether a game counts. Raises PlayError."""
        async with self._course(game_id, ENDED) as (row, found):
            with told(Refused):
                course = found.course.rule(str(by), counts, why)
            record = Record(str(by), "rated" if counts else "not rated", {"why": why}, game_id)
            await self._decided(row, interaction_id, replace(found, course=course), record)

    async def _decided(self, row: Game, interaction_id: str, now: Kept, record: Record) -> None:
        """A decision on a game: beside the record of one that is over, else as its course goes on or ends."""
        known = await self.store.league.record(row.id)
        if known is not None:
            result, verdict, said = now.course.result, now.course.verdict(), record.detail["why"]
            assert result is not None
            unrated = "" if verdict.counts else verdict.why
            ruling = Ruling(record.actor, said, self.moderator.now(), result.winner, result.how, unrated)
            seen = await boards.all_of(self.store, row.guild_id, f"ruling {interaction_id}")
            steps = (now.step(row.id), AddRuling(row.id, known[0], codec.dumped(ruling)), record, *seen)
            judged = ruled([codec.loaded(Finished, known[1])], {row.id: [ruling]})[0]
            change = Change(interaction_id, row.id, steps=steps)
            await self._with_match(row, judged, change, record.actor, said)
        elif now.course.result is None:
            await self.store.commit(Change(interaction_id, row.id, steps=(now.step(row.id), record)))
        else:
            await self._over(row, interaction_id, now, record)

    # --- the record ---------------------------------------------------------------------------------------------------

    async def _over(self, row: Game, interaction_id: str, now: Kept, *more: Step) -> None:
        """A game ends otherwise than by its rules."""
        timer = SetTimer(RECORD, RECORD, self.moderator.now(), {}, row.id)
        steps = (Require(row.id, (row.status,)), SetGame(row.id, {"status": "over"}), DropTimers(row.id), timer)
        told_by = (panel(row, f"over {interaction_id}"),)
        await self.store.commit(
            Change(interaction_id, row.id, steps=(*steps, now.step(row.id), *more), messages=told_by)
        )
        self.moderator.wakes.touch(row.id)

    @asynccontextmanager
    async def _course(self, game_id: str, states: Sequence[str]) -> AsyncIterator[tuple[Game, Kept]]:
        """A game that has started and how it stands, with its lock held. Raises PlayError."""
        async with self.moderator.held(game_id) as (table, situation):
            row = situation.row
            if row.status not in states:
                raise PlayError("This game is over." if row.status == "over" else "This game is not being played.")
            yield row, await self._now(row, table)

    async def finish(self, game_id: str, order_id: str, tells: Tells) -> None:
        """Make the record of a game that is over, once, and tell its channel. tells: the result in words."""
        async with self.moderator.held(game_id) as (table, situation):
            row = situation.row
            if await self.store.league.record(game_id) is not None:
                return
            found = await self._now(row, table)
            if found.course.result is None:
                return
            record = await record_of(self.store, row, found, table.game, await self._public(row))
            added = AddFinished(game_id, found.league, record.ended, codec.dumped(record))
            payload = {"game": row.id, "content": tells(record, found.course)}
            messages = (Message(row.place, "result", payload, f"result:{row.id}"),)
            told_by = await boards.all_of(self.store, row.guild_id, f"result {row.id}")
            steps = (found.step(game_id), added, *told_by)
            change, result = Change(order_id, game_id, steps=steps, messages=messages), found.course.result
            await self._with_match(row, record, change, result.by, result.why)

    async def _with_match(self, row: Game, record: Finished, change: Change, by: str, why: str) -> None:
        """A change by which a result becomes known, with what it brings to the match that the game belongs to. by, why: the
        arbiter whose word it is, and the reason."""
        while True:
            brings = await flow.result_of(self.store, row, record, self.moderator.now(), by, why)
            try:
                await self.store.commit(replace(change, steps=(*change.steps, *brings)))
                return
            except Moved:  # another game of the tournament has ended in this moment
                continue

    async def _now(self, row: Game, table: Table) -> Kept:
        found = await courses.kept(self.store, row, table.game.state.turn.round)
        return with_winner(found, table.game, row.updated)

    async def _public(self, row: Game) -> bool:
        """Whether nobody who plays wants to stay out of the archive."""
        facts = await self.store.facts(row.id)
        return all(wishes.get("archive") != "no" for wishes in facts.people.values())

    async def one(self, game_id: str) -> Finished | None:
        """A game that is over, as it counts."""
        known = await self.store.league.record(game_id)
        if known is None:
            return None
        said: list[Ruling] = [
            codec.loaded(Ruling, one) for _, one in await self.store.league.rulings(known[0], game_id)
        ]
        return ruled([codec.loaded(Finished, known[1])], {game_id: said})[0]


def gone(game: Position) -> tuple[str, ...]:
    """Powers that have conceded."""
    return tuple(game.view.flag(CONCEDED, ()))


def of_side(game: Position, side: str) -> list[str]:
    """The powers of a side, in order of play."""
    return [power for power in game.table.board.order if game.view.side(power) == side]


def with_winner(found: Kept, game: Position, at: float) -> Kept:
    """A game whose rules have named a winner, with that as its result. at: when it ended."""
    winner = game.state.winner
    if found.course.result is not None or not winner:
        return found
    losers = [power for power in game.table.board.order if game.view.side(power) != winner]
    how = "concession" if set(losers) <= set(gone(game)) else "victory"
    return replace(found, course=found.course.win(at, winner, game.state.turn.round, how))


def must_be_all(people: Iterable[int], agreed: Collection[int]) -> None:
    """Raises PlayError unless all of some people have agreed: somebody may have sat down since they were asked."""
    if not set(people) <= set(agreed):
        raise PlayError("Somebody who plays by now was not asked. Ask again.")


def _end(what: What, profile: Profile, timers: Iterable[Timer]) -> float:
    """When the time for a matter is up: 0 where it has run out, infinity where there is no limit."""
    limit = profile.turn if what.kind == TURN else profile.decision
    over = math.inf if limit is None else 0.0
    return next((timer.due for timer in timers if timer.kind == DEADLINE and timer.key == what.key), over)


def _enough(end: float) -> str:
    if math.isinf(end):
        return "There is no limit to their time: they need not be given any."
    return f"They have until <t:{int(end)}:f> as it is: name more than that, from now."
