"""Exact odds of a small battle on ladders: all its states at once, as one linear system.

A battle of a dozen units has some hundred states: going through them row by row would take more calls than numbers.
"""

from __future__ import annotations

import numpy as np

from rules.odds.solve.chain_solver import Rungs
from rules.odds.solve.model import Floats

MOST = 120  # states
_SURE = 1 - 1e-12


def fits(rows: Rungs, columns: Rungs) -> bool:
    """Whether a battle is small, and both sides have one ladder."""
    return rows.ladders == columns.ladders == 1 and (rows.top + 1) * (columns.top + 1) <= MOST


def play(rows: Rungs, columns: Rungs, start: Floats, rounds: int | None = None) -> Floats:
    """found[r, m, c]: how likely the battle ends there, as `Climb.play` has it."""
    going = rows.fights[0][:, None] & columns.fights[0]
    going &= ~((rows.hits[0, 0] > _SURE)[:, None] & (columns.hits[0, 0] > _SURE))
    size, live = going.size, going.ravel().nonzero()[0]
    down, along = _led(columns.hits[:, 0], rows.top), _led(rows.hits[:, 0], columns.top)
    steps = (down.transpose(1, 0, 2)[:, :, :, None] * along[:, :, None]).reshape(size, size)[live]
    chances = start.flatten()
    if rounds is None:
        stays = steps[:, live]
        stays[range(len(live)), range(len(live))] -= 1
        visits = np.linalg.solve(stays.T, -chances[live])
        chances = chances + visits @ steps
        chances[live] = 0
    else:
        for _ in range(rounds):
            here, chances[live] = chances[live], 0
            chances = chances + here @ steps
    found: Floats = chances.reshape(start.shape)
    return found


def _led(hits: Floats, top: int) -> Floats:
    """found[shooter, i, j]: chance that fire leads from rung i of the other side to rung j; hits beyond the last fall
    on nobody."""
    most, shooters = hits.shape
    padded = np.zeros((shooters, top + max(most, top + 1)))
    padded[:, top : top + most] = hits.T
    along = padded.strides[1]
    shape, strides = (shooters, top + 1, top), (padded.strides[0], -along, along)
    found = np.empty((shooters, top + 1, top + 1))
    found[:, :, :top] = np.ndarray(shape, float, padded, top * along, strides)
    found[:, :, top] = hits.sum(0)[:, None] - found[:, :, :top].sum(2)
    return found
