"""What changed in the rules since they were first played: told to games under way, before they go on.

A game's log holds what each order brought, and its positions are kept: nothing that was played is judged again, whatever
changes here. From then on orders go by the rules as they are now. A change of what an order does, or of what is legal, takes
a line at the end of CHANGES. Where a rule is only read otherwise than before, the old reading becomes an option, and
`keeps` names the value with which games that began before go on as they began; what was a fault is mended for all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.core.table import Table


@dataclass(frozen=True, slots=True)
class Change:
    """What is otherwise from a day (year-month-day) on, in players' words. names: boards, documents and rules that it is
    about (any of them; none: every game). keeps: options, by name, with which earlier games go on."""

    date: str
    text: str
    names: tuple[str, ...] = ()
    keeps: Mapping[str, Any] = field(default_factory=dict)

    def concerns(self, table: Table) -> bool:
        """Whether a game with these rules is another one by it."""
        on = [rule.id for rule in table.rules if not rule.switch or table.option(rule.switch)]
        return not self.names or table.board.id in self.names or any(_is(i, n) for i in on for n in self.names)


def _is(rule: str, name: str) -> bool:
    return rule == name or rule.startswith(f"{name}.")


CHANGES: tuple[Change, ...] = (
    Change(
        "2026-11-23",
        "Aircraft of a carrier that is hit are in the air, in a battle or not: they fight on, and their owner says which "
        "leave its deck and where they land.",
        ("later.aboard",),
    ),
    Change(
        "2026-11-23",
        "Truce: no attack on ground where the other power's units would defend, and no rockets at it.",
        ("x2",),
    ),
    Change(
        "2026-11-23",
        "Victory: what is completed counts until the next turn of the player who took it, whoever gets the ground.",
        ("europe1943",),
    ),
    Change(
        "2026-11-23",
        "A territory passed through over a mined line is taken when the line has been crossed, by who lives then.",
        ("y43.landmines", "y43.hedgehogs"),
    ),
    Change(
        "2026-11-23",
        "The units of a bid are bought as in purchase: only what the power may buy in round 1, within all limits.",
        ("table.bid",),
    ),
    Change(
        "2026-11-23",
        "In the air battle of a raid each aircraft rolls the dice that it has.",
        ("bx.strategic-bombing", "y43"),
    ),
    Change(
        "2026-11-23",
        "After the takeover Germany may raise the complexes of Italian ground as Italy might.",
        ("x4.italian-takeover",),
    ),
    Change("2026-11-23", "A warship may cover a landing by landing craft alone.", ("x4.landing-craft",)),
    Change(
        "2026-11-23",
        "British ships at sea are repaired by the economy of their ocean, or by the one that can pay. Aircraft may fly over "
        "ground where units of a power at peace stand.",
        ("global1940",),
    ),
    Change(
        "2026-11-23",
        "Each power answers for its own submarines that may withdraw, and none withdraws through a canal that is shut to it.",
        ("classic", "global1940", "europe1943"),
    ),
    Change(
        "2026-11-30",
        "What a bid leaves is the cash of the power that placed its units last; if none did, of the one that passed first.",
        ("table.bid",),
    ),
)


def version(changes: Sequence[Change]) -> str:
    """The version of the rules after some changes, stored with each game: it began with 1."""
    return str(1 + len(changes))


VERSION = version(CHANGES)


def known(name: Any) -> bool:
    """Whether a version of the rules is this one or an earlier one."""
    return name in {version(CHANGES[:n]) for n in range(len(CHANGES) + 1)}


def since(name: str, table: Table) -> list[Change]:
    """What has changed since a version for a game with these rules; of a version that is not known, everything."""
    later = CHANGES[int(name) - 1 :] if known(name) else CHANGES
    return [change for change in later if change.concerns(table)]


def as_begun(head: Mapping[str, Any], name: str) -> dict[str, Any]:
    """A game's head (board, rules, options) with the readings that it began with in a version: options that have come since
    as it played without them."""
    table = Table(head["board"], head["rules"], head["options"])
    kept = {option: value for change in since(name, table) for option, value in change.keeps.items()}
    mine = {option: value for option, value in kept.items() if option in table.known_options}
    return {**head, "options": {**mine, **head["options"]}, "version": VERSION}
