"""Expansion II as a choice: the whole, single sections, what needs and excludes what, both boards."""

from __future__ import annotations

import pytest

from bot.discord.features.lobby.buttons import rules_line
from bot.store import Game
from rules.cases.file import read_case
from rules.cases.setup import build
from rules.core.documents import TableError, documents, expand, gathered, house_rules
from rules.core.table import Table
from rules.economy.income import lines
from tests.positions import stand

SECTIONS = [name for name in house_rules() if name.startswith("x2.")]


def test_all_of_it() -> None:
    """Thirteen sections on Global 1940, all but the one about destroyers on Classic, each with a text to look up."""
    assert len(SECTIONS) == 13
    assert [r.id for r in Table("global1940", ["x2"]).house] == SECTIONS
    assert [r.id for r in Table("classic", ["x2"]).house] == [s for s in SECTIONS if s != "x2.destroyer-transports"]
    assert all(r.text and r.source for r in Table("global1940", ["x2"]).house)


def test_three_sentences() -> None:
    """What the lobby says."""
    summary = documents()["x2"].summary
    assert summary.count(". ") == 2
    assert summary.endswith(".")


@pytest.mark.parametrize("name", SECTIONS)
def test_singly(name: str) -> None:
    """Each section alone, with what it needs."""
    table = Table("global1940", [name, *house_rules()[name].requires])
    assert table.has(name)
    assert table.common[0].id == "x2.document"


def test_no_carrier_fighter_escorts_where_no_fighter_does() -> None:
    assert not Table("revised", ["x2.carrier-fighters"]).units["carrier fighter"].has("escorts")
    assert Table("global1940", ["x2.carrier-fighters"]).units["carrier fighter"].has("escorts")


def test_what_it_needs() -> None:
    """Free carriers bring carrier fighters."""
    with pytest.raises(TableError, match=r"\(x2\.ship-building\) needs .+ \(x2\.carrier-fighters\)"):
        Table("global1940", ["x2.ship-building"])


@pytest.mark.parametrize("section", ["carrier-fighters", "escorts", "advanced-production"])
def test_conflicts_by_name(section: str) -> None:
    """What both documents have comes from one of them."""
    with pytest.raises(TableError, match=rf"\(x2.{section}\) and .+ \(bx.{section}\) cannot be played together"):
        Table("global1940", [f"x2.{section}", f"bx.{section}"])
    with pytest.raises(TableError, match=f"bx.{section}"):
        Table("global1940", ["x2", f"bx.{section}"])


def test_all_conflicts_are_named_at_once() -> None:
    """Both documents whole: three sections are in both."""
    with pytest.raises(TableError, match=r"choose one\. The same goes for .+ and .+; .+ and "):
        Table("global1940", ["x2", "bx"])


def test_a_document_but_for_a_few_is_told_so() -> None:
    """What is left out stands in the lobby, not all that is played."""
    on = [r for r in expand("global1940", ["bx"]) if not r.endswith(("escorts", "carrier-fighters"))]
    row = Game(id="g", guild_id=1, channel_id=1, name="", board="global1940", master=1, rules=["x2", *on, "x4.t34"])
    told = rules_line(row)
    assert told.startswith("Expansion II, Basic Expansion without Carrier-based fighters and Destroyer escorts")
    assert told.endswith("Soviet T-34/85 tanks")


def test_a_document_whose_rules_are_all_on_is_chosen_whole() -> None:
    """A rule switched off and on again leaves the document as it was; what another lacks stays single."""
    x2, bx = expand("global1940", ["x2"]), expand("global1940", ["bx"])
    assert gathered("global1940", [*x2[1:], "x4.t34", x2[0]]) == ["x2", "x4.t34"]
    assert gathered("global1940", ["x2", *bx[1:]]) == ["x2", *bx[1:]]
    assert gathered("europe1943", expand("europe1943", ["y43"])) == ["y43"]


def test_beside_the_basic_expansion() -> None:
    """All that is not excluded goes together."""
    beside = [n for n in house_rules() if n.startswith("bx.") and n.removeprefix("bx.") not in CONFLICTS]
    table = Table("global1940", ["x2", *beside])
    assert table.units["tank"].cost == 5


CONFLICTS = ("carrier-fighters", "escorts", "advanced-production")


def test_a_refused_fortification_names_the_islands_with_room() -> None:
    islands = {"Okinawa": {"Japan": "1 infantry"}, "Iwo Jima": {"Japan": "3 infantry, 1 fortification"}}
    orders = ("buy 2 fortification", "done", "done", "done", "done")
    case = {"phase": "purchase", "rules": ["x2.fortifications"], "units": islands, "money": {"Japan": 9}}
    game = stand("Japan", *orders, **case)
    refusal = game.trial("place 2 fortification: Okinawa", by="Japan")
    assert (
        refusal and refusal.code == "limit-here" and refusal.message.endswith("Room now: Iwo Jima (2) and Okinawa (1).")
    )


def test_a_damaged_ship_is_told_what_its_repair_costs() -> None:
    ships = {"SZ 112": {"Germany": "1 battleship (damaged)"}, "SZ 111": {"United Kingdom": "1 destroyer"}}
    game = stand("Germany", rules=["x2.capital-ships", "x2.carrier-fighters", "x2.ship-building"], units=ships)
    refusal = game.trial("move 1 battleship: SZ 112 > SZ 111", by="Germany")
    assert refusal and refusal.code == "damaged" and refusal.message.endswith("purchase, 3 IPC a hit.")


def test_who_has_nothing_to_give_up_has_no_line_of_the_pacific() -> None:
    """A line of income tells an amount."""
    view = build(read_case({"id": "X2-1.5", "title": "", "game": "global1940", "rules": ["x2.pacific"]})).view
    assert all(line.amount for purse in view.board.purse_power for line in lines(view, purse)[1:])
