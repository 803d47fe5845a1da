"""What holds a game together: tasks, what is taken back, the options of a table."""

from __future__ import annotations

import pytest

from rules.core import moments
from rules.core.act import Act, task
from rules.core.changes import VERSION, Change, as_begun
from rules.core.dice_modes import DECK, LOW_LUCK
from rules.core.documents import TableError, documents, house_rules
from rules.core.hooks import Rule
from rules.core.hooks.values import Goal
from rules.core.identity import lacking
from rules.core.table import Table
from rules.core.transaction import Transaction
from rules.library.library import for_table
from rules.model.board import BOARDS, load
from rules.model.events import UnitRemoved
from rules.play import flow
from tests.positions import Faces, stand


def test_a_task_that_nobody_knows_is_a_mistake() -> None:
    game = stand("Germany")
    act = Act(game.table, game.state.copy(), Faces())
    with pytest.raises(LookupError, match="no task make tea"):
        flow._do(act, task("make tea"))


def test_what_was_known_of_the_start_is_known_again_when_all_is_taken_back_and_not_before() -> None:
    game = stand("Germany", units={"Poland": {"Germany": "2 infantry"}})
    act = Transaction(game.table, game.state.copy(), game.memo)
    first, second = act.units("Poland")
    act.emit(UnitRemoved(first, "battle"))
    mark = act.mark()
    act.emit(UnitRemoved(second, "battle"))
    act.rollback(mark)
    assert act.memo is None
    act.rollback()
    assert act.memo is game.memo


@pytest.mark.parametrize("given", [14, True, "many"])
def test_an_option_takes_the_numbers_that_it_has(given: object) -> None:
    with pytest.raises(TableError, match="it is 13"):
        Table("anniversary", options={"victory": given})
    assert Table("anniversary", options={"victory": "honorable surrender"}).options["victory"] == 15


def test_options_on_trial() -> None:
    assert [o.name for o in Table("global1940", options={DECK: True}).on_trial] == [DECK]
    assert Table("global1940", options={LOW_LUCK: True}).on_trial == ()


@pytest.mark.parametrize(
    ("rule", "replaced"),
    [
        ("bm.air-raids", {"global1940.raid-air-battle", "global1940.jet-fighters"}),
        ("x4.kamikaze", {"global1940.kamikaze", "global1940.kamikaze-strike"}),
    ],
)
def test_look_ups_of_what_is_replaced_are_gone(rule: str, replaced: set[str]) -> None:
    usual, changed = ({e.id for e in for_table(Table("global1940", rules)).entries} for rules in ((), (rule,)))
    assert replaced <= usual and not replaced & changed


def test_what_a_board_lacks() -> None:
    board = load("global1940")
    assert lacking(("Japan", "Poland", "SZ 6", "infantry", "Atlantis"), board) == ["Atlantis"]
    assert lacking(("zeppelin", "infantry"), board) == ["zeppelin"]


class Twice(Rule):
    """One method for two moments."""

    id = "test.twice"

    @moments.combat_begins
    @moments.turn_ends
    def _note(self, act: Act) -> None:
        act.note("noted")


def test_a_method_of_two_moments_is_called_at_both() -> None:
    assert [len(moment.methods(Twice())) for moment in (moments.combat_begins, moments.turn_ends, moments.turn_begins)] == [
        1, 1, 0,
    ]  # fmt: skip


def test_whom_a_change_concerns() -> None:
    classic, mines = Table("classic"), Table("classic", ["rw.sea-mines"])
    assert [Change("2026-01-01", "x").concerns(table) for table in (classic, mines)] == [True, True]
    assert [Change("2026-01-01", "x", ("classic",)).concerns(table) for table in (classic, Table("global1940"))] == [
        True,
        False,
    ]
    for name in ("rw", "rw.sea-mines"):
        assert [Change("2026-01-01", "x", (name,)).concerns(table) for table in (classic, mines)] == [False, True]


def test_a_games_head_stays_what_it_is() -> None:
    head = {"board": "classic", "rules": ["rw.sea-mines"], "options": {LOW_LUCK: True}}
    begun = as_begun(head, VERSION)
    assert (begun["board"], begun["rules"], begun["options"][LOW_LUCK]) == ("classic", ["rw.sea-mines"], True)


def test_a_goal_asks_for_no_production_by_itself() -> None:
    assert Goal("Axis").production == 0


def test_on_which_boards_documents_are_played() -> None:
    """As the README has it."""
    everywhere = set(BOARDS) - {"europe1943", "path_to_victory"}
    assert {name: set(document.boards) for name, document in documents().items()} == {
        "bm": {"global1940", "path_to_victory"}, "bx": {"global1940", "global1942", "oztea1941"}, "y43": {"europe1943"},
        "x2": everywhere, "x4": everywhere, "rw": set(BOARDS),
    }  # fmt: skip
    for rule in ("bm.objectives", "bm.victory"):
        assert house_rules()[rule].boards == ("global1940",)


def test_a_rule_about_what_a_board_lacks() -> None:
    with pytest.raises(TableError, match=r"is about Germany: .* is without"):
        Table("pacific1940", ["x2.king-tiger"])
