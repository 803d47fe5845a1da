"""A season from the first ticket to the play-off, forty people in it, stopped and read again after every step."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from league.archive import Query, card, exported, imported, search, table
from league.challenges import Challenge, Offer, Reach, Ticket, paired, rematch
from league.clocks.terms import DAY, HOUR
from league.codec import dumped, loaded
from league.finished import Bid, Finished, Seat
from league.formats import built_in
from league.ratings import Ratings, fit, rated_games
from league.results import Course, beyond
from league.tournaments import (
    SINGLE,
    SWISS,
    Entered,
    Event,
    Played,
    Season,
    Terms,
    Withdrew,
    champion,
    is_over,
    next_round,
    playoff,
    ranking,
    seeded,
    standings,
    state_of,
)

CHECK = Path(__file__).parents[2] / "tools" / "check_league.py"
FORMAT = built_in()["classic-league"]
SIDES = ("Allies", "Axis")
PEOPLE = [f"p{number:02}" for number in range(40)]


def again(value: Any) -> Any:
    """A value as it is after the program was killed: what was stored of it."""
    return loaded(type(value), json.loads(json.dumps(dumped(value))))


@dataclass
class League:
    """What the bot would do, with a rule of thumb in place of the games: whoever has the lower number wins mostly."""

    rng: random.Random
    at: float = 0.0
    games: list[Finished] = field(default_factory=list)

    def rated(self) -> Ratings:
        """The ratings now."""
        return fit(rated_games(self.games), self.at)

    def played(self, allies: str, axis: str, bid: int, event: tuple[str, int] | None = None) -> Finished:
        """A game from its start to its record: turns on the clock, an end of some kind."""
        course = Course({"Allies": frozenset({allies}), "Axis": frozenset({axis})}, FORMAT.rating.edits)
        for person in (allies, axis):
            course = again(course.wish(person, self.rng.random() < 0.95))
        began, course = self.at, course.start(self.at)
        ratings = self.rated()
        overruns, chance = Counter[str](), ratings.chance({allies: 1.0}, {axis: 1.0}, "classic", bid).p
        better = 1 / (1 + 10 ** ((int(allies[1:]) - int(axis[1:]) - 2 * (bid - 9)) / 15))
        winner = SIDES[self.rng.random() >= better]
        rounds = self.rng.randrange(2, 12)
        for number in range(rounds):
            for person in (axis, allies):
                overruns[person] += self._turn(person) > FORMAT.clock.turn
                if overruns[person] > FORMAT.clock.overruns:
                    course = course.in_round(number).forfeit(self.at, person, f"overrun {overruns[person]}")
                    return self._record(course, allies, axis, bid, began, chance, overruns, event)
            if self.rng.random() < 0.02:
                course = again(course.edit(self.at, "master", "an infantry was forgotten"))
        loser = axis if winner == "Allies" else allies
        course = course.in_round(rounds)
        if event is None and self.rng.random() < 0.1:
            course = course.offer_draw(self.at, allies).offer_draw(self.at, axis)
        else:
            course = course.win(self.at, winner, rounds) if self.rng.random() < 0.3 else course.concede(self.at, loser)
        return self._record(course, allies, axis, bid, began, chance, overruns, event)

    def _turn(self, person: str) -> float:
        """A turn; gives how long it took."""
        slow = person in ("p38", "p39")
        took = self.rng.uniform(1, 110 if slow else 60) * HOUR
        self.at += took
        return took

    def _record(
        self,
        course: Course,
        allies: str,
        axis: str,
        bid: int,
        began: float,
        chance: float,
        overruns: Counter[str],
        event: Any,
    ) -> Finished:
        if course.verdict().counts is None:
            course = course.rule("judge", True, "It mended a slip.")
        assert course.result is not None and course == again(course)
        seats = (Seat("USSR", "Allies", allies, allies.upper()), Seat("Germany", "Axis", axis, axis.upper()))
        verdict = course.verdict()
        game = Finished(
            f"g{len(self.games):04}", FORMAT.id, FORMAT.board, seats, course.result.winner, course.result.how, began, self.at,
            bid=Bid("Allies", bid), rounds=course.rounds, chance=chance, overruns=dict(+overruns),
            edits=len(course.edits), unrated="" if verdict.counts else verdict.why, event=event,
        )  # fmt: skip
        self.games.append(again(game))
        return game


def _points(ratings: Ratings, person: str) -> float:
    return ratings.people[person].points if person in ratings.people else 1500.0


def open_games(league: League) -> None:
    """Two months of tickets, paired every other day, and some challenges and rematches out of them."""
    for _ in range(30):
        ratings, league.at = league.rated(), league.at + 2 * DAY
        looking = [
            Ticket(f"t{person}", person, (FORMAT.id,), False, _points(ratings, person),
                   league.at - league.rng.uniform(0, 72) * HOUR, league.at + 1.0, 200.0)
            for person in league.rng.sample(PEOPLE, 12)
        ]  # fmt: skip
        found = paired([again(ticket) for ticket in looking], league.at, Reach())
        assert len(found) >= 4
        for one, other, name in found:
            offer = Offer(name, "Axis", league.rng.randrange(0, 19, 3), "Allies")
            challenge = Challenge(f"c{one.id}", (one.person,), (other.person,), offer, league.at, league.at + DAY)
            if league.rng.random() < 0.3:
                challenge, counter = challenge.counter(other.person, offer, "x", league.at)
                challenge = counter
            challenge = again(challenge).accept(challenge.to[0], league.at)
            teams = challenge.teams(SIDES)
            assert teams is not None and challenge.status == "accepted"
            game = league.played(teams["Allies"][0], teams["Axis"][0], challenge.offer.bid)
            if league.rng.random() < 0.2:
                back = (
                    rematch(game, one.person, "r", league.at, league.at + DAY)
                    .accept(other.person, league.at)
                    .teams(SIDES)
                )
                assert back is not None
                league.played(back["Allies"][0], back["Axis"][0], 9)


def tournament(league: League, terms: Terms, entered: list[Entered], name: str) -> tuple[Terms, list[Event]]:
    """Play one to its end; its record is all that is kept of it between two steps."""
    record: list[Event] = list(entered)

    def note(event: Event) -> None:
        record.append(loaded(Event, json.loads(json.dumps(dumped(event, Event)))))

    note(seeded(state_of(terms, record)))
    while not is_over(state_of(terms, record)):
        paired_now = next_round(state_of(terms, record))
        note(paired_now)
        for match in state_of(terms, record).open():
            if terms.kind == SWISS and league.rng.random() < 0.02:
                note(Withdrew(match.second))
                continue
            game = league.played(match.first, match.second, 9, (name, paired_now.number))
            who = {seat.side: seat.person for seat in game.seats}
            note(Played(match.id, game.id, who.get(game.winner, ""), game.how))
    return terms, record


def test_a_season_of_forty(tmp_path: Path) -> None:
    league = League(random.Random(7))
    open_games(league)
    ratings = league.rated()
    entered = [Entered(person, _points(ratings, person)) for person in PEOPLE]
    terms, record = tournament(league, Terms(SWISS, rounds=5), entered, "swiss")
    state = state_of(terms, record)
    lines = standings(state)
    met = Counter(match.pair for match in state.matches.values() if not match.is_bye)
    assert len(state.rounds) == 5 and max(met.values()) == 1 and lines[0].points >= 4
    assert {line.entrant for line in lines[:8]} <= set(PEOPLE[:24]), "the better are ahead"

    season, points = Season(0.0, league.at, places=8, games=3), {p: r.points for p, r in league.rated().people.items()}
    final = tournament(league, Terms(SINGLE, third=True), playoff(season, league.games, points, PEOPLE), "play-off")
    best = champion(state_of(*final))
    assert best and ranking(state_of(*final))[0] == (1, best) and best in PEOPLE[:16]

    void = beyond(league.games, FORMAT.rating.pair)
    assert not void
    now = league.rated()
    rows = table(league.games, now)
    assert any(game.how == "forfeit" for game in league.games) and any(game.unrated for game in league.games)
    tops = [row.person for row in rows if row.rank][:10]
    assert sum(int(person[1:]) for person in tops) / len(tops) < 15
    assert card(league.games, best).all.won >= 3
    assert search(league.games, Query(event="play-off", by="oldest"))[-1].event == ("play-off", 3)

    file = tmp_path / "league.jsonl"
    file.write_text("".join(f"{line}\n" for line in exported(league.games, now, rows, FORMAT.id)), "utf-8")
    done = subprocess.run([sys.executable, "-I", str(CHECK), str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and f"holds: {len(league.games)} games" in done.stdout, done.stdout + done.stderr
    _, games, _ = imported(file.read_text("utf-8").splitlines())
    assert fit(rated_games(games), now.at).people == now.people
