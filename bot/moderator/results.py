"""What the moderator answers: plain values that the Discord side turns into messages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rules.game import Entry
from rules.refusals import Refusal


@dataclass(frozen=True, slots=True)
class Accepted:
    """Orders carried out and stored.

    entries: their log entries, automatic answers by standing orders included. rolls: lines of the dice
    log they made. repeated: the interaction had been carried out before; this is its first answer.
    """

    game_id: str
    entries: tuple[Entry, ...]
    rolls: tuple[dict[str, Any], ...] = ()
    repeated: bool = False
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Denied:
    """Nothing was done. refusal: why. line: number of the failing line in a bulk order, from 1."""

    refusal: Refusal
    line: int = 0
    text: str = ""


Outcome = Accepted | Denied


@dataclass(frozen=True, slots=True)
class Plan:
    """A bulk order tried in private. accepted: lines that would go in. denied: the first that would not."""

    accepted: tuple[str, ...]
    denied: Denied | None
    told: tuple[str, ...] = field(default=())
