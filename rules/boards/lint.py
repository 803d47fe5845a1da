"""python -m rules board BOARD: the data of a board printed and checked."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator

from rules.model.board import BOARDS, DRAFTS, Board, load, setups
from rules.model.orders import Item
from rules.model.profiles import AIR, FACILITY, LAND, SEA

Problems = Iterator[str]


def problems(board: Board) -> list[str]:
    """Everything wrong with a board's data, one sentence each; empty when all is well."""
    return [p for _, check in CHECKS for p in check(board)]


def _symmetry(board: Board) -> Problems:
    for place in board.places.values():
        for other in place.near:
            if other == place.name or place.name not in board.places[other].near:
                yield f"{place.name} and {other} do not touch each other both ways"
        if not place.near and not place.impassable:
            yield f"{place.name} touches nothing"


def _connected(board: Board) -> Problems:
    open_places = [p.name for p in board.places.values() if not p.impassable]
    if len(pieces := _pieces(board, open_places)) != 1:
        yield f"the board falls into {len(pieces)} pieces"
    waters = _pieces(board, [p.name for p in board.places.values() if p.is_sea])
    for water in sorted(waters, key=len)[:-1]:
        if len(water) > 1 and not water <= set(board.edition.get("inland_seas", ())):
            yield f"a sea of its own: {', '.join(sorted(water))}"


def _pieces(board: Board, names: Iterable[str]) -> list[set[str]]:
    left, pieces = set(names), []
    while left:
        edge = {left.pop()}
        piece = set(edge)
        while edge:
            edge = {n for name in edge for n in board.near(name)} & left
            left -= edge
            piece |= edge
        pieces.append(piece)
    return pieces


def production(board: Board) -> dict[str, int]:
    """What the territories first held by each purse produce."""
    total = dict.fromkeys(board.purse_power, 0)
    for place in board.places.values():
        power = board.powers.get(place.owner or "")
        if place.value and power and power.income:
            purses = power.purse_names
            half = board.edition.get("purse_by_half", {}).get(place.half, "")
            for purse in [p for p in (place.purse, half, *purses) if p in purses][:1]:
                total[purse] += place.value
    return total


def _sums(board: Board) -> Problems:
    sums = production(board)
    for power in board.powers.values():
        for purse in power.purses:
            if sums[purse.name] != purse.money and purse.name not in board.edition.get("own_money", ()):
                yield f"{purse.name} starts with {purse.money} IPC and produces {sums[purse.name]}"


def _aliases(board: Board) -> Problems:
    for place in board.places.values():
        for alias in (place.name, *place.aliases):
            if place.name not in board.place_names.meanings(alias):
                yield f"“{alias}” of {place.name} means {board.place_names.find(alias)}"
    for power in board.powers.values():
        for alias in (power.name, *power.aliases):
            if board.power_names.find(alias) != power.name:
                yield f"“{alias}” of {power.name} means {board.power_names.find(alias)}"


def _names(board: Board) -> Problems:
    places, powers = set(board.places), set(board.powers)
    named = {name for canal in board.canals for name in (*canal.zones, *canal.needs)}
    named |= {p.capital for p in board.powers.values() if p.capital} | set(board.setup_facilities)
    named |= set(board.setup_units)
    yield from (f"unknown place {name}" for name in sorted(named - places))
    for place in board.places.values():
        owners = {place.original, place.owner} - {None}
        yield from (f"unknown power {p} at {place.name}" for p in sorted(str(o) for o in owners - powers))
        if place.capital and place.capital not in powers | set(board.purse_power):
            yield f"{place.name} is the capital of the unknown {place.capital}"
        if place.purse and place.purse not in board.purse_power:
            yield f"unknown purse {place.purse} at {place.name}"


def _profiles(board: Board) -> Problems:
    types = set(board.units)
    for unit in board.units.values():
        if unit.domain not in (LAND, AIR, SEA, FACILITY, "marker"):
            yield f"{unit.name} has the domain {unit.domain}"
        yield from (f"{unit.name} raids the unknown {r}" for r in unit.raids if r not in types)
        yield from (f"{unit.name} is for the unknown {p}" for p in unit.powers if p not in board.powers)


def _canals(board: Board) -> Problems:
    for canal in board.canals:
        if len(canal.zones) != 2 or not all(board.places[z].is_sea for z in canal.zones):
            yield f"{canal.name} must join two sea zones"
        yield from (f"{canal.name} needs {n}, no territory" for n in canal.needs if not board.places[n].is_land)


def _setup(board: Board) -> Problems:
    for place, owners in board.setup_units.items():
        for owner, text in owners.items():
            if board.power_names.find(owner) != owner:
                yield f"unknown power {owner} in the set-up of {place}"
            yield from _stands(board, place, owner, text)
    known = set(board.units) | board.setup_house
    for land in board.places.values():
        yield from (f"unknown {name} in the army of {land.name}" for name, _ in land.garrison if name not in known)
    for place, text in board.setup_facilities.items():
        yield from (f"{i.unit} in {place} is no facility" for i in _items(board, text) if not _is(board, i, FACILITY))


def _stands(board: Board, place: str, owner: str, text: str) -> Problems:
    items = _items(board, text)
    wrong = LAND if board.places[place].is_sea else SEA
    yield from (f"{i.unit} cannot stand in {place}" for i in items if _is(board, i, wrong) or _is(board, i, FACILITY))
    if board.places[place].is_sea:
        room = sum(i.count * (board.units[i.unit].decks - board.units[i.unit].deck) for i in items)
        if room < 0:
            yield f"too many aircraft of {owner} for its carriers in {place}"


def _is(board: Board, item: Item, domain: str) -> bool:
    return board.units[item.unit].domain == domain


def _items(board: Board, text: str) -> tuple[Item, ...]:
    from rules.core.position import lexicon, printed
    from rules.core.table import Table

    from rules.model.parse import parse_items  # isort: skip

    table = Table(board.id)
    text = printed(table, text)
    return parse_items(text, lexicon(table)) if text else ()


CHECKS: tuple[tuple[str, Callable[[Board], Problems]], ...] = (
    ("every connection goes both ways", _symmetry),
    ("the board is in one piece", _connected),
    ("names and aliases mean one thing", _aliases),
    ("every name is known", _names),
    ("production sums are the starting money", _sums),
    ("unit profiles", _profiles),
    ("canals", _canals),
    ("the set-up can stand where it stands", _setup),
)


def main(argv: list[str]) -> int:
    """Print a board and its checks; 1 if a check fails."""
    parser = argparse.ArgumentParser(prog="python -m rules board", description="A board's data, checked.")
    parser.add_argument("board", nargs="?", choices=(*BOARDS, *DRAFTS), default=BOARDS[0])
    parser.add_argument("--places", action="store_true", help="list the places and what they touch")
    args = parser.parse_args(argv)
    _print(load(args.board), args.places)
    failed = 0
    for title, check in CHECKS:
        found = [problem for setup in setups(args.board) for problem in check(load(setup))]
        failed += bool(found)
        print(f"{'FAIL' if found else 'ok'} {title}")
        for problem in found:
            print(f"     {problem}")
    return 1 if failed else 0


def _print(board: Board, places: bool) -> None:
    land = [p for p in board.places.values() if p.is_land]
    links = sum(len(p.near) for p in board.places.values()) // 2
    print(f"{board.name} ({board.id})")
    print(f"{len(land)} territories, {len(board.places) - len(land)} sea zones, {links} connections")
    print(f"phases: {', '.join(board.phases)}")
    for power in board.powers.values():
        purses = ", ".join(f"{p.name} {p.money} IPC" for p in power.purses) or "no money"
        print(f"  {power.name} ({power.side}): {purses}; capital {power.capital or 'none'}")
    for place in board.places.values() if places else ():
        value = f" {place.value}" if place.is_land else ""
        print(f"  {place.name}{value} [{place.owner or '-'}]: {', '.join(place.near)}")
