"""Exact odds: every state of the battle gets its chance, largest first, each worked out once."""

from __future__ import annotations

from collections import defaultdict

from rules.odds import ladder
from rules.odds.field import RETREAT, STALEMATE, Ends, Field, Pair
from rules.odds.model import FIRST, Opening, TooBig


class Chances(defaultdict[Pair, float]):
    """Chances of states; those not mentioned have none."""

    def __init__(self) -> None:
        super().__init__(float)


_IGNORED = 1e-12


class Exact:
    """Works a field through. budget: products of chances after which it gives up with TooBig."""

    def __init__(self, field: Field, budget: int) -> None:
        self.field, self._left = field, budget
        self.ends: Ends = defaultdict(float)

    def run(self) -> Ends:
        """How the battle ends: (state, verdict) -> chance."""
        starts: dict[Pair, Chances] = {}
        for (firing, targets), p in self._opened().items():
            starts.setdefault(firing, Chances())[targets] += p
        for firing, marked in starts.items():
            self._from(firing, marked)
        return self.ends

    def _from(self, firing: Pair, marked: Chances) -> None:
        """The first round, in which what was marked still fires and numbers may be others, and what follows."""
        if verdict := self.field.verdict(firing):
            for targets, p in marked.items():
                self.ends[targets, verdict] += p
            return
        rounds, found = self.field.plan.rounds, Chances()
        steps = (FIRST, FIRST) if self.field.plan.first else None
        if set(marked) == {firing} and not steps:
            found = marked
        else:
            rounds = None if rounds is None else rounds - 1
            for targets, p in marked.items():
                self._fire(firing, targets, p, (False, False), (False, False), found, steps)
        if ladder.fits(self.field):
            for end, p in ladder.Ladder(self.field, firing).run(found, rounds).items():
                self.ends[end] += p
        elif rounds is None:
            self._to_the_end(found)
        else:
            self._rounds(found, rounds)

    def _opened(self) -> dict[tuple[Pair, Pair], float]:
        """The chances after the once-only fire: (what fires in the first round, what is left after it)."""
        marked = {((0, 0), (0, 0)): 1.0}
        for opening in self.field.plan.openings:
            marked = self._open(opening, marked)
        return marked

    def _open(self, opening: Opening, marked: dict[tuple[Pair, Pair], float]) -> dict[tuple[Pair, Pair], float]:
        found: dict[tuple[Pair, Pair], float] = defaultdict(float)
        for (firing, targets), p in marked.items():
            for state, q in self.field.opening(opening, targets):
                hit = (targets[0], state) if opening.attacker else (state, targets[1])
                stays = firing if opening.fires_back else _removed(opening, firing, state)
                found[stays, hit] += p * q
        return found

    def _to_the_end(self, chances: Chances) -> None:
        size = self.field.points((0, 0))
        levels = [Chances() for _ in range(size + 1)]
        for pair, p in chances.items():
            levels[self.field.points(pair)][pair] += p
        for level in reversed(levels):
            for pair, p in level.items():
                if not self._ended(pair, p):
                    self._spread(pair, p, levels)

    def _spread(self, pair: Pair, p: float, levels: list[Chances]) -> None:
        found = Chances()
        self._round(pair, p, found)
        stays = found.pop(pair, 0.0)
        if stays > p * (1 - _IGNORED):
            self.ends[pair, STALEMATE] += p
            return
        scale = p / (p - stays)
        for after, q in found.items():
            levels[self.field.points(after)][after] += q * scale

    def _rounds(self, chances: Chances, rounds: int) -> None:
        for _ in range(rounds):
            found = Chances()
            for pair, p in chances.items():
                if not self._ended(pair, p):
                    self._round(pair, p, found)
            chances = found
        for pair, p in chances.items():
            if not self._ended(pair, p):
                self.ends[pair, RETREAT] += p

    def _ended(self, pair: Pair, p: float) -> bool:
        verdict = self.field.verdict(pair)
        if not verdict and p < _IGNORED:
            return True
        if verdict:
            self.ends[pair, verdict] += p
        return bool(verdict)

    def _round(self, pair: Pair, p: float, found: Chances) -> None:
        """Add to `found` what one round makes of a state."""
        field = self.field
        hunting = field.hunters(pair)
        striking = field.strikers(hunting)
        if not any(striking):
            self._fire(pair, pair, p, hunting, striking, found)
            return
        defenders, attackers = field.strike(pair, hunting, striking)
        for d, q in defenders:
            for a, r in attackers:
                if field.plan.end_after_strike and field.verdict((a, d)):
                    found[a, d] += p * q * r
                else:
                    self._fire((a, d), (a, d), p * q * r, hunting, striking, found)

    def _fire(
        self,
        firing: Pair,
        targets: Pair,
        p: float,
        hunting: tuple[bool, bool],
        striking: tuple[bool, bool],
        found: Chances,
        steps: tuple[str, str] | None = None,
    ) -> None:
        """General fire: both sides at the same time."""
        steps = steps or self.field.steps_after(striking)
        defenders, attackers = self.field.general(firing, targets, hunting, steps)
        self._left -= len(attackers) + len(defenders)
        if self._left < 0:
            raise TooBig
        for a, q in attackers:
            both = p * q
            if both < _IGNORED:
                break
            self._left -= len(defenders)
            for d, r in defenders:
                if both * r < _IGNORED:
                    break
                found[a, d] += both * r


def _removed(opening: Opening, firing: Pair, state: int) -> Pair:
    return (firing[0], state) if opening.attacker else (state, firing[1])
