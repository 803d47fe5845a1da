"""Saves as TripleA 1.8 to 1.10 wrote them: the same objects, their fields called otherwise, units of a class of their own."""

from __future__ import annotations

import gzip
from functools import cache
from typing import Any

from tests.triplea.java import Class, Stream, Thing
from tests.triplea.saves import _GAME, _PART, Saved

# As the classes of 1.9 name them; GameData's own fields, and IntegerMap's, had no prefix then.
_AS_THEY_ARE = ("GameData", "IntegerMap", "TechAttachment", "Relationship", "Version")
_NAMES = {"unitCollection": "m_units", "player1": "m_p1", "player2": "m_p2", "isHidden": "isHidden"}
# What it has is no matter of the save: it writes itself, and nothing.
_DELEGATES = Class("games.strategy.engine.data.DelegateList", (("L", "delegates"),), _PART, writes=True, silent=True)
_CLASSES = {"GamePlayer": "PlayerID", "org.triplea.java.collections": "games.strategy.util"}


def older_file(saved: Saved, integer_map: str = "mapValues", relations: bool = True) -> bytes:
    """The file of a save, as 1.9 would have written it. integer_map: what its numbers' field is called (1.8: m_values).
    relations: without them, and with money called as then, it is one of 1.0."""
    stream, known = Stream(), dict[int, Thing]()
    saved.root.of = Class(_GAME.name, (("L", "delegateList"), *_GAME.fields))
    saved.root.values |= {"delegateList": Thing(_DELEGATES, {"gameData": saved.root})}
    if not relations:
        saved.root.values["relationships"] = None
    for thing in (
        Thing(Class("games.strategy.engine.framework.Version", (("I", "m_major"),)), {"m_major": 1}),
        saved.root,
    ):
        stream.write(_older(thing, known, integer_map))
    return gzip.compress(bytes(stream.bytes))


def _older(value: Any, known: dict[int, Thing], integer_map: str) -> Any:
    if not isinstance(value, Thing):
        return "IPCs" if value == "PUs" and integer_map == "m_values" else value
    if id(value) in known:
        return known[id(value)]
    made = known[id(value)] = Thing(_class(value.of, integer_map))
    names = {name: _name(one, name, integer_map) for one in value.of.line() for _, name in one.fields}
    # a player's technologies hung among what was attached to it
    made.values = {names.get(name, name): _older(one, known, integer_map) for name, one in value.values.items()}
    made.notes = [_older(note, known, integer_map) for note in value.notes]
    return made


@cache
def _class(of: Class, integer_map: str) -> Class:
    name = of.name
    for new, old in _CLASSES.items():
        name = name.replace(new, old)
    fields = tuple((sort, _name(of, field, integer_map)) for sort, field in of.fields)
    return Class(name, fields, _class(of.parent, integer_map) if of.parent else None, of.writes, of.silent)


def _name(of: Class, field: str, integer_map: str) -> str:
    short = of.name.rpartition(".")[2]
    if short == "IntegerMap":
        return integer_map
    if of.name.startswith("java.") or short.rpartition("$")[2] in _AS_THEY_ARE:
        return field
    return _NAMES.get(field, f"m_{field}")
