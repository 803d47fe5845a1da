"""Encoding pictures within the sizes that chat programs take."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image

WEBP_QUALITY = 82
_SPEED = 2


def webp(picture: Image.Image, quality: int = WEBP_QUALITY) -> bytes:
    """A picture as WebP."""
    out = io.BytesIO()
    picture.convert("RGB").save(out, "WEBP", quality=quality, method=_SPEED)
    return out.getvalue()


def png(picture: Image.Image) -> bytes:
    """A picture as PNG with 256 colours: true colour would be too large for an upload."""
    out = io.BytesIO()
    small = picture.convert("RGB").quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    small.save(out, "PNG", compress_level=6)
    return out.getvalue()


def gif(frames: Sequence[Image.Image], holds: Sequence[float]) -> bytes:
    """An animated picture with one palette for all frames. holds: seconds of each frame."""
    out = io.BytesIO()
    palette = _common_palette(frames)
    small = [f.convert("RGB").quantize(palette=palette, dither=Image.Dither.NONE) for f in frames]
    small[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=small[1:],
        duration=[round(1000 * h) for h in holds],
        loop=0,
        optimize=False,
        disposal=1,
    )
    return out.getvalue()


def moving_webp(frames: Sequence[Image.Image], holds: Sequence[float]) -> bytes:
    """An animated picture as WebP: smaller and finer than GIF where it is understood."""
    out = io.BytesIO()
    first, *rest = (f.convert("RGB") for f in frames)
    durations = [round(1000 * h) for h in holds]
    first.save(out, "WEBP", save_all=True, append_images=rest, duration=durations, loop=0, quality=75, method=2)
    return out.getvalue()


def _common_palette(frames: Sequence[Image.Image]) -> Image.Image:
    """A palette that suits the first, middle and last frame."""
    chosen = [frames[0], frames[len(frames) // 2], frames[-1]]
    width, height = chosen[0].size
    sheet = Image.new("RGB", (width, height * len(chosen)))
    for n, frame in enumerate(chosen):
        sheet.paste(frame.convert("RGB"), (0, n * height))
    return sheet.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def still(picture: Image.Image, kind: str) -> tuple[bytes, str]:
    """A picture as "webp" or "png"; "" is WebP."""
    if kind == "png":
        return png(picture), "png"
    return webp(picture), "webp"


def moving(frames: Sequence[Image.Image], holds: Sequence[float], kind: str) -> tuple[bytes, str]:
    """Frames as "gif" or "webp"; "" is GIF, which every chat program plays."""
    if kind == "webp":
        return moving_webp(frames, holds), "webp"
    return gif(frames, holds), "gif"
