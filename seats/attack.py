"""Combat movement: which places are attacked, and by whom.

Each target collects attackers, one by one, for as long as its score grows; the best target is fixed by exact odds, and
the others are scored again with what is left. Afterwards attacks are given up that leave a capital open.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.model.profiles import AIR, SEA
from rules.model.state import Unit
from rules.movement.reach import Reach
from seats.estimate import Fighter
from seats.rehearsal import Rehearsal
from seats.situation import Situation
from seats.voyage import Harbourmaster, Voyage, landing, merged, transports
from seats.wish import Wish, items
from seats.world import Threats

TOLD = 5  # attacks that were not made are told
MOST = 30  # attacks a phase
STEPS = 24  # attackers added to one target
SURE = 0.75
COUNTER = 0.3  # chance of a counter-attack from which on ground counts as traded
SEAT_RISK = 0.2
TROUBLE, DEFEAT = 0.05, 0.5
HOPELESS = 0.2  # chance below which land is not attacked for its own sake
IDLE_PLANE = 0.1
SEARCHED = 0.2  # IPC by which another list of attacks has to be better
BOTTLED = 6.0  # IPC that a zone is worth where own ships could not sail otherwise


@dataclass(frozen=True)
class Attack:
    """An attack on a place. takes: chance to take it (at sea: to win); lost, killed: IPC; counter: the enemy's best
    chance to beat what is left there."""

    goal: str
    units: tuple[Unit, ...]
    voyages: tuple[Voyage, ...] = ()
    score: float = -1e9
    win: float = 0.0
    takes: float = 0.0
    lost: float = 0.0
    killed: float = 0.0
    counter: float = 0.0

    @property
    def ids(self) -> frozenset[int]:
        """Everybody who takes part."""
        return frozenset(u.id for u in self.units) | frozenset(v.ship.id for v in self.voyages)

    @property
    def why(self) -> str:
        """The reason, in a sentence."""
        gain = self.killed - self.lost
        text = (
            f"{self.goal}: {self.takes:.0%} to take, {gain:+.1f} IPC" if self.takes else f"{self.goal}: {gain:+.1f} IPC"
        )
        if self.takes and self.counter:
            text += (
                f", {'can be held' if self.counter < COUNTER else 'a trade'} (their best counter {self.counter:.0%})"
            )
        return text + "."


class Attacks:
    """Plans the attacks of a phase."""

    def __init__(self, s: Situation, forgotten: frozenset[str] = frozenset()) -> None:
        self.s = s
        self.reach = Reach(s.view)
        self.options = self._options(forgotten)
        self.cleared: frozenset[str] = frozenset()
        self.loads = self._loads()
        self.goals = sorted({*self.options, *self.loads} - forgotten)
        self.back = self._answer_to(self.goals)
        self.used: set[int] = set()
        self.beaten: set[str] = set()  # places where nobody will be left to answer
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
            return view.hostile_land(place, self.s.me)
        return any(view.domain(u) in (SEA, AIR) for u in view.enemy_units(place, self.s.me))

    def _loads(self) -> dict[str, list[Voyage]]:
        """Coast -> voyages that could assault it."""
        view, me, found = self.s.view, self.s.me, defaultdict(list)
        master = Harbourmaster(view, me, self.cleared)
        for ship in transports(view, me):
            for voyage in master.voyages(ship):
                for goal in view.board.near(voyage.end):
                    if view.place(goal).is_land and view.hostile_land(goal, me):
                        found[goal].append(voyage)
        return found

    def _answer_to(self, goals: Sequence[str]) -> Threats:
        """What the enemy could do if these were ours; who stands in a place that is attacked is left out later."""
        s = self.s
        land = [g for g in goals if s.view.place(g).is_land]
        return s.scout.threats(s.view, s.me, land) if s.level.looks else Threats({})

    # --- choosing ------------------------------------------------------------------------------------------

    def plan(self) -> list[Attack]:
        """The attacks that pay, best first."""
        chosen: list[Attack] = []
        scored: dict[str, Attack | None] = {}
        while len(chosen) < MOST and not self.s.tired:
            for goal in self.goals:
                if goal not in scored:
                    scored[goal] = self.gather(goal)
            best = max((a for a in scored.values() if a), key=lambda a: (a.score, a.goal), default=None)
            if best is None or best.score <= self.s.level.bold:
                break
            self.goals.remove(best.goal)
            del scored[best.goal]
            if (sure := self.checked(best)).score > self.s.level.bold * 0.75:
                self._take(sure)
                chosen.append(sure)
                self._open(sure, scored)
                scored = {g: a for g, a in scored.items() if self._stands(g, a, sure)}
            else:
                self.left.append((sure, f"exact odds make it worth {sure.score:+.1f} IPC"))
        self.left += [(a, f"worth {a.score:+.1f} IPC in all") for a in scored.values() if a]
        return self._guarded(chosen)

    def _take(self, attack: Attack) -> None:
        self.used |= attack.ids
        self.s.spent |= attack.ids
        self.beaten |= {attack.goal} if attack.takes > SURE else set()

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
            v for v in attack.voyages if rehearsal.goes(orders(self.s, replace(attack, units=v.cargo, voyages=(v,))))
        )
        aboard = {u.id for v in attack.voyages for u in v.cargo}
        by_land = [u for u in attack.units if u.id not in aboard]
        units = [u for u in by_land if rehearsal.goes(orders(self.s, replace(attack, units=(u,), voyages=())))]
        some = replace(attack, units=(*(u for v in voyages for u in v.cargo), *units), voyages=voyages)
        if not some.units or some.ids == attack.ids:
            return None
        some = self.checked(self.rated(some, self.s.fighters(self.s.foes(attack.goal), False)))
        return some if some.score > 0 else None

    # --- one target -----------------------------------------------------------------------------------------

    def gather(self, goal: str) -> Attack | None:
        """The best set of attackers for a target, by adding whoever gains most."""
        defenders = self.s.fighters(self.s.foes(goal), False)
        pools = [free for group in self.options.get(goal, ()) if (free := [u for u in group if u.id not in self.used])]
        loads = [v for v in self.loads.get(goal, ()) if not v.ids & self.used]
        best = Attack(goal, ())
        for _ in range(STEPS):
            more = self._better(best, pools, loads, defenders)
            if more is None:
                break
            best = more
        return self._pruned(best, defenders) if best.units else None

    def _better(
        self, best: Attack, pools: list[list[Unit]], loads: list[Voyage], defenders: list[Fighter]
    ) -> Attack | None:
        """The attack with one more unit, some more, or one more voyage; None if nothing helps."""
        taken, found = best.ids, list[Attack]()
        rest = [free for pool in pools if (free := [u for u in pool if u.id not in taken])]
        for free in rest:
            for n in (1, 3) if len(free) >= 3 else (1,):
                found.append(self.rated(replace(best, units=(*best.units, *free[:n])), defenders))
        for voyage in loads:
            if not voyage.ids & taken:
                more = replace(best, units=(*best.units, *voyage.cargo), voyages=(*best.voyages, voyage))
                found.append(self.rated(more, defenders))
        if not found:
            return None
        top = max(found, key=lambda a: (a.score, a.win))
        if top.score > best.score + 0.02:
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
        return self.rated(replace(best, units=(*best.units, *strong)), defenders)

    def _pruned(self, attack: Attack, defenders: list[Fighter]) -> Attack:
        """Without whoever is not missed, dearest first."""
        aboard = {u.id for v in attack.voyages for u in v.cargo}
        for unit in sorted(attack.units, key=lambda u: (-self.s.view.of(u).cost, u.id)):
            if unit.id not in aboard and len(attack.units) > 1:
                less = self.rated(replace(attack, units=tuple(u for u in attack.units if u is not unit)), defenders)
                if less.score >= attack.score:
                    attack = less
        return attack

    def rated(self, attack: Attack, defenders: list[Fighter]) -> Attack:
        """The attack with its score, by a guess."""
        attackers = self.s.fighters(attack.units, True)
        found = self.s.guess(attackers, defenders)
        sea = self.s.view.place(attack.goal).is_sea
        takes = found.win if sea or any(f.takes for f in attackers) else 0.0
        return self.scored(replace(attack, win=found.win, takes=takes, lost=found.lost, killed=found.killed))

    def checked(self, attack: Attack) -> Attack:
        """The same by exact odds, where the level has them."""
        foes = self.s.foes(attack.goal)
        if not foes or not self.s.level.exact:
            return attack
        found = self.s.oracle.ask(self.s.view, attack.goal, attack.units, foes)
        win = max(found.takes, attack.win) if not attack.takes else found.takes
        return self.scored(replace(attack, win=win, takes=found.takes, lost=found.lost, killed=found.killed))

    # --- the score ------------------------------------------------------------------------------------------

    def scored(self, attack: Attack) -> Attack:
        """The score of an attack: what is taken, the swing, what the answer costs, what is bared, ships at risk."""
        s, goal = self.s, attack.goal
        land = s.view.place(goal).is_land
        counter, back = self._counter(attack, land) if s.level.looks and attack.takes > 0.15 else (0.0, 0.0)
        score = attack.killed - attack.lost - TROUBLE * len(attack.units) - (1 - attack.takes) * DEFEAT
        if land and 0 < attack.takes < HOPELESS and score < 0:
            return replace(attack, score=score)
        if land:
            score += attack.takes * s.values.of(goal, counter < COUNTER)
        elif self._bottled(goal):
            score += attack.takes * BOTTLED
        score -= attack.takes * back * s.level.back
        score -= IDLE_PLANE * sum(s.view.domain(u) == AIR for u in attack.units)
        if s.level.looks:
            score -= self._bared(attack) + sum(s.exposed(v.ship, v.end) for v in attack.voyages)
        return replace(attack, score=score, counter=counter)

    def _bottled(self, zone: str) -> bool:
        """Whether enemies in a zone keep own ships, or what is made beside it, from the sea."""
        near = self.s.view.board.near(zone)
        return any(site in near for site in self.s.sites)

    def _counter(self, attack: Attack, land: bool) -> tuple[float, float]:
        """The enemy's best chance to beat what is left in the place, and the IPC that costs."""
        s = self.s
        stay = [u for u in attack.units if s.view.domain(u) != AIR]
        left = s.fighters(self._survivors(stay, attack.lost), False)
        worth = s.values.of(attack.goal, False) if land else 0.0
        chance = cost = 0.0
        for group in self.back.at(attack.goal):
            attackers = s.fighters((u for u in group if u.place != attack.goal and u.place not in self.beaten), True)
            if land and not any(f.takes for f in attackers):
                continue
            found = s.guess(attackers, left)
            swing = found.killed - found.lost if left else 0.0
            if swing + found.win * worth > 0:
                chance, cost = max(chance, found.win), max(cost, swing)
        return chance, cost

    def _survivors(self, units: Iterable[Unit], lost: float) -> list[Unit]:
        left = []
        for unit in sorted(units, key=lambda u: (self.s.view.of(u).cost, u.id)):
            cost = self.s.view.of(unit).cost
            if lost >= cost * 0.6:
                lost -= cost
            else:
                left.append(unit)
        return left

    def _bared(self, attack: Attack) -> float:
        """How much more the enemy gains where the attackers came from."""
        s, more, gone = self.s, 0.0, attack.ids
        beaten = attack.goal if attack.takes > 0.6 else ""
        for place in sorted({u.place for u in attack.units}):
            if s.view.place(place).is_land:
                here = [u for u in s.friends(place) if u.id not in s.spent]
                stay = [u for u in here if u.id not in gone]
                weight = 1.0 if s.values.vital(place) else s.level.bared
                more += weight * max(0.0, s.risk(place, stay, beaten) - s.risk(place, here, beaten))
        return more


def best_list(s: Situation, forgotten: frozenset[str] = frozenset()) -> tuple[Attacks, list[Attack]]:
    """The attacks of a phase. A level that searches tries what comes of it when one of them is left alone and its units are
    free for others, those that promise least first, and keeps what is better as a whole."""
    attacks = Attacks(s, forgotten)
    best = attacks, attacks.plan()
    spent, left = set(s.spent), s.level.searches
    for doubted in sorted(best[1], key=lambda a: (a.score, a.goal)):
        if left <= 0 or s.tired:
            break
        left -= 1
        s.spent = set()
        other = Attacks(s, forgotten | {doubted.goal})
        chosen = other.plan()
        if sum(a.score for a in chosen) > sum(a.score for a in best[1]) + SEARCHED:
            best, spent = (other, chosen), set(s.spent)
            forgotten |= {doubted.goal}
    s.spent = spent
    return best


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
