"""Positions of recorded games with what came of them: what a model learns from, and is measured with."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from analysis import gamefile
from analysis.adjudication import counts
from analysis.chance import family_of
from analysis.features import NAMES, features
from analysis.playout import Ended
from rules.core.view import View
from rules.play.game import Game
from seats.position.standing import of_side, sides


@dataclass(frozen=True, slots=True)
class Sample:
    """A game: its family, what it counts for the first side (1 won, 0 lost, half open), and for each of its turns the
    round, the figures of the position it began in and the worth of both sides."""

    name: str
    family: str
    result: float
    rounds: tuple[int, ...]
    rows: tuple[tuple[float, ...], ...]
    worths: tuple[tuple[int, int], ...]


def turn_starts(game: Game) -> Iterator[View]:
    """The position at the beginning of each turn of a game, and the one at its end; valid until the next is asked for.
    What was changed before the first order belongs to the set-up."""
    then, log = gamefile.start_of(game), game.log[1:]
    while log and log[0].text.startswith("edit"):
        then.replay(log.pop(0))
    yield then.view
    for entry in log:
        turn = then.state.turn
        then.replay(entry)
        if (then.state.turn.round, then.state.turn.power) != (turn.round, turn.power) or then.state.winner:
            yield then.view


def sample_of(name: str, game: Game, winner: str | None = None) -> Sample:
    """A game as a sample. winner: who has won as people settled it ("" nobody); None: whoever won by the rules or is clearly
    ahead."""
    first, second = sides(game.view)[:2]
    worth = {side: of_side(game.view, side).worth for side in (first, second)}
    result = counts(Ended("", game.state.winner, game.state.turn.round, worth), first)
    if winner is not None:
        result = 0.5 if not winner else float(winner == first)
    rounds, rows, worths = [], [], []
    for view in turn_starts(game):
        if not view.state.winner:
            rounds.append(view.state.turn.round)
            rows.append(tuple(round(value, 5) for value in features(view)))
            worths.append((of_side(view, first).worth, of_side(view, second).worth))
    head = game.head()
    family = family_of(head["board"], head["rules"])
    return Sample(name, family, result, tuple(rounds), tuple(rows), tuple(worths))


def as_json(sample: Sample) -> dict[str, Any]:
    """A sample as it is kept."""
    return {"figures": list(NAMES), **asdict(sample)}


def from_json(data: Mapping[str, Any]) -> Sample | None:
    """What was kept; None if it is of other figures."""
    if list(data["figures"]) != list(NAMES):
        return None
    rows, worths = tuple(map(tuple, data["rows"])), tuple((int(a), int(b)) for a, b in data["worths"])
    return Sample(data["name"], data["family"], data["result"], tuple(data["rounds"]), rows, worths)


def read(folder: Path) -> list[Sample]:
    """The samples of the game files of a folder; each is kept beside its file, as long as the figures are the same."""
    return [_kept(path) for path in sorted(folder.glob("*.json.gz"))]


def _kept(path: Path) -> Sample:
    beside = path.with_suffix(".sample")
    if beside.exists():
        known = from_json(json.loads(beside.read_text()))
        if known:
            return known
    sample = sample_of(path.name.removesuffix(".json.gz"), gamefile.read(path))
    beside.write_text(json.dumps(as_json(sample)))
    return sample
