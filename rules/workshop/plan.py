"""What a new house rule is called, and where its files go."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rules.core.documents import documents, house_rules
from rules.core.identity import Identity
from rules.model.board import BOARDS
from rules.model.names import listing

_DOCUMENT, _RULE = r"[a-z][a-z0-9]{0,11}", r"[a-z][a-z0-9]*(-[a-z0-9]+)*"


class CannotBegin(ValueError):
    """The rule cannot be begun; the text says the fix."""


@dataclass(frozen=True)
class Plan:
    """A rule to be written. id: "hr.war-bonds". board: the one its first case is played on. package: the folder of its
    document in rules/house and tests/cases. entry: the id of what it states first ("HR-1.1"). fresh: whether its document is
    new too."""

    id: str
    board: str
    package: str
    entry: str
    fresh: bool

    @property
    def document(self) -> str:
        """The id of its document."""
        return self.id.partition(".")[0]

    @property
    def name(self) -> str:
        """Its own name: "war-bonds"."""
        return self.id.partition(".")[2]

    @property
    def title(self) -> str:
        """What players call it: "War bonds"."""
        return self.name.replace("-", " ").capitalize()

    @property
    def module(self) -> str:
        """The name of its file, without its ending."""
        return self.name.replace("-", "_")

    @property
    def kind(self) -> str:
        """The name of its class."""
        return "".join(word.capitalize() for word in self.name.split("-"))

    def paths(self, root: Path) -> Mapping[str, Path]:
        """Where its files go: "rule", "case", and of a new document "document" and "page"."""
        home = root / "rules" / "house" / self.package
        found = {
            "rule": home / f"{self.module}.py",
            "case": root / "tests" / "cases" / self.package / f"{self.name}.toml",
        }
        return {**found, "document": home / "__init__.py", "page": home / "README.md"} if self.fresh else found


def plan(id_: str, board: str = "") -> Plan:
    """A rule of an id, to be played on a board (the document's first where none is named). Raises CannotBegin."""
    document, _, name = id_.partition(".")
    if not re.fullmatch(_DOCUMENT, document) or not re.fullmatch(_RULE, name):
        text = "is a document's id, a dot and the rule's name, in small letters with hyphens: hr.war-bonds"
        raise CannotBegin(f"“{id_}” is no id of a rule. It {text}.")
    if id_ in house_rules():
        file = type(house_rules()[id_]).__module__.replace(".", "/")
        raise CannotBegin(f"There is a rule {id_} already: {file}.py. Change that one, or name yours otherwise.")
    known = documents().get(document)
    boards = tuple(BOARDS) if known is None else known.boards
    if known is None and board not in BOARDS:
        every = listing(sorted(documents()))
        what = f"There is no document “{document}” yet (there are {every})"
        raise CannotBegin(f"{what}. To begin it, name its board: --board {' | '.join(BOARDS)}.")
    if board and board not in boards:
        played = " | ".join(boards)
        raise CannotBegin(f"{known.title if known else document} is not played on “{board}”: --board {played}.")
    mine = [rule for rule in house_rules().values() if rule.id.startswith(f"{document}.")]
    return Plan(id_, board or boards[0], _package(document, mine), _entry(document, mine), known is None)


def _package(document: str, rules: list[Identity]) -> str:
    """The folder of a document: that of its rules, else its id."""
    return type(rules[0]).__module__.split(".")[-2] if rules else document


def _entry(document: str, rules: list[Identity]) -> str:
    """The first entry of a section that no rule of the document has yet."""
    entries = [re.fullmatch(r"([A-Z0-9]+)-(\d+)\.\d+", entry) for rule in rules for entry in rule.entries]
    found = [entry for entry in entries if entry]
    prefix = found[0][1] if found else document.upper()
    return f"{prefix}-{max((int(entry[2]) for entry in found), default=0) + 1}.1"
