"""Revised's antiaircraft guns fire at aircraft that fly over them, in noncombat move too (REV-0, REV-6)."""

from __future__ import annotations

from rules.core.hooks import Rule
from rules.core.view import View
from rules.mechanics.fire.overflight import OverflightGuns
from rules.model.profiles import AIR
from rules.model.state import COMBAT_MOVE, NONCOMBAT

ID = "revised.overflight"


def _fires(view: View) -> bool:
    return view.phase == COMBAT_MOVE or (view.phase == NONCOMBAT and not view.option("lhtr"))


class Overflight(Rule):
    """One die for every enemy plane that crosses a gun's territory, at once."""

    id = ID
    title = "Antiaircraft fire at overflight"
    text = (
        "One gun of a territory rolls a die for every enemy plane that flies through it, in combat move and in noncombat "
        "move (with the option `lhtr` in combat move only); each 1 shoots one down, its owner says which. Planes that end "
        "there are shot at in the battle or raid, once. A gun is never a loss; it is captured with its territory."
    )
    source = "Revised rulebook: antiaircraft guns"
    entries = ("REV-0", "REV-6")
    parts = (OverflightGuns(id=ID, domain=AIR, words="antiaircraft fire", fires=_fires),)


RULES = (Overflight(),)
