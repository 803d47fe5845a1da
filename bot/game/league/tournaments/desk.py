"""What people and arbiters do in tournaments: each is an event of the record, judged on what its writer has seen of it.

Who decides something (an arbiter) names the number of events that they have seen; has it gone on since, they are told. Who
enters or leaves decides for nobody else: they are written behind whatever came first.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace

from bot.game.league import formats
from bot.game.league.desk import Desk
from bot.game.league.format_desk import FormatDesk
from bot.game.league.results import Results
from bot.game.league.tournaments import kept
from bot.game.league.tournaments.dates import has_begun
from bot.game.league.tournaments.kept import Held, Ref, Setup
from bot.game.league.tournaments.teams import (
    Team,
    agree,
    entrant_of,
    forgotten,
    must_be_free,
    must_have_room,
    said_of_size,
    taken_back,
)
from bot.game.league.tournaments.willing import chosen, say_willing
from bot.game.lobby.lobby import Lobby
from bot.game.moderator.outbox_messages import panel, say
from bot.game.people.problems import PlayError, told
from bot.store import (
    AddEvent,
    Change,
    CloseTournament,
    DropTimers,
    Enqueue,
    Message,
    Moved,
    NameTaken,
    Record,
    Require,
    SetGame,
    StatusConflict,
    Step,
    Store,
    UnknownGame,
)
from bot.store.records import Game
from league import codec
from league.tournaments import (
    BY_BID,
    NOBODY,
    NOT_PLAYED,
    ROUND_ROBIN,
    WALK_OVER,
    Entered,
    Event,
    Match,
    Paired,
    Played,
    Refused,
    State,
    Withdrew,
    next_round,
    seeded,
)
from league.tournaments.terms import BRACKETS

DRAW = "draw"
MOST_OPEN = 20
SHOWN = 20
MIDDLE = 1500.0
QUICKER = "Somebody else has changed this tournament since you looked. Look again: `/tournament show`."
Makes = Callable[[Held], Sequence[tuple[Event, str]]]


class Tournaments(Desk):
    """The tournaments of leagues."""

    def __init__(self, lobby: Lobby, results: Results) -> None:
        super().__init__(lobby)
        self.results, self.desk = results, FormatDesk(lobby)

    # --- looked up ----------------------------------------------------------------------------------------------------

    async def open(self, guild: int) -> list[Held]:
        """The tournaments of a server's league in which something is to come, the newest first."""
        league = await formats.home(self.store, guild)
        return [await kept.held(self.store, one.id) for one in await self.store.tournaments.every(league, True)]

    async def find(self, guild: int, named: str = "", place: int = 0) -> Held:
        """The tournament that is meant: by its name or id; else that of the match that is played here, that of the channel,
        or the only one. Raises PlayError."""
        every = await self.store.tournaments.every(await formats.home(self.store, guild))
        if not named and (ref := await self.match_in(place)) and ref.tournament in {one.id for one in every}:
            return await kept.held(self.store, ref.tournament)
        fits = [one for one in every if named in (one.id, one.name)] if named else [one for one in every if one.open]
        if not named and len(fits) > 1:
            fits = [one for one in fits if one.data["place"] == place] or fits
        if not fits or (len(fits) > 1 and not named):
            known = ", ".join(one.name for one in every if one.open) or "none; `/tournament new` opens one"
            raise PlayError(f"Which tournament? Open here: {known}.")
        return await kept.held(self.store, fits[0].id)

    async def look(self, guild: int, named: str = "", place: int = 0) -> Held:
        """The same to be looked at: where nothing is named, and none of the channel is open, its last. Raises PlayError."""
        every = await self.store.tournaments.every(await formats.home(self.store, guild))
        here = [] if named else [one for one in every if one.data["place"] == place]
        if here and not any(one.open for one in here):
            return await kept.held(self.store, here[0].id)
        return await self.find(guild, named, place)

    async def match_in(self, place: int) -> Ref | None:
        """The match that is played in a thread, if it is one of a tournament."""
        row = await self.store.game_in(place)
        return kept.ref_of(row.settings) if row else None

    # --- set up -------------------------------------------------------------------------------------------------------

    async def create(self, interaction_id: str, by: int, setup: Setup) -> Held:
        """A new tournament, which people can enter. Raises PlayError."""
        league, id = await formats.home(self.store, setup.guild), id_of(interaction_id)
        version, made = await self.desk.find(setup.guild, setup.format)
        must_have_room(setup.team, setup.terms.sides == BY_BID, made.board)
        if len(await self.store.tournaments.every(league, True)) >= MOST_OPEN:
            raise PlayError(f"A league has {MOST_OPEN} open tournaments at most: end one (`/tournament end`).")
        setup = replace(setup, version=version)
        record = Record(str(by), "tournament", {"tournament": id, "name": setup.name})
        seen = await kept.seen(self.store, id, setup, "new", self.now())
        try:
            await self.store.commit(Change(interaction_id, steps=(setup.step(id, league), record, *seen)))
        except NameTaken:
            raise PlayError(f"There is a tournament “{setup.name}” already. Take another name.") from None
        return await kept.held(self.store, id)

    async def cancel(self, id: str, interaction_id: str, by: int, why: str) -> Held:
        """An arbiter ends a tournament before its end; games under way go on by themselves. Raises PlayError."""
        now = await self._open(id)
        record = Record(str(by), "tournament ended", {"tournament": id, "why": why})
        seen = await kept.seen(self.store, id, now.setup, f"ended {interaction_id}", self.now())
        await self.store.commit(Change(interaction_id, steps=(CloseTournament(id), record, *seen)))
        return await kept.held(self.store, id)

    # --- people -------------------------------------------------------------------------------------------------------

    async def enter(self, id: str, interaction_id: str, by: int, person: int, name: str) -> Held:
        """Somebody takes part, seeded by their rating now; in a play-off they say that they are willing. Raises PlayError."""
        now = await self._open(id)
        if now.setup.season and not now.state.begun:
            await say_willing(self.store, now, person, name)
            await self.store.apply(Enqueue(kept.post(id, now.setup, f"willing {interaction_id}")))
            return now
        return (await self.team(id, interaction_id, by, Team({str(person): name}), [str(person)]))[0]

    async def team(
        self, id: str, interaction_id: str, by: int, team: Team, agreed: Sequence[str]
    ) -> tuple[Held, list[str]]:
        """Some of a team would take part: once all of it would, it does, seeded by the mean of its ratings now. Gives who is
        asked still. Raises PlayError."""
        now = await self._open(id)
        if await self.store.receipt("", interaction_id) is not None:
            return now, []  # the same press came twice
        if len(team.names) != now.setup.team:
            raise PlayError(said_of_size(now.setup.team))
        must_be_free(now.state, team.names, team.names)
        if len(team.names) > 1:
            team, left = await agree(self.store, id, team, agreed)
            if left:
                return now, left
        ratings = await self.archive.ratings(now.league, now.setup.format)
        points = [ratings.people[one].points if one in ratings.people else MIDDLE for one in team.names]
        entered = Entered(team.entrant, round(sum(points) / len(points), 3))
        return await self.note(id, interaction_id, by, lambda _: [(entered, team.note)]), []

    async def ask(self, now: Held, interaction_id: str, team: Team, left: Sequence[str]) -> None:
        """Who has still to say whether they play in a team is asked in the tournament's channel."""
        payload = {"tournament": now.id, "team": team.entrant, "mention": list(left)}
        key = f"tournament:{now.id}:team:{interaction_id}"
        await self.store.apply(Enqueue(Message(now.setup.place, "team", payload, key, guild_id=now.setup.guild)))

    async def leave(self, id: str, interaction_id: str, by: int, person: int, why: str = "") -> Held:
        """Somebody takes part no more; what they have not played is lost. Raises PlayError."""
        now = await self._open(id)
        if now.setup.season and not now.state.begun:
            await say_willing(self.store, now, person, None)
            await self.store.apply(Enqueue(kept.post(id, now.setup, f"willing {interaction_id}")))
            return now
        entrant = entrant_of(now.state.active, str(person))
        if entrant not in now.state.active and (words := await taken_back(self.store, id, person)):
            await self.store.apply(*words)
            return now
        gone = forgotten(id, entrant) if now.setup.team > 1 else []
        return await self.note(id, interaction_id, by, lambda _: [(Withdrew(entrant), why)], None, *gone)

    # --- the arbiter --------------------------------------------------------------------------------------------------

    async def seeding(self, now: Held) -> list[tuple[Event, str]]:
        """What its beginning would put on the record; the best of the willing enter a play-off with it. Raises PlayError."""
        with told(Refused):
            entered = await chosen(self.store, now) if now.setup.season else []
            state = after(now.state, [event for event, _ in entered])
            begun = seeded(state)
            state.after(begun)
            return [*entered, (begun, "")]

    async def begin(self, id: str, interaction_id: str, by: int, expected: int) -> Held:
        """It begins, seeded as was shown on so many events. Raises PlayError."""
        events = await self.seeding(await self._open(id))
        return await self.note(id, interaction_id, by, lambda _: events, expected)

    def upcoming(self, now: Held, all: bool = False) -> list[Paired]:
        """The round that comes next, or of a round robin all that are left. Raises PlayError, with what has to come first."""
        with told(Refused):
            state, found = now.state, [next_round(now.state)]
            while all and state.terms.kind == ROUND_ROBIN:
                state = state.after(found[-1])
                try:
                    found.append(next_round(state))
                except Refused:
                    break
            return found

    async def pair(self, id: str, interaction_id: str, by: int, expected: int, all: bool = False) -> Held:
        """The next round goes on the record as it was shown on so many events. Raises PlayError."""
        return await self.note(
            id, interaction_id, by, lambda now: [(one, "") for one in self.upcoming(now, all)], expected
        )

    async def decide(
        self, id: str, interaction_id: str, by: int, match: str, winner: str, why: str, nobody: str = ""
    ) -> str:
        """An arbiter says who has won a match; without a winner it is what nobody says, DRAW or NOT_PLAYED, by default a draw
        where somebody has given an order. A game of it that is played, or was, is adjudicated, and what comes of that flows
        in by itself; else it is a walk-over. Gives what it is: who has won, DRAW or NOT_PLAYED. Raises PlayError."""
        now = await self._open(id)
        known = now.state.matches.get(match)
        winner = entrant_of((known.first, known.second), winner) if known and winner else winner
        found = must_have(now, match, winner)
        if by in kept.people_of(found):
            raise PlayError("Nobody judges a match of their own: another arbiter has to.")
        game = await self._game_of(now, found)
        if winner and nobody:
            raise PlayError("Either somebody has won a match, or nobody has: leave one of the two out.")
        if not winner:
            nobody = nobody or (DRAW if game and await has_begun(self.store, game, found) else NOT_PLAYED)
        walks = game is None or game.status == "lobby" or WALK_OVER in now.state.games.get(match, {})
        if not winner and now.setup.terms.kind in BRACKETS and (walks or nobody == NOT_PLAYED):
            raise PlayError(f"Somebody of match {match} goes on: say who has won it.")
        if walks or nobody == NOT_PLAYED:
            told_as = Played(match, WALK_OVER, winner, NOT_PLAYED if nobody == NOT_PLAYED else WALK_OVER)
            async with self.results.moderator.locked(game.id) if game else nullcontext():
                closed = _closed(game, match, interaction_id) if game else []
                await self.note(id, interaction_id, by, lambda _: [(told_as, why)], now.number, *closed)
        elif game is not None:
            side = next((side for who, side in (await self.sides_of(game)).items() if who == winner), "")
            await self.results.adjudicate(game.id, interaction_id, by, side, why)
        return winner or nobody

    async def sides_of(self, game: Game) -> dict[str, str]:
        """Who of a match has which side in its game."""
        ref = kept.ref_of(game.settings)
        assert ref is not None
        won = game.settings[kept.SETTING].get("sides")
        return dict(won) if won else ref.sides

    async def _game_of(self, now: Held, match: Match) -> Game | None:
        """The game of a match that is played, or was played last."""
        next_one = now.ref(match)
        for ref in (next_one, replace(next_one, game=next_one.game - 1)):
            if ref.game and (found := await game_or_none(self.store, ref.game_id)):
                return found
        return None

    # --- the record ---------------------------------------------------------------------------------------------------

    async def note(
        self, id: str, interaction_id: str, by: int, makes: Makes, expected: int | None = None, *more: Step
    ) -> Held:
        """Put events on a record. expected: how many events there were when this was decided; else PlayError. Raises
        PlayError for what cannot be in this tournament now."""
        while True:
            now = await self._open(id)
            if await self.store.receipt("", interaction_id) is not None:
                return now  # the same press came twice
            if expected is not None and now.number != expected:
                raise PlayError(QUICKER)
            events = list(makes(now))
            try:
                after(now.state, [event for event, _ in events])
            except Refused as refused:
                raise PlayError(in_names(now, str(refused))) from None
            added = [
                AddEvent(id, now.number + place, codec.dumped(event, Event), str(by), note)
                for place, (event, note) in enumerate(events, 1)
            ]
            seen = await kept.seen(self.store, id, now.setup, str(now.number + len(added)), self.now())
            try:
                await self.store.commit(Change(interaction_id, steps=(*added, *more, *seen)))
            except Moved:
                continue
            except StatusConflict:  # its game has begun in this moment
                raise PlayError(QUICKER) from None
            return await kept.held(self.store, id)

    async def _open(self, id: str) -> Held:
        now = await kept.held(self.store, id)
        if not now.open:
            raise PlayError(f"**{now.setup.name}** is over.")
        return now


def _closed(game: Game, match: str, key: str) -> list[Step]:
    """A game of which nothing comes is over, without a result."""
    if game.status == "over":
        return []
    over, shown = SetGame(game.id, {"status": "over"}), Enqueue(panel(game, f"closed {key}"), game.id)
    text = f"An arbiter has decided match {match} without this game: it is over, and counts for no table."
    said = Enqueue(say(game, text, f"closed {key}"), game.id)
    return [Require(game.id, (game.status,)), over, DropTimers(game.id), shown, said]


def id_of(interaction_id: str) -> str:
    """The id of a tournament or season that an interaction makes."""
    return hashlib.sha256(f"tournament {interaction_id}".encode()).hexdigest()[:10]


def in_names(now: Held, text: str) -> str:
    """A refusal that begins with an entrant, with their name."""
    who, _, rest = text.partition(" ")
    return f"{now.names.get(who, who)} {rest}"


def after(state: State, events: Sequence[Event]) -> State:
    """A tournament after some events. Raises Refused."""
    for event in events:
        state = state.after(event)
    return state


def must_have(now: Held, match: str, winner: str) -> Match:
    """A match that is on the record, which somebody of it can have won. Raises PlayError."""
    found = now.state.matches.get(match)
    if found is None or found.is_bye:
        told_by = [f"{one.id} ({now.name(one.first)} – {now.name(one.second)})" for one in now.state.open()]
        asked = f"There is no match “{match[:20]}”" if match else "Say which match"
        raise PlayError(f"{asked}. Open matches: {', '.join(told_by[:SHOWN]) or 'none'}.")
    if winner not in (found.first, found.second, NOBODY):
        names = " or ".join(now.name(one) for one in (found.first, found.second))
        raise PlayError(f"Match {match} is won by {names}, or by nobody.")
    return found


async def game_or_none(store: Store, game_id: str) -> Game | None:
    """A game, if it is there."""
    try:
        return await store.game(game_id)
    except UnknownGame:
        return None
