"""python -m rules odds ATTACKER DEFENDER: the odds of a typed battle, in the terminal."""

from __future__ import annotations

import argparse
import sys

from rules.core.documents import TableError
from rules.model.board import BOARDS
from rules.model.refusals import Refused
from rules.odds.ask.typed import TypedError, typed_battle
from rules.odds.read.assumptions import assumed, left_out
from rules.odds.read.battle import NoOdds, battle_odds
from rules.odds.solve.result import Odds, Spread, Survivors

_SHOWN = 6
IF_SO = ", if what is taken for granted holds"


def main(argv: list[str]) -> int:
    """Print the odds. 0 if there are any, 2 if called wrongly."""
    parser = argparse.ArgumentParser(prog="python -m rules odds", description="The odds of a battle.")
    parser.add_argument("attacker", help='"3 infantry, 1 tank"')
    parser.add_argument("defender", help='"2 infantry"; ships with land units against land units are an assault')
    parser.add_argument("--board", choices=BOARDS, default="classic")
    parser.add_argument("--rules", default="", help="house rules in force, with commas: rw or rw.destroyers")
    parser.add_argument("--rounds", type=int, help="the attacker breaks off after so many rounds")
    parser.add_argument("--by", default="", help="the attacking power, where it matters")
    parser.add_argument("--against", default="", help="the defending power, where it matters")
    try:
        args = parser.parse_args(argv)
    except SystemExit as stop:
        return 2 if stop.code else 0
    rules, powers = [r for r in args.rules.split(",") if r], (args.by, args.against)
    try:
        view, battle = typed_battle(args.attacker, args.defender, args.board, rules, powers=powers)
        odds = battle_odds(view, battle, args.rounds)
    except Refused as refused:
        print(refused.refusal.message, file=sys.stderr)
        return 2
    except NoOdds as error:
        print(f"No odds: {error.why}", file=sys.stderr)
        return 2
    except (TypedError, TableError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    granted = assumed(view, battle)
    print("\n".join(lines(odds, bool(granted))))
    for what, texts in (("not in these odds", left_out(view, battle)), ("taken for granted", granted)):
        if texts:
            print(f"{what}: {', '.join(texts)}")
    return 0


def lines(odds: Odds, granted: bool = False) -> list[str]:
    """Odds as lines of text, seen by the attacker. granted: whether they take anything for granted."""
    chances = [f"win {odds.win:.1%}", f"loss {odds.loss:.1%}", f"draw {odds.draw:.1%}"]
    if odds.retreat:
        chances.append(f"undecided {odds.retreat:.1%}")
    if odds.takes and odds.win - odds.takes > 0.0005:
        chances.insert(1, f"takes the territory {odds.takes:.1%}")
    how = f"exact{IF_SO if granted else ''}" if odds.exact else f"worked out, off by less than {odds.error:.1e}"
    if odds.played:
        how = f"simulated {odds.played} times, give or take {2 * odds.error:.1%}"
    return [
        ", ".join(chances) + f"  ({how})",
        f"expected losses: attacker {odds.attacker_loss:.1f} IPC, defender {odds.defender_loss:.1f} IPC; "
        f"swing {odds.swing:+z.1f}, give or take {odds.swing_deviation:.1f}",
        *_left("attacker", odds.attackers),
        *_left("defender", odds.defenders),
    ]


def _left(who: str, spread: Spread) -> list[str]:
    shown = [f"  {p:6.1%}  {_units(units)}" for units, p in spread[:_SHOWN]]
    rest = sum(p for _, p in spread[_SHOWN:])
    return [f"left of the {who}:", *shown, *([f"  {rest:6.1%}  other"] if rest > 0.0005 else [])]


def _units(units: Survivors) -> str:
    return ", ".join(f"{n} {unit}" for unit, n in units) or "nothing"
