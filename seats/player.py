"""The computer player: one plan a phase, given order by order. What is refused is skipped and counted."""

from __future__ import annotations

import copy
import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from rules.dice.prng import Prng
from rules.legal import legal
from rules.model.profiles import AIR
from rules.model.state import COMBAT, COMBAT_MOVE, NONCOMBAT, Turn
from rules.play.game import Entry, Game, NoDice, Outcome
from seats.levels import OFFICER, Level
from seats.plans.candidates import booked
from seats.plans.foresight import best_way, way_of
from seats.plans.openings import book, bought, played
from seats.plans.postures import best_posture
from seats.plans.rest import best_rest, postures_in, rest_of
from seats.plans.search import best_plan
from seats.position.estimate import OddsCache
from seats.position.faults import whereabouts
from seats.position.situation import Situation
from seats.position.world import ThreatMap
from seats.turn import war, worth
from seats.turn.answer import answer
from seats.turn.attack import Attacks
from seats.turn.blockers import blockers, endangered
from seats.turn.buy import purchase
from seats.turn.decks import meeting
from seats.turn.hold import Posts
from seats.turn.neutrals import joining
from seats.turn.place import Placing
from seats.turn.punisher import punishments
from seats.turn.raid import TAKEN, Raids
from seats.turn.rehearsal import Rehearsal
from seats.turn.ship import Freighters
from seats.turn.weighing import Attack
from seats.wish import Wish

AFTER_COMBAT = (NONCOMBAT, "mobilize", "collect income")
PATIENCE = 24  # ways out of a phase that does not close
Plan = Callable[["Player", Situation], list[Wish]]


class Player:
    """Plays whatever power has to act. The same position, seed and memory give the same orders on any machine.

    memory: a JSON value that lasts from turn to turn (kept by whoever keeps the seat). refused: orders of its own
    that were refused, by code; each is a finding. why: the last plan's reasons.
    """

    def __init__(
        self,
        level: Level = OFFICER,
        seed: int = 1,
        memory: dict[str, Any] | None = None,
        threat_map: ThreatMap | None = None,
        tries: bool = True,
    ) -> None:
        """threat_map: one that others have filled, which spares work and changes nothing. tries: whether orders are tried
        before they are given (on a copy that is in order, where a refusal does no harm)."""
        self.level, self.seed, self.tries = level, seed, tries
        self.asked = 0  # how long the log was as it last said that it was done, untried
        self.way = level  # how this turn is played
        self.memory: dict[str, Any] = {} if memory is None else memory
        self.refused: Counter[str] = Counter()
        self.findings: list[str] = []
        self.odds_cache, self.threat_map = OddsCache(), threat_map or ThreatMap()
        self.eyes: Situation | None = None  # through which it looks, on copies of a game
        self._rehearsed: list[Entry] = []  # what orders of the queue brought on a copy, as far as dice do not matter

    def next(self, game: Game) -> Wish:
        """The next order of whoever is to act."""
        if game.state.pending:
            return answer(game, self.level)
        turn = game.state.turn
        if self._phase() != [turn.round, turn.power, turn.phase]:
            self._begin(game, turn)
        return self._queued(game) or self._close(game, turn)

    # --- a plan ----------------------------------------------------------------------------------------------

    def _phase(self) -> list[Any]:
        return list(self.memory.get("phase", ()))

    def _begin(self, game: Game, turn: Turn) -> None:
        """Plan a phase; the plan is part of the memory, so that a restart goes on with it. Nothing else lasts that
        would tell: whoever is kept for a game plays as one who is made anew for each order."""
        self.odds_cache = OddsCache()
        self.memory["tries"] = 0
        self.way = self._way(game, turn)
        plan = PLANS.get(turn.phase)
        self.memory["phase"] = [turn.round, turn.power, turn.phase]
        wishes = plan(self, self.situation(game, turn.power)) if plan else []
        self.memory["queue"] = [[w.text, w.why] for w in wishes]
        self._rehearsed = [] if self.tries else _without_dice(wishes)

    def _way(self, game: Game, turn: Turn) -> Level:
        """How the turn is played, chosen as it begins, and its rest when the battles are over."""
        if not (self.level.foresees or self.level.opens):
            return self.level
        if list(self.memory.get("way", ()))[:2] != [turn.round, turn.power]:
            number = best_way(game, self.level, self.seed, self.memory, self._who_tries)
            self.memory["way"] = [turn.round, turn.power, number]
            self.memory["came"] = sorted(whereabouts(game.view, turn.power).items()) if self.level.rests else []
        way = way_of(self.level, self.seed, turn, self.memory["way"][2], book(self.level, game))
        return self._rest(game, turn, way) if self.level.rests and turn.phase in AFTER_COMBAT else way

    def _rest(self, game: Game, turn: Turn, way: Level) -> Level:
        """How the rest of a turn is played. way: how it was begun."""
        if list(self.memory.get("rest", ()))[:2] != [turn.round, turn.power]:
            came = dict(self.memory.pop("came", ())) or whereabouts(game.view, turn.power)
            number = best_rest(game, came, way, self.seed, self.memory, self._who_tries)
            self.memory["rest"] = [turn.round, turn.power, number]
        return rest_of(way, self.seed, turn, self.memory["rest"][2], postures_in(way, game.view))

    def _who_tries(self, level: Level, memory: Mapping[str, Any]) -> Player:
        """Who plays on a copy, looks no further ahead, and knows so much."""
        quick = replace(level, foresees=0, opens=False)
        return Player(quick, self.seed, copy.deepcopy(dict(memory)), self.threat_map, tries=False)

    def situation(self, game: Game, power: str) -> Situation:
        """The position as a power sees it now."""
        if self.eyes:
            return self.eyes.later(game, self.memory)
        return Situation(game, power, self.way, self.threat_map, self.odds_cache, self.memory)

    def pilot(self, s: Situation) -> Player:
        """Who plays the rest of a turn on a copy, the quick way, when this phase has been played: it knows what this one
        knows, and sees values and threats as they are in a situation."""
        turn = s.game.state.turn
        memory = self.memory | {"phase": [turn.round, turn.power, turn.phase], "queue": []}
        quick = replace(self.way, plans=0, postures=False, reckons=False, foresees=0, opens=False, rests=0)
        found = Player(quick, self.seed, copy.deepcopy(memory))
        found.eyes = s.posed(found.level)
        return found

    def _queued(self, game: Game) -> Wish | None:
        """The next order of the plan that goes."""
        queue = self.memory["queue"]
        while queue:
            text, why = queue.pop(0)
            rehearsed = self._rehearsed.pop(0) if self._rehearsed else None
            refusal = game.trial(text) if self.tries else None
            if refusal is None:
                return Wish(text, why, rehearsed=rehearsed)
            self.refused[refusal.code] += 1
            self.findings.append(f"{game.state.turn} {text}: {refusal.code}: {refusal.message}")
        return None

    # --- the end of a phase ------------------------------------------------------------------------------------

    def _close(self, game: Game, turn: Turn) -> Wish:
        """`done`, or what stands in its way."""
        if not self.tries and turn.phase != COMBAT and self.asked != len(game.log):
            self.asked = len(game.log)
            return Wish("done")
        refusal = game.trial("done")
        if refusal is None:
            if turn.phase == COMBAT and (text := war.worth_fighting(game)):
                return Wish(text)
            return Wish("done")
        self.memory["tries"] = tries = self.memory.get("tries", 0) + 1
        for way in (self._fight, self._named, self._placed, self._serve):
            if tries < PATIENCE and (text := way(game, refusal.choices)):
                return Wish(text)
        self.refused[f"done: {refusal.code}"] += 1
        self.findings.append(f"{turn} done: {refusal.code}: {refusal.message}")
        return Wish("undo" if game.trial("undo") is None else "done")

    def _fight(self, game: Game, choices: Sequence[str]) -> str:
        if game.state.turn.phase != COMBAT:
            return ""
        self.memory["tries"] = 0
        return war.next_fight(game)

    def _named(self, game: Game, choices: Sequence[str]) -> str:
        return next((text for text in choices if game.trial(text) is None), "")

    def _placed(self, game: Game, choices: Sequence[str]) -> str:
        texts = (
            f"place {n} {entry.unit}: {site}"
            for entry in (legal(game, game.to_act).place if game.state.turn.phase == "mobilize" else ())
            for site, count in entry.sites.items()
            for n in dict.fromkeys((count, 1))
        )
        return next((text for text in texts if game.trial(text) is None), "")

    def _serve(self, game: Game, choices: Sequence[str]) -> str:
        """A move of a carrier or of an aircraft aloft after which the phase closes, or at least is refused for
        another reason."""
        if game.state.turn.phase != NONCOMBAT:
            return ""
        view, me, before, second = game.view, game.to_act, str(game.trial("done")), ""
        own = [u for u in game.state.units.values() if u.owner == me]
        aloft = {u.type for u in own if view.domain(u) == AIR and u.route}
        for mover in legal(game, me).movers:
            if not view.profile(me, mover.unit).decks and mover.unit not in aloft:
                continue
            for goal in mover.goals:
                text = f"move 1 {mover.unit}: {mover.place} > {goal}"
                twin = Game(game.table, game.state.copy(), game.log.copy())
                if not isinstance(twin.submit(text, NoDice()), Outcome):
                    continue
                after = twin.trial("done")
                if after is None:
                    return text
                second = second or (text if str(after) != before else "")
        return second


def _without_dice(wishes: Sequence[Wish]) -> list[Entry]:
    """What the first orders of a plan brought when it was rehearsed, up to one that was not, or for which dice fell."""
    entries = takewhile(lambda entry: entry is not None and not entry.rolls, (w.rehearsed for w in wishes))
    return [entry for entry in entries if entry]


# --- the phases -------------------------------------------------------------------------------------------------


def _combat_move(player: Player, s: Situation) -> list[Wish]:
    opening = played(s.game, s.level)
    declared = [] if opening and opening.peace else _declared(s)
    if declared:
        player.memory["phase"] = []  # plan again when at war
        return declared
    rehearsal = Rehearsal(s.game)
    attacks, made = _attacks(player, s)
    player.memory["weighed"] = attacks.weighed()
    busy = attacks.carry_out(made, rehearsal)
    rehearsal.give(Raids(s, busy, [a.goal for a in made if a.takes > TAKEN]).plan())
    return _with_offers(s, rehearsal)


def _declared(s: Situation) -> list[Wish]:
    return (war.joined(s) if s.level.joins else []) or war.declarations(s)


def _attacks(player: Player, s: Situation) -> tuple[Attacks, list[Attack]]:
    if s.level.plans:
        best = best_plan(s, _forgotten(player, s), player.pilot)
        return best.attacks, best.chosen
    if by_the_book := booked(s, _forgotten(player, s)):
        return by_the_book.attacks, by_the_book.chosen
    attacks = Attacks(s, _forgotten(player, s))
    return attacks, attacks.plan(punishments(attacks) if s.level.punishes else ())


def _forgotten(player: Player, s: Situation) -> frozenset[str]:
    """Targets that a weak player overlooks this turn."""
    if not player.level.forgets:
        return frozenset()
    turn = s.game.state.turn
    prng = Prng(zlib.crc32(f"{player.seed}|{turn.round}|{turn.power}".encode()))
    return frozenset(p for p in sorted(s.view.board.places) if prng.chance(player.level.forgets))


def _noncombat_move(player: Player, s: Situation) -> list[Wish]:
    if s.level.postures:
        return _with_offers(s, best_posture(s, lambda posed: moved(posed, posed.later), player.pilot))
    return _with_offers(s, moved(s, lambda game: player.situation(game, s.me)))


def moved(s: Situation, again: Callable[[Game], Situation]) -> Rehearsal:
    """The moves of the phase. again: the situation when some of them are made."""
    rehearsal = Rehearsal(s.game)
    rehearsal.give(meeting(s))
    if s.level.courts:
        rehearsal.give(joining(again(rehearsal.game) if rehearsal.kept else s))
    s = again(rehearsal.game) if rehearsal.kept else s
    freight = Freighters(s)
    freight.carry_out(rehearsal)
    return _posted(s, rehearsal, freight.used)


def _posted(s: Situation, rehearsal: Rehearsal, busy: set[int]) -> Rehearsal:
    """Who stands where; again where a capital could be reached by a way that is left open. busy: who has moved."""
    usual, posts = rehearsal.branch(), Posts(s, busy)
    usual.give(posts.plan())
    if not s.level.blocks:
        return usual
    after = _seen_anew(s, usual.game)
    if not (danger := endangered(after)) or not (sent := blockers(s, after, posts.goals, busy)):
        return usual
    blocked = rehearsal.branch()
    blocked.give(Posts(s, busy, sent).plan())
    return blocked if sum(endangered(_seen_anew(s, blocked.game)).values()) < sum(danger.values()) else usual


def _seen_anew(s: Situation, game: Game) -> Situation:
    """The position as some moves leave it, with what the enemy reaches then."""
    return s.later(game, threats=s.threats_in(game.view))


def _with_offers(s: Situation, rehearsal: Rehearsal) -> list[Wish]:
    """The plan, and what rules offer beside it that is worth its price."""
    rehearsal.give(worth.offers(s, rehearsal.game) if s.level.looks else [])
    return rehearsal.kept


def _purchase(player: Player, s: Situation) -> list[Wish]:
    """Works and offers that pay come first, where nothing has to be saved; then units."""
    rehearsal, calm = Rehearsal(s.game), s.level.looks and not s.besieged
    rehearsal.give(bought(s))
    s = player.situation(rehearsal.game, s.me) if rehearsal.kept else s
    if calm:
        rehearsal.give(worth.works(s))
        rehearsal.give(worth.offers(s, rehearsal.game))
        s = player.situation(rehearsal.game, s.me) if rehearsal.kept else s
    rehearsal.give(purchase(s))
    return rehearsal.kept if calm else _with_offers(s, rehearsal)


def _mobilize(player: Player, s: Situation) -> list[Wish]:
    rehearsal = Rehearsal(s.game)
    rehearsal.give(worth.laying(s) if s.level.looks else [])
    rehearsal.give(Placing(player.situation(rehearsal.game, s.me) if rehearsal.kept else s).plan())
    return rehearsal.kept


PLANS: dict[str, Plan] = {
    "research": lambda player, s: worth.research(s) if s.level.looks else [],
    "purchase": _purchase,
    COMBAT_MOVE: _combat_move,
    NONCOMBAT: _noncombat_move,
    "mobilize": _mobilize,
    "collect income": lambda player, s: war.joined(s) if s.level.joins else [],
}
