"""What people were refused last, for /why; forgotten when the bot ends."""

from __future__ import annotations

from collections import OrderedDict

from bot.game.moderator.results import Denied

REMEMBERED = 2000


class Refusals:
    """The last refusal of each person in each game."""

    def __init__(self) -> None:
        self._last: OrderedDict[tuple[int, str], Denied] = OrderedDict()

    def remember(self, user_id: int, game_id: str, outcome: Denied) -> None:
        """Take one up in place of an older one."""
        self._last.pop((user_id, game_id), None)
        self._last[user_id, game_id] = outcome
        if len(self._last) > REMEMBERED:
            self._last.popitem(last=False)

    def last(self, user_id: int, game_id: str) -> Denied | None:
        """A person's last refusal in a game since the bot started."""
        return self._last.get((user_id, game_id))
