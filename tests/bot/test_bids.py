"""Bids for a side in the lobby."""

from __future__ import annotations

from typing import Any

import pytest
from desk import ANNA, BORIS, CHEN, Desk

from bot.discord.components.build import BLUE
from bot.discord.features.battle.questions import answers_of, decision_rows, mark_of, second_step
from bot.game import PlayError
from bot.game.computers.computers import Computer, computers
from bot.game.computers.computers import seat as seat_computers
from bot.game.lobby.bids import Bids, seal_of
from bot.game.moderator.situation import question_of
from bot.store.records import Seat
from rules.legal import answer_to
from rules.model.board import load
from rules.play.game import Game as EngineGame


async def lobby(desk: Desk) -> Bids:
    """A lobby of Global."""
    values = {"guild_id": 9, "channel_id": 10, "name": "Test", "board": "global1940", "master": ANNA}
    desk.game_id = (await desk.lobby.create(desk.fresh(), values)).id
    return Bids(desk.lobby)


async def test_bids_are_sealed_and_revealed_together_and_the_lowest_wins(desk: Desk) -> None:
    bids = await lobby(desk)
    await bids.bid(desk.game_id, BORIS, 14)
    with pytest.raises(PlayError, match="two"):
        await bids.reveal(desk.game_id)
    posted = {
        one.user: one.seal for one in [await bids.bid(desk.game_id, BORIS, 12), await bids.bid(desk.game_id, CHEN, 9)]
    }
    found = await bids.reveal(desk.game_id)
    assert [(one.user, one.amount) for one in found] == [(CHEN, 9), (BORIS, 12)]
    assert all(posted[one.user] == seal_of(desk.game_id, one.user, one.amount, one.salt) for one in found)
    assert (await desk.row()).options["bid"] == "Allies 9" and await bids.bids(desk.game_id) == []


async def test_of_like_bids_the_first_counts_and_bidding_again_gains_nothing(desk: Desk) -> None:
    """Whoever might bid until their seal is low would have the side."""
    bids = await lobby(desk)
    await bids.bid(desk.game_id, BORIS, 9)
    for _ in range(20):
        desk.now += 1
        await bids.bid(desk.game_id, CHEN, 9)
    desk.now += 1
    await bids.bid(desk.game_id, BORIS, 9)
    assert [one.user for one in await bids.reveal(desk.game_id)] == [BORIS, CHEN]


async def test_a_bid_for_another_side_begins_anew(desk: Desk) -> None:
    bids = await lobby(desk)
    await bids.bid(desk.game_id, BORIS, 14)
    await bids.bid_for(desk.game_id, "Axis")
    assert await bids.side(desk.game_id) == "Axis" and await bids.bids(desk.game_id) == []
    with pytest.raises(PlayError):
        await bids.bid(desk.game_id, BORIS, 999)


async def test_who_wins_the_bid_has_the_side_and_of_two_the_other_what_they_left(desk: Desk) -> None:
    """Whoever sat there, a computer too."""
    bids = await lobby(desk)
    row = await desk.row()
    for power, user in (("Germany", CHEN), ("France", BORIS), ("China", ANNA)):
        await desk.lobby.seating.join(Seat(desk.game_id, power, user))
    await desk.store.apply(*seat_computers(row, str(ANNA), {"ANZAC": Computer("normal")}))
    await bids.bid(desk.game_id, BORIS, 14, "Boris")
    await bids.bid(desk.game_id, CHEN, 9, "Chen")
    await bids.reveal(desk.game_id, "77", str(ANNA))
    row, held = await desk.row(), {s.power: s for s in await desk.store.seats(desk.game_id)}
    allies = [p for p in load("global1940").order if load("global1940").side(p) == "Allies"]
    assert {p: s.user_id for p, s in held.items()} == {**dict.fromkeys(allies, CHEN), "Germany": BORIS}
    assert held["France"].name == "Chen" and held["France"].interaction_id == "77" and not computers(row)


async def test_the_start_asks_where_who_won_the_bid_does_not_play_the_side(desk: Desk) -> None:
    bids = await lobby(desk)
    await bids.bid(desk.game_id, BORIS, 14)
    await bids.bid(desk.game_id, CHEN, 9)
    await bids.reveal(desk.game_id)
    assert await bids.not_seated(await desk.row()) is None
    await desk.lobby.seating.leave(desk.game_id, CHEN)
    won = await bids.not_seated(await desk.row())
    assert won is not None and (won.user, won.side) == (CHEN, "Allies")
    await desk.lobby.set_option(desk.game_id, "bid", "")
    assert await bids.not_seated(await desk.row()) is None


def shown(rows: list[Any]) -> list[str]:
    """Labels of buttons and placeholders of menus, row by row; blue ones with a star."""
    every = [item for row in rows for item in (row if isinstance(row, list) else [row])]
    blue = [getattr(item, "style", None) is BLUE for item in every]
    return [("*" if b else "") + (getattr(i, "label", None) or i.placeholder) for i, b in zip(every, blue, strict=True)]


def test_the_question_says_what_is_left_and_asks_what_before_where() -> None:
    """Nothing is recommended that does without; the units stand in the order of the table."""
    game = EngineGame.new("global1940", options={"bid": "Allies 9"})
    rows: list[Any] = decision_rows("g", game, {"United Kingdom": (BORIS,)})
    british = question_of(game, ("United Kingdom",))
    assert british is not None
    assert shown(rows) == [
        "What? United Kingdom: place the units of the bid (9 IPC left)",
        "Place no more: the rest is cash",
        "Other...",
    ]
    menu = rows[0]
    assert [option.label for option in menu.options[:2]] == ["Place 1 infantry", "Place 1 artillery"]
    assert "3 IPC" in menu.options[0].description
    what, places = second_step(game, british, menu.options[0].value.partition(".")[2]) or ("", [])
    assert what == "Place 1 infantry" and "Egypt" in [one.label for one in places]
    assert {one.value.partition(".")[2] for one in places} <= {mark_of(text) for text in answers_of(game, british)}


def test_questions_beyond_three_are_reached_by_a_menu_and_passed_together() -> None:
    game = EngineGame.new("global1940", options={"bid": "Allies 9"})
    allies = [p for p in game.table.board.order if game.view.side(p) == "Allies"]
    rows: list[Any] = decision_rows("g", game, dict.fromkeys(allies, (BORIS,)))
    labels = shown(rows)
    assert labels[2:] == ["Another question", "Place no more: the rest is cash (all 6 powers)"]
    assert [option.label.partition(":")[0] for option in rows[2].options] == allies[2:]


def test_a_typed_answer_is_that_power_s_whose_it_can_be() -> None:
    game = EngineGame.new("global1940", options={"bid": "Allies 9"})
    asked = list(game.state.pending)
    soviet = next(d for d in asked if d.power == "Soviet Union")
    assert answer_to(game, asked, "1 inf: Leningrad") == (soviet, "place 1 inf: Leningrad")
    assert answer_to(game, asked, "place 1 infantry: Leningrad") == (soviet, "place 1 infantry: Leningrad")
    assert answer_to(game, asked, "9 inf: Leningrad") == (asked[0], "place 9 inf: Leningrad")
