"""Bids for a side: sealed, revealed together, the lowest wins.

Kept in the preferences of scope "bid", one a person: amount and salt. What is posted when somebody bids is the SHA-256 of
`GAME USER AMOUNT SALT`; amounts and salts are posted when all are revealed, so that everybody can check the seals.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from bot.game.lobby import Lobby
from bot.game.problems import PlayError
from bot.store import SetPreference
from bot.store.records import Game

SCOPE, FOR, SIDES = "bid", "for", ("Allies", "Axis")
MOST = 200


@dataclass(frozen=True, slots=True)
class SealedBid:
    """What a person needs to begin with that side. seal: what was posted. at: since when they have bid that much (Unix
    seconds)."""

    user: int
    amount: int
    salt: str
    seal: str
    at: float


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

    async def bid(self, game_id: str, user: int, amount: int) -> SealedBid:
        """A person's bid, in place of an earlier one."""
        async with self.lobby.moderator.locked(game_id) as row:
            _open(row)
            if not 0 <= amount <= MOST:
                raise PlayError(f"A bid is 0 to {MOST} IPC.")
            before = (await self.store.preferences(SCOPE, game_id)).get(str(user)) or {}
            salt, at = secrets.token_hex(8), self.lobby.moderator.now()
            at = before["at"] if before.get("amount") == amount else at
            made = SealedBid(user, amount, salt, seal_of(game_id, user, amount, salt), at)
            await self.store.apply(SetPreference(SCOPE, game_id, str(user), {"amount": amount, "salt": salt, "at": at}))
            return made

    async def bids(self, game_id: str) -> list[SealedBid]:
        """All bids that are there, for whoever reveals them."""
        kept = await self.store.preferences(SCOPE, game_id)
        found = []
        for name, value in kept.items():
            if name != FOR and isinstance(value, dict):
                amount, salt = int(str(value["amount"])), str(value["salt"])
                seal, at = seal_of(game_id, int(name), amount, salt), float(str(value["at"]))
                found.append(SealedBid(int(name), amount, salt, seal, at))
        return sorted(found, key=lambda one: (one.amount, one.at, one.seal))

    async def reveal(self, game_id: str) -> list[SealedBid]:
        """All bids, lowest first (of like ones the earlier; a seal can be had lower by bidding again): it becomes the game's
        option, and no bid is left."""
        async with self.lobby.moderator.locked(game_id) as row:
            _open(row)
            found, side = await self.bids(game_id), await self.side(game_id)
            if len(found) < 2:
                raise PlayError("Bids are revealed together, as soon as there are two.")
            await self.lobby.change_rules(row, row.rules, {**row.options, "bid": f"{side} {found[0].amount}"})
            await self.store.apply(*(SetPreference(SCOPE, game_id, str(one.user), None) for one in found))
            return found


def _open(row: Game) -> None:
    if row.status != "lobby":
        raise PlayError("Bids are made in the lobby, before the game starts.")
