"""What the store hands out: plain data, immutable. Times are Unix seconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Literal

Json = Any
Row = Mapping[str, Json]
Status = Literal["lobby", "running", "paused", "over"]
Role = Literal["player", "substitute"]


@dataclass(frozen=True, slots=True)
class Game:
    """One game as the bot knows it.

    rules: ids of its house rules. engine: the rules engine's own JSON of the game, None in the lobby.
    revision: number of its last entry. master: the game master's user id. settings: the game's own
    (deadlines and such). state_hash: hash of the position after the last entry.
    """

    id: str
    guild_id: int
    channel_id: int
    name: str
    board: str
    master: int
    rules: list[str] = field(default_factory=list)
    options: dict[str, Json] = field(default_factory=dict)
    rules_version: str = ""
    thread_id: int | None = None
    status: Status = "lobby"
    settings: dict[str, Json] = field(default_factory=dict)
    engine: dict[str, Json] | None = None
    state_hash: str | None = None
    revision: int = 0
    created: float = 0.0
    updated: float = 0.0

    @property
    def place(self) -> int:
        """The channel or thread in which it is played."""
        return self.thread_id or self.channel_id


@dataclass(frozen=True, slots=True)
class Seat:
    """A person who plays (or stands in for) a power. interaction_id, phrase: what they gave to the dice."""

    game_id: str
    power: str
    user_id: int
    role: Role = "player"
    name: str = ""
    interaction_id: str = ""
    phrase: str = ""
    joined: float = 0.0


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted order with what it caused. seq counts from 1 without a gap.

    kind: "order", "undo", "edit", "told" (played elsewhere), or another word of the caller's. player: user id, or "timer",
    "policy".
    extra: whatever else the engine wants back. voided_by: seq of the later entry that took it back.
    """

    game_id: str
    seq: int
    interaction_id: str
    kind: str
    power: str
    player: str
    order: str
    events: list[dict[str, Json]]
    dice: list[dict[str, Json]]
    extra: dict[str, Json]
    at: float
    voided_by: int | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The position after entry `seq` (0: before the first). keep: not thinned out. label: for /history."""

    game_id: str
    seq: int
    data: dict[str, Json]
    keep: bool = False
    label: str = ""
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Loaded:
    """All it takes to put a game back on the table: apply `entries` to `snapshot` (or to the start).

    written: how many entries there are in all.
    """

    game: Game
    snapshot: Snapshot | None
    entries: list[Entry]
    written: int = 0


@dataclass(frozen=True, slots=True)
class Receipt:
    """Proof that a change is durable. repeated: it had been carried out before, and this is its first answer.

    first, last: seq of its entries; last < first if it had none. last is the game's revision then.
    """

    game_id: str
    interaction_id: str
    first: int
    last: int
    answer: Json
    state_hash: str | None
    at: float
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Chain:
    """A dice chain with its secret root, which no repr shows."""

    game_id: str
    first: int
    length: int
    commitment: str
    root: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message waiting in the outbox. attempts: how often sending failed. message_id: set once sent."""

    id: int
    game_id: str | None
    channel_id: int
    kind: str
    payload: dict[str, Json]
    dedupe: str
    slot: str | None
    state: str
    attempts: int
    try_at: float
    message_id: int | None
    error: str | None
    at: float
    sent_at: float | None
    guild_id: int | None = None

    @property
    def nonce(self) -> str:
        """A nonce for Discord (24 characters), the same at every attempt to send this message."""
        return sha256(self.dedupe.encode()).hexdigest()[:24]


@dataclass(frozen=True, slots=True)
class Timer:
    """Something to be done at `due`.

    fire_at: when it is next tried (later than due after a failure; None while its game is paused, when
    `left` holds the seconds that were left).
    """

    id: int
    game_id: str | None
    key: str
    kind: str
    due: float
    fire_at: float | None
    left: float | None
    attempts: int
    payload: dict[str, Json]
    guild_id: int | None = None

    @property
    def order_id(self) -> str:
        """The interaction id of an order this timer gives: the same at every attempt, unlike any other's.

        Reads as `timer:SECONDS` in a dice log; the timer's number stands behind the decimal point.
        """
        return f"timer:{int(self.due)}.{self.id:07d}"


@dataclass(frozen=True, slots=True)
class Policy:
    """A standing order of a power: `kind` says for which decision."""

    game_id: str
    power: str
    kind: str
    user_id: int
    data: dict[str, Json]
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Post:
    """A message of the bot that is edited in place: which kind, and where it stands."""

    game_id: str
    kind: str
    channel_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class Told:
    """A message that tells of orders. first: the number of the first of them in the log. lines: of its text those that do, by
    their place in it, with the orders' numbers. shown: what it was changed to last; None: nothing."""

    game_id: str
    first: int
    place: int
    message: int
    text: str
    lines: Sequence[tuple[int, Sequence[int]]]
    shown: str | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """What somebody wants done in a game by agreement. by: who. asked: whose consent it needs. revision: the log's end it was
    made at (0: it holds at any). data: what its kind needs to be carried out."""

    id: str
    kind: str
    by: int
    asked: tuple[int, ...]
    agreed: tuple[int, ...] = ()
    why: str = ""
    revision: int = 0
    data: dict[str, Json] = field(default_factory=dict)

    @property
    def open(self) -> tuple[int, ...]:
        """Who has not said yes yet."""
        return tuple(user for user in self.asked if user not in self.agreed)


@dataclass(frozen=True, slots=True)
class Facts:
    """What is stored of a game beside its log, at one moment. It is shared: nobody may change it.

    policies: its standing orders. posts: its messages that are edited in place, by kind. timers: paused ones too, the
    earliest first. own: the game's own preferences. answerers: power -> who may answer its questions beside its player.
    people: user -> preferences, of all who sit there or may answer.
    """

    game: Game
    seats: tuple[Seat, ...]
    policies: tuple[Policy, ...]
    posts: Mapping[str, Post]
    timers: tuple[Timer, ...]
    own: Row
    answerers: Mapping[str, int]
    people: Mapping[int, Row]


@dataclass(frozen=True, slots=True)
class AuditLine:
    """A thing done with a game master's or operator's powers, on the record."""

    id: int
    game_id: str | None
    actor: str
    action: str
    detail: dict[str, Json]
    at: float


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """An error of ours, found again by the id that the user was told."""

    id: str
    kind: str
    summary: str
    traceback: str
    context: dict[str, Json]
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Report:
    """What a player reported. id: the number they were given. revision: the order it is about. data: rule set, rules version,
    position's hash and the last orders then."""

    game_id: str
    user_id: int
    text: str
    revision: int
    data: dict[str, Json]
    id: int = 0
    at: float = 0.0


# Discord reckons a server's shard from the part of its id behind these.
SHARD_BITS = 22


@dataclass(frozen=True, slots=True)
class Share:
    """A process's share of the games: those of the servers that belong to one of Discord's shards. Number `number` of `of`,
    counted from 0. The only one there is holds everything."""

    number: int = 0
    of: int = 1

    def holds(self, guild_id: int) -> bool:
        """Whether a server's games are in it: as Discord assigns servers to shards."""
        return (guild_id >> SHARD_BITS) % self.of == self.number
