"""Answers to orders that are on their way: what follows them in a channel waits until they are there. And what they leave
behind, to be noted."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence

from bot.game.moderator.outbox_messages import retire
from bot.game.moderator.results import Accepted
from bot.game.moderator.table import turn_of
from bot.game.record.narration import orders_of
from bot.store import DropPost, Enqueue, Facts, ForgetTold, Post, PutTold, SetPost, Step, Told
from rules.play.game import Entry
from rules.play.narrate import Line
from rules.play.numbered import Numbered

# Nobody waits longer for an answer; a battle card may take a second.
LONGEST = 15.0
# Of all answers the last one has live controls: a post of this kind.
REPLY = "reply"

TellingLine = tuple[str, Sequence[int]]
"""A line of a message, and the numbers of the orders of which it tells."""


class Answering:
    """Which games have an order that is being carried out and answered. left: steps that nothing waits for; the sender has
    them carried out with what it notes next, at the panel that follows an answer."""

    def __init__(self) -> None:
        self._under_way: dict[str, set[asyncio.Event]] = {}
        self.left: list[Step] = []

    def leave(self, *steps: Step) -> None:
        """Have steps carried out soon, some seconds later at most; a kill before that loses them."""
        self.left += steps

    def light(self, facts: Facts, lit: Post | None) -> None:
        """This answer has the controls from now on (None: no answer has); the one that had them loses them."""
        game_id, old = facts.game.id, facts.posts.get(REPLY)
        for step in self.left:
            if isinstance(step, SetPost) and (step.post.game_id, step.post.kind) == (game_id, REPLY):
                old = step.post
            elif isinstance(step, DropPost) and (step.game_id, step.kind) == (game_id, REPLY):
                old = None
        if old is not None and (lit is None or old.message_id != lit.message_id):
            self.leave(Enqueue(retire(game_id, old.channel_id, old.message_id, delete=False, keep=True), game_id))
        if lit is not None:
            self.leave(SetPost(lit))
        elif old is not None:
            self.leave(DropPost(game_id, REPLY))

    @contextlib.contextmanager
    def of(self, game_id: str) -> Iterator[None]:
        """An order is carried out and answered inside."""
        gone, others = asyncio.Event(), self._under_way.setdefault(game_id, set())
        others.add(gone)
        try:
            yield
        finally:
            gone.set()
            others.discard(gone)
            if not others and self._under_way.get(game_id) is others:
                del self._under_way[game_id]

    async def quiet(self, game_id: str) -> None:
        """Wait until those that are under way now are answered."""
        waiting = [asyncio.ensure_future(gone.wait()) for gone in self._under_way.get(game_id, ())]
        if waiting:
            _, late = await asyncio.wait(waiting, timeout=LONGEST)
            for task in late:
                task.cancel()


# --- which message tells of which orders -----------------------------------------------------------------------------


def numbered(
    lines: Iterable[Line], entries: Sequence[Entry], shown: Callable[[Line], str] = lambda line: line.text
) -> list[TellingLine]:
    """Lines as a message shows them, with the orders among some entries of which each tells."""
    return [(shown(line), orders_of(line, entries)) for line in lines]


def told_of(outcome: Accepted, told: Iterable[TellingLine], text: str, place: int, message: int) -> Told | None:
    """A message that tells of some orders; None: it tells of none. told: its lines that do, as they stand in its text."""
    lines = [(at, numbers) for at, numbers in _found(text, told) if numbers]
    return Told(outcome.game_id, outcome.entries[0].number, place, message, text, lines) if lines else None


def told_steps(log: Numbered[Entry], outcome: Accepted, told: Told | None) -> list[Step]:
    """Steps that note a message. Those whose orders the table no longer keeps are forgotten with each new turn."""
    if told is None:
        return []
    before = told.first - 1
    same = before >= log.start and turn_of(log[before]) == turn_of(outcome.entries[-1])
    return [*([] if same else [ForgetTold(told.game_id, log.start)]), PutTold(told)]


def _found(text: str, told: Iterable[TellingLine]) -> Iterator[tuple[int, Sequence[int]]]:
    """Lines by their place in a text; what has not found room in it is not among them."""
    free = dict(enumerate(text.split("\n")))
    for line, numbers in told:
        if (at := next((at for at, there in free.items() if there == line), None)) is not None:
            del free[at]
            yield at, numbers
