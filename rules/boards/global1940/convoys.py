"""Convoy disruption in collect income (G40-15.2 to 15.6)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.boards.later.china import china
from rules.core.act import Act
from rules.core.hooks import IncomeLine, Rule
from rules.core.maxflow import met
from rules.core.purses import lands
from rules.core.view import View
from rules.model.state import Unit


class Convoys(Rule):
    """Enemy warships in convoy zones cost the owner of the coast income."""

    id = "global1940.convoys"
    title = "Convoy disruption"
    text = (
        "When a power collects, each convoy zone beside its territories that holds enemy warships is rolled for: a "
        "die for a battleship, cruiser or destroyer, two for a submarine and for each aircraft there. A 1, 2 or 3 "
        "costs that many IPC. A territory loses no more than its value through all its zones together."
    )
    source = "Global 1940 rules: collect income"
    entries = ("G40-15.2", "G40-15.3", "G40-15.4", "G40-15.5", "G40-15.6")

    def income_dice(self, act: Act, purse: str, lines: tuple[IncomeLine, ...]) -> tuple[IncomeLine, ...]:
        """Roll for the purse's zones and book as much as its territories can lose."""
        power = act.board.purse_power[purse]
        if power == china(act):
            return lines
        values = {p: act.value(p) for p in lands(act, purse) if act.value(p)}
        rolled = [(_roll(act, zone, power), near) for zone, near in zones(act, values)]
        loss = met(rolled, values)
        return (*lines, IncomeLine("convoy disruption", -loss, "G40-15.3")) if loss else lines


def zones(view: View, coast: Iterable[str]) -> list[tuple[str, list[str]]]:
    """Convoy zones by number, each with the territories among `coast` that touch it."""
    lands_ = set(coast)
    marked = sorted((p.name for p in view.board.places.values() if p.convoy), key=_number)
    found = [(z, [p for p in view.board.near(z) if p in lands_]) for z in marked]
    return [(z, near) for z, near in found if near]


def _number(zone: str) -> int:
    return int(zone.removeprefix("SZ "))


def raiders(view: View, zone: str, power: str) -> list[Unit]:
    """Units in a zone that disrupt a power's convoys, by name."""
    here = [
        u for u in view.enemy_units(zone, power) if view.of(u).number("convoy_dice") and u.owner in view.board.powers
    ]
    return sorted(here, key=lambda u: (u.type, u.id))


def _roll(act: Act, zone: str, power: str) -> int:
    """IPC that the raiders of a zone roll."""
    here = raiders(act, zone, power)
    labels = [u.type for u in here for _ in range(act.of(u).number("convoy_dice"))]
    if not act.option("convoy_disruption_rolls_dice"):
        return 2 * len(labels)
    if not labels:
        return 0
    dice = act.roll(len(labels), "convoy disruption", zone, here[0].owner, [3] * len(labels), labels)
    return sum(d for d in dice if d <= 3)


RULES = (Convoys(),)
