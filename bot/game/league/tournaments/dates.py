"""What is said when dates of rounds come: who is not done is reminded, the arbiter reads what is late and why."""

from __future__ import annotations

from collections.abc import Sequence

from bot.game.league.desk import Desk
from bot.game.league.tournaments import kept
from bot.game.league.tournaments.kept import Held
from bot.game.league.tournaments.teams import calls
from bot.store import Step, Store
from bot.store.records import Game
from league.tournaments import Match, Schedule, is_over
from league.tournaments.terms import BRACKETS, BY_BID

OPEN_GAMES = ("lobby", "running", "paused")
SHOWN = 12
MOMENT = 1.0
"""Seconds within which two dates are one."""
_DECIDES = (
    "They can play on until you decide. `/tournament result` in a match's thread says who has won it{else_}. "
    "Whoever comes no more: `/tournament withdraw`."
)
_ELSE = ", that it is a draw, or that it was not played: then neither has a point"


class Dates(Desk):
    """Says what is to be said at the dates of a tournament."""

    async def due(self, now: Held, dates: Schedule, since: float, at: float) -> list[Step]:
        """What has come due since it was looked at last."""
        found = list[Step]()
        rounds = len(now.state.rounds)
        for number in range(1, rounds + 1):
            left = [match for match in now.state.rounds[number - 1] if now.state.winner(match) is None]
            for before in (*dates.remind, 0.0):
                if left and since < dates.ends(number) - before <= at:
                    lines = await self._lines(now, left)
                    found.append(_late(now, number, left, lines, dates.ends(number), before))
        if since < dates.opens(rounds + 1) <= at and _is_held_up(now, dates):
            text = f"<@{now.setup.by}>: round {rounds + 1} of **{now.setup.name}** is due, and matches are open still."
            found.append(kept.say(now.setup, text, f"due:{now.id}:{rounds + 1}", now.setup.by))
        return found

    async def _lines(self, now: Held, left: Sequence[Match]) -> list[str]:
        """The matches that are open, each with where it stands."""
        games = await games_of(self.store, now)
        lines = [
            f"- {one.id} {calls(one.first)} – {calls(one.second)}{await self._stands(now, one, games.get(one.id))}"
            for one in left[:SHOWN]
        ]
        return [*lines, f"-# And {len(left) - SHOWN} more: `/tournament round` has all."] if left[SHOWN:] else lines

    async def _stands(self, now: Held, match: Match, row: Game | None) -> str:
        """` in <#5>: nobody has given an order, @Anna to act`."""
        if row is None:
            return ": no game of it is open"
        if row.status == "lobby":
            return (
                f" in <#{row.place}>: {'bids are missing' if now.setup.terms.sides == BY_BID else 'it has not begun'}"
            )
        situation = await self.lobby.moderator.situation(row.id)
        begun = await has_begun(self.store, row, match)
        stage = f"in round {situation.game.state.turn.round}" if begun else "nobody has given an order"
        acts = " and ".join(f"<@{user}>" for user in await situation.people())
        return (
            f" in <#{row.place}>: {stage}{', paused' if row.status == 'paused' else f', {acts} to act' if acts else ''}"
        )


def _is_held_up(now: Held, dates: Schedule) -> bool:
    """Whether a round is due while matches are open whose own time was up before: of others the arbiter reads then."""
    due = dates.opens(len(now.state.rounds) + 1)
    numbers = [n for n, matches in enumerate(now.state.rounds, 1) if any(now.state.winner(m) is None for m in matches)]
    return bool(numbers) and not is_over(now.state) and all(dates.ends(number) < due - MOMENT for number in numbers)


def _late(now: Held, number: int, left: Sequence[Match], lines: Sequence[str], ends: float, before: float) -> Step:
    """A reminder so many seconds before the end of a round, or (0) word to the arbiter of who is late."""
    people = [person for match in left for person in kept.people_of(match)]
    if before:
        head = (
            f"Round {number} of **{now.setup.name}** is played until <t:{int(ends)}:f> (<t:{int(ends)}:R>). Still open:"
        )
        return kept.say(now.setup, "\n".join([head, *lines]), f"remind:{now.id}:{number}:{before:.0f}", *people)
    head = f"<@{now.setup.by}>: the time of round {number} of **{now.setup.name}** is up. Late:"
    decides = _DECIDES.format(else_="" if now.setup.terms.kind in BRACKETS else _ELSE)
    return kept.say(now.setup, "\n".join([head, *lines, decides]), f"late:{now.id}:{number}", now.setup.by, *people)


async def games_of(store: Store, now: Held) -> dict[str, Game]:
    """The games of a tournament that are open, by match."""
    found = dict[str, Game]()
    for row in await store.games(now.setup.guild, OPEN_GAMES):
        ref = kept.ref_of(row.settings)
        if ref is not None and ref.tournament == now.id:
            found[ref.match] = row
    return found


async def has_begun(store: Store, game: Game, match: Match) -> bool:
    """Whether somebody of a match has given an order in its game."""
    return any([await store.last_entry_by(game.id, str(who)) is not None for who in kept.people_of(match)])
