"""What can be looked up in the store."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, RowMapping, Select, case, exists, func, or_, select

from bot.store import tables as t
from bot.store.database import Database
from bot.store.problems import UnknownGame
from bot.store.read_cache import Kept
from bot.store.records import (
    AuditLine,
    Chain,
    Entry,
    ErrorRow,
    Game,
    Json,
    Loaded,
    Policy,
    Post,
    Receipt,
    Report,
    Seat,
    Snapshot,
)
from bot.store.seal import Sealer
from bot.store.share import Share

T = TypeVar("T")


class Reader:
    """Reads only; every method is one short transaction of its own."""

    def __init__(self, database: Database, sealer: Sealer, share: Share | None = None) -> None:
        """share: whose games nobody else writes about, so that answers about them may be kept."""
        self._database, self._sealer, self.share = database, sealer, share or Share()
        self._kept = Kept(database)

    def _ours(self, game: Game | None) -> bool:
        return self.share.of == 1 or (game is not None and self.share.holds(game.guild_id))

    async def _about(self, what: tuple[Any, ...], game_id: str, look: Callable[[], Awaitable[T]]) -> T:
        """Something about a game: kept where the game is known to be ours."""
        ours = self.share.of == 1 or self._kept.knows(("game", game_id))
        return await self._kept.get((*what, game_id), look, lambda _: ours)

    async def _rows(self, query: Select[Any]) -> Sequence[RowMapping]:
        return await self._database.rows(query)

    async def game(self, game_id: str) -> Game:
        """A game by its id. Raises UnknownGame."""
        return await self._kept.get(
            ("game", game_id), lambda: self._database.read(lambda c: _game(c, game_id)), self._ours
        )

    async def game_in(self, channel_id: int) -> Game | None:
        """The game played in a channel or thread: the newest that is not over, else the newest."""
        return await self._kept.get(("game in", channel_id), lambda: self._game_in(channel_id), self._ours)

    async def _game_in(self, channel_id: int) -> Game | None:
        g = t.games.c
        here = or_(g.thread_id == channel_id, (g.channel_id == channel_id) & g.thread_id.is_(None))
        query = select(t.games).where(here).order_by(g.status == "over", g.created.desc(), g.id).limit(1)
        rows = await self._rows(query)
        return Game(**rows[0]) if rows else None

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
        """Who sits where, in the order they came."""
        return list(await self._about(("seats",), game_id, lambda: self._seats(game_id)))

    async def _seats(self, game_id: str) -> list[Seat]:
        s = t.seats.c
        query = select(t.seats).where(s.game_id == game_id).order_by(s.joined, s.power, s.user_id)
        return [Seat(**row) for row in await self._rows(query)]

    async def load(self, game_id: str) -> Loaded:
        """A game with its latest usable snapshot and the entries after it. Raises UnknownGame.

        A snapshot is passed over if a later entry took back one from before it: so the entries may be
        applied one after another or, with those left out that were voided, be played again.
        """
        return await self._database.read(lambda c: _load(c, game_id))

    async def entries(self, game_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """The entries with a seq above `after`, in order."""
        return await self._database.read(lambda c: _entries(c, game_id, after, limit))

    async def voided(self, game_id: str) -> set[int]:
        """The seqs of the entries that were taken back."""
        v = t.voids.c
        return {row["seq"] for row in await self._rows(select(v.seq).where(v.game_id == game_id))}

    async def last_entry_by(self, game_id: str, player: str) -> int | None:
        """The seq of the last entry that somebody gave."""
        e = t.entries.c
        query = select(func.max(e.seq).label("seq")).where(e.game_id == game_id, e.player == player)
        return (await self._rows(query))[0]["seq"]  # type: ignore[no-any-return]

    async def marks(self, game_id: str) -> list[tuple[int, dict[str, Json]]]:
        """(seq, extra) of every entry, in order: what it takes to find one without reading them all."""
        e = t.entries.c
        rows = await self._rows(select(e.seq, e.extra).where(e.game_id == game_id).order_by(e.seq))
        return [(row["seq"], row["extra"]) for row in rows]

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
        return list(await self._about(("last rolls", most), game_id, lambda: self._last_rolls(game_id, most)))

    async def _last_rolls(self, game_id: str, most: int) -> list[dict[str, Json]]:
        d = t.dice_lines.c
        query = select(d.line).where(d.game_id == game_id, d.kind == "roll").order_by(d.number.desc()).limit(most)
        return [row["line"] for row in reversed(await self._rows(query))]

    async def commitment(self, game_id: str) -> str:
        """The commitment of a game's first chain; "" if it has none."""
        return await self._about(("commitment",), game_id, lambda: self._commitment(game_id))

    async def _commitment(self, game_id: str) -> str:
        d = t.dice_lines.c
        query = select(d.line).where(d.game_id == game_id, d.kind == "chain").order_by(d.number).limit(1)
        return "".join([str(row["line"]["commitment"]) for row in await self._rows(query)])

    async def policies(self, game_id: str, power: str | None = None) -> list[Policy]:
        """The standing orders of a game, or of one power."""
        p = t.policies.c
        query = select(t.policies).where(p.game_id == game_id).order_by(p.power, p.kind)
        if power is not None:
            query = query.where(p.power == power)
        return [Policy(**row) for row in await self._rows(query)]

    async def posts(self, game_id: str) -> dict[str, Post]:
        """The messages of a game that are edited in place, by kind."""
        rows = await self._rows(select(t.posts).where(t.posts.c.game_id == game_id))
        return {row["kind"]: Post(**row) for row in rows}

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


def _game(connection: Connection, game_id: str) -> Game:
    row = (connection.execute(select(t.games).where(t.games.c.id == game_id))).mappings().first()
    if row is None:
        raise UnknownGame(f"there is no game {game_id}")
    return Game(**row)


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
    r = t.receipts.c
    query = select(t.receipts).where(r.game_id == game_id, r.interaction_id == interaction_id)
    row = (connection.execute(query)).mappings().first()
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
