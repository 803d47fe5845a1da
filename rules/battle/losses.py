"""Casualties: who may take which hits, what must be taken, the default order of loss.

Second beat of a fire round. Hits come in classes; the most restricted class is assigned first, and every
hit that has a legal target must be taken (G40-11.8, 11.10). The owner chooses freely within that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.battle import deck_needs, sides
from rules.battle.deck_needs import Price
from rules.core.hooks import Rule
from rules.core.position import show_unit
from rules.core.view import View
from rules.model.refusals import Refusal
from rules.model.state import Battle, Unit

Hits = Mapping[str, int]


def candidates(view: View, battle: Battle, side: str, hits: Hits) -> list[Unit]:
    """Units of a side that at least one of the hits may fall on."""
    kinds = [k for k, n in hits.items() if n]
    return [
        u
        for u in sides.units(view, battle, side)
        if sides.left(view, battle, u) > 0 and any(sides.may_be_hit(view, battle, u, k) for k in kinds)
    ]


def tier(view: View, unit: Unit) -> int:
    """Order of loss by rule: higher tiers take hits only when lower ones cannot."""
    return int(view.has(unit, "chosen last"))


def assignable(view: View, battle: Battle, hits: Hits, taken: Sequence[tuple[Unit, int]]) -> int:
    """How many of the hits can fall on units with the given rooms (unit, hits it may take)."""
    kinds = [k for k in hits if hits[k]]
    room = {u.id: r for u, r in taken}
    targets = {k: [u.id for u, _ in taken if _fits(view, battle, u, k)] for k in kinds}
    if len(kinds) == 1 or all(len(found) == len(taken) for found in targets.values()):
        return min(sum(hits[k] for k in kinds), sum(room[i] for i in targets[kinds[0]])) if kinds else 0
    kinds.sort(key=lambda k: sum(room[i] for i in targets[k]))
    placed: dict[str, dict[int, int]] = {k: {} for k in kinds}
    total = 0
    for kind in kinds:
        for _ in range(hits[kind]):
            if not _augment(kind, targets, room, placed, set()):
                break
            total += 1
    return total


def _fits(view: View, battle: Battle, unit: Unit, kind: str) -> bool:
    return sides.may_be_hit(view, battle, unit, kind)


def _augment(
    kind: str,
    targets: Mapping[str, Sequence[int]],
    room: dict[int, int],
    placed: dict[str, dict[int, int]],
    seen: set[int],
) -> bool:
    """Give one more hit of a class a place, moving hits of other classes aside if need be. targets: class -> units that it
    may fall on. room: hits that each can still take. placed: class -> unit -> hits so far. seen: units that were tried."""
    for unit in targets[kind]:
        if unit not in seen and room[unit] > 0:
            room[unit] -= 1
            placed[kind][unit] = placed[kind].get(unit, 0) + 1
            return True
    for unit in targets[kind]:
        if unit in seen:
            continue
        seen.add(unit)
        for rival in placed:
            if rival != kind and placed[rival].get(unit) and _augment(rival, targets, room, placed, seen):
                placed[rival][unit] -= 1
                placed[kind][unit] = placed[kind].get(unit, 0) + 1
                return True
    return False


def rooms(view: View, battle: Battle, units: Sequence[Unit]) -> list[tuple[Unit, int]]:
    """Units with the hits each can still take."""
    return [(u, sides.left(view, battle, u)) for u in units]


def required(view: View, battle: Battle, side: str, hits: Hits) -> dict[int, int]:
    """Tier -> hits that must fall on units up to and including it."""
    units = candidates(view, battle, side, hits)
    levels = sorted({tier(view, u) for u in units})
    return {
        level: assignable(view, battle, hits, rooms(view, battle, [u for u in units if tier(view, u) <= level]))
        for level in levels
    }


def legal(view: View, battle: Battle, side: str, hits: Hits, chosen: Mapping[int, int]) -> Refusal | None:
    """Why a choice (unit id -> hits) is not legal."""
    picked = [(view.state.units[i], n) for i, n in chosen.items()]
    total = sum(chosen.values())
    needs = required(view, battle, side, hits)
    due = max(needs.values(), default=0)
    if total != due:
        return _wrong(view, f"{due} {'hit has' if due == 1 else 'hits have'} to be taken; this takes {total}.")
    if assignable(view, battle, hits, picked) < total:
        return _wrong(view, "Some of these units cannot be hit by what hit.")
    for level, need in needs.items():
        low = [(u, n) for u, n in picked if tier(view, u) <= level]
        if sum(n for _, n in low) < need:
            return _wrong(view, "Other units must be taken first.")
    return bound(view, battle, side, chosen)


def _wrong(view: View, why: str) -> Refusal:
    return Refusal("wrong-casualties", why, view.cite("losses"))


def bound(view: View, battle: Battle, side: str, chosen: Mapping[int, int]) -> Refusal | None:
    """Why a choice, or its beginning, breaks a rule that looks at the whole battle."""
    return view.table.veto(Rule.bound_losses, view, battle, side, chosen)


def casualty_key(view: View, unit: Unit) -> tuple[object, ...]:
    """What makes two casualties the same choice."""
    cargo = tuple(sorted((show_unit(view, c), c.owner) for c in view.state.aboard(unit.id)))
    points = view.points(unit) - unit.spent if view.domain(unit) == "air" else 0
    return (
        unit.type,
        unit.owner,
        unit.damage,
        tuple(sorted(unit.marks)),
        cargo,
        points,
        unit.role == "landed" and view.edition("assault_retreat") == "overland",
    )


def order_of_loss(
    view: View, battle: Battle, unit: Unit, damage: int = 0, decks: Mapping[int, Price] | None = None
) -> tuple[object, ...]:
    """Sort key of the default order of loss: damage that takes no unit (hits of this round that are not removed yet
    count, and a mine's takes any unit whole), then the cheapest unit, of like ones the damaged; what bears a mark that
    is shown (an elite unit, part of an army) last. A deck that aircraft need is worth these. damage: hits that it has in a
    choice already. decks: what needed decks are worth (deck_needs.prices; None: looked up, for hits of any class)."""
    profile = view.of(unit)
    attacking = unit.id in battle.attackers
    number = profile.attack * profile.attack_dice if attacking else profile.defense * profile.defense_dice
    wounds = sides.left(view, battle, unit) - damage > 1
    cost = profile.cost + sum(view.of(c).cost for c in view.state.aboard(unit.id))
    deck = _deck(view, battle, unit, damage, decks) if profile.decks else None
    if deck:
        cost = max(0 if wounds else cost, deck.behind) + deck.beside
    points = view.points(unit) - unit.spent if view.domain(unit) == "air" else 0
    keeps = int(any(not mark.startswith(".") for mark in unit.marks))
    free = int(not wounds or deck is not None)
    return (tier(view, unit), free, keeps, cost, deck is not None, number, points, unit.type, -unit.damage, unit.id)


def _deck(view: View, battle: Battle, unit: Unit, damage: int, decks: Mapping[int, Price] | None) -> Price | None:
    found = deck_needs.prices(view, battle, None, {unit.id: damage} if damage else {}) if decks is None else decks
    return found.get(unit.id)


# Behind a unit's name in an order of loss: the hit that only damages it.
DAMAGED = " (damaged)"


def wanted_order(
    view: View,
    battle: Battle,
    unit: Unit,
    damage: int = 0,
    order: Sequence[str] = (),
    decks: Mapping[int, Price] | None = None,
) -> tuple[object, ...]:
    """Sort key of a player's own order of unit names, first lost first; `battleship (damaged)` is its first hit. What
    it does not name: damage that costs nothing comes before, everything else behind, in the default order."""
    tier_, free, *rest = order_of_loss(view, battle, unit, damage, decks)
    wounds = sides.left(view, battle, unit) - damage > 1
    name = f"{unit.type}{DAMAGED}" if wounds else unit.type
    name = (
        unit.type if wounds and free and name not in order else name
    )  # damage that costs goes where the unit itself does
    unnamed = len(order) if free else -1 if order else 0
    return tier_, order.index(name) if name in order else unnamed, free, *rest


def default(view: View, battle: Battle, side: str, hits: Hits, order: Sequence[str] = ()) -> dict[int, int]:
    """The losses by a player's order (none: the recommended ones), hit by hit: unit id -> hits, a legal choice."""
    units = candidates(view, battle, side, hits)
    needs = required(view, battle, side, hits)
    total, chosen = max(needs.values(), default=0), dict[int, int]()
    keys, changed = dict[int, tuple[object, ...]](), units
    decks: Mapping[int, Price] = {}
    while sum(chosen.values()) < total:
        before, decks = decks, deck_needs.prices(view, battle, [k for k, n in hits.items() if n], chosen)
        for u in units if decks != before else changed:  # keys of all others stay
            keys[u.id] = wanted_order(view, battle, u, chosen.get(u.id, 0), order, decks)
        units.sort(key=lambda u: keys[u.id])
        unit = _next_loss(view, battle, side, hits, chosen, units)
        if unit is None:
            break
        chosen[unit.id] = chosen.get(unit.id, 0) + 1
        changed = [unit]
    return chosen


def extends(view: View, battle: Battle, hits: Hits, chosen: Mapping[int, int]) -> bool:
    """Whether the hits can fall on these units as chosen, each on one that it may hit."""
    picked = [(view.state.units[i], n) for i, n in chosen.items()]
    return assignable(view, battle, hits, picked) == sum(chosen.values())


def is_choice(view: View, battle: Battle, side: str, hits: Hits) -> bool:
    """Whether different legal choices would leave different survivors, and there is a power that chooses."""
    units = candidates(view, battle, side, hits)
    if not any(u.owner in view.board.powers for u in units):
        return False
    needs = required(view, battle, side, hits)
    total = max(needs.values(), default=0)
    if total == 0 or total == sum(sides.left(view, battle, u) for u in units):
        return False
    open_ = len({casualty_key(view, u) for u in units}) > 1 and _not_forced(view, battle, units, needs, total)
    return open_ and (not view.table.answering(Rule.bound_losses) or _has_other(view, battle, side, hits))


def _has_other(view: View, battle: Battle, side: str, hits: Hits) -> bool:
    """Whether a hit of the default choice may fall on a unit of another kind instead."""
    chosen, units = default(view, battle, side, hits), candidates(view, battle, side, hits)
    for taken in [u for u in units if chosen.get(u.id)]:
        rest = {**chosen, taken.id: chosen[taken.id] - 1}
        for unit in units:
            other = {i: n for i, n in {**rest, unit.id: rest.get(unit.id, 0) + 1}.items() if n}
            room = sides.left(view, battle, unit) >= other[unit.id]
            if room and _differs(view, chosen, other) and not legal(view, battle, side, hits, other):
                return True
    return False


def _differs(view: View, a: Mapping[int, int], b: Mapping[int, int]) -> bool:
    """Whether two choices leave different survivors."""

    def kinds(chosen: Mapping[int, int]) -> list[str]:
        return sorted(repr((casualty_key(view, view.state.units[i]), n)) for i, n in chosen.items())

    return kinds(a) != kinds(b)


def _not_forced(view: View, battle: Battle, units: Sequence[Unit], needs: Mapping[int, int], total: int) -> bool:
    """False when the tiers leave only one kind of unit to choose from at each level."""
    before = 0
    for level, need in needs.items():
        group = [u for u in units if tier(view, u) == level]
        room, share = sum(sides.left(view, battle, u) for u in group), need - before
        if 0 < share < room and len({casualty_key(view, u) for u in group}) > 1:
            return True
        before = need
    return False


def _next_loss(
    view: View, battle: Battle, side: str, hits: Hits, chosen: Mapping[int, int], units: Sequence[Unit]
) -> Unit | None:
    """The first of some units that may take one more hit."""
    for unit in units:
        trial = {**chosen, unit.id: chosen.get(unit.id, 0) + 1}
        room = sides.left(view, battle, unit) >= trial[unit.id]
        if room and extends(view, battle, hits, trial) and not bound(view, battle, side, trial):
            return unit
    return None
