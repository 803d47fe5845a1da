"""The odds of a battle, exact (README.md)."""

from rules.odds.ask.aims import AIM_WORDS, ATTACKER_AIMS, DEFENDER_AIMS, Advice, Aim, best_order
from rules.odds.ask.answers import AnswerOdds, answer_odds
from rules.odds.ask.breaking_off import BreakOff, all_may_leave, break_off
from rules.odds.ask.needed import Needed, needed
from rules.odds.ask.swings import battle_lucks
from rules.odds.ask.typed import TypedError, typed_battle, typed_odds
from rules.odds.ask.words import loss_order, with_losses
from rules.odds.read.assumptions import assumed, left_out
from rules.odds.read.battle import NoOdds, Ready, Wishes, battle_odds, battles_due, prepared, ready
from rules.odds.read.engine_side import LossOrder
from rules.odds.read.raids import RaidOdds, raid_odds
from rules.odds.solve.battle import odds
from rules.odds.solve.model import Opening, Plan, Side, Slot
from rules.odds.solve.result import Odds, Spread

__all__ = [
    "AIM_WORDS",
    "ATTACKER_AIMS",
    "DEFENDER_AIMS",
    "Advice",
    "Aim",
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
    "Spread",
    "TypedError",
    "Wishes",
    "all_may_leave",
    "answer_odds",
    "assumed",
    "battle_lucks",
    "battle_odds",
    "battles_due",
    "best_order",
    "break_off",
    "left_out",
    "loss_order",
    "needed",
    "odds",
    "prepared",
    "raid_odds",
    "ready",
    "typed_battle",
    "typed_odds",
    "with_losses",
]
