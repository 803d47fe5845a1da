"""How much time a game gives, as a club has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

HOUR: Final = 3600.0
DAY: Final = 86400.0
LOSES: Final = "loses"
ARBITER: Final = "arbiter"


class TermsError(ValueError):
    """Terms that cannot be; the text says what can."""


@dataclass(frozen=True, slots=True)
class Terms:
    """Seconds, where nothing else is said.

    turn: for a turn (live: for the whole game). answer: for an answer, after which a standing order gives it; None: no
    limit. live: what is left of a turn is kept, and `increment` is added after each. overruns: how many turns may run over;
    each begins again with `extra` (None: with `turn`). then: after one more the player LOSES, or the ARBITER is asked.
    vacation: time off, by game and by season. warnings: how long before the end of a turn.
    """

    turn: float
    answer: float | None = None
    live: bool = False
    increment: float = 0.0
    overruns: int = 0
    extra: float | None = None
    then: str = ARBITER
    vacation: float = 0.0
    season_vacation: float = 0.0
    warnings: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        for wrong, text in (
            (not self.turn > 0, "a turn takes some time"),
            (self.answer is not None and not self.answer > 0, "an answer takes some time, or has no limit"),
            (self.extra is not None and not self.extra > 0, "what an overrun gives is some time"),
            (self.increment < 0 or self.overruns < 0, "an increment and the number of overruns are 0 or more"),
            (self.increment > 0 and not self.live, "only a live clock has an increment"),
            (self.vacation < 0 or self.season_vacation < 0, "vacation is 0 days or more"),
            (self.then not in (LOSES, ARBITER), f"in the end a player “{LOSES}”, or the “{ARBITER}” is asked"),
            (any(not w > 0 for w in self.warnings), "a warning comes before the end"),
        ):
            if wrong:
                raise TermsError(f"A clock: {text}.")
