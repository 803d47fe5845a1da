"""Orders tried on a copy, one after another, as they come from buttons, forms, plans and deadlines alike.

Between two lines goes on what goes on by itself between two orders: standing orders answer, empty phases are closed. So a
form leads where the same orders lead that are given singly. A line `done` for a phase that has just ended by itself is met.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from bot.game.moderator import auto_advance
from bot.game.moderator.confirmations import careless, idle_end, left_over, one_payer, reckless
from bot.game.moderator.results import Denied, Plan
from bot.game.moderator.situation import Permission
from bot.game.moderator.table import Draft, Table
from bot.game.record.narration import tell as told
from bot.store.records import Game as GameRow
from bot.store.records import Policy
from rules.model.events import Noted
from rules.model.orders import DONE, Order, Throw
from rules.model.parse import meant
from rules.model.refusals import Refusal, Refused
from rules.play import lines, reading
from rules.play.game import Entry, Game, NoDice

# What a plan that comes to its first dice is told with.
DICE = "dice"
NO_SEAT = Refusal("not-your-turn", "You hold no seat in this game. Its players give the orders.")


@dataclass(frozen=True, slots=True)
class Issuer:
    """On whose behalf orders come. who: user id, "timer", "computer" or "policy", as it stands in the log."""

    who: str
    may: Permission
    power: str | None = None


class Copy(auto_advance.Copy, Protocol):
    """A copy of a game that takes orders. remarks: lines to be told behind what happened. for_good: what is ordered in it
    is meant to stand."""

    entries: list[Entry]
    remarks: list[str]
    for_good: bool


@dataclass
class Rehearsal:
    """A copy on which no dice fall: an order that needs some is refused, so that nothing can be learned from them.
    dice_due: whether one was, be it a standing order's answer. What computers would answer is not learned either."""

    answers_of_computers = False

    game: Game
    entries: list[Entry] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    dice_due: bool = False
    used: list[Policy] = field(default_factory=list)
    for_good: bool = False

    def submit(self, order: Order, by: str, giver: str, why: str = "") -> Refusal | None:
        """See Copy."""
        dice = NoDice()
        outcome = self.game.submit(order, dice, by, why)
        if isinstance(outcome, Refusal):
            return outcome
        if dice.used:
            self.dice_due = True
            self.game.drop_last()
            ahead = [e.text for e in outcome.entry.events if isinstance(e, Noted) and e.data.get("warning")]
            return Refusal(DICE, " ".join([*ahead, "From here on dice would fall: a plan ends before them."]))
        self.entries.append(outcome.entry)
        return None


class Trial:
    """Lines of one person, tried on a copy. row, policies: what decides what goes on by itself."""

    def __init__(self, copy: Copy, giver: Issuer, row: GameRow, policies: list[Policy]) -> None:
        self.copy, self.giver, self.row, self.policies = copy, giver, row, policies
        self.power = copy.game.state.turn.power
        self._ended = 0

    def line(self, order: Order, text: str) -> Refusal | None:
        """One line, and what goes on by itself behind it."""
        if self._ended and order == DONE and not meant(text):
            self._ended -= 1
            return None
        refusal = idle_end(self.copy.game, self.copy.entries, order, text, self.power)
        if refusal := refusal or heedful(self.copy, order, text, self.giver):
            return refusal
        closed = auto_advance.go_on(self.copy, self.row, self.policies)
        self._ended = sum(turn.power == self.power for turn in closed)
        return None

    def text(self, text: str) -> Refusal | None:
        """One line that has not been read yet."""
        try:
            return self.line(self.copy.game.parse(text), text)
        except Refused as refused:
            return refused.refusal

    def lines(self, orders: Sequence[Order], texts: Sequence[str], powers: Sequence[str] = ()) -> Denied | None:
        """Lines that have been read, up to the first that is refused. powers: for whom each is given, if that is said."""
        for number, (order, text) in enumerate(zip(orders, texts, strict=True), 1):
            if powers:
                self.giver = replace(self.giver, power=powers[number - 1])
            if refusal := self.line(order, text):
                return Denied(refusal, number, text, len(texts))
        return None

    def every_fault(self, texts: Sequence[str], found: Denied) -> Denied:
        """A refusal of many lines as the first of all that are refused, as far as that can be told without dice. Behind a
        line without which nothing can be tried, only what cannot be read is."""
        faults, last = {found.line: found}, len(texts)
        for number, text in enumerate(texts if len(texts) > 1 else (), 1):
            if last < number:
                refusal = reading.unreadable(text, self.copy.game.table.lexicon)
            elif (refusal := self.text(text)) and (refusal.code == DICE or _ends(text)):
                last = number
                refusal = None if refusal.code == DICE else refusal
            if refusal:
                faults.setdefault(number, Denied(refusal, number, text, len(texts)))
        first, *more = (faults[number] for number in sorted(faults))
        return replace(first, more=tuple(more), last=last)


def _ends(text: str) -> bool:
    """Whether a line ends a phase."""
    return text.lower().startswith("done")


def judge(
    table: Table,
    interaction: str,
    giver: Issuer,
    texts: Sequence[str],
    row: GameRow,
    policies: list[Policy],
    powers: Sequence[str] = (),
) -> Draft | Denied:
    """Orders of a person, all or none: the draft in which they are carried out, or what is wrong with them. powers: for
    whom each is given, if that is said."""
    orders = read(rehearsal(table.game, giver, row, policies), texts)
    draft = table.draft(interaction, [] if isinstance(orders, Denied) else orders)
    trial = Trial(draft, giver, row, policies)
    denied = orders if isinstance(orders, Denied) else trial.lines(orders, texts, powers)
    return rehearsal(table.game, giver, row, policies).every_fault(texts, denied) if denied else draft


def given(draft: Draft, text: str, giver: Issuer, row: GameRow, policies: list[Policy]) -> Refusal | None:
    """One order more in a draft, by whoever is not asked about what it gives away, and what goes on by itself behind it."""
    refusal = heedful(draft, draft.game.parse(text), text, giver)
    if refusal is None:
        auto_advance.go_on(draft, row, policies)
    return refusal


def foresee(
    game: Game, giver: Issuer, row: GameRow, policies: list[Policy], texts: Sequence[str]
) -> tuple[list[list[Entry]], bool]:
    """What each of some orders would bring on a copy without dice, and whether dice would fall."""
    copy = Rehearsal(game.copy())
    trial, brought, refused = Trial(copy, giver, row, policies), list[list[Entry]](), False
    for text in texts:
        before = len(copy.entries)
        refused = refused or trial.text(text) is not None
        brought.append(copy.entries[before : before + 1])
    return brought, refused or copy.dice_due


def plan(trial: Trial, again: Trial, texts: Sequence[str]) -> Plan:
    """Orders up to the first refusal or the first dice, and what else is wrong. again: a trial on a copy of its own."""
    game, accepted, denied = trial.copy.game, list[str](), None
    before = len(game.log)
    for number, text in enumerate(texts, 1):
        if refusal := trial.text(text):
            denied = again.every_fault(texts, Denied(refusal, number, text, len(texts)))
            break
        accepted.append(text)
    return Plan(tuple(accepted), denied, told(game.table, game.log[before:]))


def read(trial: Trial, texts: Sequence[str]) -> list[Order] | Denied:
    """Lines as orders, or the first that can't be read: each in the position to which those before it lead, where that
    tells what it means (`move all: ...`)."""
    game, orders, tried = trial.copy.game, list[Order](), 0
    for number, text in enumerate(texts, 1):
        try:
            try:
                orders.append(reading.plain(text, game.table.lexicon))
            except Refused:
                for order, before in zip(orders[tried:], texts[tried:], strict=False):
                    trial.line(order, before)
                tried = len(orders)
                orders.append(game.parse(text))
        except Refused as refused:
            refusal = _beyond_dice(trial, text) or refused.refusal
            return Denied(refusal, number, text, len(texts))
    return orders


def _beyond_dice(trial: Trial, text: str) -> Refusal | None:
    """Why a line behind dice is not read that only its position explains; None where no dice are in between."""
    if not getattr(trial.copy, "dice_due", False) or reading.unreadable(text, trial.copy.game.table.lexicon):
        return None
    told = f"Dice fall before `{text}`, and what it means is known only behind them: name units and places, or give it then."
    return Refusal("syntax", told)


def rehearsal(game: Game, giver: Issuer, row: GameRow, policies: list[Policy]) -> Trial:
    """A trial on a copy without dice."""
    return Trial(Rehearsal(game.copy()), giver, row, policies)


def heedful(copy: Copy, order: Order, text: str, giver: Issuer) -> Refusal | None:
    """Order, unless it ends a phase with a loss, or runs into fire, that nobody has spoken of. Deadlines and computers are
    not asked."""
    timer = giver.who in ("timer", "computer")
    if not timer and copy.game.to_act in giver.may.powers:
        refusal = careless(copy.game, order, text) or one_payer(copy.game, order, text)
        if refusal := refusal or (reckless(copy.game, order, text) if copy.for_good else None):
            return refusal
    said = left_over(copy.game, order, text, grave=timer)
    refusal = _given(copy, order, giver)
    if refusal is None:
        copy.remarks += said
    return refusal


def _given(copy: Copy, order: Order, giver: Issuer) -> Refusal | None:
    """Order for the power that has to act. Some rules let others order too: where that is refused, the
    person's other powers are tried, and the first refusal is the one that is told."""
    power = _for_whom(copy.game, giver)
    if power is None:
        return copy.submit(order, "", giver.who) if giver.may.master and isinstance(order, Throw) else NO_SEAT
    refusal = copy.submit(order, power, giver.who)
    others = _others(copy.game, giver) if refusal and refusal.code != DICE and giver.power is None else ()
    if refusal and all(copy.submit(order, other, giver.who) for other in others if other != power):
        return refusal
    _for_all_owners(copy, order, giver)
    return None


def _for_all_owners(copy: Copy, order: Order, giver: Issuer) -> None:
    """Whoever answers for several owners of what was hit is asked once."""
    while copy.game.state.pending:
        asked = copy.game.state.pending[0]
        if not asked.data.get("said") or asked.power not in (*giver.may.powers, *giver.may.answers):
            return
        if copy.submit(order, asked.power, giver.who):
            return


def _for_whom(game: Game, giver: Issuer) -> str | None:
    """The power a person orders for: one that is asked and theirs, or for which they may answer; else one of theirs."""
    held = giver.may.powers
    if giver.power is not None:
        return giver.power if giver.power in (*held, *giver.may.answers) else None
    for power in (*lines.asked(game.state), game.state.turn.power):
        if power in held or (power in giver.may.answers and power in lines.asked(game.state)):
            return power
    return held[0] if held else None


def _others(game: Game, giver: Issuer) -> tuple[str, ...]:
    """The powers for which a person may order now: theirs, and those for which they may answer a question."""
    asked = lines.asked(game.state)
    return (*giver.may.powers, *(p for p in giver.may.answers if p in asked))
