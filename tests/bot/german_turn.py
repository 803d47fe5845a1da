"""Global's first German turn over the desk: how often it has to wait for somebody else."""

from __future__ import annotations

from dataclasses import dataclass, field

from desk import ANNA, BORIS, CHEN, Desk

from bot.game import Accepted, standing
from bot.game.standing.leaving import StandingDesk
from rules.legal import decision_choices
from rules.play import asking, lines
from rules.play.game import Game

SEATS = {"United Kingdom": BORIS, "France": CHEN}
MOVES = (
    "move 1 submarine: SZ 118 > SZ 111",
    "move 1 submarine: SZ 124 > SZ 111",
    "move 1 submarine: SZ 103 > SZ 110",
    "move 1 submarine: SZ 108 > SZ 110",
    "move 2 strategic bomber: Germany > SZ 111",
    "move 1 fighter: Norway > SZ 111",
    "move 2 fighter, 3 tactical bomber: Western Germany > SZ 110",
    "move 4 infantry, 2 artillery: Greater Southern Germany > Yugoslavia",
    "move 3 infantry, 4 mechanized infantry, 1 artillery: Western Germany > France",
    "move 4 infantry, 2 artillery, 3 tank: Holland Belgium > France",
)


@dataclass
class German:
    """Anna plays Germany and everybody else but the United Kingdom (Boris) and France (Chen). waits: how often she
    could do nothing but wait; asked: the questions the others answered."""

    desk: Desk
    waits: int = 0
    asked: list[str] = field(default_factory=list)

    async def game(self) -> Game:
        return await self.desk.game()

    async def to_battle(self) -> None:
        """Combat move, closed."""
        while (await self.game()).state.turn.phase != "combat move":
            await self.desk.ok("done")
        await self.desk.ok(*MOVES)
        await self.desk.ok("done")

    async def fight(self, leave_ahead: bool) -> None:
        """Everything to the end of the battles. leave_ahead: whoever is asked answers for his battles ahead, too."""
        for _ in range(200):
            game = await self.game()
            if game.state.turn.phase not in ("combat move", "conduct combat"):
                return
            if not await self._go_on(game):
                self.waits += 1
                await self._others(leave_ahead)
        raise AssertionError("no end")

    async def _go_on(self, game: Game) -> bool:
        """One order of Anna's, if there is one."""
        mine = [d for d in lines.shown(game.state) if d.power not in SEATS]
        for decision in mine:
            text = lines.addressed(game.state, decision, decision_choices(game.facing(decision))[0])
            return isinstance(await self.desk.give(text, power=decision.power), Accepted)
        due = [b.place for b in game.state.battles.values() if b.status == "due"]
        for order in (*(f"fight {place}" for place in due), "done"):
            if isinstance(await self.desk.give(order, power="Germany"), Accepted):
                return True
        return False

    async def _others(self, leave_ahead: bool) -> None:
        """Everybody who is asked answers all that he is asked."""
        for user in dict.fromkeys(SEATS.values()):
            if leave_ahead:
                await self._leave_ahead(user)
            while asked := [d for d in lines.shown((await self.game()).state) if self._his(user, lines.askers(d))]:
                game, decision = await self.game(), asked[0]
                power = next(p for p in lines.askers(decision) if SEATS.get(p) == user)
                self.asked.append(f"{power}: {asking.named(game.table, decision)}")
                choices = decision_choices(game.facing(decision))
                await self.desk.ok(lines.addressed(game.state, decision, choices[-1]), user=user)

    def _his(self, user: int, powers: tuple[str, ...]) -> bool:
        return any(SEATS.get(power) == user for power in powers)

    async def _leave_ahead(self, user: int) -> None:
        game = await self.game()
        made = [
            standing.made(
                self.desk.game_id, one.power, user, game.table, one.kind,
                "default" if one.kind == "casualties" else "never", one.place, game.state.turn,
            )
            for one in standing.ahead(game)
            if SEATS.get(one.power) == user
        ]  # fmt: skip
        if made:
            await StandingDesk(self.desk.moderator).keep(made)


async def begun(desk: Desk) -> German:
    """The game at Germany's first turn."""
    await desk.begin(SEATS, board="global1940")
    return German(desk)


__all__ = ["ANNA", "MOVES", "SEATS", "German", "begun"]
