"""A tournament as it is kept: what it was set up as, and its record; all else is reckoned (league/tournaments)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.game.league import boards
from bot.game.league.courses import MATCH
from bot.game.league.tournaments.teams import members, shown
from bot.game.lobby.lobby import game_id_of
from bot.game.people.problems import PlayError
from bot.store import Enqueue, Message, OpenTournament, SetTimer, Step, Store
from bot.store.tournaments import Noted, Tournament
from league import codec
from league.tournaments import NOBODY, Entered, Event, Match, Paired, Schedule, State, Terms, state_of

SCOPE = "tournament"
"""Preferences of a tournament: "tended" (until when dates have been looked at), "post" (the message that shows it)."""
TIMER = "tournament"
SETTING = MATCH
SIDES = ("Allies", "Axis")


@dataclass(frozen=True, slots=True)
class Setup:
    """What a tournament is. guild, place: the server and the channel it is held in. by: the arbiter who made it. version: of
    the format, 0 for one that comes with the bot. schedule: a start of 0 is the moment it begins. season: whose play-off it
    is. team: how many play together."""

    name: str
    format: str
    version: int
    terms: Terms
    guild: int
    place: int
    by: int
    schedule: Schedule | None = None
    season: str = ""
    team: int = 1

    def step(self, id: str, league: int) -> OpenTournament:
        """The step that keeps it."""
        return OpenTournament(id, league, self.name, codec.dumped(self))


@dataclass(frozen=True, slots=True)
class Told:
    """An event with who brought it about, when, and their reason."""

    event: Event
    by: str
    note: str
    at: float


@dataclass(frozen=True, slots=True)
class Held:
    """A tournament as it stands. record: its events in order. at: since when it is there."""

    id: str
    league: int
    open: bool
    setup: Setup
    record: tuple[Told, ...]
    state: State
    at: float

    @property
    def number(self) -> int:
        """How many events there are: what the next is written on."""
        return len(self.record)

    @property
    def names(self) -> dict[str, str]:
        """Everybody's name, as they were shown when they entered."""
        return {entrant: shown(note) for entrant, note in self._notes}

    @property
    def people(self) -> dict[str, str]:
        """The people behind the entrants, with their names."""
        every = [zip(members(entrant), note.split("\n")) for entrant, note in self._notes]
        return {person: name for both in every for person, name in both}

    @property
    def _notes(self) -> list[tuple[str, str]]:
        return [(told.event.entrant, told.note) for told in self.record if isinstance(told.event, Entered)]

    def name(self, entrant: str) -> str:
        """The name of somebody who takes part."""
        return self.names.get(entrant) or entrant

    @property
    def schedule(self) -> Schedule | None:
        """The dates of its rounds; None without any, or before it begins where that is their start."""
        dates, state = self.setup.schedule, self.state
        if dates is None or (not dates.start and not state.begun):
            return None
        begun = next((told.at for told in self.record if type(told.event).__name__ == "Begun"), self.at)
        paired = tuple(told.at for told in self.record if isinstance(told.event, Paired))
        return replace(dates, start=dates.start or begun, paired=paired)

    def opened(self, now: float) -> list[tuple[int, Match]]:
        """The open matches of rounds that have begun, each with its round."""
        found, dates = dict[str, tuple[int, Match]](), self.schedule
        for number, matches in enumerate(self.state.rounds, 1):
            if dates is None or dates.opens(number) <= now:
                found.update({match.id: (number, match) for match in matches})
        return [one for one in found.values() if self.state.winner(one[1]) is None]

    def ref(self, match: Match) -> Ref:
        """The game of a match that is to be played next."""
        told = self.state.games.get(match.id, {})
        played = sum(game.is_game for game in told.values())
        return Ref(self.id, match.id, match.first, match.second, played + 1)


@dataclass(frozen=True, slots=True)
class Ref:
    """A game of a match. game: its number within that, from 1. In every second one the sides are changed."""

    tournament: str
    match: str
    first: str
    second: str
    game: int

    @property
    def key(self) -> str:
        """What the game's id comes from."""
        return f"match {self.tournament} {self.match} {self.first} {self.second} {self.game}"

    @property
    def game_id(self) -> str:
        """The game's id."""
        return game_id_of(self.key)

    @property
    def sides(self) -> dict[str, str]:
        """Who has which side, unless that is bid for."""
        one, other = SIDES if self.game % 2 else SIDES[::-1]
        return {self.first: one, self.second: other}

    def setting(self) -> dict[str, Any]:
        """What stands in the game's settings."""
        return {"tournament": self.tournament, "id": self.match, "pair": [self.first, self.second], "game": self.game}


def ref_of(settings: Mapping[str, Any]) -> Ref | None:
    """Which game of which match a game's settings say it is."""
    said = settings.get(SETTING)
    return Ref(said["tournament"], said["id"], said["pair"][0], said["pair"][1], said["game"]) if said else None


async def held(store: Store, id: str) -> Held:
    """A tournament as it stands. Raises PlayError where there is none."""
    found = await store.tournaments.one(id)
    if found is None:
        raise PlayError("There is no such tournament.")
    return read(*found)


def read(row: Tournament, noted: list[Noted]) -> Held:
    """A tournament from what is stored."""
    setup: Setup = codec.loaded(Setup, row.data)
    record = tuple(Told(codec.loaded(Event, one.event), one.by, one.note, one.at) for one in noted)
    state = state_of(setup.terms, (told.event for told in record))
    return Held(row.id, row.league, row.open, setup, record, state, row.at)


def tend(id: str, guild: int, now: float, what: str = "") -> SetTimer:
    """The step that has what follows from a tournament's record done at a time. what: something that is not on the record,
    such as a bid: it has a timer of its own, as nothing requires that it was seen."""
    return SetTimer(f"tournament {id} {what}".strip(), TIMER, now, {"tournament": id}, guild_id=guild)


def post(id: str, setup: Setup, key: str) -> Message:
    """A request to bring the message that shows a tournament up to date. key: what it is for."""
    slot = f"tournament:{id}"
    return Message(setup.place, "tournament", {"tournament": id}, f"{slot}:{key}", slot, setup.guild)


def say(setup: Setup, text: str, key: str, *people: int) -> Enqueue:
    """The step that says something in a tournament's channel, once. people: who are called."""
    payload = {"content": text, "mention": list(map(str, people))}
    return Enqueue(Message(setup.place, "say", payload, f"tournament:{key}", guild_id=setup.guild))


async def seen(store: Store, id: str, setup: Setup, key: str, now: float) -> list[Step]:
    """What goes with every event: what follows is done, and all who look see it."""
    shown = await boards.all_of(store, setup.guild, f"tournament {id} {key}")
    return [tend(id, setup.guild, now), Enqueue(post(id, setup, key)), *shown]


def people_of(match: Match) -> list[int]:
    """Who plays a match."""
    entrants = (match.first, match.second) if match.second != NOBODY else (match.first,)
    return [int(person) for entrant in entrants for person in members(entrant)]
