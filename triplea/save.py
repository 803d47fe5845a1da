"""What a save of TripleA says, without its engine: who holds what, what stands where, money, wars, technologies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from triplea import stream
from triplea.stream import BadSave, elements, kind, number, pairs, text, unpacked

MOST_UNITS = 6000
MONEY = ("PUs", "IPCs")
NONE = "there is no game in that file that I can read: I read the saves (`.tsvg`) of TripleA 1 and 2"


@dataclass(frozen=True, slots=True)
class SavedUnit:
    """One unit: its type and owner in TripleA's words, hits of its own, damage to a facility, who carries it."""

    id: int
    type: str
    owner: str
    hits: int = 0
    damage: int = 0
    aboard: int | None = None


@dataclass(frozen=True, slots=True)
class Save:
    """A game as it was saved, names as TripleA has them. step: the part of the turn, such as `germansCombatMove`. bought:
    player -> units that are bought and not placed. wars: None where the version knew no relations: all are at war."""

    game: str
    round: int
    step: str
    player: str
    owners: Mapping[str, str]
    units: Mapping[str, tuple[SavedUnit, ...]]
    money: Mapping[str, int]
    wars: frozenset[tuple[str, str]] | None
    technologies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    bought: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


def read_save(data: bytes) -> Save:
    """A file `.tsvg` that TripleA 1 or 2 wrote. Raises BadSave."""
    game = next((thing for thing in stream.objects(unpacked(data)) if kind(thing) == "GameData"), None)
    if game is None:
        raise BadSave(NONE)
    territories = elements(_of(game, "map", "territories"))
    players = [player for _, player in pairs(_of(game, "playerList", "players"))]
    step = _step(game)
    units = {_name(place): tuple(_units(_of(place, "unitCollection"))) for place in territories}
    if not territories or not players:
        raise BadSave(NONE)
    if sum(map(len, units.values())) > MOST_UNITS:
        raise BadSave(f"that game has more than {MOST_UNITS} units")
    return Save(
        text(_of(game, "gameName")),
        number(_of(game, "sequence", "round")),
        text(_of(step, "name")),
        _name(_of(step, "player")),
        {_name(place): _name(_of(place, "owner")) for place in territories},
        {place: found for place, found in units.items() if found},
        {_name(player): _money(player) for player in players},
        frozenset(_wars(game)) if _of(game, "relationships") is not None else None,
        {_name(player): known for player in players if (known := tuple(_technologies(player)))},
        {_name(player): held for player in players if (held := _bought(player))},
    )


def _of(thing: Any, *names: str) -> Any:
    """A field of a field."""
    for name in names:
        thing = stream.field(thing, name)
    return thing


def _name(thing: Any) -> str:
    return text(_of(thing, "name"))


def _step(game: Any) -> Any:
    steps, at = elements(_of(game, "sequence", "steps")), number(_of(game, "sequence", "currentIndex"))
    return steps[at] if 0 <= at < len(steps) else None


def _units(collection: Any) -> Iterable[SavedUnit]:
    for unit in elements(_of(collection, "units")):
        carrier = _of(unit, "transportedBy")
        yield SavedUnit(
            unit.handle,
            _name(_of(unit, "type")),
            _name(_of(unit, "owner")),
            number(_of(unit, "hits")),
            number(_of(unit, "unitDamage")),
            carrier.handle if carrier is not None else None,
        )


def _bought(player: Any) -> Mapping[str, int]:
    return Counter(unit.type for unit in _units(_of(player, "unitsHeld")))


def _money(player: Any) -> int:
    held = pairs(_of(player, "resources", "resources"))
    return sum(number(amount) for resource, amount in held if _name(resource) in MONEY)


def _wars(game: Any) -> Iterable[tuple[str, str]]:
    for two, relation in pairs(_of(game, "relationships", "relationships")):
        named = _name(_of(relation, "relationshipType"))
        if named.lower() in ("war", "default_war_relation"):
            one, other = sorted((_name(_of(two, "player1")), _name(_of(two, "player2"))))
            yield one, other


def _technologies(player: Any) -> Iterable[str]:
    """The technologies that a player has, by the names of the switches that say so."""
    notes = {text(name): note for name, note in pairs(_of(player, "attachments"))}
    told = _of(player, "techAttachment") or notes.get("techAttachment")
    for values in getattr(told, "field_data", {}).values():
        yield from sorted(known.name for known, value in values.items() if value is True)
