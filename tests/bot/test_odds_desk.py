"""The process that works out odds: what it answers, and that nothing keeps it for ever."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from desk import ANNA, Desk

from bot.discord.features.battle.questions import decision_rows
from bot.discord.features.battle.upcoming_questions import plan_asks
from bot.discord.features.odds.buttons import odds_lines, plan_lines
from bot.discord.features.odds.text import advice_text, going_on_text, needed_text, odds_line, odds_text, precision
from bot.discord.features.panel.status import done_asks
from bot.processes.odds_jobs import Told
from bot.processes.odds_service import OddsDesk, OddsError, best_first, known_answers
from bot.processes.picture_service import Pictures
from bot.services import Services
from bot.settings import Settings
from bot.store import Game as Row
from rules.cases.file import read_case
from rules.cases.setup import build
from rules.dice import PracticeDice
from rules.model.state import Decision
from rules.odds import BreakOff, Odds, TypedError, Wishes
from rules.play.game import Game, Outcome
from tests.positions import stand

CLASSIC = {"board": "classic", "rules": [], "options": {}}


class Patient(OddsDesk):
    """A desk that is waited for, however busy the machine is."""

    async def _kept(self, *asked: Any, wait: float = 0, **more: Any) -> Any:
        return await super()._kept(*asked, wait=600, **more)


@pytest.fixture
async def desk() -> AsyncIterator[OddsDesk]:
    made = Patient(limit=600)
    yield made
    made.close()


def moved() -> Game:
    """A game in combat move, three infantry on their way into battle."""
    game = Game.new("classic")
    while game.state.turn.phase != "combat move":
        game.submit("done", PracticeDice(1))
    assert isinstance(game.submit("move 3 infantry: Karelia S.S.R. > Ukraine S.S.R.", PracticeDice(1)), Outcome)
    return game


async def test_it_answers(desk: OddsDesk) -> None:
    told = await desk.forces("3 infantry, 2 fighter", "2 infantry", CLASSIC, Wishes(), "take", "attacker")
    odds, advice = told.odds, told.advice
    assert odds.exact and advice is not None and advice.order.keep == "infantry"
    assert "but keep one infantry to the last" in advice_text(advice)
    assert "Exact" in odds_text(odds, "Battle")
    found = await desk.least("20 infantry, 4 armor", "4 infantry", CLASSIC, 0.8)
    assert found.enough and "IPC" in needed_text(found, "4 infantry", 0.8)
    with pytest.raises(TypedError, match="no unit"):
        await desk.forces("3 dragons", "1 infantry", CLASSIC, Wishes())


async def test_what_players_mean_to_do(desk: OddsDesk) -> None:
    """Orders of loss as typed, submarines that leave, and what is told about them."""
    head = {"board": "global1940", "rules": [], "options": {}}
    fleet, enemy = "2 submarine, 1 battleship", "1 cruiser, 1 submarine"
    usual = await desk.forces(fleet, enemy, head, Wishes())
    asked = await desk.forces(fleet, enemy, head, Wishes(leaving=("defender",)), losses=("sub, BB", "cruiser"))
    assert asked.odds.defender_loss < usual.odds.defender_loss
    assert "submarines of the defender submerge as soon as they may" in asked.assumed
    assert "no submarine of the attacker submerges" in asked.assumed
    with pytest.raises(TypedError, match="no unit called “dragon” here"):
        await desk.forces(fleet, enemy, head, Wishes(), losses=("dragon", ""))


async def test_answers_are_told_with_what_they_mean(desk: OddsDesk) -> None:
    """Under one question line by line, the best first, as on its buttons; under several in the menu of each."""
    game = of_zone_110()
    (asked,) = game.state.pending
    services, row = cast(Services, SimpleNamespace(odds=desk)), cast(Row, SimpleNamespace(settings={}))
    while not known_answers(game, asked):  # the process is still starting
        lines = await odds_lines(services, row, game)
    assert lines[0].startswith("- Scramble 3 fighters: United Kingdom → SZ 110: SZ 110 held 97")
    game.state.pending = (asked, dataclasses.replace(asked, power="France"))
    menu = next(row for row in decision_rows("g", game) if isinstance(row, discord.ui.Select))
    assert menu.options[0].description == "SZ 110 held 97.1 %, +16.1 IPC"


async def test_retreat_comes_first_where_going_on_loses_more() -> None:
    game, asked = of_zone_110(), Decision("retreat", "Germany", "Poland", {"battle": "b"})
    texts = ("press on", "retreat > Germany", "retreat > Romania")

    def known(swing: float, takes: float, value: int) -> None:
        odds = cast(Odds, SimpleNamespace(swing=swing, takes=takes))
        game.memo.elsewhere["odds on b"] = Told("Poland", "Germany", "Poland", odds, value=value)

    assert best_first(game, asked, texts) == list(texts)
    known(-3.6, 0.025, 2)
    assert best_first(game, asked, texts) == ["retreat > Germany", "press on", "retreat > Romania"]
    known(-1.0, 0.6, 2)
    assert best_first(game, asked, texts) == list(texts)


def of_zone_110(closed: bool = True, **more: Any) -> Game:
    """Global: a British zone is attacked, and three fighters may scramble into it, once the combat move is closed."""
    units = {
        "SZ 112": {"Germany": "1 battleship, 1 cruiser"},
        "SZ 110": {"United Kingdom": "1 destroyer"},
        "United Kingdom": {"United Kingdom": "3 fighter"},
    }
    case = {"game": "global1940", "phase": "combat move", "power": "Germany", "setup": "empty", "war": "all"}
    game = build(read_case({"id": "X", "units": units, **case, **more}))
    for order in ("move 1 battleship, 1 cruiser: SZ 112 > SZ 110", *["done"] * closed):
        game.submit(order, PracticeDice(1))
    return game


async def test_battles_of_a_position_are_kept_with_it(desk: OddsDesk) -> None:
    game = moved()
    due = await desk.due(game)
    while not due:  # the process was still starting
        due = await desk.due(game)
    assert [told.place for told in due] == ["Ukraine S.S.R."]
    assert odds_line(due[0]).startswith("Ukraine S.S.R.: ")
    assert await desk.due(game) is due
    told = await desk.battle(game, "Ukraine S.S.R.", Wishes(1))
    assert told is not None and told.odds.retreat > 0 and told.defenders == "Germany"
    assert await desk.battle(game, "Brazil") is None


async def test_a_battle_that_need_not_be_fought_says_so(desk: OddsDesk) -> None:
    units = {
        "SZ 16": {"Japan": "1 destroyer, 1 fighter, 1 aircraft carrier"},
        "SZ 15": {"United States": "1 submarine"},
    }
    game = stand("Japan", "move 1 destroyer, 1 fighter: SZ 16 > SZ 15", units=units)
    (told,) = await desk.due(game)
    assert isinstance(told, Told) and odds_line(told).endswith("; need not be fought")


async def test_a_plan_has_odds_with_and_without_done(desk: OddsDesk, tmp_path: Path) -> None:
    table = await (await Desk(tmp_path).open()).begin()
    await table.stand("combat move")
    attack = "move 3 infantry: Karelia S.S.R. > Ukraine S.S.R."
    for orders in ([attack], [attack, "done"], [attack, "done", "fight Ukraine S.S.R."]):
        _, game = await table.moderator.plan(table.game_id, ANNA, orders)
        told = await plan_lines(cast(Services, SimpleNamespace(odds=desk)), game)
        assert [line.partition(":")[0] for line in told] == ["Ukraine S.S.R."], orders
    await table.store.close()


async def test_what_done_asks_is_told_in_the_phase_that_combat_follows() -> None:
    """Not in a combat move behind which there is a purchase."""
    rules = {"rules": ["bm.bomber-cost"], "options": {"bm.combat_move_first": True}}
    assert await done_asks(of_zone_110(closed=False, **rules)) == ""
    assert await done_asks(of_zone_110(**rules)) == "**United Kingdom**: scramble aircraft?"


async def test_a_plan_tells_what_will_be_asked(desk: OddsDesk) -> None:
    """To whom and with which odds, whether or not it ends the combat move; and what the battles may ask."""
    open_, done = of_zone_110(closed=False), of_zone_110()
    assert await done_asks(open_) == "**United Kingdom**: scramble aircraft?" and await done_asks(done) == ""
    for game in (open_, done):
        told = await plan_asks(cast(Services, SimpleNamespace(odds=desk)), game)
        assert told[:2] == ["Closing this phase asks:", "- **United Kingdom**: scramble aircraft?"]
        assert sorted(line[:12] for line in told[2:4]) == ["  - No scram", "  - Scramble"]
        assert any("Scramble 3 fighters: United Kingdom → SZ 110: SZ 110 held 97.1 %" in line for line in told[2:4])
        assert told[4:] == ["The battles may ask: United Kingdom (choose the losses) in SZ 110"]


async def test_going_on_or_not(desk: OddsDesk) -> None:
    game = moved()
    assert isinstance(game.submit("done", PracticeDice(1)), Outcome)
    assert isinstance(game.submit("fight Ukraine S.S.R.", PracticeDice(4)), Outcome)
    told = await desk.going_on(game, "Ukraine S.S.R.")
    if told is not None:
        text = going_on_text(told)
        assert "Press on" in text and "One more round" in text and "Retreat now: 0 IPC" in text
        assert "fires on the way" in going_on_text(told, True) and "fires" not in text
        stuck = dataclasses.replace(told, once=None, leave=BreakOff(False))
        assert "Nobody may retreat" in going_on_text(stuck) and "One more round" not in going_on_text(stuck)
        rough = dataclasses.replace(
            told, odds=dataclasses.replace(told.odds, played=100, error=0.05), left_out=("mortars",)
        )
        assert "; simulated, give or take 10.0 points; without mortars" in going_on_text(rough)
        assert odds_line(rough).endswith("IPC; simulated, give or take 10.0 points; without mortars")
        left = going_on_text(dataclasses.replace(stuck, leave=BreakOff(True, told.odds)))
        assert "by those who may not leave" in left


async def test_what_takes_too_long_is_ended_and_the_next_question_is_answered(desk: OddsDesk) -> None:
    await desk.forces("1 infantry", "1 infantry", CLASSIC, Wishes())
    hasty = OddsDesk(limit=0.5)
    with pytest.raises(OddsError, match="longer than"):
        await hasty._ask(time.sleep, 60)
    hasty.apart.limit = 600
    told = await hasty.forces("2 infantry", "1 infantry", CLASSIC, Wishes())
    assert told.odds.win > 0.5
    hasty.close()


async def test_only_so_many_wait(desk: OddsDesk) -> None:
    desk.apart.waiting = 20
    with pytest.raises(OddsError, match="Many are asking"):
        await desk.forces("1 infantry", "1 infantry", CLASSIC, Wishes())


def _until(there: Path) -> None:
    while not there.exists():
        time.sleep(0.02)


async def test_messages_do_not_wait_for_odds(tmp_path: Path) -> None:
    """While another question is worked on, a panel goes out without odds; they are there the next time."""
    desk = OddsDesk(limit=600)
    await desk.forces("1 infantry", "1 infantry", CLASSIC, Wishes())
    slow = asyncio.ensure_future(desk._ask(_until, tmp_path / "there"))
    await asyncio.sleep(0.1)
    game = moved()
    assert await desk.due(game) == []
    (tmp_path / "there").touch()
    await slow
    while not (due := await desk.due(game)):
        await asyncio.sleep(0.05)
    assert due[0].place == "Ukraine S.S.R."
    desk.close()


def test_nothing_swings_by_minus_nothing() -> None:
    even = Odds(0.5, 0.4, 0.1, 0, 0.5, 1.04, 1, 1, (), (), error=1e-9)
    assert "+0.0 IPC" in odds_text(even, "Battle") and "-0.0" not in odds_text(even, "Battle")


def test_how_good_they_are() -> None:
    exact = Odds(0.5, 0.4, 0.1, 0, 0.5, 1, 1, 1, (), (), error=1e-9)
    assert precision(exact) == "Exact"
    assert precision(exact, granted=True) == "Exact, if what is taken for granted holds"
    played = Odds(0.5, 0.4, 0.1, 0, 0.5, 1, 1, 1, (), (), error=0.005, played=10_000)
    assert precision(played) == "Simulated 10000 times, give or take 1.0 points"


async def test_a_card_has_the_odds_that_are_known(desk: OddsDesk, tmp_path: Path) -> None:
    """Of the last position, as soon as they have been worked out for the text; nothing is worked out for the card."""
    pictures, cards = Pictures(Settings(data_dir=tmp_path, pictures=False), None), list[Any]()  # type: ignore[arg-type]

    async def draw(what: str, make: Any, paint: Any) -> None:
        cards.append(make())

    pictures._draw = draw  # type: ignore[method-assign, assignment]
    game = moved()
    assert isinstance(game.submit("done", PracticeDice(1)), Outcome)
    assert isinstance(game.submit("fight Ukraine S.S.R.", PracticeDice(4)), Outcome)
    await pictures.card(game, "Ukraine S.S.R.", game.log[-1])
    told = await desk.going_on(game, "Ukraine S.S.R.")
    await pictures.card(game, "Ukraine S.S.R.", game.log[-1])
    await pictures.card(game, "Ukraine S.S.R.", game.log[-2])
    assert isinstance(told, Told) and cards[1].odds.attacker == told.odds.win
    assert cards[0].odds is None and cards[2].odds is None
