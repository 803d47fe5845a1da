"""How a gateway packs what it says, as its client asks for it: as text, or as one stream of zlib or zstd."""

from __future__ import annotations

import importlib
import zlib
from collections.abc import Callable
from typing import Any

Packer = Callable[[bytes], bytes]


def packer(asked: str) -> Packer | None:
    """What packs the messages of a connection. asked: its `compress`; None where they go as text."""
    if asked == "zlib-stream":
        deflate = zlib.compressobj()
        return lambda data: deflate.compress(data) + deflate.flush(zlib.Z_SYNC_FLUSH)
    if asked == "zstd-stream" and (zstd := _zstd()):
        stream = zstd.ZstdCompressor()
        return lambda data: bytes(stream.compress(data, stream.FLUSH_BLOCK))
    return None


def _zstd() -> Any:
    """The standard library's module (from Python 3.14 on), or its backport if a client's library has brought it along."""
    for name in ("compression.zstd", "backports.zstd"):
        try:
            return importlib.import_module(name)
        except ModuleNotFoundError:
            continue
    return None
