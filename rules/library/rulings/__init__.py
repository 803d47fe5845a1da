"""Rulings: how open questions of the documents are decided here, as entries of the look-up and as a page.

Their texts stand in the TOML files of this folder, one a board and one a house document, named by its id.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources

from rules.core.documents import documents, house_rules
from rules.core.table import Table
from rules.library.entry import Entry, Source
from rules.model.board import BOARDS, load


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question that a document leaves open, and how it is decided here.

    entry: the catalogue entry it is about. question, answer, because: in players' words, whole sentences. case: id of
    the case that shows it. option: the game option with which a group decides otherwise ("" none).
    """

    entry: str
    question: str
    answer: str
    because: str
    case: str
    option: str = ""

    @property
    def rule(self) -> str:
        """Id of the house rule that enforces the entry; "" for a board, or for a document as a whole."""
        return _house().get(self.entry, "")

    @property
    def text(self) -> str:
        """Answer, reason and option."""
        otherwise = f" The option `{self.option}` decides otherwise." if self.option else ""
        return f"{self.answer} {self.because}{otherwise}"


@functools.cache
def _house() -> dict[str, str]:
    return {entry: rule.id for rule in house_rules().values() for entry in rule.entries}


@functools.cache
def of(source: str) -> tuple[Ruling, ...]:
    """The rulings on a board or a house document, by its id; none where it has no file."""
    file = resources.files("rules.library.rulings") / f"{source}.toml"
    data = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    return tuple(Ruling(**table) for table in data.get("ruling", ()))


def entries(source: str, title: str, board: str = "") -> list[Entry]:
    """The rulings of a board or document as entries: the question is the title."""
    return [
        Entry(
            id=f"ruling.{ruling.entry}.{number}".lower(),
            title=ruling.question,
            text=ruling.text,
            source=Source(title, ruling.entry),
            kind="ruling",
            keywords=("ruling", "rulings"),
            board=board,
            rule=ruling.rule,
            covers=(ruling.entry,),
        )
        for number, ruling in enumerate(of(source))
    ]


def of_table(table: Table) -> list[Entry]:
    """Those of a game: its board's, and those of the house rules in force."""
    on = {rule.id for rule in table.house}
    mine = [document for document in documents().values() if table.has(document.id)]
    found = entries(table.board.id, table.board.name, table.board.id)
    found += [e for d in mine for e in entries(d.id, d.title, table.board.id) if not e.rule or e.rule in on]
    return found


def page() -> str:
    """docs/rulings.md."""
    sources = [*((board, load(board).name) for board in BOARDS), *((d.id, d.title) for d in documents().values())]
    return "\n".join([*_HEAD, *(line for source, title in sources for line in _part(source, title))])


def _part(source: str, title: str) -> Iterator[str]:
    if of(source):
        yield from (f"## {title}", "")
    for rule in dict.fromkeys(sorted((r.rule for r in of(source)), key=bool)):
        if rule:
            yield from (f"### {house_rules()[rule].title}", "")
        yield from (line for ruling in of(source) if ruling.rule == rule for line in _lines(ruling))


def _lines(ruling: Ruling) -> tuple[str, str]:
    return f"**{ruling.question}** {ruling.text} <sub>{ruling.entry}; case `{ruling.case}`</sub>", ""


_HEAD = (
    "# Rulings",
    "",
    "Where a document leaves a question open or says two things, the moderator has to decide. These are its decisions,",
    "with the reason, the entry of the rules' catalogue and the case in `tests/cases` that shows it. A group that sees it",
    "otherwise finds the option to switch where there is one, and edit mode where there is none. In a game: `/rules` and",
    "`ruling` with a word of the question. The page is written by `python -m rules library --rulings`.",
    "",
)
