"""Classic's rockets: one gun a turn (CL-3.3)."""

from __future__ import annotations

from rules.core.hooks import Rule
from rules.mechanics.fire.gun_rockets import GunRockets


class Rockets(Rule):
    """One gun a turn hits a complex within three spaces for a die of IPC."""

    id = "classic.rockets"
    title = "Rockets (technology)"
    text = (
        "Once in its own turn, in combat, one antiaircraft gun of the power hits an enemy complex within 3 spaces: "
        "its owner pays a die of IPC, all he has if that is less. The gun may not have moved."
    )
    source = "Classic rulebook: weapons development"
    entries = ("CL-3.3",)
    parts = (GunRockets(id=id, cites={"": "CL-3.3"}, reach=3, one_a_turn=True),)


RULES = (Rockets(),)
