"""Small battles worked out over the engine itself: every way its dice may fall, each position once, losses as recommended."""

from __future__ import annotations

import dataclasses
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np
import pytest

from rules.core.act import Act
from rules.core.view import View
from rules.dice import PracticeDice
from rules.model.events import UnitRemoved
from rules.model.refusals import Refusal
from rules.model.state import State
from rules.model.written import state_hash
from rules.play.game import Game
from tests.rules.engine_fights import answer

Script = tuple[int, ...]
OUTCOMES = ("attacker", "defender", "draw", "stalemate", "retreat")


class Fork(Exception):
    """The next dice that are alike: so many."""


class Fall:
    """Dice that fall as a script says: how many hit of those that are alike, throw by throw. chance: of that."""

    def __init__(self, script: Script) -> None:
        self.script, self.chance = list(script), 1.0

    def roll(
        self,
        count: int,
        why: str,
        place: str,
        who: str,
        needs: Sequence[int],
        labels: Sequence[str],
        together: Sequence[int],
    ) -> tuple[int, ...]:
        """In place of `Act.roll`."""
        assert not together
        found: tuple[int, ...] = ()
        for (need, _), alike in groupby(zip(needs, labels, strict=True)):
            size, p = len(list(alike)), min(6, need) / 6
            if not self.script:
                raise Fork(size)
            hits = self.script.pop(0)
            self.chance *= math.comb(size, hits) * p**hits * (1 - p) ** (size - hits)
            found += (1,) * hits + (6,) * (size - hits)
        return found


def worked_out(view: View, battle: str) -> dict[str, float]:
    """Outcome -> its chance, of a battle that is due."""
    start = view.state.copy()
    seen: dict[str, int] = {}
    rows: list[dict[int | str, float]] = []
    todo = [(start, f"fight {battle}")]
    numbers = {_key(start, battle): 0}
    while todo:
        state, order = todo.pop()
        row: dict[int | str, float] = defaultdict(float)
        for chance, game in _ways(Game(view.table, state), order, battle):
            after = game.state
            if after.battles[battle].status == "over":
                row[after.battles[battle].outcome] += chance
                continue
            key = _key(after, battle)
            if key not in numbers:
                numbers[key] = len(numbers)
                todo.append((after, "press on"))
            row[numbers[key]] += chance
        rows.append(row)
        seen[_key(state, battle)] = len(rows) - 1
    order_of = [seen[key] for key in numbers]
    return _absorbed([rows[n] for n in order_of])


def after_a_round(view: View, battle: str) -> tuple[float, float]:
    """IPC that attacker and defender lose on average in the first round of a battle that is due: by fire, not because an
    aircraft finds no deck when it is over."""
    lost = {True: 0.0, False: 0.0}
    for chance, after in _ways(Game(view.table, view.state.copy()), f"fight {battle}", battle):
        for event in (event for entry in after.log for event in entry.events):
            if isinstance(event, UnitRemoved) and event.why != "no landing":
                lost[event.unit.owner == view.active] += chance * view.of(event.unit).cost
    return lost[True], lost[False]


def _absorbed(rows: list[dict[int | str, float]]) -> dict[str, float]:
    """Where the chain of positions ends, from the first."""
    size = len(rows)
    stay, end = np.zeros((size, size)), np.zeros((size, len(OUTCOMES)))
    for n, row in enumerate(rows):
        for to, chance in row.items():
            if isinstance(to, int):
                stay[n, to] += chance
            else:
                end[n, OUTCOMES.index(to)] += chance
    found = np.linalg.solve(np.eye(size) - stay, end)[0]
    return dict(zip(OUTCOMES, found.tolist(), strict=True))


def _ways(game: Game, order: str, battle: str) -> Iterator[tuple[float, Game]]:
    """Every way a round may go: its chance, the game behind it."""
    scripts: list[Script] = [()]
    while scripts:
        script = scripts.pop()
        fall, after = Fall(script), Game(game.table, game.state.copy())
        try:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(Act, "roll", lambda act, *about, fall=fall: fall.roll(*about))
                _round(after, order, battle)
        except Fork as fork:
            scripts += [(*script, hits) for hits in range(fork.args[0] + 1)]
            continue
        if fall.chance:
            yield fall.chance, after


def _round(game: Game, order: str, battle: str) -> None:
    """Up to the attacker's next question whether he goes on."""
    while True:
        outcome = game.submit(order, PracticeDice(0))
        assert not isinstance(outcome, Refusal), (order, outcome)
        if game.state.battles[battle].status == "over" or game.state.pending[0].kind == "retreat":
            return
        order = answer(game, battle)


def _key(state: State, battle: str) -> str:
    """What a position is known by: how many rounds there have been matters no more after the second."""
    twin = state.copy()
    fight = twin.battles[battle]
    twin.battles = {**twin.battles, battle: dataclasses.replace(fight, round=min(fight.round, 2))}
    twin.rolls, twin.agenda = 0, ()
    return state_hash(twin)
