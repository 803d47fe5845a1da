"""The game master's powers: every use is on the record, for all players to see (`/log` and `/game status`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.game import clock
from bot.game.computers import Computer, seat, seated
from bot.game.outbox_messages import direct
from bot.game.problems import PlayError
from bot.game.results import Accepted
from bot.game.service import Moderator
from bot.store import DropTimers, Enqueue, Message, PauseTimers, Record, Require, ResumeTimers, SetGame
from bot.store.changes import Step
from bot.store.records import Game as GameRow
from rules.core.act import Act
from rules.core.position import lexicon, put, show_unit
from rules.model.names import article, sentence
from rules.model.orders import Item
from rules.model.parse import parse_items
from rules.model.profiles import AIR
from rules.model.refusals import Refused
from rules.model.state import Unit
from rules.movement import stow
from rules.play.game import Entry, NoDice

Change = Callable[[Act], str]

# Bounds of one edit and of a board: what grows with them is reckoned while other games wait.
MOST_ADDED, MOST_UNITS, MOST_ABOARD = 200, 4000, 4
# The states from which a game can come into another.
FROM = {"paused": ("running",), "running": ("paused",), "over": ("lobby", "running", "paused")}
POWERS = (
    "start the game, and choose its rules and options before that",
    "pause, resume and end it",
    "set deadlines, and hand the game over (`/game master`)",
    "seat, replace and remove people",
    "change the position (`/edit`), with a reason",
)


class Master:
    """What only a game's master may do. Callers check that the person is the master."""

    def __init__(self, moderator: Moderator) -> None:
        self.moderator = moderator

    async def set_status(self, actor: int, game_id: str, status: str, why: str = "") -> None:
        """Pause, resume or end a game. Raises PlayError if it is in no state for that."""
        async with self.moderator.locked(game_id) as row:
            if row.status not in FROM[status]:
                raise PlayError(f"This game is {'in its lobby' if row.status == 'lobby' else row.status}.")
            await self._set_status(actor, row, status, why)

    async def _set_status(self, actor: int, row: GameRow, status: str, why: str) -> None:
        clocks: Mapping[str, list[Step]] = {
            "paused": [PauseTimers(row.id)],
            "running": [ResumeTimers(row.id)],
            "over": [DropTimers(row.id)],
        }
        record = Record(str(actor), f"game {status}", {"why": why}, row.id)
        changed = SetGame(row.id, {"status": status})
        await self.moderator.store.apply(Require(row.id, FROM[status]), changed, *clocks[status], record)
        self.moderator.wakes.touch(row.id)

    async def hand_over(self, actor: int, game_id: str, master: int) -> None:
        """Somebody else is game master from now on."""
        async with self.moderator.locked(game_id) as row:
            record = Record(str(actor), "master", {"user": str(master), "instead of": str(row.master)}, row.id)
            await self.moderator.store.apply(SetGame(row.id, {"master": master}), record)

    async def lost(self, rows: Sequence[GameRow], why: str) -> None:
        """Games can't be played where they were any more: their clocks stop, and their masters are told."""
        for game in rows:
            async with self.moderator.locked(game.id) as row:
                if row.status not in ("running", "lobby"):
                    continue
                text = f"**{row.name}**: {why} Nothing is lost: `/game move` in another channel takes it there"
                steps: list[Step] = [Enqueue(direct(row.master, f"{text}.", f"lost:{row.id}:{row.updated}"), row.id)]
                if row.status == "running":
                    text += ", `/game resume` lets it go on"
                    steps = [Enqueue(direct(row.master, f"{text}.", f"lost:{row.id}:{row.updated}"), row.id)]
                    steps += [SetGame(row.id, {"status": "paused"}), PauseTimers(row.id)]
                steps.append(Record("bot", "game paused", {"why": why}, row.id))
                await self.moderator.store.apply(*steps)

    async def set_settings(self, actor: int, game_id: str, changed: Mapping[str, Any]) -> None:
        """Change settings of a game (deadlines and such); clocks begin anew."""
        async with self.moderator.locked(game_id) as row:
            await self._set_settings(actor, row, changed)

    async def _set_settings(self, actor: int, row: GameRow, changed: Mapping[str, Any]) -> None:
        settings = {**row.settings, **changed}
        steps: list[Step] = [SetGame(row.id, {"settings": settings})]
        steps.append(Record(str(actor), "settings", dict(changed), row.id))
        if row.status == "running" and "deadline" in changed:
            table = await self.moderator.table(row.id)
            fresh = GameRow(**{**_fields(row), "settings": settings})
            steps += [
                DropTimers(row.id),
                *await clock.started(self.moderator.store, fresh, table.game, self.moderator.now()),
            ]
        await self.moderator.store.apply(*steps)

    async def set_computers(self, actor: int, game_id: str, changed: Mapping[str, Computer | None]) -> None:
        """Powers are played by a computer from now on, or no longer (None); the clocks of whose turn it is begin anew."""
        async with self.moderator.locked(game_id) as row:
            if row.status == "over":
                raise PlayError("This game is over.")
            steps = seat(row, str(actor), changed)
            if row.status == "running":
                table = await self.moderator.table(row.id)
                fresh = GameRow(**{**_fields(row), "settings": seated(row, changed)})
                steps += [
                    DropTimers(row.id),
                    *await clock.started(self.moderator.store, fresh, table.game, self.moderator.now()),
                ]
            await self.moderator.store.apply(Require(row.id, (row.status,)), *steps)
        self.moderator.wakes.touch(game_id)

    async def edit(self, actor: int, game_id: str, interaction_id: str, what: Change, why: str) -> Accepted:
        """Change the position by events of the engine, logged with its reason. Raises PlayError, Refused."""
        async with self.moderator.held(game_id) as table:
            row = await self.moderator.store.game(game_id)
            if row.status not in ("running", "paused"):
                raise PlayError("Only a game that is being played can be changed.")
            draft = table.draft(interaction_id, ["edit"])
            game = draft.game
            act = Act(game.table, game.state, NoDice())
            said = what(act)
            act.note(f"Edit by the game master: {said}. Reason: {why}")
            entry = Entry(len(game.log), "", f"edit {said} # {why}", tuple(act.events), game.state.turn)
            game.log.append(entry)
            draft.add(entry, f"edit:{actor}")
            record = Record(str(actor), "edit", {"what": said, "why": why, "entry": entry.number}, row.id)
            return await self.moderator.store_draft(row, table, draft, record)


def _fields(row: GameRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__dataclass_fields__}


# --- what an edit can do ---------------------------------------------------------------------------------------


def add_units(owner: str, units: str, place: str) -> Change:
    """Put units on the board."""

    def change(act: Act) -> str:
        lex = lexicon(act.table)
        where, who = lex.place(place), lex.power(owner)
        items = parse_items(units, lex)
        if sum(map(_heads, items)) > MOST_ADDED or len(act.state.units) > MOST_UNITS:
            raise Refused(
                "limit-on-board", f"One edit adds at most {MOST_ADDED} units, to a board of at most {MOST_UNITS}."
            )
        before = set(act.state.units)
        put(act, where, who, units)
        for unit in [u for i, u in act.state.units.items() if i not in before]:
            _must_be_possible(act, unit)
        return f"{who} gets {units} in {where}"

    return change


def _heads(item: Item) -> int:
    """How many units an item puts on the board, its cargo counted roughly."""
    aboard = sum(1 for tag in item.tags if tag.lower().startswith("cargo")) * MOST_ABOARD
    return item.count * (1 + aboard)


def _must_be_possible(act: Act, unit: Unit) -> None:
    """Refuse a unit that no play leads to: hit more often than it can take, or aboard what can't carry it."""
    profile = act.of(unit)
    if unit.damage and unit.damage >= profile.hits:
        raise Refused("damaged", f"{_a(unit.type)} that has taken {unit.damage} hits is no longer there.")
    if unit.carrier is None:
        return
    ship = act.state.units[unit.carrier]
    flies = profile.domain == AIR
    room = act.of(ship).decks if flies else stow.room(act, ship) + stow.size(act, unit)
    taken = sum(act.of(u).deck for u in act.state.aboard(ship.id)) if flies else stow.size(act, unit)
    if not (profile.deck if flies else stow.carried(act, unit)) or taken > room:
        raise Refused("no-capacity", f"{_a(ship.type)} cannot carry {unit.type} there.")


def _a(noun: str) -> str:
    return sentence(article(noun)).rstrip(".")


def remove_units(owner: str, units: str, place: str) -> Change:
    """Take units off the board."""

    def change(act: Act) -> str:
        lex = lexicon(act.table)
        where, who = lex.place(place), lex.power(owner)
        for item in parse_items(units, lex):
            if any(tag.startswith("cargo") for tag in item.tags):
                raise Refused("syntax", "What is aboard goes with its ship, or is named by itself.")
            here = [u for u in act.units(where, who) if u.type == item.unit]
            if len(here) < item.count:
                raise Refused(
                    "not-enough-units", f"{who} has {act.table.units[item.unit].counted(len(here))} in {where}."
                )
            here.sort(key=lambda u: (len(act.state.aboard(u.id)), u.id))
            for unit in here[: item.count]:
                act.remove(unit, "edit")
        return f"{who} loses {units} in {where}"

    return change


def set_owner(place: str, owner: str) -> Change:
    """Give a territory to a power, or to nobody."""

    def change(act: Act) -> str:
        lex = lexicon(act.table)
        where = lex.place(place)
        who = None if owner.strip().lower() in ("nobody", "none", "") else lex.power(owner)
        if act.place(where).is_sea:
            raise Refused("wrong-site", f"{where} is a sea zone.")
        act.set_owner(where, who, "edit")
        return f"{where} goes to {who or 'nobody'}"

    return change


def set_money(purse: str, amount: int) -> Change:
    """Set what a treasury holds."""

    def change(act: Act) -> str:
        known = {name.lower(): name for name in act.board.purse_power}
        name = known.get(purse.strip().lower()) or lexicon(act.table).power(purse)
        if name not in act.board.purse_power:
            raise Refused("unknown-power", f"{name} has several treasuries: {', '.join(act.purses(name))}.")
        act.pay(name, act.state.money.get(name, 0) - amount, "edit")
        return f"{name} has {amount} IPC"

    return change


def set_damage(owner: str, unit: str, place: str, damage: int) -> Change:
    """Set the damage of one unit."""

    def change(act: Act) -> str:
        lex = lexicon(act.table)
        where, who, kind = lex.place(place), lex.power(owner), lex.unit(unit)
        if damage >= act.profile(who, kind).hits:
            raise Refused("damaged", f"{_a(kind)} that has taken {damage} hits is no longer there.")
        here = [u for u in act.units(where, who) if u.type == kind and u.damage != damage]
        if not here:
            raise Refused("not-enough-units", f"{who} has no such {kind} in {where}.")
        return f"{show_unit(act, act.change(here[0], damage=damage))} in {where}"

    return change


def notice(row: GameRow, text: str, key: str) -> Message:
    """A line in the game's channel about a use of these powers."""
    return Message(row.place, "say", {"content": text}, key)
