"""Unit cards: a profile in players' words, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from rules.model.board import Board
from rules.model.profiles import FACILITY, MARKER, SEA, UnitType

Row = tuple[str, str]

_TRAITS = {
    "blitz": "blitzes: takes an empty enemy territory and moves on",
    "blitz with tank": "blitzes when paired with a tank that makes the same move",
    "leads mechanized": "lets one mechanized infantry blitz along with it",
    "supported": "attacks at {} when paired with artillery",
    "anti-air": "fires at aircraft before the battle",
    "not in combat move": "moves only in noncombat movement",
    "never a loss": "is never lost",
    "captured": "is captured with its territory",
    "no occupant": "does not hold a territory by itself",
    "cannot capture": "cannot capture a territory",
    "no fighter": "falls when no fighting unit is left with it",
    "scrambles": "scrambles from an air base",
    "intercepts": "intercepts raids",
    "escorts": "escorts bombers on raids",
    "pairs tactical": "raises one tactical bomber to 4 on attack",
    "paired at 4": "attacks at 4 when paired with a fighter or tank",
    "anti-submarine": "takes away enemy submarines' special abilities",
    "defenseless": "cannot fight",
    "deck only": "is placed and lands on carriers only",
    "chosen last": "is the last to be chosen as a loss",
    "capital ship": "capital ship: damaged by the first hit, sunk by the second",
    "does not block": "does not stop enemy ships",
    "passes enemies": "passes zones with enemy ships, but not destroyers",
    "submerges": "may submerge where no enemy destroyer is",
    "withdraws": "may withdraw singly after a round",
    "first strike attacking": "first strike when attacking: what it hits does not fire back",
    "first strike defending": "first strike when defending too",
    "no air targets": "cannot hit aircraft",
    "hidden from air": "aircraft can hit it only together with a destroyer",
    "no deck when damaged": "no take-off or landing while damaged",
}
_SILENT = {"submarine", "transport", "complex"}
_NUMBERS = {
    "bombard": "bombards at {}",
    "aa_hits": "antiaircraft fire hits on {} or less",
    "aa_shots": "up to {} shots each, no more than one at each aircraft",
    "per_place": "no more than {} in a territory",
    "supports": "supports {} infantry or mechanized infantry on attack",
    "convoy_dice": "convoy disruption: {} dice",
    "air_attack": "air battle before a raid: attacks at {}",
    "air_defense": "air battle before a raid: defends at {}",
    "raid_dice": "raid damage: {} dice",
    "raid_bonus": "raid damage: {} more on each raid",
    "produces": "places up to {} units a turn, one fewer for each damage",
    "max_damage": "holds at most {} damage",
    "inoperative_at": "out of operation from {} damage on",
    "scramble": "lets up to {} aircraft scramble",
    "built_in_aa": "its own fire hits a raiding bomber on {}",
    "min_value": "only in territories worth {} or more",
    "batch": "bought {} at a time",
    "max_board": "no more than {} on the board",
    "max_turn": "no more than {} a turn",
    "upgrade_cost": "{} IPC as an upgrade",
}
_TOLD = ("from_round", "to_round", "batch_cost")


def facts(unit: UnitType, board: Board | None = None) -> list[Row]:
    """The rows of a card: label and value. `board`: whose seasons name the rounds."""
    rows = [] if unit.domain in (FACILITY, MARKER) else list(_fighting(unit))
    if not (unit.not_for_sale and unit.domain == MARKER):
        rows.append(("Cost", _cost(unit)))
    rows += _carrying(unit)
    if not unit.not_for_sale:
        rows.append(("Built", _built(unit)))
    if unit.powers:
        rows.append(("Only for", ", ".join(unit.powers)))
    rows += _dates(unit, board)
    if special := list(_special(unit)):
        rows.append(("Special", "; ".join(special)))
    return rows


def _fighting(unit: UnitType) -> Iterator[Row]:
    yield "Attack", _strength(unit.attack, unit.attack_dice)
    yield "Defense", _strength(unit.defense, unit.defense_dice)
    yield "Move", str(unit.move)
    yield "Hits", "never lost" if unit.has("never a loss") else str(unit.hits)


def _strength(number: int, dice: int) -> str:
    if not number or not dice:
        return "–"
    return str(number) if dice == 1 else f"{number}, {dice} dice"


def _cost(unit: UnitType) -> str:
    if unit.not_for_sale:
        price = unit.number("upgrade_cost")
        return f"{price} IPC as an upgrade (worth {unit.cost})" if price else "not for sale"
    if price := unit.number("batch_cost"):
        return f"{price} IPC for {unit.number('batch')}"
    return f"{unit.cost} IPC"


def _carrying(unit: UnitType) -> Iterator[Row]:
    if unit.capacity:
        yield "Carries", f"land units that take {unit.capacity} places together"
    if unit.decks:
        yield "Carries", f"{unit.decks} aircraft that can land on carriers"
    if unit.cargo:
        yield "On a transport", f"takes {unit.cargo} place{'s' * (unit.cargo > 1)}"
    if unit.deck:
        yield "On a carrier", f"takes {unit.deck} place{'s' * (unit.deck > 1)}"
    if unit.raids:
        yield "Raids", ", ".join(unit.raids)


def _built(unit: UnitType) -> str:
    if unit.built_at:
        return ", ".join(unit.built_at)
    if unit.domain == SEA:
        return "in a sea zone beside an industrial complex"
    if unit.domain in (FACILITY, MARKER):
        return "in a territory held since the start of the turn"
    return "at an industrial complex"


def _dates(unit: UnitType, board: Board | None) -> Iterator[Row]:
    for label, name in (("From", "from_round"), ("Until", "to_round")):
        if number := unit.number(name):
            yield label, f"{board.round_name(number)} (round {number})" if board else f"round {number}"


def _special(unit: UnitType) -> Iterator[str]:
    for trait in sorted(unit.traits - _SILENT):
        yield _TRAITS.get(trait, trait).format(unit.attack + 1)
    for name, value in unit.numbers.items():
        if name not in _TOLD:
            yield _NUMBERS.get(name, name.replace("_", " ") + " {}").format(value)
