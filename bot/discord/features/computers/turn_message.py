"""The message of a computer's turn, which grows with each of its steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from bot.discord.features.computers.text import MORE, numbers_of
from bot.discord.text.limits import CONTENT, clip, fitting
from bot.game.record.narration import TellingLine
from bot.processes.picture import Picture
from rules.play.game import Entry
from rules.play.narrate import Line

# Characters that are left for what comes of the orders while it is not known yet.
RESULTS = 700
PICTURES = 6
REASON = "-# "


@dataclass(frozen=True, slots=True)
class TurnMessage:
    """What a computer did in a turn, as far as one message tells it. key: round and power. title: its first line. posted: the
    message's id (0: none yet). diced: whether dice hang on it. first: the number of the first order that it tells of.
    sections: finished steps; now: the orders of the step that is going on. pictures: those it bears."""

    key: tuple[int, str]
    title: str
    posted: int = 0
    diced: bool = False
    first: int = 0
    sections: tuple[tuple[TellingLine, ...], ...] = ()
    now: tuple[Line, ...] = ()
    heading: str = ""
    pictures: tuple[Picture, ...] = field(default=(), compare=False)

    def begun(self, heading: str, told: Sequence[Line]) -> TurnMessage:
        """The same with the orders of a step before they are carried out."""
        return replace(self, heading=heading, now=tuple(told))

    def settled(self, told: Iterable[Entry], entries: Sequence[Entry], came: Iterable[TellingLine]) -> TurnMessage:
        """The same once they are. told: entries as they were foreseen; entries: what came of them, in words: came."""
        seen = tuple(told)
        orders = [(line.text, numbers_of(line, seen, entries)) for line in self.now]
        section = (*orders, *came)
        goes_on = any(done[:1] == self._heading() for done in self.sections)
        headed = (*(() if goes_on else self._heading()), *section) if section else ()
        first = self.first or (entries[0].number if entries else 0)
        return replace(self, sections=(*self.sections, headed) if headed else self.sections, now=(), first=first)

    def _heading(self) -> tuple[TellingLine, ...]:
        return ((f"__{self.heading}__", ()),) if self.heading else ()

    def shows(self, new: Sequence[Picture]) -> tuple[Picture, ...]:
        """Its pictures with some more; the oldest go where there are too many."""
        return (*self.pictures, *new)[-PICTURES:]

    def lines(self) -> list[TellingLine]:
        """All that it tells, with the orders each line is about."""
        told = [line for section in self.sections for line in section]
        return [*told, *self._heading(), *((line.text, ()) for line in self.now)] if self.now else told

    def text(self, most: int = CONTENT) -> str:
        """As it is posted: where it is too long without reasons, then without its beginning."""
        most -= RESULTS if self.now and self.diced else 0
        told = [text for text, _ in self.lines()]
        if len("\n".join((self.title, *told))) > most:
            told = [text for text in told if not text.startswith(REASON) or "Rolled" in text]
        if len("\n".join((self.title, *told))) > most:
            told = [MORE, *fitting(told, most - len(self.title) - len(MORE) - 2, from_end=True)]
        return clip("\n".join((self.title, *told)), CONTENT)
