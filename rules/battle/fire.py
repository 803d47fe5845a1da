"""The numbers of a side and the shots of its units."""

from __future__ import annotations

from collections.abc import Iterable

from rules.battle import sides
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.ranks import Count, Rank, Ranks
from rules.model.salvo import Shot
from rules.model.state import Battle, Unit


def base_number(view: View, battle: Battle, unit: Unit, attacking: bool) -> int:
    """The printed number of a unit on its side."""
    profile = view.of(unit)
    usual = profile.attack if attacking else profile.defense
    if attacking and unit.role == "landed":
        usual = profile.number("landed_attack", usual)
    if battle.round > 1:
        return usual
    special = profile.number("round1_attack" if attacking else "round1_defense", usual)
    against = profile.number("round1_vs_vehicle")
    return max(special, against) if against and _meets(view, battle, attacking, "vehicle") else special


def _meets(view: View, battle: Battle, attacking: bool, kind: str) -> bool:
    """Whether the enemy has units of a kind in the battle."""
    enemies = sides.units(view, battle, DEFENDER if attacking else ATTACKER)
    return any(view.of(u).is_a(kind) for u in enemies)


def _first_round_dice(view: View, ranks: Ranks) -> None:
    """Dice that some units roll beside their own in the first round, at a number of their own."""
    for rank in list(ranks):
        profile = view.of(rank.unit)
        if dice := profile.number("round1_dice"):
            ranks.add(Rank(rank.unit, profile.number("round1_dice_at"), rank.count, dice, extra=True))


def numbers(view: View, battle: Battle, side: str) -> dict[int, int]:
    """Unit id -> number it hits on, support and rules included, clamped to 0..6."""
    return {rank.unit.id: rank.number for rank in _present(view, battle, side) if not rank.extra}


def _present(view: View, battle: Battle, side: str) -> Ranks:
    present = [u for u in sides.units(view, battle, side) if sides.holds_battle(view, u)]
    return numbered(view, battle, side, ((u, 1) for u in present))


def numbered(view: View, battle: Battle, side: str, present: Iterable[tuple[Unit, Count]]) -> Ranks:
    """The numbers of a side of which so many units are present: (a unit, how many like it). Counts may be arrays."""
    attacking = side == ATTACKER
    ranks = Ranks(Rank(u, base_number(view, battle, u, attacking), n) for u, n in present)
    if attacking:
        _support(view, battle, ranks)
        _pair(view, battle, ranks)
    ranks = view.table.fold(Rule.battle_numbers, ranks, view, battle, side)
    ranks.each(lambda _, number: max(0, min(6, number)))
    if battle.round <= 1:
        _first_round_dice(view, ranks)
    return ranks


def _support(view: View, battle: Battle, ranks: Ranks) -> None:
    """Artillery raises one supported unit each by 1 (G40-11.9)."""
    room = ranks.total(lambda u: view.of(u).number("supports") if gives_support(view, battle, u) else 0)
    takers = [rank.unit for rank in ranks if view.has(rank.unit, "supported")]
    takers.sort(key=lambda u: (-view.of(u).attack_dice, u.type, u.id))
    first = [u.id for u in view.table.fold(Rule.support, takers, view, battle, False)]
    order = sorted((r for r in ranks if r.unit.id in first), key=lambda rank: first.index(rank.unit.id))
    ranks.improve(order, room, lambda number: number + 1)


def gives_support(view: View, battle: Battle, unit: Unit) -> bool:
    """Whether a unit raises others in this battle."""
    return bool(view.table.fold(Rule.support, [unit], view, battle, True))


def _pair(view: View, battle: Battle, ranks: Ranks) -> None:
    """Tactical bombers paired with a fighter or tank attack at 4 (G40-11.9)."""
    partners = ranks.total(lambda u: int(view.has(u, "pairs tactical") and gives_support(view, battle, u)))
    ranks.improve([r for r in ranks if view.has(r.unit, "paired at 4")], partners, lambda number: max(number, 4))


def volley(view: View, battle: Battle, side: str, firing: Iterable[Unit]) -> tuple[Shot, ...]:
    """The shots of some units of a side, in dice order: number, then name."""
    ids = {u.id for u in firing}
    shots = [shot(view, battle, rank, side) for rank in _present(view, battle, side) if rank.unit.id in ids]
    return ordered(s for s in shots if s.need > 0 and s.dice > 0)


def shot(view: View, battle: Battle, rank: Rank, side: str) -> Shot:
    """The fire of one unit of a rank."""
    unit, profile = rank.unit, view.of(rank.unit)
    usual = profile.attack_dice if side == ATTACKER else profile.defense_dice
    dice = usual if rank.dice is None else rank.dice
    best = usual > 1 and profile.has("best die")
    return Shot(unit.id, rank.number, unit.type, sides.hit_class(view, battle, unit), dice, best)


def ordered(shots: Iterable[Shot]) -> tuple[Shot, ...]:
    """Shots in the documented order of dice: number needed, unit name, age."""
    return tuple(sorted(shots, key=lambda s: (s.need, s.label, s.unit)))


def owner_of(view: View, battle: Battle, side: str) -> str:
    """The power whose dice these are: the attacker, the owner of the place if he defends it, or the first defender in order
    of play."""
    if side == ATTACKER:
        return battle.attacker
    if battle.kind == "raid":
        return view.owner(battle.place) or "Neutral"
    owners = {u.owner for u in sides.units(view, battle, DEFENDER)}
    first = (view.owner(battle.place) or "", *defenders_in_order(view, battle.attacker))
    return next((p for p in (*first, *sorted(owners)) if p in owners), "Neutral")


def defenders_in_order(view: View, attacker: str) -> list[str]:
    """Powers in order of play, starting behind the attacker."""
    order = view.board.order
    at = order.index(attacker) if attacker in order else 0
    return [*order[at + 1 :], *order[:at], *(p for p in view.board.powers if p not in order)]
