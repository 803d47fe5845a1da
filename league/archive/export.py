"""Finished games as lines of JSON: what everybody may have, and can reckon everything from.

The first line says what the file is and how ratings were reckoned, then comes a line a game, then one for each line of the
table. `tools/check_league.py` reads it and knows nothing of this package.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from typing import Any, Final

from league.archive.table import Row
from league.codec import CodecError, dumped, loaded
from league.finished import Finished, RecordError
from league.ratings import Ratings

FORM: Final = 1


def line_of(game: Finished) -> str:
    """A game as a line of JSON, without its end."""
    return _line({"game": dumped(game)})


def record_of(line: str) -> Finished:
    """A game from its line. Raises RecordError."""
    return _game(_read(line))


def _game(data: Mapping[str, Any]) -> Finished:
    try:
        return loaded(Finished, data.get("game"))
    except CodecError as error:
        raise RecordError(f"This is no finished game: {error}") from None


def exported(games: Iterable[Finished], now: Ratings, rows: Iterable[Row], format: str) -> Iterator[str]:
    """The lines of an export of one format: all its rated games, and the table made of them. Games whose players said no to
    the archive are in it, since ratings hang on them, but without openings, luck and pace."""
    head = {"league": FORM, "format": format, "at": now.at, "prior": asdict(now.prior)}
    yield _line(head)
    for game in sorted(games, key=lambda game: (game.ended, game.id)):
        yield line_of(game if game.public else _bare(game))
    for row in rows:
        yield _line({"row": asdict(row)})


def _bare(game: Finished) -> Finished:
    return replace(game, openings=(), luck={}, pace={}, overruns={}, log="")


def imported(lines: Iterable[str]) -> tuple[dict[str, Any], list[Finished], list[dict[str, Any]]]:
    """The head, the games and the rows of an export. Raises RecordError."""
    head, games, rows = dict[str, Any](), list[Finished](), list[dict[str, Any]]()
    for number, line in enumerate(lines):
        if not line.strip():
            continue
        data = _read(line)
        if number == 0:
            if data.get("league") != FORM:
                raise RecordError(f"This is no export of a league that can be read here (form {FORM}).")
            head = data
        elif "game" in data:
            games.append(_game(data))
        elif "row" in data:
            rows.append(data["row"])
    return head, games, rows


def _read(line: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except ValueError as error:
        raise RecordError(f"This is no line of JSON: {error}.") from None
    except RecursionError:
        raise RecordError("This is no line of an export.") from None
    if not isinstance(data, dict):
        raise RecordError("A line of an export is an object.")
    return data


def _line(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
