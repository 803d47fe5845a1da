"""The moderator: one table a game, orders in, durable outcomes out. Knows no Discord objects."""

from bot.game.authorization import Permission, called_of, open_powers, permission, players_of, powers_of
from bot.game.lobby import Lobby
from bot.game.master import Master
from bot.game.problems import PlayError, Stale
from bot.game.results import Accepted, Denied, Outcome, Plan
from bot.game.service import Moderator

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
    "Stale",
    "called_of",
    "open_powers",
    "permission",
    "players_of",
    "powers_of",
]
