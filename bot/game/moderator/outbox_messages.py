"""What is stored to be sent with an order: the game's panel is brought up to date."""

from __future__ import annotations

from collections.abc import Sequence

from bot.game.computers.computers import computers, recap_of_computers
from bot.game.moderator.table import Draft, turn_of, turn_start
from bot.store import Game, Message


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
