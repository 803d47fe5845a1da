"""Texts within Discord's limits, custom_ids, components."""

from __future__ import annotations

import pytest

from bot.discord.components import custom_id as ids
from bot.discord.components.build import Choice, button, menu, view
from bot.discord.components.forms import Field, form
from bot.discord.components.router import ROUTES, register_all
from bot.discord.features.odds.text import share
from bot.discord.response import Reply, values_of
from bot.discord.text import words
from bot.discord.text.limits import CONTENT, clip, fitting, pages
from bot.game import Denied, Plan
from rules.model.refusals import Refusal


def test_pages_keep_lines_and_lose_nothing() -> None:
    text = "\n".join(f"line {n} " + "x" * (n % 90) for n in range(400))
    found = pages(text, 500)
    assert all(len(page) <= 500 for page in found) and "\n".join(found) == text
    assert pages("y" * 4500, 2000) == ["y" * 2000, "y" * 2000, "y" * 500]
    assert pages("") == []


def test_clip_and_fitting() -> None:
    assert clip("abcdef", 4) == "abc…" and clip("abc", 4) == "abc"
    assert clip("the option `x4.bombers` decides", 20) == "the option…"
    assert clip("so:\n```\n1 2 3 4 5 6 7\n```", 18) == "so:\n```\n1 2 3…\n```"
    lines = [str(n) for n in range(100)]
    assert fitting(lines, 10) == ["0", "1", "2", "3", "4"]
    assert fitting(lines, 10, from_end=True) == ["97", "98", "99"]


def test_a_very_long_reply_becomes_a_file() -> None:
    reply = Reply("\n".join(["word " * 20] * 200))
    parts = reply.parts()
    assert len(parts) == 1 and len(parts[0]) <= CONTENT and reply.pictures[0].name == "all.txt"
    assert len(Reply("short").parts()) == 1 and len(Reply("x" * 5000).parts()) == 3


def test_no_reply_mentions_anybody() -> None:
    mentions = values_of("@everyone <@1>", Reply())["allowed_mentions"]
    assert mentions.to_dict() == {"parse": []}


def test_custom_ids_go_there_and_back() -> None:
    for press in (
        ("done", "abcd1234", 12, ""),
        ("to", "abcd1234", None, "Karelia S.S.R.|3 infantry: x"),
        ("why", "", None, "CL-1"),
    ):
        text = ids.make(*press)
        found = ids.read(text)
        assert found is not None and len(text) <= 100
        assert (found.action, found.game_id, found.number, found.rest) == press
    assert ids.read("other:thing") is None and ids.read("a1:x:y:z:") is None and ids.read("") is None
    with pytest.raises(ValueError):
        ids.make("do", "abcd1234", 1, "x" * 100)
    assert not ids.fits("do", "abcd1234", 1, "x" * 100)


async def test_components_within_limits() -> None:
    choices = [Choice("label " * 30, f"value {n}", "about " * 30) for n in range(40)]
    made = menu("placeholder " * 20, "id", choices, most=40)
    assert len(made.options) == 25 and made.max_values == 25 and len(made.placeholder or "") <= 150
    assert all(len(o.label) <= 100 and len(o.description or "") <= 100 for o in made.options)
    assert len(button("x" * 200, "id").label or "") == 80
    rows = view([button(str(n), f"id{n}") for n in range(12)], made)
    assert (
        rows is not None and rows.is_finished() and [c.row for c in rows.children] == [0] * 5 + [1] * 5 + [2] * 2 + [3]
    )
    assert view([], None) is None
    twice = view([button("a", "one"), button("b", "one"), button("c", "two")], [button("d", "two"), button("e", "six")])
    assert twice is not None and [getattr(item, "label", "") for item in twice.children] == ["a", "c", "e"]
    crowded = view(*[[button("x", f"{a}{b}") for b in range(5)] for a in range(7)])
    assert crowded is not None and len(crowded.children) == 25
    modal = form("title " * 20, "id", Field("f", "label " * 20, "v" * 5000, "hint " * 50))
    assert len(modal.title) <= 45 and modal.is_finished()


def test_every_action_has_one_handler() -> None:
    register_all()
    assert {"join", "start", "pick", "done", "undo", "fight", "bulk", "plan", "submit", "map", "log", "from"} <= set(
        ROUTES
    )


def test_refusals_in_words() -> None:
    refusal = Refusal("too-far", "Too far.", "CL-5.2", tuple(f"move {n}" for n in range(12)))
    text = words.denied(Denied(refusal, 2, "move x", 3))
    assert text.startswith("Line 2 of 3: `move x`") and "and 4 more" in text and "rule CL-5.2" in text
    assert "Line" not in words.denied(Denied(refusal, 1, "move x"))


def test_a_plan_that_stops_at_once_tells_only_why() -> None:
    refusal = Refusal("unknown-unit", "Which?", choices=("tank",))
    assert (
        words.plan(Plan((), Denied(refusal, 1, "buy 2 tnk", 2)), 2) == "**Line 1 stops the plan:** `buy 2 tnk`\nWhich?"
    )
    assert words.plan(Plan(("done",), None), 1).startswith("Nothing would happen.\nThe order is legal.")


def test_chances_are_never_rounded_to_certainty() -> None:
    assert share(0.00001) == "under 0.1 %" and share(0.99999) == "over 99.9 %"
    assert (
        share(-1e-12) == "0 %"
        and share(1.0) == "100 %"
        and share(0.0) == "0 %"
        and share(0.5) == "50 %"
        and share(0.1234) == "12.3 %"
    )
