"""Conscripts: infantry at a lower price, as a special offer of a few rounds."""

from __future__ import annotations

from rules.model.profiles import LAND, UnitType
from rules.model.vocabulary import Number

NAME = "conscript"


def conscript(rule: str, powers: tuple[str, ...], first: int, last: int, most: int = 0) -> UnitType:
    """The profile: for these powers, from round `first` to `last`, at most `most` on the board (0: no limit). On the
    board it is an infantry."""
    numbers: dict[Number, int] = {"from_round": first, "to_round": last}
    if most:
        numbers["max_board"] = most
    return UnitType(
        NAME, LAND, aliases=("conscript infantry", "red army conscript", "red army conscription"), attack=1, defense=2,
        move=1, cost=2, cargo=2, traits=frozenset({"supported"}), powers=powers, becomes="infantry", rule=rule,
        numbers=numbers,
    )  # fmt: skip
