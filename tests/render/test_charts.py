"""Charts: golden pictures, words, figures and limits."""

from __future__ import annotations

import itertools
import pickle
from io import BytesIO

import pytest
from golden import assert_golden
from PIL import Image

from render import charts
from render.charts import bracket
from render.charts.examples import CHARTS
from render.charts.frame import MARKERS, signed, spread, ticks
from render.input.scene import Picture


@pytest.mark.parametrize("name", CHARTS)
def test_charts_look_as_they_should(name: str) -> None:
    picture = CHARTS[name]()
    assert_golden(Image.open(BytesIO(picture.data)), name)
    assert len(picture.data) < 100_000 and 40 < len(picture.alt) <= 1024


def test_ticks_are_round_and_cover_the_values() -> None:
    assert ticks(0, 75) == [0, 20, 40, 60, 80]
    assert ticks(-3, 12)[0] <= -3 and ticks(-3, 12)[-1] >= 12
    assert ticks(0, 0.7) == pytest.approx([0, 0.2, 0.4, 0.6, 0.8])
    assert len(ticks(5, 5)) >= 1


def test_labels_are_moved_apart_and_keep_their_order() -> None:
    placed = spread([10, 11, 12, 200], 30, 0, 210)
    assert placed == sorted(placed) and min(b - a for a, b in itertools.pairwise(placed)) >= 30
    assert spread([205, 209], 30, 0, 210) == [180, 210]


def test_signs() -> None:
    assert [signed(3), signed(-3), signed(0), signed(-0.04, 1)] == ["+3", "−3", "0", "0.0"]


def test_there_is_a_marker_for_every_power() -> None:
    assert len(set(MARKERS)) >= 10


def test_income_in_words() -> None:
    alt = CHARTS["chart-income"]().alt
    assert "Germany from 30 to 44" in alt and "rounds 1 to 8" in alt


def test_odds_in_words_name_the_likeliest_results() -> None:
    alt = CHARTS["chart-odds"]().alt
    assert "Germany wins with 3 tanks, 2 fighters, 1 tactical bomber 18%" in alt and "nobody 3%" in alt


def test_luck_is_told_in_standard_deviations() -> None:
    assert charts.LuckRow("A", "Germany", 10, 5, 3.0, 1.0).luck == 2
    assert charts.LuckRow("A", "Germany", 0, 0, 0.0, 0.0).luck == 0


def test_running_luck_in_words() -> None:
    turns = (
        charts.LuckTurn(1, "USSR", 12.0, 5.0, (2.0, -1.0), (3.0, 3.0), "Ukraine S.S.R."),
        charts.LuckTurn(1, "Germany", -20.0, 5.0, (0.5, 1.0), (3.0, 3.0), "Karelia S.S.R."),
    )
    chart = charts.RunningLuck(("Allies", "Axis"), turns)
    assert chart.balance == (12.0, -8.0) and chart.hits(1) == (-1.0, 0.0)
    alt = charts.running_luck_picture(chart).alt
    assert "the Axis 8 IPC more" in alt and "Allies +2.5, Axis 0.0" in alt
    assert "round 1, Germany (Karelia S.S.R.): 20 IPC for the Axis" in alt


def test_a_course_in_words() -> None:
    turns = (
        charts.CourseTurn(1, "USSR", 0.5, 0.4, 0.6, 0.05, -0.15),
        charts.CourseTurn(1, "Germany", 0.4, 0.3, 0.5, -0.1, -0.1, 1),
    )
    chart = charts.CourseChart("A game", ("Allies", "Axis"), turns, (0.2, 0.1, 0.3), "Axis")
    assert chart.turns[0].chance + chart.luck + chart.decisions + chart.rest == pytest.approx(0)
    alt = charts.course_picture(chart).alt
    assert "chance of the Allies to win from 50% at the start to 20% at the end. The Axis have won." in alt
    assert "luck −5, decisions −25" in alt and "Turning points: 1: round 1, Germany, from 40%" in alt


@pytest.mark.parametrize(
    "picture",
    [
        lambda: charts.rounds_picture(charts.income_chart((), ())),
        lambda: charts.rounds_picture(charts.income_chart(("1",), (charts.Line("Germany", (None,)),))),
        lambda: charts.luck_picture(charts.LuckChart(())),
        lambda: charts.trail_picture(charts.TrailChart((charts.LuckTrail("Japan", ()),))),
        lambda: charts.running_luck_picture(charts.RunningLuck(("Axis", "Allies"), ())),
        lambda: charts.course_picture(charts.CourseChart("A game", ("Axis", "Allies"), (), (0.5, 0.1, 0.9))),
        lambda: charts.odds_picture(charts.OddsChart("Ukraine", "Germany", "USSR", 0, 0, 0)),
        lambda: charts.table_picture(charts.TableChart("League", ())),
        lambda: charts.standings_picture(charts.StandingsChart("Cup", ())),
        lambda: charts.history_picture(charts.HistoryChart("Ratings", ())),
        lambda: charts.history_picture(charts.HistoryChart("A", (charts.RatingTrail("A", ((5.0, 1500.0, 300.0),)),))),
        lambda: charts.bracket_picture(charts.BracketChart("Cup", ())),
        lambda: charts.bracket_picture(charts.BracketChart("Cup", (charts.Panel(()),))),
        lambda: charts.player_picture(
            charts.PlayerChart("A", "", "", (("All", (charts.ResultRow("x", 0, 0, 0, 0.5),)),))
        ),
    ],
)
def test_empty_charts_are_drawn(picture) -> None:  # type: ignore[no-untyped-def]
    assert picture().width == 1100


def test_a_table_in_words_tells_places_and_results() -> None:
    alt = CHARTS["league-table"]().alt
    assert "4 Dora 1590 ± 101 (9-0-5)" in alt and "unranked Ida" in alt


def test_a_bracket_in_words_tells_the_last_round_first() -> None:
    alt = CHARTS["league-bracket"]().alt
    assert alt.index("Final: Anna against open") < alt.index("Anna beats Emil") < alt.index("Caesar beats Friedrich")
    assert "Anna has won" in CHARTS["league-double"]().alt


def test_matches_of_a_bracket_with_byes_do_not_lie_on_each_other() -> None:
    """Five people: one match in the first round, two in the second, of which one comes from nowhere."""
    match = charts.BracketMatch
    rounds = (
        ("Quarter-finals", (match("1.2", "Emil", "Fay"),)),
        ("Semi-finals", (match("2.1", "Boris", "", sources=("1.2",)), match("2.2", "Chen", "Dora"))),
        ("Final", (match("3.1", "", "", sources=("2.1", "2.2")),)),
    )
    found, rows = bracket._rows(charts.Panel(rounds))
    assert found == {"1.2": 0, "2.1": 0, "2.2": 1, "3.1": 0.5} and rows == 2


def test_a_bracket_of_many_fits() -> None:
    """32 people: five rounds, names as long as names can be."""
    match = charts.BracketMatch
    rounds = []
    for number in range(5):
        count = 16 >> number
        before = [(f"{number - 1}.{2 * i}", f"{number - 1}.{2 * i + 1}") if number else () for i in range(count)]
        rounds.append(
            (
                f"Round {number + 1}",
                tuple(match(f"{number}.{i}", "W" * 32, "M" * 32, 0, ("2", "1"), before[i]) for i in range(count)),
            )
        )
    picture = charts.bracket_picture(charts.BracketChart("Cup", (charts.Panel(tuple(rounds)),)))
    assert (picture.width, len(picture.alt)) == (1100, 1024) and picture.height < 2000


def test_charts_travel_between_processes() -> None:
    chart = charts.OddsChart("Ukraine", "Germany", "USSR", 0.5, 0, 0.5)
    assert pickle.loads(pickle.dumps(chart)) == chart
    assert charts.odds_picture(chart) == charts.odds_picture(chart)


def test_a_table_tells_byes_in_picture_and_words() -> None:
    def table(byes: int) -> Picture:
        rows = (charts.StandingRow(1, "Fay", 2.5, (1, 1, 2), byes=byes), charts.StandingRow(2, "Gus", 1, (1, 0, 3)))
        return charts.standings_picture(charts.StandingsChart("Cup", rows))

    assert "1 Fay 2.5 (1-1-2), 1 bye; 2 Gus" in table(1).alt and "2 byes" in table(2).alt
    assert table(1).data != table(0).data
