"""Charts made from the engine."""

from __future__ import annotations

from math import sqrt

import pytest
from engine_scenes import Faces, events, play, position

from render import charts
from render.charts import from_game as chart_view
from render.charts import odds_picture
from rules.legal import decision_choices
from rules.model.events import DiceRolled
from rules.odds import battle_lucks, battle_odds
from rules.play.game import Game
from rules.play.luck import Tally, ipc_luck, tally_by

KARELIA = """
[units."Eastern Europe"]
Germany = "3 infantry, 2 armor"
[units."Karelia S.S.R."]
USSR = "2 infantry"
"""


def test_odds_of_the_engine_with_likeliest_survivors() -> None:
    game = position("classic", "Germany", KARELIA)
    play(game, "move 3 infantry, 2 armor: Eastern Europe > Karelia S.S.R.", "done")
    odds = battle_odds(game.view, "Karelia S.S.R.")
    chart = chart_view.odds_chart("Karelia S.S.R.", "Germany", "USSR", odds)
    assert sum(o.chance for o in chart.outcomes) == pytest.approx(1, abs=0.01)
    assert chart.outcomes[0].winner == "attacker" and dict(chart.outcomes[0].units)["armor"] == 2
    assert any("Expected losses: Germany" in note for note in chart.notes)
    assert odds_picture(chart).alt.startswith("Odds of Karelia S.S.R.: Germany wins over 99%")


def test_odds_of_a_battle_that_breaks_off_show_no_survivors() -> None:
    game = position("classic", "Germany", KARELIA)
    play(game, "move 3 infantry, 2 armor: Eastern Europe > Karelia S.S.R.", "done")
    chart = chart_view.odds_chart("K", "Germany", "USSR", battle_odds(game.view, "Karelia S.S.R.", rounds=1))
    assert chart.outcomes == () and chart.draw > 0.2


def test_luck_counts_dice_that_could_hit() -> None:
    rolls = [
        DiceRolled("Germany", "attack", "Ukraine", (1, 6, 3), (1, 1, 3), ("infantry", "infantry", "tank")),
        DiceRolled("Germany", "raid damage", "London", (6,), (0,), ("bomber",)),
        DiceRolled("USSR", "defense", "Ukraine", (2,), (2,), ("infantry",)),
    ]
    chart = chart_view.luck_chart(rolls, {"Germany": "Maxi"})
    first = chart.rows[0]
    assert (first.name, first.power, first.dice, first.hits) == ("Maxi", "Germany", 3, 2)
    assert first.expected == pytest.approx(5 / 6) and first.deviation == pytest.approx(sqrt(2 * 5 / 36 + 1 / 4))
    assert chart.rows[1].name == "USSR"


def test_the_trail_adds_up_to_the_luck() -> None:
    rolls = [DiceRolled("Japan", "attack", "X", (face,), (3,), ("tank",)) for face in (1, 6, 2, 3)]
    chart = chart_view.trail_chart(rolls)
    assert chart.trails[0].points == ((1, 0.5), (2, 0.0), (3, 0.5), (4, 1.0))
    assert chart.variance == pytest.approx(0.25)


def test_running_luck_is_the_luck_of_the_battles_turn_by_turn() -> None:
    game = position("classic", "Germany", KARELIA)
    play(game, "move 3 infantry, 2 armor: Eastern Europe > Karelia S.S.R.", "done", "fight Karelia S.S.R.")
    while game.state.pending:
        play(game, decision_choices(game)[0].text)
    battles = battle_lucks(game.table, game.state, game.log)
    chart = chart_view.running_luck(game.view, game.log, battles)
    assert chart.sides == ("Allies", "Axis") and [(t.round, t.power) for t in chart.turns] == [(3, "Germany")]
    turn, rolls = chart.turns[0], [r for e in game.log for r in e.rolls]
    assert -turn.ipc == pytest.approx(ipc_luck(battles)["Germany"]) and turn.place == "Karelia S.S.R."
    tallies = luck_of(rolls)
    assert turn.hits == pytest.approx([tallies[p].hits - tallies[p].expected for p in ("USSR", "Germany")])
    assert turn.variance == pytest.approx([tallies[p].variance for p in ("USSR", "Germany")])


def luck_of(rolls: list[DiceRolled]) -> dict[str, Tally]:
    return tally_by(chart_view.throws(rolls))


def two_rounds() -> Game:
    game = Game.new("classic", dice=Faces())
    while game.state.turn.round < 2 or game.state.turn.power != "Germany":
        play(game, "done")
    return game


def test_income_by_round_is_what_was_collected() -> None:
    game = two_rounds()
    chart = chart_view.income_by_round(game.view, events(game))
    found = {line.name: line.values for line in chart.lines}
    assert chart.rounds == ("start", "1", "2")
    assert found["USSR"] == (24.0, 24.0, 24.0) and found["Japan"] == (25.0, 25.0, 0.0)
    assert found["Axis"][:2] == (32 + 25, 32 + 25)


def test_army_value_by_round_goes_back_to_the_set_up() -> None:
    game = two_rounds()
    chart = chart_view.army_by_round(game.view, events(game))
    found = {line.name: line.values for line in chart.lines}
    worth = sum(game.table.units[u.type].cost for u in game.state.units.values() if u.owner == "Germany")
    assert found["Germany"] == (worth, worth, worth) and worth > 100
    assert chart.rounds == ("start", "1", "2")
    later = [event for entry in game.log[1:] for event in entry.events]  # as the bot keeps them
    assert chart_view.army_by_round(game.view, later) == chart
    assert charts.rounds_picture(chart).alt.startswith("Army value in IPC, from the start to round 2")
