"""A save of TripleA as a position to start from, in the language of cases, with what could not be taken over."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.core.position import lexicon
from rules.core.table import Table
from rules.model.names import key, listing
from rules.model.parse import Lexicon
from rules.model.profiles import FACILITY, LAND
from rules.model.refusals import Refused
from triplea.save import Save, SavedUnit
from triplea.spelling import ours, words


class Unsuited(ValueError):
    """A save can't be played on from here; the text says why, in players' words."""


@dataclass(frozen=True, slots=True)
class Found:
    """A position, in the language of cases; `lost`: what could not be taken over, in words."""

    board: str
    text: str
    lost: tuple[str, ...]


def table_of(game: str) -> tuple[str, tuple[str, ...], Mapping[str, Any]]:
    """The board, house rules and options of a game that TripleA calls so. Raises Unsuited."""
    low = game.lower().replace("_", " ")
    for known in words()["game"]:
        if any(name in low for name in known["named"]):
            return known["board"], tuple(known.get("rules", ())), known.get("options", {})
    raise Unsuited(f"“{game[:60]}” is none of the games that are played here")


def position_of(save: Save, title: str = "") -> Found:
    """The position of a save at the start of a turn, or before its combat move has begun. Raises Unsuited."""
    board, rules, options = table_of(save.game)
    named = title or save.game
    return _Taken(Table(board, rules, options), rules, options, save, named).found()


@dataclass
class _Taken:
    """A save being taken over."""

    table: Table
    rules: Sequence[str]
    options: Mapping[str, Any]
    save: Save
    title: str
    lost: list[str] = field(default_factory=list)

    def found(self) -> Found:
        """See position_of."""
        lex = lexicon(self.table)
        head = [
            'id = "start"',
            f"title = {_quoted(self.title)}",
            f"game = {_quoted(self.table.board.id)}",
            *([f"rules = {_quoted(list(self.rules))}"] if self.rules else []),
            *(f"options.{name} = {_quoted(value)}" for name, value in self.options.items()),
            *self._turn(lex),
            'setup = "empty"',
        ]
        body = [*self._owners(lex), *self._money(lex), *self._wars(lex), *self._technologies(lex), *self._places(lex)]
        return Found(self.table.board.id, "\n".join([*head, *body]) + "\n", tuple(dict.fromkeys(self.lost)))

    # --- names ------------------------------------------------------------------------------------------------

    def _power(self, lex: Lexicon, player: str) -> str | None:
        """Our name of a player; None for whoever plays no part here."""
        try:
            return lex.power(ours("players", player))
        except Refused:
            return None

    def _place(self, lex: Lexicon, name: str) -> str | None:
        digits, _, rest = name.partition(" ")
        try:
            return lex.place(f"SZ {digits}" if digits.isdigit() and rest == "Sea Zone" else name)
        except Refused:
            return None

    def _unit(self, lex: Lexicon, name: str) -> str | None:
        try:
            return lex.unit(ours("units", name))
        except Refused:
            return None

    # --- parts ------------------------------------------------------------------------------------------------

    def _turn(self, lex: Lexicon) -> list[str]:
        save, steps = self.save, words()["steps"]
        step = next((end for end in sorted(steps, key=len, reverse=True) if save.step.endswith(end)), "")
        power = self._power(lex, save.player)
        if not step or (step == "CombatMove" and save.step.endswith("NonCombatMove")):
            raise Unsuited(
                f"that save is in the middle of a turn ({save.step or 'before the first'}): save it at the start of a turn, "
                "before the combat move"
            )
        if power is None or power not in self.table.board.order:
            raise Unsuited(f"it is the turn of {save.player or 'nobody'}, who takes no turns on this board")
        phase = steps[step] if steps[step] in self.table.phases else self.table.phases[0]
        if held := save.bought.get(save.player):
            phase, told = "purchase", listing([f"{count} {name}" for name, count in sorted(held.items())])
            self.lost.append(f"what {power} has bought ({told}): its price is back in the treasury, buy it again")
        return [f"round = {max(1, save.round)}", f"power = {_quoted(power)}", f"phase = {_quoted(phase)}"]

    def _owners(self, lex: Lexicon) -> Iterable[str]:
        for name, player in sorted(self.save.owners.items()):
            place = self._place(lex, name)
            if place is None or not self.table.board.places[place].is_land:
                continue
            owner = self._power(lex, player) or ""
            owner = owner if owner in self.table.board.order else ""
            if owner != (self.table.board.places[place].owner or "") and self._may_own(owner, place):
                yield f"owner.{_quoted(place)} = {_quoted(owner)}"

    def _may_own(self, owner: str, place: str) -> bool:
        """A neutral place stays what it is."""
        return bool(owner) or self.table.board.places[place].owner in self.table.board.order

    def _money(self, lex: Lexicon) -> Iterable[str]:
        purses = {key(purse): purse for purse in self.table.board.purse_power}
        for player, amount in self.save.money.items():
            name = ours("players", player)
            purse = purses.get(key(name)) or self._first_purse(self._power(lex, player))
            if purse is not None:
                yield f"money.{_quoted(purse)} = {amount + self._paid(lex, player)}"
            elif amount:
                self.lost.append(f"{amount} {name}'s money")

    def _first_purse(self, power: str | None) -> str | None:
        return next((purse for purse, owner in self.table.board.purse_power.items() if owner == power), None)

    def _paid(self, lex: Lexicon, player: str) -> int:
        """What the units that a player holds have cost."""
        held = self.save.bought.get(player, {}).items()
        return sum(count * self.table.units[unit].cost for name, count in held if (unit := self._unit(lex, name)))

    def _wars(self, lex: Lexicon) -> Iterable[str]:
        if self.save.wars is None:
            return
        order = self.table.board.order
        named = [[self._power(lex, player) for player in two] for two in sorted(self.save.wars)]
        wars = {tuple(sorted(map(str, two))) for two in named if two[0] != two[1] and all(p in order for p in two)}
        sides = self.table.board.powers
        yield f"war = {_quoted([list(two) for two in sorted(wars) if sides[two[0]].side != sides[two[1]].side])}"

    def _technologies(self, lex: Lexicon) -> Iterable[str]:
        known = {key(str(name)): str(name) for name in self.table.board.edition.get("technologies", ())}
        for player, switches in self.save.technologies.items():
            power, found = self._power(lex, player), list[str]()
            for name in (words()["technologies"].get(switch, "") for switch in switches):
                ours = known.get(key(name)) or known.get(key(f"improved {name}"))
                if ours:
                    found.append(ours)
                elif name:
                    self.lost.append(f"{name} of {power or player}")
            if found and power:
                yield f"tech.{_quoted(power)} = {_quoted(found)}"

    def _places(self, lex: Lexicon) -> Iterable[str]:
        stands: dict[str, list[SavedUnit]] = {}
        for name, units in self.save.units.items():
            place = self._place(lex, name)
            if place is None:
                self.lost.append(f"{len(units)} units in {name}, which is no place of this board")
            else:
                stands.setdefault(place, []).extend(units)
        for place in sorted({*stands, *self.table.board.setup_facilities}):
            yield from self._place_lines(lex, place, stands.get(place, []))

    def _place_lines(self, lex: Lexicon, place: str, units: Sequence[SavedUnit]) -> Iterable[str]:
        facilities, armies = list[str](), dict[str, Counter[str]]()
        cargo: dict[int, list[SavedUnit]] = {}
        for unit in units:
            if unit.aboard is not None and self._is(lex, unit, LAND):
                cargo.setdefault(unit.aboard, []).append(unit)
        carriers = {unit.id for unit in units}
        for unit in units:
            if unit.aboard in carriers and unit in cargo.get(unit.aboard or 0, ()):
                continue
            type_, power = self._unit(lex, unit.type), self._power(lex, unit.owner)
            if type_ is None or power is None:
                if power in self.table.board.order or type_ is None:
                    self.lost.append(f"{unit.type} of {unit.owner} in {place}")
            elif self.table.units[type_].domain == FACILITY:
                facilities.append(f"{type_} (damaged {unit.damage})" if unit.damage else type_)
            else:
                armies.setdefault(power, Counter())[self._told(lex, unit, type_, cargo.get(unit.id, ()))] += 1
        if facilities or place in self.table.board.setup_facilities:
            yield f"facilities.{_quoted(place)}.has = {_quoted(', '.join(sorted(facilities)))}"
        for power in sorted(armies):
            told = ", ".join(f"{count} {name}" for name, count in sorted(armies[power].items()))
            yield f"units.{_quoted(place)}.{_quoted(power)} = {_quoted(told)}"

    def _is(self, lex: Lexicon, unit: SavedUnit, domain: str) -> bool:
        type_ = self._unit(lex, unit.type)
        return type_ is not None and self.table.units[type_].domain == domain

    def _told(self, lex: Lexicon, unit: SavedUnit, type_: str, aboard: Sequence[SavedUnit]) -> str:
        """`transport (cargo: 1 infantry, 1 tank (Italy))`."""
        loads = Counter[str]()
        for load in aboard:
            name, owner = self._unit(lex, load.type), self._power(lex, load.owner)
            if name is not None and owner is not None:
                loads[name if load.owner == unit.owner else f"{name} ({owner})"] += 1
        said = [f"cargo: {', '.join(f'{count} {name}' for name, count in sorted(loads.items()))}"] if loads else []
        if unit.hits:
            said.insert(0, "damaged" if unit.hits == 1 else f"damaged {unit.hits}")
        return f"{type_} ({', '.join(said)})" if said else type_


def _quoted(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
