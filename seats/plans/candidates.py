"""Plans for a combat move that differ in what is attacked and who stays at home, not in weights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from seats.plans.openings import chosen
from seats.position.situation import Situation
from seats.turn.attack import Attacks
from seats.turn.rehearsal import Rehearsal
from seats.turn.weighing import Attack

DROPPED, ADDED, KEPT_HOME = 3, 2, 3  # of each kind at most
POSSIBLE = 0.3  # chance from which on a target that was left alone is tried
LIKELY = 0.8  # chance below which an attack counts as doubtful


@dataclass
class Candidate:
    """A plan: what it does otherwise, its attacks, who takes part. book: it is that of an opening, and all of it goes."""

    name: str
    attacks: Attacks
    chosen: list[Attack]
    spent: set[int] = field(default_factory=set)
    book: bool = False

    @property
    def key(self) -> frozenset[tuple[str, frozenset[int]]]:
        """Plans with the same key are the same."""
        return frozenset((a.goal, a.ids) for a in self.chosen)

    def rehearsed(self, s: Situation) -> tuple[Rehearsal, set[int]]:
        """The plan carried out on a copy, and who takes part."""
        rehearsal = Rehearsal(s.game)
        return rehearsal, self.attacks.carry_out(self.chosen, rehearsal)


def candidates(s: Situation, forgotten: frozenset[str]) -> Iterator[Candidate]:
    """The usual plan first, then the opening if there is one, then others, no two alike."""
    usual, seen = _plan(s, "as usual", forgotten), set[frozenset[tuple[str, frozenset[int]]]]()
    for one in chain((usual,), _opening(s, usual.attacks, forgotten), _others(s, usual, forgotten)):
        if one.key not in seen:
            seen.add(one.key)
            yield one


def _plan(
    s: Situation,
    name: str,
    forgotten: frozenset[str],
    like: Attacks | None = None,
    home: Sequence[str] = (),
    first: Sequence[str] = (),
) -> Candidate:
    """The attacks if some targets are left alone, units of some places stay at home, and some targets come first."""
    s.spent = set()
    attacks = Attacks(s, forgotten, like)
    attacks.used |= {u.id for place in home for u in s.friends(place)}
    return Candidate(name, attacks, attacks.plan(_first(attacks, first)), set(s.spent))


def _first(attacks: Attacks, goals: Sequence[str]) -> Iterator[Attack]:
    """Attacks on some targets that have a chance, each out of what those before it have left."""
    for goal in goals:
        found = attacks.gather(goal) if goal in attacks.goals else None
        if found and (sure := attacks.weigh.checked(found)).takes > POSSIBLE:
            yield sure


def _opening(s: Situation, like: Attacks, forgotten: frozenset[str]) -> Iterator[Candidate]:
    """The plan of the opening, where all that it begins with can be attacked."""
    if opening := chosen(s.game, s.me, s.memory):
        found = _plan(s, opening.name, forgotten | set(opening.alone), like, opening.home, opening.first)
        found.book = set(opening.first) <= {a.goal for a in found.chosen}
        yield found


def _others(s: Situation, usual: Candidate, forgotten: frozenset[str]) -> Iterator[Candidate]:
    like = usual.attacks
    for place in _worth_holding(s, usual)[:KEPT_HOME]:
        yield _plan(s, f"{place} stays at home", forgotten, like, home=[place])
    doubtful = [a.goal for a in usual.chosen if a.takes < LIKELY]
    if 0 < len(doubtful) < len(usual.chosen):
        yield _plan(s, "only what is sure", forgotten | set(doubtful), like)
    weakest = sorted(usual.chosen, key=lambda a: (a.score, a.goal))
    for attack in weakest[:DROPPED]:
        yield _plan(s, f"without {attack.goal}", forgotten | {attack.goal}, like)
    tempting = sorted(usual.attacks.left, key=lambda one: (-one[0].score, one[0].goal))
    for attack, _ in [one for one in tempting if one[0].takes > POSSIBLE][:ADDED]:
        yield _plan(s, f"first {attack.goal}", forgotten, like, first=[attack.goal])
    yield Candidate("nothing", Attacks(s, forgotten, like), [])


def _worth_holding(s: Situation, usual: Candidate) -> list[str]:
    """Places from which attackers come, those that lose most first."""
    gone = {i for a in usual.chosen for i in a.ids}
    starts = sorted({u.place for a in usual.chosen for u in a.units if s.view.place(u.place).is_land})
    lost = {p: _more(s, p, gone) for p in starts}
    return sorted((p for p in starts if lost[p] > 0), key=lambda p: (-lost[p], p))


def _more(s: Situation, place: str, gone: set[int]) -> float:
    """IPC that the enemy gains more in a place when some units have left it."""
    here = s.friends(place)
    return s.threatened(place, [u for u in here if u.id not in gone]) - s.threatened(place, here)
