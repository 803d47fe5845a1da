"""What a unit remembers of the turn that runs."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal

Role = Literal[
    "", "attack", "raid", "escort", "assault", "landed", "support",  # of the side whose turn it is
    "drop", "dropped",  # its aircraft that set down troops on their way, and those troops
    "fire afar", "raid afar",  # stands elsewhere and takes part in the battle or raid at `target`
    "aimed",  # goes for the unit whose id is `target`
    "scramble", "intercept",  # of the other side
    "retreated",  # left a fight that goes on without it
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ledger:
    """What a unit remembers of the turn that runs; blank again when the turn is over.

    route: places passed, its start first (empty: has not moved). spent: points used. moved: phase in which it
    moved ("" not). role: what it does: "assault" is aboard, to land at `target`; "support" a ship of an assault.
    target: place it will land at, facility it raids, or what its role says. fought: took part in combat. loaded: phase
    in which it was loaded ("" earlier or not). unloaded: where a transport has landed cargo.
    """

    route: tuple[str, ...] = ()
    spent: int = 0
    moved: str = ""
    role: Role = ""
    target: str = ""
    fought: bool = False
    loaded: str = ""
    unloaded: str = ""


BLANK = Ledger()
# The names of what is noted.
NOTES = tuple(f.name for f in fields(Ledger))
NOTED = frozenset(NOTES)
