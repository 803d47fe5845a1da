"""Standing orders are secret until they are used; that one stood beforehand can be shown all the same.

With each goes a key that nobody is told. Its seal, made of its words and the key, is on record from the moment it is left;
when it is first used words and key are put on record too, and anybody can make the seal from them again (docs/players.md).
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import replace

from bot.game.standing.given import told
from bot.store import Record, SetPolicy, Step
from bot.store.records import Policy

LEFT, USED = "standing order left", "standing order used"
ACTS = (LEFT, USED)
KEY, OPENED = "key", "opened"


def closed(policy: Policy) -> Policy:
    """A standing order with a key of its own."""
    return replace(policy, data={**policy.data, KEY: secrets.token_hex(16), OPENED: False})


def words(policy: Policy) -> str:
    """What is sealed: `Japan: scramble (SZ 6): never`."""
    return f"{policy.power}: {told(policy).replace('**', '')}"


def seal(policy: Policy) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of words, a blank and key (UTF-8)."""
    return hashlib.sha256(f"{words(policy)} {policy.data[KEY]}".encode()).hexdigest()[:16]


def leave(policy: Policy) -> tuple[Step, ...]:
    """Keep a standing order, its seal on record."""
    kept = closed(policy)
    detail = {"power": kept.power, "seal": seal(kept)}
    return SetPolicy(kept), Record(str(kept.user_id), LEFT, detail, kept.game_id)


def opened(used: Iterable[Policy]) -> tuple[Step, ...]:
    """Words and key of standing orders go on record with their first use."""
    steps: list[Step] = []
    for policy in {(p.power, p.kind): p for p in used if p.data.get(OPENED) is False}.values():
        detail = {"words": words(policy), "seal": seal(policy), KEY: policy.data[KEY]}
        record = Record(str(policy.user_id), USED, detail, policy.game_id)
        steps += (SetPolicy(replace(policy, data={**policy.data, OPENED: True})), record)
    return tuple(steps)
