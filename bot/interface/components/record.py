"""The log and the past of a game, page by page."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.game import PlayError
from bot.game.history import position_after
from bot.interface.components.build import Choice, button, menu, view
from bot.interface.components.custom_id import Press, make
from bot.interface.components.router import route
from bot.interface.response import Reply, answer, patience, show
from bot.interface.text import words
from bot.interface.text.limits import CONTENT, fitting
from bot.interface.text.place import board_text
from bot.interface.text.status import lines_of
from bot.media import map_requests as scenes
from bot.services import Services
from bot.store import Game
from rules.play.game import Entry
from rules.play.game import Game as EngineGame

Turn = tuple[int, str]
HEAD = 100


def turns_of(game: EngineGame) -> list[tuple[Turn, list[Entry]]]:
    """The log by turns: (round, power) and the entries given in it."""
    found: list[tuple[Turn, list[Entry]]] = []
    for entry in game.log[1:]:
        turn = (entry.turn.round, entry.turn.power)
        if not found or found[-1][0] != turn:
            found.append((turn, []))
        found[-1][1].append(entry)
    return found


def log_reply(row: Game, game: EngineGame, page: int) -> Reply:
    """One turn of the log (page -1: the last)."""
    turns = turns_of(game)
    if not turns:
        return Reply("Nothing has happened yet.", private=True)
    at = page % len(turns) if page < 0 else min(page, len(turns) - 1)
    (number, power), entries = turns[at]
    head = f"**Round {number}, {power}** (turn {at + 1} of {len(turns)})"
    lines = _clipped(lines_of(game, entries))
    ends = [
        button("First", make("log", row.id, rest="first"), off=at == 0),
        button("Back", make("log", row.id, rest=f"{at - 1}"), off=at == 0),
        button("On", make("log", row.id, rest=f"{at + 1}"), off=at == len(turns) - 1),
        button("Last", make("log", row.id, rest="last"), off=at == len(turns) - 1),
    ]
    return Reply("\n".join([head, *lines]), private=True, view=view(ends))


def _clipped(lines: Sequence[str]) -> list[str]:
    kept = fitting(list(lines), CONTENT - HEAD, from_end=True)
    left = len(lines) - len(kept)
    return [f"-# {left} lines more: /export has all", *kept] if left else kept


@route("log")
async def turn_page(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Another page of the log."""
    row = await services.store.game(press.game_id)
    game = (await services.games.table(row.id)).game
    page = {"first": 0, "last": -1}.get(press.rest, -2)
    if page == -2:
        page = int(press.rest) if press.rest.isdecimal() else -1
    await show(interaction, log_reply(row, game, page))


# --- the past ------------------------------------------------------------------------------------------------


async def history_reply(services: Services, row: Game, seq: int) -> Reply:
    """The position after an entry: map or text, with a menu of rounds."""
    game = await position_after(services.store, row, seq)
    labels = await services.store.labels(row.id)
    lines = [Choice(label, str(at), f"after order {at}" if at else "the set-up", at == seq) for at, label in labels]
    turn = game.state.turn
    text = f"**Round {turn.round}, {turn.power}: {words.phase(turn.phase)}** (after order {seq})\n{board_text(game)}"
    picture = await services.media.board(scenes.around(game, scenes.OVERVIEW))
    steps = [
        button("Back", make("past", row.id, rest=f"{seq - 1}" if seq else "none"), off=seq == 0),
        button("On", make("past", row.id, rest=f"{seq + 1}"), off=seq >= row.revision),
    ]
    steps.append(button("Replay this turn", make("replay", row.id, rest=str(seq)), off=seq == 0))
    rounds = menu("Start of a round", make("past", row.id), lines[-25:]) if lines else None
    return Reply(text, private=True, view=view(rounds, steps), pictures=[picture] if picture else [])


@route("past")
async def past(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Another moment of the past."""
    row = await services.store.game(press.game_id)
    text = press.values[0] if press.values else press.rest
    if not text.isdecimal() or int(text) > row.revision:
        raise PlayError("There is no such moment in this game.")
    async with patience(interaction, in_place=True):
        reply = await history_reply(services, row, int(text))
    await show(interaction, reply)


@route("replay")
async def replay(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The turn of an order as a moving picture."""
    row = await services.store.game(press.game_id)
    if not press.rest.isdecimal() or int(press.rest) > row.revision:
        raise PlayError("There is no such moment in this game.")
    async with patience(interaction, private=True):
        game = await position_after(services.store, row, await _turn_end(services, row, int(press.rest)))
        picture = await services.media.board(scenes.replay(game), "replay")
    if picture is None:
        raise PlayError("Nothing moved in that turn.")
    await answer(interaction, Reply("", private=True, pictures=[picture]))


async def _turn_end(services: Services, row: Game, seq: int) -> int:
    """The last order of the turn in which an order was given."""
    log = (await services.games.table(row.id)).game.log
    turn = (log[seq].turn.round, log[seq].turn.power)
    return max(e.number for e in log if (e.turn.round, e.turn.power) == turn)
