"""Saves as TripleA writes them, made from games of ours."""

from __future__ import annotations

import gzip
import re
from collections.abc import Sequence
from typing import Any

from rules.model.profiles import AIR
from rules.play.game import Game
from tests.triplea.java import Class, Stream, Thing, boxed, listed, mapped

_DATA = "games.strategy.engine.data."
_PART = Class(_DATA + "GameDataComponent", (("L", "gameData"),), writes=True)
_NAMED = Class(_DATA + "DefaultNamed", (("L", "name"),), _PART)
_ATTACHABLE = Class(_DATA + "NamedAttachable", (("L", "attachments"),), _NAMED)


def _class(name: str, *fields: str, parent: Class | None = _PART) -> Class:
    return Class(_DATA + name, tuple((f[0], f[2:]) for f in fields), parent)


_GAME = _class(
    "GameData",
    *("L:alliances", "L:gameName", "L:map", "L:playerList", "L:relationships", "L:sequence"),
    parent=None,
)
_TERRITORY = _class("Territory", "Z:water", "L:owner", "L:unitCollection", parent=_ATTACHABLE)
_PLAYER = _class("GamePlayer", "Z:isHidden", "L:resources", "L:techAttachment", "L:unitsHeld", parent=_ATTACHABLE)
_TYPE = _class("UnitType", parent=_ATTACHABLE)
_UNIT = _class("Unit", "I:hits", "I:unitDamage", "L:owner", "L:transportedBy", "L:type")
_UNITS = _class("UnitCollection", "L:holder", "L:units")
_MAP = _class("GameMap", "L:territories")
_PLAYERS = _class("PlayerList", "L:players")
_RESOURCE = _class("Resource", parent=_ATTACHABLE)
_RESOURCES = _class("ResourceCollection", "L:resources")
_NUMBERS = Class("org.triplea.java.collections.IntegerMap", (("L", "mapValues"),))
_SEQUENCE = _class("GameSequence", "I:currentIndex", "I:round", "L:steps")
_STEP = _class("GameStep", "L:name", "L:player")
_TRACKER = _class("RelationshipTracker", "L:relationships")
_TWO = Class(_DATA + "RelationshipTracker$RelatedPlayers", (("L", "player1"), ("L", "player2")))
_RELATION = Class(_DATA + "RelationshipTracker$Relationship", (("I", "roundCreated"), ("L", "relationshipType")))
_RELATION_TYPE = _class("RelationshipType", parent=_ATTACHABLE)
_VERSION = Class("org.triplea.util.Version", (("I", "major"), ("I", "minor")))
_TECH = Class("games.strategy.triplea.attachments.TechAttachment", (("Z", "heavyBomber"), ("Z", "jetPower")))

PLAYERS = {
    "Germany": "Germans", "Soviet Union": "Russians", "USSR": "Russians", "Japan": "Japanese", "China": "Chinese",
    "United States": "Americans", "United Kingdom": "British", "Italy": "Italians", "France": "French", "ANZAC": "ANZAC",
    "UK Europe": "British", "UK Pacific": "UK_Pacific",
}  # fmt: skip
UNITS = {
    "mechanized infantry": "mech_infantry", "tank": "armour", "armor": "armour", "tactical bomber": "tactical_bomber",
    "strategic bomber": "bomber", "aircraft carrier": "carrier", "antiaircraft artillery": "aaGun",
    "antiaircraft gun": "aaGun", "air base": "airfield", "naval base": "harbour", "industrial complex": "factory",
    "minor industrial complex": "factory_minor", "major industrial complex": "factory_major",
}  # fmt: skip


class Saved:
    """A save of a game of ours. step: how TripleA calls the part of the turn; bought: what the active power holds."""

    def __init__(self, game: Game, named: str, step: str = "CombatMove", bought: Sequence[str] = ()) -> None:
        self.game, self.root = game, Thing(_GAME, {"gameName": named})
        self.types: dict[str, Thing] = {}
        board = game.table.board
        purses = [*game.state.money, *(p for p in board.powers if p not in board.purse_power.values())]
        self.players = {PLAYERS.get(name, name): self._player(name) for name in purses}
        self.bought = bought
        active = self._owner(game.state.turn.power)
        if active is not None:
            active.values["unitsHeld"] = self._collection([self._unit(t, active) for t in bought])
        steps = [self._part(_STEP, name=f"germans{step}", player=active)]
        self.root.values |= {
            "map": self._part(_MAP, territories=listed(map(self._territory, game.table.board.places.values()))),
            "playerList": self._part(_PLAYERS, players=mapped(self.players, linked=True)),
            "relationships": self._part(_TRACKER, relationships=mapped(self._relations())),
            "sequence": self._part(_SEQUENCE, currentIndex=0, round=game.state.turn.round, steps=listed(steps)),
        }

    def file(self) -> bytes:
        """The file."""
        stream = Stream()
        for thing in (Thing(_VERSION, {"major": 2, "minor": 6}), self.root, "<DelegateListEnd>"):
            stream.write(thing)
        return gzip.compress(bytes(stream.bytes))

    def _part(self, of: Class, **values: Any) -> Thing:
        return Thing(of, {"gameData": self.root, **values})

    def _collection(self, units: Sequence[Thing]) -> Thing:
        return self._part(_UNITS, units=listed(units))

    def _player(self, purse: str) -> Thing:
        money = Thing(
            _NUMBERS, {"mapValues": mapped([(self._part(_RESOURCE, name="PUs"), boxed(self._amount(purse)))])}
        )
        return self._part(
            _PLAYER,
            name=PLAYERS.get(purse, purse),
            attachments=mapped({}),
            resources=self._part(_RESOURCES, resources=money),
            unitsHeld=self._collection([]),
            techAttachment=Thing(_TECH, {"heavyBomber": purse == "Germany"}),
        )

    def _amount(self, purse: str) -> int:
        return self.game.state.money.get(purse, 0)

    def _owner(self, power: str) -> Thing | None:
        return self.players.get(PLAYERS.get(power, power))

    def _unit(self, type_: str, owner: Thing | None, hits: int = 0, damage: int = 0) -> Thing:
        name = UNITS.get(type_, type_)
        sort = self.types.setdefault(name, self._part(_TYPE, name=name, attachments=mapped({})))
        return self._part(_UNIT, type=sort, owner=owner, hits=hits, unitDamage=damage)

    def _territory(self, place: Any) -> Thing:
        view, made = self.game.view, dict[int, Thing]()
        units = list(view.units(place.name))
        for unit in units:
            made[unit.id] = self._unit(unit.type, self._owner(unit.owner), hits=unit.damage)
        for unit in units:
            if unit.carrier is not None and view.domain(unit) != AIR:
                made[unit.id].values["transportedBy"] = made[unit.carrier]
        owner = self._owner(view.owner(place.name)) if place.is_land else None
        facilities = [self._unit(f.type, owner, damage=f.damage) for f in view.facilities(place.name)]
        number = re.fullmatch(r"SZ (\d+)", place.name)
        return self._part(
            _TERRITORY,
            name=f"{number[1]} Sea Zone" if number else place.name,
            water=place.is_sea,
            owner=owner,
            attachments=mapped({}),
            unitCollection=self._collection([*made.values(), *facilities]),
        )

    def _relations(self) -> list[tuple[Thing, Thing]]:
        war, peace = (self._part(_RELATION_TYPE, name=name, attachments=mapped({})) for name in ("War", "Neutrality"))
        found, powers = [], list(self.game.table.board.order)
        for one in powers:
            for other in powers[powers.index(one) + 1 :]:
                kind = war if self.game.view.at_war(one, other) else peace
                two = Thing(_TWO, {"player1": self._owner(one), "player2": self._owner(other)})
                found.append((two, Thing(_RELATION, {"roundCreated": 1, "relationshipType": kind})))
        return found
