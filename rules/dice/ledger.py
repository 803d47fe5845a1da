"""The dice log as it is written: each line is made, checked as a player would check it, and handed out.

A Ledger is what is known publicly: it holds no secret. Lines are plain dicts; `text_of` gives the
line of the downloadable log. Times, ids and secrets come from outside.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rules.dice.chain import SeedChain
from rules.dice.protocol import DiceShort
from rules.dice.verify import NOTICE, VERSION, Line, Log, canonical, short_id


class ChainExhausted(Exception):
    """The seeds are used up: a further chain should have been announced (see Ledger.low)."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a roll is bound to: the order and the things about it that the bot can't choose."""

    interaction: str  # Discord's id, or "timer:SECONDS" for an order that a deadline gave
    order: str  # canonical text
    state: str  # hash of the position before the order
    beacon: Line | None = None  # {"round": ..., "randomness": ...} where the game uses an outside beacon
    again: int | None = None  # a roll taken back that this order repeats


@dataclass(frozen=True, slots=True)
class Proof:
    """One roll laid open, for `/dice verify`."""

    roll: int
    id: str
    seed: str
    context: str
    dice: list[int]
    line: Line
    voided: bool


def text_of(line: Line) -> str:
    """A line of the log as text (JSON, without the line's end)."""
    return canonical(line).decode()


class Ledger:
    """The public state of a game's dice: which chain, which roll is next, what the players put in."""

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        """Rebuild from a stored log; raises `verify.Broken` if it does not hold."""
        self._log = Log()
        for line in lines:
            self._log.feed(line)

    def _add(self, line: Line) -> Line:
        trial = copy.copy(self._log)
        trial.used, trial.voided = set(trial.used), set(trial.voided)
        trial.commitments, trial.was, trial.decks = list(trial.commitments), dict(trial.was), dict(trial.decks)
        trial.feed(line)
        self._log = trial
        return line

    def copy(self) -> Ledger:
        """The same ledger, to try on: what is written to one is not in the other."""
        other = Ledger()
        other._log = self._log
        return other

    @property
    def next_roll(self) -> int:
        """The number that the next roll bears."""
        return self._log.rolls + 1

    @property
    def left(self) -> int:
        """How many rolls the committed chains still hold."""
        further = self._log.coming[1] if self._log.coming else 0
        return self._log.last - self._log.rolls + further

    @property
    def low(self) -> bool:
        """Whether a further chain should be announced now (there is room for it, and it is time)."""
        ahead = self._log.last - self._log.rolls
        return self._log.coming is None and NOTICE <= ahead <= 8 * NOTICE

    @property
    def further_first(self) -> int:
        """The number of the first roll of a chain announced now."""
        return self._log.last + 1

    def commit(self, game: str, chain: SeedChain, beacon: Line | None = None) -> Line:
        """The line that commits to the first chain. `beacon`: name, genesis and period of an outside one."""
        line = {"kind": "chain", "v": VERSION, "game": game, "first": 1, "length": chain.length}
        return self._add({**line, "commitment": chain.commitment.hex(), "beacon": beacon})

    def extend(self, chain: SeedChain) -> Line:
        """The line that announces a further chain, `verify.NOTICE` rolls or more before it begins."""
        if chain.first != self.further_first:
            raise ValueError(f"the further chain begins with roll {self.further_first}")
        line = {"kind": "chain", "v": VERSION, "game": self._log.game, "first": chain.first}
        return self._add({**line, "length": chain.length, "commitment": chain.commitment.hex()})

    def seat(self, seat: str, player: str, interaction: str, phrase: str = "") -> Line:
        """The line by which a player adds to the entropy of all rolls; only before the first roll."""
        line = {"kind": "seat", "seat": seat, "player": player, "interaction": interaction}
        return self._add({**line, "phrase": phrase})

    def void(self, rolls: Sequence[int], by: str, why: str, was: Sequence[Line] = ()) -> Line:
        """The line that says that rolls were taken back. They stay in the log; no number is used again.

        was: for which order, in which position, each was made: {"order", "state", "rolls"}; there they hold again.
        """
        return self._add({"kind": "void", "rolls": list(rolls), "by": by, "why": why, "was": list(was)})

    def stand(self, rolls: Sequence[int], interaction: str, order: str, state: str) -> Line:
        """The line that says that rolls taken back hold again: the same order was given in the same position."""
        line = {"kind": "stand", "rolls": list(rolls), "interaction": interaction, "order": order, "state": state}
        return self._add(line)

    def told(self, occasion: Occasion, dice: Sequence[int], why: str) -> Line:
        """The line of dice that were not rolled here: players told how they fell elsewhere. They take no seed, no number."""
        line = {"kind": "told", "interaction": occasion.interaction, "order": occasion.order, "state": occasion.state}
        return self._add({**line, "why": why, "count": len(dice), "dice": list(dice)})

    def roll(self, chains: Iterable[SeedChain], occasion: Occasion, count: int, why: str, deck: str = "") -> Line:
        """The line of the next roll, made with its seed; deck: as cards of that deck. Raises ChainExhausted, or Broken."""
        number = self.next_roll
        chain = next((c for c in chains if c.first <= number <= c.last), None)
        if chain is None or not self.left:
            raise ChainExhausted(f"no seed for roll {number}")
        line: dict[str, Any] = {
            "kind": "roll",
            "roll": number,
            "interaction": occasion.interaction,
            "order": occasion.order,
            "state": occasion.state,
            "beacon": occasion.beacon,
            "again": occasion.again,
            "why": why,
            "count": count,
            **({"deck": deck} if deck else {}),
        }
        context = self._log.context(line)
        seed = chain.seed(number)
        dice = self._log.faces(line, seed, context)
        return self._add({**line, "seed": seed.hex(), "dice": dice, "id": short_id(number, context, dice)})


class ChainDice:
    """Verifiable dice for one order: every throw takes the next seed and leaves a line in `lines`.

    The ledger given is not touched: store `lines` and the order in one transaction, then keep `ledger`.
    If the order has to be tried again after a crash, the same interaction gives the same dice.
    """

    def __init__(
        self, ledger: Ledger, chains: Sequence[SeedChain], occasion: Occasion, earlier: Sequence[Line] = ()
    ) -> None:
        """earlier: rolls taken back that were made for this very order in this very position: they come again."""
        self.ledger = ledger.copy()
        self.lines: list[Line] = []
        self.again: list[Line] = []
        self._chains = chains
        self._occasion = occasion
        self._earlier = list(earlier)

    def roll(self, count: int, why: str, deck: str = "") -> list[int]:
        """The next `count` dice, or cards of a deck. A throw of none takes no seed."""
        if count < 1:
            return []
        if self._earlier:
            line = self._earlier.pop(0)
            if (line["count"], line["why"], line.get("deck", "")) == (count, why, deck):
                self.again.append(line)
                return list(line["dice"])
            self._earlier = []
        line = self.ledger.roll(self._chains, self._occasion, count, why, deck)
        self.lines.append(line)
        return list(line["dice"])

    def __repr__(self) -> str:
        return f"ChainDice(next roll {self.ledger.next_roll}, {len(self.lines)} made)"


class ToldDice:
    """Dice of one order that fell elsewhere, as they are told: each throw leaves a line in `lines` that says so.

    The ledger given is not touched, as with ChainDice.
    """

    def __init__(self, ledger: Ledger, occasion: Occasion, throws: Sequence[Sequence[int]]) -> None:
        self.ledger, self.lines = ledger.copy(), list[Line]()
        self._occasion, self._throws = occasion, list(throws)

    def roll(self, count: int, why: str, deck: str = "") -> list[int]:
        """The next throw that is told. Raises DiceShort where it is none of so many dice."""
        if not count:
            return []
        if not self._throws or len(self._throws[0]) != count:
            told = f"{len(self._throws[0])} are told" if self._throws else "none are told"
            raise DiceShort(f"{why}: {count} dice are rolled, {told}")
        dice = list(self._throws.pop(0))
        self.lines.append(self.ledger.told(self._occasion, dice, why))
        return dice


def prove(lines: Iterable[Line], roll: int | str) -> Proof | None:
    """One roll of a stored log by number or short id, with all it takes to check it; None if not there.

    The log up to that roll is checked on the way: raises `verify.Broken` if it does not hold.
    """
    log = Log()
    found: Proof | None = None
    for line in lines:
        if line["kind"] == "roll" and roll in (line["roll"], line["id"], str(line["roll"])):
            context = log.context(line)
            found = Proof(line["roll"], line["id"], line["seed"], context.decode(), line["dice"], line, False)
        log.feed(line)
    if found and found.roll in log.voided:
        return Proof(found.roll, found.id, found.seed, found.context, found.dice, found.line, True)
    return found
