"""How games end: by the rules, by agreement, by an arbiter; rated or not; and the record that follows."""

from __future__ import annotations

import pytest
from desk import ANNA, BORIS, CHEN, Desk

from bot.discord.components.custom_id import Press
from bot.discord.features.league.result_buttons import begun, result_buttons
from bot.discord.features.league.text import result_text
from bot.game import Accepted, PlayError
from bot.game.computers.computers import Computer
from bot.game.league import courses
from bot.game.league.archive import Archive
from bot.game.league.results import Results
from bot.store import AddFinished, Seat, StoreError
from bot.workers.deadline_handler import Timekeeper
from league.finished import Finished
from rules.cases import edits
from rules.model.board import load

AXIS = {"Germany": BORIS, "Japan": BORIS}
JUDGE = 77


@pytest.fixture
async def results(desk: Desk) -> Results:
    """Results of the desk's games."""
    return Results(desk.moderator)


async def wished(desk: Desk, results: Results, *people: int) -> None:
    """A game of Anna against Boris that has begun, some of whom want it rated."""
    values = {"guild_id": 9, "channel_id": 10, "name": "Test", "board": "classic", "master": ANNA}
    game = await desk.lobby.create(desk.fresh(), values)
    for person in people:
        await results.wish(game.id, person, True)
    desk.game_id = game.id
    await begin(desk)


async def begin(desk: Desk) -> None:
    """Seats are taken, and it begins."""
    for power in load("classic").order:
        user = AXIS.get(power, ANNA)
        name = {ANNA: "Anna", BORIS: "Boris"}[user]
        await desk.lobby.seating.join(Seat(desk.game_id, power, user, "player", name, desk.fresh()))
    await desk.lobby.start(desk.game_id, desk.fresh())


async def fire(desk: Desk) -> None:
    """Whatever timers are due fire."""
    keeper = Timekeeper(desk.services)
    for timer in await desk.store.timers.due():
        await keeper.fire(timer)
        await desk.store.timers.done(timer)


async def record(desk: Desk, results: Results) -> Finished:
    """The record of the game, once it is made."""
    await fire(desk)
    found = await results.one(desk.game_id)
    assert found is not None
    return found


async def give_up(desk: Desk, results: Results, user: int) -> Accepted:
    """A side gives up."""
    done = await results.concede(desk.game_id, desk.fresh(), user)
    assert isinstance(done, Accepted)
    return done


async def test_a_side_gives_up_and_the_record_is_made(desk: Desk, results: Results) -> None:
    await wished(desk, results, ANNA, BORIS)
    await desk.ok("done", "buy 8 infantry", "done")
    desk.now += 7200
    await give_up(desk, results, BORIS)
    assert (await desk.row()).status == "over"
    assert await desk.store.league.finished(9) == []
    game = await record(desk, results)
    assert (game.winner, game.how, game.unrated, game.format) == ("Allies", "concession", "", "")
    assert {s.power: (s.person, s.name) for s in game.seats}["Japan"] == (str(BORIS), "Boris")
    assert {s.power: s.share for s in game.seats}["USSR"] == 24
    assert game.openings[0].bought == {"infantry": 8} and len(game.log) == 64
    (told,) = [m for m in await desk.store.outbox.listed() if m.kind == "result"]
    assert "as the others gave up" in told.payload["content"] and "This game is rated." in told.payload["content"]
    await results.finish(desk.game_id, "again", result_text)
    assert len(await Archive(desk.store).games(9)) == 1


async def test_what_was_not_agreed_before_the_start_does_not_count(desk: Desk, results: Results) -> None:
    await wished(desk, results, ANNA)
    with pytest.raises(PlayError, match="before it starts"):
        await results.wish(desk.game_id, BORIS, True)
    await give_up(desk, results, ANNA)
    game = await record(desk, results)
    assert game.winner == "Axis" and game.unrated == "Not everybody agreed before the start that it is rated."
    (told,) = [m for m in await desk.store.outbox.listed() if m.kind == "result"]
    assert f"Missing: <@{BORIS}>" in told.payload["content"]


async def test_a_draw_takes_everybody_who_plays_by_now(desk: Desk, results: Results) -> None:
    await wished(desk, results, ANNA, BORIS)
    await desk.master.set_computers(ANNA, desk.game_id, {})
    with pytest.raises(PlayError, match="Ask again"):
        await results.draw(desk.game_id, desk.fresh(), (ANNA, CHEN))
    await results.draw(desk.game_id, "7", (ANNA, BORIS))
    game = await record(desk, results)
    assert (game.winner, game.how, game.score) == ("", "draw", 0.5)
    with pytest.raises(PlayError, match="over"):
        await results.draw(desk.game_id, "8", (ANNA, BORIS))


async def test_an_arbiter_decides_with_a_reason_and_decides_anew(desk: Desk, results: Results) -> None:
    await wished(desk, results, ANNA, BORIS)
    with pytest.raises(PlayError, match="of their own"):
        await results.adjudicate(desk.game_id, desk.fresh(), ANNA, "Allies", "I was ahead")
    with pytest.raises(PlayError, match="reason"):
        await results.forfeit(desk.game_id, desk.fresh(), JUDGE, BORIS, " ")
    await results.forfeit(desk.game_id, desk.fresh(), JUDGE, BORIS, "He does not come.")
    assert ((game := await record(desk, results)).winner, game.how) == ("Allies", "forfeit")
    await results.adjudicate(desk.game_id, "again", JUDGE, "", "He was in hospital.")
    await results.adjudicate(desk.game_id, "again", JUDGE, "", "He was in hospital.")
    (now,) = await Archive(desk.store).games(9)
    assert (now.winner, now.how, now.unrated) == ("", "draw", "")
    await results.rule(desk.game_id, desk.fresh(), JUDGE, False, "It was a trial.")
    assert (await Archive(desk.store).games(9))[0].unrated == "It was a trial."
    assert len(await desk.store.league.rulings(9)) == 2
    acts = [line.action for line in await desk.store.audit(desk.game_id)]
    assert acts[:3] == ["not rated", "adjudicated", "forfeit"]


async def test_edits_stand_beside_the_result_and_an_arbiter_says_what_they_make_of_it(
    desk: Desk, results: Results
) -> None:
    await wished(desk, results, ANNA, BORIS)
    await desk.master.edit(ANNA, desk.game_id, desk.fresh(), edits.set_money("Germany", 40), "a slip")
    await give_up(desk, results, ANNA)
    game = await record(desk, results)
    assert game.edits == 1 and game.unrated == "The master changed something once."
    (told,) = [m for m in await desk.store.outbox.listed() if m.kind == "result"]
    assert "a slip" in told.payload["content"] and "/arbiter rated" in told.payload["content"]
    await results.rule(desk.game_id, desk.fresh(), JUDGE, True, "It mended a slip.")
    assert (await Archive(desk.store).games(9))[0].unrated == ""


async def test_who_plays_on_says_for_themselves_before_their_first_order(desk: Desk, results: Results) -> None:
    await wished(desk, results, ANNA, BORIS)
    for power in AXIS:
        seat = Seat(desk.game_id, power, CHEN, "player", "Chen", desk.fresh())
        await desk.lobby.seating.seat_by_master(ANNA, seat, BORIS)
    found = await courses.kept(desk.store, await desk.row())
    assert found.course.unwilling == (str(CHEN),)
    await results.wish(desk.game_id, CHEN, True)
    with pytest.raises(PlayError, match="before it starts"):
        await results.wish(desk.game_id, CHEN, False)
    await give_up(desk, results, CHEN)
    game = await record(desk, results)
    assert not game.unrated and game.people == (str(ANNA), str(CHEN))


async def test_a_record_is_never_changed(desk: Desk, results: Results) -> None:
    await wished(desk, results, ANNA, BORIS)
    await give_up(desk, results, ANNA)
    game = await record(desk, results)
    with pytest.raises(StoreError):
        await desk.store.apply(AddFinished(game.id, 9, 1.0, {}))
    await desk.open()
    assert await Results(desk.moderator).one(game.id) == game


async def test_a_kill_between_the_end_and_its_record_loses_nothing(desk: Desk, results: Results) -> None:
    await wished(desk, results, ANNA, BORIS)
    await give_up(desk, results, ANNA)
    await desk.open()
    again = Results(desk.moderator)
    assert (await record(desk, again)).winner == "Axis"
    assert await desk.store.timers.of_game(desk.game_id) == []


async def test_a_game_against_computers_is_in_the_archive_and_not_rated(desk: Desk, results: Results) -> None:
    await desk.begin()
    await desk.master.set_computers(ANNA, desk.game_id, {"Germany": Computer(), "Japan": Computer()})
    await give_up(desk, results, ANNA)
    game = await record(desk, results)
    assert game.unrated == "A computer plays." and "computer officer" in game.people
    assert "This game is not rated." in result_text(game, (await courses.kept(desk.store, await desk.row())).course)


async def test_a_game_that_never_began_has_nothing_to_show(desk: Desk) -> None:
    values = {"guild_id": 9, "channel_id": 10, "name": "Test", "board": "classic", "master": ANNA}
    game = await desk.lobby.create(desk.fresh(), values)
    with pytest.raises(PlayError, match="never began"):
        await begun(desk.services, Press("endfiles", game.id))


def test_who_played_alone_is_offered_no_rematch() -> None:
    assert [one.label for one in result_buttons("g", 1)] == ["Film", "Charts", "Record", "Log"]
    assert [one.label for one in result_buttons("g", 2)][:2] == ["Rematch", "Film"]
