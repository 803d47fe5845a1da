"""Units that leave a battle alive."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.act import Act
from rules.model.state import Unit, ids


def step_aside(act: Act, id_: str, leaving: Iterable[Unit]) -> None:
    """Units are out of a battle from now on; where they are is as it was or has been said already."""
    gone, battle = ids(leaving), act.battle(id_)
    act.update(
        id_,
        attackers=tuple(i for i in battle.attackers if i not in gone),
        defenders=tuple(i for i in battle.defenders if i not in gone),
        aside=(*battle.aside, *gone),
    )
    for unit in act.get(gone):
        act.change(unit, fought=True)
