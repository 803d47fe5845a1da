"""All against all, in rounds: by the circle; where somebody came later, by matchings of those who have still to meet."""

from __future__ import annotations

import itertools
from collections import Counter

import networkx as nx

from league.tournaments.record import NOBODY, Match, Paired
from league.tournaments.sides import Sides
from league.tournaments.standings import annulled
from league.tournaments.state import State
from league.tournaments.terms import Refused


def pair(state: State) -> Paired:
    """The next round; rounds may overlap, so it may be asked for at any time. Raises Refused when all have met."""
    number = len(state.rounds) + 1
    if not state.begun:
        raise Refused("It has not begun.")
    to_meet = owed(state)
    if not to_meet:
        raise Refused("All have met.")
    late = any(state.came[entrant] for entrant in state.order)
    found = None if late else _circle(state, to_meet)
    found = found or _most(state, to_meet)
    sides, matches = Sides.of(state), list[Match]()
    for one, other in found:
        matches.append(_sided(state, sides, f"{number}.{len(matches) + 1}", one, other))
    return Paired(number, tuple(matches))


def _sided(state: State, sides: Sides, id: str, one: str, other: str) -> Match:
    """In a second leg the sides are changed; otherwise they are evened out."""
    met = [match for match in state.matches.values() if match.pair == {one, other}]
    return Match(id, met[-1].second, met[-1].first) if met else sides.match(id, one, other)


def owed(state: State) -> Counter[frozenset[str]]:
    """The pairs that have still to meet, with how often. Who withdrew late is met too: that is a walk-over."""
    void = annulled(state)
    here = [entrant for entrant in state.order if entrant not in void]
    pairs = (frozenset(two) for two in itertools.combinations(here, 2) if not set(two) <= set(state.gone))
    met = Counter(match.pair for match in state.matches.values())
    return Counter({two: left for two in pairs if (left := state.terms.legs - met[two]) > 0})


def _circle(state: State, to_meet: Counter[frozenset[str]]) -> list[tuple[str, str]]:
    """The next round of the circle in which somebody has still to meet."""
    ring = [*state.order, *([NOBODY] if len(state.order) % 2 else [])]
    size = len(ring)
    for turn in range(len(state.rounds), len(state.rounds) + (size - 1) * state.terms.legs):
        rest = ring[1:]
        shift = turn % (size - 1)
        now = [ring[0], *rest[len(rest) - shift :], *rest[: len(rest) - shift]]
        pairs = [(now[i], now[size - 1 - i]) for i in range(size // 2)]
        if found := [two for two in pairs if frozenset(two) in to_meet]:
            return found
    return []


def _most(state: State, to_meet: Counter[frozenset[str]]) -> list[tuple[str, str]]:
    """As many as can play at once, those with most to go first."""
    left = Counter(entrant for two, times in to_meet.items() for entrant in two for _ in range(times))
    graph = nx.Graph()
    rank = {entrant: place for place, entrant in enumerate(state.order)}
    for two in sorted(to_meet, key=lambda two: sorted(rank[e] for e in two)):
        one, other = sorted(two, key=rank.__getitem__)
        graph.add_edge(one, other, weight=left[one] + left[other])
    pairs = (sorted(two, key=rank.__getitem__) for two in nx.max_weight_matching(graph, maxcardinality=True))
    return sorted(((one, other) for one, other in pairs), key=lambda two: rank[two[0]])
