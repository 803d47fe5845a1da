"""How a game of a league ends, and whether it counts."""

from league.results.course import Course, Refused, Result, Verdict
from league.results.limits import beyond
from league.results.rulings import Ruling, ruled

__all__ = ["Course", "Refused", "Result", "Ruling", "Verdict", "beyond", "ruled"]
