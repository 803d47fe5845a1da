"""Brackets: who loses is out, or falls into a second bracket and is out there.

A bracket is a tree of matches; each takes what two sources give: a seed, the winner or the loser of another match. Empty
places (byes) go to the highest seeds. A match is ready when both are known.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from league.tournaments.record import NOBODY, Match, Paired
from league.tournaments.sides import Sides
from league.tournaments.state import State
from league.tournaments.terms import DOUBLE, Refused

FINAL, AGAIN, THIRD = "F1", "F2", "T1"


@dataclass(frozen=True, slots=True)
class Source:
    """Where somebody comes from: a seed (from 0), or the winner or loser of a match."""

    seed: int = -1
    match: str = ""
    loser: bool = False


@dataclass(frozen=True, slots=True)
class Node:
    """A match of the tree with its sources."""

    id: str
    one: Source
    other: Source


def seeding(size: int) -> list[int]:
    """Seeds (from 0) in the order of the first round: 0 and 1 can meet in the last match only; size: a power of 2."""
    found = [0]
    while len(found) < size:
        found = [seed for one in found for seed in (one, 2 * len(found) - 1 - one)]
    return found


def tree(entrants: int, double: bool, third: bool = False) -> dict[str, Node]:
    """All matches that there may be, in an order in which sources come first."""
    size = 1 << max(1, (entrants - 1).bit_length())
    places = seeding(size)
    before = [Source(seed=seed) for seed in places]
    nodes, losers, number = list[Node](), list[list[Source]](), 0
    while len(before) > 1:
        number += 1
        made = [Node(f"W{number}.{i // 2 + 1}", before[i], before[i + 1]) for i in range(0, len(before), 2)]
        nodes += made
        losers.append([Source(match=node.id, loser=True) for node in made])
        before = [Source(match=node.id) for node in made]
    if double:
        nodes += _second(before[0], losers)
    elif third and len(losers) > 1:
        nodes.append(Node(THIRD, *losers[-2]))
    return {node.id: node for node in nodes}


def _second(winner: Source, losers: list[list[Source]]) -> list[Node]:
    """The bracket of those who have lost once, and the finals. Those who fall come in from the other end each time, so that
    two meet again as late as can be."""
    nodes, before, number = list[Node](), losers[0], 0
    for fallen in losers[1:]:
        number += 1
        made = [Node(f"L{number}.{i // 2 + 1}", before[i], before[i + 1]) for i in range(0, len(before), 2)]
        incoming = (
            list(reversed(fallen)) if number % 4 == 1 else [*fallen[len(fallen) // 2 :], *fallen[: len(fallen) // 2]]
        )
        number += 1
        more = [
            Node(f"L{number}.{i + 1}", one, Source(match=node.id)) for i, (one, node) in enumerate(zip(incoming, made))
        ]
        nodes += [*made, *more]
        before = [Source(match=node.id) for node in more]
    final = Node(FINAL, winner, before[0])
    return [*nodes, final, Node(AGAIN, Source(match=FINAL), Source(match=FINAL, loser=True))]


@dataclass(frozen=True, slots=True)
class Spot:
    """A match of the tree as it stands: who is in it, None while that is open, NOBODY for an empty place; and who won."""

    node: Node
    one: str | None
    other: str | None
    winner: str | None

    @property
    def loser(self) -> str | None:
        """Who has lost it."""
        if self.winner is None or self.one is None or self.other is None:
            return None
        return self.other if self.winner == self.one else self.one


def bracket(state: State) -> Mapping[str, Spot]:
    """The whole tree as it stands, match by match."""
    spots: dict[str, Spot] = {}
    known = state.matches
    for node in tree(len(state.order), state.terms.kind == DOUBLE, state.terms.third).values():
        one, other = (_comes(state, spots, source) for source in (node.one, node.other))
        if node.id == AGAIN and spots[FINAL].winner is not None and spots[FINAL].winner == spots[FINAL].one:
            one, other = spots[FINAL].winner, NOBODY  # who had not lost has won: no second final
        spots[node.id] = Spot(node, one, other, _winner(state, known, node.id, one, other))
    return spots


def _comes(state: State, spots: Mapping[str, Spot], source: Source) -> str | None:
    if source.match:
        spot = spots[source.match]
        return spot.loser if source.loser else spot.winner
    return state.order[source.seed] if source.seed < len(state.order) else NOBODY


def _winner(state: State, known: Mapping[str, Match], id: str, one: str | None, other: str | None) -> str | None:
    if one is None or other is None:
        return None
    if NOBODY in (one, other):
        return other if one == NOBODY else one
    match = known.get(id)
    return state.winner(match if match and match.pair == {one, other} else Match(id, one, other))


def pair(state: State) -> Paired:
    """The matches that are ready and not yet paired. Raises Refused if there are none."""
    if not state.begun:
        raise Refused("It has not begun.")
    known, sides = state.matches, Sides.of(state)
    ready = [
        sides.match(spot.node.id, spot.one, spot.other)
        for spot in bracket(state).values()
        if spot.one and spot.other and spot.winner is None and not _is_paired(known, spot)
    ]
    if not ready:
        raise Refused("It is over." if champion(state) else "No match is ready: those under way come first.")
    return Paired(len(state.rounds) + 1, tuple(_apart(ready)))


def _is_paired(known: Mapping[str, Match], spot: Spot) -> bool:
    """Whether its match is paired; an arbiter's word may have brought others into it since."""
    return spot.node.id in known and known[spot.node.id].pair == {spot.one, spot.other}


def _apart(matches: list[Match]) -> list[Match]:
    """Matches in which nobody is twice."""
    found, busy = list[Match](), set[str]()
    for match in matches:
        if not match.pair & busy:
            found.append(match)
            busy |= match.pair
    return found


def champion(state: State) -> str | None:
    """Who has won the whole; None while it goes on."""
    spots = bracket(state)
    last = AGAIN if state.terms.kind == DOUBLE else max((id for id in spots if id.startswith("W")), key=round_of)
    return spots[last].winner


def round_of(id: str) -> int:
    """The round of a match within its bracket."""
    return int(id[1:].partition(".")[0])
