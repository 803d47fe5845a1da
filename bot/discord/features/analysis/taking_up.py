"""Analyses and adjudications that a stop of the bot broke off: begun anew at the next start, in the same message."""

from __future__ import annotations

from dataclasses import replace

from bot.discord.delivery import Delivery
from bot.discord.features.analysis import adjudicate, analyse
from bot.discord.features.analysis.telling import Telling
from bot.discord.response import Reply
from bot.game.analysis.works import MOST_STARTS, Begun, forget, note, noted
from bot.game.record import history
from bot.ops.logging_setup import report
from bot.services import Services
from bot.store import Game, UnknownGame

BEGIN = {analyse.ANALYSIS: analyse.begin, adjudicate.ADJUDICATE: adjudicate.begin}
GIVEN_UP = "**I was stopped {starts} times while I worked this out, and leave it now.** `/{kind}` begins it anew."


async def take_up(services: Services, delivery: Delivery) -> int:
    """Begin what is noted and does not go on; gives how many works that were. Only games of this share are looked at."""
    begun = 0
    for one in await noted(services.store):
        row = await _game(services, one)
        if row is None or services.analysis.under_way(one.name):
            continue
        try:
            begun += await _again(services, one, Telling(delivery, row, one.message))
        except Exception as error:  # one that cannot be taken up keeps no other from it
            await report(services.store, error, "taking up a long work")
            await forget(services.store, one)
    return begun


async def _game(services: Services, one: Begun) -> Game | None:
    """The game of a work, if it is one of ours."""
    try:
        row = await services.store.game(one.game_id)
    except UnknownGame:
        await forget(services.store, one)
        return None
    return row if services.store.share.holds(row.guild_id) else None


async def _again(services: Services, one: Begun, telling: Telling) -> bool:
    """Begin a work once more, unless it has been begun too often."""
    if one.starts >= MOST_STARTS:
        await forget(services.store, one)
        await telling.end(Reply(GIVEN_UP.format(starts=one.starts, kind=one.kind)))
        return False
    position = await history.position_after(services.store, telling.row, one.revision)
    now = replace(one, starts=one.starts + 1)
    await note(services.store, now)
    BEGIN[one.kind](services, now, telling, position)
    return True
