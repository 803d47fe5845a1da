"""The engine: orders, what is legal, completion, replay."""

from __future__ import annotations

import json
from collections import Counter

from rules.dice import PracticeDice
from rules.dice.prng import Prng
from rules.legal import complete, legal
from rules.model.board import BOARDS, load
from rules.model.refusals import Refusal
from rules.play.game import Game, dump_entry, load_entry
from rules.soak.player import Player
from tests.benchmarks.clock import Row, middle, timed

EVENTS = 4000
ORDER_GOAL, LEGAL_GOAL = "under 20", "under 50"
READING = "reading an order"
# Positions of random games, with what the documents put on the board by then: fortifications, mines, formations.
MID_GAME = (("global1940", "x2"), ("global1940", "x4"), ("europe1943", "y43"))
ROUND = 2


def rows() -> list[Row]:
    """All engine rows."""
    later = (row for board, rules in MID_GAME for row in _mid_game(board, rules))
    return [*(row for board in BOARDS for row in _board(board)), *later, _replay(), _hash()]


def fresh(board: str) -> Game:
    """A new table on a board, with the house rules it begins with."""
    return Game.new(board, load(board).documents)


def _board(board: str) -> list[Row]:
    game = fresh(board)
    parse = timed(lambda: game.parse("buy 3 infantry"), 200)
    base = middle(parse)
    power = _busiest(game)
    _to_phase(game, power, "purchase")
    purchase = timed(lambda: _accepted(game, "buy 3 infantry"), 100)
    _to_phase(game, power, "combat move")
    return [
        Row(f"{board}: read an order", parse),
        Row(f"{board}: try a purchase", purchase, READING, base, ORDER_GOAL),
        Row(f"{board}: try a combat move", _moves(game, power), READING, base, ORDER_GOAL),
        Row(f"{board}: legal in combat move", timed(lambda: _legal(game), 30), READING, base, LEGAL_GOAL),
        Row(f"{board}: legal in noncombat move", _noncombat(board, power), READING, base, LEGAL_GOAL),
        _completion(game, board, "", base),
        _completion(game, board, "2 inf", base),
    ]


def _noncombat(board: str, power: str) -> list[float]:
    game = fresh(board)
    _to_phase(game, power, "noncombat move")
    return timed(lambda: _legal(game), 10)


def _mid_game(board: str, rules: str) -> list[Row]:
    """The busiest power's moves in the middle of a random game."""
    game, player, dice = Game.new(board, [rules]), Player(Prng(3)), PracticeDice(7)
    rows: list[Row] = []
    for phase in ("combat move", "noncombat move"):
        while game.state.pending or (game.state.turn.phase, game.to_act) != (phase, _busiest(game)) or _early(game):
            assert not game.state.winner
            wish = player.next(game)
            game.submit(wish.text, dice, wish.by)
        base = middle(timed(lambda: game.parse("buy 3 infantry"), 200))
        name = f"{board} with {rules}, round {ROUND}"
        rows += [
            Row(f"{name}: try a {phase}", _moves(game, game.to_act, ""), READING, base, ORDER_GOAL),
            Row(f"{name}: legal in {phase}", timed(lambda: _legal(game), 10), READING, base, LEGAL_GOAL),
            _completion(game, f"{name}, {phase}", "", base),
            _completion(game, f"{name}, {phase}", "2 inf", base),
        ]
    return rows


def _early(game: Game) -> bool:
    return game.state.turn.round < ROUND


def _legal(game: Game) -> int:
    """Everything that is legal, with every place that anything can reach and all that rules offer; as after an order, with
    nothing remembered."""
    game.kept.forget()
    found = legal(game, game.to_act)
    return sum(len(mover.goals) for mover in found.movers) + len(found.offers)


def _completion(game: Game, board: str, typed: str, base: float) -> Row:
    def anew() -> None:
        game.kept.forget()  # as after an order; typing on is answered from it
        complete(game, game.to_act, "move", typed)

    return Row(f"{board}: complete `move {typed}`", timed(anew, 20), READING, base, LEGAL_GOAL)


def _accepted(game: Game, text: str) -> None:
    """An order tried as if it were the first in its position."""
    game.kept.forget()
    refusal = game.trial(text)
    assert refusal is None, refusal


def _moves(game: Game, power: str, typed: str = "2 infantry: ") -> list[float]:
    """Trying each of some moves that completion offers, several times."""
    found: list[float] = []
    whole = [t for t in complete(game, power, "move", typed) if game.trial(f"move {t}") is None]
    for text in whole[:10]:
        found += timed(lambda text=text: _accepted(game, f"move {text}"), 5)  # type: ignore[misc]
    return found


def _busiest(game: Game) -> str:
    """The power with most units."""
    owners = Counter(unit.owner for unit in game.state.units.values())
    return max(game.table.board.order, key=lambda power: owners[power])


def _to_phase(game: Game, power: str, phase: str) -> None:
    while (game.state.turn.power, game.state.turn.phase) != (power, phase):
        outcome = game.submit("done", PracticeDice(1))
        assert not isinstance(outcome, Refusal)


def played(board: str, events: int) -> Game:
    """A game of random orders whose log has at least so many events."""
    game, player, dice = Game.new(board), Player(Prng(1)), PracticeDice(7)
    while sum(len(e.events) for e in game.log[1:]) < events and not game.state.winner:
        for _ in range(20):
            wish = player.next(game)
            game.submit(wish.text, dice, wish.by)
    return game


def _replay() -> Row:
    game = played("classic", EVENTS)
    head, entries = game.head(), game.log[1:]
    stored = [json.dumps(dump_entry(entry)) for entry in entries]

    def replay() -> None:
        fresh = Game.new(head["board"], head["rules"], head["options"])
        for text in stored:
            fresh.replay(load_entry(json.loads(text)))
        assert len(fresh.log) == len(game.log)

    note = f"from JSON: {sum(len(e.events) for e in entries)} events, {len(entries)} orders"
    return Row("replay of a long log", timed(replay, 7), goal="under 1000", note=note)


def _hash() -> Row:
    game = Game.new("global1940")
    return Row("hash of a Global 1940 position", timed(lambda: game.hash, 30))
