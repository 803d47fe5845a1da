"""Searching entries: word by word, tolerant of typing errors, titles before keywords before texts.

Every word of the query is compared with the words that occur in the entries; what is near enough counts
with its nearness, its field's weight and its rarity. No entry is read again at search time.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz, process

from rules.library import synonyms
from rules.library.entry import Entry
from rules.model.names import key

TITLE, KEYWORD, TEXT = 10.0, 6.0, 1.0
# A unit that is called just so, by its title or another name of it, comes first.
NAMED = 40.0
ASIDE, HALF = ("ruling", "option"), 0.5
# Answers that an index keeps: the same few units and rules are asked for again and again.
KEPT = 256
# How many times as many entries as are wanted are looked at for different points.
LOOKED_AT = 4
_PREFIX, _BEGUN = 0.9, 0.9
# What a synonym counts beside the word itself, and what a whole phrase among an entry's titles and keywords is worth.
ALIKE, PHRASE = 0.85, 12.0
# What house rules count outside of a game, where nobody said that they are played.
BEHIND = 0.8
_FILLERS = """
a an and are at be by can could do does for from has have how i if in is it its may me must my of on or s
should that the their them there they this to was what when where which while who why will with you your
"""
_STOP = frozenset(_FILLERS.split())
_WORD = re.compile(r"[a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry found, and how well it fits (only the order of scores means anything)."""

    entry: Entry
    score: float


def words(text: str) -> list[str]:
    """The words of a text as they are compared: lower case, no accents, no plural s, no filler words."""
    plain = unicodedata.normalize("NFKD", text.replace("’", "'")).encode("ascii", "ignore").decode().lower()
    return [_stem(word) for word in _WORD.findall(plain) if word not in _STOP]


def asked_as(entry: Entry) -> tuple[str, ...]:
    """The questions, as players put them, that an entry of a board answers."""
    return synonyms.QUESTIONS.get(entry.id.rpartition(".")[2], ()) if entry.board else ()


def meant(query: str) -> dict[str, tuple[str, ...]]:
    """Words of a query -> the words they stand for besides (synonyms.py)."""
    found = {word: tuple(words(synonyms.WORDS[word])) for word in words(query) if word in synonyms.WORDS}
    low = " ".join(_WORD.findall(query.lower()))
    for phrase, other in synonyms.PHRASES.items():
        if f" {phrase} " in f" {low} ":
            for word in words(phrase):
                found[word] = (*found.get(word, ()), *words(other))
    return found


def _stem(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def chosen_first(order: Iterable[int], chosen: Collection[int]) -> Iterator[int]:
    """Those that were chosen, in their order."""
    return (number for number in order if number in chosen)


class Index:
    """An index over entries, built once and asked often."""

    def __init__(self, entries: Iterable[Entry], behind: bool = False) -> None:
        """behind: house rules stand behind what is printed."""
        self._behind = behind
        self.entries: Sequence[Entry] = tuple(entries)
        self._titles = [frozenset(words(entry.title)) for entry in self.entries]
        self._found: dict[str, dict[int, float]] = defaultdict(dict)
        for number, entry in enumerate(self.entries):
            self._add(number, TEXT, entry.text)
            self._add(number, KEYWORD, " ".join((*entry.keywords, *asked_as(entry), *entry.covers, entry.id)))
            self._add(number, TITLE, entry.title)
        self._words = list(self._found)
        self._called: dict[str, set[int]] = defaultdict(set)
        for number, entry in enumerate(self.entries):
            for name in (entry.title, *entry.keywords) if entry.kind == "unit" else ():
                self._called[key(name)].add(number)
        self._phrases: dict[frozenset[str], dict[int, float]] = defaultdict(dict)
        for number, entry in enumerate(self.entries):
            for name in (*entry.keywords, *asked_as(entry), entry.title):
                if len(phrase := frozenset(words(name))) > 1:
                    self._phrases[phrase][number] = PHRASE * (2 if name == entry.title else 1)
        self._rarity = {word: math.log(1 + len(self.entries) / len(at)) for word, at in self._found.items()}
        self._kept = lru_cache(maxsize=KEPT)(self._search)

    def _add(self, number: int, weight: float, text: str) -> None:
        for word in words(text):
            at = self._found[word]
            at[number] = max(weight, at.get(number, 0.0))

    def search(self, query: str, limit: int = 10) -> list[Hit]:
        """The entries that fit best, best first; none if no word of the query is anywhere near."""
        return list(self._kept(query, limit))

    def _search(self, query: str, limit: int) -> tuple[Hit, ...]:
        asked, also = list(dict.fromkeys(words(query))), meant(query)
        scores: defaultdict[int, float] = defaultdict(float)
        matched: defaultdict[int, int] = defaultdict(int)
        nearest: dict[str, float] = {}
        for word in asked:
            near = dict(self._near(word)) | {other: ALIKE for other in also.get(word, ()) if other in self._found}
            for other, likeness in near.items():
                nearest[other] = max(likeness, nearest.get(other, 0.0))
            for number, score in self._best(near).items():
                scores[number] += score
                matched[number] += 1
        for number in scores:
            scores[number] *= (matched[number] / len(asked)) ** 2
            scores[number] += TITLE * self._title_covered(number, nearest)
            if self.entries[number].kind in ASIDE and self.entries[number].kind not in asked:
                scores[number] *= HALF  # what a rule says comes before how its doubts were settled, and how it is set
        said = {other for word in asked for other in (word, *also.get(word, ()))}
        for phrase, at in self._phrases.items():
            if phrase <= said:
                part = len(phrase & set(asked)) / len(phrase) * (1 + len(phrase) / max(2, len(asked)))
                for number, worth in at.items():
                    scores[number] += worth * part
        for number in scores if self._behind else ():
            scores[number] *= BEHIND if self.entries[number].rule else 1.0
        for number in self._called.get(key(query), ()):
            scores[number] += NAMED
        order = sorted(scores, key=lambda n: (-scores[n], *self._rank(self.entries[n])))
        order = self._varied(order, limit) if self._behind else order
        return tuple(Hit(self.entries[number], scores[number]) for number in order[:limit])

    def _varied(self, order: Sequence[int], limit: int) -> list[int]:
        """The best of each point first, whichever boards tell it, then the others: outside of a game many boards say the
        same."""
        firsts: dict[str, int] = {}
        for number in order[: LOOKED_AT * limit]:
            firsts.setdefault(self.entries[number].title, number)
        chosen = set(firsts.values())
        return [*chosen_first(order, chosen), *(number for number in order if number not in chosen)]

    def _rank(self, entry: Entry) -> tuple[bool, int, str]:
        """The order of what fits alike: in a game what its house rules say, then the shorter titles."""
        return self._behind or not entry.rule, len(entry.title), entry.id

    def _title_covered(self, number: int, nearest: dict[str, float]) -> float:
        title = self._titles[number]
        return sum(nearest.get(word, 0.0) for word in title) / len(title) if title else 0.0

    def _best(self, near: dict[str, float]) -> dict[int, float]:
        best: dict[int, float] = {}
        sure = [self._rarity[word] for word, likeness in near.items() if likeness >= _PREFIX]
        for word, likeness in near.items():
            worth = likeness * min([self._rarity[word], *sure])
            for number, weight in self._found[word].items():
                best[number] = max(worth * weight, best.get(number, 0.0))
        return best

    def _near(self, word: str) -> Iterator[tuple[str, float]]:
        if word in self._found:
            yield word, 1.0
        if len(word) < 3:
            return
        for other in self._words:
            if other.startswith(word) and other != word:
                yield other, _PREFIX
        if len(word) < 4:
            return
        for size in range(4, len(word)):  # bombing: bomb
            if word[:size] in self._found:
                yield word[:size], _BEGUN * size / len(word)
        cutoff = 72 if len(word) > 5 else 75
        for other, ratio, _ in process.extract(word, self._words, scorer=fuzz.ratio, score_cutoff=cutoff, limit=12):
            if other != word:
                yield other, 0.8 * (ratio / 100) ** 3
