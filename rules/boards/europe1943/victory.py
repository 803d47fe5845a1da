"""Victory of 1943: cities taken and held until the captor's next turn (Y43-2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Goal, Hold, Rule
from rules.core.view import View

FLAG = "y43.victory"
BERLIN = "Brandenburg"


@dataclass(frozen=True, slots=True)
class Condition:
    """Territories a side must hold all of."""

    side: str
    places: tuple[str, ...]


CONDITIONS: Mapping[str, Condition] = {
    BERLIN: Condition("Allies", (BERLIN,)),
    "four cities": Condition("Allies", ("Paris", "Lazio", "Warsaw", "Bucharest")),
    "Komi": Condition("Axis", ("Komi",)),
    "Southeast England": Condition("Axis", ("Southeast England",)),
    "Washington D.C.": Condition("Axis", ("Washington D.C.",)),
}


def met(view: View, condition: Condition) -> bool:
    """Whether a condition's side holds all its territories."""
    return all(view.side(view.owner(p) or "") == condition.side for p in condition.places)


class Victory(Rule):
    """Each completion is remembered with the power in whose turn it came (whoever gets the ground) and its round, and
    forgotten when a territory is lost again."""

    id = "europe1943.victory"
    title = "Winning the game"
    text = (
        "The Allies win with Brandenburg, or with Paris, Lazio, Warsaw and Bucharest together; the Axis with Komi, "
        "Southeast England or Washington D.C., if it holds Brandenburg at that moment. What completes a condition must "
        "be held by its side without a break until the power in whose turn that happened begins its next turn. If the Axis "
        "lacks Brandenburg then, it is looked at again when later turns of that power begin. A side whose powers have "
        "all conceded has lost."
    )
    source = "Axis and Allies 1943: victory conditions"
    entries = tuple(f"Y43-2.{n}" for n in range(1, 8))
    flags = {FLAG: "condition -> the power in whose turn it was completed (by) and the round in which it did"}

    @moments.captured
    def _remember(self, act: Act, place: str, before: str | None, after: str | None) -> None:
        """Remember what is complete now, forget what is no longer."""
        known = dict(act.flag(FLAG, {}))
        for name, condition in CONDITIONS.items():
            if place not in condition.places:
                continue
            if not met(act, condition):
                known.pop(name, None)
            elif name not in known:
                known[name] = {"by": act.active, "round": act.state.turn.round}
        if known != act.flag(FLAG, {}):
            act.set_flag(FLAG, known or None)

    def victory(self, view: View, moment: str, winner: str) -> str:
        """Looked at when a turn begins."""
        if winner or moment != "turn start":
            return winner
        sides = [CONDITIONS[name].side for name, done in view.flag(FLAG, {}).items() if _held(view, name, done)]
        return next((side for side in sides if side == "Allies" or _berlin(view)), "")

    def goals(self, view: View, goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
        """The conditions; those of the Axis with Brandenburg."""
        return (*goals, *map(_goal, CONDITIONS.values()))


def _goal(condition: Condition) -> Goal:
    home = (Hold((BERLIN,), 1),) if condition.side == "Axis" else ()
    return Goal(condition.side, (Hold(condition.places, len(condition.places)), *home))


def _held(view: View, name: str, done: Mapping[str, object]) -> bool:
    turn = view.state.turn
    return done["by"] == turn.power and int(str(done["round"])) < turn.round and met(view, CONDITIONS[name])


def _berlin(view: View) -> bool:
    return view.side(view.owner(BERLIN) or "") == "Axis"


RULES = (Victory(),)
