"""Positions of late rounds: the printed set-up pushed about, with many of the units that only come later, as the number of
a game wills it. Random games that begin there meet in minutes what others come to in hours, or never."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.cases.file import Case
from rules.cases.setup import build
from rules.core.documents import TableError
from rules.core.hooks import Rule
from rules.core.table import Table
from rules.core.view import View
from rules.dice.prng import Prng
from rules.economy import limits
from rules.mechanics.fire.laying import laid
from rules.model.profiles import AIR, LAND, SEA, UnitType
from rules.play.game import Game

FIRST, LAST = 5, 12  # rounds in which a game begins
SWITCHED = 15  # of a hundred options with two values
GUESTS = 25  # of a hundred places where units stand, as far as allies share theirs
SHARE = 3  # house units come so many times as often as those of the board


def game(board: str, rules: Sequence[str], number: int) -> Game:
    """The game of a number: its position, options and the power whose turn begins."""
    prng = Prng(number)
    return build(_Late(board, tuple(rules), options(board, rules, prng), prng).case())


def options(board: str, rules: Sequence[str], prng: Prng) -> dict[str, Any]:
    """Some of the yes and no options the other way round, if they go together; those of the house rules more often. Which
    set-up of the board a game begins with, too."""
    known = Table(board, rules).known_options.values()
    chosen: dict[str, Any] = {
        o.name: not o.default
        for o in known
        if isinstance(o.default, bool) and prng.chance(SWITCHED * (SHARE if "." in o.name else 1))
    }
    if setups := [o for o in known if o.name == "scenario"]:
        chosen["scenario"] = prng.choice(sorted(setups[0].numbers))
    try:
        Table(board, rules, chosen)
    except TableError:
        return {}
    return chosen


@dataclass
class _Late:
    """A position in the making: what a case says of it."""

    board: str
    rules: tuple[str, ...]
    options: dict[str, Any]
    prng: Prng
    owner: dict[str, str] = field(default_factory=dict)
    units: dict[str, dict[str, str]] = field(default_factory=dict)
    stand: Counter[tuple[str, str]] = field(default_factory=Counter)
    view: View = field(init=False)

    def case(self) -> Case:
        """All of it."""
        prng, number = self.prng, self.prng.between(FIRST, LAST)
        self.view = build(Case("late", self.board, "", self.rules, self.options, number, war="all")).view
        order = self.view.board.order
        for _ in range(prng.below(7)):
            self._conquest()
        for power in order:
            if prng.chance(25):
                self._withdraw(power)
        # What is asked of a view from here on is asked of the lands as they are now.
        self.view = build(self._so_far(number)).view
        for power in order:
            self._army(power)
            self._fleet(power)
        return self._so_far(number)

    def _so_far(self, number: int) -> Case:
        prng, order = self.prng, self.view.board.order
        first = order[:2]  # so that all have their turn in the round
        known = [str(t) for t in self.view.edition("technologies", ())]
        tech = {p: (prng.choice(known),) for p in order if known and prng.chance(30)}
        money = {p: prng.between(10, 90) for p in order}
        return Case(
            "late", self.board, "", self.rules, self.options, number, prng.choice(first), war="all",
            tech=tech, money=money, owner=self.owner, units=self.units, borders=self._mines(),
        )  # fmt: skip

    def _mines(self) -> dict[str, dict[str, str]]:
        """Some of what is laid on borders, by those who hold the ground."""
        found: dict[str, dict[str, str]] = {}
        kinds = [k for k in sorted(laid(self.view.table)) if self.view.table.units[k].domain == LAND]
        for power in self.view.board.order if kinds else ():
            lands = self._lands(power)
            for _ in range(self.prng.below(4) if lands else 0):
                place = self.prng.choice(lands)
                border = f"{place} | {self.prng.choice(sorted(self.view.board.near(place)))}"
                found[border] = {power: f"{self.prng.between(1, 5)} {self.prng.choice(kinds)}"}
        return found

    # --- the front ---------------------------------------------------------------------------------

    def _lands(self, power: str) -> list[str]:
        view = self.view
        return [p for p in view.board.places if self.owner.get(p, view.owner(p)) == power and view.place(p).is_land]

    def _conquest(self) -> None:
        """A territory without facilities goes to an enemy beside it, and who stood there is gone."""
        view, taker = self.view, self.prng.choice(self.view.board.order)
        near = {p for land in self._lands(taker) for p in view.board.near(land) if view.hostile_land(p, taker)}
        open_ = [p for p in sorted(near) if not view.facilities(p) and p not in self.owner]
        if open_:
            place = self.prng.choice(open_)
            self.owner[place] = taker
            self.units[place] = dict.fromkeys(sorted({u.owner for u in view.units(place)} - {"Neutral"}), "")

    def _withdraw(self, power: str) -> None:
        """A power's units have come home from everywhere, its fleet lies in no sea."""
        for unit in self.view.forces(power):
            if self.view.place(unit.place).original != power:
                self.units.setdefault(unit.place, {})[power] = ""

    # --- units ---------------------------------------------------------------------------------------

    def _kinds(self, power: str, domains: Sequence[str]) -> list[UnitType]:
        """What a power may have now, house units several times."""
        view, found = self.view, list[UnitType]()
        for printed in view.table.units.values():
            unit = view.profile(power, printed.name)
            if unit.domain in domains and not unit.becomes and _has(view, power, unit):
                found += [unit] * (SHARE if unit.rule else 1)
        return found

    def _army(self, power: str) -> None:
        kinds, lands = self._kinds(power, (LAND, AIR)), self._lands(power)
        kinds = [u for u in kinds if not u.has("deck only")]
        if not kinds or not lands:
            return
        front, guests = self._fronts(power, lands) or lands, self._fronts(power, self._shared(power))
        have = Counter(u.type for u in self.view.forces(power))
        for _ in range(self.prng.between(3, 8)):
            place = self.prng.choice(guests if guests and self.prng.chance(GUESTS) else front)
            self._put(place, power, list(self._some(kinds, have, place)))

    def _fronts(self, power: str, lands: Sequence[str]) -> list[str]:
        return [p for p in lands if self.view.at_front(p, power) or self.view.facilities(p)]

    def _shared(self, power: str) -> list[str]:
        """Lands of allies in which a power's units may stand."""
        view, owners = self.view, self.view.state.owners.items()
        return [p for p, owner in owners if owner not in (None, power) and view.cooperates(owner, power, p)]

    def _some(self, kinds: Sequence[UnitType], have: Counter[str], place: str) -> Iterator[str]:
        """Some units of a few kinds, within their limits."""
        chosen = {unit.name: unit for unit in (self.prng.choice(kinds) for _ in range(self.prng.between(1, 4)))}
        for unit in chosen.values():
            here = sum(u.type == unit.name for u in self.view.units(place)) + self.stand[place, unit.name]
            most = unit.number("per_place") - here if unit.number("per_place") else 3
            most = min(most, unit.number("max_board", 99) - have[unit.name])
            if most > 0:
                count = self.prng.between(1, min(3, most))
                have[unit.name] += count
                self.stand[place, unit.name] += count
                yield f"{count} {unit.name}"
                if unit.domain == AIR:
                    yield from self._load_of(unit, kinds, have)

    def _load_of(self, plane: UnitType, kinds: Sequence[UnitType], have: Counter[str]) -> Iterator[str]:
        """One of what only this aircraft carries, beside it."""
        for unit in {u.name: u for u in kinds if u.name in plane.carries}.values():
            if have[unit.name] < unit.number("max_board", 99):
                have[unit.name] += 1
                yield f"1 {unit.name}"

    def _fleet(self, power: str) -> None:
        """Ships off own coasts, carriers with aircraft, transports with men."""
        view, kinds = self.view, self._kinds(power, (SEA,))
        zones = sorted({z for p in self._lands(power) for z in view.board.touching_seas(p)})
        have = Counter(u.type for u in view.forces(power))
        for _ in range(self.prng.below(4) if zones and kinds else 0):
            zone, found = self.prng.choice(zones), list[str]()
            for ship in self._some(kinds, have, zone):
                name = ship.partition(" ")[2]
                found.append(ship)
                found += self._decked(power, view.profile(power, name).decks * int(ship.split()[0]), have)
            self._put(zone, power, found)

    def _decked(self, power: str, decks: int, have: Counter[str]) -> list[str]:
        planes = [u for u in self._kinds(power, (AIR,)) if u.deck == 1]
        if not decks or not planes:
            return []
        unit = self.prng.choice(planes)
        count = min(decks, unit.number("max_board", 99) - have[unit.name])
        have[unit.name] += max(0, count)
        return [f"{count} {unit.name}"] if count > 0 else []

    def _put(self, place: str, power: str, more: Sequence[str]) -> None:
        """What is there already stays, as far as it is printed."""
        here = self.units.setdefault(place, {})
        before = here.get(power)
        if before is None:
            there = [u for u in self.view.units(place, power) if u.carrier is None]
            before = ", ".join(f"{n} {t}" for t, n in sorted(Counter(u.type for u in there).items()))
        here[power] = ", ".join(part for part in (before, *more) if part)


def _has(view: View, power: str, unit: UnitType) -> bool:
    """Whether a power may have a unit: it may buy it, or others become it."""
    if unit.not_for_sale:
        return bool(unit.rule) and limits.upgrade_refusal(view, power, unit, 1) is None
    sold = limits.upgrade_refusal(view, power, unit, 1) is None
    return sold and view.table.veto(Rule.may_buy, view, power, unit, 1, "") is None
