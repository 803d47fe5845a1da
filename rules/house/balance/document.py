"""What Balance Mod 4 brings as soon as one of its parts is on: the variant that moves before it buys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.purses import purse_of
from rules.model.board import Option
from rules.model.state import COMBAT, COMBAT_MOVE

ID, PURCHASE = "bm.document", "purchase"
MOVE_FIRST = Option("bm.combat_move_first", False, "Combat move comes before purchase.")
PLUNDER = "turn.bm.plunder"
BOARDS: tuple[str, ...] = ("global1940", "path_to_victory")
"""Where the mod is played. What the second one has of its own (prices, victory, objectives) is that board's."""


class Section(Rule):
    """A part of Balance Mod 4."""

    boards = BOARDS


class BalanceMod(Rule):
    """The order of phases, by option."""

    id = ID
    title = "Balance Mod 4: combat move first (option)"
    text = (
        "With the option a turn is: research (if played), combat move, purchase and repair, conduct combat, noncombat "
        "move, mobilize, collect income. War is declared before anything is bought. Only decks that exist count as "
        "landing places in combat move; new carriers take in aircraft of the noncombat move. Bases are repaired too "
        "late for this turn's combat move; ships beside an operative naval base are whole when combat move begins. "
        "The money of a capital that is taken comes when purchase is over. Scrambles, interceptions and kamikaze are "
        "asked when purchase is closed."
    )
    source = "Balance Mod 4: variant with the combat move first"
    entries = ("BM-0.1", "BM-0.2", "BM-0.3", "BM-0.5", "BM-0.6", *(f"BM-9.{n}" for n in range(1, 8)))
    boards = BOARDS
    options = (MOVE_FIRST,)

    def phases(self, options: Mapping[str, Any], phases: tuple[str, ...]) -> tuple[str, ...]:
        """Combat move in front of purchase."""
        if not options[MOVE_FIRST.name]:
            return phases
        others = [p for p in phases if p != COMBAT_MOVE]
        at = others.index(PURCHASE)
        return (*others[:at], COMBAT_MOVE, *others[at:])

    def plunder(self, act: Act, purse: str, place: str, by: str) -> bool:
        """A capital taken in passing, before purchase: its money comes when that is over."""
        if not act.option(MOVE_FIRST) or act.phase != COMBAT_MOVE:
            return False
        money, winner = act.state.money.get(purse, 0), purse_of(act, by, place)
        act.pay(purse, money, "loot")
        waiting = act.flag(PLUNDER, {})
        act.set_flag(PLUNDER, {**waiting, winner: waiting.get(winner, 0) + money})
        act.note(
            f"The capital of {purse} has fallen: {by} gets its {money} IPC when purchase is over.", purse=purse, by=by
        )
        return True

    @moments.phase_begins
    def _pay_plunder(self, act: Act, phase: str) -> None:
        """Plunder that has waited."""
        if phase == COMBAT and (waiting := act.flag(PLUNDER, {})):
            for purse, money in sorted(waiting.items()):
                act.pay(purse, -money, "loot")
                act.note(f"{purse} gets {money} IPC of plunder.", purse=purse)
            act.set_flag(PLUNDER, None)


COMMON = BalanceMod()
