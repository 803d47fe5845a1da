"""What computer players do, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.game.computers import Computer
from bot.game.results import Denied, Outcome
from bot.interface.text import words
from bot.interface.text.limits import CONTENT, clip, fitting
from bot.store import Game as Row
from seats import Thought

# Characters of a message that are left for what comes of the orders.
RESULTS = 900


def acting(power: str, held: Computer, thought: Thought) -> str:
    """The orders of a computer with their reasons, before they are carried out."""
    lines = [f"**{power}** ({held.title}): {words.phase(thought.phase)}"]
    for text, why in thought.orders:
        if text != "done" or text == thought.orders[-1][0]:
            lines.append(f"- {text}")
            lines += [f"-# {why}"] if why else []
    return clip("\n".join(lines), CONTENT - RESULTS)


def results(head: str, outcome: Outcome) -> str:
    """The same with what came of them."""
    if isinstance(outcome, Denied):
        return clip(f"{head}\n*Not carried out: {outcome.refusal.message}*", CONTENT)
    if not outcome.rolls:
        return head
    lines = fitting([words.told(line) for line in outcome.lines], CONTENT - len(head) - 100, from_end=True)
    return clip(
        "\n".join([head, *lines, f"-# Rolled {words.dice_numbers(outcome.rolls)} · /dice verify checks it"]), CONTENT
    )


def weighed(power: str, memory: Mapping[str, Any]) -> str:
    """What a computer weighed in its last combat move and did not do, by how much it fell short."""
    lines = memory.get("weighed") or ()
    if not lines:
        return f"The computer that plays {power} has weighed no other attacks lately."
    return clip(
        "\n".join([f"**{power}**: attacks that were weighed in the last combat move", *(f"- {x}" for x in lines)]),
        CONTENT,
    )


def given_up(row: Row, power: str, why: str) -> str:
    """A seat that the computer leaves."""
    return (
        f"<@{row.master}>: the computer can't go on for **{power}** ({why}). Somebody has to play it: "
        f"`/game replace power:{power}`, or give it another level with `/game seats`."
    )
