"""Refusals: why an order is not carried out, as a value.

`Refused` is the engine's internal way of leaving a handler; `Game.submit` turns it into the value.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.model.names import tidy


@dataclass(frozen=True, slots=True)
class Refusal:
    """One broken rule.

    code: stable kebab-case word, see docs/ORDERS.md for the list.
    message: a sentence for the player with the figures and what would be legal instead.
    rule: id of the catalogue entry that forbids it ("CL-5.3"), or "" for plain slips of the pen.
    choices: orders or values that would be accepted, for "did you mean".
    """

    code: str
    message: str
    rule: str = ""
    choices: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "message", tidy(self.message[:1].upper() + self.message[1:]))


class Refused(Exception):
    """Raised inside the engine to refuse the order at hand; never leaves `Game`."""

    def __init__(self, code: str, message: str, rule: str = "", choices: tuple[str, ...] = ()) -> None:
        super().__init__(f"{code}: {message}")
        self.refusal = Refusal(code, message, rule, choices)
