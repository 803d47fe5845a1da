"""What the battles of play on a copy brought beyond what their odds promised: taken off again, ways to play are told apart by
what they are, not by their dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rules.core.view import View
from rules.model.state import COMBAT, Battle
from rules.odds import NoOdds, raid_odds
from rules.play.game import Game
from seats.position.estimate import Verdict, cheap_odds
from seats.position.standing import of_side, sides

Riches = dict[str, float]  # side -> IPC


class Due(NamedTuple):
    """Battles that are about to be fought. riches: what each side has before them. promised: what they add to it on the
    mean."""

    riches: Riches
    promised: Riches


class Luck:
    """Looks on while a game is played, and sums up the luck of its battles: IPC of units, and of ground as it counts in a
    standing. What cash changes hands is left out."""

    def __init__(self) -> None:
        self.found: Riches = {}
        self._due: Due | None = None

    def look(self, game: Game) -> None:
        """To be called before each order and after the last."""
        fights = game.state.turn.phase == COMBAT
        if self._due and not fights:
            self._over(game.view, self._due)
        elif fights and self._due is None and game.state.battles:
            self._due = Due(riches(game.view), promised(game.view))

    def _over(self, view: View, due: Due) -> None:
        self._due = None
        for side, now in riches(view).items():
            more = now - due.riches[side] - due.promised[side]
            self.found[side] = self.found.get(side, 0.0) + more

    def taken_off(self, worth: Mapping[str, float]) -> Riches:
        """What sides would be worth without it. worth: what they are worth, side -> IPC."""
        return {side: ipc - self.found.get(side, 0.0) for side, ipc in worth.items()}


def riches(view: View) -> Riches:
    """What each side has in units and ground."""
    return {side: own.worth - own.cash for side in sides(view) for own in [of_side(view, side)]}


def promised(view: View) -> Riches:
    """What the battles that are due add to the riches of each side, on the mean."""
    now = riches(view)
    found: Riches = dict.fromkeys(now, 0.0)
    for battle in view.state.battles.values():
        odds = _odds(view, battle)
        mine = view.side(battle.attacker)
        for side, ipc in ((mine, odds.lost), (_against(view, battle), odds.killed)):
            if side in found:
                found[side] -= ipc
        for side, ipc in _ground(view, battle, now) if odds.takes else ():
            found[side] += odds.takes * ipc
    return found


def _odds(view: View, battle: Battle) -> Verdict:
    """A battle that nobody knows odds of is expected to change nothing."""
    try:
        if battle.kind == "raid":
            raid = raid_odds(view, battle.id)
            return Verdict(0.0, raid.attacker_loss, raid.defender_loss)
        found = cheap_odds(view, battle.id)
    except NoOdds:
        return Verdict(0.0, 0.0, 0.0)
    on_land = view.place(battle.place).is_land
    return Verdict(found.takes if on_land else 0.0, found.attacker_loss, found.defender_loss)


def _against(view: View, battle: Battle) -> str:
    """The side that a battle is fought against; "" where there is none."""
    owners = [view.state.units[i].owner for i in battle.defenders if i in view.state.units]
    return next((view.side(owner) for owner in owners), "")


def _ground(view: View, battle: Battle, now: Riches) -> Iterator[tuple[str, float]]:
    """What each side has more if the attacker takes the place. now: what it has."""
    state = view.state.copy()
    state.owners[battle.place] = battle.attacker
    after = riches(View(view.table, state))
    for side, ipc in now.items():
        yield side, after[side] - ipc
