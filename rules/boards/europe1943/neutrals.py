"""Neutrals of 1943: armies of their own that fight for a power of the other side, and a calendar (Y43-5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.battle.fire import defenders_in_order
from rules.battle.setup import attacked_lands
from rules.core import moments
from rules.core.act import Act
from rules.core.view import View
from rules.mechanics.movement.leanings import STRICT, LeaningNeutrals, against
from rules.model.names import listing
from rules.model.orders import PASS, Invoke, Order
from rules.model.profiles import LAND
from rules.model.state import NONCOMBAT, Decision, Unit

LEANINGS, CALLED, GARRISON = "y43.leanings", "y43.garrisons called", "garrison"


def leaning(view: View, place: str) -> str:
    """What a neutral is now: "strict", "pro-axis" or "pro-allies". An attack on a strict one goes before the
    calendar (Y43-5.5, 5.6)."""
    due = view.edition("neutral_calendar", {}).get(place, {})
    calendar = due["lean"] if due and view.state.turn.round >= due["round"] else STRICT
    return str(view.flag(LEANINGS, {}).get(place, calendar))


def garrison(view: View, place: str) -> Mapping[str, int]:
    """The army of a neutral that is not on the board yet, without units whose rule is off."""
    called = place in view.flag(CALLED, ())
    return {unit: n for unit, n in view.place(place).garrison if unit in view.table.units and not called}


def neutrals(view: View) -> Iterator[str]:
    """Neutral territories that nobody controls."""
    return (p.name for p in view.board.places.values() if p.neutral and view.neutral_land(p.name))


class Neutrals(LeaningNeutrals):
    """Entering, attacking and taking over the five neutrals."""

    id = "europe1943.neutrals"
    title = "Neutral territories"
    text = (
        "Sweden, Turkey, Portugal and both Spains begin strict: closed in noncombat move and to aircraft on their way. "
        "From round 4 Portugal leans to the Allies and both Spains to the Axis, if they are still strict; an attack on "
        "any strict neutral turns all other strict ones to the attacker's enemies when his combat move closes. An "
        "attacked neutral is defended by its army, whose owner the enemy power next in turn order names (invoke garrison: "
        "Soviet Union, or pass to take it itself); if the army survives, that power holds the territory. A neutral that "
        "leans to a side joins the power of that side whose fighting land unit enters in noncombat move, with its army, "
        "which does not move that turn. Armies: Sweden 6 infantry, 2 artillery, 1 tank, 3 fortifications, 1 antiaircraft "
        "artillery; Turkey 11, 4, 3 tanks, 9 fortifications, 1 fighter; Portugal 10, 4, 2 mechanized infantry, 6 "
        "fortifications; Northern Spain 9, 3, 1 mechanized infantry, 2 fortifications; Southern Spain 12, 2, 2 tanks, 1 "
        "fighter, 4 antiaircraft artillery, 6 fortifications."
    )
    source = "Axis and Allies 1943: neutral territories"
    entries = tuple(f"Y43-5.{n}" for n in range(1, 9))
    questions = {GARRISON: "Who commands the army of an attacked neutral"}
    asks = {GARRISON: "who commands the neutral army?"}
    flags = {
        LEANINGS: "neutral territory -> pro-axis or pro-allies, where an attack and not the calendar says so",
        CALLED: "neutral territories whose army has come onto the board",
    }
    joining = "Y43-5.8"

    def lean(self, view: View, place: str) -> str:
        """By attacks and the calendar."""
        return leaning(view, place)

    def army(self, view: View, place: str) -> Mapping[str, int]:
        """The printed army until it is called."""
        return garrison(view, place)

    def join(self, act: Act, place: str, power: str) -> None:
        """With all its army."""
        act.set_owner(place, power, "taken over")
        _call(act, place, power, moved=NONCOMBAT, fought=True)

    def may_blitz(self, view: View, unit: Unit, place: str, may: bool) -> bool:
        """A neutral with an army stops everybody."""
        return may and not (view.neutral_land(place) and garrison(view, place))

    @moments.attacks_made
    def _turn_others(self, act: Act) -> None:
        """The other strict neutrals turn; for each attacked one its army's owner is asked."""
        attacked = _attacked(act)
        _turn(act, attacked)
        for place in attacked:
            if garrison(act, place):
                act.ask(GARRISON, _spokesman(act), place, may_pass=True)

    def answer(self, act: Act, decision: Decision, order: Order) -> bool:
        """`invoke garrison: POWER`, or `pass`."""
        if decision.kind != GARRISON:
            return False
        power = decision.power if order == PASS else _named(act, decision, order)
        _call(act, decision.place, power)
        act.answered()
        return True

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Every power that may have the army; who is asked takes it by `pass`."""
        first = view.state.pending[0] if view.state.pending else None
        if first is None or (first.kind, first.power) != (GARRISON, power):
            return ()
        return ("pass", *(f"invoke {GARRISON}: {p}" for p in _enemies(view) if p != power))

    @moments.battle_decided
    def _garrison(self, act: Act, battle: str) -> None:
        """An army that has held gives the territory to its owner (Y43-5.4)."""
        fight = act.battle(battle)
        if fight.kind != "land" or not act.neutral_land(fight.place) or fight.outcome == "attacker":
            return
        owners = [u.owner for u in act.enemy_units(fight.place, fight.attacker) if act.domain(u) == LAND]
        if owners:
            act.set_owner(fight.place, owners[0], "garrison held")
            act.note(f"{fight.place} is {owners[0]}'s: its army has held.", place=fight.place)


def _attacked(view: View) -> list[str]:
    """Neutrals that are attacked."""
    return [p for p in attacked_lands(view) if view.neutral_land(p)]


def _turn(act: Act, attacked: Sequence[str]) -> None:
    """An attack on a strict neutral: all strict ones lean to the attacker's enemies (Y43-5.5)."""
    strict = [p for p in attacked if leaning(act, p) == STRICT]
    if not strict:
        return
    turned = against(act.side(act.active))
    fresh = {p: turned for p in neutrals(act) if leaning(act, p) == STRICT}
    act.set_flag(LEANINGS, {**act.flag(LEANINGS, {}), **fresh})
    act.note(f"{act.active} attacks {strict[0]}: the strict neutrals are now {turned}.")


def _enemies(view: View) -> list[str]:
    """Powers that may own an army that fights the active one, the one next in turn order first."""
    return [p for p in defenders_in_order(view, view.active) if view.at_war(p, view.active)]


def _spokesman(view: View) -> str:
    return _enemies(view)[0]


def _named(act: Act, decision: Decision, order: Order) -> str:
    choices = tuple(f"invoke {GARRISON}: {p}" for p in _enemies(act))
    text = f"Who owns the army of {decision.place}? A power at war with {act.active}; pass: {decision.power}."
    if not isinstance(order, Invoke) or not order.name.startswith(GARRISON):
        act.refuse("not-your-decision", text, "Y43-5.4", choices)
    power = act.board.power_names.find(order.name.removeprefix(GARRISON).strip(" :"))
    if power not in _enemies(act):
        act.refuse("not-eligible", text, "Y43-5.4", choices)
    return str(power)


def _call(act: Act, place: str, power: str, **state: object) -> None:
    """A neutral's army comes onto the board."""
    army, since = garrison(act, place), len(act.events)
    act.set_flag(CALLED, (*act.flag(CALLED, ()), place))
    for unit, count in army.items():
        for _ in range(count):
            act.place_unit(unit, power, place, "garrison", **state)
    if army:
        told = f"{place} joins {power} with its army" if state else f"The army of {place} fights for {power}"
        units = listing([act.table.units[unit].counted(count) for unit, count in army.items()])
        act.note(f"{told}: {units}.", since=since, place=place)


RULES = (Neutrals(),)
