"""Odds: the whole call, from the text of a battle to the answer, beside the best exact calculator players have.

That is aacalc2 (github.com/mshih01/aacalc2, TypeScript). With node installed and `ADJUTANT_AACALC2` naming the folder
of its compiled modules (the one with index.js) it is measured in the same run, call by call in turns; both by the clock
on the wall, so on a machine that has nothing else to do. Without it the base is what it took when PEER was recorded, in
units of a calibration that is measured again now.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.__main__ import THREADS
from rules.odds import Odds, typed_odds
from tests.benchmarks.clock import Goal, Row, middle, worked

TURNS = 5
BOARD = "global1940"
NAMES = {
    "inf": "infantry", "art": "artillery", "arm": "tank", "fig": "fighter", "bom": "strategic bomber", "aa": "aaa",
    "sub": "submarine", "des": "destroyer", "cru": "cruiser", "acc": "aircraft carrier", "bat": "battleship",
    "tra": "transport",
}  # fmt: skip


@dataclass(frozen=True)
class Duel:
    """A battle of the table: units of both sides in the peer's words, and the ratio that is the goal."""

    name: str
    attacker: Mapping[str, int]
    defender: Mapping[str, int]
    goal: float
    peer: float  # ms of aacalc2 when it was recorded

    @property
    def sides(self) -> tuple[str, str]:
        """Both sides in words of the order language."""
        attacker, defender = (
            ", ".join(f"{n} {NAMES[unit]}" for unit, n in side.items()) for side in (self.attacker, self.defender)
        )
        return attacker, defender

    def odds(self) -> Odds:
        """Our answer."""
        return typed_odds(*self.sides, BOARD)


_MEDIUM = {"inf": 15, "art": 5, "arm": 6, "fig": 4, "bom": 2}, {"inf": 18, "art": 4, "arm": 3, "fig": 3}
_LARGE = {"inf": 40, "art": 15, "arm": 12, "fig": 8, "bom": 4}, {"inf": 50, "art": 12, "arm": 8, "fig": 6}
_HUGE = {"inf": 100, "art": 40, "fig": 10}, {"inf": 100, "art": 40, "fig": 6}
CALIBRATION = 7.0  # ms of `calibrate` when the peer was recorded
DUELS = (
    Duel("small", {"inf": 3, "arm": 2, "fig": 3}, {"inf": 5, "art": 1, "arm": 1}, 0.5, 2.8),
    Duel("medium", *_MEDIUM, 0.3, 11.0),
    Duel("medium with 2 guns", _MEDIUM[0], {**_MEDIUM[1], "aa": 2}, 0.4, 14.7),
    Duel("large", *_LARGE, 0.15, 32.6),
    Duel("large with 3 guns", _LARGE[0], {**_LARGE[1], "aa": 3}, 0.15, 215.2),
    Duel("huge", *_HUGE, 0.1, 222.9),
    Duel("huge with 3 guns", _HUGE[0], {**_HUGE[1], "aa": 3}, 0.05, 1889.6),
    Duel("sea medium", {"sub": 3, "des": 3, "cru": 2, "acc": 1, "bat": 1, "fig": 4, "bom": 1},
         {"sub": 2, "des": 2, "cru": 1, "acc": 2, "bat": 2, "fig": 4, "tra": 2}, 0.7, 18.8),
    Duel("sea large", {"sub": 6, "des": 8, "cru": 4, "acc": 3, "bat": 3, "fig": 10, "bom": 3},
         {"sub": 6, "des": 8, "cru": 4, "acc": 4, "bat": 4, "fig": 10}, 0.5, 67.7),
)  # fmt: skip

_FIRST = Duel("first", {"inf": 1}, {"inf": 1}, 1.0, 0.0)

_ASK = """
import { createInterface } from 'node:readline';
const peer = await import(process.argv[1]);
for await (const line of createInterface({ input: process.stdin })) {
  const { attack, defense, orders, naval } = JSON.parse(line);
  const side = (units, ool) => ({ units, ool, takes: 0, aaLast: false });
  const begin = performance.now();
  peer.multiwaveExternal({
    wave_info: [{ attack: side(attack, orders[0]), defense: side(defense, orders[1]), att_submerge: false,
      def_submerge: false, att_dest_last: false, def_dest_last: false, is_crash_fighters: false, rounds: 100,
      retreat_threshold: 0 }],
    debug: false, prune_threshold: 1e-12, report_prune_threshold: 1e-12, is_naval: naval, in_progress: false,
    num_runs: 1, verbose_level: 0, diceMode: 'standard' });
  console.log(performance.now() - begin);
}
"""
_ORDERS = {
    False: (["inf", "art", "arm", "fig", "bom"], ["aa", "inf", "art", "arm", "bom", "fig"]),
    True: (["bat", "sub", "des", "cru", "acc", "fig", "bom"], ["bat", "sub", "des", "cru", "acc", "fig", "tra"]),
}


class Peer:
    """aacalc2 in a process of its own."""

    def __init__(self, folder: str) -> None:
        command = ["node", "--input-type=module", "-e", _ASK, os.path.join(os.path.abspath(folder), "index.js")]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ms(self, duel: Duel) -> float:
        """Its time for a battle, by the clock on the wall: node works with several threads."""
        naval = "sub" in duel.attacker
        asked = {"attack": duel.attacker, "defense": duel.defender, "orders": _ORDERS[naval], "naval": naval}
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())

    def close(self) -> None:
        """End it."""
        self._process.communicate()


def peer() -> Peer | None:
    """The peer, where there is one to measure."""
    folder = os.environ.get("ADJUTANT_AACALC2", "")
    return Peer(folder) if folder and shutil.which("node") else None


def calibrate() -> int:
    """A piece of work that takes about as long on machines that are alike."""
    found = 0
    for i in range(130_000):
        found = (found * 31 + i) % 1_000_003
    return found


def pace() -> float:
    """Milliseconds of the processor that this piece of work takes now."""
    return middle(worked(calibrate, 9))


def rows() -> list[Row]:
    """All rows of the odds."""
    scale = pace() / CALIBRATION
    other = peer()
    _FIRST.odds()  # the board is read once; the peer is asked as often
    if other:
        other.ms(_FIRST)
    found = [_duel(duel, other, scale) for duel in DUELS]
    if other:
        other.close()
    return [*found, _untamed(), *_house_rules()]


def _duel(duel: Duel, other: Peer | None, scale: float) -> Row:
    ours: list[float] = []
    theirs: list[float] = []
    for _ in range(TURNS):
        theirs.append(other.ms(duel) if other else duel.peer * scale)
        start = time.perf_counter()
        odds = duel.odds()
        ours.append((time.perf_counter() - start) * 1000)
    against = "aacalc2" if other else "aacalc2, recorded"
    note = f"exact to {odds.error:.0e}" if odds.exact else "simulated"
    return Row(f"odds, {duel.name}", ours, f"{against}: {middle(theirs):.1f} ms", middle(theirs),
               Goal(duel.goal, times=True), note)  # fmt: skip


_ALONE = """
import time
from tests.benchmarks.odds_side import TURNS, UNTAMED
UNTAMED.odds()
for _ in range(TURNS):
    start = time.perf_counter()
    UNTAMED.odds()
    print((time.perf_counter() - start) * 1000)
"""
UNTAMED = DUELS[4]


def _untamed() -> Row:
    """Odds in a process in which nobody has told numpy how many threads to have, beside one with one thread; by the clock on
    the wall, as threads that wait for each other take time of the processor too."""
    own = {name: value for name, value in os.environ.items() if name not in THREADS}
    kinds = {"untamed": own, "tamed": own | dict.fromkeys(THREADS, "1")}
    times: dict[str, list[float]] = {kind: [] for kind in kinds}
    for _ in range(3):
        for kind, environment in kinds.items():
            command = (sys.executable, "-c", _ALONE)
            told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
            times[kind] += map(float, told.split())
    what = f"odds, {UNTAMED.name}, where numpy has as many threads as it likes"
    return Row(what, times["untamed"], "with one", middle(times["tamed"]), Goal(1.1, times=True))


_HOUSES = (
    ("classic", "rw", "12 infantry, 4 armor, 3 fighter, 1 bomber", "14 infantry, 2 armor, 2 fighter, 1 aa gun"),
    ("global1940", "bx", "12 infantry, 4 artillery, 4 tank, 3 fighter", "14 infantry, 3 artillery, 2 fighter, 1 aaa"),
    ("global1940", "bx", "3 submarine, 3 destroyer, 2 cruiser, 4 fighter",
     "2 submarine, 2 destroyer, 1 battleship, 3 fighter, 3 transport"),
    ("global1940", "x2", "12 infantry, 4 artillery, 4 tank, 3 fighter", "14 infantry, 3 artillery, 2 fighter, 1 aaa"),
    ("global1940", "x4", "12 infantry, 4 artillery, 4 tank, 3 fighter", "14 infantry, 3 artillery, 2 fighter, 1 aaa"),
    ("global1940", "x4", "3 submarine, 3 destroyer, 2 cruiser, 4 fighter",
     "2 submarine, 2 destroyer, 1 battleship, 3 fighter, 3 transport"),
    ("europe1943", "y43", "12 infantry, 4 artillery, 4 tank, 3 fighter", "14 infantry, 3 artillery, 2 fighter"),
)  # fmt: skip


def _house_rules() -> list[Row]:
    """The same battle with and without house rules, in turns."""
    found = []
    for board, rules, attacker, defender in _HOUSES:
        plain: list[float] = []
        house: list[float] = []
        calls: tuple[tuple[list[float], Callable[[], Odds]], ...] = (
            (plain, lambda b=board, a=attacker, d=defender: typed_odds(a, d, b)),  # type: ignore[misc]
            (house, lambda b=board, a=attacker, d=defender, r=rules: typed_odds(a, d, b, [r])),  # type: ignore[misc]
        )
        for _, call in calls:
            call()  # the rules are read once
        for _ in range(TURNS):
            for times, call in calls:
                times += worked(call, 1)
        what = f"odds with {rules} ({attacker} against {defender})"
        found.append(Row(what, house, "without", middle(plain), Goal(3, times=True)))
    return found
