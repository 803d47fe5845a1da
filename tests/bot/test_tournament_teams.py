"""Teams as entrants of tournaments: all of one agree, they play together, win, lose and leave together."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from desk import Desk
from test_tournaments import FORMAT, JUDGE, Hall, record

from bot.discord.features.league.tournament_post import asks, called
from bot.game import PlayError
from bot.game.league.tournaments import kept
from bot.game.league.tournaments.kept import Held, Setup
from bot.game.league.tournaments.teams import Team, asked
from bot.workers.tournament_messages import ask
from league.finished import Finished
from league.ratings import fit, rated_games
from league.tournaments import BY_BID, ROUND_ROBIN, SINGLE, SWISS, Entered, Terms, champion
from tests.league.games import season

PEOPLE = {"1": "Anna", "2": "Boris", "3": "Chen", "4": "Dora", "5": "Ezra", "6": "Fay"}


def team(*people: int) -> Team:
    """A team, who asks first."""
    return Team({str(one): PEOPLE[str(one)] for one in people})


async def teams(hall: Hall, terms: Terms, *entered: Team, size: int = 2, format: str = FORMAT) -> Held:
    """A tournament that some teams have entered."""
    setup = Setup("Spring", format, 0, terms, 9, 10, JUDGE, team=size)
    hall.id = (await hall.desk_of.create(hall.desk.fresh(), JUDGE, setup)).id
    for one in entered:
        await hall.desk_of.team(hall.id, hall.desk.fresh(), JUDGE, one, list(one.names))
    return await hall.now()


@pytest.fixture
async def hall(desk: Desk) -> Hall:
    """A hall."""
    return Hall(desk)


async def test_a_team_takes_part_once_all_of_it_agree(hall: Hall, desk: Desk) -> None:
    await teams(hall, Terms(SINGLE), size=3, format="global-league")
    mine = team(1, 2, 3)
    now, left = await hall.desk_of.team(hall.id, desk.fresh(), 1, mine, ["1"])
    assert left == ["2", "3"] and not now.state.active
    await hall.desk_of.ask(now, desk.fresh(), mine, left)
    (message,) = [m for m in await desk.store.outbox.listed() if m.kind == "team"]
    assert await ask(hall.services, hall.transport, message)
    reply = asks(now, mine.entrant)
    assert reply.text.startswith("<@2> and <@3>: <@1> would play **Spring** with you.")
    for stranger, entrant in ((4, mine.entrant), (2, "2+3"), (4, "1+2+4")):
        with pytest.raises(PlayError, match="not asked"):
            await asked(desk.store, hall.id, entrant, stranger, "X")
    said = [await asked(desk.store, hall.id, mine.entrant, one, PEOPLE[str(one)]) for one in (2, 3)]
    both = [hall.desk_of.team(hall.id, desk.fresh(), one, own, [str(one)]) for one, own in zip((2, 3), said)]
    done = await asyncio.gather(*both, return_exceptions=True)
    assert all(not isinstance(one, Exception) or "already" in str(one) for one in done), "two agree at once"
    now = await hall.now()
    assert now.state.active == ["1+2+3"] and now.name("1+2+3") == "Anna & Boris & Chen"
    assert now.people == {one: PEOPLE[one] for one in "123"}


async def test_nobody_is_in_two_and_the_size_holds(hall: Hall, desk: Desk) -> None:
    await teams(hall, Terms(ROUND_ROBIN), team(1, 2))
    for wrong, why in ((team(2, 3), "Boris takes part already"), (team(3, 4, 5), "Teams of 2")):
        with pytest.raises(PlayError, match=why):
            await hall.desk_of.team(hall.id, desk.fresh(), JUDGE, wrong, list(wrong.names))
    with pytest.raises(PlayError, match="names who plays with you"):
        await hall.enter(3)
    for size, terms, why in ((2, Terms(SINGLE, sides=BY_BID), "not bid for"), (3, Terms(SINGLE), "2 powers")):
        setup = Setup("Other", FORMAT, 0, terms, 9, 10, JUDGE, team=size)
        with pytest.raises(PlayError, match=why):
            await hall.desk_of.create(desk.fresh(), JUDGE, setup)
    single = await hall.desk_of.create(desk.fresh(), JUDGE, Setup("Alone", FORMAT, 0, Terms(SINGLE), 9, 10, JUDGE))
    with pytest.raises(PlayError, match="for themselves"):
        await hall.desk_of.team(single.id, desk.fresh(), 3, team(3, 4), ["3"])


async def test_who_is_asked_or_in_it_can_leave(hall: Hall, desk: Desk) -> None:
    await teams(hall, Terms(SINGLE), team(3, 4))
    await hall.desk_of.team(hall.id, desk.fresh(), 1, team(1, 2), ["1"])
    await hall.desk_of.leave(hall.id, desk.fresh(), 2, 2)
    with pytest.raises(PlayError, match="no longer"):
        await asked(desk.store, hall.id, "1+2", 2, "Boris")
    await hall.desk_of.leave(hall.id, desk.fresh(), 4, 4)
    assert (await hall.now()).state.active == []
    _, left = await hall.desk_of.team(hall.id, desk.fresh(), 3, team(3, 4), ["3"])
    assert left == ["4"], "to come back takes both again"
    with pytest.raises(PlayError, match="take part"):
        await hall.desk_of.leave(hall.id, desk.fresh(), 5, 5)


async def test_a_bracket_of_teams_is_played(hall: Hall, desk: Desk) -> None:
    await teams(hall, Terms(SINGLE), team(1, 2), team(3, 4))
    await hall.begin()
    now = await hall.pair()
    (row,) = await hall.games()
    seats = {seat.power: seat.user_id for seat in await desk.store.seats(row.id)}
    assert {seats[power] for power in ("USSR", "United Kingdom", "United States")} == {1, 2}
    assert {seats["Germany"], seats["Japan"]} == {3, 4}
    ref = kept.ref_of(row.settings)
    assert ref is not None
    assert called(now, ref, 1).endswith("<@1> & <@2> (Allies) – <@3> & <@4> (Axis).")
    assert hall.transport.threads and row.name == "Anna & Boris – Chen & Dora: Spring, round 1"
    await hall.services.results.concede(row.id, desk.fresh(), 3, {4})
    await hall.work()
    assert champion((await hall.now()).state) == "1+2"
    game: Finished = await record(desk, row)
    assert (
        game.event == ("Spring", 1)
        and not game.unrated
        and {seat.name for seat in game.seats} == set(list(PEOPLE.values())[:4])
    )


async def test_an_arbiter_decides_and_a_team_that_withdraws_has_lost(hall: Hall, desk: Desk) -> None:
    await teams(hall, Terms(SWISS, rounds=1), team(1, 2), team(3, 4), team(5, 6))
    await hall.begin()
    now = await hall.pair()
    (match,) = now.state.open()
    first, second = kept.people_of(match)[:2], kept.people_of(match)[2:]
    with pytest.raises(PlayError, match="of their own"):
        await hall.desk_of.decide(hall.id, desk.fresh(), second[1], match.id, str(first[0]), "Me.")
    outsider = next(one for one in range(1, 7) if one not in (*first, *second))
    with pytest.raises(PlayError, match=r" & .* or .* & "):
        await hall.desk_of.decide(hall.id, desk.fresh(), JUDGE, match.id, str(outsider), "Who?")
    await hall.desk_of.leave(hall.id, desk.fresh(), second[1], second[1])
    await hall.work()
    now = await hall.now()
    assert now.state.winner(match) == match.first and not now.open
    (row,) = await hall.games()
    assert row.status == "over"


async def test_a_team_is_seeded_by_the_mean(hall: Hall, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [replace(game, format=FORMAT) for game in season(60, 4)]
    ratings = fit(rated_games(games), games[-1].ended)

    async def known(league: int, format: str) -> object:
        return ratings

    monkeypatch.setattr(hall.services.archive, "ratings", known)
    monkeypatch.setattr(hall.desk_of.lobby, "archive", hall.services.archive, raising=False)
    await teams(hall, Terms(SINGLE), Team({"p00": "A", "p03": "D"}))
    entered = (await hall.now()).record[-1].event
    assert isinstance(entered, Entered)
    assert entered.seed == pytest.approx((ratings.people["p00"].points + ratings.people["p03"].points) / 2, abs=0.001)
