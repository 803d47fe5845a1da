"""New units of a sheet: tables as in the boards' units.toml, or `like` a unit that is there, with some things changed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from rules.model.names import key
from rules.model.profiles import AIR, FACILITY, LAND, SEA, UnitType, profile
from rules.model.vocabulary import NUMBERS
from rules.own.words import SheetError, Words, shown, strange, whole

ID = "own.units"
BOUNDS: Mapping[str, tuple[int, int]] = {
    "attack": (0, 6),
    "defense": (0, 6),
    "move": (0, 12),
    "cost": (1, 99),
    "hits": (1, 6),
    "attack_dice": (1, 6),
    "defense_dice": (1, 6),
    "cargo": (0, 20),
    "capacity": (0, 20),
    "deck": (0, 6),
    "decks": (0, 12),
}
DOMAINS = (LAND, AIR, SEA)
_KEYS = tuple(f.name for f in fields(UnitType) if f.name not in ("rule", "becomes", "damaged"))
LONGEST = 40
# Keys with a text, and those with a list of names.
_TEXTS = {f.name for f in fields(UnitType) if f.default == ""}
_LISTS = {f.name for f in fields(UnitType) if f.default in ((), frozenset())}


def unit(said: Mapping[str, Any], words: Words) -> UnitType:
    """A new unit. Raises SheetError."""
    name = said.get("name")
    if not isinstance(name, str) or not key(name) or len(name) > LONGEST or any(c in name for c in ",:;>()@#|*_`"):
        raise SheetError(f"a unit needs a name of at most {LONGEST} letters.")
    if words.is_unit(name):
        raise SheetError(f"{words.unit(name)} is there already: change it with a line, such as “{name} cost 5”.")
    own = {k: v for k, v in said.items() if k != "like"}
    _typed(name, own)
    own = _with_numbers(name, own)
    for word, (least, most) in BOUNDS.items():
        if word in own:
            whole(own[word], f"{name}: {word}", least, most)
    made = _made(name, own, said.get("like"), words)
    if made.domain not in DOMAINS:
        raise SheetError(f"{name}: its domain is land, air or sea.")
    return _checked(made, words)


def _typed(name: str, own: Mapping[str, Any]) -> None:
    """Raises SheetError for a text or a list of names that is something else."""
    for word, value in own.items():
        if word in _TEXTS and not isinstance(value, str):
            raise SheetError(f"{name}: {word} is a text in quotes.")
        if word in _LISTS and not (isinstance(value, list) and all(isinstance(one, str) for one in value)):
            raise SheetError(f'{name}: {word} is a list of texts in brackets: ["..."].')


def _with_numbers(name: str, own: dict[str, Any]) -> dict[str, Any]:
    """With its numbers by their names, those too that stand beside the other keys. Raises SheetError for unknown keys."""
    said = own.get("numbers", {})
    if not isinstance(said, dict):
        raise SheetError(f"{name}: numbers say {{ max_turn = 3 }}.")
    loose = {k: v for k, v in own.items() if k not in _KEYS}
    numbers = dict[str, Any]()
    for word, value in (*said.items(), *loose.items()):
        number = word.strip().replace(" ", "_")
        if number not in NUMBERS:
            known = (*_KEYS, *NUMBERS) if word in loose else NUMBERS
            raise SheetError(f"{name} says “{shown(word)}”; {strange(word, known)}")
        numbers[number] = value
    kept = {k: v for k, v in own.items() if k in _KEYS}
    return {**kept, "numbers": numbers} if numbers else kept


def _made(name: str, own: dict[str, Any], like: Any, words: Words) -> UnitType:
    own = {**own, "name": name.strip().lower()}
    if like is None and not {"domain", "cost", "move"} <= own.keys():
        raise SheetError(f"{name} needs “like” (a unit to begin from), or a domain, a cost and a move.")
    if like is None:
        own = {"plural": _many(own["name"]), **own}
    try:
        fresh = profile({"domain": LAND, **own}, ID)
    except (TypeError, ValueError, AttributeError) as error:
        raise SheetError(f"{name}: {shown(error)}.") from None
    if like is None:
        return fresh
    base = words.units[words.unit(str(like))]
    if base.domain == FACILITY:
        raise SheetError(f"{name}: a new unit cannot be like a {base.name}.")
    kept = {k: getattr(fresh, k) for k in own}
    kept["traits"] = base.traits | fresh.traits
    if "numbers" in own:
        kept["numbers"] = {**base.numbers, **fresh.numbers}
    blank = {
        "plural": _many(own["name"], base),
        "aliases": (),
        "becomes": "",
        "use": "",
        "icon": base.icon or base.name,
        "badge": "",
    }
    return replace(base, **{**blank, **kept, "rule": ID})


def _many(name: str, base: UnitType | None = None) -> str:
    """The plural of a new unit's name where it is not made by an s alone: as that of the unit it is like, if it ends so."""
    if base is not None and base.plural and name.endswith(last := base.name.split()[-1]):
        return name.removesuffix(last) + base.plural.split()[-1]
    if re.search(r"(?:s|x|z|ch|sh)$", name):
        return f"{name}es"
    return re.sub(r"y$", "ies", name) if re.search(r"[^aeiou]y$", name) else ""


def _checked(made: UnitType, words: Words) -> UnitType:
    """With its names as the game has them. Raises SheetError for those that nothing has."""
    powers = tuple(sorted(words.powers(made.powers))) if made.powers else ()
    places = tuple(sorted(words.places(made.built_at))) if made.built_at else ()
    if made.icon:
        words.unit(made.icon)
    if len(made.badge) > 2:
        raise SheetError(f"{made.name}: a badge has one or two letters.")
    if any(type(n) is not int or not 0 <= n <= 20 for n in made.numbers.values()):
        raise SheetError(f"{made.name}: its numbers go from 0 to 20.")
    if made.by_power and not all(isinstance(v, Mapping) for v in made.by_power.values()):
        raise SheetError(f"{made.name}: by_power says power = {{ cost = 5 }}.")
    by_power = {words.power(p): dict(said) for p, said in made.by_power.items()}
    _numbers_of(made.name, by_power)
    return replace(made, powers=powers, built_at=places, by_power=by_power)


def _numbers_of(name: str, by_power: Mapping[str, Mapping[str, Any]]) -> None:
    for said in by_power.values():
        for word, value in said.items():
            if word not in ("traits", "powers"):
                least, most = BOUNDS.get(word, (0, 20))
                whole(value, f"{name}: {word}", least, most)
