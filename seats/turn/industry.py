"""Industry nearer to the front: whether a new complex is worth its price, and where."""

from __future__ import annotations

from dataclasses import replace

from rules.legal.survey import to_place
from rules.play.game import Game, NoDice, Outcome
from seats.position.situation import Situation
from seats.position.values import COMPLEX
from seats.position.world import riches_over_land

TURNS = 5.0  # turns for which a complex is reckoned
RICHES = 12.0  # IPC of enemy land within a walk that make a place worth a complex
MOBILIZE = "mobilize"


def site_for(s: Situation, unit: str, price: float, wall: float, ferry: float) -> str:
    """The place where a new complex of a type would be worth more than its price: so many units a turn that begin so many
    steps nearer to the front, and that nobody has to ferry. "": nowhere. wall: price of a usual land unit. ferry: of the
    room it takes aboard, where units have to cross the sea from home."""
    home = min((s.far(p) for p in s.sites), default=0.0)

    def gained(place: str) -> float:
        able = s.view.profile(s.me, unit).number("produces") or max(1, s.view.value(place))
        made = min(float(able), s.view.money(s.me) / (2 * wall))
        ashore = ferry if riches_over_land(s.view, s.me, place) >= RICHES else 0.0
        return made * (TURNS * s.level.step * wall * (home - s.far(place)) + ashore)

    nearer = (p for p in s.view.state.owners if home > s.far(p) and s.view.friendly_land(p, s.me))
    hopes = {p: hope for p in nearer if (hope := gained(p)) > price}
    best, top = "", price
    for place in [p for p in _possible(s, unit) if p in hopes] if hopes else ():
        fall = _falls(s, place)
        worth = (1 - fall) * hopes[place] - fall * (price + COMPLEX)
        if fall <= s.level.hold and worth > top:
            best, top = place, worth
    return best


def _falls(s: Situation, place: str) -> float:
    """The chance that a place would fall to all its enemies together: a complex has to last."""
    attackers = s.fighters((u for group in s.threats.at(place) for u in group), True)
    defenders = s.fighters(s.friends(place), False)
    return s.guess(attackers, defenders).win if any(f.takes for f in attackers) else 0.0


def _possible(s: Situation, unit: str) -> list[str]:
    """Places where the engine would let one be built."""
    twin = Game(s.game.table, s.game.state.copy(), s.game.log.copy())
    if not isinstance(twin.submit(f"buy 1 {unit}", NoDice()), Outcome):
        return []
    twin.state.turn = replace(twin.state.turn, phase=MOBILIZE)
    twin.memo.forget()
    return sorted(site for entry in to_place(twin.view, s.me) if entry.unit == unit for site in entry.sites)
