"""The moderator: one table a game, orders in, durable outcomes out. Knows no Discord objects."""

from bot.game.lobby.authorization import Permission, called_of, open_powers, permission, players_of, powers_of
from bot.game.lobby.lobby import Lobby
from bot.game.master.master import Master
from bot.game.moderator.moderator import Moderator
from bot.game.moderator.results import Accepted, Denied, Outcome, Plan
from bot.game.people.problems import PlayError, Stale

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
