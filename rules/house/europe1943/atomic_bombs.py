"""American atomic bombs: made, carried, dropped on troops and on facilities."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rules.battle import setup
from rules.core import distance, moments, stages
from rules.core.act import Act
from rules.core.steps import Step
from rules.core.view import View
from rules.house.europe1943 import atomic_battle as battles
from rules.house.europe1943.atomic_battle import BOMB, FLAG, NAME, STAGE, TROOPS
from rules.house.europe1943.document import Section
from rules.house.europe1943.parts.airlift import Airlift
from rules.model.names import listing, several
from rules.model.orders import Bomb, Drop, Intercept, Items, Order, Path
from rules.model.profiles import AIR, UnitType
from rules.model.refusals import Refusal
from rules.model.state import COMBAT_MOVE, Battle, Decision, Unit, ids
from rules.movement import moves, raids

ID, BOMBER = "y43.atomic-bombs", "heavy bomber"
# Aircraft that may rise against a drop; goals of each kind that are offered.
SCRAMBLE, SHOWN = 4, 6
ATOMIC = "atomic attack "
FIRST: Final = "atomic bomb first"


class AtomicBombs(Section):
    """One a turn, two at most."""

    id = ID
    title = "Atomic bombs"
    text = (
        "From round 2 the United States may make one atomic bomb a turn in New York (16 IPC, it counts as a unit), "
        "two at most on the board. A bomb never moves by itself, is no loss and is gone with its territory, with its "
        "carrier, or when aircraft attack a territory that nothing else defends. In noncombat move it goes by rail, "
        "air transport, transport or heavy bomber (move 1 heavy bomber, 1 atomic bomb: New York > Southwest England). "
        "In combat move heavy bombers carry one each from where both stand, with fighters as escorts. At troops: drop "
        "1 atomic bomb at Lorraine: 1 heavy bomber, 2 fighter: Low-Countries > Lorraine; with an operative air base "
        "there up to 4 aircraft may rise, guns fire at escorts; each bomb that arrives rolls a die: on 3 or less it "
        "hits as many units as three dice say, else as two. At a facility: bomb air base: 1 heavy bomber, 1 atomic "
        "bomb: Low-Countries > Rhineland, one bomb for each; fighters may rise, the facility fires at the bomber, "
        "then a die: on 2 or less the facility is gone, else it takes four dice of damage, beyond any limit. No "
        "ordinary raid goes to that territory in the same turn, nor to a facility that has all its damage. Atomic "
        "attacks come before everything else in conduct combat (fight Lorraine)."
    )
    source = "Axis and Allies 1943: U.S.A., atomic bombs"
    entries = (*(f"Y43-17.{n}" for n in range(17, 27)), "Y43-16.5")
    requires = ("y43.heavy-bombers",)
    units = (BOMB,)
    parts = (Airlift(id=ID, base=False, cites={"": "Y43-17.19"}),)
    own_stages = {STAGE: ("before", stages.RAIDS)}
    own_steps = {
        battles.GUNS: Step(salvo=battles.guns),
        battles.DROP: Step(battles.drop),
        battles.STRIKE: Step(battles.strike),
    }
    unforeseen = {FIRST: "the atomic bomb that falls there first"}
    priority = -3

    def change_unit(self, unit: UnitType) -> UnitType:
        """Heavy bombers ferry them."""
        if unit.name != BOMBER:
            return unit
        return dataclasses.replace(unit, carries=(NAME,), numbers={**unit.numbers, "airlift": unit.move})

    def handle(self, act: Act, order: Order) -> bool:
        """Attacks with bombs; ordinary raids are checked."""
        if isinstance(order, Drop) and any(i.unit == NAME for i in order.items):
            _drop(act, order)
            return True
        if not isinstance(order, Bomb):
            return False
        if any(i.unit == NAME for i in order.items):
            _bomb(act, order)
            return True
        _check_ordinary(act, order)
        return False

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """A bomb on the largest enemy armies in reach, and on the richest complexes."""
        if power != view.active or view.phase != COMBAT_MOVE:
            return ()
        return tuple(text for start, points in _starts(view, power).items() for text in _aims(view, start, points))

    def may_load(self, view: View, unit: Unit, ship: Unit, phase: str) -> Refusal | None:
        """No landing craft."""
        if unit.type != NAME or ship.type != "landing craft":
            return None
        return Refusal("not-transportable", "Landing craft carry no atomic bombs.", "Y43-17.19")

    # --- the attack ----------------------------------------------------------------------------------

    @moments.attacks_made
    def _set_apart(self, act: Act) -> None:
        """Attacks with bombs are fought apart from the ordinary raid on the same territory."""
        for place in dict.fromkeys(place for place, _ in act.flag(FLAG, ())):
            id_ = f"{ATOMIC}{place}"
            act.set_battle(Battle(id_, "raid", place, act.active))
            setup.refresh(act, id_)
            if not act.battle(id_).attackers:
                act.drop_battle(id_)

    def joins(self, view: View, battle: Battle, unit: Unit, joins: bool) -> bool:
        """Each to its own."""
        bombed = (battle.place, unit.target) in view.flag(FLAG, ())
        return joins and (battle.kind != "raid" or bombed == _atomic(battle))

    def battle_stage(self, view: View, battle: Battle, stage: str) -> str:
        """Raids with bombs."""
        return STAGE if _atomic(battle) else stage

    def battle_facts(self, view: View, battle: Battle, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """Whether a bomb is still to fall on the troops of a territory that is attacked."""
        drop = view.state.battles.get(f"{ATOMIC}{battle.place}")
        due = drop is not None and drop.status == "due" and (battle.place, TROOPS) in view.flag(FLAG, ())
        return {**facts, FIRST: True} if due and battle.kind == "land" else facts

    def battle_steps(self, view: View, battle: Battle, each_round: bool, steps: tuple[str, ...]) -> tuple[str, ...]:
        """Guns at escorts, the drop behind the air battle, the strike instead of ordinary damage."""
        aims = {aim for place, aim in view.flag(FLAG, ()) if place == battle.place}
        if not _atomic(battle):
            return steps
        more: dict[str, tuple[str, ...]] = (
            {"air battle": (battles.GUNS, "air battle", battles.DROP)} if TROOPS in aims else {}
        )
        if aims - {TROOPS}:
            more["raid damage"] = (battles.STRIKE,)
        return tuple(name for step in steps for name in more.get(step, (step,)))

    def may_rise(self, view: View, unit: Unit, place: str, against: str, may: bool) -> bool:
        """Tactical bombers rise too; against a drop from an operative air base only, and no fifth aircraft."""
        if (place, against) not in view.flag(FLAG, ()):
            return may
        base = any(view.operative(f) for f in view.facilities(place, "air base"))
        open_ = against != TROOPS or (base and len(_risen(view, place)) < SCRAMBLE)
        return open_ and (may or view.has(unit, "scrambles"))

    def answer(self, act: Act, decision: Decision, order: Order) -> bool:
        """No fifth aircraft against a drop; the rest is as in any raid."""
        mine = decision.kind == "intercept" and decision.data.get("front") == TROOPS
        if mine and isinstance(order, Intercept):
            up = len(_risen(act, decision.place))
            if up + sum(i.count for i in order.items) > SCRAMBLE:
                text = f"At most {SCRAMBLE} aircraft rise against an atomic attack; {up} are up."
                act.refuse("limit-here", text, "Y43-17.21")
        return False

    # --- where it is -----------------------------------------------------------------------------------

    @moments.moved
    def _bring_home(self, act: Act, units: Sequence[Unit]) -> None:
        """A bomb that was not dropped comes home with its bomber."""
        flown = {u.id: u for u in act.get(ids(units)) if act.domain(u) == AIR} if act.phase != COMBAT_MOVE else {}
        bombs = [b for b in act.state.units.values() if b.type == NAME and b.carrier in flown] if flown else []
        for bomb in bombs:
            act.change(bomb, place=flown[bomb.carrier or 0].place, carrier=None)

    @moments.battle_begins
    def _destroy(self, act: Act, battle: str) -> None:
        """Aircraft destroy bombs that nothing else defends."""
        found = act.battle(battle)
        defended = any(not act.has(u, "stands by") for u in act.get(found.defenders))
        flown = any(act.domain(u) == AIR for u in act.get(found.attackers))
        if found.kind != "land" or defended or not flown:
            return
        bombs = [u for u in act.units(found.place) if u.type == NAME and u.carrier is None]
        for bomb in bombs:
            if act.at_war(bomb.owner, found.attacker):
                act.remove(bomb, "destroyed")


def _atomic(battle: Battle) -> bool:
    return battle.kind == "raid" and battle.id.startswith(ATOMIC)


def _risen(view: View, place: str) -> list[Unit]:
    """Aircraft that have risen against a drop."""
    return [u for u in view.units(place) if (u.role, u.target) == ("intercept", TROOPS)]


def _starts(view: View, power: str) -> dict[str, int]:
    """Where a bomb is stored beside a heavy bomber -> points that the bomber has left."""
    mine = [u for u in view.forces(power) if u.type in (NAME, BOMBER) and u.carrier is None and not u.moved]
    stored = {u.place for u in mine if u.type == NAME}
    return {u.place: view.points(u) - u.spent for u in mine if u.type == BOMBER and u.place in stored}


def _aims(view: View, start: str, points: int) -> Iterator[str]:
    near = [p for p in distance.within(view.board, start, points) if view.owner(p)]
    hostile = [p for p in near if view.place(p).is_land and view.hostile_land(p, view.active)]
    armies = {p: sum(1 for _ in view.enemy_units(p, view.active)) for p in hostile}
    for place in sorted((p for p in hostile if armies[p]), key=lambda p: (-armies[p], p))[:SHOWN]:
        yield f"drop 1 {NAME} at {place}: 1 {BOMBER}: {start} > {place}"
    for place in sorted((p for p in hostile if view.complexes(p)), key=lambda p: (-view.value(p), p))[:SHOWN]:
        yield f"bomb {view.complexes(place)[0].type}: 1 {BOMBER}, 1 {NAME}: {start} > {place}"


def _parts(order_items: Items) -> tuple[int, Items]:
    """How many bombs, and the aircraft."""
    return sum(i.count for i in order_items if i.unit == NAME), tuple(i for i in order_items if i.unit != NAME)


def _stored(act: Act, place: str, count: int) -> list[Unit]:
    """Bombs that stand where the bombers start."""
    here = [u for u in act.units(place) if u.type == NAME and act.commands(act.active, u)]
    free = [u for u in here if u.carrier is None and not u.moved]
    if len(free) < count:
        text = f"Stored in {place}: {several(len(free), NAME)}, not {count}. Bomber and bomb start together."
        act.refuse("not-enough-units", text, "Y43-17.20")
    return free[:count]


def _check_planes(act: Act, planes: Items, count: int) -> None:
    heavy = sum(i.count for i in planes if i.unit == BOMBER)
    if count != heavy:
        text = (
            f"Each heavy bomber of the attack carries one bomb: {several(heavy, 'bomber')}, {several(count, 'bomb')}."
        )
        act.refuse("no-capacity", text, "Y43-17.20")
    for item in planes:
        if item.unit != BOMBER and not act.table.units[item.unit].has("escorts"):
            act.refuse("not-eligible", f"{item.unit} neither carries a bomb nor escorts.", "Y43-17.20")


def _load(act: Act, bombs: Sequence[Unit], goal: str, target: str) -> None:
    """Each bomb into a bomber that has arrived."""
    there = [u for u in act.units(goal) if u.type == BOMBER and u.role == "raid" and u.target == target]
    free = [u for u in there if not battles.bomb_of(act, u)]
    for bomb, bomber in zip(bombs, free, strict=False):
        act.change(bomb, carrier=bomber.id, place=goal, moved=act.phase)
    act.set_flag(FLAG, tuple(dict.fromkeys((*act.flag(FLAG, ()), (goal, target)))))


def _combat(act: Act) -> None:
    if act.phase != COMBAT_MOVE:
        act.refuse("wrong-phase", "Atomic attacks are ordered in combat move.", "Y43-17.20")


def _drop(act: Act, order: Drop) -> None:
    """At the troops of a territory."""
    _combat(act)
    count, goal = sum(i.count for i in order.items), order.path[-1]
    _check_goal(act, goal if order.at == goal else order.at)
    _check_planes(act, order.carriers, count)
    bombs = _stored(act, order.path[0], count)
    since = len(act.events)
    _fly(act, order.carriers, order.path)
    _load(act, bombs, goal, TROOPS)
    planes = listing([act.table.units[i.unit].counted(i.count) for i in order.carriers])
    text = f"{act.active} sends {several(count, NAME)} against the troops in {goal}: {planes} from {order.path[0]}."
    act.note(text, since=since, place=goal)


def _check_goal(act: Act, goal: str) -> None:
    if act.place(goal).is_sea or act.owner(goal) is None or not act.hostile_land(goal, act.active):
        neutral = act.place(goal).is_land and act.owner(goal) is None
        text = f"Atomic bombs fall on enemy territories; {goal} is none."
        act.refuse("neutral" if neutral else "no-target", text, "Y43-17.20")


def _fly(act: Act, planes: Items, path: Path) -> None:
    journeys = moves.plan(act, planes, path)
    escorts = [j for j in journeys if j[0].type != BOMBER]
    if escorts:
        moves.launch(act, escorts, "escort", TROOPS)
    moves.launch(act, [j for j in journeys if j[0].type == BOMBER], "raid", TROOPS)


def _bomb(act: Act, order: Bomb) -> None:
    """At a facility."""
    _combat(act)
    (count, planes), goal = _parts(order.items), order.path[-1]
    _check_planes(act, planes, count)
    bombs = _stored(act, order.path[0], count)
    ordinary = [u for u in act.units(goal) if u.role == "raid" and u.target != TROOPS and not battles.bomb_of(act, u)]
    if ordinary:
        text = f"Ordinary bombers raid {goal} this turn: no atomic bomb on a facility there."
        act.refuse("not-eligible", text, "Y43-17.26")
    raids.bomb(act, dataclasses.replace(order, items=planes))
    fresh = [u for u in act.units(goal) if u.type == BOMBER and u.role == "raid" and not battles.bomb_of(act, u)]
    target = next(u.target for u in fresh if u.target != TROOPS)
    if count > 1 or (goal, target) in act.flag(FLAG, ()):
        act.refuse("already-used", f"One atomic bomb a turn for the {target} in {goal}.", "Y43-17.25")
    _load(act, bombs, goal, target)


def _check_ordinary(act: Act, order: Bomb) -> None:
    """No mixture with atomic bombs; nothing more for a facility that has all its damage."""
    goal = order.path[-1]
    if any(place == goal and aim != TROOPS for place, aim in act.flag(FLAG, ())):
        act.refuse("not-eligible", f"An atomic bomb goes to a facility in {goal}: no ordinary raid there.", "Y43-17.26")
    for facility in act.facilities(goal):
        both = all(n in act.table.units and act.table.units[n].has("complex") for n in (facility.type, order.facility))
        most = act.table.units[facility.type].number("max_damage")
        if (facility.type == order.facility or both) and most and facility.damage >= most:
            text = f"The {facility.type} in {goal} has all its damage: only an atomic bomb does more."
            act.refuse("no-target", text, "Y43-17.24")


RULE = AtomicBombs()
