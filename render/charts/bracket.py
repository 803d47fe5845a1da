"""A bracket: rounds side by side, each match where those come from who play it."""

from __future__ import annotations

from dataclasses import dataclass

from render.charts.frame import HEAD, PAD, WIDTH, heading, picture
from render.input.scene import Picture
from render.style.kit import CARD, FAINT, GREY, Canvas, fit
from render.style.theme import GOLD, INK, PAPER, mix

_LINE, _GAP, _LABEL = 34, 20, 40
_BOX = 2 * _LINE


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """one, other: names ("" while that is open). winner: 0 or 1, None while it is. notes: a few letters behind each name,
    such as a seed or games won. sources: ids of the matches from which they come, in the panel."""

    id: str
    one: str
    other: str
    winner: int | None = None
    notes: tuple[str, str] = ("", "")
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Panel:
    """One tree: its rounds from the first, each with its name. A double elimination has three panels: both brackets and
    the final."""

    rounds: tuple[tuple[str, tuple[BracketMatch, ...]], ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class BracketChart:
    """The panels from above. champion: who has won, if somebody has."""

    title: str
    panels: tuple[Panel, ...]
    subtitle: str = ""
    champion: str = ""


def bracket_picture(chart: BracketChart, form: str = "webp") -> Picture:
    """The bracket as an encoded picture with its description."""
    heights = [_height(panel) for panel in chart.panels]
    c = Canvas(WIDTH, int(HEAD + sum(heights) + 20))
    heading(
        c, chart.title, chart.subtitle, fit(f"{chart.champion} has won" if chart.champion else "", 460, 38, True, 38)[0]
    )
    top = float(HEAD)
    for panel, height in zip(chart.panels, heights):
        _panel(c, panel, top)
        top += height
    return picture(c, describe_bracket(chart), form)


def describe_bracket(chart: BracketChart) -> str:
    """Who won against whom, the last round first, in words."""
    told = []
    for panel in reversed(chart.panels):
        for name, matches in reversed(panel.rounds):
            pairs = [_told(match) for match in matches if match.one or match.other]
            if pairs:
                told.append(f"{', '.join(part for part in (panel.title, name) if part)}: {', '.join(pairs)}")
    won = f"{chart.champion} has won. " if chart.champion else ""
    return f"{chart.title}. {won}" + "; ".join(told) + "."


def _told(match: BracketMatch) -> str:
    one, other = match.one or "open", match.other or "open"
    if match.winner is None:
        return f"{one} against {other}"
    return f"{one} beats {other}" if match.winner == 0 else f"{other} beats {one}"


def _height(panel: Panel) -> float:
    _, rows = _rows(panel)
    return (_LABEL if panel.title else 0) + _LABEL + max(1, rows) * (_BOX + _GAP) + 8


def _places(panel: Panel, top: float) -> dict[str, float]:
    """The middle of each match."""
    return {id: top + (row + 0.5) * (_BOX + _GAP) for id, row in _rows(panel)[0].items()}


def _rows(panel: Panel) -> tuple[dict[str, float], int]:
    """The row of each match, and how many rows there are: a match that comes from none of the panel has one of its own,
    whichever round it is in (who has a bye begins later); any other stands between those it comes from."""
    known = {match.id: match for _, matches in panel.rounds for match in matches}
    inner = {source for match in known.values() for source in match.sources}
    found, rows = dict[str, float](), 0

    def place(match: BracketMatch) -> float:
        nonlocal rows
        before = [place(known[id]) for id in match.sources if id in known]
        rows += not before
        found[match.id] = sum(before) / len(before) if before else rows - 1
        return found[match.id]

    for match in known.values():
        if match.id not in inner:
            place(match)
    return found, rows


def _panel(c: Canvas, panel: Panel, top: float) -> None:
    if panel.title:
        c.text(PAD, top + _LABEL / 2 + 4, panel.title, 30, INK, bold=True)
        top += _LABEL
    step = min((WIDTH - 2 * PAD + 28) / max(1, len(panel.rounds)), 372)
    width = step - 28
    places = _places(panel, top + _LABEL)
    lefts = {match.id: PAD + step * n for n, (_, matches) in enumerate(panel.rounds) for match in matches}
    for n, (name, matches) in enumerate(panel.rounds):
        text, size = fit(name, step - 10, 24, least=20)
        c.text(PAD + step * n, top + _LABEL / 2, text, size, GREY)
        for match in matches:
            for source in match.sources:
                if source in places:
                    _join(c, (lefts[source] + width, places[source]), (lefts[match.id], places[match.id]))
            _match(c, match, lefts[match.id], places[match.id], width)


def _join(c: Canvas, start: tuple[float, float], end: tuple[float, float]) -> None:
    middle = (start[0] + end[0]) / 2
    c.line((start, (middle, start[1]), (middle, end[1]), end), GREY, 2)


def _match(c: Canvas, match: BracketMatch, left: float, middle: float, width: float) -> None:
    c.box(left, middle - _LINE, left + width, middle + _LINE, 6, CARD, GREY)
    for i, name in enumerate((match.one, match.other)):
        top, won = middle - _LINE * (1 - i), match.winner == i
        if won:
            c.box(left + 2, top + 2, left + width - 2, top + _LINE - 2, 5, mix(PAPER, GOLD, 0.5))
            c.poly([(left + 8, top + 11), (left + 8, top + _LINE - 11), (left + 17, top + _LINE / 2)], INK)
        note = match.notes[i]
        c.text(left + width - 10, top + _LINE / 2, note, 20, GREY, anchor="rm")
        colour = INK if won or match.winner is None else GREY
        text, size = fit(name or "…", width - 36 - (14 * len(note)), 25, bold=won, least=20)
        c.text(left + 22, top + _LINE / 2, text, size, colour if name else GREY, bold=won)
    c.line(((left + 8, middle), (left + width - 8, middle)), FAINT, 1.5)
