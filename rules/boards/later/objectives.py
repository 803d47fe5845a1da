"""National objectives, checked in the power's own collect income. Which there are a board says, each with its conditions:
`[edition.objectives]`, or objectives.toml."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.core.act import Act
from rules.core.hooks import IncomeLine, Rule
from rules.core.view import View
from rules.mechanics.movement.leanings import PRO, against
from rules.model.board import Board
from rules.model.profiles import LAND, SEA


@dataclass(frozen=True, slots=True)
class Objective:
    """An objective: power, purse, IPC each time it is met, what it is called, catalogue entry, flag that remembers that it
    was paid (of one that is paid once), conditions by name (CONDITIONS says what they mean)."""

    power: str
    purse: str
    ipc: int
    why: str
    entry: str
    once: str
    conditions: tuple[tuple[str, Any], ...]

    def times(self, view: View) -> int:
        """How often it is met now."""
        found = 1
        for name, value in self.conditions:
            if found:
                found *= CONDITIONS[name](view, self, value)
        return found


# --- conditions -----------------------------------------------------------------------------------------------


def _held(view: View, holder: str, places: Sequence[str]) -> list[str]:
    holder = view.heir(holder)
    return [p for p in places if holder in (view.owner(p), view.side(view.owner(p)))]


def _war(view: View, mine: Objective, enemies: Sequence[str]) -> int:
    """The power is at war with one of these."""
    return int(any(view.at_war(mine.power, enemy) for enemy in enemies))


def _peace(view: View, mine: Objective, others: Sequence[str]) -> int:
    """The power is at war with none of these."""
    return int(not _war(view, mine, others))


def _holds(view: View, mine: Objective, places: Sequence[str]) -> int:
    """The power holds all of these."""
    return int(len(_held(view, mine.power, places)) == len(places))


def _side_holds(view: View, mine: Objective, places: Sequence[str]) -> int:
    """Its side holds all of these."""
    return int(len(_held(view, view.side(mine.power), places)) == len(places))


def _side_holds_some(view: View, mine: Objective, said: Mapping[str, Any]) -> int:
    """Its side holds so many of some places; of those named as leaning a neutral that leans to it is as good."""
    side = view.side(mine.power)
    held = _held(view, side, said["places"])
    lean = (p for p in said.get("leaning", ()) if p not in held and view.leaning(p) == PRO[side])
    return int(len(held) + len(list(lean)) >= said["least"])


def _each(view: View, mine: Objective, places: Sequence[str]) -> int:
    """For each of these that the power holds."""
    return len(_held(view, mine.power, places))


def _side_each(view: View, mine: Objective, places: Sequence[str]) -> int:
    """For each of these that its side holds."""
    return len(_held(view, view.side(mine.power), places))


def _none_of(view: View, mine: Objective, said: Mapping[str, Any]) -> int:
    """A power holds none of these."""
    return int(not any(view.owner(p) == said["power"] for p in said["places"]))


def _home(view: View, mine: Objective, all_: bool) -> int:
    """The power holds all its original territories, of a purse those of that economy."""
    return _holds(view, mine, _originals(view, mine.power, mine.purse))


def _originals(view: View, power: str, purse: str) -> list[str]:
    places = (p for p in view.board.places.values() if p.is_land and p.original == power)
    several = len(view.board.powers[power].purses) > 1
    return [p.name for p in places if not several or p.purse == purse]


def _troops(view: View, mine: Objective, place: str | Sequence[str]) -> int:
    """The power has land units there, or in one of several territories."""
    places = (place,) if isinstance(place, str) else place
    return int(any(view.units(p, mine.power, LAND) for p in places))


def _troops_in_each(view: View, mine: Objective, places: Sequence[str]) -> int:
    """The power has land units in each of these."""
    return int(all(view.units(p, mine.power, LAND) for p in places))


def _side_held_all_turn(view: View, mine: Objective, places: Sequence[str]) -> int:
    """Its side has held all of these since the power's turn began."""
    owners = [owner for p in places for owner in (view.owner(p), view.owner_at_turn_start(p))]
    return int(all(view.side(owner) == view.side(mine.power) for owner in owners))


def _side_troops(view: View, mine: Objective, places: Sequence[str]) -> int:
    """Its side has land units in one of these."""
    here = (u for place in places for u in view.units(place, domain=LAND))
    return int(any(view.side(u.owner) == view.side(mine.power) for u in here))


def _leaning_too(view: View, mine: Objective, places: Sequence[str]) -> int:
    """Each of these is its side's, or a neutral that leans to it."""
    side = view.side(mine.power)
    return int(all(view.leaning(p) == PRO[side] for p in places if p not in _held(view, side, (p,))))


def _from_round(view: View, mine: Objective, number: int) -> int:
    """From a round on."""
    return int(view.state.turn.round >= number)


def _option(view: View, mine: Objective, name: str) -> int:
    """Only with an option of the game."""
    return int(bool(view.table.options[name]))


def _unfriendly(view: View, mine: Objective, places: Sequence[str]) -> int:
    """These are neither the other side's nor lean to it."""
    other = "Allies" if view.side(mine.power) == "Axis" else "Axis"

    def friend(place: str) -> bool:
        owner = view.owner(place)
        return view.leaning(place) == against(view.side(mine.power)) if owner is None else view.side(owner) == other

    return int(not any(friend(place) for place in places))


def _clear(view: View, mine: Objective, zones: Sequence[str]) -> int:
    """No warships, submarines among them, of enemies lie in these zones."""
    ships = (u for zone in zones for u in view.units(zone, domain=SEA) if not view.has(u, "transport"))
    return int(not any(view.at_war(mine.power, u.owner) for u in ships))


def _no_submarines(view: View, mine: Objective, zones: Sequence[str]) -> int:
    """No submarines of enemies lie in these zones."""
    boats = (u for zone in zones for u in view.units(zone, domain=SEA) if view.has(u, "submarine"))
    return int(not any(view.at_war(mine.power, u.owner) for u in boats))


def _no_surface(view: View, mine: Objective, zones: Sequence[str]) -> int:
    """No surface warships of enemies lie in these zones."""
    ships = (u for zone in zones for u in view.units(zone, domain=SEA))
    return int(not any(view.at_war(view.heir(mine.power), u.owner) and view.blocks(u) for u in ships))


def _no_guests(view: View, mine: Objective, none: bool) -> int:
    """No ally has units in the power's original territories."""
    soil = {p.name for p in view.board.places.values() if p.is_land and p.original == mine.power}
    guests = (u for u in view.state.units.values() if u.place in soil and u.owner != mine.power)
    return int(not any(view.side(u.owner) == view.side(mine.power) for u in guests))


def _no_guests_where_held(view: View, mine: Objective, none: bool) -> int:
    """No ally has units in the territories that the power holds."""
    guests = (u for u in view.state.units.values() if view.owner(u.place) == mine.power != u.owner)
    return int(not any(view.side(u.owner) == view.side(mine.power) for u in guests))


def _spoils(view: View, mine: Objective, said: Mapping[str, Any]) -> int:
    """For each territory it holds that was originally of some powers, or a neutral of some leaning."""
    lands = (p for p in view.board.places.values() if view.owner(p.name) == mine.power)
    return sum(p.original in said["of"] or p.neutral == said["neutral"] for p in lands)


def _if_flags(view: View, mine: Objective, values: Mapping[str, Any]) -> int:
    """Each flag has its value (words in any case)."""
    return int(all(str(view.flag(name, "")).lower() == str(value).lower() for name, value in values.items()))


def _flags(view: View, mine: Objective, values: Mapping[str, Any]) -> int:
    """No flag has a value that spoils it (words in any case)."""
    spoilt = (str(view.flag(name, "")).lower() == str(value).lower() for name, value in values.items())
    return int(not any(spoilt))


CONDITIONS: Mapping[str, Callable[[View, Objective, Any], int]] = {
    "war": _war,
    "peace": _peace,
    "holds": _holds,
    "side_holds": _side_holds,
    "side_holds_some": _side_holds_some,
    "each": _each,
    "side_each": _side_each,
    "none_of": _none_of,
    "home": _home,
    "troops": _troops,
    "troops_in_each": _troops_in_each,
    "side_held_all_turn": _side_held_all_turn,
    "side_troops": _side_troops,
    "side_holds_or_leaning": _leaning_too,
    "from_round": _from_round,
    "option": _option,
    "unfriendly": _unfriendly,
    "clear": _clear,
    "no_submarines": _no_submarines,
    "no_surface": _no_surface,
    "no_guests": _no_guests,
    "no_guests_where_held": _no_guests_where_held,
    "spoils": _spoils,
    "if_flags": _if_flags,
    "unless_flags": _flags,
}


# --- the list -------------------------------------------------------------------------------------------------


def objectives_of(view: View) -> tuple[Objective, ...]:
    """The objectives of a game, those of powers that play. Raises KeyError where one says what nothing reads."""
    return view.table.once("objectives", lambda: _objectives(view.board))


def _objectives(found: Board) -> tuple[Objective, ...]:
    said = found.edition.get("objectives", {})
    mine = ((name, row) for name, row in said.items() if row and found.powers.get(row["power"]) is not None)
    return tuple(_objective(found, name, row) for name, row in mine if found.powers[row["power"]].plays)


def _objective(board: Board, name: str, row: Mapping[str, Any]) -> Objective:
    purses = board.powers[row["power"]].purse_names
    own = ("power", "purse", "ipc", "entry", "once")
    conditions = tuple((key, value) for key, value in row.items() if key not in own)
    if strange := [key for key, _ in conditions if key not in CONDITIONS]:
        raise KeyError(f"{board.id}: {name}: {', '.join(strange)}")
    purse = row["purse"] if row.get("purse") in purses else purses[0]
    why = name.partition(": ")[2]
    return Objective(row["power"], purse, row["ipc"], why, row["entry"], row.get("once", ""), conditions)


def _doubled(view: View, objective: Objective) -> bool:
    """Whether who stands in a power's stead has the same objective already: it counts once."""
    power = objective.power
    purses = view.purses(view.heir(power)) if view.heir(power) != power else ()
    return any(o.purse in purses and o.why == objective.why for o in objectives_of(view))


class Objectives(Rule):
    """Bonus income of the powers."""

    title = "National objectives"
    text = "Each power gains bonus income in its collect income for its own objectives, as long as they are met."
    fact = "objectives"

    def income(self, view: View, purse: str, lines: tuple[IncomeLine, ...]) -> tuple[IncomeLine, ...]:
        """A line for each objective met."""
        if not view.option("national_objectives"):
            return lines
        here = (o for o in objectives_of(view) if o.purse == purse and not (o.once and view.flag(o.once)))
        mine = ((o, o.times(view)) for o in here if not _doubled(view, o))
        return (*lines, *(IncomeLine(o.why, o.ipc * n, o.entry) for o, n in mine if n))

    def present(self, view: View) -> tuple[str, ...]:
        """What each purse is paid now."""
        every = ((purse, self.income(view, purse, ())) for purse in view.board.purse_power)
        return tuple(
            f"{purse}: {sum(line.amount for line in lines)} IPC"
            + (f" ({', '.join(f'{line.why} {line.amount}' for line in lines)})" if lines else "")
            for purse, lines in every
        )

    def income_dice(self, act: Act, purse: str, lines: tuple[IncomeLine, ...]) -> tuple[IncomeLine, ...]:
        """No dice: what is paid once is remembered when it is really collected."""
        for objective in objectives_of(act):
            if objective.once and objective.purse == purse and any(line.why == objective.why for line in lines):
                act.set_flag(objective.once, True)
        return lines
