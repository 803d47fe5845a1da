"""The strip under the map: headline, and a plate for each power with its money and income."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

from render.input.scene import PowerView, Scene
from render.style import theme
from render.style.emblems import emblem
from render.style.theme import RGB

_TITLE: RGB = (246, 232, 200)
_SUBTITLE: RGB = (206, 190, 158)
# How much wider the plate of a power with two treasuries is.
_SECOND = 1.45


def headline(scene: Scene) -> str:
    """The strip's first line: the scene's title, or round and power."""
    return scene.title or _moment(scene)


def _moment(scene: Scene) -> str:
    when = scene.round_name or (f"Round {scene.round}" if scene.round else "Set-up")
    return f"{when} · {scene.power}" if scene.power else when


def subline(scene: Scene) -> str:
    """The strip's second line: the scene's subtitle, or the phase; where that is the title, round and power."""
    phase = scene.phase.capitalize()
    return scene.subtitle or (phase if phase != scene.title else _moment(scene))


def add(picture: Image.Image, scene: Scene, height: int) -> Image.Image:
    """The picture with a strip of the given height below it (nothing of the map is hidden)."""
    width, top = picture.size
    out = Image.new("RGB", (width, top + height), theme.STRIP)
    out.paste(picture, (0, 0))
    pen = ImageDraw.Draw(out)
    rule = max(2, round(height * 0.045))
    pen.rectangle([0, top, width, top + rule], fill=theme.GOLD)
    left = round(height * 0.34)
    used = _text(pen, scene, left, top + rule, height - rule, width)
    if scene.powers:
        _plates(out, scene, round(left + used + height * 0.4), top + rule, height - rule)
    return out


def _text(pen: ImageDraw.ImageDraw, scene: Scene, left: int, top: int, height: int, width: int) -> float:
    share = 0.26 if scene.powers else 0.94
    title = _fitting(headline(scene), "bold", round(height * 0.46), width * share)
    small = _fitting(subline(scene), "medium", round(height * 0.3), width * share)
    pen.text((left, top + height * 0.34), headline(scene), font=title, fill=_TITLE, anchor="lm")
    pen.text((left, top + height * 0.74), subline(scene), font=small, fill=_SUBTITLE, anchor="lm")
    return max(title.getlength(headline(scene)), small.getlength(subline(scene)))


def _fitting(text: str, face: str, size: int, width: float) -> ImageFont.FreeTypeFont:
    while size > 8 and theme.font(face, size).getlength(text) > width:
        size -= 1
    return theme.font(face, size)


def _plates(out: Image.Image, scene: Scene, left: int, top: int, height: int) -> None:
    gap = round(height * 0.12)
    room = out.width - left - gap
    widths = [_SECOND if len(power.money) > 1 else 1.0 for power in scene.powers]
    step = min(room / sum(widths), height * 4.2)
    x = out.width - step * sum(widths) - gap / 2
    for power, width in zip(scene.powers, widths):
        box = (x, top + gap, x + step * width - gap, top + height - gap)
        _plate(out, power, box, active=power.name == scene.power)
        x += step * width


def _plate(out: Image.Image, power: PowerView, box: tuple[float, float, float, float], active: bool) -> None:
    pen = ImageDraw.Draw(out)
    x0, y0, x1, y1 = box
    high, wide = y1 - y0, x1 - x0
    colour = theme.power_colour(power.name)
    if power.out:
        colour = theme.mix(colour, theme.STRIP, 0.6)
    rim = theme.CREAM if active else (20, 16, 12)
    pen.rounded_rectangle(
        box, high * 0.14, fill=colour, outline=rim, width=max(1, round(high * (0.055 if active else 0.025)))
    )
    radius = round(min(high * 0.33, wide * 0.16))
    sign = emblem(power.name, radius)
    out.paste(sign, (round(x0 + high * 0.1), round((y0 + y1 - sign.height) / 2)), sign)
    text_left = x0 + high * 0.2 + 2 * radius
    room = x1 - text_left - high * 0.08
    ink = theme.on(colour)
    name = theme.short_name(power.name)
    pen.text(
        (text_left, y0 + high * 0.32),
        name,
        font=_fitting(name, "semibold", round(high * 0.36), room),
        fill=ink,
        anchor="lm",
    )
    money = treasury(power)
    pen.text(
        (text_left, y0 + high * 0.7),
        money,
        font=_fitting(money, "bold", round(high * 0.4), room),
        fill=ink,
        anchor="lm",
    )


def treasury(power: PowerView) -> str:
    """`28 | 17 IPC  +34 | 12`: what a power has, and what it earns."""
    if power.out:
        return "out"
    parts = [f"{_purses(power.money)} IPC"] if power.money else []
    return "  ".join([*parts, f"+{_purses(power.income)}"] if power.income else parts)


def _purses(amounts: Sequence[int]) -> str:
    """A figure for each treasury: two are never added up, as one cannot spend the other's."""
    return " | ".join(map(str, amounts))
