"""How often Global's first German turn waits for others, with standing orders and without."""

from __future__ import annotations

from desk import BORIS, CHEN, Desk
from german_turn import begun

from bot.game import standing
from bot.game.deadlines import HOUR
from bot.game.standing.desk import StandingDesk
from bot.interface.components.panel import deadlines
from bot.store import SetGame


async def test_with_standing_orders_the_first_german_turn_waits_for_nobody(desk: Desk) -> None:
    """At most two waits are asked for; orders left for all that can be asked bring none."""
    german = await begun(desk)
    game = await german.game()
    for power, user in (("United Kingdom", BORIS), ("France", CHEN)):
        given = {
            "casualties": "save air",
            "scramble": "3 fighter only to SZ 110 if odds of at least 60 %",
            "intercept": "never",
            "land": "always",
        }
        made = [standing.made(desk.game_id, power, user, game.table, kind, how) for kind, how in given.items()]
        await StandingDesk(desk.moderator).keep(made)
    await german.to_battle()
    await german.fight(leave_ahead=False)
    assert german.waits == 0 and german.asked == []
    told = [e for e in (await german.game()).log if "standing order" in str(e.events)]
    assert told and "odds of at least 60 %" in str(told[0].events)


async def test_without_there_is_one_round_of_questions(desk: Desk) -> None:
    """All are asked at once when the combat move ends, and answer for their battles ahead."""
    german = await begun(desk)
    await german.to_battle()
    await german.fight(leave_ahead=True)
    assert german.waits == 1
    assert any("scramble" in one for one in german.asked)


async def test_what_does_not_depend_on_an_answer_goes_on(desk: Desk) -> None:
    german = await begun(desk)
    await german.to_battle()
    denied = await desk.no("fight SZ 110", power="Germany")
    assert denied.refusal.code == "not-your-decision"
    await desk.ok("fight France")
    asked = (await german.game()).state
    assert [line.pending[0].kind for line in asked.stalled] in (
        [],
        ["scramble"],
        ["casualties"],
        ["scramble", "casualties"],
    )
    await german.fight(leave_ahead=False)
    assert german.waits <= 8


async def test_each_who_is_asked_has_a_deadline_of_his_own(desk: Desk) -> None:
    german = await begun(desk)
    await desk.store.apply(SetGame(desk.game_id, {"settings": {"deadline": {"profile": "daily"}}}))
    await german.to_battle()
    found = await deadlines(desk.store, await desk.row())
    assert set(found) == {"United Kingdom", "France"}
    desk.now += HOUR
    await desk.ok("pass", user=CHEN)
    assert await deadlines(desk.store, await desk.row()) == {"United Kingdom": found["United Kingdom"]}
