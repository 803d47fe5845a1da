"""Orders tried on a copy before they are given: what the engine would refuse is mended or left out of the plan."""

from __future__ import annotations

from collections.abc import Sequence

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
        refusal = self._submit(wish.text)
        if refusal is None:
            return [wish]
        if refusal.code == "ambiguous-path":
            for choice in sorted(refusal.choices, key=lambda c: "(" in c):
                exact = f"{wish.text.rpartition(':')[0]}: {choice.split(' (')[0]}"
                if self._submit(exact) is None:
                    return [Wish(exact, wish.why)]
        done = [Wish(text) for text in wish.instead if self._submit(text) is None]
        return [Wish(done[0].text, wish.why), *done[1:]] if done else []

    def _submit(self, text: str) -> Refusal | None:
        answer = self.game.submit(text, NoDice())
        return answer if isinstance(answer, Refusal) else None


def _twin(game: Game) -> Game:
    return Game(game.table, game.state.copy(), game.log.copy())
