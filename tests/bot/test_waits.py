"""How often Global's first German turn waits for others, with standing orders and without."""

from __future__ import annotations

import discord
import pytest
from asked import press
from desk import ANNA, BORIS, CHEN, Desk
from german_turn import begun

from bot.discord.components.build import BLUE, GREY
from bot.discord.features.battle.questions import decision_rows, mark_of
from bot.discord.features.orders import buttons as orders
from bot.discord.features.panel.panel import deadlines
from bot.discord.features.panel.status import body
from bot.game import Accepted, PlayError, standing
from bot.game.clock.deadlines import HOUR
from bot.game.standing.leaving import StandingDesk
from bot.processes import odds_service
from bot.store import SetGame
from rules.odds import AnswerOdds
from rules.play.game import Game
from tests.positions import stand

UK = "United Kingdom"


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


def two_bases() -> Game:
    """Two powers may scramble into the zone that Germany attacks."""
    return stand(
        "Germany", "move 2 battleship: SZ 112 > SZ 110", "done",
        units={
            "SZ 112": {"Germany": "2 battleship"}, "SZ 110": {UK: "1 destroyer"},
            UK: {UK: "2 fighter"}, "Normandy Bordeaux": {"France": "1 fighter"},
        },
        owner={"Normandy Bordeaux": "France"}, facilities={UK: {"has": "air base"}, "Normandy Bordeaux": "air base"},
    )  # fmt: skip


def menus(game: Game, hands: dict[str, tuple[int, ...]]) -> list[dict[str, str]]:
    """The menus of a position: label -> value."""
    rows = [row for row in decision_rows("abcd1234", game, hands) if isinstance(row, discord.ui.Select)]
    return [{option.label: option.value for option in row.options} for row in rows]


async def test_who_holds_two_powers_is_asked_once(desk: Desk) -> None:
    """Both scrambles in one menu, with one answer for both powers; two people are asked each by themselves."""
    game = two_bases()
    assert len(menus(game, {UK: (BORIS,), "France": (CHEN,)})) == 2
    mine = {UK: (BORIS,), "France": (BORIS,)}
    (menu,) = menus(game, mine)
    assert list(menu) == [
        "No scramble",
        f"{UK}: No scramble",
        f"{UK}: Scramble 2 fighters: {UK} → SZ 110",
        "France: No scramble",
        "France: Scramble 1 fighter: Normandy/Bordeaux → SZ 110",
    ]
    marks, _, answer = menu["No scramble"].partition(".")
    assert answer == mark_of("pass") and marks == "+".join(mark_of(d) for d in game.state.pending)
    assert [line for line in body(game) if "scramble" in line] == [f"**{UK} / France**: scramble aircraft?"]
    await desk.begin({UK: BORIS, "France": BORIS}, board="global1940")
    (await desk.moderator.table(desk.game_id)).game = game
    assert (await desk.situation()).hands == mine
    outcome = await desk.give("pass", "pass", user=BORIS, power=[d.power for d in game.state.pending])
    assert isinstance(outcome, Accepted) and not (await desk.state()).pending


def test_what_the_odds_recommend_to_one_of_two_powers_is_the_button_and_not_no_for_both() -> None:
    game = two_bases()
    asked = game.state.pending[0]
    known = (("pass", 0.1, -7.0), (f"scramble 2 fighter: {UK} > SZ 110", 0.8, 16.0))
    game.memo.elsewhere[odds_service._about(asked)] = [
        AnswerOdds(text, "SZ 110", attacks=False, win=win, swing=swing, exact=True) for text, win, swing in known
    ]
    _, buttons = decision_rows("abcd1234", game, {UK: (BORIS,), "France": (BORIS,)})
    shown = [(one.label, one.style) for one in buttons if isinstance(one, discord.ui.Button)]  # type: ignore[union-attr]
    assert shown[:2] == [(f"{UK}: Scramble 2 fighters: {UK} → SZ 110", BLUE), ("No scramble", GREY)]


async def test_who_is_not_asked_is_told_who_is(desk: Desk) -> None:
    game = two_bases()
    await desk.begin({UK: BORIS, "France": BORIS}, board="global1940")
    (await desk.moderator.table(desk.game_id)).game = game
    marks = "+".join(mark_of(one) for one in game.state.pending)
    with pytest.raises(PlayError, match="That is asked of United Kingdom and France"):
        await press(desk, "pick", orders.pick, f"{marks}.{mark_of('pass')}", user=ANNA)


def test_a_person_can_answer_while_a_computer_is_asked_first() -> None:
    game = two_bases()
    (row, *_) = decision_rows("abcd1234", game, {"France": (CHEN,)})
    assert [getattr(item, "label", "") for item in row] == [  # type: ignore[union-attr]
        "No scramble",
        "Scramble 1 fighter: Normandy/Bordeaux → SZ 110",
        "Other...",
    ]
    assert not decision_rows("abcd1234", game, {})


def test_more_answers_than_a_menu_has_are_several_menus() -> None:
    """Bids of several powers in one hand: each has dozens of answers."""
    game = Game.new("global1940", options={"bid": "Allies 9"})
    hands = {d.power: (BORIS,) for d in game.state.pending}
    found = menus(game, hands)
    assert len(hands) == 6 and len(found) == 3
    first, second, others = found
    assert next(iter(first)) == next(iter(second)) == "Place 1 infantry" and len(first) > 5
    assert len(others) == 4 and all("(9 IPC left)" in question for question in others)


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
    found = deadlines(await desk.store.facts(desk.game_id))
    assert set(found) == {"United Kingdom", "France"}
    desk.now += HOUR
    await desk.ok("pass", user=CHEN)
    assert deadlines(await desk.store.facts(desk.game_id)) == {"United Kingdom": found["United Kingdom"]}
