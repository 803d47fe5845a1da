"""What a person did that cannot be done outside the rules of the game: no seat, wrong moment, no such game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rules.model.names import tidy


class PlayError(Exception):
    """Something the person can mend; the text says how."""

    def __init__(self, text: str) -> None:
        super().__init__(tidy(text))


class Stale(PlayError):
    """A button of an earlier position. game_id: of which game, so that the present buttons can be given."""

    def __init__(self, game_id: str) -> None:
        super().__init__("The game has moved on since that button was made.")
        self.game_id = game_id


@contextmanager
def told(refused: type[Exception]) -> Iterator[None]:
    """What is refused inside with a kind of exception is told to the person, in its words."""
    try:
        yield
    except refused as error:
        raise PlayError(str(error)) from None
