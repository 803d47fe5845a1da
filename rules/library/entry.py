"""One entry of the rules look-up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

KINDS = ("unit", "rule", "phase", "term", "option", "ruling")


class EntryError(ValueError):
    """An entry is not well formed; the text names it and says what is wrong."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a rule stands: the document and the section or topic in it."""

    document: str
    section: str = ""

    def __str__(self) -> str:
        return f"{self.document}: {self.section}" if self.section else self.document


@dataclass(frozen=True, slots=True)
class Entry:
    """A text that players look up.

    kind: one of KINDS. keywords: other words it is looked for by. figures: numbers of the text that
    the board's data holds too, by path ("infantry.cost", "Germany.money"), checked by a test.
    board: the board it is for. rule: the house rule it belongs to ("" for the base game).
    covers: catalogue entries it tells. options: game options it speaks of. unit: the unit whose
    profile is shown with it; rows: that profile, label and value.
    """

    id: str
    title: str
    text: str
    source: Source
    kind: str = "rule"
    keywords: tuple[str, ...] = ()
    figures: Mapping[str, int] = field(default_factory=dict)
    board: str = ""
    rule: str = ""
    covers: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    unit: str = ""
    rows: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise EntryError(f"{self.id}: kind is one of {', '.join(KINDS)}, not {self.kind!r}")
        if not (self.id and self.title and self.text and self.source.document):
            raise EntryError(f"{self.id or self.title}: id, title, text and source are all needed")
