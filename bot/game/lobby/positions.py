"""Starts from a position: a case file, an exported game, or one that a server keeps."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.game.files.import_check import check_sound, looks_like_game, looks_like_save, read
from bot.game.league.formats import POSITION
from bot.game.lobby.kept import Shelf
from bot.game.lobby.lobby import Lobby
from bot.game.people.problems import PlayError
from bot.game.people.typed_text import plain
from bot.game.record.history import position_after, turn_with, turns
from bot.store import Game, Store
from rules.cases import start
from rules.cases.file import CaseError
from rules.cases.setup import build
from rules.core.table import OWN_RULES
from rules.dice.practice import PracticeDice
from rules.model.names import sentence
from rules.play.game import Game as EngineGame
from triplea import BadSave, Unsuited, position_of, read_save

LONGEST_TITLE = 80


@dataclass(frozen=True, slots=True)
class Position:
    """A position to start from, as it was understood. text: in the language of cases. lost: what of a game could not be
    taken over; odd: what no play would have led to."""

    title: str
    board: str
    rules: tuple[str, ...]
    options: Mapping[str, Any]
    turn: tuple[int, str, str]
    text: str
    lost: tuple[str, ...]
    odd: tuple[str, ...]


Run = Callable[..., Awaitable[Position]]


def shelf(store: Store) -> Shelf:
    """The positions that servers keep."""
    return Shelf(store, "positions", "position", 10, {})


def understood(data: bytes, own: Mapping[str, Any] | None = None) -> Position:
    """A position from a file that somebody hands in: a case, a game file, a save of TripleA. What it says is written anew,
    so nothing of the file itself is kept. own: the lobby's own rules (`carried`), kept where it brings none. Raises
    PlayError."""
    if looks_like_save(data):
        try:
            found = position_of(read_save(data))
        except (BadSave, Unsuited) as error:
            raise PlayError(f"{sentence(str(error))}") from None
        return _checked(found.text, own, found.lost)
    if looks_like_game(data):
        file = read(data)
        title, game = str(file.found.get("name") or ""), file.game
        if game.state.pending:
            raise PlayError("That game waits for an answer. Export it at the start of a turn: `/export what:position`.")
        text = start.text_of(game, title)
    else:
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            raise PlayError("That is neither a position in words (UTF-8) nor a game that I exported.") from None
    return _checked(text, own)


def carried(row: Game) -> Mapping[str, Any]:
    """What a lobby keeps of its options when it takes a position: the group's own rules."""
    return {name: value for name, value in row.options.items() if name == OWN_RULES.name}


def _checked(text: str, own: Mapping[str, Any] | None, missing: Sequence[str] = ()) -> Position:
    try:
        case = start.read(text, own)
        game = start.begin(case, case.rules, case.options, PracticeDice(0))
        check_sound(game.table, game.state)
    except CaseError as error:
        raise PlayError(f"That position can't be played: {error}.") from None
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise PlayError(f"That position can't be read ({type(error).__name__}).") from None
    turn, title = game.state.turn, plain(case.title, LONGEST_TITLE) or "A position"
    where, head = (turn.round, turn.power, turn.phase), game.head()
    said = [line.partition(": ")[2] for line in text.splitlines() if line.startswith("# not in this case")]
    lost = [plain(one, 200) for one in (*missing, *said)]
    whole, odd = start.text_of(build(case), title), start.oddities(game)
    return Position(title, case.game, tuple(head["rules"]), head["options"], where, whole, tuple(lost), tuple(odd))


async def of_game(store: Store, row: Game, number: int) -> str:
    """The position at the start of the turn of an order, to start from."""
    spans = await turns(store, row)
    game = await position_after(store, row, turn_with(spans, number).first - 1 if spans else 0)
    return start.text_of(game, f"{row.name}: round {game.state.turn.round}, {game.state.turn.power}")


async def take(lobby: Lobby, game_id: str, found: Position | None) -> Game:
    """Have a game in the lobby start from a position (None: as printed), with the rules and options of that position.
    Raises PlayError, TableError."""
    row = await lobby.store.game(game_id)
    if found is None:
        return await lobby.set_position(game_id, None, row.rules, row.options)
    if found.board != row.board:
        raise PlayError(f"That position is one of {found.board}; this game is played on {row.board}.")
    number, power, phase = found.turn
    said = {"text": found.text, "told": f"**{found.title}** (round {number}, {power}: {phase})", "power": power}
    return await lobby.set_position(game_id, said, found.rules, found.options)


def preview(row: Game) -> EngineGame:
    """The game that a lobby with a position would begin. Raises CaseError."""
    return start.begin(start.read(row.settings[POSITION]["text"]), row.rules, row.options, PracticeDice(0))
