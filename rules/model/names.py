"""How names typed by people are recognised: case, blanks, hyphens and plurals do not matter."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rapidfuzz import fuzz, process


@functools.lru_cache(maxsize=8192)
def key(name: str) -> str:
    """The comparison form of a name: lower case, no accents, punctuation as blanks, single blanks. Letters and
    digits of other scripts stay, so that a word in them is unknown and not overlooked."""
    low = name.lower().replace("'", "").replace("’", "").replace(".", "")
    if not low.isascii():
        low = "".join(c for c in unicodedata.normalize("NFD", low) if not unicodedata.combining(c))
    return re.sub(r"[\W_]+", " ", low).strip()


def one_meant(text: str, names: Iterable[str]) -> str | None:
    """The one of several names that a text means: the same, or the only one that it shortens or adds words to
    (“long range” for “long range aircraft”, “improved mechanized infantry” for “mechanized infantry”)."""
    said, known = key(text), {name: key(name) for name in names}
    exact = [name for name, words in known.items() if words == said]
    close = [name for name, words in known.items() if said and (_within(said, words) or _within(words, said))]
    found = exact or close
    return found[0] if len(found) == 1 else None


def _within(some: str, more: str) -> bool:
    """Whether every word stands among the others, the plural aside."""
    others = {word.removesuffix("s") for word in more.split()}
    return all(word.removesuffix("s") in others for word in some.split())


def figure(text: str, digits: int = 4) -> int | None:
    """A number of at most so many plain digits; None for whatever else is written (also for digits of other kinds)."""
    plain = text.isascii() and text.isdecimal() and len(text) <= digits
    return int(text) if plain else None


# Words of names that are written in capitals: marks with figures, Roman numbers, initials; and abbreviations of words.
_MARK = re.compile(r"[a-z]*-?\d[\w-]*|[ivx]+|(?:[a-z]\.)+[ivx]*")
# Initials behind a name: `Waffen-SS`.
_INITIALS = re.compile(r"([a-z]+-)(ss)")
# A mark of many: `T-34s`.
_MANY = re.compile(r"\ds$")
_ABBREVIATION = re.compile(r"(?:[a-z]+\.)+")


@functools.lru_cache(maxsize=1024)
def proper(name: str) -> str:
    """A name as it is shown in a text: with capitals where a mark is part of it (`IS-2`, `Tiger I`, `Sd.Kfz. 251`)."""
    words = name.split()
    if not any(_MARK.fullmatch(word) or _INITIALS.fullmatch(word) for word in words):
        return name
    return _capital(" ".join(_word(word) for word in words))


def _word(word: str) -> str:
    if _MARK.fullmatch(word):
        return f"{word[:-1].upper()}s" if _MANY.search(word) else word.upper()
    if initials := _INITIALS.fullmatch(word):
        return initials[1].title() + initials[2].upper()
    return word.title() if _ABBREVIATION.fullmatch(word) else word


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def titled(name: str) -> str:
    """A name as a title: `IS-2`, `Stug III`, `S.S. maeuschen`, `Heavy bomber`."""
    return _capital(proper(name))


def article(noun: str) -> str:
    """A noun with "a" or "an" before it."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def sentence(text: str) -> str:
    """A text as a sentence: a capital first, one full stop at the end (names may end with one)."""
    return text[:1].upper() + text[1:].rstrip(".") + "."


def tidy(text: str) -> str:
    """A text without the second full stop behind a name that ends with one (`Karelia S.S.R.`), nor the second s of a
    name that is one of many (`United States'`)."""
    one = re.sub(r"(?<!\.)\.\.(?!\.)", ".", text) if ".." in text else text
    return re.sub(r"s's\b", "s'", one) if "s's" in one else one


def several(number: int, one: str, many: str = "") -> str:
    """A number of things in words: `1 strike`, `2 strikes`."""
    return f"{number} {one if number == 1 else many or plural(one)}"


def have(number: int) -> str:
    """`has` for one thing, `have` for more or none."""
    return "has" if number == 1 else "have"


def listing(parts: Sequence[str]) -> str:
    """Parts as running text: "a", "a and b", "a, b and c"."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def one_of(texts: Sequence[str]) -> str:
    """`A`, `A or B`, `A, B or C`."""
    return " or ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def plural(word: str) -> str:
    """The plural of a short name: `ftrs`, `factories`, `boxes`."""
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("s", "x", "ch")) else f"{word}s"


def variants(name: str, words: Mapping[str, Sequence[str]]) -> list[str]:
    """Other ways to write a name: each word, or none of it, as `words` allows (`W Germany`)."""
    found = [key(name)]
    for long, shorts in words.items():
        pattern = re.compile(rf"\b{key(long)}\b")
        found += [pattern.sub(key(short), text) for text in found if pattern.search(text) for short in shorts]
    return [text for text in dict.fromkeys(" ".join(t.split()) for t in found) if text][1:]


# Abbreviations are alike too easily to be suggested for a longer word.
SHORT = 4
# From so many letters on a name is told by how it begins.
BEGUN = 3
# How near a typed name has to be to be suggested, out of 100, and what likeness of another kind counts of it; how many are
# looked at, how many suggested.
LIKE, LESS, MOST, SUGGESTED = 64, 0.95, 12, 3


FOREIGN = 4
"""The rank of names in other languages (rules/model/languages.py): every name and alias of the board itself goes before."""


class Names:
    """A register of names and what else they are called. What has several meanings is never guessed."""

    def __init__(self) -> None:
        # key -> (how good the name is: 0 printed, 1 given, more for derived ones; what it means)
        self._known: dict[str, tuple[int, list[str]]] = {}
        self._names: dict[str, None] = {}
        self._either: set[str] = set()

    def add(self, name: str, aliases: Iterable[str] = (), rank: int = 1) -> None:
        """Register a name. A better alias (of lower rank) hides a worse one, equal ones make it ambiguous."""
        self._names[name] = None
        self._put(key(name), 0, name)
        for alias in aliases:
            self._put(key(alias), rank, name)

    def extended(self, names: Iterable[str]) -> Names:
        """A register of its own with some names more."""
        wider = Names()
        wider._known = {word: (rank, list(meant)) for word, (rank, meant) in self._known.items()}
        wider._names, wider._either = dict(self._names), set(self._either)
        for name in names:
            wider.add(name)
        return wider

    def _put(self, word: str, rank: int, name: str) -> None:
        best, names = self._known.get(word, (rank, []))
        if not word or rank > best:
            return
        kept = names if rank == best else []
        self._known[word] = (rank, kept if name in kept else [*kept, name])

    def meanings(self, text: str) -> tuple[str, ...]:
        """Every name that may be meant by what was typed."""
        return tuple(self._known.get(key(text), (0, []))[1])

    def find(self, text: str) -> str | None:
        """The one name that is meant by what was typed, or None: nothing is called so, or several are."""
        found = self.meanings(text)
        return found[0] if len(found) == 1 or (found and key(text) in self._either) else None

    def either(self, sorts: Iterable[str]) -> None:
        """Let words that mean several of some names stand for the first of them: the order's place tells which."""
        alike = set(sorts)
        self._either |= {word for word, (_, names) in self._known.items() if len(names) > 1 and alike.issuperset(names)}

    def near(self, text: str, most: int = SUGGESTED) -> tuple[str, ...]:
        """Names that look like what was typed, best first: all its meanings, else by their spelling."""
        if found := self.meanings(text):
            return found
        wanted = key(text)[:LONGEST]
        if not wanted:
            return ()
        found = ()
        for worst in (FOREIGN - 1, FOREIGN) if len(wanted) > SHORT else (FOREIGN - 1,):
            fits = self.called(worst)
            words = [word for word in fits if len(word) >= SHORT or len(wanted) <= SHORT]
            if found := tuple(dict.fromkeys(name for word in _alike(wanted, words) for name in fits[word])):
                break
        return found[:most]

    def called(self, worst: int | None = None) -> Mapping[str, tuple[str, ...]]:
        """Everything that is understood, in its comparison form, and what it means. worst: the highest rank that counts."""
        return {word: tuple(names) for word, (rank, names) in self._known.items() if worst is None or rank <= worst}

    def all(self) -> list[str]:
        """Every canonical name, in order of registration, once."""
        return list(self._names)


# A name that is longer is no name.
LONGEST = 60


def _alike(typed: str, words: Sequence[str]) -> list[str]:
    """The words that are most like what was typed, best first: by letters, by the letters of their own words sorted, and
    by how they begin."""
    scored = dict.fromkeys(words, 0.0)
    ways: list[tuple[Any, Sequence[str], float]] = [(fuzz.ratio, words, 1), (fuzz.token_sort_ratio, words, LESS)]
    if len(typed) >= BEGUN:
        ways.append((fuzz.ratio, [word[: len(typed)] for word in words], LESS))
    for scorer, forms, weight in ways:
        for _, score, at in process.extract(typed, forms, scorer=scorer, score_cutoff=LIKE / weight, limit=None):
            scored[words[at]] = max(scored[words[at]], weight * score)
    return [word for word in sorted(words, key=scored.__getitem__, reverse=True)[:MOST] if scored[word]]
