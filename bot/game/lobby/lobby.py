"""Before the first turn: opening a game, its rules and options, the start; who sits where is seating.py's."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import re
import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.game.clock import clock
from bot.game.league import courses
from bot.game.league.archive import Archive
from bot.game.league.chances import with_chance
from bot.game.league.formats import POSITION
from bot.game.lobby.seating import ONLY, Seating
from bot.game.moderator import threads
from bot.game.moderator.moderator import Moderator
from bot.game.moderator.outbox_messages import panel, retire, say
from bot.game.moderator.situation import open_powers
from bot.game.moderator.table import Table, engine_head
from bot.game.people.problems import PlayError
from bot.game.people.typed_text import plain
from bot.store import (
    Change,
    CreateGame,
    DiceLines,
    DropPost,
    Enqueue,
    NewSnapshot,
    PutChain,
    Record,
    Require,
    RequireFree,
    SetGame,
    Store,
)
from bot.store.changes import Step
from bot.store.records import Chain, Game
from rules.cases import start
from rules.cases.file import CaseError
from rules.core.changes import VERSION
from rules.core.documents import TableError, expand
from rules.core.table import Table as RuleTable
from rules.dice import LENGTH, ChainDice, Ledger, Occasion, SeedChain
from rules.play.game import Game as EngineGame

OPENING = "new game"
# Under which name of a lobby's settings the position stands that it starts from.
LOBBY = ("lobby",)
_NUMBER = re.compile(r"-?[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class Limits:
    """How many games may be open on one server: of one game master, and at all. 0: any number."""

    person: int = 0
    server: int = 0


def game_id_of(interaction_id: str) -> str:
    """The id of a game that an interaction opens."""
    return hashlib.sha256(f"game {interaction_id}".encode()).hexdigest()[:8]


class Lobby:
    """Everything about a game that is not an order."""

    def __init__(self, moderator: Moderator, limits: Limits | None = None) -> None:
        self.moderator, self.limits = moderator, limits or Limits()
        self.archive, self.seating = Archive(moderator.store), Seating(moderator)
        # Set when somebody looks for a game (bot/workers/matchmaker.py).
        self.seekers = asyncio.Event()

    @property
    def store(self) -> Store:
        """The moderator's store."""
        return self.moderator.store

    async def create(self, interaction_id: str, row: Mapping[str, Any], *more: Step) -> Game:
        """Open a lobby, with its panel on its way; `row`: fields of the game. The dice are committed to before anybody
        sits down. more: what becomes so with it (`game_id_of` gives the game's id).

        The game's id comes from the interaction's, so that a repeated interaction opens no second game.
        Raises TableError when rules or options do not fit together, PlaceTaken where another game is played.
        """
        game_id = game_id_of(interaction_id)
        game = Game(id=game_id, rules_version=VERSION, **row)
        RuleTable(game.board, game.rules, game.options)
        chain, ledger = SeedChain(root := secrets.token_bytes(32)), Ledger()
        steps: tuple[Step, ...] = (
            CreateGame(game),
            RequireFree(game.place, game_id),
            PutChain(Chain(game_id, 1, LENGTH, chain.commitment.hex(), root)),
            DiceLines(game_id, [ledger.commit(game_id, chain)]),
            *more,
        )
        async with self.moderator.locks.server(game.guild_id), self.moderator.locks.place(game.place):
            # An arbiter is master of a whole round.
            await self.must_have_room(game.guild_id, 0 if ONLY in game.settings else game.master)
            told = (panel(game, "new"),)
            await self.store.commit(Change(interaction_id, game_id, steps=steps, messages=told, answer=game_id))
        return await self.store.game(game_id)

    async def must_have_room(self, guild_id: int, master: int) -> None:
        """Raises PlayError where a person or a server has as many open games as the operator allows."""
        games, mine = await self.store.open_games(guild_id, master)
        if self.limits.person and mine >= self.limits.person:
            raise PlayError(f"You have {mine} open games here, which is the limit: end one first (`/game end`).")
        if self.limits.server and games >= self.limits.server:
            raise PlayError(f"This server has {games} open games, which is the limit. One has to end first.")

    async def move_to(self, actor: int, game_id: str, thread_id: int | None, channel_id: int | None = None) -> Game:
        """The game is played in another thread or channel from now on, on the record; the old one is told where. Raises
        PlaceTaken."""
        values = {"thread_id": thread_id} if channel_id is None else {"thread_id": thread_id, "channel_id": channel_id}
        async with self.moderator.locked(game_id) as row:
            place = thread_id or channel_id or row.channel_id
            async with self.moderator.locks.place(place):
                steps: list[Step] = [RequireFree(place, game_id), SetGame(game_id, values)]
                steps += await self._left_behind(row, place)
                record = Record(str(actor), "moved", {"to": str(place)}, game_id)
                await self.store.apply(*steps, DropPost(game_id, "panel"), record)
            return await self.store.game(game_id)

    async def _left_behind(self, row: Game, place: int) -> list[Step]:
        """The old controls go out, and whoever looks for the game where it was reads where it is."""
        post = (await self.store.posts(row.id)).get("panel")
        old = [Enqueue(retire(row.id, post.channel_id, post.message_id, delete=False), row.id)] if post else []
        if place == row.place:
            return list(old)
        text = f"**{row.name}** is played in <#{place}> from now on."
        return [*old, Enqueue(say(row, text, f"moved:{place}:{row.updated}"), row.id)]

    # --- rules and options ------------------------------------------------------------------------------------

    async def set_rules(self, game_id: str, rules: Sequence[str], options: Mapping[str, Any]) -> Game:
        """Other rules or options for a game still in its lobby. Raises TableError, PlayError."""
        async with self._in_lobby(game_id) as row:
            return await self.change_rules(row, rules, options)

    async def change_rules(self, row: Game, rules: Sequence[str], options: Mapping[str, Any]) -> Game:
        """The same for a game whose lock the caller holds."""
        known = RuleTable(row.board, rules).known_options
        kept = {name: value for name, value in options.items() if name in known}
        RuleTable(row.board, rules, kept)
        await self.store.apply(Require(row.id, LOBBY), SetGame(row.id, {"rules": list(rules), "options": kept}))
        return await self.store.game(row.id)

    async def switch_rule(self, game_id: str, rule: str, on: bool) -> Game:
        """Switch a document or a single rule on or off. One rule of a document that is on can be taken out."""
        async with self._in_lobby(game_id) as row:
            wanted = set(expand(row.board, [rule]))
            if not wanted:
                raise TableError(f"There is no rule or document “{rule}”.")
            if on:
                rules = [*(r for r in row.rules if r != rule), rule]
            elif rule in row.rules:
                rules = [r for r in row.rules if r != rule]
            else:
                rules = [r for r in expand(row.board, row.rules) if r not in wanted]
            return await self.change_rules(row, rules, row.options)

    async def set_option(self, game_id: str, name: str, text: str) -> Game:
        """Set an option of the game from text: on or off, or a number."""
        async with self._in_lobby(game_id) as row:
            known = RuleTable(row.board, row.rules).known_options
            if name not in known:
                raise TableError(f"There is no option “{name}”.")
            return await self.change_rules(row, row.rules, {**row.options, name: _value(known[name].default, text)})

    async def set_text(self, game_id: str, name: str, text: str) -> Game:
        """Set an option of the game that is a longer text, as it stands; "" takes it back."""
        async with self._in_lobby(game_id) as row:
            others = {option: value for option, value in row.options.items() if option != name}
            return await self.change_rules(row, row.rules, {**others, name: text} if text else others)

    async def set_position(
        self, game_id: str, position: Mapping[str, str] | None, rules: Sequence[str], options: Mapping[str, Any]
    ) -> Game:
        """What a game still in its lobby starts from (None: the printed set-up), with the rules and options for it.
        position: its `text` in the language of cases, and how it is `told`. Raises TableError, PlayError."""
        async with self._in_lobby(game_id) as row:
            settings = {name: value for name, value in row.settings.items() if name != POSITION}
            settings |= {POSITION: dict(position)} if position else {}
            RuleTable(row.board, rules, options)
            values = {"rules": list(rules), "options": dict(options), "settings": settings}
            await self.store.apply(Require(row.id, LOBBY), SetGame(row.id, values))
            return await self.store.game(row.id)

    @contextlib.asynccontextmanager
    async def _in_lobby(self, game_id: str) -> AsyncIterator[Game]:
        async with self.moderator.locked(game_id) as row:
            if row.status != "lobby":
                raise PlayError("The game has started: its rules stay as they are.")
            yield row

    # --- the start ----------------------------------------------------------------------------------------

    async def start(self, game_id: str, interaction_id: str) -> Table:
        """Set the game up, take in what the players gave to the dice, begin the first turn.

        Started already, it stays as it is. Raises PlayError while a seat is empty; TableError if rules do not fit.
        """
        async with self.moderator.locked(game_id) as row:
            if row.status == "lobby":
                await self._start(row, interaction_id)
        self.moderator.wakes.touch(game_id)
        return await self.moderator.table(game_id)

    async def _start(self, row: Game, interaction_id: str) -> None:
        game_id, seats = row.id, await self.store.seats(row.id)
        if left := open_powers(row, seats):
            raise PlayError(f"Still open: {', '.join(left)}. Join them, or let the game master take all open seats.")
        chains = [SeedChain(c.root, c.length, c.first) for c in await self.store.chains(game_id)]
        ledger = Ledger(await self.store.dice_log(game_id))
        said = [ledger.seat(s.power, str(s.user_id), s.interaction_id or "0", s.phrase) for s in seats]
        game, dice = await threads.judged(_set_up, row, interaction_id, ledger, chains)
        settings = {name: value for name, value in row.settings.items() if name != POSITION}
        values = {"status": "running", "engine": engine_head(game), "rules_version": VERSION, "settings": settings}
        now = self.moderator.now()
        running = await clock.started(self.store, row, game, now)
        kept = await courses.begun(self.store, row, seats, now)
        course = (await with_chance(self.archive, kept, row, seats, game)).step(game_id)
        dice_lines = DiceLines(game_id, [*said, *dice.lines])
        steps: tuple[Step, ...] = (Require(game_id, LOBBY), SetGame(game_id, values), dice_lines, course, *running)
        snapshot = NewSnapshot(game.snapshot(), keep=True, label="Round 1")
        await self.store.commit(Change(interaction_id, game_id, snapshot=snapshot, state_hash=game.hash, steps=steps))


def _set_up(row: Game, interaction_id: str, ledger: Ledger, chains: list[SeedChain]) -> tuple[EngineGame, ChainDice]:
    """The game at its first phase, with the dice that fell on the way there. Raises PlayError for a position that does not
    go with the rules."""
    empty = EngineGame.new(row.board, row.rules, row.options, begin=False)
    dice = ChainDice(ledger, chains, Occasion(interaction_id, OPENING, empty.hash))
    if position := row.settings.get(POSITION):
        try:
            return start.begin(start.read(position["text"]), row.rules, row.options, dice), dice
        except CaseError as error:
            raise PlayError(
                f"The position does not go with these rules: {error}. `/game position` changes it."
            ) from None
    return EngineGame.new(row.board, row.rules, row.options, dice=dice), dice


def _value(default: Any, text: str) -> Any:
    low = text.strip().lower()
    if isinstance(default, bool):
        if low not in ("on", "off", "yes", "no", "true", "false", "1", "0"):
            raise TableError("This option is on or off.")
        return low in ("on", "yes", "true", "1")
    if isinstance(default, int):
        if not _NUMBER.fullmatch(low):
            raise TableError("This option takes a number.")
        return int(low)
    return plain(text, 60)
