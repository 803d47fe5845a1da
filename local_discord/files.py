"""Uploaded files: what the channel serves as Discord's CDN does."""

from __future__ import annotations

import json
import mimetypes
import re
from collections import deque
from dataclasses import dataclass, field

from local_discord.errors import Json

_ATTACHMENT_PATH = re.compile(r"/attachments/\d+/\d+/[^\"\s?]+")
_RETIRED = 200
_OWN_TYPES = {".webp": "image/webp", ".toml": "application/toml", ".log": "text/plain"}


@dataclass(frozen=True, slots=True)
class Upload:
    """A file on its way in: the form field it came in, its name and its bytes."""

    field: str
    filename: str
    data: bytes

    @property
    def safe_name(self) -> str:
        """The name under which Discord keeps a file: other characters than these become underscores."""
        return re.sub(r"[^A-Za-z0-9._-]", "_", self.filename)

    @property
    def content_type(self) -> str:
        """The type by the file's name, as Discord guesses it."""
        suffix = "." + self.filename.rpartition(".")[2].lower()
        guess = _OWN_TYPES.get(suffix) or mimetypes.guess_type(self.filename)[0]
        return guess or "application/octet-stream"


@dataclass
class FileStore:
    """Files by the path of their URL. One that isn't shown any more stays for a while, then goes."""

    by_path: dict[str, Upload] = field(default_factory=dict)
    retired: deque[str] = field(default_factory=deque)

    def keep(self, channel_id: str, attachment_id: str, upload: Upload, base_url: str) -> Json:
        """Store a file and return the attachment object that describes it."""
        path = f"/attachments/{channel_id}/{attachment_id}/{upload.safe_name}"
        self.by_path[path] = upload
        described: Json = {
            "id": attachment_id,
            "filename": upload.safe_name,
            "size": len(upload.data),
            "url": base_url + path,
            "proxy_url": base_url + path,
            "content_type": upload.content_type,
        }
        size = image_size(upload.data)
        if size:
            described["width"], described["height"] = size
        return described

    def retire(self, before: object, after: object = None) -> None:
        """Let go of the files that occur in `before` and not in `after` (messages or parts of them)."""
        gone = set(_ATTACHMENT_PATH.findall(json.dumps(before)))
        self.retired.extend(sorted(gone - set(_ATTACHMENT_PATH.findall(json.dumps(after)))))
        while len(self.retired) > _RETIRED:
            self.by_path.pop(self.retired.popleft(), None)

    def shown_in(self, text: str) -> dict[str, Upload]:
        """The files that occur in `text`, by path."""
        return {p: self.by_path[p] for p in _ATTACHMENT_PATH.findall(text) if p in self.by_path}


def image_size(data: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG, GIF, WebP or JPEG picture; None for anything else."""
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if data[:4] == b"GIF8":
        return int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp_size(data)
    if data[:2] == b"\xff\xd8":
        return _jpeg_size(data)
    return None


def _webp_size(data: bytes) -> tuple[int, int] | None:
    """The size of a WebP picture in any of its three forms."""
    form = data[12:16]
    if form == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if form == b"VP8L":
        packed = int.from_bytes(data[21:25], "little")
        return 1 + (packed & 0x3FFF), 1 + (packed >> 14 & 0x3FFF)
    if form == b"VP8 ":
        return (
            int.from_bytes(data[26:28], "little") & 0x3FFF,
            int.from_bytes(data[28:30], "little") & 0x3FFF,
        )
    return None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    """The size in the start-of-frame segment of a JPEG picture."""
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            high, wide = data[at + 5 : at + 7], data[at + 7 : at + 9]
            return int.from_bytes(wide, "big"), int.from_bytes(high, "big")
        at += 2 + length
    return None
