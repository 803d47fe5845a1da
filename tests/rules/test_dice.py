"""The dice of a game: made, bound to their order, even, secret until they fall."""

from __future__ import annotations

import copy
import hmac
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules.dice.verify as verify
from rules.dice import (
    ChainDice,
    ChainExhausted,
    DiceShort,
    Ledger,
    Occasion,
    PracticeDice,
    ScriptedDice,
    SeedChain,
    prove,
    text_of,
)
from rules.play.luck import Throw, tally
from tests.rules.dice_logs import BEACON, SECRET, begun, played, waiting, wrong


def test_scripted_dice() -> None:
    dice = ScriptedDice([1, 2, 3])
    assert dice.roll(0, "nothing") == []
    assert dice.roll(2, "attack") == [1, 2]
    assert dice.left == 1
    with pytest.raises(DiceShort, match=r"defend: 2 dice are rolled, 1 are written"):
        dice.roll(2, "defend")
    with pytest.raises(ValueError):
        ScriptedDice([0])


def test_practice_dice_are_repeatable_and_even() -> None:
    one, two = PracticeDice(4), PracticeDice(4)
    faces = one.roll(5, "x") + one.roll(30000, "y")
    assert faces == two.roll(30005, "z")
    assert PracticeDice(5).roll(50, "x") != faces[:50]
    assert tally([Throw("a", 3, tuple(faces))]).p_value > 0.001


def test_whole_game_holds() -> None:
    lines = played()
    log, what = verify.read(text_of(line) for line in lines)
    assert what == ""
    assert log.rolls == 10
    assert Ledger(lines).next_roll == 11


def test_a_throw_of_none_takes_no_seed() -> None:
    ledger, chain, _ = begun()
    dice = ChainDice(ledger, [chain], Occasion("1200000000000000000", "fight Kenya", "s0"))
    assert dice.roll(0, "nobody") == []
    assert dice.lines == [] and dice.ledger.next_roll == 1


def test_the_same_order_again_after_a_crash_gives_the_same_dice() -> None:
    ledger, chain, _ = begun()
    occasion = Occasion("1200000000000000000", "fight Kenya", "s0")
    lost, again = ChainDice(ledger, [chain], occasion), ChainDice(ledger, [chain], occasion)
    assert lost.roll(20, "attack") == again.roll(20, "attack")
    assert ledger.next_roll == 1


@pytest.mark.parametrize("field", ["interaction", "order", "state", "game", "seats", "beacon", "why"])
def test_everything_that_binds_changes_the_dice(field: str) -> None:
    ledger, chain, _ = begun()
    base: dict[str, Any] = {
        "interaction": "1200000000000000000",
        "order": "fight Kenya",
        "state": "s0",
        "beacon": None,
    }
    why = "attack"
    if field == "game":
        other = Ledger()
        other.commit("g2", chain)
        other.seat("Germany", "5", "1100000000000000001", "hello")
    elif field == "seats":
        other = Ledger()
        other.commit("g1", chain)
        other.seat("Germany", "5", "1100000000000000001", "hullo")
    else:
        other = ledger
    changed = dict(base)
    if field == "beacon":
        ledger = other = waiting(chain)
        due = verify.beacon_round(BEACON, base["interaction"])
        base[field], changed[field] = ({"round": due, "randomness": said} for said in ("5eed", "5eee"))
    elif field in base:
        changed[field] = "1200000000000000001"
    one = ChainDice(ledger, [chain], Occasion(**base)).roll(30, why)
    two = ChainDice(other, [chain], Occasion(**changed)).roll(30, "other" if field == "why" else why)
    assert one != two


def test_prove_lays_one_roll_open() -> None:
    lines = played()
    proof = prove(lines, 3)
    assert proof is not None and not proof.voided
    assert prove(lines, proof.id) == proof
    seed = bytes.fromhex(proof.seed)
    assert verify.dice_from(seed, proof.context.encode(), len(proof.dice)) == proof.dice
    assert prove(lines, 99) is None


def test_a_further_chain() -> None:
    ledger, chain, lines = begun(length=40)
    assert ledger.low
    chains = [chain, SeedChain(bytes(32), 50, first=ledger.further_first)]
    lines.append(ledger.extend(chains[1]))
    assert not ledger.low and ledger.left == 90
    for number in range(90):
        lines.append(ledger.roll(chains, Occasion(str(1200000000000000000 + number), "fight", "s"), 3, "a"))
    assert wrong(lines) == ""
    assert ledger.left == 0
    with pytest.raises(ChainExhausted):
        ledger.roll(chains, Occasion("1300000000000000000", "fight", "s"), 3, "a")
    # the interactions between the announcement and its first roll bind the new chain
    assert lines[3 + 40]["roll"] == 41
    moved = copy.deepcopy(lines)
    moved.insert(5, moved.pop(2))
    assert wrong(moved).startswith("roll 1,")


def test_every_face_has_the_same_number_of_bytes() -> None:
    """Without dropping 252 to 255, ones to fours would be a little likelier than fives and sixes."""
    faces = [byte % 6 + 1 for byte in range(256) if byte < 252]
    assert [faces.count(face) for face in range(1, 7)] == [42] * 6
    long = verify.dice_from(SECRET, b"bias", 120_000)
    assert tally([Throw("a", 3, tuple(long))]).p_value > 0.001


def test_high_bytes_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    class Block:
        def __init__(self, data: bytes) -> None:
            self.data = data

        def digest(self) -> bytes:
            return self.data

    blocks = iter([bytes([255, 252, 6, 254, 251]), bytes([253, 5])])
    monkeypatch.setattr(hmac, "new", lambda *_: Block(next(blocks)))
    assert verify.dice_from(b"", b"", 3) == [1, 6, 6]


def test_secrets_do_not_show() -> None:
    ledger, chain, _ = begun()
    dice = ChainDice(ledger, [chain], Occasion("1200000000000000000", "fight Kenya", "s0"))
    for thing in (chain, ledger, dice, [chain]):
        text = repr(thing) + str(thing)
        assert SECRET.hex() not in text and repr(SECRET) not in text
        assert all(chain.seed(k).hex()[:12] not in text for k in range(1, 201))
    with pytest.raises(TypeError):
        pickle.dumps(chain)
    with pytest.raises(TypeError):
        copy.deepcopy(chain)


@given(st.binary(min_size=32, max_size=32), st.integers(1, 300), st.data())
def test_chain_property(root: bytes, length: int, data: st.DataObject) -> None:
    chain = SeedChain(root, length, first=data.draw(st.integers(1, 5000)))
    roll = data.draw(st.integers(chain.first, chain.last))
    before = chain.commitment if roll == chain.first else chain.seed(roll - 1)
    assert verify.sha(chain.seed(roll)) == before
    for outside in (chain.first - 1, chain.last + 1):
        with pytest.raises(ValueError):
            chain.seed(outside)
