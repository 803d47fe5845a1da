"""Free units: they come by themselves in the rounds of a timetable, onto the board or into the pool."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rules.core import moments
from rules.core.act import Act
from rules.core.view import View
from rules.economy import limits, pool
from rules.mechanics.mechanic import Mechanic
from rules.model.board import Option
from rules.model.names import listing, sentence
from rules.model.state import Bought

TURN_END = "turn end"
Units = Mapping[str, int]


def rounds(first: int, last: int, units: Units) -> dict[int, Units]:
    """The same units in each round from `first` to `last`."""
    return dict.fromkeys(range(first, last + 1), units)


def _always(view: View, power: str) -> bool:
    return True


@dataclass(frozen=True, eq=False, kw_only=True)
class FreeUnits(Mechanic):
    """What a power gets for nothing.

    power: who. on: whose turn and which of its phases begins then (or TURN_END, after its income). schedule: round
    -> units (type -> count); every: units in rounds that it does not name. place: where they stand at once; ""
    puts them into the pool, to be placed like bought units, in mobilize only. waters: the ocean in whose zones alone they
    are placed, before bought ones of their type ("": anywhere). home: territory that must be the power's ("" none). purse:
    whose complexes make them (default: the power's first). option: a switch of the game. when: a further condition, of the
    power.
    marks: what they carry. A type that the game does not have does not come; its `max_board` holds for them too. cites:
    "" = the entry that gives them.
    """

    power: str
    on: tuple[str, str]
    schedule: Mapping[int, Units] = field(default_factory=dict)
    every: Units = field(default_factory=dict)
    place: str = ""
    waters: str = ""
    home: str = ""
    purse: str = ""
    option: Option | None = None
    when: Callable[[View, str], bool] = _always
    marks: frozenset[str] = frozenset()

    @moments.phase_begins
    def _at_phase(self, act: Act, phase: str) -> None:
        """When a phase begins."""
        if (act.active, phase) == self.on:
            self._come(act)

    @moments.turn_ends
    def _at_turn_end(self, act: Act) -> None:
        """When a turn is over."""
        if (act.active, TURN_END) == self.on:
            self._come(act)

    def due(self, view: View) -> dict[str, int]:
        """Units that come now (type -> count), if this is their moment."""
        if (self.option and not view.option(self.option)) or (self.home and view.owner(self.home) != self.power):
            return {}
        wanted = self.schedule.get(view.state.turn.round + view.table.ahead(self.id), self.every)
        if not wanted or not self.when(view, self.power):
            return {}
        known = {name: count for name, count in wanted.items() if name in view.table.units}
        counts = {name: min(count, _left(view, self.power, name, count)) for name, count in known.items()}
        return {name: count for name, count in counts.items() if count > 0}

    def _come(self, act: Act) -> None:
        units, since = self.due(act), len(act.events)
        for name, count in units.items():
            if self.place:
                for _ in range(count):
                    act.place_unit(name, self.power, self.place, "free", marks=self.marks)
            else:
                self._into_pool(act, name, count)
        if units:
            text = listing([f"{n} {name if n == 1 else act.table.units[name].many}" for name, n in units.items()])
            where = f"in {self.place}" if self.place else "to place"
            act.note(sentence(f"{self.power} gets {text} {where}, free"), since=since, place=self.place)

    def _into_pool(self, act: Act, name: str, count: int) -> None:
        purse = self.purse or act.purses(self.power)[0]
        among = tuple(sorted(act.edition("waters", {}).get(self.waters, ())))
        pool.add(act, self.power, Bought(name, count, purse, 0, marks=self.marks, among=among, rule=self.cite("")))


def _left(view: View, power: str, name: str, count: int) -> int:
    """How many more of a type a power may have."""
    profile = view.profile(power, name)
    most = profile.number("max_board")
    return most - limits.owned(view, power, profile) if most else count
