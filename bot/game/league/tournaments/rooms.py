"""Where the games of a match come about: a message that calls both, a thread at it, the game in that thread."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.game.league import formats
from bot.game.league.agreed_game import Agreed, open_agreed, settle
from bot.game.league.desk import Desk
from bot.game.league.tournaments import kept
from bot.game.league.tournaments.kept import SIDES, Held, Ref
from bot.game.league.tournaments.teams import members
from bot.game.lobby.bids import Tells
from bot.game.lobby.seating import ONLY
from bot.game.people.problems import PlayError
from bot.store import Message, SetGame, Step
from bot.store.records import Game
from league.challenges import BID, EITHER, Offer
from league.formats import Format
from league.tournaments.terms import BY_BID

LONGEST = 80
"""Letters of a game's name."""


class Rooms(Desk):
    """The games of tournaments."""

    def call(self, now: Held, ref: Ref, again: str = "") -> Message:
        """The message at which a game's thread will be. again: another attempt, by what asks for it."""
        payload = {"tournament": now.id, "match": ref.match, "pair": [ref.first, ref.second], "game": ref.game}
        return Message(now.setup.place, "match", payload, f"{ref.key} {again}", guild_id=now.setup.guild)

    async def wanted(self, payload: Mapping[str, Any]) -> tuple[Held, Ref, int] | None:
        """The game that a call is for, with its round; None where it is not to be played any more."""
        now = await kept.held(self.store, payload["tournament"])
        first, second = payload["pair"]
        ref = Ref(now.id, payload["match"], first, second, payload["game"])
        for number, match in now.opened(self.lobby.moderator.now()):
            if match.id == ref.match and now.ref(match) == ref:
                return now, ref, number
        return None

    async def open(self, now: Held, ref: Ref, number: int, thread: int) -> Game:
        """Open a game in its thread, seated, and begin it unless its sides are bid for; a second time it is the same. Raises
        PlayError."""
        made = await self.format(now)
        teams = (members(ref.first), members(ref.second))
        by_bid = now.setup.terms.sides == BY_BID
        side = EITHER if by_bid else ref.sides[ref.first]
        offer = Offer(now.setup.format, side, BID if by_bid else 0)
        settings = {
            kept.SETTING: {**ref.setting(), "event": [now.setup.name, number]},
            ONLY: [*teams[0], *teams[1]],
        }
        agreed = Agreed(ref.game_id, teams, side or SIDES[0], offer, now.people, now.setup.by, settings)
        place = {
            "guild_id": now.setup.guild,
            "channel_id": now.setup.place,
            "thread_id": thread,
            "name": title_of(now, ref, number),
        }
        return await open_agreed(self.lobby, ref.key, agreed, (now.setup.version, made), place)

    async def format(self, now: Held) -> Format:
        """The format of a tournament, as it was when that was made. Raises PlayError where today's rules know it no more."""
        found = await formats.in_version(self.store, now.league, now.setup.format, now.setup.version)
        if found is None:
            raise PlayError(f"The format “{now.setup.format}” is not known any more.")
        return found

    async def settle(self, row: Game, ref: Ref, names: Mapping[str, str], tells: Tells) -> None:
        """The sides of a match that are bid for, as soon as both have bid: revealed, both seated, begun. It goes on where a
        crash left it."""

        def stand(now: Game, first: str, side: str) -> list[Step]:
            """Who has which side stands in the game."""
            other = ref.second if first == ref.first else ref.first
            won = {first: side, other: next(one for one in SIDES if one != side)}
            said = {**now.settings[kept.SETTING], "sides": won}
            return [SetGame(now.id, {"settings": {**now.settings, kept.SETTING: said}})]

        both = {person: names.get(person, "") for person in (ref.first, ref.second)}
        await settle(self.lobby, row, both, tells, stand)


def title_of(now: Held, ref: Ref, number: int) -> str:
    """What a game of a match is called: `Anna – Boris: Spring cup, round 2`. Who plays comes first, as lists of threads cut
    what is long."""
    both, event = f"{now.name(ref.first)} – {now.name(ref.second)}", f"round {number}"
    event += f", game {ref.game}" if ref.game > 1 else ""
    room = LONGEST - len(both) - len(event) - len(": , ")
    return f"{both}: {now.setup.name[:room]}, {event}" if room > 0 else f"{both}: {event}"[:LONGEST]
