"""What can be asked of the store: a Change is carried out whole, in one transaction, or not at all.

Besides an order's entries it may hold any of the small steps below (a closed set), so that an order,
its dice, its timers and the messages that tell of it become durable together.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from bot.store.league_changes import LeagueStep
from bot.store.records import Chain, Game, Json, Policy, Post, Proposal, Seat, Told
from bot.store.tournament_changes import TournamentStep


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An accepted order, to be appended. voids: seqs of earlier entries that it takes back."""

    order: str
    events: list[dict[str, Json]]
    power: str = ""
    player: str = ""
    kind: str = "order"
    dice: list[dict[str, Json]] = field(default_factory=list)
    extra: dict[str, Json] = field(default_factory=dict)
    voids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class NewSnapshot:
    """The position after the change. keep: for good (a round's start); others are thinned out."""

    data: dict[str, Json]
    keep: bool = False
    label: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """A message to send. dedupe: unique; a message whose dedupe key is known is not queued again.

    slot: messages with the same slot replace one another while they wait (edits of one status message). guild_id: whose
    server it is about, if it is about no game.
    """

    channel_id: int
    kind: str
    payload: dict[str, Json]
    dedupe: str
    slot: str | None = None
    guild_id: int | None = None


@dataclass(frozen=True, slots=True)
class Enqueue:
    """Queue a message with whatever else is done."""

    message: Message
    game_id: str | None = None


@dataclass(frozen=True, slots=True)
class CreateGame:
    """A new game; its revision begins at 0."""

    game: Game


@dataclass(frozen=True, slots=True)
class Require:
    """Go on only if a game is in one of some states; else StatusConflict, and nothing of the change is stored."""

    game_id: str
    status: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RequireFree:
    """Go on only if no other game that is not over is played in a channel or thread; else PlaceTaken."""

    place: int
    but: str = ""


@dataclass(frozen=True, slots=True)
class SetGame:
    """New values for fields of a game's row (not id, revision, created: those are the store's)."""

    game_id: str
    values: dict[str, Json]


@dataclass(frozen=True, slots=True)
class PutSeat:
    """Seat a person, or change the seat they have."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DropSeat:
    """A person leaves a power."""

    game_id: str
    power: str
    user_id: int


@dataclass(frozen=True, slots=True)
class PutChain:
    """A new dice chain. The root is sealed if the operator set a key."""

    chain: Chain


@dataclass(frozen=True, slots=True)
class DiceLines:
    """Lines for the end of a game's dice log (chain, seat, roll, void), as rules.dice.Ledger makes them.

    Lines with the kind "roll" are stored under their number, which is unique in the game.
    """

    game_id: str
    lines: list[dict[str, Json]]


@dataclass(frozen=True, slots=True)
class SetTimer:
    """A timer under a key; it replaces the game's timer with the same key. due: Unix seconds. guild_id: whose server it is
    about, if it is about no game."""

    key: str
    kind: str
    due: float
    payload: dict[str, Json] = field(default_factory=dict)
    game_id: str | None = None
    guild_id: int | None = None


@dataclass(frozen=True, slots=True)
class DropTimers:
    """Forget a game's timers: the one with this key, or all whose key begins with it if it ends in `*`."""

    game_id: str | None
    key: str = "*"


@dataclass(frozen=True, slots=True)
class PauseTimers:
    """Stop a game's clocks; the time left is kept."""

    game_id: str


@dataclass(frozen=True, slots=True)
class ResumeTimers:
    """Let a game's clocks run again with the time they had left."""

    game_id: str


@dataclass(frozen=True, slots=True)
class SetPolicy:
    """A standing order, in place of the power's earlier one of that kind."""

    policy: Policy


@dataclass(frozen=True, slots=True)
class DropPolicy:
    """Take a standing order back."""

    game_id: str
    power: str
    kind: str


@dataclass(frozen=True, slots=True)
class SetPost:
    """Remember which message is edited in place."""

    post: Post


@dataclass(frozen=True, slots=True)
class DropPost:
    """Forget it: the message is gone."""

    game_id: str
    kind: str


@dataclass(frozen=True, slots=True)
class SetPreference:
    """A preference of a server, user, or whatever `scope` says; None takes it back.

    Scopes in use: "server" (subject: guild id), "user" (user id), "game" (game id), "seat" (game id/power), "answerer" (game
    id: power -> who may answer for it), "own rules" (guild id: the sheets it keeps), "analysis" and "adjudication" (game id:
    the last one), "works" ("all": long works that go on, by name).
    """

    scope: str
    subject: str
    name: str
    value: Json


@dataclass(frozen=True, slots=True)
class PutTold:
    """Remember which message tells of some orders, or how it was shown last."""

    told: Told


@dataclass(frozen=True, slots=True)
class ForgetTold:
    """Forget the messages of a game that tell of orders before a number."""

    game_id: str
    before: int


@dataclass(frozen=True, slots=True)
class PutProposal:
    """A proposal is open, or stands otherwise than before."""

    game_id: str
    proposal: Proposal


@dataclass(frozen=True, slots=True)
class DropProposal:
    """A proposal is no longer open."""

    game_id: str
    id: str


@dataclass(frozen=True, slots=True)
class MarkSent:
    """A message of the outbox is out. message_id: Discord's."""

    id: int
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class MarkFailed:
    """A message of the outbox did not go out. It is tried again later (after: seconds, if Discord said), unless permanent;
    what is given up stays in the table for the operator to see.

    passing: it is not the message's fault; then it is tried for a day. unsure: it may be out all the same.
    """

    id: int
    error: str
    permanent: bool = False
    after: float | None = None
    passing: bool = False
    unsure: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """A line for the audit trail: who used which power, visible to all players."""

    actor: str
    action: str
    detail: dict[str, Json] = field(default_factory=dict)
    game_id: str | None = None


Step = (
    CreateGame
    | Enqueue
    | Require
    | RequireFree
    | SetGame
    | PutSeat
    | DropSeat
    | PutChain
    | DiceLines
    | SetTimer
    | DropTimers
    | PauseTimers
    | ResumeTimers
    | SetPolicy
    | DropPolicy
    | SetPost
    | DropPost
    | SetPreference
    | PutTold
    | ForgetTold
    | PutProposal
    | DropProposal
    | MarkSent
    | MarkFailed
    | Record
    | LeagueStep
    | TournamentStep
)


@dataclass(frozen=True, slots=True)
class Change:
    """One interaction's whole effect.

    interaction_id: Discord's id, or a timer's `order_id`; carried out once for each game. game_id "": the
    change belongs to no game. expected_revision: the revision the caller judged the order on (None: it
    does not matter). within: positions on the way, each after so many of the entries (0: before them).
    answer: JSON that a repeated interaction is given again.
    """

    interaction_id: str
    game_id: str = ""
    expected_revision: int | None = None
    entries: tuple[NewEntry, ...] = ()
    snapshot: NewSnapshot | None = None
    within: tuple[tuple[int, NewSnapshot], ...] = ()
    state_hash: str | None = None
    messages: tuple[Message, ...] = ()
    steps: tuple[Step, ...] = ()
    answer: Any = None
