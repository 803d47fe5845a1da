"""Short forms for the many land units of the document."""

from __future__ import annotations

from typing import Any

from rules.model.profiles import LAND, UnitType
from rules.model.vocabulary import Trait


def tank(name: str, *traits: Trait, gun: bool = False, blitz: bool = True, **profile: Any) -> UnitType:
    """A tank, or with `gun` a vehicle that does not support tactical bombers by itself. blitz: whether it blitzes (and
    takes a halftrack along)."""
    own: set[Trait] = {*traits}
    if blitz:
        own |= {"blitz"} if gun else {"blitz", "leads mechanized"}
    if not gun:
        own.add("pairs tactical")
    classes = frozenset({"vehicle"}) if gun else frozenset({"vehicle", "tank"})
    return UnitType(name, LAND, **{"cargo": 3, "traits": frozenset(own), "classes": classes, **profile})


def foot(name: str, *traits: Trait, **profile: Any) -> UnitType:
    """Infantry of some kind."""
    fields: dict[str, Any] = {
        "plural": name,
        "cargo": 2,
        "classes": frozenset({"infantry"}),
        "traits": frozenset(traits),
    }
    return UnitType(name, LAND, **{**fields, **profile})
