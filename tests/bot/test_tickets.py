"""Looking for a game: tickets, their pairs, and two at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from asked import Asked
from desk import ANNA, BORIS, CHEN, Desk
from fake_transport import FakeTransport
from test_archive import fill, of_people

from bot.discord.components.custom_id import Press
from bot.discord.features.league import play
from bot.discord.features.league.board import compose
from bot.game import Lobby, PlayError
from bot.game.league.tickets import NOW, SLOWLY, Looking, Tickets
from bot.game.lobby.bids import Bids
from bot.store import Game, SaveFormat, Unavailable
from bot.workers.deadline_handler import Timekeeper
from bot.workers.matchmaker import Matchmaker
from bot.workers.scheduler import Scheduler
from league.formats import BidTerms, built_in, written
from tests.league.games import season
from tests.ready_stores import ready_database

FORMAT, OTHER, BIDLESS = "classic-league", "classic-84", "even"
NAMES = {ANNA: "Anna", BORIS: "Boris", CHEN: "Chen"}
PLACE = {"guild_id": 9, "channel_id": 10, "thread_id": 77, "name": "A game"}


@pytest.fixture(params=["sqlite", "postgresql"])
async def any_desk(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Desk]:
    """A desk on both databases."""
    made = await Desk(tmp_path, url=ready_database() if request.param == "postgresql" else "").open()
    yield made
    await made.store.close()


async def look(desk: Desk, who: int, *formats: str, pace: str = NOW, **more: Any) -> Looking:
    """Somebody looks for a game."""
    wanted = formats or (FORMAT,)
    if BIDLESS in formats and not await desk.store.league.formats(9):
        made = replace(built_in()[FORMAT], id=BIDLESS, bid=BidTerms(how="none"))
        await desk.store.apply(SaveFormat(9, BIDLESS, 1, written(made), ANNA))
    return await desk.services.tickets.look(desk.fresh(), 9, 10, who, NAMES[who], wanted, pace, **more)


def maker(desk: Desk) -> Matchmaker:
    """The matchmaker, with a Discord in memory."""
    return Matchmaker(desk.services, FakeTransport())


async def open_people(desk: Desk) -> list[str]:
    """Whose tickets are open."""
    return [one.looking.ticket.person for one in await desk.services.tickets.open(9)]


async def test_two_that_fit_are_paired_in_a_thread_and_called(any_desk: Desk) -> None:
    desk, match = any_desk, maker(any_desk)
    await look(desk, ANNA, "global-league", BIDLESS)
    assert await match.look() == 0
    desk.now += 60
    await look(desk, BORIS, BIDLESS)
    assert await match.look() == 1 and await open_people(desk) == []
    (row,) = await desk.store.games(9)
    assert isinstance(match.transport, FakeTransport) and row.thread_id in match.transport.threads
    assert row.status == "running" and row.settings["format"]["id"] == BIDLESS and row.master == ANNA
    assert {seat.user_id for seat in await desk.store.seats(row.id)} == {ANNA, BORIS}
    (call,) = [m for m in await desk.store.outbox.listed() if m.kind == "say"]
    assert call.channel_id == row.thread_id and call.payload["mention"] == [str(ANNA), str(BORIS)]
    assert await match.look() == 0


async def test_where_sides_are_bid_for_the_game_waits_for_bids(desk: Desk) -> None:
    await look(desk, ANNA)
    await look(desk, BORIS, rated=False)
    assert await maker(desk).look() == 1
    (row,) = await desk.store.games(9)
    assert row.status == "lobby" and not await desk.store.preferences("rated", row.id)
    (call,) = [m for m in await desk.store.outbox.listed() if m.kind == "say"]
    assert "`/bid`" in call.payload["content"]


async def test_the_noticeboard_tells_who_has_not_bid(desk: Desk) -> None:
    for person in (ANNA, BORIS):
        await look(desk, person)
    await maker(desk).look()
    (row,) = await desk.store.games(9)
    bids, told = (
        Bids(desk.services.lobby),
        f"<#{row.thread_id}>: {{}} not bid for the {await Bids(desk.lobby).side(row.id)}",
    )
    assert told.format("Boris and Anna have") in await notices(desk)
    await bids.bid(row.id, ANNA, 5)
    assert told.format("Boris has") in await notices(desk)
    await bids.bid(row.id, BORIS, 6)
    assert "not bid" not in await notices(desk)


async def notices(desk: Desk) -> str:
    """What the noticeboard says."""
    embed = (await compose(desk.services, 9)).embed
    return str(embed.description) if embed else ""


async def test_a_bid_that_is_left_to_players_is_the_fair_one(desk: Desk) -> None:
    await fill(desk.store, [of_people(game, {"p00": str(ANNA), "p11": str(BORIS)}) for game in season(400)])
    fair = await desk.lobby.archive.fair_bid(9, FORMAT)
    assert not isinstance(fair, str)
    one = await look(desk, ANNA)
    pair = await desk.services.tickets.may_take(one.ticket.id, CHEN, "Chen")
    row = await desk.services.tickets.game_of(pair, PLACE)
    side = "Allies" if fair.amount > 0 else "Axis"
    assert row.status == "running" and row.options["bid"] == f"{side} {round(abs(fair.amount))}"


async def test_other_formats_and_other_paces_are_not_paired(desk: Desk) -> None:
    await look(desk, ANNA)
    await look(desk, BORIS, OTHER)
    await look(desk, CHEN, pace=SLOWLY)
    assert await maker(desk).look() == 0


async def test_ratings_far_apart_wait_longer(desk: Desk) -> None:
    await fill(desk.store, [of_people(g, {"p00": str(ANNA), "p11": str(BORIS)}) for g in season(400)])
    one, other = await look(desk, ANNA), await look(desk, BORIS)
    assert abs(one.ticket.points - other.ticket.points) > 200 and one.ticket.give < 200
    match = maker(desk)
    assert await match.look() == 0
    desk.now += 1.5 * 3600
    assert await match.look() == 1


async def test_two_take_one_ticket_at_once(any_desk: Desk) -> None:
    desk = any_desk
    one = await look(desk, ANNA, BIDLESS)

    async def take(who: int, thread: int) -> Game:
        tickets = Tickets(desk.lobby)
        pair = await tickets.may_take(one.ticket.id, who, NAMES[who])
        return await tickets.game_of(pair, {**PLACE, "thread_id": thread})

    done = await asyncio.gather(take(BORIS, 71), take(CHEN, 72), take(BORIS, 73), return_exceptions=True)
    assert len(await desk.store.games(9)) == 1
    assert len([told for told in done if isinstance(told, PlayError)]) == 2, done


async def test_a_press_and_the_matchmaker_at_once(any_desk: Desk) -> None:
    """Who takes a ticket up while theirs is being paired plays one game, and no thread is left behind."""
    desk = any_desk
    one = await look(desk, ANNA, BIDLESS)
    await look(desk, BORIS, BIDLESS)
    await look(desk, CHEN, BIDLESS)
    matches, tickets = [maker(desk) for _ in range(2)], Tickets(desk.lobby)
    pair = await tickets.may_take(one.ticket.id, CHEN, "Chen")
    done = await asyncio.gather(
        *(match.look() for match in matches), tickets.game_of(pair, PLACE), return_exceptions=True
    )
    games = await desk.store.games(9)
    assert len(games) == 1, done
    left = [t for match in matches for t in match.transport.threads]  # type: ignore[attr-defined]
    assert left == [games[0].thread_id] if games[0].thread_id != 77 else left == []
    played = {seat.user_id for seat in await desk.store.seats(games[0].id)}
    assert len(played) == 2 and set(await open_people(desk)) == {str(who) for who in NAMES} - {str(p) for p in played}


@pytest.mark.parametrize("cut", ["before", "after"])
async def test_a_kill_in_the_middle_pairs_them_once_and_the_game_begins(any_desk: Desk, cut: str) -> None:
    desk = any_desk
    await look(desk, ANNA, BIDLESS)
    await look(desk, BORIS, BIDLESS)
    commit = desk.store.commit

    async def killed(change: Any) -> Any:
        if cut == "after":
            await commit(change)
        raise SystemExit

    desk.store.commit = killed  # type: ignore[method-assign]
    with pytest.raises(SystemExit):
        await maker(desk).look()
    await desk.open()
    assert await maker(desk).look() == (cut == "before")
    desk.now += 11
    await Scheduler(desk.store, Timekeeper(desk.services).fire, lambda: desk.now).fire_due()
    (row,) = await desk.store.games(9)
    assert row.status == "running" and await open_people(desk) == []


async def test_a_game_that_is_there_keeps_its_thread_when_it_cannot_begin_yet(
    any_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = any_desk
    await look(desk, ANNA, BIDLESS)
    await look(desk, BORIS, BIDLESS)
    match = maker(desk)

    async def away(*_: object) -> None:
        raise Unavailable("away")

    monkeypatch.setattr(Lobby, "start", away)
    with pytest.raises(Unavailable):
        await match.look()
    (row,) = await desk.store.games(9)
    assert isinstance(match.transport, FakeTransport) and list(match.transport.threads) == [row.thread_id]


async def test_a_new_ticket_replaces_and_an_old_one_lapses(any_desk: Desk) -> None:
    desk = any_desk
    await asyncio.gather(look(desk, ANNA), look(desk, ANNA), look(desk, ANNA, pace=SLOWLY))
    assert await open_people(desk) == [str(ANNA), str(ANNA)]
    desk.now += 3.5 * 3600
    await maker(desk).look()
    assert len(await desk.store.league.offers(9, "ticket", 0)) == 1
    (told,) = [m for m in await desk.store.outbox.listed() if m.kind == "say"]
    assert told.payload["mention"] == [str(ANNA)] and "nobody was found" in told.payload["content"]
    with pytest.raises(PlayError, match="12 hours"):
        await look(desk, ANNA, seconds=13 * 3600)
    with pytest.raises(PlayError, match="no format"):
        await look(desk, ANNA, "clasic")


async def test_what_cannot_be_opened_is_put_off(desk: Desk) -> None:
    await look(desk, ANNA, BIDLESS)
    await look(desk, BORIS, BIDLESS)
    match = maker(desk)
    assert isinstance(match.transport, FakeTransport)
    match.transport.refuse("thread", 50013, times=9)
    await desk.lobby.create(
        desk.fresh(), {"guild_id": 9, "channel_id": 10, "name": "Test", "board": "classic", "master": CHEN}
    )
    assert await match.look() == 0
    match.transport.refusals.clear()
    assert await match.look() == 0, "not each minute"
    desk.now += 3601
    await look(desk, ANNA, BIDLESS)
    assert await match.look() == 1


async def test_the_noticeboard_has_a_button_for_it(desk: Desk) -> None:
    one = await look(desk, ANNA)
    board = await compose(desk.services, 9)
    assert board.embed is not None and "<@1> looks for a game now" in str(board.embed.description)
    assert board.view is not None
    assert [item.custom_id for item in board.view.children] == [f"a1:tktake:::{one.ticket.id}"]  # type: ignore[attr-defined]


async def test_forged_and_stale_presses_change_nothing(desk: Desk) -> None:
    one = await look(desk, ANNA)
    for handler, user, said in ((play.take, ANNA, "your own"), (play.stop, BORIS, "Only who looks")):
        with pytest.raises(PlayError, match=said):
            await handler(desk.services, Asked(1, user, kind="component"), Press("", rest=one.ticket.id))  # type: ignore[arg-type]
    with pytest.raises(PlayError, match="no longer there"):
        await play.take(desk.services, Asked(1, BORIS, kind="component"), Press("", rest="0" * 12))  # type: ignore[arg-type]
    await play.stop(desk.services, Asked(1, ANNA, kind="component"), Press("", rest=one.ticket.id))  # type: ignore[arg-type]
    with pytest.raises(PlayError, match="no longer open"):
        await play.take(desk.services, Asked(1, BORIS, kind="component"), Press("", rest=one.ticket.id))  # type: ignore[arg-type]
    for handler in (play.stop, play.take_here):  # under the ticket itself, where what has become of it is shown
        await handler(desk.services, Asked(1, BORIS, kind="component"), Press("", rest=one.ticket.id))  # type: ignore[arg-type]
    over = await desk.services.tickets.over(one.ticket.id)
    assert over is not None and over.ended == "taken back" and not await desk.store.games(9)
