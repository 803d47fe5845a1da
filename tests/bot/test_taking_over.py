"""Turns that were played elsewhere are carried out with the dice they tell: marked, counted apart, never rated."""

from __future__ import annotations

import pytest
from desk import ANNA, Desk

from bot.game import PlayError
from bot.game.files import taking_over
from bot.game.files.taking_over import Understood, from_json, to_json, understood
from bot.game.league import courses
from bot.game.record.history import position_after, read_log
from rules.dice.verify import Log
from triplea import game_summary

TEXT = """Purchase: 8 inf
Combat Move - Russians
3 infantry and 1 armour moved from Karelia S.S.R. to Ukraine S.S.R.
Combat - Russians
Battle in Ukraine S.S.R.
Russians roll dice for 1 armour and 3 infantry in Ukraine S.S.R., round 2 : 1/4 hits
Germans roll dice for 2 armour, 1 fighter and 3 infantry in Ukraine S.S.R., round 2 : 2/6 hits
1 infantry owned by the Germans and 2 infantry owned by the Russians lost in Ukraine S.S.R.
1 armour owned by the Russians and 1 infantry owned by the Russians retreated to Karelia S.S.R.
Place Units - Russians
8 infantry placed in Russia
Turn Complete - Russians
"""


async def read(desk: Desk, text: str = TEXT) -> Understood:
    """A text, read in the desk's game."""
    return understood(text, *taking_over.position(await desk.game()))


async def take(desk: Desk, found: Understood, key: str = "") -> None:
    """Have it carried out."""
    revision = (await desk.row()).revision
    orders = from_json(to_json(found.orders))
    await taking_over.take_over(
        desk.moderator, desk.game_id, key or desk.fresh(), ANNA, orders, revision, "the game master's word", "by forum"
    )


async def test_a_turn_is_carried_out_with_the_dice_told(desk: Desk) -> None:
    await desk.begin({"Germany": ANNA})
    found = await read(desk)
    assert not found.problems and found.turns == 1 and found.dice == 10
    await take(desk, found)
    state = await desk.state()
    assert state.turn.power == "Germany"
    assert sum(unit.place == "Russia" for unit in state.units.values()) >= 8
    stored = await desk.store.entries(desk.game_id)
    assert {entry.kind for entry in stored if entry.order == "fight Ukraine S.S.R."} == {"told"}
    assert {entry.player for entry in stored if entry.kind == "told"} == {str(ANNA)}


async def test_the_dice_log_holds_and_counts_them_apart(desk: Desk) -> None:
    await desk.begin({"Germany": ANNA})
    await take(desk, await read(desk))
    log, lines = Log(), await desk.store.dice_log(desk.game_id)
    for line in lines:
        log.feed(line)
    assert (log.rolls, log.told) == (0, 10)
    told = [line for line in lines if line["kind"] == "told"]
    assert [line["count"] for line in told] == [4, 6] and all("seed" not in line for line in told)
    await desk.open()  # and it is read again
    assert (await desk.state()).turn.power == "Germany"


async def test_rolls_go_on_behind_them(desk: Desk) -> None:
    await desk.begin({"Germany": ANNA})
    await take(desk, await read(desk))
    await desk.ok("done", "done", "move 2 infantry: Ukraine S.S.R. > Karelia S.S.R.", "done", user=ANNA)
    await desk.ok("fight Karelia S.S.R.", user=ANNA)
    log = Log()
    for line in await desk.store.dice_log(desk.game_id):
        log.feed(line)
    assert log.rolls > 0 and log.told == 10


async def test_the_game_is_unrated_from_then_on(desk: Desk) -> None:
    await desk.begin({"Germany": ANNA})
    row = await desk.row()
    assert not (await courses.kept(desk.store, row)).course.told
    await take(desk, await read(desk))
    course = (await courses.kept(desk.store, await desk.row())).course
    assert course.told and course.verdict().counts is False
    (line,) = await desk.store.audit(desk.game_id, only=(courses.TOLD,))
    assert line.detail["why"] == "by forum" and line.detail["dice"] == 10


async def test_all_or_none_and_only_where_it_was_read(desk: Desk) -> None:
    await desk.begin({"Germany": ANNA})
    found = await read(desk)
    await desk.ok("done")
    with pytest.raises(PlayError, match="can't be carried out any more"):
        await take(desk, found)
    row = await desk.row()
    with pytest.raises(PlayError, match="gone on since"):
        await taking_over.take_over(
            desk.moderator, desk.game_id, desk.fresh(), ANNA, found.orders, row.revision - 1, "x", "y"
        )
    assert (await desk.row()).revision == row.revision


async def test_the_same_press_twice_is_one(desk: Desk) -> None:
    await desk.begin({"Germany": ANNA})
    found, key = await read(desk), desk.fresh()
    await take(desk, found, key)
    revision = (await desk.row()).revision
    with pytest.raises(PlayError):
        await take(desk, found, key)
    assert (await desk.row()).revision == revision


async def test_a_game_that_was_taken_over_goes_out_and_comes_back(desk: Desk) -> None:
    await desk.begin({"Germany": ANNA})
    await take(desk, await read(desk))
    row, game = await desk.row(), await desk.game()
    async with read_log(desk.store, row) as log:
        text = game_summary(game.table, log[1:])
    start = await position_after(desk.store, row, 0)
    again = understood(text, *taking_over.position(start))
    assert not again.problems
    assert [one.order for one in again.orders] == [entry.order for entry in await desk.store.entries(desk.game_id)]


async def test_a_text_of_another_game_and_one_that_is_too_long_are_refused(desk: Desk) -> None:
    await desk.begin({"Germany": ANNA})
    with pytest.raises(PlayError, match="this game is played on classic"):
        await read(desk, f"TripleA Turn Summary for game: World War II Global 1940 2nd Edition, version: 3.9\n{TEXT}")
    with pytest.raises(PlayError, match="too long"):
        await read(desk, "x\n" * 5000)
