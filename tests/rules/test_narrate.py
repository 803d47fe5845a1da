"""Entries in words."""

from __future__ import annotations

import tomllib
from collections import Counter

from rules.cases.file import read_case
from rules.cases.setup import build
from rules.dice import ScriptedDice
from rules.dice.prng import Prng
from rules.model.events import DiceRolled, Noted, UnitChanged
from rules.play.game import Game, Outcome
from rules.play.narrate import Heading, Line, dice_text, narrate, told
from rules.play.recap import recaps
from tests.positions import stand

UK, FRANCE = "United Kingdom", "Normandy/Bordeaux"


def said(game: Game, order: str) -> list[str]:
    """The lines of an order that must be accepted."""
    answer = game.submit(order, Prng(1))
    assert isinstance(answer, Outcome), answer
    return narrate(game.table, answer.entry)


def test_dice_stand_beside_the_numbers_they_needed() -> None:
    """Grouped by unit; hits are marked by a sign, not by colour."""
    roll = DiceRolled("USSR", "attack", "Ukraine S.S.R.", (1, 4, 3), (1, 1, 3), ("infantry", "infantry", "armor"))
    assert dice_text(roll) == "infantry at 1: 1✓ 4, armor at 3: 3✓ → 2 hits"
    assert dice_text(DiceRolled("UK", "raid damage", "Germany", (6, 2), (0, 0))) == "6 2"


def test_a_breakthrough_is_told_once() -> None:
    game = Game.new("classic", dice=ScriptedDice([6, 6]))
    answer = game.submit("research 1", ScriptedDice([6, 6]))
    assert isinstance(answer, Outcome)
    lines = narrate(game.table, answer.entry)
    assert [line for line in lines if "heavy bombers" in line] == ["USSR develops heavy bombers"], lines


def test_a_turn_in_words() -> None:
    """Purchases, moves and the turn's changes are told."""
    game = Game.new("classic")
    said(game, "done")
    assert any("3 infantry" in line for line in said(game, "buy 3 infantry"))
    said(game, "done")
    assert "USSR: 2 infantry: Caucasus → Ukraine S.S.R." in said(game, "move 2 infantry: Caucasus > Ukraine S.S.R.")
    assert said(game, "undo") == ["Order 4 is taken back."]
    lines = [line for _ in range(3) for line in said(game, "done")]
    assert "USSR: mobilize" in lines
    said(game, "place 3 infantry: Russia")
    lines = said(game, "done")
    assert any("24 IPC" in line for line in lines)
    assert "Turn of Germany, round 1 (Early 1942)" in lines


def test_a_turn_begins_with_the_phase_that_it_has() -> None:
    """Once, also behind the line of a new round; China, which researches nothing, begins with its combat move."""
    case = {"id": "X", "game": "anniversary", "phase": "mobilize"}
    lines = said(build(read_case({**case, "power": "United States"})), "done")
    assert "China: research" not in lines and "China: combat move" in lines
    lines = said(build(read_case({**case, "power": "China"})), "done")
    assert lines[-3:] == ["Turn of Germany, round 2 (Late 1941)", "Round 2: Late 1941", "Germany: research"]


def test_a_neutral_army_that_holds_is_not_told_as_lost() -> None:
    """Its units leave the board as units and stand as the place's army again."""
    units = {"Albania": {"Italy": "1 infantry"}}
    case = {"id": "X", "game": "global1940", "phase": "combat move", "power": "Italy", "setup": "empty", "units": units}
    game = build(read_case(case))
    for order in ("move 1 infantry: Albania > Greece", "done"):
        said(game, order)
    answer = game.submit("fight Greece", ScriptedDice([6, 1, 6, 6, 6]))
    assert isinstance(answer, Outcome), answer
    lines = narrate(game.table, answer.entry)
    assert "Neutral: 4 infantry stay in Greece" in lines
    assert not any("Neutral loses" in line for line in lines)
    (turn,) = recaps(game.table, game.log[1:])
    lost = Counter(side for fight in turn.fights for side in (fight.defending.lost + turn.losses.lost).elements())
    assert not lost


def test_dice_of_which_the_best_counts_hang_together() -> None:
    units = {UK: {"United States": "2 heavy bomber, 1 fighter"}, FRANCE: {"Germany": "3 infantry"}}
    game = stand(
        "United States", f"move 2 heavy bomber, 1 fighter: {UK} > SZ 110 > {FRANCE}", "done", f"fight {FRANCE}",
        dice=(4, 1, 5, 6, 3, 1, 6, 6), rules=["x4"], units=units, war=[["United States", "Germany"]],
        owner={FRANCE: "Germany"}, round=8,
    )  # fmt: skip
    attack = f"United States, attack in {FRANCE}: fighter at 3: 4, heavy bomber at 4: 1✓/5 6/3✓ → 2 hits"
    assert attack in narrate(game.table, game.log[-1])


def test_a_raid_is_told_from_an_attack() -> None:
    case = {"id": "X", "game": "global1940", "phase": "combat move", "power": "Germany"}
    game = build(read_case(case))
    told = said(game, "bomb air base: 1 strategic bomber: Germany > United Kingdom")
    assert "Germany: 1 strategic bomber to bomb the air base: Germany → United Kingdom" in told


def _lines(head: str, orders: list[str], dice: list[int]) -> list[str]:
    """What the last of some orders brought about, in a position."""
    case = {"id": "X", "phase": "combat move", "setup": "empty", "war": "all", **tomllib.loads(head)}
    game, rolls = build(read_case(case)), ScriptedDice(dice)
    for order in orders:
        answer = game.submit(order, rolls, game.to_act)
        assert isinstance(answer, Outcome), answer
    return narrate(game.table, answer.entry)


def test_what_is_gone_is_named() -> None:
    """Neither what is left beside it, nor that nothing is."""
    pen = """
        game = "global1940"
        rules = ["x4.heavy-bombers"]
        round = 9
        power = "United Kingdom"
        owner = { "Normandy/Bordeaux" = "Germany" }
        facilities."Normandy/Bordeaux" = "naval base, u-boat pen (damaged 8)"
        units."United Kingdom"."United Kingdom" = "1 heavy bomber"
    """
    raid = ["bomb u-boat pen: 1 heavy bomber: United Kingdom > Normandy/Bordeaux", "done", "fight Normandy/Bordeaux"]
    lines = _lines(pen, raid, [6, 6, 6])
    assert "Normandy/Bordeaux: u-boat pen gone (destroyed)" in lines
    banzai = """
        game = "global1940"
        rules = ["bx.banzai"]
        round = 6
        power = "Japan"
        owner.Yunnan = "China"
        units.Kwangsi.Japan = "2 infantry"
        units.Yunnan.China = "1 infantry"
    """
    lines = _lines(banzai, ["move 2 infantry (banzai): Kwangsi > Yunnan", "done", "fight Yunnan"], [1, 1, 6])
    assert "Yunnan: 1 banzai marker of Japan gone (over)" in lines


def test_a_takeover_is_a_few_lines() -> None:
    """Lands and units that change hands alike are told together."""
    head = """
        game = "global1940"
        rules = ["x4.italian-takeover"]
        round = 8
        power = "Germany"
        phase = "purchase"
        owner.Greece = "Italy"
        units."Southern Italy".Italy = "2 infantry, 1 fighter"
        units.Greece.Italy = "1 infantry"
    """
    lines = _lines(head, ["invoke italian takeover"], [])
    assert "3 infantry, 1 fighter: now of Germany, before of Italy" in lines
    assert sum("taken over: now Germany, before Italy" in line for line in lines) == 1


def test_who_may_not_retreat_is_asked_to_press_on() -> None:
    """Troops from the sea stay; the question says so."""
    head = """
        game = "global1940"
        power = "Germany"
        units."SZ 110".Germany = "1 transport (cargo: 2 infantry)"
        units."United Kingdom"."United Kingdom" = "2 infantry"
        facilities."United Kingdom" = ""
    """
    orders = ["unload 2 infantry: SZ 110 > United Kingdom", "done", "fight United Kingdom"]
    lines = _lines(head, orders, [6, 6, 6, 6])
    assert "Germany decides in United Kingdom: press on (nobody may retreat)" in lines


def test_what_is_placed_is_told_with_its_place() -> None:
    game = stand("Germany", "buy 2 infantry", "done", "done", "done", "done", phase="purchase")
    assert "Germany: 2 infantry in Germany" in said(game, "place 2 infantry: Germany")


def test_a_round_is_a_heading_and_other_remarks_are_lines() -> None:
    table = stand("Germany").table
    (round_,), (remark,) = told(table, [Noted("Round 2", {"heading": True})]), told(table, [Noted("It rains.", {})])
    assert type(round_) is Heading and type(remark) is Line


def test_what_is_damaged_on_its_way_to_land_or_bomb_is_told() -> None:
    view = stand("Germany", units={"SZ 110": {"Germany": "1 battleship"}}).view
    (ship,) = view.units("SZ 110")
    sent = ship.but(role="raid")
    (line,) = told(view.table, [UnitChanged(sent, sent.but(damage=1))])
    assert line.text == "Germany: battleship in SZ 110 is damaged"
