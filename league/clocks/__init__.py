"""Clocks as clubs have them: hours a turn with overruns, vacation banks, a live clock. bot/game/clock runs them."""

from league.clocks.calendar import Span, merged, time_off
from league.clocks.terms import ARBITER, LOSES, Terms, TermsError

__all__ = ["ARBITER", "LOSES", "Span", "Terms", "TermsError", "merged", "time_off"]
