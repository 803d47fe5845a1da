"""What can be looked up in the store."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Iterable, Sequence
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, RowMapping, Select, Table, bindparam, case, exists, func, or_, select

from bot.store import tables as t
from bot.store.changes import (
    CreateGame,
    DiceLines,
    DropProposal,
    Enqueue,
    ForgetTold,
    PutProposal,
    PutTold,
    Record,
    Require,
    SetGame,
    SetPreference,
    Step,
)
from bot.store.database import Database
from bot.store.problems import UnknownGame
from bot.store.records import (
    AuditLine,
    Chain,
    Entry,
    ErrorRow,
    Facts,
    Game,
    Json,
    Loaded,
    Policy,
    Post,
    Proposal,
    Receipt,
    Report,
    Seat,
    Share,
    Snapshot,
    Timer,
    Told,
)
from bot.store.seal import Sealer

T = TypeVar("T")
# Answers that are kept.
MOST = 1000
# What is written about where a game comes into a channel, or goes.
PLACES = "places"
# Steps about what no answer that is kept holds.
_ASIDE = (Enqueue, Record, PutTold, ForgetTold, PutProposal, DropProposal)
# The same, and what is written to a game's log: nothing of it is among its facts.
BESIDE_FACTS = (*_ASIDE, Require, DiceLines)
_MOVES = {"status", "channel_id", "thread_id"}


def game_of(step: Step) -> str:
    """The game that a step is about; "" for none."""
    held = next(
        (getattr(step, name) for name in ("seat", "chain", "policy", "post", "told") if hasattr(step, name)), step
    )
    return getattr(held, "game_id", "") or ""


def subjects(steps: Iterable[Step], game_id: str = "") -> set[str] | None:
    """What some steps are about, for those who have read about it (database.Marks): games, PLACES; None: everything."""
    about = {game_id}
    for step in steps:
        if not isinstance(step, _ASIDE):
            about.add(game_of(step))
        if isinstance(step, CreateGame) or (isinstance(step, SetGame) and _MOVES & step.values.keys()):
            about.add(PLACES)
        elif isinstance(step, SetPreference):
            if step.scope == "user":
                return None
            about.add(step.subject)
    return about - {""}


class Reader:
    """Reads only; every method is one short transaction of its own, or none: what has been read about games that nobody else
    writes about (owner.py, share.py) is kept until something is written about them. It is shared: nobody may change it."""

    def __init__(self, database: Database, sealer: Sealer, share: Share | None = None) -> None:
        """share: whose games nobody else writes about, so that answers about them may be kept."""
        self._database, self._sealer, self.share = database, sealer, share or Share()
        self._kept: dict[Hashable, tuple[str, int, Any]] = {}

    def _known(self, key: Hashable) -> tuple[Any] | None:
        """What was read under a key, if that still holds."""
        about, mark, found = self._kept.get(key, ("", -1, None))
        return (found,) if mark == self._database.marks.of(about) else None

    def _keep(self, key: Hashable, about: str, mark: int, found: Any) -> None:
        if len(self._kept) > MOST:
            self._kept.clear()
        self._kept[key] = about, mark, found

    async def _about(self, game_id: str, key: Hashable, look: Callable[[], Awaitable[T]]) -> T:
        """Something about a game: kept where the game is known to be ours."""
        if known := self._known(key):
            return known[0]  # type: ignore[no-any-return]
        mark, ours = self._database.marks.of(game_id), self.share.of == 1 or self._known(game_id)
        found = await look()
        if ours:
            self._keep(key, game_id, mark, found)
        return found

    async def _rows(self, query: Select[Any]) -> Sequence[RowMapping]:
        return await self._database.rows(query)

    async def facts(self, game_id: str) -> Facts:
        """All that is stored of a game beside its log, read at once. Raises UnknownGame."""
        if known := self._known(game_id):
            return known[0]  # type: ignore[no-any-return]
        mark = self._database.marks.of(game_id)
        return self._ours(await self._database.read(lambda c: _facts(c, _game(c, game_id))), mark)

    async def facts_in(self, channel_id: int) -> Facts | None:
        """The same of the game played in a channel or thread: the newest that is not over, else the newest."""
        if known := self._known(channel_id):
            return await self.facts(known[0]) if known[0] else None
        marks = self._database.marks
        places, before = marks.of(PLACES), marks.last
        found = await self._database.read(lambda c: _facts_in(c, channel_id))
        if self.share.of == 1 or (found and self.share.holds(found.game.guild_id)):
            self._keep(channel_id, PLACES, places, found.game.id if found else "")
        mark = marks.of(found.game.id) if found else 0
        return self._ours(found, mark) if found and mark <= before else found

    def _ours(self, facts: Facts, mark: int) -> Facts:
        if self.share.holds(facts.game.guild_id):
            self._keep(facts.game.id, facts.game.id, mark, facts)
        return facts

    async def game(self, game_id: str) -> Game:
        """A game by its id. Raises UnknownGame."""
        return (await self.facts(game_id)).game

    async def game_in(self, channel_id: int) -> Game | None:
        """The game played in a channel or thread (see facts_in)."""
        found = await self.facts_in(channel_id)
        return found.game if found else None

    async def games(
        self, guild_id: int | None = None, status: Sequence[str] = (), user_id: int | None = None
    ) -> list[Game]:
        """Games, the newest first: of a server, in one of some states, with a person at the table."""
        g = t.games.c
        where: list[ColumnElement[bool]] = []
        if guild_id is not None:
            where.append(g.guild_id == guild_id)
        if status:
            where.append(g.status.in_(status))
        if user_id is not None:
            seated = exists().where(t.seats.c.game_id == g.id, t.seats.c.user_id == user_id)
            where.append(seated | (g.master == user_id))
        rows = await self._rows(select(t.games).where(*where).order_by(g.created.desc(), g.id))
        return [Game(**row) for row in rows]

    async def open_games(self, guild_id: int, master: int) -> tuple[int, int]:
        """How many games of a server are not over, and how many of these have somebody as their master."""
        g = t.games.c
        counts: list[Any] = [func.count().label("all"), func.count(case((g.master == master, 1))).label("mine")]
        query = select(*counts).where(g.guild_id == guild_id, g.status.in_(("lobby", "running", "paused")))
        row = (await self._rows(query))[0]
        return row["all"], row["mine"]

    async def seats(self, game_id: str) -> list[Seat]:
        """Who sits where, in the order they came. Raises UnknownGame."""
        return list((await self.facts(game_id)).seats)

    async def load(self, game_id: str) -> Loaded:
        """A game with its latest usable snapshot and the entries after it. Raises UnknownGame.

        A snapshot is passed over if a later entry took back one from before it: so the entries may be
        applied one after another or, with those left out that were voided, be played again.
        """
        return await self._database.read(lambda c: _load(c, game_id))

    async def entries(self, game_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """The entries with a seq above `after`, in order."""
        return await self._database.read(lambda c: _entries(c, game_id, after, limit))

    async def last_entry_by(self, game_id: str, player: str) -> int | None:
        """The seq of the last entry that somebody gave."""
        e = t.entries.c
        query = select(func.max(e.seq).label("seq")).where(e.game_id == game_id, e.player == player)
        return (await self._rows(query))[0]["seq"]  # type: ignore[no-any-return]

    async def marks(self, game_id: str, of: Callable[[Iterable[tuple[int, dict[str, Json]]]], T]) -> T:
        """What a function makes of (seq, extra) of every entry, in order. It takes them one by one as they are read; from an
        SQLite file off the event loop, and those of a long game are never all there."""
        e = t.entries.c
        query = select(e.seq, e.extra).where(e.game_id == game_id).order_by(e.seq)
        return await self._database.read(lambda c: of((seq, extra) for seq, extra in c.execute(query)))

    async def snapshot_before(self, game_id: str, seq: int) -> Snapshot | None:
        """The latest snapshot at or before an entry, for a look at the past."""
        s = t.snapshots.c
        query = select(t.snapshots).where(s.game_id == game_id, s.seq <= seq).order_by(s.seq.desc()).limit(1)
        rows = await self._rows(query)
        return Snapshot(**rows[0]) if rows else None

    async def labels(self, game_id: str) -> list[tuple[int, str]]:
        """The labelled snapshots of a game as (seq, label), in order."""
        s = t.snapshots.c
        query = select(s.seq, s.label).where(s.game_id == game_id, s.label != "").order_by(s.seq)
        return [(row["seq"], row["label"]) for row in await self._rows(query)]

    async def receipt(self, game_id: str, interaction_id: str) -> Receipt | None:
        """The receipt of an interaction, None if it was never carried out."""
        return await self._database.read(lambda c: find_receipt(c, game_id, interaction_id))

    async def chains(self, game_id: str) -> list[Chain]:
        """A game's dice chains with their secret roots. Raises WrongKey. Not for showing to anyone."""
        d = t.dice_chains.c
        columns = (d.game_id, d.first, d.length, d.commitment, d.root)
        rows = await self._rows(select(*columns).where(d.game_id == game_id).order_by(d.first))
        return [Chain(**{**row, "root": self._sealer.open(row["root"], f"{game_id}/{row['first']}")}) for row in rows]

    async def dice_log(self, game_id: str) -> list[dict[str, Json]]:
        """A game's dice log, line by line: public."""
        d = t.dice_lines.c
        query = select(d.line).where(d.game_id == game_id).order_by(d.number)
        return [row["line"] for row in await self._rows(query)]

    async def last_rolls(self, game_id: str, most: int) -> list[dict[str, Json]]:
        """The last rolls of a game's dice log, in order."""
        key = "last rolls", most, game_id
        return list(await self._about(game_id, key, lambda: self._last_rolls(game_id, most)))

    async def _last_rolls(self, game_id: str, most: int) -> list[dict[str, Json]]:
        d = t.dice_lines.c
        query = select(d.line).where(d.game_id == game_id, d.kind == "roll").order_by(d.number.desc()).limit(most)
        return [row["line"] for row in reversed(await self._rows(query))]

    async def commitment(self, game_id: str) -> str:
        """The commitment of a game's first chain; "" if it has none."""
        return await self._about(game_id, ("commitment", game_id), lambda: self._commitment(game_id))

    async def _commitment(self, game_id: str) -> str:
        d = t.dice_lines.c
        query = select(d.line).where(d.game_id == game_id, d.kind == "chain").order_by(d.number).limit(1)
        return "".join([str(row["line"]["commitment"]) for row in await self._rows(query)])

    async def policies(self, game_id: str, power: str | None = None) -> list[Policy]:
        """The standing orders of a game, or of one power. Raises UnknownGame."""
        return [p for p in (await self.facts(game_id)).policies if power in (None, p.power)]

    async def posts(self, game_id: str) -> dict[str, Post]:
        """The messages of a game that are edited in place, by kind. Raises UnknownGame."""
        return dict((await self.facts(game_id)).posts)

    async def told(self, game_id: str) -> list[Told]:
        """The messages that tell of a game's orders, as far as that is remembered; the newest first."""
        query = select(t.told).where(t.told.c.game_id == game_id).order_by(t.told.c.first.desc())
        return [Told(**row) for row in await self._rows(query)]

    async def proposals(self, game_id: str) -> dict[str, Proposal]:
        """The open proposals of a game, by id."""
        rows = await self._rows(
            select(*[c for c in t.proposals.c if c.name != "game_id"]).where(t.proposals.c.game_id == game_id)
        )
        people = ("asked", "agreed")
        return {row["id"]: Proposal(**{**row, **{name: tuple(row[name]) for name in people}}) for row in rows}

    async def preferences(self, scope: str, subject: str | int) -> dict[str, Json]:
        """The preferences of a server, person or whatever the scope says, by name."""
        p = t.preferences.c
        query = select(p.name, p.value).where(p.scope == scope, p.subject == str(subject))
        return {row["name"]: row["value"] for row in await self._rows(query)}

    async def audit(
        self, game_id: str | None, limit: int = 100, only: Sequence[str] = (), without: Sequence[str] = ()
    ) -> list[AuditLine]:
        """The newest lines of a game's audit trail (None: those of no game), newest first. only, without: actions."""
        a = t.audit.c
        where = [a.game_id.is_(None) if game_id is None else a.game_id == game_id, a.action.not_in(without)]
        where += [a.action.in_(only)] if only else []
        rows = await self._rows(select(t.audit).where(*where).order_by(a.id.desc()).limit(limit))
        return [AuditLine(**row) for row in rows]

    async def error(self, error_id: str) -> ErrorRow | None:
        """An error by the id the user was told."""
        rows = await self._rows(select(t.errors).where(t.errors.c.id == error_id))
        return ErrorRow(**rows[0]) if rows else None

    async def reports(self, game_id: str, limit: int = 25) -> list[Report]:
        """The newest reports of a game, newest first."""
        r = t.reports.c
        rows = await self._rows(select(t.reports).where(r.game_id == game_id).order_by(r.id.desc()).limit(limit))
        return [Report(**row) for row in rows]

    async def counts(self) -> dict[str, int]:
        """How many games are in each state."""
        query = select(t.games.c.status, func.count().label("number")).group_by(t.games.c.status)
        return {row["status"]: row["number"] for row in await self._rows(query)}


def _load(connection: Connection, game_id: str) -> Loaded:
    game = _game(connection, game_id)
    snapshot = _usable_snapshot(connection, game_id)
    written = connection.execute(select(func.count()).where(t.entries.c.game_id == game_id)).scalar_one()
    return Loaded(game, snapshot, _entries(connection, game_id, after=snapshot.seq if snapshot else 0), written)


def _of_game(table: Table, *order: str) -> Select[Any]:
    return select(table).where(table.c.game_id == bindparam("game")).order_by(*(table.c[name] for name in order))


# Asked for each order. Statements are written once: that takes longer than asking one.
_GAME = select(t.games).where(t.games.c.id == bindparam("game"))
_SEATS = _of_game(t.seats, "joined", "power", "user_id")
_POLICIES = _of_game(t.policies, "power", "kind")
_POSTS = _of_game(t.posts)
_TIMERS = _of_game(t.timers, "due", "id")
_RECEIPT = _of_game(t.receipts).where(t.receipts.c.interaction_id == bindparam("interaction"))
_PREFERENCES = select(t.preferences).where(
    t.preferences.c.scope.in_(bindparam("scopes", expanding=True)),
    t.preferences.c.subject.in_(bindparam("subjects", expanding=True)),
)


def _game(connection: Connection, game_id: str) -> Game:
    row = connection.execute(_GAME, {"game": game_id}).mappings().first()
    if row is None:
        raise UnknownGame(f"there is no game {game_id}")
    return Game(**row)


def _facts_in(connection: Connection, channel_id: int) -> Facts | None:
    g = t.games.c
    here = or_(g.thread_id == channel_id, (g.channel_id == channel_id) & g.thread_id.is_(None))
    query = select(t.games).where(here).order_by(g.status == "over", g.created.desc(), g.id).limit(1)
    row = connection.execute(query).mappings().first()
    return _facts(connection, Game(**row)) if row else None


def _facts(connection: Connection, game: Game) -> Facts:
    def rows(query: Select[Any]) -> Sequence[RowMapping]:
        return connection.execute(query, {"game": game.id}).mappings().all()

    seats = tuple(Seat(**row) for row in rows(_SEATS))
    kept = _preferences(connection, ("game", "answerer"), [game.id])
    answerers = {power: int(user) for power, user in kept.get(("answerer", game.id), {}).items()}
    people = {str(user) for user in (*(seat.user_id for seat in seats), *answerers.values())}
    wishes = _preferences(connection, ("user",), sorted(people))
    return Facts(
        game,
        seats,
        tuple(Policy(**row) for row in rows(_POLICIES)),
        {row["kind"]: Post(**row) for row in rows(_POSTS)},
        tuple(Timer(**row) for row in rows(_TIMERS)),
        kept.get(("game", game.id), {}),
        answerers,
        {int(user): wishes.get(("user", user), {}) for user in people},
    )


def _preferences(
    connection: Connection, scopes: Sequence[str], subjects: Sequence[str]
) -> dict[tuple[str, str], dict[str, Json]]:
    found = dict[tuple[str, str], dict[str, Json]]()
    for row in connection.execute(_PREFERENCES, {"scopes": scopes, "subjects": subjects}):
        found.setdefault((row.scope, row.subject), {})[row.name] = row.value
    return found


def _usable_snapshot(connection: Connection, game_id: str) -> Snapshot | None:
    s, v = t.snapshots.c, t.voids.c
    stale = exists().where(v.game_id == game_id, v.seq <= s.seq, v.by_seq > s.seq)
    query = select(t.snapshots).where(s.game_id == game_id, ~stale).order_by(s.seq.desc()).limit(1)
    row = (connection.execute(query)).mappings().first()
    return Snapshot(**row) if row else None


def _entries(connection: Connection, game_id: str, after: int, limit: int | None = None) -> list[Entry]:
    e, v = t.entries.c, t.voids.c
    both = t.entries.outerjoin(t.voids, (v.game_id == e.game_id) & (v.seq == e.seq))
    query = select(t.entries, v.by_seq.label("voided_by")).select_from(both)
    query = query.where(e.game_id == game_id, e.seq > after).order_by(e.seq).limit(limit)
    return [Entry(**row) for row in (connection.execute(query)).mappings()]


def find_receipt(connection: Connection, game_id: str, interaction_id: str) -> Receipt | None:
    """The receipt of an interaction that was carried out before, marked as repeated."""
    row = connection.execute(_RECEIPT, {"game": game_id, "interaction": interaction_id}).mappings().first()
    if row is None:
        return None
    return Receipt(
        game_id=row["game_id"],
        interaction_id=row["interaction_id"],
        first=row["first_seq"],
        last=row["last_seq"],
        answer=row["answer"],
        state_hash=row["state_hash"],
        at=row["at"],
        repeated=True,
    )
