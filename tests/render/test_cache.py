"""What is kept of baked layers."""

from __future__ import annotations

from render.map.cache import Lru


def test_what_is_kept_is_bounded_by_what_it_weighs() -> None:
    kept: Lru[str, str] = Lru(10, len)
    made = list[str]()

    def make(text: str) -> str:
        made.append(text)
        return text

    for text in ("aaaa", "bbbb", "aaaa", "cccc", "aaaa", "bbbb", "d" * 20, "d" * 20):
        assert kept.get(text, lambda text=text: make(text)) == text  # type: ignore[misc]
    assert made == ["aaaa", "bbbb", "cccc", "bbbb", "d" * 20]
