"""Plans for a combat move that differ in what is attacked and who stays at home, not in weights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from seats.plans.openings import played
from seats.position.situation import Situation
from seats.turn.attack import Attacks
from seats.turn.rehearsal import Rehearsal
from seats.turn.weighing import Attack

DROPPED, ADDED, KEPT_HOME = 2, 5, 2  # of each kind at most
POSSIBLE = 0.3  # chance from which on a target that was left alone is tried
PROMISING = 0.6  # chance that the first attacks of an opening need
LIKELY = 0.8  # chance below which an attack counts as doubtful


@dataclass(frozen=True, slots=True)
class Idea:
    """What a plan does otherwise: targets that it leaves alone, places whose units stay at home, targets that come first."""

    name: str
    without: frozenset[str] = frozenset()
    home: tuple[str, ...] = ()
    first: tuple[str, ...] = ()

    def and_also(self, other: Idea) -> Idea:
        """Both together."""
        names = f"{self.name}, {other.name}"
        firsts = tuple(dict.fromkeys(self.first + other.first))
        return Idea(names, self.without | other.without, self.home + other.home, firsts)


@dataclass
class Candidate:
    """A plan: its idea, its attacks, who takes part. book: it is that of an opening, and all of it goes."""

    idea: Idea
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
    usual, seen = planned(s, Idea("as usual", forgotten)), set[frozenset[tuple[str, frozenset[int]]]]()
    for one in chain((usual, booked(s, forgotten, usual.attacks)), _others(s, usual, forgotten)):
        if one and one.key not in seen:
            seen.add(one.key)
            yield one


def planned(s: Situation, idea: Idea, like: Attacks | None = None) -> Candidate:
    """The plan that comes of an idea."""
    s.spent = set()
    attacks = Attacks(s, idea.without, like)
    attacks.used |= {u.id for place in idea.home for u in s.friends(place)}
    return Candidate(idea, attacks, attacks.plan(_first(attacks, idea.first)), set(s.spent))


def _first(attacks: Attacks, goals: Sequence[str]) -> Iterator[Attack]:
    """Attacks on some targets that have a chance, each out of what those before it have left."""
    for goal in goals:
        found = attacks.gather(goal) if goal in attacks.goals else None
        if found and (sure := attacks.weigh.checked(found)).takes > POSSIBLE:
            yield sure


def booked(s: Situation, forgotten: frozenset[str], like: Attacks | None = None) -> Candidate | None:
    """The plan of the opening, where all that it begins with is likely to be won."""
    if (opening := played(s.game, s.level)) is None:
        return None
    found = planned(s, Idea(opening.name, forgotten | set(opening.alone), opening.home, opening.first), like)
    found.book = set(opening.first) <= {a.goal for a in found.chosen if a.takes > PROMISING}
    return found if found.book else None


def _others(s: Situation, usual: Candidate, forgotten: frozenset[str]) -> Iterator[Candidate]:
    yield from (planned(s, idea, usual.attacks) for idea in _ideas(s, usual, forgotten))
    yield Candidate(Idea("nothing"), Attacks(s, forgotten, usual.attacks), [])


def _ideas(s: Situation, usual: Candidate, forgotten: frozenset[str]) -> Iterator[Idea]:
    tempting = sorted(usual.attacks.left, key=lambda one: (-one[0].score, one[0].goal))
    for attack, _ in [one for one in tempting if one[0].takes > POSSIBLE][:ADDED]:
        yield Idea(f"first {attack.goal}", forgotten, first=(attack.goal,))
    for place in _worth_holding(s, usual)[:KEPT_HOME]:
        yield Idea(f"{place} stays at home", forgotten, home=(place,))
    doubtful = [a.goal for a in usual.chosen if a.takes < LIKELY]
    if 0 < len(doubtful) < len(usual.chosen):
        yield Idea("only what is sure", forgotten | set(doubtful))
    weakest = sorted(usual.chosen, key=lambda a: (a.score, a.goal))
    for attack in weakest[:DROPPED]:
        yield Idea(f"without {attack.goal}", forgotten | {attack.goal})


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
