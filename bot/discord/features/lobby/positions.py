"""/game position: a game that starts from a position, in the lobby."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.discord.components.build import button, view
from bot.discord.components.custom_id import Press, make
from bot.discord.components.forms import Field, Upload, form
from bot.discord.components.router import route
from bot.discord.context import game_here, mastered_here
from bot.discord.response import Reply, answer, open_form, patience
from bot.discord.text.limits import CONTENT, clip
from bot.game import PlayError
from bot.game.league.formats import POSITION
from bot.game.lobby import positions
from bot.game.lobby.positions import Position
from bot.game.moderator import threads
from bot.game.moderator.outbox_messages import panel as refresh
from bot.processes import map_requests as scenes
from bot.processes.picture import Picture
from bot.services import Services
from bot.store import Game
from render.input.scene import Request

# Bytes of a file; lines of what could not be taken over, and of what is odd, that are told.
LARGEST, TOLD = 8 * 2**20, 5
FILE, KEEP = "file", "keep"


@dataclass(frozen=True)
class Wanted:
    """What somebody typed: a file, the name of a kept position, a name to keep it under, to start as printed."""

    file: discord.Attachment | None = None
    kept: str = ""
    keep: str = ""
    clear: bool = False


async def changed(services: Services, interaction: discord.Interaction, wanted: Wanted) -> None:
    """Take a position, keep one, or show what is there. Raises PlayError and TableError with what would do."""
    row, server = await game_here(services, interaction), interaction.guild_id or 0
    if row.status != "lobby" and not wanted.keep:
        raise PlayError("This game has started. `/game position keep:` keeps the position at the start of this turn.")
    if len([w for w in (wanted.file, wanted.kept, wanted.clear) if w]) > 1:
        raise PlayError("Give one of a file or the name of a kept position; or clear it.")
    if wanted.file or wanted.kept or wanted.keep or wanted.clear:
        await mastered_here(services, interaction)
    async with patience(interaction):
        shelf, lines = positions.shelf(services.store), list[str]()
        if wanted.file or wanted.kept or wanted.clear:
            found = await _found(services, row, wanted, await shelf.find(server, wanted.kept) if wanted.kept else "")
            had = (row.rules, row.options)
            row = await positions.take(services.lobby, row.id, found)
            if found and had != (row.rules, row.options):
                lines.append("Rules and options are now as the position has them; the lobby's others are gone.")
            await services.store.queue(refresh(row, f"position {interaction.id}"), game_id=row.id)
            lines += _doubts(found) if found else []
        if wanted.keep:
            kept = await shelf.keep(server, " ".join(wanted.keep.split()), await _to_keep(services, row))
            lines.append(f"Kept on this server as **{kept.name}**, version {kept.version}.")
        reply = await _shown(services, row, lines) if row.status == "lobby" else Reply("\n".join(lines), True)
    await answer(interaction, reply)


@route("posfile", form=True)
async def ask_for_file(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Open the form for a position's file."""
    about = "A case, a game that I exported, or a position of one"
    keep = Field(KEEP, "Keep it on this server as (may be left empty)", required=False, most=60)
    await open_form(interaction, form("Start from a position", make("posgiven"), Upload(FILE, "The file", about), keep))


@route("posgiven")
async def given(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The file was uploaded."""
    if not press.files:
        raise PlayError("There was no file in it.")
    await changed(services, interaction, Wanted(file=press.files[0], keep=press.field(KEEP)))


def line(row: Game) -> str:
    """What the lobby says of the position a game starts from; "" where it is the printed one."""
    position = row.settings.get(POSITION)
    return f"Starts from a position: {position['told']}" if position else ""


async def _to_keep(services: Services, row: Game) -> str:
    """The lobby's position; of a game under way that at the start of this turn."""
    if row.status == "lobby":
        return str(row.settings.get(POSITION, {}).get("text", ""))
    return await positions.of_game(services.store, row, row.revision)


async def _found(services: Services, row: Game, wanted: Wanted, kept: str) -> Position | None:
    if wanted.clear:
        return None
    if wanted.file and wanted.file.size > LARGEST:
        raise PlayError("That file is too large.")
    data = await wanted.file.read() if wanted.file else kept.encode()
    return await services.read_file(positions.understood, data, positions.carried(row))


def _doubts(found: Position) -> list[str]:
    """What could not be taken over, and what no play would have led to."""
    lines = [f"Not taken over: {text}." for text in found.lost[:TOLD]]
    lines += [f"**Warning:** {text}. No play leads there." for text in found.odd[:TOLD]]
    left = len(found.odd) - TOLD
    return lines + ([f"... and {left} warnings more."] if left > 0 else [])


async def _shown(services: Services, row: Game, more: list[str]) -> Reply:
    """The position in a line, on the map and as a file, or how to begin."""
    told = line(row)
    if not told:
        text = (
            "This game starts as printed. `/game position file:` takes a case file, a game that I exported, or a position "
            "of a game (`/export what:position`)."
        )
        upload = button("Upload...", make("posfile", row.id))
        return Reply("\n".join([text, *more]), private=True, view=view(upload))
    data = str(row.settings[POSITION]["text"])
    picture = await services.media.board(await threads.judged(_map, row))
    files = [*([picture] if picture else []), Picture("position.toml", data.encode())]
    return Reply(clip("\n".join([told, *more]), CONTENT), pictures=files)


def _map(row: Game) -> Request:
    return scenes.around(positions.preview(row), scenes.WHOLE)
