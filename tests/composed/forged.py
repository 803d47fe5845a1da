"""Interactions that nobody could send with Discord's own client: forged buttons, menus, forms and commands.

What the bot answers is held against Discord's limits as in the walk; it may make no error of its own, and a stranger can
change nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.discord.components.router import ROUTES
from bot.discord.features.panel.panel import compose
from tests.composed.discord_side import COMMAND, COMPONENT, MODAL_SUBMIT, components_in
from tests.composed.stage import EMPTY, LOBBY, MASTER, STRANGER, TABLE
from tests.composed.walk import Walk
from tests.soak.hostile import NASTY, mutated

Json = Any
MENU = 3
TYPED = (3, 4, 5, 6, 10)
"""The types of options that are values: text, whole number, truth, person, number."""
ADMINISTRATOR, NOTHING = "8", "0"


class Forger:
    """Forges interactions in the position of a walk."""

    def __init__(self, walk: Walk) -> None:
        self.walk, self.stage, self.chance = walk, walk.stage, walk.chance
        self.kinds: tuple[Callable[[], tuple[int, Json]], ...] = (self._press, self._form, self._command)

    async def send(self, count: int) -> None:
        """So many forged interactions, by the person who has to act, by others, by strangers."""
        panel, before = await self._panel(), self.walk.game.hash
        self._seen = [c for _, c in components_in([{"data": panel}])]
        for _ in range(count):
            kind, data = self.chance.choice(self.kinds)()
            user = self.chance.choice((self.walk.actor, 11, 12, MASTER, STRANGER, STRANGER))
            channel = self.chance.choice((TABLE, TABLE, TABLE, LOBBY, EMPTY))
            self.stage.book.about = f"[{self.walk.where}] {user} in {channel}: {data}"[:900]
            self.stage.sender.permissions = NOTHING if user == STRANGER else ADMINISTRATOR
            await self.stage.sender.send(user, channel, kind, data, panel if kind == COMPONENT else None)
            await self._unchanged(user, before)
            await self.stage.back()
        self.stage.sender.permissions = ADMINISTRATOR

    async def _panel(self) -> Json:
        services = self.stage.client.services
        return self.stage.post((await compose(services, await services.games.situation(self.stage.row.id))).reply)

    async def _unchanged(self, user: int, before: str) -> None:
        game = (await self.stage.client.services.games.table(self.stage.row.id)).game
        if user == STRANGER and game.hash != before:
            self.stage.book.complain("a stranger has changed the game")

    # --- what is sent ---------------------------------------------------------------------------------------------

    def _press(self) -> tuple[int, Json]:
        data: Json = {"custom_id": self._custom_id(), "component_type": self.chance.choice((2, MENU))}
        if data["component_type"] == MENU:
            data["values"] = [self._text()[:100] for _ in range(self.chance.randint(0, 3))]
        return COMPONENT, data

    def _form(self) -> tuple[int, Json]:
        names = self.chance.sample(("orders", "text", "where", "units", "name", "count", "note", "x"), 3)
        fields = [{"type": 4, "custom_id": name, "value": self._text()} for name in names]
        rows = [{"type": 18, "component": field} for field in fields]
        return MODAL_SUBMIT, {"custom_id": self._custom_id(), "components": rows[: self.chance.randint(0, 3)]}

    def _command(self) -> tuple[int, Json]:
        every = self.walk.all_commands()
        command = self.chance.choice(
            [c for c in every if all(p.type.value in TYPED for p in c.parameters if p.required)]
        )
        options = []
        for parameter in command.parameters:
            if parameter.required or (parameter.type.value in TYPED and self.chance.random() < 0.6):
                options.append(self._option(parameter))
        return COMMAND, self.walk.data_of(command, options)

    def _option(self, parameter: Any) -> Json:
        """Discord checks an option's type, its bounds and its choices; text is free."""
        kind = parameter.type.value
        value: Any = self._text()
        if parameter.choices:
            value = self.chance.choice(parameter.choices).value
        elif kind in (4, 10):
            least = -(2**53) if parameter.min_value is None else int(parameter.min_value)
            most = 2**53 if parameter.max_value is None else int(parameter.max_value)
            value = min(max(self.chance.choice((least, most, 0, 1)), least), most)
        elif kind == 5:
            value = self.chance.random() < 0.5
        elif kind == 6:
            value = str(self.chance.choice((11, STRANGER)))
        return {"type": kind, "name": parameter.display_name, "value": value}

    def _custom_id(self) -> str:
        """One of those under the panel, or of the bot's own making, changed in a part or two."""
        known = self.chance.choice(self._seen)["custom_id"] if self._seen else "a1:do:::"
        parts = known.split(":", 4) if self.chance.random() < 0.5 else self._made()
        for _ in range(self.chance.choice((0, 0, 0, 1, 1, 2))):
            parts[self.chance.randrange(len(parts))] = self._part()
        return ":".join(parts)[:100] or "x"

    def _made(self) -> list[str]:
        games = (self.stage.row.id, self.stage.row.id, self.stage.lobby.id, "", "nowhere")
        number = self.chance.choice(("", "0", str(self.walk.game.log[-1].number), "7"))
        return ["a1", self.chance.choice(sorted(ROUTES)), self.chance.choice(games), number, self._part()]

    def _part(self) -> str:
        odd = ("-1", "9" * 60, "٣", "1.5", ":", "::::", "user", "0/0", "1,2,3", "true", "12|x|y", "done", "a1")
        return self.chance.choice((*odd, self.chance.choice(NASTY), self._text()[:40]))

    def _text(self) -> str:
        """An order made worse, something nasty, a name, markup."""
        markup = ("@everyone", "<@&1>", "[Nitro](https://x.invalid)", "```", "||x||", "> q\n# h", "x" * 4000)
        way = self.chance.random()
        if way < 0.5:
            return mutated(self.chance.choice(self.walk.stock()), self.walk.game.table, self.walk.prng)[:4000]
        return self.chance.choice((*markup, *NASTY, *self.stage.names[:9]))
