"""Which places would decide the game: those whose fall would win it for the other side this turn, those that would break
its aim, and those that would win it for us. The engine is asked, on copies, who would have won."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from seats.values import Values

CRUCIAL, WINNING = 25.0, 15.0  # IPC that such a place is worth beside its own worth
SHARED = 0.3  # of it where several places together decide, and none alone
LIKELY = 0.3  # chance to fall from which on a place counts as lost


def stakes(values: Values, chance: Callable[[str], float], within_reach: Iterable[str]) -> dict[str, float]:
    """Place -> IPC that it is worth more, as it decides the game. chance: of the enemy to take a place of ours next turn.
    within_reach: places of the enemy that we could attack now."""
    view, me = values.view, values.me
    side, foe = view.side(me), values.foes[0] if values.foes else ""
    if not foe:
        return {}
    other = view.side(foe)
    ours = [p for p, owner in view.state.owners.items() if owner and view.side(owner) == side]
    lost = {p: foe for p in sorted(ours) if chance(p) > LIKELY}
    taken = dict.fromkeys(sorted(within_reach), me)
    found: dict[str, float] = {}
    if values.wins(lost, other):
        _share(found, {p for p in lost if not values.wins(_but(lost, p), other)}, lost, CRUCIAL)
        breaking = {p for p in taken if not values.wins({**lost, p: me}, other)}
        _share(found, breaking, breaking, CRUCIAL)
    if taken and values.wins(taken, side):
        _share(found, {p for p in taken if not values.wins(_but(taken, p), side)}, taken, WINNING)
    return found


def _but(places: dict[str, str], place: str) -> dict[str, str]:
    return {p: owner for p, owner in places.items() if p != place}


def _share(found: dict[str, float], alone: set[str], together: Iterable[str], worth: float) -> None:
    """Add to the places that decide alone, or a part of it to those that do so together."""
    for place in sorted(alone or set(together)):
        found[place] = found.get(place, 0.0) + (worth if alone else worth * SHARED)
