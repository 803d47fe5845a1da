"""Which of some names a typed text may mean: what the order language understands, and nothing in its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.model.names import FOREIGN, Names, key
from rules.model.parse import split_top

_ITEM = re.compile(r"\s*([0-9]*)\s*(?:x\s+)?(.*?)\s*$")
# Suggestions for a name that nothing begins like.
ALIKE = 25
# As many suggestions are shown at once.
OFFERED = 25


def match(typed: str, names: Names, among: Iterable[str]) -> list[str]:
    """The names `among` some that fit what was typed, best first; all of them when nothing was.

    What is typed in full, by name or alias, means that and nothing else; then come names that begin so or
    have a word that does; only when there are none, those that look alike.
    """
    offered, wanted = list(among), key(typed)
    if not wanted:
        return offered
    meant = names.meanings(typed)
    if meant and not set(meant) & set(offered):
        return []
    found = [name for name in offered if name in set(meant)]
    found += _beginning(wanted, _known(wanted, names), offered)
    if not found:
        found = [name for name in names.near(typed, ALIKE) if name in set(offered)]
    return list(dict.fromkeys(found))


def _known(wanted: str, names: Names) -> Mapping[str, Sequence[str]]:
    """What names are called; in other languages too where nothing of the board's own begins so."""
    own = names.called(FOREIGN - 1)
    return own if any(f" {wanted}" in f" {word}" for word in own) else names.called()


def _beginning(wanted: str, called: Mapping[str, Sequence[str]], offered: Sequence[str]) -> list[str]:
    """What begins as was typed, then what has a word that does."""
    starts = {name for word, means in called.items() if word.startswith(wanted) for name in means}
    inside = {name for word, means in called.items() if f" {wanted}" in f" {word}" for name in means}
    return [name for group in (starts, inside) for name in offered if name in group]


def items(typed: str, names: Names) -> list[tuple[str, str]]:
    """A list of units being typed as (number, name): at commas, and where a number follows a known unit."""
    found: list[tuple[str, str]] = []
    for part in split_top(typed, ","):
        found += _at_numbers(part, names)
    return found


def _at_numbers(part: str, names: Names) -> Iterator[tuple[str, str]]:
    words, held = part.split(), list[str]()
    for word in words:
        if held and word.isascii() and word.isdecimal() and names.meanings(_ITEM.sub(r"\2", " ".join(held))):
            yield _item(" ".join(held))
            held = []
        held.append(word)
    yield _item(" ".join(held))


def _item(text: str) -> tuple[str, str]:
    found = _ITEM.match(text)
    return (found[1], found[2]) if found else ("", text)


def canonical(text: str, units: Names, places: Names) -> str:
    """An order being typed with the names in it as they are printed, as far as they are known."""
    parts = split_top(text, ":")
    last = len(parts) - 1
    return ": ".join(
        _places(p, places) if n == last and last else _units(p, units, places) for n, p in enumerate(parts)
    )


def _units(text: str, units: Names, places: Names) -> str:
    """Units, or a place alone (`fight`, `form`)."""
    made = []
    for number, name in items(text, units):
        bare, bracket, tags = name.partition("(")
        known = units.find(bare) or places.find(bare) or bare.strip()
        made.append(f"{number} {known}{f' ({tags}' if bracket else ''}".strip())
    return ", ".join(made)


def _places(text: str, places: Names) -> str:
    return " > ".join(places.find(part) or part.strip() for part in text.split(">"))


def mixed(typed: str, most: Mapping[str, int], names: Names) -> list[tuple[str, int, str]]:
    """Continuations of a list of units: (what stands before, number, unit). most: unit -> how many there are.

    Each fitting unit comes with the number that was typed, else with all, the half and one; a number that is
    too large becomes the largest there is. Of more units than can be offered so, each first comes with all.
    """
    *said, (number, name) = items(typed, names)
    known = [(n, names.find(unit)) for n, unit in said]
    if any(unit is None for _, unit in known):
        return []
    head = "".join(f"{n or 1} {unit}, " for n, unit in known)
    rest = [unit for unit in most if unit not in {unit for _, unit in known}]
    fitting = {unit: counts(most[unit], number) for unit in match(name, names, rest)}
    offered = [(rank, head, n, unit) for unit, numbers in fitting.items() for rank, n in enumerate(numbers)]
    if len(offered) > OFFERED:
        offered.sort(key=lambda one: one[0])
    return [(head, n, unit) for _, head, n, unit in offered]


def counts(most: int, number: str = "") -> Sequence[int]:
    """How many of a unit to offer."""
    if number:
        return [min(max(int(number), 1), most)]
    return sorted({most, (most + 1) // 2, 1}, reverse=True)
