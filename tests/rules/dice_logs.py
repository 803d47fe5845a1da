"""Logs of dice, for tests."""

from __future__ import annotations

import rules.dice.verify as verify
from rules.dice import ChainDice, Ledger, Occasion, SeedChain, text_of

SECRET = bytes(range(7, 39))


BEACON: verify.Line = {"name": "drand quicknet", "genesis": 1692803367, "period": 3}


OTHER = {"v": 1, "length": 41, "beacon": 0, "rolls": [2], "dice": [1, 1], "first": 2, "count": 3, "roll": 7, "again": 1}


def begun(length: int = 200) -> tuple[Ledger, SeedChain, list[verify.Line]]:
    chain = SeedChain(SECRET, length)
    ledger = Ledger()
    lines = [ledger.commit("g1", chain), ledger.seat("Germany", "5", "1100000000000000001", "hello")]
    return ledger, chain, lines


def waiting(chain: SeedChain) -> Ledger:
    """The ledger of a game that waits for the beacon."""
    ledger = Ledger()
    ledger.commit("g1", chain, BEACON)
    return ledger


def played(rolls: int = 5, length: int = 200) -> list[verify.Line]:
    ledger, chain, lines = begun(length)
    for number in range(rolls):
        dice = ChainDice(ledger, [chain], Occasion(str(1200000000000000000 + number), "fight Kenya", "s0"))
        dice.roll(4, "attack at 3")
        dice.roll(2, "defend at 2")
        lines += dice.lines
        ledger = dice.ledger
    return lines


def full() -> list[verify.Line]:
    """A log with everything in it: a further chain, a roll taken back and made again."""
    ledger, chain, lines = begun(length=40)
    chains = [chain, SeedChain(bytes(32), 50, first=41)]
    lines.append(ledger.extend(chains[1]))
    for number in range(45):
        again = 3 if number == 6 else None
        if again:
            lines.append(ledger.void([3], by="all", why="wrong place"))
        lines.append(
            ledger.roll(chains, Occasion(str(1200000000000000000 + number), "fight", "s", None, again), 2, "a")
        )
    return lines


def short() -> list[verify.Line]:
    """A short log with a line of every kind, that ends with a roll."""
    ledger, chain, lines = begun(length=40)
    chains = [chain, SeedChain(bytes(32), 50, first=41)]

    def roll(number: int, again: int | None = None) -> None:
        occasion = Occasion(str(1200000000000000000 + number), "fight", "s", None, again)
        lines.append(ledger.roll(chains, occasion, 2, "a"))

    lines.append(ledger.extend(chains[1]))
    roll(1)
    roll(2)
    lines.append(ledger.void([1, 2], "all", "x", [{"order": "fight", "state": "s", "rolls": [1, 2]}]))
    lines.append(ledger.stand([2], "9", "fight", "s"))
    roll(3, again=1)
    return lines


def wrong(lines: list[verify.Line]) -> str:
    return verify.read(text_of(line) for line in lines)[1]
