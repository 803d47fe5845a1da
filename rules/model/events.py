"""The closed set of facts that change a State (`Event`). Each applies itself and knows its inverse.

Everything that ever happens in a game is a sequence of these; house rules combine them and add none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeAlias, cast, get_args

from rules.model.state import Battle, Bought, Decision, Facility, Line, Marker, State, Task, Turn, Unit


def _index(state: State, before: Unit | None, after: Unit | None) -> None:
    if before and (after is None or after.place != before.place):
        state.ids_by_place[before.place] = state.ids_by_place[before.place] - {before.id}
    if after and (before is None or after.place != before.place):
        state.ids_by_place[after.place] = state.ids_by_place.get(after.place, frozenset()) | {after.id}
    was, now = before.carrier if before else None, after.carrier if after else None
    if before and was is not None and was != now:
        state.ids_aboard[was] = state.ids_aboard[was] - {before.id}
    if after and now is not None and was != now:
        state.ids_aboard[now] = state.ids_aboard.get(now, frozenset()) | {after.id}


class _Fact:
    """What has happened can be taken back."""

    __slots__ = ()

    def revert(self, state: State) -> None:
        """Take it back: what its inverse does."""
        self.inverse().apply(state)  # type: ignore[attr-defined]


class _Change(_Fact):
    """A fact that puts one value (`after`) in the place of another (`before`): its inverse has them the other way round."""

    __slots__ = ()
    before: Any
    after: Any

    def apply(self, state: State) -> None:
        """Put the later value in its place."""
        self._put(state, self.before, self.after)

    def revert(self, state: State) -> None:
        """Put the earlier value back."""
        self._put(state, self.after, self.before)

    def _put(self, state: State, was: Any, now: Any) -> None:
        raise NotImplementedError

    def inverse(self) -> Event:
        """The value before, again."""
        known = {f.name: getattr(self, f.name) for f in fields(self)}  # type: ignore[arg-type]
        undone = {"why": "undone"} if "why" in known else {}
        return cast("Event", type(self)(**{**known, **undone, "before": known["after"], "after": known["before"]}))


@dataclass(frozen=True, slots=True)
class UnitPlaced(_Fact):
    """A unit comes onto the board. why: "setup", "placed", "free", ..."""

    unit: Unit
    why: str = ""

    def apply(self, state: State) -> None:
        """Add the unit."""
        state.units[self.unit.id] = self.unit
        _index(state, None, self.unit)
        state.next_id = max(state.next_id, self.unit.id + 1)

    def inverse(self) -> Event:
        """Its removal."""
        return UnitRemoved(self.unit, "undone")


@dataclass(frozen=True, slots=True)
class UnitRemoved(_Fact):
    """A unit leaves the board for good. why: "battle", "antiaircraft", "no landing", ..."""

    unit: Unit
    why: str = ""

    def apply(self, state: State) -> None:
        """Take the unit away. A placement taken back gives its id back too: the position is the same as before."""
        del state.units[self.unit.id]
        _index(state, self.unit, None)
        if self.why == "undone" and self.unit.id == state.next_id - 1:
            state.next_id = self.unit.id

    def inverse(self) -> Event:
        """Its return."""
        return UnitPlaced(self.unit, "undone")


@dataclass(frozen=True, slots=True)
class UnitMoved(_Change):
    """A unit goes from one place to another, or aboard or ashore."""

    before: Unit
    after: Unit

    def _put(self, state: State, was: Any, now: Any) -> None:
        state.units[now.id] = now
        _index(state, was, now)


@dataclass(frozen=True, slots=True)
class UnitChanged(_Change):
    """A unit that stays where it is changes otherwise: damage, owner, type, marks, its ledger of the turn."""

    before: Unit
    after: Unit

    def _put(self, state: State, was: Any, now: Any) -> None:
        state.units[now.id] = now


@dataclass(frozen=True, slots=True)
class OwnerChanged(_Change):
    """A territory changes hands. why: "captured", "liberated", "taken over", ..."""

    place: str
    before: str | None
    after: str | None
    why: str = ""

    def _put(self, state: State, was: Any, now: Any) -> None:
        state.owners[self.place] = now


@dataclass(frozen=True, slots=True)
class MoneyChanged(_Change):
    """A purse goes from one amount to another. why: "income", "purchase", "loot", ..."""

    purse: str
    before: int
    after: int
    why: str = ""

    def _put(self, state: State, was: Any, now: Any) -> None:
        state.money[self.purse] = now


@dataclass(frozen=True, slots=True)
class FacilitiesChanged(_Change):
    """The facilities of a place are others now (built, damaged, repaired, marked, gone)."""

    place: str
    before: tuple[Facility, ...]
    after: tuple[Facility, ...]
    why: str = ""

    def _put(self, state: State, was: Any, now: Any) -> None:
        state.facilities[self.place] = now


@dataclass(frozen=True, slots=True)
class BorderChanged(_Change):
    """The markers on a border or place are others now."""

    border: str
    before: tuple[Marker, ...]
    after: tuple[Marker, ...]
    why: str = ""

    def _put(self, state: State, was: Any, now: Any) -> None:
        if now:
            state.borders[self.border] = now
        else:
            state.borders.pop(self.border, None)


@dataclass(frozen=True, slots=True)
class RelationChanged(_Change):
    """Two powers ("A|B", sorted) are at war ("war") or not ("")."""

    pair: str
    before: str
    after: str
    why: str = ""

    def _put(self, state: State, was: Any, now: Any) -> None:
        state.relations[self.pair] = now
        state.index_relations()


@dataclass(frozen=True, slots=True)
class FlagChanged(_Change):
    """A fact that a rule remembers takes another value (None: none)."""

    flag: str
    before: Any
    after: Any

    def _put(self, state: State, was: Any, now: Any) -> None:
        if now is None:
            state.flags.pop(self.flag, None)
        else:
            state.flags[self.flag] = now


@dataclass(frozen=True, slots=True)
class PoolChanged(_Change):
    """What a power has bought and not placed is another list now."""

    power: str
    before: tuple[Bought, ...]
    after: tuple[Bought, ...]

    def _put(self, state: State, was: Any, now: Any) -> None:
        state.pool[self.power] = now


@dataclass(frozen=True, slots=True)
class BattleChanged(_Change):
    """A battle begins (before None), goes on, or is put away (after None)."""

    id: str
    before: Battle | None
    after: Battle | None

    def _put(self, state: State, was: Any, now: Any) -> None:
        if now is None:
            state.battles.pop(self.id, None)
        else:
            state.battles[self.id] = now


@dataclass(frozen=True, slots=True)
class DecisionsChanged(_Change):
    """The queue of questions is another now: one was asked or answered."""

    before: tuple[Decision, ...]
    after: tuple[Decision, ...]

    def _put(self, state: State, was: Any, now: Any) -> None:
        state.pending = now


@dataclass(frozen=True, slots=True)
class AgendaChanged(_Change):
    """The engine's list of things to do is another now."""

    before: tuple[Task, ...]
    after: tuple[Task, ...]

    def _put(self, state: State, was: Any, now: Any) -> None:
        state.agenda = now


@dataclass(frozen=True, slots=True)
class StalledChanged(_Change):
    """Other lines of play wait for answers now."""

    before: tuple[Line, ...]
    after: tuple[Line, ...]

    def _put(self, state: State, was: Any, now: Any) -> None:
        state.stalled = now


@dataclass(frozen=True, slots=True)
class DiceRolled(_Fact):
    """Dice fell. who: the power that rolls. dice[i] was rolled for label[i], which needed needs[i] or
    less (0: the pips themselves count). why says what for, e.g. "attack", "antiaircraft fire". together: dice of a unit
    of which only the best counts, as numbers of dice along the throw (empty: each counts)."""

    who: str
    why: str
    place: str
    dice: tuple[int, ...]
    needs: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()
    together: tuple[int, ...] = ()

    def apply(self, state: State) -> None:
        """Count the roll."""
        state.rolls += 1

    def inverse(self) -> Event:
        """The roll uncounted (the dice log outside keeps it)."""
        return DiceUnrolled(self)

    @property
    def hits(self) -> int:
        """Dice at or under the number needed; of those of which the best counts one at most."""
        under = [d <= n for d, n in zip(self.dice, self.needs, strict=False)]
        return sum(any(under[at : at + size]) for at, size in self.groups())

    def groups(self) -> Iterator[tuple[int, int]]:
        """Where dice that count as one begin, and how many they are."""
        at = 0
        for size in self.together or (1,) * len(self.dice):
            yield at, size
            at += size


@dataclass(frozen=True, slots=True)
class DiceUnrolled(_Fact):
    """The inverse of a roll: used only to take back a trial."""

    roll: DiceRolled

    def apply(self, state: State) -> None:
        """Uncount the roll."""
        state.rolls -= 1

    def inverse(self) -> Event:
        """The roll again."""
        return self.roll


@dataclass(frozen=True, slots=True)
class PhaseBegan(_Change):
    """Play passes to another phase, power or round."""

    before: Turn
    after: Turn

    def _put(self, state: State, was: Any, now: Any) -> None:
        state.turn = now


@dataclass(frozen=True, slots=True)
class GameEnded(_Change):
    """A side has won (or, with "" after, play goes on again)."""

    before: str
    after: str
    why: str = ""

    def _put(self, state: State, was: Any, now: Any) -> None:
        state.winner = now


@dataclass(frozen=True, slots=True)
class Noted(_Fact):
    """A line for the log that changes nothing. data: figures for pictures and texts."""

    text: str
    data: Mapping[str, Any] = field(default_factory=dict)

    def apply(self, state: State) -> None:
        """Nothing."""

    def inverse(self) -> Event:
        """Itself."""
        return self


Event: TypeAlias = (
    UnitPlaced | UnitRemoved | UnitMoved | UnitChanged | OwnerChanged | MoneyChanged | FacilitiesChanged
    | BorderChanged | RelationChanged | FlagChanged | PoolChanged | BattleChanged | DecisionsChanged
    | AgendaChanged | StalledChanged | DiceRolled | DiceUnrolled | PhaseBegan | GameEnded | Noted
)  # fmt: skip
"""A fact. `apply` changes the state; `inverse` is the event that takes it back."""

EVENTS: tuple[type[Event], ...] = get_args(Event)
