"""What holds a game together: tasks, what is taken back, the options of a table."""

from __future__ import annotations

import pytest

from rules.core.act import Act, task
from rules.core.dice_modes import DECK, LOW_LUCK
from rules.core.documents import TableError
from rules.core.table import Table
from rules.core.transaction import Transaction
from rules.library.library import for_table
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
