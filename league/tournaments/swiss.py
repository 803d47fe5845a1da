"""The Swiss system: who plays whom next, as a matching of greatest weight over all pairs.

Each pair has a cost, and what comes first counts beyond all that comes later: that somebody has a bye again, that two meet
again, that their points differ, that they stand otherwise than the upper half of a group against the lower one, that both
want one side. The matching with the least sum is the round.
"""

from __future__ import annotations

import networkx as nx

from league.tournaments.record import NOBODY, Match, Paired
from league.tournaments.sides import Sides
from league.tournaments.standings import points_of, results, standings
from league.tournaments.state import State
from league.tournaments.terms import Refused

_GROUPS = 4
"""Pairs further apart than so many groups of points are only looked at if there is no other way."""


def pair(state: State) -> Paired:
    """The next round. Raises Refused while matches are open, or when all rounds are played."""
    number = len(state.rounds) + 1
    if not state.begun:
        raise Refused("It has not begun.")
    if state.open():
        raise Refused(f"Round {number - 1} is not over: {len(state.open())} of its matches are open.")
    if number > state.terms.rounds:
        raise Refused(f"All {state.terms.rounds} rounds are played.")
    here = [line.entrant for line in standings(state) if not line.gone]
    if len(here) < 2:
        raise Refused("There are not two left who play.")
    sides = Sides.of(state)
    found = _matched(state, here, sides)
    # The bye may stand anywhere in the table: matches are numbered without it, so that no two have one id.
    played = [(one, other) for one, other in found if other != NOBODY]
    matches = [sides.match(f"{number}.{place}", one, other) for place, (one, other) in enumerate(played, 1)]
    byes = [Match(f"{number}.{len(matches) + 1}", one) for one, other in found if other == NOBODY]
    return Paired(number, (*matches, *byes))


def _matched(state: State, here: list[str], sides: Sides) -> list[tuple[str, str]]:
    """Pairs in the order of the table; the bye, if there is one, is a pair with NOBODY."""
    costs = _Costs(state, here, sides)
    everybody = [*here, NOBODY] if len(here) % 2 else here
    for near in (True, False):
        graph = nx.Graph()
        graph.add_nodes_from(everybody)
        for place, one in enumerate(everybody):
            for other in everybody[place + 1 :]:
                if not near or costs.near(one, other):
                    graph.add_edge(one, other, weight=costs.most - costs.of(one, other))
        found = nx.max_weight_matching(graph, maxcardinality=True)
        if 2 * len(found) == len(everybody) and not (near and costs.forced(found)):
            break
    rank = {entrant: place for place, entrant in enumerate(everybody)}
    ordered = ((one, other) if rank[one] < rank[other] else (other, one) for one, other in found)
    return sorted(ordered, key=lambda pair: rank[pair[0]])


class _Costs:
    """What each pair costs, as whole numbers."""

    def __init__(self, state: State, here: list[str], sides: Sides) -> None:
        met, points = results(state), points_of(state)
        self.sides = sides
        self.rank = {entrant: place for place, entrant in enumerate(here)}
        # Points in whole steps: halves and thirds of a point are told apart.
        self.points = {entrant: round(12 * points[entrant]) for entrant in here}
        self.meetings = {
            e: {o: sum(one.opponent == o for one in met[e]) for o in {m.opponent for m in met[e]}} for e in here
        }
        values = sorted(set(self.points.values()))
        self.group = {entrant: values.index(self.points[entrant]) for entrant in here}
        sizes = [sum(g == group for g in self.group.values()) for group in range(len(values))]
        self.half = {entrant: sizes[self.group[entrant]] // 2 for entrant in here}
        self.lowest = values[0]
        count = len(here) + 1
        spread = max(1, values[-1] - values[0])
        self.side_step = 1
        self.place_step = self.side_step * count * (2 * len(state.rounds) + 2)
        self.points_step = self.place_step * count * (4 * count * count)
        self.meeting_step = self.points_step * count * (spread * spread + 1)
        self.bye_step = self.meeting_step * count * (len(state.rounds) + 1)
        self.most = self.bye_step * count * (len(state.rounds) + 2)

    def of(self, one: str, other: str) -> int:
        """Of two; of one with NOBODY, of a bye."""
        if other == NOBODY:
            return self._bye(one)
        gap = abs(self.points[one] - self.points[other])
        apart = abs(self.rank[one] - self.rank[other])
        place = (apart - self.half[one]) ** 2 if gap == 0 else apart * apart
        return (
            self.meetings[one].get(other, 0) * self.meeting_step
            + gap * gap * self.points_step
            + place * self.place_step
            + self.sides.clash(one, other) * self.side_step
        )

    def _bye(self, one: str) -> int:
        gap, place = self.points[one] - self.lowest, len(self.rank) - 1 - self.rank[one]
        byes = self.meetings[one].get(NOBODY, 0)
        return byes * self.bye_step + gap * gap * self.points_step + place * place * self.place_step

    def near(self, one: str, other: str) -> bool:
        """Whether a pair is looked at first."""
        return other == NOBODY or abs(self.group[one] - self.group[other]) <= _GROUPS

    def forced(self, pairs: set[tuple[str, str]]) -> bool:
        """Whether somebody meets again, or has a bye again, for want of other pairs."""
        return any(self.meetings[a].get(b, 0) if a else self.meetings[b].get(a, 0) for a, b in pairs)
