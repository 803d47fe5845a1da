"""Loading where war has just come."""

from __future__ import annotations

from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.state import COMBAT_MOVE, Unit


class LoadingAtTheOutbreak(Rule):
    """Transports may load in a zone that became hostile by the power's own declaration (G40-5.22)."""

    id = "global1940.loading-at-the-outbreak"
    title = "Loading in a zone that has just become hostile"
    text = (
        "In the combat move in which a power itself goes to war its transports may load in zones that became "
        "hostile by that declaration, before they move."
    )
    source = "Global 1940 rules: the political situation"
    entries = ("G40-5.22",)

    def loading_zone(self, view: View, ship: Unit, zone: str, open_: bool) -> bool:
        """Hostile now, not hostile when the turn began, and the ship has not moved."""
        fresh = view.phase == COMBAT_MOVE and not view.hostile_at_start(zone) and not ship.moved
        return open_ or (fresh and ship.owner == view.active)


RULES = (LoadingAtTheOutbreak(),)
