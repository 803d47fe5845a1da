"""Tournaments: round robin, Swiss, single and double elimination; each reckoned from its record alone."""

from league.tournaments.conduct import is_over, next_round, ranking
from league.tournaments.elimination import Spot, bracket, champion
from league.tournaments.layout import Cell, PanelOf, panels
from league.tournaments.record import (
    NOBODY,
    NOT_PLAYED,
    WALK_OVER,
    Begun,
    Entered,
    Event,
    Match,
    Paired,
    Played,
    Withdrew,
)
from league.tournaments.schedule import Schedule
from league.tournaments.season import Season, best, playoff
from league.tournaments.standings import Line, standings
from league.tournaments.state import State, seeded, state_of
from league.tournaments.terms import (
    ALTERNATE,
    BY_BID,
    DOUBLE,
    KINDS,
    ROUND_ROBIN,
    SINGLE,
    SWISS,
    TIE_BREAKS,
    Refused,
    Terms,
    TermsError,
)

__all__ = [
    "ALTERNATE",
    "BY_BID",
    "DOUBLE",
    "KINDS",
    "NOBODY",
    "NOT_PLAYED",
    "ROUND_ROBIN",
    "SINGLE",
    "SWISS",
    "TIE_BREAKS",
    "WALK_OVER",
    "Begun",
    "Cell",
    "Entered",
    "Event",
    "Line",
    "Match",
    "Paired",
    "PanelOf",
    "Played",
    "Refused",
    "Schedule",
    "Season",
    "Spot",
    "State",
    "Terms",
    "TermsError",
    "Withdrew",
    "best",
    "bracket",
    "champion",
    "is_over",
    "next_round",
    "panels",
    "playoff",
    "ranking",
    "seeded",
    "standings",
    "state_of",
]
