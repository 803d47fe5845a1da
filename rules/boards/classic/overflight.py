"""Classic's antiaircraft guns fire at aircraft that fly over them (CL-5.7)."""

from __future__ import annotations

from rules.core.hooks import Rule
from rules.core.view import View
from rules.mechanics.fire.overflight import OverflightGuns
from rules.model.profiles import AIR
from rules.model.state import COMBAT_MOVE, NONCOMBAT

ID = "classic.overflight"


def _fires(view: View) -> bool:
    if view.phase == COMBAT_MOVE and view.option("antiaircraft_fires_on_overflight_in_combat_move"):
        return True
    return view.phase in (COMBAT_MOVE, NONCOMBAT) and bool(view.option("antiaircraft_always_active"))


GUNS = OverflightGuns(id=ID, domain=AIR, words="antiaircraft fire", fires=_fires)


class Overflight(Rule):
    """One die for every enemy plane that crosses a gun's territory, at once; planes that end there are
    shot at in the battle or raid instead."""

    id = ID
    title = "Antiaircraft fire at overflight"
    text = (
        "In the enemy's combat move each antiaircraft gun rolls one die for every plane that flies through its "
        "territory; each 1 shoots one down, its owner says which. Planes that end there are shot at in the "
        "battle or raid, once. In noncombat move guns are silent (by option they fire then too)."
    )
    source = "Classic rulebook: antiaircraft guns"
    entries = ("CL-5.7", "CL-15.7")
    parts = (GUNS,)


RULES = (Overflight(),)
