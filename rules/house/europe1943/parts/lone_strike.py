"""Submarines that attack alone strike first, whatever hunts them, and may be gone before anybody answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rules.battle import fire, sides
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core.act import Act
from rules.core.steps import Step
from rules.core.view import View
from rules.mechanics.mechanic import Mechanic
from rules.model.salvo import Salvo, Side
from rules.model.state import Battle, ids

STRIKE: Final = "lone strike"
LEAVE: Final = "slip away"


@dataclass(frozen=True, eq=False, kw_only=True)
class LoneStrike(Mechanic):
    """In the first round of an attack of units of one type only, their shot comes first and what it hits is gone; then
    they may submerge (question `submerge`) before the defenders fire. Otherwise they are submarines like others.

    type: the units.
    """

    type: str

    def battle_steps(self, view: View, battle: Battle, each_round: bool, steps: tuple[str, ...]) -> tuple[str, ...]:
        """Right behind the beginning of the round."""
        mine = sides.units(view, battle, ATTACKER)
        alone = battle.kind == "sea" and bool(mine) and all(u.type == self.type for u in mine)
        if not each_round or battle.round or not alone or "open" not in steps:
            return steps
        at = steps.index("open") + 1
        rest = tuple("submerge defender" if s == "submerge" else s for s in steps[at:])
        return (*steps[:at], STRIKE, LEAVE, "end", *rest)


def _strike(view: View, battle: Battle, side: Side) -> Salvo | None:
    """The shots of those who attack: the defenders have none among them."""
    mine, theirs = (sides.units(view, battle, s) for s in sides.BOTH)
    shots = fire.volley(view, battle, side, mine)
    useful = tuple(s for s in shots if any(sides.may_be_hit(view, battle, t, s.hit_class) for t in theirs))
    return Salvo(STRIKE, ATTACKER, useful, "none", "surprise strike")


def _leave(act: Act, id_: str) -> None:
    battle = act.battle(id_)
    if not sides.units(act, battle, DEFENDER):
        return
    act.ask(
        "submerge",
        battle.attacker,
        battle.place,
        battle=id_,
        side=ATTACKER,
        ids=ids(sides.units(act, battle, ATTACKER)),
    )


LoneStrike.own_steps = {STRIKE: Step(salvo=_strike), LEAVE: Step(_leave, asks=True)}
