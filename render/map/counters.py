"""Counters: a plate in the owner's colour, the silhouette, the count, and small marks at the corners."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from render import icons
from render.input.scene import FacilityView, MarkerView, Stack
from render.style import theme
from render.style.theme import RGB

RATIO = 0.76
"""Height of a counter by its width."""
_FINE = 4
_ARMIES = ("army", "corps", "korps")
_MARK: RGB = (52, 60, 84)
_PLATE: RGB = (247, 240, 220)
_PLATE_INK: RGB = (58, 48, 40)


class _Plate:
    """A counter in the making, drawn four times too large."""

    def __init__(self, width: int, colour: RGB, framed: bool) -> None:
        self.width, self.height = width * _FINE, round(width * RATIO) * _FINE
        self.image = Image.new("RGBA", (self.width + 4 * _FINE, self.height + 4 * _FINE), (0, 0, 0, 0))
        self.draw = ImageDraw.Draw(self.image)
        self.left = self.top = 2 * _FINE
        self.colour = colour
        self._plate(framed)

    @property
    def _box(self) -> tuple[int, int, int, int]:
        return self.left, self.top, self.left + self.width - 1, self.top + self.height - 1

    def _plate(self, framed: bool) -> None:
        x0, y0, x1, y1 = self._box
        corner, rim = round(self.width * 0.13), round(_FINE * 1.5)
        edge = (70, 58, 42) if framed else theme.mix(self.colour, (0, 0, 0), 0.45)
        self.draw.rounded_rectangle(self._box, corner, fill=(*edge, 255))
        inner = (x0 + rim, y0 + rim, x1 - rim, y1 - rim)
        self.draw.rounded_rectangle(inner, max(1, corner - rim), fill=(*self.colour, 255))
        light = theme.mix(self.colour, (255, 255, 255), 0.13)
        upper = (x0 + rim, y0 + rim, x1 - rim, y0 + rim + round(self.height * 0.3))
        self.draw.rounded_rectangle(upper, max(1, corner - rim), fill=(*light, 255))

    def icon(self, unit: str, colour: RGB, many: bool) -> None:
        wide = round(self.width * (0.74 if many else 0.8))
        shape = icons.icon(unit, wide, colour)
        x = self.left + round((self.width - wide) * (0.3 if many else 0.5))
        y = self.top + round((self.height - shape.height) * (0.34 if many else 0.5))
        self.image.alpha_composite(shape, (x, y))

    def count(self, count: int) -> None:
        size = round(self.height * (0.6 if count < 100 else 0.48))
        spot = (self.left + self.width - round(self.width * 0.05), self.top + self.height + _FINE)
        self.draw.text(
            spot,
            str(count),
            font=theme.font("bold", size),
            fill=(255, 255, 255, 255),
            stroke_width=round(self.width / 18),
            stroke_fill=(20, 18, 18, 255),
            anchor="rb",
        )

    def corner(self, text: str, colour: RGB, right: bool) -> None:
        """A small round badge at the upper corner."""
        radius = self.width * 0.17
        x = self.left + (self.width - radius * 0.9 if right else radius * 0.9)
        y = self.top + radius * 0.9
        self.draw.ellipse(
            [x - radius, y - radius, x + radius, y + radius],
            fill=(*colour, 255),
            outline=(255, 250, 236, 255),
            width=_FINE,
        )
        font = theme.font("bold", round(radius * 1.6))
        self.draw.text((x, y), text, font=font, fill=(*theme.on(colour), 255), anchor="mm")

    def pill(self, text: str) -> None:
        """A red sign with more than one character at the upper right corner."""
        high = self.width * 0.32
        font = theme.font("bold", round(high * 0.86))
        wide = max(high * 1.25, font.getlength(text) + high * 0.4)
        x, y = self.left + self.width - wide * 0.9, self.top - _FINE
        box = [x, y, x + wide, y + high]
        self.draw.rounded_rectangle(box, high / 2, fill=(*theme.ALARM, 255), outline=(255, 250, 236, 255), width=_FINE)
        self.draw.text((x + wide / 2, y + high / 2), text, font=font, fill=(*theme.on(theme.ALARM), 255), anchor="mm")

    def pennant(self, text: str) -> None:
        """A flag at the upper left corner: the members of an army."""
        high = self.width * 0.32
        font = theme.font("bold", round(high * 0.86))
        wide = font.getlength(text) + high * 0.75
        x, y = self.left - _FINE, self.top - _FINE
        notch = (x + wide - high * 0.3, y + high / 2)
        flag = [(x, y), (x + wide, y), notch, (x + wide, y + high), (x, y + high)]
        self.draw.polygon(flag, fill=(*theme.GOLD, 255), outline=(*theme.INK, 255), width=_FINE)
        spot = (x + (wide - high * 0.15) / 2, y + high / 2)
        self.draw.text(spot, text, font=font, fill=(*theme.INK, 255), anchor="mm")

    def foot(self, text: str) -> None:
        """A small gold plate at the lower left corner."""
        high = self.width * 0.3
        font = theme.font("bold", round(high * 0.95))
        wide = font.getlength(text) + high * 0.35
        x, y = self.left - _FINE, self.top + self.height - high
        box = [x, y, x + wide, y + high]
        self.draw.rectangle(box, fill=(*theme.GOLD, 255), outline=(*theme.INK, 255), width=_FINE)
        self.draw.text((x + wide / 2, y + high / 2), text, font=font, fill=(*theme.INK, 255), anchor="mm")

    def crate(self, count: int) -> None:
        """A crate at the lower left corner: cargo aboard."""
        side = self.width * 0.3
        x, y = self.left, self.top + self.height - side
        box = [x, y, x + side, y + side]
        self.draw.rectangle(box, fill=(150, 108, 60, 255), outline=(60, 42, 22, 255), width=_FINE)
        font = theme.font("bold", round(side * 0.95))
        self.draw.text((x + side / 2, y + side / 2), str(count), font=font, fill=(255, 250, 236, 255), anchor="mm")

    def finished(self) -> Image.Image:
        """The counter in its real size with its shadow."""
        small = self.image.reduce(_FINE)
        out = Image.new("RGBA", (small.width + 6, small.height + 6), (0, 0, 0, 0))
        shadow = Image.new("L", out.size, 0)
        shadow.paste(small.getchannel("A").point([v * 120 // 255 for v in range(256)]), (4, 5))
        out.putalpha(shadow.filter(ImageFilter.GaussianBlur(2)))
        out.alpha_composite(small, (1, 1))
        return out


def cargo_count(cargo: str) -> int:
    """How many units a cargo text names ("2 infantry, 1 tank" is 3)."""
    heads = [part.strip().split(" ")[0] for part in cargo.split(",") if part.strip()]
    return sum(int(h) if h.isdigit() else 1 for h in heads)


@lru_cache(maxsize=4096)
def stack_counter(stack: Stack, width: int) -> Image.Image:
    """The counter of a stack of units (RGBA), with its shadow: 3 pixels wider than `width` on each side."""
    colour = theme.power_colour(stack.owner)
    plate = _Plate(width, colour, framed=False)
    plate.icon(stack.type, theme.on(colour), stack.count > 1)
    if stack.cargo:
        plate.crate(cargo_count(stack.cargo))
    if stack.count > 1:
        plate.count(stack.count)
    if stack.hits > 1:
        plate.pill(f"\u2212{stack.hits}")
    elif stack.damaged:
        plate.corner("!" if stack.damaged == 1 else str(stack.damaged), theme.ALARM, right=True)
    army = next((sign for tag in stack.tags if (sign := army_sign(tag))), "")
    if army:
        plate.pennant(army)
    elif stack.tags:
        plate.corner(stack.tags[0][:1].upper(), _MARK, right=False)
    return plate.finished()


def army_sign(tag: str) -> str:
    """The short sign of an army that a mark names: "PA" of "panzer army", "AC2" of "army corps 2"; "" for other
    marks."""
    words = tag.replace("-", " ").split()
    number = words.pop() if words and words[-1].isdigit() else ""
    if len(words) < 2 or words[-1] not in _ARMIES:
        return ""
    return words[0][0].upper() + words[-1][0].upper() + number


@lru_cache(maxsize=1024)
def facility_counter(facility: FacilityView, width: int) -> Image.Image:
    """The counter of a complex or base, with its damage."""
    plate = _Plate(width, _PLATE, framed=True)
    plate.icon(facility.kind, _PLATE_INK, many=False)
    if facility.damage:
        plate.corner(str(facility.damage), theme.ALARM, right=True)
    grown = next((tag.split()[0] for tag in facility.tags if tag.startswith("+")), "")
    if grown:
        plate.foot(grown)
    lasting = [tag for tag in facility.tags if not tag.startswith("+")]
    if lasting:
        plate.corner(lasting[0][:1].upper(), _MARK, right=False)
    return plate.finished()


@lru_cache(maxsize=1024)
def marker_counter(marker: MarkerView, width: int) -> Image.Image:
    """The counter of a marker that is no unit: a pale plate with a rim in its owner's colour."""
    colour = theme.mix(theme.power_colour(marker.owner), theme.PAPER, 0.62)
    plate = _Plate(width, colour, framed=False)
    plate.icon(marker.kind, theme.INK, marker.count > 1)
    if marker.count > 1:
        plate.count(marker.count)
    return plate.finished()


def counter(item: Stack | FacilityView | MarkerView, width: int) -> Image.Image:
    """The counter of anything that stands in a place."""
    if isinstance(item, Stack):
        return stack_counter(item, width)
    if isinstance(item, FacilityView):
        return facility_counter(item, width)
    return marker_counter(item, width)
