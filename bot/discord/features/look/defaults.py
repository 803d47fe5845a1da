"""What look-ups outside a game are about: the board and house rules that a person, or a server, has chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import discord

from bot.services import Services
from bot.store import Game, SetPreference
from rules.core.documents import documents
from rules.model.board import BOARDS

SCOPE, NAME = "lookup", "head"


@dataclass(frozen=True, slots=True)
class Head:
    """The rules that something is looked up in. chosen: whether somebody chose them."""

    board: str
    rules: tuple[str, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()
    chosen: bool = True

    def to_json(self) -> dict[str, Any]:
        """As odds take it."""
        return {"board": self.board, "rules": list(self.rules), "options": dict(self.options)}


NOBODY = Head("classic", chosen=False)


def of_game(row: Game) -> Head:
    """The rules of a game."""
    return Head(row.board, tuple(row.rules), tuple(row.options.items()))


async def head_here(services: Services, interaction: discord.Interaction, board: str = "") -> Head:
    """The rules of the game here; outside of one, or where a board is named, that board, else what the person has chosen,
    else the server."""
    row = await services.store.game_in(interaction.channel_id or 0)
    if board:
        return Head(board)
    if row is not None:
        return of_game(row)
    for whose in (f"user {interaction.user.id}", f"guild {interaction.guild_id}"):
        kept = (await services.store.preferences(SCOPE, whose)).get(NAME)
        if isinstance(kept, Mapping) and (found := _read(kept)):
            return found
    return NOBODY


def _read(kept: Mapping[str, Any]) -> Head | None:
    board, rules = str(kept.get("board", "")), tuple(map(str, kept.get("rules", ())))
    return Head(board, tuple(r for r in rules if r in documents())) if board in BOARDS else None


def choose(whose: str, head: Head | None) -> SetPreference:
    """The step that keeps it. whose: `user ID` or `guild ID`; None: nothing is chosen any more."""
    kept = None if head is None else {"board": head.board, "rules": list(head.rules)}
    return SetPreference(SCOPE, whose, NAME, kept)
