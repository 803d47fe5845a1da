"""Sheets of own rules as chance writes them: for long runs (any sheet makes a game that can be played), and spoilt ones."""

from __future__ import annotations

import json
from typing import Any

from rules.core.documents import TableError
from rules.core.table import Table
from rules.dice.prng import Prng
from rules.model.board import load
from rules.model.profiles import FACILITY, MARKER, UnitType
from rules.own import examples

FIGURES = (("cost", 1, 30), ("attack", 0, 6), ("defense", 0, 6), ("move", 0, 8), ("hits", 1, 3), ("dice", 1, 3))
WHEN = ("even", "odd", "2", "2-4", "3-")


def sheet(board: str, chance: Prng) -> str:
    """A sheet for a board that can be read."""
    printed = load(board)
    units = [u for u in printed.units.values() if u.domain not in (FACILITY, MARKER)]
    powers, lands = list(printed.order), [p.name for p in printed.places.values() if p.is_land and not p.impassable]
    lines = [_line(chance, units, powers, lands) for _ in range(chance.between(0, 8))]
    parts = [f"title = {json.dumps(f'Sheet {chance.below(100)}')}", f"figures = {json.dumps(chr(10).join(lines))}"]
    for number in range(chance.between(0, 2)):
        parts += ["[[unit]]", *_table(_unit(chance, units, powers, number))]
    for kind in [chance.choice(("bonus", "move", "income", "income", "victory")) for _ in range(chance.between(0, 4))]:
        parts += [f"[[{kind}]]", *_table(_clause(kind, chance, units, powers, lands))]
    return "\n".join(parts)


def _table(said: dict[str, Any]) -> list[str]:
    return [f"{name} = {_value(value)}" for name, value in said.items()]


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_value(inner)}" for name, inner in value.items()) + " }"
    return json.dumps(value)


def _line(chance: Prng, units: list[UnitType], powers: list[str], lands: list[str]) -> str:
    kind = chance.below(10)
    if kind == 0:
        return f"{chance.choice(lands)} worth {chance.between(0, 20)}"
    name, (word, least, most) = chance.choice(units).name, chance.choice(FIGURES)
    line = f"{name} {word} {chance.between(least, most)}"
    scope = [chance.choice(powers)] if kind < 4 else []
    scope += [f"rounds {chance.choice(WHEN)}"] if kind in (2, 3, 4) and word != "hits" else []
    return f"{', '.join(scope)}: {line}" if scope else line


def _unit(chance: Prng, units: list[UnitType], powers: list[str], number: int) -> dict[str, Any]:
    base = chance.choice(units)
    said: dict[str, Any] = {"name": f"novelty {number}", "like": base.name, "cost": chance.between(1, 20)}
    if chance.chance(50):
        said["attack"] = chance.between(0, 6)
    if chance.chance(30):
        said["powers"] = [chance.choice(powers)]
    if chance.chance(30):
        said["numbers"] = {"max_turn": chance.between(1, 4)}
    return said


def _clause(kind: str, chance: Prng, units: list[UnitType], powers: list[str], lands: list[str]) -> dict[str, Any]:
    said: dict[str, Any] = {"title": f"A {kind}"}
    if kind == "victory":
        places = sorted({chance.choice(lands) for _ in range(4)})
        return {
            **said,
            "side": chance.choice(("Axis", "Allies")),
            "places": places,
            "least": chance.between(1, len(places)),
        }
    if chance.chance(60):
        said["powers"] = [chance.choice([*powers, "Axis", "Allies"])]
    if chance.chance(40):
        said["rounds"] = chance.choice(WHEN)
    if kind == "income":
        return {**said, **_income(chance, units, powers, lands)}
    said["amount"] = chance.between(0, 6) - 3
    if chance.chance(60):
        said["units"] = [chance.choice(["land units", "ships", "aircraft", chance.choice(units).name])]
    if chance.chance(50):
        said["places"] = [chance.choice(["land", "sea", f"originally {chance.choice(powers)}", chance.choice(lands)])]
    return said


def _income(chance: Prng, units: list[UnitType], powers: list[str], lands: list[str]) -> dict[str, Any]:
    said: dict[str, Any] = {"ipc": chance.between(0, 20) - 8}
    if chance.chance(30):
        said["dice"] = chance.between(1, 3)
    if chance.chance(30):
        said["for_each"] = {"units": [chance.choice(units).name], "of": chance.choice(("own", "allies", "enemies"))}
    for name in ("holds", "side_holds", "each"):
        if chance.chance(20):
            said[name] = [chance.choice(lands)]
    if chance.chance(20):
        said["war"] = [chance.choice(powers)]
    if chance.chance(20):
        said["once"] = True
    return said


def spoilt(board: str, chance: Prng) -> str:
    """A sheet with some letters changed, left out, doubled, or parts of others in it."""
    text = sheet(board, chance) if chance.chance(60) else chance.choice(list(examples.every().values()))
    for _ in range(chance.between(1, 6)):
        at, length = chance.below(len(text) + 1), chance.between(0, 12)
        piece = chance.choice(
            ("", "[[", "]]", '"', "=", "\x00", "\u202e", "9" * 30, "-", "true", "{}", "[" * 50, "@everyone", "#")
        )
        middle = piece if chance.chance(70) else text[chance.below(len(text) + 1) :][:40]
        text = text[:at] + middle + text[at + length :]
    return text


def hostile(number: int, count: int) -> list[str]:
    """Spoilt sheets that do anything but make a game or be refused with a sentence, with what they did."""
    chance, found = Prng(number), list[str]()
    for _ in range(count):
        board = chance.choice(("classic", "global1940"))
        text = spoilt(board, chance)
        try:
            Table(board, (), {"own_rules": text})
        except TableError as error:
            if len(str(error)) > 700 or "@" in str(error):
                found.append(f"{text!r}: {error}")
        except Exception as error:
            found.append(f"{text!r}: {type(error).__name__} {error}")
    return found
