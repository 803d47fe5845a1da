"""Looking at the map, into the rules: the replies, and their buttons."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.discord.components.build import Choice, menu, view
from bot.discord.components.custom_id import Press, make
from bot.discord.components.router import route
from bot.discord.components.share import share
from bot.discord.features.computers.text import weighed
from bot.discord.features.look.defaults import NOBODY, Head
from bot.discord.features.look.rules_library import library_for, library_of
from bot.discord.features.look.text import board_text, place_text, power_text
from bot.discord.response import Reply, answer, patience, show
from bot.discord.text import words
from bot.discord.text.limits import CONTENT, EMBED, FIELD, clip
from bot.game import Denied, PlayError
from bot.game.computers.computers import computer_of
from bot.game.moderator.threads import ponder
from bot.processes import map_requests as scenes
from bot.services import Services
from bot.store import Game
from rules.core.hooks import Rule
from rules.library import Entry, Hit, Library, compared, in_common
from rules.library import show as told
from rules.model.board import BOARDS, load
from rules.model.names import key, one_of
from rules.play.game import Game as EngineGame

# Hits outside a game, and below which part of the best score what is found in the chosen rules does not come first; in a
# game, of the best score of house rules that are not played.
WANTED, WEAK, FAR = 12, 0.6, 0.5
PARCHMENT = 0x8A7B52


# --- the map -------------------------------------------------------------------------------------------------


async def map_reply(services: Services, row: Game, game: EngineGame, around: str, place: bool = False) -> Reply:
    """The map, or its text if it can't be drawn; with a menu of what else to look at. place: it is of a place."""
    focus = around if place else _focus(game, around) if around else None
    pictures = await services.media.boards(await ponder(game, lambda copy: scenes.around(copy, focus, place)))
    text = "" if pictures else _in_words(game, focus)
    about = {scenes.OVERVIEW: "who holds what", scenes.WHOLE: "every unit, very large: open it to zoom in"}
    lines = [Choice(name, name, about.get(name, ""), chosen=name == focus) for name in _sections(game)]
    sections = menu("Look at...", make("map", row.id), lines)
    return Reply(clip(text, CONTENT), True, view(sections, share()), pictures)


def _focus(game: EngineGame, around: str) -> str:
    """A part of the board, a power (its front) or a place. Raises PlayError with what may have been meant."""
    board, typed = game.table.board, key(around)
    if part := next((name for name in (*_sections(game), *board.order) if key(name) == typed), None):
        return part
    if found := board.place_names.find(around) or board.power_names.find(around):
        return found
    near = board.place_names.near(around) or board.power_names.near(around)
    hint = f" Did you mean {one_of(near)}?" if near else ""
    raise PlayError(f"There is no place, power or theatre called “{clip(around, 60)}” on this board.{hint}")


def _in_words(game: EngineGame, focus: str | None) -> str:
    board = game.table.board
    if focus in board.order:
        return power_text(game, str(focus))
    return place_text(game, str(focus)) if focus in board.places else board_text(game)


def _sections(game: EngineGame) -> tuple[str, ...]:
    return (scenes.OVERVIEW, scenes.WHOLE, *scenes.theatres(game))


@route("map")
async def show_map(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The map as it is now, privately; from its own menu in place."""
    row = await services.store.game(press.game_id)
    game = (await services.games.table(row.id)).game
    async with patience(interaction, private=True, in_place=bool(press.values)):
        reply = await map_reply(services, row, game, press.values[0] if press.values else press.rest)
    await (show if press.values else answer)(interaction, reply)


# --- the rules -----------------------------------------------------------------------------------------------


async def rule_reply(services: Services, row: Game | None, about: str, head: Head = NOBODY) -> Reply:
    """An entry of the look-up by its id, or the best for some words with the others in a menu. head: the rules that come
    first outside a game."""
    if row is None:
        return await _outside(services, about, head)
    library = await library_of(services, row)
    exact = library.get(about)
    found = [] if exact else library.search(about, 10)
    hits = [exact] if exact else [hit.entry for hit in found]
    if not exact and (other := await _not_played(services, about, found)):
        shown_for = row if hits else None
        return entry_reply(await library_of(services, None), other, shown_for, hits, note="Not played in this game.")
    if not hits:
        raise _nothing(about)
    return entry_reply(library, hits[0], row, hits[1:], now=await _present(services, row, hits[0]))


async def _not_played(services: Services, about: str, here: Sequence[Hit]) -> Entry | None:
    """What some words mean in other games, where nothing is found in this one, or only what comes near what a house rule
    that is not played says."""
    for other in (await library_of(services, None)).search(about, 1):
        if not here or (other.entry.rule and here[0].score < other.score * FAR):
            return other.entry
    return None


def _nothing(about: str) -> PlayError:
    return PlayError(f"I find nothing about “{clip(about, 60)}”. Try another word; `/rules` offers some as you type.")


async def _outside(services: Services, about: str, head: Head) -> Reply:
    """The same outside of any game: what the chosen rules say first, then other boards, each board's entries together."""
    whole = await library_of(services, None)
    own = await library_for(head) if head.chosen else whole
    if exact := own.get(about) or whole.get(about):
        return entry_reply(own if own.get(about) else whole, exact, None)
    first, others = (own.search(about, WANTED) if head.chosen else []), whole.search(about, WANTED)
    if first and others and first[0].score < others[0].score * WEAK:
        first = []  # the chosen rules only come near it
    hits = list({hit.entry.id: hit.entry for hit in (*first, *others)}.values())
    if not hits:
        raise _nothing(about)
    boards = list(dict.fromkeys(entry.board for entry in hits))
    grouped = sorted(hits[1:], key=lambda entry: boards.index(entry.board))
    return entry_reply(own if own.get(hits[0].id) else whole, hits[0], None, grouped)


async def _present(services: Services, row: Game | None, entry: Entry) -> tuple[str, ...]:
    """What an entry's rule tells of the game as it stands."""
    if row is None or row.engine is None:
        return ()
    game = (await services.games.situation(row.id)).game
    return tuple(line for rule in game.table.parts(Rule) if rule.id == entry.id for line in rule.present(game.view))


async def compare_reply(services: Services, row: Game | None, one: str, other: str, head: Head = NOBODY) -> Reply:
    """The cards of two units side by side, what differs standing out. head: the rules they are of outside a game."""
    library = await (library_for(head) if row is None and head.chosen else library_of(services, row))
    found = [next(iter(library.units(text, 1)), None) for text in (one, other)]
    entries = [entry for entry in found if entry]
    if len(entries) < 2:
        unknown = one if found[0] is None else other
        raise PlayError(f"“{clip(unknown, 60)}” is no unit: two units can be compared.")
    rows = compared(entries[0].rows, entries[1].rows)
    embed = discord.Embed(title=clip(f"{entries[0].title} and {entries[1].title}", 256), colour=PARCHMENT)
    if not rows:  # units that only stand for something, as rockets of a technology do
        embed.description = "There are no figures to compare."
    for side, entry in enumerate(entries if rows else (), 1):
        lines = [_side(line[0], line[side], differs=line[1] != line[2]) for line in rows]
        embed.add_field(name=entry.title, value=clip("\n".join(lines), FIELD), inline=True)
    if shared := in_common(entries[0].rows, entries[1].rows):
        embed.add_field(name="Both", value=clip("; ".join(shared), FIELD), inline=False)
    return Reply("", private=True, embed=embed, view=view(share()))


def _side(label: str, value: str, differs: bool) -> str:
    return f"{label} **{value or '–'}**" if differs else f"{label} {value}"


def entry_reply(
    library: Library,
    entry: Entry,
    row: Game | None,
    others: list[Entry] | None = None,
    note: str = "",
    now: Sequence[str] = (),
) -> Reply:
    """One entry as a card, with a button to share it and a menu of what else was found. note: what stands before it; now:
    how it stands in the game."""
    title, *lines = told(entry, library.table).split("\n")
    stands = "\n".join(("**Now**", *now)) if now else ""
    card = "\n".join(filter(None, (note and f"*{note}*", _card(lines), stands)))
    title = f"{title}{_with_board(entry, row is None).removeprefix(entry.title)}"
    embed = discord.Embed(title=clip(title, 256), description=clip(card, EMBED), colour=PARCHMENT)
    game_id = row.id if row else ""
    several = row is None
    found = [
        Choice(_with_board(e, several), e.id, clip(e.text.split("\n")[-1], 90))
        for e in others or ()
        if len(e.id) <= 100
    ]
    also = menu("Also found...", make("entry", game_id), found) if found else None
    return Reply("", private=True, embed=embed, view=view(share(), also))


def _with_board(entry: Entry, told: bool) -> str:
    """A title with its board behind it, where entries of several boards may stand together."""
    return f"{entry.title} ({load(entry.board).name})" if told and entry.board in BOARDS else entry.title


def _card(lines: list[str]) -> str:
    """Rows of a profile stand out; the source stands small at the end."""
    rows = []
    for line in lines:
        label, colon, rest = line.partition(": ")
        if colon and len(label) < 18 and label[:1].isupper() and "." not in label:
            rows.append(f"**{label}** {rest}")
        elif line.startswith("(") and line.endswith(")"):
            rows.append(f"-# {line[1:-1]}")
        else:
            rows.append(line)
    return "\n".join(rows)


async def _row(services: Services, press: Press) -> Game | None:
    return await services.store.game(press.game_id) if press.game_id else None


@route("entry")
async def open_entry(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Another entry from the menu, in place of the card."""
    row = await _row(services, press)
    library = await library_of(services, row)
    entry = library.get(press.values[0] if press.values else "")
    if entry is None:
        raise PlayError("That entry is no longer there.")
    related = [hit.entry for hit in library.search(entry.title, 8) if hit.entry.id != entry.id]
    now = await _present(services, row, entry)
    await show(interaction, entry_reply(library, entry, row, related, now=now))


async def reason_reply(services: Services, row: Game, refused: Denied) -> Reply:
    """A refusal again, with the rule behind it."""
    library = await library_of(services, row)
    refusal = refused.refusal
    text = [f"`{refused.text}`" if refused.text else "", f"**Not possible.** {refusal.message}"]
    if refusal.choices:
        text.append("Possible: " + words.listed(refusal.choices))
    entries = library.covering(refusal.rule) if refusal.rule else []
    if not entries:
        text.append(f"-# {refusal.code}" + (f", rule {refusal.rule}" if refusal.rule else ""))
        return Reply("\n".join(filter(None, text)), private=True)
    reply = entry_reply(library, entries[0], row, list(entries[1:]))
    reply.text = "\n".join(filter(None, text))
    return reply


async def weighed_reply(services: Services, row: Game, typed: str) -> Reply:
    """What the computer that plays a power weighed last and did not do."""
    power, _ = computer_of(row, typed)
    kept = await services.store.preferences("seat", f"{row.id}/{power}")
    return Reply(weighed(power, kept.get("mind") or {}), private=True)


@route("why")
async def why(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The rule behind a refusal, from its button."""
    row = await services.store.game_in(interaction.channel_id or 0)
    library = await library_of(services, row)
    entries = library.covering(press.rest)
    if not entries:
        raise PlayError(f"Rule “{press.rest}”: there is no text for it here.")
    await answer(interaction, entry_reply(library, entries[0], row, list(entries[1:])))
