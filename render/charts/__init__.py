"""Charts of a game: figures by round, luck, odds. Pure functions of plain values."""

from render.charts.luck import LuckChart, LuckRow, LuckTrail, TrailChart, luck_picture, trail_picture
from render.charts.odds import OddsChart, Outcome, odds_picture
from render.charts.rounds import Line, RoundsChart, army_chart, income_chart, rounds_picture

__all__ = [
    "Line",
    "LuckChart",
    "LuckRow",
    "LuckTrail",
    "OddsChart",
    "Outcome",
    "RoundsChart",
    "TrailChart",
    "army_chart",
    "income_chart",
    "luck_picture",
    "odds_picture",
    "rounds_picture",
    "trail_picture",
]
