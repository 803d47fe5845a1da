"""Tournaments in the bot: records, games that come about and flow back, arbiters at once, presses that come twice."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from desk import Desk
from fake_transport import FakeTransport

from bot.discord.features.league.tournament_buttons import round_reply
from bot.discord.features.league.tournament_text import record_line, round_lines, stage, table_head
from bot.discord.features.lobby.buttons import compose
from bot.game import PlayError
from bot.game.computers.computers import USUAL, Computer
from bot.game.league import arbiters
from bot.game.league.tournaments import kept
from bot.game.league.tournaments.desk import Tournaments
from bot.game.league.tournaments.kept import Held, Setup
from bot.game.league.tournaments.tending import left_unopened
from bot.game.lobby.bids import Bids
from bot.store import Game, Outgoing, Seat, SetGame
from bot.workers.deadline_handler import Timekeeper
from bot.workers.tournament_messages import open_room
from league.finished import Finished
from league.tournaments import BY_BID, NOT_PLAYED, ROUND_ROBIN, SINGLE, SWISS, Schedule, Terms, champion, standings

JUDGE = 77
DAY = 86400.0
FORMAT = "classic-league"


class Hall:
    """A tournament at a desk, with what the workers would do for it."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.services, self.transport = desk, desk.services, FakeTransport()
        self.id, self.opened = "", set[int]()

    @property
    def desk_of(self) -> Tournaments:
        """What people and arbiters do."""
        return self.services.tournaments

    async def new(self, terms: Terms, people: int, schedule: Schedule | None = None, **more: Any) -> Held:
        """A tournament that so many have entered."""
        setup = Setup("Spring", FORMAT, 0, terms, 9, 10, JUDGE, schedule)
        now = await self.desk_of.create(self.desk.fresh(), JUDGE, replace(setup, **more))
        self.id = now.id
        for person in range(1, people + 1):
            await self.enter(person)
        return await self.now()

    async def enter(self, person: int) -> Held:
        """Somebody enters."""
        return await self.desk_of.enter(self.id, self.desk.fresh(), person, person, f"P{person}")

    async def now(self) -> Held:
        """As it stands."""
        return await kept.held(self.desk.store, self.id)

    async def begin(self) -> Held:
        """It begins."""
        await self.desk_of.begin(self.id, self.desk.fresh(), JUDGE, (await self.now()).number)
        return await self.now()

    async def pair(self, **more: Any) -> Held:
        """The next round goes on the record, and its games are opened."""
        await self.desk_of.pair(self.id, self.desk.fresh(), JUDGE, (await self.now()).number, **more)
        await self.work()
        return await self.now()

    async def work(self) -> None:
        """What is due is done, until nothing is; calls are sent and their games opened."""
        for _ in range(20):
            due = await self.desk.store.timers.due()
            for timer in due:
                if await self.desk.store.timers.holds(timer):
                    await Timekeeper(self.services).fire(timer)
                    await self.desk.store.timers.done(timer)
            calls = [m for m in await self.desk.store.outbox.listed() if m.kind == "match" and m.id not in self.opened]
            for call in calls:
                self.opened.add(call.id)
                await open_room(self.services, self.transport, call)
            if not due and not calls:
                return
        raise AssertionError("it never ends")

    async def games(self, *status: str) -> list[Game]:
        """Its games, the first first."""
        found = await self.desk.store.games(9, status or ("lobby", "running", "paused", "over"))
        return sorted(found, key=lambda row: row.name.split(": ")[::-1])

    async def concede(self, row: Game, loser: int) -> None:
        """Somebody gives up."""
        await self.services.results.concede(row.id, self.desk.fresh(), loser)

    async def said(self) -> list[str]:
        """What the channel was told."""
        return [
            m.payload["content"] for m in await self.desk.store.outbox.listed() if m.kind == "say" and not m.game_id
        ]

    async def calls(self) -> list[Outgoing]:
        """Calls to matches."""
        return [m for m in await self.desk.store.outbox.listed() if m.kind == "match"]


@pytest.fixture
async def hall(desk: Desk) -> Hall:
    """A hall."""
    return Hall(desk)


def pair_of(row: Game) -> tuple[int, int]:
    """Who plays a game, the Allies first."""
    ref = kept.ref_of(row.settings)
    assert ref is not None
    allies, axis = sorted(ref.sides, key=ref.sides.__getitem__)
    return int(allies), int(axis)


async def record(desk: Desk, row: Game) -> Finished:
    """The record of a game."""
    found = await desk.services.results.one(row.id)
    assert found is not None
    return found


async def test_a_round_robin_from_the_first_entry_to_the_table(hall: Hall, desk: Desk) -> None:
    await hall.new(Terms(ROUND_ROBIN), 3)
    await hall.begin()
    await hall.pair(all=True)
    rows = await hall.games()
    assert len(rows) == 3 and {row.status for row in rows} == {"running"} and all(row.master == JUDGE for row in rows)
    seats = {seat.power: seat.user_id for seat in await desk.store.seats(rows[0].id)}
    assert (seats["USSR"], seats["Germany"]) == pair_of(rows[0])
    assert len(hall.transport.threads) == 3 and {row.thread_id for row in rows} == set(hall.transport.threads)
    for row in rows:
        await hall.concede(row, max(pair_of(row)))
    await hall.work()
    now = await hall.now()
    assert [(line.entrant, line.points) for line in standings(now.state)] == [("1", 2.0), ("2", 1.0), ("3", 0.0)]
    assert not now.open and any("**P1** has won" in text for text in await hall.said())
    assert [told.by for told in now.record[-3:]] == ["game"] * 3
    game = await record(desk, rows[0])
    assert game.event == ("Spring", 1) and not game.unrated
    before = now.number
    await hall.work()
    assert (await hall.now()).number == before and len(await hall.games()) == 3
    ruled = next(row for row in rows if set(pair_of(row)) == {1, 2})
    side = ("Allies", "Axis")[pair_of(ruled).index(2)]
    for _ in range(2):  # the second changes nothing
        await hall.services.results.adjudicate(ruled.id, desk.fresh(), JUDGE, side, "A slip of mine.")
        await hall.work()
    turned = [text for text in await hall.said() if "A ruling has changed the end of **Spring**." in text]
    assert len(turned) == 1 and "**P2** has won: congratulations, <@2>!" in turned[0]


async def test_a_draw_in_a_bracket_is_played_again_with_sides_changed(hall: Hall, desk: Desk) -> None:
    await hall.new(Terms(SINGLE), 2)
    await hall.begin()
    await hall.pair()
    (row,) = await hall.games()
    first = pair_of(row)
    await hall.services.results.adjudicate(row.id, desk.fresh(), JUDGE, "", "Neither would go on.")
    await hall.work()
    (again,) = await hall.games("running")
    assert pair_of(again) == first[::-1]
    (_, told) = round_lines(await hall.now(), 1, {})
    assert f"P{first[0]} (Axis)" in told and f"P{first[1]} (Allies)" in told
    await hall.concede(again, first[0])
    await hall.work()
    assert champion((await hall.now()).state) == str(first[1])


async def test_how_far_it_is_is_told_plainly(hall: Hall, desk: Desk) -> None:
    await hall.new(Terms(ROUND_ROBIN), 4)
    now = await hall.begin()
    assert stage(now) == "begun, round 1 comes next"
    assert not any("can be paired" in text for text in await hall.said()), "who begins it is shown the first round"
    now = await hall.pair(all=True)
    assert stage(now) == "rounds 1 to 3, 6 matches open" and table_head(now) == "**Table** (points, won-drawn-lost)"
    await hall.new(Terms(SWISS, rounds=2), 2, name="Autumn")
    await hall.begin()
    assert stage(await hall.pair()) == "round 1 of 2, 1 match open"


async def test_who_has_a_bye_in_a_bracket_is_named(hall: Hall, desk: Desk) -> None:
    await hall.new(Terms(SINGLE), 5)
    preview = await round_reply(hall.services, await hall.begin())
    assert "P1 has a bye" in str(preview.text)
    now = await hall.pair()
    assert [line for line in round_lines(now, 1, {}) if "bye" in line] == ["- P1 has a bye"]


async def test_two_arbiters_at_once_and_the_same_press_twice(hall: Hall, desk: Desk) -> None:
    now = await hall.new(Terms(SWISS, rounds=2), 4)
    await hall.begin()
    seen = (await hall.now()).number
    presses = [hall.desk_of.pair(hall.id, desk.fresh(), JUDGE + n, seen) for n in range(3)]
    done = await asyncio.gather(*presses, return_exceptions=True)
    refused = [str(one) for one in done if isinstance(one, PlayError)]
    assert len(refused) == 2 and all("Somebody else" in text for text in refused)
    await hall.work()
    same = desk.fresh()
    row = (await hall.games())[0]
    for _ in range(2):
        await hall.desk_of.leave(hall.id, same, JUDGE, pair_of(row)[0], "Gone.")
    with pytest.raises(PlayError, match="does not take part"):
        await hall.desk_of.leave(hall.id, desk.fresh(), JUDGE, pair_of(row)[0], "Gone.")
    assert now.id == hall.id and len(await hall.games()) == 2


async def test_many_enter_at_once(hall: Hall) -> None:
    await hall.new(Terms(SWISS), 0)
    await asyncio.gather(*(hall.enter(person) for person in range(1, 13)))
    assert len((await hall.now()).state.active) == 12
    with pytest.raises(PlayError, match="already"):
        await hall.enter(3)


async def test_who_withdraws_loses_what_is_under_way(hall: Hall, desk: Desk) -> None:
    await hall.new(Terms(SWISS, rounds=2), 4)
    await hall.begin()
    await hall.pair()
    row = (await hall.games())[0]
    gone, stays = pair_of(row)
    await hall.desk_of.leave(hall.id, desk.fresh(), gone, gone)
    await hall.work()
    assert (await desk.store.game(row.id)).status == "over"
    assert (await record(desk, row)).how == "forfeit"
    now = await hall.now()
    match = next(m for m in now.state.rounds[0] if str(gone) in m.pair)
    assert now.state.winner(match) == str(stays)
    assert not any("otherwise" in text for text in await hall.said())
    other = (await hall.games("running"))[0]
    await hall.concede(other, pair_of(other)[0])
    await hall.work()
    assert any("round 2 of **Spring** can be paired" in text for text in await hall.said())
    now = await hall.pair()
    assert [match.is_bye for match in now.state.rounds[1]] == [False, True]


async def test_an_arbiter_decides_a_match(hall: Hall, desk: Desk) -> None:
    await hall.new(Terms(SINGLE, third=True), 4)
    await hall.begin()
    await hall.pair()
    rows = await hall.games()
    for row, match in zip(rows, ("W1.1", "W1.2")):
        winner = pair_of(row)[0]
        with pytest.raises(PlayError, match="of their own"):
            await hall.desk_of.decide(hall.id, desk.fresh(), winner, match, str(winner), "I was ahead.")
        await hall.desk_of.decide(hall.id, desk.fresh(), JUDGE, match, str(winner), "Far ahead.")
    with pytest.raises(PlayError, match="Open matches"):
        await hall.desk_of.decide(hall.id, desk.fresh(), JUDGE, "W9.1", "", "Why not.")
    await hall.work()
    state = (await hall.now()).state
    assert {(await record(desk, row)).how for row in rows} == {"adjudication"} and not state.open()
    await hall.services.results.adjudicate(rows[0].id, desk.fresh(), JUDGE, "Axis", "A slip of mine.")
    await hall.work()
    assert (await hall.now()).state.winner(state.rounds[0][0]) == str(pair_of(rows[0])[1]), "a ruling flows in too"
    now = await hall.pair()
    assert {match.id for match in now.state.rounds[1]} == {"W2.1", "T1"}


async def test_of_a_match_of_a_bracket_without_a_game_somebody_goes_on(hall: Hall, desk: Desk) -> None:
    await hall.new(Terms(SINGLE), 2, Schedule(desk.now + DAY, 10 * DAY))
    await hall.begin()
    await hall.pair()
    with pytest.raises(PlayError, match="say who has won"):
        await hall.desk_of.decide(hall.id, desk.fresh(), JUDGE, "W1.1", "", "Neither came.")
    await hall.desk_of.decide(hall.id, desk.fresh(), JUDGE, "W1.1", "2", "P1 is ill.")
    assert champion((await hall.now()).state) == "2"


async def test_a_match_that_nobody_played_is_lost_for_both(hall: Hall, desk: Desk) -> None:
    await hall.new(Terms(SWISS, rounds=2), 4)
    await hall.begin()
    await hall.pair()
    one, other = await hall.games("running")
    assert await hall.desk_of.decide(hall.id, desk.fresh(), JUDGE, "1.1", "", "Neither came.") == NOT_PLAYED
    assert (await desk.store.game(one.id)).status == "over" and await desk.services.results.one(one.id) is None
    said = [m for m in await desk.store.outbox.listed() if m.kind == "say" and m.game_id == one.id]
    assert "without this game" in said[-1].payload["content"]
    await desk.services.games.orders(other.id, desk.fresh(), pair_of(other)[0], ["done"])
    assert await hall.desk_of.decide(hall.id, desk.fresh(), JUDGE, "1.2", "", "Enough.") == "draw"
    await hall.work()
    now = await hall.now()
    assert [line.points for line in standings(now.state)] == [0.5, 0.5, 0, 0]
    assert "1.1 P1 – P3: not played, no points" in round_lines(now, 1, {})[1]
    assert f"draw “Enough.” (<@{JUDGE}>)" in record_line(now, now.record[-1]), (
        "the arbiter's word, wherever it was said"
    )
    assert await hall.desk_of.decide(hall.id, desk.fresh(), JUDGE, "1.2", "", "Not even.", NOT_PLAYED) == NOT_PLAYED
    assert not any(line.points for line in standings((await hall.now()).state))
    with pytest.raises(PlayError, match="leave one of the two out"):
        await hall.desk_of.decide(hall.id, desk.fresh(), JUDGE, "1.1", "1", "Hm.", NOT_PLAYED)
    await hall.desk_of.decide(hall.id, desk.fresh(), JUDGE, "1.1", "1", "P1 was there.")
    await hall.work()
    assert standings((await hall.now()).state)[0].entrant == "1"


async def test_sides_are_bid_for(hall: Hall, desk: Desk) -> None:
    await hall.new(Terms(SINGLE, sides=BY_BID), 2)
    await hall.begin()
    await hall.pair()
    (row,) = await hall.games("lobby")
    bids, tend = Bids(desk.lobby), kept.tend(hall.id, 9, desk.now, row.id)
    with pytest.raises(PlayError, match="two others"):
        await bids.bid(row.id, 3, 1, "P3", tend)
    with pytest.raises(PlayError, match="two others"):
        await desk.lobby.seating.join(Seat(row.id, "USSR", 3, "player", "P3", desk.fresh()))
    await bids.bid(row.id, 1, 9, "P1", tend)
    for takes in (
        desk.lobby.seating.join(Seat(row.id, "USSR", 1, "player", "P1", desk.fresh())),
        desk.lobby.seating.toggle(Seat(row.id, "USSR", 2, "player", "P2", desk.fresh())),
        desk.lobby.seating.take_open_seats(row.id, 1, "P1", desk.fresh()),
        desk.lobby.seating.seat_by_master(JUDGE, Seat(row.id, "USSR", 2, "player", "P2", desk.fresh())),
        desk.services.master.set_computers(JUDGE, row.id, {"USSR": Computer(USUAL)}),
    ):
        with pytest.raises(PlayError, match="are bid for"):
            await takes
    lobby = (await compose(desk.services, row)).embed
    assert lobby is not None and "Not yet: <@2>" in (lobby.description or "") and lobby.footer.text == "Both give /bid"
    await hall.work()
    assert (await desk.store.game(row.id)).status == "lobby"
    await bids.bid(row.id, 2, 7, "P2", tend)
    await hall.work()
    row = await desk.store.game(row.id)
    assert row.status == "running" and row.options["bid"] == "Allies 7"
    seats = {seat.power: seat.user_id for seat in await desk.store.seats(row.id)}
    assert seats["USSR"] == 2 and seats["Germany"] == 1
    told = [m for m in await desk.store.outbox.listed() if m.kind == "say" and m.game_id == row.id]
    assert len(told) == 1 and "salt" in told[0].payload["content"]
    await hall.concede(row, 1)
    await hall.work()
    assert champion((await hall.now()).state) == "2"


async def test_a_game_that_ends_while_a_tournament_is_looked_at_is_looked_at_anew(
    hall: Hall, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match is decided; as its lobby is to be closed somebody else has just closed it."""
    await hall.new(Terms(SWISS, rounds=2, sides=BY_BID), 2)
    await hall.begin()
    await hall.pair()
    (row,), games = await hall.games("lobby"), desk.store.games
    await hall.desk_of.leave(hall.id, desk.fresh(), 1, 1)

    async def ended_meanwhile(*wanted: Any) -> list[Game]:
        found = await games(*wanted)
        await desk.store.apply(SetGame(row.id, {"status": "over"}))
        return found

    monkeypatch.setattr(desk.store, "games", ended_meanwhile)
    await hall.work()
    now = await hall.now()
    assert now.state.winner(now.state.rounds[0][0]) == "2" and not await hall.games("lobby")


async def test_rounds_have_dates(hall: Hall, desk: Desk) -> None:
    start = desk.now + 3 * DAY
    await hall.new(Terms(SWISS, rounds=2), 4, Schedule(start, 10 * DAY, remind=(DAY,)))
    await hall.begin()
    await hall.pair()
    assert await hall.games() == [] and not await hall.calls()
    desk.now = start
    await hall.work()
    rows = await hall.games()
    assert len(rows) == 2
    await hall.concede(rows[0], pair_of(rows[0])[0])
    desk.now = start + 9 * DAY
    await hall.work()
    (reminder,) = [text for text in await hall.said() if "Still open" in text]
    assert all(f"<@{person}>" in reminder for person in pair_of(rows[1]))
    assert not any(f"<@{person}>" in reminder for person in pair_of(rows[0]))
    allies = pair_of(rows[1])[0]
    assert f"in <#{rows[1].place}>: nobody has given an order, <@{allies}> to act" in reminder
    await desk.services.games.orders(rows[1].id, desk.fresh(), allies, ["done"])
    desk.now = start + 11 * DAY
    await hall.work()
    (late,) = [text for text in await hall.said() if f"<@{JUDGE}>" in text]
    assert (
        "Late:" in late and f"in round 1, <@{allies}> to act" in late and "not played: then neither has a point" in late
    )
    await hall.concede(rows[1], pair_of(rows[1])[0])
    desk.now += DAY
    await hall.work()
    now = await hall.pair()
    assert len(await hall.games("running")) == 2 and now.schedule is not None
    assert now.schedule.ends(2) == desk.now + 10 * DAY, "a round that begins late is played as long as any"


async def test_a_late_entry_and_a_game_that_could_not_be_opened(hall: Hall, desk: Desk) -> None:
    await hall.new(Terms(SWISS, rounds=2), 2)
    await hall.begin()
    await hall.enter(3)
    now = await hall.desk_of.pair(hall.id, desk.fresh(), JUDGE, (await hall.now()).number)
    assert len(now.state.rounds[0]) == 2 and len(await left_unopened(desk.store, now, desk.now)) == 1
    await hall.work()
    (row,) = await hall.games()
    assert await left_unopened(desk.store, now, desk.now) == []
    (call,) = await hall.calls()
    await open_room(hall.services, hall.transport, call)
    assert [one.id for one in await hall.games()] == [row.id], "a call that comes twice opens no second game"
    await hall.concede(row, pair_of(row)[0])
    await hall.work()
    assert await open_room(hall.services, hall.transport, call) is None


async def test_an_ended_tournament_takes_nothing_more(hall: Hall, desk: Desk) -> None:
    await hall.new(Terms(SWISS), 3)
    await hall.desk_of.cancel(hall.id, desk.fresh(), JUDGE, "Too few.")
    with pytest.raises(PlayError, match="is over"):
        await hall.enter(4)
    with pytest.raises(PlayError, match="another name"):
        await hall.new(Terms(SWISS), 0)
    assert await hall.desk_of.open(9) == []
    assert (await hall.desk_of.look(9, "", 10)).id == hall.id, "the last of this channel can be looked at"
    with pytest.raises(PlayError, match="Which tournament"):
        await hall.desk_of.find(9, "", 10)
    with pytest.raises(PlayError, match="Which tournament"):
        await hall.desk_of.look(9, "", 11)


async def test_who_is_refused_reads_who_is_an_arbiter(desk: Desk) -> None:
    with pytest.raises(PlayError, match=r"somebody who manages this server\.$"):
        await arbiters.must_be_arbiter(desk.store, 9, [55], False)
    await arbiters.switch(desk.store, JUDGE, 9, 55)
    with pytest.raises(PlayError, match="or has the role <@&55>"):
        await arbiters.must_be_arbiter(desk.store, 9, [56], False)
    await arbiters.must_be_arbiter(desk.store, 9, [55], False)
    await arbiters.must_be_arbiter(desk.store, 9, [], True)
