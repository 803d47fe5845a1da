"""The answers to a battle's questions, as the lines behind it tell them: losses, retreats, scrambles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rules.battle import losses as rules_of_loss
from rules.battle import sides
from rules.legal import decision_choices
from rules.model.events import DiceRolled, UnitRemoved
from rules.model.state import Battle, Decision
from rules.play.game import Entry, Game
from triplea import told as t
from triplea.naming import listed
from triplea.told_dice import Contradiction, hit


class Answers:
    """Finds answers in the lines of a summary, and keeps count of what has been lost."""

    def __init__(self, lines: Sequence[t.Told]) -> None:
        self.lines = lines
        self.gone: Counter[tuple[str, str]] = Counter()

    def lost(self, entry: Entry) -> None:
        """An order has been carried out: take up what it cost."""
        if entry.text.startswith("fight "):
            self.gone.clear()
        for event in entry.events:
            if isinstance(event, UnitRemoved):
                self.gone[event.unit.owner, event.unit.type] += 1

    def to(self, game: Game, start: int, end: int, dice: bool) -> Iterator[str]:
        """Answers to the first question, the likeliest first. start, end: the lines that tell of it. dice: whether more are
        told."""
        asked, part = game.state.pending[0], self._part(start)
        if asked.kind == "casualties" and "battle" in asked.data:
            yield from self._losses(game, asked, part)
            return
        if asked.kind in ("retreat", "withdraw", "submerge"):
            yield from self._leaving(game, asked, part, dice)
            return
        choices = [text for text in ("pass", "press on") if text in decision_choices(game)]
        yield from choices or ["pass"]

    def _part(self, start: int) -> list[t.Told]:
        """The lines of a battle: up to the next order that is no answer, or header."""
        found: list[t.Told] = []
        for line in self.lines[start + 1 :]:
            if isinstance(line, t.Step) or (isinstance(line, t.Ordered) and not line.literal):
                break
            found.append(line)
        return found

    # --- losses -------------------------------------------------------------------------------------------------------

    def _losses(self, game: Game, asked: Decision, part: Sequence[t.Told]) -> Iterator[str]:
        """Of those told as hit, in their order, so many as there are hits."""
        view, data = game.view, asked.data
        battle, side = view.state.battles[data["battle"]], data["side"]
        units = rules_of_loss.candidates(view, battle, side, data["hits"])
        due = max(rules_of_loss.required(view, battle, side, data["hits"]).values(), default=0)
        dying = [u for u in sides.units(view, battle, side) if sides.left(view, battle, u) <= 0]
        owners = {unit.owner for unit in (*units, *dying)}
        doomed = Counter((u.owner, u.type) for u in dying)
        left = {unit.id: sides.left(view, battle, unit) for unit in units}
        items, several = Counter[str](), len({unit.owner for unit in units}) > 1
        for owner, type_, only_hurt in self._events(game, owners, part, doomed):
            alike = sorted(
                (u for u in units if (u.owner, u.type) == (owner, type_) and left[u.id]), key=lambda u: left[u.id]
            )
            unit = next((u for u in alike if left[u.id] > 1), None) if only_hurt else next(iter(alike), None)
            if unit is None or not due:
                continue
            cost = 1 if only_hurt else min(left[unit.id], due)
            marks = ["damaged"] * (cost < left[unit.id]) + [owner] * several
            items[type_ + (f" ({', '.join(marks)})" if marks else "")] += 1
            left[unit.id] = 0
            due -= cost
        if not due:
            yield f"casualties {listed(tuple(items.items()))}"
        if not any(isinstance(line, t.Lost) for line in part):
            yield from [text for text in decision_choices(game) if text.startswith("casualties")][:1]

    def _events(
        self, game: Game, owners: set[str], part: Sequence[t.Told], doomed: Counter[tuple[str, str]]
    ) -> list[tuple[str, str, bool]]:
        """Whose units are told to be hit, in order, less what has happened: owner, type, whether it is only damaged."""
        rounds = [
            line for line in part if isinstance(line, t.Damaged) or (isinstance(line, t.Lost) and not line.in_all)
        ]
        if not any(isinstance(line, t.Lost) for line in rounds):
            rounds += [line for line in part if isinstance(line, t.Lost)]
        found, gone = list[tuple[str, str, bool]](), self.gone + doomed
        for line in rounds:
            hurt = isinstance(line, t.Damaged)
            told = line.ships if isinstance(line, t.Damaged) else line.losses
            some = [(own, type_, n) for own, lost in told.items() if own in owners for type_, n in lost.items()]
            for own, type_, n in sorted(some, key=lambda one: game.table.units[one[1]].cost):
                past = min(n, gone[own, type_]) if not hurt else 0
                gone[own, type_] -= past
                found += [(own, type_, hurt)] * (n - past)
        return found

    def _to_lose(self, game: Game, owners: set[str], part: Sequence[t.Told]) -> int:
        """How many units told as lost are not gone yet."""
        return sum(not hurt for _, _, hurt in self._events(game, owners, part, Counter()))

    def by_losses(self, game: Game, rolled: DiceRolled, at: int) -> list[int]:
        """Faces where no dice are told: so many hits as there are losses told, one way or another. Raises Contradiction."""
        battle = next((b for b in game.state.battles.values() if b.place == rolled.place), None)
        part = self._part(at)
        told = [line for line in part if isinstance(line, t.Lost)]
        if battle is None and rolled.place and told:
            enemies = {owner for line in told for owner in line.losses if not game.view.allied(owner, rolled.who)}
            return self._hits(game, rolled, enemies, part, None)
        if battle is None or not told:
            where = f" in {rolled.place}" if rolled.place else ""
            raise Contradiction(0, f"no dice are told for {rolled.why}{where} ({len(rolled.dice)} dice)")
        enemies = {u.owner for u in game.state.units.values() if not game.view.allied(u.owner, rolled.who)}
        return self._hits(game, rolled, enemies, part, battle)

    def _hits(
        self, game: Game, rolled: DiceRolled, enemies: set[str], part: Sequence[t.Told], battle: Battle | None
    ) -> list[int]:
        left = self._to_lose(game, enemies, part)
        faces, groups = [6] * len(rolled.dice), list(rolled.groups())
        may = sum(max(rolled.needs[at : at + size]) > 0 for at, size in groups) if rolled.needs else 0
        hit(rolled, min(left, may), groups, faces, 0)
        return faces

    # --- leaving ------------------------------------------------------------------------------------------------------

    def _leaving(self, game: Game, asked: Decision, part: Sequence[t.Told], dice: bool) -> Iterator[str]:
        """On, as long as dice are told; then out, as it is told."""
        choices, left = decision_choices(game), [line for line in part if isinstance(line, t.Left)]
        stay = [text for text in ("press on", "pass") if text in choices]
        mine = [line for line in left if asked.power in line.units]
        if asked.kind != "retreat":
            dives = [line for line in mine if line.to == "submerge"]
            if dives and not dice:
                counts = dives[-1].units[asked.power]
                yield f"submerge {listed(tuple(counts.items()))}"
            yield from stay
            return
        if dice or self._more(game, part):
            yield from stay
            return
        for line in mine:
            yield f"retreat to {line.to}" if line.to not in ("air", "submerge") else "retreat air"
        yield from stay[: int(not mine and bool(asked.data.get("bound")))]

    def _more(self, game: Game, part: Sequence[t.Told]) -> bool:
        """Whether more is told as lost than is gone, and no dice."""
        owners = {owner for line in part if isinstance(line, t.Lost) for owner in line.losses}
        return not any(isinstance(line, t.Throw) for line in part) and any(
            self._to_lose(game, {o}, part) for o in owners
        )
