"""The command line: games between computer players, their ratings, their reasons."""

from __future__ import annotations

import argparse
import itertools
from pathlib import Path

from rules.dice.prng import Prng
from rules.model.board import BOARDS
from rules.play.game import Game, Outcome
from seats.levels import KNOWN
from seats.measure import even
from seats.measure.arena import STUCK, play
from seats.measure.league import HEAD, LEAGUE, Match, Result, as_played, league, written
from seats.measure.rating import SIDES
from seats.measure.review import COURSES, Course, review, table
from seats.measure.roster import RANDOM, player, weighed
from seats.measure.sanity import Sanity, watch

PLAYERS = (*KNOWN, RANDOM)


def main(argv: list[str]) -> int:
    """Run a tool; 1 if it found something wrong."""
    parser = argparse.ArgumentParser(prog="python -m seats", description=__doc__)
    tools = parser.add_subparsers(required=True)
    for name, run in TOOLS.items():
        tool = tools.add_parser(name, help=run.__doc__)
        tool.set_defaults(run=run)
        _arguments(name, tool)
    args = parser.parse_args(argv)
    return int(args.run(args))


def _arguments(name: str, tool: argparse.ArgumentParser) -> None:
    if name in LOGS:
        tool.add_argument("--log", type=Path, default=Path(LOGS[name]), help="where it is kept what was played")
        tool.add_argument("--minutes", type=float, default=0, help="begin nothing after so many (no limit)")
    if name == "league":
        tool.add_argument("--board", choices=sorted({m.board for m in LEAGUE}), help="only matches on this one")
        tool.add_argument("--page", type=Path, default=Path("docs/league.md"), help="where their table stands")
        return
    tool.add_argument("--rounds", type=int, default=10)
    tool.add_argument("--seed", type=int, default=1)
    tool.add_argument("--board", choices=BOARDS, default="" if name == "review" else BOARDS[0])
    tool.add_argument("--rules", default="", help="house rules with commas")
    tool.add_argument(
        "--a", type=_player, default="officer", help=f"{', '.join(PLAYERS)}; officer:fear=0.2; officer@COMMIT"
    )
    tool.add_argument("--b", type=_player, default="" if name == "review" else "greedy", help="the other player")
    tool.add_argument("--games", type=int, default=4, help="pairs, or games")


def _player(name: str) -> str:
    """The name of a player, looked at. Raises ArgumentTypeError."""
    try:
        if name not in ("", RANDOM):
            weighed(name.partition("@")[0])
    except (KeyError, ValueError) as wrong:
        raise argparse.ArgumentTypeError(f"no player {name}: {wrong}") from wrong
    return name


def _rules(args: argparse.Namespace) -> tuple[str, ...]:
    return tuple(r for r in args.rules.split(",") if r)


def run_arena(args: argparse.Namespace) -> int:
    """mirrored pairs of two players"""
    match = Match(args.board, args.a, args.b, args.rounds, args.games, _rules(args))
    result = Result(match)
    for result in league([match], args.seed):
        for last in result.pairs[-1:]:
            print(f"seed {last.seed}: {last.difference:+.2f}", flush=True)
    print(HEAD, result.row(), sep="\n")
    return 0


def run_even(args: argparse.Namespace) -> int:
    """games with even dice and the luck of battles taken off: what one player gains against another as each side"""
    print(even.HEAD)
    for found in even.gains(args.board, args.a, args.b, args.rounds, args.games, args.seed, _rules(args)):
        print(found.row(), flush=True)
    return 0


def run_league(args: argparse.Namespace) -> int:
    """all matches of the league, with the seeds of the verdict, and their table in the page; goes on where it was stopped"""
    print(HEAD)
    matches = [m for m in LEAGUE if args.board in (None, m.board)]
    for _, results in itertools.groupby(league(matches, log=args.log, minutes=args.minutes), lambda r: r.match):
        *_, result = results
        print(result.row(), flush=True)
    if args.page.exists():
        args.page.write_text(written(args.page.read_text("utf-8"), as_played(args.log)), "utf-8")
    return 0


def run_review(args: argparse.Namespace) -> int:
    """what a strong player counts: what is left to the enemy, battles begun and fought on; goes on where it was stopped"""
    courses = [Course(args.board, args.rounds, args.games, args.a, args.b)] if args.board else COURSES
    found = []
    for course, line in review(courses, args.seed, args.log, args.minutes):
        found.append((course, line))
        print(f"{course}, seed {line.seed}: {line.seconds:.0f} seconds of a core", flush=True)
    print(table(found))
    return 0


def run_play(args: argparse.Namespace) -> int:
    """one game, with all orders and reasons"""
    dice = Prng(args.seed * 7919)
    game = Game.new(args.board, _rules(args), dice=dice)
    who = {"Axis": player(args.a, args.seed), "Allies": player(args.b, args.seed + 1)}
    seen, stuck = None, 0
    while not game.state.winner and game.state.turn.round <= args.rounds and stuck < STUCK:
        turn, by = game.state.turn, game.to_act
        if (turn.round, turn.power) != seen:
            seen = (turn.round, turn.power)
            print(f"--- round {turn.round}: {turn.power}, {game.view.money(turn.power)} IPC")
        wish = who[game.view.side(by)].next(game)
        accepted = isinstance(game.submit(wish.text, dice, wish.by), Outcome)
        stuck = 0 if accepted else stuck + 1
        if wish.text != "done":
            print(f"  {turn.phase:14} {by:14} {'' if accepted else 'REFUSED '}{wish.text}  {getattr(wish, 'why', '')}")
    for one in who.values():
        print("\n".join(getattr(one, "findings", ())))
    print(game.state.winner or "nobody has won")
    return 0


def run_same(args: argparse.Namespace) -> int:
    """whether two players give the same orders: each plays whole games against itself"""
    differ = 0
    for seed in range(args.seed, args.seed + args.games):
        ends = [
            play(args.board, seed, dict.fromkeys(SIDES, name), args.rounds, _rules(args)).game
            for name in (args.a, args.b)
        ]
        same = len({game.hash for game in ends if game}) == 1
        differ += not same
        print(f"seed {seed}: {'the same' if same else 'other orders'}", flush=True)
    return int(differ > 0)


def run_sanity(args: argparse.Namespace) -> int:
    """figures that tell whether a player behaves sensibly"""
    found = Sanity()
    for n in range(args.games):
        watch(args.board, args.seed + n, args.rounds, args.a, _rules(args), found)
    print("\n".join(found.cases))
    print(", ".join(f"{what} {n}" for what, n in found.counts.items()))
    return 0


TOOLS = {
    "arena": run_arena,
    "even": run_even,
    "league": run_league,
    "play": run_play,
    "review": run_review,
    "same": run_same,
    "sanity": run_sanity,
}
LOGS = {"league": "docs/league.jsonl", "review": "docs/league-review.jsonl"}
