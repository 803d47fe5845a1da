"""What a person wrote and has not given yet: the last plan, and a form that was refused."""

from __future__ import annotations

from collections.abc import Sequence

from bot.store import SetPreference, Store


async def keep_plan(store: Store, game_id: str, user_id: int, texts: Sequence[str]) -> None:
    """Remember a person's plan, in place of an older one."""
    await store.apply(SetPreference("plan", game_id, str(user_id), list(texts) or None))


async def kept_plan(store: Store, game_id: str, user_id: int) -> list[str]:
    """The plan a person made last, not yet given."""
    return list((await store.preferences("plan", game_id)).get(str(user_id)) or [])


async def keep_form(store: Store, game_id: str, user_id: int, text: str) -> None:
    """Remember what a person wrote into a form that was refused, so that it can be mended."""
    await store.apply(SetPreference("form", game_id, str(user_id), text or None))


async def kept_form(store: Store, game_id: str, user_id: int) -> str:
    """What a person wrote into the form that was refused last."""
    return str((await store.preferences("form", game_id)).get(str(user_id)) or "")
