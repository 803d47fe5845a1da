"""A case's position: a game as the case describes it, before its first step."""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Mapping
from typing import Any

from rules.battle.setup import declare
from rules.cases import names
from rules.cases.file import Case, CaseError
from rules.core import documents, moments, position
from rules.core.act import Act
from rules.core.documents import TableError
from rules.core.table import Table
from rules.model.board import load
from rules.model.events import MoneyChanged, OwnerChanged, PhaseBegan, RelationChanged, UnitRemoved
from rules.model.names import one_meant
from rules.model.profiles import AIR, FACILITY, LAND, SEA
from rules.model.refusals import Refused
from rules.model.state import COMBAT_MOVE, Facility, Turn, pair
from rules.play import flow
from rules.play.game import Game, NoDice
from rules.play.numbered import Numbered

CORE_FLAGS = ("captured", "hostile zones", "conceded")


def build(case: Case, opening: bool = False) -> Game:
    """The game a case begins with; opening: also what the beginning of its turn does by itself. Raises CaseError when the
    case is wrong."""
    if case.setup not in ("printed", "empty"):
        raise CaseError(f"setup is “printed” or “empty”, not “{case.setup}”")
    game = _new(case)
    act = Act(game.table, game.state, NoDice())
    try:
        _apply(act, case, opening)
    except Refused as refused:
        raise CaseError(refused.refusal.message) from refused
    first = game.log[0]
    game.log = Numbered([dataclasses.replace(first, events=first.events + act.closed(), turn=game.state.turn)])
    return game


def _new(case: Case) -> Game:
    try:
        known = (load(case.game), documents.house_rules(), documents.documents())
        return _start(case.game, tuple(case.rules), _Options(case.options, known), case.setup == "printed").copy()
    except KeyError as error:
        raise CaseError(f"unknown game “{case.game}”") from error
    except TableError as error:
        raise CaseError(str(error)) from error


class _Options:
    """Options by what they say, with the boards and rules that there are, to remember a start by."""

    def __init__(self, options: Mapping[str, Any], known: tuple[object, ...]) -> None:
        self.options, self.known = options, known
        self._said = repr(sorted(options.items())), tuple(map(id, known))

    def __hash__(self) -> int:
        return hash(self._said)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Options) and self._said == other._said


@functools.lru_cache(maxsize=8)
def _start(board: str, rules: tuple[str, ...], options: _Options, printed: bool) -> Game:
    """The game before its first turn. Cases of one table stand together, and making it is half of what a case takes. Nobody
    changes what is given."""
    return Game.new(board, rules, options.options, setup=printed, begin=False)


def _apply(act: Act, case: Case, opening: bool) -> None:
    if case.setup == "empty":
        for unit in list(act.state.units.values()):
            act.emit(UnitRemoved(unit, "setup"))
    _turn(act, case)
    _owners(act, case.owner)
    _war(act, case.war)
    for text, amount in case.money.items():
        _money(act, text, amount)
    for text, techs in case.tech.items():
        known = [techs] if isinstance(techs, str) else techs
        act.set_flag(f"tech.{names.power(act.board, text)}", tuple(_tech(act.table, t) for t in known))
    for text, powers in case.units.items():
        _units(act, names.place(act.board, text), powers)
    for text, has in case.facilities.items():
        _facilities(act, names.place(act.board, text), facility_text(has))
    for text, powers in case.borders.items():
        _borders(act, names.border(act.board, text), powers)
    act.set_flag("hostile zones", flow.hostile_zones(act) or None)
    if opening and act.phase != "setup":
        _flags(act, case)
        act.tell(moments.turn_begins)
        act.tell(moments.phase_begins, act.phase)
        flow.run(act)
    if act.phase in flow.MODULES:
        flow.MODULES[act.phase].begin(act)  # notes what the phase compares with later; automatics are hooks of rules
    if act.phase == "conduct combat":
        _battles(act)
    _flags(act, case)


def _flags(act: Act, case: Case) -> None:
    for name, value in case.flags.items():
        _flag(act, name, value)


def _turn(act: Act, case: Case) -> None:
    table, board = act.table, act.board
    phase = names.phase(table, case.phase) if case.phase else _first_phase(table, case)
    power = names.power(board, case.power) if case.power else board.order[0]
    if power not in board.order:
        raise CaseError(f"{power} takes no turns")
    number = 1 if case.round is None else max(1, names.round_number(board, case.round))
    if phase != "setup":
        act.drop_tasks(lambda task: True)
        while act.state.pending:
            act.answered()
    act.emit(PhaseBegan(act.state.turn, Turn(number, power, phase)))


def _first_phase(table: Table, case: Case) -> str:
    """The turn's first phase; the set-up before it only where the case begins with what belongs there."""
    phases: tuple[str, ...] = table.phases
    if phases[0] != "setup":
        return phases[0]
    begins = [case.step[0].order] if case.step else [*case.expect.get("can", ()), *case.expect.get("cannot", ())]
    meant = any(text.split()[:1] in (["swap"], ["elite"]) for text in begins)
    meant = meant or (not case.step and case.expect.get("phase") == "setup")
    return phases[0 if meant else 1]


def _owners(act: Act, owners: Mapping[str, str]) -> None:
    for text, value in owners.items():
        place, owner = names.place(act.board, text), names.owner(act.board, value)
        if not act.place(place).is_land:
            raise CaseError(f"{place} is no territory")
        if act.owner(place) != owner:
            act.emit(OwnerChanged(place, act.owner(place), owner, "setup"))


def _war(act: Act, war: Any) -> None:
    if war == "printed":
        return
    powers = act.board.powers.values()
    if war == "all":
        wanted = {pair(a.name, b.name) for a in powers for b in powers if a.side != b.side}
    elif isinstance(war, list) and all(isinstance(p, list) and len(p) == 2 for p in war):
        wanted = {pair(names.power(act.board, a), names.power(act.board, b)) for a, b in war}
    else:
        raise CaseError(f"war is “printed”, “all” or a list of pairs, not {war!r}")
    for key in sorted(wanted | set(act.state.relations)):
        before, after = act.state.relations.get(key, ""), "war" if key in wanted else ""
        if before != after:
            act.emit(RelationChanged(key, before, after, "setup"))
    act.tell(moments.relations_written)


def _money(act: Act, text: str, amount: Any) -> None:
    if type(amount) is not int or amount < 0:
        raise CaseError(f"money of {text} must be a number of IPC, not {amount!r}")
    purse = names.purses(act.board, text)[0]
    act.emit(MoneyChanged(purse, act.state.money.get(purse, 0), amount, "setup"))


def _tech(table: Table, text: str) -> str:
    known = [str(t) for t in table.board.edition.get("technologies", ())]
    found = one_meant(text, known)
    if found is None and known:
        raise CaseError(f"unknown technology “{text}”; this board has {', '.join(known)}")
    return found or " ".join(text.lower().split())


def _units(act: Act, place: str, powers: Mapping[str, str]) -> None:
    owners = {names.power(act.board, text): units for text, units in powers.items()}
    for owner in owners:
        _clear(act, place, owner)
    for owner, text in owners.items():
        before = act.state.next_id
        position.put(act, place, owner, text)
        for number in range(before, act.state.next_id):
            _check_stands(act, number)
        act.tell(moments.units_written, place, owner)


def _clear(act: Act, place: str, owner: str) -> None:
    for unit in act.units(place, owner):
        if unit.id in act.state.units:
            for item in [*act.state.aboard(unit.id), unit]:
                act.emit(UnitRemoved(item, "setup"))


def _check_stands(act: Act, number: int) -> None:
    unit = act.state.units[number]
    domain = act.domain(unit)
    if domain == FACILITY:
        raise CaseError(f"{unit.type} is a facility: name it under `facilities`")
    afloat = act.place(unit.place).is_sea
    if (domain == SEA and not afloat) or (domain == LAND and afloat and unit.carrier is None):
        raise CaseError(f"{unit.type} cannot stand in {unit.place}")


def facility_text(value: Any) -> str:
    """The text of facilities, written plainly or as `{ has = "..." }`."""
    if isinstance(value, dict) and set(value) == {"has"}:
        value = value["has"]
    if not isinstance(value, str):
        raise CaseError(f'facilities are written as has = "air base, naval base", not {value!r}')
    return value


def _facilities(act: Act, place: str, text: str) -> None:
    printed = {_sort(act, f) for f in act.facilities(place) if f.original}
    try:
        found = position.read_facilities(act.table, text)
    except ValueError as error:
        raise CaseError(str(error)) from error
    kept: list[Facility] = [dataclasses.replace(f, original=_sort(act, f) in printed) for f in found]
    act.set_facilities(place, kept, "setup")


def _sort(act: Act, facility: Facility) -> str:
    """What a facility was when the game began: complexes grow and shrink, and stay the printed ones."""
    return "complex" if act.table.units[facility.type].has("complex") else facility.type


def _borders(act: Act, border: str, powers: Mapping[str, str]) -> None:
    owners = {names.power(act.board, text): units for text, units in powers.items()}
    markers = [m for m in act.state.borders.get(border, ()) if m.owner not in owners]
    for owner, text in owners.items():
        markers += position.read_markers(act.table, owner, text)
    act.set_markers(border, markers, "setup")


def _battles(act: Act) -> None:
    """A case that begins in conduct combat: who stands among enemies has attacked them, from nowhere in particular."""
    power = act.active
    for unit in [u for u in act.state.units.values() if u.owner == power and u.carrier is None and not u.role]:
        if act.place(unit.place).is_land and act.domain(unit) in (LAND, AIR) and act.enemy_units(unit.place, power):
            act.change(unit, role="attack", moved=COMBAT_MOVE)
    declare(act)


def _flag(act: Act, name: str, value: Any) -> None:
    if not known_flag(act.table, name):
        known = sorted(f for r in act.table.rules for f in r.flags)
        raise CaseError(f"unknown flag “{name}”; the rules in force remember {', '.join(known) or 'none'}")
    act.set_flag(name, _frozen(value))


def known_flag(table: Table, name: str) -> bool:
    """Whether a rule in force (or the core) remembers a flag of this name. `<…>` in a rule's documented
    name stands for any text."""
    if name in CORE_FLAGS or name.startswith(("turn.", "tech.")):
        return True
    patterns = [re.escape(f) for r in table.rules for f in r.flags]
    return any(re.fullmatch(re.sub(r"<.*?>", ".+", p), name) for p in patterns)


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_frozen(v) for v in value)
    if isinstance(value, dict):
        return {k: _frozen(v) for k, v in value.items()}
    return value
