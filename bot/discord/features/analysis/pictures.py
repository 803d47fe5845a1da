"""What an analysis shows beside its text, when it is asked for: turning points, the film of the war, one picture to share."""

from __future__ import annotations

from concurrent.futures.process import BrokenProcessPool

import discord

from bot.discord.components.build import BLUE, Button, button, view
from bot.discord.components.custom_id import Press, make
from bot.discord.components.router import route
from bot.discord.components.share import share
from bot.discord.features.analysis.findings import Findings, Point, kept
from bot.discord.response import Reply, answer, patience
from bot.game import PlayError
from bot.game.moderator.threads import ponder
from bot.game.record import history
from bot.processes import analysis_jobs as jobs
from bot.processes import map_requests as scenes
from bot.processes.apart import TooBusy
from bot.processes.picture import Picture
from bot.processes.picture_service import picture_of
from bot.services import Services
from bot.store import Game
from render.input.position import scene
from render.input.scene import Changes
from render.story import Moment, Poster, moment_picture, poster_picture
from rules.play.game import Game as EngineGame

NONE_KEPT = "No analysis of this game is kept. `/analysis` makes one."
NOT_DRAWN = "That cannot be drawn now. Try again in some minutes."


def buttons(row: Game, found: Findings) -> list[Button]:
    """Under an analysis: its turning points, the film, the picture to share."""
    made = [
        button(f"Turning point {n}", make("anpoint", row.id, rest=str(one.first)), BLUE)
        for n, one in enumerate(found.points, 1)
    ]
    return [*made, button("Film of the war", make("anfilm", row.id)), button("To share", make("anposter", row.id))]


async def _found(services: Services, press: Press) -> tuple[Game, Findings]:
    row, found = await services.store.game(press.game_id), await kept(services.store, press.game_id)
    if found is None or found.revision > row.revision:
        raise PlayError(NONE_KEPT)
    return row, found


@route("anpoint")
async def show_point(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """A turning point: what happened, the battle with its odds, what it did to the chances."""
    row, found = await _found(services, press)
    number = press.rest.partition(" ")[0]
    at = found.point(int(number)) if number.isdecimal() else None
    if at is None:
        raise PlayError("That is no turning point of the last analysis any more: the buttons under it are.")
    async with patience(interaction, private=True):
        moment = await _moment(services, row, found, *at)
        picture = await services.media.chart("turning-point", moment, moment_picture)
    if picture is None:
        raise PlayError(NOT_DRAWN)
    below = view([button("The turn as a film", make("replay", row.id, rest=str(at[1].first))), share()])
    head = f"**{row.name}, turning point {moment.turn.mark}:** round {moment.turn.round}, {moment.turn.power}"
    await answer(interaction, Reply(head, private=True, view=below, pictures=[picture]))


async def _moment(services: Services, row: Game, found: Findings, turn: int, point: Point) -> Moment:
    """A turning point as it is drawn."""
    chart = found.chart
    then = await history.position_after(services.store, row, point.last, since=point.first)

    def make(copy: EngineGame) -> Moment:
        shown, after = scene(copy.view), chart.points[turn + 1][0]
        changed = scenes.changes(copy, copy.log[point.first :]) or Changes(shown)
        near = point.near or scenes.busiest(changed)
        return Moment(
            chart.title, chart.sides, chart.turns[turn], after, shown, changed, near, point.fight, point.instead
        )

    return await ponder(then, make)


@route("anfilm")
async def show_film(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The whole war as a moving picture, with the curve below it."""
    row, found = await _found(services, press)
    async with patience(interaction, private=True):
        picture = await film(services, row, found)
    await answer(interaction, Reply(f"**{row.name}:** the war", True, view(share()), [picture]))


async def film(services: Services, row: Game, found: Findings) -> Picture:
    """The film of the war. Raises PlayError."""
    position = await history.position_after(services.store, row, found.revision)
    async with history.whole(services.store, row, position) as all_of_it:
        given = (all_of_it.head(), all_of_it.snapshot(), tuple(all_of_it.log))
    try:
        drawn = await services.analysis.apart.run(jobs.film, *given, found.chart, found.spans)
    except (TimeoutError, BrokenProcessPool, TooBusy, MemoryError):
        raise PlayError(NOT_DRAWN) from None
    return picture_of(drawn, "war")


@route("anposter")
async def show_poster(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """One picture to share: the board at the end, the curve, what decided it."""
    row, found = await _found(services, press)
    async with patience(interaction, private=True):
        picture = await _poster(services, row, found)
    if picture is None:
        raise PlayError(NOT_DRAWN)
    await answer(interaction, Reply("", True, view(share()), [picture]))


async def _poster(services: Services, row: Game, found: Findings) -> Picture | None:
    then = await history.position_after(services.store, row, found.revision)
    fights = tuple(point.fight for point in found.points)
    poster = await ponder(then, lambda copy: Poster(found.chart, scene(copy.view), fights))
    return await services.media.chart("game", poster, poster_picture)
