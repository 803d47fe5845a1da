"""Charts of a game (figures by round, luck, odds) and of a league (table, ratings, bracket, player). Pure functions of plain
values."""

from render.charts.bracket import BracketChart, BracketMatch, Panel, bracket_picture
from render.charts.course import course_picture
from render.charts.curve import CourseChart, CourseTurn
from render.charts.league_table import TableChart, TableRow, table_picture
from render.charts.luck import LuckChart, LuckRow, LuckTrail, TrailChart, luck_picture, trail_picture
from render.charts.odds import OddsChart, Outcome, odds_picture
from render.charts.player_card import PlayerChart, ResultRow, player_picture
from render.charts.rating_history import HistoryChart, RatingTrail, history_picture
from render.charts.rounds import Line, RoundsChart, army_chart, income_chart, rounds_picture
from render.charts.running_luck import LuckTurn, RunningLuck, running_luck_picture
from render.charts.standings import StandingRow, StandingsChart, standings_picture

__all__ = [
    "BracketChart",
    "BracketMatch",
    "CourseChart",
    "CourseTurn",
    "HistoryChart",
    "Line",
    "LuckChart",
    "LuckRow",
    "LuckTrail",
    "LuckTurn",
    "OddsChart",
    "Outcome",
    "Panel",
    "PlayerChart",
    "RatingTrail",
    "ResultRow",
    "RoundsChart",
    "RunningLuck",
    "StandingRow",
    "StandingsChart",
    "TableChart",
    "TableRow",
    "TrailChart",
    "army_chart",
    "bracket_picture",
    "course_picture",
    "history_picture",
    "income_chart",
    "luck_picture",
    "odds_picture",
    "player_picture",
    "rounds_picture",
    "running_luck_picture",
    "standings_picture",
    "table_picture",
    "trail_picture",
]
