"""Turns that were played elsewhere, told in a text: read as orders, then carried out with the dice that are told.

Such dice are no roll of the game's: the dice log marks them as told, the game's log each order, the record the act; and the
game counts for no table from then on.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.game.league.courses import TOLD
from bot.game.moderator import threads
from bot.game.moderator.moderator import Moderator
from bot.game.moderator.results import Accepted
from bot.game.moderator.table import Draft
from bot.game.people.problems import PlayError
from bot.game.people.typed_text import plain
from bot.store import Record
from rules.core.dice_modes import DECK
from rules.dice import DiceShort
from rules.model.refusals import Refusal, Refused
from rules.play.game import Game
from triplea import Given, Problem, Unsuited, read_summary, retell, table_of

LONGEST_TEXT, MOST_LINES = 200_000, 4_000
CHANGED = "The game has gone on since that text was read. Read it again: `/game take-over`."


@dataclass(frozen=True, slots=True)
class Understood:
    """A text, as it was understood in a position. orders: up to the first problem. turns: how many it ends."""

    orders: tuple[Given, ...]
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]
    turns: int

    @property
    def dice(self) -> int:
        """How many dice are told."""
        return sum(len(throw) for one in self.orders for throw in one.dice)


Run = Callable[..., Awaitable[Understood]]


def position(game: Game) -> tuple[dict[str, Any], dict[str, Any]]:
    """What `understood` needs of a game, for another process."""
    return game.head(), game.snapshot()


def understood(text: str, head: Mapping[str, Any], snapshot: Mapping[str, Any]) -> Understood:
    """A text read in a position, on a copy of it. Raises PlayError where it is none for this game."""
    if len(text) > LONGEST_TEXT or text.count("\n") > MOST_LINES:
        raise PlayError(f"That is too long: at most {MOST_LINES} lines. Take it over in parts, turn by turn.")
    game = Game.load(head, snapshot)
    if game.table.options.get(DECK):
        raise PlayError("This game draws its dice from decks: what is told from elsewhere fits none of them.")
    summary = read_summary(text, game.table)
    _same_game(summary.game, game)
    found = retell(summary, game)
    before, turn = game.state.turn, found.game.state.turn
    order = game.table.board.order
    turns = (turn.round - before.round) * len(order) + order.index(turn.power) - order.index(before.power)
    problems = tuple(Problem(p.line, _shown(p.text, 170), _shown(p.why, 300), p.choices) for p in found.problems)
    return Understood(tuple(found.orders), problems, tuple(_shown(one, 200) for one in found.notes), turns)


def _shown(text: str, longest: int) -> str:
    """What somebody pasted, as it is said again."""
    return plain(text.replace("_", " ").replace("`", " "), longest)


def _same_game(told: str, game: Game) -> None:
    """A text that says for which game it is, and it is another. Raises PlayError."""
    try:
        board = table_of(told)[0] if told else game.table.board.id
    except Unsuited:
        return
    if board != game.table.board.id:
        raise PlayError(f"That text is one of {plain(told, 60)}; this game is played on {game.table.board.id}.")


def to_json(orders: Sequence[Given]) -> list[list[Any]]:
    """Orders, for the store."""
    return [[one.line, one.order, one.by, [list(throw) for throw in one.dice]] for one in orders]


def from_json(values: Sequence[Sequence[Any]]) -> list[Given]:
    """Orders from the store."""
    return [Given(line, order, by, tuple(tuple(throw) for throw in dice)) for line, order, by, dice in values]


async def take_over(
    moderator: Moderator,
    game_id: str,
    interaction_id: str,
    actor: int,
    orders: Sequence[Given],
    revision: int,
    consent: str,
    why: str,
) -> Accepted:
    """Carry out orders that were played elsewhere, all or none, on the record. revision: the log's end they were read at.
    consent: whose word it rests on. Raises PlayError."""
    async with moderator.held(game_id) as (table, now):
        row = now.row
        if row.status != "running":
            raise PlayError("Turns are taken over into a game that runs.")
        if row.revision != revision:
            raise PlayError(CHANGED)
        draft = table.draft(interaction_id, [f"take over {len(orders)} orders"])
        await threads.judged(_carried_out, draft, orders, str(actor))
        detail = {"orders": len(orders), "dice": sum(len(t) for one in orders for t in one.dice), "consent": consent}
        await moderator.settle(row, draft)
        return await moderator.store_draft(row, table, draft, Record(str(actor), TOLD, {**detail, "why": why}, row.id))


def _carried_out(draft: Draft, orders: Sequence[Given], giver: str) -> None:
    """All of some orders in a draft. Raises PlayError."""
    for one in orders:
        try:
            refusal = draft.take_over(draft.game.parse(one.order), one.by, giver, one.dice)
        except (DiceShort, Refused) as error:
            refusal = Refusal("syntax", str(error))
        if refusal is not None:
            raise PlayError(f"`{one.order}` can't be carried out any more: {refusal.message}")
