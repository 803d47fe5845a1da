"""The walk: random positions, and in each whatever people may press, type, choose and look up."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from typing import Any

from discord import app_commands

from bot.discord.features.panel.panel import compose, compose_bare, compose_plain
from rules.dice.prng import Prng
from rules.legal.texts import texts
from rules.play.game import Game
from rules.soak.player import Player
from tests.composed.discord_side import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, components_in
from tests.composed.stage import EMPTY, LOBBY, MASTER, STRANGER, TABLE, Stage

Json = Any
# How deep buttons in answers are pressed, and how many of a message's menu lines are chosen.
DEPTH, LINES = 2, 3
# How many legal orders of a position are typed from.
STOCK = 60
# How many orders are played to come to a question.
SEARCH = 60
STRING, INTEGER, BOOLEAN, USER, NUMBER, BUTTON = 3, 4, 5, 6, 10, 2
TEXT_INPUT, RADIO = 4, 21  # kinds of fields
JUNK = (
    "",
    " ",
    "`",
    "@everyone",
    "2 tanks",
    "no such thing",
    "x" * 300,
    "ß日本",
    "a",
    "US",
    "1",
    "-1",
    "done",
    ":",
    "12 >",
    "**",
)


class Walk:
    """Random play on a stage. chance: what it draws from; the same seed makes the same walk."""

    def __init__(self, stage: Stage, seed: int) -> None:
        self.stage, self.chance = stage, random.Random(seed)
        self.prng = Prng(seed)
        row = stage.row
        self.game = Game.new(row.board, row.rules, row.options, dice=self.prng)
        self.player = Player(self.prng)
        self._found: list[str] | None = None

    @property
    def actor(self) -> int:
        """Who holds the power that has to act."""
        return self.stage.holders[self.game.to_act]

    async def step(self, orders: int) -> None:
        """Go on in the game, then compose what the position gives rise to."""
        await self.go_on(orders)
        await self._panels()
        await self._commands(3)
        await self._completions(6)
        await self._form()

    async def go_on(self, orders: int) -> None:
        """Play some orders, every other time on to the next question, and put the position on the table."""
        for _ in range(orders):
            self._play()
        if self.chance.random() < 0.5:
            for _ in range(SEARCH):
                if self.game.state.pending:
                    break
                self._play()
        await self.stage.put(self.game)
        self._found = None
        turn = self.game.state.turn
        pending = [decision.kind for decision in self.game.state.pending]
        self.stage.book.seen.update(pending or [turn.phase])
        self.where = (
            f"{self.stage.row.board} {self.stage.row.rules} round {turn.round} {turn.power} {turn.phase} {pending}"
        )

    def _play(self) -> None:
        if self.game.state.winner:
            self.game = Game.new(*self._anew(), dice=self.prng)
        wish = self.player.next(self.game)
        self.game.submit(wish.text, self.prng, wish.by)

    def _anew(self) -> tuple[str, Sequence[str], Json]:
        return self.stage.row.board, self.stage.row.rules, self.stage.row.options

    # --- messages and what is under them -----------------------------------------------------------------------

    async def _panels(self) -> None:
        self._about("panel")
        services = self.stage.client.services
        now = await services.games.situation(self.stage.row.id)
        for make in (compose, compose_plain, lambda _, now: compose_bare(now)):
            reply = (await make(services, now)).reply
            message = self.stage.post(reply)
            if make is compose:
                await self._press_all([{"data": message}], self.actor, DEPTH)
        lobby = (await compose(services, await services.games.situation(self.stage.lobby.id))).reply
        await self._press_all([{"data": self.stage.post(lobby)}], self.chance.choice((MASTER, self.actor)), 1, LOBBY)

    async def _press_all(self, answers: Json, user: int, depth: int, channel: int = TABLE) -> None:
        """Press what stands under some answers; then what stands under the answers to that."""
        found = list(components_in(answers))
        for message, component in found if len(found) <= 9 else self.chance.sample(found, 9):
            for values in self._choices(component):
                given = await self._press(message, component, values, user, channel)
                if depth > 1:
                    await self._press_all(given, user, depth - 1, channel)

    def _choices(self, component: Json) -> Iterator[list[str]]:
        if component["type"] == BUTTON:
            yield []
            return
        options = [option["value"] for option in component["options"]]
        for value in self.chance.sample(options, min(LINES, len(options))):
            most = component.get("max_values") or 1
            yield [value] if most == 1 else self.chance.sample(options, self.chance.randint(1, most))

    async def _press(self, message: Json, component: Json, values: list[str], user: int, channel: int) -> Json:
        self._about(f"{component['custom_id']} {values}")
        shown = {**self.stage.adapter.stored(message), "flags": message.get("flags") or 0, "channel_id": str(channel)}
        data: Json = {"custom_id": component["custom_id"], "component_type": component["type"]}
        if component["type"] != BUTTON:
            data["values"] = values
        user = self._somebody(user)
        answers = await self.stage.sender.send(user, channel, COMPONENT, data, shown)
        for form in [a["data"] for a in answers if a["type"] == 9]:
            answers = await self._fill(form, user, channel)
        await self.stage.back()
        return answers

    async def _fill(self, form: Json, user: int, channel: int) -> Json:
        """Send a form in, as it was or with something typed."""
        rows = []
        for part in form["components"]:
            field = part.get("component") or part["components"][0]
            inner = {"type": field["type"], "custom_id": field["custom_id"], **self._filled(field)}
            rows.append({"type": 18, "component": inner})
        self._about(f"form {form['custom_id']} {rows}")
        return await self.stage.sender.send(
            user, channel, MODAL_SUBMIT, {"custom_id": form["custom_id"], "components": rows}
        )

    def _filled(self, field: Json) -> Json:
        """What is chosen or typed in a field; no file, which is what a form is sent without."""
        if field["type"] == TEXT_INPUT:
            text = field.get("value") or self._typed()
            text = text if self.chance.random() < 0.6 else self._typed()
            return {"value": text[: field.get("max_length") or 4000]}
        options = [option["value"] for option in field.get("options") or ()]
        if field["type"] == RADIO:
            return {"value": self.chance.choice(options)}
        least = 0 if field.get("required") is False or not options else 1
        most = min(field.get("max_values") or len(options), len(options))
        return {"values": self.chance.sample(options, self.chance.randint(least, most))}

    async def _form(self) -> None:
        """The form for orders with several lines, good and bad."""
        text = "\n".join(self._typed() for _ in range(self.chance.randint(1, 6)))
        for kind in ("bulk", "plan"):
            fields = [{"type": 18, "component": {"type": 4, "custom_id": "orders", "value": text[:4000]}}]
            self._about(f"{kind} {text!r}")
            data = {"custom_id": f"a1:{kind}:{self.stage.row.id}::", "components": fields}
            answers = await self.stage.sender.send(self.actor, TABLE, MODAL_SUBMIT, data)
            await self._press_all(answers, self.actor, 1)
            await self.stage.back()

    # --- commands and completions ------------------------------------------------------------------------------

    def all_commands(self) -> list[app_commands.Command[Any, ..., Any]]:
        """Every command of the bot."""
        found = self.stage.client.tree.walk_commands()
        return [command for command in found if isinstance(command, app_commands.Command)]

    async def _commands(self, count: int) -> None:
        for command in self.chance.sample(self.all_commands(), count):
            options = [o for o in map(self._option, command.parameters) if o is not None]
            if any(p.required and p.display_name not in {o["name"] for o in options} for p in command.parameters):
                continue
            channel = self.chance.choice((TABLE, TABLE, TABLE, TABLE, LOBBY, EMPTY))
            await self._command(command, options, channel)

    async def _command(self, command: Any, options: list[Json], channel: int) -> None:
        self._about(f"/{command.qualified_name} {options} in {channel}")
        user = self._somebody(self.actor)
        answers = await self.stage.sender.send(user, channel, COMMAND, self.data_of(command, options))
        for form in [a["data"] for a in answers if a["type"] == 9]:
            answers = await self._fill(form, user, channel)
        await self.stage.back()
        await self._press_all(answers, user, 1, channel)

    def data_of(self, command: Any, options: list[Json]) -> Json:
        """A command's data, its groups around it."""
        names = command.qualified_name.split()
        inner: Json = {"options": options}
        for name in reversed(names[1:]):
            inner = {"options": [{"type": 1 if name == names[-1] else 2, "name": name, **inner}]}
        people = {
            str(n): {"id": str(n), "username": f"user{n}", "discriminator": "0", "avatar": None} for n in (11, STRANGER)
        }
        members = {
            n: {"roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "permissions": "8", "flags": 0} for n in people
        }
        return {"id": "5", "name": names[0], "type": 1, "resolved": {"users": people, "members": members}, **inner}

    def _option(self, parameter: app_commands.Parameter) -> Json | None:
        """An option with some value; None leaves it out."""
        kind, name = parameter.type.value, parameter.display_name
        if not parameter.required and self.chance.random() < 0.5:
            return None
        if parameter.choices:
            value: Any = self.chance.choice(parameter.choices).value
        elif kind == STRING:
            value = self._typed()
        elif kind in (INTEGER, NUMBER):
            value = self.chance.randint(int(parameter.min_value or 0), int(parameter.max_value or 9))
        elif kind == BOOLEAN:
            value = self.chance.random() < 0.5
        elif kind == USER:
            value = str(self.chance.choice((11, STRANGER)))
        else:
            return None
        return {"type": kind, "name": name, "value": value}

    async def _completions(self, count: int) -> None:
        every = [(c, p) for c in self.all_commands() for p in c.parameters if p.autocomplete]
        for command, parameter in self.chance.sample(every, count):
            others = [self._option(p) for p in command.parameters if p.name != parameter.name]
            focused = {"type": STRING, "name": parameter.display_name, "value": self._typed()[:100], "focused": True}
            options = [o for o in others if o is not None]
            self._about(f"completing {parameter.name} of /{command.qualified_name}: {focused['value']!r} {options}")
            await self.stage.sender.send(self.actor, TABLE, AUTOCOMPLETE, self.data_of(command, [*options, focused]))
            if not any(a["type"] == 8 for a in self.stage.book.answers):
                self.stage.book.complain("no completion")
            await self._chosen(command, parameter, options)

    async def _chosen(self, command: Any, parameter: Any, options: list[Json]) -> None:
        """Now and then what was offered is sent."""
        choices = [c["value"] for a in self.stage.book.answers if a["type"] == 8 for c in a["data"]["choices"]]
        given = {o["name"] for o in options}
        complete = all(
            not p.required or p.display_name in given or p.name == parameter.name for p in command.parameters
        )
        if choices and complete and self.chance.random() < 0.4:
            said = {"type": STRING, "name": parameter.display_name, "value": self.chance.choice(choices)}
            await self._command(command, [*options, said], TABLE)

    # --- what people type ----------------------------------------------------------------------------------------

    def _somebody(self, likely: int) -> int:
        return likely if self.chance.random() < 0.85 else self.chance.choice((MASTER, STRANGER, 11, 12))

    def _typed(self) -> str:
        """An order, part of one, a name, part of one, or junk."""
        kind = self.chance.random()
        if kind < 0.2:
            return self.chance.choice(JUNK)
        if kind < 0.45:
            word = self.chance.choice(self.stage.names + sorted(self.game.table.units))
            return word[: self.chance.randint(1, len(word))] if self.chance.random() < 0.5 else word
        order = self.chance.choice(self.stock())
        if kind < 0.6:
            order = order.partition(" ")[2] or order
        return order if self.chance.random() < 0.7 else order[: self.chance.randint(1, len(order))]

    def stock(self) -> list[str]:
        """Legal orders of the position, found once for it."""
        if self._found is None:
            self._found = list(itertools.islice(texts(self.game, self.game.to_act), STOCK)) or ["done"]
        return self._found

    def _about(self, what: str) -> None:
        self.stage.book.about = f"[{self.where}] {what}"[:700]
