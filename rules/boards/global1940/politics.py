"""Politics of Global 1940: who is at war with whom, who may declare, who may share spaces."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.economy.sites import grown
from rules.model.orders import DeclareWar, Order
from rules.model.profiles import LAND, SEA
from rules.model.refusals import Refusal
from rules.model.state import COMBAT_MOVE, NONCOMBAT, Facility, Unit

USSR, USA, UK, ANZAC, JAPAN = "Soviet Union", "United States", "United Kingdom", "ANZAC", "Japan"
GERMANY, ITALY, CHINA, FRANCE, DUTCH = "Germany", "Italy", "China", "France", "Dutch"
EUROPEAN_AXIS = (GERMANY, ITALY)
NORTH_AMERICA = (
    "Alaska", "Western Canada", "Alberta/Saskatchewan/Manitoba", "Ontario", "Quebec",
    "New Brunswick/Nova Scotia", "Newfoundland/Labrador", "Greenland", "Eastern United States",
    "Central United States", "Western United States", "Mexico", "Southeast Mexico", "Central America",
    "West Indies", "Aleutian Islands",
)  # fmt: skip
US_MAINLAND_ZONES = tuple(f"SZ {n}" for n in (1, 2, 3, 8, 9, 10, 11, 12))
US_EUROPE_ZONES = tuple(f"SZ {n}" for n in (64, 89, 101, 121))
US_COMPLEXES = ("Eastern United States", "Central United States", "Western United States")


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
        "us entered": "the United States have been at war: their complexes are major",
    }
    priority = -20

    def handle(self, act: Act, order: Order) -> bool:
        """`declare war on POWER` at the start of combat move (or collect income, US turn 3)."""
        if not isinstance(order, DeclareWar):
            return False
        act.check(may_declare(act, act.active, order.power))
        declare(act, act.active, order.power)
        return True

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Declarations possible now."""
        return tuple(
            f"declare war on {p}" for p in view.board.powers if p != power and may_declare(view, power, p) is None
        )

    def income_opens(self, view: View, power: str, opens: bool) -> bool:
        """The United States may declare in collect income of their third turn (G40-5.13)."""
        return opens or (power == USA and view.state.turn.round == 3 and not view.at_war_with_any(USA))

    def cooperates(self, view: View, a: str, b: str, place: str, yes: bool) -> bool:
        """Powers at war with nobody keep to themselves (G40-5.7, 5.8); China and the Dutch have rules."""
        return yes and cooperate(view, a, b, place)

    def may_enter(self, view: View, unit: Unit, origin: str, place: str, phase: str) -> Refusal | None:
        """Land of powers one is not at war with, of neutral powers, of China before war (G40-5.4 to 5.8)."""
        return enter_refusal(view, unit, place)

    def may_end(self, view: View, unit: Unit, place: str, phase: str) -> Refusal | None:
        """Zones where ships may not stop at peace (G40-5.11, 5.14)."""
        if view.domain(unit) == SEA:
            return _zone_refusal(view, unit, place)
        return None

    @moments.relations_written
    def _link(self, act: Act) -> None:
        """Linked wars of a position written by hand (G40-5.1, 5.16): Britain and ANZAC against Japan, Dutch
        soil with them."""
        for axis in (JAPAN, *EUROPEAN_AXIS):
            if act.at_war(axis, UK) or act.at_war(axis, ANZAC):
                for other in (UK, ANZAC, DUTCH) if axis == JAPAN else (DUTCH,):
                    act.set_relation(axis, other, "war", "drawn in")

    @moments.entered
    def _take_care(self, act: Act, units: Sequence[Unit], origin: str, place: str, last: bool) -> None:
        """Britain and ANZAC take Dutch land into their care in noncombat move (G40-5.21)."""
        fighters = [u for u in units if act.domain(u) == LAND and not act.has(u, "cannot capture")]
        if act.phase == NONCOMBAT and last and act.owner(place) == DUTCH and fighters and act.active in (UK, ANZAC):
            act.set_owner(place, act.active, "taken into care")

    @moments.captured
    def _notice_capture(self, act: Act, place: str, before: str | None, after: str | None) -> None:
        """Provocations are remembered for good; blitzed land has no battle in which to notice them."""
        if after == JAPAN and place == "French Indo-China":
            act.set_flag("indochina attacked", True)
        if act.side(after) == "Axis":
            if place == "United Kingdom":
                act.set_flag("london fell", True)
            if place in NORTH_AMERICA:
                act.set_flag("north america", True)

    @moments.attacks_made
    def _notice_attack(self, act: Act) -> None:
        """Attacks that end Japan's trade objective are remembered (G40-16.3)."""
        if act.active == JAPAN and "French Indo-China" in act.state.battles:
            act.set_flag("indochina attacked", True)


def neutral_power(view: View, power: str) -> bool:
    """Whether a power is at war with nobody (the Soviet Union and the United States at first)."""
    return power != DUTCH and not view.at_war_with_any(power)


def cooperate(view: View, a: str, b: str, place: str) -> bool:
    """Whether two powers of one side share spaces at a place."""
    pair = {a, b}
    if DUTCH in pair:
        other = b if a == DUTCH else a
        return other in (UK, ANZAC, DUTCH) or view.at_war(other, JAPAN)
    if neutral_power(view, a) or neutral_power(view, b):
        return False
    if USSR in pair and not _ussr_on(view, place):
        return False
    if CHINA in pair:
        other = b if a == CHINA else a
        return view.side(other) == "Allies" and view.at_war(other, JAPAN)
    return True


def _ussr_on(view: View, place: str) -> bool:
    """Whether the Soviet Union is in the war of the half of the board a place is on (G40-5.8)."""
    european = any(view.at_war(USSR, p) for p in EUROPEAN_AXIS)
    if not place:
        return european or view.at_war(USSR, JAPAN)
    return european if view.place(place).half == "Europe" else view.at_war(USSR, JAPAN)


def enter_refusal(view: View, unit: Unit, place: str) -> Refusal | None:
    """Why peace keeps a unit out of a place."""
    where = view.place(place)
    if where.is_sea:
        return None
    power, owner = unit.owner, view.owner(place)
    if neutral_power(view, power) and owner != power:
        return Refusal("at-peace", f"{power} is at war with nobody: its units stay on its own soil.", "G40-5.7")
    if owner is None:
        return _neutral_on_half(view, power, place)
    if owner == power or view.at_war(power, owner):
        return None
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
    refusal = may_declare(view, power, owner)
    return refusal.message if refusal else f"Declare war first: `declare war on {owner}`."


def _neutral_on_half(view: View, power: str, place: str) -> Refusal | None:
    """A Soviet Union at war with Japan only leaves the neutrals of Europe alone (G40-5.8)."""
    if power != USSR or view.place(place).half != "Europe" or _ussr_on(view, place):
        return None
    return Refusal("at-peace", f"The Soviet Union is at war with nobody in Europe: {place} is closed to it.", "G40-5.8")


def _zone_refusal(view: View, unit: Unit, zone: str) -> Refusal | None:
    if unit.owner == JAPAN and not view.at_war(JAPAN, USA) and zone in US_MAINLAND_ZONES:
        return Refusal("at-peace", f"At peace with the United States Japan may not end in {zone}.", "G40-5.11")
    if unit.owner != USA:
        return None
    if not view.at_war(USA, JAPAN):
        near = [p for p in view.board.near(zone) if view.owner(p) == JAPAN]
        if near:
            return Refusal("at-peace", f"{zone} touches {near[0]}: not before war with Japan.", "G40-5.14")
    if not any(view.at_war(USA, p) for p in EUROPEAN_AXIS) and view.place(zone).half == "Europe":
        warship = not view.has(unit, "transport")
        beside = any(view.owner(p) == USA for p in view.board.near(zone))
        if not beside and zone not in US_EUROPE_ZONES and not (warship and zone == "SZ 102"):
            return Refusal("at-peace", f"Before war with Germany or Italy no ship ends in {zone}.", "G40-5.14")
    return None


# --- declarations -------------------------------------------------------------------------------------------


def may_declare(view: View, power: str, target: str) -> Refusal | None:
    """Why a power may not declare war on another now (G40-5.2, 5.9 to 5.20)."""
    if target not in view.board.order:
        return Refusal("no-target", f"{target} is no power that one declares war on.", "G40-5.2")
    if power == target or view.side(power) == view.side(target):
        return Refusal("no-target", f"{power} and {target} are on one side.", "G40-5.2")
    if view.at_war(power, target):
        return Refusal("already-used", f"{power} and {target} are at war already.", "G40-5.2")
    if refusal := _moment(view, power):
        return refusal
    return {USSR: _soviet, USA: _american, CHINA: _chinese}.get(power, _free)(view, target)


def _moment(view: View, power: str) -> Refusal | None:
    if power != view.active:
        return Refusal("not-your-turn", "War is declared on one's own turn.", "G40-5.2")
    if power == USA and view.phase == "collect income" and view.state.turn.round == 3:
        return None
    if view.phase != COMBAT_MOVE:
        return Refusal("wrong-phase", "War is declared at the start of combat move.", "G40-5.2")
    if any(u.owner == power and u.moved for u in view.state.units.values()):
        return Refusal("too-late", "War is declared before the first unit moves.", "G40-5.2")
    return None


def _free(view: View, target: str) -> Refusal | None:
    return None


def _soviet(view: View, target: str) -> Refusal | None:
    if target == JAPAN or view.state.turn.round >= 4:
        return None
    if _london_fell(view) or any(view.at_war(USSR, p) for p in EUROPEAN_AXIS):
        return None
    return Refusal(
        "too-early", f"The Soviet Union may declare war on {target} from its turn 4, or when provoked.", "G40-5.12"
    )


def _american(view: View, target: str) -> Refusal | None:
    if view.state.turn.round >= 4 or view.at_war_with_any(USA) or view.phase == "collect income":
        return None
    if provoked(view):
        return None
    return Refusal(
        "too-early", "The United States may declare war in collect income of turn 3, or when provoked.", "G40-5.13"
    )


def provoked(view: View) -> bool:
    """Whether the Axis has given the United States a reason to go to war (G40-5.13)."""
    return _london_fell(view) or _america_invaded(view) or unprovoked(view)


def unprovoked(view: View) -> bool:
    """Whether Japan began the war with the United Kingdom and ANZAC (G40-5.17)."""
    return str(view.flag("jp_uk_war_by")).lower() == "japan"


def _london_fell(view: View) -> bool:
    return bool(view.flag("london fell")) or view.side(view.owner("United Kingdom")) == "Axis"


def _america_invaded(view: View) -> bool:
    return bool(view.flag("north america")) or any(view.side(view.owner(p)) == "Axis" for p in NORTH_AMERICA)


def _chinese(view: View, target: str) -> Refusal | None:
    area = CHINESE_AREA
    if any(u.owner == target and u.place in area for u in view.state.units.values()):
        return None
    return Refusal("not-eligible", f"China declares war on {target} only when its units are in China.", "G40-5.20")


def declare(act: Act, power: str, target: str) -> None:
    """War between two powers, and what is linked to it."""
    since = len(act.events)
    act.set_relation(power, target, "war", "declared")
    act.note(f"{power} declares war on {target}.", since=since)
    pair = {power, target}
    if JAPAN in pair and pair & {UK, ANZAC}:
        for other in (UK, ANZAC, DUTCH):
            act.set_relation(JAPAN, other, "war", "drawn in")
        if act.flag("jp_uk_war_by") in (None, "none"):
            act.set_flag("jp_uk_war_by", "japan" if power == JAPAN else "allies")
    mobilize_america(act)
    act.tell(moments.war_declared, power, target)


def mobilize_america(act: Act) -> None:
    """At war with an Axis power the American minor complexes become major, once (G40-5.15)."""
    if act.flag("us entered") or not act.at_war_with_any(USA):
        return
    act.set_flag("us entered", True)
    for place in US_COMPLEXES:
        if act.owner(place) == USA:
            act.set_facilities(place, [_major(act, place, f) for f in act.facilities(place)], "war economy")


def _major(view: View, place: str, facility: Facility) -> Facility:
    if facility.type != "minor industrial complex":
        return facility
    return grown(view, place, facility, "major industrial complex")


CHINESE_AREA = (
    "Anhwe", "Chahar", "Hopei", "Hunan", "Jehol", "Kansu", "Kiangsi", "Kiangsu", "Kwangsi", "Kweichow",
    "Manchuria", "Shantung", "Shensi", "Sikang", "Suiyuan", "Szechwan", "Tsinghai", "Yunnan", "Burma", "Kwangtung",
)  # fmt: skip

RULES = (Politics(),)
