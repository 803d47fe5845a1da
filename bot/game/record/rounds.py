"""Lines of battles: each round in one, and what only tells dice left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.game.record.narration import begun_round, events_of, is_fire
from rules.core.table import Table
from rules.model.events import DiceRolled, UnitRemoved
from rules.play.narrate import Line, fire_text, hits_text, units_text

# What ordinary fire is for; other fire is told by its name.
_PLAIN = ("attack", "defense")


def without_dice(lines: Sequence[Line]) -> Sequence[Line]:
    """Lines without those that only tell dice, where that leaves something."""
    return [line for line in lines if not is_fire(line)] or lines


@dataclass
class _Round:
    """A round of a battle with what its dice brought."""

    place: str
    lines: list[Line]
    told: str

    def line(self) -> Line:
        """`Libya, round 2: Italy no hit, France 1 hit; Italy loses 1 infantry`."""
        return Line(self.told, events_of(self.lines))

    def add(self, line: Line, text: str, separator: str) -> None:
        """Tell something more of it."""
        self.told += f"{separator if len(self.lines) > 1 else ':'} {text}"
        self.lines.append(line)


def by_rounds(table: Table, lines: Iterable[Line]) -> tuple[Line, ...]:
    """Lines of battles with each round in one. What else a round brought stands behind it; one that brought nothing of its
    own is left out."""
    found, now = list[Line | _Round](), None
    for line in lines:
        if place := begun_round(line):
            now = _Round(place, [line], line.text)
            found.append(now)
        elif now and (fire := _fire(line, now.place)):
            now.add(line, fire, ",")
        elif now and (loss := _loss(table, line, now.place)):
            now.add(line, loss, ";")
        else:
            found.append(line)
    return tuple(x.line() if isinstance(x, _Round) else x for x in found if isinstance(x, Line) or len(x.lines) > 1)


def _fire(line: Line, place: str) -> str:
    """`France 1 hit`: what fire in a place has brought."""
    rolls = [e for e in line.events if isinstance(e, DiceRolled) and any(e.needs) and e.place == place]
    if not rolls:
        return ""
    how = "" if rolls[0].why in _PLAIN else f" by {fire_text(rolls[0].why)}"
    return f"{rolls[0].who} {hits_text(sum(roll.hits for roll in rolls))}{how}"


def _loss(table: Table, line: Line, place: str) -> str:
    """`Italy loses 1 infantry`: what has fallen in a battle in a place."""
    units = [e.unit for e in line.events if isinstance(e, UnitRemoved) and e.why == "battle" and e.unit.place == place]
    return f"{units[0].owner} loses {units_text(table, units)}" if units else ""
