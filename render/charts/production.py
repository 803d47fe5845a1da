"""The production chart: every power's income and money, by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from render.charts.frame import HEAD, PAD, WIDTH, heading, picture, signed
from render.input.scene import Picture
from render.map.pieces import RED
from render.style.kit import CARD, GREY, Canvas, fit, text_width
from render.style.theme import INK, STRIP, mix, power_colour

_ROW = 60
_HEAD_ROW = 50
_BARS = 300.0


@dataclass(frozen=True, slots=True)
class PowerLine:
    """One power. income: of its territories. bonus: objectives and the like on top. money: in hand.

    change: income now less that of a round ago, None where there is no earlier one. note: a few words
    ("capital lost").
    """

    power: str
    side: str
    income: int
    bonus: int = 0
    money: int = 0
    change: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class ProductionChart:
    """All powers at one moment."""

    powers: tuple[PowerLine, ...]
    title: str = "Production chart"
    subtitle: str = "Income a turn, objectives hatched, and IPC in hand"
    round: int = 0


def production_picture(chart: ProductionChart, form: str = "webp") -> Picture:
    """The chart as an encoded picture with its description."""
    sides = _sides(chart.powers)
    height = HEAD + 12 + len(chart.powers) * _ROW + len(sides) * (_HEAD_ROW + 10) + 8
    c = Canvas(WIDTH, height)
    heading(c, chart.title, chart.subtitle, f"Round {chart.round}" if chart.round else "")
    most = max((p.income + p.bonus for p in chart.powers), default=1) or 1
    top = HEAD + 6.0
    for side, powers in sides:
        _side(c, side, powers, top)
        top += _HEAD_ROW
        for line in powers:
            _power(c, line, top, most)
            top += _ROW
        top += 10
    return picture(c, describe_production(chart), form)


def describe_production(chart: ProductionChart) -> str:
    """Everybody's figures in words."""
    parts = []
    for side, powers in _sides(chart.powers):
        rows = ", ".join(f"{p.power} {p.income + p.bonus} (has {p.money})" for p in powers)
        parts.append(f"{side} {sum(p.income + p.bonus for p in powers)}: {rows}.")
    return f"{chart.title}. Income in IPC. " + " ".join(parts)


def _sides(powers: Sequence[PowerLine]) -> list[tuple[str, list[PowerLine]]]:
    found: dict[str, list[PowerLine]] = {}
    for line in powers:
        found.setdefault(line.side, []).append(line)
    return list(found.items())


def _side(c: Canvas, side: str, powers: Sequence[PowerLine], top: float) -> None:
    c.box(PAD, top + 4, WIDTH - PAD, top + _HEAD_ROW - 4, 8, mix(CARD, STRIP, 0.14))
    c.text(PAD + 14, top + _HEAD_ROW / 2, side, 31, INK, bold=True)
    total = sum(p.income + p.bonus for p in powers)
    c.text(_BARS, top + _HEAD_ROW / 2, f"{total} IPC a round", 31, INK, bold=True)
    money = sum(p.money for p in powers)
    c.text(WIDTH - PAD - 14, top + _HEAD_ROW / 2, f"{money} in hand", 29, INK, anchor="rm")


def _power(c: Canvas, line: PowerLine, top: float, most: int) -> None:
    middle, colour = top + _ROW / 2, power_colour(line.power)
    c.emblem(PAD + 28, middle, line.power, 19)
    name, size = fit(line.power, _BARS - PAD - 68, 31, bold=True, least=22)
    c.text(PAD + 58, middle - (12 if line.note else 0), name, size, INK, bold=True)
    if line.note:
        c.text(PAD + 58, middle + 18, *fit(line.note, _BARS - PAD - 68, 24, least=20), RED)
    room = WIDTH - _BARS - PAD - 330
    first, last = _BARS + line.income / most * room, _BARS + (line.income + line.bonus) / most * room
    if line.income + line.bonus:
        c.box(_BARS, middle - 19, last, middle + 19, 4, colour)
        c.stripes(first, middle - 19, last, middle + 19, mix(colour, CARD, 0.75), 9)
        c.box(_BARS, middle - 19, last, middle + 19, 4, None, INK, 1.5)
    _figures(c, line, last + 12, middle)


def _figures(c: Canvas, line: PowerLine, x: float, middle: float) -> None:
    total = str(line.income + line.bonus)
    c.text(x, middle, total, 33, INK, bold=True)
    x += text_width(total, 33, True) + 12
    if line.bonus:
        text = f"{line.income} + {line.bonus}"
        c.text(x, middle, text, 26, GREY)
        x += text_width(text, 26) + 12
    if line.change:
        c.text(x, middle, f"({signed(line.change)})", 26, INK if line.change > 0 else RED)
    c.text(WIDTH - PAD - 14, middle, f"{line.money} in hand", 29, INK, anchor="rm")
