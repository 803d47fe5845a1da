"""Things that several pictures show: dice, counters of units, chips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from render.battle.model import Die
from render.icons import icon_height
from render.style.kit import CARD, GREY, PAPER, Canvas, text_width
from render.style.theme import CREAM, INK, RGB, mix, on, power_colour

_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
RED: RGB = (172, 26, 20)
_MISS_LINE: RGB = (160, 152, 138)
_MANY = 20
"""Dice beyond this number are summed up by face."""


def die(c: Canvas, x: float, y: float, size: float, shown: Die, plain: bool = False) -> None:
    """A die: a hit is solid with light pips, a miss hollow; one that doesn't count is struck out.

    plain: neither hit nor miss, the pips themselves count.
    """
    fill, line, pips = (RED, RED, CREAM) if shown.hit else (CARD, _MISS_LINE, GREY)
    if plain:
        fill, line, pips = INK, INK, CREAM
    c.box(x, y, x + size, y + size, size * 0.2, fill, line, 2)
    for dx, dy in _PIPS.get(shown.face, ()):
        c.disc(x + size / 2 + dx * size * 0.26, y + size / 2 + dy * size * 0.26, size * 0.1, pips)
    if not shown.counted:
        c.line(((x - 1, y + size + 1), (x + size + 1, y - 1)), INK, 3)


def dice_block(
    c: Canvas, x: float, y: float, width: float, dice: Sequence[Die], size: float, plain: bool = False
) -> None:
    """Dice in rows of a width, low faces first; very many are counted by face."""
    if len(dice) > _MANY:
        _dice_counts(c, x, y, width, dice, size)
        return
    row = _per_row(width, size)
    for i, shown in enumerate(sorted(dice, key=lambda d: (not d.counted, d.face))):
        die(c, x + i % row * (size + 4), y + i // row * (size + 4), size, shown, plain)


def dice_height(count: int, width: float, size: float) -> float:
    """Height that `dice_block` takes for so many dice."""
    if count > _MANY:
        return -(-6 // _per_row(width, size * 2.4)) * (size + 4)
    return -(-count // _per_row(width, size)) * (size + 4) - 4 if count else 0


def _per_row(width: float, size: float) -> int:
    return max(1, int((width + 4) // (size + 4)))


def _dice_counts(c: Canvas, x: float, y: float, width: float, dice: Sequence[Die], size: float) -> None:
    step, row = size * 2.4 + 4, _per_row(width, size * 2.4)
    for i, (shown, count) in enumerate(sorted(Counter(dice).items(), key=lambda item: item[0].face)):
        left, top = x + i % row * step, y + i // row * (size + 4)
        die(c, left, top, size, shown)
        c.text(left + size + 5, top + size / 2, f"×{count}", size * 0.8, INK, bold=True)


def counter_height(width: float) -> float:
    """Height of a unit's plate."""
    return icon_height(round(width * 0.86)) + 9


def counter(
    c: Canvas, x: float, y: float, width: float, unit_type: str, owner: str, count: int, lost: bool = False
) -> None:
    """A unit's plate in its owner's colour with the count in the corner (none for a single unit).

    lost: all of them are gone: the plate is struck out.
    """
    colour, height = power_colour(owner), counter_height(width)
    c.box(x + 2, y + 3, x + width + 2, y + height + 3, 9, mix(PAPER, INK, 0.35))
    c.box(x, y, x + width, y + height, 9, colour, mix(colour, INK, 0.55), 2)
    c.icon(x + width * 0.07, y + 4, unit_type, width * 0.86, mix(on(colour), colour, 0.45) if lost else on(colour))
    if lost:
        _strike_out(c, x, y, width, height)
    if count != 1:
        c.text(x + width - 5, y + height - 15, str(count), 32, CREAM, bold=True, anchor="rm", halo=INK)


def _strike_out(c: Canvas, x: float, y: float, width: float, height: float) -> None:
    """A red stroke with a pale edge, so that it shows on every colour, over the paled silhouette."""
    for colour, thick in ((CREAM, 13), (RED, 7)):
        c.line(((x + 6, y + height - 6), (x + width - 6, y + 6)), colour, thick)


def chip(c: Canvas, x: float, y: float, text: str, fill: RGB, size: float = 23) -> float:
    """A small rounded label; x is its left end, y its middle; returns its width."""
    width = text_width(text, size, bold=True) + size * 0.8
    c.box(x, y - size * 0.58, x + width, y + size * 0.58, size * 0.3, fill)
    c.text(x + width / 2, y, text, size, on(fill), bold=True, anchor="mm")
    return width


def listed(names: Sequence[str]) -> str:
    """Names as in a sentence: "A", "A and B", "A, B and C"."""
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)


def percent(share: float) -> str:
    """A chance in words that never claims certainty which isn't there."""
    if 0 < share < 0.005:
        return "under 1%"
    if 0.995 <= share < 1:
        return "over 99%"
    return f"{share:.0%}"
