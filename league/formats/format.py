"""What a format is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from league.clocks import Terms

EITHER: Final = "either"
HOWS: Final = ("none", "agreed", "sealed")
DICE: Final = {"dice": "", "low luck": "low_luck", "medium luck": "medium_luck", "deck of dice": "deck_of_dice"}
"""How the dice fall, and the option that is on for it."""
EDITS: Final = ("unrated", "arbiter", "rated")


class FormatError(ValueError):
    """A format that cannot be; the text names each fault with its fix, one a line."""


@dataclass(frozen=True, slots=True)
class BidTerms:
    """How sides are bid for: "none", "agreed" with the challenge, or "sealed" bids revealed together. side: the one that is
    bid for, or "either". most: the highest bid, in IPC."""

    how: str = "sealed"
    side: str = EITHER
    most: int = 200


@dataclass(frozen=True, slots=True)
class RatingTerms:
    """What counts. drift: points by which a skill is thought to move in a year (0: games do not fade). edits: what a change
    by the master makes of a game: "unrated", the "arbiter" says, or it stays "rated". rounds: a game shorter than that is
    not rated (0: any is). pair: how many games of two people count in a season (0: all)."""

    drift: int = 40
    edits: str = "arbiter"
    rounds: int = 0
    pair: int = 0


@dataclass(frozen=True, slots=True)
class Format:
    """A named way to play. id: its file's name. source: whose it is and where it stands. documents: house rules, as
    in a lobby. shares: what a power weighs within its side, where they do not weigh the same."""

    id: str
    title: str
    summary: str
    source: str
    board: str
    clock: Terms
    documents: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    dice: str = "dice"
    bid: BidTerms = BidTerms()
    rating: RatingTerms = RatingTerms()
    shares: Mapping[str, float] = field(default_factory=dict)

    @property
    def table_options(self) -> dict[str, Any]:
        """The options of a table that is opened by it, but the bid itself."""
        mode = DICE[self.dice]
        return {**self.options, **({mode: True} if mode else {})}
