"""Back to an earlier order: by oneself, by consent, by the master's word; dice are not rolled anew with knowledge."""

from __future__ import annotations

import pytest
from desk import ANNA, BORIS, CHEN, Desk

from bot.game import PlayError
from bot.game.consent.going_back import back_to, take_back
from bot.game.consent.proposals import BACK, concerned, keep, say
from bot.store import Proposal
from rules.dice.verify import Log

ATTACK = ("done", "done", "move 3 infantry, 1 armor: Karelia S.S.R. > Ukraine S.S.R.", "done")
FIGHT = "fight Ukraine S.S.R."


async def log_of(desk: Desk) -> Log:
    """The dice log, checked as a player would."""
    log = Log()
    for line in await desk.store.dice_log(desk.game_id):
        log.feed(line)
    return log


async def fought(desk: Desk) -> tuple[int, list[object]]:
    """USSR has attacked and rolled; gives the number of the fight's entry, and its dice."""
    await desk.begin({"Germany": BORIS, "Japan": CHEN})
    await desk.ok(*ATTACK)
    done = await desk.ok(FIGHT)
    number = done.entries[0].number
    return number, [roll.dice for roll in done.entries[0].rolls]


async def go(desk: Desk, number: int) -> None:
    """The master's word."""
    await take_back(desk.moderator, desk.game_id, desk.fresh(), ANNA, number, "the game master's word", "a slip")


async def test_the_same_order_in_the_same_position_gets_the_same_dice(desk: Desk) -> None:
    number, dice = await fought(desk)
    before, rolls = (await desk.row()).state_hash, (await log_of(desk)).rolls
    await go(desk, number)
    assert (await log_of(desk)).voided == set(range(1, rolls + 1))
    again = await desk.ok(FIGHT)
    assert [roll.dice for roll in again.entries[0].rolls] == dice
    log = await log_of(desk)
    assert log.rolls == rolls and not log.voided and (await desk.row()).state_hash == before
    await go(desk, again.entries[0].number)
    await desk.open()
    once_more = await desk.ok(FIGHT)
    assert [roll.dice for roll in once_more.entries[0].rolls] == dice


async def test_another_position_gets_other_dice_and_the_old_ones_stay_in_the_log(desk: Desk) -> None:
    number, _ = await fought(desk)
    rolls = (await log_of(desk)).rolls
    await go(desk, number - 2)
    assert (await desk.state()).turn.phase == "combat move"
    await desk.ok("move 2 infantry: Karelia S.S.R. > Ukraine S.S.R.", "done")
    await desk.ok(FIGHT)
    log = await log_of(desk)
    assert log.rolls > rolls and log.voided == set(range(1, rolls + 1))
    (record,) = [line for line in await desk.store.audit(desk.game_id) if line.action == "back"]
    assert record.detail["why"] == "a slip"


async def test_back_over_a_turn(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS})
    start = (await desk.row()).state_hash
    await desk.ok("done", "buy 4 infantry", "done")
    await desk.ok("done")
    await desk.ok("done")
    await desk.ok("place 4 infantry: Russia", "done")
    await desk.ok("done", user=BORIS)
    await go(desk, 1)
    assert (await desk.row()).state_hash == start
    await desk.ok("done", "buy 1 infantry", "undo")
    assert (await desk.state()).turn.power == "USSR"


async def test_what_is_ones_own(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS})
    await desk.ok("done")
    await desk.ok("buy 1 infantry")
    await desk.ok("buy 1 armor")
    row, game = await desk.row(), (await desk.moderator.table(desk.game_id)).game
    assert (await back_to(desk.store, row, game, 2, ("USSR",))).own
    assert not (await back_to(desk.store, row, game, 1, ("USSR",))).own
    assert not (await back_to(desk.store, row, game, 2, ("Germany",))).own
    with pytest.raises(PlayError, match="no order 9"):
        await back_to(desk.store, row, game, 9, ())


async def test_all_whom_it_concerns_have_to_agree(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS, "Japan": CHEN})
    row = await desk.row()
    asked = concerned(row, await desk.store.seats(row.id), BORIS)
    assert set(asked) == {ANNA, CHEN}
    await keep(desk.store, row.id, Proposal("p", BACK, BORIS, asked, revision=row.revision))
    with pytest.raises(PlayError, match="not asked"):
        await say(desk.store, row, "p", BORIS, yes=True)
    assert (await say(desk.store, row, "p", ANNA, yes=True)).open == (CHEN,)
    assert (await say(desk.store, row, "p", CHEN, yes=True)).open == ()
    with pytest.raises(PlayError, match="no longer open"):
        await say(desk.store, row, "p", CHEN, yes=True)


async def test_a_proposal_ends_with_an_objection_and_when_the_game_goes_on(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS})
    row = await desk.row()
    await desk.ok("done")
    for key, by in (("old", ANNA), ("p", ANNA), ("q", CHEN)):
        await keep(desk.store, row.id, Proposal(key, BACK, by, (BORIS,), revision=(await desk.row()).revision))
    with pytest.raises(PlayError, match="no longer open"):  # who proposes anew has one open
        await say(desk.store, await desk.row(), "old", BORIS, yes=True)
    await say(desk.store, await desk.row(), "p", BORIS, yes=False)
    await desk.ok("buy 1 infantry")
    for key in ("p", "q"):
        with pytest.raises(PlayError, match="no longer open"):
            await say(desk.store, await desk.row(), key, BORIS, yes=True)
