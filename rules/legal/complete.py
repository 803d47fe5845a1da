"""Autocompletion of orders: legal ones only, likeliest first, tolerant of typing errors."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence

from rapidfuzz import fuzz, process

from rules.core import distance
from rules.core.view import View
from rules.legal.match import canonical, items
from rules.legal.survey import legal
from rules.legal.texts import texts
from rules.legal.values import Legal, Mover
from rules.model.names import key
from rules.model.state import NONCOMBAT
from rules.play.game import Game

MOST = 25
TRIED = 75
# How alike words have to be, of a hundred: all together, and each.
ENOUGH, SOME = 70.0, 55.0
_COUNT = re.compile(r"^\s*(\d+)\s*x?\s*")


def complete(game: Game, power: str, verb: str = "", partial: str = "") -> list[str]:
    """At most 25 legal orders that begin like (or look like) what was typed so far.

    With a verb only its orders are offered, without the verb in front (`partial` has none either); with
    verb "" whole orders. Nothing typed: the likeliest orders.
    """
    found, every = _surveyed(game, power)
    stock = (t.removeprefix(verb).strip() for t in every if t == verb or t.startswith(f"{verb} ")) if verb else every
    printed = _printed(game, verb, partial)
    typed = _continued(game, found, verb, printed)
    ranked = itertools.chain(typed, _likely(game, verb, partial, printed, list(stock)) if key(partial) else stock)
    return list(_checked(game, power, verb, _Once(ranked)))


def _likely(game: Game, verb: str, partial: str, printed: str, stock: list[str]) -> Iterator[str]:
    """Texts that begin like or look like what was typed."""
    yield from _with_count(stock, verb, printed)
    likely = _exact(stock, printed)
    if not likely:
        alike = _exact(stock, partial) or _alike_by_words(key(printed), stock)
        named = _named(game, verb, partial)
        likely = [text for text in alike if all(any(unit in text for unit in units) for units in named)]
    yield from likely


class _Once(Iterable[str]):
    """Some texts, each once, made only as far as somebody asks, and kept for the next who does."""

    def __init__(self, made: Iterable[str]) -> None:
        self._made, self._known = iter(made), set[str]()
        self._texts: list[str] = []

    def __iter__(self) -> Iterator[str]:
        at = 0
        while at < len(self._texts) or self._more():
            yield self._texts[at]
            at += 1

    def _more(self) -> bool:
        """Make one more."""
        text = next((t for t in self._made if t not in self._known), None)
        if text is None:
            return False
        self._known.add(text)
        self._texts.append(text)
        return True


def _printed(game: Game, verb: str, partial: str) -> str:
    """What was typed so far with the names in it as they are printed: completion knows what the parser knows."""
    head, body = ("", partial) if verb else _split_verb(partial)
    units, places = game.table.unit_names, game.table.board.place_names
    return partial if not body.strip() else head + canonical(body, units, places)


def _named(game: Game, verb: str, partial: str) -> list[tuple[str, ...]]:
    """What counted units typed in full may mean: no others are offered in their place."""
    _, body = ("", partial) if verb else _split_verb(partial)
    names = game.table.unit_names
    typed = (name.partition("(")[0] for number, name in items(body.partition(":")[0], names) if number)
    return [units for name in typed if (units := names.meanings(name))]


def _surveyed(game: Game, power: str) -> tuple[Legal, Iterable[str]]:
    """What is legal and its texts, kept until the next order: completion is asked at every key."""
    kept: dict[str, tuple[Legal, Iterable[str]]] = game.memo.facts.setdefault("complete", {})
    if power not in kept:
        found = legal(game, power)
        kept[power] = (found, _Once(texts(game, power, found)))
    return kept[power]


def _exact(stock: list[str], partial: str) -> list[str]:
    """Texts that begin word by word as was typed, the nearest first; all as they stand when nothing was."""
    wanted = key(partial).split()
    known = ((i, text) for i, text in enumerate(map(key, stock)) if all(part in text for part in wanted))
    found = sorted((far, i) for i, text in known if (far := _skipped(wanted, text.split())) is not None)
    return [stock[i] for _, i in found]


def _alike_by_words(wanted: str, stock: list[str]) -> list[str]:
    """Texts in which every typed word has one that looks like it or begins like it, best first."""
    typed, keys = [word for word in wanted.split() if not word.isdecimal()], [key(text) for text in stock]
    if not typed:
        return []
    words = {word for k in keys for word in k.split()}
    like = {(t, w): max(fuzz.ratio(t, w), fuzz.ratio(t, w[: len(t)])) for t in typed for w in words}
    scores = [_score([max(like[t, w] for w in k.split()) for t in typed]) for k in keys]
    return [stock[i] for i in sorted(range(len(stock)), key=lambda i: (-scores[i], i)) if scores[i] >= ENOUGH]


def _score(words: list[float]) -> float:
    """How alike texts are whose words are so alike; a word that is like nothing is not made up for by others."""
    return sum(words) / len(words) if min(words) >= SOME else 0.0


def _skipped(typed: Sequence[str], words: Sequence[str]) -> int | None:
    """Words of a text left out between words that begin as typed, in order; None if one is missing."""
    at, skipped = 0, 0
    for part in typed:
        found = next((i for i in range(at, len(words)) if words[i].startswith(part)), None)
        if found is None:
            return None
        skipped, at = skipped + found - at, found + 1
    return skipped


def _with_count(stock: list[str], verb: str, partial: str) -> Iterator[str]:
    """The typed number in place of the offered one, where it is smaller."""
    head, body = ("", partial) if verb else _split_verb(partial)
    found = _COUNT.match(body)
    if not found:
        return
    number, rest = int(found[1]), body[found.end() :]
    pattern = re.compile(rf"^{re.escape(head)}(\d+)(?= )")
    for text in _exact(stock, head + rest) if rest.strip() else stock:
        offered = pattern.match(text)
        if offered and number <= int(offered[1]):
            yield f"{head}{number}{text[offered.end() :]}"


def _split_verb(partial: str) -> tuple[str, str]:
    word, _, rest = partial.strip().partition(" ")
    return f"{word} ", rest


# --- orders typed so far: several kinds of units, a path leg by leg -----------------------------------------


def _continued(game: Game, found: Legal, verb: str, partial: str) -> Iterator[str]:
    """Continuations of a movement order: further units of the same place, further places of its path."""
    head, body = ("", partial) if verb else _split_verb(partial)
    word = verb or head.strip()
    if word != "move" or not found.movers:
        return
    items, colon, path = body.partition(":")
    if colon:
        yield from _longer_path(game, head, items.strip(), path)
    elif "," in items:
        yield from _more_units(found.movers, head, items)


def _more_units(movers: Iterable[Mover], head: str, items: str) -> Iterator[str]:
    """`3 infantry, 1 ta`: the units named before the last comma stand, the rest is offered."""
    named, _, last = items.rpartition(",")
    names = {key(_COUNT.sub("", part)) for part in named.split(",")}
    together: dict[str, list[Mover]] = {}
    for mover in movers:
        together.setdefault(mover.place, []).append(mover)
    number = _COUNT.match(last)
    wanted = key(_COUNT.sub("", last))
    for place, here in together.items():
        kinds = {key(m.unit) for m in here}
        if not names <= kinds:
            continue
        for mover in here:
            if key(mover.unit) in names or (wanted and fuzz.partial_ratio(wanted, key(mover.unit)) < 75):
                continue
            count = min(int(number[1]), mover.count) if number else mover.count
            for goal in mover.goals:
                yield f"{head}{named.strip()}, {count} {mover.name}: {place} > {goal}"


def _longer_path(game: Game, head: str, items: str, path: str) -> Iterator[str]:
    """`3 infantry: Germany > Po`: the last place is offered among the neighbours of the one before and the
    places that can be reached."""
    *before, last = [part.strip() for part in path.split(">")]
    board = game.table.board
    places = [board.place_names.find(p) for p in before]
    if not places or None in places:
        starts = sorted(board.places) if not before else []
        yield from (f"{head}{items}: {s}" for s in _alike(last, starts))
        return
    way, here = " > ".join(str(p) for p in places), str(places[-1])
    goals = _rides(game.view, here) if "(by " in items or ", by " in items else [*board.near(here), *board.places]
    yield from (f"{head}{items}: {way} > {goal}" for goal in _alike(last, list(dict.fromkeys(goals))))


def _rides(view: View, here: str) -> list[str]:
    """Land to which units may ride or fly from a place: in noncombat move friends first that enemies press most, else
    the nearest enemies first, then neutrals."""
    land = [p for p in distance.within(view.board, here, distance.FAR) if p != here and view.place(p).is_land]
    friendly = [p for p in land if view.friendly_land(p, view.active)]
    if view.phase == NONCOMBAT:
        return sorted(friendly, key=lambda p: -view.pressed(p, view.active))
    return sorted((p for p in land if p not in friendly), key=lambda p: view.owner(p) is None)


def _alike(typed: str, names: list[str]) -> list[str]:
    wanted = key(typed)
    if not wanted:
        return names[:MOST]
    keys = [key(name) for name in names]
    starts = [i for i, k in enumerate(keys) if k.startswith(wanted)]
    hits = process.extract(wanted, keys, scorer=fuzz.WRatio, score_cutoff=60, limit=MOST)
    return [names[i] for i in dict.fromkeys((*starts, *(i for _, _, i in hits)))]


def _checked(game: Game, power: str, verb: str, candidates: Iterable[str]) -> Iterator[str]:
    """The legal ones among the first candidates."""
    given: set[str] = set()
    for tried, text in enumerate(candidates):
        if len(given) == MOST or tried == TRIED:
            return
        legal_text = _made_legal(game, power, verb, text)
        if legal_text and legal_text not in given:
            given.add(legal_text)
            yield legal_text


def _made_legal(game: Game, power: str, verb: str, text: str) -> str:
    """The text if it is legal now; with its places named where its way is ambiguous; else ""."""
    refusal = game.trial(f"{verb} {text}".strip(), by=power)
    if refusal is None:
        return text
    if refusal.code != "ambiguous-path" or not refusal.choices:
        return ""
    way = refusal.choices[0].split(" (")[0]
    exact = f"{text.rpartition(':')[0]}: {way}"
    return exact if game.trial(f"{verb} {exact}".strip(), by=power) is None else ""
