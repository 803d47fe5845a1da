"""When a battle is decided, and what follows."""

from __future__ import annotations

from rules.battle import fire, sides
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core import moments
from rules.core.act import Act
from rules.core.capture import capture
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.names import sentence
from rules.model.profiles import LAND
from rules.model.state import Battle, Unit, Verdict


def verdict(view: View, battle: Battle) -> Verdict:
    """ "attacker", "defender", "draw" (both gone) or "stalemate"; "" while it goes on."""
    attackers = [u for u in sides.units(view, battle, ATTACKER) if sides.holds_battle(view, u)]
    defenders = [u for u in sides.units(view, battle, DEFENDER) if sides.holds_battle(view, u)]
    if not attackers and not defenders:
        return "draw"
    if not defenders:
        return "attacker"
    if not attackers:
        return "defender"
    return view.table.fold(Rule.verdict, _swept(view, battle, attackers, defenders), view, battle)


def _swept(view: View, battle: Battle, attackers: list[Unit], defenders: list[Unit]) -> Verdict:
    """Defenders that fall without a fight: lone transports and guns (G40-11.13, 11.14)."""
    if all(view.has(u, "no fighter") for u in defenders):
        return "attacker"
    mine = fire.numbers(view, battle, ATTACKER)
    if _defenseless(view, battle, defenders) and sides.can_hit_any(view, battle, ATTACKER, mine):
        return "attacker"
    return ""


def _defenseless(view: View, battle: Battle, defenders: list[Unit]) -> bool:
    """Whether nobody on the defending side has a number (rules may give transports one)."""
    if not all(view.has(u, "defenseless") for u in defenders):
        return False
    numbers = fire.numbers(view, battle, DEFENDER)
    return not any(numbers.get(u.id) for u in defenders)


def hopeless(view: View, battle: Battle) -> Verdict:
    """At the start of a round: a verdict already clear, or neither side able to hit the other."""
    early = verdict(view, battle)
    if early:
        return early
    for side in (ATTACKER, DEFENDER):
        if sides.can_hit_any(view, battle, side, fire.numbers(view, battle, side)):
            return ""
    return "stalemate"


def finish(act: Act, id_: str, outcome: Verdict) -> None:
    """The battle is over: leftovers fall, land is taken, everybody has fought."""
    battle = act.battle(id_)
    act.drop_tasks(lambda t: t.data.get("id") == id_)
    if outcome == "attacker":
        for unit in sides.units(act, battle, DEFENDER):
            if sides.holds_battle(act, unit):
                act.remove(unit, "battle")
    act.update(id_, outcome=outcome)
    act.tell(moments.battle_decided, id_)
    battle = act.update(id_, status="over", hit={})
    for unit in act.get((*battle.attackers, *battle.defenders, *battle.aside)):
        act.change(unit, fought=True)
    if battle.kind == "land" and outcome == "attacker":
        _take(act, battle)
    if battle.kind != "raid":
        text = sentence(f"{battle.place}: {_words(act, battle, outcome)}")
        act.note(text, battle=id_, outcome=outcome, place=battle.place)


def _take(act: Act, battle: Battle) -> None:
    """A surviving land unit takes the territory (CL-6.8, G40-11.19), unless others have in passing."""
    holders = [
        u
        for u in sides.units(act, battle, ATTACKER)
        if act.domain(u) == LAND
        and not act.has(u, "cannot capture")
        and sides.holds_battle(act, u)
        and u.place == battle.place
    ]
    if holders and not act.friendly_land(battle.place, battle.attacker):
        capture(act, battle.place, battle.attacker)


def _not_taken(act: Act, battle: Battle) -> str:
    """Who still holds a territory in which the attacker has nothing that could take it."""
    holder = act.owner(battle.place) if battle.kind == "land" else None
    lost = holder is not None and act.side(holder) != act.side(battle.attacker)
    return f", but takes no ground: {battle.place} stays with {holder}" if lost else ""


def _words(act: Act, battle: Battle, outcome: Verdict) -> str:
    return {
        "attacker": f"{battle.attacker} has won{_not_taken(act, battle)}",
        "defender": "the defenders have held",
        "draw": "nobody is left",
        "stalemate": "neither side can hit the other",
        "retreat": f"{battle.attacker} has retreated",
    }[outcome]
