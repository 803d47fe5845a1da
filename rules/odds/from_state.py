"""The odds of a battle on the board, read from the engine: the same numbers, volleys, steps and order of loss.

Not in them: decisions (submarines that submerge or withdraw), and steps that only a rule knows; these are named in
`left_out`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from rules.battle import casualties, fire, losses, rounds, setup, sides, special
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.dice import PracticeDice
from rules.model.state import Battle
from rules.odds.battle import odds
from rules.odds.model import ALL, Opening, Plan, Side
from rules.odds.reading import EngineSide, LossOrder, classes_of, dice_of, hunts, kinds_of
from rules.odds.result import Odds

_ONCE = ("land cargo", "bombardment", "antiaircraft", "round")
_EVERY_ROUND = ("open", "submerge", "strike", "fire", "remove", "end", "withdraw", "retreat")
KNOWN_STEPS = frozenset((*_ONCE, *_EVERY_ROUND))


@dataclass(frozen=True)
class Wishes:
    """What the players of a battle mean to do. rounds: the attacker breaks off after so many. attacker, defender: how
    they take their losses."""

    rounds: int | None = None
    attacker: LossOrder = field(default_factory=LossOrder)
    defender: LossOrder = field(default_factory=LossOrder)


def battle_odds(view: View, battle: str, rounds: int | None = None, wishes: Wishes | None = None) -> Odds:
    """The odds of a battle that is due or going on, from its next round, once-only fire included if it has not
    begun. rounds: the attacker breaks off after so many. Raises KeyError if there is no such battle, ValueError
    for a raid or a battle that is over."""
    return odds_of(prepared(view, battle), battle, wishes or Wishes(rounds), _still_to_fire(view, battle))


def odds_of(act: Act, battle: str, wishes: Wishes, before: Iterable[Opening] = ()) -> Odds:
    """The odds of a battle that is about to roll. before: fire of the round that is going on."""
    attacker, defender, plan = read(act, act.battle(battle), wishes, tuple(before))
    return odds(attacker, defender, plan)


def _still_to_fire(view: View, battle: str) -> Iterable[Opening]:
    """The defenders' fire of a round in which only the attackers have fired: those that were hit fire too."""
    if any(t.data.get("id") == battle and t.data.get("step") == "fire defender" for t in view.state.agenda):
        yield _opening(view, False, rounds.general_shots(view, view.state.battles[battle], DEFENDER))


def left_out(view: View, battle: str) -> tuple[str, ...]:
    """Steps of a battle that the odds do not know (a rule's own)."""
    act = prepared(view, battle)
    return tuple(s for s in _all_steps(act, act.battle(battle)) if s not in KNOWN_STEPS)


def prepared(view: View, battle: str) -> Act:
    """A transaction on a copy of the position in which the battle is about to roll: cargo ashore, hits that
    wait for an answer taken as recommended. The position itself stays as it is."""
    act = Act(view.table, view.state.copy(), PracticeDice(0))
    get_ready(act, battle)
    return act


def get_ready(act: Act, battle: str) -> None:
    """Bring a battle to the point where it is about to roll."""
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


def read(view: View, battle: Battle, wishes: Wishes, before: tuple[Opening, ...] = ()) -> tuple[Side, Side, Plan]:
    """Attacker, defender and plan of a battle that is about to roll."""
    due = _openings(view, battle) if battle.status == "due" else ()
    openings = tuple(opening for opening in (*before, *due) if opening.dice)
    orders = {ATTACKER: wishes.attacker, DEFENDER: wishes.defender}
    kinds = {s: kinds_of(view, battle, sides.units(view, battle, s), orders[s]) for s in orders}
    hunters = {s: any(hunts(view, battle, kind.unit) for kind in kinds[s]) for s in orders}
    battle = dataclasses.replace(battle, hit={}, fired=(), facts={**battle.facts, "hunters": hunters})
    found = []
    for side in orders:
        other = sides.other(side)
        fired = {kind for o in openings if o.attacker == (other == ATTACKER) for die in o.dice for kind, _ in die}
        classes = classes_of(view, battle, kinds[other]) | fired | _added(view, battle, other)
        found.append(EngineSide(view, battle, side, orders[side], kinds[side], frozenset(classes), hunters[other]))
    attacker, defender = found
    first = battle.status == "due" and _begins_otherwise(view, found)
    return attacker, defender, Plan(openings, wishes.rounds, "strike" in _round_steps(view, battle), first)


def _added(view: View, battle: Battle, side: str) -> set[str]:
    """Classes of the shots that rules add to a side's fire."""
    none: tuple[fire.Shot, ...] = ()
    return {shot.hit_class for shot in view.table.fold(Rule.shots, none, view, battle, side)}


def _begins_otherwise(view: View, both: list[EngineSide]) -> bool:
    """Whether the first round has numbers of its own."""
    hooks = (Rule.battle_number, Rule.battle_numbers, Rule.shots, Rule.hit_class)
    if not any(view.table.answering(hook) for hook in hooks):
        return False
    starts = [np.array([[slot.count] for slot in side.slots], np.intp) for side in both]
    return any(_rolled(side, x, True) != _rolled(side, x, False) for side, x in zip(both, starts, strict=True))


def _rolled(side: EngineSide, start: np.ndarray, first: bool) -> dict[object, int]:
    return {die: int(n[0]) for die, n in side.dice(start, ALL, first).items() if n[0]}


def _openings(view: View, battle: Battle) -> Iterable[Opening]:
    for step in _all_steps(view, battle):
        if step == "bombardment":
            ships = special.choose_ships(view, battle)
            shots = tuple(
                fire.Shot(u.id, special.bombard_number(view, battle, u), u.type, "bombardment") for u in ships
            )
            shots = view.table.fold(Rule.step_shots, shots, view, battle, step, ATTACKER)
            yield _opening(view, True, shots, bool(view.table.options.get("bombarded_units_fire_back", True)))
        elif step == "antiaircraft":
            shots = special.gun_shots(view, battle, len(special.aircraft(view, battle)))
            shots = view.table.fold(Rule.step_shots, shots, view, battle, step, DEFENDER)
            yield _opening(view, False, shots)


def _opening(view: View, attacker: bool, shots: Iterable[fire.Shot], fires_back: bool = False) -> Opening:
    one = np.ones(1, np.intp)
    dice = dice_of(((shot, one) for shot in shots), bool(view.table.options.get("low_luck")))
    return Opening(attacker, {die: int(n[0]) for die, n in dice.items() if n[0]}, fires_back)
