"""The odds of a battle between two sides: exact where that is quick enough, sampled where it is not."""

from __future__ import annotations

from rules.odds.exact import Exact
from rules.odds.field import Field
from rules.odds.model import Plan, Side, TooBig
from rules.odds.result import Odds, summarise
from rules.odds.sample import Sample

BUDGET = 1_000_000  # products of chances in the exact calculation; about a second of work
GAMES = 10_000


def odds(attacker: Side, defender: Side, plan: Plan, budget: int = BUDGET, games: int = GAMES) -> Odds:
    """The odds of a battle. With more than `budget` steps it is played `games` times instead, and the result
    says how far off it may be."""
    if plan.rounds is not None and plan.rounds < 1:
        raise ValueError("a battle lasts one round at least")
    field = Field(attacker, defender, plan)
    try:
        return summarise(field, Exact(field, budget).run())
    except TooBig:
        return summarise(field, Sample(field, games).run(), games)
