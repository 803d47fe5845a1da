"""The odds of the battles that cases come to, against the engine's own dice: whatever a rule brings into a battle has a case,
so whatever it does to dice and losses is fought here. Seeds are fixed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.cases.file import Case, read_case
from rules.cases.setup import build
from rules.dice import PracticeDice
from rules.model.refusals import Refusal
from rules.odds import assumed, left_out
from rules.play.game import Game
from tests.case_tables import CASES, of_folder
from tests.rules.random_battles import CHANCES, ERRORS, Fight, tally, worst

EACH = 10  # of so many cases one is fought
FEW = 3  # with no more than so many all are fought
OTHERS_FIRST = "the landing zone is cleared"


def battles(document: str, each: int = EACH) -> Iterator[Fight]:
    """Battles that some of a document's cases come to, and whose odds are told without a but."""
    for data in of_folder(CASES / document)[::each]:
        case = read_case(data)
        for fight in _of(case, build(case)):
            if not left_out(fight.view, fight.battle) and OTHERS_FIRST not in assumed(fight.view, fight.battle):
                yield fight


def _of(case: Case, game: Game) -> Iterator[Fight]:
    """The battles that are due when the first orders of a case have been given."""
    for step in case.step:
        plain = not (step.edit or step.dice or step.refuse)
        if not plain or isinstance(game.submit(step.order, PracticeDice(1), game.to_act), Refusal):
            return
        if game.state.turn.phase == "conduct combat" and not game.state.pending:
            yield from (Fight(game.view, id_, f"{case.id} {id_}") for id_ in _due(game))
            return


def _due(game: Game) -> list[str]:
    found = (b for b in game.state.battles.values() if b.kind in ("land", "sea") and b.status == "due")
    both = [b for b in found if b.attackers and b.defenders and not b.optional]
    return [b.id for b in both if game.trial(f"fight {b.place}") is None]


@pytest.mark.parametrize("document", sorted(path.name for path in CASES.iterdir() if path.is_dir()))
def test_cases_are_fought_as_the_odds_say(document: str) -> None:
    """Within four standard errors over all of a document's; no single one as it hardly ever could."""
    found = list(battles(document))
    if len(found) <= FEW:
        found = list(battles(document, 1))
    if not found:
        pytest.skip(f"no case of {document} comes to a battle with odds")
    tallies = [tally(fight, 1, PracticeDice(fight.text)) for fight in found]
    off = worst(tallies)
    assert max(off[name] for name in CHANCES) < ERRORS, (document, off)
