"""The moderator: judges orders on a copy, stores what was accepted in one transaction, then answers."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from bot.game.clock import clock, deadlines
from bot.game.computers.computers import SETTING as COMPUTERS
from bot.game.computers.computers import Wakes, back
from bot.game.moderator import auto_advance, threads
from bot.game.moderator.results import Accepted, Denied, Outcome, Plan
from bot.game.moderator.situation import Permission, Situation
from bot.game.moderator.table import Draft, Table, dice_steps, new_entry, new_snapshot
from bot.game.moderator.tables import Tables
from bot.game.moderator.trial import Issuer, foresee, given, judge, plan, rehearsal
from bot.game.record.narration import tell as told
from bot.game.standing import seals
from bot.ops.metrics import ORDER_SECONDS, ORDERS
from bot.store import (
    Change,
    Message,
    Require,
    RevisionConflict,
    Store,
)
from bot.store.changes import Step
from bot.store.records import Game as GameRow
from rules.dice.verify import Broken
from rules.model.refusals import Refusal
from rules.play.game import Entry, Game
from rules.play.narrate import Line

# What a button of an earlier position is told with.
STALE = "stale"
MOVED_ON = Refusal(STALE, "The game has moved on since that button was made.")
# States in which orders are taken; in which a position may change at all.
RUNNING, PLAYED = ("running",), ("running", "paused")

# The most that one deadline, or a computer, orders at once.
MOST_BY_ITSELF = 200

Announce = Callable[[GameRow, Draft], Sequence[Message]]
# Who orders what next in a position, None when it is enough; and the messages that tell of lines of the log.
Choose = Callable[[Game], Awaitable[tuple[str, str] | None]]
Tell = Callable[[tuple[Line, ...]], Sequence[Message]]
# What is stored along with a draft.
Also = Callable[[Draft], Awaitable[Sequence[Step]]]


def _no_messages(row: GameRow, draft: Draft) -> Sequence[Message]:
    return ()


class Moderator(Tables):
    """All games of a bot, and the orders given in them. `announce` makes the messages that are stored with an order."""

    def __init__(self, store: Store, announce: Announce = _no_messages, clock: Callable[[], float] = time.time) -> None:
        super().__init__(store)
        self.announce, self.now, self.wakes = announce, clock, Wakes()

    # --- orders ---------------------------------------------------------------------------------------------

    async def orders(
        self,
        game_id: str,
        interaction_id: str,
        user_id: int,
        texts: Sequence[str],
        power: str | Sequence[str] | None = None,
        expected: int | None = None,
    ) -> Outcome:
        """Carry out orders of a person, all or none.

        power: for which of the person's powers (or that of each line); by default the one that has to act. expected:
        number of the log entry on which a button was offered; if the game went on since, the order is refused.
        """
        with ORDER_SECONDS.time():
            async with self.held(game_id) as (table, situation):
                one, each = (power, ()) if power is None or isinstance(power, str) else (None, power)
                giver = Issuer(str(user_id), situation.permission(user_id), one)
                outcome: Outcome | Broken
                try:
                    outcome = await self._ordered(table, situation, interaction_id, giver, texts, each, expected)
                except Broken as error:  # dice have fallen for this interaction
                    outcome = error
                # Whatever is stored looks for its receipt itself. The same again may be refused by now.
                if not isinstance(outcome, Accepted) and (done := await self.store.receipt(game_id, interaction_id)):
                    return _again(table, done.answer)
                if isinstance(outcome, Broken):
                    raise outcome
                return _counted(outcome)

    async def _ordered(
        self,
        table: Table,
        situation: Situation,
        interaction_id: str,
        giver: Issuer,
        texts: Sequence[str],
        each: Sequence[str],
        expected: int | None,
    ) -> Outcome:
        row = situation.row
        if refusal := _closed(row) or _stale(table, expected):
            return Denied(refusal)
        policies = list(situation.facts.policies)
        draft = await threads.judged(judge, table.now(), interaction_id, giver, texts, row, policies, each)
        if isinstance(draft, Denied):
            return draft
        steps = back(row, giver.may.powers, giver.who) if situation.computers else []
        try:
            return await self.store_draft(row, table, draft, *steps, states=RUNNING)
        except RevisionConflict:  # somebody else has stored an order meanwhile
            return Denied(MOVED_ON)

    async def by_itself(
        self,
        table: Table,
        order_id: str,
        order: str,
        choose: Choose,
        tell: Tell,
        who: str = "timer",
        also: Also | None = None,
    ) -> Outcome:
        """Orders that a deadline or a computer gives for powers that have to act: all that `choose` names, in one
        change with the message that tells of them and with what `also` says. The caller holds the game's lock (`held`),
        and has looked inside it whether they are still due. order: what the dice are bound to."""
        if done := await self.store.receipt(table.id, order_id):
            return _again(table, done.answer)
        row = await self.store.game(table.id)
        if refusal := _closed(row):
            return Denied(refusal)
        policies, draft = await self.store.policies(row.id), table.draft(order_id, [order])
        for _ in range(MOST_BY_ITSELF):
            if (chosen := await choose(draft.game)) is None:
                break
            power, text = chosen
            giver = Issuer(who, Permission((power,), False))
            if refusal := await threads.judged(given, draft, text, giver, row, policies):
                if draft.entries:
                    break
                return Denied(refusal, 1, text)
        if not draft.entries:
            return Denied(Refusal("too-late", "Nothing is left to be done."))
        more = await also(draft) if also else ()
        return await self.store_draft(row, table, draft, *more, tell=tell, states=RUNNING)

    async def foreseen(self, table: Table, power: str, texts: Sequence[str]) -> tuple[list[list[Entry]], bool]:
        """What each of some orders of a power would bring (nothing from the first dice on), and whether dice would fall,
        standing orders' answers included."""
        row, giver = await self.store.game(table.id), Issuer("computer", Permission((power,), False))
        policies = await self.store.policies(row.id)
        return await threads.judged(foresee, table.game, giver, row, policies, texts)

    async def plan(self, game_id: str, user_id: int, texts: Sequence[str]) -> tuple[Plan, Game]:
        """Try orders in private, on a copy, up to the first refusal or the first dice, with what is wrong behind it; and the
        copy. Standing orders of
        others answer nothing there: they are secret."""
        table, row = await self.table(game_id), await self.store.game(game_id)
        giver = Issuer(str(user_id), await self.permission(game_id, user_id))
        mine = [p for p in await self.store.policies(game_id) if p.power in giver.may.powers]
        trial, again = (rehearsal(table.game, giver, row, mine) for _ in range(2))
        return await threads.judged(plan, trial, again, texts), trial.copy.game

    async def settle(self, row: GameRow, draft: Draft) -> None:
        """What goes on by itself behind an act that is no order, before it is stored."""
        await threads.judged(auto_advance.go_on, draft, row, await self.store.policies(row.id))

    # --- storing --------------------------------------------------------------------------------------------

    async def store_draft(
        self,
        row: GameRow,
        table: Table,
        draft: Draft,
        *more: Step,
        tell: Tell | None = None,
        states: tuple[str, ...] = PLAYED,
    ) -> Accepted:
        """Everything is stored in one transaction, with `more`, and announced. The caller holds the game's lock. states:
        those in which the game may be."""
        said = _said(draft.game, draft.entries, draft.remarks)
        rolls = tuple(line["roll"] for line in draft.lines if line["kind"] == "roll")
        further, steps = dice_steps(row.id, draft)
        timed = deadlines.SETTING in row.settings or draft.game.state.winner
        clocks = await clock.steps(self.store, row, table.game, draft.game, self.now()) if timed else ()
        used = seals.opened(draft.used) if draft.used else ()
        number = draft.game.log[-1].number
        change = Change(
            draft.occasion.interaction,
            row.id,
            expected_revision=table.revision,
            entries=tuple(new_entry(draft, n) for n in range(len(draft.entries))),
            snapshot=new_snapshot(table, draft),
            state_hash=draft.game.hash,
            messages=(*(tell(said) if tell else ()), *self.announce(row, draft)),
            steps=(Require(row.id, states), *more, *steps, *clocks, *used),
            answer={"entries": len(draft.entries), "number": number, "rolls": rolls, "remarks": draft.remarks},
        )
        receipt = await self.store.commit(change)
        if receipt.repeated:
            self.forget(row.id)
            return _again(await self.table(row.id), receipt.answer)
        table.chains.extend(further)
        table.adopt(draft, receipt.last)
        if any(line["kind"] != "roll" for line in draft.lines):
            self.forget(row.id)  # which rolls would come again is read from the dice log
        if COMPUTERS in row.settings:
            self.wakes.touch(row.id)
        return Accepted(row.id, said, number, rolls, tuple(draft.entries))


def _counted(outcome: Outcome) -> Outcome:
    if isinstance(outcome, Accepted) and outcome.repeated:
        return outcome
    ORDERS.labels("refused" if isinstance(outcome, Denied) else "accepted").inc()
    return outcome


def _closed(row: GameRow) -> Refusal | None:
    told = {"lobby": "has not started yet", "paused": "is paused", "over": "is over"}.get(row.status)
    return Refusal("wrong-phase", f"This game {told}.") if told else None


def _stale(table: Table, expected: int | None) -> Refusal | None:
    if expected is None or expected == table.game.log[-1].number:
        return None
    return MOVED_ON


def _said(game: Game, entries: Sequence[Entry], remarks: Sequence[str]) -> tuple[Line, ...]:
    return (*told(game.table, entries, game.log), *map(Line, remarks))


def _again(table: Table, answer: Any) -> Accepted:
    """The first answer to orders once more, as far as their entries are still at hand."""
    last = answer["number"]
    log = table.game.log.since(last - answer["entries"] + 1).here
    lines = _said(table.game, [entry for entry in log if entry.number <= last], answer["remarks"])
    return Accepted(table.id, lines, last, tuple(answer["rolls"]), repeated=True)
