"""Logs hold no secrets, whoever writes them; an error gets an id, and is kept."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from bot.ops.logging_setup import HIDDEN, Alike, SecretFilter, new_error_id, report, set_up_logs
from bot.settings import load_settings
from bot.store import Store

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789AB"
KEY = "0123456789abcdef" * 4


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Any]:
    """Logs as JSON objects, with a dice key set."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ADJUTANT_DICE_KEY", KEY)
    stream, handlers, level = io.StringIO(), logging.root.handlers[:], logging.root.level
    set_up_logs(load_settings(), stream)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    logging.root.handlers[:] = handlers
    logging.root.setLevel(level)
    structlog.reset_defaults()


def test_ours_and_the_libraries_lines_have_one_form(lines: Any) -> None:
    structlog.get_logger("bot.game").info("order", game_id="g1", number=3)
    logging.getLogger("discord.client").warning("slow %s", "answer")
    logging.getLogger("discord.http").info("not wanted")
    ours, theirs = lines()
    assert (ours["event"], ours["game_id"], ours["number"], ours["level"]) == ("order", "g1", 3, "info")
    assert (theirs["event"], theirs["logger"], theirs["level"]) == ("slow answer", "discord.client", "warning")
    assert ours["timestamp"].endswith("Z")


@pytest.mark.parametrize(
    "secret",
    [KEY, TOKEN, "aW50ZXJhY3Rpb246MTIzNDU2Nzg5OmFiYw", "pa55word"],
    ids=["known", "token", "interaction token", "password in a URL"],
)
def test_secrets_are_hidden_wherever_they_stand(lines: Any, secret: str) -> None:
    shape = {
        "aW50ZXJhY3Rpb246MTIzNDU2Nzg5OmFiYw": f"POST /interactions/123456/{secret}/callback",
        "pa55word": f"postgresql+psycopg://user:{secret}@host/db",
    }.get(secret, f"value {secret} here")
    log = structlog.get_logger("bot")
    log.info(shape, inner={"deep": [shape]}, thing=ValueError(shape))
    logging.getLogger("library").error("%s", shape)
    try:
        raise RuntimeError(shape)
    except RuntimeError:
        log.exception("failed")
    text = json.dumps(lines())
    assert secret not in text and text.count(HIDDEN) >= 5


def test_some_names_never_show_their_value(lines: Any) -> None:
    structlog.get_logger("bot").info("x", token="abc", dice_key="def", chain={"root": b"ghi"}, tokens_left=3)
    [line] = lines()
    assert (line["token"], line["dice_key"], line["chain"], line["tokens_left"]) == (
        HIDDEN,
        HIDDEN,
        {"root": HIDDEN},
        3,
    )


def test_short_or_empty_secrets_do_not_blank_the_log() -> None:
    assert SecretFilter(["", "a"]).text("a plain line") == "a plain line"


async def test_an_error_is_logged_and_kept_under_its_id(lines: Any, tmp_path: Path) -> None:
    store = await Store.open(str(tmp_path / "x.sqlite3"))
    try:
        raise KeyError(f"no {KEY}")
    except KeyError as error:
        error_id = await report(store, error, "/move", game_id="g1", token="abc")
    kept = await store.error(error_id)
    await store.close()
    assert kept is not None and (kept.kind, kept.context) == ("KeyError", {"game_id": "g1", "token": HIDDEN})
    assert kept.summary.startswith("/move: ") and "test_logs.py" in kept.traceback
    assert KEY not in kept.summary + kept.traceback
    [line] = [line for line in lines() if line.get("error_id") == error_id]
    assert line["where"] == "/move" and KEY not in json.dumps(line)


async def test_reporting_never_raises(lines: Any, tmp_path: Path) -> None:
    store = await Store.open(str(tmp_path / "x.sqlite3"))
    await store.close()
    error_id = await report(store, ValueError("x"), "/move")
    assert [line["event"] for line in lines() if line.get("error_id") == error_id] == ["error", "error not kept"]
    assert await report(None, ValueError("x"), "/move")


def test_ids_are_easy_to_read_out() -> None:
    ids = {new_error_id() for _ in range(200)}
    assert len(ids) == 200 and not set("".join(ids)) & set("01IO")


def test_a_failure_that_repeats_itself_without_end_is_told_in_few_lines(lines: Any) -> None:
    now = [0.0]
    alike = Alike(lambda: now[0])
    logging.root.handlers[0].filters[:] = [alike]
    for number in range(8210):
        logging.getLogger("asyncio").error("out of descriptors\nsocket: %d", number)
        structlog.get_logger("bot").warning("message not sent", number=number)
    logging.getLogger("asyncio").error("something else")
    structlog.get_logger("bot").info("said on request")
    now[0] += 60
    logging.getLogger("asyncio").error("out of descriptors\nsocket: %d", 1)
    structlog.get_logger("bot").warning("message not sent")
    told = lines()
    assert len(told) == 2 * Alike.MOST + 2 + 2
    assert told[-2]["event"].endswith("(and 8190 more like this)") and told[-1]["left_out"] == 8190
