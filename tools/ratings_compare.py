"""python tools/ratings_compare.py [LEAGUES]: the league's fit measured against Elo, Glicko-2 and OpenSkill's model.

Leagues of 40 people are simulated: one side is ahead, games have bids, some people play much; skills stay, or drift. Each way
sees the games one after the other; in the second half its chance for the next game is set against the true one. Prints the
tables of docs/league-ratings.md. LEAGUES: how many are simulated for each row (30).
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from league.ratings import FairBid, Prior, RatedGame, Ratings, fair_bid, fit
from league.ratings.ratings import MIDDLE, POINT

PEOPLE, DAYS, DAY = 40, 1500.0, 86400.0
SKILL, AHEAD, WORTH, BID, BID_SPREAD = 200.0, -150.0, 6.0, 22.0, 10.0  # points, points, points an IPC, IPC, IPC
FAIR = -AHEAD / WORTH
REFIT = 10  # games


@dataclass(frozen=True)
class Played:
    """A simulated game with the true chance of its first side, and everybody's skill then (points from the middle)."""

    game: RatedGame
    first: str
    second: str
    chance: float
    skill: tuple[float, ...]


def simulate(seed: int, games: int, drift: float) -> list[Played]:
    """A league. drift: how far a skill moves in a year (standard deviation, points); all in all they stay as far apart."""
    rng = np.random.default_rng(seed)
    skill, busy = rng.normal(0, SKILL, PEOPLE), rng.dirichlet(np.full(PEOPLE, 0.6))
    found, day = [], DAYS / games
    for number in range(games):
        moves = drift * math.sqrt(day / 365)
        skill = skill * math.sqrt(1 - (moves / SKILL) ** 2) + rng.normal(0, moves, PEOPLE)
        a, b = rng.choice(PEOPLE, 2, replace=False, p=busy)
        bid = max(0, round(rng.normal(BID, BID_SPREAD)))
        chance = logistic(skill[a] - skill[b] + AHEAD + WORTH * bid)
        first, second, won = f"p{a:02}", f"p{b:02}", float(rng.random() < chance)
        game = RatedGame(f"g{number:05}", number * day * DAY, {first: 1.0}, {second: 1.0}, won, "board", bid)
        found.append(Played(game, first, second, chance, tuple(skill)))
    return found


def logistic(points: float) -> float:
    """The chance of who is so many points ahead."""
    return 1 / (1 + math.exp(-POINT * points))


class Way(Protocol):
    """A way to rate: a chance before a game, then its result."""

    def chance(self, played: Played) -> float:
        """Of the first side."""

    def learn(self, played: Played) -> None:
        """How the game ended."""


class Elo:
    """As clubs reckon it."""

    def __init__(self, k: float) -> None:
        self.k, self.points = k, dict[str, float]()

    def chance(self, played: Played) -> float:
        """Of the first side."""
        return logistic(self.points.get(played.first, 0) - self.points.get(played.second, 0))

    def learn(self, played: Played) -> None:
        """How the game ended."""
        gain = self.k * (played.game.score - self.chance(played))
        self.points[played.first] = self.points.get(played.first, 0) + gain
        self.points[played.second] = self.points.get(played.second, 0) - gain


class Glicko2:
    """Glickman's, each game a period of its own; the volatility by his iteration."""

    TAU, RATIO = 0.5, 173.7178

    def __init__(self) -> None:
        self.known = dict[str, tuple[float, float, float]]()

    def of(self, person: str) -> tuple[float, float, float]:
        """Rating, deviation (both on the inner scale), volatility."""
        return self.known.get(person, (0.0, 350 / self.RATIO, 0.06))

    @staticmethod
    def damp(deviation: float) -> float:
        """How much less a result means for an uncertain opponent."""
        return 1 / math.sqrt(1 + 3 * deviation**2 / math.pi**2)

    def chance(self, played: Played) -> float:
        """Of the first side."""
        (a, da, _), (b, db, _) = self.of(played.first), self.of(played.second)
        return 1 / (1 + math.exp(-self.damp(math.hypot(da, db)) * (a - b)))

    def learn(self, played: Played) -> None:
        """How the game ended."""
        one, other, score = self.of(played.first), self.of(played.second), played.game.score
        self.known[played.first] = self._after(one, other, score)
        self.known[played.second] = self._after(other, one, 1 - score)

    def _after(
        self, mine: tuple[float, float, float], other: tuple[float, float, float], score: float
    ) -> tuple[float, float, float]:
        mu, phi, sigma = mine
        g = self.damp(other[1])
        p = 1 / (1 + math.exp(-g * (mu - other[0])))
        v = 1 / (g * g * p * (1 - p))
        sigma = self._volatility(phi, sigma, v, v * g * (score - p))
        wider = math.hypot(phi, sigma)
        after = 1 / math.sqrt(1 / wider**2 + 1 / v)
        return mu + after**2 * g * (score - p), min(after, 350 / self.RATIO), sigma

    def _volatility(self, phi: float, sigma: float, v: float, delta: float) -> float:
        a = math.log(sigma**2)

        def f(x: float) -> float:
            e = math.exp(x)
            return e * (delta**2 - phi**2 - v - e) / (2 * (phi**2 + v + e) ** 2) - (x - a) / self.TAU**2

        low = a
        if delta**2 > phi**2 + v:
            high = math.log(delta**2 - phi**2 - v)
        else:
            k = 1
            while f(a - k * self.TAU) < 0:
                k += 1
            high = a - k * self.TAU
        at_low, at_high = f(low), f(high)
        while abs(high - low) > 1e-6:
            middle = low + (low - high) * at_low / (at_high - at_low)
            at_middle = f(middle)
            if at_middle * at_high <= 0:
                low, at_low = high, at_high
            else:
                at_low /= 2
            high, at_high = middle, at_middle
        return math.exp(low / 2)


class OpenSkill:
    """The model of Weng and Lin that OpenSkill uses (of two sides Plackett-Luce and Bradley-Terry are one)."""

    MU, SIGMA, BETA, KAPPA = 25.0, 25 / 3, 25 / 6, 1e-4

    def __init__(self) -> None:
        self.known = dict[str, tuple[float, float]]()

    def chance(self, played: Played) -> float:
        """Of the first side."""
        (a, da), (b, db) = (self.known.get(p, (self.MU, self.SIGMA**2)) for p in (played.first, played.second))
        return 0.5 * (1 + math.erf((a - b) / math.sqrt(2 * (2 * self.BETA**2 + da + db))))

    def learn(self, played: Played) -> None:
        """How the game ended."""
        (a, da), (b, db) = (self.known.get(p, (self.MU, self.SIGMA**2)) for p in (played.first, played.second))
        c = math.sqrt(da + db + 2 * self.BETA**2)
        p = 1 / (1 + math.exp((b - a) / c))
        for person, mu, var, score, q in (
            (played.first, a, da, played.game.score, p),
            (played.second, b, db, 1 - played.game.score, 1 - p),
        ):
            less = max(1 - var / c**2 * q * (1 - q) * math.sqrt(var) / c, self.KAPPA)
            self.known[person] = mu + var / c * (score - q), var * less


class Joint:
    """The league's own fit, made anew after every tenth game."""

    def __init__(self) -> None:
        self.games, self.ratings = list[RatedGame](), None

    def chance(self, played: Played) -> float:
        """Of the first side."""
        if self.ratings is None or len(self.games) % REFIT == 0:
            self.ratings: Ratings | None = fit(self.games, played.game.at)
        game = played.game
        return self.ratings.chance(game.first, game.second, game.ground, game.bid).p

    def learn(self, played: Played) -> None:
        """How the game ended."""
        self.games.append(played.game)


WAYS: dict[str, Callable[[], Way]] = {
    "Elo, K = 32": lambda: Elo(32),
    "Elo, K = 64": lambda: Elo(64),
    "Glicko-2": Glicko2,
    "OpenSkill's model": OpenSkill,
    "joint fit": Joint,
}


def measured(way: Way, league: Sequence[Played]) -> tuple[float, float]:
    """Mean error of the chance (root of the mean square), and mean surprise (log loss), over the second half."""
    errors, surprises = [], []
    for number, played in enumerate(league):
        if number >= len(league) // 2:
            p = min(max(way.chance(played), 1e-6), 1 - 1e-6)
            errors.append((p - played.chance) ** 2)
            surprises.append(-math.log(p if played.game.score else 1 - p))
        way.learn(played)
    return math.sqrt(np.mean(errors)), float(np.mean(surprises))


def table(leagues: int, drift: float) -> None:
    """A row a way, a pair of figures a size of league."""
    sizes = (100, 300, 1000)
    print(f"\nSkills move by {drift:.0f} points a year.\n" if drift else "\nSkills stay.\n")
    print("| way | " + " | ".join(f"{size:,} games" for size in sizes) + " |\n| --- |" + " --- |" * len(sizes))
    for name, way in WAYS.items():
        cells = []
        for size in sizes:
            figures = [measured(way(), simulate(seed, size, drift)) for seed in range(leagues)]
            error, surprise = (float(np.mean(column)) for column in zip(*figures, strict=True))
            cells.append(f"{error:.3f} ({surprise:.3f})")
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


def bids(leagues: int, drift: float) -> None:
    """How often a fair bid is told, how wide, and how often the true one lies within."""
    print(f"\nThe fair bid (truth: {FAIR:.0f}), skills moving by {drift:.0f} points a year.\n")
    print("| games | told | middle | 4 of 5 lie | from end to end | truth within |\n" + "| --- " * 6 + "|")
    for size in (100, 200, 300, 1000, 3000):
        found = [told for seed in range(leagues) if isinstance(told := _bid(seed, size, drift), FairBid)]
        if not found:
            print(f"| {size:,} | never | | | | |")
            continue
        amounts = [one.amount for one in found]
        low, middle, high = np.percentile(amounts, (10, 50, 90))
        wide = np.mean([one.high - one.low for one in found])
        within = np.mean([one.low <= FAIR <= one.high for one in found])
        told = len(found) / leagues
        print(
            f"| {size:,} | {told:.0%} | {middle:.0f} | {low:.0f} to {high:.0f} | {wide:.0f} | {within:.0%} |",
            flush=True,
        )


def honesty(leagues: int) -> None:
    """How often the truth lies within what is told: of ratings, and of chances between two."""
    sizes = (100, 300, 1000, 3000)
    print("\nWithin ± (should be 95 %): ratings, then chances.\n")
    print(
        "| skills move by | " + " | ".join(f"{size:,} games" for size in sizes) + " |\n| --- |" + " --- |" * len(sizes)
    )
    for drift in (0.0, 40.0, 80.0):
        cells = []
        for size in sizes:
            found = [_within(simulate(seed, size, drift)) for seed in range(leagues)]
            cells.append(" and ".join(f"{np.mean([one[k] for one in found]):.0%}" for k in (0, 1)))
        print(f"| {drift:.0f} points a year | {' | '.join(cells)} |", flush=True)


def _within(league: Sequence[Played]) -> tuple[float, float]:
    ratings, skill = fit((played.game for played in league), DAYS * DAY), league[-1].skill
    people = {person: skill[int(person[1:])] for person in sorted(ratings.people)}
    one = [abs(ratings.people[p].points - MIDDLE - truth) <= ratings.people[p].give for p, truth in people.items()]
    two = []
    for a, b in zip(list(people)[::2], list(people)[1::2]):
        told = ratings.chance({a: 1.0}, {b: 1.0}, "board", BID)
        two.append(told.low <= logistic(people[a] - people[b] + AHEAD + WORTH * BID) <= told.high)
    return float(np.mean(one)), float(np.mean(two))


def _bid(seed: int, games: int, drift: float) -> FairBid | str:
    league = simulate(seed, games, drift)
    return fair_bid(fit((played.game for played in league), DAYS * DAY, Prior().slow), "board")


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    for moves in (0.0, 40.0, 80.0):
        table(number, moves)
    honesty(number)
    for moves in (0.0, 40.0):
        bids(number * 2, moves)
