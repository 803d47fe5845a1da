"""What the sender is given around an order: messages that are stored with it, and what its answer leaves to be noted. What
follows an order in a channel waits until the answer is there."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator, Sequence

from bot.game.computers.computers import computers, recap_of_computers
from bot.game.moderator.table import Draft, turn_of, turn_start
from bot.store import DropPost, Enqueue, Facts, Game, Message, Post, SetPost, Step

# Nobody waits longer for an answer; a battle card may take a second.
LONGEST = 15.0
# Of all answers the last one has live controls: a post of this kind.
REPLY = "reply"


def announce(row: Game, draft: Draft) -> Sequence[Message]:
    """The panel is refreshed after every order; a key by log number makes it once. A turn that is over is told before it,
    what was taken back is struck behind it."""
    game, entries = draft.game, draft.entries
    struck = [strike(row, entry.number) for entry in entries[-1:] if any(e.undoes for e in entries)]
    now = (game.state.turn.round, game.state.turn.power)
    over = [entry for entry in entries if game.state.winner or turn_of(entry) != now]  # not a phase that is skipped now
    wanted = over and (recap_of_computers(row) or entries[0].turn.power not in computers(row))
    told = [recap(row, turn_start(game.log, over[0].number), over[-1].number)] if wanted else []
    return (*told, panel(row, str(game.log[-1].number)), *struck)


def strike(row: Game, key: object) -> Message:
    """A request to strike through what was taken back, wherever the channel was told of it. key: what it is for."""
    return Message(row.place, "strike", {"game": row.id}, f"strike:{row.id}:{key}", f"strike:{row.id}")


def recap(row: Game, first: int, last: int) -> Message:
    """What the orders between two numbers of the log brought, told to all."""
    return Message(row.place, "recap", {"game": row.id, "first": first, "last": last}, f"recap:{row.id}:{last}")


def panel(row: Game, key: str, steady: bool = False, down: bool = False) -> Message:
    """A request to bring a game's panel up to date. key: what it is for, so that it is asked for once.

    steady: an old panel stays where it is, as nothing has happened. down: it comes down to the end of the channel.
    """
    payload: dict[str, object] = {
        "game": row.id,
        **({"steady": True} if steady else {}),
        **({"down": True} if down else {}),
    }
    return Message(row.place, "panel", payload, f"panel:{row.id}:{row.place}:{key}", f"panel:{row.id}")


def say(row: Game, text: str, key: str, mention: Sequence[int] = ()) -> Message:
    """A message in a game's channel. mention: people who are notified."""
    payload = {"content": text, "mention": [str(user) for user in mention]}
    return Message(row.place, "say", payload, f"say:{row.id}:{key}")


def direct(user_id: int, text: str, key: str, place: int | None = None, news_of: str = "") -> Message:
    """A direct message; it waits in a line of its own. place: where it is said with a mention if it is not taken.
    news_of: the game whose news are told behind it, as they are when it is sent, with buttons for more."""
    payload: dict[str, object] = {
        "content": text,
        **({"place": place} if place else {}),
        **({"news": news_of} if news_of else {}),
    }
    return Message(user_id, "direct", payload, f"direct:{user_id}:{key}")


def retire(game_id: str, place: int, message_id: int, delete: bool, keep: bool = False, lobby: bool = False) -> Message:
    """An old message loses its buttons, or goes altogether when a copy of it was posted anew. keep: its text must stay.
    lobby: it is the lobby of a game that has begun, and says so from then on."""
    payload: dict[str, object] = {"message": str(message_id), "delete": delete, "keep": keep}
    if lobby:
        payload["begun"] = game_id
    return Message(place, "retire", payload, f"retire:{game_id}:{message_id}")


# --- answers that are on their way ---------------------------------------------------------------------------------


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
