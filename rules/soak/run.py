"""Games played by random players, checked after every order."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.dice.prng import Prng
from rules.play.game import Game, Outcome
from rules.soak import invariants
from rules.soak.player import Player, Plays, Wanted, Wish

LIMIT = 20_000  # orders a game, refused ones included
STUCK = 300  # orders without progress
EVERY = 21  # of so many orders the way out of a phase is walked after one


@dataclass(frozen=True)
class Violation:
    """Something that must not happen: in which game (its seed), after how many orders, which order, what."""

    seed: int
    orders: int
    order: str
    what: str

    def __str__(self) -> str:
        return f"seed {self.seed}, order {self.orders} “{self.order}”: {self.what}"


@dataclass
class Report:
    """What a soak saw."""

    games: int = 0
    orders: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)
    winners: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    violations: list[Violation] = field(default_factory=list)
    last: Game | None = None


def soak(
    board: str,
    games: int,
    seed: int,
    rules: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    rounds: int = 6,
    stop_at: int = 5,
) -> Report:
    """Play some games; stops early when `stop_at` violations have been found."""
    report = Report()
    for number in range(games):
        play(board, seed + number, report, rules, options, rounds)
        if len(report.violations) >= stop_at:
            break
    return report


def play(
    board: str,
    seed: int,
    report: Report,
    rules: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    rounds: int = 6,
    player: Plays | None = None,
) -> None:
    """Play one game until it is won, its rounds are over, or something is wrong. player: who plays (default: at
    random)."""
    prng = Prng(seed)
    play_on(Game.new(board, rules, options, dice=prng), seed, report, rounds, player, prng)


def play_on(
    game: Game, seed: int, report: Report, rounds: int, player: Plays | None = None, prng: Prng | None = None
) -> None:
    """The same from a position on, up to the end of a round."""
    prng = prng or Prng(seed)
    start = json.loads(json.dumps(game.snapshot()))
    report.games += 1
    report.last = game
    table = _Table(game, player or Player(prng), prng, seed, report)
    while not game.state.winner and game.state.turn.round <= rounds and table.orders < LIMIT:
        if not table.one_order():
            return
    report.winners[game.state.winner or "nobody"] += 1
    report.rounds += min(rounds, game.state.turn.round)
    table.complain(f"end of seed {seed}", invariants.replayed(game, start))


class _Table:
    """One game in progress."""

    def __init__(self, game: Game, player: Plays, prng: Prng, seed: int, report: Report) -> None:
        self.game, self.player, self.prng, self.seed, self.report = game, player, prng, seed, report
        self.orders = self.idle = 0
        self.before = game.state.copy()  # the position as the events say it is, taken along from order to order

    def complain(self, order: str, problems: Iterator[str]) -> bool:
        """Book what is wrong; True if anything is."""
        found = [Violation(self.seed, self.orders, order, p) for p in problems]
        self.report.violations += found[:3]
        return bool(found)

    def one_order(self) -> bool:
        """Give one order and check what came of it; False ends the game."""
        game, turn = self.game, self.game.state.turn
        wish: Wanted = Wish("?")
        answer = None
        self.orders += 1
        self.report.orders += 1
        try:
            wish = self.player.next(game)
            answer = game.submit(wish.text, self.prng, wish.by)
            wrong = list(self._check(wish, answer))
            if game.state.turn.power != turn.power:
                wrong += invariants.after_turn(game.view, turn.power)
            if game.state.turn.round != turn.round:
                wrong += invariants.after_round(game)
        except Exception as error:  # an engine that breaks is a finding, not the end of the soak
            wrong = [_where(error)]
        return not self.complain(wish.text, iter(wrong)) and not self._stuck(wish)

    def _check(self, wish: Wanted, answer: Any) -> Iterator[str]:
        self.idle += 1
        if isinstance(answer, Outcome):
            self.idle = 0 if answer.entry.text != "undo" else self.idle
            self.report.verbs[answer.entry.text.split()[0]] += 1
            yield from invariants.after_order(self.game, self.before, answer.entry)
            for event in answer.entry.events:
                event.apply(self.before)
            yield from invariants.no_dead_end(self.game)
            if self.orders % EVERY == 0:
                yield from invariants.leads_on(self.game, Prng(self.seed + self.orders))
        else:
            self.report.refusals[answer.code] += 1
            yield from invariants.after_refusal(self.game, self.before)
            if wish.offered:
                yield f"was offered and is refused: {answer.code}: {answer.message}"

    def _stuck(self, wish: Wanted) -> bool:
        return self.idle > STUCK and self.complain(wish.text, iter([f"no progress in {STUCK} orders"]))


def _where(error: Exception) -> str:
    trace, lines = error.__traceback__, []
    while trace:
        lines.append(f"{trace.tb_frame.f_globals.get('__name__')}:{trace.tb_lineno}")
        trace = trace.tb_next
    return f"{type(error).__name__}: {error} at {' < '.join(reversed(lines[-4:]))}"
