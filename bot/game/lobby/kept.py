"""Texts that a server keeps by name and version: sheets of own rules, positions to start from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.game.people.problems import PlayError
from bot.store import SetPreference, Store

LONGEST_NAME = 40


@dataclass(frozen=True)
class KeptText:
    """A text that a server keeps: its name, how often it was kept under it, the text."""

    name: str
    version: int
    text: str


@dataclass(frozen=True)
class Shelf:
    """The texts of one kind. what: one of them in words. most: how many a server keeps. given: those that are there
    for everybody, by names that nobody else may use."""

    store: Store
    scope: str
    what: str
    most: int
    given: Mapping[str, str]

    async def every(self, server: int) -> dict[str, KeptText]:
        """Those a server keeps, by their names."""
        found = await self.store.preferences(self.scope, server)
        return {name: KeptText(name, said["version"], said["text"]) for name, said in found.items() if said}

    async def names(self, server: int) -> list[str]:
        """All that can be taken: the server's own first."""
        return [*(await self.every(server)), *self.given]

    async def find(self, server: int, name: str) -> str:
        """A text by its name. Raises PlayError."""
        kept = await self.every(server)
        texts = {**self.given, **{one.name: one.text for one in kept.values()}}
        if called := _called(name, texts):
            return texts[called]
        known = ", ".join([*kept, *self.given]) or "none so far"
        raise PlayError(f"There is no {self.what} “{name[:LONGEST_NAME]}”. There are: {known}.")

    async def keep(self, server: int, name: str, text: str) -> KeptText:
        """Keep a text under a name; the same name again is its next version. Raises PlayError."""
        kept = await self.every(server)
        if not text:
            raise PlayError(f"This game has no {self.what} to keep.")
        if not 0 < len(name) <= LONGEST_NAME or _called(name, self.given):
            raise PlayError(f"A name has up to {LONGEST_NAME} letters and is not that of an example.")
        name = _called(name, kept) or name
        if name not in kept and len(kept) >= self.most:
            raise PlayError(f"A server keeps {self.most} of them; choose a name that is there: {', '.join(kept)}.")
        fresh = KeptText(name, kept[name].version + 1 if name in kept else 1, text)
        said: dict[str, Any] = {"version": fresh.version, "text": text}
        await self.store.apply(SetPreference(self.scope, str(server), name, said))
        return fresh


def _called(name: str, names: Iterable[str]) -> str:
    """The one of some names that is meant, in whatever capitals; "" if there is none."""
    return next((one for one in names if one.casefold() == name.strip().casefold()), "")
