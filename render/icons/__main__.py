"""Contact sheet of all icons: `python -m render.icons docs/icons.png`."""

from __future__ import annotations

import sys

from PIL import Image, ImageDraw

from render.icons import icon, icon_height, names
from render.style.lettering import font

_PAPER = (241, 234, 215)
_INK = (43, 46, 52)
_GREY = (110, 100, 84)
_COLUMNS = 7
_BIG, _SMALL = 100, 38
_CELL_W, _CELL_H = 176, 104


def sheet() -> Image.Image:
    """All icons large and at the size of a map counter, with their names."""
    all_names = names()
    rows = -(-len(all_names) // _COLUMNS)
    picture = Image.new("RGB", (_COLUMNS * _CELL_W + 12, rows * _CELL_H + 12), _PAPER)
    draw = ImageDraw.Draw(picture)
    for i, name in enumerate(all_names):
        _cell(picture, draw, name, 12 + i % _COLUMNS * _CELL_W, 12 + i // _COLUMNS * _CELL_H)
    return picture


def _cell(picture: Image.Image, draw: ImageDraw.ImageDraw, name: str, x: int, y: int) -> None:
    big, small = icon(name, _BIG, _INK), icon(name, _SMALL, _INK)
    picture.paste(big, (x, y), big)
    picture.paste(small, (x + _BIG + 14, y + icon_height(_BIG) - icon_height(_SMALL)), small)
    size = 12
    while font(size).getlength(name) > _CELL_W - 10:
        size -= 1
    draw.text((x, y + 70), name, font=font(size), fill=_GREY)


def main(arguments: list[str]) -> int:
    """Write the sheet to the named file."""
    if len(arguments) != 1:
        print("usage: python -m render.icons FILE.png", file=sys.stderr)
        return 2
    sheet().quantize(64).save(arguments[0], optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
