"""The command line: games of computer players to learn from, and the same figures as at the table."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from time import process_time

from analysis import adjudication, chance, fit, gamefile, report, samples
from analysis.playout import StillOpen, play_out
from rules.core.act import Act
from rules.dice.practice import PracticeDice
from rules.dice.prng import Prng
from rules.model.board import BOARDS
from rules.play.game import Entry, Game, NoDice
from seats import KNOWN
from seats.position.standing import powers_of, sides


def main(argv: list[str]) -> int:
    """Run a tool; 1 if it found something wrong."""
    parser = argparse.ArgumentParser(prog="python -m analysis", description=__doc__)
    tools = parser.add_subparsers(required=True)
    _play_arguments(tools.add_parser("play", help=run_play.__doc__))
    _adjudicate_arguments(tools.add_parser("adjudicate", help=run_adjudicate.__doc__))
    learn = tools.add_parser("fit", help=run_fit.__doc__)
    learn.set_defaults(run=run_fit)
    learn.add_argument("folder", type=Path, help="game files, as `play` makes them")
    learn.add_argument("--prior", type=Path, help="models that the games are added to, as a file of this tool's")
    learn.add_argument("--out", type=Path, default=Path("analysis/data/chance.json"))
    tell = tools.add_parser("course", help=run_course.__doc__)
    tell.set_defaults(run=run_course)
    tell.add_argument("files", type=Path, nargs="+", help="game files as /export writes them")
    tools.add_parser("table", help=run_table.__doc__).set_defaults(run=run_table)
    args = parser.parse_args(argv)
    return int(args.run(args))


def _play_arguments(tool: argparse.ArgumentParser) -> None:
    tool.set_defaults(run=run_play)
    tool.add_argument("--board", choices=BOARDS, default=BOARDS[0])
    tool.add_argument("--rules", default="", help="house rules with commas")
    tool.add_argument("--level", choices=[*KNOWN], default="recruit")
    tool.add_argument("--rounds", type=int, default=20, help="played, if nobody wins before")
    tool.add_argument("--seed", type=int, default=1, help="of the first game")
    tool.add_argument("--games", type=int, default=10)
    tool.add_argument(
        "--decided", type=float, default=0.88, help="share of all worth from which on a game is not played on"
    )
    tool.add_argument("--gift", type=int, default=0, help="IPC at most that a side has more at the start, by chance")
    tool.add_argument("--side", default="", help="the side that has it; by chance if left out")
    tool.add_argument("--out", type=Path, required=True, help="a folder for the games' files")


def _adjudicate_arguments(tool: argparse.ArgumentParser) -> None:
    tool.set_defaults(run=run_adjudicate)
    tool.add_argument("file", type=Path, help="a game file as /export writes it")
    tool.add_argument("--order", type=int, help="the position after this order of the log; the last if left out")
    tool.add_argument("--games", type=int, default=adjudication.GAMES)
    tool.add_argument("--level", choices=[*KNOWN], default=adjudication.LEVEL)


def run_adjudicate(args: argparse.Namespace) -> int:
    """play a position out, as /adjudicate does: the same position gives the same games"""
    try:
        game = gamefile.position_after(gamefile.read(args.file), args.order)
        played = adjudication.begin(game, args.games, args.level)
    except (ValueError, OSError) as error:
        print(error)
        return 2
    print(f"position {played.seed}, {played.level}s, to round {played.rounds} at most", flush=True)
    for number in range(1, args.games + 1):
        ended = adjudication.one(game, played, number)
        played = replace(played, games=(*played.games, ended))
        worth = ", ".join(f"{side} {value}" for side, value in ended.worth.items())
        print(f"{number}: {ended.winner or 'nobody'}, round {ended.round}, worth {worth}", flush=True)
    print(*(f"{side} {adjudication.told(played, side)}" for side in played.sides), sep="\n")
    return 0


def run_play(args: argparse.Namespace) -> int:
    """games of computer players, as files; those that are there already are not played again"""
    rules = tuple(rule for rule in args.rules.split(",") if rule)
    args.out.mkdir(parents=True, exist_ok=True)
    for number in range(args.seed, args.seed + args.games):
        name = "-".join((args.board, *rules, args.level, str(number)))
        path = args.out / f"{name}.json.gz"
        if path.exists():
            continue
        game = Game.new(args.board, rules, dice=PracticeDice(f"start {number}"))
        _give(game, Prng(number), args.gift, args.side)
        played, ended = play_out(game, name, args.level, args.rounds, StillOpen(args.decided))
        whole = path.with_suffix(".part")
        whole.write_bytes(gamefile.pack(played, name))
        whole.rename(path)
        print(name, ended.winner or "nobody", "round", ended.round, ended.worth, flush=True)
    return 0


def run_fit(args: argparse.Namespace) -> int:
    """fit the chance of winning to games, and measure it on games it has not seen"""
    found, known = samples.read(args.folder), json.loads(args.prior.read_text()) if args.prior else None
    prior = chance.read(known) if known else None
    earlier = fit.together([known.get("earlier", {}), known["calibration"]]) if known else None
    data = fit.as_json(fit.fit(found, prior=prior), fit.measure(found, prior=prior), earlier)
    for family, one in fit.measure_as_is(found, prior).items() if prior else ():
        print(f"{family}: {one.games} games, Brier {one.brier:.3f} before they were added")
    args.out.write_text(json.dumps(data, indent=1) + "\n")
    for family, one in data["calibration"].items():
        print(f"{family}: {one['games']} games, Brier {one['brier']}, who has more {one['ahead']}, rate {one['rate']}")
    return 0


def run_course(args: argparse.Namespace) -> int:
    """games analysed, a row each: start + luck + decisions + the end = result, in points for the first side"""
    print(
        "| game | side | start | luck | decisions | at the end | won by the rules | sum | seconds |",
        "| --- " * 9 + "|",
        sep="\n",
    )
    for path in args.files:
        game = gamefile.read(path)
        began = process_time()
        found = report.course(game)
        curve, parts = found.curve, (found.luck, found.decisions)
        total = curve[0].value + sum(part.value for part in parts) + found.rest.value
        cells = [
            f"{100 * chance.value:.0f} ({100 * chance.low:.0f} to {100 * chance.high:.0f})"
            for chance in (curve[0], *parts, curve[-1])
        ]
        name = f"{gamefile.setting_of(game.head())}, {path.name.split('.')[0]}"
        end = f"{found.winner} {100 * found.rest.value:+.0f}" if found.winner else "nobody"
        print(
            "|",
            " | ".join([name, found.sides[0], *cells, end, f"{100 * total:.1f}", f"{process_time() - began:.1f}"]),
            "|",
            flush=True,
        )
    return 0


def run_table(args: argparse.Namespace) -> int:
    """the calibration of the models, as docs/analysis.md has it"""
    print("\n".join(fit.tables()))
    return 0


def _give(game: Game, luck: Prng, most: int, side: str) -> None:
    """Give a side up to so many IPC, shared among its powers: so that each side wins some of the games."""
    side = side or luck.choice(sides(game.view))
    purses = [purse for power in powers_of(game.view, side) for purse in game.view.purses(power)[:1]]
    amount = luck.between(0, most) // len(purses)
    if amount:
        act = Act(game.table, game.state, NoDice())
        for purse in purses:
            act.pay(purse, -amount, "gift")
        game.record(
            Entry(len(game.log), "", f"edit: {amount} IPC more for each of the {side}", act.closed(), game.state.turn)
        )
