"""Carrying out the steps of a Change, each as SQL on the transaction under way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, fields
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from bot.store import changes as c
from bot.store import tables as t
from bot.store.enqueue import Queued, queue
from bot.store.league_steps import LEAGUE
from bot.store.problems import OtherShare, PlaceTaken, StatusConflict, StoreError, UnknownGame
from bot.store.reader import game_of
from bot.store.records import Share
from bot.store.seal import Sealer
from bot.store.tournament_steps import TOURNAMENT

EVERYTHING = Share()
# After so many failures, minutes apart by then, a message is given up (state "dead").
GIVE_UP_AFTER = 12
LONGEST_PAUSE = 300.0
# As long as Discord or the line is down, a message waits for so many seconds and is tried so often: a clock that is set
# forward is no reason to give up.
LONGEST_OUTAGE = 86400.0
OUTAGE_TRIES = int(LONGEST_OUTAGE / LONGEST_PAUSE)
_STATUS = select(t.games.c.status).where(t.games.c.id == bindparam("game")).with_for_update()
_MESSAGE = update(t.outbox).where(t.outbox.c.id == bindparam("message"))
_SETTABLE = {column.name for column in t.games.c} - {"id", "revision", "created", "updated"}


@dataclass(frozen=True, slots=True)
class Work:
    """What a step needs. queued: what it puts in the outbox. seq: the game's last entry once the change is made (0 outside a
    game). share: whose games it may be about."""

    connection: Connection
    now: float
    sealer: Sealer
    queued: Queued
    seq: int = 0
    share: Share = EVERYTHING

    def put(self, table: Table, values: dict[str, Any]) -> None:
        """Insert a row, or change the one with the same primary key."""
        keys = [column.name for column in table.primary_key]
        rest = {name: value for name, value in values.items() if name not in keys}
        kind = postgresql if self.connection.dialect.name == "postgresql" else sqlite
        row = kind.insert(table).values(values)
        self.connection.execute(
            row.on_conflict_do_update(index_elements=keys, set_=rest) if rest else row.on_conflict_do_nothing()
        )


def must_hold(steps: Iterable[c.Step], game_id: str, work: Work) -> None:
    """Raise OtherShare if a change is about a game of another share. A message about one may be queued: its own sender takes
    it."""
    if work.share.of == 1:
        return
    for step in steps:
        if isinstance(step, c.CreateGame) and not work.share.holds(step.game.guild_id):
            raise OtherShare(step.game.name, step.game.place)
    g = t.games.c
    about = {game_id, *(game_of(step) for step in steps if not isinstance(step, c.Enqueue))}
    query = select(g.name, g.guild_id, g.channel_id, g.thread_id).where(g.id.in_(sorted(about - {""})))
    for row in work.connection.execute(query).all():
        if not work.share.holds(row.guild_id):
            raise OtherShare(row.name, row.thread_id or row.channel_id)


def backoff(attempts: int) -> float:
    """Seconds to wait after so many failures: 2, 4, 8, ... up to five minutes."""
    return min(2.0 ** min(attempts, 20), LONGEST_PAUSE)


def carry_out_all(steps: Iterable[c.Step], work: Work) -> None:
    """Do steps in turn. Raises StoreError if one can't be done; the transaction is then rolled back."""
    for step in steps:
        _DOERS[type(step)](step, work)


def _create_game(step: c.CreateGame, work: Work) -> None:
    game = step.game
    values = {f.name: getattr(game, f.name) for f in fields(game)}
    values |= {"revision": 0, "created": work.now, "updated": work.now}
    work.connection.execute(insert(t.games).values(values))


def _enqueue(step: c.Enqueue, work: Work) -> None:
    queue((step.message,), step.game_id, work.connection, work.now, work.queued)


def _require(step: c.Require, work: Work) -> None:
    status = work.connection.execute(_STATUS, {"game": step.game_id}).scalar_one_or_none()
    if status is None:
        raise UnknownGame(f"there is no game {step.game_id}")
    if status not in step.status:
        raise StatusConflict(step.game_id, status)


def _require_free(step: c.RequireFree, work: Work) -> None:
    if work.connection.dialect.name == "postgresql":
        # No row stands for a place, so this stands in for a lock on one until the transaction ends.
        work.connection.execute(select(func.pg_advisory_xact_lock(step.place)))
    g = t.games.c
    here = or_(g.thread_id == step.place, (g.channel_id == step.place) & g.thread_id.is_(None))
    query = select(g.name).where(here, g.status != "over", g.id != step.but).limit(1)
    name = work.connection.execute(query).scalar_one_or_none()
    if name is not None:
        raise PlaceTaken(name)


def _set_game(step: c.SetGame, work: Work) -> None:
    if unknown := step.values.keys() - _SETTABLE:
        raise StoreError(f"not to be set on a game: {', '.join(sorted(unknown))}")
    changed = work.connection.execute(
        update(t.games).where(t.games.c.id == step.game_id).values(**step.values, updated=work.now)
    )
    if changed.rowcount == 0:
        raise UnknownGame(f"there is no game {step.game_id}")


def _put_seat(step: c.PutSeat, work: Work) -> None:
    values = asdict(step.seat)
    work.put(t.seats, {**values, "joined": values["joined"] or work.now})


def _drop_seat(step: c.DropSeat, work: Work) -> None:
    s = t.seats.c
    where = (s.game_id == step.game_id, s.power == step.power, s.user_id == step.user_id)
    work.connection.execute(delete(t.seats).where(*where))


def _put_chain(step: c.PutChain, work: Work) -> None:
    chain = step.chain
    values = {
        "game_id": chain.game_id,
        "first": chain.first,
        "length": chain.length,
        "commitment": chain.commitment,
        "root": work.sealer.seal(chain.root, f"{chain.game_id}/{chain.first}"),
        "at": work.now,
    }
    work.connection.execute(insert(t.dice_chains).values(values))


def _dice_lines(step: c.DiceLines, work: Work) -> None:
    if not step.lines:
        return
    d = t.dice_lines.c
    query = select(func.coalesce(func.max(d.number), 0)).where(d.game_id == step.game_id)
    last = (work.connection.execute(query)).scalar_one()
    rows = [
        {
            "game_id": step.game_id,
            "number": number,
            "kind": line["kind"],
            "roll": line["roll"] if line["kind"] == "roll" else None,
            "short_id": line["id"] if line["kind"] == "roll" else None,
            "seq": work.seq or None,
            "line": line,
            "at": work.now,
        }
        for number, line in enumerate(step.lines, last + 1)
    ]
    work.connection.execute(insert(t.dice_lines), rows)


def _timers_of(game_id: str | None) -> ColumnElement[bool]:
    return t.timers.c.game_id.is_(None) if game_id is None else t.timers.c.game_id == game_id


def _set_timer(step: c.SetTimer, work: Work) -> None:
    # A new row, so a new number: an order of the old timer is not taken for one of the new.
    where = (_timers_of(step.game_id), t.timers.c.key == step.key)
    work.connection.execute(delete(t.timers).where(*where))
    values = {**asdict(step), "fire_at": step.due, "left": None, "attempts": 0}
    work.connection.execute(insert(t.timers).values(values))


def _drop_timers(step: c.DropTimers, work: Work) -> None:
    key = t.timers.c.key
    if step.key.endswith("*"):
        which = key.startswith(step.key[:-1], autoescape=True)
    else:
        which = key == step.key
    work.connection.execute(delete(t.timers).where(_timers_of(step.game_id), which))


def _pause_timers(step: c.PauseTimers, work: Work) -> None:
    fire_at = t.timers.c.fire_at
    running = (_timers_of(step.game_id), fire_at.is_not(None))
    work.connection.execute(update(t.timers).where(*running).values(left=fire_at - work.now, fire_at=None))


def _resume_timers(step: c.ResumeTimers, work: Work) -> None:
    again = work.now + func.coalesce(t.timers.c.left, 0.0)
    paused = (_timers_of(step.game_id), t.timers.c.fire_at.is_(None))
    work.connection.execute(update(t.timers).where(*paused).values(due=again, fire_at=again, left=None, attempts=0))


def _set_policy(step: c.SetPolicy, work: Work) -> None:
    work.put(t.policies, {**asdict(step.policy), "at": work.now})


def _drop_policy(step: c.DropPolicy, work: Work) -> None:
    p = t.policies.c
    where = (p.game_id == step.game_id, p.power == step.power, p.kind == step.kind)
    work.connection.execute(delete(t.policies).where(*where))


def _set_post(step: c.SetPost, work: Work) -> None:
    work.put(t.posts, asdict(step.post))


def _drop_post(step: c.DropPost, work: Work) -> None:
    p = t.posts.c
    work.connection.execute(delete(t.posts).where(p.game_id == step.game_id, p.kind == step.kind))


def _set_preference(step: c.SetPreference, work: Work) -> None:
    p = t.preferences.c
    if step.value is None:
        where = (p.scope == step.scope, p.subject == step.subject, p.name == step.name)
        work.connection.execute(delete(t.preferences).where(*where))
    else:
        work.put(t.preferences, asdict(step))


def _put_proposal(step: c.PutProposal, work: Work) -> None:
    work.put(t.proposals, {"game_id": step.game_id, **asdict(step.proposal)})


def _drop_proposal(step: c.DropProposal, work: Work) -> None:
    p = t.proposals.c
    work.connection.execute(delete(t.proposals).where(p.game_id == step.game_id, p.id == step.id))


def _put_told(step: c.PutTold, work: Work) -> None:
    work.put(t.told, asdict(step.told))


def _forget_told(step: c.ForgetTold, work: Work) -> None:
    work.connection.execute(delete(t.told).where(t.told.c.game_id == step.game_id, t.told.c.first < step.before))


def _mark_sent(step: c.MarkSent, work: Work) -> None:
    sent = {"state": "sent", "message_id": step.message_id, "sent_at": work.now, "error": None}
    work.connection.execute(_MESSAGE, {**sent, "message": step.id})


def _mark_failed(step: c.MarkFailed, work: Work) -> None:
    o = t.outbox.c
    row = work.connection.execute(select(o.attempts, o.at).where(o.id == step.id)).one()
    attempts = row.attempts + 1
    over = attempts >= OUTAGE_TRIES and work.now - row.at > LONGEST_OUTAGE
    dead = step.permanent or (over if step.passing else attempts >= GIVE_UP_AFTER)
    try_at = work.now + (backoff(attempts) if step.after is None else step.after)
    known = {"slot": None} if step.unsure else {}
    values = {
        "state": "dead" if dead else "waiting",
        "attempts": attempts,
        "try_at": try_at,
        "error": step.error,
        **known,
    }
    work.connection.execute(update(t.outbox).where(o.id == step.id).values(values))


def _record(step: c.Record, work: Work) -> None:
    work.connection.execute(insert(t.audit).values(**asdict(step), at=work.now))


_DOERS: dict[type, Callable[[Any, Work], None]] = {
    c.CreateGame: _create_game,
    c.Enqueue: _enqueue,
    c.Require: _require,
    c.RequireFree: _require_free,
    c.SetGame: _set_game,
    c.PutSeat: _put_seat,
    c.DropSeat: _drop_seat,
    c.PutChain: _put_chain,
    c.DiceLines: _dice_lines,
    c.SetTimer: _set_timer,
    c.DropTimers: _drop_timers,
    c.PauseTimers: _pause_timers,
    c.ResumeTimers: _resume_timers,
    c.SetPolicy: _set_policy,
    c.DropPolicy: _drop_policy,
    c.SetPost: _set_post,
    c.DropPost: _drop_post,
    c.SetPreference: _set_preference,
    c.PutTold: _put_told,
    c.ForgetTold: _forget_told,
    c.PutProposal: _put_proposal,
    c.DropProposal: _drop_proposal,
    c.MarkSent: _mark_sent,
    c.MarkFailed: _mark_failed,
    c.Record: _record,
    **LEAGUE,
    **TOURNAMENT,
}
