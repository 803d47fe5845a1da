"""The steps of a combat round (docs/ENGINE.md); their order is data of the board."""

from __future__ import annotations

from collections.abc import Callable

from rules.battle import casualties, conclude, fire, retreat, sides
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core.act import Act, task
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.orders import PASS, PRESS_ON, Order, Submerge
from rules.model.state import Battle, Decision, Unit
from rules.model.vocabulary import Trait


def begin_round(act: Act, id_: str) -> None:
    """Put the steps of a round on the agenda."""
    battle = act.battle(id_)
    steps = act.table.fold(Rule.round_steps, tuple(act.edition(f"{battle.kind}_round")), act, battle)
    act.then(*(task("battle step", id=id_, step=s) for s in steps))


def open_round(act: Act, id_: str) -> None:
    """r0: count the round, see who has destroyers; a battle nobody can fight ends here."""
    battle = act.battle(id_)
    act.update(id_, round=battle.round + 1, fired=())
    act.remember(id_, hunters=sides.look_for_hunters(act, battle), rolled=None)
    if verdict := conclude.hopeless(act, act.battle(id_)):
        conclude.finish(act, id_, verdict)


def submerge(act: Act, id_: str) -> None:
    """r1: submarines without an enemy destroyer may submerge, attacker's first (G40-11.3)."""
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


def answer_submerge(act: Act, decision: Decision, order: Order) -> None:
    """`submerge N submarine` or `pass`."""
    if order in (PASS, PRESS_ON):
        act.answered()
        return
    if not isinstance(order, Submerge):
        act.refuse("not-your-decision", "Submerge submarines, or pass to strike.", act.cite("submerging"))
    battle = act.battle(decision.data["battle"])
    subs = [u for u in divers(act, battle, decision.data["side"]) if u.owner == decision.power]
    leaving: list[Unit] = []
    for item in order.items:
        fits = [u for u in subs if u.type == item.unit and u not in leaving]
        if len(fits) < item.count:
            act.refuse("not-enough-units", f"{len(fits)} {item.unit} may submerge here.", act.cite("submerging"))
        leaving += fits[: item.count]
    act.answered()
    step_aside(act, battle.id, leaving)


def step_aside(act: Act, id_: str, leaving: list[Unit]) -> None:
    """Units leave the battle alive and stay in the place."""
    gone = {u.id for u in leaving}
    battle = act.battle(id_)
    act.update(
        id_,
        attackers=tuple(i for i in battle.attackers if i not in gone),
        defenders=tuple(i for i in battle.defenders if i not in gone),
        aside=(*battle.aside, *sorted(gone)),
    )
    for unit in leaving:
        act.change(unit, fought=True)


def strikers(act: Act, battle: Battle, side: str) -> list[Unit]:
    """Units of a side that fire before the others (submarines no destroyer cancels)."""
    trait: Trait = "first strike attacking" if side == ATTACKER else "first strike defending"
    cancelled = sides.hunts(act, battle, sides.other(side))
    return [u for u in sides.units(act, battle, side) if act.has(u, trait) and not cancelled]


def strike(act: Act, id_: str) -> None:
    """r2: opening fire: attacker's strikers, losses chosen; defender's, losses chosen; all removed."""
    sides_that_strike = [s for s in (ATTACKER, DEFENDER) if _strike_shots(act, act.battle(id_), s)]
    if not sides_that_strike:
        return
    todo = []
    for side in sides_that_strike:
        todo += [
            task("battle step", id=id_, step=f"strike {side}"),
            task("settle", id=id_, side=sides.other(side), why="battle"),
        ]
    act.then(*todo, task("remove", id=id_, why="battle"))


def _strike_shots(act: Act, battle: Battle, side: str) -> tuple[fire.Shot, ...]:
    shots = _useful(act, battle, side, fire.volley(act, battle, side, strikers(act, battle, side)))
    return act.table.fold(Rule.step_shots, shots, act, battle, "strike", side)


def strike_of(side: str) -> Callable[[Act, str], None]:
    """The opening fire of one side."""

    def step(act: Act, id_: str) -> None:
        fire.shoot(act, id_, side, _strike_shots(act, act.battle(id_), side), f"first strike ({side})")

    return step


def general_fire(act: Act, id_: str) -> None:
    """r3 and r4: the attackers fire and the defender chooses his losses; then the defenders, those that were
    hit among them, and the attacker chooses."""
    todo = []
    for side in (ATTACKER, DEFENDER):
        todo += [
            task("battle step", id=id_, step=f"fire {side}"),
            task("settle", id=id_, side=sides.other(side), why="battle"),
        ]
    act.then(*todo)


def fire_of(side: str) -> Callable[[Act, str], None]:
    """The general fire of one side."""

    def step(act: Act, id_: str) -> None:
        shots = general_shots(act, act.battle(id_), side)
        fire.shoot(act, id_, side, shots, "attack" if side == ATTACKER else "defense")

    return step


def general_shots(view: View, battle: Battle, side: str) -> tuple[fire.Shot, ...]:
    """The volley of a side in general fire: all that have not fired this round and can hit anything (a
    submarine among aircraft alone rolls no die, CL-6.4)."""
    firing = [u for u in sides.units(view, battle, side) if u.id not in battle.fired]
    shots = _useful(view, battle, side, fire.volley(view, battle, side, firing))
    found = view.table.fold(Rule.shots, shots, view, battle, side)
    return fire.ordered(found)


def _useful(view: View, battle: Battle, side: str, shots: tuple[fire.Shot, ...]) -> tuple[fire.Shot, ...]:
    """The shots that have something they can hit."""
    targets = sides.units(view, battle, sides.other(side))
    return tuple(s for s in shots if any(sides.may_be_hit(view, battle, t, s.hit_class) for t in targets))


def remove_hit(act: Act, id_: str) -> None:
    """r5: hit units leave the board."""
    casualties.remove(act, id_)


def end_test(act: Act, id_: str) -> None:
    """r6: is it decided?"""
    if verdict := conclude.verdict(act, act.battle(id_)):
        conclude.finish(act, id_, verdict)


STEPS: dict[str, Callable[[Act, str], None]] = {
    "round": begin_round,
    "open": open_round,
    "submerge": submerge,
    "submerge attacker": submerge_of(ATTACKER),
    "submerge defender": submerge_of(DEFENDER),
    "strike": strike,
    "strike attacker": strike_of(ATTACKER),
    "strike defender": strike_of(DEFENDER),
    "fire": general_fire,
    "fire attacker": fire_of(ATTACKER),
    "fire defender": fire_of(DEFENDER),
    "remove": remove_hit,
    "end": end_test,
    "withdraw": retreat.withdraw,
    "retreat": retreat.ask,
}
