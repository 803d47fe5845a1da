"""python -m rules soak --board BOARD [--games N] [--seed S] [--rules rw,...] [--rounds R]: random games, checked."""

from __future__ import annotations

import argparse

from rules.model.board import BOARDS
from rules.model.names import figure
from rules.soak.run import Report, soak


def main(argv: list[str]) -> int:
    """Play random games; 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m rules soak", description="Random games, checked.")
    parser.add_argument("--board", choices=BOARDS, default=BOARDS[0])
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="", help="house rules with commas: rw or rw.sea-mines,rw.destroyers")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a game option")
    parser.add_argument("--rounds", type=int, default=6, help="rounds a game at most")
    parser.add_argument("--log", action="store_true", help="print the orders of the last game")
    args = parser.parse_args(argv)
    rules = [r for r in args.rules.split(",") if r]
    options = dict(_option(text) for text in args.option)
    report = soak(args.board, args.games, args.seed, rules, options, args.rounds)
    _print(report, args.log)
    return 1 if report.violations else 0


def _option(text: str) -> tuple[str, object]:
    name, _, value = text.partition("=")
    words: dict[str, object] = {"true": True, "false": False, "": True}
    number = figure(value)
    return name, words.get(value.lower(), value if number is None else number)


def _print(report: Report, log: bool) -> None:
    if log and report.last:
        for entry in report.last.log:
            print(f"{entry.number:5} {entry.by or '-'}: {entry.text}")
    print(f"{report.games} games, {report.rounds} rounds, {report.orders} orders")
    print("accepted:", ", ".join(f"{verb} {n}" for verb, n in report.verbs.most_common()))
    print("refused:", ", ".join(f"{code} {n}" for code, n in report.refusals.most_common()))
    print("won:", ", ".join(f"{who} {n}" for who, n in report.winners.most_common()) or "nobody")
    for violation in report.violations:
        print(f"WRONG {violation}")
