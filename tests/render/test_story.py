"""Pictures of a whole game: film, turning point, picture to share."""

from __future__ import annotations

import pickle
from dataclasses import replace
from functools import cache
from io import BytesIO

import pytest
from golden import assert_golden
from PIL import Image, ImageChops

from render.analysis_examples import course_chart
from render.charts.curve import CourseChart
from render.input.scene import Changes
from render.input.war import war
from render.story import Moment, Step, War
from render.story.examples import FIGHT, STORIES
from render.story.film import HOLD, LAST, MARKED, frames_of
from render.story.moment import describe_moment
from rules.dice.practice import PracticeDice
from rules.play.game import Game
from tests.positions import stand


@pytest.mark.parametrize("name", STORIES)
def test_stories_look_as_they_should(name: str) -> None:
    picture = STORIES[name]()
    image = Image.open(BytesIO(picture.data))
    image.seek(getattr(image, "n_frames", 1) - 1)
    assert_golden(image, name)
    assert len(picture.data) < 1_500_000 and 40 < len(picture.alt) <= 1024


@cache
def attacked() -> Game:
    """Germany takes Karelia; then it is Great Britain's turn."""
    body = {"Karelia S.S.R.": {"USSR": "1 infantry"}, "Eastern Europe": {"Germany": "8 infantry, 4 armor"}}
    game = stand("Germany", game="classic", units=body, war="all")
    dice = PracticeDice(3)
    for order in ("move 8 infantry, 4 armor: Eastern Europe > Karelia S.S.R.", "done", "fight Karelia S.S.R."):
        game.submit(order, dice)
    while game.state.turn.power == "Germany" and len(game.log) < 30:
        game.submit("done", dice)
    return game


def test_a_war_is_told_in_steps() -> None:
    game = attacked()
    last = game.log[-1].number
    first, steps = war(game, [(1, last)], [0])
    assert first.at("Karelia S.S.R.").owner == "USSR"
    [(shown, over)] = steps
    assert over == 1 and shown.at("Karelia S.S.R.").owner == "Germany" and shown.at("Karelia S.S.R.").battle
    assert shown.title.endswith("Germany: Karelia S.S.R. to Germany")
    assert game.state.owners["Karelia S.S.R."] == "Germany"
    assert pickle.loads(pickle.dumps(steps)) == steps


def test_many_turns_share_steps_but_turning_points_do_not() -> None:
    game = Game.new("classic", dice=PracticeDice(1))
    for _ in range(200):
        game.submit("done", PracticeDice(1))
    spans = [(n, n) for n in range(1, 199)]
    _, steps = war(game, spans, [50])
    ends = [over for _, over in steps]
    assert len(ends) < 70 and {50, 51} <= set(ends) and ends[-1] == len(spans)
    assert war(game, [], [])[1] == []


def film(chart: CourseChart) -> tuple[list[Image.Image], list[float]]:
    first, _ = war(attacked(), [], [])
    return frames_of(War(chart, first, tuple(Step(first, over) for over in (5, 6, 30))))


def test_turning_points_and_the_end_are_shown_longer() -> None:
    frames, holds = film(course_chart())
    assert len(frames) == 4 and holds[1:] == [HOLD, MARKED, LAST]
    assert ImageChops.difference(frames[1], frames[3]).getbbox()


def test_a_turning_point_in_words() -> None:
    chart, (first, _) = course_chart(), war(attacked(), [], [])
    told = Moment("the war", chart.sides, chart.turns[5], 0.7, first, Changes(first), "", FIGHT)
    text = describe_moment(told)
    assert "Turning point 1. Round 2, Japan" in text and "to 70%" in text
    assert "France: Germany had 91% and won" in text
    broken = describe_moment(replace(told, fight=replace(FIGHT, won=None), instead="It buys 3 tanks."))
    assert "and broke it off. It buys 3 tanks." in broken
    assert "France" not in describe_moment(replace(told, fight=None))
