"""The table of a Swiss or a round robin, with named tie-breaks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from league.tournaments.record import NOBODY, Match
from league.tournaments.state import State
from league.tournaments.terms import ROUND_ROBIN, Terms


@dataclass(frozen=True, slots=True)
class Line:
    """One entrant's line. rank: equal ones have the same. ties: the figures of the tie-breaks, by name."""

    rank: int
    entrant: str
    points: float
    won: int
    drawn: int
    lost: int
    byes: int
    ties: Mapping[str, float] = field(default_factory=dict)
    gone: bool = False

    @property
    def played(self) -> int:
        """Games, byes apart."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Met:
    """A round of somebody: against whom (NOBODY: a bye), and the points it brought."""

    opponent: str
    points: float
    round: int


def results(state: State) -> dict[str, list[Met]]:
    """Everybody's decided rounds that count, in order."""
    found: dict[str, list[Met]] = {entrant: [] for entrant in state.seeds}
    void = annulled(state)
    for number, matches in enumerate(state.rounds, 1):
        for match in matches:
            winner = state.winner(match)
            if winner is not None and not match.pair & void:
                for entrant in match.pair - {NOBODY}:
                    met = _met(state.terms, match, entrant, winner, number)
                    found[entrant].append(replace(met, points=0.0) if state.is_not_played(match) else met)
    return found


def _met(terms: Terms, match: Match, entrant: str, winner: str, number: int) -> Met:
    if match.is_bye:
        return Met(NOBODY, terms.bye, number)
    opponent = match.second if entrant == match.first else match.first
    return Met(opponent, terms.win if winner == entrant else terms.draw if winner == NOBODY else 0.0, number)


def annulled(state: State) -> frozenset[str]:
    """Who withdrew from a round robin with less than half of it played: none of their games counts for anybody."""
    if state.terms.kind != ROUND_ROBIN:
        return frozenset()
    all_of_it = (len(state.order) - 1) * state.terms.legs
    played = dict.fromkeys(state.gone, 0)
    for match in state.matches.values():
        if state.games.get(match.id):
            for entrant in match.pair & set(state.gone):
                played[entrant] += 1
    return frozenset(entrant for entrant, number in played.items() if 2 * number < all_of_it)


def points_of(state: State, met: Mapping[str, list[Met]] | None = None) -> dict[str, float]:
    """Everybody's points, with those for rounds before they came."""
    met = met or results(state)
    return {e: sum(one.points for one in met[e]) + state.terms.late * state.came[e] for e in state.seeds}


def standings(state: State) -> list[Line]:
    """The table, the first first; whoever was annulled is left out. All tie-breaks being equal, the rank is the same."""
    met = results(state)
    points = points_of(state, met)
    void = annulled(state)
    here = [entrant for entrant in (state.order or tuple(state.seeds)) if entrant not in void]
    ties = {e: {n: BREAKS[n](state, e, met, points) for n in state.terms.tie_breaks} for e in here}
    keys = {e: (-points[e], *(-ties[e][name] for name in state.terms.tie_breaks)) for e in here}
    order = sorted(here, key=lambda e: keys[e])
    lines = list[Line]()
    for place, entrant in enumerate(order, 1):
        same = bool(lines) and keys[entrant] == keys[lines[-1].entrant]
        lines.append(
            _line(state, entrant, met[entrant], points[entrant], ties[entrant], lines[-1].rank if same else place)
        )
    return lines


def _line(state: State, entrant: str, met: list[Met], points: float, ties: Mapping[str, float], rank: int) -> Line:
    games = [one.points for one in met if one.opponent != NOBODY]
    won, lost = games.count(state.terms.win), games.count(0.0)
    drawn, byes = len(games) - won - lost, len(met) - len(games)
    return Line(rank, entrant, points, won, drawn, lost, byes, ties, entrant in state.gone)


# --- tie-breaks -------------------------------------------------------------------------------------------------------

Met_ = Mapping[str, list[Met]]
Points = Mapping[str, float]


def _head_to_head(state: State, entrant: str, met: Met_, points: Points) -> float:
    """Points against those who have as many."""
    return sum(one.points for one in met[entrant] if one.opponent and points[one.opponent] == points[entrant])


def _opponents(entrant: str, met: Met_, points: Points) -> list[float]:
    """Points of the opponents; a bye's is one who has as many as oneself."""
    return sorted(points[one.opponent] if one.opponent else points[entrant] for one in met[entrant])


def _buchholz(state: State, entrant: str, met: Met_, points: Points) -> float:
    """Points of all opponents."""
    return sum(_opponents(entrant, met, points))


def _median(state: State, entrant: str, met: Met_, points: Points) -> float:
    """The same without the best and the worst."""
    return sum(_opponents(entrant, met, points)[1:-1])


def _sonneborn(state: State, entrant: str, met: Met_, points: Points) -> float:
    """Points of those who were beaten, and half of those who drew."""
    games = [one for one in met[entrant] if one.opponent]
    return sum(points[one.opponent] * one.points / state.terms.win for one in games)


def _wins(state: State, entrant: str, met: Met_, points: Points) -> float:
    """Games won."""
    return float(sum(one.points == state.terms.win for one in met[entrant] if one.opponent))


def _progress(state: State, entrant: str, met: Met_, points: Points) -> float:
    """Points after each round, added up: early ones count more."""
    rounds = len(state.rounds)
    return sum(one.points * (rounds - one.round + 1) for one in met[entrant])


def _seed(state: State, entrant: str, met: Met_, points: Points) -> float:
    """The rating with which somebody came."""
    return state.seeds[entrant]


BREAKS: Mapping[str, Callable[[State, str, Met_, Points], float]] = {
    "head to head": _head_to_head,
    "buchholz": _buchholz,
    "median buchholz": _median,
    "sonneborn-berger": _sonneborn,
    "wins": _wins,
    "progress": _progress,
    "seed": _seed,
}
