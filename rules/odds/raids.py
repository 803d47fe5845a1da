"""What a bombing raid will probably do: played out by the engine itself, air battle, guns and bombs.

Interceptors are those that have risen; after a round over the target both sides go on. No question is asked of anybody:
losses are the recommended ones.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass

from rules.battle import casualties, losses
from rules.core.view import View
from rules.dice import PracticeDice
from rules.model.events import UnitRemoved
from rules.model.refusals import Refusal
from rules.play.game import Game

GAMES = 300
_LONGEST = 500  # answers to one raid


@dataclass(frozen=True, slots=True)
class RaidOdds:
    """A raid, played `played` times. damage: to facilities, or IPC where raids cost money; attacker_loss,
    defender_loss: IPC of aircraft. damage_error, loss_error: one standard error of the damage and of the attacker's
    losses. bombs: chance that any bomber gets through."""

    place: str
    damage: float
    attacker_loss: float
    defender_loss: float
    bombs: float
    damage_error: float
    loss_error: float
    played: int


def raid_odds(view: View, battle: str, games: int = GAMES) -> RaidOdds:
    """What a raid that is due will do. Raises KeyError if there is no such battle, ValueError if it is no raid."""
    found = view.state.battles[battle]
    if found.kind != "raid" or found.status != "due":
        raise ValueError(f"{battle} is no raid that is due")
    dice = PracticeDice(1)
    results = [_played(view, battle, dice) for _ in range(games)]
    damage, mine, theirs = ([r[i] for r in results] for i in range(3))
    return RaidOdds(
        found.place,
        _mean(damage),
        _mean(mine),
        _mean(theirs),
        _mean([float(d > 0) for d in damage]),
        _error(damage),
        _error(mine),
        games,
    )


def _played(view: View, battle: str, dice: PracticeDice) -> tuple[float, float, float]:
    """(damage, IPC the raiders lose, IPC their enemies lose) in one game."""
    game = Game(view.table, view.state.copy())
    game.state.turn = dataclasses.replace(game.state.turn, phase="conduct combat")
    game.state.pending, game.state.agenda, game.state.stalled = (), (), ()
    fight = game.state.battles[battle]
    game.state.battles = {battle: fight}
    before = _harm(game, fight.place)
    order = f"fight {fight.place}"
    for _ in range(_LONGEST):
        outcome = game.submit(order, dice)
        if isinstance(outcome, Refusal):
            raise ValueError(f"{battle}: {outcome.message}")
        now = game.state.battles.get(battle)
        if now is None or now.status == "over" or not game.state.pending:
            break
        order = _answer(game)
    gone = [e.unit for entry in game.log for e in entry.events if isinstance(e, UnitRemoved)]
    lost = [sum(view.of(u).cost for u in gone if (u.owner == fight.attacker) == mine) for mine in (True, False)]
    return _harm(game, fight.place) - before, lost[0], lost[1]


def _answer(game: Game) -> str:
    """Recommended losses, and on with it."""
    asked = game.state.pending[0]
    if asked.kind == "casualties":
        fight = game.state.battles[asked.data["battle"]]
        chosen = losses.default(game.view, fight, asked.data["side"], asked.data["hits"])
        return casualties.text_of(game.view, chosen)
    return "press on" if asked.kind == "retreat" else "pass"


def _harm(game: Game, place: str) -> float:
    """Damage of a place's facilities, and IPC its owner has paid for raids this turn."""
    paid: float = game.view.flag("turn.raid losses", {}).get(place, 0)
    return paid + sum(f.damage for f in game.view.facilities(place))


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _error(values: list[float]) -> float:
    mean = _mean(values)
    return math.sqrt(sum((v - mean) ** 2 for v in values) / len(values) / len(values))
