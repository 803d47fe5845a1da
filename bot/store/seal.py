"""Sealing of dice roots at rest, with the standard library alone.

A root is 32 random bytes. Sealed it is XORed with a keystream of HMAC-SHA256 in counter mode under a random
nonce, and the result is authenticated by a second HMAC (encrypt, then MAC) that also covers which game and
chain it belongs to, so a stored root can't be moved to another. Both keys derive from the operator's key.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from bot.store.problems import WrongKey

_PLAIN, _SEALED = "plain:", "hmac1:"


class Sealer:
    """Turns roots into what is stored, and back. Without a key they are stored as they are."""

    def __init__(self, key: bytes | None) -> None:
        if key is not None and len(key) < 32:
            raise ValueError("the dice key must have at least 32 bytes")
        self._keys = None if key is None else (_derive(key, b"keystream"), _derive(key, b"mac"))

    def seal(self, root: bytes, context: str) -> str:
        """Text to store for a root. context: what it belongs to."""
        if self._keys is None:
            return _PLAIN + root.hex()
        nonce = secrets.token_bytes(16)
        hidden = _xor(root, _stream(self._keys[0], nonce, len(root)))
        tag = _tag(self._keys[1], context, nonce + hidden)
        return _SEALED + (nonce + hidden + tag).hex()

    def open(self, text: str, context: str) -> bytes:
        """The root again. Raises WrongKey if it was sealed with another key, or altered."""
        if text.startswith(_PLAIN):
            return bytes.fromhex(text[len(_PLAIN) :])
        if self._keys is None:
            raise WrongKey("the dice roots are sealed: set ADJUTANT_DICE_KEY to their key")
        raw = bytes.fromhex(text.removeprefix(_SEALED))
        nonce, hidden, tag = raw[:16], raw[16:-32], raw[-32:]
        if not hmac.compare_digest(tag, _tag(self._keys[1], context, nonce + hidden)):
            raise WrongKey("a dice root does not open with this ADJUTANT_DICE_KEY")
        return _xor(hidden, _stream(self._keys[0], nonce, len(hidden)))

    def __repr__(self) -> str:
        return f"Sealer({'with' if self._keys else 'without'} a key)"


def _derive(key: bytes, purpose: bytes) -> bytes:
    return hmac.new(key, b"adjutant dice root " + purpose, hashlib.sha256).digest()


def _stream(key: bytes, nonce: bytes, length: int) -> bytes:
    blocks = range(-(-length // 32))
    stream = b"".join(hmac.new(key, nonce + i.to_bytes(4, "big"), hashlib.sha256).digest() for i in blocks)
    return stream[:length]


def _tag(key: bytes, context: str, body: bytes) -> bytes:
    head = context.encode()
    return hmac.new(key, len(head).to_bytes(4, "big") + head + body, hashlib.sha256).digest()


def _xor(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b, strict=True))
