"""Bids for a side: sealed, revealed together, the lowest wins.

Kept in the preferences of scope "bid", one a person: amount, salt and name. What is posted when somebody bids is the
SHA-256 of `GAME USER AMOUNT SALT`; amounts and salts are posted when all are revealed, so that everybody can check the seals.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.game.lobby.lobby import Lobby
from bot.game.lobby.seating import BIDDERS, must_be_invited
from bot.game.moderator.outbox_messages import say
from bot.game.people.problems import PlayError
from bot.store import Enqueue, SetPreference
from bot.store.changes import Step
from bot.store.records import Game, Seat
from rules.model.board import load

SCOPE, FOR, WON, SIDES = "bid", "for", "won", ("Allies", "Axis")
OPTION = "bid"
MOST = 200
Tells = Callable[[str, Sequence["SealedBid"]], str]
"""The side that was bid for and all bids, in words."""


@dataclass(frozen=True, slots=True)
class SealedBid:
    """What a person needs to begin with that side. seal: what was posted. at: since when they have bid that much (Unix
    seconds). name: theirs, as they are shown."""

    user: int
    amount: int
    salt: str
    seal: str
    at: float
    name: str = ""


@dataclass(frozen=True, slots=True)
class Won:
    """Who has won the bid for a side, and the game's option that came of it."""

    user: int
    side: str
    option: str


def seal_of(game_id: str, user: int, amount: int, salt: str) -> str:
    """What is posted of a bid before it is revealed."""
    return hashlib.sha256(f"{game_id} {user} {amount} {salt}".encode()).hexdigest()


class Bids:
    """The bids of lobbies."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.store = lobby, lobby.store

    async def side(self, game_id: str) -> str:
        """The side that is bid for."""
        return str((await self.store.preferences(SCOPE, game_id)).get(FOR) or SIDES[0])

    async def bid_for(self, game_id: str, side: str) -> None:
        """Bid for that side from now on; bids made before are forgotten."""
        async with self.lobby.moderator.locked(game_id) as row:
            _open(row)
            if side not in SIDES:
                raise PlayError("Bids are for the Allies or for the Axis.")
            known = await self.store.preferences(SCOPE, game_id)
            gone = [SetPreference(SCOPE, game_id, name, None) for name in known]
            await self.store.apply(*gone, SetPreference(SCOPE, game_id, FOR, side))

    async def bid(self, game_id: str, user: int, amount: int, name: str = "", *more: Step) -> SealedBid:
        """A person's bid, in place of an earlier one. more: what becomes so with it."""
        async with self.lobby.moderator.locked(game_id) as row:
            _open(row)
            must_be_invited(row, user)
            if not 0 <= amount <= MOST:
                raise PlayError(f"A bid is 0 to {MOST} IPC.")
            before = (await self.store.preferences(SCOPE, game_id)).get(str(user)) or {}
            salt, at = secrets.token_hex(8), self.lobby.moderator.now()
            at = before["at"] if before.get("amount") == amount else at
            made = SealedBid(user, amount, salt, seal_of(game_id, user, amount, salt), at, name)
            kept = {"amount": amount, "salt": salt, "at": at, "name": name}
            await self.store.apply(SetPreference(SCOPE, game_id, str(user), kept), *more)
            return made

    async def bids(self, game_id: str) -> list[SealedBid]:
        """All bids that are there, for whoever reveals them."""
        kept = await self.store.preferences(SCOPE, game_id)
        found = []
        for name, value in kept.items():
            if name not in (FOR, WON) and isinstance(value, dict):
                amount, salt = int(str(value["amount"])), str(value["salt"])
                seal, at = seal_of(game_id, int(name), amount, salt), float(str(value["at"]))
                found.append(SealedBid(int(name), amount, salt, seal, at, str(value.get("name", ""))))
        return sorted(found, key=lambda one: (one.amount, one.at, one.seal))

    async def missing(self, row: Game) -> list[int]:
        """Who of the two has not bid, where a game was agreed upon whose sides are bid for."""
        names = row.settings.get(BIDDERS)
        if row.status != "lobby" or not isinstance(names, dict):
            return []
        made = {one.user for one in await self.bids(row.id)}
        return [int(person) for person in names if int(person) not in made]

    async def reveal(
        self, game_id: str, interaction_id: str = "", actor: str = "", tells: Tells | None = None
    ) -> list[SealedBid]:
        """All bids, lowest first (of like ones the earlier; a seal can be had lower by bidding again): it becomes the game's
        option, its bidder gets the side, and no bid is left. interaction_id: what its bidder adds to the dice. actor: who
        reveals. tells: what the channel is told with it."""
        async with self.lobby.moderator.locked(game_id) as row:
            _open(row)
            found, side = await self.bids(game_id), await self.side(game_id)
            if len(found) < 2:
                raise PlayError("Bids are revealed together, as soon as there are two.")
            option = f"{side} {found[0].amount}"
            row = await self.lobby.change_rules(row, row.rules, {**row.options, OPTION: option})
            gone = [SetPreference(SCOPE, game_id, str(one.user), None) for one in found]
            won = SetPreference(SCOPE, game_id, WON, {"user": str(found[0].user), "side": side, "option": option})
            said = [Enqueue(say(row, tells(side, found), f"bids {interaction_id}"), row.id)] if tells else []
            await self.store.apply(*gone, won, *await self._seated(row, found, side, interaction_id, actor), *said)
            return found

    async def _seated(
        self, row: Game, found: Sequence[SealedBid], side: str, interaction_id: str, actor: str
    ) -> list[Step]:
        """Steps by which the first gets the side and leaves the other; of two, the second takes what the first left."""
        powers, first = load(row.board), found[0]
        wanted = [_seat(row, p, first, interaction_id) for p in powers.order if powers.side(p) == side]
        left = [s for s in await self.store.seats(row.id) if s.user_id == first.user and powers.side(s.power) != side]
        if len(found) == 2:
            wanted += [_seat(row, s.power, found[1], interaction_id) for s in left]
        return await self.lobby.seating.reseat(row, actor, wanted, left)

    async def not_seated(self, row: Game) -> Won | None:
        """Who has won the bid that the game will be played with, but plays no power of that side."""
        kept = (await self.store.preferences(SCOPE, row.id)).get(WON)
        if not isinstance(kept, dict) or row.options.get(OPTION) != kept["option"]:
            return None
        won, board = Won(int(str(kept["user"])), str(kept["side"]), str(kept["option"])), load(row.board)
        seats = await self.store.seats(row.id)
        return None if any(s.user_id == won.user and board.side(s.power) == won.side for s in seats) else won


def _seat(row: Game, power: str, one: SealedBid, interaction_id: str) -> Seat:
    return Seat(row.id, power, one.user, "player", one.name, interaction_id)


def _open(row: Game) -> None:
    if row.status != "lobby":
        raise PlayError("Bids are made in the lobby, before the game starts.")
