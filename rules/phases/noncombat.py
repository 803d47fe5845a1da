"""Noncombat move: its orders, and the loss of aircraft that find no landing place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from rules.core.act import Act, Handlers
from rules.model.names import listing
from rules.model.orders import Casualties, Load, Move, Order, Ship, Unload
from rules.model.state import Decision, Unit, ids
from rules.movement import ashore, boarding, landing, moves, selection, serving, shipping


def begin(act: Act) -> None:
    """Nothing happens by itself."""


def end(act: Act) -> None:
    """`done`: carriers must serve where the edition says so; aircraft without a landing place are lost."""
    waiting = landing.unserved(act, act.active) if act.edition("carriers_serve") else []
    if waiting and (cures := serving.orders(act, waiting)):
        kinds = Counter((u.type, u.place) for u in waiting)
        names = listing([f"{act.table.units[kind].counted(n)} in {place}" for (kind, place), n in kinds.items()])
        text = f"A carrier that can still move must serve {names}, for example: {cures[0]}."
        act.refuse("no-landing", text, act.cite("carriers serve"), cures)
    lose_stranded(act)


def lose_stranded(act: Act, new_decks: bool = True) -> None:
    """Remove aircraft without a landing place; where different ones stand in a zone their owner chooses."""
    for place, (planes, lost) in landing.stranded(act, act.active, new_decks).items():
        homeless = [u for u in planes if not act.of(u).deck]
        for unit in homeless:
            act.remove(unit, "no landing")
        rest = [u for u in planes if u not in homeless]
        _lose(act, place, rest, lost - len(homeless))


def _lose(act: Act, place: str, planes: Sequence[Unit], count: int) -> None:
    if 0 < count < len(planes) and len({(u.type, u.damage, u.marks) for u in planes}) > 1:
        act.ask("no landing", act.active, place, ids=ids(planes), count=count)
        return
    for unit in planes[len(planes) - count :] if count else ():
        act.remove(unit, "no landing")


def answer_no_landing(act: Act, decision: Decision, order: Order) -> None:
    """`casualties …`: which aircraft are lost where too many hope for the same decks (CL-10.2)."""
    planes, count = act.get(decision.data["ids"]), decision.data["count"]
    if not isinstance(order, Casualties):
        act.refuse("not-your-decision", f"Name {count} aircraft in {decision.place} to lose: casualties 1 fighter.")
    chosen: list[Unit] = []
    for item in order.items:
        pool = [u for u in planes if u not in chosen and selection.fits(act, u, item)]
        chosen += pool[: item.count]
    if len(chosen) != count or sum(i.count for i in order.items) != count:
        act.refuse("wrong-casualties", f"{count} aircraft in {decision.place} find no deck; name so many.",
                   act.cite("landing"))  # fmt: skip
    act.answered()
    for unit in chosen:
        act.remove(unit, "no landing")


HANDLERS: Handlers = {
    Move: moves.move,
    Load: boarding.load,
    Unload: ashore.unload,
    Ship: shipping.ship,
}
ANSWERS: dict[str, Callable[[Act, Decision, Order], None]] = {"no landing": answer_no_landing}
UNDO = True
