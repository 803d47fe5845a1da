"""Serves uploaded files and default avatars, as Discord's content network does."""

from __future__ import annotations

import struct
import zlib

from aiohttp import web

from local_discord.world import World

_COLOURS = (0x5865F2, 0x757E8A, 0x3BA55C, 0xFAA61A, 0xED4245, 0xEB459F)
_SIDE = 64


def add_to(app: web.Application, world: World) -> None:
    """Put the routes for files and avatars into an application."""

    async def attachment(request: web.Request) -> web.Response:
        upload = world.files.by_path.get(request.rel_url.raw_path)
        if upload is None:
            return web.Response(status=404, text="Not Found")
        # A picture may be shown, but a web page that somebody uploaded must not run in this origin.
        headers = {"Cache-Control": "max-age=31536000, immutable", "Content-Security-Policy": "sandbox"}
        if not upload.content_type.startswith("image/"):
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=upload.data, content_type=upload.content_type, headers=headers)

    async def avatar(request: web.Request) -> web.Response:
        number = int(request.match_info["number"])
        return web.Response(body=disc(_COLOURS[number % len(_COLOURS)]), content_type="image/png")

    app.router.add_get("/attachments/{tail:.*}", attachment)
    app.router.add_get(r"/embed/avatars/{number:\d+}.png", avatar)


def disc(colour: int) -> bytes:
    """A PNG of a disc in one colour on nothing."""
    pixel = struct.pack(">I", colour << 8 | 255)
    rows = []
    for y in range(_SIDE):
        rows.append(b"\0" + b"".join(pixel if _inside(x, y) else b"\0\0\0\0" for x in range(_SIDE)))
    header = struct.pack(">IIBBBBB", _SIDE, _SIDE, 8, 6, 0, 0, 0)
    body = _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(b"".join(rows))) + _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def _inside(x: int, y: int) -> bool:
    middle = (_SIDE - 1) / 2
    return (x - middle) ** 2 + (y - middle) ** 2 <= (_SIDE / 2) ** 2


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
