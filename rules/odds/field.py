"""Two forces in a battle: what a round does to them, and when it is decided. Exact odds and samples share it."""

from __future__ import annotations

from rules.odds.force import Force, Outcomes, Volley, outcomes, volley
from rules.odds.model import ALL, REST, STRIKE, Opening, Plan, Side

WIN, LOSS, DRAW, STALEMATE, RETREAT = "win", "loss", "draw", "stalemate", "retreat"
Pair = tuple[int, int]
Outcomes2 = tuple[Outcomes, Outcomes]
Ends = dict[tuple[Pair, str], float]  # (what both sides have left, verdict) -> chance


class Field:
    """Attacker and defender, their outcomes remembered."""

    def __init__(self, attacker: Side, defender: Side, plan: Plan) -> None:
        self.attacker, self.defender, self.plan = Force(attacker), Force(defender), plan
        self._outcomes: dict[tuple[bool, int, int, str, bool], Outcomes] = {}
        self._volleys: dict[tuple[bool, int, str], Volley] = {}
        self._verdicts: dict[Pair, str] = {}

    def facing(self, attacking: bool) -> tuple[Force, Force]:
        """Shooter and target, for the attacker's fire or the defender's."""
        return (self.attacker, self.defender) if attacking else (self.defender, self.attacker)

    def volley(self, attacking: bool, shooter: int, step: str) -> Volley:
        """The hits a state of a side may make in a step, with chances."""
        key = (attacking, shooter, step)
        if key not in self._volleys:
            mine, theirs = self.facing(attacking)
            self._volleys[key] = volley(mine.shots(shooter, step), theirs)
        return self._volleys[key]

    def fire(self, attacking: bool, shooter: int, target: int, step: str, hunted: bool = False) -> Outcomes:
        """What the shooters (attackers or not) leave of the target state, with chances. `hunted`: a
        destroyer on the shooters' side exposes the target's submarines."""
        key = (attacking, shooter, target, step, hunted)
        found = self._outcomes.get(key)
        if found is None:
            theirs = self.facing(attacking)[1]
            found = outcomes(self.volley(attacking, shooter, step), theirs, target, hunted)
            self._outcomes[key] = found
        return found

    def points(self, pair: Pair) -> int:
        """Hits that both sides together can still take."""
        return self.attacker.points[pair[0]] + self.defender.points[pair[1]]

    def opening(self, opening: Opening, targets: Pair) -> Outcomes:
        """What once-only fire leaves of the side it falls on."""
        theirs = self.facing(opening.attacker)[1]
        return outcomes(volley(opening.shots, theirs), theirs, targets[opening.attacker], False)

    def hunters(self, pair: Pair) -> tuple[bool, bool]:
        """Whether attacker and defender have a destroyer at the start of a round."""
        return self.attacker.some(pair[0], "hunts"), self.defender.some(pair[1], "hunts")

    def strikers(self, hunting: tuple[bool, bool]) -> tuple[bool, bool]:
        """Which sides' first strikes happen: not against a destroyer."""
        if not self.plan.strikes:
            return False, False
        return self.attacker.strikes and not hunting[1], self.defender.strikes and not hunting[0]

    def verdict(self, pair: Pair) -> str:
        """How a battle in this state is decided; "" if it goes on."""
        found = self._verdicts.get(pair)
        if found is None:
            found = self._verdicts[pair] = self._decide(*pair)
        return found

    def _decide(self, a: int, d: int) -> str:
        mine, theirs = self.attacker.some(a, "stands"), self.defender.some(d, "stands")
        if not mine or not theirs:
            return WIN if mine else LOSS if theirs else DRAW
        if not self.defender.some(d, "fights", standing=True):
            return WIN
        if not self.defender.some(d, "shoots", standing=True) and self._harms(True, a, d):
            return WIN
        if not self.attacker.some(a, "shoots", standing=True):
            return LOSS if self._harms(False, d, a) else STALEMATE
        if not self._harms(True, a, d) and not self._harms(False, d, a):
            return STALEMATE
        return ""

    def _harms(self, attacking: bool, shooter: int, target: int) -> bool:
        """Whether a side can hit anything of the other now."""
        mine, theirs = self.facing(attacking)
        return bool(mine.fires(shooter) & theirs.may_take(target, mine.some(shooter, "hunts")))

    def general(self, pair: Pair, targets: Pair, hunting: tuple[bool, bool], steps: tuple[str, str]) -> Outcomes2:
        """General fire of both sides at the same time: outcomes for the defender and for the attacker."""
        return (
            self.fire(True, pair[0], targets[1], steps[0], hunting[0]),
            self.fire(False, pair[1], targets[0], steps[1], hunting[1]),
        )

    def steps_after(self, striking: tuple[bool, bool]) -> tuple[str, str]:
        """Who fires in the general fire: everybody, or those who have not struck."""
        return (REST if striking[0] else ALL, REST if striking[1] else ALL)

    def strike(self, pair: Pair, hunting: tuple[bool, bool], striking: tuple[bool, bool]) -> Outcomes2:
        """The first strikes: outcomes for the defender and for the attacker."""
        return (
            self.fire(True, pair[0], pair[1], STRIKE, hunting[0]) if striking[0] else [(pair[1], 1.0)],
            self.fire(False, pair[1], pair[0], STRIKE, hunting[1]) if striking[1] else [(pair[0], 1.0)],
        )
