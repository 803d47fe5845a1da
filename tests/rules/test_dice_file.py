"""A log of dice as a file, and the program that checks it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rules.dice.verify as verify
from rules.dice import Ledger, SeedChain, text_of
from tests.rules.dice_logs import played, wrong


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
    commitment = played()[0]["commitment"]
    assert verify.main(["verify", str(path), commitment[:16]]) == 0
    assert "only the first 16" in capsys.readouterr().out
    assert verify.main(["verify", str(path), commitment[:15]]) == 1
    command = [sys.executable, "-m", "rules.dice", "verify", str(path)]
    assert "10 rolls" in subprocess.run(command, capture_output=True, text=True).stdout


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
