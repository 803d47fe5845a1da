"""How much work one person may ask for: each costly request takes from a budget that fills up again."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from bot.game import PlayError
from rules.model.names import several

# Commands, and actions of components, that take a worker or a thread for longer than an order does; and those by which
# anybody can speak to all, or have others called.
COMMANDS = "map territory history since stats luck export import plan back dice.stats dice.verify dice.log"
LEAGUE = "ratings.table ratings.card ratings.history ratings.bid ratings.export archive.find archive.openings challenge"
TOURNAMENTS = "tournament.show season.show season.export @tshow"
SPEAKING = "game.new game.join game.leave game.pause bid report adjudicate analysis"
ODDS = "odds.battle odds.forces odds.needed"
BUTTONS = "@map @past @replay @odds @planned @share @log @anpoint"
COSTLY = frozenset(f"{COMMANDS} {LEAGUE} {TOURNAMENTS} {SPEAKING} {ODDS} {BUTTONS}".split())
REMEMBERED = 5000
MINUTE = 60.0


class Budget:
    """A bucket for each person, of as many requests as there are in a minute. each_minute 0: no limit."""

    def __init__(self, each_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._clock = float(each_minute), clock
        self._left: OrderedDict[int, tuple[float, float]] = OrderedDict()

    def spend(self, user_id: int, what: str) -> None:
        """Take one request off a person's budget if it is a costly one. Raises PlayError when it is used up."""
        if not self._most or what not in COSTLY:
            return
        now = self._clock()
        left, at = self._left.pop(user_id, (self._most, now))
        left = min(self._most, left + (now - at) * self._most / MINUTE)
        wait = (1 - left) * MINUTE / self._most
        self._left[user_id] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > REMEMBERED:
            self._left.popitem(last=False)
        if left < 1:
            raise PlayError(f"That was a lot in a short time. Once more in {several(int(wait) + 1, 'second')}, please.")
