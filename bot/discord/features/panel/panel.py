"""The panel of a game: one message that says whose move it is, with the buttons for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import discord

from bot.discord.components.build import BLUE, Button, button, view
from bot.discord.components.custom_id import make
from bot.discord.features.computers.text import plays
from bot.discord.features.league.clock_text import clock_lines
from bot.discord.features.lobby import buttons as lobby
from bot.discord.features.odds.buttons import battle_odds, odds_lines
from bot.discord.features.orders.controls import buttons, map_button
from bot.discord.features.panel.status import LEFT, body, deeds_line, done_asks, done_waits, title
from bot.discord.response import Reply
from bot.discord.text.limits import CONTENT, EMBED, EMBED_TITLE, clip
from bot.discord.text.words import mentions, until
from bot.game import Situation
from bot.game.clock.deadlines import DEADLINE
from bot.game.moderator.threads import ponder
from bot.services import Services
from bot.store import Facts, Game
from rules.model.names import have
from rules.odds import battles_due
from rules.play import lines
from rules.play.game import Game as EngineGame

LOBBY = "lobby"
"""The mark of a lobby."""
AXIS, ALLIES, OVER = 0x7A2E2E, 0x2E4F7A, 0x8A7B52


@dataclass(slots=True)
class Panel:
    """A panel to send. mark: what has to change for it to be posted anew; call: for people to be called. people: who
    have to act. due: when their time is up. drawn: whether a picture belongs to it.
    """

    reply: Reply
    mark: str
    call: str = ""
    people: tuple[int, ...] = ()
    game: EngineGame | None = None
    due: float | None = None
    drawn: bool = True


@dataclass(frozen=True, slots=True)
class Shown:
    """What a panel shows beside the position. below: odds behind the answers to what is asked; battles: odds of each; asks:
    what Done would ask; waits: why the phase cannot be closed yet; deeds: what has been done in the turn, in figures; clocks:
    who is away, overruns, leave."""

    below: Sequence[str] = ()
    battles: Mapping[tuple[str, bool], str] = field(default_factory=dict)
    asks: str = ""
    deeds: str = ""
    clocks: Sequence[str] = ()
    waits: str = ""


async def compose(services: Services, now: Situation) -> Panel:
    """The panel of a game as it stands, without its picture."""
    row, game = now.row, now.position
    if row.status == "lobby" or game is None:
        return Panel(await lobby.compose(services, row), LOBBY)
    dues = deadlines(now.facts)
    running = row.status == "running"
    below = await odds_lines(services, row, game) if running and game.state.pending else []
    shown = Shown(
        below,
        await battle_odds(services, game) if running and now.fighting and not now.short else {},
        "" if now.short else await done_asks(game),
        deeds_line(game, await ponder(game, battles_made)),
        await clock_lines(services, now) if now.timed else (),
        "" if now.short or game.to_act in now.computers else await done_waits(game),
    )
    reply = _reply(now, await now.people(), dues, shown)
    if running and not game.state.winner:
        told = bool(shown.deeds) and game.state.turn.power not in now.computers
        reply.view = await buttons(now, details=told)
    return await _panel(reply, now, min(dues.values(), default=None))


async def _panel(reply: Reply, now: Situation, due: float | None = None) -> Panel:
    drawn = not await now.by_computer() and not _carded(now)
    return Panel(reply, await now.mark(), await now.called(), await now.people(), now.game, due, drawn)


def battles_made(game: EngineGame) -> int:
    """The battles that are due, or would be if combat movement ended now."""
    if game.state.turn.phase not in ("combat move", "conduct combat") or game.state.winner:
        return 0
    return len(battles_due(game.view, ("land", "sea", "raid"))[1])


def _carded(now: Situation) -> bool:
    """Whether the battle that is asked about is seen above already: a computer's messages bear its card after each roll."""
    game = now.game
    asked = game.state.pending if game.state.turn.power in now.computers else ()
    battle = lines.at_stake(game.view, asked[0]) if asked else None
    return battle is not None and battle.round > 0


def deadline(facts: Facts) -> float | None:
    """When the time of whoever has to act is up first, as long as a clock runs for it."""
    return min(deadlines(facts).values(), default=None)


def deadlines(facts: Facts) -> dict[str, float]:
    """Power -> when its time is up."""
    found: dict[str, float] = {}
    for timer in facts.timers if facts.game.status == "running" else ():
        if timer.kind == DEADLINE:
            power = str(timer.payload["power"])
            found[power] = min(timer.due, found.get(power, timer.due))
    return found


async def compose_plain(services: Services, now: Situation) -> Panel:
    """A panel without menus: for one that Discord refused."""
    panel = await compose(services, now)
    if panel.game is not None and panel.reply.view is not None:
        panel.reply.view = view(_steady(now.row, panel.game))
    return panel


async def compose_bare(now: Situation) -> Panel:
    """One sentence that cannot be refused."""
    who, what = mentions(await now.people()), f"{_call(now.game)} {title(now.game)}"
    text = f"{who}: {what}. `/orders`, `/answer` and `/done` work as always."
    return await _panel(Reply(clip(text, CONTENT)), now)


def _steady(row: Game, game: EngineGame) -> list[Button]:
    """Buttons that are the same in every position."""
    number = game.log[-1].number
    if game.state.pending:
        return [button("Answer...", make("other", row.id, number)), map_button(row)]
    return [
        button("Orders...", make("orders", row.id)),
        button("Undo", make("undo", row.id, number)),
        button("Done", make("done", row.id, number), BLUE),
        map_button(row),
    ]


def _reply(now: Situation, people: Sequence[int], dues: Mapping[str, float], shown: Shown) -> Reply:
    game, due = now.game, min(dues.values(), default=None)
    embed = discord.Embed(title=clip(f"{title(game)}", EMBED_TITLE), colour=_colour(game))
    embed.description = clip("\n".join(_lines(now, dues, shown)), EMBED)
    embed.set_footer(text=f"{now.row.name} · order {game.log[-1].number}")
    content = f"{mentions(people)}: {_call(game)}{f' Until {until(due)}.' if due else ''}" if people else _standing(now)
    return Reply(content, embed=embed)


def _colour(game: EngineGame) -> int:
    if game.state.winner:
        return OVER
    return AXIS if game.view.side(game.state.turn.power) == "Axis" else ALLIES


def _call(game: EngineGame) -> str:
    if game.state.pending:
        asked = lines.asked(game.state)
        return f"{', '.join(f'**{power}**' for power in asked)} {have(len(asked))} to answer."
    return f"**{game.to_act}** to move."


def _standing(now: Situation) -> str:
    row, game = now.row, now.game
    if game.state.winner:
        return f"**The {game.state.winner} have won.**"
    if row.status == "running" and game.to_act in now.computers:
        return plays(row, game.to_act)
    if row.status == "running":
        return f"**{game.to_act}** has to act, and nobody plays it: `/game join power:{game.to_act}`"
    return f"The game is {row.status}."


def _lines(now: Situation, dues: Mapping[str, float], shown: Shown) -> list[str]:
    game = now.game
    foreign = game.state.turn.power in now.computers
    ended = now.row.status == "over" and not game.state.winner  # by an arbiter, a draw, a clock: there is nothing to do
    lines = body(game, told=not (foreign or ended), odds=shown.battles)
    if ended:
        lines.append(LEFT)
    if shown.deeds and not foreign:
        lines.append(f"-# So far: {shown.deeds}")
    if shown.asks:
        lines.append(f"-# Done asks {shown.asks}")
    if shown.waits:
        lines.append(f"-# Not done yet: {shown.waits}")
    lines[1:1] = shown.clocks
    if dues:
        each = [(f"{power} " if len(dues) > 1 else "") + f"until {until(due)}" for power, due in dues.items()]
        lines.insert(1, f"Time: {'; '.join(each)}")
    if shown.below:
        lines += ["", "**Odds**", *shown.below]
    return lines
