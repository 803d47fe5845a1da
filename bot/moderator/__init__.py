"""The moderator: one table a game, orders in, durable outcomes out. Knows no Discord objects."""

from bot.moderator.moderator import Moderator
from bot.moderator.results import Accepted, Denied, Outcome
from bot.moderator.seats import Permission, powers_of

__all__ = ["Accepted", "Denied", "Moderator", "Outcome", "Permission", "powers_of"]
