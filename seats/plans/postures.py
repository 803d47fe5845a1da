"""The plan of a noncombat move: the army is moved with some different ends in mind, and that is taken which stands best after
the enemies' replies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.soak.player import Plays
from seats.plans.judge import judged
from seats.plans.playout import played_out
from seats.position.situation import Situation
from seats.turn.rehearsal import Rehearsal

BETTER = 0.5  # IPC by which another posture has to be better than the usual one
Posture = dict[str, Any]
CARE: Posture = {"careful": 1.0, "naked": 1.0}
"""Nothing is left."""
PLAIN: tuple[Posture, ...] = (
    {},
    {"walked": 0.6},  # a man on each border
    {"walked": 0.6, "fear": 0.4, "naked": 1.0},  # nothing hangs
    {"fear": 0.05, "step": 0.2},  # forward
    {"walked": 0.4, "fear": 0.2, "step": 0.2, "naked": 1.0},  # forward, but with care
    {"walked": 0.6, "fear": 0.7, "step": 0.05, "naked": 1.0},  # home
)
POSTURES = (PLAIN[0], CARE, *PLAIN[1:])


def best_posture(
    s: Situation, move: Callable[[Situation], Rehearsal], pilot: Callable[[Situation], Plays]
) -> Rehearsal:
    """The best of the moves that come of some postures. move: the orders of the phase as a level wants them."""
    best, top = None, 0.0
    for posture in POSTURES:
        rehearsal = move(s.posed(replace(s.level, **posture)))
        end = played_out(rehearsal.game.copy(), pilot(s))
        worth = judged(s, end, s.threats) - (BETTER if best else 0.0)
        if best is None or worth > top:
            best, top = rehearsal, worth
    assert best is not None, "there is always the usual posture"
    return best
