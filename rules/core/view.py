"""Questions about a position. A `View` reads; it never changes anything."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from rules.core.table import ProfileKey, Table
from rules.core.view_hooks import Neutral, ViewHooks
from rules.model.board import Board, Option, Place
from rules.model.edition import Key
from rules.model.options import OptionName
from rules.model.profiles import AIR, LAND, MARKER, SEA, UnitType
from rules.model.state import COMBAT, COMBAT_MOVE, BattleKind, Facility, State, Unit
from rules.model.vocabulary import Trait


@functools.cache
def _tech(power: str) -> str:
    return f"tech.{power}"


Profiles = dict[tuple[str, str, bool], UnitType]
"""Profiles as they are now: owner, type, whether damaged."""
_NOBODYS: Mapping[int, str] = {}
PROFILES = 1000
"""As many profiles as a table keeps."""
T = TypeVar("T")


class Memo:
    """What has been worked out about a position that several views look at, until it changes. facts: by those who look,
    all of them in one thread; elsewhere: by other processes, by names (odds); profiles: of units as they are now."""

    __slots__ = ("elsewhere", "facts", "profiles")

    def __init__(self) -> None:
        self.profiles: Profiles = {}
        self.forget()

    def forget(self) -> None:
        """The position is another one now; whoever still works with the old facts has them to himself."""
        self.facts: dict[Any, Any] = {}
        self.elsewhere: dict[str, Any] = {}
        self.profiles.clear()


class View:
    """A state seen through a rule table. memo: what is remembered about it, shared with other views (None: nothing)."""

    def __init__(self, table: Table, state: State, memo: Memo | None = None) -> None:
        self.table, self.state, self.memo = table, state, memo
        self.board: Board = table.board
        self._profiles = None if memo is None else memo.profiles

    def memoized(self, key: object, make: Callable[[], T]) -> T:
        """What `make` gives in this position; remembered, where anything is."""
        if self.memo is None:
            return make()
        facts: dict[object, T] = self.memo.facts
        if key not in facts:
            facts[key] = make()
        return facts[key]

    # --- shorthand ---------------------------------------------------------------------------------

    @property
    def active(self) -> str:
        """The power whose turn it is."""
        return self.state.turn.power

    @property
    def phase(self) -> str:
        """The phase."""
        return self.state.turn.phase

    @property
    def attacks_wait(self) -> bool:
        """Whether attacks are made, and the other side has not answered yet: from combat move on, before conduct combat."""
        phases = self.table.phases
        moved, fought = phases.index(COMBAT_MOVE), phases.index(COMBAT)
        return self.phase in phases[moved:fought]

    def place(self, name: str) -> Place:
        """A place as printed."""
        return self.board.places[name]

    def option(self, option: OptionName | Option) -> Any:
        """The value of a game option; on a board without it what shared code goes by there. Raises KeyError."""
        return self.table.option(option)

    def edition(self, name: Key, default: Any = None) -> Any:
        """A fact of the board's edition."""
        return self.board.edition.get(name, default)

    def printed_steps(self, kind: BattleKind) -> tuple[str, ...]:
        """The once-only steps of a kind of battle in this edition."""
        return tuple(self.board.edition[f"{kind}_steps"])

    def printed_round(self, kind: BattleKind) -> tuple[str, ...]:
        """The steps of each round of a kind of battle in this edition."""
        return tuple(self.board.edition[f"{kind}_round"])

    def cite(self, topic: str) -> str:
        """The catalogue's entry on a topic, for refusals (edition data `cite`); "" where the board has none."""
        return str(self.edition("cite", {}).get(topic, ""))

    def flag(self, name: str, default: Any = None) -> Any:
        """A fact that a rule remembers."""
        return self.state.flags.get(name, default)

    # --- units ---------------------------------------------------------------------------------------

    def profile(self, owner: str, unit: str, damaged: bool = False) -> UnitType:
        """The profile of a type as a power has it now, sound or damaged (kept, by `profile_key`)."""
        key = self.profile_key(owner, unit, damaged)
        kept = self.table.profiles
        found = kept.get(key)
        if found is None:
            if len(kept) >= PROFILES:  # most are of rounds that are over
                kept.clear()
            found = kept[key] = self.fresh_profile(owner, unit, damaged)
        return found

    def profile_key(self, owner: str, unit: str, damaged: bool) -> ProfileKey:
        """All that a profile may depend on beside the options: owner, type, damage, technologies, round, and the flags
        that rules name."""
        flags, names = self.state.flags, self.table.profile_flags
        remembered = tuple(map(flags.get, names)) if names else ()
        return (owner, unit, damaged, flags.get(_tech(owner)), self.state.turn.round, remembered)

    def fresh_profile(self, owner: str, unit: str, damaged: bool) -> UnitType:
        """The same worked out anew."""
        sound = self.table.fold(ViewHooks.profile, self.table.units[unit].of_power(owner), self, owner)
        return sound.when_damaged() if damaged else sound

    def of(self, unit: Unit) -> UnitType:
        """The profile of a unit, damaged or not."""
        known, damaged = self._profiles, unit.damage > 0
        if known is None:
            return self.profile(unit.owner, unit.type, damaged)
        found = known.get((unit.owner, unit.type, damaged))
        if found is None:
            found = known[unit.owner, unit.type, damaged] = self.profile(unit.owner, unit.type, damaged)
        return found

    def domain(self, unit: Unit) -> str:
        """ "land", "air" or "sea" (or "marker")."""
        return self.table.units[unit.type].domain

    def element(self, unit: Unit) -> str:
        """What a unit moves through now: its domain, unless a rule lets it fly."""
        return self.table.fold(ViewHooks.travels, self.domain(unit), self, unit)

    def has(self, unit: Unit, trait: Trait) -> bool:
        """Whether a unit's profile has a trait."""
        return trait in self.of(unit).traits

    def units(self, place: str, owner: str | None = None, domain: str | None = None) -> list[Unit]:
        """Units in a place, of an owner and domain where given, cargo included."""
        return [
            u
            for u in self.state.at(place)
            if (owner is None or u.owner == owner) and (domain is None or self.domain(u) == domain)
        ]

    def commands(self, power: str, unit: Unit) -> bool:
        """Whether a power moves a unit and fights with it now: its owner, unless a rule lends it out."""
        return self._lent().get(unit.id, unit.owner) == power

    def commanded(self, place: str, power: str, domain: str | None = None) -> list[Unit]:
        """Units in a place that a power commands, of a domain where given, cargo included."""
        lent = self._lent()
        return [u for u in self.units(place, domain=domain) if lent.get(u.id, u.owner) == power]

    def forces(self, power: str, domain: str | None = None) -> list[Unit]:
        """All units on the board that a power commands, of a domain where given, cargo included."""
        units, lent = self.state.units.values(), self._lent()
        if lent:
            mine = [u for u in units if lent.get(u.id, u.owner) == power]
        else:
            mine = [u for u in units if u.owner == power]
        return mine if domain is None else [u for u in mine if self.domain(u) == domain]

    def _lent(self) -> Mapping[int, str]:
        return self.table.fold(ViewHooks.lent, _NOBODYS, self)

    def get(self, ids: Iterable[int]) -> list[Unit]:
        """The living units among some ids."""
        return [self.state.units[i] for i in ids if i in self.state.units]

    def points(self, unit: Unit) -> int:
        """Movement points of a unit this turn, before what it has spent."""
        return self.table.fold(ViewHooks.points, self.of(unit).move, self, unit)

    # --- powers ----------------------------------------------------------------------------------------

    def side(self, power: str | None) -> str:
        """Side of a power; "" for neutrals and nobody."""
        return self.board.side(power) if power else ""

    def at_war(self, a: str | None, b: str | None) -> bool:
        """Whether two powers are at war."""
        return b in self.state.enemies.get(a or "", ())

    def at_war_with_any(self, power: str) -> bool:
        """Whether a power is at war with anybody."""
        return bool(self.state.enemies.get(power))

    def allied(self, a: str | None, b: str | None) -> bool:
        """Whether two powers are the same or on one side."""
        if not a or not b:
            return False
        side = self.board.side
        return a == b or side(a) == side(b) != ""

    def cooperates(self, a: str | None, b: str | None, place: str = "") -> bool:
        """Whether two powers share spaces, bases and carriers."""
        if not a or not b or not self.allied(a, b):
            return False
        return a == b or self.table.fold(ViewHooks.cooperates, True, self, a, b, place)

    def heir(self, power: str) -> str:
        """Who stands in a power's stead now: the power itself, unless a rule has handed it over to another."""
        return self.table.fold(ViewHooks.heir, power, self, power)

    def soil(self, place: str) -> str:
        """Whose own soil a territory is: its original owner's, or his who stands in its stead ("" nobody's)."""
        original = self.place(place).original
        return self.heir(original) if original else ""

    def enemies(self, power: str) -> list[str]:
        """Powers at war with one."""
        return [p for p in self.board.powers if self.at_war(power, p)]

    def purses(self, power: str) -> tuple[str, ...]:
        """Names of a power's treasuries."""
        return self.board.powers[power].purse_names

    def money(self, power: str) -> int:
        """IPC of a power in all its purses."""
        return sum(self.state.money.get(p, 0) for p in self.purses(power))

    def techs(self, power: str) -> tuple[str, ...]:
        """Technologies of a power."""
        return tuple(self.flag(f"tech.{power}", ()))

    def capital_lost(self, purse: str) -> bool:
        """Whether the capital of a purse is in enemy hands."""
        power = self.board.powers[self.board.purse_power[purse]]
        capital = next(p.capital for p in power.purses if p.name == purse)
        return bool(capital) and not self.allied(self.state.owners[str(capital)], power.name)

    # --- places ------------------------------------------------------------------------------------------

    def owner(self, place: str) -> str | None:
        """Controlling power of a territory."""
        return self.state.owners.get(place)

    def owner_at_turn_start(self, place: str) -> str | None:
        """Who controlled a territory when this turn began."""
        captured = self.flag("captured", {})
        return captured[place] if place in captured else self.owner(place)

    def held_since_start(self, place: str, power: str) -> bool:
        """Whether a power has controlled a territory since its turn began."""
        return self.owner(place) == power and self.owner_at_turn_start(place) == power

    def friendly_since_start(self, place: str, power: str) -> bool:
        """Whether a territory has been in friendly hands since the turn began."""
        return self.cooperates(self.owner(place), power, place) and self.cooperates(
            self.owner_at_turn_start(place), power, place
        )

    def friendly_land(self, place: str, power: str) -> bool:
        """Whether a territory is controlled by a power or one it cooperates with."""
        return self.place(place).is_land and self.cooperates(self.owner(place), power, place)

    def hostile_land(self, place: str, power: str) -> bool:
        """Whether a territory is controlled by a power at war with this one."""
        return self.at_war(self.state.owners.get(place), power) and self.board.places[place].is_land

    def neutral_land(self, place: str) -> bool:
        """Whether nobody controls a territory."""
        return self.state.owners.get(place) is None and self.board.places[place].is_land

    def leaning(self, place: str) -> str:
        """What a neutral that nobody controls is now ("strict", "pro-axis", ...); "" for other places."""
        return self._neutral(place).lean if self.neutral_land(place) else ""

    def standing_army(self, place: str) -> Mapping[str, int]:
        """Units by type that would come onto the board in a neutral territory that nobody controls."""
        return self._neutral(place).army if self.neutral_land(place) else {}

    def _neutral(self, place: str) -> Neutral:
        return self.table.fold(ViewHooks.neutral, Neutral(self.place(place).neutral or ""), self, place)

    def value(self, place: str) -> int:
        """IPC value of a territory."""
        printed = self.place(place)
        return self.table.fold(ViewHooks.place_value, printed.value, self, printed)

    def enemy_units(self, place: str, power: str) -> list[Unit]:
        """Units in a place that fight a power (neutral armies too); cargo, mere markers, what stands by left out."""
        if not (here := self.state.at(place)):
            return []
        units = [u for u in here if u.carrier is None]
        foes = {owner for owner in {u.owner for u in units} if self.fights(owner, power)}
        if not foes:
            return []
        idle = {name for name in {u.type for u in units} if self._idle(name)}
        return [u for u in units if u.owner in foes and u.type not in idle]

    def _idle(self, unit: str) -> bool:
        printed = self.table.units[unit]
        return printed.domain == MARKER or printed.has("stands by")

    def fights(self, owner: str, power: str) -> bool:
        """Whether units of an owner fight a power: at war with it, or the army of an attacked neutral."""
        if owner in self.board.powers:
            return self.at_war(owner, power)
        return self.table.fold(ViewHooks.hostile, True, self, owner, power)

    def blocks(self, unit: Unit) -> bool:
        """Whether a ship makes its zone hostile to its enemies (edition: sea_blockers)."""
        return self.domain(unit) == SEA and not self.has(unit, "does not block")

    def at_front(self, place: str, power: str) -> bool:
        """Whether a neighbour of a place is enemy land."""
        return any(self.hostile_land(p, power) for p in self.board.near(place))

    def pressed(self, place: str, power: str) -> int:
        """How many enemy units stand on enemy land next to a place."""
        near = (p for p in self.board.near(place) if self.hostile_land(p, power))
        return sum(len(list(self.enemy_units(p, power))) for p in near)

    def friendly_zone(self, zone: str, power: str) -> bool:
        """Whether a sea zone is free of enemy ships that count (CL-2.2, G40-2.3)."""
        return not any(self.blocks(u) for u in self.enemy_units(zone, power))

    def hostile_at_start(self, zone: str) -> bool:
        """Whether a zone was hostile to the active power when its turn began."""
        return zone in self.flag("hostile zones", ())

    def facilities(self, place: str, type_: str = "") -> list[Facility]:
        """Facilities of a place, of one type where given."""
        return [f for f in self.state.facilities.get(place, ()) if not type_ or f.type == type_]

    def complexes(self, place: str) -> list[Facility]:
        """Industrial complexes of a place."""
        return [f for f in self.facilities(place) if self.table.units[f.type].has("complex")]

    def operative(self, facility: Facility) -> bool:
        """Whether a base works (its damage is under its limit)."""
        limit = self.table.units[facility.type].number("inoperative_at", 99)
        return facility.damage < limit

    def most_damage(self, place: str, type_: str) -> int:
        """The damage that a facility of a type holds in a place: its own number, or so many times the territory's value."""
        printed = self.table.units[type_]
        return printed.number("max_damage") or printed.number("damage_per_value") * self.value(place)

    def base(self, place: str, type_: str, power: str) -> bool:
        """Whether an operative base of a type serves a power in a territory (G40-18.6)."""
        if not self.cooperates(self.owner(place), power, place):
            return False
        return any(self.operative(f) for f in self.facilities(place, type_))

    def holds(self, unit: Unit) -> bool:
        """Whether a unit keeps a territory from being entered freely (not guns alone in Classic)."""
        return self.domain(unit) in (LAND, AIR) and not self.has(unit, "cannot hold")

    def occupied(self, place: str, power: str) -> bool:
        """Whether enemy units that hold ground or water stand in a place."""
        if self.place(place).is_sea:
            return any(self.domain(u) in (SEA, AIR) for u in self.enemy_units(place, power))
        return any(self.holds(u) for u in self.enemy_units(place, power))

    def empty_decks(self, zone: str, power: str) -> int:
        """Free carrier slots for a power's aircraft in a zone, own and allied, planes there counted."""
        carriers = [u for u in self.units(zone) if self.cooperates(u.owner, power, zone)]
        room = sum(self.decks(u) for u in carriers)
        return room - sum(self.deck_room(u) for u in carriers if self.domain(u) == AIR)

    def deck_room(self, plane: Unit) -> int:
        """Room an aircraft takes on the decks of its zone."""
        return self.table.fold(ViewHooks.deck_room, self.of(plane).deck, self, plane)

    def decks(self, unit: Unit) -> int:
        """Carrier slots of a unit now."""
        profile = self.of(unit)
        if unit.damage and profile.has("no deck when damaged"):
            return 0
        return profile.decks
