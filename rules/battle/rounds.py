"""The steps of a combat round (docs/ENGINE.md); their order is data of the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.battle import casualties, conclude, fire, retreat, sides
from rules.battle.leaving import step_aside
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core.act import Act, task
from rules.core.hooks import Rule
from rules.core.steps import Step
from rules.core.view import View
from rules.model.orders import PASS, PRESS_ON, Order, Submerge
from rules.model.salvo import Salvo, Shot, Side
from rules.model.state import Battle, Decision, Unit
from rules.model.vocabulary import Trait


def begin_round(act: Act, id_: str) -> None:
    """Put the steps of a round on the agenda."""
    battle = act.battle(id_)
    steps = act.table.fold(Rule.battle_steps, act.printed_round(battle.kind), act, battle, True)
    act.then(*(task("battle step", id=id_, step=s) for s in steps))


def open_round(act: Act, id_: str) -> None:
    """r0: count the round, see who has destroyers; a battle nobody can fight ends here."""
    battle = act.battle(id_)
    act.update(id_, round=battle.round + 1, fired=(), hunters=sides.look_for_hunters(act, battle))
    if verdict := conclude.hopeless(act, act.battle(id_)):
        conclude.finish(act, id_, verdict)


def submerge(act: Act, id_: str) -> None:
    """r1: submarines without an enemy destroyer may submerge, attacker's first (G40-11.3); where they may at the end of a
    round, those that are left by then count."""
    battle = act.battle(id_)
    if (hunters := sides.look_for_hunters(act, battle)) != battle.hunters:
        act.update(id_, hunters=hunters)
    steps = ("submerge attacker", "end", "submerge defender")
    act.then(*(task("battle step", id=id_, step=s) for s in steps))


def submerge_of(side: str) -> Callable[[Act, str], None]:
    """The question to one side."""

    def step(act: Act, id_: str) -> None:
        battle = act.battle(id_)
        owners = {u.owner for u in divers(act, battle, side)}
        for power in (battle.attacker, *fire.defenders_in_order(act, battle.attacker)):
            if power in owners:
                act.ask("submerge", power, battle.place, battle=id_, side=side)

    return step


def divers(view: View, battle: Battle, side: str) -> list[Unit]:
    """Submarines of a side that may submerge now."""
    if sides.hunts(view, battle, sides.other(side)):
        return []
    return [u for u in sides.units(view, battle, side) if view.has(u, "submerges")]


def asked_to_dive(view: View, decision: Decision) -> list[Unit]:
    """The units that a question to submerge is about: those it names, or all that may."""
    data = decision.data
    return view.get(data["ids"]) if "ids" in data else divers(view, view.state.battles[data["battle"]], data["side"])


def answer_submerge(act: Act, decision: Decision, order: Order) -> None:
    """`submerge N submarine` or `pass`."""
    if order in (PASS, PRESS_ON):
        act.answered()
        return
    if not isinstance(order, Submerge):
        act.refuse("not-your-decision", "Submerge submarines, or pass to strike.", act.cite("submerging"))
    battle = act.battle(decision.data["battle"])
    subs = [u for u in asked_to_dive(act, decision) if u.owner == decision.power]
    leaving: list[Unit] = []
    for item in order.items:
        fits = [u for u in subs if u.type == item.unit and u not in leaving]
        if len(fits) < item.count:
            told = f"Only {act.table.units[item.unit].counted(len(fits))} may submerge here, not {item.count}."
            act.refuse("not-enough-units", told, act.cite("submerging"))
        leaving += fits[: item.count]
    act.answered()
    step_aside(act, battle.id, leaving)


def strikers(view: View, battle: Battle, side: str) -> list[Unit]:
    """Units of a side that fire before the others and have not yet (submarines no destroyer cancels)."""
    trait: Trait = "first strike attacking" if side == ATTACKER else "first strike defending"
    cancelled = sides.hunts(view, battle, sides.other(side))
    mine = sides.units(view, battle, side) if not cancelled else []
    return [u for u in mine if view.has(u, trait) and u.id not in battle.fired]


def strike(view: View, battle: Battle, side: Side) -> Salvo:
    """r2: opening fire of a side; what it hits is gone when both sides have struck (G40-11.5)."""
    shots = _useful(view, battle, side, fire.volley(view, battle, side, strikers(view, battle, side)))
    return Salvo("strike", side, shots, "step", f"first strike ({side})")


def general_fire(view: View, battle: Battle, side: Side) -> Salvo:
    """r3 and r4: all of a side that have not fired this round and can hit anything (a submarine among aircraft
    alone rolls no die, CL-6.4); what they hit still fires."""
    firing = [u for u in sides.units(view, battle, side) if u.id not in battle.fired]
    shots = _useful(view, battle, side, fire.volley(view, battle, side, firing))
    return Salvo("fire", side, shots, "round", "attack" if side == ATTACKER else "defense")


def _useful(view: View, battle: Battle, side: Side, shots: tuple[Shot, ...]) -> tuple[Shot, ...]:
    """The shots that have something they can hit."""
    targets = sides.units(view, battle, sides.other(side))
    return tuple(s for s in shots if any(sides.may_be_hit(view, battle, t, k) for t in targets for _, k in s.bands))


def remove_hit(act: Act, id_: str) -> None:
    """r5: hit units leave the board."""
    casualties.remove(act, id_)


def end_test(act: Act, id_: str) -> None:
    """r6: is it decided?"""
    if verdict := conclude.verdict(act, act.battle(id_)):
        conclude.finish(act, id_, verdict)


STEPS: Mapping[str, Step] = {
    "round": Step(begin_round),
    "open": Step(open_round),
    "submerge": Step(submerge),
    "submerge attacker": Step(submerge_of(ATTACKER)),
    "submerge defender": Step(submerge_of(DEFENDER)),
    "strike": Step(salvo=strike),
    "fire": Step(salvo=general_fire),
    "remove": Step(remove_hit),
    "end": Step(end_test),
    "withdraw": Step(retreat.withdraw),
    "retreat": Step(retreat.ask),
}
