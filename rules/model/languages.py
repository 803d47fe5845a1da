"""Names of places, units and powers in other languages than the boards', as further names to type; one file for each."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from rules.model.board_files import read

LANGUAGES = ("de", "fr")
_SPELT = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"}


@functools.cache
def foreign(part: str) -> Mapping[str, tuple[str, ...]]:
    """Name -> what it is called in the other languages, spelt without umlauts too. part: "places", "units", "powers"."""
    found: dict[str, tuple[str, ...]] = {}
    for language in LANGUAGES:
        for name, called in read("languages", language).get(part, {}).items():
            found[name] = (*found.get(name, ()), *(text for one in called for text in _spellings(one)))
    return found


@functools.cache
def _zone_forms() -> tuple[str, ...]:
    return tuple(form for language in LANGUAGES for form in read("languages", language)["zone"])


def foreign_zone(number: str) -> list[str]:
    """A numbered sea zone in the other languages: `Seezone 112`."""
    return [form.format(number) for form in _zone_forms()]


def _spellings(name: str) -> list[str]:
    """A name with its umlauts, and with what is typed for them."""
    plain = name
    for letter, spelt in _SPELT.items():
        plain = plain.replace(letter, spelt).replace(letter.upper(), spelt.title() if letter != "ß" else spelt)
    return list(dict.fromkeys((name, plain)))
