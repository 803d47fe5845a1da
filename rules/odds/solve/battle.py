"""The odds of a battle between two sides: exact where that is quick enough, played out where it is not."""

from __future__ import annotations

import math

import numpy as np

from rules.odds.solve import chances
from rules.odds.solve.chain_solver import ChainSolver, ChainStates, aligned
from rules.odds.solve.ends import Ends, goes_on
from rules.odds.solve.grid import Grid, Track, kinds_of, track_of
from rules.odds.solve.grid_solver import GridSolver, TooWide
from rules.odds.solve.leaving import leaves
from rules.odds.solve.model import ALL, Dice, Floats, Ints, Opening, Plan, Side
from rules.odds.solve.opening import Beginning
from rules.odds.solve.rerolls import RerollSolver, variants
from rules.odds.solve.result import EXACT, Odds, summarise
from rules.odds.solve.sample import GAMES, Sample

Pairs = tuple[Ints, Ints, Floats]
BUDGET = 500_000  # steps; about a second of work
_CAREFUL = 30.0  # by how much less is left out where that was too much


def odds(attacker: Side, defender: Side, plan: Plan, budget: int = BUDGET, games: int = GAMES) -> Odds:
    """The odds of a battle. Where working them out would take more than `budget` steps it is played `games` times
    instead, and the result says how far off it may be."""
    if plan.rounds is not None and plan.rounds < 1:
        raise ValueError("a battle lasts one round at least")
    tracks = Track(attacker), Track(defender)
    kinds = tracks[0].kinds, tracks[1].kinds
    mine = Grid(attacker, _ever(defender, tracks[1], plan, False), tracks[0])
    theirs = Grid(defender, _ever(attacker, tracks[0], plan, True), tracks[1])
    alike = (
        not leaves((mine, theirs))
        and variants((mine, theirs)) == 1
        and attacker.bound is defender.bound is None
        and all_alike(defender, kinds[0])
        and all_alike(attacker, kinds[1])
        and not (_outlasts(attacker, kinds[1], True) or _outlasts(defender, kinds[0], False))
        and not _strikes(attacker, defender, plan)
    )
    if steps(mine, theirs, plan, alike) <= budget:
        try:
            return summarise(attacker, defender, _worked_out((mine, theirs), tracks, plan, alike))
        except TooWide:
            pass
    return summarise(attacker, defender, Sample(mine, theirs, plan, games).play(), games)


def _worked_out(grids: tuple[Grid, Grid], tracks: tuple[Track, Track], plan: Plan, alike: bool) -> Ends:
    """How the battle may end. Raises TooWide."""
    if variants(grids) > 1:
        return RerollSolver(grids, plan).play()
    pairs, fought = Beginning(*grids, plan).play()
    rounds = None if plan.rounds is None else plan.rounds - fought
    if alike:
        return _on_chains(grids, tracks, plan, pairs, rounds)
    ends = GridSolver(*grids, plan).play(pairs, rounds, fought)
    if 1 - ends.p.sum() < EXACT:
        return ends
    return GridSolver(*grids, plan, _CAREFUL).play(pairs, rounds, fought)


def steps(mine: Grid, theirs: Grid, plan: Plan, alike: bool) -> int:
    """About how much work it is to work a battle out, before any of it is done: products of chances, in thousands."""
    if not alike:
        return mine.size * theirs.size * variants((mine, theirs)) // 1000
    beginnings = math.prod(1 + _at_most(opening, theirs if opening.attacker else mine) for opening in plan.openings)
    return int(mine.hits * theirs.hits * (mine.hits + theirs.hits) * beginnings // 8000)


def _at_most(opening: Opening, target: Grid) -> int:
    """Hits of once-only fire that fall elsewhere than others do."""
    kinds = {kind for die in opening.dice for kind, _ in die}
    if all_alike(target.side, frozenset(kinds | {"any"})):
        return 0
    return min(sum(opening.dice.values()), int(target.hits))


def _ever(side: Side, whole: Track, plan: Plan, attacking: bool) -> frozenset[str]:
    """All classes of hits that a side may ever make."""
    openings = (die for opening in plan.openings if opening.attacker == attacking for die in opening.dice)
    first = kinds_of(side.dice(whole.left, ALL, True)) if plan.first else frozenset()
    return whole.kinds | first | {kind for die in openings for kind, p in die if p > 0}


def all_alike(side: Side, kinds: frozenset[str]) -> bool:
    """Whether all that the enemy fires falls on the same units, in the same order."""
    return all(
        (kinds <= s.hit_by and kinds <= s.hit_by_hunted) or not kinds & (s.hit_by | s.hit_by_hunted) for s in side.slots
    )


def _outlasts(side: Side, kinds: frozenset[str], attacking: bool) -> bool:
    """Whether what no round of the enemy can hit fights on alone, as aircraft do among submarines: then hits that fall on
    nobody do not end the battle."""
    left = np.array([[0 if kinds & (s.hit_by | s.hit_by_hunted) else s.count] for s in side.slots], np.intp)
    return bool(np.any(goes_on(side, attacking, left)))


def _strikes(attacker: Side, defender: Side, plan: Plan) -> bool:
    return plan.strikes and any(s.strikes for side in (attacker, defender) for s in side.slots)


# --- chains ----------------------------------------------------------------------------------------------


class _Chains:
    """The chains of a side, one for each way it may have begun."""

    def __init__(self, grid: Grid, whole: Track, kinds: frozenset[str], states: Ints) -> None:
        self._side, self._dice = grid.side, Dice()
        if grid.shape == (whole.left.shape[1],):
            self.left, self._begins = whole.left[:, None], [0]
            self.at = np.zeros_like(states), states
            self._dice = whole.dice
        else:
            self._split(grid, kinds, states)
        self.flat = self.left.reshape(len(self.left), self.left.shape[1] * self.left.shape[2])

    def _split(self, grid: Grid, kinds: frozenset[str], states: Ints) -> None:
        side = grid.side
        body = [i for i, s in enumerate(side.slots) if kinds & s.hit_by]
        starts = grid.left(states)
        weight = np.array([_hits(side, i) for i in range(len(side.slots))])
        tracks: list[Ints] = []
        known: dict[tuple[int, ...], tuple[int, int]] = {}
        for i in np.argsort(-(weight @ starts), kind="stable").tolist():
            if tuple(starts[:, i].tolist()) not in known:
                track, _ = track_of(side, starts[:, i], body)
                rest = np.ones(len(side.slots), bool)
                rest[body] = False
                track[rest] = starts[rest, i, None]
                for n, left in enumerate(map(tuple, track.T.tolist())):
                    known.setdefault(left, (len(tracks), n))
                tracks.append(track)
        self.left, self._begins = aligned(tracks)
        found = [known[left] for left in map(tuple, starts.T.tolist())]
        self.at = np.array([m for m, _ in found]), np.array([self._begins[m] + n for m, n in found])

    def states(self, fights: np.ndarray) -> ChainStates:
        """The states with their fire."""
        shape = self.left.shape[1:]
        dice = self._dice or self._side.dice(self.flat, ALL)
        every = frozenset(kind for die in dice for kind, _ in die)
        table = chances.joint(dice, [every])
        hits = np.broadcast_to(table.T, (table.shape[1], self.flat.shape[1])).reshape(-1, *shape)
        fights = fights.reshape(shape)
        for m, begin in enumerate(self._begins):
            fights[m, :begin] = False
        return ChainStates(np.ascontiguousarray(hits), fights)


def _hits(side: Side, slot: int) -> int:
    after = side.slots[slot].after
    return 1 + (_hits(side, after) if after >= 0 else 0)


def _on_chains(
    grids: tuple[Grid, Grid], tracks: tuple[Track, Track], plan: Plan, pairs: Pairs, rounds: int | None
) -> Ends:
    (mine, theirs), (one, two) = grids, tracks
    chains = _Chains(mine, one, two.kinds, pairs[0]), _Chains(theirs, two, one.kinds, pairs[1])
    flats = tuple(x.flat for x in chains)
    fights = goes_on(mine.side, True, flats[0], plan.stays), goes_on(theirs.side, False, flats[1])
    states = tuple(x.states(f.copy()) for x, f in zip(chains, fights, strict=True))
    turned = states[1].chains > states[0].chains or (
        states[0].chains == states[1].chains == 1 and states[0].top < states[1].top
    )
    (row, row_at), (column, column_at) = ((states[i], chains[i].at) for i in ((0, 1) if turned else (1, 0)))
    parts = []
    for chain in range(row.chains):
        here = row_at[0] == chain
        start = np.zeros((row.top + 1, column.chains, column.top + 1))
        np.add.at(start, (row_at[1][here], column_at[0][here], column_at[1][here]), pairs[2][here])
        rows = row if row.chains == 1 else ChainStates(row.hits[:, chain : chain + 1], row.fights[chain : chain + 1])
        grid = ChainSolver(rows, column, start).play(rounds)
        r, m, c = np.nonzero(grid > 0)
        parts.append((r + chain * (row.top + 1), m * (column.top + 1) + c, grid[r, m, c]))
    first, second, p = (np.concatenate(part) for part in zip(*parts, strict=True))
    a, d = (first, second) if turned else (second, first)
    return Ends(flats[0], flats[1], a, d, p)
