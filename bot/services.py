"""What the bot can do, without Discord: handed to whatever answers people or works by itself."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, TypeVar

from bot.game import Lobby, Master, Moderator, PlayError
from bot.game.league.archive import Archive
from bot.game.league.challenges import Challenges
from bot.game.league.format_desk import FormatDesk
from bot.game.league.leave_desk import LeaveDesk
from bot.game.league.results import Results
from bot.game.league.tickets import Tickets
from bot.game.league.tournaments.desk import Tournaments
from bot.game.league.tournaments.seasons import Seasons
from bot.game.league.tournaments.tending import Tending
from bot.game.lobby.lobby import Limits
from bot.game.moderator.outbox_messages import Answering, announce
from bot.game.people.last_refusals import Refusals
from bot.game.standing.leaving import StandingDesk
from bot.processes.analysis_service import AnalysisDesk
from bot.processes.apart import Apart, TooBusy
from bot.processes.odds_service import OddsDesk
from bot.processes.picture_service import Pictures
from bot.processes.thinking_service import ThinkingDesk
from bot.settings import Settings
from bot.store import Store

T = TypeVar("T")

# A file that is handed in: seconds to read it, how many may wait, the address space of the process that reads it.
READING, FILES, READERS_MEMORY = 60.0, 3, 768 * 2**20


@dataclass(frozen=True, slots=True)
class Services:
    """One bot's services. games: orders and tables. media: pictures. odds: what battles will probably do.
    thinking: computer players. analysis: long work after games. refusals: for /why. answering: whose answers are on
    their way. files: reads game files, one at a time."""

    settings: Settings
    store: Store
    games: Moderator
    lobby: Lobby
    master: Master
    media: Pictures
    odds: OddsDesk
    thinking: ThinkingDesk
    analysis: AnalysisDesk
    refusals: Refusals
    answering: Answering
    files: Apart

    @classmethod
    def over(cls, settings: Settings, store: Store, games: Moderator | None = None) -> Services:
        """The services over an open store. games: a moderator that is there already."""
        games = games or Moderator(store, announce)
        limits = Limits(settings.games_per_person, settings.games_per_server)
        lobby, pictures = Lobby(games, limits), Pictures(settings, store)
        desks = OddsDesk(), ThinkingDesk(), AnalysisDesk()
        files = Apart(READING, FILES, memory=READERS_MEMORY, once=True)
        return cls(settings, store, games, lobby, Master(games), pictures, *desks, Refusals(), Answering(), files)

    async def read_file(self, work: Callable[..., T], *arguments: Any) -> T:
        """What a function of a module makes of a file that was handed in, in a process of its own. Raises PlayError, also
        where reading it costs more than a file may cost."""
        try:
            return await self.files.run(work, *arguments)
        except TooBusy:
            raise PlayError("Other files are being read now. Try again in a minute.") from None
        except (MemoryError, TimeoutError, BrokenProcessPool):
            raise PlayError(
                "That takes more memory or time to read than a game, a position or a few turns need."
            ) from None

    @property
    def archive(self) -> Archive:
        """The games that are over, and what is reckoned of them."""
        return self.lobby.archive

    @property
    def challenges(self) -> Challenges:
        """How two come to a game."""
        return Challenges(self.lobby)

    @property
    def tickets(self) -> Tickets:
        """Who looks for a game."""
        return Tickets(self.lobby)

    @property
    def leave(self) -> LeaveDesk:
        """Who is away, and for how long."""
        return LeaveDesk(self.games)

    @property
    def formats(self) -> FormatDesk:
        """The formats of leagues."""
        return FormatDesk(self.lobby)

    @property
    def results(self) -> Results:
        """How games end, and whether they count."""
        return Results(self.games)

    @property
    def tournaments(self) -> Tournaments:
        """What people and arbiters do in tournaments."""
        return Tournaments(self.lobby, self.results)

    @property
    def tending(self) -> Tending:
        """What follows from that."""
        return Tending(self.lobby, self.results)

    @property
    def seasons(self) -> Seasons:
        """Tables over dates."""
        return Seasons(self.lobby)

    @property
    def standing(self) -> StandingDesk:
        """Where standing orders are left."""
        return StandingDesk(self.games)
