"""Reactions of the other side between combat move and conduct combat: scramble, intercept, kamikaze."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battle.fire import defenders_in_order
from rules.core.act import Act, task
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.orders import PASS, Intercept, Item, Launch, Order, Scramble
from rules.model.profiles import SEA
from rules.model.state import Battle, Decision, Task, Unit


def enemies_in_order(view: View) -> list[str]:
    """Powers at war with the active one, in order of play behind it."""
    return [p for p in defenders_in_order(view, view.active) if view.at_war(p, view.active)]


def pick(act: Act, item: Item, pool: list[Unit], rule: str) -> list[Unit]:
    """Concrete units for an item of an answer."""
    fits = [u for u in pool if u.type == item.unit]
    if len(fits) < item.count:
        act.refuse("not-enough-units", f"{len(fits)} {act.table.units[item.unit].many} can do that.", rule)
    return fits[: item.count]


class Scrambling(Rule):
    """Fighters and tactical bombers fly from an operative air base into an attacked zone beside it."""

    id = "global1940.scramble"
    title = "Scramble"
    source = "Europe and Pacific 1940 rulebooks: air bases"
    entries = ("G40-8.1", "G40-8.2", "G40-8.3")
    priority = 10

    def reactions(self, act: Act) -> None:
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
            act.refuse("not-your-decision", "Scramble aircraft, or pass.", "G40-8.1", offers(act, decision.power))
        _scramble(act, decision.power, order)
        act.answered()
        if any(sources(act, decision.power)):
            act.ask_first("scramble", decision.power, open=True)
        return True

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Answers to its question."""
        return offers(view, power) if asked(view, "scramble", power) else ()


def asked(view: View, kind: str, power: str) -> Decision | None:
    """The open question, if it is of a kind and put to a power."""
    first = view.state.pending[0] if view.state.pending else None
    return first if first and (first.kind, first.power) == (kind, power) else None


def threatened(view: View) -> set[str]:
    """Zones with a battle that need not be ignored, and zones from which an assault comes."""
    battles = view.state.battles.values()
    fought = {b.place for b in battles if b.kind == "sea" and not b.fact("optional")}
    return fought | {z for b in battles for z in b.fact("assault", ())}


def room(view: View, place: str) -> int:
    """Aircraft that may still scramble from a territory (3 in all, by its air base)."""
    base = next((f for f in view.facilities(place, "air base") if view.operative(f)), None)
    if base is None:
        return 0
    most = view.table.fold(Rule.scramble_limit, view.table.units["air base"].number("scramble"), view, place, base)
    gone = [u for u in view.state.units.values() if u.role == "scramble" and u.route[0] == place]
    return int(most) - len(gone)


def scramblers(view: View, place: str, power: str) -> list[Unit]:
    """Aircraft of a power in a territory that may scramble."""
    return [u for u in view.units(place, power) if view.has(u, "scrambles") and not u.role]


def sources(view: View, power: str) -> Iterator[tuple[str, str]]:
    """(territory, zone) pairs from and to which a power may still scramble."""
    for zone in sorted(threatened(view)):
        for place in view.board.near(zone):
            if view.friendly_land(place, power) and room(view, place) > 0 and scramblers(view, place, power):
                yield place, zone


def offers(view: View, power: str) -> tuple[str, ...]:
    """Answers worth offering."""
    texts = ["pass"]
    for place, zone in sources(view, power):
        for kind in sorted({u.type for u in scramblers(view, place, power)}):
            most = min(room(view, place), sum(u.type == kind for u in scramblers(view, place, power)))
            texts.append(f"scramble {most} {kind}: {place} > {zone}")
    return tuple(texts)


def _scramble(act: Act, power: str, order: Scramble) -> None:
    place, zone = order.path[0], order.path[-1]
    base = next((f for f in act.facilities(place, "air base")), None)
    if base is None:
        act.refuse("no-target", f"{place} has no air base.", "G40-8.1", offers(act, power))
    if not act.operative(base):
        act.refuse("damaged", f"The air base in {place} is out of order.", "G40-8.1", offers(act, power))
    if zone not in act.board.near(place):
        act.refuse("too-far", f"{zone} does not touch {place}.", "G40-8.1", offers(act, power))
    if (place, zone) not in set(sources(act, power)):
        if room(act, place) <= 0:
            act.refuse("limit-here", f"No more aircraft may scramble from {place}.", "G40-8.1")
        act.refuse("no-target", f"No scramble from {place} to {zone}.", "G40-8.1", offers(act, power))
    if sum(i.count for i in order.items) > room(act, place):
        act.refuse("limit-here", f"At most {room(act, place)} aircraft may scramble from {place}.", "G40-8.1")
    for item in order.items:
        if not act.table.units[item.unit].has("scrambles"):
            act.refuse("not-eligible", f"{item.unit} cannot scramble: fighters and tactical bombers can.", "G40-8.1")
        for unit in pick(act, item, scramblers(act, place, power), "G40-8.1"):
            act.change(unit, place=zone, route=(place, zone), role="scramble")


class Interception(Rule):
    """Fighters in a raided territory may meet the raid in the air."""

    id = "global1940.intercept"
    title = "Interceptors"
    source = "Europe and Pacific 1940 rulebooks: strategic bombing raids"
    entries = ("G40-8.4",)
    priority = 11

    def reactions(self, act: Act) -> None:
        """Asked once the scrambles are known."""
        act.before("declare battles", task("intercept"))

    def task(self, act: Act, task: Task) -> bool:
        """Ask every power with fighters in a raided territory."""
        if task.name != "intercept":
            return False
        for power in enemies_in_order(act):
            for battle in sorted(raids(act), key=lambda b: b.place):
                for front in fronts(act, battle) if interceptors(act, battle.place, power) else ():
                    act.ask("intercept", power, battle.place, **({"front": front} if front else {}))
        return True

    def answer(self, act: Act, decision: Decision, order: Order) -> bool:
        """`intercept N fighter` or `pass`; where several facilities are raided in separate air battles the
        question is put for each, and `intercept N fighter (air base)` answers for all of them."""
        if decision.kind != "intercept":
            return False
        if not isinstance(order, Intercept) and order != PASS:
            act.refuse("not-your-decision", f"Intercept the raid on {decision.place}, or pass.", "G40-8.4")
        items = order.items if isinstance(order, Intercept) else ()
        for item in items:
            _rise(act, decision, item)
        act.answered()
        if any(item.tags for item in items) or not interceptors(act, decision.place, decision.power):
            for other in act.state.pending:
                if (other.kind, other.power, other.place) == ("intercept", decision.power, decision.place):
                    act.drop_decision(other)
        return True

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """All of them, one of them, none."""
        decision = asked(view, "intercept", power)
        if decision is None:
            return ()
        kinds = [u.type for u in interceptors(view, decision.place, power)]
        counts = [(kind, n) for kind in sorted(set(kinds)) for n in dict.fromkeys((kinds.count(kind), 1))]
        return ("pass", *(f"intercept {n} {kind}" for kind, n in counts))


def raids(view: View) -> list[Battle]:
    """The raids of this turn."""
    return [b for b in view.state.battles.values() if b.kind == "raid"]


def fronts(view: View, battle: Battle) -> tuple[str, ...]:
    """The separate air battles of a raid ("" where there is one for all)."""
    one: tuple[str, ...] = ("",)
    return view.table.fold(Rule.raid_fronts, one, view, battle)


def _rise(act: Act, decision: Decision, item: Item) -> None:
    """Fighters take off to meet a raid: the one asked about, or the one a tag names."""
    if not act.table.units[item.unit].has("intercepts"):
        act.refuse("not-eligible", f"{item.unit} cannot intercept: fighters can.", "G40-8.4")
    front = str(decision.data.get("front", ""))
    for tag in item.tags:
        open_ = {f for b in raids(act) if b.place == decision.place for f in fronts(act, b)}
        front = act.table.unit_names.find(tag) or tag
        if front not in open_:
            act.refuse("no-target", f"Raided in {decision.place}: {', '.join(sorted(open_))}; not {tag}.", "G40-8.4")
    for unit in pick(act, item, interceptors(act, decision.place, decision.power), "G40-8.4"):
        act.change(unit, role="intercept", target=front)


def interceptors(view: View, place: str, power: str) -> list[Unit]:
    """Fighters of a power in a territory that may intercept."""
    return [u for u in view.units(place, power) if view.has(u, "intercepts") and not u.role]


class Kamikaze(Rule):
    """Japan's six strikes in marked zones where it or its islands are attacked."""

    id = "global1940.kamikaze"
    title = "Kamikaze strikes"
    source = "Pacific 1940 rulebook: kamikaze attacks"
    entries = ("G40-8.5", "G40-8.6", "G40-8.7")
    flags = {"kamikaze": "strikes Japan has left"}
    priority = 12

    # Strikes announced this turn: ids of the ships they are aimed at, in order.
    _AIMS = "turn.kamikaze aims"

    def on_start(self, act: Act) -> None:
        """Six strikes for the whole game."""
        if act.option("kamikaze"):
            act.set_flag("kamikaze", 6)

    def reactions(self, act: Act) -> None:
        """Asked last."""
        act.before("declare battles", task("kamikaze"))

    def task(self, act: Act, task: Task) -> bool:
        """Ask Japan once if a strike is possible anywhere."""
        if task.name != "kamikaze":
            return False
        if tokens(act) and act.at_war(act.active, "Japan"):
            zones = [z for z in kamikaze_zones(act) if targets(act, z)]
            if zones:
                act.ask("kamikaze", "Japan", zones[0] if len(zones) == 1 else "")
        return True

    def answer(self, act: Act, decision: Decision, order: Order) -> bool:
        """`launch N kamikaze: ZONE at SHIPS` announces; `pass`, or the last strike, rolls all that were
        announced (G40-8.6)."""
        if decision.kind != "kamikaze":
            return False
        if isinstance(order, Launch):
            aims = announce(act, order)
            act.set_flag(self._AIMS, (*act.flag(self._AIMS, ()), *(u.id for u in aims)))
        elif order != PASS:
            act.refuse("not-your-decision", "Announce kamikaze strikes, or pass.", "G40-8.5")
        if order == PASS or not tokens(act):
            act.answered()
            strike(act, act.get(act.flag(self._AIMS, ())))
        return True

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """One or two strikes at each kind of ship, or none."""
        if asked(view, "kamikaze", power) is None:
            return ()
        counts = range(1, min(2, tokens(view)) + 1)
        at = [(zone, kind) for zone in kamikaze_zones(view) for kind in sorted({u.type for u in targets(view, zone)})]
        return ("pass", *(f"launch {n} kamikaze: {zone} at 1 {kind}" for zone, kind in at for n in counts))


def tokens(view: View) -> int:
    """Strikes Japan has left."""
    return int(view.flag("kamikaze", 0))


def kamikaze_zones(view: View) -> list[str]:
    """Marked zones where Japanese ships are attacked or from which a Japanese territory is assaulted."""
    zones = set()
    for battle in view.state.battles.values():
        defends = any(view.state.units[i].owner == "Japan" for i in battle.defenders)
        if battle.kind == "sea" and defends and not battle.fact("optional"):
            zones.add(battle.place)
        if battle.kind == "land" and view.owner(battle.place) == "Japan":
            zones |= set(battle.fact("assault", ()))
    return sorted(z for z in zones if view.place(z).kamikaze)


def targets(view: View, zone: str) -> list[Unit]:
    """Surface warships of the attacker in a zone."""
    ships = [u for u in view.units(zone, view.active, SEA) if view.blocks(u)]
    return [u for u in ships if not view.has(u, "submarine")]


def announce(act: Act, order: Launch) -> list[Unit]:
    """Strikes in a zone, with the ships they are aimed at; nothing is rolled yet. No ship bombards from
    there any more, whatever the dice say (G40-8.7)."""
    zone, count = order.path[-1], sum(i.count for i in order.items)
    if any(i.unit != "kamikaze" for i in order.items) or not order.at:
        act.refuse("syntax", f"The form is: launch 1 kamikaze: {zone} at 1 battleship", "G40-8.6")
    if zone not in kamikaze_zones(act):
        act.refuse("no-target", f"No strike in {zone}; possible in: {', '.join(kamikaze_zones(act))}.", "G40-8.5")
    if count > tokens(act):
        act.refuse("limit-on-board", f"Japan has {tokens(act)} strikes left.", "G40-8.5")
    aims = _aims(act, zone, order, count)
    act.set_flag("kamikaze", tokens(act) - count)
    act.set_flag("turn.no bombardment", (*act.flag("turn.no bombardment", ()), zone))
    return aims


def strike(act: Act, aims: list[Unit]) -> None:
    """All dice at once: 2 or less hits the ship a strike is aimed at (G40-8.6)."""
    zones = ", ".join(sorted({u.place for u in aims}))
    dice = act.roll(len(aims), "kamikaze", zones, "Japan", [2] * len(aims), [f"at {u.type}" for u in aims])
    for unit, die in zip(aims, dice, strict=True):
        if die <= 2 and unit.id in act.state.units:
            _hit(act, act.state.units[unit.id])


def _aims(act: Act, zone: str, order: Launch, count: int) -> list[Unit]:
    """The ship each strike is aimed at."""
    pool, named = targets(act, zone), []
    for item in order.at:
        fits = [
            u for u in pool if u.type == item.unit and u not in named and ("damaged" in item.tags) <= bool(u.damage)
        ]
        if len(fits) < item.count:
            act.refuse("no-target", f"There are not {item} of {act.active} to strike in {zone}.", "G40-8.6")
        named += fits[: item.count]
    if len(named) > count:
        act.refuse("no-target", f"{count} strikes cannot aim at {len(named)} ships.", "G40-8.6")
    return [named[min(i * len(named) // count, len(named) - 1)] for i in range(count)]


def _hit(act: Act, unit: Unit) -> None:
    if unit.damage + 1 >= act.of(unit).hits:
        act.remove(unit, "kamikaze")
    else:
        act.change(unit, damage=unit.damage + 1)


RULES = (Scrambling(), Interception(), Kamikaze())
