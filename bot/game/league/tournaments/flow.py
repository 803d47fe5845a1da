"""What the result of a game brings to its tournament: the event goes on the record with what brought it, in one change."""

from __future__ import annotations

from bot.game.league.tournaments import kept
from bot.game.league.tournaments.kept import Held, Ref
from bot.store import AddEvent, Step, Store
from bot.store.records import Game
from league import codec
from league.finished import DRAW, Finished
from league.tournaments import NOBODY, Event, Played, Refused


async def result_of(store: Store, row: Game, game: Finished, now: float, by: str = "", why: str = "") -> list[Step]:
    """The steps by which a finished game (or a ruling on one) goes on the record of its tournament; none for a game of no
    match. Who has withdrawn has lost already: their game changes nothing. The change that holds them raises Moved where
    the record has gone on meanwhile: ask again. by, why: the arbiter whose word it is, and the reason."""
    ref = kept.ref_of(row.settings)
    if ref is None or await store.tournaments.one(ref.tournament) is None:
        return []
    held = await kept.held(store, ref.tournament)
    event = Played(ref.match, row.id, _winner(row, ref, game), game.how)
    match = held.state.matches.get(ref.match)
    if match is None or match.pair != {ref.first, ref.second} or event in held.state.games.get(ref.match, {}).values():
        return []
    number = held.number + 1
    try:
        held.state.after(event)
    except Refused as refused:
        return _told(held, ref, event, str(refused))
    seen = await kept.seen(store, held.id, held.setup, str(number), now)
    return [AddEvent(held.id, number, codec.dumped(event, Event), by or "game", why), *seen]


def _winner(row: Game, ref: Ref, game: Finished) -> str:
    """Who of the match has won: by the sides that the match gave them, whoever played on for them."""
    if game.winner == DRAW:
        return NOBODY
    sides = row.settings[kept.SETTING].get("sides") or ref.sides
    return next(entrant for entrant, side in sides.items() if side == game.winner)


def _told(held: Held, ref: Ref, event: Played, why: str) -> list[Step]:
    """The arbiter reads of a game that has not ended as its match was decided."""
    match = held.state.matches[ref.match]
    if held.state.winner(match) == event.winner:
        return []
    text = f"<@{held.setup.by}>: the game of match {ref.match} has ended otherwise than the match stands. {why}"
    return [kept.say(held.setup, text, f"other:{event.game}:{event.winner}:{held.number}", held.setup.by)]
