"""The battle card: both sides in columns by the number they need, dice beside the units, losses struck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from PIL import Image

from render.battle.model import Account, BattleCard, Die, Odds, Side, SpecialFire, UnitRow, describe
from render.input.scene import Picture
from render.map.pieces import RED, chip, counter, counter_height, dice_block, dice_height, die, listed, percent
from render.style.kit import CARD, FAINT, GREY, PAPER, Canvas, encode, fit, text_width, wrap
from render.style.theme import CREAM, GOLD, INK, RGB, STRIP, mix, power_colour

__all__ = ["BattleCard", "Die", "Odds", "Side", "SpecialFire", "UnitRow", "battle_image", "battle_picture", "describe"]

WIDTH = 1100
_PAD = 20
_GAP = 10
_COUNTER = 88
_DIE = 34
_SPECIAL_DICE = 384.0
_ABREAST = 5
"""Cells side by side, if that many columns or fewer are needed."""
_BANDS: dict[str, RGB] = {"land": (84, 78, 46), "sea": (30, 64, 92), "raid": (74, 58, 78), "fire": (92, 52, 38)}
_AMBER: RGB = (240, 190, 80)


def battle_picture(card: BattleCard, form: str = "webp") -> Picture:
    """The card as an encoded picture ("webp" or "png") with its description."""
    image = battle_image(card)
    return Picture(encode(image, form), form, image.width, image.height, describe(card))


def battle_image(card: BattleCard) -> Image.Image:
    """The card as a picture, `WIDTH` pixels wide and as high as it needs to be."""
    return _paint(card, _paint(card, 10).bottom).canvas.finish()


@dataclass
class _Page:
    """The canvas and how far down it is filled."""

    canvas: Canvas
    bottom: int = 0

    def take(self, height: float) -> float:
        """Room for a block of some height; returns its upper edge."""
        top = self.bottom
        self.bottom = round(top + height)
        return top


def _paint(card: BattleCard, height: int) -> _Page:
    """Draw everything from the top down. Called twice: the first time only to learn the height."""
    page = _Page(Canvas(WIDTH, height))
    _header(page, card)
    for fire in card.special:
        _special(page, fire)
    _board(page, card)
    if card.odds:
        _odds(page, card.odds, card)
    if card.result:
        _result(page, card.result)
    for account in card.accounts:
        _account(page, account)
    for power, cards in card.decks:
        _deck(page, power, cards)
    page.take(_GAP)
    return page


def _header(page: _Page, card: BattleCard) -> None:
    c, colour = page.canvas, _BANDS[card.kind]
    top = page.take(106)
    c.box(0, top, WIDTH, top + 100, 0, colour)
    when, kind = card.moment.capitalize() or card.title, card.title if card.moment else ""
    right = WIDTH - _PAD
    c.text(right, top + 33, when, 42, CREAM, bold=True, anchor="rm")
    c.text(right, top + 78, kind, 28, mix(CREAM, colour, 0.15), anchor="rm")
    room = right - _PAD - 30 - max(text_width(when, 42, True), text_width(kind, 28))
    name, size = fit(card.place, room, 52, bold=True, least=34)
    c.text(_PAD, top + 33, name, size, CREAM, bold=True)
    about = " · ".join(part for part in (card.terrain, *card.conditions) if part)
    text, size = fit(about, room, 28, least=24)
    c.text(_PAD, top + 78, text, size, mix(CREAM, colour, 0.15))


def _special(page: _Page, fire: SpecialFire) -> None:
    c = page.canvas
    room = min(_SPECIAL_DICE, max(1, min(len(fire.dice), 10)) * (_DIE + 4.0))
    dice = dice_height(len(fire.dice), room, _DIE)
    height = max(76.0, dice + 16)
    top = page.take(height + 6)
    c.box(_PAD, top, WIDTH - _PAD, top + height, 10, CARD, FAINT)
    middle = top + height / 2
    counter(c, _PAD + 10, middle - counter_height(84) / 2, 84, fire.type, fire.owner, fire.count)
    title, size = fit(fire.title, 250, 31, bold=True, least=24)
    c.text(_PAD + 106, middle - 17, title, size, INK, bold=True)
    about, size = fit(f"{fire.owner}, {_needed(fire.need)}" if fire.need else fire.owner, 250, 26, least=22)
    c.text(_PAD + 106, middle + 17, about, size, GREY)
    dice_block(c, _PAD + 366, middle - dice / 2, room, fire.dice, _DIE, plain=not fire.need)
    lines = wrap(fire.effect, WIDTH - 2 * _PAD - 400 - room, 28, bold=True)[:2]
    for i, line in enumerate(lines):
        y = middle + (i - (len(lines) - 1) / 2) * 32
        c.text(WIDTH - _PAD - 14, y, line, 28, INK, bold=True, anchor="rm")


def _needed(need: int) -> str:
    return "hits on 1" if need == 1 else f"hits on {need} or less"


# the board: a band a side, and between them the numbers


def _board(page: _Page, card: BattleCard) -> None:
    rows = (*card.attacker.rows, *card.defender.rows)
    needs = sorted({row.need for row in rows}, key=lambda need: (need == 0, need))
    if not needs:
        return
    columns = _columns(needs, card)
    if card.kind == "fire":
        _band(page, card.attacker if card.attacker.rows else card.defender, "", columns)
        return
    _band(page, card.attacker, "attack", columns)
    if any(needs):
        _numbers(page, columns)
    if card.defender.rows:
        _band(page, card.defender, "defend", columns)


@dataclass(frozen=True)
class _Column:
    """A number needed: where its column stands and how many cells are side by side in it."""

    need: int
    left: float
    cell: float
    cells: int

    @property
    def width(self) -> float:
        """Width of the column."""
        return self.cell * self.cells


def _columns(needs: Sequence[int], card: BattleCard) -> list[_Column]:
    """Columns from left to right; where there is room, the fullest are made wider."""
    cells = dict.fromkeys(needs, 1)

    def lines(need: int) -> int:
        most = max(sum(row.need == need for row in side.rows) for side in (card.attacker, card.defender))
        return -(-most // cells[need])

    while sum(cells.values()) < _ABREAST:
        fullest = max(needs, key=lines)
        if lines(fullest) < 2:
            break
        cells[fullest] += 1
    cell = (WIDTH - 2 * _PAD) / sum(cells.values())
    starts = accumulate((cells[need] for need in needs), initial=0)
    return [_Column(need, _PAD + start * cell, cell, cells[need]) for need, start in zip(needs, starts)]


def _band(page: _Page, side: Side, verb: str, columns: Sequence[_Column]) -> None:
    c = page.canvas
    grids = [_grid(side, column) for column in columns]
    height = max(sum(_line_height(line, columns[0].cell) for line in grid) for grid in grids) + 54
    top = page.take(height + 4)
    tint = mix(PAPER, power_colour(side.powers[0]) if side.powers else STRIP, 0.16)
    c.box(_PAD, top, WIDTH - _PAD, top + height, 10, tint)
    _band_title(c, side, verb, top + 26)
    for column, grid in zip(columns, grids):
        if column.left > _PAD:
            c.line(((column.left, top + 52), (column.left, top + height - 6)), mix(tint, INK, 0.15), 1.5)
        y = top + 52
        for line in grid:
            for i, row in enumerate(line):
                _cell(c, row, column.left + i * column.cell + 8, y, column.cell - 14, len(side.powers) > 1)
            y += _line_height(line, column.cell)


def _grid(side: Side, column: _Column) -> list[list[UnitRow]]:
    """The cells of a side in a column, line by line."""
    rows = [row for row in side.rows if row.need == column.need]
    rows.sort(key=lambda row: (row.owner not in side.powers[:1], row.owner, -row.count, row.type))
    return [rows[i : i + column.cells] for i in range(0, len(rows), column.cells)]


def _line_height(line: Sequence[UnitRow], cell: float) -> float:
    return max((_cell_height(row, cell - 14) for row in line), default=0)


def _band_title(c: Canvas, side: Side, verb: str, y: float) -> None:
    x = _PAD + 26.0
    for power in side.powers:
        c.emblem(x, y, power, 17)
        x += 40
    summary, pool = _summary(side), sorted(side.pool, key=lambda one: one[0])
    end = WIDTH - _PAD - 14 - (text_width(summary, 28) + 24 if summary else 0)
    for need, shown in reversed(pool):
        die(c, end - 34, y - 17, 34, shown)
        c.text(end - 40, y, f"at {need}", 26, INK, anchor="rm")
        end -= 58 + text_width(f"at {need}", 26)
    room = end - x
    does = f" {verb}{'s' if len(side.powers) == 1 else ''}" if verb else ""
    title, size = fit(f"{listed(side.powers)}{does}", room, 34, True, 24)
    c.text(x - 12, y, title, size, INK, bold=True)
    c.text(WIDTH - _PAD - 14, y, summary, 28, INK, anchor="rm")


def _summary(side: Side) -> str:
    return f"{side.summary} · {side.expected:.1f} expected" if side.summary else ""


def _numbers(page: _Page, columns: Sequence[_Column]) -> None:
    c = page.canvas
    top = page.take(46)
    c.box(_PAD, top, WIDTH - _PAD, top + 42, 8, STRIP)
    for column in columns:
        middle = column.left + column.width / 2
        words = "hit on" if column.width > 250 else ""
        if column.need == 0:
            c.text(middle, top + 21, "no die", 28, CREAM, anchor="mm")
        elif column.need == 1:
            c.text(middle, top + 21, f"{words} 1".strip(), 32, CREAM, bold=True, anchor="mm")
        else:
            label = f"{words} {column.need} or less" if column.width > 150 else f"1–{column.need}"
            c.text(middle, top + 21, label.strip(), 32, CREAM, bold=True, anchor="mm")


# one cell: a counter, its dice, its name, what happened to it


def _beside(row: UnitRow, width: float) -> bool:
    """Whether the dice are better beside the counter than under it: whatever takes less height."""
    room = width - _COUNTER - _GAP
    return room >= 2 * _DIE + 4 and _height_beside(row, room) <= _height_under(row, width)


def _height_beside(row: UnitRow, room: float) -> float:
    return max(counter_height(_COUNTER), dice_height(len(row.dice), room, _DIE) + 2)


def _height_under(row: UnitRow, width: float) -> float:
    dice = dice_height(len(row.dice), width, _DIE)
    return counter_height(_COUNTER) + (dice + 6 if dice else 0)


def _body_height(row: UnitRow, width: float) -> float:
    """Height of counter and dice."""
    return _height_beside(row, width - _COUNTER - _GAP) if _beside(row, width) else _height_under(row, width)


def _cell_height(row: UnitRow, width: float) -> float:
    return _body_height(row, width) + 36 + (28 if _marks_below(row, width) else 0)


def _cell(c: Canvas, row: UnitRow, x: float, y: float, width: float, with_owner: bool) -> None:
    counter(c, x, y, _COUNTER, row.type, row.owner, row.count, lost=0 < row.count <= row.lost)
    if _beside(row, width):
        dice_block(c, x + _COUNTER + _GAP, y + 1, width - _COUNTER - _GAP, row.dice, _DIE)
    else:
        dice_block(c, x, y + counter_height(_COUNTER) + 6, width, row.dice, _DIE)
    middle = y + _body_height(row, width) + 17
    left = x
    if with_owner:
        c.emblem(x + 12, middle, row.owner, 11)
        left += 28
    name, size = fit(_name(row), width - (left - x), 27, least=21)
    c.text(left, middle, name, size, INK)
    if _marks_below(row, width):
        _marks(c, row, x, middle + 29, width)
    else:
        _marks(c, row, left + text_width(name, size) + 8, middle, width)


def _marks_below(row: UnitRow, width: float) -> bool:
    """Whether losses, damage and the note need a line under the name."""
    marks = _mark_width(row)
    return marks > 0 and text_width(_name(row), 27) + 44 + marks > width


def _name(row: UnitRow) -> str:
    """The type without its nation, which the plate shows."""
    return row.type.split(" (")[0]


def _mark_width(row: UnitRow) -> float:
    texts = _mark_texts(row)
    return sum(text_width(text, 23, True) + 26 for text, _ in texts) + (text_width(row.note, 24) if row.note else 0)


def _mark_texts(row: UnitRow) -> list[tuple[str, RGB]]:
    found = []
    if row.lost:
        found.append((f"{row.lost} lost" if row.count > 1 else "lost", RED))
    if row.damaged:
        found.append((f"{row.damaged} damaged" if row.count > 1 else "damaged", _AMBER))
    return found


def _marks(c: Canvas, row: UnitRow, x: float, y: float, width: float) -> None:
    end = x + width
    for text, colour in _mark_texts(row):
        x += chip(c, x, y, text, colour) + 6
    if row.note:
        text, size = fit(row.note, max(end - x, 40), 24, least=20)
        c.text(x, y, text, size, GREY)


# odds and result


def _odds(page: _Page, odds: Odds, card: BattleCard) -> None:
    c = page.canvas
    top = page.take(72) + 6
    attacker, defender = _leader(card.attacker, "attacker"), _leader(card.defender, "defender")
    total = odds.attacker + odds.draw + odds.defender or 1.0
    room = WIDTH - 2 * _PAD
    first, last = _PAD + odds.attacker / total * room, WIDTH - _PAD - odds.defender / total * room
    c.box(_PAD, top, first, top + 24, 0, power_colour(attacker))
    c.box(last, top, WIDTH - _PAD, top + 24, 0, power_colour(defender))
    c.stripes(first, top, last, top + 24, GREY)
    c.box(_PAD, top, WIDTH - _PAD, top + 24, 0, None, INK, 2)
    left, right = f"{attacker} wins {percent(odds.attacker)}", f"{defender} wins {percent(odds.defender)}"
    c.text(_PAD, top + 45, left, 30, INK, bold=True)
    c.text(WIDTH - _PAD, top + 45, right, 30, INK, bold=True, anchor="rm")
    about = " · ".join(part for part in (f"nobody {percent(odds.draw)}", odds.note) if part)
    start, end = _PAD + text_width(left, 30, True) + 20, WIDTH - _PAD - text_width(right, 30, True) - 20
    text, size = fit(about, end - start, 27, least=21)
    c.text((start + end) / 2, top + 45, text, size, GREY, anchor="mm")


def _leader(side: Side, otherwise: str) -> str:
    return side.powers[0] if side.powers else otherwise


def _result(page: _Page, text: str) -> None:
    c = page.canvas
    lines = wrap(text, WIDTH - 2 * _PAD - 40, 34, bold=True)[:4]
    top = page.take(len(lines) * 42 + 26) + 6
    bottom = top + len(lines) * 42 + 16
    c.box(_PAD, top, WIDTH - _PAD, bottom, 8, CARD, FAINT)
    c.box(_PAD, top, _PAD + 10, bottom, 4, GOLD)
    for i, line in enumerate(lines):
        c.text(_PAD + 28, top + 8 + 42 * i + 21, line, 34, INK, bold=True)


def _account(page: _Page, account: Account) -> None:
    """A side's losses and survivors, and how lucky its dice were."""
    c = page.canvas
    luck = text_width(account.luck, 26) + 30 if account.luck else 0
    lines = wrap(account.words[:1].upper() + account.words[1:], WIDTH - 2 * _PAD - 60 * len(account.powers) - luck, 28)[
        :3
    ]
    height = len(lines) * 36 + 16
    top = page.take(height + 4) + 4
    c.box(_PAD, top, WIDTH - _PAD, top + height, 8, mix(PAPER, power_colour(account.powers[0]), 0.16))
    x = _PAD + 26.0
    for power in account.powers:
        c.emblem(x, top + height / 2, power, 17)
        x += 40
    for i, line in enumerate(lines):
        c.text(x - 8, top + 8 + 36 * i + 18, line, 28, INK)
    c.text(WIDTH - _PAD - 14, top + height / 2, account.luck, 26, GREY, anchor="rm")


def _deck(page: _Page, power: str, cards: Sequence[int]) -> None:
    """The cards that a power may still draw."""
    c = page.canvas
    top = page.take(56) + 4
    c.box(_PAD, top, WIDTH - _PAD, top + 52, 8, mix(PAPER, power_colour(power), 0.16))
    c.emblem(_PAD + 26, top + 26, power, 17)
    x = _PAD + 56.0
    if not any(cards):
        c.text(x, top + 26, "All cards are drawn: the deck is shuffled anew", 28, INK)
        return
    c.text(x, top + 26, f"{sum(cards)} cards left", 28, INK)
    x += 200
    for face, count in enumerate(cards, 1):
        die(c, x, top + 9, 34, Die(face, False))
        c.text(x + 42, top + 26, f"×{count}", 28, INK if count else FAINT, bold=True)
        x += 128
