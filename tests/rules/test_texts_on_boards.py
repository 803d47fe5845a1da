"""House rules told on a board speak of what that board has."""

from __future__ import annotations

import re

import pytest

from rules.core.documents import documents, house_rules
from rules.core.identity import plays_on
from rules.core.offered import text_on
from rules.core.table import Table
from rules.library import for_table
from rules.model.board import BOARDS, load

POWERS = {*load("global1940").order}
# Units of some boards only that are spoken of in lists.
UNITS = ("mechanized infantry", "tactical bomber", "strategic bomber", "air base", "naval base")
# Where what is not there is named to say so, or in a name.
NAMED_ALL_THE_SAME = {("pacific1940", "x2.document")}
DOCUMENTS = ("x2", "x4")


@pytest.mark.parametrize("board", BOARDS)
def test_no_text_speaks_of_powers_and_units_that_are_not_there(board: str) -> None:
    here = load(board)
    missing = (POWERS - {*here.order}) | ({*UNITS} - {*here.units})
    missing -= {*here.places}  # `Italy` is a territory of some
    rules = [*house_rules().values(), *(d.common for d in documents().values() if d.common)]
    for rule in rules:
        if (
            rule.id.startswith(DOCUMENTS)
            and plays_on(rule.boards, board)
            and (board, rule.id) not in NAMED_ALL_THE_SAME
        ):
            told = text_on(board, rule)
            named = [name for name in sorted(missing) if re.search(rf"\b{re.escape(name)}\b", told)]
            assert not named, (rule.id, told)
            assert "[" not in told and "|" not in re.sub(r"`[^`]*`", "", told), (rule.id, told)


def test_clauses_oceans_and_rounds() -> None:
    income, ships, escorts = (
        house_rules()[f"x2.{name}"] for name in ("advanced-production", "ship-building", "escorts")
    )
    assert "Italy 3 (Rome). The Soviet Union" in text_on("global1940", income)
    assert "Eastern or Western United States). The Soviet Union" in text_on("edition1942", income)
    assert "(SZ 1 to 65, 71 to 81)" in text_on("global1940", ships)
    assert "(SZ 19 to 20, 28 to 65)" in text_on("edition1942", ships)
    assert text_on("edition1942", escorts).startswith("From Late 1941 (before round 1) every power buys escorts")
    assert "Italy 3 (Rome)" in text_on("", income)


def test_prices_are_told_unit_by_unit_where_two_cost_the_same_in_print() -> None:
    """In print a bomber and a cruiser of 1942 cost 12, a tank and a submarine 6; in the expansions' list they do not."""
    entry = for_table(Table("edition1942", ["x2"])).get("edition1942.figures")
    assert entry is not None
    for price in ("Tank 5,", "bomber 12,", "carrier 12 (1/2)", "cruiser 9,", "submarine 6,", "transport 6,"):
        assert price in entry.text, entry.text
