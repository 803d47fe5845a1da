"""A random player: mostly sensible orders out of what is legal, now and then a bad one on purpose."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from rules.dice.prng import Prng
from rules.legal import Legal, complete, decision_choices, legal
from rules.legal.texts import texts
from rules.play import lines
from rules.play.game import Game

PATIENCE = {
    "research": 1,
    "purchase": 6,
    "combat move": 14,
    "conduct combat": 99,
    "noncombat move": 14,
    "mobilize": 60,
}
BAD = 12  # of a hundred orders
FEW = 1  # groups of units whose moves are looked at for one order


class Wanted(Protocol):
    """What a player wants: see `Wish`."""

    @property
    def text(self) -> str:
        """The order."""

    @property
    def by(self) -> str:
        """Who gives it."""

    @property
    def offered(self) -> bool:
        """Whether it was offered as legal."""


class Plays(Protocol):
    """Whoever can play a soak's games."""

    def next(self, game: Game) -> Wanted:
        """The next order to give."""


@dataclass(frozen=True, slots=True)
class Wish:
    """An order to try: its text, who gives it ("" = whoever is to act), and whether it was offered as legal."""

    text: str
    by: str = ""
    offered: bool = False


class Player:
    """Plays every power. `budget` counts what it still wants to do in a phase. rare: of a hundred orders so many are chosen
    by their kind first, the kind that has been tried least, so that what is seldom legal is often tried."""

    def __init__(self, prng: Prng, rare: int = 0) -> None:
        self.prng, self.rare = prng, rare
        self.tried: Counter[tuple[str, ...]] = Counter()
        self.phase: tuple[object, ...] = ()
        self.budget = 0

    def next(self, game: Game) -> Wish:
        """The next order to give."""
        if self.prng.chance(BAD):
            return self.bad(game)
        if game.state.pending:
            return self.answer(game)
        turn = game.state.turn
        if (turn.round, turn.power, turn.phase) != self.phase:
            self.phase = (turn.round, turn.power, turn.phase)
            self.budget = self.prng.below(1 + PATIENCE.get(turn.phase, 3))
        return self.order(game)

    def answer(self, game: Game) -> Wish:
        """One of the offered answers, the recommended one most often; to any of the open questions, or a battle
        meanwhile."""
        if self.prng.chance(20) and (due := [b.place for b in game.state.battles.values() if b.status == "due"]):
            return Wish(f"fight {self.prng.choice(due)}", by=game.state.turn.power)
        asked = lines.shown(game.state)
        if len(asked) > 1:
            decision = self.prng.choice(list(asked))
            choices = decision_choices(game.facing(decision))
            text = self.prng.choice(choices)
            return Wish(lines.addressed(game.state, decision, text), by=decision.power, offered=True)
        choices = decision_choices(game)
        if not choices:
            return Wish("pass")
        best = self.prng.chance(60) or len(choices) == 1
        return Wish(choices[0] if best else self.prng.choice(choices), offered=True)

    def order(self, game: Game) -> Wish:
        """An order of the phase, or `done`."""
        power, phase = game.to_act, game.state.turn.phase
        found = legal(game, power)
        if self.budget <= 0 and found.done is None:
            return Wish("done", offered=True)
        if self.budget <= 0 and found.undo and phase != "mobilize" and self.prng.chance(80):
            return Wish("undo", offered=True)  # what stands in the way of closing the phase is taken back
        self.budget -= 1
        if found.done is not None and (found.done.choices and self.prng.chance(70)):
            return Wish(self.prng.choice(found.done.choices))
        if phase == "mobilize" and found.place:
            return self._place(found)
        return self._something(game, found)

    def _place(self, found: Legal) -> Wish:
        open_ = [p for p in found.place if p.sites]
        if not open_:
            return Wish("done", offered=found.done is None)
        entry = self.prng.choice(open_)
        site = self.prng.choice(sorted(entry.sites))
        return Wish(f"place {entry.sites[site]} {entry.unit}: {site}")

    def _something(self, game: Game, found: Legal) -> Wish:
        if self.prng.chance(1):
            offered = complete(game, found.power)
            return Wish(self.prng.choice(offered), offered=True) if offered else Wish("done")
        if self.rare and self.prng.chance(self.rare) and (text := self._of_some_kind(game, found)):
            return Wish(text)
        if found.movers and self.prng.chance(75) and (move := self._a_move(game, found)):
            return Wish(move)
        idle = ("undo", "done", "disband") if self.rare else ("undo", "done")
        stock = [t for t in texts(game, found.power, self._with_few_movers(found)) if t.split()[0] not in idle]
        if not stock:
            return Wish("undo") if self.budget < -5 else Wish("done")
        return Wish(self.prng.choice(self._preferred(game, stock)))

    def _of_some_kind(self, game: Game, found: Legal) -> str:
        """An order of the kind among those that are legal that has been tried least; `disband` and `done` left out."""
        kinds: dict[tuple[str, ...], list[str]] = {}
        for text in texts(game, found.power, self._with_few_movers(found)):
            if (verb := text.split()[0]) not in ("undo", "done", "disband"):
                said = re.findall(r"\(([^)]*)\)|(using)|(atomic)", text)
                kinds.setdefault((verb, *("".join(words) for words in said)), []).append(text)
        if not kinds:
            return ""
        least = min(self.tried[kind] for kind in kinds)
        kind = self.prng.choice(sorted(kind for kind in kinds if self.tried[kind] == least))
        self.tried[kind] += 1
        return self.prng.choice(kinds[kind])

    def _with_few_movers(self, found: Legal) -> Legal:
        """The same with some of the units that can move: where each could go is what takes time."""
        movers = list(found.movers)
        some = [movers.pop(self.prng.below(len(movers))) for _ in range(min(FEW, len(movers)))]
        return dataclasses.replace(found, movers=tuple(some))

    def _a_move(self, game: Game, found: Legal) -> str:
        """A move of some units that can move; into enemy places where the phase is for that."""
        for _ in range(6):
            mover = self.prng.choice(found.movers)
            goals = [g for g in mover.goals if game.state.turn.phase != "combat move" or self._foes(game, g)]
            if goals:
                goal = self.prng.choice(goals)
                count = self.prng.between(1, mover.goals[goal])
                return f"move {count} {mover.name}: {mover.place} > {goal}"
        return ""

    def _foes(self, game: Game, place: str) -> bool:
        view = game.view
        hostile = view.hostile_land(place, view.active) or bool(view.enemy_units(place, view.active))
        return hostile or self.prng.chance(5)

    def _preferred(self, game: Game, stock: list[str]) -> list[str]:
        """In combat move the bold orders come first in the stock: choose among them more often."""
        if game.state.turn.phase == "combat move" and self.prng.chance(85):
            return stock[: max(1, len(stock) // 3)]
        return stock

    # --- bad orders ---------------------------------------------------------------------------------------

    def bad(self, game: Game) -> Wish:
        """An order that is probably wrong: of another phase, with wrong numbers or names, by somebody else."""
        makers = [self._wrong_words, self._wrong_places, self._wrong_power, self._too_many, self._nonsense]
        return self.prng.choice(makers)(game)

    def _some_text(self, game: Game) -> str:
        stock = list(self._few(game))
        return self.prng.choice(stock) if stock else "done"

    def _few(self, game: Game) -> Iterator[str]:
        found = self._with_few_movers(legal(game, game.to_act))
        for n, text in enumerate(texts(game, game.to_act, found)):
            if n == 30:
                return
            yield text

    def _wrong_words(self, game: Game) -> Wish:
        words = self._some_text(game).split()
        words[self.prng.below(len(words))] = self.prng.choice(["", "9999", "tank", ">", ":", "(damaged)", "to"])
        return Wish(" ".join(words))

    def _wrong_places(self, game: Game) -> Wish:
        places = sorted(game.table.board.places)
        head, colon, _ = self._some_text(game).rpartition(":")
        some = " > ".join(self.prng.choice(places) for _ in range(self.prng.between(1, 3)))
        return Wish(f"{head}: {some}" if colon else f"fight {some}")

    def _wrong_power(self, game: Game) -> Wish:
        others = [p for p in game.table.board.order if p != game.to_act]
        return Wish(self._some_text(game), by=self.prng.choice(others))

    def _too_many(self, game: Game) -> Wish:
        units = sorted(game.table.units)
        places = sorted(game.table.board.places)
        verb = self.prng.choice(["buy", "place", "move", "load", "unload", "bomb", "casualties", "submerge"])
        count, unit = self.prng.choice([1, 2, 40]), self.prng.choice(units)
        here, there = self.prng.choice(places), self.prng.choice(places)
        way = {"move": f": {here} > {there}", "load": f": {here} > {there}", "unload": f": {here} > {there}"}
        if verb == "bomb":
            return Wish(f"bomb {self.prng.choice(units)}: {count} {unit}: {here} > {there}")
        return Wish(f"{verb} {count} {unit}" + way.get(verb, f": {here}" if verb == "place" else ""))

    def _nonsense(self, game: Game) -> Wish:
        return Wish(self.prng.choice(["press on", "retreat", "pass", "undo", "chart 7", "reroll", "bombard 1 fighter"]))
