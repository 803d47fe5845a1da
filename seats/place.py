"""Mobilize: each unit goes where it lowers a danger most, else nearest to the front."""

from __future__ import annotations

from collections import Counter, defaultdict

from rules.legal import ToPlace
from rules.legal.survey import to_place
from rules.model.profiles import SEA
from rules.play.game import Game, NoDice, Outcome
from seats.estimate import Fighter
from seats.situation import Situation
from seats.wish import Wish

LEAST_WORTH = 6.0
AT_PORT = 2.0
BATCHES = 2
MOST = 60


class Placing:
    """Where the bought units come onto the board."""

    def __init__(self, s: Situation) -> None:
        self.s = s
        self.added: dict[str, list[Fighter]] = defaultdict(list)
        self.spots: Counter[tuple[str, str]] = Counter()
        self.twin = Game(s.game.table, s.game.state.copy(), s.game.log.copy())
        s.coming.clear()

    def plan(self) -> list[Wish]:
        """Defenders first, a batch or two at a time."""
        view, me = self.s.view, self.s.me
        for _ in range(MOST):
            entries = [e for e in to_place(self.twin.view, me) if e.sites]
            entry = max(entries, key=lambda e: (view.profile(me, e.unit).defense, e.unit), default=None)
            if entry is None or not self._place(entry):
                break
        return [Wish(f"place {n} {unit}: {site}") for (unit, site), n in self.spots.items()]

    def _place(self, entry: ToPlace) -> bool:
        p = self.s.view.profile(self.s.me, entry.unit)
        one = Fighter(p.defense * p.defense_dice / 6, p.hits, p.cost)
        site = max(entry.sites, key=lambda x: (self._worth(x, one, entry.unit), x))
        count = min(entry.count, entry.sites[site], BATCHES * max(1, p.number("batch", 1)))
        if not isinstance(self.twin.submit(f"place {count} {entry.unit}: {site}", NoDice()), Outcome):
            return False
        self.spots[entry.unit, site] += count
        self.added[site] += [one] * count
        return True

    def _worth(self, site: str, one: Fighter, unit: str) -> float:
        s, view = self.s, self.s.view
        here = s.fighters(s.friends(site), False) + self.added[site]
        worth, saved = max(s.values.of(site), LEAST_WORTH), 0.0
        for group in s.threats.at(site):
            attackers = s.fighters(group, True)
            if view.place(site).is_sea or any(f.takes for f in attackers):
                saved = max(saved, (s.guess(attackers, here).win - s.guess(attackers, [*here, one]).win) * worth)
        port = s.memory.get("port", {}).get(s.me)
        if port and (site == port or site in view.board.touching_seas(port)):
            saved += AT_PORT
        p = view.profile(s.me, unit)
        return saved - s.level.step * p.cost * s.far(site) * (0.5 if p.domain == SEA else 1.0)
