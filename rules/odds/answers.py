"""What each answer to a question would mean for the battle that it is about."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.battle import sides
from rules.core.view import View
from rules.model.refusals import Refusal
from rules.model.state import Battle, Decision, State
from rules.odds.from_state import Wishes, ready
from rules.play.game import Game, NoDice


@dataclass(frozen=True, slots=True)
class AnswerOdds:
    """An answer as the power that is asked sees it. place: of the battle. win: chance that its side wins the battle, or
    as its defender is not beaten. swing: IPC that its side gains or loses from now on, what this answer loses
    included. exact: worked out, not played out."""

    text: str
    place: str
    attacks: bool
    win: float
    swing: float
    exact: bool


def answer_odds(game: Game, texts: Sequence[str]) -> tuple[AnswerOdds, ...]:
    """The odds behind some answers to the first open question; those that nobody can tell are left out (they make dice
    fall themselves, or lead to no battle)."""
    decision = game.state.pending[0]
    found = (_odds(game, decision, text) for text in texts)
    return tuple(one for one in found if one is not None)


def _odds(game: Game, decision: Decision, text: str) -> AnswerOdds | None:
    after = _answered(game, decision, text)
    battle = _battle(game, decision, text, after) if after else None
    if after is None or battle is None:
        return None
    attacks = _side(game.view, battle, decision.power) == sides.ATTACKER
    try:
        begun = ready(after.view, battle.id)
        odds = begun.odds(Wishes())
    except (KeyError, ValueError):
        return None
    lost = [_cost(game.view, ids, begun.act.state) for ids in (battle.attackers, battle.defenders)]
    swing = odds.swing + lost[1] - lost[0]
    win, sign = (odds.win, 1) if attacks else (1 - odds.win, -1)
    return AnswerOdds(text, battle.place, attacks, win, sign * swing, odds.exact)


def _answered(game: Game, decision: Decision, text: str) -> Game | None:
    """The position with the answer given, and nothing done that follows from it; None where dice would fall."""
    state, agenda = game.state.copy(), game.state.agenda
    alone = {**decision.data, "owners": (decision.power,), "said": ()} if "owners" in decision.data else decision.data
    state.pending, state.agenda, state.stalled = (dataclasses.replace(decision, data=alone),), (), ()  # nobody else
    twin, dice = Game(game.table, state), NoDice()
    if isinstance(twin.submit(text, dice, decision.power), Refusal) or dice.used:
        return None
    twin.state.agenda = agenda
    return twin


def _battle(game: Game, decision: Decision, text: str, after: Game) -> Battle | None:
    """The battle that a question is about, else the one at the place to which the answer leads."""
    if named := after.state.battles.get(decision.data.get("battle", "")):
        return named
    path = getattr(game.parse(text), "path", ())
    return after.state.battles.get(path[-1]) if path else None


def _side(view: View, battle: Battle, power: str) -> str:
    return sides.ATTACKER if view.side(power) == view.side(battle.attacker) else sides.DEFENDER


def _cost(view: View, units: Iterable[int], later: State) -> int:
    """What those of some units cost that are gone later."""
    return sum(view.of(view.state.units[i]).cost for i in units if i in view.state.units and i not in later.units)
