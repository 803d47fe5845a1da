"""Kamikaze: the reaction that only Japan has."""

from __future__ import annotations

from rules.battle import salvos
from rules.battle.sides import DEFENDER
from rules.boards.later.reactions import asked
from rules.core import moments
from rules.core.act import Act, task
from rules.core.hooks import Question, Rule
from rules.core.view import View
from rules.model.names import several
from rules.model.orders import PASS, Launch, Order
from rules.model.profiles import SEA
from rules.model.salvo import Salvo, Shot
from rules.model.state import Battle, Decision, Task, Unit

# Zones in which strikes have been announced this turn.
STRUCK = "turn.kamikaze zones"


class Kamikaze(Rule):
    """Japan's six strikes in marked zones where it or its islands are attacked."""

    id = "global1940.kamikaze"
    title = "Kamikaze strikes"
    source = "Pacific 1940 rulebook: kamikaze attacks"
    entries = ("G40-8.5", "G40-8.6", "G40-8.7")
    questions = {"kamikaze": "Whether kamikaze strikes are made, and at what"}
    asks = {"kamikaze": "kamikaze strikes?"}
    flags = {"kamikaze": "strikes Japan has left"}
    sea_answers = ("sends kamikaze",)
    fact = "kamikaze"
    priority = 12

    # Strikes announced this turn: ids of the ships they are aimed at, in order.
    _AIMS = "turn.kamikaze aims"

    @moments.game_begins
    def _give_strikes(self, act: Act) -> None:
        """The strikes for the whole game."""
        if act.option("kamikaze"):
            act.set_flag("kamikaze", act.edition("kamikaze")["strikes"])

    @moments.attacks_made
    def _ask(self, act: Act) -> None:
        """Asked last, and with the others; the dice fall when all have answered."""
        act.before("admit reinforcements", task("kamikaze", at_once=True), task("kamikaze strikes"))

    def task(self, act: Act, task: Task) -> bool:
        """Ask Japan once if a strike is possible anywhere; roll what was announced."""
        if task.name == "kamikaze strikes":
            strike(act, act.get(act.flag(self._AIMS, ())))
        elif task.name == "kamikaze" and tokens(act) and act.at_war(act.active, _pilots(act)):
            zones = [z for z in kamikaze_zones(act) if targets(act, z)]
            if zones:
                act.ask("kamikaze", _pilots(act), zones[0] if len(zones) == 1 else "")
        return task.name in ("kamikaze", "kamikaze strikes")

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
        act.answered()
        if order != PASS and tokens(act):
            act.ask_first("kamikaze", _pilots(act), decision.place, open=True)
        return True

    def question(self, view: View, decision: Decision, now: Question) -> Question:
        """The battles of the marked zones wait."""
        return now._replace(places=frozenset(kamikaze_zones(view))) if decision.kind == "kamikaze" else now

    def bombarders(self, view: View, battle: Battle, ships: list[Unit]) -> list[Unit]:
        """None from a zone with a strike, whatever its dice say (G40-8.7)."""
        return [u for u in ships if u.place not in view.flag(STRUCK, ())]

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """One or two strikes at each kind of ship, or none."""
        if asked(view, "kamikaze", power) is None:
            return ()
        counts = range(1, min(2, tokens(view)) + 1)
        at = [(zone, kind) for zone in kamikaze_zones(view) for kind in sorted({u.type for u in targets(view, zone)})]
        return ("pass", *(f"launch {n} kamikaze: {zone} at 1 {kind}" for zone, kind in at for n in counts))


def _pilots(view: View) -> str:
    """The power that has them."""
    return str(view.edition("kamikaze")["power"])


def tokens(view: View) -> int:
    """Strikes Japan has left."""
    return int(view.flag("kamikaze", 0))


def kamikaze_zones(view: View) -> list[str]:
    """Marked zones where Japanese ships are attacked or from which a Japanese territory is assaulted."""
    zones = set()
    for battle in view.state.battles.values():
        defends = any(u.owner == _pilots(view) for u in view.get(battle.defenders))
        if battle.kind == "sea" and defends and not battle.optional:
            zones.add(battle.place)
        if battle.kind == "land" and view.owner(battle.place) == _pilots(view):
            zones |= set(battle.zones)
    return sorted(z for z in zones if z in view.edition("kamikaze")["zones"])


def targets(view: View, zone: str) -> list[Unit]:
    """Surface warships of the attacker in a zone."""
    ships = [u for u in view.units(zone, view.active, SEA) if view.blocks(u)]
    return [u for u in ships if not view.has(u, "submarine")]


def announce(act: Act, order: Launch) -> list[Unit]:
    """Strikes in a zone, with the ships they are aimed at; nothing is rolled yet."""
    zone, count = order.path[-1], sum(i.count for i in order.items)
    if any(i.unit != "kamikaze" for i in order.items) or not order.at:
        act.refuse("syntax", f"The form is: launch 1 kamikaze: {zone} at 1 battleship", "G40-8.6")
    if zone not in kamikaze_zones(act):
        act.refuse("no-target", f"No strike in {zone}; possible in: {', '.join(kamikaze_zones(act))}.", "G40-8.5")
    if count > tokens(act):
        act.refuse("limit-on-board", f"{_pilots(act)} has {several(tokens(act), 'strike')} left.", "G40-8.5")
    aims = _aims(act, zone, order, count)
    act.set_flag("kamikaze", tokens(act) - count)
    act.set_flag(STRUCK, (*act.flag(STRUCK, ()), zone))
    return aims


def strike(act: Act, aims: list[Unit]) -> None:
    """All dice at once: 2 or less hits the ship a strike is aimed at (G40-8.6)."""
    for zone in dict.fromkeys(u.place for u in aims):
        shots = tuple(Shot(0, 2, f"at {u.type}", target=u.id) for u in aims if u.place == zone)
        salvo = Salvo("kamikaze", DEFENDER, shots, why="kamikaze", loss="kamikaze", owner=_pilots(act))
        salvos.outside(act, zone, salvo, [u for u in aims if u.place == zone])


def _aims(act: Act, zone: str, order: Launch, count: int) -> list[Unit]:
    """The ship each strike is aimed at."""
    pool, named = targets(act, zone), []
    for item in order.at:
        fits = [
            u for u in pool if u.type == item.unit and u not in named and ("damaged" in item.tags) <= bool(u.damage)
        ]
        if len(fits) < item.count:
            act.refuse("no-target", f"{act.active} has fewer in {zone} to strike than {item}.", "G40-8.6")
        named += fits[: item.count]
    if len(named) > count:
        act.refuse("no-target", f"{several(count, 'strike')} cannot aim at {len(named)} ships.", "G40-8.6")
    return [named[min(i * len(named) // count, len(named) - 1)] for i in range(count)]


RULES = (Kamikaze(),)
