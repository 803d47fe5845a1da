"""How aircraft come home at the end of a turn: where they may hope to land, by which order, and which carrier could meet
them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rules.core import distance
from rules.core.view import View
from rules.dice import PracticeDice
from rules.mechanics.fire.entry_fire import EntryFire
from rules.model.events import DiceRolled
from rules.model.orders import Move
from rules.model.profiles import AIR
from rules.model.refusals import Refusal
from rules.model.state import NONCOMBAT, Unit
from rules.movement import decks, selection
from rules.movement.ground import Ground
from rules.movement.reach import Reach
from rules.play.game import Game

ANY_NUMBER = 1000
# So many journeys of carriers are tried for aircraft that would be lost.
TRIED = 12


class Kind(NamedTuple):
    """Aircraft of a place that have the same way home: how they are called, points left, and whether from a deck."""

    name: str
    points: int
    from_deck: bool


def kind_of(view: View, unit: Unit) -> Kind:
    """With whom an aircraft has its way home in common."""
    return Kind(selection.called(view, unit), view.points(unit) - unit.spent, view.place(unit.start).is_sea)


def ways(game: Game, power: str, planes: Sequence[Unit]) -> Mapping[Kind, str]:
    """The orders that bring home aircraft of a place, for each kind of them that can still come home."""
    kinds: dict[Kind, list[Unit]] = {}
    for unit in planes:
        kinds.setdefault(kind_of(game.view, unit), []).append(unit)
    farthest = sorted(kinds, key=lambda kind: -kind.points)  # an order takes those first
    return {kind: way for kind in farthest if (way := _home(game, power, kind.name, kinds[kind]))}


def may_be_fired_at(game: Game) -> bool:
    """Whether something on this table may fire at units as they move."""
    return any(isinstance(rule, EntryFire) for rule in game.table.rules)


def carrier_to_meet(game: Game, power: str, planes: Sequence[Unit]) -> str:
    """The order of a carrier after which some aircraft that are lost otherwise can land on it; "" if there is none."""
    if game.view.phase != NONCOMBAT:
        return ""
    for order in itertools.islice(_sailings(game.view, power, planes), TRIED):
        trial = game.copy()
        if not isinstance(trial.submit(order, PracticeDice(0), power), Refusal) and ways(trial, power, planes):
            return order
    return ""


def _sailings(view: View, power: str, planes: Sequence[Unit]) -> Iterator[str]:
    """Moves of single carriers into zones that some aircraft can still reach, the nearest to these first."""
    ground, start = Ground(view, power, view.phase), planes[0].place
    near = distance.within(view.board, start, max(kind_of(view, plane).points for plane in planes))
    carriers: dict[tuple[str, str], Unit] = {}
    for ship in view.state.units.values():
        if view.commands(power, ship) and view.decks(ship) and decks.can_sail(view, ship):
            carriers.setdefault((ship.place, selection.called(view, ship)), ship)
    for zone in near:
        for (place, name), ship in carriers.items():
            if zone != place and zone in decks.places(ground, ship):
                yield f"{Move.verb} 1 {name}: {place} > {zone}"


def _home(game: Game, power: str, name: str, alike: Sequence[Unit]) -> str:
    """The order that brings aircraft of a kind home, as many as go together, over no guns if that can be; "" if none does."""
    view, place, under_fire = game.view, alike[0].place, ""
    for goal in _fields(view, power, alike[0]):
        for n in dict.fromkeys((min(len(alike), _room(view, power, goal)), 1)):
            for order in _legal(game, power, f"{Move.verb} {n} {name}: ", f"{place} > {goal}"):
                if not _draws_fire(game, power, order):
                    return order
                under_fire = under_fire or order
    return under_fire


def _legal(game: Game, power: str, units: str, way: str) -> Iterator[str]:
    """The order to go somewhere, if it is legal; with each way by name where shortest ways differ."""
    refusal = game.trial(units + way, power)
    if refusal is None:
        yield units + way
    elif refusal.code == "ambiguous-path":
        yield from (units + choice for choice in refusal.choices if game.trial(units + choice, power) is None)


def _draws_fire(game: Game, power: str, order: str) -> bool:
    """Whether dice fall for an order on its way."""
    if not may_be_fired_at(game):
        return False
    events = game.rehearse(order, power)
    return not isinstance(events, Refusal) and any(isinstance(event, DiceRolled) for event in events)


def _fields(view: View, power: str, plane: Unit) -> list[str]:
    """Where an aircraft may hope to land, best first: what took off from a deck goes back to one, all else to land; there
    where no enemies press, to own soil before an ally's, where it took off before all else, then the nearest."""
    goals = Reach(view).destinations(plane)
    deck = view.place(plane.start).is_sea

    def rank(goal: str) -> tuple[bool, bool, bool, bool, int, str]:
        field = view.place(goal)
        abroad = field.is_land and view.owner(goal) != power
        return field.is_sea != deck, view.pressed(goal, power) > 0, abroad, goal != plane.start, goals[goal], goal

    return sorted((goal for goal in goals if _room(view, power, goal) > 0), key=rank)


def _room(view: View, power: str, goal: str) -> int:
    """For how many more aircraft there is room: on the decks of a zone; on land for all."""
    if view.place(goal).is_land:
        return ANY_NUMBER
    own = [u for u in view.units(goal, domain=AIR) if u.owner == power]
    return decks.room_now(view, power, goal) - len(own)
