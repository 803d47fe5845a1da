"""A game as one picture to share: the board at its end, the chances turn by turn, what decided it."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from render.charts.course import describe_course
from render.charts.curve import LABELS, CourseChart, draw_curve, plot_of
from render.charts.frame import HEAD, PAD, WIDTH, heading, signed
from render.input.scene import Overview, Picture
from render.map import draw
from render.story.model import Fight, Poster
from render.story.sheet import sheet
from render.style.kit import Canvas, fit
from render.style.theme import CREAM, INK

_CURVE, _ROW = 470, 84
THE_END = "The board at the end"


def poster_picture(poster: Poster, form: str = "") -> Picture:
    """The picture, encoded, with its description."""
    chart = poster.chart
    board = draw.draw(
        replace(poster.end, powers=(), title=f"{THE_END}, round {poster.end.round}", phase=""), Overview(), width=WIDTH
    )
    parts = [_head(chart), board, _curve(chart), *_points(chart, poster.fights)]
    return sheet(parts, describe_course(chart), form)


def _head(chart: CourseChart) -> Image.Image:
    c = Canvas(WIDTH, HEAD - 8)
    ends = f"after {chart.turns[-1].round} rounds" if chart.turns else ""
    who = f"The {chart.winner} have won {ends}" if chart.winner else f"Open {ends}"
    heading(c, chart.title, f"Luck {signed(100 * chart.luck)}, decisions {_decisions(chart)}: points of chance", who)
    return c.finish()


def _decisions(chart: CourseChart) -> str:
    return f"{signed(100 * chart.decisions)} for the {chart.sides[0]}"


def _curve(chart: CourseChart) -> Image.Image:
    c = Canvas(WIDTH, _CURVE)
    c.text(PAD, 28, "Chance of winning, as computer players of equal strength would fare", 28, INK, bold=True)
    draw_curve(c, plot_of(chart, PAD + 62, 56, WIDTH - LABELS, _CURVE - 66), chart)
    return c.finish()


def _points(chart: CourseChart, fights: tuple[Fight | None, ...]) -> list[Image.Image]:
    """A row for each turning point; none where there are none."""
    marked = [(turn, chart.points[n + 1][0]) for n, turn in enumerate(chart.turns) if turn.mark]
    if not marked:
        return []
    c = Canvas(WIDTH, 16 + _ROW * len(marked))
    for row, (turn, after) in enumerate(marked):
        y = 6 + _ROW * row
        c.disc(PAD + 20, y + 36, 20, INK)
        c.text(PAD + 20, y + 36, str(turn.mark), 28, CREAM, bold=True, anchor="mm")
        c.emblem(PAD + 72, y + 36, turn.power, 20)
        head = f"Round {turn.round}, {turn.power}: {100 * turn.chance:.0f} to {100 * after:.0f} %"
        split = f"luck {signed(100 * turn.luck)}, decisions {signed(100 * turn.decisions)}"
        c.text(PAD + 104, y + 20, *fit(f"{head} ({split})", WIDTH - 2 * PAD - 104, 31, bold=True), INK, bold=True)
        fight = fights[row] if row < len(fights) else None
        c.text(PAD + 104, y + 55, *fit(_told(fight), WIDTH - 2 * PAD - 104, 28), INK)
    return [c.finish()]


def _told(fight: Fight | None) -> str:
    """`Karelia: Germany had 72 % and won`."""
    if fight is None:
        return "No battle: what was bought, and who stood where."
    how = {True: "won", False: "lost", None: "broke it off"}[fight.won]
    return f"{fight.place}: {fight.attacker} had {100 * fight.win:.0f} % against {fight.defender} and {how}."
