"""Formats in the lobby, challenges and rematches."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from desk import ANNA, BORIS, CHEN, Desk

from bot.discord.features.league.format_commands import format_text
from bot.game import PlayError
from bot.game.league import courses, formats
from bot.game.league.agreed_game import settling
from bot.game.league.challenges import Challenges
from bot.game.league.format_desk import FormatDesk
from bot.game.league.results import Results
from bot.game.lobby import own_rules
from bot.game.lobby.bids import Bids
from bot.store import Game
from bot.workers.deadline_handler import Timekeeper
from league.challenges import BID, Challenge, Offer
from league.formats import built_in
from tests.bot.test_results import record

FORMAT = "classic-league"
NAMES = {str(ANNA): "Anna", str(BORIS): "Boris"}
PLACE = {"guild_id": 9, "channel_id": 10, "thread_id": 77, "name": "Anna – Boris"}


@pytest.fixture
async def board(desk: Desk) -> Challenges:
    """Challenges on the desk's store."""
    return Challenges(desk.lobby)


async def challenged(desk: Desk, board: Challenges, **offer: object) -> Challenge:
    """Anna challenges Boris."""
    made = replace(Offer(FORMAT, "Axis", 8, "Allies"), **offer)  # type: ignore[arg-type]
    return await board.challenge(desk.fresh(), 9, 10, ANNA, BORIS, NAMES, made)


async def accepted(desk: Desk, board: Challenges, one: Challenge) -> Game:
    """Boris accepts."""
    row = await board.accept(one.id, BORIS, PLACE)
    desk.game_id = row.id
    return row


async def test_accepted_is_opened_seated_rated_and_begun(desk: Desk, board: Challenges) -> None:
    one = await challenged(desk, board)
    (call,) = [m for m in await desk.store.outbox.listed() if m.kind == "offer"]
    assert call.payload["mention"] == [str(BORIS)]
    row = await accepted(desk, board, one)
    assert row.status == "running" and row.options["bid"] == "Allies 8" and row.thread_id == 77
    seats = {seat.power: seat.user_id for seat in await desk.store.seats(row.id)}
    assert seats["Germany"] == ANNA and seats["USSR"] == BORIS
    course = (await courses.kept(desk.store, row)).course
    assert course.verdict().counts is True and not course.differs
    assert {m.due - desk.now for m in await desk.store.timers.of_game(row.id) if m.kind == "deadline"} == {24 * 3600}
    with pytest.raises(PlayError, match="accepted already"):
        await board.accept(one.id, BORIS, PLACE)
    assert await board.open(9) == []


async def test_two_presses_at_once_open_one_game(desk: Desk, board: Challenges) -> None:
    one = await challenged(desk, board)
    presses = [board.accept(one.id, BORIS, {**PLACE, "thread_id": 77 + n}) for n in range(3)]
    done = await asyncio.gather(*presses, board.say_no(one.id, ANNA), return_exceptions=True)
    games = await desk.store.games(9)
    assert len(games) == 1 or (not games and "withdrawn" in str(done))
    assert len([one for one in done if isinstance(one, PlayError)]) == 3, done


async def test_others_may_not_answer_and_old_challenges_are_void(desk: Desk, board: Challenges) -> None:
    one = await challenged(desk, board)
    with pytest.raises(PlayError, match="not for you"):
        await board.accept(one.id, CHEN, PLACE)
    with pytest.raises(PlayError, match="not for you"):
        await board.say_no(one.id, CHEN)
    desk.now += 4 * 86400
    with pytest.raises(PlayError, match="too long"):
        await board.accept(one.id, BORIS, PLACE)
    assert not await desk.store.games(9)


async def test_another_offer_goes_the_other_way(desk: Desk, board: Challenges) -> None:
    one = await challenged(desk, board)
    other = await board.counter(one.id, desk.fresh(), BORIS, Offer(FORMAT, "Axis", 10, "Allies"))
    with pytest.raises(PlayError, match="countered"):
        await board.accept(one.id, BORIS, PLACE)
    row = await board.accept(other.id, ANNA, PLACE)
    assert row.options["bid"] == "Allies 10"
    assert {s.user_id for s in await desk.store.seats(row.id) if s.power in ("Germany", "Japan")} == {BORIS}


async def test_sides_that_are_bid_for_are_settled_once_both_have_bid(desk: Desk, board: Challenges) -> None:
    row = await accepted(desk, board, await challenged(desk, board, side="", bid=BID, bid_side=""))
    bids, keeper = Bids(desk.lobby), Timekeeper(desk.services)

    async def due() -> None:
        for timer in await desk.store.timers.due():
            await keeper.fire(timer)
            await desk.store.timers.done(timer)

    with pytest.raises(PlayError, match="two others"):
        await bids.bid(row.id, CHEN, 0, "Chen", settling(row.id, desk.now))
    await bids.bid(row.id, ANNA, 9, "Anna", settling(row.id, desk.now))
    await due()
    assert (await desk.store.game(row.id)).status == "lobby", "one bid is missing"
    await bids.bid(row.id, BORIS, 6, "Boris", settling(row.id, desk.now))
    await due()
    now = await desk.store.game(row.id)
    assert now.status == "running" and now.options["bid"] == "Allies 6"
    seats = {seat.power: (seat.user_id, seat.name) for seat in await desk.store.seats(row.id)}
    assert seats["USSR"] == (BORIS, "Boris") and seats["Germany"] == (ANNA, "Anna")
    assert (await courses.kept(desk.store, now)).course.verdict().counts
    assert any("The bids for the Allies" in str(m.payload) for m in await desk.store.outbox.listed())
    await desk.store.apply(settling(row.id, desk.now))
    await due()  # as after a crash: it has begun already


async def test_what_is_bid_for_waits_for_the_bids(desk: Desk, board: Challenges) -> None:
    row = await accepted(desk, board, await challenged(desk, board, side="", bid=BID, bid_side=""))
    assert row.status == "lobby" and not await desk.store.seats(row.id)
    with pytest.raises(PlayError, match="not chosen"):
        await challenged(desk, board, bid=BID)
    with pytest.raises(PlayError, match="no format"):
        await challenged(desk, board, format="clasic")


async def test_a_rematch_changes_sides(desk: Desk, board: Challenges) -> None:
    row = await accepted(desk, board, await challenged(desk, board))
    results = Results(desk.moderator)
    await results.concede(row.id, desk.fresh(), ANNA)
    game = await record(desk, results)
    assert game.format == FORMAT and not game.unrated and game.bid is not None
    again = await board.rematch(desk.fresh(), game, row, ANNA)
    row = await board.accept(again.id, BORIS, {**PLACE, "thread_id": 78})
    assert {s.user_id for s in await desk.store.seats(row.id) if s.power == "USSR"} == {ANNA}
    with pytest.raises(PlayError, match="played one side"):
        await board.rematch(desk.fresh(), game, row, CHEN)


async def test_a_club_saves_its_format_and_closes_its_league(desk: Desk, board: Challenges) -> None:
    shop = FormatDesk(desk.lobby)
    values = {"guild_id": 9, "channel_id": 10, "name": "Test", "board": "classic", "master": ANNA}
    row = await desk.lobby.create(desk.fresh(), values)
    row = await shop.choose(row.id, "classic-84")
    assert row.options["axis_economic_victory"] == 84
    made = await shop.save(ANNA, row, "Spring Cup", "Spring cup", "As last year.")
    assert made.id == "spring-cup" and made.options == {"research_and_development": False, "axis_economic_victory": 84}
    await shop.close(ANNA, 9, True)
    assert list(await formats.every(desk.store, 9)) == ["spring-cup"]
    with pytest.raises(PlayError, match="spring-cup"):
        await shop.choose(row.id, "classic-84")
    row = await shop.choose(row.id, "spring-cup")
    assert await formats.differs(desk.store, row, 9) == (made, ())
    row = await desk.lobby.set_option(row.id, "axis_economic_victory", "90")
    assert "84" in (await formats.differs(desk.store, row, 9))[1][0]
    again = await shop.save(ANNA, row, "spring-cup", "Spring cup", "Longer.")
    assert again.options["axis_economic_victory"] == 90
    old = await formats.of_game(desk.store, row)
    assert old == made, "a game stays with the version it was given"
    await shop.retire(ANNA, 9, "spring-cup")
    assert not await formats.every(desk.store, 9)
    row = await shop.choose(row.id, "")
    assert "counts here" in (await formats.differs(desk.store, row, 9))[1][0]


async def test_a_saved_format_bids_as_the_one_it_began_from(desk: Desk, board: Challenges) -> None:
    shop = FormatDesk(desk.lobby)
    values = {"guild_id": 9, "channel_id": 10, "name": "Test", "board": "classic", "master": ANNA}
    row = await desk.lobby.create(desk.fresh(), values)
    assert (await shop.save(ANNA, row, "plain", "Plain", "As printed.")).bid.how == "sealed"
    row = await shop.choose(row.id, FORMAT)
    base = built_in()[FORMAT]
    assert base.bid.how == "agreed"
    made = await shop.save(ANNA, row, "spring", "Spring cup", "As last year.")
    assert (made.bid, made.rating, made.shares) == (base.bid, base.rating, base.shares)
    axis = await shop.save(ANNA, row, "spring", "Spring cup", "As last year.", "Axis")
    assert axis.bid == replace(base.bid, side="Axis")


async def test_a_format_tells_own_rules_in_words(desk: Desk, board: Challenges) -> None:
    values = {"guild_id": 9, "channel_id": 10, "name": "Test", "board": "classic", "master": ANNA}
    row = await desk.lobby.create(desk.fresh(), values)
    row = await own_rules.take(desk.lobby, row.id, 'title = "Friday"\nfigures = "infantry cost 2"')
    made = await FormatDesk(desk.lobby).save(ANNA, row, "friday", "Friday cup", "With own rules.")
    lines = format_text(made).splitlines()
    assert lines[lines.index("Own rules: **Friday**") + 1] == "- Infantry costs 2 IPC."
    assert "Clock: 30 days a turn; no overrun" in lines and not any("figures" in line for line in lines)


async def test_teams_play_when_all_who_are_named_accept(desk: Desk, board: Challenges) -> None:
    dora, names = 4, {**NAMES, "3": "Chen", "4": "Dora"}
    teams = (ANNA, CHEN), (BORIS, dora)
    with pytest.raises(PlayError, match="not bid for"):
        await board.challenge(desk.fresh(), 9, 10, *teams, names, Offer(FORMAT, bid=BID))
    with pytest.raises(PlayError, match="no team is larger"):
        await board.challenge(desk.fresh(), 9, 10, (1, 2, 3), (4,), names, Offer(FORMAT))
    with pytest.raises(PlayError, match="twice in a team"):
        await board.challenge(desk.fresh(), 9, 10, (ANNA, BORIS), (BORIS, dora), names, Offer(FORMAT))
    one = await board.challenge(desk.fresh(), 9, 10, *teams, names, Offer(FORMAT, "Axis"))
    done = await asyncio.gather(board.agree(one.id, CHEN), board.agree(one.id, BORIS))
    assert [bool(found) for found in done] == [True, True], "two at once are both heard"
    assert (await board.found(one.id)).challenge.waits_for == (str(dora),)
    assert await board.agree(one.id, BORIS) is not None, "yes twice is yes once"
    with pytest.raises(PlayError, match="not for you"):
        await board.agree(one.id, 5)
    assert await board.agree(one.id, dora) is None
    row = await board.accept(one.id, dora, PLACE)
    seats = {seat.power: seat.user_id for seat in await desk.store.seats(row.id)}
    assert (seats["Germany"], seats["Japan"]) == (ANNA, CHEN)
    assert {seats[power] for power in ("USSR", "United Kingdom", "United States")} == {BORIS, dora}
    course = (await courses.kept(desk.store, row)).course
    assert row.status == "running" and course.verdict().counts is True


async def test_one_of_a_team_who_declines_ends_it(desk: Desk, board: Challenges) -> None:
    one = await board.challenge(desk.fresh(), 9, 10, (ANNA, CHEN), (BORIS, 4), NAMES, Offer(FORMAT, "Axis"))
    await board.agree(one.id, BORIS)
    await board.say_no(one.id, CHEN)
    for person in (CHEN, 4):
        with pytest.raises(PlayError, match="declined"):
            await board.agree(one.id, person)
