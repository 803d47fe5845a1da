"""Odds for messages, worked out in a process of their own: pictures never wait for them, and one that takes too long
is ended."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

import structlog

from bot.processes import odds_jobs as jobs
from bot.processes.apart import Apart, TooBusy
from bot.processes.odds_jobs import Told, Untold
from rules.model.orders import PASS, Retreat
from rules.model.state import Decision
from rules.odds import Aim, AnswerOdds, Needed, Odds, RaidOdds, Wishes
from rules.play.game import Game
from rules.play.luck import BattleLuck

T = TypeVar("T")
log = structlog.get_logger()

LIMIT = 10.0  # seconds for one question
WAITING = 20  # questions that may wait
SETTLED = 5.0  # seconds after a start until the process is started unasked
PATIENCE = 1.5  # seconds that a message waits for odds which it can do without
SHOWN = 6  # battles whose odds are told together
ANSWERS = 8  # to a question, whose odds are told
CLEARLY = 0.2  # IPC by which an answer is better than another


class OddsError(Exception):
    """There are no odds now; the text says why, for the person who asked."""


class OddsDesk:
    """Questions about odds, one after the other, each with a time limit that ends the work."""

    def __init__(self, limit: float = LIMIT) -> None:
        self.apart = Apart(limit, WAITING, first=jobs.ready_to_work)

    def start(self) -> None:
        """Start the process ahead of the first question, when the first hurry of a start is over."""
        self.apart.start(SETTLED)

    def close(self) -> None:
        """End the process."""
        self.apart.close()

    # --- questions ------------------------------------------------------------------------------------------

    async def battle(
        self,
        game: Game,
        wanted: str = "",
        wishes: Wishes | None = None,
        aim: Aim | None = None,
        side: str = "attacker",
        losses: tuple[str, str] = ("", ""),
    ) -> Told | None:
        """The odds of a battle that is due or would be; None if there is none. losses: orders of loss of attacker and
        defender, as typed. Raises TypedError, OddsError."""
        return await self._ask(jobs.battle, game.head(), game.snapshot(), wanted, wishes or Wishes(), aim, side, losses)

    async def forces(
        self,
        attacker: str,
        defender: str,
        head: dict[str, Any],
        wishes: Wishes,
        aim: Aim | None = None,
        side: str = "attacker",
        losses: tuple[str, str] = ("", ""),
    ) -> Told:
        """The odds of any two forces. Raises TypedError, OddsError."""
        return await self._ask(jobs.forces, attacker, defender, head, wishes, aim, side, losses)

    async def least(self, have: str, defender: str, head: dict[str, Any], chance: float) -> Needed:
        """The least force. Raises TypedError, OddsError."""
        return await self._ask(jobs.least, have, defender, head, chance)

    async def due(self, game: Game, wait: float = PATIENCE) -> list[Told | Untold]:
        """The odds of the battles that are due or would be if combat movement ended now; none where there are none to
        be had within so many seconds. They are kept with the position."""
        return await self._kept(game, "odds due", jobs.due, SHOWN, wait=wait) or []

    async def in_places(self, game: Game, places: Sequence[str], wait: float = PATIENCE) -> list[Told | Untold]:
        """The same of those in some places."""
        if not places:
            return []
        return await self._kept(game, f"odds in {places}", jobs.due, SHOWN, tuple(places), wait=wait) or []

    async def raids(self, game: Game, wait: float = PATIENCE) -> list[RaidOdds]:
        """What the raids will do that are due or would be if combat movement ended now."""
        if not any(u.role in ("raid", "raid afar") for u in game.state.units.values()):
            return []
        return await self._kept(game, "odds of raids", jobs.raids, SHOWN, wait=wait) or []

    async def answers(
        self, game: Game, asked: Decision, texts: Sequence[str], wait: float = PATIENCE / 2
    ) -> Sequence[AnswerOdds]:
        """The odds behind the first answers (`texts`) to an open question, where there are several."""
        if len(texts) < 2:
            return ()
        seen = game.facing(asked)
        return await self._kept(game, _about(asked), jobs.answers, tuple(texts[:ANSWERS]), wait=wait, seen=seen) or ()

    async def lucks(self, game: Game, first: int) -> list[BattleLuck]:
        """The luck in money of the battles since an entry of a game's log; none where it takes too long."""
        return await self._kept(game, f"lucks {first}", jobs.lucks, tuple(game.log[first:])) or []

    async def going_on(self, game: Game, battle: str) -> Told | Untold | None:
        """The odds of a battle whose attacker is asked whether he goes on."""
        return await self._kept(game, _about_going_on(battle), jobs.going_on, battle)

    async def _kept(
        self,
        game: Game,
        name: str,
        work: Callable[..., T],
        *more: Any,
        wait: float = PATIENCE,
        seen: Game | None = None,
    ) -> T | None:
        """An answer that is kept with the position; None while it is not there in good time. seen: the game as somebody
        who is asked sees it, if that is what the answer is about."""
        if (asked := ("odds", name)) not in game.memo.facts:
            head, position = game.head(), (seen or game).snapshot()
            game.memo.facts[asked] = asyncio.ensure_future(
                self._told(game.memo.elsewhere, name, work, head, position, *more)
            )
        found: asyncio.Future[T | None] = game.memo.facts[asked]
        await asyncio.wait({found}, timeout=wait)
        return found.result() if found.done() and not found.cancelled() else None

    async def _told(self, told: dict[str, Any], name: str, work: Callable[..., T], *arguments: Any) -> T | None:
        found = told[name] = await self._tried(work, *arguments)
        return found

    async def _tried(self, work: Callable[..., T], *arguments: Any) -> T | None:
        try:
            return await self._ask(work, *arguments)
        except (OddsError, ValueError, KeyError) as error:
            log.info("no odds", why=str(error))
        except Exception as error:  # what is told goes without odds; it must not be kept back by them
            log.error("odds failed", work=work.__name__, why=repr(error))
        return None

    async def _ask(self, work: Callable[..., T], *arguments: Any) -> T:
        try:
            return await self.apart.run(work, *arguments)
        except TooBusy:
            raise OddsError("Many are asking for odds just now. Try again in a moment.") from None
        except TimeoutError:
            limit = self.apart.limit
            log.warning("odds took too long", work=work.__name__, limit=limit)
            text = f"These odds take longer than {limit:g} seconds to work out. Ask about fewer units."
            raise OddsError(text) from None
        except BrokenProcessPool:
            raise OddsError("The odds could not be worked out.") from None


def known_answers(game: Game, asked: Decision) -> Mapping[str, AnswerOdds]:
    """The odds behind answers to an open question, by the answer's text, as far as they have been worked out."""
    done: Sequence[AnswerOdds] | None = game.memo.elsewhere.get(_about(asked))
    return {one.text: one for one in done or ()}


def known_going_on(game: Game, battle: str) -> Odds | None:
    """The odds of a battle that goes on, as far as they have been worked out and nothing is left out of them."""
    told: Told | Untold | None = game.memo.elsewhere.get(_about_going_on(battle))
    return told.odds if isinstance(told, Told) and not told.left_out else None


def best_first(game: Game, asked: Decision, texts: Sequence[str]) -> list[str]:
    """The answers to a question; where the odds that are known say clearly that another than the first is worth more, in
    IPC with the ground at stake, that one comes first."""
    worth = _going_on_worth(game, asked, texts) if asked.kind == "retreat" else _worth(game, asked)
    best = max((text for text in texts if text in worth), key=worth.__getitem__, default="")
    if not best or texts[0] not in worth or worth[best] < worth[texts[0]] + CLEARLY:
        return list(texts)
    return [best, *(text for text in texts if text != best)]


def _worth(game: Game, asked: Decision) -> dict[str, float]:
    """Of a question about several battles what each answer gains against passing it."""
    known = known_answers(game, asked)
    worth = {text: _ipc(game, one) - (_ipc(game, one.without) if one.without else 0) for text, one in known.items()}
    return {str(PASS): 0.0, **worth} if any(one.without for one in known.values()) else worth


def _ipc(game: Game, one: AnswerOdds) -> float:
    return one.swing + one.win * game.view.value(one.place)


def _going_on_worth(game: Game, asked: Decision, texts: Sequence[str]) -> dict[str, float]:
    """What going on with a battle is worth, to the end or for one more round, and what breaking off is."""
    told: Told | Untold | None = game.memo.elsewhere.get(_about_going_on(str(asked.data.get("battle", ""))))
    away = next((text for text in texts if text.startswith(Retreat.verb)), "")
    if not isinstance(told, Told) or not away:
        return {}
    on = max(odds.swing + odds.takes * told.value for odds in (told.odds, told.once) if odds is not None)
    stay = told.leave.stay if told.leave else None
    return {texts[0]: on, away: stay.swing if stay else 0.0}


def _about_going_on(battle: str) -> str:
    return f"odds on {battle}"


def _about(asked: Decision) -> str:
    return f"answers {asked}"
