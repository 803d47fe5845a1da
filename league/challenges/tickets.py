"""Tickets of those who look for a game: paired by nearness of rating, further apart the longer somebody has waited."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable
from dataclasses import dataclass

import networkx as nx

HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class Ticket:
    """Somebody looks for a game. formats: those they would play, the dearest first. live: now, not slowly. points, give:
    their rating and how uncertain it is. at, until: Unix seconds. avoid: whom they do not play."""

    id: str
    person: str
    formats: tuple[str, ...]
    live: bool
    points: float
    at: float
    until: float
    give: float = 0.0
    avoid: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Reach:
    """How far apart in points two may be: at first, and more for each hour of waiting; a live ticket's hours count more."""

    first: float = 100.0
    hourly: float = 10.0
    hourly_live: float = 400.0

    def of(self, ticket: Ticket, at: float) -> float:
        """Of a ticket at a time. What is not known of a rating is allowed for."""
        hours = max(0.0, at - ticket.at) / HOUR
        return self.first + ticket.give / 2 + hours * (self.hourly_live if ticket.live else self.hourly)


def waiting(tickets: Iterable[Ticket], at: float) -> list[Ticket]:
    """Those that are open at a time, who has waited longest first."""
    return sorted((one for one in tickets if one.at <= at < one.until), key=lambda one: (one.at, one.id))


def paired(
    tickets: Iterable[Ticket],
    at: float,
    reach: Reach | None = None,
    lately: Collection[frozenset[str]] = (),
) -> list[tuple[Ticket, Ticket, str]]:
    """Who plays whom in which format: as many pairs as can be, and of those ways the one with the least distance in all. Both
    must be within the other's reach. lately: pairs of people who have just met; they meet again if nobody else is there."""
    reach, open_ = reach or Reach(), waiting(tickets, at)
    graph = nx.Graph()
    graph.add_nodes_from(range(len(open_)))
    for one, other in itertools.combinations(range(len(open_)), 2):
        a, b = open_[one], open_[other]
        gap = abs(a.points - b.points)
        if common(a, b) is not None and gap <= min(reach.of(a, at), reach.of(b, at)):
            again = frozenset((a.person, b.person)) in lately
            # Whole numbers, so that it is the same everywhere; waiting breaks ties.
            cost = round(gap) + (1000 if again else 0)
            waited = round((2 * at - a.at - b.at) / 60)
            graph.add_edge(one, other, weight=(10**6 - cost) * 10**7 + min(waited, 10**7 - 1))
    found = sorted(tuple(sorted(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True))
    return [(open_[one], open_[other], common(open_[one], open_[other]) or "") for one, other in found]


def common(one: Ticket, other: Ticket) -> str | None:
    """The format two would play, the dearest of who has waited longer; None if they cannot play."""
    if one.person == other.person or one.live != other.live or other.person in one.avoid or one.person in other.avoid:
        return None
    return next((name for name in one.formats if name in other.formats), None)
