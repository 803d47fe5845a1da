"""National objectives, checked in the power's own collect income (G40-16)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rules.boards.global1940.china import road_open
from rules.boards.global1940.neutrals import leaning
from rules.boards.global1940.politics import unprovoked
from rules.core.act import Act
from rules.core.hooks import IncomeLine, Rule
from rules.core.view import View
from rules.model.profiles import LAND, SEA

Count = Callable[[View], int]
GERMANY, ITALY, JAPAN, USSR = "Germany", "Italy", "Japan", "Soviet Union"
USA, UK, ANZAC = "United States", "United Kingdom", "ANZAC"
OIL = ("Iraq", "Persia", "Northwest Persia")
MEDITERRANEAN = tuple(f"SZ {n}" for n in range(92, 100))


@dataclass(frozen=True, slots=True)
class Objective:
    """An objective: purse, IPC each time it is met, how often it is met now, catalogue entry."""

    purse: str
    amount: int
    why: str
    entry: str
    times: Count


# --- conditions -----------------------------------------------------------------------------------------------


def _war(a: str, *others: str) -> Count:
    return lambda view: any(view.at_war(a, b) for b in others)


def _holds(holder: str, places: Sequence[str], least: int = 0) -> Count:
    """1 if a power or side ("Axis", "Allies") controls all of some places, or at least some number."""
    return lambda view: int(len(_held(view, holder, places)) >= (least or len(places)))


def _each(holder: str, places: Sequence[str]) -> Count:
    return lambda view: len(_held(view, holder, places))


def _held(view: View, holder: str, places: Sequence[str]) -> list[str]:
    holder = view.heir(holder)
    return [p for p in places if holder in (view.owner(p), view.side(view.owner(p)))]


def _both(first: Count, second: Count) -> Count:
    return lambda view: second(view) if first(view) else 0


def _originals(view: View, power: str, purse: str = "") -> list[str]:
    places = view.board.places.values()
    return [p.name for p in places if p.is_land and p.original == power and (not purse or p.purse == purse)]


def _empire(power: str, purse: str = "") -> Count:
    return lambda view: _holds(power, _originals(view, power, purse))(view)


def _troops(power: str, place: str) -> Count:
    return lambda view: int(bool(view.units(place, power, LAND)))


def _ore(view: View) -> int:
    sweden = view.owner("Sweden")
    friendly = leaning(view, "Sweden") == "pro-allies" if sweden is None else view.side(sweden) == "Allies"
    return 0 if friendly else _holds(GERMANY, ("Denmark", "Norway"))(view)


def _lend_lease(view: View) -> int:
    """Sea zone 125 free of warships of the Axis at war with the USSR, Archangel Soviet, no foreign Allies."""
    enemies = [u for u in view.units("SZ 125", domain=SEA) if not view.has(u, "transport")]
    if view.owner("Archangel") != USSR or any(view.at_war(USSR, u.owner) for u in enemies):
        return 0
    soil = set(_originals(view, USSR))
    guests = (u for u in view.state.units.values() if u.place in soil and u.owner != USSR)
    return int(not any(view.side(u.owner) == "Allies" for u in guests))


def _spread(view: View) -> int:
    """Originally German, Italian or pro-Axis neutral territories that the USSR controls."""
    lands = (p for p in view.board.places.values() if p.is_land and view.owner(p.name) == USSR)
    return sum(p.original in (GERMANY, ITALY) or p.neutral == "pro-axis" for p in lands)


def _berlin(view: View) -> int:
    return int(view.owner("Germany") == USSR and not view.flag("berlin paid"))


def _japanese_trade(view: View) -> int:
    indochina = view.flag("indochina attacked") or view.owner("French Indo-China") == JAPAN
    return int(not view.at_war(JAPAN, USA) and not indochina and not unprovoked(view))


def _no_allied_fleet(view: View) -> int:
    ships = (u for zone in MEDITERRANEAN for u in view.units(zone, domain=SEA))
    return int(not any(view.at_war(view.heir(ITALY), u.owner) and view.blocks(u) for u in ships))


def _outer_perimeter(view: View) -> int:
    places = ("Dutch New Guinea", "New Guinea", "New Britain", "Solomon Islands")
    held = _held(view, "Allies", places)
    return int(len(held) == len(places) and not any(view.owner(p) == "Dutch" for p in places))


# --- the list -------------------------------------------------------------------------------------------------

_EAST = _war(USSR, GERMANY)
_WEST = _war(GERMANY, UK, "France")
_SOVIET_WAR = _war(USSR, GERMANY, ITALY)
_PACIFIC_WAR = _war(JAPAN, USA, UK, ANZAC, "France")
_US_WAR = _war(USA, GERMANY, ITALY, JAPAN)

OBJECTIVES = (
    Objective(GERMANY, 5, "trade with the Soviet Union", "G40-16.1", lambda v: int(not v.at_war(GERMANY, USSR))),
    Objective(
        GERMANY, 5, "Soviet cities", "G40-16.1", _both(_EAST, _each(GERMANY, ("Novgorod", "Volgograd", "Russia")))
    ),
    Objective(GERMANY, 5, "Caucasus", "G40-16.1", _both(_EAST, _holds("Axis", ("Caucasus",)))),
    Objective(
        GERMANY, 5, "troops in Egypt", "G40-16.1",
        _both(_WEST, _both(_holds("Axis", ("Egypt",)), _troops(GERMANY, "Egypt"))),
    ),
    Objective(GERMANY, 5, "Swedish ore", "G40-16.1", _both(_WEST, _ore)),
    Objective(GERMANY, 2, "oil", "G40-16.1", _both(_WEST, _each(GERMANY, OIL))),
    Objective(USSR, 5, "lend-lease", "G40-16.2", _both(_SOVIET_WAR, _lend_lease)),
    Objective(USSR, 3, "spread of communism", "G40-16.2", _both(_SOVIET_WAR, _spread)),
    Objective(USSR, 10, "Berlin", "G40-16.2", _both(_SOVIET_WAR, _berlin)),
    Objective(JAPAN, 10, "trade with the United States", "G40-16.3", _japanese_trade),
    Objective(
        JAPAN, 5, "outer perimeter", "G40-16.3",
        _both(_PACIFIC_WAR, _holds("Axis", ("Guam", "Midway", "Wake Island", "Gilbert Islands", "Solomon Islands"))),
    ),
    Objective(
        JAPAN, 5, "power centers", "G40-16.3",
        _both(_PACIFIC_WAR, _each("Axis", ("Hawaiian Islands", "India", "New South Wales", "Western United States"))),
    ),
    Objective(
        JAPAN, 5, "resources", "G40-16.3",
        _both(_PACIFIC_WAR, _holds("Axis", ("Sumatra", "Java", "Borneo", "Celebes"))),
    ),
    Objective(
        USA, 10, "homeland", "G40-16.4",
        _both(_US_WAR, _holds(USA, ("Eastern United States", "Central United States", "Western United States"))),
    ),
    Objective(
        USA, 5, "outer territories", "G40-16.4",
        _both(
            _US_WAR,
            _holds(USA, ("Alaska", "Aleutian Islands", "Hawaiian Islands", "Johnston Island", "Line Islands")),
        ),
    ),
    Objective(
        USA, 5, "the Americas", "G40-16.4",
        _both(_US_WAR, _holds(USA, ("Mexico", "Southeast Mexico", "Central America", "West Indies"))),
    ),
    Objective(USA, 5, "Philippines", "G40-16.4", _both(_US_WAR, _holds(USA, ("Philippines",)))),
    Objective(USA, 5, "troops in France", "G40-16.4", _both(_US_WAR, _troops(USA, "France"))),
    Objective("China", 6, "Burma Road", "G40-16.5", lambda v: int(road_open(v))),
    Objective("UK Europe", 5, "the Empire", "G40-16.6", _empire(UK, "UK Europe")),
    Objective(
        "UK Pacific", 5, "Kwangtung and Malaya", "G40-16.6", _both(_war(UK, JAPAN), _holds(UK, ("Kwangtung", "Malaya")))
    ),
    Objective(
        ANZAC, 5, "Malaya and home", "G40-16.7",
        _both(_war(ANZAC, JAPAN), _both(_holds("Allies", ("Malaya",)), _empire(ANZAC))),
    ),
    Objective(ANZAC, 5, "outer perimeter", "G40-16.7", _both(_war(ANZAC, JAPAN), _outer_perimeter)),
    Objective(ITALY, 5, "mare nostrum", "G40-16.8", _no_allied_fleet),
    Objective(
        ITALY, 5, "Roman empire", "G40-16.8", _holds("Axis", ("Gibraltar", "Southern France", "Egypt", "Greece"), 3)
    ),
    Objective(
        ITALY, 5, "North Africa", "G40-16.8",
        _holds("Axis", ("Morocco", "Algeria", "Tunisia", "Libya", "Tobruk", "Alexandria")),
    ),
    Objective(ITALY, 2, "oil", "G40-16.8", _each(ITALY, OIL)),
)  # fmt: skip


def _doubled(view: View, objective: Objective) -> bool:
    """Whether who stands in a power's stead has the same objective already: it counts once."""
    power = view.board.purse_power[objective.purse]
    purses = view.purses(view.heir(power)) if view.heir(power) != power else ()
    return any(o.purse in purses and o.why == objective.why for o in OBJECTIVES)


class Objectives(Rule):
    """Bonus income of the powers."""

    id = "global1940.objectives"
    title = "National objectives"
    text = "Each power gains bonus income in its collect income for its own objectives, as long as they are met."
    source = "Global 1940 rules: national objectives"
    entries = tuple(f"G40-16.{n}" for n in range(1, 9))
    flags = {"berlin paid": "the Soviet Union has had its bonus for Berlin"}

    def income(self, view: View, purse: str, lines: tuple[IncomeLine, ...]) -> tuple[IncomeLine, ...]:
        """A line for each objective met."""
        if not view.option("national_objectives"):
            return lines
        mine = ((o, o.times(view)) for o in OBJECTIVES if o.purse == purse and not _doubled(view, o))
        return (*lines, *(IncomeLine(o.why, o.amount * n, o.entry) for o, n in mine if n))

    def income_dice(self, act: Act, purse: str, lines: tuple[IncomeLine, ...]) -> tuple[IncomeLine, ...]:
        """No dice: Berlin's bonus is paid once, so it is remembered when it is really collected."""
        if purse == USSR and any(line.why == "Berlin" for line in lines):
            act.set_flag("berlin paid", True)
        return lines


RULES = (Objectives(),)
