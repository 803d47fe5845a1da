"""Global 1940's victories: held for a complete round (G40-22). What is an aim, and which homes go with it, a board says
in `[edition.victory]`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Goal, Hold, Rule
from rules.core.view import View


def _of_half(view: View, half: str) -> tuple[str, ...]:
    return tuple(p.name for p in view.board.places.values() if p.victory_city and half in ("", p.half))


def cities(view: View, half: str, side: str = "Axis") -> int:
    """Victory cities of a half of the board, or of all of it (""), that a side controls."""
    return sum(view.side(view.owner(place)) == side for place in _of_half(view, half))


def _aims(view: View) -> Sequence[Mapping[str, Any]]:
    found: Sequence[Mapping[str, Any]] = view.edition("victory")["aims"]
    return found


def _reached(view: View, aim: Mapping[str, Any]) -> bool:
    """Whether a side holds all the places of an aim, or enough victory cities of its half."""
    if "cities" in aim:
        return cities(view, aim["half"], aim["side"]) >= _needed(view, aim)
    return all(view.side(view.owner(place)) == aim["side"] for place in aim["holds"])


def _needed(view: View, aim: Mapping[str, Any]) -> int:
    """How many cities it takes now: more while somebody holds a place, where the aim says so."""
    harder = (
        int(more["cities"]) for more in aim.get("harder", ()) if view.side(view.owner(more["place"])) == more["side"]
    )
    return max(int(aim["cities"]), *harder, 0)


class Victory(Rule):
    """Victory cities for the Axis, capitals for the Allies, for a complete round."""

    id = "global1940.victory"
    title = "Winning the game"
    text = (
        "The Axis wins with 8 victory cities of the Europe board or 6 of the Pacific board, the Allies with Berlin, "
        "Rome and Tokyo: held without a break from the turn in which it is reached until the same power's next turn "
        "begins. The Axis must then hold Berlin, Rome or Tokyo, the Allies Washington, London, Paris or Moscow."
    )
    source = "Global 1940 rules: winning the war"
    entries: ClassVar[tuple[str, ...]] = ("G40-22.1", "G40-22.2")
    fact = "victory"
    flags = {
        "victory.Europe": "power in whose turn the Axis reached this aim",
        "victory.Pacific": "power in whose turn the Axis reached this aim",
        "victory.world": "power in whose turn the Axis reached this aim",
        "victory.capitals": "power in whose turn the Allies reached this aim",
    }

    @moments.turn_ends
    def _remember(self, act: Act) -> None:
        """Remember since whose turn each aim has been reached."""
        for aim in _aims(act):
            if not _reached(act, aim):
                act.set_flag(aim["flag"], None)
            elif not act.flag(aim["flag"]):
                act.set_flag(aim["flag"], act.active)

    def victory(self, view: View, moment: str, winner: str) -> str:
        """Looked at when a turn begins: has the aim stood since this power's last one?"""
        if winner or moment != "turn start":
            return winner
        for aim in _aims(view):
            if view.flag(aim["flag"]) == view.active and _reached(view, aim) and _home(view, aim["side"]):
                return str(aim["side"])
        return ""

    def goals(self, view: View, goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
        """The aims that this board has places for, each with one of the homes."""
        found = (_goal(view, aim) for aim in _aims(view))
        return (*goals, *(goal for goal in found if all(hold.least <= len(hold.places) for hold in goal.holds)))


def _goal(view: View, aim: Mapping[str, Any]) -> Goal:
    homes = tuple(view.edition("victory")["homes"][aim["side"]])
    where = _of_half(view, aim["half"]) if "cities" in aim else tuple(aim["holds"])
    least = _needed(view, aim) if "cities" in aim else len(where)
    return Goal(str(aim["side"]), (Hold(where, least), Hold(homes, 1)))


def _home(view: View, side: str) -> bool:
    homes = view.edition("victory")["homes"][side]
    return any(view.side(view.owner(c)) == side for c in homes)


RULES = (Victory(),)
