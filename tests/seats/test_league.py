"""The league in pieces."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from seats.measure import league as module
from seats.measure import roster
from seats.measure.league import BEGIN, END, Match, Pair, as_played, league, version, written

MATCH = Match("classic", "officer", "greedy", 2, 3)


def made(match: Match, seed: int) -> Pair:
    return Pair(str(match), version(match.board), seed, 0.1, (0.1, 0.0), (1, 0), (0.5, 0.5), 1.0, 0, 2.0)


def test_a_league_goes_on_where_it_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    played: list[int] = []
    monkeypatch.setattr(module, "pair", lambda match, seed: played.append(seed) or made(match, seed))
    log = tmp_path / "build" / "league.jsonl"
    *_, first = league([MATCH], 7, log, minutes=1e-9)
    assert (played, first.pairs) == ([], [])
    for _ in zip(range(3), league([MATCH], 7, log), strict=False):
        pass
    assert played == [7, 8]
    *_, result = league([MATCH], 7, log)
    assert played == [7, 8, 9] and len(result.pairs) == 3
    assert "3-0-0" in result.row()


def test_pairs_of_another_version_do_not_count(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    log = tmp_path / "league.jsonl"
    log.write_text(json.dumps({**asdict(made(MATCH, 7)), "version": "old"}) + "\n")
    assert next(league([MATCH], 7, log)).pairs == []


def test_pairs_of_an_earlier_version_count_on_boards_on_which_its_orders_are_given(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other, log = replace(MATCH, board="global1940"), tmp_path / "league.jsonl"
    log.write_text("".join(json.dumps({**asdict(made(m, 7)), "version": "old"}) + "\n" for m in (MATCH, other)))
    monkeypatch.setattr(roster, "SAME", {(roster.mark(), "global1940"): "old"})
    assert [len(result.pairs) for result in as_played(log, [MATCH, other], 7)] == [0, 1]


def test_the_table_of_a_page_tells_what_was_played(tmp_path: Path) -> None:
    log = tmp_path / "league.jsonl"
    log.write_text("".join(json.dumps(asdict(made(MATCH, seed))) + "\n" for seed in (7, 8)))
    unplayed = Match("classic", "general", "greedy", 2, 3)
    page = written(f"Before\n{BEGIN}\nold\n{END}\nbehind\n", as_played(log, [MATCH, unplayed], 7))
    assert page.startswith(f"Before\n{BEGIN}\n| match |") and page.endswith(f"|\n{END}\nbehind\n")
    assert "officer against greedy, classic, 2 rounds, 2 of 3 pairs | 2-0-0" in page
    assert "old" not in page and "general" not in page


def test_a_page_without_marks_is_left_alone() -> None:
    with pytest.raises(ValueError, match="has no"):
        written(f"Before {BEGIN}", [])
