"""The political situation as a board says it (`[edition.politics]`): data only, read once a board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.core.view import View
from rules.model.board import Board


@dataclass(frozen=True, slots=True)
class Waits:
    """A power that may not declare war as it likes.

    on: the targets it waits for (none named: all). turn: its turn from which it may. income: its turn in whose collect
    income it may already. provoked: alarms that let it at once. area: it declares war only on who has units in its area.
    """

    power: str
    entry: str
    on: tuple[str, ...] = ()
    turn: int = 0
    income: int = 0
    provoked: tuple[str, ...] = ()
    area: bool = False


@dataclass(frozen=True, slots=True)
class Alarm:
    """What is remembered when a side, or one power (by), captures one of some places."""

    flag: str
    places: tuple[str, ...]
    side: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Linked:
    """War of one of the enemies with one of `war` is war with all that it draws in. begun: flag that remembers who
    began it ("allies", or the enemy's name in lower case)."""

    enemies: tuple[str, ...]
    war: tuple[str, ...]
    draws: tuple[str, ...]
    begun: str = ""


@dataclass(frozen=True, slots=True)
class ZoneLimit:
    """Where ships of a power end no move while it is at peace with all of some powers.

    zones: these; beside: zones next to a power's land, without those of `but`; half: of this half of the board all but
    those next to its land (home "owned") or its original land (home "original"), those of `also`, and for warships those of
    `warships`.
    """

    power: str
    peace: tuple[str, ...]
    entry: str
    text: str
    zones: tuple[str, ...] = ()
    beside: str = ""
    but: tuple[str, ...] = ()
    half: str = ""
    home: str = ""
    also: tuple[str, ...] = ()
    warships: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Front:
    """A power fights beside its allies on a half of the board only when at war with one of its enemies there; neutrals:
    till then it leaves the neutrals of that half alone too."""

    power: str
    half: str
    enemies: tuple[str, ...]
    neutrals: bool = False


@dataclass(frozen=True, slots=True)
class Ward:
    """A power that takes no turns: its guardians may take its land into care, others share it when at war with the enemy."""

    power: str
    guardians: tuple[str, ...]
    enemy: str


@dataclass(frozen=True, slots=True)
class Outrage:
    """IPC that a power gets once, up to a round, when another declares war unprovoked on one of some powers."""

    by: str
    on: tuple[str, ...]
    pays: str
    ipc: int
    until: int
    entry: str


@dataclass(frozen=True, slots=True)
class Situation:
    """All of it. elsewhere: powers whose war is not on this board. targets: powers that take no turns and yet can be
    declared war on. alone: power -> the enemy without whom nobody fights beside it. economy: power -> minor complexes
    that become major when it first is at war. peace: option -> pairs that begin at peace where it is on. ahead: rounds of
    the war that lie before this game: turns are counted with them."""

    waits: tuple[Waits, ...] = ()
    alarms: tuple[Alarm, ...] = ()
    linked: tuple[Linked, ...] = ()
    limits: tuple[ZoneLimit, ...] = ()
    fronts: tuple[Front, ...] = ()
    wards: tuple[Ward, ...] = ()
    outrage: tuple[Outrage, ...] = ()
    elsewhere: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    alone: tuple[tuple[str, str], ...] = ()
    economy: tuple[tuple[str, tuple[str, ...]], ...] = ()
    peace: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    ahead: int = 0

    def ward(self, power: str) -> Ward | None:
        """The ward that a power is, if it is one."""
        return next((w for w in self.wards if w.power == power), None)


_TABLES = {
    "waits": Waits, "alarms": Alarm, "linked": Linked, "limits": ZoneLimit, "fronts": Front, "wards": Ward,
    "outrage": Outrage,
}  # fmt: skip


def _frozen(value: Any) -> Any:
    """Lists as tuples, tables as tuples of pairs."""
    if isinstance(value, list):
        return tuple(_frozen(v) for v in value)
    if isinstance(value, Mapping):
        return tuple((key, _frozen(v)) for key, v in value.items())
    return value


def situation_of(board: Board) -> Situation:
    """The situation of a board. Raises TypeError where it says what nothing reads."""
    said: dict[str, Any] = {}
    for name, value in board.edition.get("politics", {}).items():
        kind = _TABLES.get(name)
        if kind is None:
            said[name] = _frozen(value)
        else:
            said[name] = tuple(kind(**{key: _frozen(v) for key, v in row.items()}) for row in value)
    return Situation(**said)


def situation(view: View) -> Situation:
    """The situation of a game's board."""
    return view.table.once("situation", lambda: situation_of(view.board))


def war_round(view: View) -> int:
    """The round as declarations count them."""
    return view.state.turn.round + situation(view).ahead
