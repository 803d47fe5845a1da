"""What happened: the turn that is over, told to all; and what is new for one who was away."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.discord.components.build import Button, button, view
from bot.discord.components.custom_id import Press, make
from bot.discord.components.router import route
from bot.discord.features.panel.status import ask_lines, title
from bot.discord.features.record.buttons import film
from bot.discord.features.record.recap_text import LUCK, turn_lines
from bot.discord.response import Reply, answer, patience
from bot.discord.text.limits import CONTENT, fitting
from bot.discord.text.words import mentions, plural
from bot.game.moderator.situation import NOTHING, SHORT, short
from bot.game.people.memory import last_here, note_here
from bot.game.record import history
from bot.services import Services
from bot.store import Game, Seat
from rules.play.lines import shown
from rules.play.luck import BattleLuck
from rules.play.recap import TurnRecap, recaps

# Turns that are told to one who was away, and of how many in full.
TURNS, FULL = 18, 4


async def told_turns(services: Services, row: Game, first: int, last: int, full: int = FULL) -> list[str]:
    """What the orders between two numbers of the log brought, turn by turn; so many of the latest in full."""
    seats, table = await services.store.seats(row.id), await services.games.rules_of(row)
    found = recaps(table, await history.entries_of(services.store, row, first, last))[-TURNS:]
    whole = found[len(found) - min(full, len(found)) :]
    lucks = await _lucks(services, row, whole)
    lines = []
    for turn in found[: len(found) - len(whole)]:
        lines += turn_lines(table, turn, _players(seats, turn))[:1] + _short(turn)
    for turn in whole:
        lines += turn_lines(table, turn, _players(seats, turn), lucks)
    return [*lines, LUCK] if lucks else lines


async def _lucks(services: Services, row: Game, turns: Sequence[TurnRecap]) -> list[BattleLuck]:
    """The luck in money of the battles of some turns, as far as it can be told in time."""
    if not any(turn.fights for turn in turns):
        return []
    first, last = turns[0].first, turns[-1].last
    return await services.odds.lucks(await history.position_after(services.store, row, last, since=first), first)


def _players(seats: list[Seat], turn: TurnRecap) -> str:
    held = [s.user_id for s in seats if s.power == turn.power and s.role == "player"]
    return mentions(held) if held else ""


def _short(turn: TurnRecap) -> list[str]:
    """A turn of long ago: how many battles, and what changed hands."""
    won = sum(f.outcome == "attacker" for f in turn.fights)
    parts = [f"{plural(len(turn.fights), 'battle')}, {won} won"] if turn.fights else []
    parts += [f"{place} to {now or 'nobody'}" for place, (_, now) in turn.taken.items()]
    return ["; ".join(parts)] if parts else []


async def turn_recap(services: Services, row: Game, first: int, last: int) -> Reply:
    """A turn that has ended, in short, for everybody; its details one button away."""
    full = 0 if short(row) else FULL
    lines = fitting(await told_turns(services, row, first, last, full), CONTENT)
    page = next((n for n, span in enumerate(await history.turns(services.store, row)) if span.last >= last), -1)
    buttons = [*_more(row, str(page), last), button("Follow", make("follow", row.id))]
    return Reply("\n".join(lines), view=view(buttons))


def _more(row: Game, page: str, last: int) -> list[Button]:
    """The buttons under what happened: the log of a turn, its replay, all that is new."""
    return [
        button("Details", make("log", row.id, rest=page)),
        button("Replay", make("replay", row.id, rest=str(last))),
        button("Since I was last here", make("since", row.id)),
    ]


def more_buttons(row: Game) -> list[Button]:
    """The same under a message to one person."""
    return _more(row, "-1", row.revision)


async def news(services: Services, row: Game, user: int) -> list[str]:
    """What is new for a person who has to act: the question, and what happened since they were last here, as fully as
    they wish."""
    game, wish = (await services.games.table(row.id)).game, (await services.store.preferences("user", user)).get("news")
    if wish == NOTHING:
        return []
    known = await last_here(services.store, row, user, services.games.now())
    full = 0 if wish == SHORT else FULL
    told = await told_turns(services, row, known + 1, row.revision, full) if known < row.revision else []
    return [*ask_lines(game.view, shown(game.state)), *told]


async def since_reply(services: Services, row: Game, user: int) -> Reply:
    """Everything that is new for a person, with a moving picture of it, and how the game stands; then it is known."""
    game, now = (await services.games.table(row.id)).game, services.games.now()
    known, last = await last_here(services.store, row, user, now), row.revision
    await note_here(services.store, row, user, known, now)
    stands = f"**Now:** {' · '.join(ask_lines(game.view, shown(game.state))) or title(game)}"
    if known >= last:
        return Reply(f"Nothing has happened since you were last here.\n{stands}", private=True)
    picture = await film(services, row, known + 1, last)
    lines = await told_turns(services, row, known + 1, last)
    head = f"Since you were last here: {plural(last - known, 'order')}."
    log = button("The whole log", make("log", row.id, rest="last"))
    return Reply("\n".join([head, *lines, stands]), True, view(log), [picture] if picture else [])


@route("since")
async def since(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """What is new for whoever pressed."""
    row = await services.store.game(press.game_id)
    async with patience(interaction, private=True):
        reply = await since_reply(services, row, interaction.user.id)
    await answer(interaction, reply)
