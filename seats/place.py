"""Mobilize: each unit goes where it lowers a danger most, else nearest to the front."""

from __future__ import annotations

from collections import Counter, defaultdict

from rules.legal import ToPlace, legal
from rules.model.profiles import SEA
from seats.estimate import Fighter
from seats.situation import Situation
from seats.wish import Wish

LEAST_WORTH = 6.0
AT_PORT = 2.0
BATCHES = 2


class Placing:
    """Where the bought units come onto the board."""

    def __init__(self, s: Situation) -> None:
        self.s = s
        self.added: dict[str, list[Fighter]] = defaultdict(list)
        self.spots: Counter[tuple[str, str]] = Counter()
        s.coming.clear()

    def plan(self) -> list[Wish]:
        """Defenders first."""
        view, me = self.s.view, self.s.me
        entries = legal(self.s.game, me).place
        for entry in sorted(entries, key=lambda e: (-view.profile(me, e.unit).defense, e.unit)):
            self._place(entry)
        return [
            Wish(f"place {n} {unit}: {site}", "", tuple(f"place 1 {unit}: {site}" for _ in range(n)) if n > 1 else ())
            for (unit, site), n in self.spots.items()
        ]

    def _place(self, entry: ToPlace) -> None:
        p = self.s.view.profile(self.s.me, entry.unit)
        one = Fighter(p.defense * p.defense_dice / 6, p.hits, p.cost)
        batch = max(1, p.number("batch", 1))
        sites, left = dict(entry.sites), entry.count
        while left > 0 and sites:
            site = max(sites, key=lambda x: (self._worth(x, one, entry.unit), x))
            count = min(left, sites[site], BATCHES * batch)
            self.spots[entry.unit, site] += count
            self.added[site] += [one] * count
            sites[site] -= count
            left -= count
            if sites[site] <= 0:
                del sites[site]

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
