"""A game that people have agreed on, by a challenge or by two tickets: opened and seated in one change, and begun. Where the
sides are bid for it begins once both have bid: then all bids are revealed, and both are seated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.game.clock.deadlines import BEGIN
from bot.game.league import courses, formats
from bot.game.lobby import bids
from bot.game.lobby.lobby import Lobby, game_id_of
from bot.game.lobby.seating import BIDDERS, ONLY
from bot.game.moderator.outbox_messages import panel
from bot.game.moderator.situation import open_powers
from bot.game.people.problems import PlayError
from bot.store import OfferGone, PutSeat, Require, SetPreference, SetTimer, Step
from bot.store.records import Game, Seat
from league.challenges import BID, Offer
from league.formats import Format
from rules.model.board import load

SIDES = ("Allies", "Axis")
GONE = "Somebody was quicker: that offer has been answered by now."
Also = Callable[[Game, str, str], Sequence[Step]]
# When what is agreed on begins at the latest, should a crash come between its being opened and begun.
LATEST = 10.0


@dataclass(frozen=True, slots=True)
class Agreed:
    """id: what it came of, the same each time. teams: two. side: the first team's. names: person -> as they are shown.
    master: the game's, by default the first of the first team. settings: of the game, beside its format's."""

    id: str
    teams: tuple[Sequence[str], Sequence[str]]
    side: str
    offer: Offer
    names: Mapping[str, str]
    master: int = 0
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody."""
        return (*self.teams[0], *self.teams[1])

    def title(self, made: Format) -> str:
        """What the game is called: `Anna – Boris, Classic league`."""
        teams = [" & ".join(self.names.get(person, "") for person in team) for team in self.teams]
        return f"{' – '.join(teams)}, {made.title}"[:80]


def drawn(id: str) -> str:
    """A side, drawn by the id of what a game came of."""
    return SIDES[int(id[-1], 16) % 2]


async def open_agreed(
    lobby: Lobby, key: str, agreed: Agreed, known: tuple[int, Format], place: Mapping[str, Any], *more: Step
) -> Game:
    """Open it in a place with its people seated, the bid settled and whatever else becomes so; it begins, unless the sides
    are bid for. key: of the change. known: version, format. Raises PlayError, PlaceTaken."""
    version, made = known
    begins = agreed.offer.bid != BID
    timer = [SetTimer(BEGIN, BEGIN, lobby.moderator.now() + LATEST, {}, game_id_of(key))] if begins else []
    steps = (*more, *_seated(game_id_of(key), agreed, made), *timer)
    try:
        game = await lobby.create(key, {**place, **_fields(agreed, made, version)}, *steps)
    except OfferGone:
        raise PlayError(GONE) from None
    if game.place != (place["thread_id"] or place["channel_id"]):  # the same press twice
        raise PlayError(f"It is played already: <#{game.place}>.")
    return await begin(lobby, game.id) if begins else game


async def begin(lobby: Lobby, game_id: str) -> Game:
    """Begin a game whose people are all there. Raises PlayError where a seat is empty by now."""
    await lobby.start(game_id, key := f"start {game_id}")
    game = await lobby.store.game(game_id)
    await lobby.store.queue(panel(game, key), game_id=game_id)
    return game


def settling(game_id: str, now: float) -> SetTimer:
    """The step that has bids looked at: once both are there the game begins."""
    return SetTimer(BEGIN, BEGIN, now, {"bids": True}, game_id)


async def settle_agreed(lobby: Lobby, game_id: str, tells: bids.Tells) -> None:
    """The sides of a lobby that two have agreed to bid for, as soon as both have."""
    row = await lobby.store.game(game_id)
    names = row.settings.get(BIDDERS)
    if isinstance(names, dict) and row.status == "lobby":
        await settle(lobby, row, names, tells)


async def settle(
    lobby: Lobby, row: Game, names: Mapping[str, str], tells: bids.Tells, also: Also | None = None
) -> None:
    """Two have bid: revealed, both seated, begun; nothing as long as one bid is missing. It goes on where a crash left it.
    names: of both. also: what becomes so with it, by who has won the bid, and which side."""
    desk, key, store = bids.Bids(lobby), f"bids {row.id}", lobby.store
    won = (await store.preferences(bids.SCOPE, row.id)).get(bids.WON)
    if won is None:
        if len(await desk.bids(row.id)) < 2:
            return
        await desk.reveal(row.id, key, "bot", tells)
        won = (await store.preferences(bids.SCOPE, row.id))[bids.WON]
        row = await store.game(row.id)
    first, side = str(won["user"]), str(won["side"])
    other = next(person for person in names if person != first)
    left = open_powers(row, await store.seats(row.id))
    seats = [PutSeat(Seat(row.id, power, int(other), "player", names[other], key)) for power in left]
    more = also(row, first, side) if also else ()
    await store.apply(Require(row.id, ("lobby",)), *seats, *more)
    await begin(lobby, row.id)


def _fields(agreed: Agreed, made: Format, version: int) -> dict[str, Any]:
    """The game's row, its place apart."""
    offer = agreed.offer
    bid = {bids.OPTION: f"{offer.bid_side} {offer.bid}"} if offer.bid > 0 else {}
    both = {person: agreed.names.get(person, "") for person in agreed.people}
    bidders = {BIDDERS: both, ONLY: list(both)} if offer.bid == BID else {}
    return {
        "board": made.board,
        "rules": list(made.documents),
        "options": {**made.table_options, **bid},
        "master": agreed.master or int(agreed.teams[0][0]),
        "settings": {**formats.settings_of(made, version), **bidders, **agreed.settings},
    }


def _seated(game_id: str, agreed: Agreed, made: Format) -> list[Step]:
    """Who plays what, unless that is bid for; and that they want it rated."""
    offer = agreed.offer
    steps: list[Step] = [SetPreference(courses.SCOPE, game_id, who, True) for who in agreed.people if offer.rated]
    if offer.bid == BID:
        side = offer.bid_side or (made.bid.side if made.bid.side in SIDES else SIDES[0])
        return [*steps, SetPreference(bids.SCOPE, game_id, bids.FOR, side)]
    board = load(made.board)
    for team, first in zip(agreed.teams, (True, False), strict=True):
        powers = [power for power in board.order if (board.side(power) == agreed.side) == first]
        steps += [_seat(game_id, power, agreed, team[n % len(team)]) for n, power in enumerate(powers)]
    return steps


def _seat(game_id: str, power: str, agreed: Agreed, person: str) -> PutSeat:
    return PutSeat(Seat(game_id, power, int(person), "player", agreed.names.get(person, ""), agreed.id))
