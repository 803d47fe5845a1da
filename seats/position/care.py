"""What a place would leave to the enemy if it were held so, at a price: what counts when a turn is over (`faults`), by
guesses while it is planned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rules.model.state import Unit
from seats.position.estimate import Fighter
from seats.position.faults import EMPTY, PRICES, Strike, left_in, worth_a_man

if TYPE_CHECKING:
    from seats.position.situation import Situation


def leaves(s: Situation, place: str, units: Sequence[Unit], added: Sequence[Fighter] = ()) -> float:
    """IPC that count against a place held by some units. added: who will be placed there."""
    defenders = [*s.fighters(units, False), *added]
    if s.view.place(place).is_land and not any(f.body for f in defenders):
        return PRICES[EMPTY] if worth_a_man(s.view, s.me, place) and _walked(s, place) else 0.0
    moved = [u for u in units if u.start != place]
    return priced(s, place, units, moved, _strikes(s, place, defenders), not added)


def priced(
    s: Situation,
    place: str,
    units: Sequence[Unit],
    moved: Sequence[Unit],
    strikes: Iterable[Strike],
    alone: bool = True,
) -> float:
    """IPC that count against who stands in a place, as `left_in` has it."""
    return sum(PRICES[f.kind] for f in left_in(s.view, s.me, place, units, moved, strikes, alone))


def _strikes(s: Situation, place: str, defenders: Sequence[Fighter]) -> Iterator[Strike]:
    """What each enemy could do there."""
    land = s.view.place(place).is_land
    for group in s.threats.at(place):
        attackers = s.fighters(group, True)
        if not land or any(f.takes for f in attackers):
            found = s.guess(attackers, defenders)
            yield Strike(found.win, found.killed - found.lost)


def _walked(s: Situation, place: str) -> bool:
    """Whether anybody may walk into a place."""
    return any(f.takes for group in s.threats.at(place) for f in s.fighters(group, True))
