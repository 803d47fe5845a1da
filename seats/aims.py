"""Which places would decide the game: those whose fall would win it for the other side this turn, those that would break
its aim, and those that would win it for us. The engine is asked, on copies, who would have won."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from seats.values import Values

CRUCIAL, WINNING = 25.0, 15.0  # IPC that such a place is worth beside its own worth
LIKELY = 0.6  # chance to fall from which on a place counts as lost


def stakes(values: Values, chance: Callable[[str], float], within_reach: Iterable[str]) -> dict[str, float]:
    """Place -> IPC that it is worth more, as it alone decides the game. chance: of the enemy to take one of ours next turn.
    within_reach: places of the enemy that we could attack now."""
    view, me = values.view, values.me
    side, foe = view.side(me), values.foe
    if not foe:
        return {}
    other = view.side(foe)
    ours = [p for p, owner in view.state.owners.items() if owner and view.side(owner) == side]
    lost = {p: foe for p in sorted(ours) if chance(p) > LIKELY}
    taken = dict.fromkeys(sorted(within_reach), me)
    found: dict[str, float] = {}
    if values.wins(lost, other):
        deciding = [p for p in lost if not values.wins(_but(lost, p), other)]
        deciding += [p for p in taken if not values.wins({**lost, p: me}, other)]
        found.update(dict.fromkeys(deciding, CRUCIAL))
    if taken and values.wins(taken, side):
        for place in (p for p in taken if not values.wins(_but(taken, p), side)):
            found[place] = found.get(place, 0.0) + WINNING
    return found


def _but(places: dict[str, str], place: str) -> dict[str, str]:
    return {p: owner for p, owner in places.items() if p != place}
