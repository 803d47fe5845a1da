"""What may come of a battle, as positions: so that its luck can be told in chance of winning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from analysis.chance import Model
from rules.core.view import View
from rules.model.events import MoneyChanged, OwnerChanged, UnitRemoved
from rules.model.profiles import LAND
from rules.model.state import Battle, State, Unit
from rules.odds import NoOdds, Odds, battle_odds

SLIGHT = 1e-6  # chances that are nothing
GROUPS = 6  # results of a side that are looked at: each stands for those of about its worth
Left = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Result:
    """How a battle may end: what is left of its attackers and defenders, by type, and how likely."""

    attackers: Left
    defenders: Left
    chance: float


@dataclass(frozen=True)
class Ahead:
    """A battle as it was about to begin: the position (its own copy), who is in it, its odds."""

    view: View
    battle: Battle
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    odds: Odds

    def value(self, model: Model, results: Iterable[Result]) -> np.ndarray:
        """Each member's chance over results, as likely as they are."""
        total: np.ndarray = np.zeros(len(model.members))
        for result in results:
            total = total + result.chance * model.opinions(View(self.view.table, self.after(result)))
        return total

    def before(self, model: Model) -> np.ndarray:
        """Each member's chance while both sides stand there."""
        return model.opinions(self.view)

    def after(self, result: Result) -> State:
        """The position with a result: what is lost is gone with its cargo, a territory that was won is the attacker's."""
        state, view = self.view.state.copy(), self.view
        for units, left in ((self.attackers, result.attackers), (self.defenders, result.defenders)):
            for unit in _lost(view, units, left):
                for one in (*view.state.aboard(unit.id), unit):
                    if one.id in state.units:
                        UnitRemoved(state.units[one.id], "battle").apply(state)
        place = self.battle.place
        stands = any(view.table.units[name].domain == LAND for name, count in result.attackers if count)
        if self.battle.kind == "land" and stands and not result.defenders:
            _taken(view, state, place, self.battle.attacker)
        return state


def _taken(view: View, state: State, place: str, by: str) -> None:
    """A territory changes hands; whose capital it is loses its treasury to the captor."""
    owner = state.owners.get(place)
    if owner is None or view.side(owner) == view.side(by):
        return
    OwnerChanged(place, owner, by, "captured").apply(state)
    mine = view.purses(by)[0]
    for purse in view.board.powers[owner].purses if owner in view.board.powers else ():
        if purse.capital == place and (loot := state.money.get(purse.name, 0)):
            MoneyChanged(purse.name, loot, 0, "loot").apply(state)
            MoneyChanged(mine, state.money.get(mine, 0), state.money.get(mine, 0) + loot, "loot").apply(state)


def _lost(view: View, units: Sequence[Unit], left: Left) -> list[Unit]:
    """The units that are gone where so many of each type are left; of like ones those without cargo first."""
    kept, gone = Counter(dict(left)), []
    for unit in sorted(units, key=lambda u: -len(view.state.aboard(u.id))):
        if kept[unit.type] > 0:
            kept[unit.type] -= 1
        else:
            gone.append(unit)
    return gone


def ahead(view: View, battle: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> Ahead | None:
    """A battle about to begin, with its odds; None where nobody knows them. view: of a position that stays."""
    try:
        odds = battle_odds(view, battle.id)
    except NoOdds:
        return None
    return Ahead(view, battle, tuple(attackers), tuple(defenders), odds)


def results(found: Ahead) -> list[Result]:
    """What may come of a battle that is fought to its end, in a few groups. Where neither side can hit the other, both are
    taken to stand as they do."""
    view, odds = found.view, found.odds
    won = _grouped(view, [(_by_type(left), p) for left, p in odds.attackers if left], odds.win)
    lost = _grouped(view, [(_by_type(left), p) for left, p in odds.defenders if left], odds.loss)
    idle = max(0.0, sum(p for left, p in odds.attackers if left) - odds.win) if odds.draw > SLIGHT else 0.0
    made = [Result(left, (), p) for left, p in won] + [Result((), left, p) for left, p in lost]
    made.append(Result(types(found.attackers), types(found.defenders), min(idle, odds.draw)))
    made.append(Result((), (), 1 - sum(one.chance for one in made)))
    return [one for one in made if one.chance > SLIGHT]


def types(units: Iterable[Unit]) -> Left:
    """Units counted by type."""
    return tuple(sorted(Counter(u.type for u in units).items()))


def _by_type(left: Iterable[tuple[str, int]]) -> Left:
    """Survivors by type alone: `battleship (damaged)` is a battleship."""
    total: Counter[str] = Counter()
    for name, count in left:
        total[name.split(" (")[0]] += count
    return tuple(sorted(total.items()))


def _grouped(view: View, spread: Sequence[tuple[Left, float]], chance: float) -> list[tuple[Left, float]]:
    """A few survivors for many, `chance` together: of each group of like worth the one nearest to the group's mean, as likely
    as all of it."""
    whole = sum(p for _, p in spread)
    if whole <= 0 or chance <= 0:
        return []
    rows = sorted(((_worth(view, left), left, p * chance / whole) for left, p in spread), key=lambda row: row[:2])
    groups: list[list[tuple[float, Left, float]]] = [[] for _ in range(GROUPS)]
    seen = 0.0
    for row in rows:
        groups[min(GROUPS - 1, int(GROUPS * seen / chance))].append(row)
        seen += row[2]
    return [_middle(group) for group in groups if group]


def _middle(group: Sequence[tuple[float, Left, float]]) -> tuple[Left, float]:
    chance = sum(p for _, _, p in group)
    mean = sum(worth * p for worth, _, p in group) / chance if chance else 0.0
    return min(group, key=lambda row: (abs(row[0] - mean), row[1]))[1], chance


def _worth(view: View, left: Left) -> float:
    return sum(view.table.units[name].cost * count for name, count in left if name in view.table.units)
