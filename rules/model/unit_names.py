"""What units are called: their names, plurals and other words, shortened, run together, in other languages."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

from rules.model.languages import foreign
from rules.model.names import FOREIGN, Names, key, plural, variants
from rules.model.profiles import UnitType

# Words of units' names as people shorten them.
WORDS = {
    "strategic": ("str", "strat"),
    "tactical": ("tac", "tact"),
    "mechanized": ("mech",),
    "infantry": ("inf",),
    "artillery": ("art", "arty"),
    "antiaircraft": ("aa",),
}


def unit_names(units: Iterable[UnitType]) -> Names:
    """A register of everything that some units are called. It is shared: nobody may add to it."""
    return _names_of(tuple((u.name, u.many, u.aliases, u.has("complex")) for u in units))


@functools.lru_cache(maxsize=64)
def _names_of(units: Sequence[tuple[str, str, Sequence[str], bool]]) -> Names:
    """The register of units, each as (name, plural, other names, whether it is a complex)."""
    names = Names()
    for name, many, _, _ in units:
        names.add(name, (many,))
    for name, many, aliases, _ in units:
        names.add(name, (*aliases, *map(plural, aliases), plural(many)))
    for name, many, aliases, _ in units:  # kv2, me262, airtransport, factorys
        every = (name, many, *aliases)
        names.add(name, (key(n).replace(" ", "") for n in every), rank=2)
        names.add(name, (f"{n}s" for n in every), rank=2)
        names.add(name, (v for n in every for v in variants(n, WORDS)), rank=3)
        names.add(name, foreign("units").get(name, ()), rank=FOREIGN)
    names.either(name for name, *_, is_complex in units if is_complex)
    return names
