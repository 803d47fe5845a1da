"""Orders tried on a copy before they are given: what the engine would refuse is mended or left out of the plan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.model.refusals import Refusal
from rules.play.game import Game, NoDice
from seats.wish import Wish


class Rehearsal:
    """A copy of a game on which a plan is carried out, order by order."""

    def __init__(self, game: Game) -> None:
        self.game = _twin(game)
        self.kept: list[Wish] = []

    def branch(self) -> Rehearsal:
        """Another that goes on from here by itself."""
        found = Rehearsal(self.game)
        found.kept = [*self.kept]
        return found

    def give(self, wishes: Sequence[Wish]) -> list[Wish]:
        """Carry out what goes; gives what does not."""
        left = []
        for wish in wishes:
            done = self._one(wish)
            if done:
                self.kept += done
            else:
                left.append(wish)
        return left

    def all_or_none(self, wishes: Sequence[Wish]) -> bool:
        """Carry out all of them, or nothing."""
        before, count = _twin(self.game), len(self.kept)
        if not self.give(wishes):
            return True
        self.game, self.kept = before, self.kept[:count]
        return False

    def goes(self, wishes: Sequence[Wish]) -> bool:
        """Whether all of them would go, by themselves."""
        before, count = _twin(self.game), len(self.kept)
        goes = not self.give(wishes)
        self.game, self.kept = before, self.kept[:count]
        return goes

    def _one(self, wish: Wish) -> list[Wish]:
        done = self._submit(wish.text, wish.why)
        if isinstance(done, Wish):
            return [replace(wish, rehearsed=done.rehearsed)]
        if done.code == "ambiguous-path":
            for choice in sorted(done.choices, key=lambda c: "(" in c):
                exact = f"{wish.text.rpartition(':')[0]}: {choice.split(' (')[0]}"
                if isinstance(found := self._submit(exact, wish.why), Wish):
                    return [found]
        several = [one for text in wish.instead if isinstance(one := self._submit(text, ""), Wish)]
        return [replace(several[0], why=wish.why), *several[1:]] if several else []

    def _submit(self, text: str, why: str) -> Wish | Refusal:
        """The order as one that goes, or why it does not."""
        answer = self.game.submit(text, NoDice())
        return answer if isinstance(answer, Refusal) else Wish(text, why, rehearsed=answer.entry)


def _twin(game: Game) -> Game:
    return Game(game.table, game.state.copy(), game.log.copy())
