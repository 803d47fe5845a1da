"""Painting a position onto baked layers: emblems, call-outs, counters."""

from __future__ import annotations

import math

from PIL import Image, ImageDraw

from render.input.scene import MarkerView, Scene
from render.map import borders, counters
from render.map.base import Base, compose
from render.map.layout import CallOut, Layout, Placed
from render.map.room import Room
from render.style import theme
from render.style.emblems import emblem

_LINE = (40, 34, 28)
TOTAL, LEGEND = (30, 23), "units, too many to draw here"
"""Size of the sign for a place without room for its counters, at ui 1.0; what it means."""


def owners(base: Base, scene: Scene) -> dict[str, str]:
    """The owner, or the class of neutrals, of every territory that has one."""
    found = {}
    for name in base.atlas.land:
        printed = base.board.places[name]
        view = scene.places.get(name)
        owner = view.owner if view else printed.owner
        neutral = (view.neutral if view else "") or printed.neutral
        sign = owner or (None if printed.impassable else neutral_class(neutral))
        if sign:
            found[name] = sign
    return found


def neutral_class(neutral: str | None) -> str:
    """The colour and emblem of a territory without owner."""
    return neutral if neutral in (theme.NEUTRAL_AXIS, theme.NEUTRAL_ALLIES) else theme.NEUTRAL_STRICT


def ground(base: Base, scene: Scene) -> Image.Image:
    """The map in its owners' colours, without names and emblems."""
    return compose(base, owners(base, scene))


def print_names(picture: Image.Image, base: Base) -> None:
    """Paint names, values and zone numbers."""
    picture.paste(base.names.layer, (0, 0), base.names.layer)


def signs(picture: Image.Image, base: Base, scene: Scene) -> None:
    """Paint the owners' emblems beside the values."""
    held = owners(base, scene)
    for place, (x, y, radius) in base.names.badges.items():
        if place in held:
            sign = emblem(held[place], radius)
            picture.paste(sign, (round(x - sign.width / 2), round(y - sign.height / 2)), sign)


def room_after(base: Base, layout: Layout) -> Room:
    """The room that is left when a layout stands."""
    room = base.room.copy()
    blocks = [p.block for p in layout.counters] + [c.block for c in layout.call_outs]
    for block in (*blocks, *(b for _, _, b in layout.totals)):
        room.take(block)
    return room


def battles(picture: Image.Image, base: Base, scene: Scene, room: Room) -> None:
    """A burst beside the name of every place that is fought over, where there is free room."""
    pen = ImageDraw.Draw(picture, "RGBA")
    radius = max(9.0, 16 * base.camera.ui)
    anywhere = room.everywhere()
    for place, view in scene.places.items():
        if view.battle and place in base.atlas:
            centre = base.camera.spot(base.atlas.region(place).centre)
            near = base.names.anchors.get(place, centre)
            block = room.place(anywhere, 2 * radius, 2 * radius, near)
            _burst(pen, room.centre(block) if block else near, radius)


def _burst(pen: ImageDraw.ImageDraw, middle: tuple[float, float], radius: float) -> None:
    x, y = middle

    def ring(r: float) -> list[tuple[float, float]]:
        turns = [math.pi * i / 9 for i in range(18)]
        return [
            (x + r * (0.62 if i % 2 else 1) * math.cos(t), y + r * (0.62 if i % 2 else 1) * math.sin(t))
            for i, t in enumerate(turns)
        ]

    pen.polygon(ring(radius * 1.2), fill=(*theme.INK, 230))
    pen.polygon(ring(radius), fill=(240, 96, 32, 255))
    pen.polygon(ring(radius * 0.6), fill=(255, 222, 90, 255))


def position(picture: Image.Image, base: Base, scene: Scene, layout: Layout) -> None:
    """Paint everything of a position that stands on the ground: names, emblems, counters."""
    borders.paint(picture, base, scene)
    lines(picture, base, layout)
    print_names(picture, base)
    signs(picture, base, scene)
    units(picture, base, layout)


def lines(picture: Image.Image, base: Base, layout: Layout) -> None:
    """Paint the lines from crowded places to their call-outs; names go over them."""
    pen = ImageDraw.Draw(picture, "RGBA")
    for call in layout.call_outs:
        end = base.room.centre(call.block)
        pen.line([call.start, end], fill=(*theme.CREAM, 200), width=base.camera.pixels(5))
        pen.line([call.start, end], fill=(*_LINE, 230), width=base.camera.pixels(2.2))


def units(picture: Image.Image, base: Base, layout: Layout) -> None:
    """Paint call-outs, counters and totals."""
    pen = ImageDraw.Draw(picture, "RGBA")
    for call in layout.call_outs:
        _call_out(pen, base, call)
    for placed in layout.counters:
        _counter(picture, base, placed)
    for _, count, block in layout.totals:
        _total(pen, base, count, block.x * base.room.cell, block.y * base.room.cell)


def guards(picture: Image.Image, base: Base, layout: Layout) -> None:
    """Paint the counters of what guards borders once more: arrows cross them, and they are what matters there."""
    for placed in layout.counters:
        if isinstance(placed.item, MarkerView) and placed.item.toward:
            _counter(picture, base, placed)


def _counter(picture: Image.Image, base: Base, placed: Placed) -> None:
    image = counters.counter(placed.item, placed.width)
    x, y = base.room.centre(placed.block)
    picture.paste(image, (round(x - image.width / 2), round(y - image.height / 2)), image)


def _call_out(pen: ImageDraw.ImageDraw, base: Base, call: CallOut) -> None:
    cell, ui = base.room.cell, base.camera.ui
    x, y = base.room.centre(call.block)
    half_w, half_h = call.block.width * cell / 2, call.block.height * cell / 2
    box = (x - half_w, y - half_h, x + half_w, y + half_h)
    pen.rounded_rectangle(box, 6 * ui, fill=(248, 242, 226, 225), outline=(*_LINE, 255), width=base.camera.pixels(2))


def _total(pen: ImageDraw.ImageDraw, base: Base, count: int | str, x: float, y: float) -> None:
    wide, high = TOTAL[0] * base.camera.ui, TOTAL[1] * base.camera.ui
    pen.rounded_rectangle(
        [x, y, x + wide, y + high], 5 * base.camera.ui, fill=(*theme.ALARM, 255), outline=(*theme.CREAM, 255)
    )
    font = theme.font("bold", round(18 * base.camera.ui))
    pen.text((x + wide / 2, y + high / 2), str(count), font=font, fill=theme.CREAM, anchor="mm")


def legend(picture: Image.Image, base: Base, layout: Layout, room: Room) -> None:
    """What the red numbers mean, where there are some: on free room next to the lower left corner."""
    if not layout.totals:
        return
    ui = base.camera.ui
    font, gap = theme.font("medium", round(17 * ui)), 8 * ui
    wide, high = TOTAL[0] * ui + font.getlength(LEGEND) + 3 * gap, TOTAL[1] * ui + gap
    block = room.place(room.everywhere(), wide, high, (0.0, float(base.camera.height)), reach=room.height)
    if block is None:
        return
    middle = room.centre(block)
    left, top = middle[0] - wide / 2, middle[1] - high / 2
    pen = ImageDraw.Draw(picture, "RGBA")
    pen.rounded_rectangle(
        [left, top, left + wide, top + high], 6 * ui, fill=(248, 242, 226, 225), outline=(*_LINE, 255)
    )
    _total(pen, base, "n", left + gap, top + gap / 2)
    at = (left + 2 * gap + TOTAL[0] * ui, top + high / 2)
    pen.text(at, LEGEND, font=font, fill=_LINE, anchor="lm")
