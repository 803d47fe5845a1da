"""Example charts, for the docs, the tests and the benchmark (render/examples.py)."""

from __future__ import annotations

from collections.abc import Callable

from render import analysis_examples, charts
from render.input.scene import Picture

_ROUNDS = ("1", "2", "3", "4", "5", "6", "7", "8")
_INCOME = {
    "Germany": (30, 43, 48, 52, 55, 53, 49, 44),
    "Soviet Union": (37, 34, 30, 28, 27, 29, 33, 36),
    "Japan": (26, 33, 41, 48, 55, 57, 54, 51),
    "United States": (52, 52, 52, 65, 70, 72, 73, 75),
    "China": (12, 11, 9, 8, 7, 6, 7, 9),
    "United Kingdom": (45, 44, 41, 37, 33, 32, 34, 37),
    "Italy": (10, 14, 19, 18, 15, 10, 6, 3),
    "ANZAC": (10, 15, 15, 15, 12, 13, 14, 16),
    "France": (19, 0, 0, 0, 0, 0, 0, 8),
}


def income() -> Picture:
    """Income of nine powers over eight rounds."""
    lines = tuple(charts.Line(power, tuple(map(float, values))) for power, values in _INCOME.items())
    return charts.rounds_picture(charts.income_chart(_ROUNDS, lines))


def army() -> Picture:
    """Army value of two sides and three of their powers."""
    lines = (
        charts.Line("Germany", (312, 330, 351, 360, 348, 331, 305, 280)),
        charts.Line("Japan", (402, 398, 410, 431, 446, 440, 421, 396)),
        charts.Line("United States", (180, 241, 303, 371, 440, 503, 560, 611)),
        charts.Line("Axis", (800, 812, 840, 861, 858, 826, 770, 711), total=True),
        charts.Line("Allies", (905, 930, 938, 955, 990, 1040, 1102, 1163), total=True),
    )
    return charts.rounds_picture(charts.army_chart(_ROUNDS, lines))


def luck() -> Picture:
    """Luck of six powers, one beyond the axis."""
    rows = (
        charts.LuckRow("Germany", "Germany", 214, 83, 74.3, 6.6, 24),
        charts.LuckRow("Soviet Union", "Soviet Union", 180, 49, 58.1, 6.1, -31),
        charts.LuckRow("Japan", "Japan", 120, 40, 40.2, 5.0, 0),
        charts.LuckRow("United Kingdom", "United Kingdom", 30, 19, 10.0, 2.5, 12),
        charts.LuckRow("Italy", "Italy", 22, 9, 7.0, 2.2, 4),
        charts.LuckRow("ANZAC", "ANZAC", 3, 0, 1.0, 0.8, -9),
    )
    return charts.luck_picture(charts.LuckChart(rows))


def trail() -> Picture:
    """Luck of three powers as the dice fell."""

    def points(step: int, lean: int) -> tuple[tuple[int, float], ...]:
        above, found = 0.0, []
        for i in range(1, 30):
            above += ((i * i * lean) % 11 - 4.7) / 3
            found.append((i * step, above))
        return tuple(found)

    trails = (
        charts.LuckTrail("Germany", points(7, 3)),
        charts.LuckTrail("Soviet Union", tuple((n, -v) for n, v in points(6, 5))),
        charts.LuckTrail("Japan", points(4, 2)),
    )
    return charts.trail_picture(charts.TrailChart(trails))


def odds() -> Picture:
    """The odds of a battle with its likeliest results."""
    outcomes = (
        charts.Outcome("attacker", 0.18, (("tank", 3), ("fighter", 2), ("tactical bomber", 1))),
        charts.Outcome(
            "attacker",
            0.16,
            (("infantry", 1), ("tank", 3), ("fighter", 2), ("tactical bomber", 1), ("strategic bomber", 1)),
        ),
        charts.Outcome("attacker", 0.12, (("tank", 2), ("fighter", 2))),
        charts.Outcome("attacker", 0.25, label="other results"),
        charts.Outcome("nobody", 0.03),
        charts.Outcome("defender", 0.11, (("fighter", 1),)),
        charts.Outcome("defender", 0.08, (("tank", 1), ("fighter", 1))),
        charts.Outcome("defender", 0.07, label="other results"),
    )
    notes = ("Expected losses: Germany 21 IPC, Soviet Union 27 IPC. Swing +6 IPC, give or take 12.",)
    return charts.odds_picture(
        charts.OddsChart("Ukraine", "Germany", "Soviet Union", 0.71, 0.03, 0.26, outcomes, notes)
    )


_PEOPLE = ("Anna", "Bertram", "Caesar", "Dora", "Emil", "Friedrich Wilhelm", "Gustav", "Heinrich")


def league_table() -> Picture:
    """A league's table: eight ranked, one of them new, and two with too few games."""
    points = (1742, 1688, 1651, 1590, 1533, 1497, 1420, 1355)
    results = ((31, 2, 9), (22, 0, 11), (40, 3, 22), (9, 0, 5), (18, 1, 17), (7, 0, 8), (11, 2, 25), (3, 0, 14))
    change = (12.0, -8.0, 0.0, 61.0, 3.0, None, -17.0, -4.0)
    rows = [
        charts.TableRow(
            str(i + 1), name, points[i], 230 / (sum(results[i]) ** 0.5) + 40, results[i], change[i], name == "Dora"
        )
        for i, name in enumerate(_PEOPLE)
    ]
    more = [charts.TableRow("", "Ida", 1561, 310, (1, 0, 0)), charts.TableRow("", "Julius", 1440, 305, (0, 0, 1))]
    return charts.table_picture(charts.TableChart("Classic, forum league", (*rows, *more)))


def rating_history() -> Picture:
    """Ratings of six people over two years."""
    dates = tuple(
        (float(i * 3), name) for i, name in enumerate(("Jan 25", "Apr", "Jul", "Oct", "Jan 26", "Apr", "Jul", "Oct"))
    )
    trails = tuple(
        charts.RatingTrail(
            name, tuple((x, 1500 + (x - i) * (14 - 5 * i) + (x * x * (i + 3)) % 23, 60.0) for x in range(2 * i, 23))
        )
        for i, name in enumerate(_PEOPLE[:6])
    )
    return charts.history_picture(charts.HistoryChart("Ratings", trails, dates, "Global 1940, forum league"))


def rating_of_one() -> Picture:
    """One person's rating with its uncertainty."""
    points = tuple((float(x), 1500 + 9.0 * x + (x * x * 7) % 31, 330 / (1 + x / 3) + 40) for x in range(24))
    dates = tuple((float(i * 6), name) for i, name in enumerate(("Jan 25", "Jul", "Jan 26", "Jul")))
    return charts.history_picture(charts.HistoryChart("Anna", (charts.RatingTrail("Anna", points),), dates))


def bracket() -> Picture:
    """A play-off of eight after its second round."""
    order = (0, 7, 3, 4, 1, 6, 2, 5)
    first = tuple(
        charts.BracketMatch(
            f"W1.{i + 1}", _PEOPLE[order[2 * i]], _PEOPLE[order[2 * i + 1]], (0, 1, 0, 0)[i],
            (str(order[2 * i] + 1), str(order[2 * i + 1] + 1)),
        )
        for i in range(4)
    )  # fmt: skip
    second = (
        charts.BracketMatch("W2.1", "Anna", "Emil", 0, ("1", "5"), ("W1.1", "W1.2")),
        charts.BracketMatch("W2.2", "Bertram", "Caesar", None, ("2", "3"), ("W1.3", "W1.4")),
    )
    last = (charts.BracketMatch("W3.1", "Anna", "", None, ("1", ""), ("W2.1", "W2.2")),)
    panel = charts.Panel((("Quarter-finals", first), ("Semi-finals", second), ("Final", last)))
    return charts.bracket_picture(charts.BracketChart("Play-off 2026", (panel,), "Classic, forum league"))


def standings() -> Picture:
    """A Swiss after three of its five rounds; the first two go on."""
    points, results = (
        (3, 2.5, 2, 2, 1.5, 1, 0.5, 0),
        ((3, 0, 0), (2, 1, 0), (2, 0, 1), (2, 0, 1), (0, 1, 1), (1, 0, 2), (0, 1, 2), (0, 0, 3)),
    )
    ranks, ties = (1, 2, 3, 3, 5, 6, 7, 8), ((0, 5.5), (0, 6), (0, 4.5), (0, 4.5), (0, 4), (0, 5), (0, 3.5), (0, 4))
    rows = tuple(
        charts.StandingRow(
            ranks[i], name, points[i], results[i], ties[i], "withdrawn" if i == 6 else "", i < 2, int(i == 4)
        )
        for i, name in enumerate(_PEOPLE)
    )
    chart = charts.StandingsChart(
        "Spring tournament", rows, ("head to head", "buchholz"), "Swiss system", "Round 3 of 5"
    )
    return charts.standings_picture(chart)


def double_bracket() -> Picture:
    """A double elimination of four that is over."""
    match = charts.BracketMatch
    upper = charts.Panel(
        (
            ("Round 1", (match("W1.1", "Anna", "Dora", 0), match("W1.2", "Bertram", "Caesar", 1))),
            ("Round 2", (match("W2.1", "Anna", "Caesar", 1, sources=("W1.1", "W1.2")),)),
        ),
        "Nobody has lost",
    )
    lower = charts.Panel(
        (
            ("Round 1", (match("L1.1", "Dora", "Bertram", 1),)),
            ("Round 2", (match("L2.1", "Anna", "Bertram", 0, sources=("L1.1",)),)),
        ),
        "Lost once",
    )
    final = charts.Panel(
        (
            ("Final", (match("F1", "Caesar", "Anna", 1),)),
            ("Second final", (match("F2", "Caesar", "Anna", 1, sources=("F1",)),)),
        ),
        "Finals",
    )
    return charts.bracket_picture(
        charts.BracketChart("Beginners' cup", (upper, lower, final), "Double elimination", "Anna")
    )


def player_card() -> Picture:
    """A player's card."""
    row = charts.ResultRow
    groups = (
        ("All games", (row("Classic, forum league", 31, 2, 9, 0.68), row("Global 1940, forum league", 4, 0, 6, 0.47))),
        ("By side", (row("Allies", 14, 1, 7, 0.61), row("Axis", 21, 1, 8, 0.66))),
        ("By opponent", (row("Bertram", 5, 0, 6, 0.52), row("Friedrich Wilhelm", 8, 1, 0, 0.8), row("Ida", 1, 0, 0))),
    )
    figures = (
        ("Rating", "1742 ± 62"),
        ("Luck", "+4 IPC a game"),
        ("A turn takes", "19 hours"),
        ("Turns over time", "2"),
    )
    notes = ("Best win: against Bertram, with 22 % to be expected, on 3 May 2026.", "Five games won in a row.")
    return charts.player_picture(
        charts.PlayerChart("Anna", "42 rated games since March 2024", "1st", groups, figures, notes)
    )


CHARTS: dict[str, Callable[[], Picture]] = {
    "chart-income": income,
    "chart-army": army,
    "chart-luck": luck,
    "chart-luck-trail": trail,
    **analysis_examples.CHARTS,
    "chart-odds": odds,
    "league-table": league_table,
    "league-history": rating_history,
    "league-history-one": rating_of_one,
    "league-bracket": bracket,
    "league-double": double_bracket,
    "league-standings": standings,
    "league-player": player_card,
}
