"""Check a game's dice log, with nothing but Python: `python verify.py verify LOG [COMMITMENT]`.

This file needs no other file of the project; copy it anywhere. docs/dice.md tells what it proves. In short:
seed k hashes (SHA-256) to seed k-1, and seed 0 is the commitment posted before the first roll; the dice are
read off HMAC-SHA256(seed, context + counter); the context holds what the bot could not choose.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from collections.abc import Iterable
from typing import Any

VERSION = 2
NOTICE = 32  # a further chain is announced at least this many rolls before its first
BOUND = ("roll", "interaction", "order", "state", "why", "count", "beacon", "again")
FIELDS = {
    "chain": {"kind", "v", "game", "first", "length", "commitment"},
    "seat": {"kind", "seat", "player", "interaction", "phrase"},
    "roll": {"kind", "id", "seed", "dice", *BOUND},
    "void": {"kind", "rolls", "by", "why"},
    "stand": {"kind", "rolls", "interaction", "order", "state"},
    "told": {"kind", "interaction", "order", "state", "why", "count", "dice"},
}
MAY_HAVE = {"roll": {"deck"}, "void": {"was"}}
NUMBERS = {"v", "first", "length", "roll", "count"}
DIGITS = {"commitment", "seed"}
DISCORD_EPOCH_MS = 1_420_070_400_000

Line = dict[str, Any]


class Broken(Exception):
    """The first thing in a log that does not hold."""


def sha(*parts: bytes) -> bytes:
    """SHA-256 of the parts put end to end."""
    return hashlib.sha256(b"".join(parts)).digest()


def canonical(value: object) -> bytes:
    """The one spelling of a JSON value that is hashed: sorted keys, no blanks, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def dice_from(seed: bytes, context: bytes, count: int) -> list[int]:
    """The dice that a seed gives in a context. Bytes 252 to 255 are dropped: 252 is a multiple of six."""
    dice: list[int] = []
    counter = 0
    while len(dice) < count:
        block = hmac.new(seed, context + counter.to_bytes(4, "big"), hashlib.sha256).digest()
        dice += [byte % 6 + 1 for byte in block if byte < 252]
        counter += 1
    return dice[:count]


def cards_from(seed: bytes, context: bytes, count: int, left: list[int]) -> tuple[list[int], list[int]]:
    """The cards that a seed draws from a deck of which so many of each face are left, and what is left then. An empty
    deck is full again: six of each. Bytes that would favour a card are dropped."""
    cards: list[int] = []
    left, counter = list(left), 0
    while len(cards) < count:
        for byte in hmac.new(seed, context + counter.to_bytes(4, "big"), hashlib.sha256).digest():
            if len(cards) == count:
                break
            left = left if any(left) else [6] * 6
            if byte < 256 - 256 % sum(left):
                at = byte % sum(left)
                face = next(f for f in range(1, 7) if at < sum(left[:f]))
                left[face - 1] -= 1
                cards.append(face)
        counter += 1
    return cards, left


def short_id(number: int, context: bytes, dice: list[int]) -> str:
    """A roll's short name, shown beside its dice: its number and six hexadecimal digits."""
    return f"{number}-{sha(context, bytes(dice)).hex()[:6]}"


def moment(interaction: str) -> float:
    """When an order was given (Unix seconds): from Discord's id, or from `timer:SECONDS` of a deadline."""
    number = interaction.removeprefix("timer:")
    if number != str(int(number)):
        raise Broken(f"{interaction!r} is no interaction's number")
    return int(number) if number != interaction else ((int(number) >> 22) + DISCORD_EPOCH_MS) / 1000


def beacon_round(beacon: Line, interaction: str) -> int:
    """The first round of the outside beacon after the order was given: nobody picks it."""
    return int((moment(interaction) - beacon["genesis"]) // beacon["period"]) + 2


def fingerprint(lines: Iterable[str]) -> str:
    """Sixteen digits that differ if anything in the log's text does, also what no roll is bound to yet."""
    return sha(*(line.removesuffix("\n").encode() + b"\n" for line in lines)).hex()[:16]


def check_shape(line: Line) -> None:
    """Each field holds the kind of value it should, spelled in the one way there is; raise Broken if not."""
    for key, value in line.items():
        if not _is_shaped(key, value):
            raise Broken(f"{key} is {json.dumps(value)[:60]}")


def _is_shaped(key: str, value: object) -> bool:
    if key in NUMBERS or key == "again":
        return type(value) is int or (key == "again" and value is None)
    if key in ("dice", "rolls"):
        return isinstance(value, list) and len(value) > 0 and all(type(one) is int for one in value)
    if key == "beacon":
        return value is None or _is_beacon(value)
    if key == "was":
        return isinstance(value, list) and all(_is_purpose(one) for one in value)
    whole = isinstance(value, str) and len(value) == 64 and not set(value) - set("0123456789abcdef")
    return whole if key in DIGITS else isinstance(value, str)


def _is_beacon(value: object) -> bool:
    """The beacon that a chain names, or the round of it that a roll contains."""
    kinds = {"genesis": int, "period": int, "name": str}, {"round": int, "randomness": str}
    return isinstance(value, dict) and {key: type(one) for key, one in value.items()} in kinds


def _is_purpose(one: object) -> bool:
    """What rolls taken back were for: an order in a position."""
    kinds = {"order", "state", "rolls"}
    return isinstance(one, dict) and one.keys() == kinds and all(_is_shaped(k, v) for k, v in one.items())


class Log:
    """A dice log read line by line; every line is checked against all that came before."""

    def __init__(self) -> None:
        self.game = ""
        self.beacon: Line | None = None
        self.commitments: list[str] = []
        self.head = b""  # the last seed shown, or the commitment
        self.seats = b""  # what the players put in (and all else but rolls), hashed
        self.last = 0  # the present chain ends with this roll
        self.coming: tuple[bytes, int, bytes] | None = None  # announced chain: commitment, length, seats hash
        self.rolls = 0
        self.interaction = ""
        self.same: object = None
        self.used: set[str] = set()
        self.players: tuple[tuple[str, str], ...] = ()  # seat and player: a team shares a seat, a person has several
        self.voided: set[int] = set()
        self.told = 0  # dice that were never rolled: players told how they fell elsewhere
        self.was: dict[int, object] = {}  # order and position that a roll taken back was for
        self.decks: dict[str, list[int]] = {}  # cards of each face left in a deck

    def feed(self, line: Line) -> None:
        """Check one line and take it in; raise Broken where it does not hold."""
        readers = {
            "chain": self._chain,
            "seat": self._seat,
            "roll": self._roll,
            "void": self._void,
            "stand": self._stand,
            "told": self._told,
        }
        if line.get("kind") not in readers:
            raise Broken(f"unknown kind of line: {line.get('kind')!r}")
        fields = FIELDS[line["kind"]] | ({"beacon"} if line["kind"] == "chain" and not self.last else set())
        if strange := (line.keys() ^ fields) - MAY_HAVE.get(line["kind"], set()):
            raise Broken(f"fields are missing or too many: {', '.join(sorted(strange))}")
        check_shape(line)
        readers[line["kind"]](line)

    def context(self, line: Line) -> bytes:
        """What a roll is bound to: its line without seed and dice, the game and the players' entropy."""
        _, seats = self._link(line["roll"])
        bound = {key: line.get(key) for key in BOUND}
        bound |= {"deck": line["deck"]} if "deck" in line else {}
        return canonical({**bound, "v": VERSION, "game": self.game, "seats": seats.hex()})

    def faces(self, line: Line, seed: bytes, context: bytes) -> list[int]:
        """The dice of a roll: as they fall, or drawn from a deck as it stands."""
        if "deck" not in line:
            return dice_from(seed, context, line["count"])
        return cards_from(seed, context, line["count"], self.decks.get(line["deck"], [6] * 6))[0]

    def _link(self, number: int) -> tuple[bytes, bytes]:
        if number <= self.last:
            return self.head, self.seats
        if self.coming is None:
            raise Broken("the chain has run out and no other was announced")
        return self.coming[0], self.coming[2]

    def _chain(self, line: Line) -> None:
        commitment = bytes.fromhex(line["commitment"])
        if line["commitment"] in self.commitments:
            raise Broken("the same chain is announced twice")
        if line["first"] != self.last + 1:
            raise Broken(f"the chain begins with roll {self.last + 1}, not {line['first']}")
        if line["length"] < 1:
            raise Broken("a chain has a length")
        if (beacon := line.get("beacon")) and beacon.get("period", 0) < 1:
            raise Broken("a chain names the beacon that its rolls wait for")
        self.commitments.append(line["commitment"])
        if not self.last:
            if line["v"] != VERSION:
                raise Broken(f"version {line['v']}, this verifier knows {VERSION}")
            self.game, self.beacon = line["game"], line.get("beacon")
            self.head, self.last = commitment, line["length"]
            self.seats = sha(canonical(line))
        elif (line["v"], line["game"]) != (VERSION, self.game):
            raise Broken("a further chain is of another game or version")
        elif self.coming or self.last - self.rolls < NOTICE:
            raise Broken(f"a further chain is announced once, at least {NOTICE} rolls before it begins")
        else:
            self.seats = sha(self.seats, canonical(line))
            self.coming = (commitment, line["length"], self.seats)

    def _seat(self, line: Line) -> None:
        if not self.last or self.rolls:
            raise Broken("seats add their entropy after the commitment and before the first roll")
        if (line["seat"], line["player"]) in self.players:
            raise Broken(f"player {line['player']} sits down twice at {line['seat']}")
        self.seats = sha(self.seats, canonical(line))
        self.players = (*self.players, (line["seat"], line["player"]))

    def _roll(self, line: Line) -> None:
        if line["roll"] != self.rolls + 1:
            raise Broken(f"roll {line['roll']} follows roll {self.rolls}: a number is missing or used twice")
        if line["count"] != len(line["dice"]):
            raise Broken(f"{line['count']} dice are to be rolled, the log has {len(line['dice'])}")
        if (self.rolls and bool(line.get("deck")) != bool(self.decks)) or line.get("deck") == "":
            raise Broken("all rolls of a game are drawn from decks, or none is")
        seed, context = bytes.fromhex(line["seed"]), self.context(line)
        head, seats = self._link(line["roll"])
        if sha(seed) != head:
            raise Broken("the seed does not hash to the one before: it is not of the committed chain")
        dice = self.faces(line, seed, context)
        if dice != line["dice"]:
            raise Broken(f"the log says {line['dice']}, the seed gives {dice}")
        if line["id"] != short_id(line["roll"], context, dice):
            raise Broken("the short id is not this roll's")
        self._check_order(line)
        if line["roll"] > self.last and self.coming:
            self.last, self.coming = self.last + self.coming[1], None
        if self.coming:
            self.coming = (*self.coming[:2], sha(self.coming[2], line["interaction"].encode()))
        if "deck" in line:
            before = self.decks.get(line["deck"], [6] * 6)
            self.decks[line["deck"]] = cards_from(seed, context, line["count"], before)[1]
        self.head, self.seats, self.rolls = seed, seats, line["roll"]

    def _check_order(self, line: Line) -> None:
        same = (line["order"], line["state"], line["beacon"])
        self._use(line["interaction"])
        self.same = self.same or same
        if same != self.same:
            raise Broken("one interaction gives one order, in one position, with one beacon")
        self._check_beacon(line)
        if line.get("again") is not None and line["again"] not in self.voided:
            raise Broken(f"repeats roll {line['again']}, which was not taken back")

    def _use(self, interaction: str) -> None:
        """An interaction gives one order: what it gives stands together."""
        if interaction != self.interaction:
            if interaction in self.used:
                raise Broken(f"interaction {interaction} was used before")
            self.used.add(interaction)
            self.interaction, self.same = interaction, None

    def _check_beacon(self, line: Line) -> None:
        """Where the game waits for a beacon each roll contains its round; elsewhere a roll has none to be chosen."""
        drawn = line["beacon"]
        if (self.beacon is None) != (drawn is None):
            raise Broken(
                "it has no round of the beacon" if drawn is None else "the game has no beacon, the roll has one"
            )
        if self.beacon and drawn.get("round") != beacon_round(self.beacon, line["interaction"]):
            raise Broken("not the beacon's first round after the order")

    def _void(self, line: Line) -> None:
        if not all(1 <= number <= self.rolls for number in line["rolls"]):
            raise Broken("a roll is taken back that was not made")
        if len(set(line["rolls"]) - self.voided) < len(line["rolls"]):
            raise Broken("a roll is taken back twice")
        was = line.get("was", [])
        if was and sorted(number for one in was for number in one["rolls"]) != sorted(line["rolls"]):
            raise Broken("it is not said of each roll taken back what it was for")
        self.voided.update(line["rolls"])
        for one in was:
            self.was.update(dict.fromkeys(one["rolls"], (one["order"], one["state"])))
        self._bind(line)

    def _stand(self, line: Line) -> None:
        if len(set(line["rolls"])) < len(line["rolls"]):
            raise Broken("a roll is used again twice")
        for number in line["rolls"]:
            if number not in self.voided or self.was.get(number) != (line["order"], line["state"]):
                raise Broken(f"roll {number} is used again, but was not taken back for that order in that position")
        self._use(line["interaction"])
        self.voided.difference_update(line["rolls"])
        self._bind(line)

    def _told(self, line: Line) -> None:
        """Dice that fell elsewhere, as somebody told them: no seed proves them, and they are counted apart."""
        if not self.last:
            raise Broken("dice are told before the commitment")
        if line["count"] != len(line["dice"]) or not all(1 <= die <= 6 for die in line["dice"]):
            raise Broken(f"{line['count']} dice are told, each from 1 to 6; the log has {line['dice']}")
        self._use(line["interaction"])
        self.told += line["count"]
        self._bind(line)

    def _bind(self, line: Line) -> None:
        """What is said between rolls is bound into those that follow."""
        self.seats = sha(self.seats, canonical(line))
        self.coming = self.coming and (*self.coming[:2], sha(self.coming[2], canonical(line)))


def read(lines: Iterable[str]) -> tuple[Log, str]:
    """Check a log's text lines; the state reached, and what does not hold first ("" if all holds)."""
    log = Log()
    for number, text in enumerate(lines, 1):
        try:
            line = json.loads(text)
            log.feed(line)
            if text.removesuffix("\n") != canonical(line).decode():
                raise Broken("it is not spelled as the bot spells it (sorted keys, no blanks, nothing twice)")
        except Exception as error:  # whatever a line brings about, it does not hold
            what = str(error) if isinstance(error, Broken) else f"unreadable ({error!r})"
            roll = f"roll {log.rolls + 1}, " if '"roll"' in text else ""
            return log, f"{roll}line {number}: {what}"
    return log, ""


def main(argv: list[str]) -> int:
    """`verify LOG [COMMITMENT]`: 0 if the whole log holds, 1 if not, 2 if called wrongly."""
    args = argv[1:] if argv[:1] == ["verify"] else argv
    if len(args) not in (1, 2):
        print("usage: verify LOG [COMMITMENT as posted in the channel]", file=sys.stderr)
        return 2
    try:
        with open(args[0], encoding="utf-8", newline="\n") as file:
            lines = list(file)
    except (OSError, UnicodeDecodeError) as error:
        print(f"{args[0]} cannot be read: {error}", file=sys.stderr)
        return 2
    log, wrong = read(lines)
    if not wrong and lines and not lines[-1].endswith("\n"):
        wrong = f"line {len(lines)}: it is cut off at its end"
    given, first = "".join(args[1:2]).lower(), "".join(log.commitments[:1])
    part = 16 <= len(given) < len(first) and first.startswith(given)
    if not wrong and given and given != first and not part:
        wrong = "the log's commitment is not the one given" + (
            "" if len(given) == 64 else " (a whole one has 64 digits)"
        )
    if wrong or not log.commitments:
        print(f"DOES NOT HOLD: {wrong or 'no commitment in the log'}")
        return 1
    seats = f"{len(log.players)} seat{'s' if len(log.players) != 1 else ''}"
    print(f"holds: game {log.game}, {log.rolls} rolls, {len(log.voided)} taken back, {seats}")
    if log.told:
        print(f"beside them {log.told} dice were never rolled here: somebody told them, and nothing proves them")
    if part:
        print(f"only the first {len(given)} of the commitment's 64 digits were given; they fit as far as they go")
    print("compare with the channel: the last roll's number, and commitment " + " ".join(log.commitments))
    print(f"compare with `/dice log` and with other players: fingerprint {fingerprint(lines)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
