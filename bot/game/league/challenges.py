"""Challenges: how people come to a game, which is opened with both seated.

A challenge is an offer of the store; each change of it says which revision it is made on, so of two at once the
second is told. A game's id comes from its challenge's, so that a press that comes twice opens no second game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.game.league import boards, formats
from bot.game.league.agreed_game import GONE, SIDES, Agreed, drawn, open_agreed
from bot.game.league.desk import Desk
from bot.game.league.format_desk import FormatDesk
from bot.game.lobby.lobby import Lobby
from bot.game.people.problems import PlayError, told
from bot.store import Change, Message, OfferGone, PutOffer, Step
from bot.store.league import Offer as Stored
from bot.store.records import Game
from league import codec
from league.challenges import BID, Challenge, Offer, Refused, rematch
from league.challenges.challenge import OPEN
from league.finished import Finished
from rules.model.board import load

KIND = "challenge"
DAY = 86400.0
OPEN_FOR = 3 * DAY


@dataclass(frozen=True, slots=True)
class Posted:
    """A challenge as it is kept. place: the channel it was made in. names: person -> as they are shown."""

    challenge: Challenge
    guild: int
    place: int
    names: Mapping[str, str]

    def put(self, league: int, revision: int) -> PutOffer:
        """The step that keeps it."""
        one = self.challenge
        return PutOffer(one.id, league, KIND, one.status == OPEN, one.until, revision, codec.dumped(self))

    def message(self) -> Message:
        """The message with its buttons, which calls those who are asked."""
        asked = list(self.challenge.waits_for)
        payload = {"offer": self.challenge.id, "mention": asked}
        return Message(self.place, "offer", payload, f"offer:{self.challenge.id}")


class Challenges(Desk):
    """The challenges of leagues."""

    def __init__(self, lobby: Lobby) -> None:
        super().__init__(lobby)
        self.desk = FormatDesk(lobby)

    async def challenge(
        self,
        interaction_id: str,
        guild: int,
        place: int,
        by: int | Sequence[int],
        to: int | Sequence[int],
        names: Mapping[str, str],
        offer: Offer,
    ) -> Challenge:
        """Somebody challenges somebody; or a team a team, the challenger first. Raises PlayError."""
        teams = [tuple(map(str, [one] if isinstance(one, int) else one)) for one in (by, to)]
        await self._must_be_possible(guild, offer, teams)
        with told(Refused):
            made = Challenge(id_of(interaction_id), teams[0], teams[1], offer, self.now(), self.now() + OPEN_FOR)
        await self._post(interaction_id, Posted(made, guild, place, names))
        return made

    async def rematch(self, interaction_id: str, game: Finished, row: Game, person: int) -> Challenge:
        """The same again with sides changed. Raises PlayError."""
        with told(Refused):
            made = rematch(game, str(person), id_of(interaction_id), self.now(), self.now() + OPEN_FOR)
        if not made.offer.format:
            raise PlayError("That game was played by no format. `/game new` opens another like it.")
        await self._must_be_possible(row.guild_id, made.offer, (made.by, made.to))
        names = {seat.person: seat.name for seat in game.seats}
        await self._post(interaction_id, Posted(made, row.guild_id, row.channel_id, names))
        return made

    async def found(self, offer_id: str) -> Posted:
        """A challenge as it stands now. Raises PlayError."""
        return (await self._stored(offer_id))[1]

    async def say_no(self, offer_id: str, person: int) -> Posted:
        """Who is challenged declines, or the challenger takes it back. Raises PlayError."""
        stored, posted = await self._stored(offer_id)
        with told(Refused):
            mine = posted.challenge.by[0] == str(person)
            say = posted.challenge.withdraw if mine else posted.challenge.decline
            now = _with(posted, say(str(person), self.now()))
        seen = await boards.all_of(self.store, posted.guild, f"{offer_id} {now.challenge.status}")
        await self._apply(now.put(stored.league, stored.revision + 1), *seen)
        return now

    async def counter(self, offer_id: str, interaction_id: str, person: int, offer: Offer) -> Challenge:
        """Who is challenged offers something else: this one is over, another goes the other way. Raises PlayError."""
        stored, posted = await self._stored(offer_id)
        await self._must_be_possible(posted.guild, offer, (posted.challenge.by, posted.challenge.to))
        with told(Refused):
            over, other = posted.challenge.counter(str(person), offer, id_of(interaction_id), self.now())
        new = _with(posted, other)
        seen = await boards.all_of(self.store, posted.guild, other.id)
        steps = (_with(posted, over).put(stored.league, stored.revision + 1), new.put(stored.league, 1), *seen)
        await self._commit(Change(interaction_id, steps=steps, messages=(new.message(),)))
        return other

    async def may_accept(self, offer_id: str, person: int) -> tuple[Posted, str]:
        """A challenge that somebody can accept now, and what its game is called. Raises PlayError."""
        _, posted = await self._stored(offer_id)
        with told(Refused):
            posted.challenge.accept(str(person), self.now())
        _, made = await self.desk.find(posted.guild, posted.challenge.offer.format)
        return posted, agreed_of(posted).title(made)

    async def agree(self, offer_id: str, person: int) -> Posted | None:
        """One of several who are asked accepts, others have still to; None where theirs is the last word: then the game is to
        be opened (`accept`). Raises PlayError."""
        while True:
            stored, posted = await self._stored(offer_id)
            with told(Refused):
                now = _with(posted, posted.challenge.accept(str(person), self.now()))
            if now.challenge.status != OPEN:
                return None
            if now.challenge == posted.challenge:  # the same press twice
                return now
            seen = await boards.all_of(self.store, posted.guild, f"{offer_id} agreed by {person}")
            try:
                await self.store.apply(now.put(stored.league, stored.revision + 1), *seen)
            except OfferGone:  # another of them said yes in this moment
                continue
            return now

    async def accept(self, offer_id: str, person: int, place: Mapping[str, Any]) -> Game:
        """Somebody accepts: the game is opened in a place, its people seated, the bid settled; it begins, unless the
        sides are bid for. Raises PlayError, PlaceTaken."""
        stored, posted = await self._stored(offer_id)
        with told(Refused):
            now = _with(posted, posted.challenge.accept(str(person), self.now()))
        known = await self.desk.find(posted.guild, now.challenge.offer.format)
        put = now.put(stored.league, stored.revision + 1)
        seen = await boards.all_of(self.store, posted.guild, f"{offer_id} accepted")
        return await open_agreed(self.lobby, f"challenge {offer_id}", agreed_of(now), known, place, put, *seen)

    async def open(self, league: int) -> list[Posted]:
        """The challenges of a league that wait for an answer, the oldest first."""
        return [_read(one) for one in await self.store.league.offers(league, KIND, self.now())]

    async def lapse(self, stored: Stored) -> None:
        """A challenge that was open too long is void."""
        posted = _read(stored)
        now = _with(posted, posted.challenge.tick(self.now()))
        seen = await boards.all_of(self.store, posted.guild, f"{stored.id} {now.challenge.status}")
        await self._apply(now.put(stored.league, stored.revision + 1), *seen)

    # --- kept ---------------------------------------------------------------------------------------------------------

    async def _stored(self, offer_id: str) -> tuple[Stored, Posted]:
        stored = await self.store.league.offer(offer_id)
        if stored is None or stored.kind != KIND:
            raise PlayError("That challenge is no longer there.")
        return stored, _read(stored)

    async def _post(self, interaction_id: str, posted: Posted) -> None:
        league = await formats.home(self.store, posted.guild)
        seen = await boards.all_of(self.store, posted.guild, posted.challenge.id)
        await self._commit(Change(interaction_id, steps=(posted.put(league, 1), *seen), messages=(posted.message(),)))

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

    async def _must_be_possible(self, guild: int, offer: Offer, teams: Sequence[Sequence[str]]) -> None:
        _, made = await self.desk.find(guild, offer.format)
        found, most = offer.faults(SIDES), max(map(len, teams))
        if offer.bid == BID and most > 1:
            found.append("Between teams sides are not bid for: choose them, or leave them to chance.")
        if most > (room := powers_of_a_side(made.board)):
            found.append(f"A side of this board has {room} powers: no team is larger.")
        if offer.bid > made.bid.most:
            found.append(f"A bid is {made.bid.most} IPC at most in this format.")
        if offer.bid and made.bid.how == "none":
            found.append("In this format there are no bids.")
        if found:
            raise PlayError(" ".join(found))


def id_of(interaction_id: str) -> str:
    """The id of a challenge that an interaction makes."""
    return hashlib.sha256(f"challenge {interaction_id}".encode()).hexdigest()[:12]


def powers_of_a_side(board: str) -> int:
    """For how many people there are powers on either side."""
    known = load(board)
    return min(sum(known.side(power) == side for power in known.order) for side in SIDES)


def side_of_challenger(challenge: Challenge) -> str:
    """The challengers' side; where neither was chosen it is drawn by the challenge's id."""
    return challenge.offer.side or drawn(challenge.id)


def agreed_of(posted: Posted) -> Agreed:
    """The game of a challenge."""
    one = posted.challenge
    return Agreed(one.id, (one.by, one.to), side_of_challenger(one), one.offer, posted.names)


def _read(stored: Stored) -> Posted:
    found: Posted = codec.loaded(Posted, stored.data)
    return found


def _with(posted: Posted, challenge: Challenge) -> Posted:
    return Posted(challenge, posted.guild, posted.place, posted.names)
