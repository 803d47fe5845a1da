"""What Expansion II brings as soon as one of its sections is on: prices, the news of each round, the truce."""

from __future__ import annotations

from typing import ClassVar

from rules.core.hooks import Rule
from rules.core.view import View
from rules.mechanics.economy.prices import PRICES, PriceList, Timetable
from rules.model.board import Option
from rules.model.profiles import AIR
from rules.model.refusals import Refusal
from rules.model.state import COMBAT_MOVE, Battle, Facility, Unit

ID, TRUCE_ROUND = "x2.document", 5
WORLD = ("anniversary", "edition1942", "revised")
TRUCE = Option("x2.truce", False, "Germany and the Soviet Union do not attack each other in Early 1942")


class Section(Rule):
    """A section of Expansion II."""

    boards: ClassVar[tuple[str, ...]] = (
        "global1940",
        "global1942",
        "oztea1941",
        "europe1940",
        "pacific1940",
        "classic",
        *WORLD,
    )


class ExpansionTwo(Rule):
    """The price list and the truce."""

    id = ID
    title = "Expansion II: prices and the truce"
    text = (
        f"{PRICES} Classic and Revised keep their own prices, and a complex of the one kind its 15 IPC. Free units use the "
        "capacity of a complex only where they are placed through one. Each round is half a year: Late 1941 (round 4), "
        "Early 1942 (round 5), Late 1943 (round 8). By option Germany and the Soviet Union do not attack each other in "
        "Early 1942: no combat move into the other's territories or onto others' ground where its units stand, no raid "
        "and no rockets on them, no fight between their ships; others are not bound. All else is as in the board's own "
        "rulebook."
    )
    source = "Expansion II: introduction, Single Game Turn Special Event; prices from the full edition"
    entries = tuple(f"X2-0.{n}" for n in range(1, 8))
    boards = Section.boards
    options = (TRUCE,)
    _parties = ("Germany", "Soviet Union")
    parts = (PriceList(id=ID), Timetable(id=ID))

    def may_enter(self, view: View, unit: Unit, place: str, phase: str) -> Refusal | None:
        """Land units do not go into the other's territories."""
        return None if view.element(unit) == AIR else self._peace(view, unit, place, phase)

    def may_end(self, view: View, unit: Unit, place: str, phase: str) -> Refusal | None:
        """Nor do aircraft end there, to fight or to raid."""
        return self._peace(view, unit, place, phase)

    def may_fire_at(self, view: View, place: str, facility: Facility | None, unit: Unit | None) -> Refusal | None:
        """No rockets, nor those that are units."""
        if unit:
            return self._peace(view, unit, place, COMBAT_MOVE)
        other = self._other(view, view.active)
        return _refusal(view.active, place) if other and view.owner(place) == other else None

    def joins(self, view: View, battle: Battle, unit: Unit, joins: bool) -> bool:
        """Where their ships lie together they do not fight."""
        return joins and not (unit.id in battle.defenders and unit.owner == self._other(view, battle.attacker))

    def _other(self, view: View, power: str) -> str:
        """The power with which one has a truce now, or ""."""
        if power not in self._parties or not view.option(TRUCE):
            return ""
        now = view.state.turn.round == view.table.round_of(ID, TRUCE_ROUND)
        return next(p for p in self._parties if p != power) if now else ""

    def _peace(self, view: View, unit: Unit, place: str, phase: str) -> Refusal | None:
        """Why a combat move would break the truce: the other's ground, ground where its units would defend too, or a zone
        with ships of nobody else."""
        other = self._other(view, unit.owner) if phase == COMBAT_MOVE else ""
        if not other:
            return None
        enemies = {u.owner for u in view.enemy_units(place, unit.owner)}
        there = enemies == {other} if view.place(place).is_sea else other in enemies
        return _refusal(unit.owner, place) if there or view.owner(place) == other else None


def _refusal(power: str, place: str) -> Refusal:
    text = f"Truce in Early 1942: {power} does not attack in {place}; from Late 1942 it may."
    return Refusal("at-peace", text, "X2-0.7")


COMMON = ExpansionTwo()
