"""Whatever is changed in a log of dice is found out."""

from __future__ import annotations

import pytest

import rules.dice.verify as verify
from rules.dice import text_of
from tests.rules.dice_logs import OTHER, full, played, short, wrong


@pytest.mark.parametrize(
    ("number", "key", "value", "finds"),
    [
        (4, "dice", [6, 6, 6, 6], "the seed gives"),
        (4, "seed", "00" * 32, "does not hash"),
        (4, "order", "fight Congo", "the seed gives"),
        (4, "interaction", "1300000000000000000", "the seed gives"),
        (4, "state", "s1", "the seed gives"),
        (4, "why", "attack at 4", "the seed gives"),
        (4, "count", 3, "3 dice are to be rolled, the log has 4"),
        (4, "again", 2, "the seed gives"),
        (4, "id", "3-000000", "short id"),
        (4, "roll", 9, "missing or used twice"),
        (1, "phrase", "other", "the seed gives"),
        (0, "commitment", "11" * 32, "does not hash"),
        (0, "v", 3, "version 3"),
        (4, "kind", "rool", "unknown kind"),
        (4, "dice", None, "dice is null"),
        (4, "seed", 5, "seed is 5"),
        (4, "beacon", [], "beacon is []"),
    ],
)
def test_a_changed_line_is_found(number: int, key: str, value: object, finds: str) -> None:
    lines = played()
    lines[number] = {**lines[number], key: value}
    what = wrong(lines)
    assert finds in what
    place = number if number > 1 else {1: 2, 0: 2}[number] if key != "v" else 0
    assert f"line {place + 1}:" in what


def test_every_change_of_any_field_is_found() -> None:
    """Every field of a line of each kind: changed, made null, left out, or one more."""
    lines = full()
    for number in (0, 1, 2, 3, 9, 10, 44):
        for key, value in lines[number].items():
            for new in (OTHER.get(key, f"{value}1"), None if value is not None else 0, str(value), ...):
                if text_of({"": new if new is not ... else ""}) == text_of({"": value}):
                    continue
                line = {k: v for k, v in lines[number].items() if k != key} | ({} if new is ... else {key: new})
                assert wrong([*lines[:number], line, *lines[number + 1 :]]), (number, key, new)
        assert wrong([*lines[:number], {**lines[number], "more": 1}, *lines[number + 1 :]])


def test_every_line_dropped_doubled_or_moved_is_found() -> None:
    lines = full()
    for number, line in enumerate(lines[:-1]):
        assert wrong([*lines[:number], *lines[number + 1 :]]), number
        assert wrong([*lines[:number], line, *lines[number:]]), number
        assert wrong([*lines[:number], lines[number + 1], line, *lines[number + 2 :]]), number
    void = {"kind": "void", "rolls": [5], "by": "x", "why": "y"}
    assert all(wrong([*lines[:number], void, *lines[number:]]) for number in range(len(lines)))


def test_every_character_of_the_log_counts() -> None:
    """Another, one more or one less, anywhere: harmless spellings (a blank, 1.0, capital digits) are noticed too."""
    texts = [text_of(line) for line in short()]
    for number, text in enumerate(texts):
        for at in range(len(text)):
            head, tail = text[:at], text[at + 1 :]
            for new in (head + chr(ord(text[at]) ^ 1) + tail, head + tail, f"{head} {text[at]}{tail}"):
                assert verify.read([*texts[:number], new, *texts[number + 1 :]])[1], (number, at, new)


@pytest.mark.parametrize("spelling", ["", " ", "{}", "[]", '"roll"', "null", "1", "NaN"])
def test_a_line_of_nothing_is_found(spelling: str) -> None:
    texts = [text_of(line) for line in short()]
    assert all(verify.read([*texts[:at], spelling, *texts[at:]])[1] for at in range(len(texts) + 1))


def test_the_same_value_spelled_otherwise_is_found() -> None:
    texts = [text_of(line) for line in short()]
    for old, new in (
        ('"again":1', '"again":1.0'),
        ('"again":1', '"again":true'),
        ('"game":"g1"', '"game":"\\u00671"'),
        ('"order":"fight"', '"order":"no","order":"fight"'),
        ('"rolls":[2]', '"rolls":[2,2]'),
    ):
        number = next(n for n in reversed(range(len(texts))) if old in texts[n])
        changed = texts[number].replace(old, new, 1)
        assert verify.read([*texts[:number], changed, *texts[number + 1 :]])[1], new
    seed = short()[-1]["seed"]
    assert verify.read([*texts[:-1], texts[-1].replace(seed, seed.upper())])[1]


# What stands behind the last roll is bound by the next one. Until then these words could be others, or `was` be empty.
FREE = {
    "chain": {"v", "game", "length", "commitment", "beacon"},
    "seat": {"seat", "player", "interaction", "phrase"},
    "void": {"by", "why", "was"},
    "stand": {"interaction"},
    "roll": set[str](),
}


def test_what_stands_behind_the_last_roll() -> None:
    """Of the last line only free words can be changed unseen, and the fingerprint tells that too."""
    lines = short()
    for end, last in enumerate(lines):
        texts = [text_of(line) for line in lines[: end + 1]]
        unseen = set()
        for key in last:
            for new in (OTHER.get(key, f"{last[key]}1"), "ab" * 32, None, 0, True, [], [True], {}, "x", 50):
                changed = [*texts[:-1], text_of({**last, key: new})]
                if changed != texts and not verify.read(changed)[1]:
                    unseen.add(key)
                    assert verify.fingerprint(changed) != verify.fingerprint(texts)
        assert unseen <= FREE[last["kind"]], last["kind"]


def test_a_dropped_roll_is_found() -> None:
    lines = played()
    del lines[4]
    assert wrong(lines) == "roll 3, line 5: roll 4 follows roll 2: a number is missing or used twice"
