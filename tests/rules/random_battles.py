"""Random battles: the odds against the engine itself, which fights them with dice.

Every board and document gets its share. Of each battle some games are fought with the losses that the odds assume; over
all battles of a table the sums of wins, losses, captures and IPC must be within four standard errors of what the exact
odds promise (the odds tell the deviation too), and no single battle may come out as it hardly ever could.
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rules.battle import casualties, losses, retreat, rounds, sides
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.table import Table
from rules.core.view import View
from rules.dice import PracticeDice
from rules.dice.prng import Prng
from rules.mechanics.units.formations import Formations
from rules.model.events import UnitRemoved
from rules.model.profiles import AIR, LAND, SEA, UnitType
from rules.model.refusals import Refusal
from rules.model.state import Battle, Decision, Unit
from rules.odds import LossOrder, NoOdds, Odds, Wishes, battle_odds, left_out, ready, typed_battle
from rules.play.game import Game, NoDice

ERRORS, HARDLY = 4.0, 1e-7
_IN_A_ROW = 5
CHANCES = ("win", "loss", "takes", "retreat")
Tally = dict[str, tuple[float, float, float]]  # what -> (seen, expected, variance)


@dataclass(frozen=True)
class Fight:
    """A battle: its position and id, what was typed, and what both sides mean to do."""

    view: View
    battle: str
    text: str
    wishes: Wishes = field(default_factory=Wishes)
    sunk: int = 0  # IPC that the attacker has gained by hits on units that are still there

    @property
    def odds(self) -> Odds:
        """What the odds say."""
        return battle_odds(self.view, self.battle, wishes=self.wishes)


def battles(board: str, rules: tuple[str, ...], count: int, seed: int) -> Iterator[Fight]:
    """Random battles of a table; some in a row are fought with the same options, since a table takes time to set."""
    chance = Prng(seed)
    known = Table(board, rules)
    for number in range(count):
        if number % _IN_A_ROW == 0:
            options = _options(chance, known)
            table = Table(board, rules, options)
        yield _battle(chance, table, board, rules, options)


def _battle(chance: Prng, table: Table, board: str, rules: tuple[str, ...], options: dict[str, Any]) -> Fight:
    sea, coast = chance.below(2) == 0, chance.below(3) == 0
    formation = _formation(chance, table) if not sea else None
    one, two = _powers(chance, table, formation)
    coast = coast and any(p.owner == two and table.board.touching_seas(p.name) for p in table.board.places.values())
    mine = _side(chance, table, one, (SEA, AIR) if sea else (LAND, AIR, SEA) if coast else (LAND, AIR), True)
    theirs = _side(chance, table, two, (SEA, AIR) if sea else (LAND, AIR), False)
    if formation:
        mine, theirs = (
            ", ".join((formation[1], t)) if p == formation[0] else t for p, t in ((one, mine), (two, theirs))
        )
    if not options.get("two_hit_capital_ships", True):  # there are no damaged ones
        mine, theirs = (re.sub(r" \(damaged\)|damaged, ", "", text) for text in (mine, theirs))
    view, battle = typed_battle(mine, theirs, board, rules, options, (one, two))
    turn = view.state.turn = dataclasses.replace(view.state.turn, round=1 + chance.below(8))
    _learn(chance, view, (one, two))
    _reinforce(chance, view, battle, two)
    _honour(chance, view)
    wishes = _wishes(chance, table, mine, theirs)
    return Fight(view, battle, f"{board} {rules} {options} round {turn.round}: {mine} | {theirs} {wishes}", wishes)


def _wishes(chance: Prng, table: Table, mine: str, theirs: str) -> Wishes:
    """Sometimes an order of loss, a time to break off, submarines that leave."""
    orders = [_order(chance, table, text) if chance.below(3) == 0 else LossOrder() for text in (mine, theirs)]
    leaving = tuple(side for side in sides.BOTH if chance.below(3) == 0)
    limits = {"rounds": 1 + chance.below(3) if chance.below(5) == 0 else None, "leave": max(0, chance.below(16) - 12)}
    if "transport" in mine:  # those that can do nothing else are lost when nobody is left beside them
        limits = {}
    return Wishes(attacker=orders[0], defender=orders[1], leaving=leaving, **limits)


def _order(chance: Prng, table: Table, text: str) -> LossOrder:
    names = [part.strip().split(" ", 1)[1].split(" (")[0] for part in text.split(", ") if part[0].isdigit()]
    chance.shuffle(names)
    return LossOrder(tuple(table.unit_names.find(name) or name for name in names))


_OPTIONS: tuple[tuple[str, Any], ...] = (
    ("low_luck", True), ("medium_luck", True), ("battleship_hits", 2), ("bombarded_units_fire_back", False),
    ("heavy_bomber_dice", 1), ("multiple_antiaircraft_guns", True), ("heavy_bombers_take_better_die", False),
    ("bombardment_limited_to_landed_units", False), ("two_hit_capital_ships", False),
    ("transports_defenseless_and_chosen_last", False), ("defending_submarine_may_submerge", True),
    ("y43.wolfpack_bonus", True), ("x4.formation_substitute", True), ("x2.transports_auto_die", True),
)  # fmt: skip


def _options(chance: Prng, table: Table) -> dict[str, Any]:
    """Sometimes an option that changes battles."""
    found = {name: value for name, value in _OPTIONS if name in table.known_options and chance.below(6) == 0}
    if found.get("low_luck"):
        found.pop("medium_luck", None)
    return found


def _reinforce(chance: Prng, view: View, battle: str, power: str) -> None:
    """Sometimes some of the defenders are an ally's."""
    allies = [p for p in view.board.order if p != power and view.side(p) == view.side(power)]
    if not allies or chance.below(4):
        return
    ally, act = chance.choice(allies), Act(view.table, view.state, NoDice())
    act.set_relation(view.active, ally, "war", "test")
    for unit in view.get(view.state.battles[battle].defenders):
        free = unit.carrier is None and not view.state.aboard(unit.id) and not unit.marks
        if free and _fits(view.table.units[unit.type], ally, False) and chance.below(2):
            act.change(unit, owner=ally)


def _honour(chance: Prng, view: View) -> None:
    """Sometimes a unit of each power may roll a missed die again, where a rule has such units."""
    marks = [mark for rule in view.table.parts(Rule) for mark in rule.again]
    act = Act(view.table, view.state, NoDice())
    for power in sorted({u.owner for u in view.state.units.values()}) if marks else ():
        # None that is damaged: words of an order of loss don't tell it from a sound one.
        mine = [u for u in view.state.units.values() if u.owner == power and not u.damage]
        if mine and chance.below(2):
            unit = chance.choice(mine)
            act.change(unit, marks=unit.marks | {chance.choice(marks)})


def _learn(chance: Prng, view: View, powers: tuple[str, str]) -> None:
    """Sometimes a technology or two."""
    for power in powers:
        if chance.below(3) == 0:
            names = view.edition("technologies", ())
            view.state.flags[f"tech.{power}"] = tuple({chance.choice(names) for _ in range(2)}) if names else ()


def _powers(chance: Prng, table: Table, formation: tuple[str, str] | None) -> tuple[str, str]:
    """Attacker and defender, one of them with the formation that has been drawn."""
    powers = list(table.board.order)
    one = formation[0] if formation else chance.choice(powers)
    two = chance.choice([p for p in powers if table.board.side(p) != table.board.side(one)])
    return (two, one) if formation and chance.below(2) else (one, two)


def _formation(chance: Prng, table: Table) -> tuple[str, str] | None:
    """Sometimes a whole formation, where there are any: (its power, its units)."""
    known = [k for rule in table.rules if isinstance(rule, Formations) for k in rule.kinds if k.powers]
    kinds = [k for k in known if {k.commander, *k.members} <= table.units.keys()]
    if not kinds or chance.below(3):
        return None
    kind = chance.choice(kinds)
    members = Counter(dict(kind.least))
    while sum(members.values()) < kind.count:
        members[chance.choice(kind.members)] += 1
    members[kind.commander] += 1
    items = (f"{n} {name} ({kind.name})" for name, n in members.items())
    return chance.choice(kind.powers), ", ".join(items)


def _side(chance: Prng, table: Table, power: str, domains: tuple[str, ...], attacks: bool) -> str:
    """Units of a power as text; at least some of the first domain."""
    found = []
    for n, domain in enumerate(domains):
        types = [u for u in table.units.values() if u.domain == domain and _fits(u, power, attacks)]
        for _ in range(1 + chance.below(3) if n == 0 else chance.below(3)):
            found.append(_item(chance, chance.choice(types), attacks))
    return ", ".join(found)


def _fits(unit: UnitType, power: str, attacks: bool) -> bool:
    may = not unit.powers or power in unit.powers
    fights = not (attacks and unit.has("not in combat move")) and not unit.has("deck only")
    return (
        may
        and fights
        and not unit.becomes
        and bool(unit.attack or unit.defense or unit.has("transport") or unit.has("anti-air") or _shelters(unit))
    )


def _shelters(unit: UnitType) -> bool:
    """Whether others fight better in it."""
    return unit.has("never a loss") and unit.domain == LAND


def _item(chance: Prng, unit: UnitType, attacks: bool) -> str:
    tags = []
    if unit.hits > 1 and chance.below(3) == 0:
        tags.append("damaged")
    if unit.capacity and chance.below(3) == 0:
        tags.append(f"cargo: 1 {unit.carries[0] if unit.carries else 'infantry'}")
    return f"{1 + chance.below(3)} {unit.name}" + (f" ({', '.join(tags)})" if tags else "")


# --- fighting ------------------------------------------------------------------------------------------


def fight_out(fight: Fight, dice: PracticeDice) -> tuple[str, Game]:
    """Fight a battle to its end; its outcome and the game."""
    game = Game(fight.view.table, fight.view.state.copy())
    order = f"fight {fight.battle}" if not game.state.pending else _answer(game, fight)
    for _ in range(3000):
        outcome = game.submit(order, dice)
        assert not isinstance(outcome, Refusal), (fight.text, order, outcome)
        found = game.state.battles[fight.battle]
        if found.status == "over":
            return found.outcome, game
        if _breaks_off(game.view, found, fight):
            return "retreat", game
        # A raid in the same place comes first.
        order = _answer(game, fight) if game.state.pending else f"fight {fight.battle}"
    raise AssertionError(f"the battle does not end: {fight.text}")


def _answer(game: Game, fight: Fight) -> str:
    decision = game.state.pending[0]
    found, side = game.state.battles[fight.battle], decision.data.get("side", "")
    if decision.kind == "casualties":
        found = game.state.battles[decision.data["battle"]]  # or fire on the way to it
        order = fight.wishes.attacker if side == sides.ATTACKER else fight.wishes.defender
        chosen = losses.default(game.view, found, side, decision.data["hits"], order.names)
        return casualties.text_of(game.view, found, chosen)
    if decision.kind in ("submerge", "withdraw") and side in fight.wishes.leaving:
        return _gone(game.view, found, decision)
    return {"retreat": "press on", "reroll": "reroll"}.get(decision.kind, "pass")


def _gone(view: View, battle: Battle, decision: Decision) -> str:
    """All submarines that are asked leave."""
    side = decision.data["side"]
    if decision.kind == "submerge":
        asked = [u for u in rounds.asked_to_dive(view, decision) if u.owner == decision.power]
        return "submerge " + _counted(asked)
    asked = retreat.withdrawable(view, battle, side, decision.power)
    zones = retreat.withdrawal_zones(view, battle, side)
    return f"retreat {_counted(asked)} to {zones[0]}" if zones else "submerge " + _counted(asked)


def _counted(units: list[Unit]) -> str:
    return ", ".join(f"{n} {name}" for name, n in Counter(u.type for u in units).items())


def _breaks_off(view: View, battle: Battle, fight: Fight) -> bool:
    """Whether the attacker, asked whether he goes on, does not."""
    if not view.state.pending or view.state.pending[0].kind != "retreat":
        return False
    standing = [u for u in sides.units(view, battle, sides.ATTACKER) if sides.holds_battle(view, u)]
    late = fight.wishes.rounds is not None and battle.round >= fight.wishes.rounds
    return late or len(standing) <= fight.wishes.leave


def begun(chance: Prng, fight: Fight, dice: PracticeDice) -> Fight:
    """Sometimes the same battle when some of its questions have been answered (to what will be left later)."""
    if chance.below(5):
        return fight
    plain = dataclasses.replace(fight, wishes=Wishes())
    game, order = Game(fight.view.table, fight.view.state.copy()), f"fight {fight.battle}"
    for _ in range(1 + chance.below(5)):
        game.submit(order, dice)
        if game.state.battles[fight.battle].status == "over" or _rerolls(game.state.pending[0]):
            return fight
        order = _answer(game, plain)
    try:
        view, later = game.view, ready(game.view, fight.battle).act.state.units
    except NoOdds:
        return fight
    gone = [u for u in view.state.units.values() if u.id not in later]
    sunk = sum(view.of(u).cost * (-1 if u.owner == _mine(fight) else 1) for u in gone)
    return Fight(view, fight.battle, f"{fight.text}, going on", sunk=sunk)


def _rerolls(decision: Decision) -> bool:
    """Whether the question may make dice fall before anything else happens."""
    return decision.kind == "reroll"


def tally(fight: Fight, games: int, dice: PracticeDice) -> Tally:
    """What games of a battle gave, beside what the odds promise of them."""
    odds = fight.odds
    assert odds.exact or odds.played, fight.text
    seen: defaultdict[str, float] = defaultdict(float)
    for _ in range(games):
        outcome, after = fight_out(fight, dice)
        seen["win"] += outcome == "attacker"
        seen["loss"] += outcome == "defender"
        seen["retreat"] += outcome == "retreat"
        seen["takes"] += outcome == "attacker" and _holds(fight, after.view)
        seen["swing"] += _lost(fight, after, False) - _lost(fight, after, True) - fight.sunk
    found = {}
    for name in CHANCES:
        p = getattr(odds, name)
        assert likely(int(seen[name]), games, p) > HARDLY, (fight.text, name, p, seen[name], games)
        found[name] = (seen[name], games * p, games * p * (1 - p))
    found["swing"] = (seen["swing"], games * odds.swing, games * odds.swing_deviation**2)
    return found


def _mine(fight: Fight) -> str:
    return fight.view.state.turn.power


def _holds(fight: Fight, after: View) -> bool:
    if after.place(fight.battle).is_sea:
        return False
    units = after.units(fight.battle, _mine(fight), LAND)
    return any(not after.has(u, "cannot capture") and u.id in fight.view.state.units for u in units)


def _lost(fight: Fight, after: Game, attacker: bool) -> int:
    """IPC lost in the battle itself (not by aircraft that find no deck when it is over)."""
    events = (e for entry in after.log for e in entry.events)
    gone = [e.unit for e in events if isinstance(e, UnitRemoved) and e.why != "no landing"]
    return sum(fight.view.of(u).cost for u in gone if (u.owner == _mine(fight)) == attacker)


def likely(seen: int, games: int, p: float) -> float:
    """The chance to see something so often or oftener, or so seldom or seldomer, whichever is less."""
    p = min(max(p, 1e-9), 1 - 1e-9)
    terms = [math.comb(games, k) * p**k * (1 - p) ** (games - k) for k in range(games + 1)]
    return min(sum(terms[seen:]), sum(terms[: seen + 1]))


def worst(tallies: list[Tally]) -> dict[str, float]:
    """By how many standard errors the sums are off."""
    found = {}
    for name in (*CHANCES, "swing"):
        seen, expected, variance = (sum(t[name][i] for t in tallies) for i in range(3))
        found[name] = abs(seen - expected) / math.sqrt(max(variance, 1.0))
    return found


def check(board: str, rules: tuple[str, ...], count: int, games: int, seed: int) -> int:
    """Fight random battles of a table; how many could be compared. Raises AssertionError where odds and dice differ."""
    dice, chance, tallies = PracticeDice(seed), Prng(seed), []
    for fight in battles(board, rules, count, seed):
        game = Game(fight.view.table, fight.view.state.copy())
        if not left_out(fight.view, fight.battle) and game.trial(f"fight {fight.battle}") is None:
            tallies.append(tally(begun(chance, fight, dice), games, dice))
    off = worst(tallies)
    assert max(off.values()) < ERRORS, (board, rules, off)
    return len(tallies)
