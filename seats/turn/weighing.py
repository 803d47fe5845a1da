"""What an attack is worth: what is taken, the swing, what the answer costs, what is bared, ships at risk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.model.profiles import AIR
from rules.model.state import Unit
from seats.position.care import priced
from seats.position.estimate import Fighter, one_round
from seats.position.faults import Strike
from seats.position.situation import Situation
from seats.position.world import Threats
from seats.turn.voyage import Voyage

COUNTER = 0.3  # chance of a counter-attack from which on ground counts as traded
TROUBLE, DEFEAT = 0.05, 0.5
HOPELESS = 0.2  # chance below which land is not attacked for its own sake
STRAFE, UNCLEARED = 2.0, 1.5  # IPC that a strafe has to promise; how surely somebody is left in the place
BOTTLED = 6.0  # IPC that a zone is worth where own ships could not sail otherwise


class Attack(NamedTuple):
    """An attack on a place. takes: chance to take it (at sea: to win); lost, killed: IPC; counter: the enemy's best
    chance to beat what is left there. strafe: it is for a round only."""

    goal: str
    units: tuple[Unit, ...]
    voyages: tuple[Voyage, ...] = ()
    score: float = -1e9
    win: float = 0.0
    takes: float = 0.0
    lost: float = 0.0
    killed: float = 0.0
    counter: float = 0.0
    sea: bool = False
    strafe: bool = False

    @property
    def ids(self) -> frozenset[int]:
        """Everybody who takes part."""
        return frozenset(u.id for u in self.units) | frozenset(v.ship.id for v in self.voyages)

    @property
    def why(self) -> str:
        """The reason, in a sentence."""
        gain = self.killed - self.lost
        text = (
            f"{self.goal}: {self.takes:.0%} to {'win' if self.sea else 'take'}, {gain:+.1f} IPC"
            if self.takes
            else f"{self.goal}: {gain:+.1f} IPC"
        )
        if self.takes and self.counter:
            held = "can be held" if self.counter < COUNTER else "a trade"
            text += f", {held} (they could win it back in {self.counter:.0%})"
        return text + "."


class Weighing:
    """Scores attacks in a position. back: what the enemy could do if the places that may be attacked were ours. beaten:
    places where nobody will be left to answer. prices: IPC that attacking some places costs by itself. berths: the same of
    ships that could carry something else."""

    def __init__(self, s: Situation, back: Threats, prices: Mapping[str, float], berths: Mapping[int, float]) -> None:
        self.s, self.back, self.prices, self.berths = s, back, prices, berths
        self.beaten: set[str] = set()
        self._above: dict[str, list[Fighter]] = {}

    def rated(self, attack: Attack, defenders: list[Fighter]) -> Attack:
        """The attack with its score, by a guess."""
        attackers = self.s.fighters(attack.units, True)
        found = self.s.guess(attackers, defenders)
        sea = self.s.view.place(attack.goal).is_sea
        takes = found.win if sea or any(f.takes for f in attackers) else 0.0
        return self.scored(attack._replace(win=found.win, takes=takes, lost=found.lost, killed=found.killed, sea=sea))

    def strafed(self, goal: str, units: Sequence[Unit], defenders: list[Fighter]) -> Attack | None:
        """An attack for one round, where that kills more than it loses and hardly ever kills all."""
        found = one_round(self.s.fighters(units, True), defenders)
        gain = found.killed - found.lost - TROUBLE * len(units)
        if found.margin < UNCLEARED or gain < STRAFE:
            return None
        return Attack(goal, tuple(units), (), gain, 0.0, 0.0, found.lost, found.killed, strafe=True)

    def checked(self, attack: Attack) -> Attack:
        """The same by exact odds, where the level has them."""
        foes = self.s.foes(attack.goal)
        if not foes or not self.s.level.exact or attack.strafe:
            return attack
        found = self.s.odds_cache.ask(self.s.view, attack.goal, attack.units, foes)
        win = max(found.takes, attack.win) if not attack.takes else found.takes
        return self.scored(attack._replace(win=win, takes=found.takes, lost=found.lost, killed=found.killed))

    # --- the score ------------------------------------------------------------------------------------------

    def scored(self, attack: Attack) -> Attack:
        """The score of an attack: what is taken, the swing, what the answer costs, what is bared, ships at risk."""
        s, goal = self.s, attack.goal
        land = s.view.place(goal).is_land
        counter, back, left = self._counter(attack, land) if s.level.looks and attack.takes > 0.15 else (0.0, 0.0, 0.0)
        score = attack.killed - attack.lost - TROUBLE * len(attack.units) - (1 - attack.takes) * DEFEAT
        score -= self.prices.get(goal, 0.0)
        if land and 0 < attack.takes < HOPELESS and score < 0:
            return attack._replace(score=score)
        if land:
            score += attack.takes * s.values.of(goal, counter < COUNTER)
        elif self._bottled(goal):
            score += attack.takes * BOTTLED
        score -= attack.takes * (back * s.level.back + left * s.level.careful)
        score -= sum(self.berths.get(v.ship.id, 0.0) for v in attack.voyages)
        score -= s.level.sortie * sum(s.view.domain(u) == AIR for u in attack.units)
        if s.level.looks:
            score -= self._bared(attack) + sum(s.exposed(v.ship, v.end) for v in attack.voyages)
        if s.level.looks and attack.voyages and (sunk := self._scrambled(attack)):
            at_sea = s.cost(u for v in attack.voyages for u in (v.ship, *v.cargo))
            score, attack = (1 - sunk) * score - sunk * at_sea, attack._replace(takes=attack.takes * (1 - sunk))
        return attack._replace(score=score, counter=counter)

    def _scrambled(self, attack: Attack) -> float:
        """The chance that aircraft scramble against a landing and sink it: the worst of its zones, but those that are to
        be fought free, where the same aircraft are reckoned with."""
        worst = 0.0
        for zone in sorted({v.end for v in attack.voyages} - self.beaten):
            if planes := self._planes(zone):
                ships = [u for u in self.s.friends(zone) if u.owner == self.s.me]
                company = self.s.fighters([*ships, *(v.ship for v in attack.voyages if v.end == zone)], True)
                worst = max(worst, 1 - self.s.guess(company, planes).win)
        return worst

    def _planes(self, zone: str) -> list[Fighter]:
        if zone not in self._above:
            self._above[zone] = self.s.fighters(self.s.scramblers(zone), False)
        return self._above[zone]

    def _bottled(self, zone: str) -> bool:
        """Whether enemies in a zone keep own ships, or what is made beside it, from the sea."""
        near = self.s.view.board.near(zone)
        return any(site in near for site in self.s.sites)

    def answered(self, attack: Attack) -> tuple[float, float]:
        """The chance that the enemy wins back what is taken, and the IPC that costs, as far as it counts."""
        chance, cost, _ = self._counter(attack, self.s.view.place(attack.goal).is_land)
        return chance, cost * self.s.level.back

    def _counter(self, attack: Attack, land: bool) -> tuple[float, float, float]:
        """The enemy's best chance to beat what is left in the place, the IPC that costs, and IPC for what is left to him."""
        s = self.s
        staying, strikes = s.staying(attack.units, attack.lost), list[Strike]()
        left = s.fighters(staying, False)
        worth = s.values.of(attack.goal, False) if land else 0.0
        chance = cost = 0.0
        for group in self.back.at(attack.goal):
            attackers = s.fighters((u for u in group if u.place != attack.goal and u.place not in self.beaten), True)
            if land and not any(f.takes for f in attackers):
                continue
            found = s.guess(attackers, left)
            swing = found.killed - found.lost if left else 0.0
            strikes.append(Strike(found.win, swing))
            if swing + found.win * worth > 0:
                chance, cost = max(chance, found.win), max(cost, swing)
        return chance, cost, priced(s, attack.goal, staying, staying, strikes) if s.level.careful else 0.0

    def _bared(self, attack: Attack) -> float:
        """How much more the enemy gains where the attackers came from."""
        s, more, gone = self.s, 0.0, attack.ids
        beaten = attack.goal if attack.takes > 0.6 else ""
        for place in sorted({u.place for u in attack.units}):
            if s.view.place(place).is_land:
                here = [u for u in s.friends(place) if u.id not in s.spent]
                stay = [u for u in here if u.id not in gone]
                whole = s.values.vital(place) or s.bare(place, s.fighters(stay, False) + s.coming[place])
                weight = 1.0 if whole else s.level.bared
                more += weight * max(0.0, s.risk(place, stay, beaten) - s.risk(place, here, beaten))
        return more
