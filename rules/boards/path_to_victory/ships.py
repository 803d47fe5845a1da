"""Where battleships and carriers are made."""

from __future__ import annotations

from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.names import sentence
from rules.model.profiles import UnitType
from rules.model.refusals import Refusal

ENTRY, BASE = "PTV-1.3", "naval base"


class CapitalShips(Rule):
    """Yards for capital ships are complexes with a naval base."""

    id = "path_to_victory.capital-ships"
    title = "Capital ships need a naval base"
    text = (
        "Battleships and aircraft carriers are made only by a complex in whose territory an operative naval base "
        "stands too. Other ships are made by any complex at the sea."
    )
    source = "Path to Victory: capital ships"
    entries = (ENTRY,)

    def may_make(self, view: View, power: str, unit: UnitType, site: str) -> Refusal | None:
        """A base beside the complex."""
        if not unit.has("capital ship") or view.base(site, BASE, power):
            return None
        text = f"{unit.many} are made beside an operative naval base; {site} has none"
        return Refusal("wrong-site", sentence(text), ENTRY)


RULES = (CapitalShips(),)
