"""A process's share of the games: those of the servers that belong to one of Discord's shards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, or_, select

from bot.store import tables as t

# Discord reckons a server's shard from the part of its id behind these.
SHARD_BITS = 1 << 22


@dataclass(frozen=True, slots=True)
class Share:
    """Number `number` of `of`, counted from 0. The only one there is holds everything."""

    number: int = 0
    of: int = 1

    def holds(self, guild_id: int) -> bool:
        """Whether a server's games are in it: as Discord assigns servers to shards."""
        return (guild_id >> 22) % self.of == self.number

    def only(self, game_id: ColumnElement[Any]) -> tuple[ColumnElement[bool], ...]:
        """Conditions that leave rows of this share. What belongs to no game is the first share's."""
        if self.of == 1:
            return ()
        g = t.games.c
        mine = game_id.in_(select(g.id).where((g.guild_id // SHARD_BITS) % self.of == self.number))
        return (or_(mine, game_id.is_(None)),) if self.number == 0 else (mine,)
