"""The odds of a battle, exact (README.md)."""

from rules.odds.aims import Advice, best_order
from rules.odds.answers import AnswerOdds, answer_odds
from rules.odds.battle import odds
from rules.odds.breaking_off import BreakOff, all_may_leave, break_off
from rules.odds.from_state import NoOdds, Ready, Wishes, battle_odds, battles_due, ready
from rules.odds.model import Opening, Plan, Side, Slot
from rules.odds.needed import Needed, needed
from rules.odds.raids import RaidOdds, raid_odds
from rules.odds.reading import LossOrder
from rules.odds.result import Odds
from rules.odds.told import assumed, left_out
from rules.odds.typed import TypedError, typed_battle, typed_odds
from rules.odds.words import loss_order, with_losses

__all__ = [
    "Advice",
    "AnswerOdds",
    "BreakOff",
    "LossOrder",
    "Needed",
    "NoOdds",
    "Odds",
    "Opening",
    "Plan",
    "RaidOdds",
    "Ready",
    "Side",
    "Slot",
    "TypedError",
    "Wishes",
    "all_may_leave",
    "answer_odds",
    "assumed",
    "battle_odds",
    "battles_due",
    "best_order",
    "break_off",
    "left_out",
    "loss_order",
    "needed",
    "odds",
    "raid_odds",
    "ready",
    "typed_battle",
    "typed_odds",
    "with_losses",
]
