"""Who may order for whom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.game.computers.computers import computers
from bot.store import Store
from bot.store.records import Game, Seat
from rules.model.board import load

# Preference of a seat: who may answer for it.
ANSWERER = "answerer"


@dataclass(frozen=True, slots=True)
class Permission:
    """What a person may do in a game: powers they hold, whether they are its game master, and powers of others whose
    questions they may answer."""

    powers: tuple[str, ...]
    master: bool
    answers: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.powers) or self.master


async def answers_for(store: Store, game_id: str, user_id: int, powers: Iterable[str]) -> tuple[str, ...]:
    """Which of some powers let a person answer their questions."""
    return tuple([p for p in powers if await answerer_of(store, game_id, p) == user_id])


async def answerer_of(store: Store, game_id: str, power: str) -> int | None:
    """Who else may answer the questions put to a power, by its player's leave."""
    found = (await store.preferences("seat", f"{game_id}/{power}")).get(ANSWERER)
    return None if found is None else int(found)


def permission(game: Game, seats: list[Seat], user_id: int) -> Permission:
    """The permission of a person in a game."""
    return Permission(powers_of(seats, user_id), game.master == user_id)


def powers_of(seats: list[Seat], user_id: int) -> tuple[str, ...]:
    """Powers a person plays or stands in for."""
    return tuple(dict.fromkeys(s.power for s in seats if s.user_id == user_id))


def players_of(seats: list[Seat], power: str) -> list[int]:
    """User ids that hold a power, players before substitutes."""
    held = [s for s in seats if s.power == power]
    return [s.user_id for s in sorted(held, key=lambda s: s.role != "player")]


def called_of(seats: list[Seat], power: str) -> list[int]:
    """User ids that are called when a power has to act: its players; substitutes only where there is none."""
    players = [s.user_id for s in seats if s.power == power and s.role == "player"]
    return players or players_of(seats, power)


def open_powers(game: Game, seats: list[Seat]) -> list[str]:
    """Powers that nobody plays yet, no computer either, in order of play."""
    taken = {s.power for s in seats if s.role == "player"} | set(computers(game))
    return [p for p in load(game.board).order if p not in taken]
