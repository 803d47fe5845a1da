"""What nobody can do with the dice of a game, whoever keeps the log: choose, roll anew, use anything twice."""

from __future__ import annotations

import pytest

import rules.dice.verify as verify
from rules.dice import ChainDice, DiceShort, Ledger, Occasion, SeedChain, prove
from rules.dice.ledger import ToldDice
from tests.rules.dice_logs import BEACON, SECRET, begun, played, waiting, wrong


def test_seats_after_the_first_roll_are_refused() -> None:
    lines = played()
    assert "before the first roll" in wrong([*lines[:3], lines[1], *lines[3:]])
    with pytest.raises(verify.Broken):
        Ledger(lines).seat("USSR", "6", "1100000000000000009")


def test_an_interaction_is_used_for_one_order() -> None:
    ledger, chain, _ = begun()
    ledger.roll([chain], Occasion("1200000000000000000", "fight Kenya", "s0"), 1, "a")
    with pytest.raises(verify.Broken, match="one order"):
        ledger.roll([chain], Occasion("1200000000000000000", "fight Congo", "s0"), 1, "a")
    ledger.roll([chain], Occasion("1200000000000000001", "fight Congo", "s0"), 1, "a")
    with pytest.raises(verify.Broken, match="was used before"):
        ledger.roll([chain], Occasion("1200000000000000000", "fight Kenya", "s0"), 1, "a")
    assert ledger.next_roll == 3


def test_undo_never_uses_a_seed_again() -> None:
    ledger, chain, lines = begun()
    order = "fight Kenya"
    lines.append(ledger.roll([chain], Occasion("1200000000000000000", order, "s0"), 6, "attack"))
    lines.append(ledger.void([1], by="Germany and USSR", why="wrong territory"))
    lines.append(ledger.roll([chain], Occasion("1200000000000000001", order, "s0", again=1), 6, "attack"))
    assert [line["roll"] for line in lines if line["kind"] == "roll"] == [1, 2]
    assert lines[2]["seed"] != lines[4]["seed"]
    assert wrong(lines) == ""
    proof = prove(lines, 1)
    assert proof is not None and proof.voided
    lines[3] = {**lines[3], "rolls": [2]}
    assert "was not made" in wrong(lines)
    with pytest.raises(verify.Broken, match="not taken back"):
        ledger.roll([chain], Occasion("1200000000000000002", order, "s0", again=2), 6, "attack")


def test_a_further_chain_is_announced_in_time() -> None:
    ledger, chain, _ = begun(length=40)
    for number in range(9):
        ledger.roll([chain], Occasion(str(1200000000000000000 + number), "fight", "s"), 1, "a")
    assert not ledger.low
    with pytest.raises(verify.Broken, match="at least 32 rolls before"):
        ledger.extend(SeedChain(bytes(32), 50, first=41))
    with pytest.raises(ValueError, match="begins with roll 41"):
        ledger.extend(SeedChain(bytes(32), 50, first=42))


def test_outside_beacon_round_is_the_first_after_the_order() -> None:
    chain = SeedChain(SECRET, 50)
    ledger, interaction = waiting(chain), "1200000000000000000"
    due = verify.beacon_round(BEACON, interaction)
    opens = BEACON["genesis"] + (due - 1) * BEACON["period"]
    assert opens - 3 <= verify.moment(interaction) < opens
    assert verify.moment("timer:1700000000") == 1700000000
    for off in (-1, 1):
        drawn = {"round": due + off, "randomness": "5eed"}
        with pytest.raises(verify.Broken, match="first round after"):
            ledger.roll([chain], Occasion(interaction, "fight", "s", drawn), 1, "a")
    drawn = {"round": due, "randomness": "5eed"}
    assert ledger.roll([chain], Occasion(interaction, "fight", "s", drawn), 1, "a")["roll"] == 1


@pytest.mark.parametrize(
    ("interaction", "beacon", "finds"),
    [
        ("1200000000000000000", None, "no round of the beacon"),
        ("1200000000000000000", {}, "beacon is"),
        ("1200000000000000000", {"round": 0, "randomness": "5eed", "more": 1}, "beacon is"),
        ("1200000000000000000", BEACON, "first round after"),
        (" 1200000000000000000", {"round": 0, "randomness": "5eed"}, "no interaction's number"),
        ("1_200000000000000000", {"round": 0, "randomness": "5eed"}, "no interaction's number"),
        ("１２00000000000000000", {"round": 0, "randomness": "5eed"}, "no interaction's number"),
        ("timer:017", {"round": 0, "randomness": "5eed"}, "no interaction's number"),
    ],
)
def test_nobody_picks_what_a_beacon_is_drawn_for(interaction: str, beacon: verify.Line | None, finds: str) -> None:
    """Whoever could spell a number or a round otherwise could choose among dice."""
    chain = SeedChain(SECRET, 50)
    with pytest.raises(verify.Broken, match=finds):
        waiting(chain).roll([chain], Occasion(interaction, "fight", "s", beacon), 1, "a")


def test_a_game_without_a_beacon_has_none_to_pick() -> None:
    ledger, chain, _ = begun()
    drawn = {"round": 1, "randomness": "5eed"}
    with pytest.raises(verify.Broken, match="the game has no beacon"):
        ledger.roll([chain], Occasion("1200000000000000000", "fight", "s", drawn), 1, "a")
    with pytest.raises(verify.Broken, match="names the beacon"):
        Ledger().commit("g1", chain, {**BEACON, "period": 0})


def test_decks_are_for_all_rolls_or_none() -> None:
    ledger, chain, _ = begun()
    occasion = Occasion("1200000000000000000", "fight", "s")
    ledger.roll([chain], occasion, 2, "a")
    with pytest.raises(verify.Broken, match="or none"):
        ledger.roll([chain], occasion, 2, "a", deck="Germany")


def test_what_holds_again_uses_its_command_up() -> None:
    ledger, chain, _ = begun()
    for command in ("1", "2"):
        ledger.roll([chain], Occasion(command, "fight", command), 1, "a")
    ledger.void([1, 2], "all", "x", [{"order": "fight", "state": n, "rolls": [int(n)]} for n in ("1", "2")])
    with pytest.raises(verify.Broken, match="was used before"):
        ledger.stand([1], "1", "fight", "1")
    ledger.stand([1], "3", "fight", "1")
    ledger.stand([2], "3", "fight", "2")
    ledger.roll([chain], Occasion("4", "fight", "s"), 1, "a")
    with pytest.raises(verify.Broken, match="was used before"):
        ledger.roll([chain], Occasion("3", "fight", "s"), 1, "a")


def test_a_roll_taken_back_holds_again_only_for_its_order_and_position() -> None:
    ledger, chain, lines = begun()
    lines.append(ledger.roll([chain], Occasion("1200000000000000000", "fight Ukraine", "abc"), 6, "attack"))
    was = {"order": "fight Ukraine", "state": "abc", "rolls": [1]}
    lines.append(ledger.void([1], "master", "a slip", [was]))
    with pytest.raises(verify.Broken, match="not taken back for that order"):
        ledger.stand([1], "9", "fight Karelia", "abc")
    lines.append(ledger.stand([1], "9", "fight Ukraine", "abc"))
    with pytest.raises(verify.Broken, match="not taken back"):
        ledger.stand([1], "10", "fight Ukraine", "abc")
    proof = prove(lines, 1)
    assert proof is not None and not proof.voided and wrong(lines) == ""


def test_a_roll_taken_back_comes_again_from_its_own_deck_only() -> None:
    ledger, chain, _ = begun()
    earlier = {"count": 2, "why": "attack", "deck": "Germany", "dice": [1, 1]}
    occasion = Occasion("1200000000000000000", "fight Kenya", "s0")
    again = ChainDice(ledger, [chain], occasion, [earlier])
    assert again.roll(2, "attack", deck="Germany") == [1, 1] and again.again == [earlier]
    other = ChainDice(ledger, [chain], occasion, [earlier])
    other.roll(2, "attack")
    assert other.again == [] and len(other.lines) == 1


def test_dice_that_are_told_are_as_many_as_are_rolled() -> None:
    ledger, _, _ = begun()
    occasion = Occasion("1200000000000000000", "fight Kenya", "s0")
    assert ToldDice(ledger, occasion, [[1, 2]]).roll(2, "attack") == [1, 2]
    for throws, said in (([], "none are told"), ([[1, 2, 3]], "3 are told")):
        with pytest.raises(DiceShort, match=said):
            ToldDice(ledger, occasion, throws).roll(2, "attack")
    line = ToldDice(ledger, occasion, [[1, 2]])
    line.roll(2, "attack")
    for odd in ({"count": 3}, {"dice": [1, 7]}):
        with pytest.raises(verify.Broken, match="dice are told"):
            Ledger(played()[:2])._add({**line.lines[0], **odd})
