"""Formations: a commander with so many units of some types that stand and go together, told by a tag.

A formation is a mark on all its members (`panzer army`, a second one `panzer army 2`). It holds as long as exactly its
members stand ashore in one place; the moment one is lost, left behind or put aboard, all lose the mark.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from rules.core import moments
from rules.core.act import Act
from rules.core.view import View
from rules.mechanics.mechanic import Mechanic
from rules.model.names import article, listing, sentence
from rules.model.orders import Disband, Form, Item, Order
from rules.model.profiles import UnitType
from rules.model.state import COMBAT_MOVE, NONCOMBAT, Unit, ids
from rules.movement import selection

PURCHASE: Final = "purchase"
MOBILIZE: Final = "mobilize"
FORMING = (PURCHASE, COMBAT_MOVE, NONCOMBAT, MOBILIZE)


@functools.lru_cache(maxsize=1000)
def _without_number(name: str) -> str:
    return re.sub(r" \d+$", "", name.lower())


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of formation.

    name: the tag. aliases: what it is called too in orders. powers: whose it is (empty: anybody's). commander: the type
    of its one commander. members: types of the others, count: how many they are, least: type -> at least so many of
    it. phases: when it is formed; in combat move only before the power's first move. places: where (empty: anywhere).
    move: points of all members while they go together (0: each its own); such a formation does not blitz.
    commander_dice, doubled: dice of the commander in battle, and how many others roll two while it is whole.
    """

    name: str
    commander: str
    members: tuple[str, ...]
    count: int
    aliases: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()
    least: Mapping[str, int] = field(default_factory=dict)
    phases: tuple[str, ...] = FORMING
    places: tuple[str, ...] = ()
    move: int = 0
    commander_dice: int = 2
    doubled: int = 1

    @property
    def extra_dice(self) -> int:
        """Dice more than its units roll singly."""
        return self.commander_dice - 1 + self.doubled

    def called(self, name: str, power: str) -> bool:
        """Whether a power means this kind by a name (with or without a number)."""
        plain = _without_number(name)
        return (plain == self.name or plain in self.aliases) and (not self.powers or power in self.powers)

    def complete(self, types: Iterable[str]) -> bool:
        """Whether units of these types are one formation, no more and no less."""
        have = Counter(types)
        others = sum(have.values()) - have[self.commander]
        right = set(have) <= {self.commander, *self.members} and have[self.commander] == 1 and others == self.count
        return right and all(have[name] >= count for name, count in self.least.items())

    def told(self, view: View, power: str) -> str:
        """What a power forms one of, in words; what it cannot have is left out."""
        units = (view.profile(power, name) for name in self.members if name in view.table.units)
        members = [unit.many for unit in units if not unit.powers or power in unit.powers]
        text = f"1 {self.commander} and {self.count} {members[0] if len(members) == 1 else 'of ' + listing(members)}"
        least = listing([f"{count} {name}" for name, count in self.least.items()]) if self.least else ""
        return f"{text}, at least {least}" if least else text


@dataclass(frozen=True, eq=False, kw_only=True)
class Formations(Mechanic):
    """`form panzer army: Poland: 1 panzer general, 5 tank`, `disband panzer army: Poland`, on the owner's turn.

    kinds: see `Kind`. by_place: whether numbers tell formations of one place apart (else all of a power). cites:
    "members", "when", "where".
    """

    kinds: tuple[Kind, ...]
    by_place: bool = False

    def change_unit(self, unit: UnitType) -> UnitType:
        """Who commands one."""
        if not any(kind.commander == unit.name for kind in self.kinds):
            return unit
        return replace(unit, traits=unit.traits | {"commands"})

    # --- orders ------------------------------------------------------------------------------------

    def handle(self, act: Act, order: Order) -> bool:
        """The two orders."""
        if isinstance(order, Form) and (kind := self._kind(order.formation, act.active)):
            self._form(act, kind, order)
        elif isinstance(order, Disband) and (kind := self._kind(order.formation, act.active)):
            self._disband(act, kind, order)
        else:
            return False
        return True

    def _kind(self, name: str, power: str) -> Kind | None:
        return next((k for k in self.kinds if k.called(name, power)), None)

    def _form(self, act: Act, kind: Kind, order: Form) -> None:
        self._check_when(act, kind)
        place = order.place
        if (kind.places and place not in kind.places) or act.place(place).is_sea:
            where = listing(kind.places) if kind.places else "a territory"
            text = sentence(f"{article(kind.name)} is formed in {where}, not in {place}")
            act.refuse("wrong-site", text, self.cite("where"))
        own = all(selection.owner_of(act, item) == act.active for item in order.items)
        if not own or not kind.complete(i.unit for i in order.items for _ in range(i.count)):
            text = sentence(f"{article(kind.name)} is {kind.told(act, act.active)}, all of {act.active}")
            act.refuse("not-eligible", text, self.cite("members"))
        chosen: list[Unit] = []
        for item in order.items:
            chosen += self._free(act, item, place, chosen)
        tag, since = self._free_tag(act, kind, place), len(act.events)
        for unit in chosen:
            act.change(unit, marks=unit.marks | {tag})
        members = Counter(unit.type for unit in chosen)
        told = listing([act.table.units[name].counted(number) for name, number in members.items()])
        act.note(f"{act.active} forms {tag} in {place}: {told}.", since=since, place=place)

    def _free(self, act: Act, item: Item, place: str, taken: Sequence[Unit]) -> list[Unit]:
        """Units for an item that belong to no formation yet."""
        here = [u for u in act.units(place, act.active) if u.carrier is None and selection.fits(act, u, item)]
        free = [u for u in here if u not in taken and not tag_of(act, u)]
        if len(free) < item.count:
            left = act.table.units[item.unit].counted(len(free))
            text = f"Free for it in {place}: {left} of {act.active}, not {item.count}."
            act.refuse("not-eligible" if len(here) >= item.count else "not-enough-units", text, self.cite("members"))
        return free[: item.count]

    def _check_when(self, act: Act, kind: Kind) -> None:
        if act.phase not in kind.phases:
            text = sentence(f"{article(kind.name)} is formed in {listing(kind.phases)}")
            act.refuse("wrong-phase", text, self.cite("when"))
        moved = (u for u in act.state.units.values() if u.owner == act.active and u.moved == COMBAT_MOVE)
        if act.phase == COMBAT_MOVE and any(moved):
            text = sentence(f"{article(kind.name)} is formed before the first move of the phase, or in noncombat move")
            act.refuse("too-late", text, self.cite("when"))

    def _disband(self, act: Act, kind: Kind, order: Disband) -> None:
        tags = [t for t in self._tags(act, order.place, act.active) if kind.called(t, act.active)]
        named = [t for t in tags if t == order.formation] or tags[:1]
        if act.phase not in FORMING:
            act.refuse(
                "wrong-phase", sentence(f"{article(kind.name)} is disbanded in {listing(FORMING)}"), self.cite("when")
            )
        if not named:
            text = f"{act.active} has no {kind.name} in {order.place}."
            act.refuse("not-enough-units", text, self.cite("members"))
        members = [u for u in act.units(order.place, act.active) if named[0] in u.marks]
        _strip(act, named[0], members)
        _broken_up(act, named[0], members[0])

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Formations that could be formed of what stands free, and those that could be given up."""
        if power != view.active or view.phase not in FORMING:
            return ()
        texts: list[str] = []
        for place in sorted({u.place for u in view.state.units.values() if u.owner == power and tag_of(view, u)}):
            texts += [f"disband {tag}: {place}" for tag in self._tags(view, place, power)]
        for kind in self.kinds:
            if (not kind.powers or power in kind.powers) and view.phase in kind.phases:
                texts += self._possible(view, kind, power)
        return tuple(texts)

    def _possible(self, view: View, kind: Kind, power: str) -> Iterator[str]:
        leaders = {u.place for u in view.state.units.values() if u.owner == power and u.type == kind.commander}
        for place in sorted(leaders):
            if view.place(place).is_sea or (kind.places and place not in kind.places):
                continue
            free = Counter(u.type for u in view.units(place, power) if u.carrier is None and not tag_of(view, u))
            taken = Counter(kind.least)
            known = [name for name in kind.members if name in view.table.units]
            for name in sorted(known, key=lambda n: -view.profile(power, n).cost):
                taken[name] += min(free[name] - taken[name], kind.count - sum(taken.values()))
            whole = [name for name, count in taken.items() for _ in range(count)]
            if free[kind.commander] and not taken - free and kind.complete([kind.commander, *whole]):
                others = ", ".join(f"{count} {name}" for name, count in taken.items() if count)
                yield f"form {kind.name}: {place}: 1 {kind.commander}, {others}"

    # --- holding together --------------------------------------------------------------------------

    @moments.moved
    def _leave_behind(self, act: Act, units: Sequence[Unit]) -> None:
        """An order is complete: who has been left behind?"""
        moved = {u.id: u for u in act.get(ids(units))}
        if any(u.marks for u in moved.values()):
            self._renumber(act, list(moved.values()))
        broken = self._break(act)
        for unit in act.get(i for i in broken if i in moved):
            if unit.spent > act.points(unit) and act.phase in (COMBAT_MOVE, NONCOMBAT) and unit.carrier is None:
                text = f"{unit.type} goes so far only together with its whole formation."
                act.refuse("too-far", sentence(text), self.cite("members"))

    @moments.lost
    def _break_up(self, act: Act, unit: Unit, why: str) -> None:
        """A member is gone."""
        if any(k.called(m, unit.owner) for k in self.kinds for m in unit.marks):
            self._break(act)

    def _break(self, act: Act) -> list[int]:
        """Take the tags of all formations that are not whole, each told once, in however many places its members are; the
        ids of their units."""
        broken, told = list[int](), set[tuple[str, str]]()
        for (owner, tag, place), units in _groups(act).items():
            kind = self._kind(tag, owner)
            if kind and not (act.place(place).is_land and kind.complete(u.type for u in units)):
                _strip(act, tag, units)
                if (owner, tag) not in told:
                    _broken_up(act, tag, units[0])
                told.add((owner, tag))
                broken += ids(units)
        return broken

    def _renumber(self, act: Act, moved: Sequence[Unit]) -> None:
        """A formation that meets another with its tag takes the next number."""
        for (owner, tag, place), units in _groups(act).items() if self.by_place else ():
            kind = self._kind(tag, owner)
            came = [u for u in units if u.id in ids(moved)]
            if kind and len(came) < len(units) and kind.complete(u.type for u in came):
                new = self._free_tag(act, kind, place, owner)
                for unit in came:
                    act.change(unit, marks=unit.marks - {tag} | {new})

    def _free_tag(self, act: Act, kind: Kind, place: str, owner: str = "") -> str:
        """The tag with the lowest number that is free (1 is not written)."""
        groups = _groups(act)
        known = {t for who, t, at in groups if who == (owner or act.active) and (at == place or not self.by_place)}
        names = (kind.name if n == 1 else f"{kind.name} {n}" for n in range(1, len(known) + 2))
        return next(name for name in names if name not in known)

    def _tags(self, view: View, place: str, power: str) -> list[str]:
        return sorted({t for (who, t, where) in _groups(view) if (who, where) == (power, place) and self._kind(t, who)})

    # --- names -------------------------------------------------------------------------------------

    def tags(self, unit: UnitType, owner: str, tags: tuple[str, ...]) -> tuple[str, ...]:
        """Kinds that a unit may be a member of."""
        mine = [k for k in self.kinds if not k.powers or owner in k.powers]
        return (*tags, *(k.name for k in mine if unit.name in (k.commander, *k.members)))

    def written_mark(self, owner: str, mark: str) -> str:
        """A kind's other names become its own."""
        kind = self._kind(mark, owner)
        return kind.name + mark.lower()[len(re.sub(r" \d+$", "", mark)) :] if kind else mark

    def matches_qualifier(self, view: View, unit: Unit, tag: str, fits: bool) -> bool:
        """`5 tank (panzer army)`, by any name of the kind."""
        return fits or self.written_mark(unit.owner, tag) in unit.marks

    # --- going together ----------------------------------------------------------------------------

    def points(self, view: View, unit: Unit, points: int) -> int:
        """Some kinds go at one speed."""
        kind = self.kind_of(unit)
        return kind.move if kind and kind.move else points

    def may_blitz(self, view: View, unit: Unit, place: str, may: bool) -> bool:
        """And these do not blitz."""
        kind = self.kind_of(unit)
        return may and not (kind and kind.move)

    def kind_of(self, unit: Unit) -> Kind | None:
        """The kind of formation a unit is a member of."""
        return next((k for m in unit.marks if (k := self._kind(m, unit.owner))), None) if unit.marks else None


def parts(view: View) -> tuple[Formations, ...]:
    """The mechanics of a game's rules that have formations."""
    return view.table.parts(Formations)


def tag_of(view: View, unit: Unit) -> str:
    """The tag of the formation a unit is a member of, of whatever kind; "" for none."""
    if not unit.marks:
        return ""
    return next((m for part in parts(view) for m in unit.marks for k in part.kinds if k.called(m, unit.owner)), "")


def kind_named(view: View, tag: str, owner: str) -> Kind | None:
    """The kind that a power's tag stands for."""
    return next((k for part in parts(view) for k in part.kinds if k.called(tag, owner)), None)


def _groups(view: View) -> dict[tuple[str, str, str], list[Unit]]:
    """All units with tags, by owner, tag and place."""
    found: dict[tuple[str, str, str], list[Unit]] = {}
    for unit in [u for u in view.state.units.values() if u.marks]:
        if tag := tag_of(view, unit):
            found.setdefault((unit.owner, tag, unit.place), []).append(unit)
    return found


def _strip(act: Act, tag: str, units: Sequence[Unit]) -> None:
    for unit in act.get(ids(units)):
        act.change(unit, marks=unit.marks - {tag})


def _broken_up(act: Act, tag: str, member: Unit) -> None:
    act.note(f"{member.owner}: {tag} is broken up.", place=member.place)
