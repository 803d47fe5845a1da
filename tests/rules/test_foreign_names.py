"""Names in German and French: each means one thing on every board, and no name of a board's own means less."""

from __future__ import annotations

import pytest

from rules.core.documents import documents
from rules.core.identity import plays_on
from rules.core.table import Table
from rules.dice import PracticeDice
from rules.model.board import BOARDS, load
from rules.model.board_files import read
from rules.model.languages import LANGUAGES, foreign, foreign_zone
from rules.model.names import FOREIGN, key
from rules.play.game import Game

# each board as it is printed, and with each document that is for it
HOUSES = [
    (board, document)
    for board in sorted(BOARDS)
    for document in ("", *sorted(d.id for d in documents().values() if plays_on(d.boards, board)))
]


def _table(board: str, document: str) -> Table:
    return Table(board, (document,) if document else ())


@pytest.mark.parametrize(("board", "document"), HOUSES)
def test_every_name_means_one_thing(board: str, document: str) -> None:
    table, here = _table(board, document), load(board)
    for part, names, there in (
        ("places", here.place_names, here.places),
        ("units", table.unit_names, table.units),
        ("powers", here.power_names, here.powers),
    ):
        for name, called in foreign(part).items():
            wrong = {text: names.meanings(text) for text in called if name in there and names.find(text) is None}
            assert not wrong, f"{part}: {wrong}"
            misled = {text: names.find(text) for text in called if name in there and names.find(text) != name}
            # a board's own word goes before; what a factory is the order's place tells
            assert all(_own(part, board, text) or "complex" in name for text in misled), f"{part}: {misled} of {name}"


def _own(part: str, board: str, text: str) -> bool:
    """Whether a text is a name of the board itself that goes before a foreign one."""
    here, table = load(board), Table(board)
    names = {"places": here.place_names, "units": table.unit_names, "powers": here.power_names}[part]
    return key(text) in names.called(FOREIGN - 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_of_something(language: str) -> None:
    boards = [load(board) for board in BOARDS]
    there = {
        "places": {name for board in boards for name in board.places},
        "units": {name for board, document in HOUSES for name in _table(board, document).units},
        "powers": {name for board in boards for name in board.powers},
    }
    said = read("languages", language)
    for part, names in there.items():
        assert sorted(said[part].keys() - names) == []
        assert all(called and all(key(text) for text in called) for called in said[part].values())
    assert {key(unit) for unit in ("tank", "infantry", "fighter", "submarine")} <= set(said["units"])


@pytest.mark.parametrize(
    ("board", "typed", "means"),
    [
        ("europe1943", "Ostpreussen", "East Prussia"),
        ("europe1943", "Ostpreußen", "East Prussia"),
        ("europe1943", "Prusse orientale", "East Prussia"),
        ("global1940", "Seezone 112", "SZ 112"),
        ("global1940", "zm 112", "SZ 112"),
        ("global1940", "Jugoslawien", "Yugoslavia"),
        ("global1940", "Égypte", "Egypt"),
        ("classic", "Ostsee", "Baltic Sea Zone"),
        ("classic", "mer du nord", "North Sea Zone"),
        ("classic", "Karelien", "Karelia S.S.R."),
        ("anniversary", "Oesterreich", None),
    ],
)
def test_places(board: str, typed: str, means: str | None) -> None:
    assert load(board).place_names.find(typed) == means


@pytest.mark.parametrize(
    "text",
    [
        "move 2 Panzer, 1 Jäger: Ukraine > Karelien",
        "move 2 chars, 1 chasseur: Ukraine > Carélie",
        "move 2 panzer, 1 jaeger: ukraine > karelien",
        "move 2 blindés: Ukraine > Carélie",
    ],
)
def test_orders_with_them_are_read(text: str) -> None:
    game = Game.new("classic", (), {}, dice=PracticeDice(1))
    read_ = str(game.parse(text))
    assert read_.startswith("move 2 armor") and read_.endswith("Ukraine S.S.R. > Karelia S.S.R.")


@pytest.mark.parametrize(
    ("board", "document", "typed", "means"),
    [
        ("global1940", "bm", "Marineinfanteristen", "marine"),
        ("global1940", "bm", "fusiliers marins", "marine"),
        ("global1940", "x4", "Landungsboot", "landing craft"),
        ("global1940", "x4", "bombardiers lourds", "heavy bomber"),
        ("classic", "rw", "Geschuetzbatterie", "artillery battery"),
        ("europe1943", "y43", "Tigre royal", "king tiger"),
    ],
)
def test_units_of_house_rules(board: str, document: str, typed: str, means: str) -> None:
    assert _table(board, document).unit_names.find(typed) == means


def test_zones_by_number() -> None:
    assert foreign_zone("5") == ["Seezone 5", "See 5", "zone maritime 5", "ZM 5", "mer 5"]
