"""Politics of Global 1940 and its scenarios: war and peace, whose land is closed, who may share spaces."""

from __future__ import annotations

from collections.abc import Sequence

from rules.boards.global1940 import declarations
from rules.boards.global1940.situation import Front, ZoneLimit, situation
from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.orders import DeclareWar, Order
from rules.model.profiles import LAND, SEA
from rules.model.refusals import Refusal
from rules.model.state import NONCOMBAT, Unit


class Politics(Rule):
    """War and peace: declarations, their conditions, what peace forbids."""

    id = "global1940.politics"
    title = "Politics"
    text = (
        "Wars are declared at the very start of the active power's combat move. The Soviet Union may declare on "
        "Germany or Italy from its fourth turn, the United States in collect income of its third turn, both "
        "earlier when they are provoked. Powers at peace do not enter one another's land."
    )
    source = "Global 1940 rules: the political situation"
    entries = tuple(f"G40-5.{n}" for n in range(1, 23))
    flags = {
        "london fell": "an Axis power has captured London",
        "north america": "an Axis power has captured a territory in North America",
        "jp_uk_war_by": "who began the war between Japan and the United Kingdom: japan, allies or none",
        "indochina attacked": "Japan has attacked French Indo-China",
        declarations.ENTERED: "the United States have been at war: their complexes are major",
        declarations.OUTRAGED: "the United States have been paid for a declaration of war by Japan",
    }
    priority = -20

    @moments.game_begins
    def _begin(self, act: Act) -> None:
        """Pairs that begin at peace by an option."""
        for option, pairs in situation(act).peace:
            if act.table.options.get(option):
                for one, other in pairs:
                    act.set_relation(one, other, "", "option")

    def handle(self, act: Act, order: Order) -> bool:
        """`declare war on POWER` at the start of combat move, or in collect income where a power may."""
        if not isinstance(order, DeclareWar):
            return False
        act.check(declarations.may_declare(act, act.active, order.power))
        declarations.declare(act, act.active, order.power)
        return True

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Declarations possible now."""
        found = (p for p in view.board.powers if p != power)
        return tuple(f"declare war on {p}" for p in found if declarations.may_declare(view, power, p) is None)

    def income_opens(self, view: View, power: str, opens: bool) -> bool:
        """For a power that may declare in collect income (G40-5.13)."""
        return opens or declarations.opens_income(view, power)

    def cooperates(self, view: View, a: str, b: str, place: str, yes: bool) -> bool:
        """Powers at war with nobody keep to themselves (G40-5.7, 5.8); China and wards have rules."""
        return yes and cooperate(view, a, b, place)

    def may_enter(self, view: View, unit: Unit, place: str, phase: str) -> Refusal | None:
        """Land of powers one is not at war with, of neutral powers, of China before war (G40-5.4 to 5.8)."""
        return enter_refusal(view, unit, place)

    def may_end(self, view: View, unit: Unit, place: str, phase: str) -> Refusal | None:
        """Zones where ships may not stop at peace (G40-5.11, 5.14)."""
        if view.domain(unit) != SEA:
            return None
        limits = view.memoized(("zone limits", unit.owner), lambda: _limits(view, unit.owner))
        return next((r for limit in limits if (r := _zone_refusal(view, unit, place, limit))), None)

    @moments.relations_written
    def _link(self, act: Act) -> None:
        """Linked wars of a position written by hand."""
        declarations.draw_in(act)

    @moments.entered
    def _take_care(self, act: Act, units: Sequence[Unit], origin: str, place: str, last: bool) -> None:
        """Guardians take the land of a ward into their care in noncombat move (G40-5.21)."""
        ward = situation(act).ward(act.owner(place) or "")
        fighters = [u for u in units if act.domain(u) == LAND and not act.has(u, "cannot capture")]
        if ward and act.phase == NONCOMBAT and last and fighters and act.active in ward.guardians:
            act.set_owner(place, act.active, "taken into care")

    @moments.captured
    def _notice_capture(self, act: Act, place: str, before: str | None, after: str | None) -> None:
        """Provocations are remembered for good; blitzed land has no battle in which to notice them."""
        for alarm in situation(act).alarms:
            if place in alarm.places and declarations.rings(act, alarm, after):
                act.set_flag(alarm.flag, True)

    @moments.attacks_made
    def _notice_attack(self, act: Act) -> None:
        """So are attacks of the one power that an alarm is about (G40-16.3)."""
        for alarm in situation(act).alarms:
            if act.active == alarm.by and any(place in act.state.battles for place in alarm.places):
                act.set_flag(alarm.flag, True)


def neutral_power(view: View, power: str) -> bool:
    """Whether a power is at war with nobody (the Soviet Union and the United States at first)."""
    found = situation(view)
    return found.ward(power) is None and power not in found.elsewhere and not view.at_war_with_any(power)


def cooperate(view: View, a: str, b: str, place: str) -> bool:
    """Whether two powers of one side share spaces at a place."""
    found = situation(view)
    for one, other in ((a, b), (b, a)):
        if ward := found.ward(one):
            return other in (*ward.guardians, ward.power) or view.at_war(other, ward.enemy)
    if neutral_power(view, a) or neutral_power(view, b):
        return False
    if any(not _fights(view, power, place) for power in (a, b)):
        return False
    for lone, enemy in found.alone:
        if lone in (a, b):
            other = b if a == lone else a
            return view.side(other) == view.side(lone) and view.at_war(other, enemy)
    return True


def _fights(view: View, power: str, place: str) -> bool:
    """Whether a power is in the war of the half of the board a place is on (G40-5.8)."""
    mine = [f for f in situation(view).fronts if f.power == power]
    here = [f for f in mine if not place or f.half == view.place(place).half]
    return not mine or any(_at_front(view, f) for f in here)


def _at_front(view: View, front: Front) -> bool:
    return any(view.at_war(front.power, p) for p in front.enemies)


def enter_refusal(view: View, unit: Unit, place: str) -> Refusal | None:
    """Why peace keeps a unit out of a place."""
    where = view.place(place)
    if where.is_sea:
        return None
    power, owner = unit.owner, view.owner(place)
    if owner == power or view.at_war(power, owner):
        return None
    if neutral_power(view, power):
        return Refusal("at-peace", f"{power} is at war with nobody: its units stay on its own soil.", "G40-5.7")
    if owner is None:
        return _neutral_on_half(view, power, place)
    if view.allied(power, owner):
        if view.cooperates(power, owner, place):
            return None
        return Refusal("at-peace", f"{power} and {owner} do not fight the same war: {place} is closed.", "G40-5.7")
    if view.element(unit) == "air" and view.option("overfly_peace") and not neutral_power(view, owner):
        return None
    how = view.memoized(("declaration", power, owner), lambda: _declaration(view, power, owner))
    return Refusal("at-peace", f"{power} is not at war with {owner}. {how}", "G40-5.4")


def _declaration(view: View, power: str, owner: str) -> str:
    """How war is declared on a power, or why not now."""
    refusal = declarations.may_declare(view, power, owner)
    return refusal.message if refusal else f"Declare war first: `declare war on {owner}`."


def _neutral_on_half(view: View, power: str, place: str) -> Refusal | None:
    """A Soviet Union at war with Japan only leaves the neutrals of Europe alone (G40-5.8)."""
    half = view.place(place).half
    fronts = (f for f in situation(view).fronts if f.power == power and f.half == half and f.neutrals)
    if all(_at_front(view, f) for f in fronts):
        return None
    text = f"The {power} is at war with nobody in {half}: {place} is closed to it."
    return Refusal("at-peace", text, "G40-5.8")


def _limits(view: View, power: str) -> tuple[ZoneLimit, ...]:
    """Limits that bind a power now, while it is at peace."""
    mine = (limit for limit in situation(view).limits if limit.power == power)
    return tuple(limit for limit in mine if not any(view.at_war(power, p) for p in limit.peace))


def _zone_refusal(view: View, unit: Unit, zone: str, limit: ZoneLimit) -> Refusal | None:
    watched = bool(limit.beside) and zone not in limit.but
    near = [p for p in view.board.near(zone) if watched and view.owner(p) == limit.beside]
    if zone in limit.zones or near or _far_from_home(view, unit, zone, limit):
        where = f"{zone} touches {near[0]}" if near else zone
        return Refusal("at-peace", limit.text.format(zone=zone, where=where), limit.entry)
    return None


def _far_from_home(view: View, unit: Unit, zone: str, limit: ZoneLimit) -> bool:
    if not limit.half or view.place(zone).half != limit.half:
        return False
    if zone in limit.also or (zone in limit.warships and not view.has(unit, "transport")):
        return False
    holder = view.owner if limit.home == "owned" else lambda p: view.place(p).original
    return not any(holder(p) == limit.power for p in view.board.near(zone))


RULES = (Politics(),)
