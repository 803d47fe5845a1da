"""Pictures for messages, made in a worker process; where one can't be had, the text stands alone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, TypeVar

import structlog

from bot.ops.logging_setup import report
from bot.ops.metrics import PICTURE_SECONDS
from bot.processes.apart import Apart
from bot.processes.odds_service import known_going_on
from bot.processes.picture import Picture
from bot.settings import Settings
from bot.store import Store
from render.battle.from_game import battle_card
from render.battle.paint import battle_picture
from render.charts import CourseChart, course_picture, luck, rounds, running_luck
from render.charts import from_game as chart_view
from render.charts import odds as odds_chart
from render.input.scene import Picture as Drawn
from render.input.scene import Request
from render.map import draw as board_map
from render.map.areas import areas
from render.map.atlas import atlas
from rules.model.board import BOARDS
from rules.model.events import BattleChanged, Event
from rules.odds import Odds
from rules.play.game import Entry
from rules.play.game import Game as EngineGame
from rules.play.luck import BattleLuck

T = TypeVar("T")
V = TypeVar("V")
# No picture takes so long; whatever does will not end. Seconds.
LIMIT = 120.0
# Cards of one message.
MOST_CARDS = 4
WAITING = 200
# Seconds after a start before outlines of boards are read unasked, and between two boards: whoever waited for the start is
# served first.
SETTLED, PAUSE = 60.0, 5.0
log = structlog.get_logger()


class Pictures:
    """All drawing that would hold up the event loop."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings, self.store = settings, store
        self.apart = Apart(LIMIT, WAITING, settings.render_workers)
        self._reading: asyncio.Future[None] | None = None

    def start(self) -> None:
        """Start the processes ahead of the first picture, and read the outlines of the boards bit by bit."""
        if self.settings.pictures:
            self.apart.start()
        self._reading = asyncio.ensure_future(_read_outlines())

    def close(self) -> None:
        """End the processes."""
        if self._reading is not None:
            self._reading.cancel()
        self.apart.close()

    # --- pictures -----------------------------------------------------------------------------------------

    async def board(self, request: Request | None, name: str = "map") -> Picture | None:
        """A picture of the board (bot/processes/map_requests.py makes the requests)."""
        if request is None or not self.settings.pictures:
            return None
        drawn = await self._try("the map", self.apart.run(board_map.picture, request))
        return picture_of(drawn, name) if drawn else None

    async def boards(self, request: Request | None, name: str = "map") -> list[Picture]:
        """The same, of changes that lie far apart a picture for each area."""
        found = [await self.board(one, name) for one in areas(request)] if request else []
        return [picture for picture in found if picture]

    async def of_battle(self, game: EngineGame, entries: Sequence[Entry], ended: bool = False) -> list[Picture]:
        """The cards of the battles that were fought last in some entries, if dice fell or they ended (ended: only then)."""
        rolled = not ended and any(entry.rolls for entry in entries)
        last = _last_of_battles(entries)
        shown = [(b, last[b]) for b in last if rolled or _ended(b, entries)][-MOST_CARDS:]
        pictures = [await self.card(game, battle, entry) for battle, entry in shown]
        return [picture for picture in pictures if picture]

    async def card(self, game: EngineGame, battle: str, last: Entry) -> Picture | None:
        """The card of a battle as it stood after an entry; with its odds where that is the last one and they are known."""
        events, seen = _turn_events(game, last), game.frozen()
        odds = known_going_on(game, battle) if last.number == game.log[-1].number else None
        drawn = await self._draw(
            "battle card", lambda: battle_card(seen.copy().view, battle, events, odds), battle_picture
        )
        return picture_of(drawn, "battle") if drawn else None

    async def of_odds(self, found: Odds, attacker: str, defender: str, place: str = "") -> Picture | None:
        """Odds as a chart."""
        chart = chart_view.odds_chart(place, attacker, defender, found)
        drawn = await self._draw("odds", lambda: chart, odds_chart.odds_picture)
        return picture_of(drawn, "odds") if drawn else None

    async def chart(self, name: str, values: V, draw: Callable[[V], Drawn]) -> Picture | None:
        """A chart of plain values."""
        drawn = await self._draw(name, lambda: values, draw)
        return picture_of(drawn, name) if drawn else None

    async def of_luck(self, game: EngineGame) -> Picture | None:
        """The luck of everybody so far. game: with all of its log, as for `of_stats`."""
        events = [e for entry in game.log for e in entry.rolls]
        if not events:
            return None
        drawn = await self._draw("luck", lambda: chart_view.luck_chart(events), luck.luck_picture)
        return picture_of(drawn, "luck") if drawn else None

    async def of_running_luck(self, game: EngineGame, battles: Sequence[BattleLuck]) -> Picture | None:
        """Luck turn by turn, of both sides. game: with all of its log. battles: those of its log whose odds are known."""
        if not any(entry.rolls for entry in game.log):
            return None
        drawn = await self._draw(
            "running luck",
            lambda: chart_view.running_luck(game.view, game.log, battles),
            running_luck.running_luck_picture,
        )
        return picture_of(drawn, "luck") if drawn else None

    async def of_course(self, chart: CourseChart) -> Picture | None:
        """The course of a game."""
        drawn = await self._draw("course", lambda: chart, course_picture)
        return picture_of(drawn, "analysis") if drawn else None

    async def of_stats(self, game: EngineGame) -> list[Picture]:
        """Income and army value by round, once there is more than one."""
        if game.state.turn.round < 2:
            return []
        events = _standing(game)
        charts: Sequence[tuple[str, Callable[[], Any]]] = (
            ("income", lambda: chart_view.income_by_round(game.view, events)),
            ("army", lambda: chart_view.army_by_round(game.view, events)),
        )
        drawn = [(name, await self._draw(name, make, rounds.rounds_picture)) for name, make in charts]
        return [picture_of(picture, name) for name, picture in drawn if picture]

    async def _draw(self, what: str, make: Callable[[], Any], draw: Callable[[Any], Drawn]) -> Drawn | None:
        """Make the plain values here and the picture in the worker; None if either fails."""
        if not self.settings.pictures:
            return None

        async def work() -> Drawn:
            # A long game's events take a while to go through.
            return await self.apart.run(draw, await asyncio.to_thread(make))

        return await self._try(what, work())

    async def _try(self, what: str, work: Awaitable[T]) -> T | None:
        """The result, or None: a picture that fails is our error, but must not keep an answer back."""
        try:
            with PICTURE_SECONDS.labels(what).time():
                return await work
        except asyncio.CancelledError:
            raise
        except Exception as error:
            await report(self.store, error, f"drawing {what}")
            return None


async def _read_outlines() -> None:
    """All of them at once would hold up whatever waited for the start."""
    await asyncio.sleep(SETTLED)
    for board in BOARDS:
        await asyncio.to_thread(atlas, board)
        await asyncio.sleep(PAUSE)


def picture_of(drawn: Drawn, name: str) -> Picture:
    """A picture as a message takes it. name: of its file, without what says its format."""
    return Picture(f"{name}.{drawn.format}", drawn.data, drawn.alt)


def _last_of_battles(entries: Sequence[Entry]) -> dict[str, Entry]:
    """Battles that dice or their end changed, in order, with the last entry that did; where none did, the last that was
    changed."""
    changed = [(e, entry) for entry in entries for e in entry.events if isinstance(e, BattleChanged) and e.after]
    fought = {e.id: entry for e, entry in changed if e.after and (entry.rolls or e.after.status == "over")}
    return fought or ({changed[-1][0].id: entries[-1]} if changed else {})


def _ended(battle: str, entries: Iterable[Entry]) -> bool:
    changed = [e.after for entry in entries for e in entry.events if isinstance(e, BattleChanged) and e.id == battle]
    return any(after and after.status == "over" and after.round for after in changed)


def _turn_events(game: EngineGame, last: Entry) -> list[Event]:
    """The events of a turn's entries up to one of them."""
    turn = (last.turn.round, last.turn.power)
    entries = [e for e in game.log.here if 0 < e.number <= last.number and (e.turn.round, e.turn.power) == turn]
    return [event for entry in entries for event in entry.events]


def _standing(game: EngineGame) -> list[Event]:
    return [event for entry in game.log[1:] for event in entry.events]
