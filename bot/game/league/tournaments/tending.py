"""What follows from a tournament's record: games are opened, ended, settled, people told, dates looked at, the end.

Each event sets the timer TIMER to now; when it fires, all that is due by then is done. Everything is done once, however often
it is begun: games have their ids from the matches, messages their keys. What was looked at is required again in the change
that notes it, so an event in between has it looked at anew.
"""

from __future__ import annotations

from bot.game.league.desk import Desk
from bot.game.league.results import Results
from bot.game.league.tournaments import kept
from bot.game.league.tournaments.dates import OPEN_GAMES, Dates
from bot.game.league.tournaments.desk import game_or_none
from bot.game.league.tournaments.kept import Held, Ref
from bot.game.league.tournaments.rooms import Rooms
from bot.game.league.tournaments.teams import calls, members
from bot.game.lobby.bids import Tells
from bot.game.lobby.lobby import Lobby
from bot.game.moderator.outbox_messages import panel
from bot.store import (
    CloseTournament,
    Enqueue,
    Moved,
    Require,
    RequireRecord,
    SetGame,
    SetPreference,
    StatusConflict,
    Step,
    Store,
)
from bot.store.records import Game
from league.tournaments import NOBODY, ROUND_ROBIN, Refused, is_over, next_round, ranking

TENDED = "tended"
WINNERS = "winners"
PODIUM = 3


class Tending(Desk):
    """Looks after tournaments."""

    def __init__(self, lobby: Lobby, results: Results) -> None:
        self.lobby, self.results, self.rooms, self.dates = lobby, results, Rooms(lobby), Dates(lobby)

    async def tend(self, id: str, tells: Tells) -> None:
        """Do all that is due in a tournament now. tells: bids that are revealed, in words."""
        while True:
            now = await kept.held(self.store, id)
            try:
                await self._games(now, tells)
                await self.store.apply(*await self._due(now, self.lobby.moderator.now()))
                return
            except (Moved, StatusConflict):  # an event, or a game that began or ended, in between: look anew
                continue

    # --- games ----------------------------------------------------------------------------------------------------------

    async def _games(self, now: Held, tells: Tells) -> None:
        """Games of matches that are decided end; those whose sides have been bid for begin."""
        for row in await self.store.games(now.setup.guild, OPEN_GAMES):
            ref = kept.ref_of(row.settings)
            if ref is None or ref.tournament != now.id:
                continue
            match = now.state.matches.get(ref.match)
            if match is None or match.pair != {ref.first, ref.second}:
                continue  # an arbiter's word has brought others into it: what they play counts for itself
            winner = now.state.winner(match)
            if winner is None and row.status == "lobby":
                await self.rooms.settle(row, ref, now.names, tells)
            elif winner is not None:
                await self._ends(row, ref, winner)

    async def _ends(self, row: Game, ref: Ref, winner: str) -> None:
        """The game of a match that is decided without it."""
        key = f"decided {ref.key}"
        if row.status == "lobby":
            told = Enqueue(panel(row, key), row.id)
            await self.store.apply(Require(row.id, ("lobby",)), SetGame(row.id, {"status": "over"}), told)
        elif winner != NOBODY:
            loser = ref.second if winner == ref.first else ref.first
            for person in members(loser):  # whoever of them sits there still: then it is over
                await self.results.left(row.id, key, int(person), "Withdrew from the tournament.")

    # --- what is due ----------------------------------------------------------------------------------------------------

    async def _due(self, now: Held, at: float) -> list[Step]:
        """Calls, messages and the next time, as steps on the record as it was looked at."""
        known = await self.store.preferences(kept.SCOPE, now.id)
        since = float(known.get(TENDED) or 0.0)
        steps: list[Step] = [RequireRecord(now.id, now.number), SetPreference(kept.SCOPE, now.id, TENDED, at)]
        if not now.open and known.get(WINNERS) and is_over(now.state):
            return [*steps, *self._turned(now, known[WINNERS])]
        if not now.open or not now.state.begun:
            return steps
        if is_over(now.state):
            return [*steps, *self._over(now)]
        for _, match in now.opened(at):
            ref = now.ref(match)
            if await game_or_none(self.store, ref.game_id) is None:
                steps.append(Enqueue(self.rooms.call(now, ref)))
        steps += self._next(now)
        if dates := now.schedule:
            steps += await self.dates.due(now, dates, since, at)
            if (later := dates.next_at(now.state, at)) is not None:
                steps.append(kept.tend(now.id, now.setup.guild, later))
        return steps

    def _over(self, now: Held) -> list[Step]:
        places = ranking(now.state)
        best = _first(now)
        text = f"**{now.setup.name}** is over. {_praise(now, best)}"
        after = [f"{place}. {now.name(entrant)}" for place, entrant in places if 1 < place <= PODIUM]
        text += f"\n{'; '.join(after)}. **Show** has them all." if after else ""
        shown = Enqueue(kept.post(now.id, now.setup, f"over {now.number}"))
        told = SetPreference(kept.SCOPE, now.id, WINNERS, best)
        return [CloseTournament(now.id), kept.say(now.setup, text, f"over:{now.id}", *_people(best)), shown, told]

    def _turned(self, now: Held, told: object) -> list[Step]:
        """A ruling that came after the end may have made others the winners: then they are called."""
        best = _first(now)
        if best == told:
            return []
        text = f"A ruling has changed the end of **{now.setup.name}**. {_praise(now, best)}"
        said = kept.say(now.setup, text, f"over:{now.id}:{now.number}", *_people(best))
        return [said, SetPreference(kept.SCOPE, now.id, WINNERS, best)]

    def _next(self, now: Held) -> list[Step]:
        """The arbiter is told once that a round can go on the record; not of the first, which is shown to who begins it."""
        state = now.state
        if not state.rounds or (state.terms.kind == ROUND_ROBIN and state.open()):
            return []
        try:
            next_round(state)
        except Refused:
            return []
        number = len(state.rounds) + 1
        text = f"<@{now.setup.by}>: round {number} of **{now.setup.name}** can be paired. `/tournament round` shows it."
        return [kept.say(now.setup, text, f"next:{now.id}:{number}", now.setup.by)]


def _first(now: Held) -> list[str]:
    """Who has won."""
    return [entrant for place, entrant in ranking(now.state) if place == 1]


def _praise(now: Held, best: list[str]) -> str:
    have = "has" if len(best) == now.setup.team == 1 else "have"
    return f"**{' and '.join(map(now.name, best))}** {have} won: congratulations, {' and '.join(map(calls, best))}!"


def _people(best: list[str]) -> list[int]:
    return [int(person) for entrant in best for person in members(entrant)]


async def left_unopened(store: Store, now: Held, at: float) -> list[Ref]:
    """The games of open matches that should be there and are not."""
    refs = [now.ref(match) for _, match in now.opened(at)]
    return [ref for ref in refs if await game_or_none(store, ref.game_id) is None]
