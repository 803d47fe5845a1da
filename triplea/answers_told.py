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
        """Of those told as lost, and not gone yet, so many as were hit; what only damages comes first where it is told."""
        view, data = game.view, asked.data
        battle, side = view.state.battles[data["battle"]], data["side"]
        units = rules_of_loss.candidates(view, battle, side, data["hits"])
        owners = {unit.owner for unit in units}
        due = max(rules_of_loss.required(view, battle, side, data["hits"]).values(), default=0)
        pool = self._to_lose(owners, part)
        ships = Counter(
            {
                unit: n
                for line in part
                if isinstance(line, t.Damaged)
                for own in owners
                for unit, n in line.ships.get(own, {}).items()
            }
        )
        chosen = list((pool & Counter(unit.type for unit in units)).elements())[:due]
        left = due - len(chosen)
        spare = [
            f"{unit} (damaged)"
            for unit in (ships or Counter(u.type for u in units if sides.left(view, battle, u) > 1)).elements()
        ]
        items = Counter([*chosen, *spare[: max(0, left)]])
        if sum(items.values()) == due:
            yield f"casualties {listed(tuple(items.items()))}"
        if not pool and not ships:
            yield from [text for text in decision_choices(game) if text.startswith("casualties")][:1]

    def _to_lose(self, owners: set[str], part: Sequence[t.Told]) -> Counter[str]:
        """Units told as lost, less those that are gone: in all of the battle, or round by round."""
        whole, rounds = Counter[str](), Counter[str]()
        for line in part:
            for owner, units in line.losses.items() if isinstance(line, t.Lost) else ():
                if owner in owners:
                    (whole if isinstance(line, t.Lost) and line.in_all else rounds).update(units)
        gone = Counter({unit: n for (owner, unit), n in self.gone.items() if owner in owners})
        return (rounds or whole) - gone

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
        left = sum(self._to_lose(enemies, part).values())
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
        return not any(isinstance(line, t.Throw) for line in part) and any(self._to_lose({o}, part) for o in owners)
