"""Known answers, computed by an implementation in another language; see rules/dice/README.md."""

from __future__ import annotations

import json
from pathlib import Path

from rules.dice import Ledger, Occasion, SeedChain, text_of
from rules.dice.verify import dice_from, read

LOG = Path(__file__).parent / "dice_vector.jsonl"
ROOT = bytes(range(32))


def test_chain_vector() -> None:
    chain = SeedChain(ROOT, length=4)
    assert chain.commitment.hex() == "cefc1232dee44cc53fccf8cc078f657f4db4f1d0303725375a0694f7d395e2ea"
    assert chain.seed(1).hex() == "4e05063392f42b5180353ef82da86c714042155044d91ab3253f1bab08120a0a"
    assert chain.seed(3).hex() == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert chain.seed(4) == ROOT


def test_stream_vector() -> None:
    """The two blocks were computed with openssl; read by hand: byte % 6 + 1, 252 and above dropped."""
    seed = bytes.fromhex("4e05063392f42b5180353ef82da86c714042155044d91ab3253f1bab08120a0a")
    blocks = bytes.fromhex(
        "d18d474fcf8c88f703824b6d222389997cb81901350aa7aeae6cb254da7f8b36"
        "4cb8b7efd59077b45cb4543ef8cccddaa1e906cfe92cd0342eb5d367e47a83bd"
    )
    assert dice_from(seed, b"hello", 64) == [byte % 6 + 1 for byte in blocks]
    assert dice_from(seed, b"hello", 8) == [6, 4, 6, 2, 4, 3, 5, 2]


def test_log_vector_holds() -> None:
    log, wrong = read(LOG.read_text().splitlines())
    assert wrong == ""
    assert log.rolls == 3 and len(log.players) == 2


def test_ledger_writes_the_vector() -> None:
    chain = SeedChain(ROOT, length=40)
    ledger = Ledger()
    lines = [
        ledger.commit("vector", chain),
        ledger.seat("Germany", "17", "1100000000000000001", "Glück auf"),
        ledger.seat("USSR", "18", "1100000000000000002"),
    ]
    first = Occasion("1100000000000000003", "fight Ukraine S.S.R.", "ab12")
    second = Occasion("1100000000000000009", "press on", "ab12")
    lines.append(ledger.roll([chain], first, 5, "armor attack at 3"))
    lines.append(ledger.roll([chain], first, 40, "infantry defend at 2"))
    lines.append(ledger.roll([chain], second, 3, "infantry attack at 1"))
    assert [text_of(line) for line in lines] == LOG.read_text().splitlines()
    assert [json.loads(text_of(line)) for line in lines] == lines
