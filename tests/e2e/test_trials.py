"""What the trials by kills and cuts go by: which orders the store holds, which lines of a log are errors of ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.store.records import Entry
from local_discord.testing.channel import TestChannel
from tests.e2e.crash import only_once, orders_of
from tests.e2e.process import BotProcess

UK, US = "United Kingdom", "United States"
TEXT = "casualties 1 transport"
KILLED = """Traceback (most recent call last):
  File "<string>", line 1, in <module>
  File "multiprocessing/spawn.py", line 122, in spawn_main
    exitcode = _main(fd, parent_sentinel)
EOFError: Ran out of input"""
WARNED = """multiprocessing/resource_tracker.py:254: UserWarning: resource_tracker: leaked semaphores
  warnings.warn('resource_tracker: There appear to be %d '"""
OURS = """Traceback (most recent call last):
  File "bot/app.py", line 1, in start
EOFError"""


def entry(seq: int, interaction: str, power: str, player: str = "17", order: str = TEXT) -> Entry:
    return Entry("game", seq, interaction, "order", power, player, order, [], [], {}, 0.0)


def test_an_answer_for_several_owners_is_one_order() -> None:
    assert orders_of([entry(1, "a", UK), entry(2, "a", US), entry(3, "a", "Germany", "auto", "done")]) == [TEXT]


@pytest.mark.parametrize("again", [entry(2, "a", UK), entry(2, "b", US)])
def test_what_is_carried_out_twice_is_found(again: Entry) -> None:
    """For the same power, or by an interaction of its own."""
    with pytest.raises(AssertionError, match="more often than given"):
        only_once(orders_of([entry(1, "a", UK), again]), [TEXT])


def test_what_overtook_another_is_found() -> None:
    with pytest.raises(AssertionError, match="behind what was given later"):
        only_once(["done", "undo"], ["undo", "done"])


@pytest.mark.parametrize(
    ("log", "found"),
    [
        (f'{{"level": "info"}}\n{KILLED}\n{WARNED}\n', []),
        (f"{KILLED}\n{OURS}\n{WARNED}\n", [OURS]),
        (f'{OURS}\n{{"level": "error"}}\n{KILLED}', [OURS, '{"level": "error"}']),
    ],
)
async def test_workers_without_their_first_word_are_no_errors(tmp_path: Path, log: str, found: list[str]) -> None:
    async with TestChannel() as channel:
        bot = BotProcess(channel, tmp_path)
        bot.log.write_text(log)
        assert bot.errors() == found
