"""How names typed by people are recognised: case, blanks, hyphens and plurals do not matter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence


def key(name: str) -> str:
    """The comparison form of a name: lower case, no accents, punctuation as blanks, single blanks. Letters and
    digits of other scripts stay, so that a word in them is unknown and not overlooked."""
    low = name.lower().replace("'", "").replace("’", "").replace(".", "")
    if not low.isascii():
        low = "".join(c for c in unicodedata.normalize("NFD", low) if not unicodedata.combining(c))
    return re.sub(r"[\W_]+", " ", low).strip()


def article(noun: str) -> str:
    """A noun with "a" or "an" before it."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def sentence(text: str) -> str:
    """A text as a sentence: a capital first, one full stop at the end (names may end with one)."""
    return text[:1].upper() + text[1:].rstrip(".") + "."


def listing(parts: Sequence[str]) -> str:
    """Parts as running text: "a", "a and b", "a, b and c"."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


class Names:
    """A register of canonical names and their aliases, unambiguous by construction."""

    def __init__(self) -> None:
        self._by_key: dict[str, str] = {}
        self._shared: set[str] = set()

    def add(self, name: str, aliases: Iterable[str] = ()) -> None:
        """Register `name`; an alias already taken by another name is left with its first owner."""
        self._by_key[key(name)] = name
        for alias in aliases:
            if self._by_key.setdefault(key(alias), name) != name:
                self._shared.add(key(alias))

    def shared(self, text: str) -> bool:
        """Whether several names have this alias."""
        return key(text) in self._shared

    def find(self, text: str) -> str | None:
        """The canonical name for what was typed, or None."""
        return self._by_key.get(key(text))

    def all(self) -> list[str]:
        """Every canonical name, in order of registration, once."""
        return list(dict.fromkeys(self._by_key.values()))
