"""A picture, or any file that goes with a text: plain values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Picture:
    """Its file's name, bytes and alt text."""

    name: str
    data: bytes
    alt: str = ""
