"""What a sheet says that is no figure of a unit: bonuses in battle, movement, income, victory. A closed list; each clause
has a title, and most say for whom (`powers`), where (`places`) and when (`rounds`) they hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from rules.boards.later.objectives import CONDITIONS, Objective
from rules.core.view import View
from rules.model.names import key, listing, one_of
from rules.model.state import Battle, Unit
from rules.own.words import EVER, SIDES, Rounds, SheetError, Words, rounds, shown, strange, texts, whole

LONGEST = 60


@dataclass(frozen=True, slots=True)
class Scope:
    """For which powers and units, where and when a clause holds; said: units, powers and places as the sheet names them."""

    powers: frozenset[str]
    units: frozenset[str]
    places: frozenset[str]
    rounds: Rounds = EVER
    said: tuple[str, str, str] = ("", "", "")

    def holds(self, view: View, unit: Unit, place: str) -> bool:
        """Whether it holds of a unit in a place now."""
        mine = unit.owner in self.powers and unit.type in self.units
        return mine and place in self.places and view.state.turn.round in self.rounds


@dataclass(frozen=True, slots=True)
class Bonus:
    """Units hit better or worse in some battles. when: "attack", "defense" or "both"; first: in the first round only."""

    title: str
    amount: int
    scope: Scope
    when: str = "both"
    first: bool = False

    def number(self, view: View, battle: Battle, attacking: bool, unit: Unit, number: int) -> int:
        """The number a unit hits on with it; none hits on less than 1 that could hit before, nor on more than the die has."""
        side = self.when in ("both", "attack" if attacking else "defense")
        if (
            not number
            or not side
            or (self.first and battle.round > 1)
            or not self.scope.holds(view, unit, battle.place)
        ):
            return number
        return max(1, min(6, number + self.amount))


@dataclass(frozen=True, slots=True)
class March:
    """Units that begin their move in some places move farther or less far."""

    title: str
    amount: int
    scope: Scope

    def points(self, view: View, unit: Unit, points: int) -> int:
        """Movement points of a unit with it."""
        at = unit.turn.route[0] if unit.turn.route else unit.place
        return max(0, points + self.amount) if self.scope.holds(view, unit, at) else points


@dataclass(frozen=True, slots=True)
class Income:
    """IPC (perhaps with dice) that powers gain or lose in collect income, while conditions hold, or for each of some units.

    purses: the treasuries. once: it is paid a treasury once. of: whose units are counted: "own", "allies", "enemies".
    said: the powers as the sheet names them.
    """

    title: str
    ipc: int
    purses: frozenset[str]
    dice: int = 0
    rounds: Rounds = EVER
    once: bool = False
    conditions: tuple[tuple[str, Any], ...] = ()
    counted: Scope | None = None
    of: str = "own"
    said: str = ""

    def times(self, view: View, purse: str, name: str) -> int:
        """How often it is met now for a treasury."""
        if purse not in self.purses or view.state.turn.round not in self.rounds:
            return 0
        power = view.board.purse_power[purse]
        met = Objective(power, purse, self.ipc, self.title, name, "", self.conditions).times(view)
        return met * self._counted(view, power)

    def _counted(self, view: View, power: str) -> int:
        if self.counted is None:
            return 1
        mine: Mapping[str, Callable[[str], bool]] = {
            "own": lambda owner: owner == power,
            "allies": lambda owner: owner != power and view.allied(owner, power),
            "enemies": lambda owner: view.at_war(owner, power),
        }
        counts = (u for u in view.state.units.values() if mine[self.of](u.owner))
        return sum(self.counted.holds(view, u, u.place) for u in counts)


@dataclass(frozen=True, slots=True)
class Victory:
    """A side wins when it holds so many of some places, at the end of a turn or of a round."""

    title: str
    side: str
    places: frozenset[str]
    least: int
    moment: str = "round end"

    def won(self, view: View) -> bool:
        """Whether the side holds enough."""
        return sum(view.side(view.owner(p)) == self.side for p in self.places) >= self.least


@dataclass(frozen=True, slots=True)
class Clauses:
    """The clauses of a sheet, by kind."""

    bonus: tuple[Bonus, ...] = ()
    move: tuple[March, ...] = ()
    income: tuple[Income, ...] = ()
    victory: tuple[Victory, ...] = field(default=())


def _scope(said: Mapping[str, Any], words: Words) -> Scope:
    units, powers, places = (texts(said.get(name, []), name) for name in ("units", "powers", "places"))
    named = (listing(units), listing(powers), listing(places))
    return Scope(words.powers(powers), words.kinds(units), words.places(places), rounds(said.get("rounds")), named)


def bonus(said: Mapping[str, Any], words: Words) -> Bonus:
    """`[[bonus]]`. Raises SheetError."""
    _keys(said, "title", "amount", "powers", "units", "places", "rounds", "when", "first_round_only")
    amount = whole(said.get("amount"), "amount", -5, 5)
    first = _yes(said.get("first_round_only", False), "first_round_only")
    when = _one(said.get("when", "both"), "when", ("attack", "defense", "both"))
    return Bonus(_title(said), amount, _scope(said, words), when, first)


def move(said: Mapping[str, Any], words: Words) -> March:
    """`[[move]]`. Raises SheetError."""
    _keys(said, "title", "amount", "powers", "units", "places", "rounds")
    return March(_title(said), whole(said.get("amount"), "amount", -9, 9), _scope(said, words))


def income(said: Mapping[str, Any], words: Words) -> Income:
    """`[[income]]`. Raises SheetError."""
    _keys(said, "title", "ipc", "dice", "powers", "rounds", "once", "for_each", *_CONDITIONS)
    if not {"ipc", "dice"} & said.keys():
        raise SheetError("it says neither how many IPC (“ipc”) nor how many dice of IPC (“dice”).")
    counted, of = None, "own"
    if "for_each" in said:
        counted, of = _for_each(said["for_each"], words)
    return Income(
        _title(said),
        whole(said.get("ipc", 0), "ipc", -99, 99),
        words.purses(texts(said.get("powers", []), "powers")),
        whole(said.get("dice", 0), "dice", 0, 6),
        rounds(said.get("rounds")),
        _yes(said.get("once", False), "once"),
        tuple((name, _CONDITIONS[name](said[name], words)) for name in said if name in _CONDITIONS),
        counted,
        of,
        listing(texts(said.get("powers", []), "powers")),
    )


def _for_each(said: Any, words: Words) -> tuple[Scope, str]:
    if not isinstance(said, dict):
        raise SheetError('for_each says which units, where and whose: { units = ["submarine"], of = "enemies" }.')
    _keys(said, "units", "places", "of")
    everybody = {p.name: None for p in words.board.powers.values()}
    scope = _scope({k: v for k, v in said.items() if k != "of"}, words)
    whose = _one(said.get("of", "own"), "of", ("own", "allies", "enemies"))
    return replace(scope, powers=frozenset(everybody)), whose


def victory(said: Mapping[str, Any], words: Words) -> Victory:
    """`[[victory]]`. Raises SheetError."""
    _keys(said, "title", "side", "places", "cities", "least", "when")
    side = _one(said.get("side"), "side", SIDES)
    cities = [p.name for p in words.board.places.values() if p.victory_city]
    places = words.places(texts(said["places"], "places")) if "places" in said else frozenset(cities)
    if not places:
        raise SheetError("this board has no victory cities: name the “places”.")
    least = whole(said.get("cities", said.get("least", len(places))), "cities", 1, len(places))
    moment = _one(said.get("when", "round end"), "when", ("turn end", "round end"))
    return Victory(_title(said), side, places, least, moment)


def _places(said: Any, words: Words) -> tuple[str, ...]:
    return tuple(sorted(words.places(texts(said, "places"))))


def _powers(said: Any, words: Words) -> tuple[str, ...]:
    return tuple(sorted(words.powers(texts(said, "powers"))))


def _yes(said: Any, what: str = "it") -> bool:
    if type(said) is not bool:
        raise SheetError(f"{what} is true or false.")
    return said


def _some(said: Any, words: Words) -> Mapping[str, Any]:
    if not isinstance(said, dict):
        raise SheetError("side_holds_some says { places = [...], least = 2 }.")
    _keys(said, "places", "least")
    places = _places(said.get("places", []), words)
    return {"places": places, "least": whole(said.get("least"), "least", 1, len(places))}


_CONDITIONS: Mapping[str, Callable[[Any, Words], Any]] = {
    "war": _powers,
    "peace": _powers,
    "holds": _places,
    "side_holds": _places,
    "side_holds_some": _some,
    "each": _places,
    "side_each": _places,
    "troops": lambda said, words: words.place(str(said)),
    "clear": _places,
    "no_surface": _places,
    "home": lambda said, words: _yes(said),
    "no_guests": lambda said, words: _yes(said),
}
"""Conditions of income, by their names among the objectives of the boards: what each takes."""
assert _CONDITIONS.keys() <= CONDITIONS.keys()


def _title(said: Mapping[str, Any]) -> str:
    title = said.get("title")
    if not isinstance(title, str) or not key(title) or len(title) > LONGEST:
        raise SheetError(f"it needs a title of at most {LONGEST} letters.")
    return " ".join(title.split())


def _one(said: Any, what: str, known: tuple[str, ...]) -> str:
    found = next((k for k in known if isinstance(said, str) and key(k) == key(said)), "")
    if not found:
        raise SheetError(f"“{what}” is {one_of(known)}.")
    return found


def _keys(said: Mapping[str, Any], *known: str) -> None:
    if unknown := [k for k in said if k not in known]:
        raise SheetError(f"“{shown(unknown[0])}” says nothing here; {strange(unknown[0], known)}")


KINDS: Mapping[str, Callable[[Mapping[str, Any], Words], Any]] = {
    f.name: {"bonus": bonus, "move": move, "income": income, "victory": victory}[f.name] for f in fields(Clauses)
}
