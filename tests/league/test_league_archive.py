"""What is told of finished games: table, card, openings, archive; and the export that anybody can check."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.archive import Query, card, day, exported, imported, line_of, openings, record_of, search, table
from league.archive.openings import ALL_ATTACKED, ATTACKED, wilson
from league.finished import Bid, Finished, Opening, RecordError, Seat
from league.ratings import Prior, fit, points, rated_games
from tests.league.games import ALLIES, AXIS, DAY, finished, season, unrated

CHECK = Path(__file__).parents[2] / "tools" / "check_league.py"
NOW = 130 * DAY


def with_all() -> Finished:
    """A game that has everything."""
    seats = (
        Seat("USSR", ALLIES, "a", "Anna", 2.0),
        Seat("United Kingdom", ALLIES, "b", "Bert"),
        Seat("Germany", AXIS, "c", "Carl"),
    )
    return Finished(
        "g", "classic-league", "classic", seats, AXIS, "concession", 0.0, DAY, ("rw.kamikaze",), {"low_luck": True},
        Bid(ALLIES, 9), 7, {AXIS: 12.5}, {"a": 20.0}, {"c": 2}, 0.25, 1, "", "ab" * 32,
        (Opening("Germany", {"infantry": 6}, ("Karelia S.S.R.",)),), ("spring", 2), True,
    )  # fmt: skip


# --- the record -----------------------------------------------------------------------------------------------------------


def test_a_record_is_the_same_after_a_line() -> None:
    assert record_of(line_of(with_all())) == with_all()
    assert all(record_of(line_of(game)) == game for game in season(20))


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"winner": "Neutral"}, "no side"),
        ({"how": "luck"}, "it ends by"),
        ({"winner": ""}, "draw"),
        ({"bid": Bid("Neutral", 3)}, "a bid"),
        ({"seats": (Seat("USSR", ALLIES, "a"),)}, "1 sides"),
        ({"seats": (*with_all().seats, Seat("USSR", ALLIES, "b"))}, "held by two"),
        ({"ended": -5.0}, "before it begins"),
        ({"chance": 1.5}, "0 to 1"),
    ],
)
def test_a_record_that_cannot_be_is_refused(more: dict[str, object], said: str) -> None:
    with pytest.raises(RecordError, match=said):
        replace(with_all(), **more)  # type: ignore[arg-type]


@given(
    st.text(max_size=60)
    | st.sampled_from(['{"game":{}}', '{"game":[]}', '{"game":null}', '{"game":{"id":"x"}}', "[]", "7"])
)
def test_a_line_that_is_none_is_refused(line: str) -> None:
    with pytest.raises(RecordError):
        record_of(line)


# --- table and card -------------------------------------------------------------------------------------------------------


def test_a_table_ranks_those_of_whom_enough_is_known() -> None:
    games = [
        *season(60),
        finished(61, "x", "y", ALLIES),
        finished(62, "x", "p00", AXIS),
        unrated(finished(63, "y", "p00", AXIS), "late"),
    ]
    now, before = fit(rated_games(games), NOW), points(rated_games(games[:30]), 30 * DAY)
    rows = table(games, now, before)
    ranked = [row for row in rows if row.rank]
    assert [row.rank for row in ranked] == list(range(1, len(ranked) + 1))
    assert [row.points for row in ranked] == sorted((row.points for row in ranked), reverse=True)
    x, y = (next(row for row in rows if row.person == who) for who in "xy")
    assert (x.rank, x.won, x.lost, x.change, x.name) == (None, 1, 1, None, "X") and y.played == 1
    assert sum(row.won for row in rows) == sum(row.lost for row in rows) == 62
    assert rows[0].change == pytest.approx(now.people[rows[0].person].points - before[rows[0].person])


def test_a_card_tells_sides_opponents_luck_and_what_was_to_be_expected() -> None:
    games = [
        finished(1, "a", "b", ALLIES, luck={ALLIES: 10.0}, pace={"a": 5.0}, chance=0.25),
        finished(2, "b", "a", ALLIES, luck={AXIS: -4.0}, pace={"a": 9.0}, chance=0.5, how="forfeit", overruns={"a": 4}),
        finished(3, "a", "c", "", chance=0.75, rounds=11),
        finished(4, "c", "a", AXIS),
        finished(5, "d", "a", AXIS),
        finished(6, "b", "c", AXIS),
    ]
    mine = card(reversed(games), "a")
    assert (mine.all.won, mine.all.drawn, mine.all.lost) == (3, 1, 1) and mine.name == "A"
    assert (mine.sides[ALLIES].played, mine.sides[AXIS].played) == (2, 3)
    assert mine.opponents["b"].score == 1 and sorted(mine.opponents) == ["b", "c", "d"]
    assert (mine.all.told, mine.all.expected, mine.all.made) == (3, 0.25 + 0.5 + 0.75, 1.5)
    assert (mine.luck, mine.pace, mine.overruns, mine.forfeits, mine.run) == (3.0, 7.0, 4, 1, 2)
    assert mine.best == games[0] and mine.longest == games[2]
    assert card(games, "nobody").all.played == 0


def test_a_card_of_a_team_game() -> None:
    mine = card([with_all()], "a")
    assert (mine.all.lost, list(mine.mates), list(mine.opponents), mine.run) == (1, ["b"], ["c"], -1)


# --- openings and search --------------------------------------------------------------------------------------------------


def test_openings_with_how_often_how_well_and_at_which_bids() -> None:
    def opened(number: int, winner: str, bought: dict[str, int], *attacked: str) -> Finished:
        return finished(number, "a", "b", winner, 10 * number, openings=(Opening("Germany", bought, attacked),))

    games = [
        opened(1, AXIS, {"infantry": 3, "armor": 1}, "Ukraine", "Egypt"),
        opened(2, ALLIES, {"armor": 1, "infantry": 3}, "Egypt"),
        opened(3, AXIS, {}, "Egypt", "Ukraine"),
        finished(4, "a", "b", AXIS),
        replace(opened(5, AXIS, {"infantry": 9}), board="global1940"),
    ]
    first, second = openings(games, "classic", "Germany")
    assert (first.what, first.games, first.of, first.score, first.bid) == ("1 armor, 3 infantry", 2, 3, 0.5, -15.0)
    assert second.what == "nothing" and second.low < 1 == second.high
    assert [(one.what, one.games) for one in openings(games, "classic", "Germany", ATTACKED)] == [
        ("Egypt", 3),
        ("Ukraine", 2),
    ]
    assert openings(games, "classic", "Germany", ALL_ATTACKED)[0].what == "Egypt, Ukraine"
    assert openings(games, "classic", "Japan") == [] and wilson(0.5, 10**6)[0] > 0.498


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (Query(), ["g0004", "g", "g0002", "g0001"]),
        (Query(people=("a", "b")), ["g", "g0001"]),
        (Query(people=("a", "b"), apart=True), ["g0001"]),
        (Query(winner="b"), ["g0004"]),
        (Query(rules=("rw",)), ["g"]),
        (Query(how="draw"), ["g0002"]),
        (Query(shortest=7), ["g"]),
        (Query(longest=6, by="oldest"), ["g0001", "g0002", "g0004"]),
        (Query(upset=0.3), ["g0001"]),
        (Query(by="upset"), ["g0001", "g", "g0002", "g0004"]),
        (Query(event="spring"), ["g"]),
        (Query(rated=False), ["g0004"]),
        (Query(since=1.5 * DAY, until=3 * DAY), ["g", "g0002"]),
        (Query(format="classic-league"), ["g"]),
        (Query(board="global1940"), []),
    ],
)
def test_the_archive_is_searched(query: Query, found: list[str]) -> None:
    games = [
        finished(1, "a", "b", ALLIES, chance=0.2),
        finished(2, "a", "c", ""),
        replace(finished(3, "a", "b", ALLIES), public=False),
        unrated(finished(4, "b", "c", ALLIES), "late"),
        replace(with_all(), ended=2.5 * DAY),
    ]
    assert [game.id for game in search(games, query)] == found


@pytest.mark.parametrize(
    ("text", "at"), [("1970", 0.0), ("1970-02", 31 * DAY), ("1970-1-3", 2 * DAY), (" 2026-11-02 ", 1793577600.0)]
)
def test_a_date_is_the_beginning_of_a_day_a_month_or_a_year(text: str, at: float) -> None:
    assert day(text) == at


@pytest.mark.parametrize("text", ["yesterday", "2026-13", "2026-02-30", "0000", "02.11.2026", ""])
def test_what_is_no_date_is_refused_with_what_is_one(text: str) -> None:
    with pytest.raises(ValueError, match="a day such as 2026-11-02"):
        day(text)


def test_an_order_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="newest, oldest"):
        search([], Query(by="best"))


# --- the export -----------------------------------------------------------------------------------------------------------


def export_of(games: list[Finished], prior: Prior | None = None) -> list[str]:
    now = fit(rated_games(games), NOW, prior)
    return list(exported(games, now, table(games, now), "classic"))


def checked(lines: list[str], tmp_path: Path) -> tuple[int, str]:
    file = tmp_path / "league.jsonl"
    file.write_text("\n".join(lines) + "\n", "utf-8")
    done = subprocess.run([sys.executable, "-I", str(CHECK), str(file)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def everything() -> list[Finished]:
    """A season with draws, teams, unrated games and several grounds."""
    games = season(120)
    games[3] = replace(games[3], winner="", how="draw")
    games[5] = unrated(games[5], "edited")
    games[7] = replace(games[7], options={"low_luck": True})
    games[9] = replace(games[9], public=False, pace={"p01": 3.0}, luck={AXIS: 4.0})
    return [
        *games,
        replace(with_all(), ended=125 * DAY),
        replace(with_all(), id="h", seats=(*with_all().seats, Seat("Japan", AXIS, "b"))),
    ]


@pytest.mark.parametrize("prior", [Prior(), Prior(drift=0.0), Prior(drift=200.0)])
def test_a_script_that_knows_nothing_of_us_comes_to_the_same_table(tmp_path: Path, prior: Prior) -> None:
    code, said = checked(export_of(everything(), prior), tmp_path)
    assert (code, "holds: 122 games" in said) == (0, True), said


def test_the_script_notices_what_was_changed(tmp_path: Path) -> None:
    lines = export_of(season(60))
    for old, new, said in (
        ('"winner":"Axis"', '"winner":"Allies"', "points, reckoned"),
        ('"won":', '"won":1', "is not what the games say"),
        ('"give":', '"give":1', "±"),
    ):
        at = next(i for i, line in enumerate(lines) if old in line)
        code, told = checked([*lines[:at], lines[at].replace(old, new), *lines[at + 1 :]], tmp_path)
        assert code == 1 and said in told, told


def test_an_export_is_read_again_and_gives_the_same_to_the_last_digit() -> None:
    games = everything()
    head, back, rows = imported(export_of(games))
    assert head["at"] == NOW and Prior(**head["prior"]) == Prior()
    again = fit(rated_games(back), head["at"], Prior(**head["prior"]))
    assert again.people == fit(rated_games(games), NOW).people
    assert [row["points"] for row in rows] == [row.points for row in table(back, again)]


def test_what_players_keep_for_themselves_is_not_in_it() -> None:
    line = next(line for line in export_of(everything()) if '"id":"g0010"' in line)
    game = json.loads(line)["game"]
    assert (game["luck"], game["pace"], game["openings"], game["log"]) == ({}, {}, [], "")


def test_what_is_no_export_is_refused() -> None:
    for lines in (["{"], ["7"], ['{"league":99}']):
        with pytest.raises(RecordError):
            imported(lines)
