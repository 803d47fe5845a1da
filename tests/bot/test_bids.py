"""Bids for a side in the lobby."""

from __future__ import annotations

import pytest
from desk import ANNA, BORIS, CHEN, Desk

from bot.game import PlayError
from bot.game.bids import Bids, seal_of
from bot.game.computers import Computer, computers
from bot.game.computers import seat as seat_computers
from bot.store.records import Seat
from rules.model.board import load


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
        await desk.lobby.join(Seat(desk.game_id, power, user))
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
    await desk.lobby.leave(desk.game_id, CHEN)
    won = await bids.not_seated(await desk.row())
    assert won is not None and (won.user, won.side) == (CHEN, "Allies")
    await desk.lobby.set_option(desk.game_id, "bid", "")
    assert await bids.not_seated(await desk.row()) is None
