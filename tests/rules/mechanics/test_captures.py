"""What rules are told when land changes hands."""

from __future__ import annotations

from collections.abc import Callable

from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule

Check = Callable[..., None]


class Herald(Rule):
    """Says what it is told."""

    id = "test.herald"

    @moments.captured
    def _say(self, act: Act, place: str, before: str | None, after: str | None) -> None:
        act.note(f"told: {place} from {before} to {after}")


def test_what_returns_to_a_freed_power_is_told_too(check: Check) -> None:
    check(
        """
[[case]]
id = "T-1"
title = "Made up"
game = "classic"
rules = ["test.herald"]
power = "United Kingdom"
phase = "combat move"
setup = "empty"
owner = { Russia = "Germany", "Karelia S.S.R." = "United Kingdom", Caucasus = "Germany" }
units."Karelia S.S.R."."United Kingdom" = "1 infantry"
step = [ { order = "move 1 infantry: Karelia S.S.R. > Russia" }, { order = "done" }, { order = "done" } ]
expect.log = ["told: Russia from Germany to USSR", "told: Karelia S.S.R. from United Kingdom to USSR"]
expect.unsaid = ["told: Caucasus"]
""",
        Herald(),
    )
