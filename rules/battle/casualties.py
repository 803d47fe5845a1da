"""The second and third beat of a fire round: who chooses losses, the answers, and the removal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rules.battle import losses, sides
from rules.battle.fire import defenders_in_order
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.position import damage_and_marks, show_unit
from rules.core.view import View
from rules.model.names import listing
from rules.model.orders import Casualties, Item, Items, Order
from rules.model.state import Battle, Decision, Task, Unit, Volley
from rules.movement import selection


def assign_hits(act: Act, id_: str) -> None:
    """Assign the hits of the salvo that has been rolled, asking where there is a choice."""
    battle = act.battle(id_)
    volley = battle.volley
    if volley is None:
        return
    side, hits = sides.other(volley.side), volley.hits
    if not losses.is_choice(act, battle, side, hits):
        book_losses(act, id_, side, losses.default(act, battle, side, hits))
        return
    owners = _choosers(act, battle, side, volley)
    data = {"battle": id_, "side": side, "hits": hits, "owners": owners, "why": volley.step}
    act.ask("casualties", owners[0], battle.place, **data)


def _choosers(act: Act, battle: Battle, side: str, volley: Volley) -> tuple[str, ...]:
    """The powers that choose, in order: owners of the units at stake, the enemy for neutrals."""
    if volley.chooser:
        return (volley.chooser,)
    if side == ATTACKER:
        return (battle.attacker,)
    owners = {u.owner for u in losses.candidates(act, battle, side, volley.hits)}
    chosen = tuple(p for p in defenders_in_order(act, battle.attacker) if p in owners)
    return chosen or (battle.attacker,)


def book_losses(act: Act, id_: str, side: str, chosen: Mapping[int, int]) -> None:
    """Book losses: hits taken by units, to be removed by the removal step."""
    battle = act.battle(id_)
    hit, whole = dict(battle.hit), battle.volley is not None and battle.volley.whole
    for unit in act.get(chosen):
        hit[unit.id] = act.of(unit).hits - unit.damage if whole else hit.get(unit.id, 0) + chosen[unit.id]
    act.update(id_, hit=hit, volley=None)
    act.tell(moments.losses_chosen, id_, side, chosen)


def answer(act: Act, decision: Decision, order: Order) -> None:
    """`casualties ITEMS`: the choice of one owner; owners who differ leave it to the enemy."""
    if not isinstance(order, Casualties):
        act.refuse("not-your-decision", f"Choose the losses in {decision.place}: casualties …", act.cite("losses"))
    data = decision.data
    battle, side = act.battle(data["battle"]), data["side"]
    chosen = choose(act, battle, side, data["hits"], order.items)
    if wrong := losses.legal(act, battle, side, data["hits"], chosen):
        best = text_of(act, battle, losses.default(act, battle, side, data["hits"]))
        act.refuse(wrong.code, f"{wrong.message} For example: {best}.", wrong.rule, (best,))
    act.answered()
    _next_owner(act, decision, order, chosen)


def _next_owner(act: Act, decision: Decision, order: Casualties, chosen: Mapping[int, int]) -> None:
    data = decision.data
    said = (*data.get("said", ()), sorted(chosen.items()))
    rest = tuple(data["owners"])[1:]
    again = {k: v for k, v in data.items() if k not in ("owners", "said")}
    if rest:
        act.ask_first("casualties", rest[0], decision.place, **again, owners=rest, said=said)
    elif _agree(act, said):
        book_losses(act, data["battle"], data["side"], chosen)
    else:
        enemy = act.battle(data["battle"]).attacker
        act.note("The owners of the defenders disagree: the attacker chooses.")
        act.ask_first("casualties", enemy, decision.place, **again, owners=(enemy,))


def _agree(act: Act, said: Sequence[Sequence[tuple[int, int]]]) -> bool:
    forms = {tuple(sorted((act.state.units[i].type, act.state.units[i].owner, n) for i, n in s)) for s in said}
    return len(forms) == 1


def choose(act: Act, battle: Battle, side: str, hits: Mapping[str, int], items: Items) -> dict[int, int]:
    """Items of a casualties order as unit id -> hits. `(damaged)` on a sound ship means one hit;
    a unit named without it is lost."""
    pool = losses.candidates(act, battle, side, hits)
    usual, chosen = losses.default(act, battle, side, hits), dict[int, int]()
    for item in items:
        _choose_item(act, battle, pool, item, chosen, hits, usual)
    return chosen


def _choose_item(
    act: Act,
    battle: Battle,
    pool: list[Unit],
    item: Item,
    chosen: dict[int, int],
    hits: Mapping[str, int],
    usual: Mapping[int, int],
) -> None:
    """The units an item means; of those damaged more and less already, the ones that the usual losses would damage so."""
    owners = {p for t in item.tags if (p := act.board.power_names.find(t))}
    amount, marks = damage_and_marks([t for t in item.tags if not act.board.power_names.find(t)])
    whole = any(t.startswith("damaged ") for t in item.tags)  # with a number: what it has taken in all
    fits = [
        u
        for u in pool
        if u.type == act.table.standing(item.unit)
        and u.id not in chosen
        and (not owners or u.owner in owners)
        and all(m in u.marks or selection.laden(act, u, m) for m in marks)
    ]
    if amount:
        sound = [u for u in fits if sides.left(act, battle, u) > 1]
        picked = [(u, amount - (u.damage + battle.hit.get(u.id, 0) if whole else 0)) for u in sound]
        picked = [(u, count) for u, count in picked if count > 0]
        if len(picked) < item.count:  # no sound ship: the damaged one is meant, and lost
            picked = [(u, sides.left(act, battle, u)) for u in fits if u.damage]
        picked.sort(key=lambda some: usual.get(some[0].id) != some[1])
    else:
        fits.sort(key=lambda u: (sides.left(act, battle, u), *losses.order_of_loss(act, battle, u)))
        picked = [(u, sides.left(act, battle, u)) for u in fits]
        picked.sort(key=lambda some: usual.get(some[0].id) != some[1])  # of those alike, as is recommended
    if len(picked) < item.count:
        here = listing([act.table.units[kind].counted(n) for kind, n in sorted(Counter(u.type for u in pool).items())])
        text = f"There are fewer to lose than {item}; the hits may fall on {here}."
        act.refuse("wrong-casualties", text, act.cite("losses"))
    for unit, count in _hittable_first(act, battle, hits, picked, chosen, item.count):
        chosen[unit.id] = count


def _hittable_first(
    view: View,
    battle: Battle,
    hits: Mapping[str, int],
    picked: Sequence[tuple[Unit, int]],
    chosen: Mapping[int, int],
    most: int,
) -> list[tuple[Unit, int]]:
    """So many units of one name in their order, those first that can fall together to what hit (over two targets of a raid
    like bombers are not alike)."""
    trial = dict(chosen)
    able, others = list[tuple[Unit, int]](), list[tuple[Unit, int]]()
    for unit, count in picked:
        if len(able) == most:
            break
        if losses.extends(view, battle, hits, {**trial, unit.id: count}):
            trial[unit.id] = count
            able.append((unit, count))
        else:
            others.append((unit, count))
    return [*able, *others][:most]


def text_of(view: View, battle: Battle, chosen: Mapping[int, int]) -> str:
    """A choice as order text."""
    return f"casualties {items_of(view, battle, chosen, len({view.state.units[i].owner for i in chosen}) > 1)}"


def items_of(view: View, battle: Battle, chosen: Mapping[int, int], several: bool) -> str:
    """The same as items of an order: `2 infantry, 1 battleship (damaged)`. several: whether owners are named."""
    lost: dict[str, int] = {}
    for i, count in chosen.items():
        unit = view.state.units[i]
        damage = unit.damage + battle.hit.get(i, 0) + count  # hits of this round that are not removed yet, too
        damaged = count < sides.left(view, battle, unit)
        mark = "damaged" if damage == 1 else f"damaged {damage}"
        text = f"{unit.type} ({mark})" if damaged else show_unit(view, unit).split(" (")[0]
        if several and not damaged:
            text += f" ({unit.owner})"
        lost[text] = lost.get(text, 0) + 1
    return ", ".join(f"{n} {t}" for t, n in sorted(lost.items()))


def remove(act: Act, id_: str, why: str = "battle", only: Sequence[str] = (ATTACKER, DEFENDER)) -> None:
    """Third beat: units with enough hits leave the board, others are damaged; lists are cleaned.
    only: the sides to clear; what bombardment hit waits behind the line while guns fire (CL-7.2, G40-10.6)."""
    battle = act.battle(id_)
    waiting = {}
    for i, count in battle.hit.items():
        unit = act.state.units.get(i)
        if unit is None:
            continue
        if sides.side_of(battle, unit) not in only:
            waiting[i] = count
            continue
        if act.table.first_to_handle(Rule.on_hit, act, unit, why):
            continue
        if unit.damage + count >= act.of(unit).hits:
            act.remove(unit, why)
        else:
            act.change(unit, damage=unit.damage + count)
    act.update(id_, hit=waiting)
    drop_dead(act, id_)


def drop_dead(act: Act, id_: str) -> None:
    """Take units that are no longer on the board off the lists of a battle."""
    battle, alive = act.battle(id_), act.state.units
    act.update(
        id_,
        attackers=tuple(i for i in battle.attackers if i in alive),
        defenders=tuple(i for i in battle.defenders if i in alive),
    )


def settle_task(act: Act, todo: Task) -> None:
    """Task: assign the hits of a salvo."""
    assign_hits(act, todo.data["id"])


def remove_task(act: Act, todo: Task) -> None:
    """Task: take the hit units away."""
    data = todo.data
    remove(act, data["id"], data.get("why", "battle"), data.get("only", (ATTACKER, DEFENDER)))


__all__ = ["ATTACKER", "DEFENDER", "answer", "assign_hits", "book_losses"]
