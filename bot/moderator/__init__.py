"""The moderator: one table a game, orders in, durable outcomes out. Knows no Discord objects."""

from bot.moderator.lobby import Lobby
from bot.moderator.master import Master
from bot.moderator.moderator import Moderator
from bot.moderator.problems import PlayError
from bot.moderator.results import Accepted, Denied, Outcome, Plan
from bot.moderator.seats import Permission, open_powers, permission, players_of, powers_of

__all__ = [
    "Accepted",
    "Denied",
    "Lobby",
    "Master",
    "Moderator",
    "Outcome",
    "Permission",
    "Plan",
    "PlayError",
    "open_powers",
    "permission",
    "players_of",
    "powers_of",
]
