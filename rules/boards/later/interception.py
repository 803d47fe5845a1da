"""Interception: fighters of a raided territory meet the raid in the air."""

from __future__ import annotations

from rules.boards.later.reactions import asked, enemies_in_order, pick
from rules.core import moments
from rules.core.act import Act, task
from rules.core.hooks import Question, Rule
from rules.core.view import View
from rules.model.orders import PASS, Intercept, Item, Order
from rules.model.state import Battle, Decision, Task, Unit


class Interception(Rule):
    """Fighters in a raided territory may meet the raid in the air."""

    id = "later.intercept"
    title = "Interceptors"
    source = "Europe and Pacific 1940 rulebooks: strategic bombing raids"
    entries = ("G40-8.4",)
    questions = {"intercept": "Whether your fighters intercept raids"}
    asks = {"intercept": "intercept the {attack}?"}
    priority = 11

    @moments.attacks_made
    def _ask(self, act: Act) -> None:
        """Asked behind the scrambles, and with them."""
        act.before("admit reinforcements", task("intercept", at_once=True))

    def task(self, act: Act, task: Task) -> bool:
        """Ask every power with fighters in a raided territory."""
        if task.name != "intercept":
            return False
        for power in enemies_in_order(act):
            for battle in sorted(raids(act), key=lambda b: b.place):
                for front in fronts(act, battle):
                    if interceptors(act, battle.place, power, front):
                        act.ask(
                            "intercept", power, battle.place, battle=battle.id, **({"front": front} if front else {})
                        )
        return True

    def answer(self, act: Act, decision: Decision, order: Order) -> bool:
        """`intercept N fighter` or `pass`; where several facilities are raided in separate air battles the
        question is put for each, and `intercept N fighter (air base)` answers for all of them."""
        if decision.kind != "intercept":
            return False
        if not isinstance(order, Intercept) and order != PASS:
            act.refuse(
                "not-your-decision", f"Intercept the raid on {decision.place}, or pass.", act.cite("interception")
            )
        items = order.items if isinstance(order, Intercept) else ()
        for item in items:
            _rise(act, decision, item)
        act.answered()
        if any(item.tags for item in items):
            mine = ("intercept", decision.power, decision.place)
            for other in [d for d in act.state.pending if (d.kind, d.power, d.place) == mine]:
                act.drop_decision(other)
        return True

    def question(self, view: View, decision: Decision, now: Question) -> Question:
        """The fighters may all have flown off to scramble."""
        if decision.kind != "intercept":
            return now
        return now._replace(void=now.void or not interceptors(view, decision.place, decision.power, _front(decision)))

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """All of them, one of them, none."""
        decision = asked(view, "intercept", power)
        if decision is None:
            return ()
        kinds = [u.type for u in interceptors(view, decision.place, power, _front(decision))]
        counts = [(kind, n) for kind in sorted(set(kinds)) for n in dict.fromkeys((kinds.count(kind), 1))]
        return ("pass", *(f"intercept {n} {kind}" for kind, n in counts))


def raids(view: View) -> list[Battle]:
    """The raids of this turn."""
    return [b for b in view.state.battles.values() if b.kind == "raid"]


def fronts(view: View, battle: Battle) -> tuple[str, ...]:
    """The separate air battles of a raid ("" where there is one for all)."""
    one: tuple[str, ...] = ("",)
    return view.table.fold(Rule.raid_fronts, one, view, battle)


def _front(decision: Decision) -> str:
    """The air battle that a question is about ("" for the one of all)."""
    return str(decision.data.get("front", ""))


def _rise(act: Act, decision: Decision, item: Item) -> None:
    """Fighters take off to meet a raid: the one asked about, or the one a tag names."""
    place, power, rule = decision.place, decision.power, act.cite("interception")
    front = _front(decision)
    for tag in item.tags:
        open_ = {f for b in raids(act) if b.place == place for f in fronts(act, b)}
        front = act.table.unit_names.find(tag) or tag
        if front not in open_:
            act.refuse("no-target", f"Raided in {place}: {', '.join(sorted(open_))}; not {tag}.", rule)
    pool = interceptors(act, place, power, front)
    if not act.table.units[item.unit].has("intercepts") and not any(u.type == item.unit for u in pool):
        act.refuse("not-eligible", f"{item.unit} cannot intercept: fighters can.", rule)
    for unit in pick(act, item, pool, rule):
        act.change(unit, role="intercept", target=front)


def interceptors(view: View, place: str, power: str, front: str = "") -> list[Unit]:
    """Aircraft of a power in a territory that may intercept a raid over a target: fighters, unless a rule lets others."""
    here = [u for u in view.units(place, power) if not u.role]
    return [u for u in here if view.table.fold(Rule.may_rise, view.has(u, "intercepts"), view, u, place, front)]
