"""What a bombing raid will probably do: air battle, guns and bombs, worked out; where they cannot be, played out.

Interceptors are those that have risen; over a target both sides go on. No question is asked of anybody: losses are the
recommended ones.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass

import numpy as np

from rules.battle import casualties, losses
from rules.core.view import View
from rules.dice import PracticeDice
from rules.model.events import UnitRemoved
from rules.model.refusals import Refusal
from rules.model.state import Battle
from rules.odds.read.battle import NoOdds
from rules.odds.read.raid_states import BeyondReach, Bombs, harm, ways
from rules.odds.solve.model import Floats
from rules.play.game import Game
from rules.play.recap import NO_LOSS

GAMES = 300
MOST = 4000  # ways a raid may go that are worked out
_LONGEST = 500  # answers to one raid
_SHOWN = 1e-9


@dataclass(frozen=True, slots=True)
class RaidOdds:
    """A raid. damage: to facilities, IPC where raids cost money, or IPC of troops that bombs hit; attacker_loss,
    defender_loss: IPC of aircraft. bombs: chance that any bomber does damage. damages: what it may do, and how likely.
    played: how often it was played out (0: worked out); then damage_error and loss_error are one standard error of the
    damage and of the attacker's losses. name: what the raid is called."""

    place: str
    damage: float
    attacker_loss: float
    defender_loss: float
    bombs: float
    damages: tuple[tuple[int, float], ...] = ()
    damage_error: float = 0.0
    loss_error: float = 0.0
    played: int = 0
    name: str = "raid"

    @property
    def middle(self) -> int:
        """The damage that is reached or exceeded half the time."""
        above = 0.0
        for damage, p in reversed(self.damages):
            above += p
            if above >= 0.5 - 1e-9:
                return damage
        return 0

    @property
    def exact(self) -> bool:
        """Whether it has been worked out."""
        return not self.played


def raid_odds(view: View, battle: str, games: int = GAMES, most: int = MOST) -> RaidOdds:
    """What a raid that is due will do; worked out where it goes in no more than about `most` ways, otherwise played
    `games` times. Raises KeyError if there is no such battle, NoOdds if it is no raid."""
    found = view.state.battles[battle]
    if found.kind != "raid" or found.status != "due":
        raise NoOdds(found.place, "no raid is due there.")
    try:
        return _worked_out(view, battle, most)
    except BeyondReach:
        return _played_out(view, battle, games)


def _worked_out(view: View, battle: str, most: int) -> RaidOdds:
    fight, bombs = view.state.battles[battle], Bombs(view, battle)
    damage: Floats = np.zeros(1)
    lost = np.zeros(2)
    total = 0.0
    for way in ways(view, battle, most):
        done = bombs.of(way.act)
        damage = np.pad(damage, (0, max(0, len(done) - len(damage))))
        damage[: len(done)] += way.p * done
        lost += way.lost
        total += way.p
    damage, lost = damage / total, lost / total
    mean = float(damage @ np.arange(len(damage)))
    some = tuple((n, float(p)) for n, p in enumerate(damage) if p > _SHOWN)
    return RaidOdds(fight.place, mean, float(lost[0]), float(lost[1]), 1 - float(damage[0]), some, name=fight.called)


def _played_out(view: View, battle: str, games: int) -> RaidOdds:
    dice = PracticeDice(1)
    results = [fly(view, battle, dice) for _ in range(games)]
    damage, mine, theirs = ([r[i] for r in results] for i in range(3))
    some = tuple((int(n), damage.count(n) / games) for n in sorted(set(damage)))
    return RaidOdds(
        view.state.battles[battle].place,
        _mean(damage),
        _mean(mine),
        _mean(theirs),
        _mean([float(d > 0) for d in damage]),
        some,
        _error(damage),
        _error(mine),
        games,
        view.state.battles[battle].called,
    )


def fly(view: View, battle: str, dice: PracticeDice) -> tuple[float, float, float]:
    """(damage, IPC the raiders lose, IPC their enemies lose) in one game."""
    game = Game(view.table, view.state.copy())
    game.state.turn = dataclasses.replace(game.state.turn, phase="conduct combat")
    game.state.pending, game.state.agenda, game.state.stalled = (), (), ()
    fight = game.state.battles[battle]
    game.state.battles = {battle: fight}
    before = harm(game.view, fight.place)
    order = f"fight {fight.place}"
    for _ in range(_LONGEST):
        outcome = game.submit(order, dice)
        if isinstance(outcome, Refusal):
            raise NoOdds(fight.place, outcome.message)
        now = game.state.battles.get(battle)
        if now is None or now.status == "over" or not game.state.pending:
            break
        order = _answer(game)
    events = (e for entry in game.log for e in entry.events if isinstance(e, UnitRemoved) and e.why not in NO_LOSS)
    lost = {e.unit.id: view.of(e.unit).cost for e in events}
    flown, met = (sum(lost.pop(unit, 0) for unit in side) for side in (_all_aboard(view, fight), fight.defenders))
    return harm(game.view, fight.place) - before + sum(lost.values()), flown, met


def _all_aboard(view: View, fight: Battle) -> list[int]:
    """The raiders with what they carry."""
    return [*fight.attackers, *(u.id for carrier in fight.attackers for u in view.state.aboard(carrier))]


def _answer(game: Game) -> str:
    """Recommended losses, and on with it."""
    asked = game.state.pending[0]
    if asked.kind == "casualties":
        fight = game.state.battles[asked.data["battle"]]
        chosen = losses.default(game.view, fight, asked.data["side"], asked.data["hits"])
        return casualties.text_of(game.view, fight, chosen)
    return "press on" if asked.kind == "retreat" else "pass"


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _error(values: list[float]) -> float:
    mean = _mean(values)
    return math.sqrt(sum((v - mean) ** 2 for v in values) / len(values) / len(values))
