"""Answers to orders that are on their way: what follows them in a channel waits until they are there. And what they leave
behind, to be noted."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator

from bot.game.moderator.outbox_messages import retire
from bot.store import DropPost, Enqueue, Facts, Post, SetPost, Step

# Nobody waits longer for an answer; a battle card may take a second.
LONGEST = 15.0
# Of all answers the last one has live controls: a post of this kind.
REPLY = "reply"


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
