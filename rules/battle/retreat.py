"""Retreats, withdrawals, pressing on: the last beats of a round."""

from __future__ import annotations

from rules.battle import conclude, fire, sides
from rules.battle.leaving import step_aside
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core import border_crossings
from rules.core.act import Act, task
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.orders import PASS, PRESS_ON, Order, Retreat, Submerge
from rules.model.profiles import AIR, LAND, SEA
from rules.model.state import Battle, Decision, Unit, Verdict
from rules.movement import guests


def ask(act: Act, id_: str) -> None:
    """r7: the attacker presses on or retreats; asked also where only pressing on is legal."""
    battle = act.battle(id_)
    if battle.pressed:
        act.update(id_, pressed=False)
        act.then(task("battle step", id=id_, step="round"))
    elif not may_leave(act, battle) and _doomed(act, battle):
        conclude.finish(act, id_, _lose_attackers(act, battle))
    elif _out_of_fight(act, id_):
        conclude.finish(act, id_, "stalemate")
    else:
        bound = len(options(act, id_)) == 1
        act.ask("retreat", battle.attacker, battle.place, battle=id_, **({"bound": True} if bound else {}))


def _out_of_fight(act: Act, id_: str) -> bool:
    """Nobody can hit anybody in the round to come (G40-11.12, ORDER-OF-COMBAT r6); transports that might
    rather get away are still asked."""
    battle = act.update(id_, hunters=sides.look_for_hunters(act, act.battle(id_)))
    if may_leave(act, battle) and all(act.has(u, "defenseless") for u in sides.units(act, battle, ATTACKER)):
        return False
    return conclude.hopeless(act, battle) == "stalemate"


def _doomed(act: Act, battle: Battle) -> bool:
    """Only defenseless attackers are left, among enemies that can hit them (G40-11.13)."""
    mine = sides.units(act, battle, ATTACKER)
    return all(act.has(u, "defenseless") for u in mine) and sides.can_hit_any(
        act, battle, DEFENDER, fire.numbers(act, battle, DEFENDER)
    )


def _lose_attackers(act: Act, battle: Battle) -> Verdict:
    for unit in sides.units(act, battle, ATTACKER):
        act.remove(unit, "battle")
    return "defender"


def may_leave(view: View, battle: Battle) -> bool:
    """Whether anybody who attacks may leave now."""
    return bool(places(view, battle)) or air_may_leave(view, battle)


def leavers(view: View, battle: Battle) -> list[Unit]:
    """Attackers that go along in a retreat: nobody, overland units and aircraft, or all
    (edition: assault_retreat; CL-7.4, G40-10.9)."""
    units = [u for u in sides.units(view, battle, ATTACKER) if u.role != "landed"]
    assault: tuple[str, ...] = {"none": (), "air": (AIR,), "overland": (AIR, LAND)}[view.edition("assault_retreat")]
    return [
        u for u in units
        if view.table.fold(Rule.may_retreat, not battle.assault or view.domain(u) in assault, view, battle, u)
    ]  # fmt: skip


def places(view: View, battle: Battle) -> tuple[str, ...]:
    """Where the attacker's land units or ships may retreat to now (CL-6.7, G40-11.17)."""
    found = []
    for unit in leavers(view, battle):
        if view.domain(unit) != AIR and (came := sides.came_from(battle, unit)):
            found.append(came)
    legal = tuple(sorted({p for p in found if open_for_retreat(view, battle, p)}))
    return view.table.fold(Rule.retreats, legal, view, battle)


def open_for_retreat(view: View, battle: Battle, place: str) -> bool:
    """Whether a space may be retreated to: friendly land; a zone free of enemies, and in editions with
    surface blockers also free at the turn's start."""
    if view.place(place).is_land:
        return view.friendly_land(place, battle.attacker)
    if view.edition("sea_blockers") == "surface warships" and view.hostile_at_start(place):
        return False
    return view.friendly_zone(place, battle.attacker)


def air_may_leave(view: View, battle: Battle) -> bool:
    """Whether aircraft may break off although no land unit or ship can."""
    return any(view.domain(u) == AIR for u in leavers(view, battle))


def answer(act: Act, decision: Decision, order: Order) -> None:
    """`press on`, `retreat to PLACE`, `retreat air`, or (submarines) `retreat N submarine to ZONE`."""
    id_ = decision.data["battle"]
    if order == PRESS_ON:
        act.answered()
        _go_on(act, id_)
    elif not isinstance(order, Retreat):
        act.refuse(
            "not-your-decision", f"Press on in {decision.place}, or retreat.", act.cite("retreat"), options(act, id_)
        )
    elif order.items:
        _withdraw_some(act, act.battle(id_), ATTACKER, order)
        if not sides.units(act, act.battle(id_), ATTACKER):
            act.answered()
            conclude.finish(act, id_, "retreat")
    else:
        place = _checked(act, act.battle(id_), order)
        act.answered()
        _leave(act, id_, place)


def _go_on(act: Act, id_: str) -> None:
    """Another round; transports that stay without escort are lost (G40-11.13)."""
    battle = act.battle(id_)
    if _doomed(act, battle):
        conclude.finish(act, id_, _lose_attackers(act, battle))
    else:
        act.then(task("battle step", id=id_, step="round"))


def options(view: View, id_: str) -> tuple[str, ...]:
    """Every answer to the retreat question as order text."""
    battle = view.state.battles[id_]
    texts = ["press on", *(f"retreat to {p}" for p in places(view, battle))]
    if len(texts) == 1 and air_may_leave(view, battle):
        texts.append("retreat air")
    for unit in withdrawable(view, battle, ATTACKER):
        texts += [f"retreat 1 {unit.type} to {z}" for z in withdrawal_zones(view, battle, ATTACKER)]
    return tuple(dict.fromkeys(texts))


def _checked(act: Act, battle: Battle, order: Retreat) -> str:
    legal = places(act, battle)
    movers = [u for u in leavers(act, battle) if act.domain(u) != AIR]
    if order.place and order.place in legal:
        return order.place
    staying = len(leavers(act, battle)) < len(sides.units(act, battle, ATTACKER))
    if not movers and air_may_leave(act, battle) and not (order.place and staying):
        return ""
    if not order.place and len(legal) == 1 and not order.air:
        return legal[0]
    where = f"Legal: {', '.join(legal)}." if legal else "There is nowhere to retreat to; press on."
    act.refuse(
        "cannot-retreat",
        f"No retreat{f' to {order.place}' if order.place else ''}. {where}",
        act.cite("retreat"),
        options(act, battle.id),
    )


def _leave(act: Act, id_: str, place: str) -> None:
    """Carry out a retreat; who may not go along fights on."""
    battle = act.battle(id_)
    going = leavers(act, battle)
    ships = [u for u in going if act.domain(u) == SEA]
    along = guests.sailing_along(act, ships) if place and ships else []
    for guest in act.get(along):
        act.change(guest, place=place)
    for unit in going:
        if act.domain(unit) == AIR or not place:
            act.change(unit, role="retreated")
        else:
            _move_out(act, unit, place)
    gone = {u.id for u in going}
    if place:
        border_crossings.entered(act, [u for u in act.get(gone) if u.place == place], battle.place, place, True)
    step_aside(act, id_, going)
    battle = act.battle(id_)
    act.note(f"{battle.attacker} retreats from {battle.place}{f' to {place}' if place else ''}.")
    if sides.units(act, battle, ATTACKER):
        act.then(task("battle step", id=id_, step="round"))
    else:
        conclude.finish(act, id_, "retreat")


def _move_out(act: Act, unit: Unit, place: str) -> None:
    for cargo in act.state.aboard(unit.id):
        act.change(cargo, place=place, role="", target="")
    act.change(unit, place=place, route=(*unit.route, place), fought=True, role="retreated")


# --- submarines that withdraw singly (CL-6.5) -------------------------------------------------------------


def withdrawable(view: View, battle: Battle, side: str, owner: str = "") -> list[Unit]:
    """Units of a side that may leave singly, where an owner is named only his: each answers for his own."""
    units = (u for u in sides.units(view, battle, side) if view.has(u, "withdraws"))
    return [u for u in units if owner in ("", u.owner)]


def withdrawal_zones(view: View, battle: Battle, side: str) -> tuple[str, ...]:
    """Zones to which submarines of a side may withdraw now."""
    if side == ATTACKER:
        came = {sides.came_from(battle, u) for u in sides.units(view, battle, ATTACKER) if view.domain(u) == SEA}
        return tuple(sorted(z for z in came if z and view.friendly_zone(z, battle.attacker)))
    near = [z for z in view.board.touching_seas(battle.place) if not _canal_shut(view, battle, z)]
    owners = {u.owner for u in withdrawable(view, battle, side)}
    return tuple(sorted(z for z in near if all(not view.enemy_units(z, o) for o in owners)))


def _canal_shut(view: View, battle: Battle, zone: str) -> bool:
    canal = view.board.canal_between(battle.place, zone)
    owners = {u.owner for u in withdrawable(view, battle, DEFENDER)}
    return canal is not None and not all(view.friendly_land(n, o) for n in canal.needs for o in owners)


def withdraw(act: Act, id_: str) -> None:
    """Submarines may leave after a round, attacker's first. The attacker's are part of his next question
    unless the defender has some too."""
    battle = act.battle(id_)
    for side in (ATTACKER, DEFENDER):
        subs = withdrawable(act, battle, side)
        if not subs or not may_withdraw(act, battle, side):
            continue
        if side == ATTACKER and not withdrawable(act, battle, DEFENDER):
            continue
        for owner in dict.fromkeys(u.owner for u in subs):
            act.ask("withdraw", owner, battle.place, battle=id_, side=side)


def may_withdraw(view: View, battle: Battle, side: str) -> bool:
    """Whether submarines of a side have somewhere to go."""
    return bool(withdrawal_zones(view, battle, side)) or _may_dive(view, side)


def _may_dive(view: View, side: str) -> bool:
    return side == DEFENDER and bool(view.option("defending_submarine_may_submerge"))


def answer_withdraw(act: Act, decision: Decision, order: Order) -> None:
    """`retreat N submarine to ZONE`, or `pass`; the attacker may answer his later question at once."""
    battle, side = act.battle(decision.data["battle"]), decision.data["side"]
    if order == PASS or (side == DEFENDER and order == PRESS_ON):
        act.answered()
    elif side == ATTACKER and order == PRESS_ON:
        act.answered()
        act.update(battle.id, pressed=True)
    elif side == ATTACKER and isinstance(order, Retreat) and not order.items:
        retreat_at_once(act, battle, order)
    elif isinstance(order, Retreat) and order.items:
        _withdraw_some(act, battle, side, order, decision.power)
        if not withdrawable(act, act.battle(battle.id), side, decision.power):
            act.answered()
        _decide(act, battle.id)
    elif isinstance(order, Submerge) and _may_dive(act, side):
        _dive(act, battle, side, decision.power)
    else:
        act.refuse(
            "not-your-decision", "Withdraw submarines (retreat 1 submarine to …), or pass.", act.cite("withdrawal")
        )


def retreat_at_once(act: Act, battle: Battle, order: Retreat) -> None:
    """The attacker leaves while submarines are still asked: with him the battle is over for all."""
    place = _checked(act, battle, order)
    _drop_questions(act, battle.id)
    act.drop_tasks(lambda t: t.data.get("id") == battle.id)
    _leave(act, battle.id, place)


def attacker_first(act: Act, decision: Decision, order: Order) -> bool:
    """The attacker may say whether he goes on or retreats while the defender's submarines are asked."""
    battle = act.state.battles.get(decision.data.get("battle", ""))
    if decision.kind != "withdraw" or battle is None or act.by != battle.attacker:
        return False
    if order == PRESS_ON:
        act.update(battle.id, pressed=True)
    elif isinstance(order, Retreat) and not order.items:
        retreat_at_once(act, battle, order)
    else:
        return False
    return True


def _drop_questions(act: Act, id_: str) -> None:
    for decision in list(act.state.pending):
        if decision.data.get("battle") == id_:
            act.drop_decision(decision)


def _dive(act: Act, battle: Battle, side: str, owner: str) -> None:
    act.answered()
    step_aside(act, battle.id, withdrawable(act, battle, side, owner))
    _decide(act, battle.id)


def _decide(act: Act, id_: str) -> None:
    if verdict := conclude.verdict(act, act.battle(id_)):
        _drop_questions(act, id_)
        conclude.finish(act, id_, verdict)


def _withdraw_some(act: Act, battle: Battle, side: str, order: Retreat, owner: str = "") -> None:
    """Single submarines leave to a zone, where an owner is named only his."""
    zones = withdrawal_zones(act, battle, side)
    if order.place not in zones:
        legal = f"Legal: {', '.join(zones)}." if zones else "There is no open zone; they fight on."
        wrong = f"No withdrawal to {order.place}." if order.place else "Say where they withdraw to."
        act.refuse("cannot-retreat", f"{wrong} {legal}", act.cite("withdrawal"))
    pool = withdrawable(act, battle, side, owner)
    for item in order.items:
        fits = [u for u in pool if u.type == item.unit]
        if len(fits) < item.count:
            act.refuse(
                "cannot-retreat",
                f"Only {act.table.units[item.unit].counted(len(fits))} may withdraw here, not {item.count}.",
                act.cite("withdrawal"),
            )
        for unit in fits[: item.count]:
            pool.remove(unit)
            _move_out(act, unit, order.place)
            step_aside(act, battle.id, [unit])
            border_crossings.entered(act, act.get([unit.id]), battle.place, order.place, True)
