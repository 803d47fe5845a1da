"""What a battle will probably bring: a quick guess from numbers alone, and the engine's exact odds where it matters.

The guess takes some tens of microseconds, so that thousands fit into a turn; it lets both sides hit as often as they
are expected to, round after round, and reads the chance to win off the margin that is left.
"""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from operator import itemgetter
from typing import Any, NamedTuple

from rules.core.view import View
from rules.model.ledger import Ledger
from rules.model.profiles import AIR, LAND
from rules.model.state import Battle, BattleKind, Unit, ids
from rules.odds import NoOdds, Wishes, odds, ready
from seats.position.setting import setting

ROUNDS = 12
SPREAD = 0.6  # variance of the hits of one expected hit
_ROOT = 1 / math.sqrt(2)
STEPS, GAMES = 1500, 400  # how much work exact odds may be before they are played out, and how often then


class Fighter(NamedTuple):
    """A unit in a guess: hits it makes a round, hits it takes, IPC, whether it can take land, whether it flies,
    shots it has at aircraft before the battle; attacking: how many others it supports, whether it may be supported."""

    power: float
    body: int
    cost: float
    takes: bool = False
    flies: bool = False
    flak: int = 0
    supports: int = 0
    supported: bool = False


class Guess(NamedTuple):
    """win: the attacker's chance to be left alone. lost, killed: IPC that he and the defender lose. left: share
    of his hits that is left if all goes as expected."""

    win: float
    lost: float
    killed: float
    left: float


def fighter(view: View, unit: Unit, attacking: bool) -> Fighter:
    """A unit as it attacks or defends."""
    p = view.of(unit)
    land = p.domain == LAND and not p.has("cannot capture")
    if p.has("anti-air") and not attacking:
        return Fighter(0.0, 0, p.cost, False, False, max(1, p.number("aa_shots", 3)))
    number, dice = (p.attack, p.attack_dice) if attacking else (p.defense, p.defense_dice)
    rolled = 1 - (1 - number / 6) ** dice if p.has("best die") else number * dice / 6
    helps, helped = (p.number("supports"), p.has("supported")) if attacking else (0, False)
    return Fighter(rolled, max(0, p.hits - unit.damage), p.cost, land, p.domain == AIR, 0, helps, helped)


@cache
def _led(one: Fighter) -> Fighter:
    return one._replace(power=one.power + 1 / 6)


def supported(attackers: list[Fighter]) -> list[Fighter]:
    """Attackers with what artillery adds to infantry."""
    helpers = sum([f.supports for f in attackers])
    for i, one in enumerate(attackers) if helpers else ():
        if helpers and one.supported:
            attackers[i] = _led(one)
            helpers -= 1
    return attackers


_DEAR = itemgetter(2, 0)  # by price, then by what it hits


def guess(attackers: Sequence[Fighter], defenders: Sequence[Fighter]) -> Guess:
    """How a battle goes. Losses fall on the cheapest first; who is beaten loses all."""
    value_a, value_d = sum([f.cost for f in attackers]), sum([f.cost for f in defenders])
    shot = _shot_down(attackers, defenders)
    a = sorted([f for f in attackers if f.body], key=_DEAR)
    d = sorted([f for f in defenders if f.body], key=_DEAR)
    if not d or not a:
        return Guess(1.0, shot, value_d, 1.0) if a else Guess(float(not defenders and bool(attackers)), 0.0, 0.0, 0.0)
    if not any(f.power for f in a):
        return Guess(0.0, 0.0 if not any(f.power for f in d) else value_a, 0.0, 1.0)
    bodies_a, bodies_d = float(sum([f.body for f in a])), float(sum([f.body for f in d]))
    hits_a, hits_d, spread = _exchange(a, d, bodies_a, bodies_d)
    margin = (bodies_a - hits_a) - (bodies_d - hits_d)
    win = 0.5 * (1 + math.erf(margin / (1.5 * math.sqrt(spread) + 0.3) * _ROOT))
    lost = win * _price(a, hits_a) + (1 - win) * value_a
    killed = win * value_d + (1 - win) * _price(d, hits_d)
    return Guess(win, min(value_a, lost + shot), killed, max(0.0, bodies_a - hits_a) / bodies_a)


class Exchange(NamedTuple):
    """One round: IPC that the attacker and the defender lose, and hits that the defender has left, in standard deviations
    of what he takes."""

    lost: float
    killed: float
    margin: float


def one_round(attackers: Sequence[Fighter], defenders: Sequence[Fighter]) -> Exchange:
    """How a round goes as expected."""
    a = sorted([f for f in attackers if f.body], key=_DEAR)
    d = sorted([f for f in defenders if f.body], key=_DEAR)
    by_a, by_d = _fire(a, 0.0), _fire(d, 0.0)
    left = sum(f.body for f in d) - by_a
    shot = _shot_down(attackers, defenders)
    return Exchange(_price(a, by_d) + shot, _price(d, by_a), left / math.sqrt(SPREAD * by_a + 0.1))


def _shot_down(attackers: Sequence[Fighter], defenders: Sequence[Fighter]) -> float:
    """IPC that guns shoot down before the battle."""
    shots = sum([f.flak for f in defenders])
    planes = sorted((f.cost for f in attackers if f.flies), reverse=True) if shots else ()
    return sum(planes[:shots]) / 6


def _exchange(a: list[Fighter], d: list[Fighter], bodies_a: float, bodies_d: float) -> tuple[float, float, float]:
    """Hits on the attacker and on the defender when it is over, and the variance of their difference."""
    hits_a = hits_d = spread = 0.0
    for _ in range(ROUNDS):
        by_a, by_d = _fire(a, hits_a), _fire(d, hits_d)
        spread += (by_a + by_d) * SPREAD
        hits_a, hits_d = hits_a + by_d, hits_d + by_a
        if hits_a >= bodies_a or hits_d >= bodies_d or by_a + by_d < 0.01:
            break
    return hits_a, hits_d, spread


def _fire(units: list[Fighter], taken: float) -> float:
    """Hits of what is left after `taken` hits fell on the first units."""
    total = 0.0
    for power, body, *_ in units:
        if taken >= body:
            taken -= body
            continue
        total += power * (1 - taken) if body == 1 else power
        taken = 0.0
    return total


def _price(units: list[Fighter], taken: float) -> float:
    """IPC of the units that so many hits take."""
    lost = 0.0
    for _, body, cost, *_ in units:
        if taken <= 0:
            break
        lost += cost * min(1.0, taken / body)
        taken -= body
    return lost


class Verdict(NamedTuple):
    """The odds of a set-up: chance that the attacker takes the place (at sea: wins), expected losses in IPC."""

    takes: float
    lost: float
    killed: float


class OddsCache:
    """The engine's odds for battles that are only thought of, remembered by what fights, where and in what setting."""

    def __init__(self) -> None:
        self.known: dict[tuple[Any, ...], Verdict] = {}

    def ask(self, view: View, place: str, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> Verdict:
        """The odds if these fought in a place now, the attackers coming over land or by air."""
        key = (place, _kinds(attackers), _kinds(defenders), setting(view))
        if key not in self.known:
            self.known[key] = self._work_out(view, place, attackers, defenders, view.place(place).is_sea)
        return self.known[key]

    def _work_out(
        self, view: View, place: str, attackers: Sequence[Unit], defenders: Sequence[Unit], sea: bool
    ) -> Verdict:
        try:
            found = cheap_odds(_imagined(view, place, attackers, defenders), place)
        except NoOdds:  # a set-up that the odds do not know: the guess has to do
            mine = supported([fighter(view, u, True) for u in attackers])
            rough = guess(mine, [fighter(view, u, False) for u in defenders])
            return Verdict(rough.win if sea or any(f.takes for f in mine) else 0.0, rough.lost, rough.killed)
        return Verdict(found.win if sea else found.takes, found.attacker_loss, found.defender_loss)


def cheap_odds(view: View, battle: str) -> Any:
    """The odds of a battle, played out where working them out would take long. Raises as `rules.odds.ready` does."""
    attacker, defender, plan = ready(view, battle).sides(Wishes())
    return odds(attacker, defender, plan, STEPS, GAMES)


def _imagined(view: View, place: str, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> View:
    """A copy of the position in which the battle is due."""
    state = view.state.copy()
    me, stay = attackers[0].owner, {u.id for u in defenders}
    state.turn = dataclasses.replace(state.turn, power=me, phase="conduct combat")
    for unit in state.at(place):
        if unit.id not in stay and unit.carrier is None:
            del state.units[unit.id]
    for unit in defenders:
        state.units[unit.id] = dataclasses.replace(unit, place=place, carrier=None)
    for unit in attackers:
        ledger = Ledger(route=(unit.place, place), moved="combat move", role="attack")
        state.units[unit.id] = dataclasses.replace(unit, place=place, carrier=None, turn=ledger)
    state.reindex()
    kind: BattleKind = "sea" if view.place(place).is_sea else "land"
    state.battles = {place: Battle(place, kind, place, me, "due", 0, ids(attackers), ids(defenders))}
    return View(view.table, state)


def _kinds(units: Iterable[Unit]) -> tuple[Any, ...]:
    counted = Counter((u.owner, u.type, u.damage, tuple(sorted(u.marks))) for u in units)
    return tuple(sorted(counted.items()))
