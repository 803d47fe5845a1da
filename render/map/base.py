"""The layers of a picture that depend on the board and the camera alone, baked once and kept."""

from __future__ import annotations

from dataclasses import dataclass, field

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.map import marks, names
from render.map.atlas import atlas, relief
from render.map.camera import Camera
from render.map.names import Names
from render.map.room import Block, Room
from render.map.shapes import Atlas, Polygon
from render.style import theme
from rules.model.board import Board
from rules.model.board import load as load_board

_FINE = 2
DECOR_INDEX = 254


@dataclass
class Base:
    """Baked layers.

    sea: finished water. ids: which territory a pixel belongs to (palette image; owners become colours by
    changing the palette). shade: relief and paper, to multiply. land: where land is. borders: how strong the
    lines between territories are. top: coasts and marks, to paste over. room: cells taken by names. slots: blocks for
    counters found so far by place and width, and the room they leave.
    """

    camera: Camera
    atlas: Atlas
    board: Board
    sea: Image.Image
    ids: Image.Image
    index: dict[str, int]
    shade: Image.Image
    land: Image.Image
    borders: Image.Image
    top: Image.Image
    names: Names
    room: Room
    slots: dict[tuple[str, int], tuple[list[Block], Room]] = field(default_factory=dict)


def bake(camera: Camera, with_names: bool = True, values: tuple[tuple[str, int], ...] = ()) -> Base:
    """Bake the layers of a camera; about a second for a section, three for a whole board. values: as in `Look`."""
    plan = atlas(camera.board)
    board = load_board(camera.board)
    masks = _Masks(plan, camera)
    noise = _noise(camera)
    room = Room(plan, camera)
    top = Image.new("RGBA", (camera.width, camera.height), (0, 0, 0, 0))
    _coast(top, masks, camera)
    marks.draw(top, plan, camera, room, with_names)
    writer = names.Writer(plan, board, camera, room, dict(values))
    written = writer.write() if with_names else writer.names
    ids, index = _ids(plan, camera)
    return Base(
        camera=camera,
        atlas=plan,
        board=board,
        sea=_sea(masks, camera, noise),
        ids=ids,
        index=index,
        shade=_shade(masks, camera, noise),
        land=masks.land,
        borders=masks.borders.point([v * 205 // 255 for v in range(256)]),
        top=top,
        names=written,
        room=room,
    )


class _Masks:
    """Anti-aliased masks of land, borders between territories, zone borders and polar waters."""

    def __init__(self, plan: Atlas, camera: Camera) -> None:
        size = (camera.width * _FINE, camera.height * _FINE)
        self._camera = camera
        seen = [r for r in plan.land.values() if camera.sees(r.box)]
        land, borders, zones = (Image.new("L", size, 0) for _ in range(3))
        for region in seen:
            self._fill(land, region.polygons)
            self._outline(borders, region.polygons, 2.1)
        self._fill(land, plan.rest)
        self._outline(borders, plan.rest, 2.1)
        for lake in plan.lakes:
            self._fill(land, (lake,), 0)
        for region in plan.sea.values():
            if camera.sees(region.box):
                self._outline(zones, region.polygons, 1.9)
        void = Image.new("L", (camera.width, camera.height), 0)
        for polygon in plan.outside:
            ImageDraw.Draw(zones).polygon(camera.line(polygon[0], _FINE), fill=0)
        for polygon in (*plan.void, *plan.outside):
            ImageDraw.Draw(void).polygon(camera.line(polygon[0]), fill=255)
        self.void = void
        self.land, self.borders, self.zones = land.reduce(_FINE), borders.reduce(_FINE), zones.reduce(_FINE)

    def _fill(self, image: Image.Image, polygons: tuple[Polygon, ...], value: int = 255) -> None:
        pen = ImageDraw.Draw(image)
        for polygon in polygons:
            pen.polygon(self._camera.line(polygon[0], _FINE), fill=value)
            for hole in polygon[1:]:
                if value:
                    pen.polygon(self._camera.line(hole, _FINE), fill=0)

    def _outline(self, image: Image.Image, polygons: tuple[Polygon, ...], width: float) -> None:
        pen = ImageDraw.Draw(image)
        wide = max(2, round(width * _FINE * self._camera.ui))
        for polygon in polygons:
            for ring in polygon:
                pen.line(self._camera.line((*ring, ring[0]), _FINE), fill=255, width=wide, joint="curve")


def _ids(plan: Atlas, camera: Camera) -> tuple[Image.Image, dict[str, int]]:
    """Territory numbers by pixel: wide outlines first, so that half-covered coast pixels have one too."""
    image = Image.new("P", (camera.width, camera.height), 0)
    pen = ImageDraw.Draw(image)
    seen = [r for r in plan.land.values() if camera.sees(r.box)]
    seen.sort(key=lambda r: -(r.box[2] - r.box[0]) * (r.box[3] - r.box[1]))
    index = {r.name: n for n, r in enumerate(seen, start=1)}
    shapes = [(p, index[r.name]) for r in seen for p in r.polygons]
    shapes += [(p, DECOR_INDEX) for p in plan.rest]
    for polygon, number in shapes:
        for ring in polygon:
            pen.line(camera.line((*ring, ring[0])), fill=number, width=5)
    for polygon, number in sorted(shapes, key=lambda s: -_extent(s[0])):
        pen.polygon(camera.line(polygon[0]), fill=number)
    return image, index


def _extent(polygon: Polygon) -> int:
    xs, ys = [x for x, _ in polygon[0]], [y for _, y in polygon[0]]
    return (max(xs) - min(xs)) * (max(ys) - min(ys))


def _noise(camera: Camera) -> Image.Image:
    """Even paper grain, the same in every picture of a size."""
    tile = _grain()
    image = Image.new("L", (camera.width, camera.height))
    for x in range(0, camera.width, tile.width):
        for y in range(0, camera.height, tile.height):
            image.paste(tile, (x, y))
    return image


def _grain() -> Image.Image:
    side, state, values = 256, 12345, bytearray()
    for _ in range(side * side):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        values.append(128 + ((state >> 16) % 89 - 44))
    fine = Image.frombytes("L", (side, side), bytes(values))
    wide = Image.new("L", (side * 3, side * 3))
    for x in range(3):
        for y in range(3):
            wide.paste(fine, (x * side, y * side))
    soft = wide.filter(ImageFilter.GaussianBlur(0.9))
    return soft.crop((side, side, 2 * side, 2 * side))


def _curve(high: float, power: float) -> list[int]:
    return [min(255, round((v / 255) ** power * high)) for v in range(256)]


def _sea(masks: _Masks, camera: Camera, noise: Image.Image) -> Image.Image:
    """Water: paler towards the coasts, three old-fashioned water lines, zone borders, polar ice."""
    ui = camera.ui
    size = (camera.width, camera.height)
    step = max(1, round(4 * ui))
    small = masks.land.resize((max(1, size[0] // step), max(1, size[1] // step)), Image.Resampling.BOX)

    def halo(radius: float) -> Image.Image:
        return small.filter(ImageFilter.GaussianBlur(radius)).resize(size, Image.Resampling.BICUBIC)

    sea = Image.new("RGB", size, theme.SEA_DEEP)
    sea.paste(theme.SEA_MIDDLE, (0, 0), halo(26).point(_curve(300, 0.55)))
    sea.paste(theme.SEA_SHORE, (0, 0), halo(7).point(_curve(300, 0.8)))
    near = masks.land.filter(ImageFilter.GaussianBlur(7 * ui))
    for level, width, alpha in ((70, 16, 70), (30, 10, 55), (10, 5, 45)):
        band = [max(0, alpha - abs(v - level) * alpha // width) for v in range(256)]
        sea.paste((70, 120, 145), (0, 0), near.point(band))
    sea.paste(
        theme.ICE,
        (0, 0),
        masks.void.filter(ImageFilter.GaussianBlur(3 * ui)).point([v * 90 // 255 for v in range(256)]),
    )
    grain = noise.point([min(255, 240 + (v - 128) // 4) for v in range(256)])
    sea = ImageChops.multiply(sea, Image.merge("RGB", [grain] * 3))
    sea.paste(theme.SEA_LINE, (0, 0), masks.zones.point([v * 205 // 255 for v in range(256)]))
    return sea


def _shade(masks: _Masks, camera: Camera, noise: Image.Image) -> Image.Image:
    """Relief, a soft shadow along borders and paper grain, as factors for the land's colours."""
    source = relief(camera.board)
    k = source.width / atlas(camera.board).width
    x0, y0, x1, y1 = camera.box
    box = (x0 * k, y0 * k, min(x1 * k, source.width), min(y1 * k, source.height))
    part = source.resize((camera.width, camera.height), Image.Resampling.BICUBIC, box)
    bumps = part.point([max(0, min(255, round(214 + (v - 214) * 1.25))) for v in range(256)])
    inner = masks.borders.filter(ImageFilter.GaussianBlur(5 * camera.ui))
    bumps = ImageChops.multiply(bumps, inner.point([255 - min(70, v) for v in range(256)]))
    bumps = ImageChops.multiply(bumps, noise.point([min(255, 246 + (v - 128) // 6) for v in range(256)]))
    bumps = bumps.point([min(255, round(v * 1.19)) for v in range(256)])
    return Image.merge("RGB", [bumps] * 3)


def _coast(top: Image.Image, masks: _Masks, camera: Camera) -> None:
    """A dark line along the coast."""
    grow = ImageFilter.MaxFilter(3)
    shrink = ImageFilter.MinFilter(5 if camera.ui > 1.3 else 3)
    rim = ImageChops.subtract(masks.land.filter(grow), masks.land.filter(shrink))
    coast = Image.new("RGBA", top.size, (*theme.COAST, 0))
    coast.putalpha(rim.filter(ImageFilter.GaussianBlur(0.6)).point([v * 150 // 255 for v in range(256)]))
    top.alpha_composite(coast)


def palette(base: Base, owners: dict[str, str]) -> list[int]:
    """The palette that colours every territory as its owner (owner or class of neutrals by place)."""
    colours = [0] * 768
    for place, number in base.index.items():
        colour = theme.territory_colour(owners[place]) if place in owners else theme.STONE
        colours[3 * number : 3 * number + 3] = colour
    colours[3 * DECOR_INDEX : 3 * DECOR_INDEX + 3] = theme.DECOR
    return colours


def _border_palette(base: Base, owners: dict[str, str]) -> list[int]:
    """The palette that colours the lines around every territory, pale ones where its fill is dark."""
    colours = list(theme.BORDER) * 256
    for place, number in base.index.items():
        if place in owners:
            colours[3 * number : 3 * number + 3] = theme.border_colour(owners[place])
    return colours


def compose(base: Base, owners: dict[str, str]) -> Image.Image:
    """The map with its owners' colours, without emblems and counters."""
    ids = base.ids.copy()
    ids.putpalette(palette(base, owners))
    land = ImageChops.multiply(ids.convert("RGB"), base.shade)
    picture = Image.composite(land, base.sea, base.land)
    ids.putpalette(_border_palette(base, owners))
    picture.paste(ids.convert("RGB"), (0, 0), base.borders)
    picture.paste(base.top, (0, 0), base.top)
    return picture
