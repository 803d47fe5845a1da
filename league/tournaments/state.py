"""A tournament as it stands: its record, read event by event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from league.tournaments.record import (
    NOBODY,
    NOT_PLAYED,
    WALK_OVER,
    Begun,
    Entered,
    Event,
    Match,
    Paired,
    Played,
    Withdrew,
)
from league.tournaments.terms import BRACKETS, ROUND_ROBIN, Refused, Terms


@dataclass(frozen=True, slots=True)
class State:
    """seeds: rating of each entrant, in the order they came. came: the round before which somebody came (0: from the start).
    gone: who has withdrawn, in that order. order: as they were seeded; late ones behind. rounds: the matches of each.
    games: match -> game -> who won."""

    terms: Terms
    seeds: Mapping[str, float] = field(default_factory=dict)
    came: Mapping[str, int] = field(default_factory=dict)
    gone: tuple[str, ...] = ()
    begun: bool = False
    order: tuple[str, ...] = ()
    rounds: tuple[tuple[Match, ...], ...] = ()
    games: Mapping[str, Mapping[str, Played]] = field(default_factory=dict)

    @property
    def active(self) -> list[str]:
        """Who takes part now, by seeding."""
        return [entrant for entrant in (self.order or tuple(self.seeds)) if entrant not in self.gone]

    @property
    def matches(self) -> dict[str, Match]:
        """All matches that were paired, by id."""
        return {match.id: match for matches in self.rounds for match in matches}

    def winner(self, match: Match) -> str | None:
        """Who has won a match: NOBODY for a draw, None while it is open. Who has withdrawn from an open match has lost."""
        if match.is_bye:
            return match.first
        told = list(self.games.get(match.id, {}).values())
        if self.terms.kind not in BRACKETS and told:
            return told[-1].winner
        for entrant in (match.first, match.second):
            if sum(game.winner == entrant for game in told) >= self.terms.wins:
                return entrant
        gone = [entrant for entrant in self.gone if entrant in match.pair]
        return next(iter(match.pair - {gone[0]})) if gone else None  # of two the first to go has lost, for good

    def is_walk_over(self, match: Match) -> bool:
        """Whether it was decided without a game."""
        played = any(game.is_game for game in self.games.get(match.id, {}).values())
        return not match.is_bye and not played and self.winner(match) is not None

    def is_not_played(self, match: Match) -> bool:
        """Whether nobody came, as was said last of it: neither has a point. A bracket has no such matches."""
        told = list(self.games.get(match.id, {}).values())
        return self.terms.kind not in BRACKETS and bool(told) and told[-1].how == NOT_PLAYED

    def open(self) -> list[Match]:
        """The matches that are under way."""
        return [match for match in self.matches.values() if self.winner(match) is None]

    # --- what happens -------------------------------------------------------------------------------------------------

    def after(self, event: Event) -> State:
        """The tournament after an event. Raises Refused for one that cannot be."""
        match event:
            case Entered():
                return self._entered(event)
            case Withdrew():
                return self._withdrew(event)
            case Begun():
                return self._begun(event)
            case Paired():
                return self._paired(event)
            case Played():
                return self._played(event)

    def _entered(self, event: Entered) -> State:
        who = event.entrant
        if who == NOBODY:
            raise Refused("Whoever enters has a name.")
        if who in self.seeds:
            if who not in self.gone:
                raise Refused(f"{who} takes part already.")
            if self.begun and self.terms.kind in (*BRACKETS, ROUND_ROBIN):
                raise Refused(f"{who} has withdrawn, and a {self.terms.kind} goes on without those who did.")
            return replace(self, gone=tuple(e for e in self.gone if e != who))
        if self.begun and self.terms.kind in BRACKETS:
            raise Refused("The bracket stands: nobody can enter any more.")
        order = (*self.order, who) if self.begun else ()
        came = {**self.came, who: len(self.rounds)}
        return replace(self, seeds={**self.seeds, who: event.seed}, came=came, order=order)

    def _withdrew(self, event: Withdrew) -> State:
        if event.entrant not in self.seeds or event.entrant in self.gone:
            raise Refused(f"{event.entrant} does not take part.")
        lost = {} if self.terms.kind in (*BRACKETS, ROUND_ROBIN) else self._walked_over(event.entrant)
        return replace(self, gone=(*self.gone, event.entrant), games={**self.games, **lost})

    def _walked_over(self, entrant: str) -> dict[str, dict[str, Played]]:
        """The open matches of who may come back later, as lost: that stands then."""
        mine = [match for match in self.open() if entrant in match.pair]
        won = {match.id: next(iter(match.pair - {entrant})) for match in mine}
        return {id: {WALK_OVER: Played(id, WALK_OVER, winner, WALK_OVER)} for id, winner in won.items()}

    def _begun(self, event: Begun) -> State:
        if self.begun:
            raise Refused("It has begun already.")
        if len(event.order) < 2:
            raise Refused("A tournament needs two at least.")
        if sorted(event.order) != sorted(self.active):
            raise Refused("It begins with all who take part, and nobody else.")
        return replace(self, begun=True, order=event.order)

    def _paired(self, event: Paired) -> State:
        if not self.begun:
            raise Refused("It has not begun.")
        if event.number != len(self.rounds) + 1:
            raise Refused(f"The next round is number {len(self.rounds) + 1}.")
        known, busy = self.matches, [e for match in event.matches for e in match.pair - {NOBODY}]
        begun = {id for id in known if self.terms.kind not in BRACKETS or self.games.get(id)}
        if not event.matches or begun & {match.id for match in event.matches}:
            raise Refused("A round has matches, each with an id of its own.")
        if len(set(busy)) < len(busy) or not set(busy) <= set(self.seeds):
            raise Refused("In a round everybody has one match at most.")
        return replace(self, rounds=(*self.rounds, event.matches))

    def _played(self, event: Played) -> State:
        match = self.matches.get(event.match)
        if match is None or match.is_bye:
            raise Refused(f"There is no match {event.match}.")
        if event.winner not in (match.first, match.second, NOBODY):
            raise Refused(f"{event.winner} does not play in match {match.id}.")
        games = self.games.get(match.id, {})
        if event.how == NOT_PLAYED and (event.winner != NOBODY or self.terms.kind in BRACKETS):
            raise Refused(f"Somebody of match {match.id} goes on: say who has won it.")
        if event.game not in games and self.winner(match) is not None and event.how != NOT_PLAYED:
            raise Refused(f"Match {match.id} is over.")
        others = {id: told for id, told in games.items() if id != event.game}
        changed = replace(
            self, games={**self.games, match.id: {**others, event.game: event}}
        )  # the last told stands last
        if event.game in games and self.terms.kind in BRACKETS and self.winner(match) != changed.winner(match):
            later = [m for m in self.matches.values() if m.id != match.id and m.pair & match.pair]
            if any(self.games.get(m.id) for m in later if _stands_after(self, m, match)):
                raise Refused(f"What came of match {match.id} has been played on: that stands.")
        return changed


def _stands_after(state: State, one: Match, other: Match) -> bool:
    order = list(state.matches)
    return order.index(one.id) > order.index(other.id)


def state_of(terms: Terms, record: Iterable[Event]) -> State:
    """A tournament as its record tells it. Raises Refused where the record cannot be."""
    state = State(terms)
    for event in record:
        state = state.after(event)
    return state


def seeded(state: State) -> Begun:
    """The beginning: the highest rating first, of equal ones who came first."""
    return Begun(tuple(sorted(state.active, key=lambda entrant: -state.seeds[entrant])))
