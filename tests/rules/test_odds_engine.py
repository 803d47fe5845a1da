"""The odds against the engine itself: the same battles fought with dice, many times."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter

import pytest

from rules.battle import casualties, losses
from rules.cases.file import read_case
from rules.cases.setup import build
from rules.core.act import Act
from rules.core.view import View
from rules.dice import PracticeDice, ScriptedDice
from rules.model.refusals import Refusal, Refused
from rules.odds import (
    TypedError,
    Wishes,
    assumed,
    battle_odds,
    battles_due,
    left_out,
    odds,
    ready,
    typed_battle,
    typed_odds,
)  # fmt: skip
from rules.odds.cli import main
from rules.play.game import Game, Outcome
from tests.rules import random_battles

GAMES = 250


def fight_out(view: View, battle: str, dice: PracticeDice) -> tuple[str, View]:
    """Fight a battle to its end with recommended losses; its outcome and the position."""
    game = Game(view.table, view.state.copy())
    order = f"fight {battle}"
    for _ in range(1000):
        outcome = game.submit(order, dice)
        assert not isinstance(outcome, Refusal), (order, outcome)
        found = game.state.battles[battle]
        if found.status == "over":
            return found.outcome, game.view
        order = answer(game, battle)
    raise AssertionError("the battle does not end")


def answer(game: Game, battle: str) -> str:
    decision = game.state.pending[0]
    if decision.kind == "casualties":
        found = game.state.battles[battle]
        chosen = losses.default(game.view, found, decision.data["side"], decision.data["hits"])
        return casualties.text_of(game.view, found, chosen)
    return "press on" if decision.kind == "retreat" else "pass"


def worth(view: View, ids: frozenset[int]) -> int:
    return sum(view.of(unit).cost for i, unit in view.state.units.items() if i in ids)


@pytest.mark.parametrize(
    ("board", "attacker", "defender"),
    [
        ("classic", "3 infantry, 1 tank", "2 infantry"),
        ("classic", "3 infantry, 1 fighter, 1 bomber", "2 infantry, 1 aa gun, 1 fighter"),
        ("classic", "2 infantry, 1 armor, 2 battleship", "4 infantry"),
        ("classic", "2 infantry, 1 armor, 2 battleship, 2 fighter", "4 infantry, 1 aa gun"),
        ("classic", "2 submarine, 1 battleship", "1 carrier, 1 fighter, 1 transport"),
        ("classic", "3 submarine, 1 fighter", "2 submarine, 1 transport, 1 carrier, 1 fighter"),
        ("global1940", "3 infantry, 1 artillery, 1 tank, 1 tactical bomber", "3 infantry, 1 aaa, 1 fighter"),
        ("global1940", "3 infantry, 1 artillery, 1 cruiser, 1 battleship", "3 infantry, 1 fighter"),
        ("global1940", "2 submarine, 1 destroyer, 1 strategic bomber", "1 submarine, 1 battleship, 1 transport"),
        ("global1940", "3 submarine, 1 battleship (damaged), 2 fighter", "2 destroyer, 1 carrier, 2 fighter"),
        ("global1940", "2 submarine, 1 cruiser", "2 submarine, 1 cruiser, 1 fighter"),
        ("global1940", "1 destroyer, 2 transport (cargo: 2 infantry)", "1 cruiser"),
    ],
)
def test_engine_agrees(board: str, attacker: str, defender: str) -> None:
    """Within four standard errors."""
    view, battle = typed_battle(attacker, defender, board)
    odds = battle_odds(view, battle)
    assert odds.exact
    owned = [frozenset(u.id for u in view.state.units.values() if u.owner == p) for p in owners(view)]
    counts: Counter[str] = Counter()
    lost: tuple[list[int], list[int]] = ([], [])
    dice = PracticeDice(f"{attacker} {defender}")
    for _ in range(GAMES):
        outcome, after = fight_out(view, battle, dice)
        counts[outcome] += 1
        for side, ids in enumerate(owned):
            lost[side].append(worth(view, ids) - worth(after, ids))
    for chance, seen in ((odds.win, counts["attacker"]), (odds.loss, counts["defender"])):
        error = math.sqrt(max(chance * (1 - chance), 1 / GAMES) / GAMES)
        assert abs(seen / GAMES - chance) < 4 * error
    for expected, losses_seen in zip((odds.attacker_loss, odds.defender_loss), lost, strict=True):
        mean = sum(losses_seen) / GAMES
        deviation = math.sqrt(sum((x - mean) ** 2 for x in losses_seen) / GAMES)
        assert abs(mean - expected) < 4 * deviation / math.sqrt(GAMES) + 0.05


def owners(view: View) -> tuple[str, str]:
    one = view.state.turn.power
    return one, next(u.owner for u in view.state.units.values() if u.owner != one)


def test_the_position_is_left_alone() -> None:
    view, battle = typed_battle("3 infantry, 1 battleship", "2 infantry")
    before = view.state.copy()
    battle_odds(view, battle)
    assert view.state == before
    assert left_out(view, battle) == ()


def test_a_battle_going_on() -> None:
    """While the defender chooses, the odds know that what was hit still fires: they are the mean of what the
    defender's dice may leave."""
    view, battle = typed_battle("2 infantry, 1 armor", "1 infantry, 1 fighter")
    game = Game(view.table, view.state)
    assert not isinstance(game.submit(f"fight {battle}", ScriptedDice([6, 6, 1])), Refusal)
    asked = game.state.pending[0]
    assert (asked.kind, asked.power) == ("casualties", owners(game.view)[1])
    before, mean = battle_odds(game.view, battle), 0.0
    for faces in itertools.product((1, 6), repeat=2):
        after, dice = Game(view.table, game.state.copy()), ScriptedDice(list(faces))
        while after.state.pending[0].kind == "casualties":
            assert not isinstance(after.submit(answer(after, battle), dice), Refusal)
        chance = math.prod(n / 6 if face == 1 else 1 - n / 6 for face, n in zip(faces, (2, 4), strict=True))
        mean += chance * battle_odds(after.view, battle).win
    assert before.win == pytest.approx(mean)


def test_a_finished_battle_has_no_odds() -> None:
    view, battle = typed_battle("3 infantry", "1 infantry")
    _, after = fight_out(view, battle, PracticeDice(1))
    with pytest.raises(ValueError, match="still to be fought"):
        battle_odds(after, battle)
    with pytest.raises(KeyError):
        battle_odds(view, "Atlantis")


def test_bombardment_is_limited_where_the_board_limits_it() -> None:
    one = typed_odds("1 infantry, 1 battleship", "3 infantry", "global1940")
    three = typed_odds("1 infantry, 3 battleship", "3 infantry", "global1940")
    assert three.win == pytest.approx(one.win)
    assert (
        typed_odds("1 infantry, 3 battleship", "3 infantry").win
        > typed_odds("1 infantry, 1 battleship", "3 infantry").win
    )


def test_bombarded_units_fire_although_guns_fire_in_between() -> None:
    """Both infantry are hit by the ships, the gun misses the plane, and both still shoot (CL-7.2)."""
    view, battle = typed_battle("2 infantry, 2 battleship, 1 fighter", "2 infantry, 1 aa gun")
    dice = ScriptedDice([1, 1, 6, 6, 6, 6, 6, 6])
    assert not isinstance(Game(view.table, view.state).submit(f"fight {battle}", dice), Refusal)
    assert dice.left == 0
    assert not [u for u in view.state.units.values() if u.type == "infantry" and u.owner != view.active]


def test_options_count() -> None:
    tough = typed_odds("1 battleship", "1 battleship", options={"battleship_hits": 2})
    plain = typed_odds("1 battleship", "1 battleship")
    assert plain.win == pytest.approx((2 / 3 * 1 / 3) / (1 - 1 / 9))
    assert tough.draw < plain.draw


@pytest.mark.parametrize(
    ("attacker", "defender", "says"),
    [
        ("3 infantry", "1 infantry, 1 battleship", "two battles"),
        ("3 infantry", "1 battleship", "do not fight at sea"),
        ("1 industrial complex", "1 infantry", "units that fight"),
    ],
)
def test_no_battle(attacker: str, defender: str, says: str) -> None:
    with pytest.raises(TypedError, match=says):
        typed_odds(attacker, defender)


def test_powers() -> None:
    with pytest.raises(TypedError, match="no power"):
        typed_battle("1 infantry", "1 infantry", powers=("Atlantis", ""))
    with pytest.raises(TypedError, match="same side"):
        typed_battle("1 infantry", "1 infantry", powers=("Germany", "Japan"))
    view, _ = typed_battle("1 infantry", "1 infantry", "global1940", powers=("USSR", "Japan"))
    assert owners(view) == ("Soviet Union", "Japan")
    with pytest.raises(Refused):
        typed_battle("1 zeppelin", "1 infantry")


def test_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["3 infantry, 1 tank", "2 infantry"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("win 94.4%, loss 3.9%, draw 1.7%  (exact)\n")
    assert "left of the attacker:\n   38.0%  2 infantry, 1 armor\n" in out
    assert main(["3 infantry, 1 fighter", "2 infantry", "--rounds", "2", "--board", "global1940"]) == 0
    out = capsys.readouterr().out
    assert "undecided" in out and "takes the territory" in out
    assert main(["3 zeppelin", "2 infantry"]) == 2
    assert main(["3 infantry", "2 infantry", "--rounds", "0"]) == 2
    assert main(["3 infantry", "2 infantry", "--rules", "nonsense"]) == 2
    assert main(["3 infantry"]) == 2
    capsys.readouterr()


@pytest.mark.parametrize("leaving", [(), ("attacker",)])
def test_submarines_that_strike_alone_may_be_gone_at_once(leaving: tuple[str, ...]) -> None:
    """Their shot comes before the first round, and is their only one in it."""
    powers = ("Germany", "United Kingdom")
    view, battle = typed_battle("3 type xxi u-boat", "1 destroyer, 1 cruiser", "europe1943", ["y43"], powers=powers)
    assert left_out(view, battle) == ()
    fight = random_battles.Fight(view, battle, "Type XXI alone", Wishes(leaving=leaving))
    off = random_battles.worst([random_battles.tally(fight, 60, PracticeDice(5))])
    assert max(off.values()) < random_battles.ERRORS, off


def test_recommended_losses_count_hits_that_are_not_removed_yet() -> None:
    """A tank of two hits that bombardment has damaged is lost by its next hit in the same round."""
    view, battle = typed_battle("2 infantry, 1 tank, 1 cruiser", "3 king tiger, 1 infantry", "global1940", ["x2"])
    game, dice = Game(view.table, view.state.copy()), ScriptedDice([1, 1, 1, 1, 6, 6, 6, 6])
    for order in (f"fight {battle}", "casualties 1 king tiger (damaged)"):
        assert not isinstance(game.submit(order, dice), Refusal)
    hits = game.state.pending[0].data["hits"]
    chosen = losses.default(game.view, game.state.battles[battle], "defender", hits)
    assert (
        casualties.text_of(game.view, game.state.battles[battle], chosen)
        == "casualties 1 infantry, 2 king tiger (damaged)"
    )


@pytest.mark.parametrize(
    ("board", "power", "order", "place", "army"),
    [
        ("global1940", "Germany", "move 3 infantry: Greater Southern Germany > Yugoslavia", "Yugoslavia", 5),
        ("europe1943", "Germany", "move 1 infantry: Nordland > Sweden", "Sweden", 10),
    ],
)
def test_a_neutrals_army_is_in_the_odds_before_it_stands_up(
    board: str, power: str, order: str, place: str, army: int
) -> None:
    """As in a plan, while combat movement goes on; whoever is asked passes."""
    game = build(read_case({"id": "X", "game": board, "phase": "combat move", "power": power}))
    assert isinstance(game.submit(order, PracticeDice(1)), Outcome)
    view, due = battles_due(game.view)
    assert due == (place,) and len(view.state.battles[place].defenders) == army
    assert battle_odds(view, place).win < 0.1 and not game.view.units(place, "Neutral")


def test_rockets_fire_once_and_are_no_losses() -> None:
    """Typed as they are aimed: gone after their salvo, also where nothing else attacks."""
    powers = ("Germany", "Soviet Union")
    alone = typed_odds("4 rocket", "2 infantry", "global1940", ["x4"], powers=powers)
    assert alone.exact and alone.win == 0 and alone.attackers == (((), pytest.approx(1.0)),)
    assert dict(alone.defenders)[()] == pytest.approx(1 - (2 / 3) ** 4 - 4 * (1 / 3) * (2 / 3) ** 3)
    beside = typed_odds("4 rocket, 2 tank", "2 infantry", "global1940", ["x4"], powers=powers)
    assert beside.win > alone.defenders[0][1] and not any("rocket" in str(left) for left, _ in beside.attackers)


def test_troops_aboard_land_for_an_assault() -> None:
    """Ships and cargo against land units: the troops go ashore, the ships bombard as they do for troops named beside them."""
    aboard = typed_odds("1 transport (cargo: 2 infantry), 1 cruiser", "1 infantry", "global1940")
    beside = typed_odds("2 infantry, 1 transport, 1 cruiser", "1 infantry", "global1940")
    assert aboard.win == pytest.approx(beside.win) and aboard.takes == pytest.approx(beside.takes)
    with pytest.raises(TypedError, match="who lands"):
        typed_odds("2 cruiser", "1 infantry", "global1940")


def test_what_is_aboard_counts_among_the_units_of_a_side() -> None:
    with pytest.raises(TypedError, match="1000 units are too many"):
        typed_odds("200 transport (cargo: 4 infantry)", "1 cruiser", "global1940")
    with pytest.raises(Refused):
        typed_odds("1 transport (cargo)", "1 cruiser", "global1940")


@pytest.mark.parametrize("budget", [500_000, -1])
def test_who_withdraws_after_the_last_round_is_gone_before_the_attacker_is_asked(budget: int) -> None:
    """A battleship (4) that breaks off after a round, against a submarine (2), sunk or gone after it."""
    view, battle = typed_battle("1 battleship", "1 submarine", "classic")
    found = ready(view, battle).sides(Wishes(rounds=1, leaving=("defender",)))
    result = odds(*found, budget=budget)
    assert result.retreat == 0
    assert result.win == pytest.approx(2 / 3, abs=0.03 if result.played else 1e-9)


@pytest.mark.parametrize(
    ("board", "attacker", "defender"),
    [
        ("classic", "3 infantry, 2 armor", "4 infantry, 1 aa gun, 1 fighter"),
        ("classic", "2 submarine, 1 battleship", "3 carrier, 2 fighter, 1 transport"),
        ("global1940", "9 infantry, 3 artillery, 2 tactical bomber, 4 fighter", "7 infantry, 2 fighter"),
        ("global1940", "3 submarine, 2 battleship (damaged), 2 fighter", "2 destroyer, 1 carrier, 2 transport"),
        ("global1940", "2 infantry, 5 infantry, 1 tank", "3 infantry"),
        ("global1940", "2 infantry, 1 tank, 2 cruiser", "3 infantry"),
        ("europe1943", "4 infantry, 2 artillery, 3 strategic bomber", "5 infantry, 1 tank"),
    ],
)
def test_what_is_known_of_kinds_of_units(board: str, attacker: str, defender: str) -> None:
    """The engine is asked once about units of some kinds; more or fewer of them have the odds that the position has."""
    few = [re.sub(r"\d+", "1", side) for side in (attacker, defender)]
    for one, two in ((attacker, defender), (few[0], defender), (attacker, few[1])):
        for rounds in (None, 2):
            view, battle = typed_battle(one, two, board)
            assert typed_odds(one, two, board, rounds=rounds) == battle_odds(view, battle, rounds)


@pytest.mark.parametrize(
    ("attacker", "defender", "wishes"),
    [
        ("3 infantry, 1 armor (elite)", "3 infantry, 1 aa gun", Wishes()),
        ("2 infantry, 1 fighter (elite)", "2 infantry, 1 armor (elite), 1 aa gun", Wishes(rounds=2)),
        ("2 infantry, 1 armor (elite), 1 battleship", "3 infantry, 1 armor (elite)", Wishes(leave=1)),
        ("1 submarine, 1 submarine (elite)", "1 battleship, 1 transport", Wishes(leaving=("attacker",))),
        ("1 infantry, 1 bomber (elite)", "3 infantry, 1 aa gun (elite)", Wishes()),
        ("1 armor (elite), 2 infantry", "1 infantry (elite), 1 armor (elite), 1 infantry", Wishes()),
        ("4 infantry, 1 infantry (elite), 1 armor", "5 infantry, 1 fighter (elite), 2 fighter", Wishes()),
    ],
)
@pytest.mark.parametrize("mode", [{}, {"medium_luck": True}])
def test_elite_units_roll_again_when_they_first_miss(
    attacker: str, defender: str, wishes: Wishes, mode: dict[str, bool]
) -> None:
    """Also with several dice, with several such units, and where full sets of dice hit surely."""
    view, battle = typed_battle(attacker, defender, "classic", ["rw"], mode)
    bare = [side.replace(" (elite)", "") for side in (attacker, defender)]
    plain, _ = typed_battle(bare[0], bare[1], "classic", ["rw"], mode)
    for one in (view, plain):
        one.state.flags["tech.Germany"] = ("heavy bombers",)
    fight = random_battles.Fight(view, battle, attacker, wishes)
    assert "the elite unit of the attacker rolls again when it first misses" in assumed(view, battle) or mode
    assert fight.odds.swing != battle_odds(plain, battle, wishes=wishes).swing or mode
    off = random_battles.worst([random_battles.tally(fight, 60, PracticeDice(5))])
    assert max(off.values()) < random_battles.ERRORS, off


@pytest.mark.parametrize(
    ("attacker", "defender", "mode"),
    [
        ("2 infantry, 1 bomber (elite)", "2 infantry, 1 infantry (elite), 1 armor (elite)", {}),
        ("3 infantry, 1 infantry (elite), 1 armor", "4 infantry, 1 fighter (elite)", {"medium_luck": True}),
        ("1 submarine (elite), 1 battleship", "1 carrier, 1 fighter (elite), 1 transport", {}),
    ],
)
def test_rerolls_are_played_as_they_are_worked_out(attacker: str, defender: str, mode: dict[str, bool]) -> None:
    """Where working out would take too long: the seed is fixed, the agreement is not luck."""
    view, battle = typed_battle(attacker, defender, "classic", ["rw"], mode)
    found = ready(view, battle).sides(Wishes())
    exact, played = odds(*found), odds(*found, budget=-1)
    assert exact.exact and played.played
    assert abs(exact.win - played.win) < 4 * played.error and abs(exact.loss - played.loss) < 0.02
    assert abs(exact.swing - played.swing) < 0.04 * exact.swing_deviation


def test_with_low_luck_no_die_is_an_elite_units_own() -> None:
    both = "3 infantry, 1 armor (elite)", "3 infantry, 1 fighter (elite)"
    view, battle = typed_battle(*both, "classic", ["rw"], {"low_luck": True})
    assert not any("elite" in text for text in assumed(view, battle))
    fight = random_battles.Fight(view, battle, "low luck")
    off = random_battles.worst([random_battles.tally(fight, 60, PracticeDice(5))])
    assert max(off.values()) < random_battles.ERRORS, off


def test_a_reroll_that_is_still_open_is_told() -> None:
    view, battle = typed_battle("1 armor", "1 infantry (elite)", "classic", ["rw"])
    game = Game(view.table, view.state)
    assert isinstance(game.submit(f"fight {battle}", ScriptedDice([1, 6])), Outcome)
    assert game.state.pending[0].kind == "reroll" and battle_odds(game.view, battle).win == 1
    assert "reroll the elite unit's die? No" in assumed(game.view, battle)


def test_an_elite_unit_that_has_rolled_again_rolls_as_any_other() -> None:
    view, battle = typed_battle("3 infantry, 1 armor (elite)", "3 infantry", "classic", ["rw"])
    plain, _ = typed_battle("3 infantry, 1 armor", "3 infantry", "classic", ["rw"])
    unit = next(u for u in view.state.units.values() if "elite" in u.marks)
    act = Act(view.table, view.state.copy(), PracticeDice(0))
    act.set_facts(battle, rerolled=(unit.id,))
    assert battle_odds(act, battle).win == pytest.approx(battle_odds(plain, battle).win)
    assert not any("elite" in text for text in assumed(act, battle))


@pytest.mark.parametrize(
    ("attacker", "defender"),
    [
        ("3 cruiser, 2 fighter", "1 aircraft carrier, 2 battleship, 1 destroyer, 2 fighter"),
        ("2 aircraft carrier, 2 battleship, 3 fighter", "2 aircraft carrier, 3 battleship (damaged), 3 fighter"),
    ],
)
def test_a_rule_on_the_order_of_losses_is_kept(attacker: str, defender: str) -> None:
    """Carriers are hit first (X2-10.7): what is recommended depends on what has been hit before."""
    view, battle = typed_battle(attacker, defender, "global1940", ["x2"])
    off = random_battles.worst(
        [random_battles.tally(random_battles.Fight(view, battle, attacker), 80, PracticeDice(5))]
    )
    assert max(off.values()) < random_battles.ERRORS, off


def _landing(load: str, borders: dict[str, str], craft: bool = False) -> Game:
    """1943: British troops on their way ashore in Normandy, held by two German infantry."""
    units = {"Normandy": {"Germany": "2 infantry"}}
    if craft:
        units["Southwest England"] = {"United Kingdom": f"1 landing craft, {load}"}
        order = f"ship {load}: Southwest England > SZ 7 > Normandy using 1 landing craft: Southwest England"
    else:
        units["SZ 7"] = {"United Kingdom": f"2 transport (cargo: {load})"}
        order = f"unload 2 {load[2:]}: SZ 7 > Normandy"
    lines = {name: {"Germany": text} for name, text in borders.items()}
    case = {"game": "europe1943", "rules": ["y43"], "phase": "combat move", "power": "United Kingdom", "setup": "empty"}
    game = build(read_case({"id": "X", **case, "units": units, "borders": lines}))
    for text in (order, "done"):
        assert isinstance(game.submit(text, PracticeDice(1)), Outcome)
    return game


@pytest.mark.parametrize(
    ("load", "borders", "craft"),
    [
        ("1 tank", {"Normandy | SZ 7": "2 hedgehog"}, False),
        ("1 tank", {"Normandy | SZ 7": "1 hedgehog, 1 landmine"}, False),
        ("1 tank, 1 infantry", {"Normandy | SZ 7": "1 landmine"}, True),
        ("1 tank", {}, True),
    ],
)
def test_what_keeps_troops_aboard_or_takes_a_craft_with_its_load(
    load: str, borders: dict[str, str], craft: bool
) -> None:
    """What becomes of troops on their way ashore is in the odds, one number of hits after the other."""
    view = _landing(load, borders, craft).view
    assert left_out(view, "Normandy") == assumed(view, "Normandy") == ()
    fight = random_battles.Fight(view, "Normandy", load)
    assert fight.odds.exact and sum(p for _, p in fight.odds.attackers) == pytest.approx(1)
    assert fight.odds.swing == pytest.approx(sum(swing * p for swing, p in fight.odds.swings))
    off = random_battles.worst([random_battles.tally(fight, 60, PracticeDice(5))])
    assert max(off.values()) < random_battles.ERRORS, off


def test_hedgehogs_hold_back_as_often_as_they_hit() -> None:
    """Two tanks, one hedgehog that hits on 3: half the time one of them stays aboard, and is no loss."""
    view, bare = _landing("1 tank", {"Normandy | SZ 7": "1 hedgehog"}).view, _landing("1 tank", {}).view
    one, _ = typed_battle("1 tank", "2 infantry", "europe1943", ["y43"], powers=("United Kingdom", "Germany"))
    alone = next(id_ for id_ in one.state.battles)
    both, single = battle_odds(bare, "Normandy"), battle_odds(one, alone)
    assert battle_odds(view, "Normandy").win == pytest.approx((both.win + single.win) / 2)
    assert battle_odds(view, "Normandy").attacker_loss == pytest.approx((both.attacker_loss + single.attacker_loss) / 2)
