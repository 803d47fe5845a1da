"""An interaction for tests of what is answered: it notes what was sent, and fails as it is told to."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord

from bot.discord.components.custom_id import Press


class Asked:
    """An interaction of a person in the desk's channel. failing: what the next attempts to send raise."""

    def __init__(self, id: int, user: int, *failing: BaseException, kind: str = "application_command") -> None:
        self.id, self.user = id, SimpleNamespace(id=user, display_name="Anna")
        self.type = discord.InteractionType[kind]
        self.channel_id, self.guild_id, self.message, self.command = 10, 9, None, None
        self.extras: dict[str, Any] = {}
        self.data: dict[str, Any] = {}
        self.failing, self.sent, self.posted = list(failing), list[dict[str, Any]](), list[dict[str, Any]]()
        self.response, self.followup = self, SimpleNamespace(send=self.send_message)
        self.client = SimpleNamespace(get_partial_messageable=lambda place: SimpleNamespace(send=self._post))
        self.channel = None

    def is_done(self) -> bool:
        """Whether a first response has arrived."""
        return bool(self.sent)

    async def send_message(self, **values: Any) -> Any:
        """The first response, or a follow-up."""
        self._fail()
        self.sent.append(values)
        return SimpleNamespace(id=len(self.sent))

    async def edit_message(self, **values: Any) -> None:
        """The pressed message's change."""
        self._fail()

    async def defer(self, **values: Any) -> None:
        """Put off."""
        self._fail()
        self.sent.append(values)

    async def edit_original_response(self, **values: Any) -> Any:
        """The first response's change, or what was put off."""
        return await self.send_message(**values)

    async def delete_original_response(self) -> None:
        """The first response goes."""

    async def send_modal(self, form: Any) -> None:
        """A form."""
        self._fail()

    async def _post(self, **values: Any) -> Any:
        self._fail()
        self.posted.append(values)
        return SimpleNamespace(id=99)

    def _fail(self) -> None:
        if self.failing:
            raise self.failing.pop(0)

    @property
    def told(self) -> list[str]:
        """The texts of the answers; that one was put off, as on a busy machine, is none."""
        return [str(values.get("content")) for values in self.sent if "thinking" not in values]


async def press(
    desk: Any, action: str, handler: Any, rest: str = "", user: int = 1, number: int | None = None
) -> Asked:
    """Press a button of a desk's game, of its present position if no other is named."""
    asked, now = Asked(int(desk.fresh()), user, kind="component"), len((await desk.game()).log) - 1
    await handler(desk.services, asked, Press(action, desk.game_id, now if number is None else number, rest))
    return asked


def refusal(code: int, status: int = 404) -> discord.HTTPException:
    """What discord.py raises for one of Discord's refusals."""
    response: Any = SimpleNamespace(status=status, reason="", headers={})
    kind = discord.DiscordServerError if status >= 500 else discord.HTTPException
    return kind(response, {"code": code, "message": "refused"})
