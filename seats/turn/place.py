"""Mobilize: each unit goes where it lowers a danger most, else nearest to the front."""

from __future__ import annotations

from collections import Counter, defaultdict

from rules.legal import ToPlace
from rules.legal.survey import to_place
from rules.model.profiles import SEA
from rules.play.game import Game, NoDice, Outcome
from seats.position.estimate import Fighter
from seats.position.situation import FACILITY, Situation
from seats.position.world import ferries
from seats.wish import Wish

AT_PORT, WAITING = 2.0, 0.5  # IPC that a ship, or what it carries, is worth more at the port
FAR_OFF = 0.05  # a step that a complex stands farther from the front
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
        """A few of a unit, or all of them, go where that helps most, each by itself."""
        batch = BATCHES * max(1, self.s.view.profile(self.s.me, entry.unit).number("batch", 1))
        counts = {site: min(entry.count, most) for site, most in entry.sites.items()}
        offers = [(site, n) for site, most in counts.items() for n in {most, min(most, batch)}]
        site, count = max(offers, key=lambda o: (self._worth(o[0], o[1], entry.unit) / o[1], o))
        if not isinstance(self.twin.submit(f"place {count} {entry.unit}: {site}", NoDice()), Outcome):
            return False
        self.spots[entry.unit, site] += count
        self.added[site] += self._fighters(entry.unit, count)
        return True

    def _fighters(self, unit: str, count: int) -> list[Fighter]:
        p = self.s.view.profile(self.s.me, unit)
        return [Fighter(p.defense * p.defense_dice / 6, p.hits, p.cost)] * count

    def _at_risk(self, site: str, defenders: list[Fighter]) -> float:
        return self.s.danger(site, defenders) * self.s.counts(site, defenders)

    def _left(self, site: str, added: list[Fighter]) -> float:
        return self.s.leaves(site, self.s.friends(site), added)

    def _worth(self, site: str, count: int, unit: str) -> float:
        """What so many units of a type are worth in a site: danger averted, but not thrown after it."""
        s, view = self.s, self.s.view
        if view.profile(s.me, unit).domain == FACILITY:
            wanted = float(site == s.memory.get("works", {}).get(s.me))
            return wanted - s.chance(site, s.friends(site)) - FAR_OFF * s.far(site)
        here = s.fighters(s.friends(site), False) + self.added[site]
        more = self._fighters(unit, count)
        saved = self._at_risk(site, here) - self._at_risk(site, [*here, *more]) if s.level.looks else 0.0
        saved += self._left(site, self.added[site]) - self._left(site, [*self.added[site], *more])
        p = view.profile(s.me, unit)
        if ferries(view, p) and site == s.memory.get("harbour", {}).get(s.me):
            saved += AT_PORT * count
        port = s.memory.get("port", {}).get(s.me)
        if port and (site == port or site in view.board.touching_seas(port)):
            saved += (AT_PORT if p.domain == SEA else WAITING) * count
        return saved - s.level.step * p.cost * count * s.far(site) * (0.5 if p.domain == SEA else 1.0)
