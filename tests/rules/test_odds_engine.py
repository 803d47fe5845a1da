"""The odds against the engine itself: the same battles fought with dice, many times."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import pytest

from rules.battle import casualties, losses
from rules.core.view import View
from rules.dice import PracticeDice, ScriptedDice
from rules.model.refusals import Refusal
from rules.odds import Wishes, battle_odds, left_out, odds, ready, typed_battle, typed_odds
from rules.play.game import Game
from tests.rules import random_battles
from tests.rules.engine_fights import answer, fight_out, owners

GAMES = 60


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


@pytest.mark.parametrize("leaving", [(), ("attacker",)])
def test_submarines_that_strike_alone_may_be_gone_at_once(leaving: tuple[str, ...]) -> None:
    """Their shot comes before the first round, and is their only one in it."""
    powers = ("Germany", "United Kingdom")
    view, battle = typed_battle("3 type xxi u-boat", "1 destroyer, 1 cruiser", "europe1943", ["y43"], powers=powers)
    assert left_out(view, battle) == ()
    fight = random_battles.Fight(view, battle, "Type XXI alone", Wishes(leaving=leaving))
    off = random_battles.worst([random_battles.tally(fight, 25, PracticeDice(5))])
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


@pytest.mark.parametrize("budget", [500_000, -1])
@pytest.mark.parametrize("more", [{"rounds": 1}, {"rounds": 1, "leave": 1}, {}])
def test_who_withdraws_after_the_last_round_is_gone_before_the_attacker_is_asked(
    budget: int, more: dict[str, int]
) -> None:
    """A battleship (4) that breaks off after a round, or means to go on, against a submarine (2), sunk or gone after it."""
    view, battle = typed_battle("1 battleship", "1 submarine", "classic")
    found = ready(view, battle).sides(Wishes(leaving=("defender",), **more))  # type: ignore[arg-type]
    result = odds(*found, budget=budget)
    assert result.retreat == 0
    assert result.win == pytest.approx(2 / 3, abs=0.03 if result.played else 1e-9)


@pytest.mark.parametrize(
    ("board", "attacker", "defender", "wishes"),
    [
        ("global1940", "3 submarine", "1 destroyer, 2 battleship", Wishes(leave=1, leaving=("attacker",))),
        ("global1940", "2 submarine", "2 submarine, 1 destroyer", Wishes(rounds=2, leaving=("defender",))),
        ("classic", "2 bomber", "2 submarine", Wishes()),  # whose hits fall on nobody
        ("classic", "1 battleship, 1 bomber", "2 submarine", Wishes()),
        (
            "classic",
            "2 infantry, 1 fighter, 1 battleship",
            "3 infantry, 1 aa gun",
            Wishes(),
        ),  # nobody hits what bombards
    ],
)
def test_what_is_played_comes_to_what_is_worked_out(board: str, attacker: str, defender: str, wishes: Wishes) -> None:
    view, battle = typed_battle(attacker, defender, board)
    exact, played = (odds(*ready(view, battle).sides(wishes), budget=budget) for budget in (500_000, -1))
    assert exact.exact and played.played
    assert (exact.win, exact.retreat) == pytest.approx((played.win, played.retreat), abs=0.03)
    assert exact.attacker_loss == pytest.approx(played.attacker_loss, abs=0.3)


def test_submarines_that_a_destroyer_hunts_stay() -> None:
    view, battle = typed_battle("2 submarine", "2 submarine, 1 destroyer", "global1940")
    stay, leave = (battle_odds(view, battle, wishes=Wishes(1, leaving=sides)) for sides in ((), ("attacker",)))
    assert leave.attacker_loss == pytest.approx(stay.attacker_loss) and leave.attacker_loss > 1


def test_large_fleets_are_worked_out() -> None:
    """The tables of hits grow while they are worked out."""
    fleet = "6 submarine, 4 destroyer, 4 cruiser, 3 battleship, 6 fighter"
    home = "6 submarine, 3 destroyer, 3 cruiser, 3 battleship, 2 aircraft carrier, 4 fighter"
    found = typed_odds(fleet, home, "global1940")
    assert found.exact and found.win == pytest.approx(0.661, abs=0.001)


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
        [random_battles.tally(random_battles.Fight(view, battle, attacker), 25, PracticeDice(5))]
    )
    assert max(off.values()) < random_battles.ERRORS, off
