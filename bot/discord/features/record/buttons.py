"""The log and the past of a game, page by page."""

from __future__ import annotations

from collections.abc import Container, Sequence

import discord

from bot.discord.components.build import Button, Choice, button, menu, view
from bot.discord.components.custom_id import Press, make
from bot.discord.components.router import route
from bot.discord.components.share import share
from bot.discord.features.look.text import board_text
from bot.discord.features.panel.status import lines_of
from bot.discord.response import Reply, answer, patience, show
from bot.discord.text import words
from bot.discord.text.limits import CONTENT, pages
from bot.game import PlayError
from bot.game.moderator.threads import ponder
from bot.game.record import history
from bot.processes import map_requests as scenes
from bot.processes.picture import Picture
from bot.services import Services
from bot.store import Game
from rules.core.table import Table
from rules.play.game import Entry

HEAD = 100
# As wide as a moving picture is in a message, and small enough to load on a phone: what is posted for everybody.
FILM = 720


async def log_reply(services: Services, row: Game, turn: int, part: int = 0) -> Reply:
    """A page of the log: a part of one turn. Both are counted from 0, or from the end with -1; the whole turn is there,
    page by page."""
    turns = await history.turns(services.store, row)
    if not turns:
        return Reply("Nothing has happened yet.", private=True)
    at = turn % len(turns) if turn < 0 else min(turn, len(turns) - 1)
    span = turns[at]
    entries, voided = await history.entries_with_voids(services.store, row, span.first, span.last)
    table = await services.games.rules_of(row)
    parts = pages("\n".join(numbered(table, entries, voided)), CONTENT - HEAD) or ["Nothing that stands."]
    shown = part % len(parts) if part < 0 else min(part, len(parts) - 1)
    head = f"**Round {span.round}, {span.power}** (turn {at + 1} of {len(turns)}"
    head += f", page {shown + 1} of {len(parts)})" if len(parts) > 1 else ")"
    return Reply(
        f"{head}\n{parts[shown]}", private=True, view=view(_ends(row, at, shown, len(turns), len(parts)), share())
    )


def _ends(row: Game, at: int, part: int, turns: int, parts: int) -> list[Button]:
    """Leafing: page by page, over the ends of turns too."""
    back = f"{at} {part - 1}" if part else f"{at - 1} -1"
    on = f"{at} {part + 1}" if part + 1 < parts else f"{at + 1} 0"
    begins, ends = at == part == 0, at == turns - 1 and part == parts - 1
    return [
        button("First", make("log", row.id, rest="first"), off=begins),
        button("Back", make("log", row.id, rest=back), off=begins),
        button("On", make("log", row.id, rest=on), off=ends),
        button("Last", make("log", row.id, rest="last"), off=ends),
        button("Replay this turn", make("replay", row.id, rest=f"turn {at}")),
    ]


def numbered(table: Table, entries: Sequence[Entry], voided: Container[int]) -> list[str]:
    """Entries in words, the first line of each with its number: `/history`, `/back` and `/report` go by it. voided: those
    that were taken back."""
    found = []
    for entry in entries:
        if entry.number in voided:
            told = [f"~~{words.quoted(entry.text)}~~"]
        elif entry.undoes:
            told = [f"Taken back: {', '.join(f'`{number}`' for number in entry.undoes)}"]
        else:
            told = lines_of(table, [entry])
        mark = f"`{entry.number}`{' (told)' if entry.told else ''}"
        found += [f"{mark} {line}" if n == 0 else line for n, line in enumerate(told)]
    return found


@route("log")
async def turn_page(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Another page of the log."""
    row = await services.store.game(press.game_id)
    await show(interaction, await log_reply(services, row, *_page(press.rest)))


def _page(text: str) -> tuple[int, int]:
    """`3 1`: the second page of the fourth turn; `first`, and everything else is the last."""
    turn, _, part = ("0" if text == "first" else text).partition(" ")
    try:
        return int(turn), int(part or 0)
    except ValueError:
        return -1, -1


# --- the past ------------------------------------------------------------------------------------------------


async def history_reply(services: Services, row: Game, seq: int) -> Reply:
    """The position after an entry: map or text, with a menu of rounds."""
    game = await history.position_after(services.store, row, seq)
    labels = await services.store.labels(row.id)
    lines = [Choice(label, str(at), f"after order {at}" if at else "the set-up", at == seq) for at, label in labels]
    turn = game.state.turn
    text = f"**Round {turn.round}, {turn.power}: {words.phase(turn.phase)}** (after order {seq})\n{board_text(game)}"
    picture = await services.media.board(await ponder(game, lambda copy: scenes.around(copy, scenes.OVERVIEW)))
    steps = [
        button("Back", make("past", row.id, rest=f"{seq - 1}" if seq else "none"), off=seq == 0),
        button("On", make("past", row.id, rest=f"{seq + 1}"), off=seq >= row.revision),
    ]
    steps.append(button("Replay this turn", make("replay", row.id, rest=str(seq)), off=seq == 0))
    rounds = menu("Start of a round", make("past", row.id), lines[-25:]) if lines else None
    return Reply(text, private=True, view=view(rounds, steps, share()), pictures=[picture] if picture else [])


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
    """A turn as a large moving picture: that of an order by its number, or one by its place in the log (`turn 3`); from
    the menu under it, another part of the board."""
    row = await services.store.game(press.game_id)
    kind, _, number = press.rest.rpartition(" ")
    turns = await history.turns(services.store, row)
    if not number.isdecimal() or int(number) >= (len(turns) if kind else row.revision + 1) or not turns:
        raise PlayError("There is no such moment in this game.")
    span = turns[int(number)] if kind else history.turn_with(turns, int(number))
    part = press.values[0] if press.values else ""
    async with patience(interaction, private=True, in_place=bool(part)):
        then = await history.position_after(services.store, row, span.last, since=span.first)
        found = await ponder(then, lambda copy: scenes.large_replay(copy, copy.log[span.first :], part))
        picture = await services.media.board(found.request, "replay") if found else None
    if found is None or picture is None:
        raise PlayError("Nothing moved in that turn." if found is None else "The replay cannot be drawn now.")
    head = f"**Round {span.round}, {span.power}**{f': {found.shows}' if found.shows else ''}"
    parts = [Choice(name, name) for name in found.others]
    others = menu("Another part of the board", make("replay", row.id, rest=press.rest), parts) if parts else None
    reply = Reply(head, private=True, view=view(others, share()), pictures=[picture])
    await (show(interaction, reply) if part else answer(interaction, reply))


async def film(services: Services, row: Game, first: int, last: int) -> Picture | None:
    """What the orders between two numbers moved, as a moving picture; None if that was nothing."""
    then = await history.position_after(services.store, row, last, since=first)
    asked = await ponder(then, lambda copy: scenes.replay(copy, copy.log[first:], FILM))
    return await services.media.board(asked, "replay")
