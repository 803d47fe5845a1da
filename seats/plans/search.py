"""The plan of a combat move: each candidate is played to the end of the turn, and that is taken which stands best after the
enemies' replies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from rules.core.view import View
from rules.soak.player import Plays
from seats.plans.candidates import Candidate, candidates, planned
from seats.plans.judge import judged, sign
from seats.plans.playout import played_out
from seats.position.situation import Situation

BETTER = 1.0  # IPC by which another plan has to be better than the usual one
COMBINED = 2  # good ideas that are tried together with the best
FINALISTS, LOOKS = 3, (1, 3)  # plans that are played out again beside the usual one, and with which dice
BOOK = 4.0  # IPC that an opening may seem worse, and is played


def best_plan(s: Situation, forgotten: frozenset[str], pilot: Callable[[Situation], Plays]) -> Candidate:
    """The best of as many plans as the level looks at, and of what comes of good ideas together. pilot: gives a player who
    plays the rest of a turn the quick way."""
    usual, *others = (Tried(s, one, pilot) for one in islice(candidates(s, forgotten), max(1, s.level.plans)))
    others += [Tried(s, one, pilot) for one in _combined(s, usual, others)]
    last = sorted(others, key=lambda t: -t.worth)[:FINALISTS]
    last += [t for t in others if t.plan.book and t not in last]
    for look in LOOKS if last else ():
        for tried in (usual, *last):
            tried.look(look)
    best = max((usual, *last), key=lambda t: t.worth - (0.0 if t is usual else -BOOK if t.plan.book else BETTER))
    s.spent = set(best.plan.spent)
    return best.plan


def _combined(s: Situation, usual: Tried, others: Sequence[Tried]) -> Iterator[Candidate]:
    """The best idea together with others that are better than none."""
    good = sorted((t for t in others if t.worth > usual.worth and t.plan.chosen), key=lambda t: -t.worth)
    for other in good[1 : 1 + COMBINED]:
        yield planned(s, good[0].plan.idea.and_also(other.plan.idea), usual.plan.attacks)


class Tried:
    """A plan and how it has stood so far."""

    def __init__(self, s: Situation, plan: Candidate, pilot: Callable[[Situation], Plays]) -> None:
        self.s, self.plan, self.pilot = s, plan, pilot
        self.start = plan.rehearsed(s)[0].game
        self.found: list[float] = []
        self.look(0)

    @property
    def worth(self) -> float:
        """How much better the side stands than now when the turn is over and the enemies have replied, in IPC, on the mean of
        the looks."""
        return sum(self.found) / len(self.found)

    def look(self, number: int) -> None:
        """Play the turn out once more, with other dice."""
        s, one = self.s, self.plan
        foreseen = one.attacks.weigh.back
        end = played_out(self.start.copy(), self.pilot(s.later(s.game, threats=foreseen)), number)
        price = sum(one.attacks.prices.get(attack.goal, 0.0) for attack in one.chosen)
        self.found.append(judged(s, end, foreseen) + unlucky(s, one, end.view) - price)


def unlucky(s: Situation, one: Candidate, end: View) -> float:
    """IPC by which the battles of a plan went worse than they do on the mean: so that plans are told apart by what they are,
    not by their dice."""
    before, left = s.view.state.units, end.state.units
    lost = (u for u in before.values() if u.id not in left)
    went = -sum(sign(s.view, u.owner, s.me) * s.view.of(u).cost for u in lost)
    should = sum(a.killed - a.lost for a in one.chosen)
    for attack in one.chosen:
        if s.view.place(attack.goal).is_land:
            should += (attack.takes - end.allied(end.owner(attack.goal), s.me)) * s.values.of(attack.goal)
    return should - went
