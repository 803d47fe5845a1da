"""Rules of two documents that cannot be played together: the same choice with the one's version of them, or the other's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core.documents import documents, expand, gathered, house_rules
from rules.core.identity import Identity


def versions(board: str, chosen: Sequence[str]) -> Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Where rules of documents exclude one another: a document whose version may be taken -> the choice then, and the ids of
    the rules that it leaves out. What others dispute among themselves is settled in the order in which they were chosen.
    Empty where all goes together. Raises TableError for unknown names."""
    on = expand(board, chosen)
    first = {_of(house_rules()[i]): n for n, i in reversed(list(enumerate(on)))}
    found = {}
    for document in sorted(_at_odds(on), key=lambda name: first[name]):
        kept = _without(on, document)
        while left := sorted(_at_odds(kept), key=lambda name: first[name]):
            kept = _without(kept, left[0])
        found[document] = (tuple(gathered(board, kept)), tuple(i for i in on if i not in kept))
    return found


def _at_odds(ids: Sequence[str]) -> set[str]:
    """Documents with rules that exclude those of another."""
    on = [house_rules()[i] for i in ids]
    return {_of(one) for one in on if any(_apart(one, other) for other in on)}


def _without(ids: Sequence[str], document: str) -> list[str]:
    """Some rules without those that do not go with a document's, and without what needs them."""
    on = [house_rules()[i] for i in ids]
    mine = [r for r in on if _of(r) == document]
    return _standing([r.id for r in on if r in mine or not any(_apart(r, k) for k in mine)])


def _apart(one: Identity, other: Identity) -> bool:
    """Whether one of two rules excludes the other, or its document."""
    return any(
        b.id == name or b.id.startswith(f"{name}.") for a, b in ((one, other), (other, one)) for name in a.excludes
    )


def _of(rule: Identity) -> str:
    """The document of a rule."""
    return next(name for name in documents() if rule.id.startswith(f"{name}."))


def _standing(found: list[str]) -> list[str]:
    """Some rules without those that need what is not among them."""
    while lacking := [i for i in found if not set(house_rules()[i].requires) <= set(found)]:
        found = [i for i in found if i not in lacking]
    return found
