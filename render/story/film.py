"""A war as a moving picture: the board as it changed hands, the chance of winning below it."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from render.charts.course import describe_course
from render.charts.curve import LABELS, CourseChart, draw_curve, plot_of
from render.charts.frame import ALT_LIMIT
from render.input.scene import Overview, Picture, Scene
from render.map import draw, encode
from render.story.model import Step, War
from render.story.sheet import stacked
from render.style.kit import Canvas

WIDTH, CURVE, UNIT = 720, 260, 0.76
"""Pixels across and of the part with the curve; letters against those of a chart, which is 1100 across."""
HOLD, MARKED, FIRST, LAST = 0.55, 1.7, 1.2, 4.0
"""Seconds that a step is shown: one of many, one with a turning point, the beginning, the end."""


def film_picture(war: War, form: str = "webp") -> Picture:
    """The film, encoded, with its description. form: "gif" or "webp", which is a sixth of it."""
    frames, holds = frames_of(war)
    data, kind = encode.moving(frames, holds, form)
    return Picture(data, kind, frames[0].width, frames[0].height, describe_course(war.chart)[:ALT_LIMIT])


def frames_of(war: War) -> tuple[list[Image.Image], list[float]]:
    """The pictures of the film, and how long each is shown."""
    first = Step(replace(war.opening, title=war.chart.title, subtitle="The beginning"), 0)
    frames, holds = [_frame(war.chart, first, None)], [FIRST]
    before = first
    for step in war.steps:
        told = war.chart.turns[before.turns : step.turns]
        frames.append(_frame(war.chart, step, before.scene))
        holds.append(MARKED if any(turn.mark for turn in told) else HOLD)
        before = step
    holds[-1] = LAST
    return frames, holds


def _frame(chart: CourseChart, step: Step, before: Scene | None) -> Image.Image:
    """One step: the board with what changed hands, the curve as far as it has come."""
    board = draw.draw(replace(step.scene, powers=()), Overview(before), width=WIDTH)
    c = Canvas(WIDTH, CURVE)
    draw_curve(c, plot_of(chart, 68, 14, WIDTH - LABELS * UNIT, CURVE - 52), chart, True, step.turns, UNIT)
    return stacked(board, c.finish())
