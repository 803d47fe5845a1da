"""Rockets of the charts: every gun, each complex once a turn (AA-6)."""

from __future__ import annotations

from rules.core.hooks import Rule
from rules.mechanics.fire.gun_rockets import GunRockets


class Rockets(Rule):
    """Each gun hits a complex within three spaces for a die of damage."""

    id = "world.rockets"
    title = "Rockets (technology)"
    text = (
        "In conduct combat, after the raids, each antiaircraft gun of the power that has not moved may hit one enemy complex "
        "within 3 spaces, not across neutral land: a die of damage. Each complex is hit once a turn at most."
    )
    source = "Anniversary rulebook: research and development"
    entries = ("AA-6", "E42-5")
    fact = "research_tokens"
    parts = (GunRockets(id=id, cites={"": "AA-6"}, reach=3, one_a_complex=True, over_neutrals=False),)


RULES = (Rockets(),)
