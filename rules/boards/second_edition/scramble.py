"""Scramble: aircraft fly from an air base into an attacked zone before conduct combat. A board may say (`[edition.scramble]`)
that they also fly to battles on land, and from the carriers of a zone."""

from __future__ import annotations

from collections.abc import Iterator

from rules.boards.later.reactions import asked, enemies_in_order, pick
from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Question, Rule
from rules.core.view import View
from rules.model.orders import PASS, Order, Scramble
from rules.model.profiles import LAND, SEA
from rules.model.state import Decision, Unit


class Scrambling(Rule):
    """Fighters and tactical bombers fly from an operative air base into an attacked zone beside it."""

    id = "second-edition.scramble"
    title = "Scramble"
    source = "Europe and Pacific 1940 rulebooks: air bases"
    entries = ("G40-8.1", "G40-8.2", "G40-8.3")
    questions = {"scramble": "Whether your aircraft scramble from air bases"}
    asks = {"scramble": "scramble aircraft?"}
    priority = 10

    @moments.attacks_made
    def _ask(self, act: Act) -> None:
        """Ask every power that has something to scramble."""
        if not act.option("scramble"):
            return
        for power in enemies_in_order(act):
            if any(sources(act, power)):
                act.ask("scramble", power)

    def answer(self, act: Act, decision: Decision, order: Order) -> bool:
        """`scramble ITEMS: TERRITORY > ZONE`, several in turn, then `pass`."""
        if decision.kind != "scramble":
            return False
        if order == PASS:
            act.answered()
            return True
        if not isinstance(order, Scramble):
            act.refuse(
                "not-your-decision", "Scramble aircraft, or pass.", act.cite("scramble"), offers(act, decision.power)
            )
        _scramble(act, decision.power, order)
        act.answered()
        if any(sources(act, decision.power)):
            act.ask_first("scramble", decision.power, open=True)
        return True

    def question(self, view: View, decision: Decision, now: Question) -> Question:
        """Battles wait where aircraft may come from, and where they may go; none may, when an ally has used up what room
        the air base had."""
        if decision.kind != "scramble":
            return now
        places = frozenset(place for pair in sources(view, decision.power) for place in pair)
        return now._replace(void=now.void or not places, places=places)

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Answers to its question."""
        return offers(view, power) if asked(view, "scramble", power) else ()


def threatened(view: View) -> set[str]:
    """Zones with a battle that need not be ignored, and zones from which an assault comes."""
    battles = view.state.battles.values()
    fought = {b.place for b in battles if b.kind == "sea" and not b.optional}
    return fought | {z for b in battles for z in b.zones}


def _ashore(view: View) -> set[str]:
    """Territories that are attacked, where the board lets aircraft come to their help."""
    if not view.edition("scramble", {}).get("ashore"):
        return set()
    return {b.place for b in view.state.battles.values() if b.kind == "land"}


def _helps(view: View, place: str, target: str) -> bool:
    """Whether somebody stands there already whom aircraft of a place could help: a zone needs nobody, if they come from a
    base; from a carrier they come to surface warships and land units alone."""
    sea, afloat = view.place(target).is_sea, view.place(place).is_sea
    if sea and not afloat:
        return True
    there = view.enemy_units(target, view.active)
    if sea:
        return any(view.blocks(u) for u in there)
    return any(view.domain(u) == LAND or not afloat for u in there)


def _carriers(view: View, zone: str) -> list[Unit]:
    """Undamaged carriers of a side in a zone without a battle of its own: each lets one aircraft rise."""
    if zone in view.state.battles:
        return []
    return [u for u in view.enemy_units(zone, view.active) if view.domain(u) == SEA and view.decks(u)]


def room(view: View, place: str) -> int:
    """Aircraft that may still scramble from a territory (3 in all, by its air base) or from the carriers of a zone."""
    if view.place(place).is_sea:
        most = min(int(view.edition("scramble", {}).get("carriers", 0)), len(_carriers(view, place)))
    elif base := next((f for f in view.facilities(place, "air base") if view.operative(f)), None):
        printed = view.table.units["air base"].number("scramble")
        most = int(view.table.fold(Rule.scramble_limit, printed, view, place, base))
    else:
        most = 0
    return most and most - sum(u.role == "scramble" and u.route[0] == place for u in view.state.units.values())


def scramblers(view: View, place: str, power: str, zone: str) -> list[Unit]:
    """Aircraft of a power in a territory that may scramble into a zone."""
    here = [u for u in view.units(place, power) if not u.role]
    return [u for u in here if view.table.fold(Rule.may_rise, view.has(u, "scrambles"), view, u, place, zone)]


def sources(view: View, power: str) -> Iterator[tuple[str, str]]:
    """(place, target) pairs from and to which a power may still scramble."""
    for target in sorted(threatened(view) | _ashore(view)):
        for place in view.board.near(target):
            open_ = view.place(place).is_sea or view.friendly_land(place, power)
            ready = open_ and scramblers(view, place, power, target)
            if ready and _helps(view, place, target) and room(view, place) > 0:
                yield place, target


def offers(view: View, power: str) -> tuple[str, ...]:
    """Answers worth offering."""
    texts = ["pass"]
    for place, zone in sources(view, power):
        for kind in sorted({u.type for u in scramblers(view, place, power, zone)}):
            most = min(room(view, place), sum(u.type == kind for u in scramblers(view, place, power, zone)))
            texts.append(f"scramble {most} {kind}: {place} > {zone}")
    return tuple(texts)


def _scramble(act: Act, power: str, order: Scramble) -> None:
    place, zone = order.path[0], order.path[-1]
    _check_field(act, power, place)
    if zone not in act.board.near(place):
        act.refuse("too-far", f"{zone} does not touch {place}.", act.cite("scramble"), offers(act, power))
    if (place, zone) not in set(sources(act, power)):
        if room(act, place) <= 0:
            act.refuse("limit-here", f"No more aircraft may scramble from {place}.", act.cite("scramble"))
        act.refuse("no-target", f"No scramble from {place} to {zone}.", act.cite("scramble"), offers(act, power))
    if sum(i.count for i in order.items) > room(act, place):
        act.refuse(
            "limit-here", f"At most {room(act, place)} aircraft may scramble from {place}.", act.cite("scramble")
        )
    for item in order.items:
        if not act.table.units[item.unit].has("scrambles"):
            text = f"{item.unit} cannot scramble: fighters and tactical bombers can."
            act.refuse("not-eligible", text, act.cite("scramble"))
        for unit in pick(act, item, scramblers(act, place, power, zone), act.cite("scramble")):
            act.change(unit, place=zone, route=(place, zone), role="scramble")


def _check_field(act: Act, power: str, place: str) -> None:
    """Refuse a place from which nothing rises."""
    if act.place(place).is_sea and act.edition("scramble", {}).get("carriers"):
        return
    base = next((f for f in act.facilities(place, "air base")), None)
    if base is None:
        act.refuse("no-target", f"{place} has no air base.", act.cite("scramble"), offers(act, power))
    if not act.operative(base):
        act.refuse("damaged", f"The air base in {place} is out of order.", act.cite("scramble"), offers(act, power))


RULES = (Scrambling(),)
