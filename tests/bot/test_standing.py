"""Standing orders: their language, which one holds, what they answer; answering for others."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

import pytest
from asked import Asked
from desk import ANNA, BORIS, CHEN, Desk
from positions import UK, left, told

import rules
from bot.discord.components.custom_id import Press
from bot.discord.features.standing.buttons import _ahead_reply, leave_all
from bot.discord.features.standing.buttons import shown as reply_about
from bot.game import Accepted, Denied, PlayError, standing
from bot.game.standing import foresee, seals, words
from bot.game.standing.leaving import StandingDesk
from rules.core.position import lexicon
from rules.core.table import Table
from rules.legal.questions import questions
from rules.model.state import Turn
from rules.play.game import Game, Outcome
from tests.positions import Faces, stand

GLOBAL = lexicon(Table("global1940"))


def zone_110(**more: Any) -> Game:
    """A British zone is attacked; two fighters may scramble into it."""
    units = {
        "SZ 112": {"Germany": "1 battleship, 1 cruiser"},
        "SZ 110": {UK: "1 destroyer"},
        UK: {UK: "3 fighter"},
    }
    move = "move 1 battleship, 1 cruiser: SZ 112 > SZ 110"
    return stand("Germany", move, "done", units={**units, **more})


# --- the language -----------------------------------------------------------------------------------------------


def test_a_sentence_with_everything() -> None:
    wish = words.read("scramble", "2 fighters from United Kingdom only to SZ 110 if odds of at least 60 %", GLOBAL)
    assert (wish.count, wish.units, wish.origin, wish.to) == (2, ("fighter",), UK, "SZ 110")
    assert wish.condition == words.Condition(odds=60)
    there = words.read("kamikaze", "at most 2 at aircraft carrier, battleship if there is a transport", GLOBAL)
    assert there.count == 2 and there.at == ("aircraft carrier", "battleship")
    assert there.condition == words.Condition(unit="transport")
    away = words.read("retreat", "retreat to Poland after 2 rounds if odds below 40 %", GLOBAL)
    assert away.retreats and (away.to, away.after) == ("Poland", 2)
    assert away.condition == words.Condition(odds=40, below=True)
    assert words.read("intercept", "if it pays", GLOBAL).condition == words.Condition(pays=True)
    assert words.read("scramble", "if no destroyer is there", GLOBAL).condition == words.Condition(
        unit="destroyer", none=True
    )


def test_a_formation_is_named_as_it_is_called() -> None:
    assert words.read("formation", "panzer army", GLOBAL).text == "invoke panzer army"
    assert words.read("formation", "invoke waffen-ss army", GLOBAL).text == "invoke waffen-ss army"


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("casualties", "press on"),
        ("scramble", "2 elephants"),
        ("retreat", "retreat now!"),
        ("battle", "hold if it pays"),
    ],
)
def test_what_is_not_understood_is_told(kind: str, text: str) -> None:
    with pytest.raises(PlayError, match=r"understand|could not read"):
        words.read(kind, text, GLOBAL)


def test_only_questions_that_the_game_can_ask() -> None:
    plain, house = questions(Table("global1940")), questions(Table("europe1943", ["y43"]))
    assert {"scramble", "kamikaze", "submerge", "free units"} <= set(plain) and "withdraw" not in plain
    assert {"scramble", "withdraw"} & set(questions(Table("classic"))) == {"withdraw"}
    assert "kamikaze" not in house and {"formation", "home defense"} <= set(house)
    with pytest.raises(PlayError, match="no such question"):
        left(UK, "home defense", "never")


def test_every_question_says_what_it_is_about() -> None:
    """Of the owner's own turn there are only these, which no standing order is for."""
    own_turn = {"chart", "no landing", "ignore"}
    tables = [
        Table("classic", ["rw"]),
        Table("global1940", ["x2"]),
        Table("global1940", ["bx"]),
        Table("europe1943", ["y43"]),
    ]
    about = {kind for table in tables for kind in questions(table)} | {"bid"} | own_turn
    folder = Path(rules.__file__).parent
    asked = {
        kind
        for file in folder.rglob("*.py")
        for kind in re.findall(r"\.ask(?:_first)?\(\s*\"([a-z ]+)\"", file.read_text("utf-8"))
    }
    assert len(asked) > 10 and asked <= about


# --- what is answered -------------------------------------------------------------------------------------------


def test_how_many_scramble_and_where_to() -> None:
    game = zone_110()
    assert told(game, left(UK, "scramble", "always")) == f"scramble 3 fighter: {UK} > SZ 110"
    assert told(game, left(UK, "scramble", "2 fighter only to SZ 110")) == f"scramble 2 fighter: {UK} > SZ 110"
    assert told(game, left(UK, "scramble", "2 fighter only to SZ 109")) == "pass"
    assert told(game, left(UK, "scramble", "never")) == "pass"
    assert told(game, left(UK, "scramble", "ask")) is None
    assert isinstance(game.submit(f"scramble 2 fighter: {UK} > SZ 110", Faces(), UK), Outcome)
    assert told(game, left(UK, "scramble", "at most 2 fighter")) == "pass"


def test_conditions() -> None:
    game = zone_110()
    assert told(game, left(UK, "scramble", "always if odds of at least 1 %")) == f"scramble 3 fighter: {UK} > SZ 110"
    assert told(game, left(UK, "scramble", "always if odds of at least 99 %")) == "pass"
    assert told(game, left(UK, "scramble", "always if there is a battleship")) == f"scramble 3 fighter: {UK} > SZ 110"
    assert told(game, left(UK, "scramble", "always if there is a transport")) == "pass"


def test_the_closest_standing_order_counts() -> None:
    game = zone_110()
    turn = game.state.turn
    always, never = left(UK, "scramble", "always"), left(UK, "scramble", "never", turn=turn)
    assert told(game, always, never) == "pass"
    assert told(game, always, left(UK, "scramble", "never", turn=Turn(9, "Italy", "x"))) != "pass"


def losses(*defenders: str) -> Game:
    """One hit on the defenders of France."""
    return stand(
        "Germany", "move 4 infantry: Western Germany > France", "done", "fight France", dice=(1,),
        units={"Western Germany": {"Germany": "4 infantry"}, "France": {"France": ", ".join(defenders)}},
    )  # fmt: skip


def test_losses_in_the_words_of_clubs() -> None:
    game = losses("1 infantry", "1 fighter")
    assert told(game, left("France", "casualties", "default")) == "casualties 1 infantry"
    assert told(game, left("France", "casualties", "save air")) == "casualties 1 infantry"
    assert told(game, left("France", "casualties", "hold")) == "casualties 1 fighter"
    assert told(game, left("France", "battle", "hold")) == "casualties 1 fighter"
    assert told(game, left("France", "casualties", "fighter, infantry", place="land")) == "casualties 1 fighter"
    assert told(game, left("France", "casualties", "fighter, infantry", place="sea")) is None
    near = left("France", "casualties", "default", place="France")
    assert told(game, left("France", "casualties", "fighter"), near) == "casualties 1 infantry"
    assert told(game, left("France", "casualties", "first hits")) is None


def test_attacks_are_broken_off_in_time() -> None:
    game = stand(
        "Germany", "move 2 infantry, 1 fighter: Western Germany > France", "done", "fight France",
        units={"Western Germany": {"Germany": "2 infantry, 1 fighter"}, "France": {"France": "3 infantry"}},
    )  # fmt: skip
    assert game.state.pending[0].kind == "retreat"
    for how, answer in (
        ("press on", "press on"),
        ("take at all costs", "press on"),
        ("walk in", "retreat to Western Germany"),
        ("save air", "retreat to Western Germany"),
        ("retreat if odds below 90 %", "retreat to Western Germany"),
        ("retreat after 2 rounds", "press on"),
        ("press on if odds of at least 99 %", "retreat to Western Germany"),
    ):
        assert told(game, left("Germany", "retreat", how)) == answer, how


def test_submarines_that_may_dive_once_what_hunts_them_is_gone_are_foreseen() -> None:
    units = {"SZ 112": {"Germany": "1 destroyer, 1 battleship"}, "SZ 110": {UK: "1 submarine, 1 destroyer"}}
    game = stand("Germany", "move 1 destroyer, 1 battleship: SZ 112 > SZ 110", units=units)
    twin = foresee.after_combat_move(game)
    assert standing.Ahead("submerge", UK, "SZ 110") in standing.ahead(twin)


# --- at the desk ------------------------------------------------------------------------------------------------


async def test_an_ally_may_answer_and_whoever_has_two_powers_answers_once(desk: Desk) -> None:
    await desk.begin({UK: BORIS, "France": CHEN}, board="global1940")
    leave = StandingDesk(desk.moderator)
    with pytest.raises(PlayError, match="same side"):
        await leave.let_answer(desk.game_id, CHEN, ["France"], 99)
    await leave.let_answer(desk.game_id, CHEN, ["France"], BORIS)
    table = await desk.moderator.table(desk.game_id)
    position = stand(
        "Germany", "move 2 battleship: SZ 112 > SZ 110", "done", "fight SZ 110", dice=(1, 6),
        units={
            "SZ 112": {"Germany": "2 battleship"},
            "SZ 110": {UK: "1 cruiser, 1 destroyer", "France": "1 cruiser, 1 destroyer"},
        },
    )  # fmt: skip
    table.game = Game(table.game.table, position.state, table.game.log)
    assert position.state.pending[0].data["owners"] == ("United Kingdom", "France")
    outcome = await desk.give("casualties 1 destroyer (united kingdom)", user=BORIS)
    assert isinstance(outcome, Accepted), outcome
    assert [e.by for e in outcome.entries][:2] == [UK, "France"]
    denied = await desk.give("press on", user=BORIS)
    assert isinstance(denied, Denied)


async def test_tried_on_the_position_nothing_happens(desk: Desk) -> None:
    game = zone_110()
    before = game.hash
    found = standing.tried(game, [left(UK, "scramble", "2 fighter")], (UK,))
    assert found[0].startswith(f"{UK}: `scramble 2 fighter") and game.hash == before
    assert standing.tried(game, [], ("Japan",)) == [] and ANNA


async def test_a_plan_gives_nothing_away_that_others_have_left(desk: Desk) -> None:
    """A plan that closes the combat move stops at the questions of others, although one would be answered at once."""
    await desk.begin({UK: BORIS}, board="global1940")
    (await desk.moderator.table(desk.game_id)).game = stand(
        "Germany", "move 2 battleship: SZ 112 > SZ 110",
        units={"SZ 112": {"Germany": "2 battleship"}, "SZ 110": {UK: "1 destroyer"}, UK: {UK: "3 fighter"}},
    )  # fmt: skip
    never = standing.made(desk.game_id, UK, BORIS, Table("global1940"), "scramble", "never")
    await StandingDesk(desk.moderator).keep([never])
    result, planned = await desk.moderator.plan(desk.game_id, ANNA, ["done"])
    assert [d.kind for d in planned.state.pending] == ["scramble"] and "standing" not in " ".join(map(str, result.told))
    assert (
        "answers by standing order" in " ".join(map(str, (await desk.ok("done")).lines))
        and not (await desk.state()).pending
    )


async def test_a_standing_order_is_under_seal_until_it_is_used(desk: Desk) -> None:
    await desk.begin({UK: BORIS}, board="global1940")
    (await desk.moderator.table(desk.game_id)).game = stand(
        "Germany", "move 2 battleship: SZ 112 > SZ 110",
        units={"SZ 112": {"Germany": "2 battleship"}, "SZ 110": {UK: "1 destroyer"}, UK: {UK: "3 fighter"}},
    )  # fmt: skip
    leave = StandingDesk(desk.moderator)
    await leave.keep([standing.made(desk.game_id, UK, BORIS, Table("global1940"), "scramble", "never")])
    (under_seal,) = await desk.store.audit(desk.game_id, only=seals.ACTS)
    assert under_seal.action == seals.LEFT and set(under_seal.detail) == {"power", "seal"}
    await desk.ok("done")
    shown, _ = await desk.store.audit(desk.game_id, only=seals.ACTS)
    assert shown.action == seals.USED and shown.detail["words"] == "United Kingdom: scramble: never"
    again = hashlib.sha256(f"{shown.detail['words']} {shown.detail['key']}".encode()).hexdigest()[:16]
    assert again == shown.detail["seal"] == under_seal.detail["seal"]
    (kept,) = await desk.store.policies(desk.game_id)
    assert not seals.opened([kept]), "told once"


async def test_what_can_be_left_is_told_once_and_not_at_every_change(desk: Desk) -> None:
    await desk.begin()
    first = await reply_about(desk.services, await desk.row(), ANNA)
    again = await reply_about(desk.services, await desk.row(), ANNA, changed=True)
    assert "-# casualties:" in first.text and "-#" not in again.text and again.text in first.text


async def test_menus_of_ahead_say_which_question_they_answer_whatever_is_chosen(desk: Desk) -> None:
    await desk.begin({"France": BORIS}, board="global1940")
    table = await desk.moderator.table(desk.game_id)
    table.game = stand(
        "Germany", "move 4 infantry: Western Germany > France", "done",
        units={"Western Germany": {"Germany": "4 infantry"}, "France": {"France": "1 infantry, 1 fighter"}},
    )  # fmt: skip
    row, game = await desk.row(), await desk.game()
    chosen = "France, France: choose the losses: "
    for word in ("ask me", "save air"):
        reply = await _ahead_reply(desk.services, row, game, ("France",))
        assert reply.view and [o.label for o in reply.view.children[0].options if o.default] == [chosen + word]  # type: ignore[attr-defined]
        one = standing.made(row.id, "France", BORIS, game.table, "casualties", "save air", "France", game.state.turn)
        await desk.services.standing.keep([one])
    with pytest.raises(PlayError, match="whoever is attacked"):
        await leave_all(desk.services, Asked(900, ANNA, kind="component"), Press("leaveall", desk.game_id))  # type: ignore[arg-type]
