"""What the lobby's commands list: games, rules to choose from, a game's rules and options, powers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from discord import app_commands

from bot.discord.features.lobby.buttons import own_lines, rules_line, shown, trial_lines
from bot.discord.text import words
from bot.game import PlayError
from bot.store import Game
from rules.core.documents import documents, house_rules
from rules.core.identity import plays_on
from rules.core.table import OWN_RULES, Table
from rules.model.board import load
from rules.model.parse import known

Choices = list[app_commands.Choice[str]]


def listed(row: Game, mine: bool, due: float | None) -> str:
    """A game in a list of games."""
    name = f"**{row.name}**" if mine else row.name
    until = f", until {words.until(due)}" if due else ""
    return f"{name}: <#{row.place}>, {load(row.board).name}, {row.status}{until}"


def choice(text: str) -> app_commands.Choice[str]:
    """A text to choose."""
    return app_commands.Choice(name=text[:100], value=text[:100])


def rule_choices(board: str, typed: str) -> Choices:
    """Documents and rules that go with a board."""
    named = [(d.id, d.title, d.boards) for d in documents().values()]
    named += [(r.id, f"{r.title} ({r.id})", r.boards) for r in house_rules().values()]
    fits = [(i, t) for i, t, boards in named if not board or plays_on(boards, board)]
    found = [(i, t) for i, t in fits if typed.lower() in f"{i} {t}".lower()]
    return [app_commands.Choice(name=t[:100], value=i) for i, t in found[:25]]


def game_choices(games: Sequence[Game], typed: str, place_of: Callable[[int], str]) -> Choices:
    """Games to choose from. Those that have one name, as a game and its copy from a file, are told by where they are."""
    often = Counter(game.name for game in games)
    told = {g.id: f"{g.name}, in {place_of(g.place)}" if often[g.name] > 1 else g.name for g in games}
    return [app_commands.Choice(name=t[:100], value=i) for i, t in told.items() if typed.lower() in t.lower()][:25]


def meant(games: Sequence[Game], text: str) -> Game | None:
    """The game that is meant by an id, a name or a part of one; None: none of them, or more than one."""
    named = [g for g in games if text in (g.id, g.name)]
    found = named or [g for g in games if text.strip().lower() in g.name.lower()]
    return found[0] if len(found) == 1 else None


def rules_text(row: Game) -> str:
    """The house rules and options of a game, a line each."""
    table = Table(row.board, row.rules, row.options)
    lines = [f"**{load(row.board).name}**, house rules: {rules_line(row)}"]
    lines += own_lines(row)
    changed = [n for n, o in table.known_options.items() if table.options[n] != o.default and n != OWN_RULES.name]
    lines += [f"- {table.known_options[n].called}: **{shown(table.options[n])}**" for n in changed]
    return "\n".join([*lines, *trial_lines(row)] if changed else [*lines, "Options: as printed"])


def played(row: Game, power: str) -> str:
    """A power of the board that people play, by any of its names. Raises Refused with what may have been meant."""
    board = load(row.board)
    name = known(board.power_names, power, "power", "on this board")
    if name not in board.order:
        raise PlayError(f"Nobody plays {name}. Powers: {', '.join(board.order)}.")
    return name
