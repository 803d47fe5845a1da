"""What computers remember, or leave out, to think less: it changes nothing of what they come to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from test_sanity import position

from rules.dice.prng import Prng
from rules.model.events import DiceRolled
from rules.model.refusals import Refusal
from rules.play.game import Game, Outcome
from seats import OFFICER, Player
from seats.plans.playout import EvenDice, played_on
from seats.player import _without_dice
from seats.position.estimate import Fighter, guess
from seats.position.values import Values
from seats.position.world import ThreatMap
from seats.turn.rehearsal import Rehearsal
from seats.wish import Wish


def _turns(start: Game, count: int, threat_map: ThreatMap | None, tries: bool = True) -> list[str]:
    """The orders of the next turns of a game that are carried out."""
    game, dice, given = start.copy(), Prng(4), list[str]()
    player, first = Player(OFFICER, 2, threat_map=threat_map, tries=tries), game.state.turn.power
    for _ in range(count):
        while game.state.turn.power == first:
            wish = player.next(game)
            given += [wish.text] if isinstance(game.submit(wish.text, dice, wish.by), Outcome) else []
        first = game.state.turn.power
    return given


def test_threats_that_another_has_found_and_orders_given_untried_make_no_other_turn() -> None:
    known, start = ThreatMap(), Game.new("classic", dice=Prng(4))
    plain = _turns(start, 2, known)
    asked = known.asked
    assert _turns(start, 2, known) == plain == _turns(start, 2, None) and known.asked == asked > 0
    assert _turns(start, 2, None, tries=False) == plain


def _until_the_third(player: Player) -> Game:
    """Two turns that are played on a copy."""
    start = Game.new("classic", dice=Prng(4))
    return played_on(start, lambda _: player, EvenDice(3), lambda game: game.state.turn.power == "United Kingdom")


def test_on_a_copy_what_was_rehearsed_is_not_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The turns come to the same orders and the same position as where all of them are submitted."""
    submitted: list[str] = []

    def counted(self: Game, order: str, *args: Any) -> Outcome | Refusal:
        submitted.append(order)
        return submit(self, order, *args)

    submit = Game.submit
    monkeypatch.setattr(Game, "submit", counted)
    spared = _until_the_third(Player(OFFICER, 2, tries=False))
    few = len(submitted)
    monkeypatch.setattr("seats.player._without_dice", lambda wishes: [])
    plain = _until_the_third(Player(OFFICER, 2, tries=False))
    assert [entry.text for entry in spared.log] == [entry.text for entry in plain.log] and spared.hash == plain.hash
    assert len(submitted) - few > few + 0.3 * len(plain.log)


def test_orders_behind_dice_are_not_taken_up_from_a_rehearsal() -> None:
    """In it all dice show sixes."""
    rehearsal = Rehearsal(position("Germany", "purchase", {"Germany": {"Germany": "3 infantry"}}, money={"Germany": 9}))
    assert not rehearsal.give([Wish("buy 1 infantry"), Wish("buy 2 infantry")])
    first, second = (wish.rehearsed for wish in rehearsal.kept)
    assert first and second and (first.number + 1, first.rolls) == (second.number, ())
    rolled = replace(first, events=(*first.events, DiceRolled("Germany", "attack", "", (6,))))
    assert _without_dice(rehearsal.kept) == [first, second]
    assert _without_dice([*rehearsal.kept, Wish("done"), *rehearsal.kept]) == [first, second]
    assert _without_dice([rehearsal.kept[0], Wish("buy", rehearsed=rolled), rehearsal.kept[1]]) == [first]


def test_a_refused_done_is_looked_into_on_a_copy_too() -> None:
    """What is bought and not placed keeps the phase open: asked again, it is placed."""
    front = {"Russia": {"USSR": "1 infantry"}}
    game = position("USSR", "purchase", front, money={"USSR": 6})
    for text in ("buy 2 infantry", "done"):
        game.submit(text, Prng(1))
    while game.state.turn.phase != "mobilize":
        game.submit("done", Prng(1))
    turn = game.state.turn
    player = Player(OFFICER, 1, {"phase": [turn.round, turn.power, turn.phase], "queue": [], "tries": 0}, tries=False)
    said = player.next(game).text
    assert said == "done" and not isinstance(game.submit(said, Prng(1)), Outcome)
    assert player.next(game).text.startswith("place ")


def test_a_guess_is_kept_whatever_the_order_of_the_units() -> None:
    game = position("Germany", "combat move", {"Germany": {"Germany": "2 infantry, 1 armor"}})
    s = Player(OFFICER, 1).situation(game, "Germany")
    mine, theirs = s.fighters(s.friends("Germany"), True), [Fighter(1 / 3, 1, 3.0, True)]
    first, left = s.guess(mine, theirs), s.left
    assert s.guess(mine[::-1], theirs) == first == guess(mine, theirs) and s.left == left - 1
    assert s.guess(mine, [Fighter(1 / 2, 1, 5.0, True)]) != first


def test_only_who_loses_and_who_gains_a_place_are_asked_where_it_changes_nobody_elses_income() -> None:
    classic, objectives = Game.new("classic").view, Game.new("global1940").view
    near, far = Values(classic, "Germany"), Values(classic, "Germany")
    assert not near.for_others and Values(objectives, "Germany").for_others
    far.for_others = True
    places = [place for place, owner in classic.state.owners.items() if owner]
    for to in ("Germany", "USSR", "Japan"):
        assert [near.swing(place, to) for place in places] == [far.swing(place, to) for place in places]
