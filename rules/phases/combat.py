"""Conduct combat: choosing the next battle, supporting ships, closing the phase."""

from __future__ import annotations

from collections.abc import Callable

from rules.battle import conclude, setup, sides, special
from rules.core import border_crossings, moments, stages
from rules.core.act import Act, Handlers, task
from rules.core.stages import due
from rules.core.view import View
from rules.model.names import article, several
from rules.model.orders import Attack, Bombard, Fight, Ignore, Order
from rules.model.refusals import Refused
from rules.model.state import Battle, Decision, Task


def begin(act: Act) -> None:
    """The stages that come by themselves: lines that were crossed, and what rules add."""
    act.later(*(task("combat stage", stage=stage) for stage in stages.automatic(act)), task("count battles"))


def run_stage(act: Act, todo: Task) -> None:
    """Task: a stage that comes by itself."""
    stage = todo.data["stage"]
    if stage == stages.CROSSINGS:
        act.then(task("crossings"))
    act.tell(moments.stage_begins, stage)


def count_battles(act: Act, todo: Task) -> None:
    """Task: who is left for the battles; those that nobody attacks any more are none."""
    for battle in stages.due(act):
        setup.refresh(act, battle.id)
        coming = any(u.role == "assault" and u.target == battle.place for u in act.state.units.values())
        if not coming and setup.abandoned(act, act.battle(battle.id)):
            act.drop_battle(battle.id)


def end(act: Act) -> None:
    """`done`: refused while a battle is left; unopposed entries are resolved now."""
    left = [b for b in due(act) if needs_fight(act, b)]
    if left:
        act.refuse("wrong-phase", f"Still to be fought: {stages.named(left)}.", act.cite("phases"), _now(act, left))
    for battle in due(act):
        if battle.optional:
            act.drop_battle(battle.id)
        else:
            act.later(task("begin battle", id=battle.id))


def _now(act: Act, left: list[Battle]) -> tuple[str, ...]:
    """The fights that may be ordered now: of what must be fought, or what comes before all of it."""
    ready = [b for b in left if _in_stage(act, b)] or [b for b in due(act) if _in_stage(act, b)]
    return tuple(dict.fromkeys(f"fight {b.place}" for b in ready))


def _in_stage(act: Act, battle: Battle) -> bool:
    """Whether a battle may be fought now."""
    try:
        stages.check(act, stages.stage_of(act, battle))
    except Refused:
        return False
    return True


def needs_fight(view: View, battle: Battle) -> bool:
    """Whether a battle has to be fought by order: somebody resists or dice will fall."""
    if battle.optional or (battle.kind == "sea" and not battle.attackers):
        return False
    if battle.kind == "raid":
        return True
    defenders = [u for u in sides.units(view, battle, sides.DEFENDER) if sides.holds_battle(view, u)]
    if battle.kind == "land" and battle.attackers and not special.aircraft(view, battle) and not battle.zones:
        return conclude.verdict(view, battle) != "attacker"
    guns = special.guns(view, battle)
    seas = [view.state.battles[z] for z in battle.zones if z in view.state.battles]
    return (
        bool(defenders)
        or bool(guns and special.aircraft(view, battle))
        or any(s.status == "due" and needs_fight(view, s) for s in seas)
    )


def fight(act: Act, order: Order) -> None:
    """`fight PLACE`: the raid first, then the battle; an assault begins with its sea fights."""
    assert isinstance(order, Fight)
    battle = _next_at(act, order.place)
    stages.check(act, stages.stage_of(act, battle))
    seas = [z for z in battle.zones if _due_sea(act, z)]
    _ask_about(act, battle, seas)
    act.then(
        *(task("begin battle", id=z) for z in seas),
        task("begin battle", id=battle.id),
    )
    if battle.kind == "land":
        act.tell(moments.fight_ordered, battle.id)


def _due_sea(view: View, zone: str) -> bool:
    battle = view.state.battles.get(zone)
    return battle is not None and battle.status == "due"


def _next_at(act: Act, place: str) -> Battle:
    if here := [b for b in due(act) if b.place == place]:
        return here[0]
    names = stages.named(due(act)) or "none"
    if place not in act.state.battles and act.commanded(place, act.active) and act.enemy_units(place, act.active):
        act.refuse(
            "cannot-attack",
            f"Nothing of {act.active} in {place} can attack. Battles left: {names}.",
            act.cite("lone ships"),
        )
    act.refuse("no-target", f"There is no battle to fight in {place}. Battles left: {names}.", act.cite("battles"))


def _ask_about(act: Act, battle: Battle, seas: list[str]) -> None:
    """Zones with only submarines or transports: the attacker says whether to fight there first."""
    for zone in seas:
        if act.battle(zone).optional:
            act.ask("ignore", act.active, zone, battle=zone)


def answer_ignore(act: Act, decision: Decision, order: Order) -> None:
    """`ignore …` or `attack …` for a zone that need not be fought over (G40-7.16, 10.2)."""
    if not isinstance(order, Ignore):
        act.refuse(
            "not-your-decision",
            f"Say what to do in {decision.place}: attack transports, attack submarines, or ignore them.",
            act.cite("lone ships"),
        )
    act.answered()
    choose_targets(act, order, decision.place)


def choose_targets(act: Act, order: Ignore, zone: str) -> None:
    """Ignore or attack what is in a zone."""
    if isinstance(order, Attack):
        act.update(zone, optional=False)
    else:
        act.drop_battle(zone)
        act.note(f"{act.active} ignores the {order.what} in {zone}.")


def choose(act: Act, order: Order) -> None:
    """`ignore …` / `attack …` as an order before the fight."""
    assert isinstance(order, Ignore)
    zones = [b.place for b in due(act) if b.optional]
    if order.place:
        zones = [z for z in zones if z == order.place]
    if not zones:
        raise Refused(
            "no-target", "No zone here holds only submarines or transports of the enemy.", act.cite("lone ships")
        )
    for zone in zones:
        choose_targets(act, order, zone)


def bombard(act: Act, order: Order) -> None:
    """`bombard ITEMS` before the assault: only these ships support it."""
    assert isinstance(order, Bombard)
    assaults = [b for b in due(act) if b.kind == "land" and b.zones and order.place in ("", b.place)]
    if not assaults:
        act.refuse("no-amphibious", "No assault is left to support.", act.cite("support"))
    able = [(b, named) for b in assaults if (named := _named(act, b, order))]
    unfit = [i.unit for i in order.items if not act.profile(act.active, i.unit).number("bombard")]
    if unfit:
        act.refuse("not-eligible", f"{article(unfit[0])} gives no support from the sea.", act.cite("support ships"))
    if not able:
        _check_sound(act, order, {z for b in assaults for z in b.zones})
        act.refuse("not-enough-units", "Not so many ships may support an assault from their zone.", act.cite("support"))
    for battle, named in able:
        if len(named) <= _landing(act, battle):
            act.set_flag("turn.bombard", {**act.flag("turn.bombard", {}), battle.place: tuple(named)})
            return
    most = max(_landing(act, b) for b, _ in able)
    act.refuse(
        "limit-here",
        f"At most {several(most, 'ship')} may support this landing: one for each unit that lands.",
        act.cite("support"),
    )


def _check_sound(act: Act, order: Bombard, zones: set[str]) -> None:
    """Say so where ships named are there but damaged, and may not bombard for it."""
    ships = [u for z in sorted(zones) for u in act.commanded(z, act.active) if u.type in {i.unit for i in order.items}]
    for unit in ships:
        if unit.damage and act.has(unit, "cannot attack"):
            text = f"The {unit.type} in {unit.place} is damaged: it does not bombard before it is repaired."
            act.refuse("damaged", text, act.of(unit).rule or act.cite("support ships"))


def _named(act: Act, battle: Battle, order: Bombard) -> list[int]:
    """The ships an order means, if so many may support a landing; else none."""
    ships, named = special.may_bombard(act, battle), list[int]()
    for item in order.items:
        fits = [u.id for u in ships if u.type == item.unit and u.id not in named]
        named += fits[: item.count]
    return named if len(named) == sum(i.count for i in order.items) else []


def _landing(act: Act, battle: Battle) -> int:
    if not (act.edition("bombard_limit") and act.option("bombardment_limited_to_landed_units")):
        return 999
    return sum(u.role == "assault" and u.target == battle.place for u in act.state.units.values())


HANDLERS: Handlers = {
    Fight: fight,
    Bombard: bombard,
    Ignore: choose,
    Attack: choose,
}
UNDO = False
TASKS: dict[str, Callable[[Act, Task], None]] = {
    "combat stage": run_stage,
    "count battles": count_battles,
    "crossings": border_crossings.resolve,
    "cross": border_crossings.cross,
    "crossed": border_crossings.crossed,
}
