"""What can go wrong in the store, as exceptions with a message for the operator or the caller."""

from __future__ import annotations


class StoreError(Exception):
    """Anything the store refuses or can't do."""


class RevisionConflict(StoreError):
    """The game moved on since the caller looked: load it again and try anew. Nothing was stored."""

    def __init__(self, game_id: str, expected: int, actual: int) -> None:
        super().__init__(f"game {game_id} is at revision {actual}, not {expected}")
        self.game_id, self.expected, self.actual = game_id, expected, actual


class StatusConflict(StoreError):
    """The game's state is not what the caller thought: started, paused or ended meanwhile. Nothing was stored."""

    def __init__(self, game_id: str, status: str) -> None:
        super().__init__(f"game {game_id} is {status} by now")
        self.game_id, self.status = game_id, status


class PlaceTaken(StoreError):
    """Another game is played in that channel or thread. Nothing was stored."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is played there")
        self.name = name


class Unavailable(StoreError):
    """The database does not take or give anything just now: locked, full, or not to be reached. It may pass."""


class OtherShare(StoreError):
    """The game is another share's: only whoever works for that writes about it. Nothing was stored."""

    def __init__(self, name: str, place: int) -> None:
        super().__init__(f"{name} belongs to another share of the games")
        self.name, self.place = name, place


class ShareLost(Unavailable):
    """The lock on this share of the games is gone with its connection; it is taken again once the database is back, if nobody
    else has it by then. Nothing was stored."""

    def __init__(self) -> None:
        super().__init__("this process does not hold its share of the games just now")


class UnknownGame(StoreError):
    """No game with that id."""


class Damaged(StoreError):
    """The database file failed its integrity check: restore a backup (docs/operations.md)."""


class NewerData(StoreError):
    """The data was written by a newer version of the bot than this one."""


class InUse(StoreError):
    """Another process has this database open as its own."""


class WrongKey(StoreError):
    """A sealed dice root can't be opened with the key given (or none is given)."""


class Moved(StoreError):
    """The record of a tournament, or the state of a season, has gone on since the caller looked. Nothing was stored."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} has gone on since")
        self.what = what


class NameTaken(StoreError):
    """A tournament or season of that name is known in the league. Nothing was stored."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the name {name} is taken")
        self.name = name


class OfferGone(StoreError):
    """A challenge or ticket was answered, taken up or taken back by somebody who was quicker."""

    def __init__(self, offer: str) -> None:
        super().__init__(f"offer {offer} has changed since")
        self.offer = offer
