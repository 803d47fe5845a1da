"""What changed between two scenes, drawn over a map: captures, movements, losses."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.input.scene import Arrow, Loss, Scene, Stack
from render.map.base import Base
from render.map.counters import RATIO, stack_counter
from render.map.layout import SIZE
from render.map.paint import owners
from render.map.room import Block, Room
from render.style import theme
from render.style.theme import RGB

Spot = tuple[float, float]
_FINE = 2
_LINE = 40  # characters in a line beside an arrow
_DIM = 0.45


def captures(base: Base, before: Scene, after: Scene) -> dict[str, tuple[str, str]]:
    """Territories that changed hands: place -> owner (or class of neutrals) before and after."""
    old, new = owners(base, before), owners(base, after)
    return {p: (old.get(p, ""), new[p]) for p in new if old.get(p) != new[p]}


def dim(picture: Image.Image, base: Base, bright: Iterable[str]) -> Image.Image:
    """The picture, paler where nothing happened."""
    pale = Image.blend(picture, Image.new("RGB", picture.size, theme.PAPER), _DIM)
    mask = Image.new("L", picture.size, 0)
    pen = ImageDraw.Draw(mask)
    for place in bright:
        if place in base.atlas:
            for polygon in base.atlas.region(place).polygons:
                pen.polygon(base.camera.line(polygon[0]), fill=255)
    for place in bright:
        if place in base.atlas.sea:
            _restore_land(mask, base, set(bright))
            break
    return Image.composite(picture, pale, mask.filter(ImageFilter.GaussianBlur(4 * base.camera.ui)))


def _restore_land(mask: Image.Image, base: Base, bright: set[str]) -> None:
    """Zones reach under the land: take land that is not bright out of the mask again."""
    pen = ImageDraw.Draw(mask)
    for name, region in base.atlas.land.items():
        if base.camera.sees(region.box):
            for polygon in region.polygons:
                pen.polygon(base.camera.line(polygon[0]), fill=255 if name in bright else 0)


def mark_captures(picture: Image.Image, base: Base, taken: dict[str, tuple[str, str]]) -> None:
    """Hatch captured territories in their former owner's colour and frame them."""
    for place, (old, _) in taken.items():
        region = base.atlas.land.get(place)
        if not region or not base.camera.sees(region.box):
            continue
        mask = Image.new("L", picture.size, 0)
        pen = ImageDraw.Draw(mask)
        for polygon in region.polygons:
            pen.polygon(base.camera.line(polygon[0]), fill=255)
        hatch = ImageChops.multiply(mask, _stripes(base, picture.size))
        picture.paste(theme.power_colour(old) if old else theme.STONE, (0, 0), hatch)
        for polygon in region.polygons:
            frame(picture, base, base.camera.line((*polygon[0], polygon[0][0])), theme.CREAM)


def frame(picture: Image.Image, base: Base, line: list[Spot], light: RGB) -> None:
    """A light line with a dark one under it, smooth at any size."""
    xs, ys = [x for x, _ in line], [y for _, y in line]
    left, top = max(0, int(min(xs)) - 8), max(0, int(min(ys)) - 8)
    right, bottom = min(picture.width, int(max(xs)) + 8), min(picture.height, int(max(ys)) + 8)
    if right <= left or bottom <= top:
        return
    layer = Image.new("RGBA", ((right - left) * _FINE, (bottom - top) * _FINE), (0, 0, 0, 0))
    pen = ImageDraw.Draw(layer)
    moved = [((x - left) * _FINE, (y - top) * _FINE) for x, y in line]
    for wide, colour in ((7, (*theme.INK, 150)), (4, (*light, 255))):
        pen.line(moved, fill=colour, width=max(2, round(wide * _FINE * base.camera.ui)), joint="curve")
    small = layer.reduce(_FINE)
    picture.paste(small, (left, top), small)


def _stripes(base: Base, size: tuple[int, int]) -> Image.Image:
    """Thin diagonal stripes as a mask."""
    stripes = Image.new("L", size, 0)
    pen = ImageDraw.Draw(stripes)
    pitch, width = max(6, base.camera.pixels(17)), base.camera.pixels(3.5)
    for x in range(-size[1], size[0], pitch):
        pen.line([(x, size[1]), (x + size[1], 0)], fill=190, width=width)
    return stripes


# --- movements --------------------------------------------------------------------------------------


def draw_arrows(picture: Image.Image, base: Base, arrows: Iterable[Arrow]) -> None:
    """Draw movements as bent arrows in their owner's colour; aircraft dashed."""
    shown = _shown(base, arrows)
    layer = Image.new("RGBA", (picture.width * _FINE, picture.height * _FINE), (0, 0, 0, 0))
    pen = ImageDraw.Draw(layer)
    for arrow, points in shown:
        _arrow(pen, arrow, points, base)
    small = layer.reduce(_FINE)
    picture.paste(small, (0, 0), small)


def label_arrows(picture: Image.Image, base: Base, arrows: Iterable[Arrow], room: Room) -> None:
    """Write what moved on small plates beside the arrows, where there is free room."""
    for arrow, points in _shown(base, arrows):
        if arrow.what:
            _label(picture, base, arrow, points, room)


def _shown(base: Base, arrows: Iterable[Arrow]) -> list[tuple[Arrow, list[Spot]]]:
    return [(a, p) for a in arrows if len(p := _path(base, a)) > 1]


def _path(base: Base, arrow: Arrow) -> list[Spot]:
    """A smooth line through the anchors of a path; empty if its places are out of sight."""
    known = [p for p in arrow.path if p in base.atlas]
    if len(known) < 2:
        return []
    anchors = [_anchor(base, p) for p in known]
    if abs(anchors[0][0] - anchors[-1][0]) > 0.6 * base.atlas.width * base.camera.scale:
        return []
    return _bent(anchors) if len(anchors) == 2 else _through(anchors)


def _anchor(base: Base, place: str) -> Spot:
    return base.names.anchors.get(place) or base.camera.spot(base.atlas.region(place).centre)


def _bent(ends: list[Spot]) -> list[Spot]:
    """A slight arc from one point to another."""
    (x0, y0), (x1, y1) = ends
    mx, my = (x0 + x1) / 2 + (y1 - y0) * 0.16, (y0 + y1) / 2 - (x1 - x0) * 0.16
    steps = [i / 24 for i in range(25)]
    return [
        (
            (1 - t) ** 2 * x0 + 2 * t * (1 - t) * mx + t * t * x1,
            (1 - t) ** 2 * y0 + 2 * t * (1 - t) * my + t * t * y1,
        )
        for t in steps
    ]


def _through(points: list[Spot]) -> list[Spot]:
    """A Catmull-Rom curve through points."""
    padded = [points[0], *points, points[-1]]
    line = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:]):
        for i in range(12):
            t = i / 12
            line.append((_spline(a[0], b[0], c[0], d[0], t), _spline(a[1], b[1], c[1], d[1], t)))
    return [*line, points[-1]]


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)


def _shortened(points: list[Spot], by: float) -> list[Spot]:
    """The line without its last stretch, so that an arrow ends before the names."""
    rest = by
    while len(points) > 2 and math.dist(points[-1], points[-2]) < rest:
        rest -= math.dist(points[-1], points[-2])
        points = points[:-1]
    return points


def _arrow(pen: ImageDraw.ImageDraw, arrow: Arrow, points: list[Spot], base: Base) -> None:
    ui = base.camera.ui * _FINE
    colour = theme.power_colour(arrow.owner)
    case: RGB = theme.CREAM if theme.on(colour) == theme.CREAM else theme.INK
    line = _shortened([(x * _FINE, y * _FINE) for x, y in points], 30 * ui)
    line = _shortened(line[::-1], 14 * ui)[::-1]
    width = 9 if arrow.kind == "attack" else 7
    head = _head(line, (26 if arrow.kind == "attack" else 21) * ui)
    body = _shortened(line, 10 * ui)
    for wide, paint in ((width + 5, case), (width, colour)):
        for part in _dashes(body, 16 * ui) if arrow.kind in ("air", "retreat") else [body]:
            pen.line(part, fill=(*paint, 235), width=round(wide * ui), joint="curve")
    pen.polygon(_grown(head, 4 * ui), fill=(*case, 245))
    pen.polygon(head, fill=(*colour, 255))


def _head(line: list[Spot], size: float) -> list[Spot]:
    tip, back = line[-1], line[max(0, len(line) - 4)]
    angle = math.atan2(tip[1] - back[1], tip[0] - back[0])

    def at(turn: float, length: float) -> Spot:
        return tip[0] + length * math.cos(angle + turn), tip[1] + length * math.sin(angle + turn)

    return [at(0, size * 0.55), at(2.5, size * 0.8), at(math.pi, size * 0.25), at(-2.5, size * 0.8)]


def _grown(shape: list[Spot], by: float) -> list[Spot]:
    cx, cy = sum(x for x, _ in shape) / len(shape), sum(y for _, y in shape) / len(shape)
    grown = []
    for x, y in shape:
        length = math.hypot(x - cx, y - cy) or 1
        grown.append((x + (x - cx) / length * by, y + (y - cy) / length * by))
    return grown


def _dashes(line: list[Spot], dash: float) -> list[list[Spot]]:
    parts: list[list[Spot]] = [[line[0]]]
    run, on = 0.0, True
    for a, b in itertools.pairwise(line):
        run += math.dist(a, b)
        if on:
            parts[-1].append(b)
        if run > dash * (1 if on else 0.6):
            run, on = 0.0, not on
            if on:
                parts.append([b])
    return [p for p in parts if len(p) > 1]


def _label(picture: Image.Image, base: Base, arrow: Arrow, points: list[Spot], room: Room) -> None:
    """The arrow's text on a small plate near its middle, in few words where there is no room for all."""
    ui = base.camera.ui
    font = theme.font("semibold", round(18 * ui))
    for lines in (_wrapped(arrow.what), [_in_short(arrow.what)]):
        wide, high = max(map(font.getlength, lines)) + 12 * ui, (4 + 19 * len(lines)) * ui
        if block := room.place(room.everywhere(), wide, high, points[len(points) // 2]):
            _plate(picture, base, arrow.owner, lines, (room.centre(block), (wide, high)))
            return


def _wrapped(text: str) -> list[str]:
    """A list of units in lines that are not too long."""
    lines = [""]
    for part in text.split(", "):
        if len(lines[-1]) + len(part) > _LINE:
            lines.append("")
        lines[-1] += f"{', ' if lines[-1] else ''}{part}"
    return [line for line in lines if line]


def _in_short(text: str) -> str:
    """`20 units`, for a list of more than one kind."""
    parts = text.split(", ")
    counts = [int(part.split()[0]) for part in parts if part.split()[0].isdecimal()]
    return f"{sum(counts)} units" if len(counts) == len(parts) > 1 else text


def _plate(picture: Image.Image, base: Base, owner: str, lines: list[str], place: tuple[Spot, Spot]) -> None:
    """Lines of text on a plate in a power's colour. place: its middle, its size."""
    ui = base.camera.ui
    font = theme.font("semibold", round(18 * ui))
    (x, y), (wide, high) = place
    colour = theme.power_colour(owner)
    pen = ImageDraw.Draw(picture, "RGBA")
    box = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
    pen.rounded_rectangle(box, 5 * ui, fill=(*colour, 240), outline=(*theme.CREAM, 255), width=base.camera.pixels(1.5))
    for n, line in enumerate(lines):
        middle = y + (n - (len(lines) - 1) / 2) * 19 * ui
        pen.text((x, middle), line, font=font, fill=theme.on(colour), anchor="mm")


# --- losses -----------------------------------------------------------------------------------------


def draw_losses(picture: Image.Image, base: Base, losses: Iterable[Loss], room: Room) -> None:
    """Struck-out counters with their number, beside the place where units were lost."""
    width = round(SIZE * base.camera.ui * 0.74)
    anywhere = room.everywhere()
    for loss in losses:
        if loss.place not in base.names.anchors:
            continue
        near = _anchor(base, loss.place)
        block = room.place(anywhere, width + 4, width * RATIO + 4, near)
        if block:
            _struck(picture, base, loss, width, block)


def _struck(picture: Image.Image, base: Base, loss: Loss, width: int, block: Block) -> None:
    counter = stack_counter(Stack(loss.owner, loss.type), width)
    x, y = base.room.centre(block)
    left, top = round(x - counter.width / 2), round(y - counter.height / 2)
    pale = Image.blend(counter.convert("RGB"), Image.new("RGB", counter.size, (232, 226, 212)), 0.3)
    picture.paste(pale, (left, top), counter)
    pen = ImageDraw.Draw(picture, "RGBA")
    w, h = width / 2 * 0.86, width * RATIO / 2 * 0.82
    for thick, colour in ((base.camera.pixels(6), theme.CREAM), (base.camera.pixels(3.4), theme.ALARM)):
        pen.line([(x - w, y + h), (x + w, y - h)], fill=(*colour, 240), width=thick)
    text, font = f"−{loss.count}", theme.font("bold", round(width * 0.42))
    wide, high = font.getlength(text) + 6 * base.camera.ui, width * 0.4
    box = (x + w - wide + 3, y + h - high + 4, x + w + 5, y + h + 5)
    pen.rounded_rectangle(box, high * 0.3, fill=(*theme.ALARM, 255), outline=(*theme.CREAM, 255))
    pen.text(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), text, font=font, fill=theme.CREAM, anchor="mm")
