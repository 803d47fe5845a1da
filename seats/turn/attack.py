"""Combat movement: which places are attacked, and by whom.

Each target collects attackers, one by one, for as long as its score grows; the best target is fixed by exact odds, and
the others are scored again with what is left. Afterwards attacks are given up that leave a capital open.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from rules.model.profiles import AIR, LAND, SEA
from rules.model.state import Unit
from rules.movement.reach import Reach
from seats.position.estimate import Fighter
from seats.position.price import prices
from seats.position.situation import Situation
from seats.position.world import Threats
from seats.turn.rehearsal import Rehearsal
from seats.turn.ship import Freighters
from seats.turn.voyage import NavalPlanner, Voyage, landing, merged, transports
from seats.turn.weighing import Attack, Weighing
from seats.wish import Wish, items

TOLD = 5  # attacks that were not made are told
MOST = 30  # attacks a phase
STEPS = 24  # attackers added to one target
THRIFT, SPARE = 0.6, 0.02  # IPC that a unit more has to add to an attack while others wait for it, and when none do
SURE = 0.75
SEAT_RISK = 0.2


class Attacks:
    """Plans the attacks of a phase. like: another plan of the same phase, which has found out who reaches what."""

    def __init__(self, s: Situation, forgotten: frozenset[str] = frozenset(), like: Attacks | None = None) -> None:
        self.s = s
        self.reach: Reach = like.reach if like else Reach(s.view)
        self.prices: dict[str, float] = like.prices if like else prices(s, self.reach) if s.level.courts else {}
        self.options: dict[str, list[list[Unit]]] = like.options if like else self._options(forgotten)
        self.cleared: frozenset[str] = frozenset()
        self.at_first: dict[str, list[Voyage]] = like.at_first if like else self._loads()
        self.loads = self.at_first
        self.goals = sorted({*self.options, *self.loads} - forgotten)
        back = like.weigh.back if like else self._answer_to(self.goals)
        self.weigh: Weighing = Weighing(s, back, self.prices, like.weigh.berths if like else self._berths())
        self.seen: dict[str, Attack | None] = like.seen if like else {}  # targets while everybody was free
        self.used: set[int] = set()
        self.left: list[tuple[Attack, str]] = []  # attacks that were weighed and not made, with the reason

    # --- what could attack what --------------------------------------------------------------------------

    def _options(self, forgotten: frozenset[str]) -> dict[str, list[list[Unit]]]:
        """Target -> alike units that could go there."""
        view, me = self.s.view, self.s.me
        groups: dict[tuple[Any, ...], list[Unit]] = defaultdict(list)
        for u in view.state.units.values():
            able = u.owner == me and u.carrier is None and not u.role and view.points(u) > u.spent
            if able and view.of(u).attack:
                groups[u.place, u.type, u.damage, tuple(sorted(u.marks))].append(u)
        found = defaultdict(list)
        for _, units in sorted(groups.items()):
            for goal in self.reach.destinations(units[0]):
                if self._target(goal) and goal not in forgotten:
                    found[goal].append(units)
            if self._target(units[0].place) and view.domain(units[0]) == SEA:
                found[units[0].place].append(units)
        return found

    def _target(self, place: str) -> bool:
        view = self.s.view
        if view.place(place).is_land:
            return view.hostile_land(place, self.s.me) or place in self.prices
        return any(view.domain(u) in (SEA, AIR) for u in view.enemy_units(place, self.s.me))

    def _loads(self) -> dict[str, list[Voyage]]:
        """Coast -> voyages that could assault it."""
        view, me, found = self.s.view, self.s.me, defaultdict(list)
        planner = NavalPlanner(view, me, self.cleared)
        for ship in transports(view, me):
            for voyage in planner.voyages(ship):
                for goal in view.board.near(voyage.end):
                    if view.place(goal).is_land and self._target(goal):
                        found[goal].append(voyage)
        return found

    def _berths(self) -> dict[int, float]:
        """Ship -> what a landing that takes it has to outweigh: the cargo that it could carry nearer to the front."""
        share = self.s.level.berths
        return {ship: share * gain for ship, gain in Freighters(self.s).gains().items()} if share else {}

    def _answer_to(self, goals: Sequence[str]) -> Threats:
        """What the enemy could do if these were ours; who stands in a place that is attacked is left out later."""
        s = self.s
        land = [g for g in goals if s.view.place(g).is_land]
        return s.threats_in(s.view, land)

    # --- choosing ------------------------------------------------------------------------------------------

    def plan(self, fixed: Iterable[Attack] = ()) -> list[Attack]:
        """The attacks that pay, best first. fixed: some that will be made whatever they are worth."""
        chosen: list[Attack] = []
        for attack in fixed:
            self.fix(attack)
            self.goals.remove(attack.goal)
            chosen.append(attack)
        scored = {g: a for g, a in self.seen.items() if g in self.goals and self._untouched(g)}
        while len(chosen) < MOST and not self.s.tired:
            for goal in self.goals:
                if goal not in scored:
                    scored[goal] = self.gather(goal)
            self.seen = self.seen or (dict(scored) if not self.used else {})
            best = max((a for a in scored.values() if a), key=lambda a: (a.score, a.goal), default=None)
            if best is None or best.score <= self.s.level.bold:
                break
            self.goals.remove(best.goal)
            del scored[best.goal]
            if (sure := self.weigh.checked(best)).score > self.s.level.bold * 0.75:
                self.fix(sure)
                chosen.append(sure)
                self._open(sure, scored)
                scored = {g: a for g, a in scored.items() if self._stands(g, a, sure)}
            else:
                self.left.append((sure, f"exact odds make it worth {sure.score:+.1f} IPC"))
        self.left += [(a, f"worth {a.score:+.1f} IPC in all") for a in scored.values() if a]
        return self._guarded([self._reinforced(a) for a in chosen])

    def _reinforced(self, attack: Attack) -> Attack:
        """The attack with those whom nothing else needs, where they add something."""
        if attack.strafe:
            return attack
        defenders = self.s.fighters(self.s.foes(attack.goal), False)
        more = self._grown(attack, *self.free(attack.goal), defenders, SPARE)
        if more.ids == attack.ids or (more := self.weigh.checked(more)).score <= attack.score:
            return attack
        self.fix(more)
        return more

    def fix(self, attack: Attack) -> None:
        """An attack will be made: who takes part is not free any more."""
        self.used |= attack.ids
        self.s.spent |= attack.ids
        self.weigh.beaten |= {attack.goal} if attack.takes > SURE else set()

    def _open(self, attack: Attack, scored: dict[str, Attack | None]) -> None:
        """A zone that will be cleared lets landings through."""
        zone = attack.goal
        if self.s.view.place(zone).is_sea and attack.win > SURE and zone not in self.cleared:
            self.cleared |= {zone}
            before, self.loads = self.loads, self._loads()
            for goal, voyages in self.loads.items():
                if len(voyages) != len(before.get(goal, ())):
                    scored.pop(goal, None)
                    if goal not in self.goals and goal not in before and goal not in self.options:
                        self.goals.append(goal)

    def _stands(self, goal: str, attack: Attack | None, taken: Attack) -> bool:
        """Whether a score still holds after another attack was fixed."""
        if attack is None:
            return False
        starts = {u.place for u in taken.units}
        if attack.ids & self.used or (self.s.level.looks and any(u.place in starts for u in attack.units)):
            return False
        return self._untouched(goal)

    def _untouched(self, goal: str) -> bool:
        """Whether everybody who could walk or fly to a target is free."""
        return not any(u.id in self.used for units in self.options.get(goal, ()) for u in units)

    def _guarded(self, chosen: list[Attack]) -> list[Attack]:
        """Attacks are given up, cheapest first, until no capital is left too weak."""
        s = self.s
        for seat in sorted(s.values.seats) if s.level.looks else ():
            if not s.view.allied(s.view.owner(seat), s.me):
                continue
            before = s.chance(seat, s.friends(seat))
            while guilty := [a for a in chosen if any(u.place == seat for u in a.units)]:
                gone = {i for a in chosen for i in a.ids}
                beaten = frozenset(a.goal for a in chosen if a.takes > SURE)
                if s.chance(seat, [u for u in s.friends(seat) if u.id not in gone], beaten) <= max(SEAT_RISK, before):
                    break
                worst = min(guilty, key=lambda a: (a.score, a.goal))
                if worst.goal in s.values.seats and worst.takes > 0.5:
                    break  # a capital for a capital
                chosen.remove(worst)
                self.left.append((worst, f"worth {worst.score:+.1f} IPC, but {seat} would be open"))
        return chosen

    def weighed(self) -> list[str]:
        """What was not done and why, the most tempting first."""
        told = sorted(self.left, key=lambda one: (-one[0].score, one[0].goal))
        return [f"{attack.why} Not done: {why}." for attack, why in told[:TOLD]]

    def carry_out(self, chosen: Sequence[Attack], rehearsal: Rehearsal) -> set[int]:
        """Rehearse the orders of some attacks, those at sea first; gives who takes part. An attack of which a part does
        not go is weighed again without it."""
        busy: set[int] = set()
        for attack in sorted(chosen, key=lambda a: self.s.view.place(a.goal).is_land):
            whole = rehearsal.all_or_none(orders(self.s, attack))
            if not whole and (some := self._what_goes(attack, rehearsal)):
                whole = rehearsal.all_or_none(orders(self.s, some))
                attack = some
            busy |= attack.ids if whole else set()
        return busy

    def _what_goes(self, attack: Attack, rehearsal: Rehearsal) -> Attack | None:
        """The part of an attack that the engine lets through, if it pays by itself."""
        voyages = tuple(
            v for v in attack.voyages if rehearsal.goes(orders(self.s, attack._replace(units=v.cargo, voyages=(v,))))
        )
        aboard = {u.id for v in attack.voyages for u in v.cargo}
        by_land = [u for u in attack.units if u.id not in aboard]
        units = [u for u in by_land if rehearsal.goes(orders(self.s, attack._replace(units=(u,), voyages=())))]
        some = attack._replace(units=(*(u for v in voyages for u in v.cargo), *units), voyages=voyages)
        if not some.units or some.ids == attack.ids:
            return None
        some = self.weigh.checked(self.weigh.rated(some, self.s.fighters(self.s.foes(attack.goal), False)))
        return some if some.score > 0 else None

    # --- one target -----------------------------------------------------------------------------------------

    def gather(self, goal: str) -> Attack | None:
        """The best set of attackers for a target, by adding whoever gains most."""
        defenders = self.s.fighters(self.s.foes(goal), False)
        pools, loads = self.free(goal)
        best = self._grown(Attack(goal, ()), pools, loads, defenders, THRIFT)
        if not best.units:
            return None
        massed = (
            self._massed(best, pools if by_land else [], loads if by_sea else [], defenders)
            for by_land, by_sea in ((False, True), (True, False), (True, True))
        )
        several: dict[frozenset[int], Attack] = {}
        for attack in (best, *massed):
            several.setdefault(attack.ids, attack)
        best = max((self._pruned(a, defenders) for a in several.values()), key=lambda a: a.score)
        strafe = self.strafe(goal, pools, defenders) if self.s.level.strafes and not best.sea else None
        return strafe if strafe and strafe.score > best.score else best

    def strafe(self, goal: str, pools: list[list[Unit]], defenders: list[Fighter]) -> Attack | None:
        """An attack for a round by all who stand beside a place, and may go back there, with aircraft."""
        domain, near = self.s.view.domain, self.s.view.board.near(goal)
        walk = [u for pool in pools for u in pool if domain(u) == LAND and u.place in near]
        if goal in self.prices or not walk:
            return None
        fly = [u for pool in pools for u in pool if domain(u) == AIR]
        return self.weigh.strafed(goal, [*walk, *fly], defenders)

    def free(self, goal: str) -> tuple[list[list[Unit]], list[Voyage]]:
        """Who could go to a target and does nothing else yet, alike units together, and the voyages there."""
        pools = [free for group in self.options.get(goal, ()) if (free := [u for u in group if u.id not in self.used])]
        return pools, [v for v in self.loads.get(goal, ()) if not v.ids & self.used]

    def _grown(
        self, best: Attack, pools: list[list[Unit]], loads: list[Voyage], defenders: list[Fighter], least: float
    ) -> Attack:
        """The attack with one after another of those who gain most, for as long as each adds so much."""
        for _ in range(STEPS):
            more = self._better(best, pools, loads, defenders, least)
            if more is None:
                break
            best = more
        return best

    def _massed(self, best: Attack, pools: list[list[Unit]], loads: list[Voyage], defenders: list[Fighter]) -> Attack:
        """The attack with all that can walk there, or sail there: what a few could not hold many can."""
        units, voyages, ids = list(best.units), list(best.voyages), set(best.ids)
        for unit in (u for pool in pools for u in pool if self.s.view.domain(u) != AIR):
            if unit.id not in ids:
                units.append(unit)
                ids.add(unit.id)
        for voyage in sorted(
            loads, key=lambda v: (-sum(self.s.view.of(u).hits for u in v.cargo), len(v.path), v.ship.id)
        ):
            if not voyage.ids & ids:
                voyages.append(voyage)
                units += voyage.cargo
                ids |= voyage.ids
        if len(units) == len(best.units):
            return best
        return self.weigh.rated(best._replace(units=tuple(units), voyages=tuple(voyages)), defenders)

    def _better(
        self, best: Attack, pools: list[list[Unit]], loads: list[Voyage], defenders: list[Fighter], least: float
    ) -> Attack | None:
        """The attack with one more unit, some more, or one more voyage; None if nothing helps."""
        taken, found = best.ids, list[Attack]()
        rest = [free for pool in pools if (free := [u for u in pool if u.id not in taken])]
        for free in rest:
            for n in (1, 3) if len(free) >= 3 else (1,):
                found.append(self.weigh.rated(best._replace(units=(*best.units, *free[:n])), defenders))
        for voyage in loads:
            if not voyage.ids & taken:
                more = best._replace(units=(*best.units, *voyage.cargo), voyages=(*best.voyages, voyage))
                found.append(self.weigh.rated(more, defenders))
        if not found:
            return None
        top = max(found, key=lambda a: (a.score, a.win))
        if top.score > best.score + least:
            return top
        if best.win >= 0.5:
            return None
        top = max(found, key=lambda a: (a.win, a.score))
        if top.win > best.win + 0.01:
            return top
        return self._whole(best, rest, defenders)

    def _whole(self, best: Attack, rest: list[list[Unit]], defenders: list[Fighter]) -> Attack | None:
        """On a plateau (one more unit changes nothing) the strongest group joins as a whole."""
        if not rest:
            return None
        strong = max(rest, key=lambda pool: sum(f.power + f.body for f in self.s.fighters(pool, True)))
        return self.weigh.rated(best._replace(units=(*best.units, *strong)), defenders)

    def _pruned(self, attack: Attack, defenders: list[Fighter]) -> Attack:
        """Without whoever is hardly missed, dearest first."""
        aboard = {u.id for v in attack.voyages for u in v.cargo}
        for unit in sorted(attack.units, key=lambda u: (-self.s.view.of(u).cost, u.id)):
            if unit.id not in aboard and len(attack.units) > 1:
                less = self.weigh.rated(
                    attack._replace(units=tuple(u for u in attack.units if u is not unit)), defenders
                )
                if less.score >= attack.score - THRIFT:
                    attack = less
        for voyage in attack.voyages[1:]:
            cargo = {u.id for u in voyage.cargo}
            fewer = tuple(u for u in attack.units if u.id not in cargo)
            less = attack._replace(units=fewer, voyages=tuple(v for v in attack.voyages if v is not voyage))
            if (less := self.weigh.rated(less, defenders)).score >= attack.score:
                attack = less
        return attack


def orders(s: Situation, attack: Attack) -> list[Wish]:
    """The orders of an attack."""
    texts = merged(s.view, attack.voyages, landing, attack.goal)
    aboard = {u.id for v in attack.voyages for u in v.cargo}
    starts: dict[tuple[str, bool], list[Unit]] = defaultdict(list)
    for unit in attack.units:
        if unit.id not in aboard and unit.place != attack.goal:
            starts[unit.place, s.view.domain(unit) == AIR].append(unit)
    texts += [f"move {items(units)}: {place} > {attack.goal}" for (place, _), units in sorted(starts.items())]
    return [Wish(text, attack.why if n == 0 else "") for n, text in enumerate(texts)]
