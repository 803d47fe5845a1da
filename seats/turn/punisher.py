"""A second opponent for the league: before it thinks of anything else it kills each hanging stack, takes each naked ship
and walks into whatever is empty. Players that overlook the same things do not punish each other for them; this one does."""

from __future__ import annotations

from collections.abc import Iterator

from rules.model.profiles import AIR
from rules.model.state import Unit
from seats.turn.attack import Attacks
from seats.turn.weighing import Attack

LARGE, GAIN, CHANCE = 12.0, 10.0, 0.7  # IPC of a stack, what has to be gained of it, the chance it takes
ENOUGH = 0.9  # chance from which on nobody more goes


def punishments(attacks: Attacks) -> Iterator[Attack]:
    """Attacks that come before all others, the dearest first. Whoever takes part has to be marked (`Attacks.fix`) before
    the next is asked for."""
    s = attacks.s
    worth = {goal: s.cost(s.foes(goal)) for goal in attacks.goals}
    for goal in sorted(worth, key=lambda g: (-worth[g], -s.values.of(g), g)):
        found = enough(attacks, goal)
        if found and (sure := attacks.weigh.checked(found)) and pays(sure, worth[goal], s.values.of(goal)):
            yield sure


def pays(attack: Attack, foes: float, ground: float) -> bool:
    """Whether an attack punishes something: a hanging stack, naked ships, empty ground."""
    if not foes:
        return attack.takes > 0 and ground > 0
    gain = attack.killed - attack.lost
    if attack.sea:
        return attack.win >= ENOUGH and gain > 0
    return foes >= LARGE and attack.takes >= CHANCE and gain >= GAIN


def enough(attacks: Attacks, goal: str) -> Attack | None:
    """The attack with as many as it takes, cheap land units first, aircraft last, landings where the rest will not do."""
    defenders = attacks.s.fighters(attacks.s.foes(goal), False)
    pools, loads = attacks.free(goal)
    found = Attack(goal, ())

    def order(u: Unit) -> tuple[bool, float, int]:
        return (attacks.s.view.domain(u) == AIR, attacks.s.view.of(u).cost, u.id)

    for unit in sorted((u for pool in pools for u in pool), key=order):
        found = attacks.weigh.rated(found._replace(units=(*found.units, unit)), defenders)
        if found.takes >= ENOUGH:
            return found
    for voyage in loads:
        if not voyage.ids & found.ids:
            more = found._replace(units=(*found.units, *voyage.cargo), voyages=(*found.voyages, voyage))
            found = attacks.weigh.rated(more, defenders)
        if found.takes >= ENOUGH:
            return found
    return found if found.units else None
