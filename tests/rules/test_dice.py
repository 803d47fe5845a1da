"""The dice of a game: made, logged, checked, and every way of cheating with them found out."""

from __future__ import annotations

import copy
import hmac
import pickle
import shutil
import subprocess
import sys
from pathlib import Path
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

SECRET = bytes(range(7, 39))


def begun(length: int = 200) -> tuple[Ledger, SeedChain, list[verify.Line]]:
    chain = SeedChain(SECRET, length)
    ledger = Ledger()
    lines = [ledger.commit("g1", chain), ledger.seat("Germany", "5", "1100000000000000001", "hello")]
    return ledger, chain, lines


BEACON: verify.Line = {"name": "drand quicknet", "genesis": 1692803367, "period": 3}


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


def wrong(lines: list[verify.Line]) -> str:
    return verify.read(text_of(line) for line in lines)[1]


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


OTHER = {"v": 1, "length": 41, "beacon": 0, "rolls": [2], "dice": [1, 1], "first": 2, "count": 3, "roll": 7, "again": 1}


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


def test_logs_of_version_1_still_hold() -> None:
    chain, ledger = SeedChain(SECRET, 40), Ledger()
    lines = [ledger.commit("g1", chain, version=1), ledger.extend(SeedChain(bytes(32), 50, first=41))]
    lines.append(ledger.roll([chain], Occasion("1200000000000000000", "fight", "s0"), 6, "attack"))
    lines.append(ledger.void([1], by="all", why="wrong"))
    lines.append(ledger.roll([chain], Occasion("1200000000000000001", "fight", "s0"), 6, "attack"))
    assert wrong(lines) == "" and wrong([*lines[:3], *lines[4:]]) == ""
    assert "another game or version" in wrong([lines[0], {**lines[1], "v": 2}, *lines[2:]])


def test_a_dropped_roll_is_found() -> None:
    lines = played()
    del lines[4]
    assert wrong(lines) == "roll 3, line 5: roll 4 follows roll 2: a number is missing or used twice"


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


def test_the_stand_alone_file(tmp_path: Path) -> None:
    """Copied elsewhere, with an isolated interpreter that can't see the project."""
    shutil.copy(verify.__file__, tmp_path / "check.py")
    lines = played()
    good = "\n".join(text_of(line) for line in lines) + "\n"
    (tmp_path / "good.jsonl").write_text(good)
    (tmp_path / "bad.jsonl").write_text(good.replace('"state":"s0"', '"state":"s9"'))

    def run(*args: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-I", "-S", "check.py", *args]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)

    fine = run("verify", "good.jsonl", lines[0]["commitment"])
    assert fine.returncode == 0 and fine.stdout.startswith("holds: game g1, 10 rolls")
    assert run("verify", "good.jsonl", "ab" * 32).returncode == 1
    broken = run("verify", "bad.jsonl")
    assert broken.returncode == 1 and broken.stdout.startswith("DOES NOT HOLD: roll 1, line 3:")
    assert run().returncode == 2
    (tmp_path / "empty.jsonl").write_text("")
    assert run("empty.jsonl").returncode == 1


def test_module_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text("".join(f"{text_of(line)}\n" for line in played()))
    assert verify.main(["verify", str(path)]) == 0
    assert "10 rolls" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"\n", b"\r\n"),
        (b"\n", b"\r"),
        (b"\n", b"\n\n"),
        (b"\n", b"\xe2\x80\xa8"),
        (b"\n", b"\x0c\n"),
        (b"}\n", b"}\x00\n"),
        (b"{", b"\xef\xbb\xbf{"),
        (b"g1", b"g\xff"),
        (b"attack", b"\\u0430ttack"),
        (b"attack", "\u0430ttack".encode()),
        (b"{", b"[" * 100_000 + b"{"),
        (b'"roll":1,', b'"roll":' + b"1" * 5000 + b","),
        (b'"count":4', b'"count":' + b"9" * 18),
    ],
)
@pytest.mark.parametrize("often", [1, -1], ids=["once", "everywhere"])
def test_every_byte_of_the_file_counts(tmp_path: Path, old: bytes, new: bytes, often: int) -> None:
    """Line ends that a program has changed, marks in front, letters that only look alike, and what makes a reader choke."""
    path = tmp_path / "log.jsonl"
    good = "".join(f"{text_of(line)}\n" for line in played()).encode()
    assert old in good
    path.write_bytes(good.replace(old, new, often))
    assert verify.main([str(path)]) in (1, 2)


def test_an_end_cut_off_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As far as it can be: a log that ends with a whole line holds up to there, and says with which roll."""
    path = tmp_path / "log.jsonl"
    good = "".join(f"{text_of(line)}\n" for line in played()).encode()
    for end in range(1, 700, 7):
        path.write_bytes(good[:-end])
        assert verify.main([str(path)]) == 1
    path.write_bytes(b"".join(good.splitlines(keepends=True)[:-1]))
    assert verify.main([str(path)]) == 0 and "9 rolls" in capsys.readouterr().out


def test_the_log_of_another_game_is_told_by_its_commitment(tmp_path: Path) -> None:
    path, other = tmp_path / "log.jsonl", SeedChain(bytes(32), 200)
    path.write_text("".join(f"{text_of(line)}\n" for line in played()))
    assert verify.main([str(path), other.commitment.hex()]) == 1
    assert wrong([Ledger().commit("g2", other), *played()]).startswith("line 2:")


def test_part_of_a_commitment_is_told_from_a_wrong_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, lines = tmp_path / "log.jsonl", played()
    path.write_text("".join(f"{text_of(line)}\n" for line in lines))
    whole = lines[0]["commitment"]
    assert verify.main([str(path), whole[:16]]) == 0
    assert "only the first 16 of the commitment's 64 digits" in capsys.readouterr().out
    assert verify.main([str(path), "ab" * 8]) == 1 and "a whole one has 64 digits" in capsys.readouterr().out
    assert verify.main([str(path), whole[:4]]) == 1


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
