"""Own rules of a group in the lobby: a sheet that the game takes, and those that a server keeps."""

from __future__ import annotations

from bot.game.lobby.kept import Shelf
from bot.game.lobby.lobby import Lobby
from bot.store import Game, Store
from rules.core.documents import TableError
from rules.core.table import OWN_RULES, Table
from rules.own import examples


def shelf(store: Store) -> Shelf:
    """The sheets that servers keep, and the examples."""
    return Shelf(store, "own rules", "sheet", 25, examples.every())


def sheet_of(row: Game) -> str:
    """The sheet a game is played with, "" without one."""
    return str(row.options.get(OWN_RULES.name, ""))


async def take(lobby: Lobby, game_id: str, text: str) -> Game:
    """Have a game in the lobby played with a sheet ("": with none). Raises TableError with what is wrong in it, and for one
    that says nothing: it would take the game's own away unseen."""
    row = await lobby.store.game(game_id)
    if text and not Table(row.board, row.rules, {**row.options, OWN_RULES.name: text}).own:
        raise TableError("That sheet says nothing. `clear` plays without own rules.")
    return await lobby.set_text(game_id, OWN_RULES.name, text)


def told(row: Game) -> list[str]:
    """A game's own rules in words: their title, then a line each."""
    return told_of(Table(row.board, row.rules, row.options))


def told_of(table: Table) -> list[str]:
    """The same of a table."""
    own = table.own
    return [f"**{own[0].title}**", *(line for rule in own for line in rule.text.splitlines())] if own else []
