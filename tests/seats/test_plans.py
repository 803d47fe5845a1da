"""Search over plans: turns played out on copies, the enemies' replies, and the plan that stands best after them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from test_sanity import position

from rules.dice.prng import Prng
from rules.play.game import Game, Outcome
from seats import OFFICER, Player
from seats.levels import PLANNER
from seats.plans.candidates import Idea, candidates
from seats.plans.judge import judged, posted, stood
from seats.plans.playout import EvenDice, played_out
from seats.plans.postures import best_posture
from seats.plans.replies import replied
from seats.plans.search import best_plan, unlucky
from seats.player import moved
from seats.position.situation import Situation

PLANS = replace(OFFICER, plans=4, postures=True)
EAST = "Eastern Europe"
FRONT = {
    EAST: {"Germany": "6 infantry, 3 armor"},
    "Germany": {"Germany": "9 infantry, 2 fighter"},
    "Karelia S.S.R.": {"USSR": "3 infantry"},
    "Ukraine S.S.R.": {"USSR": "2 infantry, 1 armor"},
    "Russia": {"USSR": "6 infantry, 2 armor"},
}


def seen(game: Game, power: str) -> tuple[Player, Situation]:
    player = Player(PLANS, 1)
    return player, player.situation(game, power)


def test_even_dice_show_each_face_once_in_six_for_each_kind_of_roll() -> None:
    dice = EvenDice()
    first = [*dice.roll(2, "attack"), *dice.roll(4, "attack")]
    assert Counter(first) == Counter(range(1, 7)) == Counter(dice.roll(6, "defense"))


def test_a_turn_is_played_out_to_its_end_and_the_same_each_time() -> None:
    ends = []
    for _ in range(2):
        game = Game.new("classic")
        player, s = seen(game, "USSR")
        ends.append(played_out(game.copy(), player.pilot(s)))
    assert ends[0].state.turn.power == "Germany"
    assert ends[0].hash == ends[1].hash


def test_whoever_plays_a_turn_out_searches_no_more() -> None:
    """Else each plan would be searched again within each plan."""
    game = Game.new("classic")
    player = Player(PLANNER, 1)
    seen = player.pilot(player.situation(game, "USSR")).situation(game.copy(), "USSR").level
    assert (seen.plans, seen.postures, seen.reckons) == (0, False, False)
    assert seen.courts


def test_what_is_played_out_leaves_the_game_alone() -> None:
    game, player = position("Germany", "combat move", FRONT), Player(PLANS, 1)
    before, memory = game.hash, len(game.log)
    player.next(game)
    assert (game.hash, len(game.log)) == (before, memory)


def gains(units: dict[str, Any], owner: dict[str, str] | None = None) -> float:
    """IPC that the enemies gain of what the USSR has left."""
    game = position("USSR", "collect income", units, owner=owner or {}, money={"USSR": 0})
    _, s = seen(game, "USSR")
    return replied(s)


def test_an_enemy_attacks_with_each_unit_once() -> None:
    """One stack beside two garrisons takes one of them; two stacks take both."""
    garrisons = {"Karelia S.S.R.": {"USSR": "1 infantry"}, "Ukraine S.S.R.": {"USSR": "1 infantry"}}
    homes = {"Caucasus": {"USSR": "1 infantry"}, "Russia": {"USSR": "1 infantry"}}
    alone = [gains({place: one, **homes, EAST: {"Germany": "2 infantry"}}) for place, one in garrisons.items()]
    one, two = (gains({**garrisons, **homes, EAST: {"Germany": f"{n} infantry"}}) for n in (2, 6))
    assert one < sum(alone)
    assert one < two


def test_what_no_enemy_reaches_costs_nothing() -> None:
    assert gains({"Novosibirsk": {"USSR": "1 infantry"}, "Brazil": {"Germany": "9 infantry"}}) == 0.0


def test_who_is_dead_replies_no_more() -> None:
    units = {"Karelia S.S.R.": {"USSR": "2 infantry"}, EAST: {"Germany": "6 infantry, 2 armor"}}
    game = position("USSR", "collect income", units, money={"USSR": 0})
    _, s = seen(game, "USSR")
    twin = Game(game.table, game.state.copy())
    for unit in [u for u in twin.state.units.values() if u.owner == "Germany"]:
        del twin.state.units[unit.id]
    twin.state.reindex()
    assert replied(s) > 0
    assert replied(s.later(twin)) == 0.0


def test_plans_are_told_apart_by_what_they_are_and_not_by_their_dice() -> None:
    """Whatever the dice of the copy: an attack is worth what it brings on the mean."""
    units = {EAST: {"Germany": "6 infantry, 3 armor"}, "Karelia S.S.R.": {"USSR": "4 infantry"}}
    units |= {"Russia": {"USSR": "9 infantry"}, "Germany": {"Germany": "9 infantry"}}
    game = position("Germany", "combat move", units)
    player, s = seen(game, "Germany")
    usual = next(candidates(s, frozenset()))
    found = []
    for seed in range(4):
        rehearsal, _ = usual.rehearsed(s)
        dice, pilot, twin = Prng(seed), player.pilot(s), rehearsal.game
        while twin.state.turn.phase in ("combat move", "conduct combat"):
            twin.submit(pilot.next(twin).text, dice)
        found.append(stood(s, twin.view) + unlucky(s, usual, twin.view))
    assert usual.chosen
    assert max(found) - min(found) < 1e-6


def test_candidates_differ() -> None:
    game = Game.new("classic")
    player = Player(PLANS, 1)
    while game.state.turn.phase != "combat move":
        game.submit(player.next(game).text, Prng(1))
    _, s = seen(game, "USSR")
    found = list(candidates(s, frozenset()))
    assert len({one.key for one in found}) == len(found) >= 4
    assert found[0].idea.name == "as usual"
    assert found[-1].chosen == []


def test_the_best_of_some_plans_is_carried_out_as_it_was_rehearsed() -> None:
    game, dice, player = position("Germany", "combat move", FRONT), Prng(5), Player(PLANS, 1)
    best = best_plan(player.situation(game, "Germany"), frozenset(), player.pilot)
    expected = {w.text for w in best.rehearsed(player.situation(game, "Germany"))[0].kept}
    assert expected
    given = set()
    while game.state.turn.phase == "combat move":
        wish = player.next(game)
        given.add(wish.text)
        assert isinstance(game.submit(wish.text, dice), Outcome)
    assert expected <= given
    assert not player.refused


def test_the_army_is_moved_as_stands_best_after_the_replies() -> None:
    """Never worse than the usual move by the same judgement, and every order of it goes."""
    game, dice, player = Game.new("classic"), Prng(3), Player(OFFICER, 1)
    while (game.state.turn.power, game.state.turn.phase) != ("Germany", "noncombat move"):
        game.submit(player.next(game).text, dice)
    planner, s = seen(game, "Germany")
    worth = []
    for found in (moved(s, s.later), best_posture(s, lambda posed: moved(posed, posed.later), planner.pilot)):
        end = played_out(found.game.copy(), planner.pilot(s))
        worth.append(judged(s, end, s.threats))
    assert worth[1] >= worth[0]
    while game.state.turn.phase == "noncombat move":
        assert isinstance(game.submit(planner.next(game).text, dice), Outcome)
    assert not planner.refused


def test_cargo_at_sea_counts_as_far_as_it_is() -> None:
    """Nobody gains by going aboard."""
    ashore = {"United Kingdom": {"United Kingdom": "2 infantry"}, "North Sea Zone": {"United Kingdom": "1 transport"}}
    game = position("United Kingdom", "noncombat move", ashore | {"Western Europe": {"Germany": "3 infantry"}})
    s = Player(PLANS, 1).situation(game, "United Kingdom")
    twin = game.copy()
    assert isinstance(twin.submit("load 2 infantry: United Kingdom > North Sea Zone", Prng(1)), Outcome)
    assert posted(s, twin.view) < 0
    assert posted(s, twin.view) == -s.level.step * 6 * s.far("North Sea Zone")


def test_another_seed_gives_other_dice_as_even() -> None:
    rows = [tuple(EvenDice(seed).roll(12, "attack")) for seed in range(4)]
    assert len(set(rows)) == 4 and all(Counter(row) == Counter([*range(1, 7)] * 2) for row in rows)
    assert EvenDice(3).roll(12, "attack") == list(rows[3])


def test_ideas_go_together() -> None:
    one, other = Idea("a", frozenset({"x"}), ("home",), ("goal",)), Idea("b", frozenset({"y"}), first=("goal", "more"))
    assert one.and_also(other) == Idea("a, b", frozenset({"x", "y"}), ("home",), ("goal", "more"))


def test_what_an_ally_may_mend_first_is_no_reply() -> None:
    """Germany comes before Japan's next turn, and after the USSR's: what Germany has left open is Germany's to mend."""
    units = {
        "Germany": {"Germany": "1 infantry"},
        EAST: {"USSR": "6 infantry, 3 armor"},
        "Japan": {"Japan": "1 infantry"},
    }
    game = position("Japan", "collect income", units, owner={EAST: "USSR"}, money={"Japan": 0})
    usual, minded = (Player(level, 1).situation(game, "Japan") for level in (OFFICER, replace(OFFICER, ordered=True)))
    assert usual.share("Germany", "United Kingdom") == 1.0
    assert minded.share("Germany", "United Kingdom") < 1.0
    assert minded.share("Germany", "USSR") == 1.0
    assert minded.share("Japan", "USSR") == 1.0
    assert minded.share("Baltic Sea Zone", "USSR") == 1.0
