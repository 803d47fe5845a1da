"""The panel says in which order battles are fought where some wait for others."""

from __future__ import annotations

from bot.discord.features.panel.status import body
from tests.positions import stand

UNITS = {
    "SZ 61": {"Japan": "1 transport (cargo: 1 infantry)"},
    "Kiangsu": {"Japan": "2 infantry"},
    "Kwangtung": {"United Kingdom": "1 infantry"},
    "Suiyuan": {"China": "1 infantry"},
}


def told(*orders: str) -> str:
    """The panel after some orders in China."""
    owner = {"Kwangtung": "United Kingdom", "Suiyuan": "China", "Kiangsu": "Japan"}
    return "\n".join(body(stand("Japan", *orders, "done", game="anniversary", units=UNITS, owner=owner)))


def test_where_an_assault_waits_the_order_is_told() -> None:
    both = told("unload 1 infantry: SZ 61 > Kwangtung", "move 2 infantry: Kiangsu > Suiyuan")
    assert "Fight your battles: raids come first, then rockets, then assaults, then battles." in both


def test_otherwise_any_order_is_as_good() -> None:
    assert "in any order you like" in told("move 2 infantry: Kiangsu > Suiyuan")
