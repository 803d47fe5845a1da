"""python -m rules bench [BOARD]: how long the engine takes for the usual things, in milliseconds."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from time import perf_counter

from rules.dice.prng import Prng
from rules.legal import complete, legal
from rules.legal.texts import texts
from rules.model.board import BOARDS
from rules.play.game import Game


def main(argv: list[str]) -> int:
    """Print the median and the longest of some repetitions of each thing."""
    parser = argparse.ArgumentParser(prog="python -m rules bench", description="Timings of the engine.")
    parser.add_argument("board", nargs="?", choices=BOARDS, default=BOARDS[-1])
    parser.add_argument("--repeat", type=int, default=20)
    args = parser.parse_args(argv)
    for name, work in tasks(args.board).items():
        times = sorted(_timed(work) for _ in range(args.repeat))
        print(f"{name:34} median {times[len(times) // 2]:8.2f} ms   longest {times[-1]:8.2f} ms")
    return 0


def _timed(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return (perf_counter() - start) * 1000


def tasks(board: str) -> dict[str, Callable[[], object]]:
    """What is measured: name -> work, on a game in its first combat move."""
    game = Game.new(board)
    while game.state.turn.phase != "combat move":
        game.submit("done", Prng(1))
    power = game.to_act
    order = next(t for t in texts(game, power) if game.trial(t, by=power) is None)
    return {
        "a new game": lambda: Game.new(board),
        "try an order": lambda: game.trial(order, by=power),
        "give an order and take it back": lambda: (game.submit(order, Prng(1)), game.submit("undo", Prng(1))),
        "survey of what is legal": lambda: legal(game, power),
        "survey with all destinations": lambda: [m.goals for m in legal(game, power).movers],
        "completion, nothing typed": lambda: complete(game, power),
        "completion, mistyped": lambda: complete(game, power, "move", "infntry germny"),
        "hash of the position": lambda: game.hash,
        "save and load": lambda: Game.load(game.head(), game.snapshot(), game.log[:1]),
    }
