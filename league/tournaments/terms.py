"""What kind of tournament it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

ROUND_ROBIN: Final = "round robin"
SWISS: Final = "swiss"
SINGLE: Final = "single elimination"
DOUBLE: Final = "double elimination"
KINDS: Final = (ROUND_ROBIN, SWISS, SINGLE, DOUBLE)
BRACKETS: Final = (SINGLE, DOUBLE)
ALTERNATE, BY_BID = "alternate", "bid"
TIE_BREAKS: Final = ("head to head", "buchholz", "median buchholz", "sonneborn-berger", "wins", "progress", "seed")


class TermsError(ValueError):
    """Terms that cannot be; the text says what can."""


class Refused(ValueError):
    """What is wanted cannot be in this tournament now; the text says what can."""


@dataclass(frozen=True, slots=True)
class Terms:
    """kind: one of KINDS. rounds: of a Swiss. legs: how often all meet in a round robin. wins: games a match of a bracket
    goes to. win, draw, bye, late: points for each (late: for each round before somebody came). sides: ALTERNATE, or BY_BID.
    tie_breaks: in order. third: a bracket plays for the third place (single elimination)."""

    kind: str
    rounds: int = 5
    legs: int = 1
    wins: int = 1
    win: float = 1.0
    draw: float = 0.5
    bye: float = 1.0
    late: float = 0.0
    sides: str = ALTERNATE
    tie_breaks: tuple[str, ...] = ("head to head", "buchholz", "wins", "seed")
    third: bool = False

    def __post_init__(self) -> None:
        for wrong, text in (
            (self.kind not in KINDS, f"it is one of {', '.join(KINDS)}"),
            (self.sides not in (ALTERNATE, BY_BID), f"sides “{ALTERNATE}”, or are had by “{BY_BID}”"),
            (min(self.rounds, self.legs, self.wins) < 1, "rounds, legs and wins are 1 or more"),
            (not 0 <= self.draw <= self.win or self.win <= 0, "a draw is worth 0 to what a win is worth"),
            (min(self.bye, self.late) < 0, "a bye is worth 0 or more"),
            (self.third and self.kind != SINGLE, f"only {SINGLE} plays for the third place"),
            (not set(self.tie_breaks) <= set(TIE_BREAKS), f"tie-breaks are {', '.join(TIE_BREAKS)}"),
        ):
            if wrong:
                raise TermsError(f"A tournament: {text}.")
