"""Paratroopers: a bomber carries one infantry and drops it on its way."""

from __future__ import annotations

from rules.boards.classic.drops import Drops
from rules.model.board import EVERY_BOARD


class Paratroopers(Drops):
    """`drop 1 infantry at PLACE: 1 bomber: PATH`, in combat or noncombat move."""

    id = "rw.paratroopers"
    title = "Paratroopers"
    text = (
        "A bomber may carry one infantry from the territory where both begin and drop it in any territory on its way: "
        "`drop 1 infantry at Karelia S.S.R.: 1 bomber: Germany > Karelia S.S.R. > Ukraine S.S.R.`. In combat move it may be "
        "dropped on enemy land: empty land is taken when conduct combat ends, else it fights. A gun that hits the bomber "
        "takes both. The flight is the infantry's whole move, and the bomber neither attacks nor raids this turn."
    )
    source = "Rules of Warfare: New Rules, Paratroopers"
    entries = tuple(f"RW-11.{n}" for n in range(1, 9))
    cites = {"who": "RW-11.1", "where": "RW-11.2", "rider": "RW-11.4", "friendly": "RW-11.5", "bomber": "RW-11.8"}
    boards = EVERY_BOARD
    replaces = ("classic.bomber-paratroopers",)
    priority = 5


RULE = Paratroopers()
