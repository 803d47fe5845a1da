"""The map's typefaces: fetched by package name, unpacked from WOFF to plain TrueType."""

from __future__ import annotations

import shutil
import struct
import zlib
from pathlib import Path

from tools.mapmaker import packages

BARLOW = packages.Package(
    "npm",
    "@fontsource/barlow-condensed",
    "5.3.0",
    "fontsource-barlow-condensed-*.tgz",
    "759fcdd25df64b4ef41653808d849cdb9ba0a520999032ceb137ce035a17e2ea",
)
ALEGREYA = packages.Package(
    "npm",
    "@fontsource/alegreya",
    "5.3.0",
    "fontsource-alegreya-*.tgz",
    "8b339fcef25323b402466275bdcc821ad2b4ffada37a9c87ccf196dc38cff667",
)
FACES = (
    (BARLOW, "barlow-condensed-latin-500-normal", "BarlowCondensed-Medium"),
    (BARLOW, "barlow-condensed-latin-600-normal", "BarlowCondensed-SemiBold"),
    (BARLOW, "barlow-condensed-latin-700-normal", "BarlowCondensed-Bold"),
    (ALEGREYA, "alegreya-latin-600-italic", "Alegreya-SemiBoldItalic"),
)


def plain(woff: bytes) -> bytes:
    """A TrueType font from a WOFF (version 1) file."""
    flavour, count = struct.unpack(">4xI4xH", woff[:14])
    tables = []
    for n in range(count):
        tag, offset, packed, length, check = struct.unpack(">4sIIII", woff[44 + 20 * n : 64 + 20 * n])
        data = woff[offset : offset + packed]
        tables.append((tag, check, zlib.decompress(data) if packed < length else data))
    power = 1 << (count.bit_length() - 1)
    head = struct.pack(">IHHHH", flavour, count, power * 16, power.bit_length() - 1, (count - power) * 16)
    index, body, at = b"", b"", 12 + 16 * count
    for tag, check, data in tables:
        index += struct.pack(">4sIII", tag, check, at + len(body), len(data))
        body += data + b"\0" * (-len(data) % 4)
    return head + index + body


def build(data: Path, target: Path) -> None:
    """Write the faces and their licences."""
    for package, source, name in FACES:
        folder = packages.fetch(package, data) / "package"
        (target / f"{name}.ttf").write_bytes(plain((folder / "files" / f"{source}.woff").read_bytes()))
        family = name.partition("-")[0]
        shutil.copy(folder / "LICENSE", target / f"LICENSE-{family}.txt")
