"""Who plays what: people sit down, leave, come back, are given seats by the game master."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.game.clock import clock, excuses
from bot.game.computers.computers import computers
from bot.game.computers.computers import seat as seat_computers
from bot.game.moderator.moderator import Moderator
from bot.game.moderator.situation import open_powers, players_of
from bot.game.people.problems import PlayError
from bot.store import DropPolicy, DropSeat, PutSeat, Record, Require, SetPreference, Store
from bot.store.changes import Step
from bot.store.records import Game, Seat
from rules.model.board import load

ONLY = "only"
"""In a game's settings: the people, as texts, for whom its lobby is; after the start its master gives seats."""
BIDDERS = "bidders"
"""In a game's settings: the two who bid for its sides, with their names. Until both have, nobody has a seat."""


class Seating:
    """The seats of games."""

    def __init__(self, moderator: Moderator) -> None:
        self.moderator = moderator

    @property
    def store(self) -> Store:
        """The moderator's store."""
        return self.moderator.store

    async def join(self, seat: Seat) -> None:
        """Seat a person. After the start only an empty seat can be taken; else the game master gives it.

        What people add to the dice (the interaction they joined with, a phrase) counts if the game starts
        after it. Raises PlayError.
        """
        async with self.moderator.locked(seat.game_id) as row:
            await self._join(row, seat)

    async def _join(self, row: Game, seat: Seat) -> None:
        if seat.power not in load(row.board).order:
            raise PlayError("There is no such power in this game.")
        if row.status == "over":
            raise PlayError("This game is over.")
        must_be_invited(row, seat.user_id)
        must_not_be_bid_for(row)
        seats = await self.store.seats(row.id)
        if not _may_join(row, seats, seat.user_id):
            raise PlayError("The game master gives seats in this game: `/game replace`. Ask for one.")
        held = [s for s in seats if s.power == seat.power]
        kept = await self.store.preferences(excuses.SCOPE, excuses.seat_of(row.id, seat.power))
        if row.status != "lobby" and players_of(held, seat.power) and not kept.get("open"):
            raise PlayError(f"{seat.power} is taken. The game master can change that: `/game replace`.")
        freed = seat_computers(row, str(seat.user_id), {seat.power: None}) if seat.power in computers(row) else []
        stand_in = _stand_in(row.id, seat, held) if kept.get("open") else []
        await self.store.apply(Require(row.id, (row.status,)), PutSeat(seat), *freed, *stand_in)
        await self._time_for(row.id, seat.power)

    async def _time_for(self, game_id: str, power: str) -> None:
        """Who has just sat down has all the time there is for what has to be done."""
        row = await self.store.game(game_id)
        if row.status == "running":
            game, now = (await self.moderator.table(game_id)).game, self.moderator.now()
            await self.store.apply(*await clock.anew(self.store, row, game, power, now))
            self.moderator.wakes.touch(game_id)

    async def reclaim(self, game_id: str, user_id: int) -> list[str]:
        """Somebody is back: they play again what others took while they were gone; who stood in may go on ordering, as a
        substitute. Gives the powers. Raises PlayError."""
        async with self.moderator.locked(game_id) as row:
            seats, back, steps = await self.store.seats(game_id), list[str](), list[Step]()
            for mine in [s for s in seats if s.user_id == user_id and s.role == "substitute"]:
                subject = excuses.seat_of(game_id, mine.power)
                if str(user_id) not in ((await self.store.preferences(excuses.SCOPE, subject)).get("owner") or ()):
                    continue
                others = [s for s in seats if s.power == mine.power and s.role == "player"]
                steps += [
                    PutSeat(replace(mine, role="player")),
                    *(PutSeat(replace(s, role="substitute")) for s in others),
                ]
                steps.append(SetPreference(excuses.SCOPE, subject, "owner", None))
                back.append(mine.power)
            if not back:
                raise PlayError("No seat of yours was taken by somebody else while you were gone.")
            record = Record(str(user_id), "reclaim", {"powers": back}, game_id)
            await self.store.apply(Require(game_id, (row.status,)), *steps, record)
            for power in back:
                await self._time_for(game_id, power)
            return back

    async def toggle(self, seat: Seat) -> None:
        """Seat a person at a power that nobody has, or take them off one they hold. Raises PlayError."""
        async with self.moderator.locked(seat.game_id) as row:
            held = players_of(await self.store.seats(row.id), seat.power)
            if row.status != "lobby":
                raise PlayError("This game has started already.")
            if seat.user_id in held:
                await self.store.apply(DropSeat(row.id, seat.power, seat.user_id))
            elif held:
                raise PlayError(f"{seat.power} is taken. To play it together: `/game join power:{seat.power}`.")
            else:
                await self._join(row, seat)

    async def take_open_seats(self, game_id: str, user_id: int, name: str, interaction_id: str) -> list[str]:
        """Seat a person at every power that nobody plays; gives which."""
        async with self.moderator.locked(game_id) as row:
            must_be_invited(row, user_id)
            must_not_be_bid_for(row)
            powers = open_powers(row, await self.store.seats(game_id))
            seats = [PutSeat(Seat(game_id, p, user_id, "player", name, interaction_id)) for p in powers]
            await self.store.apply(Require(game_id, (row.status,)), *seats)
            return powers

    async def leave(self, game_id: str, user_id: int, power: str | None = None) -> list[str]:
        """A person leaves one power or all of theirs; gives which. Their standing orders go with them."""
        async with self.moderator.locked(game_id):
            return await self._leave(game_id, user_id, power)

    async def _leave(self, game_id: str, user_id: int, power: str | None, *more: Step) -> list[str]:
        held = [s.power for s in await self.store.seats(game_id) if s.user_id == user_id]
        gone = [p for p in held if power in (None, p)]
        if not gone:
            raise PlayError("You hold no such seat." if not more else "They hold no seat in this game.")
        await self.store.apply(*[s for p in gone for s in await self._unseat(game_id, p, user_id)], *more)
        return gone

    async def _unseat(self, game_id: str, power: str, user_id: int) -> list[Step]:
        """Steps that take a person off a power, with the standing orders they gave for it."""
        given = [p for p in await self.store.policies(game_id, power) if p.user_id == user_id]
        return [DropSeat(game_id, power, user_id), *(DropPolicy(game_id, power, p.kind) for p in given)]

    async def reseat(self, row: Game, actor: str, wanted: Sequence[Seat], leave: Sequence[Seat] = ()) -> list[Step]:
        """Steps by which some people get seats of their own, whoever or whatever has had them, and others leave theirs."""
        steps, held = list[Step](), await self.store.seats(row.id)
        for seat in leave:
            steps += await self._unseat(row.id, seat.power, seat.user_id)
        for seat in wanted:
            for user in (s.user_id for s in held if s.power == seat.power and s.user_id != seat.user_id):
                steps += await self._unseat(row.id, seat.power, user)
            steps.append(PutSeat(seat))
        played = computers(row)
        freed: dict[str, Any] = {seat.power: None for seat in wanted if seat.power in played}
        return [*steps, *(seat_computers(row, actor, freed) if freed else [])]

    async def seat_by_master(self, actor: int, seat: Seat, instead_of: int | None = None) -> None:
        """The game master seats a person, in place of another or of a computer or beside them, on the record. Raises
        PlayError for one who sits there already."""
        async with self.moderator.locked(seat.game_id) as row:
            must_not_be_bid_for(row)
            stood_in = seat.power in computers(row)
            same = (seat.power, seat.user_id, seat.role)
            held = await self.store.seats(seat.game_id)
            known = any((s.power, s.user_id, s.role) == same for s in held)
            if known and instead_of in (None, seat.user_id) and not stood_in:
                raise PlayError(f"{seat.name} plays {seat.power} already.")
            steps: list[Step] = [PutSeat(seat)]
            if stood_in:
                steps += seat_computers(row, str(actor), {seat.power: None})
            if instead_of is not None and instead_of != seat.user_id:
                steps += await self._unseat(seat.game_id, seat.power, instead_of)
            beside = instead_of is None and not stood_in and any(s.power == seat.power for s in held)
            detail = {"power": seat.power, "user": str(seat.user_id), "role": seat.role, "beside": beside}
            steps.append(Record(str(actor), "seat", {**detail, "instead of": str(instead_of or "")}, seat.game_id))
            await self.store.apply(*steps)
            await self._time_for(seat.game_id, seat.power)

    async def kick(self, actor: int, game_id: str, user_id: int) -> list[str]:
        """The game master takes a person's seats away, on the record; gives which."""
        async with self.moderator.locked(game_id):
            held = [s.power for s in await self.store.seats(game_id) if s.user_id == user_id]
            record = Record(str(actor), "kick", {"user": str(user_id), "powers": held}, game_id)
            return await self._leave(game_id, user_id, None, record)


def must_be_invited(row: Game, user: int) -> None:
    """Raises PlayError for a lobby that is for others."""
    if row.status == "lobby" and str(user) not in row.settings.get(ONLY, (str(user),)):
        raise PlayError("This game is a match between two others.")


def must_not_be_bid_for(row: Game) -> None:
    """Raises PlayError for a lobby whose seats are given by what two bid."""
    if row.status == "lobby" and BIDDERS in row.settings:
        raise PlayError(
            "The sides of this game are bid for: both give `/bid ipc:` here. Then both have their seats, and it begins."
        )


def _may_join(row: Game, seats: Sequence[Seat], user: int) -> bool:
    """Whether somebody may sit down by themselves: in a lobby anybody; later, where the master wants it so, only who is in
    the game already."""
    closed = row.status != "lobby" and row.settings.get("join") == "players"
    return not closed or user == row.master or any(s.user_id == user for s in seats)


def _stand_in(game_id: str, seat: Seat, held: Sequence[Seat]) -> list[Step]:
    """Steps by which somebody takes the seat of players who did not come; they can have it back."""
    away = [s for s in held if s.role == "player" and s.user_id != seat.user_id]
    subject, owners = excuses.seat_of(game_id, seat.power), [str(s.user_id) for s in away]
    remembered = [SetPreference(excuses.SCOPE, subject, n, v) for n, v in (("open", None), ("owner", owners))]
    return [*(PutSeat(replace(s, role="substitute")) for s in away), *remembered]
