"""Every slash command against Discord's limits, and the orders they write."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from desk import Desk
from discord import app_commands

from bot.discord.client import COGS, Adjutant
from bot.discord.features.orders.specs import VERBS, Verb
from bot.services import Services
from bot.settings import Settings
from local_discord.limits_commands import check_commands
from rules.model.parse import _VERBS as PARSED
from rules.play.game import Game

ROOT = Path(__file__).parents[2]
NAME = re.compile(r"^[-_\w]{1,32}$")
Json = dict[str, Any]


@pytest.fixture
async def client(desk: Desk, tmp_path: Path) -> Adjutant:
    """The client with all its commands, not logged in."""
    settings = Settings(data_dir=tmp_path, _env_file=None)  # type: ignore[call-arg]
    made = Adjutant(Services.over(settings, desk.store, desk.moderator))
    for module in COGS:
        await module.setup(made, made.services)
    return made


def payload(client: Adjutant) -> list[Json]:
    """The commands as they are sent to Discord."""
    return [command.to_dict(client.tree) for command in client.tree.get_commands()]


def options_of(command: Json) -> Iterator[Json]:
    """All options and subcommands, at every depth."""
    for option in command.get("options", ()):
        yield option
        yield from options_of(option)


async def test_discord_takes_them_all(client: Adjutant) -> None:
    commands = payload(client)
    check_commands(commands)
    assert len(commands) <= 100
    for command in commands:
        assert len(str(command)) < 8000, command["name"]


async def test_names_descriptions_and_order_of_options(client: Adjutant) -> None:
    for command in payload(client):
        if command["type"] != 1:
            assert len(command["name"]) <= 32 and not command.get("options")
            continue
        for part in (command, *options_of(command)):
            assert NAME.match(part["name"]) and part["name"] == part["name"].lower(), part
            assert 1 <= len(part["description"]) <= 100 and part["description"] != "…", part
            required = [option.get("required", False) for option in part.get("options", ()) if option["type"] > 2]
            assert required == sorted(required, reverse=True), part["name"]
            assert len(part.get("options", ())) <= 25 and len(part.get("choices", ())) <= 25


async def test_every_option_is_described(client: Adjutant) -> None:
    for command in payload(client):
        for option in options_of(command):
            assert option["description"] not in ("", "…", "..."), (command["name"], option["name"])


async def test_they_belong_to_servers_except_looking_up(client: Adjutant) -> None:
    free = {c.name for c in client.tree.get_commands() if not getattr(c, "guild_only", False)}
    assert free == {"rules", "odds", "help", "roll", "lookup", "Odds of this", "Explain"}
    for command in payload(client):
        assert (command["integration_types"] == [0, 1]) == (command["name"] in free), command["name"]


def test_every_verb_of_the_order_language_has_a_command() -> None:
    answers = {"casualties", "retreat", "submerge", "scramble", "intercept", "ignore", "attack", "chart", "land", "in"}
    by_hand = {"roll"}  # /roll stands with the dice
    commands = {verb.word for verb in VERBS}
    assert {v for v in PARSED if v != "declare war"} - answers - by_hand <= commands


@pytest.mark.parametrize(
    ("command", "values", "text"),
    [
        ("buy", {"units": "3 infantry", "at": ""}, "buy 3 infantry"),
        ("buy", {"units": "1 industrial complex", "at": "India"}, "buy 1 industrial complex: India"),
        ("research", {"dice": "2", "aim": ""}, "research 2"),
        ("research", {"dice": "2", "aim": "rockets"}, "research 2 for rockets"),
        ("move", {"from": "Germany", "units": "1 armor", "to": "A > B"}, "move 1 armor: Germany > A > B"),
        ("ship", {"from": "A", "units": "1 x", "to": "B > C", "using": ""}, "ship 1 x: A > B > C"),
        ("ship", {"from": "A", "units": "1 x", "to": "B", "using": "1 y: D"}, "ship 1 x: A > B using 1 y: D"),
        ("declare", {"what": "Japan"}, "declare war on Japan"),
        ("place", {"units": "1 x", "at": "A"}, "place 1 x: A"),
    ],
)
def test_commands_write_orders(command: str, values: dict[str, str], text: str) -> None:
    assert verb(command).order(values) == text


def verb(command: str) -> Verb:
    """A verb by its command."""
    return next(v for v in VERBS if v.command == command)


def offer(game: Game, command: str, slot: str, typed: str = "", **values: str) -> list[str]:
    """What is offered for an option."""
    from bot.discord.features.orders.autocomplete import offered

    found = verb(command)
    lines = offered(game, game.to_act, found, next(s for s in found.slots if s.name == slot), values, typed)
    return [value for _, value in lines]


async def test_what_is_offered_is_legal(desk: Desk) -> None:
    await desk.begin()
    await desk.ok("done")
    game = await desk.game()
    for text in offer(game, "buy", "units"):
        assert game.trial(f"buy {text}") is None, text
    assert offer(game, "buy", "units", "2 inf, 1 arm")[0].endswith("1 armor")
    assert all(len(t) <= 100 for t in offer(game, "repair", "what"))
    await desk.ok("done")
    game = await desk.game()
    for origin in offer(game, "move", "from"):
        for units in offer(game, "move", "units", **{"from": origin})[:6]:
            for goal in offer(game, "move", "to", **{"from": origin, "units": units})[:6]:
                refusal = game.trial(f"move {units}: {origin} > {goal}")
                assert refusal is None or refusal.code in ("no-landing", "ambiguous-path"), (
                    units,
                    origin,
                    goal,
                    refusal,
                )
    assert offer(game, "move", "to", "ukr", **{"from": "Karelia S.S.R.", "units": "3 infantry"})[0] == "Ukraine S.S.R."
    assert offer(game, "move", "units", **{"from": "Atlantis"}) == []


async def test_the_pages_name_commands_that_there_are(client: Adjutant) -> None:
    """So do the bot's own messages."""
    commands = list(client.tree.walk_commands())
    names = {command.qualified_name for command in commands} | {"data", "opt"}
    groups = {command.name for command in commands if isinstance(command, app_commands.Group)}
    root = Path(__file__).parents[2]
    for page in (root / "README.md", *(root / "docs").glob("*.md"), *(root / "bot").rglob("*.py")):
        for said in re.findall(r"`/([a-z]+(?: [a-z]+)?)(?=[ `:])[^`/\n]*`", page.read_text(encoding="utf-8")):
            assert said in names or said.split()[0] in names - groups, f"{page.name}: /{said}"


async def test_every_command_stands_in_the_players_page(client: Adjutant) -> None:
    page = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")
    for command in client.tree.walk_commands():
        name = command.qualified_name
        if not isinstance(command, app_commands.Group):
            assert f"`/{name}" in page or f"`/{name.split()[0]}`" in page, name


def spelled(client: Adjutant) -> dict[str, set[str]]:
    """Full name of each slash command -> its options."""
    found: dict[str, set[str]] = {}
    for command in (c for c in payload(client) if c["type"] == 1):
        steps = [o for o in command.get("options", ()) if o["type"] in (1, 2)]
        for step in steps:
            found[f"{command['name']} {step['name']}"] = {o["name"] for o in step.get("options", ())}
        found[command["name"]] = {o["name"] for o in command.get("options", ()) if o not in steps}
    return found


async def test_every_command_in_the_pages_is_there_with_its_options(client: Adjutant) -> None:
    """What a page shows in backquotes can be typed as it stands."""
    known, wrong = spelled(client), []
    for page in sorted((*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"))):
        for line in re.findall(r"`/([a-z][^`]*)`", page.read_text("utf-8").replace("\n", " ")):
            words = line.split()
            name = next((n for n in (" ".join(words[:2]), words[0]) if n in known), "")
            given = set(re.findall(r"(?:^|\s)([a-z][a-z_0-9]*):", line))
            path = "/" in words[0] or words[0] in ("data", "health")
            if not path and (not name or not given <= known[name]):
                wrong.append(f"{page.name}: /{line}")
    assert not wrong
