"""Which documents, house rules and rules of boards there are, and what a choice of them comes to."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.core.houses import rules_in
from rules.core.identity import Identity, lacking, plays_on
from rules.model.board import Board, load, steps
from rules.model.names import listing


class TableError(ValueError):
    """The chosen rules or options do not fit together; the text says the fix."""


@dataclass(frozen=True)
class Document:
    """A house-rule document: id ("rw"), title, three sentences for the lobby, boards it is for.

    common: what holds as soon as any of its rules is on (a price list, winning conditions); it cannot be
    chosen by itself. calendar: the name of the round from which its rules count rounds ("": each board's own first one).
    """

    id: str
    title: str
    summary: str
    boards: tuple[str, ...]
    common: Identity | None = None
    calendar: str = ""


def _modules(package: str) -> list[Any]:
    found = importlib.import_module(package)
    names = sorted(m.name for m in pkgutil.iter_modules(found.__path__))
    return [importlib.import_module(f"{package}.{name}") for name in names]


@functools.cache
def documents() -> Mapping[str, Document]:
    """All house-rule documents by id."""
    packages = [m for m in _modules("rules.house") if hasattr(m, "DOCUMENT")]
    return {m.DOCUMENT.id: m.DOCUMENT for m in packages}


@functools.cache
def house_rules() -> Mapping[str, Identity]:
    """All house rules by id, in document order and then in the order of their numbers and names. Raises HouseError where a
    file is not as it has to be."""
    found: list[Identity] = []
    for package in _modules("rules.house"):
        if hasattr(package, "DOCUMENT"):
            found += rules_in(package.DOCUMENT.id, _modules(package.__name__))
    return _with_boards({rule.id: rule for rule in found})


def _with_boards(rules: dict[str, Identity]) -> dict[str, Identity]:
    """The rules, each for those of its boards that have what it needs, and the rules it requires."""
    for rule in rules.values():
        if rule.needs:
            vars(rule)["boards"] = tuple(b for b in rule.boards if not lacking(rule.needs, load(b)))
    for rule in rules.values():
        if required := [rules[i] for i in rule.requires if i in rules]:
            vars(rule)["boards"] = tuple(b for b in rule.boards if all(plays_on(r.boards, b) for r in required))
    return rules


def rounds_ahead(board: Board, rule: str) -> int:
    """Rounds that the document of a rule counts before the first one of a board."""
    document = documents().get(rule.partition(".")[0])
    if document is None or not document.calendar:
        return 0
    return steps(board.first_round) - steps(document.calendar)


@functools.cache
def board_rules(board: str) -> tuple[Identity, ...]:
    """The rules that belong to a board itself and to what it follows, those it has the facts for."""
    found = load(board)
    rules = [r for home in found.homes for m in _modules(f"rules.boards.{home}") for r in getattr(m, "RULES", ())]
    told = [r for r in rules if r.fact is None or found.edition.get(r.fact)]
    return tuple(sorted(told, key=lambda r: r.priority))


def usual(board: str) -> list[str]:
    """The documents that a new table on a board begins with."""
    return [name for name in load(board).documents if name in documents()]


def expand(board: str, chosen: Sequence[str]) -> list[str]:
    """Document ids and rule ids to rule ids, of a document for the board those that are; TableError for unknown
    names."""
    rules, result = house_rules(), []
    for name in chosen:
        if name in documents():
            foreign = not plays_on(documents()[name].boards, board)  # then each rule says for itself what it is for
            mine = [r for r in rules.values() if r.id.startswith(f"{name}.")]
            result += [r.id for r in mine if foreign or plays_on(r.boards, board)]
        elif name in rules:
            result.append(name)
        else:
            known = listing([named(i) for i in documents()])
            raise TableError(f"There is no rule or document “{name}”. Documents: {known}.")
    return _with_needs(list(dict.fromkeys(result)), chosen)


def rules_of(board: str, chosen: Sequence[str]) -> list[Identity]:
    """The rules that were chosen for a board, in the order of `house_rules`. TableError for unknown names."""
    on = set(expand(board, chosen))
    return [rule for id_, rule in house_rules().items() if id_ in on]


def _with_needs(found: list[str], chosen: Sequence[str]) -> list[str]:
    """The rules without those that only a document as a whole brought and that need what is not chosen."""
    while lacking := [i for i in found if i not in chosen and not set(house_rules()[i].requires) <= set(found)]:
        found = [i for i in found if i not in lacking]
    return found


def gathered(board: str, chosen: Sequence[str]) -> list[str]:
    """The same choice with the documents that are there whole, rule by rule, chosen as such. TableError for unknown
    names."""
    found, on = list(chosen), set(expand(board, chosen))
    for document in documents():
        whole = [document, *(name for name in found if name.split(".")[0] != document)]
        if len(whole) <= len(found) and set(expand(board, whole)) == on:
            found = whole
    return found


def left_out(board: str, chosen: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """Rules that documents chosen as a whole leave out on a board, because they need what is not chosen: rule id ->
    what it needs."""
    on, names = set(expand(board, chosen)), [name for name in chosen if name in documents()]
    mine = (
        r for r in house_rules().values() if r.id.split(".")[0] in names and r.requires and plays_on(r.boards, board)
    )
    return {r.id: tuple(i for i in r.requires if i not in on) for r in mine if r.id not in on}


def named(what: str) -> str:
    """A rule or document by its title, with its id: `Land mines (x4.landmines)`."""
    found = house_rules().get(what) or documents().get(what)
    return f"{found.title} ({what})" if found else what


def must_fit(board: str, on: Sequence[Identity]) -> None:
    """Raise TableError where rules cannot be played on a board, or not together."""
    ids = {r.id for r in on}
    for rule in on:
        if lacks := lacking(rule.needs, load(board)):
            text = f"{rule.title} is about {listing(lacks)}: {load(board).name} is without. Leave it out."
            raise TableError(text)
        if not plays_on(rule.boards, board):
            played = listing([load(b).name for b in rule.boards])
            raise TableError(f"{rule.title} is for {played}; this game is on {load(board).name}. Leave it out.")
        if missing := [r for r in rule.requires if r not in ids]:
            needs = listing([named(i) for i in missing])
            raise TableError(f"{named(rule.id)} needs {needs}: switch that on too, or leave {rule.title} out.")
    if clashes := _clashes(on, ids):
        first, *more = clashes
        also = f" The same goes for {'; '.join(more)}." if more else ""
        raise TableError(f"{first} cannot be played together: choose one.{also}")


def _clashes(on: Sequence[Identity], ids: set[str]) -> list[str]:
    """Pairs of rules that exclude one another, each once: `Carrier fighters (x2...) and Carrier-based fighters (bx...)`."""
    pairs = dict[frozenset[str], str]()
    for rule in on:
        for other in (r for r in rule.excludes if r in ids or any(i.startswith(r + ".") for i in ids)):
            pairs.setdefault(frozenset((rule.id, other)), f"{named(rule.id)} and {named(other)}")
    return list(pairs.values())


def in_force(board: Board, house: Sequence[Identity]) -> tuple[Identity, ...]:
    """The rules that hold, in hook order, each behind its parts that have here what they are about; what one of the house
    replaces does not."""
    gone = {i for r in house for i in r.replaces}
    on = [r for r in (*board_rules(board.id), *house) if r.id not in gone]
    every = (part for r in on for part in (*r.parts, r) if _is_about(part, board))
    return tuple(sorted(every, key=lambda r: r.priority))


def _is_about(part: Identity, board: Board) -> bool:
    """Whether a board has what a rule or a part of one is about: a fact, places, powers, units."""
    return (part.fact is None or bool(board.edition.get(part.fact))) and not lacking(part.needs, board)
