"""The moderator: one table a game, orders in, durable outcomes out. Knows no Discord objects."""

from bot.game.lobby.lobby import Lobby
from bot.game.master.master import Master
from bot.game.moderator.moderator import Moderator
from bot.game.moderator.results import Accepted, Denied, Outcome, Plan
from bot.game.moderator.situation import Permission, Situation, called_of, open_powers, players_of, powers_of
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
    "Situation",
    "Stale",
    "called_of",
    "open_powers",
    "players_of",
    "powers_of",
]
