"""The engine stays as small as it has become (docs/house.md)."""

from __future__ import annotations

from tests import figures

HOOKS = 80
MODULE, CLASS = 400, 200
LARGE_MODULES = 2
LARGE_CLASSES = 3


def test_hooks_are_few() -> None:
    """A new one takes the place of another, or is a moment, a trait or data."""
    assert figures.count_of_hooks() <= HOOKS


def test_few_modules_and_classes_are_large() -> None:
    assert sum(lines > MODULE for lines in figures.modules().values()) <= LARGE_MODULES
    assert sum(lines > CLASS for lines in figures.classes(over=CLASS).values()) <= LARGE_CLASSES
