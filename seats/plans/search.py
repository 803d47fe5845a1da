"""The plan of a combat move: each candidate is played to the end of the turn, and that is taken which stands best after the
enemies' replies."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from rules.core.view import View
from rules.soak.player import Plays
from seats.plans.candidates import Candidate, candidates
from seats.plans.judge import judged, sign
from seats.plans.playout import played_out
from seats.position.situation import Situation

BETTER = 1.0  # IPC by which another plan has to be better than the usual one
BOOK = 4.0  # IPC that an opening may seem worse, and is played


def best_plan(s: Situation, forgotten: frozenset[str], pilot: Callable[[Situation], Plays]) -> Candidate:
    """The best of as many plans as the level looks at. pilot: gives a player who plays the rest of a turn the quick way."""
    found, best, top = candidates(s, forgotten), None, 0.0
    for one in islice(found, max(1, s.level.plans)):
        worth = _worth(s, one, pilot) + (BOOK if one.book else -BETTER if best else 0.0)
        if best is None or worth > top:
            best, top = one, worth
    assert best is not None, "there is always the usual plan"
    s.spent = set(best.spent)
    return best


def _worth(s: Situation, one: Candidate, pilot: Callable[[Situation], Plays]) -> float:
    """How much better the side stands than now when the turn is over and the enemies have replied, in IPC."""
    rehearsal, _ = one.rehearsed(s)
    foreseen = one.attacks.weigh.back
    end = played_out(rehearsal.game, pilot(s.later(s.game, threats=foreseen)))
    price = sum(one.attacks.prices.get(attack.goal, 0.0) for attack in one.chosen)
    return judged(s, end, foreseen) + unlucky(s, one, end.view) - price


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
