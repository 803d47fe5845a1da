"""A player's card: rating, results by side and opponent against what was to be expected, and some figures."""

from __future__ import annotations

from dataclasses import dataclass

from render.charts.frame import HEAD, PAD, WIDTH, heading, marker, picture
from render.input.scene import Picture
from render.style.kit import CARD, FAINT, GREY, Canvas, fit, wrap
from render.style.theme import ATTACK, DEFENSE, GOLD, INK, PAPER, mix

_ROW, _GROUP = 48, 50
_BAR, _END = 420, WIDTH - PAD - 170
_WON, _DRAWN, _LOST = DEFENSE, mix(PAPER, GOLD, 0.6), mix(PAPER, ATTACK, 0.55)


@dataclass(frozen=True, slots=True)
class ResultRow:
    """Results under a name. expected: the share of the points that was to be expected, None if nobody knows."""

    name: str
    won: int
    drawn: int
    lost: int
    expected: float | None = None

    @property
    def played(self) -> int:
        """All games."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class PlayerChart:
    """groups: rows under a heading ("By side"). figures: short lines such as ("Luck", "+4 IPC a game"). notes: sentences."""

    name: str
    subtitle: str
    rank: str
    groups: tuple[tuple[str, tuple[ResultRow, ...]], ...]
    figures: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()


def player_picture(chart: PlayerChart, form: str = "webp") -> Picture:
    """The card as an encoded picture with its description."""
    lines = [line for note in chart.notes for line in wrap(note, WIDTH - 2 * PAD, 25)]
    rows = sum(_GROUP + _ROW * len(group) for _, group in chart.groups)
    tiles = 100 * -(-len(chart.figures) // 4)
    c = Canvas(WIDTH, HEAD + tiles + rows + 46 + 34 * len(lines) + 16)
    heading(c, chart.name, chart.subtitle, chart.rank)
    _figures(c, chart.figures)
    top = float(HEAD + tiles)
    for name, group in chart.groups:
        c.text(PAD, top + _GROUP / 2 + 6, name, 26, GREY, bold=True)
        top += _GROUP
        for row in group:
            _row(c, row, top)
            top += _ROW
    _legend(c, top + 24)
    for i, line in enumerate(lines):
        c.text(PAD, top + 46 + 34 * (i + 0.5), line, 25, INK)
    return picture(c, describe_player(chart), form)


def describe_player(chart: PlayerChart) -> str:
    """All figures in words."""
    parts = [f"{chart.name}, {chart.subtitle}, {chart.rank}".strip(", ")]
    for name, group in chart.groups:
        told = [f"{row.name} {row.won}-{row.drawn}-{row.lost}{_expected(row)}" for row in group]
        parts.append(f"{name}: {', '.join(told) or 'no game'}")
    parts += [f"{name}: {value}" for name, value in chart.figures]
    return ". ".join([*parts, *(note.rstrip(".") for note in chart.notes)]) + "."


def _expected(row: ResultRow) -> str:
    return "" if row.expected is None else f" ({row.expected:.0%} expected)"


def _figures(c: Canvas, figures: tuple[tuple[str, str], ...]) -> None:
    width = (WIDTH - 2 * PAD - 36) / 4
    for i, (name, value) in enumerate(figures):
        x, y = PAD + (width + 12) * (i % 4), HEAD + 8 + 100 * (i // 4)
        c.box(x, y, x + width, y + 86, 8, CARD, FAINT)
        c.text(x + 14, y + 24, fit(name, width - 28, 23)[0], 23, GREY)
        text, size = fit(value, width - 28, 34, bold=True, least=22)
        c.text(x + 14, y + 58, text, size, INK, bold=True)


def _row(c: Canvas, row: ResultRow, top: float) -> None:
    middle = top + _ROW / 2
    text, size = fit(row.name, _BAR - PAD - 20, 30, least=22)
    c.text(PAD, middle, text, size, INK, bold=True)
    if row.played:
        _bar(c, row, middle)
    share = f"{(row.won + row.drawn / 2) / row.played:.0%}" if row.played else ""
    c.text(WIDTH - PAD - 76, middle, f"{row.won} – {row.drawn} – {row.lost}", 26, INK, anchor="rm")
    c.text(WIDTH - PAD, middle, share, 26, GREY, anchor="rm")


def _bar(c: Canvas, row: ResultRow, middle: float) -> None:
    """Won, drawn, lost from the left; a diamond where the results were to be expected to end."""
    unit = (_END - 20 - _BAR) / row.played
    ends = [_BAR, _BAR + unit * row.won, _BAR + unit * (row.won + row.drawn), _BAR + unit * row.played]
    for start, end, colour in zip(ends, ends[1:], (_WON, _DRAWN, _LOST)):
        c.box(start, middle - 13, end, middle + 13, 0, colour)
    c.stripes(ends[2], middle - 13, ends[3], middle + 13, mix(_LOST, INK, 0.35), 9)
    c.box(_BAR, middle - 13, ends[3], middle + 13, 0, None, INK, 1.5)
    if row.expected is not None:
        marker(c, _BAR + (ends[3] - _BAR) * row.expected, middle, "diamond", GOLD, 8)


def _legend(c: Canvas, middle: float) -> None:
    x = float(PAD)
    for name, colour in (("won", _WON), ("drawn", _DRAWN), ("lost", _LOST)):
        c.box(x, middle - 10, x + 30, middle + 10, 0, colour, INK, 1.5)
        if name == "lost":
            c.stripes(x, middle - 10, x + 30, middle + 10, mix(_LOST, INK, 0.35), 9)
        c.text(x + 40, middle, name, 23, GREY)
        x += 122
    marker(c, x + 12, middle, "diamond", GOLD, 8)
    c.text(x + 32, middle, "points to be expected by the ratings", 23, GREY)
