"""Tickets of those who look for a game, now or slowly: two that fit each other become a game.

A ticket is an offer of the store, as a challenge is. A pair closes both tickets and opens the game in one change, which holds
only if both were open: so nobody is paired twice, whoever pairs them and however often.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.game.league import boards, formats
from bot.game.league.agreed_game import GONE, SIDES, Agreed, drawn, open_agreed
from bot.game.league.desk import Desk
from bot.game.league.format_desk import FormatDesk
from bot.game.lobby.lobby import Lobby, game_id_of
from bot.game.people.problems import PlayError
from bot.store import Change, Enqueue, Message, OfferGone, PutOffer, Step
from bot.store.league import Offer as Stored
from bot.store.records import Game
from league import codec
from league.challenges import BID, Offer, Ticket, paired
from league.formats import Format
from league.ratings.ratings import MIDDLE, NINETEEN_IN_TWENTY

KIND = "ticket"
HOUR, DAY = 3600.0, 86400.0
NOW, SLOWLY = "now", "slowly"
AGREED = "agreed"
USUAL = {NOW: 3 * HOUR, SLOWLY: 7 * DAY}
LONGEST = {NOW: 12 * HOUR, SLOWLY: 30 * DAY}
# Who has just met meets somebody else, if there is anybody.
LATELY = 7 * DAY
BIDDING = " Sides are bid for: both bid with `/bid`; then it begins by itself."


@dataclass(frozen=True, slots=True)
class Looking:
    """A ticket as it is kept. place: the channel it was taken in. name: of the person. ended: what has become of it."""

    ticket: Ticket
    guild: int
    place: int
    name: str
    rated: bool = True
    ended: str = ""

    @property
    def pace(self) -> str:
        """Now or slowly."""
        return NOW if self.ticket.live else SLOWLY

    def put(self, league: int, revision: int) -> PutOffer:
        """The step that keeps it."""
        return PutOffer(self.ticket.id, league, KIND, not self.ended, self.ticket.until, revision, codec.dumped(self))


@dataclass(frozen=True, slots=True)
class Found:
    """A ticket of the store."""

    looking: Looking
    league: int
    revision: int

    def over(self, how: str) -> PutOffer:
        """The step that ends it."""
        return replace(self.looking, ended=how).put(self.league, self.revision + 1)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two that fit each other, who has waited longer first. second: None for somebody who took the first one's ticket without
    one of their own."""

    first: Found
    second: Found | None
    format: str
    agreed: Agreed

    @property
    def key(self) -> str:
        """Of the change that opens their game: the same however often it is tried."""
        return f"tickets {self.agreed.id}"

    @property
    def guilds(self) -> set[int]:
        """The servers on whose noticeboards they stand."""
        return {one.looking.guild for one in (self.first, self.second) if one is not None}


class Tickets(Desk):
    """The tickets of leagues."""

    def __init__(self, lobby: Lobby) -> None:
        super().__init__(lobby)
        self.desk = FormatDesk(lobby)

    async def look(
        self,
        interaction_id: str,
        guild: int,
        place: int,
        person: int,
        name: str,
        wanted: Sequence[str],
        pace: str,
        seconds: float | None = None,
        rated: bool = True,
    ) -> Looking:
        """Somebody looks for a game from now on; a ticket of theirs with the same pace is replaced. Raises PlayError."""
        for one in wanted:
            await self.desk.find(guild, one)
        for_ = USUAL[pace] if seconds is None else seconds
        if not 60 <= for_ <= LONGEST[pace]:
            most = {NOW: "12 hours", SLOWLY: "30 days"}[pace]
            raise PlayError(f"{pace.capitalize()}, a ticket is open for a minute to {most}.")
        league, now = await formats.home(self.store, guild), self.now()
        points, give = await self._rating(league, wanted[0], str(person))
        names, live = tuple(dict.fromkeys(wanted)), pace == NOW
        ticket = Ticket(id_of(interaction_id), str(person), names, live, points, now, now + for_, give)
        made = Looking(ticket, guild, place, name, rated)
        async with self.lobby.moderator.locks.person(league, person):
            mine = [one for one in await self.open(league) if _alike(one.looking.ticket, ticket)]
            seen = await boards.all_of(self.store, guild, ticket.id)
            steps = (*(one.over("replaced") for one in mine), made.put(league, 1), *seen)
            await self._commit(Change(interaction_id, steps=steps))
        self.lobby.seekers.set()
        return made

    async def stop(self, ticket_id: str, person: int) -> Looking:
        """Somebody looks no more. Raises PlayError."""
        found = await self._open(ticket_id)
        if found.looking.ticket.person != str(person):
            raise PlayError("Only who looks for a game takes that back.")
        seen = await boards.all_of(self.store, found.looking.guild, f"{ticket_id} over")
        await self._apply(found.over("taken back"), *seen)
        return replace(found.looking, ended="taken back")

    async def over(self, ticket_id: str) -> Looking | None:
        """A ticket of which something has become, if it is one."""
        stored = await self.store.league.offer(ticket_id)
        found = _read(stored).looking if stored is not None and stored.kind == KIND else None
        return found if found is not None and found.ended else None

    async def open(self, league: int | None) -> list[Found]:
        """The tickets of a league (None: of all) that are open, who has waited longest first."""
        return [_read(one) for one in await self.store.league.offers(league, KIND, self.now())]

    # --- pairs --------------------------------------------------------------------------------------------------------

    async def may_take(self, ticket_id: str, person: int, name: str) -> Pair:
        """The pair of a ticket with somebody who takes it up. Raises PlayError."""
        found = await self._open(ticket_id)
        ticket = found.looking.ticket
        if ticket.person == str(person):
            raise PlayError("That is your own ticket: somebody else has to take it up.")
        format = ticket.formats[0]
        title = {ticket.person: found.looking.name, str(person): name}
        mine = next((one for one in await self.open(found.league) if _same(one, person, ticket.live)), None)
        other = mine.looking.ticket.id if mine else str(person)
        return await self._pair(found, mine, format, title, f"{ticket_id} {other}")

    async def pairs(self, league: int) -> list[Pair]:
        """Who is to play whom now, of all whose tickets are open."""
        known = await formats.every(self.store, league)
        open_ = {one.looking.ticket.id: one for one in await self.open(league)}
        tickets = [_possible(one.looking, open_.values(), known) for one in open_.values()]
        if len(tickets) < 2:
            return []
        games, since = await self.lobby.archive.games(league), self.now() - LATELY
        met = {frozenset(seat.person for seat in game.seats) for game in games if game.ended > since}
        found = await asyncio.to_thread(paired, tickets, self.now(), None, met)
        return [await self._of_two(open_[one.id], open_[other.id], format) for one, other, format in found]

    async def game_of(self, pair: Pair, place: Mapping[str, Any]) -> Game:
        """Open the game of a pair in a place, if both still look for one. Raises PlayError, PlaceTaken."""
        known = await self.desk.find(pair.first.looking.guild, pair.format)
        title, where = known[1].title, place["thread_id"] or place["channel_id"]
        people = pair.agreed.people
        text = f"{' and '.join(f'<@{who}>' for who in people)} looked for a game, and play each other: **{title}**."
        bid = pair.agreed.offer.bid
        text += (
            f" The {pair.agreed.offer.bid_side} get {bid} IPC, which is fair by the games so far." if bid > 0 else ""
        )
        text += BIDDING if pair.agreed.offer.bid == BID else ""
        call = Message(where, "say", {"content": text, "mention": list(people)}, f"say:{pair.key}")
        steps: list[Step] = [one.over("paired") for one in (pair.first, pair.second) if one is not None]
        steps.append(Enqueue(call, game_id_of(pair.key)))
        for guild in sorted(pair.guilds):
            steps += await boards.all_of(self.store, guild, pair.key)
        return await open_agreed(self.lobby, pair.key, pair.agreed, known, place, *steps)

    async def _of_two(self, one: Found, other: Found, format: str) -> Pair:
        names = {found.looking.ticket.person: found.looking.name for found in (one, other)}
        return await self._pair(one, other, format, names, f"{one.looking.ticket.id} {other.looking.ticket.id}")

    async def _pair(self, one: Found, other: Found | None, format: str, names: dict[str, str], key: str) -> Pair:
        _, made = await self.desk.find(one.looking.guild, format)
        rated = one.looking.rated and (other is None or other.looking.rated)
        offer = replace(await self._bid(one.league, made), rated=rated)
        first = one.looking.ticket.person
        teams = ((first,), tuple(who for who in names if who != first))
        id = id_of(key)
        return Pair(one, other, format, Agreed(id, teams, drawn(id), offer, names))

    async def _bid(self, league: int, made: Format) -> Offer:
        """The bid of two who have agreed on none: the fair one, where the format leaves it to the players and there are games
        enough to tell; else the sides are bid for."""
        if made.bid.how == "none":
            return Offer(made.id)
        fair = await self.lobby.archive.fair_bid(league, made.id) if made.bid.how == AGREED else ""
        if isinstance(fair, str):
            return Offer(made.id, bid=BID)
        amount = min(round(abs(fair.amount)), made.bid.most)
        side = SIDES[fair.amount < 0]
        return Offer(made.id, bid=amount, bid_side=side) if amount else Offer(made.id)

    # --- old ones -----------------------------------------------------------------------------------------------------

    async def lapse(self, stored: Stored) -> None:
        """A ticket that was open too long is void; its person is told."""
        one, now = _read(stored), self.now()
        looking, who = one.looking, one.looking.ticket.person
        text = f"<@{who}>: nobody was found for a game {looking.pace} by now. `/play` looks again."
        call = Message(looking.place, "say", {"content": text, "mention": [who]}, f"say:{looking.ticket.id} over")
        told = [Enqueue(call)] if now - looking.ticket.until < DAY else []
        seen = await boards.all_of(self.store, looking.guild, f"{looking.ticket.id} over")
        await self._apply(one.over("open too long"), *told, *seen)

    # --- kept ---------------------------------------------------------------------------------------------------------

    async def _open(self, ticket_id: str) -> Found:
        stored = await self.store.league.offer(ticket_id)
        if stored is None or stored.kind != KIND:
            raise PlayError("That ticket is no longer there.")
        if not stored.open or stored.until <= self.now():
            raise PlayError(GONE if _read(stored).looking.ended == "paired" else "That ticket is no longer open.")
        return _read(stored)

    async def _rating(self, league: int, format: str, person: str) -> tuple[float, float]:
        ratings = await self.lobby.archive.ratings(league, format)
        known = ratings.people.get(person)
        return (known.points, known.give) if known else (MIDDLE, ratings.prior.skill * NINETEEN_IN_TWENTY)

    async def _apply(self, *steps: Step) -> None:
        try:
            await self.store.apply(*steps)
        except OfferGone:
            raise PlayError(GONE) from None

    async def _commit(self, change: Change) -> None:
        try:
            await self.store.commit(change)
        except OfferGone:
            raise PlayError(GONE) from None


def id_of(key: str) -> str:
    """The id of a ticket, by the interaction that asks for it."""
    return hashlib.sha256(f"ticket {key}".encode()).hexdigest()[:12]


def _read(stored: Stored) -> Found:
    looking: Looking = codec.loaded(Looking, stored.data)
    return Found(looking, stored.league, stored.revision)


def _alike(one: Ticket, other: Ticket) -> bool:
    return (one.person, one.live) == (other.person, other.live)


def _same(found: Found, person: int, live: bool) -> bool:
    return (found.looking.ticket.person, found.looking.ticket.live) == (str(person), live)


def _possible(looking: Looking, others: Iterable[Found], known: Mapping[str, object]) -> Ticket:
    """A ticket with the formats that there still are. Who looks on another server may not be on this one, and is avoided."""
    names = tuple(name for name in looking.ticket.formats if name in known)
    away = {one.looking.ticket.person for one in others if one.looking.guild != looking.guild}
    here = {one.looking.ticket.person for one in others if one.looking.guild == looking.guild}
    return replace(looking.ticket, formats=names, avoid=frozenset(away - here))
