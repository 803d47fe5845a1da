"""What a power finds in each place during a phase, worked out once and remembered."""

from __future__ import annotations

from typing import Any

from rules.core.view import View
from rules.model.profiles import AIR, SEA
from rules.model.state import COMBAT_MOVE, Unit
from rules.model.vocabulary import Trait

FRIENDLY, HOSTILE, TAKEN, PEACE, NEUTRAL = "friendly", "hostile", "taken", "peace", "neutral"


class Ground:
    """The status of places for one power in one phase. Make a new one after the position has changed.

    combat: whether this is combat movement. cleared: zones whose enemies are assumed beaten (for proofs of a landing place).
    leaders: (trait, place) of units that lead others and take part in the order at hand, or did before.
    """

    def __init__(
        self,
        view: View,
        power: str,
        phase: str,
        cleared: frozenset[str] = frozenset(),
        leaders: frozenset[tuple[Trait, str]] = frozenset(),
    ) -> None:
        self.view, self.power, self.phase = view, power, phase
        self.combat = phase == COMBAT_MOVE
        self.cleared, self.leaders = cleared, leaders
        self._shared, self._own = view.memo and view.memo.facts, dict[Any, Any]()
        self._lands: dict[str, str] = {}
        self._zones: dict[str, bool] = {}
        self._empty: dict[str, bool] = {}
        self._bystanders: dict[str, str] = {}

    @property
    def memo(self) -> dict[Any, Any]:
        """What has been worked out here, under keys that tell one ground from another: shared with them as long as the
        position holds, this one's own afterwards."""
        now = self.view.memo
        return now.facts if now is not None and now.facts is self._shared else self._own

    def land(self, place: str) -> str:
        """Status of a territory: one of the words above. In combat movement all moves count as
        simultaneous (G40-1.8): what was hostile when the turn began still is, and a neutral entered
        this turn is TAKEN."""
        if place not in self._lands:
            self._lands[place] = self._status(place)
        return self._lands[place]

    def _status(self, place: str) -> str:
        view, owner = self.view, self.view.owner(place)
        before = view.owner_at_turn_start(place)
        if self.combat and before != owner and view.cooperates(owner, self.power, place):
            if before is None:
                return TAKEN
            owner = before
        if owner is None:
            return NEUTRAL
        if view.cooperates(owner, self.power, place):
            return FRIENDLY
        return HOSTILE if view.at_war(owner, self.power) else PEACE

    def hostile_zone(self, zone: str) -> bool:
        """Whether a zone holds enemy ships that count (CL-2.2, G40-2.3)."""
        if zone not in self._zones:
            self._zones[zone] = zone not in self.cleared and not self.view.friendly_zone(zone, self.power)
        return self._zones[zone]

    def fought_over(self, zone: str) -> bool:
        """Whether a zone holds enemies that a ship which ends there would attack (not mere submarines, transports)."""
        enemies = self.view.enemy_units(zone, self.power) if zone not in self.cleared else ()
        return self.hostile_zone(zone) or any(self.view.domain(u) == AIR for u in enemies)

    def empty(self, place: str) -> bool:
        """Whether nothing in a hostile territory stops a blitz (edition: blitz_stops)."""
        if place not in self._empty:
            view = self.view
            if view.edition("blitz_stops") == "units":
                free = not view.occupied(place, self.power)
            else:
                free = not view.enemy_units(place, self.power) and not view.facilities(place)
            self._empty[place] = free
        return self._empty[place]

    def bystander(self, place: str) -> str:
        """A power of the other side, not at war with this one, whose units stand in a place; or ""."""
        if place not in self._bystanders:
            owners = sorted({u.owner for u in self.view.state.at(place)})
            self._bystanders[place] = next((o for o in owners if self._at_peace(o, place)), "")
        return self._bystanders[place]

    def _at_peace(self, owner: str, place: str) -> bool:
        view = self.view
        return owner in view.board.powers and not view.allied(owner, self.power) and not view.fights(owner, self.power)

    def hunters(self, zone: str) -> bool:
        """Whether an enemy ship in a zone stops submarines (destroyers)."""
        return zone not in self.cleared and any(
            self.view.has(u, "anti-submarine") for u in self.view.enemy_units(zone, self.power)
        )

    def enemy_ships(self, zone: str) -> list[Unit]:
        """Ships in a zone that belong to enemies."""
        return [u for u in self.view.enemy_units(zone, self.power) if self.view.domain(u) == SEA]
