"""Standing orders as they are kept: which question, where, for how long, and which one holds.

A policy's data: question, do (the text, words.py), place (a place, "land", "sea", or "" everywhere), turn (round and
power whose turn it is; none: until it is taken back). Its `kind` is a key made of these.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.game.people.problems import PlayError
from bot.game.standing import choose, words
from bot.store.records import Policy
from rules.core.position import lexicon
from rules.core.table import Table
from rules.legal.questions import questions
from rules.model.state import Decision, Turn
from rules.play import lines
from rules.play.game import Game

LAND, SEA = "land", "sea"
# What the whole vocabulary is about, beside the questions themselves.
ABOUT_BATTLES = "How your battles are fought: losses, and whether an attack goes on"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer by standing order: who gives it, the order, the standing order."""

    power: str
    text: str
    policy: Policy

    @property
    def why(self) -> str:
        """What was left, in its words."""
        return str(self.policy.data["do"])


def kinds(table: Table) -> dict[str, str]:
    """The questions for which a game's players may leave standing orders, and what each is about."""
    return {words.BATTLE: ABOUT_BATTLES, **questions(table)}


def made(
    game_id: str, power: str, user: int, table: Table, kind: str, text: str, place: str = "", turn: Turn | None = None
) -> Policy:
    """A standing order from what was typed. Raises PlayError in words."""
    known = kinds(table)
    if kind not in known:
        raise PlayError(f"This game asks no such question. It asks: {', '.join(known)}.")
    lex = lexicon(table)
    words.read(kind, text, lex)
    where = place.strip().lower()
    data = {"question": kind, "do": " ".join(text.split()), "place": ""}
    if where:
        data["place"] = where if where in (LAND, SEA) else table.board.place_names.find(place) or ""
        if not data["place"]:
            raise PlayError(f"There is no place called “{place[:60]}”. A place, land or sea.")
    full = {**data, "turn": [turn.round, turn.power]} if turn else dict(data)
    return Policy(game_id, power, _key(kind, data["place"], full.get("turn")), user, full)


def _key(kind: str, place: str, turn: object) -> str:
    if not place and not turn:
        return kind[:32]
    mark = hashlib.sha256(f"{kind}|{place}|{turn}".encode()).hexdigest()[:8]
    return f"{kind[:23]}~{mark}"


def holding(game: Game, decision: Decision, power: str, policies: Iterable[Policy]) -> list[Policy]:
    """The standing orders that fit a question, the closest first: of this turn, for the place, for land or sea."""
    kind, place, turn = decision.kind, decision.place, game.state.turn
    element = "" if not place else LAND if game.table.board.places[place].is_land else SEA
    found = []
    for policy in policies:
        asked, where, when = policy.data.get("question"), policy.data.get("place", ""), policy.data.get("turn")
        if policy.power != power or (asked != kind and not (asked == words.BATTLE and kind in words.IN_BATTLE)):
            continue
        if where not in ("", place, element) or (when and list(when) != [turn.round, turn.power]):
            continue
        near = 0 if where and where == place else 1 if where else 2
        found.append((not when, near, asked == words.BATTLE, policy))
    return [policy for *_, policy in sorted(found, key=lambda one: one[:3])]


def answer(game: Game, policies: Sequence[Policy], decision: Decision) -> Answer | None:
    """What a standing order answers to an open question, for any of those who may answer it."""
    lex = lexicon(game.table)
    for power in lines.askers(decision):
        for policy in holding(game, decision, power, policies):
            wish = words.read(str(policy.data["question"]), str(policy.data["do"]), lex)
            if wish.word == words.ASK:
                break
            if _silent(wish, decision):
                continue
            if text := choose.answer(game.facing(decision), decision, wish):
                return Answer(power, lines.addressed(game.state, decision, text), policy)
            break
    return None


def _silent(wish: words.Wish, decision: Decision) -> bool:
    """Whether a word for whole battles says nothing to this question of them."""
    return wish.word in words.CLUB and wish.word not in words.vocabulary(decision.kind)


def standing_answer(game: Game, policies: Sequence[Policy]) -> Answer | None:
    """The first answer that a standing order gives to any open question."""
    if game.state.winner or not policies:
        return None
    found = (answer(game, policies, decision) for decision in lines.shown(game.state))
    return next((one for one in found if one), None)


def told(policy: Policy) -> str:
    """`scramble (SZ 110, this turn of Germany): 2 fighter`."""
    place, turn = policy.data.get("place"), policy.data.get("turn")
    marks = [str(place)] if place else []
    marks += [f"round {turn[0]}, turn of {turn[1]}"] if isinstance(turn, list | tuple) else []
    where = f" ({', '.join(marks)})" if marks else ""
    return f"{policy.data.get('question')}{where}: **{policy.data.get('do')}**"


def over(policy: Policy, turn: Turn) -> bool:
    """Whether a standing order was for a turn that is over."""
    when = policy.data.get("turn")
    return isinstance(when, list | tuple) and (int(str(when[0])), str(when[1])) != (turn.round, turn.power)
