"""What each answer to a question would mean for the battle or raid that it is about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules.battle import setup, sides
from rules.core.act import Act
from rules.core.view import View
from rules.model.orders import PASS
from rules.model.refusals import Refusal
from rules.model.state import Battle, Decision, State
from rules.odds.read.battle import NoOdds, Wishes, ready
from rules.odds.read.modes import mode_of
from rules.odds.read.raids import raid_odds
from rules.odds.read.surprise_fire import REINFORCE, SurpriseFire, announced
from rules.play import lines
from rules.play.game import Game, NoDice


@dataclass(frozen=True, slots=True)
class AnswerOdds:
    """An answer as the power that is asked sees it. place: of the battle. win: chance that its side wins the battle, or
    as its defender is not beaten; of a raid that no bomb does damage. swing: IPC that its side gains or loses from now
    on, what this answer loses included. exact: worked out, not played out. damage: what a raid will do (None: it is a
    battle). without: the same if the question is passed, where that is about several battles and has no odds of its own."""

    text: str
    place: str
    attacks: bool
    win: float
    swing: float
    exact: bool
    damage: float | None = None
    without: AnswerOdds | None = None


def answer_odds(game: Game, texts: Sequence[str]) -> tuple[AnswerOdds, ...]:
    """The odds behind some answers to the first open question; those that nobody can tell are left out (they make dice
    fall themselves, or lead to no battle)."""
    decision = game.state.pending[0]
    found = [one for text in texts if (one := _odds(game, decision, text))]
    passed = str(PASS) in texts and all(one.text != str(PASS) for one in found)
    return tuple(replace(one, without=_without(game, decision, one)) if passed else one for one in found)


def _without(game: Game, decision: Decision, answer: AnswerOdds) -> AnswerOdds | None:
    """The battle of an answer as it is if the question is passed."""
    after = _answered(game, decision, str(PASS))
    battles = lines.battles_at(after.state, (answer.place,)) if after else ()
    return _told(game, decision, str(PASS), after, _first(after.state, battles[0])) if after and battles else None


def _odds(game: Game, decision: Decision, text: str) -> AnswerOdds | None:
    after = _answered(game, decision, text)
    return _told(game, decision, text, after, _battle(game, decision, text, after)) if after else None


def _told(game: Game, decision: Decision, text: str, after: Game, battle: Battle | None) -> AnswerOdds | None:
    """The odds of a battle once the question is answered."""
    if battle is None:
        return None
    try:
        if battle.kind == "raid":
            return _of_raid(after.view, battle, text)
        return _of_battle(game, decision.power, text, after.view, battle)
    except NoOdds:
        return None


def _of_battle(game: Game, power: str, text: str, view: View, battle: Battle) -> AnswerOdds:
    attacks = _side(game.view, battle, power) == sides.ATTACKER
    begun = ready(view, battle.id)
    odds = begun.odds(Wishes())
    lost = [_cost(game.view, ids, begun.act.state) for ids in (battle.attackers, battle.defenders)]
    swing = odds.swing + lost[1] - lost[0] - _sunk_elsewhere(view, battle)
    win, sign = (odds.win, 1) if attacks else (1 - odds.win, -1)
    return AnswerOdds(text, battle.place, attacks, win, sign * swing, odds.exact)


def _of_raid(view: View, battle: Battle, text: str) -> AnswerOdds:
    """Those who are asked are the raided: what bombs destroy is theirs, whatever falls over the target each side's."""
    odds = raid_odds(view, battle.id)
    swing = odds.attacker_loss - odds.defender_loss - odds.damage
    return AnswerOdds(text, battle.place, False, 1 - odds.bombs, swing, odds.exact, odds.damage)


def _answered(game: Game, decision: Decision, text: str) -> Game | None:
    """The position with the answer given, and nothing done that follows from it but that who reinforces a battle joins
    it; None where dice would fall."""
    state, agenda = game.state.copy(), game.state.agenda
    alone = {**decision.data, "owners": (decision.power,), "said": ()} if "owners" in decision.data else decision.data
    state.pending, state.agenda, state.stalled = (replace(decision, data=alone),), (), ()  # nobody else
    twin, dice = Game(game.table, state), NoDice()
    if isinstance(twin.submit(text, dice, decision.power), Refusal) or dice.used:
        return None
    twin.state.agenda = agenda
    if any(todo.name == REINFORCE for todo in agenda):
        setup.refresh_all(Act(twin.table, twin.state, NoDice()))
    return twin


def _battle(game: Game, decision: Decision, text: str, after: Game) -> Battle | None:
    """The battle to which an answer leads, or the one that the question is about."""
    named = decision.data.get("battle") in after.state.battles
    path = () if named else getattr(game.parse(text), "path", ())
    if path:
        return next(iter(lines.battles_at(after.state, path[-1:])), None)
    found = lines.at_stake(game.view, decision)
    return _first(after.state, after.state.battles.get(found.id)) if found else None


def _first(state: State, battle: Battle | None) -> Battle | None:
    """The fight at sea that a landing depends on, if aircraft that have been sent there make one; else the battle."""
    at_sea = lines.battles_at(state, battle.zones) if battle and battle.kind == "land" else []
    return next((b for b in at_sea if b.kind == "sea"), battle)


def _side(view: View, battle: Battle, power: str) -> str:
    return sides.ATTACKER if view.side(power) == view.side(battle.attacker) else sides.DEFENDER


def _cost(view: View, units: Iterable[int], later: State) -> int:
    """What those of some units cost that are gone later."""
    return sum(view.of(view.state.units[i]).cost for i in units if i in view.state.units and i not in later.units)


def _sunk_elsewhere(view: View, battle: Battle) -> float:
    """IPC that announced fire will probably cost the attacker in ships that take no part in the battle itself."""
    fire = (one for one in announced(view) if one.salvo.side == sides.DEFENDER)
    away = (one for one in fire if not one.targets.intersection(battle.attackers))
    return sum(_expected_loss(view, one) for one in away)


def _expected_loss(view: View, fire: SurpriseFire) -> float:
    """IPC that aimed fire will probably cost."""
    (unit,) = view.get(tuple(fire.targets))
    hits = np.ones(1)
    for die, count in mode_of(view).dice((shot, np.array([shot.dice])) for shot in fire.salvo.shots).items():
        chance = sum(p for _, p in die)
        for _ in range(int(count[0])):
            hits = np.convolve(hits, (1 - chance, chance))
    cargo = sum(view.of(u).cost for u in view.state.aboard(unit.id))
    return float(hits[view.of(unit).hits - unit.damage :].sum()) * (view.of(unit).cost + cargo)
