"""Which places would decide the game: those whose fall would win it for the other side this turn, those that would
break its aim, and those that would win it for us. Where several ways lead there, the easiest counts. The engine is asked,
on copies, who would have won."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from seats.position.values import Values

CRUCIAL, WINNING = 25.0, 15.0  # IPC that such a place is worth beside its own worth
POSSIBLE = 0.3  # chance from which on a place could be won
LIKELY = 0.6  # chance to fall from which on a place counts as lost


def stakes(values: Values, chance: Callable[[str], float], within_reach: Mapping[str, float]) -> dict[str, float]:
    """Place -> IPC that it is worth more, as it decides the game. chance: of the enemy to take one of ours next turn.
    within_reach: places of the enemy that we could attack now, with our chance if everybody went there."""
    view, me = values.view, values.me
    side, foe = view.side(me), values.foe
    if not foe:
        return {}
    other = view.side(foe)
    ours = {p: chance(p) for p, owner in sorted(view.state.owners.items()) if owner and view.side(owner) == side}
    lost = {p: foe for p in ours if ours[p] > LIKELY}
    taken = {p: me for p, won in sorted(within_reach.items()) if won > POSSIBLE}
    found: dict[str, float] = {}
    if values.wins(lost, other):
        ease = {p: within_reach[p] for p in taken} | {p: 1 - ours[p] for p in lost}
        found.update(dict.fromkeys(sorted(foiling(values, lost, taken, other, ease)), CRUCIAL))
    if taken and values.wins(taken, side):
        for place in enough(values, taken, side, sorted(taken, key=lambda p: (within_reach[p], p))):
            found[place] = found.get(place, 0.0) + WINNING
    return found


def enough(values: Values, taken: Mapping[str, str], side: str, hardest_first: Iterable[str]) -> dict[str, str]:
    """Of places that would win the game together those that would do, the hardest left out."""
    left = dict(taken)
    for place in hardest_first:
        if values.wins(_but(left, place), side):
            del left[place]
    return left


def foiling(
    values: Values, lost: Mapping[str, str], taken: Mapping[str, str], side: str, ease: Mapping[str, float]
) -> set[str]:
    """Where a side would have won with all that may be lost: the places that foil it, by being held or taken. Each that
    would do by itself, else a few of the easiest together."""

    def foiled(chosen: Collection[str]) -> bool:
        kept = {p: owner for p, owner in lost.items() if p not in chosen}
        return not values.wins({**kept, **{p: owner for p, owner in taken.items() if p in chosen}}, side)

    if alone := {p for p in ease if foiled({p})}:
        return alone
    chosen = list[str]()
    for place in sorted(ease, key=lambda p: (-ease[p], p)):
        chosen.append(place)
        if foiled(chosen):
            break
    else:
        return set()
    for place in tuple(chosen):
        if foiled(rest := [p for p in chosen if p != place]):
            chosen = rest
    return set(chosen)


def _but(places: Mapping[str, str], place: str) -> dict[str, str]:
    return {p: owner for p, owner in places.items() if p != place}
