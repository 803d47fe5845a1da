"""One league for several servers: a server joins by itself, the home agrees."""

from __future__ import annotations

import pytest
from desk import ANNA, BORIS, Desk
from test_archive import fill, of_people
from test_tickets import maker

from bot.game import PlayError
from bot.game.league import boards, formats, homes
from bot.game.league.format_desk import FormatDesk
from bot.game.league.results import Results
from bot.store import SetPreference
from league.challenges import Offer
from tests.league.games import season

HOME, GUEST, OTHER = 9, 8, 7
NAMES = {str(ANNA): "Anna", str(BORIS): "Boris"}


async def together(desk: Desk) -> None:
    """The guest has joined, and the home agreed."""
    await homes.join(desk.store, ANNA, GUEST, "Guests", HOME)
    await homes.admit(desk.store, BORIS, HOME, GUEST, True)


async def test_it_takes_both(desk: Desk) -> None:
    with pytest.raises(PlayError, match="does not ask"):
        await homes.admit(desk.store, BORIS, HOME, GUEST, True)
    await homes.join(desk.store, ANNA, GUEST, "Guests", HOME)
    assert await homes.home(desk.store, GUEST) == GUEST, "nobody has agreed"
    assert await homes.asking(desk.store, HOME) == {GUEST: "Guests"}
    await homes.admit(desk.store, BORIS, HOME, GUEST, True)
    assert await homes.home(desk.store, GUEST) == HOME and await homes.servers(desk.store, HOME) == [HOME, GUEST]
    await desk.store.apply(SetPreference(homes.SCOPE, str(HOME), f"guest {OTHER}", True))
    assert await homes.servers(desk.store, HOME) == [HOME, GUEST], "who has not joined is none of it"
    for who, where, why in ((OTHER, GUEST, "itself"), (HOME, OTHER, "first"), (OTHER, OTHER, "its own")):
        with pytest.raises(PlayError, match=why):
            await homes.join(desk.store, ANNA, who, "x", where)
    await homes.admit(desk.store, BORIS, HOME, GUEST, False)
    assert await homes.home(desk.store, GUEST) == GUEST
    await homes.leave(desk.store, ANNA, GUEST)
    assert await homes.asking(desk.store, HOME) == {}
    with pytest.raises(PlayError, match="its own"):
        await homes.leave(desk.store, ANNA, GUEST)


async def test_ratings_archive_formats_and_noticeboards_are_the_leagues(desk: Desk) -> None:
    await fill(desk.store, [of_people(g, {"p00": str(ANNA), "p11": str(BORIS)}) for g in season(40)])
    await together(desk)
    for guild, channel in ((HOME, 10), (GUEST, 20)):
        await desk.store.apply(boards.posted(guild, channel, 1))
    one = await desk.services.challenges.challenge(
        desk.fresh(), GUEST, 20, ANNA, BORIS, NAMES, Offer("classic-league", "Axis")
    )
    assert {m.channel_id for m in await desk.store.outbox.listed() if m.kind == "board"} == {10, 20}
    assert [posted.challenge.id for posted in await desk.services.challenges.open(HOME)] == [one.id]
    row = await desk.services.challenges.accept(
        one.id, BORIS, {"guild_id": GUEST, "channel_id": 20, "thread_id": 77, "name": "x"}
    )
    desk.game_id = row.id
    results = Results(desk.moderator)
    await results.concede(row.id, desk.fresh(), ANNA)
    await results.finish(row.id, "timer:1", lambda game, course: "over")
    found = await results.one(row.id)
    assert found is not None and not found.unrated and found.chance is not None
    assert len(await desk.lobby.archive.games(HOME)) == 41
    shop = FormatDesk(desk.lobby)
    for refused in (shop.close(ANNA, GUEST, True), shop.retire(ANNA, GUEST, "x")):
        with pytest.raises(PlayError, match="is a guest"):
            await refused
    await shop.close(ANNA, HOME, True)
    assert await formats.every(desk.store, await homes.home(desk.store, GUEST)) == {}


async def test_who_looks_on_different_servers_is_not_paired_by_itself(desk: Desk) -> None:
    await together(desk)
    tickets = desk.services.tickets
    one = await tickets.look(desk.fresh(), HOME, 10, ANNA, "Anna", ["classic-league"], "now")
    desk.now += 60
    await tickets.look(desk.fresh(), GUEST, 20, BORIS, "Boris", ["classic-league"], "now")
    assert await maker(desk).look() == 0
    assert [found.looking.ticket.person for found in await tickets.open(HOME)] == [str(ANNA), str(BORIS)]
    pair = await tickets.may_take(one.ticket.id, BORIS, "Boris")
    place = {"guild_id": HOME, "channel_id": 10, "thread_id": 77, "name": "x"}
    assert (await tickets.game_of(pair, place)).guild_id == HOME
    assert await tickets.open(HOME) == []
