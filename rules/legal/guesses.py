"""What a refused text may have meant: orders that are legal now. They are shown, never carried out by themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rapidfuzz import fuzz, process

from rules.legal.survey import legal
from rules.model.orders import Move
from rules.model.parse import parse_item
from rules.model.phrases import reword
from rules.model.refusals import Refusal, Refused
from rules.play.game import Game

MOST = 3
_TYPED = re.compile("“([^”]+)”")
_TOWARDS = re.compile(r"(?P<items>.+?)\s+(?:to|into|onto|at|in|against|>)\s+(?P<goal>[^:>]+)", re.I)
NEAR = 70
"""How like a word has to be to a verb, in per cent."""


def guesses(game: Game, text: str, refusal: Refusal, by: str) -> tuple[str, ...]:
    """Orders that a text may mean which was refused, likeliest first; none where the text is an order as it stands that only
    is not possible."""
    found = list[str]()
    for guess in _every(game, text, refusal, by):
        if guess != text and guess not in found and game.trial(guess, by) is None:
            found.append(guess)
        if len(found) == MOST:
            break
    return tuple(found)


def _every(game: Game, text: str, refusal: Refusal, by: str) -> Iterator[str]:
    if refusal.code.startswith("unknown-"):
        yield from _renamed(text, refusal)
    else:
        yield from (choice for choice in refusal.choices if " " in choice and _is_order(game, choice))
    respelt = tuple(_respelt(game, text)) if refusal.code == "syntax" else ()
    yield from respelt
    if refusal.code in ("syntax", "unknown-place"):
        for meant in (text, *respelt):
            yield from _from_somewhere(game, reword(meant, game.table.lexicon), by)


def _is_order(game: Game, text: str) -> bool:
    try:
        game.parse(text)
    except Refused:
        return False
    return True


def _renamed(text: str, refusal: Refusal) -> Iterator[str]:
    """The text with each of the names that may have been meant."""
    typed = _TYPED.search(refusal.message)
    if typed and typed[1] in text:
        yield from (text.replace(typed[1], name, 1) for name in refusal.choices)


def _respelt(game: Game, text: str) -> Iterator[str]:
    """The text with the verbs that its first word is like."""
    word, _, rest = text.strip().partition(" ")
    verbs = [verb for verb in game.table.lexicon.words if " " not in verb]
    if rest and word.lower() not in verbs:
        near = process.extract(word.lower(), verbs, scorer=fuzz.ratio, score_cutoff=NEAR, limit=MOST)
        yield from (f"{verb} {rest}" for verb, _, _ in near)


def _from_somewhere(game: Game, text: str, by: str) -> Iterator[str]:
    """`move 3 infantry to Poland` from each place from which so many can go there, nearest first."""
    verb, _, rest = text.partition(" ")
    said = _TOWARDS.fullmatch(rest.strip())
    goal = game.table.board.place_names.find(said["goal"]) if said else None
    if verb != Move.verb or said is None or goal is None:
        return
    try:
        item = parse_item(said["items"], game.table.lexicon)
    except Refused:
        return
    movers = [m for m in legal(game, by).movers if m.unit == item.unit and m.goals.get(goal, 0) >= item.count]
    for mover in sorted(movers, key=lambda m: (list(m.goals).index(goal), m.place)):
        yield f"{verb} {item.count} {mover.name}: {mover.place} > {goal}"
