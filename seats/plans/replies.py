"""What the enemies make of a position, one power after another in turn order, each of their units attacking once. They see
what their neighbours have taken before; what can be taken back at once counts for less. What an ally may mend before they
come is left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.core.view import View
from rules.model.state import Unit
from seats.position.estimate import Fighter
from seats.position.situation import Situation

LEAST = 0.5  # IPC that an attack has to promise the enemy
ENOUGH = 0.9  # chance from which on nobody more comes
FALLEN = 0.5  # chance from which on a place counts as lost


def replied(s: Situation) -> float:
    """IPC that the enemies gain of a position until the power's next turn."""
    defenders = {p: s.friends(p) for p in _held(s.view, s.me)}
    return sum(_by(s, power, defenders) for power in _in_turn(s))


def _by(s: Situation, power: str, defenders: dict[str, Sequence[Unit]]) -> float:
    """The same for one of them. What falls is taken out of the defenders."""
    used, total = set[int](), 0.0
    strikers = {
        p: us for p, us in s.threats.by_power[power].items() if us and p in defenders and s.share(p, power) == 1.0
    }
    hopes = {p: gain for p, us in strikers.items() if (gain := _gained(s, p, us, defenders[p])) > LEAST}
    for place in sorted(hopes, key=lambda p: (-hopes[p], p)):
        units = _enough(s, place, [u for u in strikers[place] if u.id not in used], defenders[place])
        if not units or (gain := _gained(s, place, units, defenders[place])) <= LEAST:
            continue
        total += gain
        used |= {u.id for u in units}
        if s.guess(s.fighters(units, True), _fighting(s, defenders[place])).win > FALLEN:
            del defenders[place]
    return total


def _gained(s: Situation, place: str, units: Sequence[Unit], defenders: Sequence[Unit]) -> float:
    return s.gained(place, units, _fighting(s, defenders))


def _enough(s: Situation, place: str, units: Sequence[Unit], defenders: Sequence[Unit]) -> list[Unit]:
    """As many of some attackers as it takes, cheap ones first; all where they hardly suffice."""
    against, came = _fighting(s, defenders), list[Unit]()
    for unit in sorted(units, key=lambda u: (s.view.of(u).cost, u.id)):
        came.append(unit)
        attackers = s.fighters(came, True)
        ashore = s.view.place(place).is_sea or any(f.takes for f in attackers)
        if ashore and s.guess(attackers, against).win >= ENOUGH:
            break
    return came


def _fighting(s: Situation, units: Sequence[Unit]) -> list[Fighter]:
    return s.fighters(units, False)


def _held(view: View, me: str) -> Iterator[str]:
    """Places of our side, and those where somebody of ours stands."""
    places = {u.place for u in view.state.units.values() if view.allied(u.owner, me)}
    yield from sorted(places | {p for p, owner in view.state.owners.items() if view.allied(owner, me)})


def _in_turn(s: Situation) -> list[str]:
    """The enemies in the order in which they come after a power."""
    order = s.view.board.order
    start = order.index(s.me) if s.me in order else 0
    return [p for p in (*order[start + 1 :], *order[:start]) if p in s.threats.by_power]
