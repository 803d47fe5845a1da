"""The odds of a battle: who wins, and with what left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from render.charts.frame import HEAD, PAD, WIDTH, heading, picture
from render.icons import icon_height
from render.input.scene import Picture
from render.map.pieces import percent
from render.style.kit import CARD, FAINT, GREY, Canvas, fit, text_width
from render.style.theme import ATTACK, DEFENSE, INK, RGB, mix, on, power_colour
from rules.library.words import counted

_ROW = 54
_UNITS = 470.0
_ICON = 52
_CURVE = 150
_BARS = 48

Winner = Literal["attacker", "nobody", "defender"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way it may end: who wins, what he has left (unit type, number), how likely it is (0 to 1).

    label: words in place of units ("fewer units").
    """

    winner: Winner
    chance: float
    units: tuple[tuple[str, int], ...] = ()
    label: str = ""


@dataclass(frozen=True, slots=True)
class OddsChart:
    """The odds of a battle. outcomes: in the order to be shown. notes: lines of figures under them.
    curve: IPC swings of the attacker with their chances."""

    place: str
    attacker: str
    defender: str
    win: float
    draw: float
    loss: float
    outcomes: tuple[Outcome, ...] = ()
    notes: tuple[str, ...] = ()
    curve: tuple[tuple[int, float], ...] = ()

    def colour(self, winner: Winner) -> RGB:
        """The colour of a side: its power's, or that of its part in the battle where they are no powers."""
        if winner == "nobody":
            return FAINT
        attacker, defender = power_colour(self.attacker), power_colour(self.defender)
        if attacker == defender:
            attacker, defender = ATTACK, DEFENSE
        return attacker if winner == "attacker" else defender

    def power(self, winner: Winner) -> str:
        """The power that wins, "" for nobody."""
        return {"attacker": self.attacker, "defender": self.defender, "nobody": ""}[winner]


def odds_picture(chart: OddsChart, form: str = "webp") -> Picture:
    """The chart as an encoded picture with its description."""
    bars = binned(chart.curve)
    height = HEAD + 104 + len(chart.outcomes) * _ROW + len(chart.notes) * 34 + 24 + (_CURVE + 50 if bars else 0)
    c = Canvas(WIDTH, height)
    heading(
        c,
        f"Odds: {chart.place}" if chart.place else "Odds",
        f"{chart.attacker} attacks {chart.defender}" if chart.place else "Any two forces",
    )
    _verdict(c, chart, HEAD + 6)
    top = HEAD + 100.0
    most = max((o.chance for o in chart.outcomes), default=1) or 1
    for outcome in chart.outcomes:
        _outcome(c, chart, outcome, top, most)
        top += _ROW
    if bars:
        _curve(c, chart, bars, top + 8)
        top += _CURVE + 50
    for i, note in enumerate(chart.notes):
        c.text(PAD, top + 24 + 34 * i, *fit(note, WIDTH - 2 * PAD, 28, least=22), INK)
    return picture(c, describe_odds(chart), form)


def binned(curve: Sequence[tuple[int, float]]) -> list[tuple[int, int, float]]:
    """Swings in at most so many bars of equal width, 0 on an edge between two: (from, to, chance); unlikely ends left
    out."""
    likely = [(swing, p) for swing, p in curve if p > 0]
    if len(likely) < 3:
        return []
    low, high = _between(likely)
    width = max(1, -(-(high - low + 1) // _BARS))
    first, last = low // width, high // width
    sums = dict.fromkeys(range(first, last + 1), 0.0)
    for swing, p in likely:
        if first <= swing // width <= last:
            sums[swing // width] += p
    return [(n * width, (n + 1) * width - 1, p) for n, p in sums.items()]


def _between(curve: Sequence[tuple[int, float]]) -> tuple[int, int]:
    """The swings that all but one battle in a hundred end in."""
    sum_, low, high = 0.0, curve[0][0], curve[-1][0]
    for swing, p in curve:
        if sum_ < 0.005 <= sum_ + p:
            low = swing
        if sum_ < 0.995 <= sum_ + p:
            high = swing
        sum_ += p
    return low, high


def _curve(c: Canvas, chart: OddsChart, bars: Sequence[tuple[int, int, float]], top: float) -> None:
    """How likely each swing is: bars to the left of 0 in the defender's colour, to the right in the attacker's."""
    room, most = WIDTH - 2 * PAD, max(p for _, _, p in bars)
    wide, base = room / len(bars), top + _CURVE
    for i, (low, _, p) in enumerate(bars):
        left = PAD + i * wide
        colour = chart.colour("attacker" if low >= 0 else "defender")
        if p > 0:
            c.box(left + 1, base - max(2.0, p / most * (_CURVE - 34)), left + wide - 1, base, 0, colour, INK, 1)
    c.line([(PAD, base), (WIDTH - PAD, base)], INK, 2)
    c.text(PAD, top + 12, "IPC swing for the attacker", 26, GREY)
    marks = {0: "lm", len(bars) - 1: "rm"}
    zero = next((i for i, (low, _, _) in enumerate(bars) if low == 0), None)
    for i, anchor in marks.items():
        value = bars[i][0] if anchor == "lm" else bars[i][1]
        c.text(
            PAD if anchor == "lm" else WIDTH - PAD, base + 20, f"{value:+d}".replace("-", "−"), 26, GREY, anchor=anchor
        )
    if zero is not None and 2 < zero < len(bars) - 3:
        c.text(PAD + zero * wide, base + 20, "0", 26, INK, anchor="mm")


def describe_odds(chart: OddsChart) -> str:
    """Chances and likeliest results in words."""
    likely = sorted(chart.outcomes, key=lambda o: -o.chance)[:5]
    results = [f"{_words(chart, o)} {percent(o.chance)}" for o in likely]
    chances = f"{chart.attacker} wins {percent(chart.win)}, nobody {percent(chart.draw)}"
    text = f"Odds of {chart.place or 'two forces'}: {chances}, {chart.defender} wins {percent(chart.loss)}."
    if results:
        text += " Likeliest: " + "; ".join(results) + "."
    return " ".join((text, *chart.notes))


def _words(chart: OddsChart, outcome: Outcome) -> str:
    units = ", ".join(counted(count, unit) for unit, count in outcome.units)
    left = outcome.label or units or "nothing left"
    return left if outcome.winner == "nobody" else f"{chart.power(outcome.winner)} wins with {left}"


def _verdict(c: Canvas, chart: OddsChart, top: float) -> None:
    """The bar of three parts with their chances under it."""
    room = WIDTH - 2 * PAD
    total = chart.win + chart.draw + chart.loss or 1.0
    first, last = PAD + chart.win / total * room, WIDTH - PAD - chart.loss / total * room
    c.box(PAD, top, first, top + 34, 0, chart.colour("attacker"))
    c.box(last, top, WIDTH - PAD, top + 34, 0, chart.colour("defender"))
    c.stripes(first, top, last, top + 34, GREY)
    c.box(PAD, top, WIDTH - PAD, top + 34, 0, None, INK, 2)
    y = top + 58
    c.emblem(PAD + 16, y, chart.attacker, 15)
    c.text(PAD + 40, y, f"{chart.attacker} wins {percent(chart.win)}", 34, INK, bold=True)
    c.text(WIDTH / 2, y, f"nobody {percent(chart.draw)}", 30, GREY, anchor="mm")
    c.text(WIDTH - PAD - 40, y, f"{chart.defender} wins {percent(chart.loss)}", 34, INK, bold=True, anchor="rm")
    c.emblem(WIDTH - PAD - 16, y, chart.defender, 15)


def _outcome(c: Canvas, chart: OddsChart, outcome: Outcome, top: float, most: float) -> None:
    power, middle = chart.power(outcome.winner), top + _ROW / 2
    colour = chart.colour(outcome.winner)
    c.box(PAD, top + 3, PAD + _UNITS, top + _ROW - 3, 8, mix(CARD, colour, 0.22))
    if power:
        c.emblem(PAD + 22, middle, power, 14)
    _survivors(c, outcome, PAD + 48, middle)
    left, room = PAD + _UNITS + 14, WIDTH - 2 * PAD - _UNITS - 110
    width = max(2.0, outcome.chance / most * room)
    c.box(left, top + 8, left + width, top + _ROW - 8, 4, colour, INK, 1.5)
    if outcome.winner == "defender":
        c.stripes(left + 2, top + 10, left + width - 2, top + _ROW - 10, mix(colour, on(colour), 0.35), 14)
    c.text(left + width + 10, middle, percent(outcome.chance), 29, INK, bold=True)


def _survivors(c: Canvas, outcome: Outcome, x: float, middle: float) -> None:
    if outcome.label or not outcome.units:
        text, size = fit(outcome.label or "nothing left", _UNITS - 60, 28, least=22)
        c.text(x, middle, text, size, INK)
        return
    end = PAD + _UNITS - 8
    for i, (unit, count) in enumerate(outcome.units):
        label = str(count)
        width = text_width(label, 30, True) + _ICON + 16
        if x + width > end - (30 if i < len(outcome.units) - 1 else 0):
            c.text(x, middle, f"+{sum(n for _, n in outcome.units[i:])}", 28, INK, bold=True)
            return
        c.text(x, middle, label, 30, INK, bold=True)
        x += text_width(label, 30, True) + 4
        c.icon(x, middle - icon_height(_ICON) / 2, unit, _ICON, INK)
        x += _ICON + 12
