"""What people look up, read as an editor would: every entry, card, rule, option and question of every game."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import pytest

from rules.core.documents import documents
from rules.core.offered import text_on
from rules.core.table import Table
from rules.library import for_table, rulings, show
from rules.model.board import BOARDS
from tests.wording import slips

TABLES = [
    (board, document)
    for board in BOARDS
    for document in ("", *(d.id for d in documents().values() if board in d.boards))
]


def texts(table: Table) -> Iterator[str]:
    """Everything that is not said in play."""
    yield from (show(entry, table) for entry in for_table(table).entries)
    for rule in table.rules:
        yield from (
            rule.title,
            text_on(table.board.id, rule),
            *rule.questions.values(),
            *rule.asks.values(),
            *rule.begins.values(),
        )
    yield from (option.title for option in table.known_options.values())


@pytest.mark.parametrize(("board", "document"), TABLES)
def test_what_can_be_looked_up(board: str, document: str) -> None:
    table = Table(board, (document,) if document else ())
    assert not [slip for text in dict.fromkeys(texts(table)) for slip in slips_in(text)]


@functools.cache
def slips_in(text: str) -> tuple[str, ...]:
    """Many a text is the same on every board."""
    return tuple(slips(text))


def test_documents_and_rulings() -> None:
    told = [*(d.summary for d in documents().values()), *rulings.page().splitlines()]
    assert not [slip for text in told for slip in slips(text)]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("Karelia S.S.R.. is taken", True),
        ("kick user 66, powers ['Germany']", True),
        ("The option place_ships is on.", True),
        ("There is 1 bombers.", True),
        ("It takes 1 spaces.", True),
        ("2 tank are lost.", False),
        ("a infantry", True),
        ("an tank", True),
        ("tech.Germany", True),
        ("The last order was given by .", True),
    ],
)
def test_slips_are_seen(text: str, orders: bool) -> None:
    assert list(slips(text, orders))


@pytest.mark.parametrize(
    "text",
    [
        "Buy `2 tank`.",
        "A U-boat and an SS army",
        "order 1 lines up",
        "an M3 halftrack",
        "1 of 2 tanks",
        "…",
        "3-1 tanks",
    ],
)
def test_what_is_right_is_left_alone(text: str) -> None:
    assert not list(slips(text, orders=False))
