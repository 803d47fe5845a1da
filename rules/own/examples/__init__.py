"""Sheets of rules that many groups play, as they are told in docs/own-rules.md; each is a file to begin from."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import resources


@functools.cache
def every() -> Mapping[str, str]:
    """Their texts by name (`russian winter`)."""
    files = sorted(f.name for f in resources.files(__name__).iterdir() if f.name.endswith(".toml"))
    folder = resources.files(__name__)
    return {f.removesuffix(".toml").replace("_", " "): (folder / f).read_text("utf-8") for f in files}
