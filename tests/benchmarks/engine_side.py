"""The engine: orders, what is legal, completion, replay; in time of the processor."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from rules.dice import PracticeDice
from rules.dice.prng import Prng
from rules.legal import complete, legal
from rules.model.board import BOARDS, load
from rules.model.refusals import Refusal
from rules.model.written import state_hash
from rules.play.game import Game, dump_entry, load_entry
from rules.soak.player import Player
from tests.benchmarks.clock import Goal, Row, middle, worked

EVENTS = 4000
ORDER_GOAL = Goal(20)
# All that is legal, the list while somebody types: on boards whose positions are the largest, and elsewhere.
GOALS = {"global1940": (Goal(10), Goal(20)), "europe1943": (Goal(25), Goal(30))}
ELSEWHERE = Goal(50), Goal(50)
READING = "reading an order for the first time"
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
    reading = _reading(game)
    base = middle(reading)
    power = _busiest(game)
    _to_phase(game, power, "purchase")
    purchase = worked(lambda: _accepted(game, "buy 3 infantry"), 100)
    _to_phase(game, power, "combat move")
    combat = _options(game, board, base, "2 infantry: ")
    _to_phase(game := fresh(board), power, "noncombat move")
    return [
        Row(f"{board}: read an order", reading),
        Row(f"{board}: try a purchase", purchase, READING, base, ORDER_GOAL),
        *combat,
        *_options(game, board, base, "2 infantry: "),
    ]


def _mid_game(board: str, rules: str) -> list[Row]:
    """The busiest power's moves in the middle of a random game."""
    game, player, dice = Game.new(board, [rules]), Player(Prng(3)), PracticeDice(7)
    rows: list[Row] = []
    for phase in ("combat move", "noncombat move"):
        while game.state.pending or (game.state.turn.phase, game.to_act) != (phase, _busiest(game)) or _early(game):
            assert not game.state.winner
            wish = player.next(game)
            game.submit(wish.text, dice, wish.by)
        rows += _options(game, f"{board} with {rules}, round {ROUND}", middle(_reading(game)), "")
    return rows


def _reading(game: Game) -> Sequence[float]:
    def first() -> None:
        game.table.lexicon.read.cache_clear()
        game.parse("buy 3 infantry")

    return worked(first, 200)


def _options(game: Game, name: str, base: float, typed: str) -> list[Row]:
    """What a phase of moves asks of the engine: one order; all that is legal, against trying as many orders one by one; the
    list while somebody types, against all that is legal."""
    phase, trying, found = game.state.turn.phase, _moves(game, game.to_act, typed), _legal(game)
    legal = worked(lambda: _legal(game), 10)
    each = f"trying each of {found} orders"
    return [
        Row(f"{name}: try a {phase}", trying, READING, base, ORDER_GOAL),
        Row(f"{name}: legal in {phase}", legal, each, found * middle(trying), _goals(game)[0]),
        *(_completion(game, f"{name}, {phase}", typed, middle(legal)) for typed in ("", "2 inf")),
    ]


def _goals(game: Game) -> tuple[Goal, Goal]:
    """Those of a game's board: for all that is legal, and for completion."""
    return GOALS.get(game.table.board.id, ELSEWHERE)


def _early(game: Game) -> bool:
    return game.state.turn.round < ROUND


def _legal(game: Game) -> int:
    """Everything that is legal, with every place that anything can reach and all that rules offer; as after an order, with
    nothing remembered."""
    game.memo.forget()
    found = legal(game, game.to_act)
    return sum(len(mover.goals) for mover in found.movers) + len(found.offers)


def _completion(game: Game, name: str, typed: str, base: float) -> Row:
    def anew() -> None:
        game.memo.forget()  # as after an order; typing on is answered from it
        complete(game, game.to_act, "move", typed)

    return Row(f"{name}: complete `move {typed}`", worked(anew, 20), "all that is legal", base, _goals(game)[1])


def _accepted(game: Game, text: str) -> None:
    """An order tried as if it were the first in its position."""
    game.memo.forget()
    refusal = game.trial(text)
    assert refusal is None, refusal


def _moves(game: Game, power: str, typed: str = "2 infantry: ") -> list[float]:
    """Trying each of some moves that completion offers, several times."""
    found: list[float] = []
    whole = [t for t in complete(game, power, "move", typed) if game.trial(f"move {t}") is None]
    for text in whole[:10]:
        found += worked(lambda text=text: _accepted(game, f"move {text}"), 5)  # type: ignore[misc]
    return found


def _busiest(game: Game) -> str:
    """The power with most units."""
    owners = Counter(unit.owner for unit in game.state.units.values())
    return max(game.table.board.order, key=lambda power: owners[power])


def _to_phase(game: Game, power: str, phase: str) -> None:
    """Nobody does anything but what he has to: on some boards there is something to be fought from the first round on."""
    player, dice = Player(Prng(1)), PracticeDice(1)
    while (game.state.turn.power, game.state.turn.phase) != (power, phase):
        if isinstance(game.submit("done", dice), Refusal):
            wish = player.next(game)
            game.submit(wish.text, dice, wish.by)


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
    bare = middle(worked(lambda: [json.loads(text) for text in stored], 7))
    return Row("replay of a long log", worked(replay, 7), "its JSON alone", bare, Goal(1000), note)


def _hash() -> Row:
    game = Game.new("global1940")
    bare = middle(worked(lambda: json.dumps(game.snapshot()), 30))
    return Row(
        "hash of a Global 1940 position, from nothing",
        worked(lambda: state_hash(game.state), 30),
        "writing it as JSON",
        bare,
    )
