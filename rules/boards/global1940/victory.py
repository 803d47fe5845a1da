"""Global 1940's victories: held for a complete round (G40-22)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View

AXIS_CAPITALS = ("Germany", "Southern Italy", "Japan")
ALLIED_CAPITALS = ("Eastern United States", "United Kingdom", "France", "Russia")
CITIES = {"Europe": 8, "Pacific": 6}


def cities(view: View, half: str, side: str = "Axis") -> int:
    """Victory cities of a half of the board that a side controls."""
    places = (p for p in view.board.places.values() if p.victory_city and p.half == half)
    return sum(view.side(view.owner(p.name)) == side for p in places)


def _cities(half: str) -> Callable[[View], bool]:
    return lambda view: cities(view, half) >= CITIES[half]


def _allied_aim(view: View) -> bool:
    return all(view.side(view.owner(c)) == "Allies" for c in AXIS_CAPITALS)


AIMS: Mapping[str, tuple[str, Callable[[View], bool]]] = {
    "victory.Europe": ("Axis", _cities("Europe")),
    "victory.Pacific": ("Axis", _cities("Pacific")),
    "victory.capitals": ("Allies", _allied_aim),
}


class Victory(Rule):
    """Victory cities for the Axis, three capitals for the Allies, for a complete round."""

    id = "global1940.victory"
    title = "Winning the game"
    text = (
        "The Axis wins with 8 victory cities of the Europe board or 6 of the Pacific board, the Allies with Berlin, "
        "Rome and Tokyo: held without a break from the turn in which it is reached until the same power's next turn "
        "begins. The Axis must then hold Berlin, Rome or Tokyo, the Allies Washington, London, Paris or Moscow."
    )
    source = "Global 1940 rules: winning the war"
    entries = ("G40-22.1", "G40-22.2")
    flags = {name: f"power in whose turn the {side} reached this aim" for name, (side, _) in AIMS.items()}

    @moments.turn_ends
    def _remember(self, act: Act) -> None:
        """Remember since whose turn each aim has been reached."""
        for name, (_, reached) in AIMS.items():
            if not reached(act):
                act.set_flag(name, None)
            elif not act.flag(name):
                act.set_flag(name, act.active)

    def victory(self, view: View, moment: str, winner: str) -> str:
        """Looked at when a turn begins: has the aim stood since this power's last one?"""
        if winner or moment != "turn start":
            return winner
        for name, (side, reached) in AIMS.items():
            if view.flag(name) == view.active and reached(view) and _home(view, side):
                return side
        return ""


def _home(view: View, side: str) -> bool:
    capitals = AXIS_CAPITALS if side == "Axis" else ALLIED_CAPITALS
    return any(view.side(view.owner(c)) == side for c in capitals)


RULES = (Victory(),)
