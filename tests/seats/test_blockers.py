"""Ways to a capital that the army would leave open."""

from __future__ import annotations

from dataclasses import replace

import pytest
from test_sanity import position

from rules.dice.prng import Prng
from rules.play.game import Game
from seats import OFFICER, Level, Player
from seats.levels import GENERAL
from seats.position.situation import Situation
from seats.turn.blockers import blockers, endangered
from seats.turn.hold import Posts

TANKS = {
    "Ukraine S.S.R.": {"Germany": "6 armor, 2 fighter"},
    "Karelia S.S.R.": {"USSR": "9 infantry"},
    "Caucasus": {"USSR": "1 infantry"},
    "Russia": {"USSR": "3 infantry"},
}
BLOCKS = replace(OFFICER, blocks=True)


def _seen(game: Game) -> Situation:
    return Player(BLOCKS, 1).situation(game, "USSR")


def test_whoever_leaves_the_last_way_open_is_told_to_stay() -> None:
    before = position("USSR", "noncombat move", TANKS)
    after = before.copy()
    after.submit("move 1 infantry: Caucasus > Karelia S.S.R.", Prng(1))
    s, seen = _seen(before), _seen(after)
    assert not endangered(s) and set(endangered(seen)) == {"Russia"}
    (stays,) = before.view.units("Caucasus")
    assert blockers(s, seen, {}, ()) == {stays.id: "Caucasus"}
    assert Posts(s, (), {stays.id: "Caucasus"}).plan() == Posts(s, {stays.id}).plan()


def test_where_nobody_stands_somebody_is_sent() -> None:
    open_ways = position("USSR", "noncombat move", {place: u for place, u in TANKS.items() if place != "Caucasus"})
    s = _seen(open_ways)
    posts = Posts(s)
    (sent,) = blockers(s, s, posts.goals, ()).items()
    assert sent[1] == "Caucasus" and not blockers(s, s, posts.goals, set(open_ways.state.units))
    assert any("> Caucasus" in wish.text for wish in Posts(s, (), dict([sent])).plan())


@pytest.mark.parametrize("level", [OFFICER, replace(GENERAL, foresees=0, rests=0, careful=0)])
@pytest.mark.parametrize("there", ["1 armor", "2 infantry"])
def test_the_way_to_the_capital_is_closed(level: Level, there: str) -> None:
    """Whatever the Caucasus is left for, tanks do not drive through it; who does not mind ways in is driven over."""
    front = {**TANKS, "Caucasus": {"USSR": there}}
    for mindful in (True, False):
        game, player = position("USSR", "noncombat move", front), Player(replace(level, blocks=mindful), 1)
        while game.state.turn.phase == "noncombat move":
            game.submit(player.next(game).text, Prng(3))
        assert bool(endangered(player.situation(game, "USSR"))) is not mindful
