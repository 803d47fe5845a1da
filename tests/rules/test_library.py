"""The rules look-up: everything is told, figures agree with the boards, and it is found."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rules.core.documents import documents, house_rules, left_out
from rules.core.table import Table
from rules.library import (
    Entry,
    EntryError,
    Library,
    Source,
    compared,
    everything,
    facts,
    for_board,
    for_table,
    in_common,
    show,
)
from rules.library.cli import main
from rules.library.sources import board_entries, entry_from, rule_entries, unit_entries
from rules.model.board import BOARDS as PLAYED
from rules.model.board import Board, load
from rules.model.profiles import UnitType

BOARDS = {"CL": "classic", "G40": "global1940"}
"""Boards whose whole catalogue is told by their library."""


def catalogue(prefix: str) -> list[str]:
    text = (Path(__file__).parent / "catalogue_entries.txt").read_text()
    rows = [line.split() for line in text.splitlines() if not line.startswith("#")]
    return [f"{p}-{s}.{n}" for p, s, count in rows if p == prefix for n in range(1, int(count) + 1)]


def board_figure(board: Board, path: str) -> Any:
    name, _, field = path.rpartition(".")
    if name == "option":
        return board.options[field].default
    if field == "money":
        return next(p.money for power in board.powers.values() for p in power.purses if p.name == name)
    unit = board.units[name]
    return unit.numbers[field] if field in unit.numbers else getattr(unit, field)


@pytest.mark.parametrize("prefix", ["CL", "G40"])
def test_every_catalogue_entry_is_told(prefix: str) -> None:
    entries = board_entries(BOARDS[prefix])
    told = {rule for entry in entries for rule in entry.covers}
    assert told == set(catalogue(prefix))
    assert all(for_board(BOARDS[prefix]).covering(rule) for rule in told)


@pytest.mark.parametrize("board_id", PLAYED)
def test_figures_agree_with_the_board(board_id: str) -> None:
    board = load(board_id)
    wrong = []
    for entry in for_board(board_id).entries:
        numbers = {int(n) for n in re.findall(r"\d+", entry.text)}
        for path, value in entry.figures.items():
            if board_figure(board, path) != value or (value not in numbers and value != 1):
                wrong.append((entry.id, path, value, board_figure(board, path)))
    assert wrong == []


@pytest.mark.parametrize("board_id", BOARDS.values())
def test_names_of_the_board_are_known(board_id: str) -> None:
    board = load(board_id)
    entries = board_entries(board_id)
    ids = [entry.id for entry in entries]
    assert len(set(ids)) == len(ids)
    assert all(i.startswith(f"{board_id}.") and re.fullmatch(r"[a-z0-9.-]+", i) for i in ids)
    assert {o for entry in entries for o in entry.options} <= set(board.options)
    units = [entry.unit for entry in entries if entry.unit]
    assert len(set(units)) == len(units) and set(units) <= set(board.units)
    assert {unit.name for unit in board.units.values() if not unit.not_for_sale} <= set(units)


def test_a_board_may_take_over_texts_of_another() -> None:
    library, board = for_board("europe1943"), load("europe1943")
    ids = [entry.id for entry in library.entries]
    assert len(set(ids)) == len(ids) and {e.board for e in library.entries} == {"europe1943"}
    assert {u.name for u in board.units.values() if not u.not_for_sale} == {e.unit for e in library.entries if e.unit}
    of_the_board = ("0.2", "1.1", "1.2", "2.1", "2.6", "4.1", "4.6", "5.1", "5.8", "10.12", "21.10", "21.16", "21.20")
    assert all(library.covering(f"Y43-{entry}") for entry in of_the_board)
    taken = [e.id for e in everything().entries]
    assert len(set(taken)) == len(taken)


def test_lists_of_the_texts_agree_with_the_board() -> None:
    """Lists of places in texts, against the board's marks."""
    board = load("global1940")
    zones = for_board("global1940").get("global1940.convoy-zones")
    assert zones is not None
    marked = {int(p.name[3:]) for p in board.places.values() if p.convoy}
    assert {int(n) for n in re.findall(r"\d+", zones.text)} == marked
    cities = for_board("global1940").get("global1940.victory-cities")
    assert cities is not None
    assert all(p.victory_city in cities.text for p in board.places.values() if p.victory_city)
    start = for_board("global1940").get("global1940.starting-facilities")
    assert start is not None
    for kind in ("major industrial", "minor industrial", "air base", "naval base"):
        number = sum(kind in text for text in board.setup_facilities.values())
        assert re.search(rf"\b{number} {kind.split()[0]}", start.text), (kind, number)
    neutrals = for_board("classic").get("classic.neutrals")
    assert neutrals is not None
    assert all(p.name in neutrals.text for p in load("classic").places.values() if p.neutral)


@pytest.mark.parametrize(
    ("board", "query", "first"),
    [
        ("classic", "submarine", "classic.submarine"),
        ("classic", "submarin", "classic.submarine"),
        ("classic", "Submraine", "classic.submarine"),
        ("classic", "sub", "classic.submarine"),
        ("classic", "blitz", "classic.blitz"),
        ("classic", "blits", "classic.blitz"),
        ("classic", "retreat", "classic.retreat"),
        ("classic", "panama", "classic.panama"),
        ("classic", "anti-aircraft gun", "classic.antiaircraft-gun"),
        ("classic", "antiaircraft", "classic.antiaircraft-gun"),
        ("classic", "how many units can a factory place", "classic.placing"),
        ("classic", "collect income", "classic.income"),
        ("classic", "heavy bomers", "classic.heavy-bombers"),
        ("classic", "neutrals", "classic.neutrals"),
        ("classic", "battleship support", "classic.battleship-support"),
        ("classic", "84", "classic.economic-victory"),
        ("classic", "loot capital", "classic.capital"),
        ("classic", "tank", "classic.armor"),
        ("global1940", "scramble", "global1940.scramble"),
        ("global1940", "Mongolia", "global1940.mongolia"),
        ("global1940", "kamikazee", "global1940.kamikaze"),
        ("global1940", "when may USA declare war", "global1940.politics-united-states"),
        ("global1940", "tactical bomber", "global1940.tactical-bomber"),
        ("global1940", "convoy disruption", "global1940.convoy-disruption"),
        ("global1940", "gibraltar", "global1940.gibraltar"),
        ("global1940", "naval base", "global1940.naval-base"),
        ("global1940", "mech blitz", "global1940.blitz"),
        ("global1940", "transport capacity", "global1940.transports"),
        ("global1940", "victory cities", "global1940.victory-cities"),
        ("global1940", "national objectives japan", "global1940.objectives-japan"),
    ],
)
def test_what_is_looked_for_is_found(board: str, query: str, first: str) -> None:
    hits = for_board(board).search(query)
    assert first == hits[0].entry.id, [hit.entry.id for hit in hits]


def test_one_typing_error_in_a_title_still_finds_it() -> None:
    """A letter left out of any word of six or more: the entry is among the first five."""
    library = for_board("classic")
    missed = []
    for entry in library.entries:
        word = max(re.findall(r"[A-Za-z]+", entry.title), key=len)
        if len(word) >= 6:
            typed = entry.title.replace(word, word[:3] + word[4:])
            if entry.id not in [hit.entry.id for hit in library.search(typed, 5)]:
                missed.append((typed, entry.id))
    assert missed == []


def test_nothing_near_finds_nothing() -> None:
    assert for_board("classic").search("xylophone quartz") == []
    assert for_board("classic").search("") == []
    assert for_board("classic").search("the of a") == []
    assert for_board("classic").search("💣 🚀") == []


def test_titles_before_keywords_before_texts() -> None:
    def entry(name: str, title: str, keywords: tuple[str, ...], text: str) -> Entry:
        return Entry(name, title, text, Source("Test"), keywords=keywords)

    library = Library(
        [
            entry("text", "One", (), "Something about partisans."),
            entry("keyword", "Two", ("partisans",), "Something."),
            entry("title", "Partisans", (), "Something."),
            *(entry(f"other{n}", f"Other {n}", (), "Nothing.") for n in range(20)),
        ]
    )
    assert [hit.entry.id for hit in library.search("partisan")] == ["title", "keyword", "text"]


def test_unit_cards() -> None:
    card = for_board("global1940").unit("fighter")
    assert card is not None
    for line in ("Attack: 3", "Defense: 4", "Move: 4", "Cost: 10 IPC", "Hits: 1", "Built: at an industrial"):
        assert line in card.text
    assert card.kind == "unit" and "ftr" in card.keywords
    assert str(card.source) == "Global 1940 rulebook, 2nd edition: Unit profiles"
    gun = for_board("classic").unit("antiaircraft gun")
    assert gun is not None and "Attack: –" in gun.text and "Hits: never lost" in gun.text
    factory = for_board("classic").unit("industrial complex")
    assert factory is not None and "Attack" not in factory.text


def test_card_of_a_house_unit() -> None:
    unit = UnitType(
        "rocket gun", "land", attack=4, attack_dice=2, cost=9, powers=("Germany",), built_at=("Germany",),
        numbers={"from_round": 3, "max_board": 2}, traits=frozenset({"blitz", "supported"}),
        rule="x.rocket-gun",
    )  # fmt: skip
    rows = dict(facts(unit, load("global1940")))
    assert rows["Attack"] == "4, 2 dice"
    assert rows["Only for"] == "Germany" and rows["Built"] == "Germany"
    assert rows["From"] == "Early 1941 (round 3)"
    assert rows["Special"].endswith("attacks at 5 when paired with artillery; no more than 2 on the board")
    assert dict(facts(unit))["From"] == "round 3"
    (entry,) = unit_entries([unit], (), load("global1940"))
    assert (entry.id, entry.rule, str(entry.source)) == (
        "x.rocket-gun.rocket-gun",
        "x.rocket-gun",
        "x.rocket-gun: Units",
    )


def test_entries_of_a_rule() -> None:
    rule = SimpleNamespace(
        id="x.traps", title="Traps", text="A trap costs 2 IPC.", source="House document: Traps", entries=("X-1.1",),
        options=(), units=(), look_ups=(
            SimpleNamespace(
                id="x.trap-layer", title="Trap layer", text="Lays traps.", source="", kind="term", keywords=("lay",)
            ),
        ),
    )  # fmt: skip
    own, look = rule_entries(rule)
    assert str(own.source) == "House document: Traps" and own.covers == ("X-1.1",)
    assert look.kind == "term" and look.rule == "x.traps" and look.source == own.source


def test_a_game_shows_its_own_rules_only() -> None:
    for document in documents():
        board = documents()[document].boards[0]
        inside = {entry.rule for entry in for_table(Table(board, [document])).entries}
        own = {
            rule for rule in house_rules() if rule.startswith(f"{document}.") and board in house_rules()[rule].boards
        }
        assert own - set(left_out(board, [document])) <= inside
        assert not any(e.rule for e in for_board(board).entries if e.rule.startswith(f"{document}."))
        assert inside - {""} <= {entry.rule for entry in everything().entries}
    assert {entry.board for entry in for_board("classic").entries} == {"classic"}
    assert {"classic", "global1940"} <= {entry.board for entry in everything().entries}


@pytest.mark.parametrize(
    ("query", "first", "figure"),
    [
        ("objectives germany", "bm.objectives-germany", "once for both"),
        ("national objectives uk", "bm.objectives-united-kingdom", "3 IPC"),
        ("axis victory", "bm.axis-victory", "7 while an Ally controls Berlin"),
        ("air battle", "bm.raid-air-battle", "interceptors at 2"),
        ("jet fighters", "bm.jet-fighters", "at 3"),
        ("capturing a capital", "bm.capital", "destroyed"),
    ],
)
def test_what_a_house_rule_changes_is_told_as_it_is_in_the_game(query: str, first: str, figure: str) -> None:
    library = for_table(Table("global1940", [rule for rule in house_rules() if rule.startswith("bm.")]))
    found = library.search(query)[0].entry
    assert found.id == first and figure in found.text
    assert f"global1940.{first.partition('.')[2]}" not in {entry.id for entry in library.entries}


def test_ids_are_unique_everywhere() -> None:
    ids = [entry.id for entry in everything().entries]
    assert sorted(set(ids)) == sorted(ids)


@pytest.mark.parametrize(("word", "unit"), [("dds", "destroyer"), ("cvs", "aircraft carrier"), ("arty", "artillery")])
def test_a_unit_by_its_letters_comes_first(word: str, unit: str) -> None:
    assert for_board("global1940").search(word)[0].entry.unit == unit


def test_suggestions() -> None:
    library = for_board("classic")
    assert {entry.kind for entry in library.suggest("", 10)} == {"phase", "unit"}
    assert len(library.suggest("", 25)) == 25
    assert library.suggest("subm")[0].id == "classic.submarine"


def test_show_tells_the_games_options() -> None:
    entry = for_board("classic").get("classic.heavy-bombers")
    assert entry is not None
    table = Table("classic", (), {"heavy_bomber_dice": 2, "research_and_development": False})
    assert "In this game: Dice of a heavy bomber: 2." in show(entry, table)
    assert show(entry).endswith("(Classic rulebook, 2nd edition: Weapons development chart)")
    research = for_board("classic").get("classic.option-no-research")
    assert research is not None
    assert "In this game: Weapons development: off." in show(research, table)


def test_bad_entries_are_named() -> None:
    with pytest.raises(EntryError, match="kind is one of"):
        Entry("a.b", "T", "text", Source("D"), kind="fish")
    with pytest.raises(EntryError, match="colour"):
        entry_from({"id": "a.b", "title": "T", "text": "x", "colour": "red"}, "D", "classic")
    with pytest.raises(EntryError, match="all needed"):
        entry_from({"id": "a.b", "title": "T"}, "D", "classic")


def test_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["submarne", "--board", "classic"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Submarine\nFor: strikes unseen; attacks and holds\nAttack: 2\n") and "also: " in out
    assert main(["CL-5.3", "--board", "classic"]) == 0
    assert capsys.readouterr().out.startswith("Blitz\n")
    assert main(["qqqqqqq"]) == 1
    assert main(["submarine", "--rules", "rw"]) == 2
    assert main(["submarine", "--board", "classic", "--rules", "nonsense"]) == 2
    assert main([]) == 2
    capsys.readouterr()


def test_two_units_side_by_side() -> None:
    """Rows of both, what they have in common of their abilities told once; every unit of the third game says what it is
    for, but for buildings."""
    library = for_table(Table("europe1943", ("y43",)))
    tiger, king = (library.units(name, 1)[0] for name in ("tiger 1", "king tiger"))
    rows = {label: (one, other) for label, one, other in compared(tiger.rows, king.rows)}
    assert rows["Attack"] == ("4", "5") and rows["Cost"] == ("7 IPC", "8 IPC")
    assert rows["Special"] == ("no more than 10 on the board", "no more than 5 on the board")
    karl, howitzer = (library.units(name, 1)[0] for name in ("karl", "t92"))
    assert "long-range fire: 3 dice instead of an attack" in in_common(karl.rows, howitzer.rows)
    cards = [e for e in library.units("", 200) if "industrial" not in e.unit and "base" not in e.unit]
    assert len(cards) > 70 and [e.unit for e in cards if "For" not in dict(e.rows)] == []


def test_cards_and_texts_tell_what_holds_in_this_game() -> None:
    """Other prices than printed, cards whose text a rule makes wrong, units that share their name with a technology."""
    two, four = for_table(Table("global1940", ["x2"])), for_table(Table("global1940", ["x4"]))
    assert "for 7 IPC" in card(two, "destroyer") and "for 8 IPC" in card(for_board("global1940"), "destroyer")
    assert "minor complex 10, major complex 25" in (two.get("global1940.purchase") or two.entries[0]).text
    assert "naval base" not in card(two, "battleship") and two.get("global1940.capital-ships") is None
    assert "damage is one die" not in card(four, "rocket")


def card(library: Library, unit: str) -> str:
    """The text of a unit's card."""
    found = library.unit(unit)
    assert found
    return found.text


def test_options_are_looked_up_and_say_how_they_are_set() -> None:
    game = Table("classic", options={"low_luck": True})
    entry = for_table(game).search("low luck")[0].entry
    assert (entry.title, entry.kind) == ("Low luck", "option")
    assert "In this game: on." in show(entry, game) and "each 6 is a sure hit" in entry.text
    for query in ("low luck", "medium luck", "deck of dice"):
        assert everything().search(query)[0].entry.id == f"option.{query.replace(' ', '_')}"
    told = {name for entry in for_table(game).entries for name in entry.options}
    assert told >= set(game.known_options)


def test_a_document_is_found_by_its_name_and_by_its_short_name() -> None:
    library = for_table(Table("global1940", ["x2", "x4.landmines"]))
    for query, wanted in (("x2", "x2.summary"), ("expansion ii", "x2.summary"), ("Expansion IV", "x4.summary")):
        assert library.search(query)[0].entry.id == wanted
    told = library.get("x4.summary")
    assert told and "Land mines" in told.text and "Kamikaze;" not in told.text
    assert library.get("bx.summary") is None
