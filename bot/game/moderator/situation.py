"""A game at one moment, loaded once and handed down: what is stored of it beside its log, its position, who may order for
whom and who may act now, how each is to be told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from bot.game.clock import deadlines
from bot.game.computers.computers import SETTING, Computer, computers
from bot.game.moderator.threads import ponder
from bot.store.records import Facts, Seat
from bot.store.records import Game as Row
from rules.legal import decision_choices
from rules.model.board import load
from rules.model.state import COMBAT, Decision
from rules.play import lines
from rules.play.game import Game

Hands = Mapping[str, tuple[int, ...]]
"""Power -> the people who may answer for it."""


# --- what people may wish for themselves: how they are told that it is their move, how much of what happened, and how much
# is said to their orders; the last as a game's master may wish for all

MENTION, DIRECT, NEVER = "mention", "direct", "never"
WAYS = (MENTION, DIRECT, NEVER)
FULL, SHORT, NOTHING = "full", "short", "nothing"
NEWS = (FULL, SHORT, NOTHING)
DETAIL = "detail"
DETAILS = (FULL, SHORT)
"""How much is said in a game: dice, odds and pictures with every step, or what came of it."""


def short(row: Row) -> bool:
    """Whether a game's messages to all are short."""
    return row.settings.get(DETAIL) == SHORT


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a person's orders are answered. private: to them alone. short: what came of it, without every step."""

    private: bool
    short: bool


# --- the game ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Permission:
    """What a person may do in a game: powers they hold, whether they are its game master, and powers of others whose
    questions they may answer."""

    powers: tuple[str, ...]
    master: bool
    answers: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.powers) or self.master


class Situation:
    """A game at one moment. row: its own row. What has been worked out of it is kept with it."""

    def __init__(self, facts: Facts, position: Game | None) -> None:
        """position: frozen; None in the lobby."""
        self.facts, self.row, self.position = facts, facts.game, position
        self._people: tuple[int, ...] | None = None

    @property
    def game(self) -> Game:
        """The position of a game that has started."""
        assert self.position is not None
        return self.position

    @cached_property
    def computers(self) -> dict[str, Computer]:
        """See computers.computers."""
        return computers(self.row) if SETTING in self.row.settings else {}

    @property
    def timed(self) -> bool:
        """Whether the game has a clock."""
        return deadlines.SETTING in self.row.settings

    @property
    def attacks_wait(self) -> bool:
        """Whether moves go on from which battles may come: each would have odds."""
        return self.game.view.attacks_wait and not self._held_up

    @property
    def fighting(self) -> bool:
        """Whether battles are fought, and no question holds them up: each that is due has odds."""
        return self.game.state.turn.phase == COMBAT and not self._held_up

    @property
    def _held_up(self) -> bool:
        """Whether nothing goes on before somebody answers, or never again."""
        return bool(self.game.state.pending or self.game.state.winner)

    @property
    def undecided(self) -> bool:
        """See undecided."""
        return undecided(self.game)

    @property
    def short(self) -> bool:
        """Whether the game's messages to all are short."""
        return short(self.row)

    def wishes(self, user: int) -> Wishes:
        """How a person's orders are answered: as they wish, else as the game has it."""
        own = self.facts.people.get(user, {})
        return Wishes(own.get("replies") == "private", own[DETAIL] == SHORT if own.get(DETAIL) else self.short)

    def permission(self, user: int) -> Permission:
        """What a person may do."""
        asked = lines.asked(self.position.state) if self.position else ()
        answers = tuple(power for power in asked if self.facts.answerers.get(power) == user)
        return Permission(powers_of(self.facts.seats, user), self.row.master == user, answers)

    @cached_property
    def hands(self) -> Hands:
        """Who may answer for each power that is asked something: its players, and who may by its leave."""
        other = {power: (user,) for power, user in self.facts.answerers.items()}
        asked = [power for power in lines.asked(self.game.state) if power not in self.computers]
        return {power: (*called_of(self.facts.seats, power), *other.get(power, ())) for power in asked}

    async def people(self) -> tuple[int, ...]:
        """Everybody who may act now, each once: players, and those whom a power that is asked lets answer."""
        if self._people is None:
            self._people = tuple(dict.fromkeys(await self._acting()))
        return self._people

    async def called(self) -> str:
        """Who has to act: when it changes, they are called."""
        turn = self.game.state.turn
        return f"{self.row.status} {turn.round} {turn.power}:{' '.join(map(str, await self.people()))}"

    async def by_computer(self) -> bool:
        """Whether all that goes on is a computer's turn."""
        state = self.game.state
        return not await self.people() and not state.winner and state.turn.power in self.computers

    async def mark(self) -> str:
        """What the controls are for: when it changes, they come down to the end of the channel. While a computer plays they
        go with its messages. "": for nothing yet."""
        if self.position is None:
            return ""
        if await self.by_computer():
            return f"{self.row.status} computer"
        return f"{await self.called()} {self.position.state.turn.phase}"

    async def _acting(self) -> list[int]:
        if self.row.status != "running" or self.game.state.winner:
            return []
        powers = [power for power in await acting(self.game) if power not in self.computers]
        return [user for power in powers for user in self.hands.get(power) or called_of(self.facts.seats, power)]


# --- seats -------------------------------------------------------------------------------------------------------------


def powers_of(seats: Iterable[Seat], user_id: int) -> tuple[str, ...]:
    """Powers a person plays or stands in for."""
    return tuple(dict.fromkeys(s.power for s in seats if s.user_id == user_id))


def players_of(seats: Iterable[Seat], power: str) -> list[int]:
    """User ids that hold a power, players before substitutes."""
    held = [s for s in seats if s.power == power]
    return [s.user_id for s in sorted(held, key=lambda s: s.role != "player")]


def called_of(seats: Iterable[Seat], power: str) -> list[int]:
    """User ids that are called when a power has to act: its players; substitutes only where there is none."""
    held = [s for s in seats if s.power == power]
    return [s.user_id for s in held if s.role == "player"] or [s.user_id for s in held]


def open_powers(row: Row, seats: Iterable[Seat]) -> list[str]:
    """Powers that nobody plays yet, no computer either, in order of play."""
    taken = {s.power for s in seats if s.role == "player"} | set(computers(row))
    return [p for p in load(row.board).order if p not in taken]


# --- positions ---------------------------------------------------------------------------------------------------------


def undecided(game: Game) -> bool:
    """Whether a question is open, or battles are fought: then there are odds to be told."""
    return not game.state.winner and (bool(game.state.pending) or game.state.turn.phase == "conduct combat")


async def acting(game: Game) -> tuple[str, ...]:
    """The powers that may act, those that are asked first."""
    asked, active = lines.asked(game.state), game.state.turn.power
    if not asked:
        return (active,)
    if active in asked or not _not_waiting(game):
        return asked
    return (*asked, active) if await ponder(game, meanwhile) else asked


def meanwhile(game: Game) -> tuple[str, ...]:
    """Orders to fight that the active power may give while others are asked."""
    power, fights = game.state.turn.power, (f"fight {place}" for place in _not_waiting(game))
    return game.view.memoized("meanwhile", lambda: tuple(f for f in fights if game.trial(f, by=power) is None))


def _not_waiting(game: Game) -> list[str]:
    """Places of battles that are due and that no open question holds up."""
    if not game.state.pending or lines.why_waiting(game.view):
        return []
    due = dict.fromkeys(b.place for b in game.state.battles.values() if b.status == "due")
    return [place for place in due if lines.waits_for(game.view, place) is None]


def together(game: Game, hands: Hands) -> tuple[tuple[Decision, ...], ...]:
    """The open questions as they are put to people: what asks the same people the same for several of their powers is
    one question, as far as it can be passed for all of them."""
    found: dict[object, list[Decision]] = {}
    for decision in lines.shown(game.state):
        people = frozenset(hands.get(decision.power, ()))
        passes = people and "pass" in decision_choices(game.facing(decision))
        found.setdefault((decision.kind, decision.place, people) if passes else id(decision), []).append(decision)
    return tuple(map(tuple, found.values()))


def question_of(game: Game, powers: tuple[str, ...]) -> Decision | None:
    """The first open question that one of some powers may answer."""
    return next((d for d in lines.shown(game.state) if set(lines.askers(d)) & set(powers)), None)


def answering(decision: Decision, powers: tuple[str, ...]) -> str | None:
    """For which of a person's powers an answer to a question is given; None: it is somebody else's."""
    return next((power for power in lines.askers(decision) if power in powers), None)
