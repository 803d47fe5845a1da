"""Random bombing raids: what is worked out of them against the engine itself, which flies them with dice."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from dataclasses import replace

from rules.battle import setup
from rules.core.act import Act
from rules.core.table import Table
from rules.core.view import View
from rules.dice import PracticeDice
from rules.dice.prng import Prng
from rules.model.ledger import Ledger
from rules.model.profiles import AIR, UnitType
from rules.model.state import Battle, State, Unit
from rules.odds import raid_odds
from rules.odds.read.raids import fly
from rules.play.game import Game
from tests.rules.random_battles import ERRORS


@functools.lru_cache(maxsize=1)
def _game(board: str, rules: tuple[str, ...], options: tuple[tuple[str, object], ...]) -> tuple[Table, State]:
    """A game after its set-up, with all units off the board."""
    game = Game.new(board, rules, dict(options))
    game.state.units.clear()
    game.state.flags = {name: value for name, value in game.state.flags.items() if not name.startswith("turn.")}
    game.state.battles, game.state.pending, game.state.agenda = {}, (), ()
    return game.table, game.state


def raids(board: str, rules: tuple[str, ...], count: int, seed: int) -> Iterator[tuple[View, str]]:
    """Random raids of a table: (position, the raid's id)."""
    chance = Prng(seed)
    for _ in range(count):
        table, state = _game(board, rules, ())
        act = Act(table, state.copy(), PracticeDice(0))
        if found := _raid(chance, act):
            yield act, found


def _raid(chance: Prng, act: Act) -> str:
    """Bombers over some facilities of an enemy, perhaps escorts, perhaps interceptors."""
    powers = [p for p in act.board.order if _bombers(act, p)]
    one = chance.choice(powers)
    enemies = [p for p in act.board.order if act.board.side(p) != act.board.side(one)]
    goals = [p for p in sorted(act.state.facilities) if act.owner(p) in enemies and _aims(act, one, p)]
    if not goals:
        return ""
    place = chance.choice(goals)
    two = act.owner(place) or ""
    act.set_relation(one, two, "war", "test")
    act.state.turn = replace(act.state.turn, power=one, phase="conduct combat", round=1 + chance.below(8))
    aims = _aims(act, one, place)
    front = chance.choice(aims)
    for _ in range(1 + chance.below(3)):
        unit = chance.choice(_bombers(act, one))
        _fly(act, unit, one, place, "raid", chance.choice(aims) if chance.below(3) == 0 else front, 1 + chance.below(2))
    if "air battle" in act.printed_steps("raid") and any(u.has("escorts") for u in act.table.units.values()):
        fighters = [u for u in act.table.units.values() if u.has("escorts") and _may(u, one)]
        _fly(act, chance.choice(fighters), one, place, "escort", front, chance.below(3))
        risers = [u for u in act.table.units.values() if u.has("escorts") and _may(u, two)]
        _fly(act, chance.choice(risers), two, place, "intercept", front, chance.below(3))
    act.state.reindex()
    id_ = f"raid {place}"
    act.set_battle(Battle(id_, "raid", place, one))
    setup.refresh(act, id_)
    return id_


def _may(unit: UnitType, power: str) -> bool:
    return (not unit.powers or power in unit.powers) and not unit.becomes and unit.domain == AIR


def _bombers(act: Act, power: str) -> list[UnitType]:
    return [u for u in act.table.units.values() if u.raids and _may(u, power)]


def _aims(act: Act, power: str, place: str) -> list[str]:
    bombed = {name for unit in _bombers(act, power) for name in unit.raids}
    return sorted({f.type for f in act.facilities(place) if f.type in bombed})


def _fly(act: Act, unit: UnitType, power: str, place: str, role: str, target: str, count: int) -> None:
    for _ in range(count):
        number = act.state.next_id
        turn = Ledger(role=role, target=target, moved="combat move")  # type: ignore[arg-type]
        act.state.units[number] = Unit(number, unit.name, power, place, turn=turn)
        act.state.next_id += 1


def check(board: str, rules: tuple[str, ...], count: int, games: int, seed: int) -> int:
    """Fly random raids of a table; how many were worked out. Raises AssertionError where that and the dice differ."""
    dice, worked_out = PracticeDice(seed), 0
    sums = {name: [0.0, 0.0] for name in ("damage", "attacker", "defender")}  # off by, variance
    for view, id_ in raids(board, rules, count, seed):
        odds = raid_odds(view, id_)
        if not odds.exact:
            continue
        worked_out += 1
        promised = odds.damage, odds.attacker_loss, odds.defender_loss
        for _ in range(games):
            for found, seen, mean in zip(sums.values(), fly(view, id_, dice), promised, strict=True):
                found[0] += seen - mean
                found[1] += (seen - mean) ** 2
    off = {name: abs(by) / math.sqrt(max(variance, 1.0)) for name, (by, variance) in sums.items()}
    assert max(off.values()) < ERRORS, (board, rules, off)
    return worked_out
