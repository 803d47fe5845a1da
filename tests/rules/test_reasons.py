"""Refusals give the true reason, with the true numbers, to the one who is refused."""

from __future__ import annotations

from rules.cases.file import read_text
from rules.cases.setup import build
from rules.dice.prng import Prng
from rules.model.refusals import Refusal


def refused(head: str, *orders: str) -> str:
    """What the last order of some is refused with, in a position."""
    game = build(read_text(f'id = "X"\nsetup = "empty"\n{head}')[0])
    answers = [game.submit(order, Prng(1), game.to_act) for order in orders]
    assert not any(isinstance(a, Refusal) for a in answers[:-1]), answers
    last = answers[-1]
    assert isinstance(last, Refusal), last
    return last.message


def test_icons_where_trains_run_and_where_nobody_stands() -> None:
    """Friendly ground, yet no icon: why."""
    head = """
        game = "europe1943"
        rules = ["y43"]
        power = "United States"
        phase = "mobilize"
        flags = { captured = {} }
        owner = { Paris = "United States" }
    """
    assert (
        refused(head, "lay 1 railroad: Oran") == "No railroads in Oran: the trains of United States run there without."
    )
    assert refused(head, "lay 1 railroad: Paris") == "No railroads in Paris: no unit of United States stands there."


def test_all_that_is_idle_in_a_zone_is_counted() -> None:
    """Of three infantry on two ships none is to land."""
    head = """
        game = "global1940"
        power = "United Kingdom"
        phase = "combat move"
        war = "all"
        units."United Kingdom"."United Kingdom" = "3 infantry"
        units."SZ 110"."United Kingdom" = "2 transport"
    """
    assert "3 infantry aboard in SZ 110" in refused(head, "load 3 infantry: United Kingdom > SZ 110", "done")


def test_an_army_is_told_to_each_power_as_it_can_form_it() -> None:
    """Germany has no T-34."""
    head = """
        game = "global1940"
        rules = ["x4"]
        round = 9
        power = "Germany"
        phase = "noncombat move"
        units.Poland.Germany = "1 panzer general, 4 tank"
    """
    text = refused(head, "form panzer army: Poland: 1 panzer general, 4 tank")
    assert "5 tanks" in text and "t-34" not in text.lower()
