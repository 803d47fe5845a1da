"""What a rule is, apart from what it does: identity and data."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, TypeVar, cast

from rules.model.board import Board, Option
from rules.model.edition import Key as Fact
from rules.model.options import OptionName
from rules.model.parse import Reader
from rules.model.profiles import UnitType

P = ParamSpec("P")
R = TypeVar("R", bound="Identity")


class Moment(Generic[P]):
    """A moment that rules are told about (rules/core/moments.py); before a method of a rule it has that called then.

    told: what they are told, as a function's arguments with its docstring.
    """

    def __init__(self, told: Callable[P, None]) -> None:
        self.told = told

    def __call__(self, method: Callable[Concatenate[R, P], None]) -> Callable[Concatenate[R, P], None]:
        """A method of a rule, to be called at this moment."""
        setattr(method, _MOMENTS, (*getattr(method, _MOMENTS, ()), self))
        return method

    def methods(self, rule: Identity) -> tuple[Callable[P, None], ...]:
        """What a rule does at this moment, in the order of its file, what it has inherited first."""
        return tuple(getattr(rule, name) for name in _told(cast(Hashable, type(rule))).get(self, ()))


_MOMENTS = "_moments"


@functools.cache
def _told(kind: Any) -> Mapping[Moment[Any], Collection[str]]:
    """The names of what a kind of rule has called at each moment."""
    found: dict[Moment[Any], dict[str, None]] = {}
    for base in reversed(kind.__mro__):
        for name, member in vars(base).items():
            for moment in getattr(member, _MOMENTS, ()):
                found.setdefault(moment, {})[name] = None
    return found


@dataclass(frozen=True, slots=True)
class LookUp:
    """A look-up text that a rule's file brings along beside its own entry."""

    id: str
    title: str
    text: str
    source: str = ""
    kind: str = "rule"
    keywords: tuple[str, ...] = ()


def lacking(needs: Iterable[str], board: Board) -> list[str]:
    """What a board does not have of some powers, places and units, nor anything that stands for them."""
    there = {*board.order, *board.places, *board.units, *board.edition.get("stands_for", ())}
    return [name for name in needs if name not in there]


def plays_on(boards: Collection[str], board: str) -> bool:
    """Whether what is for some boards (none named: for any) can be played on one."""
    return not boards or board in boards


class Identity:
    """A rule as the table, the lobby and the look-up know it; what every family of hooks is built on.

    id: "rw.sea-mines". title and text: for `/rules` (own words, with the figures). source: document and
    section. entries: catalogue ids it enforces. boards: boards it can be played on (none named: any). options: its typed
    options (named "<rule id>.<option>"). requires / excludes: rule ids. units: profiles it brings.
    verbs: order verbs of its own -> what reads the text behind them. replaces: ids of rules and look-up entries
    that do not hold while it is on. flags:
    facts it remembers, name -> meaning (used by cases). parts: mechanics that it instantiates with its own
    figures (rules/mechanics); their hooks run right before its own. begins: round -> what of it starts
    then, beside its new units. profile_flags: flags that its hook `profile` reads. questions: kinds of questions it puts
    to people -> what they are about, for standing orders; asks: the same kinds -> the question in a few words, `{attack}`
    for the attack it is about
    (`casualties STEP`: about hits of its own fire that are no losses); declines: the same kinds -> what `pass` means then.
    priority: earlier (negative) or later (positive) than others. switch: option without which it only stands in the
    look-up: its hooks are not asked. owners: owners of units that it brings beside the powers, such as an army without
    a power. fact: the fact of the edition that a board's rule, or a part of any
    rule, is about; without it that does not hold.
    needs: powers that play, places and units without which a house rule, or a part of one, has nothing to say on a board.
    """

    id: str = ""
    title: str = ""
    text: str = ""
    source: ClassVar[str] = ""
    entries: ClassVar[tuple[str, ...]] = ()
    boards: ClassVar[tuple[str, ...]] = ()
    options: ClassVar[tuple[Option, ...]] = ()
    requires: ClassVar[tuple[str, ...]] = ()
    excludes: ClassVar[tuple[str, ...]] = ()
    units: tuple[UnitType, ...] = ()
    verbs: ClassVar[Mapping[str, Reader]] = {}
    flags: ClassVar[Mapping[str, str]] = {}
    profile_flags: ClassVar[tuple[str, ...]] = ()
    questions: ClassVar[Mapping[str, str]] = {}
    asks: ClassVar[Mapping[str, str]] = {}
    declines: ClassVar[Mapping[str, str]] = {}
    look_ups: tuple[LookUp, ...] = ()
    replaces: ClassVar[tuple[str, ...]] = ()
    priority: ClassVar[int] = 0
    switch: ClassVar[OptionName | Option | None] = None
    owners: ClassVar[tuple[str, ...]] = ()
    fact: ClassVar[Fact | None] = None
    needs: ClassVar[tuple[str, ...]] = ()
    parts: ClassVar[tuple[Identity, ...]] = ()
    begins: ClassVar[Mapping[int, str]] = {}
