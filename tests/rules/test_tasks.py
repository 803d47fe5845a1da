"""Tasks of the agenda."""

from __future__ import annotations

import pytest

from rules.core.act import Act, task
from rules.play import flow
from tests.positions import Faces, stand


def test_a_task_that_nobody_knows_is_a_mistake() -> None:
    game = stand("Germany")
    act = Act(game.table, game.state.copy(), Faces())
    with pytest.raises(LookupError, match="no task make tea"):
        flow._do(act, task("make tea"))
