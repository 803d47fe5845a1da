"""What is shown to those who look: places, parts of the map, odds, questions and how much they are about."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from desk import ANNA, Desk

from bot.discord.features.look.buttons import _focus, compare_reply, rule_reply
from bot.discord.features.look.text import board_text, place_text
from bot.discord.features.odds.text import odds_text
from bot.discord.features.orders.buttons import orders_form
from bot.discord.features.panel.panel import compose
from bot.discord.features.panel.status import ask_line, at_stake, money_line
from bot.game import PlayError
from bot.services import Services
from bot.settings import Settings
from bot.workers.panels import subject
from rules.cases.file import read_case
from rules.cases.setup import build
from rules.core.documents import TableError, house_rules
from rules.core.table import Table
from rules.dice.prng import Prng
from rules.library.library import for_table
from rules.model.refusals import Refused
from rules.model.state import Decision
from rules.odds import typed_odds
from rules.play.asking import question
from rules.play.game import Game


def stand(game: str = "global1940", **more: Any) -> Game:
    """A position."""
    return build(read_case({"id": "X", "game": game, **more}))


async def test_the_lobby_shows_the_whole_commitment(desk: Desk) -> None:
    row = await desk.lobby.create(
        "1", {"guild_id": 9, "channel_id": 11, "name": "New", "board": "classic", "master": ANNA}
    )
    services = Services.over(Settings(data_dir=desk.folder, _env_file=None), desk.store, desk.moderator)
    embed = (await compose(services, await desk.moderator.situation(row.id))).reply.embed
    assert embed is not None and re.search(r"`[0-9a-f]{64}`", str(embed.description))


async def test_a_rule_tells_how_it_stands_in_the_game(desk: Desk) -> None:
    await desk.begin(board="global1940", rules=["bm"])
    services, row = desk.services, await desk.row()
    vichy = str((await rule_reply(services, row, "bm.vichy")).embed.description)  # type: ignore[union-attr]
    assert "No: Axis powers control Paris and Normandy/Bordeaux." in vichy
    paid = str((await rule_reply(services, row, "bm.objectives")).embed.description)  # type: ignore[union-attr]
    assert "UK Europe: 6 IPC (the Empire 3, islands of the Mediterranean 3)" in paid and "Japan: 10 IPC" in paid
    assert "none" in str((await rule_reply(services, row, "bm.capitals")).embed.description)  # type: ignore[union-attr]


async def test_a_rule_of_another_game_is_told_as_not_played_here(desk: Desk) -> None:
    await desk.begin()
    services, row = desk.services, await desk.row()
    here = (await rule_reply(services, row, "low luck")).embed
    assert here and here.title == "Low luck" and "**In this game** off." in str(here.description)
    elsewhere = (await rule_reply(services, row, "x2")).embed
    assert elsewhere and "Expansion II" in str(elsewhere.title)
    assert str(elsewhere.description).startswith("*Not played in this game.*")
    with pytest.raises(PlayError, match="I find nothing"):
        await rule_reply(services, row, "qqqqzzzz")


async def test_a_house_rule_that_is_not_played_comes_before_what_only_comes_near_it(desk: Desk) -> None:
    await desk.begin()
    services, row = desk.services, await desk.row()
    mines = (await rule_reply(services, row, "sea mines")).embed
    assert mines and "mine" in str(mines.title) and str(mines.description).startswith("*Not played in this game.*")
    carriers = (await rule_reply(services, row, "carriers and fighters")).embed
    assert carriers and "Not played" not in str(carriers.description)


async def test_units_without_figures_are_compared_in_words(desk: Desk) -> None:
    """Discord takes no field without text."""
    card = (await compare_reply(desk.services, None, "global1940.rockets", "global1940.kamikaze")).embed
    assert card is not None and card.description == "There are no figures to compare." and not card.fields


def test_a_neutrals_army_is_told() -> None:
    assert "Its army, if it is attacked or joins a power: 6 infantry" in place_text(Game.new("global1940"), "Sweden")


def test_one_territory_is_said_as_one() -> None:
    assert "; 1 territory, 14 units" in board_text(Game.new("oztea1941"))


def test_a_powers_name_means_its_front() -> None:
    game = Game.new("global1940")
    assert _focus(game, "Germany") == "Germany" and _focus(game, "ger") == "Germany"
    assert _focus(game, "germany") in game.table.board.order and _focus(game, "Egy") == "Egypt"


def test_what_is_unknown_gets_up_to_three_suggestions_in_look_ups() -> None:
    with pytest.raises(PlayError, match=r"called “Ukrane” on this board\. Did you mean (.+, ){0,2}.*Ukraine"):
        _focus(Game.new("global1940"), "Ukrane")
    with pytest.raises(Refused) as told:
        Game.new("global1940").parse("fight " + "Very long " * 400)
    assert len(told.value.refusal.message) < 200


def test_what_a_power_has_and_earns_is_labelled() -> None:
    game = Game.new("global1940")
    assert money_line(game.view, "Germany") == "30 IPC, earns 40 as things stand"
    assert money_line(game.view, "United Kingdom").endswith("UK Pacific: 17 IPC, earns 17 as things stand")


def test_a_document_of_another_board_is_refused_by_its_names() -> None:
    with pytest.raises(TableError) as told:
        Table("classic", ("bx.banzai",))
    assert str(told.value).startswith("Japanese Banzai attack is for Axis & Allies Global 1940, ")
    assert "; this game is on Axis & Allies Classic" in str(told.value)


def test_examples_in_forms_are_of_the_board() -> None:
    game = stand("classic", phase="combat move", power="USSR")
    hint = orders_form(cast(Any, SimpleNamespace(id="abcd1234")), game, plan=False).children[0].component.placeholder
    places = game.table.board.place_names
    assert all(places.find(name) for name in str(hint).partition(": ")[2].split(" > "))


def test_odds_at_sea_speak_of_no_territory() -> None:
    found = typed_odds("2 submarine", "1 destroyer", "global1940")
    assert "territory" not in odds_text(found, "At sea", found.takes > 0)


def test_a_question_says_how_much_it_is_about() -> None:
    asked = Decision("casualties", "Germany", "Ukraine S.S.R.", {"hits": {"any": 2}, "battle": "Ukraine S.S.R."})
    view = Game.new("classic").view
    told = ask_line(view, asked)
    assert told == "**Germany** in Ukraine S.S.R.: choose the losses (2 hits)" and at_stake(view, asked) == " (2 hits)"


def test_every_question_has_words() -> None:
    """What rules ask is told in words of theirs, not by the name of the kind."""
    for rule in (*house_rules().values(), *Table("global1940").rules, *Table("europe1943").rules):
        assert set(rule.questions) == set(rule.asks), rule.id
    assert question(Table("classic", ("rw",)), "reroll") == "reroll the elite unit's die?"


async def test_a_question_in_a_battle_is_shown_with_its_card() -> None:
    game = stand("classic", phase="combat move", power="USSR")
    for order in ("move 3 inf, 1 tank: Karelia > Ukraine", "move 3 inf: Caucasus > Ukraine", "done", "fight Ukraine"):
        game.submit(order, Prng(2))
    assert game.state.pending
    drawn: list[str] = []
    media = SimpleNamespace(
        card=lambda game, battle, last: drawn.append(battle), board=lambda request: drawn.append("map")
    )
    services = cast(Any, SimpleNamespace(media=media))
    for position, wanted in ((game, "Ukraine S.S.R."), (Game.new("classic"), "map")):
        (await subject(services, position))[1]()
        assert drawn.pop() == wanted


async def test_who_can_only_press_on_is_not_asked(desk: Desk) -> None:
    """An assault from the sea whose land units have nowhere to go back to."""
    await desk.begin()
    units = {
        "North Sea Zone": {"United Kingdom": "4 transport (cargo: 2 infantry)"},
        "Finland-Norway": {"Germany": "6 infantry"},
    }
    await desk.stand("combat move", "United Kingdom", setup="empty", units=units)
    await desk.ok("unload 8 infantry: North Sea Zone > Finland-Norway", "done", "fight Finland-Norway")
    assert not (await desk.state()).pending


def test_tags_of_orders_and_what_paratroopers_can_are_written_down() -> None:
    orders = (Path(__file__).parents[2] / "docs" / "ORDERS.md").read_text(encoding="utf-8")
    assert "(banzai)" in orders and "(by air)" in orders
    card = for_table(Table("global1940", ("bx",))).search("paratrooper", 1)[0].entry
    assert "flies up to 2 spaces" in card.text
