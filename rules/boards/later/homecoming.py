"""Before the attacker's noncombat moves the defender's aircraft over water land (G40-8.3, 8.4, 11.20)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.boards.later.reactions import asked, pick
from rules.core import moments
from rules.core.act import Act, task
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.names import article
from rules.model.orders import Land, Order
from rules.model.profiles import AIR
from rules.model.state import NONCOMBAT, Decision, Task, Unit
from rules.movement.refuges import havens

COME_DOWN = "come down"


class Homecoming(Rule):
    """Scrambled aircraft go home; others without a deck or field find a place within one space."""

    id = "later.homecoming"
    title = "Defending aircraft land"
    text = (
        "Before the active power's noncombat moves the aircraft that defended over water land: scrambled ones at "
        "home, those of carriers on an undamaged one. Where that is not possible they go to a friendly territory or "
        "carrier in the zone or one space away: land 1 fighter: SZ 6 > Japan. Without any they are lost."
    )
    source = "Europe and Pacific 1940 rulebooks: noncombat move"
    entries = ("G40-8.3", "G40-11.20", "G40-13.1")
    questions = {"land": "Where your aircraft come down when their deck or base is lost"}
    asks = {"land": "where do the aircraft land?"}

    @moments.phase_begins
    def _go_home(self, act: Act, phase: str) -> None:
        """Noncombat move begins: everybody who can goes home, the others look for a place."""
        if phase == NONCOMBAT:
            for unit in _defenders(act):
                if unit.role in ("scramble", "intercept") and _home_stands(act, unit):
                    act.change(unit, place=unit.start, role="", route=())
            _settle(act)

    @moments.battle_decided
    def _come_down(self, act: Act, battle: str) -> None:
        """Those that a rule lets come down at once do so when the battle has been put away."""
        found = act.battle(battle)
        if found.kind == "sea":
            act.then(task(COME_DOWN, place=found.place))

    def task(self, act: Act, task: Task) -> bool:
        """They come down."""
        if task.name == COME_DOWN:
            _settle(act, task.data["place"])
        return task.name == COME_DOWN

    def answer(self, act: Act, decision: Decision, order: Order) -> bool:
        """`land 1 fighter: SZ 6 > Japan`."""
        if decision.kind != "land":
            return False
        if not isinstance(order, Land):
            act.refuse(
                "not-your-decision",
                f"Aircraft in {decision.place} have to land: say where each goes.",
                act.cite("homecoming"),
                _texts(act, decision),
            )
        _land(act, decision, order)
        act.answered()
        _settle(act, "" if act.phase == NONCOMBAT else decision.place)
        return True

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Every place for each kind of aircraft."""
        decision = asked(view, "land", power)
        return _texts(view, decision) if decision else ()


def _texts(view: View, decision: Decision) -> tuple[str, ...]:
    planes = homeless(view, decision.place, decision.power)[0]
    found = [f"land 1 {u.type}: {decision.place} > {p}" for u in planes for p in havens(view, u)]
    return tuple(dict.fromkeys(found))


def _land(act: Act, decision: Decision, order: Land) -> None:
    start, goal = order.path[0], order.path[-1]
    planes, count = homeless(act, decision.place, decision.power)
    if start != decision.place or sum(i.count for i in order.items) > count:
        text = f"Aircraft in {decision.place} that have to land: {count}."
        act.refuse("not-enough-units", text, act.cite("homecoming"), _texts(act, decision))
    for item in order.items:
        for unit in pick(act, item, planes, act.cite("homecoming")):
            planes.remove(unit)
            if goal not in havens(act, unit):
                code = "too-far" if goal not in (start, *act.board.near(start)) else "no-landing"
                act.refuse(
                    code,
                    f"{article(unit.type)} of {decision.place} cannot land in {goal}.",
                    act.cite("homecoming"),
                    _texts(act, decision),
                )
            act.change(unit, place=goal, role="", route=())


def _home_stands(view: View, unit: Unit) -> bool:
    """Whether what it rose from is there still: a friendly field, or a deck with room for it."""
    if view.place(unit.start).is_sea:
        return view.empty_decks(unit.start, unit.owner) >= view.of(unit).deck
    return view.friendly_land(unit.start, unit.owner)


def _defenders(view: View) -> list[Unit]:
    units = list(view.state.units.values())
    return [u for u in units if u.owner != view.active and view.domain(u) == AIR]


def homeless(view: View, place: str, owner: str) -> tuple[list[Unit], int]:
    """Aircraft of an owner in a place among which some have to land elsewhere now, and how many have to:
    scrambled ones that are still there, and those that were in the air, for a battle or because fire from elsewhere
    hit their carrier, beyond the decks left. While battles are fought: only those that come down at once, as far as
    others cannot leave instead of them."""
    planes = [u for u in view.units(place, domain=AIR) if u.owner != view.active]
    adrift = [u for u in planes if u.role in ("scramble", "intercept")]
    if view.place(place).is_land or (view.phase == NONCOMBAT and any(u.owner == owner for u in adrift)):
        mine = [u for u in adrift if u.owner == owner and view.phase == NONCOMBAT]
        return mine, len(mine)
    flying = [u for u in planes if u.fought and u not in adrift]
    carriers = [u for u in view.units(place) if view.cooperates(u.owner, owner, place)]
    over = sum(view.deck_room(u) for u in flying) - sum(view.decks(u) for u in carriers)
    mine = [u for u in flying if u.owner == owner and view.deck_room(u)]
    if view.phase != NONCOMBAT:
        every = any(rule.lands_at_once for rule in view.table.live if isinstance(rule, Rule))
        hurry = [u for u in mine if every or view.has(u, "deck only")]
        mine, over = hurry, over - (len(mine) - len(hurry))
    return mine, min(len(mine), max(0, over))


def _settle(act: Act, only: str = "") -> None:
    """Land what has one place, ask where there is a choice, remove what has none. only: in this place."""
    for place, owner in sorted({(u.place, u.owner) for u in _defenders(act) if only in ("", u.place)}):
        planes, count = homeless(act, place, owner)
        while count:
            open_ = {u.id: havens(act, u) for u in planes}
            able = [u for u in planes if open_[u.id]]
            if len(able) < count:
                lost = next(u for u in sorted(planes, key=lambda u: act.of(u).cost) if not open_[u.id])
                act.remove(lost, "no landing")
            elif _forced(able, count, [open_[u.id] for u in able]):
                act.change(able[0], place=open_[able[0].id][0], role="", route=())
            else:
                act.ask("land", owner, place, may_pass=False)
                return
            planes, count = homeless(act, place, owner)


def _forced(able: Sequence[Unit], count: int, places: Sequence[tuple[str, ...]]) -> bool:
    """Whether who goes where is no choice."""
    alike = len({u.type for u in able}) == 1 or count == len(able)
    return alike and len({p for found in places for p in found}) == 1


RULES = (Homecoming(),)
