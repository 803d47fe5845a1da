"""A list of things numbered from 0, of which the oldest may be elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar, overload

T = TypeVar("T")


class Forgotten(LookupError):
    """What was asked for is of the part that is not here."""


class Numbered(Sequence[T]):
    """Things by their number. `start` is the number of the first that is here, `here` are those from it on; asking for
    earlier ones raises Forgotten, so that a part is never taken for the whole."""

    __slots__ = ("here", "start")

    def __init__(self, items: Iterable[T] = (), start: int = 0) -> None:
        self.here, self.start = list(items), start

    def __len__(self) -> int:
        """How many there are, with those that are elsewhere."""
        return self.start + len(self.here)

    @overload
    def __getitem__(self, at: int) -> T: ...

    @overload
    def __getitem__(self, at: slice) -> list[T]: ...

    def __getitem__(self, at: int | slice) -> T | list[T]:
        if isinstance(at, slice):
            numbers = range(len(self))[at]
            self._must_have(min(numbers, default=self.start))
            return [self.here[n - self.start] for n in numbers]
        number = range(len(self))[at]
        self._must_have(number)
        return self.here[number - self.start]

    def _must_have(self, number: int) -> None:
        if number < self.start:
            raise Forgotten(f"number {number} is not here, as all before {self.start}")

    def __iter__(self) -> Iterator[T]:
        self._must_have(0)
        return iter(self.here)

    def __reversed__(self) -> Iterator[T]:
        yield from reversed(self.here)
        self._must_have(0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Numbered) and (self.start, self.here) == (other.start, other.here)

    __hash__ = None  # type: ignore[assignment]

    def append(self, item: T) -> None:
        """The next one."""
        self.here.append(item)

    def pop(self) -> T:
        """Take the last one off."""
        return self.here.pop()

    def copy(self) -> Numbered[T]:
        """An independent copy."""
        return Numbered(self.here, self.start)

    def since(self, number: int) -> Numbered[T]:
        """Those from a number on, as far as they are here."""
        first = max(number, self.start)
        return Numbered(self.here[first - self.start :], first)
