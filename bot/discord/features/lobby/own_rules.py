"""/game house: own rules of a group, in the lobby; afterwards only shown."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.discord.context import game_here, mastered_here
from bot.discord.response import Reply, answer
from bot.discord.text.limits import CONTENT, clip
from bot.game import PlayError
from bot.game.lobby import own_rules
from bot.game.moderator.outbox_messages import panel as refresh
from bot.processes.picture import Picture
from bot.services import Services
from bot.store import Game
from rules.model.board import load
from rules.own.sheet import LONGEST

_BYTES = 4 * LONGEST


@dataclass(frozen=True)
class Wanted:
    """What somebody typed: a text, a file, the name of a kept sheet, a name to keep it under, to play without."""

    text: str = ""
    file: discord.Attachment | None = None
    sheet: str = ""
    keep: str = ""
    clear: bool = False


async def changed(services: Services, interaction: discord.Interaction, wanted: Wanted) -> None:
    """Take a sheet, keep one, or show what is there. Raises PlayError and TableError with what would do."""
    row, server = await game_here(services, interaction), interaction.guild_id or 0
    if len([w for w in (wanted.text, wanted.file, wanted.sheet, wanted.clear) if w]) > 1:
        raise PlayError("Give one of a text, a file or the name of a sheet; or clear it.")
    if wanted.text or wanted.file or wanted.sheet or wanted.clear:
        await mastered_here(services, interaction)
        row = await own_rules.take(services.lobby, row.id, await _text(services, server, wanted))
        await services.store.queue(refresh(row, f"house {interaction.id}"), game_id=row.id)
    kept = ""
    if wanted.keep:
        await mastered_here(services, interaction)
        shelf, name = own_rules.shelf(services.store), " ".join(wanted.keep.split())
        found = await shelf.keep(server, name, own_rules.sheet_of(row))
        kept = f"\nKept on this server as **{found.name}**, version {found.version}."
    await answer(interaction, _shown(row, kept))


async def names(services: Services, interaction: discord.Interaction) -> list[str]:
    """The sheets that can be taken: the server's own first, then the examples."""
    return await own_rules.shelf(services.store).names(interaction.guild_id or 0)


async def _text(services: Services, server: int, wanted: Wanted) -> str:
    if wanted.sheet:
        return await own_rules.shelf(services.store).find(server, wanted.sheet)
    if wanted.file is None:
        return wanted.text
    if wanted.file.size > _BYTES:
        raise PlayError(f"A sheet has at most {LONGEST:,} letters; that file is larger.")
    try:
        return (await wanted.file.read()).decode("utf-8")
    except UnicodeDecodeError:
        raise PlayError("That file is no text (UTF-8).") from None


def _shown(row: Game, more: str) -> Reply:
    """The sheet in words and as a file, or how to begin."""
    lines = own_rules.told(row)
    if not lines:
        text = (
            f"This game is played without own rules. For example, with `/game house text:`\n```\n{example(row.board)}\n```\n"
            "Or choose one that is there: `/game house sheet:`"
        )
        return Reply(text + more, private=True)
    name = "".join(c if c.isalnum() else "-" for c in lines[0].strip("*").lower())
    sheet = Picture(f"{name}.toml", own_rules.sheet_of(row).encode())
    return Reply(clip("\n- ".join(lines), CONTENT - len(more)) + more, pictures=[sheet])


def example(board: str) -> str:
    """A sheet of figures that a board understands."""
    found = load(board)
    seats = {place.owner: place.name for place in found.places.values() if place.capital}
    power = next(power for power in found.order if power in seats)
    return (
        f"infantry cost 2\nfighter attack 4, cost 11\n{power}, from round 3: transport cost 6\n{seats[power]} worth 12"
    )
