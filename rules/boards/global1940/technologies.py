"""Global 1940's research: what is its own of the two charts (G40-3)."""

from __future__ import annotations

from rules.battle import sides
from rules.boards.later.technologies import NUMBERS, Charts
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.ranks import Count, Ranks, positive
from rules.model.state import Battle


class Technologies(Charts):
    """The twelve technologies, as far as they change profiles, prices and income."""

    id = "global1940.technologies"
    title = "Research and development (option)"
    text = (
        "Research dice cost 5 IPC each; a turn with at least one 6 brings one technology of the chart you name. "
        "Chart 1: advanced artillery, rockets, paratroopers, increased factory production, war bonds, improved "
        "mechanized infantry. Chart 2: super submarines, jet fighters, improved shipyards, radar, long-range "
        "aircraft, heavy bombers."
    )
    source = "Global 1940 rules: research and development"
    entries = tuple(f"G40-3.{n}" for n in (1, 2, 3, 4, 5, 8, 9, 11, 12, 13, 14, 15, 16))
    flags = {
        "tech.<power>": "technologies of a power",
        "research.<power>": "research dice kept from earlier turns (option research_dice_kept)",
        "war bonds purse": "economy that gets the British war bonds",
    }

    numbers = {
        **NUMBERS,
        ("increased factory production", "major industrial complex"): {"produces": 12},
        ("increased factory production", "minor industrial complex"): {"produces": 4},
        ("jet fighters", "fighter"): {"air_attack": 2, "air_defense": 2},
    }
    bomber = "strategic bomber"
    bonds = "G40-3.9"

    def best_die(self, view: View) -> bool:
        """An option lets both count."""
        return bool(view.option("heavy_bombers_take_better_die"))


class ImprovedMechanized(Rule):
    """Mechanized infantry beside tanks attack at 2 (artillery raises them anyway)."""

    id = "global1940.improved-mechanized"
    title = "Improved mechanized infantry (technology)"
    text = (
        "Mechanized infantry blitz without a tank, and each one paired with a tank or an artillery attacks at 2. "
        "A tank that pairs a tactical bomber raises no mechanized infantry in that round."
    )
    source = "Global 1940 rules: research and development"
    entries = ("G40-3.10",)

    def battle_numbers(self, view: View, battle: Battle, side: str, ranks: Ranks) -> Ranks:
        """Free tanks raise one mechanized infantry each."""
        if side == sides.ATTACKER and "improved mechanized infantry" in view.techs(battle.attacker):
            riders = [r for r in ranks if r.unit.type == "mechanized infantry" and r.number == 1]
            ranks.improve(riders, _free_tanks(view, ranks), lambda _: 2)
        return ranks


def _free_tanks(view: View, ranks: Ranks) -> Count:
    tanks = ranks.total(lambda u: int(view.has(u, "leads mechanized")))
    fighters = ranks.total(lambda u: int(view.has(u, "pairs tactical"))) - tanks
    bombers = ranks.total(lambda u: int(view.has(u, "paired at 4")))
    return positive(tanks - positive(bombers - fighters))


RULES = (Technologies(), ImprovedMechanized())
