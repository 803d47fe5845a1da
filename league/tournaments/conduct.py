"""What all kinds of tournaments have: the next round, the end, who is where."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from league.tournaments import elimination, round_robin, swiss
from league.tournaments.record import Paired
from league.tournaments.standings import standings
from league.tournaments.state import State
from league.tournaments.terms import BRACKETS, DOUBLE, ROUND_ROBIN, SINGLE, SWISS

_PAIRS: Mapping[str, Callable[[State], Paired]] = {
    ROUND_ROBIN: round_robin.pair,
    SWISS: swiss.pair,
    SINGLE: elimination.pair,
    DOUBLE: elimination.pair,
}


def next_round(state: State) -> Paired:
    """The matches that come next, to be put on the record. Raises Refused, with what has to come first."""
    return _PAIRS[state.terms.kind](state)


def is_over(state: State) -> bool:
    """Whether nothing is left to play."""
    if not state.begun or (state.open() and state.terms.kind not in BRACKETS):
        return False
    if state.terms.kind in BRACKETS:
        return elimination.champion(state) is not None and not _third_open(state)
    if state.terms.kind == SWISS:
        return len(state.rounds) >= state.terms.rounds or len(state.active) < 2
    return not round_robin.owed(state)


def _third_open(state: State) -> bool:
    spot = elimination.bracket(state).get(elimination.THIRD)
    return spot is not None and spot.winner is None


def ranking(state: State) -> list[tuple[int, str]]:
    """Everybody with their place, equal ones with the same: by the table, in a bracket by how far they came."""
    if state.terms.kind not in BRACKETS:
        return [(line.rank, line.entrant) for line in standings(state)]
    spots, best = elimination.bracket(state), elimination.champion(state)
    third = spots.get(elimination.THIRD)
    out: dict[str, tuple[int, int]] = {}
    for spot in spots.values():
        if spot.loser and spot.node.id[0] in _OUT[state.terms.kind]:
            out[spot.loser] = ("WLF".index(spot.node.id[0]), elimination.round_of(spot.node.id))
    # Who is not out yet stands before who is; of two who went out in one round, who has won the match for the third place.
    last, here = {e: out.get(e, (9, 0)) for e in state.order}, third.winner if third else None
    keys = {e: (e == best, last[e] if e != best else (9, 0), e == here) for e in state.order}
    order = sorted(state.order, key=lambda e: keys[e], reverse=True)
    return [(1 + sum(keys[other] > keys[entrant] for other in order), entrant) for entrant in order]


_OUT = {SINGLE: "W", DOUBLE: "LF"}
