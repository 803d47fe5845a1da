"""What the moderator answers: plain values that the Discord side turns into messages."""

from __future__ import annotations

from dataclasses import dataclass

from rules.model.refusals import Refusal
from rules.play.game import Entry
from rules.play.narrate import Line


@dataclass(frozen=True, slots=True)
class Accepted:
    """Orders carried out and stored.

    lines: what happened, in words, answers by standing orders included. rolls: numbers of the dice rolls
    they made. number: the last log entry's. entries: the log entries (empty when repeated). repeated: the
    interaction had been carried out before; this is its first answer.
    """

    game_id: str
    lines: tuple[Line, ...]
    number: int
    rolls: tuple[int, ...] = ()
    entries: tuple[Entry, ...] = ()
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Denied:
    """Nothing was done. refusal: why. line: number of the failing line in a bulk order, from 1.

    more: what is wrong in further lines. last: the last line that was tried (0: all of them).
    """

    refusal: Refusal
    line: int = 0
    text: str = ""
    lines: int = 1
    more: tuple[Denied, ...] = ()
    last: int = 0


Outcome = Accepted | Denied


@dataclass(frozen=True, slots=True)
class Plan:
    """A bulk order tried in private. accepted: lines that would go in. denied: the first that would not, and others."""

    accepted: tuple[str, ...]
    denied: Denied | None
    told: tuple[Line, ...] = ()
