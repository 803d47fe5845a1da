"""The odds of a battle on the board, read from the engine: the same numbers, volleys, steps and order of loss.

House rules that change numbers, volleys, hit classes, who may be hit or the order of loss are in the odds
without further code. Not in them: decisions (submarines that submerge or withdraw, losses chosen otherwise
than recommended), and steps that only a rule knows; these are named in `left_out`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.battle import casualties, fire, losses, rounds, setup, sides, special
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.dice import PracticeDice
from rules.model.profiles import LAND
from rules.model.state import Battle, Unit
from rules.model.vocabulary import Trait
from rules.odds.battle import BUDGET, GAMES, odds
from rules.odds.model import ALL, FIRST, STRIKE, Opening, Plan, Shots, Slot, State
from rules.odds.result import Odds

_ONCE = ("land cargo", "bombardment", "antiaircraft", "round")
_EVERY_ROUND = ("open", "submerge", "strike", "fire", "remove", "end", "withdraw", "retreat")
KNOWN_STEPS = frozenset((*_ONCE, *_EVERY_ROUND))
_KINDS = ("any", "air", "submarine", "antiaircraft", "bombardment")


def battle_odds(view: View, battle: str, rounds: int | None = None, budget: int = BUDGET, games: int = GAMES) -> Odds:
    """The odds of a battle that is due or going on, from its next round, once-only fire included if it has not
    begun. rounds: the attacker breaks off after so many. Raises KeyError if there is no such battle, ValueError
    for a raid or a battle that is over."""
    act = prepared(view, battle)
    now = act.battle(battle)
    both = EngineSide(act, now, ATTACKER), EngineSide(act, now, DEFENDER)
    plan = plan_of(act, now)
    openings = (*_still_to_fire(view, view.state.battles[battle]), *plan.openings)
    plan = dataclasses.replace(plan, openings=openings, rounds=rounds, first=any(s.begins_otherwise for s in both))
    return odds(*both, plan, budget, games)


def _still_to_fire(view: View, battle: Battle) -> Iterable[Opening]:
    """The defenders' fire of a round in which only the attackers have fired: those that were hit fire too."""
    if any(t.data.get("id") == battle.id and t.data.get("step") == "fire defender" for t in view.state.agenda):
        yield Opening(False, chances(rounds.general_shots(view, battle, DEFENDER)))


def left_out(view: View, battle: str) -> tuple[str, ...]:
    """Steps of a battle that the odds do not know (a rule's own)."""
    act = prepared(view, battle)
    return tuple(s for s in _all_steps(act, act.battle(battle)) if s not in KNOWN_STEPS)


def prepared(view: View, battle: str) -> Act:
    """A transaction on a copy of the position in which the battle is about to roll: cargo ashore, hits that
    wait for an answer taken as recommended. The position itself stays as it is."""
    act = Act(view.table, view.state.copy(), PracticeDice(0))
    found = act.battle(battle)
    if found.kind == "raid" or found.status == "over":
        raise ValueError(f"{battle}: there are odds only for battles that are still to be fought")
    if found.status == "due":
        if found.kind == "land":
            setup.land_cargo(act, battle)
        setup.refresh(act, battle)
        setup.note_facts(act, battle)
    else:
        _settle(act, battle)
    return act


def _settle(act: Act, battle: str) -> None:
    for side in (ATTACKER, DEFENDER):
        hits = act.battle(battle).fact("hits", {}).get(side, {})
        if any(hits.values()):
            casualties.take(act, battle, side, losses.default(act, act.battle(battle), side, hits))
    casualties.remove(act, battle)


def _all_steps(view: View, battle: Battle) -> tuple[str, ...]:
    steps = view.table.fold(Rule.battle_steps, tuple(view.edition(f"{battle.kind}_steps")), view, battle)
    return (*steps, *_round_steps(view, battle))


def _round_steps(view: View, battle: Battle) -> tuple[str, ...]:
    return view.table.fold(Rule.round_steps, tuple(view.edition(f"{battle.kind}_round")), view, battle)


def plan_of(view: View, battle: Battle) -> Plan:
    """How a battle goes on: its once-only fire if it has not begun, and whether its rounds have first strikes."""
    steps = _round_steps(view, battle)
    strikes = "strike" in steps
    early_end = strikes and "end" in steps[steps.index("strike") : steps.index("fire")]
    openings = tuple(_openings(view, battle)) if battle.status == "due" else ()
    return Plan(openings, strikes=strikes, end_after_strike=early_end)


def _openings(view: View, battle: Battle) -> Iterable[Opening]:
    for step in _all_steps(view, battle):
        if step == "bombardment":
            ships = special.choose_ships(view, battle)
            shots = tuple(
                fire.Shot(u.id, special.bombard_number(view, battle, u), u.type, "bombardment") for u in ships
            )
            shots = view.table.fold(Rule.step_shots, shots, view, battle, step, ATTACKER)
            yield Opening(True, chances(shots), bool(view.table.options.get("bombarded_units_fire_back", True)))
        elif step == "antiaircraft":
            shots = special.gun_shots(view, battle, len(special.aircraft(view, battle)))
            shots = view.table.fold(Rule.step_shots, shots, view, battle, step, DEFENDER)
            yield Opening(False, chances(shots))


def chances(shots: Iterable[fire.Shot]) -> Shots:
    """Shots as chances of hits: dice of one chance and class together; the best of several dice is one."""
    found: dict[tuple[float, str], int] = {}
    for shot in shots:
        chance, dice = shot.need / 6, shot.dice
        if shot.best:
            chance, dice = 1 - (1 - chance) ** dice, 1
        if dice:
            key = (chance, shot.hit_class)
            found[key] = found.get(key, 0) + dice
    return found


class EngineSide:
    """A side of a battle as slots, firing what the engine says."""

    def __init__(self, view: View, battle: Battle, side: str) -> None:
        self._view, self._battle, self._side = view, battle, side
        self._groups = _alike(view, battle, sides.units(view, battle, side))
        steps = sorted((key, g, d) for g, group in enumerate(self._groups) for d, key in _rungs(view, battle, group[0]))
        self._at = {(g, d): i for i, (_, g, d) in enumerate(steps)}
        self.slots = tuple(self._slot(g, d) for _, g, d in steps)

    def _slot(self, group: int, damage: int) -> Slot:
        view, battle, units = self._view, self._battle, self._groups[group]
        unit = units[0]
        profile = view.of(unit)
        strikes: Trait = "first strike attacking" if self._side == ATTACKER else "first strike defending"
        stands = sides.counts(view, unit)
        return Slot(
            name=unit.type,
            count=len(units) if damage == unit.damage else 0,
            cost=profile.cost + sum(view.of(c).cost for c in view.state.aboard(unit.id)),
            after=self._at.get((group, damage + 1), -1),
            hit_by=_hit_by(view, battle, unit, hunted=False),
            hit_by_hunted=_hit_by(view, battle, unit, hunted=True),
            hunts=view.table.fold(Rule.hunts, profile.has("anti-submarine"), view, battle, unit),
            strikes=profile.has(strikes),
            stands=stands,
            fights=not profile.has("no fighter"),
            shoots=not profile.has("defenseless") or bool(fire.numbers(view, battle, self._side).get(unit.id)),
            takes=stands and profile.domain == LAND and not profile.has("cannot capture"),
        )

    @property
    def begins_otherwise(self) -> bool:
        """Whether the first round of a land battle has numbers of its own."""
        if self._battle.status != "due" or self._battle.kind != "land":
            return False
        state = tuple(slot.count for slot in self.slots)
        return self.shots(state, FIRST) != self.shots(state, ALL)

    def shots(self, state: State, step: str) -> Shots:
        """What the units of a state fire in a step."""
        units = self._living(state)
        ids = tuple(u.id for u in units)
        lists: Mapping[str, Any] = {"attackers": ids} if self._side == ATTACKER else {"defenders": ids}
        number = 1 if step == FIRST else max(2, self._battle.round + 1)
        battle = dataclasses.replace(self._battle, hit={}, fired=(), round=number, **lists)
        striking = {u.id for u in units if self._strikes(u)} if step not in (ALL, FIRST) else set()
        firing = [u for u in units if (u.id in striking) == (step == STRIKE)]
        shots = fire.volley(self._view, battle, self._side, firing)
        table = self._view.table
        if step == STRIKE:
            found = table.fold(Rule.step_shots, shots, self._view, battle, step, self._side)
        else:
            found = table.fold(Rule.shots, shots, self._view, battle, self._side)
        return chances(found)

    def _strikes(self, unit: Unit) -> bool:
        trait: Trait = "first strike attacking" if self._side == ATTACKER else "first strike defending"
        return self._view.has(unit, trait)

    def _living(self, state: State) -> list[Unit]:
        left = [0] * len(self._groups)
        for (group, _), at in self._at.items():
            left[group] += state[at]
        return [u for group, n in zip(self._groups, left, strict=True) for u in group[:n]]


def _alike(view: View, battle: Battle, units: Sequence[Unit]) -> list[list[Unit]]:
    groups: dict[object, list[Unit]] = {}
    for unit in units:
        key = (losses.order_of_loss(view, battle, unit)[:-1], losses.likeness(view, unit))
        groups.setdefault(key, []).append(unit)
    return list(groups.values())


def _rungs(view: View, battle: Battle, unit: Unit) -> list[tuple[int, tuple[object, ...]]]:
    """(damage, place in the order of loss) for each state of damage of a unit, whole first."""
    return [
        (damage, losses.order_of_loss(view, battle, unit, damage - unit.damage)[:-1])
        for damage in range(unit.damage, max(view.of(unit).hits, unit.damage + 1))
    ]


def _hit_by(view: View, battle: Battle, unit: Unit, hunted: bool) -> frozenset[str]:
    facts = {**battle.facts, "hunters": {ATTACKER: hunted, DEFENDER: hunted}}
    seen = dataclasses.replace(battle, facts=facts)
    kinds = {*_KINDS, *(sides.hit_class(view, seen, u) for u in _everybody(view, battle))}
    return frozenset(kind for kind in kinds if sides.may_be_hit(view, seen, unit, kind))


def _everybody(view: View, battle: Battle) -> list[Unit]:
    return [*sides.units(view, battle, ATTACKER), *sides.units(view, battle, DEFENDER)]
