"""Carriers whose decks aircraft need, and what a hit that takes such a deck costs beside the ship.

A recommended loss (losses.order_of_loss) keeps the deck until the aircraft that need it and could be lost instead are
gone. An aircraft needs a deck when nothing else is left for it: no field in reach, no other deck with room.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from rules.battle import sides
from rules.battle.sides import ATTACKER
from rules.core.view import View
from rules.model.profiles import AIR
from rules.model.state import Battle, Unit
from rules.movement import decks, landing
from rules.movement.decks import Deck
from rules.movement.refuges import refuges

Waiting = Mapping[int, frozenset[str]]


class Need(NamedTuple):
    """A deck that is needed. short: how many aircraft have no place without it, planes: those (ids) among which they are."""

    short: int
    planes: tuple[int, ...]


class Price(NamedTuple):
    """What the deck is worth, in IPC. behind: it goes behind the losses of that cost that could be taken instead. beside:
    aircraft that are lost by it and cannot be taken instead."""

    behind: int
    beside: int


NOTHING: Mapping[int, int] = {}


def prices(
    view: View, battle: Battle, kinds: Collection[str] | None = None, chosen: Mapping[int, int] = NOTHING
) -> Mapping[int, Price]:
    """The ships whose next hit takes a deck that is needed. kinds: the classes of the hits to be taken (None: any). chosen:
    hits that are given out already (unit id -> hits)."""
    return {
        i: _price(view, battle, need, kinds)
        for i, need in _needs(view, battle, chosen).items()
        if _closes(view, battle, view.state.units[i], chosen.get(i, 0))
    }


def _price(view: View, battle: Battle, need: Need, kinds: Collection[str] | None) -> Price:
    fought = {*battle.attackers, *battle.defenders}
    instead: list[int] = []
    beside: list[int] = []
    for plane in view.get(need.planes):
        hit = plane.id in fought and (kinds is None or any(sides.may_be_hit(view, battle, plane, k) for k in kinds))
        (instead if hit else beside).append(view.of(plane).cost)
    short = need.short - len(beside)
    return Price(sorted(instead)[short - 1] if 0 < short <= len(instead) else 0, sum(sorted(beside)[: need.short]))


def _closes(view: View, battle: Battle, ship: Unit, taken: int) -> bool:
    """Whether the next hit takes a ship's deck."""
    return sides.left(view, battle, ship) - taken <= 1 or _out(view, ship, battle.hit.get(ship.id, 0) + taken + 1)


def _needs(view: View, battle: Battle, chosen: Mapping[int, int]) -> Mapping[int, Need]:
    """The ships of a battle whose decks are needed. Of several like carriers one that can be spared is none of them. Forces
    that are typed in have no map: nothing is known of their decks."""
    found: dict[int, Need] = {}
    if battle.typed or not view.place(battle.place).is_sea:
        return found
    for side in sides.BOTH:
        units = sides.units(view, battle, side)
        hit = {
            u.id: battle.hit.get(u.id, 0) + chosen.get(u.id, 0) for u in units if u.id in battle.hit or u.id in chosen
        }
        ships = [u for u in units if view.of(u).decks]
        if ships:
            gone = tuple(sorted(u.id for u in units if u.id in hit and _out(view, u, hit[u.id])))
            key = ("needed decks", battle.place, tuple(u.id for u in units), gone)
            make = _Side(view, battle, side, units, frozenset(gone)).needs
            found.update(view.memoized(key, make))
    return found


def _out(view: View, unit: Unit, hits: int) -> bool:
    """Whether a unit that has taken hits is lost, or has no deck any more."""
    damage = unit.damage + hits
    return damage >= view.of(unit).hits or bool(
        view.of(unit).decks and not view.decks(dataclasses.replace(unit, damage=damage))
    )


@dataclasses.dataclass(frozen=True)
class _Side:
    """A side of a battle. gone: units that are lost by hits that are not booked yet, or have no deck any more."""

    view: View
    battle: Battle
    side: str
    units: Sequence[Unit]
    gone: frozenset[int]

    def needs(self) -> Mapping[int, Need]:
        """The decks of this side that are needed."""
        waiting = {i: zones for i, zones in self._waiting().items() if i not in self.gone}
        most, spared, found = self._served(waiting, self.gone), self.gone, dict[int, Need]()
        ships = [u for u in self.units if u.id not in self.gone and self.view.decks(u)]
        for ship in sorted(ships, key=lambda u: (self.view.of(u).cost, u.id)) if most else ():
            without = spared | {ship.id}
            if short := most - self._served(waiting, without):
                found[ship.id] = Need(short, tuple(i for i in waiting if ship.place in waiting[i]) or tuple(waiting))
            else:
                spared = without
        return found

    def _waiting(self) -> Waiting:
        """Aircraft that only a deck saves: id -> zones in which it would. The attacker's may come from elsewhere too."""
        view, here = self.view, frozenset({self.battle.place})
        if self.side == ATTACKER:
            return landing.hanging(view, self.battle.attacker, landing.aloft(view, self.battle.attacker))
        flying = [u for u in self.units if view.domain(u) == AIR and view.deck_room(u)]
        return {u.id: here for u in flying if not refuges(view, u)}

    def _served(self, waiting: Waiting, without: frozenset[int]) -> int:
        """How many of them find a deck (a bound from above: a carrier that can still sail counts for all its zones)."""
        if not waiting:
            return 0
        if self.side == ATTACKER:
            wanted = frozenset().union(*waiting.values())
            return landing.at_most(waiting, decks.all_decks(self.view, self.battle.attacker, wanted, without=without))
        room = sum(self.view.decks(u) for u in self.units if u.id not in without)
        return landing.at_most(waiting, [Deck(frozenset({self.battle.place}), room)])
