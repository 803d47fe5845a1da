"""Clocks as clubs have them: hours a turn with overruns, vacation banks, a live clock; pure state machines on times."""

from league.clocks.calendar import Calendar, time_off
from league.clocks.clock import Clock, Happened, Run
from league.clocks.terms import ANSWER, ARBITER, LOSES, TURN, Terms, TermsError

__all__ = [
    "ANSWER",
    "ARBITER",
    "LOSES",
    "TURN",
    "Calendar",
    "Clock",
    "Happened",
    "Run",
    "Terms",
    "TermsError",
    "time_off",
]
