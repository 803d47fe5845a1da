"""/game: opening a game, sitting down, its state, and the game master's powers over it."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.components.boards import TOLD_CHOICES
from bot.discord.components.tell import tell_all
from bot.discord.context import game_here, mastered_here, may_master, name_of, permission_here, shown_name
from bot.discord.features.computers.buttons import seats_reply
from bot.discord.features.lobby import buttons as lobby_view
from bot.discord.features.lobby import own_rules, positions, taking_over
from bot.discord.features.lobby.listings import choice, game_choices, listed, played, rule_choices, rules_text
from bot.discord.features.lobby.opening import move_here, place_for
from bot.discord.features.lobby.rules_menus import options_reply
from bot.discord.features.master import pauses
from bot.discord.features.master.audit import act_line
from bot.discord.features.panel.panel import compose, deadline
from bot.discord.response import Reply, answer, patience
from bot.discord.text import words
from bot.game import PlayError, open_powers, players_of
from bot.game.clock import deadlines
from bot.game.lobby.positions import shelf
from bot.game.moderator.outbox_messages import panel as refresh
from bot.game.people.typed_text import plain
from bot.game.standing import seals
from bot.services import Services
from bot.store import Seat
from bot.store.records import Role
from rules.core.documents import usual
from rules.core.table import Table
from rules.model.board import BOARDS, load

Choices = list[app_commands.Choice[str]]
_ROLES = [app_commands.Choice(name=r, value=r) for r in ("player", "substitute")]
NAME = 80


class GameCommands(commands.Cog):
    """The lobby and the game's life."""

    game = app_commands.Group(name="game", description="Open, join and run games", guild_only=True)

    def __init__(self, services: Services) -> None:
        self.services = services

    # --- opening ------------------------------------------------------------------------------------------

    @game.command(name="new", description="Open a game; you are its game master")
    @app_commands.describe(
        board="Which board",
        name="What it is called",
        rules="A house-rule document or rule (more with the lobby's buttons)",
        here="Play in this channel instead of a thread of its own",
    )
    @app_commands.choices(board=TOLD_CHOICES)
    async def new(
        self, interaction: discord.Interaction, board: str, name: str = "", rules: str = "", here: bool = False
    ) -> None:
        if board not in BOARDS:
            raise PlayError(f"There is no such board. Boards: {', '.join(BOARDS)}.")
        async with patience(interaction):
            title = plain(name, NAME) or f"{load(board).name} {words.short_id(interaction.id)}"[:NAME]
            chosen = [part.strip() for part in rules.split(",") if part.strip()] or usual(board)
            Table(board, chosen)
            async with place_for(self.services, interaction, title, here) as (place, told):
                fields = {**place, "board": board, "master": interaction.user.id, "rules": chosen}
                await self.services.lobby.create(str(interaction.id), fields)
        await answer(interaction, Reply(told))

    @new.autocomplete("rules")
    async def _rules(self, interaction: discord.Interaction, typed: str) -> Choices:
        return rule_choices(str(getattr(interaction.namespace, "board", "")), typed)

    # --- seats --------------------------------------------------------------------------------------------

    @game.command(name="join", description="Take a seat")
    @app_commands.describe(
        power="Which power",
        role="A substitute may order too, but is not called",
        phrase="Any words: they go into the dice of the game",
    )
    @app_commands.choices(role=_ROLES)
    async def join(self, interaction: discord.Interaction, power: str, role: str = "player", phrase: str = "") -> None:
        row = await game_here(self.services, interaction)
        name = played(row, power)
        chosen: Role = "substitute" if role == "substitute" else "player"
        who, how = name_of(interaction), " as substitute" if chosen == "substitute" else ""
        seat = Seat(row.id, name, interaction.user.id, chosen, who, str(interaction.id), phrase[:200])
        await self.services.lobby.seating.join(seat)
        await tell_all(self.services, interaction, row.id, f"{who} plays **{name}**{how}.")

    @game.command(name="leave", description="Give a seat back")
    @app_commands.describe(power="Which, if you hold several; all if left out")
    async def leave(self, interaction: discord.Interaction, power: str = "") -> None:
        row = await game_here(self.services, interaction)
        name = load(row.board).power_names.find(power) if power else None
        gone = await self.services.lobby.seating.leave(row.id, interaction.user.id, name or power or None)
        await tell_all(self.services, interaction, row.id, f"{name_of(interaction)} leaves {', '.join(gone)}.")

    @game.command(name="reclaim", description="Have the seat back that others took while you were gone")
    async def reclaim(self, interaction: discord.Interaction) -> None:
        row = await game_here(self.services, interaction)
        back = await self.services.lobby.seating.reclaim(row.id, interaction.user.id)
        text = f"{name_of(interaction)} is back and plays **{', '.join(back)}** again."
        await tell_all(self.services, interaction, row.id, text)

    @game.command(name="seats", description="Who plays what; the game master gives seats to computers here")
    async def seats(self, interaction: discord.Interaction) -> None:
        row = await game_here(self.services, interaction)
        await answer(interaction, await seats_reply(self.services, row, may_master(row, interaction)))

    @join.autocomplete("power")
    async def _open(self, interaction: discord.Interaction, typed: str) -> Choices:
        row = await self.services.store.game_in(interaction.channel_id or 0)
        if row is None:
            return []
        left = open_powers(row, await self.services.store.seats(row.id))
        rest = [p for p in load(row.board).order if p not in left]
        return [choice(p) for p in (*left, *rest) if typed.lower() in p.lower()][:25]

    # --- start and state ----------------------------------------------------------------------------------

    @game.command(name="start", description="Begin, when all powers have a player")
    async def start(self, interaction: discord.Interaction) -> None:
        row = await mastered_here(self.services, interaction)
        if row.status != "lobby":
            raise PlayError("This game has started already.")
        async with patience(interaction):
            await lobby_view.begin(self.services, interaction, row)

    @game.command(name="status", description="Whose move it is, with the buttons for it")
    async def status(self, interaction: discord.Interaction) -> None:
        row = await game_here(self.services, interaction)
        reply = (await compose(self.services, await self.services.games.situation(row.id))).reply
        reply.private = True
        if records := await self.services.store.audit(row.id, limit=5, without=seals.ACTS):
            lines = [f"-# {act_line(r)}" for r in records]
            reply.text += "\n" + "\n".join(["-# Game master's acts:", *lines])
        await answer(interaction, reply)

    @game.command(name="list", description="Games on this server, yours first")
    async def list(self, interaction: discord.Interaction) -> None:
        every = await self.services.store.games(interaction.guild_id, ("lobby", "running", "paused"))
        mine = {g.id for g in await self.services.store.games(interaction.guild_id, (), interaction.user.id)}
        every.sort(key=lambda g: g.id not in mine)
        lines = [listed(g, g.id in mine, deadline(await self.services.store.facts(g.id))) for g in every]
        await answer(interaction, Reply("\n".join(lines) or "There is none. `/game new` opens one.", private=True))

    @game.command(
        name="rules", description="The rules and options of this game; the game master may change them in the lobby"
    )
    @app_commands.describe(
        add="Switch a document or rule on",
        remove="Switch it off",
        option="An option",
        value="Its value: on, off, a number",
    )
    async def rules(
        self, interaction: discord.Interaction, add: str = "", remove: str = "", option: str = "", value: str = ""
    ) -> None:
        row = await game_here(self.services, interaction)
        if add or remove or option:
            row = await mastered_here(self.services, interaction)
        if add:
            row = await self.services.lobby.switch_rule(row.id, add, True)
        if remove:
            row = await self.services.lobby.switch_rule(row.id, remove, False)
        if option and value:
            row = await self.services.lobby.set_option(row.id, option, value)
        if add or remove or option:
            await self.services.store.queue(refresh(row, f"rules {interaction.id}"), game_id=row.id)
        reply = (
            options_reply(row) if row.status == "lobby" and row.master == interaction.user.id else Reply(private=True)
        )
        reply.text = rules_text(row)
        await answer(interaction, reply)

    @rules.autocomplete("add")
    async def _addable(self, interaction: discord.Interaction, typed: str) -> Choices:
        row = await self.services.store.game_in(interaction.channel_id or 0)
        return rule_choices(row.board, typed) if row else []

    @rules.autocomplete("remove")
    async def _removable(self, interaction: discord.Interaction, typed: str) -> Choices:
        row = await self.services.store.game_in(interaction.channel_id or 0)
        if row is None:
            return []
        on = [*row.rules, *(r.id for r in Table(row.board, row.rules).house)]
        return [choice(r) for r in dict.fromkeys(on) if typed.lower() in r.lower()][:25]

    @rules.autocomplete("option")
    async def _options(self, interaction: discord.Interaction, typed: str) -> Choices:
        row = await self.services.store.game_in(interaction.channel_id or 0)
        if row is None:
            return []
        known = Table(row.board, row.rules).known_options
        return [choice(n) for n in known if typed.lower() in n.lower() and len(n) <= 100][:25]

    @game.command(
        name="house", description="Own rules of your group: a sheet of figures, units and rules, as text or file"
    )
    @app_commands.describe(
        text="Lines such as: infantry cost 2; fighter attack 4",
        file="A sheet (.toml or .txt)",
        sheet="One that this server keeps, or an example to begin from",
        keep="Keep this game's sheet on this server under a name",
        clear="Play without own rules again",
    )
    async def house(
        self,
        interaction: discord.Interaction,
        text: str = "",
        file: discord.Attachment | None = None,
        sheet: str = "",
        keep: str = "",
        clear: bool = False,
    ) -> None:
        await own_rules.changed(self.services, interaction, own_rules.Wanted(text, file, sheet, keep, clear))

    @game.command(
        name="position", description="Start from a position: a case file, an exported game, one that is kept here"
    )
    @app_commands.describe(
        file="A case (.toml), or a game file of /export",
        kept="One that this server keeps",
        keep="Keep the position on this server under a name; of a game under way that at the start of this turn",
        clear="Start as printed again",
    )
    async def position(
        self,
        interaction: discord.Interaction,
        file: discord.Attachment | None = None,
        kept: str = "",
        keep: str = "",
        clear: bool = False,
    ) -> None:
        await positions.changed(self.services, interaction, positions.Wanted(file, kept, keep, clear))

    @game.command(name="take-over", description="Turns that were played elsewhere, from a summary as forums know it")
    @app_commands.describe(file="The summary as a text file; without it a form opens to paste it", why="For the record")
    async def take_over(
        self, interaction: discord.Interaction, file: discord.Attachment | None = None, why: str = ""
    ) -> None:
        await taking_over.begin(self.services, interaction, file, why)

    @position.autocomplete("kept")
    async def _kept(self, interaction: discord.Interaction, typed: str) -> Choices:
        found = await shelf(self.services.store).names(interaction.guild_id or 0)
        return [choice(n) for n in found if typed.lower() in n.lower()][:25]

    @house.autocomplete("sheet")
    async def _sheets(self, interaction: discord.Interaction, typed: str) -> Choices:
        found = await own_rules.names(self.services, interaction)
        return [choice(n) for n in found if typed.lower() in n.lower()][:25]

    # --- the game master ----------------------------------------------------------------------------------

    @game.command(name="kick", description="Take somebody's seats away (game master)")
    @app_commands.describe(player="Whose")
    async def kick(self, interaction: discord.Interaction, player: discord.Member) -> None:
        row = await mastered_here(self.services, interaction)
        gone = await self.services.lobby.seating.kick(interaction.user.id, row.id, player.id)
        await tell_all(self.services, interaction, row.id, f"{shown_name(player)} no longer plays {', '.join(gone)}.")

    @game.command(name="replace", description="Give a seat to somebody (game master)")
    @app_commands.describe(power="Which power", player="Who plays it", beside="Leave the present player there: a team")
    async def replace(
        self, interaction: discord.Interaction, power: str, player: discord.Member, beside: bool = False
    ) -> None:
        row = await mastered_here(self.services, interaction)
        name = played(row, power)
        held = players_of(await self.services.store.seats(row.id), name)
        seat = Seat(row.id, name, player.id, "player", shown_name(player), str(interaction.id))
        old = None if beside or not held else held[0]
        await self.services.lobby.seating.seat_by_master(interaction.user.id, seat, old)
        how = "also played by" if beside and held else "now played by"
        instead = f" in place of <@{old}>" if old not in (None, player.id) else ""
        await tell_all(self.services, interaction, row.id, f"**{name}** is {how} {player.mention}{instead}.")

    @replace.autocomplete("power")
    async def _powers(self, interaction: discord.Interaction, typed: str) -> Choices:
        row = await self.services.store.game_in(interaction.channel_id or 0)
        return [choice(p) for p in load(row.board).order if typed.lower() in p.lower()][:25] if row else []

    @game.command(name="move", description="Have a game played in this channel or thread from now on (game master)")
    @app_commands.describe(game="Which of your games: its thread may be gone")
    async def move(self, interaction: discord.Interaction, game: str) -> None:
        await move_here(self.services, interaction, game)

    @move.autocomplete("game")
    async def _mine(self, interaction: discord.Interaction, typed: str) -> Choices:
        games = await self.services.store.games(
            interaction.guild_id, ("lobby", "running", "paused"), interaction.user.id
        )
        mine = [g for g in games if g.master == interaction.user.id]
        found = interaction.guild.get_channel_or_thread if interaction.guild else lambda _: None
        return game_choices(mine, typed, lambda place: getattr(found(place), "name", "a place that is gone"))

    @game.command(name="master", description="Hand the game over to another game master")
    @app_commands.describe(player="Who is game master from now on")
    async def master(self, interaction: discord.Interaction, player: discord.Member) -> None:
        row = await mastered_here(self.services, interaction)
        await self.services.master.hand_over(interaction.user.id, row.id, player.id)
        await tell_all(
            self.services, interaction, row.id, f"{player.mention} is game master of **{row.name}** from now on."
        )

    @game.command(name="pause", description="Stop the game and its clocks: the game master, or all by agreement")
    @app_commands.describe(
        why="For the record", length="For how long, such as 3 days; until somebody resumes if left out"
    )
    async def pause(self, interaction: discord.Interaction, why: str = "", length: str = "") -> None:
        row, why = await game_here(self.services, interaction), plain(why, 200)
        try:
            seconds = deadlines.length(length) if length else None
        except ValueError as error:
            raise PlayError(str(error)) from None
        if may_master(row, interaction):
            told = await pauses.pause(self.services, row, seconds, why, str(interaction.user.id))
            await tell_all(self.services, interaction, row.id, told)
            return
        if not await permission_here(self.services, interaction, row):
            raise PlayError("Only those who play can propose that.")
        await pauses.propose_pause(self.services, interaction, row, seconds, why)

    @game.command(name="resume", description="Go on (game master)")
    async def resume(self, interaction: discord.Interaction) -> None:
        await self._status(interaction, "running", "")

    @game.command(name="end", description="End the game for good (game master)")
    @app_commands.describe(why="For the record", sure="Yes, end it")
    async def end(self, interaction: discord.Interaction, sure: bool, why: str = "") -> None:
        if not sure:
            raise PlayError("Then it goes on.")
        await self._status(interaction, "over", why)

    async def _status(self, interaction: discord.Interaction, status: str, why: str) -> None:
        row, why = await mastered_here(self.services, interaction), plain(why, 200)
        await self.services.master.set_status(interaction.user.id, row.id, status, why)
        told = {"paused": "is paused", "running": "goes on", "over": "has been ended"}[status]
        await tell_all(self.services, interaction, row.id, f"**{row.name}** {told}{f': {why}' if why else '.'}")


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the commands."""
    await bot.add_cog(GameCommands(services))
