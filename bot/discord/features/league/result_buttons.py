"""Under the result of a game: rematch, its last turns as a film, its charts, its record as files, its log."""

from __future__ import annotations

import discord

from bot.discord.components.build import BLUE, Button, button, view
from bot.discord.components.custom_id import Press, make
from bot.discord.components.router import route
from bot.discord.components.share import share
from bot.discord.features.record.buttons import film
from bot.discord.features.record.files import game_files
from bot.discord.features.record.stats import stats_reply
from bot.discord.response import Reply, answer, patience
from bot.discord.text.limits import UPLOAD
from bot.game import PlayError
from bot.game.record.history import turns
from bot.services import Services
from bot.store import Game

FILMED = 6
PARTS = ("orders", "dice", "case")


def result_buttons(game_id: str, people: int) -> list[Button]:
    """The buttons of a result: no rematch for one who played alone. people: how many played."""
    again = [button("Rematch", make("rematch", game_id), BLUE)] if people > 1 else []
    return [*again, *past_buttons(game_id)]


def past_buttons(game_id: str) -> list[Button]:
    """What is left of a game that is over."""
    return [
        button("Film", make("endfilm", game_id)),
        button("Charts", make("endcharts", game_id)),
        button("Record", make("endfiles", game_id)),
        button("Log", make("log", game_id, rest="last")),
    ]


async def begun(services: Services, press: Press) -> Game:
    """The game, if it ever began; a lobby may be closed, too."""
    row = await services.store.game(press.game_id)
    if row.engine is None:
        raise PlayError("This game never began: there is nothing of it to show.")
    return row


@route("endfilm")
async def end_film(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The last turns as a moving picture."""
    row = await services.store.game(press.game_id)
    async with patience(interaction, private=True):
        found = (await turns(services.store, row))[-FILMED:] if row.revision else []
        picture = await film(services, row, found[0].first, row.revision) if found else None
    if picture is None:
        raise PlayError("Nothing moved in the last turns, or the film cannot be drawn now: `/history` shows each.")
    text = f"**{row.name}**: how it ended, from order {found[0].first} on."
    await answer(interaction, Reply(text, private=True, view=view(share()), pictures=[picture]))


@route("endcharts")
async def end_charts(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Income and army value over the game."""
    row = await begun(services, press)
    async with patience(interaction, private=True):
        reply = await stats_reply(services, row, (await services.games.table(row.id)).game)
    await answer(interaction, reply)


@route("endfiles")
async def end_files(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Orders, dice and the last moment as a case, as files."""
    row = await begun(services, press)
    async with patience(interaction, private=True):
        files = [file for what in PARTS for file in await game_files(services, row, what, None)]
    if sum(len(file.data) for file in files) > UPLOAD:
        raise PlayError("That is more than Discord takes in one message. Ask for one file: `/export what:orders`.")
    text = "Orders, dice log, and the last moment as a case. `/dice` says how the dice are checked; `/export` has more."
    await answer(interaction, Reply(text, private=True, pictures=files))
