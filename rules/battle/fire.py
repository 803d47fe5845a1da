"""Numbers, volleys and hits: the first beat of a fire round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.battle import sides
from rules.battle.ranks import Count, Rank, Ranks
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.state import Battle, Unit


@dataclass(frozen=True, slots=True)
class Shot:
    """The fire of one unit: its id, the number it needs, dice it rolls, whether only the best die
    counts, the class of its hits and the label for the log."""

    unit: int
    need: int
    label: str
    hit_class: str = "any"
    dice: int = 1
    best: bool = False


def base_number(view: View, battle: Battle, unit: Unit, attacking: bool) -> int:
    """The printed number of a unit on its side."""
    profile = view.of(unit)
    return profile.attack if attacking else profile.defense


def numbers(view: View, battle: Battle, side: str) -> dict[int, int]:
    """Unit id -> number it hits on, support and rules included, clamped to 0..6."""
    present = [u for u in sides.units(view, battle, side) if sides.counts(view, u)]
    return {rank.unit.id: rank.number for rank in numbered(view, battle, side, ((u, 1) for u in present))}


def numbered(view: View, battle: Battle, side: str, present: Iterable[tuple[Unit, Count]]) -> Ranks:
    """The numbers of a side of which so many units are present: (a unit, how many like it). Counts may be arrays."""
    attacking = side == ATTACKER
    ranks = Ranks(Rank(u, base_number(view, battle, u, attacking), n) for u, n in present)
    if attacking:
        _support(view, battle, ranks)
        _pair(view, ranks)
    ranks.each(lambda unit, number: view.table.fold(Rule.battle_number, number, view, battle, unit, attacking))
    view.table.notify(Rule.battle_numbers, view, battle, side, ranks)
    ranks.each(lambda _, number: max(0, min(6, number)))
    return ranks


def _support(view: View, battle: Battle, ranks: Ranks) -> None:
    """Artillery raises one supported unit each by 1 (G40-11.9)."""
    room = ranks.total(lambda u: view.of(u).number("supports"))
    takers = [rank.unit for rank in ranks if view.has(rank.unit, "supported")]
    ids = {u.id for u in view.table.fold(Rule.supported, takers, view, battle)}
    order = [rank for rank in ranks if rank.unit.id in ids]
    order.sort(key=lambda rank: (-view.of(rank.unit).attack_dice, rank.unit.type, rank.unit.id))
    ranks.improve(order, room, lambda number: number + 1)


def _pair(view: View, ranks: Ranks) -> None:
    """Tactical bombers paired with a fighter or tank attack at 4 (G40-11.9)."""
    partners = ranks.total(lambda u: int(view.has(u, "pairs tactical")))
    ranks.improve([r for r in ranks if view.has(r.unit, "paired at 4")], partners, lambda number: max(number, 4))


def volley(view: View, battle: Battle, side: str, firing: Iterable[Unit]) -> tuple[Shot, ...]:
    """The shots of some units of a side, in dice order: number, then name."""
    need = numbers(view, battle, side)
    shots = [shot(view, battle, u, need.get(u.id, 0), side) for u in firing]
    return ordered(s for s in shots if s.need > 0)


def shot(view: View, battle: Battle, unit: Unit, need: int, side: str) -> Shot:
    """The fire of one unit that needs a number."""
    profile = view.of(unit)
    dice = profile.attack_dice if side == ATTACKER else profile.defense_dice
    best = dice > 1 and profile.has("best die")
    return Shot(unit.id, need, unit.type, sides.hit_class(view, battle, unit), dice, best)


def ordered(shots: Iterable[Shot]) -> tuple[Shot, ...]:
    """Shots in the documented order of dice: number needed, unit name, age."""
    return tuple(sorted(shots, key=lambda s: (s.need, s.label, s.unit)))


def shoot(act: Act, id_: str, side: str, shots: Sequence[Shot], why: str) -> None:
    """Roll a volley and book its hits against the other side (facts "hits", "rolled")."""
    battle = act.battle(id_)
    shots = [s for s in shots if s.dice > 0]
    if act.table.options.get("low_luck"):
        _low_luck(act, id_, side, shots, why)
        return
    needs = [s.need for s in shots for _ in range(s.dice)]
    labels = [s.label for s in shots for _ in range(s.dice)]
    dice = act.roll(len(needs), why, battle.place, roller(act, battle, side, shots), needs, labels)
    rolled, at = [], 0
    for shot in shots:
        faces = dice[at : at + shot.dice]
        at += shot.dice
        rolled += [(shot.unit, shot.need, face, shot.hit_class) for face in _counting(shot, faces)]
    book(act, id_, side, rolled)
    act.update(id_, fired=(*battle.fired, *(s.unit for s in shots)))
    act.table.notify(Rule.after_roll, act, id_, side)


def _low_luck(act: Act, id_: str, side: str, shots: Sequence[Shot], why: str) -> None:
    """Option: the numbers of all dice of a class are added; each 6 is a sure hit, one die decides the rest.
    Shots of which only the best die counts are rolled as they are."""
    battle, rolled = act.battle(id_), [_sure_and_rest(shots, kind) for kind in sorted({s.hit_class for s in shots})]
    best = [s for s in shots if s.best]
    rests = sorted((rest, kind) for kind, _, rest in rolled if rest)
    needs = [n for n, _ in rests] + [s.need for s in best for _ in range(s.dice)]
    labels = ["low luck"] * len(rests) + [s.label for s in best for _ in range(s.dice)]
    dice = act.roll(len(needs), why, battle.place, owner_of(act, battle, side), needs, labels)
    found = [(0, 6, 0, kind) for kind, sure, _ in rolled for _ in range(sure)]
    found += [(0, need, die, kind) for (need, kind), die in zip(rests, dice)]
    at = len(rests)
    for shot in best:
        found.append((shot.unit, shot.need, min(dice[at : at + shot.dice]), shot.hit_class))
        at += shot.dice
    if sure := sum(n for _, n, _ in rolled):
        act.note(f"Low luck: {sure} sure hits.", battle=id_)
    book(act, id_, side, found)
    act.update(id_, fired=(*battle.fired, *(s.unit for s in shots)))
    act.table.notify(Rule.after_roll, act, id_, side)


def _sure_and_rest(shots: Sequence[Shot], kind: str) -> tuple[str, int, int]:
    sure, rest = divmod(sum(s.need * s.dice for s in shots if s.hit_class == kind and not s.best), 6)
    return kind, sure, rest


def _counting(shot: Shot, faces: Sequence[int]) -> Sequence[int]:
    return [min(faces)] if shot.best and faces else faces


def book(act: Act, id_: str, side: str, rolled: Sequence[tuple[int, int, int, str]]) -> None:
    """Remember the dice of a volley and the hits they make on the other side."""
    battle = act.battle(id_)
    hits: dict[str, int] = {}
    for _, need, face, kind in rolled:
        if face <= need:
            hits[kind] = hits.get(kind, 0) + 1
    victim = sides.other(side)
    act.remember(
        id_,
        hits={**battle.fact("hits", {}), victim: hits},
        rolled={**battle.fact("rolled", {}), side: tuple(rolled)},
    )


def roller(view: View, battle: Battle, side: str, shots: Sequence[Shot]) -> str:
    """The power whose dice these are: the owner of all that fire, else the side's first power."""
    owners = {view.state.units[s.unit].owner for s in shots if s.unit in view.state.units}
    return owners.pop() if len(owners) == 1 else owner_of(view, battle, side)


def owner_of(view: View, battle: Battle, side: str) -> str:
    """The power whose dice these are: the attacker, or the first defender in order of play."""
    if side == ATTACKER:
        return battle.attacker
    if battle.kind == "raid":
        return view.owner(battle.place) or "Neutral"
    owners = {u.owner for u in sides.units(view, battle, DEFENDER)}
    return next((p for p in defenders_in_order(view, battle.attacker) if p in owners), "Neutral")


def defenders_in_order(view: View, attacker: str) -> list[str]:
    """Powers in order of play, starting behind the attacker."""
    order = view.board.order
    at = order.index(attacker) if attacker in order else 0
    return [*order[at + 1 :], *order[:at], *(p for p in view.board.powers if p not in order)]
