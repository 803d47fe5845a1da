"""What is run at full size: each plan has a name, a size, and the work of one number of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rules.dice.prng import Prng
from rules.model.board import BOARDS
from rules.soak import Player, Report, play, play_on
from tests.rules import random_battles, random_raids
from tests.soak import computers, hostile, sheets, tables
from tests.soak import late as positions


@dataclass
class Result:
    """What a piece of work saw: how much was done (orders, messages, kills ...), what went wrong, and the longest that was
    waited for another process to take over (seconds)."""

    done: int = 0
    wrong: list[str] = field(default_factory=list)
    longest: float = 0.0

    def add(self, other: Result) -> None:
        """Both together."""
        self.done += other.done
        self.wrong += other.wrong
        self.longest = max(self.longest, other.longest)


@dataclass(frozen=True)
class Plan:
    """A promise: `size` numbers from 0, each done by `one` on its own; `piece` of them are given to a process at once.

    unit: what a number is. counts: what `Result.done` counts.
    """

    name: str
    size: int
    about: str
    one: Callable[[int], Result]
    unit: str = "games"
    counts: str = "orders"
    piece: int = 1


def game(
    board: str, rules: Sequence[str], seed: int, rounds: int, options: Mapping[str, object] | None = None
) -> Result:
    """One random game, checked after every order."""
    report = Report()
    play(board, seed, report, rules, options, rounds=rounds)
    return Result(report.orders, [f"{board} + {','.join(rules) or 'nothing'}: {v}" for v in report.violations])


_ALL = ("rw", "bx", "x2", "x4", "y43", "bm")
WITH = ("rw", "x2", "x4")  # what goes with the boards of the whole world with one kind of complex
WORLD = {"anniversary": "Anniversary (both set-ups)", "edition1942": "1942, second edition", "revised": "Revised"}
WORLD_SETUPS: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("anniversary", {}), ("anniversary", {"scenario": 1942}), ("edition1942", {}), ("revised", {}),
)  # fmt: skip
RARE = 55  # of a hundred orders of a late game


def late(board: str, rules: Sequence[str], number: int) -> Result:
    """A random game that begins in a late round and goes on to its end, some to that of the next; with many rare orders."""
    start, report = positions.game(board, rules, number), Report()
    prng = Prng(number)
    play_on(start, number, report, start.state.turn.round + (number % 4 == 3), Player(prng, RARE), prng)
    return Result(report.orders, [f"{board} + {','.join(rules) or 'nothing'}: {v}" for v in report.violations])


def late_of(board: str, documents: tuple[str, ...]) -> Callable[[int], Result]:
    """Late games of a board: documents whole, and every other time a random choice among their rules."""

    def one(number: int) -> Result:
        every = tables.mixture(board, documents, 7 * number)  # as many as go together
        return late(board, tables.mixture(board, documents, number) if number % 2 else every, number)

    return one


def _late_any(number: int) -> Result:
    board = BOARDS[number % len(BOARDS)]
    return late(board, tables.mixture(board, _ALL, number), number)


def whole(board: str, rules: tuple[str, ...], rounds: int) -> Callable[[int], Result]:
    """Games of one setting; the number is the seed."""
    return lambda number: game(board, rules, number, rounds)


def mixed(board: str, documents: tuple[str, ...], rounds: int) -> Callable[[int], Result]:
    """Games of a board with a random choice among documents, another for each number."""
    return lambda number: game(board, tables.mixture(board, documents, number), number, rounds)


def varied(board: str, documents: tuple[str, ...], rounds: int) -> Callable[[int], Result]:
    """Games of a board, every other one with a random choice among documents, all with some options the other way round."""

    def one(number: int) -> Result:
        rules = tables.mixture(board, documents, number) if number % 2 else ()
        return game(board, rules, number, rounds, positions.options(board, rules, Prng(number)))

    return one


def _subset(number: int) -> Result:
    return game("classic", tables.subsets()[number], number, 2)


def _balance(number: int) -> Result:
    """Balance Mod 4 whole, some of its parts, or some beside parts of other documents; every third moves before it buys."""
    board, among = "global1940", ("bm",) if number % 2 else ("bm", *_ALL[1:4])
    rules = tables.mixture(board, among, number) if number % 4 else ("bm",)
    mine = any(rule.split(".")[0] == "bm" for rule in rules)
    return game(board, rules, number, 8, {"bm.combat_move_first": True} if mine and number % 3 == 0 else {})


def _path_to_victory(number: int) -> Result:
    """Path to Victory with the mod whole, without it, with some of its parts or Rules of Warfare; some options turned."""
    board = "path_to_victory"
    rules = tables.mixture(board, ("bm", "rw"), number) if number % 2 else ("bm",) if number % 4 else ()
    return game(board, rules, number, 8, positions.options(board, rules, Prng(number)) if number % 3 == 0 else {})


def _any(number: int) -> Result:
    board = BOARDS[number % len(BOARDS)]
    return game(board, tables.mixture(board, _ALL, number), number, 8)


def _computers(number: int) -> Result:
    return Result(*computers.game(number))


def _computers_world(number: int) -> Result:
    """The printed boards of the whole world with one kind of complex, both set-ups of one of them: each in turn."""
    board, options = WORLD_SETUPS[number % len(WORLD_SETUPS)]
    return Result(*computers.on(board, (), computers.LEVELS[number % 3 // 2], number, options=options))


def _odds(number: int) -> Result:
    """A hundred random battles of one table and ten raids: their exact odds against ten fights, or forty flights, with
    the engine's dice."""
    every = list(tables.tables())
    board, rules = every[number % len(every)]
    try:
        raids = random_raids.check(board, rules, 10, 40, 9000 + number)
        return Result(raids + random_battles.check(board, rules, 100, 10, 9000 + number))
    except AssertionError as error:
        return Result(100, [f"{board} + {','.join(rules) or 'nothing'}: {error}"])


def _messages(number: int) -> Result:
    """Every message that a random game gives rise to, held against Discord's description and limits."""
    from tests.composed.__main__ import game as walk  # the whole bot, which no other plan needs

    found = walk(number)
    return Result(found.composed, found.wrong)


def _forged(number: int) -> Result:
    """Forged buttons, menus, forms and commands in positions of one game."""
    from tests.composed import __main__ as composed  # the whole bot, which no other plan needs

    return Result(composed.FORGED, composed.forged(number).wrong)


def _tampered(number: int) -> Result:
    return Result(hostile.LOGS, hostile.tampered(number))


def _strings(number: int) -> Result:
    return Result(hostile.STRINGS, hostile.strings(number))


def _own(number: int) -> Result:
    """A game with a sheet of own rules that chance wrote."""
    board, report = BOARDS[number % len(BOARDS)], Report()
    text = sheets.sheet(board, Prng(number))
    play(board, number, report, (), {"own_rules": text}, rounds=4)
    return Result(report.orders, [f"{board} with {text!r}: {v}" for v in report.violations])


def _sheets(number: int) -> Result:
    return Result(hostile.STRINGS, sheets.hostile(number, hostile.STRINGS))


def _kills(number: int) -> Result:
    # Only here, as it needs all that the bot needs.
    from tests.soak import kills

    seen = kills.run(number)
    return Result(seen.kills, list(seen.wrong), seen.longest)


def _many(number: int) -> Result:
    from tests.soak import kills

    return Result(*kills.many(number))


def _races(number: int) -> Result:
    from tests.soak import races  # the whole bot, which no other plan needs

    return Result(*races.run(number))


def _growth(number: int) -> Result:
    from tests.soak import growth

    return Result(*growth.run(number))


def _points(number: int) -> Result:
    from tests.soak import kills

    return Result(*kills.ended_at(number))


def _cuts(number: int) -> Result:
    from tests.soak import kills

    return Result(*kills.cuts(number))


def _season(number: int) -> Result:
    from tests.soak import season  # the whole bot, which no other plan needs

    return Result(*season.run(number))


PLANS: tuple[Plan, ...] = (
    Plan("classic", 10_000, "Classic, 6 rounds", whole("classic", (), 6), piece=10),
    Plan("rw-subsets", 2_048, "Classic, each mixture of Rules of Warfare, 2 rounds", _subset, piece=8),
    Plan("rw", 500, "Classic with Rules of Warfare, 8 rounds", whole("classic", ("rw",), 8), piece=2),
    Plan(
        "classic-expansions",
        300,
        "Classic, mixtures of Rules of Warfare and Expansions II and IV, 8 rounds",
        mixed("classic", ("rw", "x2", "x4"), 8),
    ),
    Plan("global1940", 1_000, "Global 1940, 8 rounds", whole("global1940", (), 8)),
    Plan(
        "europe1940",
        200,
        "Europe 1940, mixtures of Expansions II and IV, 8 rounds",
        mixed("europe1940", _ALL[2:4], 8),
    ),
    Plan(
        "pacific1940",
        200,
        "Pacific 1940, mixtures of Expansions II and IV, 8 rounds",
        mixed("pacific1940", _ALL[2:4], 8),
    ),
    Plan("global1942", 200, "Global 1942, mixtures of Basic, II and IV, 8 rounds", mixed("global1942", _ALL[1:4], 8)),
    Plan(
        "oztea1941",
        200,
        "Global 1941 (Oztea), mixtures of Basic, II and IV, 8 rounds",
        mixed("oztea1941", _ALL[1:4], 8),
    ),
    *(
        Plan(board, 500, f"{title}, alone and with mixtures of rw, x2 and x4, options, 8 rounds", one)
        for board, title in WORLD.items()
        for one in (varied(board, WITH, 8),)
    ),
    Plan("bx", 500, "Global 1940 with the Basic Expansion, mixtures, 8 rounds", mixed("global1940", ("bx",), 8)),
    Plan("x2", 500, "Global 1940 with Expansion II, mixtures, 8 rounds", mixed("global1940", ("x2",), 8)),
    Plan("x4", 500, "Global 1940 with IV, II and Basic, mixtures, 10 rounds", mixed("global1940", _ALL[1:4], 10)),
    Plan("balance", 500, "Global 1940 with Balance Mod 4, alone and in mixtures with the others, 8 rounds", _balance),
    Plan(
        "path-to-victory",
        200,
        "Path to Victory with Balance Mod 4, mixtures of it and rw, options, 8 rounds",
        _path_to_victory,
    ),
    Plan("y43", 500, "Axis and Allies 1943, mixtures of its rules, 8 rounds", mixed("europe1943", ("y43",), 8)),
    Plan("mixtures", 500, "All boards in turn, mixtures of all documents, 8 rounds", _any),
    Plan("late-rw", 60, "Classic with Rules of Warfare from rounds 5 to 12 on", late_of("classic", ("rw",))),
    Plan("late-bx", 80, "Global 1940 with the Basic Expansion, late", late_of("global1940", ("bx",))),
    Plan("late-x2", 80, "Global 1940 with Expansion II, late", late_of("global1940", ("x2",))),
    Plan("late-x4", 120, "Global 1940 with IV, II and Basic, late", late_of("global1940", _ALL[1:4])),
    Plan("late-y43", 100, "Axis and Allies 1943, late", late_of("europe1943", ("y43",))),
    *(
        Plan(f"late-{board}", 100, f"{title} with rw, x2 and x4, late", late_of(board, WITH))
        for board, title in WORLD.items()
    ),
    Plan("late-bm", 100, "Global 1940 with Balance Mod 4, late", late_of("global1940", ("bm",))),
    Plan("late-path-to-victory", 100, "Path to Victory with rw, late", late_of("path_to_victory", ("rw",))),
    Plan("late-europe1940", 40, "Europe 1940 with Expansions II and IV, late", late_of("europe1940", _ALL[2:4])),
    Plan("late-pacific1940", 40, "Pacific 1940 with Expansions II and IV, late", late_of("pacific1940", _ALL[2:4])),
    Plan("late-global1942", 40, "Global 1942 with Basic, II and IV, late", late_of("global1942", _ALL[1:4])),
    Plan("late-oztea1941", 40, "Global 1941 (Oztea) with Basic, II and IV, late", late_of("oztea1941", _ALL[1:4])),
    Plan("late-mixtures", 60, "All boards in turn, mixtures of all documents, late", _late_any),
    Plan("own", 500, "All boards in turn, each game with a random sheet of own rules, 4 rounds", _own),
    Plan("sheets", 2_000, "spoilt sheets of own rules: a game, or a sentence", _sheets, "portions", "texts"),
    Plan("computers", 200, "computer players, every table in turn, to victory or round 15", _computers),
    Plan(
        "computers-world",
        40,
        "computer players on Anniversary (both set-ups), 1942 and Revised, to victory or round 15",
        _computers_world,
    ),
    Plan("odds", 100, "exact odds against the engine's own battles, every table in turn", _odds, "portions", "battles"),
    Plan(
        "messages",
        90,
        "messages of random games on every table in turn, as Discord would take them",
        _messages,
        "games",
        "messages",
    ),
    Plan("dice-logs", 1_000, "dice logs changed in one place: noticed", _tampered, "portions", "logs", piece=5),
    Plan("strings", 2_000, "hostile order texts in positions of every table", _strings, "portions", "texts", piece=2),
    Plan("forged", 500, "forged interactions in positions of every table", _forged, "portions", "interactions"),
    Plan("at-once", 20, "fifty games at once, on either database in turn", _many, "runs", "games"),
    Plan("races", 100, "orders beside all that is pressed meanwhile, 1,000 a game, on either database in turn", _races),
    Plan("growth", 2, "memory over 5,000 rounds of buy, undo, looks at log and panel", _growth, "games", "rounds"),
    Plan("points", 240, "an end at each write and each message of a course of orders", _points, "courses", "ends"),
    Plan("cuts", 50, "connections to PostgreSQL cut while people play, the lock's own too", _cuts, "games", "cuts"),
    Plan(
        "season",
        10,
        "a league of forty through the bot, on either database in turn, killed a hundred times each: challenges, a Swiss of "
        "five rounds, a season that ends during a game, a play-off; tables reckoned anew from what is exported",
        _season,
        "seasons",
        "games",
    ),
    Plan("kills", 100, "kills on both databases, of one to three processes, at every stage", _kills, "runs", "kills"),
)
