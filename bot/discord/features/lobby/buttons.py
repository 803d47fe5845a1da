"""The lobby: who plays what, which rules, and its buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import discord

from bot.discord.components import boards
from bot.discord.components.build import BLUE, GREEN, GREY, Button, Choice, button, menu, view
from bot.discord.components.custom_id import Press, make
from bot.discord.components.router import route
from bot.discord.context import must_master, name_of
from bot.discord.features.lobby import positions
from bot.discord.response import Reply, answer, update
from bot.discord.text.limits import EMBED, clip
from bot.discord.text.words import mentions
from bot.game import PlayError, open_powers, players_of
from bot.game.computers.computers import PACE, PACES, USUAL_PACE, computers
from bot.game.league import courses
from bot.game.league.formats import POSITION, SETTING
from bot.game.lobby import own_rules
from bot.game.lobby.bids import Bids
from bot.game.lobby.seating import BIDDERS
from bot.game.moderator.outbox_messages import panel as refresh
from bot.game.record.narration import tell
from bot.services import Services
from bot.store import Game, Seat
from rules.core.documents import documents, expand, house_rules
from rules.core.table import OWN_RULES, Table
from rules.model.board import Board, chosen_setup, load
from rules.model.names import listing, sentence
from rules.play.narrate import Heading

# Letters of own rules, and of an option's value, that the lobby shows.
OWN, LONG = 700, 60


def _set_up(row: Game) -> Board:
    """The board of a game in the set-up that its options choose: another one may begin with another power."""
    return load(chosen_setup(row.board, row.options))


def text(row: Game, seats: Sequence[Seat], commitment: str) -> str:
    """The lobby in words."""
    board = _set_up(row)
    lines = [f"**{board.name}**", *(sentence(about) for about in (boards.told(row.board),) if about)]
    played = computers(row)
    if chosen := row.settings.get(SETTING):
        lines.append(f"Format: `{chosen['id']}`")
    lines += [f"Rules: {rules_line(row)}", f"Options: {options_line(row)}", *trial_lines(row), *own_lines(row)]
    lines += [*filter(None, [positions.line(row)]), ""]
    for power in board.order:
        held = players_of(list(seats), power)
        told = played[power].title if power in played else mentions(held) if held else "*open*"
        lines.append(f"{board.side(power)} · **{power}**: {told}")
    lines += ["", f"Game master: <@{row.master}>", _still(row, board, open_powers(row, list(seats)))]
    lines.append(f"-# Dice are committed to as `{commitment}`. Everyone who joins adds to them. `/dice show` explains.")
    return "\n".join(lines)


def _still(row: Game, board: Board, left: Sequence[str]) -> str:
    """What the game waits for."""
    if row.status != "lobby":
        return "The game has begun."
    are = "is" if len(left) == 1 else "are"
    return f"{len(left)} of {len(board.order)} powers {are} open." if left else "All seats are taken: ready to start."


def rules_line(row: Game) -> str:
    """The house rules of a game in short; of a document that is there but for a few, those few: `... without ...`."""
    known, titles = documents(), house_rules()
    names = [known[r].title for r in row.rules if r in known]
    single = [r for r in row.rules if r not in known]
    for document in dict.fromkeys(r.split(".")[0] for r in single):
        here = [r for r in single if r.startswith(f"{document}.")]
        out = [titles[r].title for r in expand(row.board, [document]) if r not in here] if document in known else []
        if out and len(here) > 2 * len(out):
            names.append(f"{known[document].title} without {listing(out)}")
        else:
            names += [titles[r].title if r in titles else r for r in here]
    return ", ".join(names) or "as printed"


def options_line(row: Game) -> str:
    """The options that differ from their defaults."""
    known = Table(row.board, row.rules, row.options).known_options
    given = ((name, value) for name, value in row.options.items() if name != OWN_RULES.name)
    told = (f"{known[name].called}: {shown(value)}" for name, value in given)
    return "; ".join(told) or "as printed"


def own_lines(row: Game) -> list[str]:
    """The group's own rules in words, as far as a message has room for them."""
    told = " ".join(own_rules.told(row))
    return [f"Own rules: {clip(told, OWN)}" + (" `/game house` shows all." if len(told) > OWN else "")] if told else []


def trial_lines(row: Game) -> list[str]:
    """The options on trial that a game has chosen, and why they are."""
    found = [f"{o.title.partition(':')[0]} ({o.trial})" for o in Table(row.board, row.rules, row.options).on_trial]
    return [f"-# On trial: {'; '.join(found)}. Tell with `/report` how it goes."] if found else []


def shown(value: object) -> str:
    """An option's value."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return clip(" ".join(str(value).split()), LONG)


def rated_lines(seats: Sequence[Seat], wishes: Mapping[str, bool]) -> list[str]:
    """Who has agreed that the game is rated, and whose word it takes still; nothing while nobody has."""
    people = dict.fromkeys(seat.user_id for seat in seats if seat.role == "player")
    agreed = [user for user in people if wishes.get(str(user))]
    left = [user for user in people if user not in agreed]
    if not agreed:
        return []
    return [
        f"Rated, if all agree before the start: {mentions(agreed)}" + (f"; not yet {mentions(left)}" if left else "")
    ]


async def rated_now(services: Services, row: Game, key: str) -> None:
    """The lobby shows who has agreed that the game is rated."""
    await services.store.queue(refresh(row, f"rated {key}"), game_id=row.id)


async def compose(services: Services, row: Game) -> Reply:
    """The lobby message; of a game that has begun what it was agreed upon, with nothing to press."""
    seats = await services.store.seats(row.id)
    commitment = await services.store.commitment(row.id)
    embed = discord.Embed(title=clip(f"{row.name}: lobby", 256), colour=0x8A7B52)
    wishes = await courses.wishes(services.store, row.id)
    rated = rated_lines(seats, wishes) if row.status == "lobby" else []
    by_bid = row.status == "lobby" and BIDDERS in row.settings
    bid = await bid_lines(services, row) if by_bid else []
    embed.description = clip("\n".join([text(row, seats, commitment), *rated, *bid]), EMBED)
    if row.status != "lobby":
        return Reply(embed=embed)
    embed.set_footer(text="Both give /bid" if by_bid else "Press a power to join or leave it")
    return Reply(embed=embed, view=view(_agreed_buttons(row)) if by_bid else _buttons(row, seats))


async def bid_lines(services: Services, row: Game) -> list[str]:
    """What the two of a game do whose sides are bid for, and who of them has."""
    desk = Bids(services.lobby)
    side, left = await desk.side(row.id), await desk.missing(row)
    how = f"who would play the {side} with fewer IPC of units more has them, the other has the other side"
    waits = [f"Not yet: {mentions(left)}"] if left else []
    return [f"**The sides are bid for**: both give `/bid ipc:` here; {how}, and it begins.", *waits]


def _buttons(row: Game, seats: Sequence[Seat]) -> discord.ui.View | None:
    powers = _set_up(row).order
    left = open_powers(row, list(seats))
    seats_row = [button(p, make("join", row.id, rest=p), GREEN if p in left else GREY) for p in powers]
    rest = [
        button("Start", make("start", row.id), BLUE, off=bool(left)),
        button("Take all open seats", make("allseats", row.id), off=not left),
        button("Computers for the rest", make("cfill", row.id), off=not left),
        *_agreed_buttons(row),
    ]
    paces = menu("How fast computers go on...", make("cpace", row.id), pace_choices(row)) if computers(row) else None
    return view(seats_row[:5], seats_row[5:], paces, rest)


def _agreed_buttons(row: Game) -> list[Button]:
    """What is agreed upon, to look at or to change."""
    return [
        button("House rules", make("lrules", row.id)),
        button("Options", make("loptions", row.id)),
        button("Format", make("lformat", row.id)),
        button("Rated", make("wishrated", row.id)),
    ]


def pace_choices(row: Game) -> list[Choice]:
    """The pauses between what computers do, as lines of a menu, with the one that is chosen."""
    now = str(row.settings.get(PACE, USUAL_PACE))
    told = {p: f"Pause: {p}" if p != "button" else "Pause: until Next is pressed" for p in PACES}
    return [Choice(told[p], p, chosen=p == now) for p in PACES]


async def _shown(services: Services, interaction: discord.Interaction, game_id: str) -> None:
    await update(interaction, await compose(services, await services.store.game(game_id)))


async def lobby_of(services: Services, press: Press) -> Game:
    """The game of a lobby button. Raises PlayError once it has started."""
    row = await services.store.game(press.game_id)
    if row.status != "lobby":
        raise PlayError("This game has started already.")
    return row


@route("join")
async def join(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Join a power, or leave it if it is yours."""
    row, user = await lobby_of(services, press), interaction.user
    await services.lobby.seating.toggle(
        Seat(row.id, press.rest, user.id, "player", name_of(interaction), str(interaction.id))
    )
    await _shown(services, interaction, row.id)


@route("allseats")
async def all_seats(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The game master takes every seat that is open."""
    row = await lobby_of(services, press)
    must_master(row, interaction)
    await services.lobby.seating.take_open_seats(row.id, interaction.user.id, name_of(interaction), str(interaction.id))
    await _shown(services, interaction, row.id)


@route("wishrated")
async def rated(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Somebody agrees that the game is rated, or no longer."""
    row, user = await lobby_of(services, press), interaction.user.id
    known = (await courses.wishes(services.store, row.id)).get(str(user), False)
    await services.results.wish(row.id, user, not known)
    await _shown(services, interaction, row.id)


@route("start")
async def start(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Begin the game."""
    row = await lobby_of(services, press)
    must_master(row, interaction)
    await begin(services, interaction, row)


@route("startsure")
async def start_all_the_same(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Begin although who has won the bid does not play the side."""
    row = await lobby_of(services, press)
    must_master(row, interaction)
    await begin(services, interaction, row, sure=True)


async def begin(services: Services, interaction: discord.Interaction, row: Game, sure: bool = False) -> None:
    """Start a game; its panel takes the lobby's place. Asks first, unless sure, where somebody else has won the bid for a
    side than those who play it."""
    won = await Bids(services.lobby).not_seated(row)
    if won is not None and not sure:
        text = (
            f"<@{won.user}> has won the bid for the {won.side}, and plays no power of it. `/game replace` seats them."
        )
        again = button("Start all the same", make("startsure", row.id))
        await answer(interaction, Reply(text, private=True, view=view(again)))
        return
    first = row.settings.get(POSITION, {}).get("power", _set_up(row).order[0])
    await services.lobby.start(row.id, str(interaction.id))
    row = await services.store.game(row.id)
    await services.store.queue(refresh(row, f"start {interaction.id}"), game_id=row.id)
    opening = f"**{row.name} begins.** {first} is first. `/help` tells what to do next, `/rules` what is allowed."
    if won is not None:
        opening += f" The {won.side} are not played by <@{won.user}>, who won the bid."
    await answer(interaction, Reply("\n".join([opening, *await beginnings(services, row)])))


async def beginnings(services: Services, row: Game) -> list[str]:
    """What the start itself brings: what is new in the first round, units that come for nothing."""
    game = (await services.games.table(row.id)).game
    first = [entry for entry in game.log.here if entry.number == 0]
    return [f"-# {line.text}" for line in tell(game.table, first) if not isinstance(line, Heading)]
