"""Own rules of a group in the lobby: a sheet that the game takes, and those that a server keeps, by name and version."""

from __future__ import annotations

import dataclasses
from typing import Any

from bot.game import PlayError
from bot.game.lobby.lobby import Lobby
from bot.store import Game, SetPreference
from rules.core.table import OWN_RULES, Table
from rules.own import examples

KEPT = "own rules"
MOST, LONGEST_NAME = 25, 40


@dataclasses.dataclass(frozen=True)
class KeptSheet:
    """A sheet that a server keeps: its name, how often it was kept, its text."""

    name: str
    version: int
    text: str


class OwnRules:
    """The sheets of a game and of a server."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.store = lobby, lobby.store

    async def take(self, game_id: str, text: str) -> Game:
        """Have a game in the lobby played with a sheet ("": with none). Raises TableError with what is wrong in it."""
        return await self.lobby.set_text(game_id, OWN_RULES.name, text)

    async def every(self, server: int) -> dict[str, KeptSheet]:
        """The sheets a server keeps, by their names."""
        found = await self.store.preferences(KEPT, server)
        return {name: KeptSheet(name, said["version"], said["text"]) for name, said in found.items() if said}

    async def find(self, server: int, name: str) -> str:
        """A sheet by its name: one that the server keeps, or an example. Raises PlayError."""
        kept = await self.every(server)
        if name in kept:
            return kept[name].text
        if name in examples.every():
            return examples.every()[name]
        known = ", ".join([*kept, *examples.every()])
        raise PlayError(f"There is no sheet “{name[:LONGEST_NAME]}”. There are: {known}.")

    async def keep(self, server: int, name: str, row: Game) -> KeptSheet:
        """Keep a game's sheet under a name; the same name again is its next version. Raises PlayError."""
        text, kept = str(row.options.get(OWN_RULES.name, "")), await self.every(server)
        if not text:
            raise PlayError("This game has no own rules to keep.")
        if not 0 < len(name) <= LONGEST_NAME or name in examples.every():
            raise PlayError(f"A name has up to {LONGEST_NAME} letters and is not that of an example.")
        if name not in kept and len(kept) >= MOST:
            raise PlayError(f"A server keeps {MOST} sheets; choose a name that is there: {', '.join(kept)}.")
        fresh = KeptSheet(name, kept[name].version + 1 if name in kept else 1, text)
        said: dict[str, Any] = {"version": fresh.version, "text": text}
        await self.store.apply(SetPreference(KEPT, str(server), name, said))
        return fresh


def told(row: Game) -> list[str]:
    """A game's own rules in words: their title, then a line each."""
    own = Table(row.board, row.rules, row.options).own
    return [f"**{own[0].title}**", *(rule.text for rule in own)] if own else []
