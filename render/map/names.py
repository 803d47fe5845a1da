"""What stands on a board all through a game: names, values, victory cities, zone numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from PIL import Image, ImageDraw

from render.map.camera import Camera
from render.map.room import Block, Room
from render.map.shapes import Atlas, Region
from render.style import theme
from render.style.theme import RGB
from rules.model.board import Board, Place, shortened

_SIZES = (27, 24, 21, 18, 16)
_SPILLS = (0.0, 0.12, 0.3)
Spot = tuple[float, float]


@dataclass
class Names:
    """The layer of names. anchors: where a place's counters gather. badges: centre and radius of the
    owner's emblem of a territory."""

    layer: Image.Image
    anchors: dict[str, Spot] = field(default_factory=dict)
    badges: dict[str, tuple[float, float, int]] = field(default_factory=dict)


def short_name(atlas: Atlas, place: str) -> str:
    """A place's name as it stands on the map."""
    return shortened(atlas.short.get(place, place))


def zone_name(atlas: Atlas, place: str) -> str:
    """A sea zone's name as it stands on the map: its number, or its name without "Sea Zone"."""
    return atlas.short.get(place) or place.removeprefix("SZ ").removesuffix(" Sea Zone")


def _wraps(text: str) -> Iterator[str]:
    words = text.replace("/", "/ ").split()
    yield " ".join(words)
    for cut in range(1, len(words)):
        yield " ".join(words[:cut]) + "\n" + " ".join(words[cut:])


@dataclass(frozen=True)
class _Text:
    """A text that has found its size: lines, typeface and extent in pixels."""

    text: str
    face: str
    size: int
    box: tuple[float, float, float, float]

    @property
    def width(self) -> float:
        return self.box[2] - self.box[0]

    @property
    def height(self) -> float:
        return self.box[3] - self.box[1]


class Writer:
    """Writes the names of one picture. values: of territories that are not worth what is printed."""

    def __init__(self, atlas: Atlas, board: Board, camera: Camera, room: Room, values: Mapping[str, int]) -> None:
        self.values = values
        self.atlas, self.board, self.camera, self.room = atlas, board, camera, room
        self.names = Names(Image.new("RGBA", (camera.width, camera.height), (0, 0, 0, 0)))
        self.pen = ImageDraw.Draw(self.names.layer)

    def write(self) -> Names:
        """Write everything, cramped territories first."""
        seen = [r for r in self.atlas.land.values() if self._visible(r)]
        for region in sorted(seen, key=lambda r: (r.radius, r.name)):
            self._territory(region, self.board.places[region.name])
        for region in self.atlas.sea.values():
            if self._visible(region):
                self._zone(region)
        return self.names

    def _visible(self, region: Region) -> bool:
        return self.camera.sees(region.box) and self.camera.shows(region.centre, -10 * self.camera.ui)

    def _measure(self, text: str, face: str, size: int) -> _Text:
        font = theme.font(face, size)
        return _Text(text, face, size, self.pen.multiline_textbbox((0, 0), text, font=font, spacing=-2, align="center"))

    def _put(self, text: _Text, block: Block, colour: RGB, halo: RGB, alpha: int) -> Spot:
        x, y = self.room.centre(block)
        font = theme.font(text.face, text.size)
        spot = (x - text.width / 2 - text.box[0], y - text.height / 2 - text.box[1])
        stroke = self.camera.pixels(1.8)
        shade = (*halo, alpha)
        self.pen.multiline_text(
            spot,
            text.text,
            font=font,
            spacing=-2,
            align="center",
            fill=(*colour, 255),
            stroke_width=stroke,
            stroke_fill=shade,
        )
        return x, y

    # --- territories -------------------------------------------------------------------------------

    def _worth(self, place: Place) -> int:
        return self.values.get(place.name, place.value)

    def _territory(self, region: Region, place: Place) -> None:
        text, block = self._fit(region, place)
        x, y = self._put(text, block, (30, 26, 22), (255, 250, 236), 170)
        self.names.anchors[region.name] = (x, y)
        below = y + text.height / 2
        if place.victory_city:
            below = self._city(region, place, (x, below))
        self._badges(region, place, (x, below))

    def _fit(self, region: Region, place: Place) -> tuple[_Text, Block]:
        """The name in the largest size that fits inside, with its badges below if that can be."""
        label = short_name(self.atlas, region.name).upper()
        for sizes, badge in ((_SIZES[:-1], True), (_SIZES, False)):
            for size in sizes:
                for wrapped in _wraps(label):
                    text = self._measure(wrapped, "semibold", round(size * self.camera.ui))
                    block = self._inside(region, place, text, badge)
                    if block:
                        return text, block
        return self._squeezed(region, label)

    def _inside(self, region: Region, place: Place, text: _Text, badge: bool) -> Block | None:
        """Room for a name inside its territory; with `badge` there is room for the badges below it too."""
        ui, centre = self.camera.ui, self.camera.spot(region.centre)
        mask = self.room.mask(region.name)
        wide, high = text.width + 6 * ui, text.height + 4 * ui
        if not badge:
            return self.room.place(mask, wide, high, centre, (0.04,))
        below = 0 if place.impassable else 31 * ui + (21 * ui if place.victory_city else 0)
        least = (64 if self._worth(place) else 34) * ui
        block = self.room.nearest(mask, max(wide, least), high + below, centre, 0.02)
        if not block:
            return None
        cells_w, cells_h = self.room.size(wide, high)
        name = Block(block.x + (block.width - cells_w) // 2, block.y, cells_w, cells_h)
        self.room.take(name)
        return name

    def _squeezed(self, region: Region, label: str) -> tuple[_Text, Block]:
        """A name that does not fit: beside an island on the water, inland over its borders."""
        ui = self.camera.ui
        landlocked = not any(n in self.atlas.sea for n in self.board.near(region.name))
        size = round((14 if landlocked else 16) * ui)
        options = sorted((self._measure(w, "semibold", size) for w in _wraps(label)), key=lambda t: t.width)
        spot, mask = self.camera.spot(region.centre), self.room.mask(region.name)
        if not landlocked:
            low = self.camera.spot((0, region.box[3]))[1]
            spot = (spot[0], min(low, spot[1] + 60 * ui) + 12 * ui)
            mask = self.room.either(self.room.water(), mask)
        for spill in (0.0, 0.25, 0.5):
            for text in options:
                block = self.room.place(mask, text.width + 4 * ui, text.height + 2 * ui, spot, (spill,))
                if block and math.dist(self.room.centre(block), spot) < 110 * ui:
                    return text, block
        text = options[0]
        wide, high = self.room.size(text.width, text.height)
        x, y = self.camera.spot(region.centre)
        block = Block(round(x / self.room.cell - wide / 2), round(y / self.room.cell - high / 2), wide, high)
        self.room.take(block)
        return text, block

    def _city(self, region: Region, place: Place, near: Spot) -> float:
        """The victory city under the name, if it fits; returns where the next line may begin."""
        ui = self.camera.ui
        text = self._measure(place.victory_city or "", "medium", round(17 * ui))
        mark = 15 * ui
        middle = (near[0], near[1] + text.height / 2 + 4 * ui)
        block = self.room.place(
            self.room.mask(region.name), text.width + mark + 6 * ui, text.height + 3 * ui, middle, (0.0, 0.15)
        )
        if not block:
            return near[1]
        x, y = self.room.centre(block)
        left = x - (text.width + mark) / 2
        star(self.pen, (left + 5 * ui, y), 7 * ui, theme.ALARM)
        spot = (left + mark - text.box[0], y - text.height / 2 - text.box[1])
        font = theme.font(text.face, text.size)
        self.pen.text(
            spot,
            text.text,
            font=font,
            fill=(110, 20, 18, 255),
            stroke_width=self.camera.pixels(1.6),
            stroke_fill=(255, 250, 236, 190),
        )
        return y + text.height / 2

    def _badges(self, region: Region, place: Place, near: Spot) -> None:
        """Room for the owner's emblem, and the value beside it."""
        if place.impassable:
            return
        ui = self.camera.ui
        radius = round(14 * ui)
        value = self._worth(place) > 0
        wide = (4 if value else 2) * radius + 5 * ui
        middle = (near[0], near[1] + radius + 3 * ui)
        mask = self.room.mask(region.name)
        block = self.room.place(mask, wide, 2 * radius + 3 * ui, middle, _SPILLS)
        if not block:
            block = self.room.place(self.room.everywhere(), wide, 2 * radius + 3 * ui, middle, (0.0,))
        if not block:
            return
        x, y = self.room.centre(block)
        self.names.badges[region.name] = (x - radius if value else x, y, radius)
        if value:
            coin(
                self.pen,
                (x + radius, y),
                radius,
                self._worth(place),
                ui,
                capital=bool(place.capital),
                city=bool(place.victory_city),
            )

    # --- sea zones ---------------------------------------------------------------------------------

    def _zone(self, region: Region) -> None:
        ui, centre = self.camera.ui, self.camera.spot(region.centre)
        label = zone_name(self.atlas, region.name)
        sizes = (30,) if label.isdigit() else (24, 21, 18, 16)
        mask = self.room.mask(region.name)
        for size in sizes:
            for wrapped in _wraps(label):
                text = self._measure(wrapped, "italic", round(size * ui))
                block = self.room.place(mask, text.width + 8 * ui, text.height + 6 * ui, centre, (0.0,))
                if block:
                    self.names.anchors[region.name] = self._put(text, block, theme.SEA_TEXT, (226, 240, 242), 150)
                    return
        text = self._measure(list(_wraps(label))[-1], "italic", round(sizes[-1] * ui))
        block = self.room.place(mask, text.width, text.height, centre, (0.3, 0.7))
        if block:
            self.names.anchors[region.name] = self._put(text, block, theme.SEA_TEXT, (226, 240, 242), 150)
        else:
            self.names.anchors[region.name] = centre


def star(pen: ImageDraw.ImageDraw, middle: Spot, radius: float, colour: RGB) -> None:
    """A five-pointed star with a light rim."""

    def ring(size: float) -> list[Spot]:
        spikes = [(size * (0.42 if i % 2 else 1), i * math.pi / 5 - math.pi / 2) for i in range(10)]
        return [(middle[0] + r * math.cos(turn), middle[1] + r * math.sin(turn)) for r, turn in spikes]

    pen.polygon(ring(radius * 1.35), fill=(255, 250, 236, 230))
    pen.polygon(ring(radius), fill=(*colour, 255))


def coin(pen: ImageDraw.ImageDraw, middle: Spot, radius: int, value: int, ui: float, capital: bool, city: bool) -> None:
    """A territory's value; gold for a capital, red rim for a victory city."""
    x, y = middle
    pen.ellipse([x - radius - 1, y - radius - 1, x + radius + 2, y + radius + 2], fill=(50, 40, 28, 110))
    fill = (246, 205, 84, 255) if capital else (250, 240, 206, 255)
    rim = (*theme.ALARM, 255) if city else (88, 72, 48, 255)
    width = max(1, round((3.2 if city else 1.8) * ui))
    pen.ellipse([x - radius, y - radius, x + radius, y + radius], fill=fill, outline=rim, width=width)
    font = theme.font("bold", round(23 * ui))
    pen.text((x, y), str(value), font=font, fill=(40, 30, 20, 255), anchor="mm")
