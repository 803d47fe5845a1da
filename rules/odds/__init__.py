"""The odds of a battle, exact (README.md)."""

from rules.odds.battle import odds
from rules.odds.from_state import Wishes, battle_odds, left_out
from rules.odds.model import Opening, Plan, Side, Slot
from rules.odds.reading import LossOrder
from rules.odds.result import Odds
from rules.odds.typed import TypedError, typed_battle, typed_odds

__all__ = [
    "LossOrder",
    "Odds",
    "Opening",
    "Plan",
    "Side",
    "Slot",
    "TypedError",
    "Wishes",
    "battle_odds",
    "left_out",
    "odds",
    "typed_battle",
    "typed_odds",
]
