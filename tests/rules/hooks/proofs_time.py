"""Proofs of the hooks of time, of orders, and of what is offered."""

from __future__ import annotations

from rules.core import moments
from rules.core.act import task as new_task
from rules.core.hooks import Goal
from rules.legal import legal
from rules.model.orders import PASS, Invoke
from rules.model.refusals import Refusal
from rules.model.state import Decision
from rules.play import asking
from rules.play.goals import goals_of
from tests.rules.hooks.proof import proves, proves_of


@proves_of("classic", lambda game: Goal("Axis") in goals_of(game.view))
def goals(self, view, goals):
    return (*goals, Goal("Axis"))


def _asks():
    @moments.phase_ends
    def phase_ends(self, act, phase):
        act.ask("made up", "Germany", may_pass=True)

    return phase_ends


def _puts():
    @moments.phase_ends
    def phase_ends(self, act, phase):
        act.then(new_task("made up"))

    return phase_ends


NOTED = {"log": ["made up"]}
LAST_PHASE = {"phase": "mobilize"}


@proves(setup="printed", phase="purchase", expect={"money": {"USSR": 25}})
@moments.game_begins
def game_begins(self, act):
    act.pay("USSR", -1, "made up")


@proves(game="global1940", power="Japan", war=[["Germany", "United Kingdom"]],
        expect={"cannot": {"declare war on Soviet Union": "*"}})  # fmt: skip
@moments.relations_written
def relations_written(self, act):
    act.set_relation("Japan", "Soviet Union", "war", "made up")


@proves(units={"Germany": {"Germany": "1 infantry"}}, expect={"money": {"Germany": 33}})
@moments.units_written
def units_written(self, act, place, owner):
    act.pay("Germany", -1, "made up")


@proves("done", **LAST_PHASE, power="United States", expect=NOTED)
@moments.round_begins
def round_begins(self, act):
    act.note("made up")


@proves("done", **LAST_PHASE, expect=NOTED)
@moments.turn_begins
def turn_begins(self, act):
    act.note("made up")


@proves("done", phase="purchase", expect=NOTED)
@moments.phase_begins
def phase_begins(self, act, phase):
    act.note("made up")


@proves("done ! not-eligible", phase="purchase")
def may_end_phase(self, view, phase):
    return Refusal("not-eligible", "Not yet.")


@proves("done", phase="purchase", expect=NOTED)
@moments.phase_ends
def phase_ends(self, act, phase):
    act.note("made up")


@proves("done", **LAST_PHASE, expect=NOTED)
@moments.turn_ends
def turn_ends(self, act):
    act.note("made up")


@proves("declare war on Soviet Union", game="global1940", power="Japan", expect=NOTED)
@moments.war_declared
def war_declared(self, act, power, target):
    act.note("made up")


@proves("invoke nothing", expect=NOTED)
def handle(self, act, order):
    if isinstance(order, Invoke):
        act.note("made up")
    return isinstance(order, Invoke)


@proves("[Germany] invoke nothing", expect=NOTED)
def any_time(self, act, order):
    if isinstance(order, Invoke):
        act.note("made up")
    return isinstance(order, Invoke)


@proves("done", "[Germany] pass", phase="purchase", beside=(_asks(),), expect=NOTED)
def answer(self, act, decision, order):
    if decision.kind != "made up" or order != PASS:
        return False
    act.answered()
    act.note("made up")
    return True


@proves_of("classic", lambda game: asking.figures(game.view, Decision("made up", "USSR")) == "3 left", about="figures")
def question(self, view, decision, now):
    return now._replace(figures="3 left") if decision.kind == "made up" else now


@proves("done", phase="purchase", beside=(_puts(),), expect=NOTED)
def task(self, act, task):
    if task.name == "made up":
        act.note("made up")
    return task.name == "made up"


@proves_of("classic", lambda game: "concede" in legal(game, "USSR").offers)
def offers(self, view, power):
    return ("concede",)
