"""A small discord.py bot that uses what the real one uses; the tests drive it through the local channel."""

from __future__ import annotations

import asyncio
import io

import discord
from discord import app_commands
from PIL import Image

FRUITS = ["apple", "apricot", "banana", "cherry", "date", "fig"]


def picture(name: str = "map.png", alt: str = "a disc") -> discord.File:
    """A small PNG to upload."""
    data = io.BytesIO()
    Image.new("RGB", (64, 64), "green").save(data, "PNG")
    data.seek(0)
    return discord.File(data, name, description=alt)


class Panel(discord.ui.View):
    """A counter, a menu and a form."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.count = 0

    @discord.ui.button(label="Count", custom_id="panel:count", style=discord.ButtonStyle.primary)
    async def on_count(self, act: discord.Interaction, button: discord.ui.Button) -> None:
        self.count += 1
        await act.response.edit_message(content=f"count={self.count}", view=self)

    @discord.ui.button(label="Form", custom_id="panel:form")
    async def on_form(self, act: discord.Interaction, button: discord.ui.Button) -> None:
        await act.response.send_modal(Form())

    @discord.ui.button(label="Gone", custom_id="panel:gone", disabled=True)
    async def on_gone(self, act: discord.Interaction, button: discord.ui.Button) -> None:
        await act.response.send_message("should not happen")

    @discord.ui.select(
        custom_id="panel:menu",
        placeholder="Fruit",
        min_values=1,
        max_values=2,
        options=[discord.SelectOption(label=f.title(), value=f) for f in FRUITS],
    )
    async def on_menu(self, act: discord.Interaction, menu: discord.ui.Select) -> None:
        await act.response.defer()
        await act.edit_original_response(content="picked " + ",".join(menu.values), attachments=[picture()])

    @discord.ui.select(cls=discord.ui.UserSelect, custom_id="panel:user", placeholder="Who")
    async def on_user(self, act: discord.Interaction, menu: discord.ui.UserSelect) -> None:
        await act.response.send_message(f"chose {menu.values[0].display_name}", ephemeral=True)


class Form(discord.ui.Modal, title="Orders"):
    """Two fields."""

    name: discord.ui.TextInput = discord.ui.TextInput(label="Name", max_length=20)
    text: discord.ui.TextInput = discord.ui.TextInput(label="Text", style=discord.TextStyle.paragraph, required=False)

    async def on_submit(self, act: discord.Interaction) -> None:
        await act.response.send_message(f"thanks {self.name.value}: {self.text.value}")


class Filled(discord.ui.Modal, title="All kinds"):
    """One field of every kind beside texts."""

    fruit: discord.ui.Label = discord.ui.Label(
        text="Fruit",
        component=discord.ui.Select(
            options=[discord.SelectOption(label=f.title(), value=f) for f in FRUITS], required=False
        ),
    )
    ticks: discord.ui.Label = discord.ui.Label(
        text="Toppings",
        component=discord.ui.CheckboxGroup(
            options=[discord.CheckboxGroupOption(label=x.title(), value=x) for x in ("nuts", "cream", "honey")],
            min_values=1,
            max_values=2,
        ),
    )
    size: discord.ui.Label = discord.ui.Label(
        text="Size",
        component=discord.ui.RadioGroup(
            options=[discord.RadioGroupOption(label=x, value=x, default=x == "big") for x in ("small", "big")]
        ),
    )
    agreed: discord.ui.Label = discord.ui.Label(text="Agreed", component=discord.ui.Checkbox(default=True))
    files: discord.ui.Label = discord.ui.Label(
        text="Files", description="Up to two", component=discord.ui.FileUpload(max_values=2, required=False)
    )

    async def on_submit(self, act: discord.Interaction) -> None:
        parts = [field.component for field in (self.fruit, self.ticks, self.size, self.agreed, self.files)]
        fruit, ticks, size, agreed, files = parts
        read = [f"{a.filename}={(await a.read()).decode()}" for a in files.values]
        await act.response.send_message(f"{fruit.values} {ticks.values} {size.value} {agreed.value} {read}")


class TinyBot(discord.Client):
    """Registers its commands when it starts; `resumed` counts RESUMED events."""

    def __init__(self) -> None:
        intents = discord.Intents.default()
        intents.message_content = True
        super().__init__(intents=intents, max_messages=100, guild_ready_timeout=0)
        self.tree = app_commands.CommandTree(self)
        self.seen: list[int] = []
        self.resumed = 0
        self.heard: list[str] = []
        self.go = asyncio.Event()

    async def setup_hook(self) -> None:
        add_commands(self.tree)
        self.add_view(Panel())
        await self.tree.sync()

    async def on_interaction(self, act: discord.Interaction) -> None:
        self.seen.append(act.id)

    async def on_resumed(self) -> None:
        self.resumed += 1

    async def on_message(self, message: discord.Message) -> None:
        if message.author.bot:
            return
        self.heard.append(message.content)
        if message.content == "!ping":
            reply = await message.reply("pong", mention_author=False)
            await reply.edit(content="pong (edited)")


def add_commands(tree: app_commands.CommandTree) -> None:
    """Everything the tests ask for."""

    @tree.command(description="plain reply")
    async def ping(act: discord.Interaction) -> None:
        await act.response.send_message("pong")

    @tree.command(description="embed with a picture")
    async def chart(act: discord.Interaction, title: str, size: app_commands.Range[int, 1, 10] = 3) -> None:
        embed = discord.Embed(title=title, description=f"size {size}")
        embed.set_image(url="attachment://map.png")
        await act.response.send_message(embed=embed, file=picture())

    @tree.command(description="deferred")
    async def slow(act: discord.Interaction, private: bool = False) -> None:
        await act.response.defer(ephemeral=private)
        await asyncio.sleep(0)
        await act.edit_original_response(content="done")
        more = await act.followup.send("more", wait=True)
        await more.edit(content="more, edited")

    @tree.command(description="deferred, then filled by a follow-up")
    async def fill(act: discord.Interaction) -> None:
        await act.response.defer()
        await act.followup.send("filled")

    @tree.command(description="completed while typing")
    async def pick(act: discord.Interaction, fruit: str, how_many: int = 1) -> None:
        await act.response.send_message(f"{how_many} {fruit}", ephemeral=True)

    @pick.autocomplete("fruit")
    async def complete(act: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f.title(), value=f) for f in FRUITS if f.startswith(current)]

    @tree.command(description="buttons and menus")
    async def panel(act: discord.Interaction) -> None:
        await act.response.send_message("panel", view=Panel())

    @tree.command(description="a form at once")
    async def form(act: discord.Interaction) -> None:
        await act.response.send_modal(Form())

    @tree.command(description="a form with every kind of field")
    async def filled(act: discord.Interaction) -> None:
        await act.response.send_modal(Filled())

    @tree.command(description="opens threads")
    async def discuss(act: discord.Interaction, topic: str) -> None:
        await act.response.defer(ephemeral=True)
        kind = discord.ChannelType.public_thread
        thread = await act.channel.create_thread(name=topic, type=kind)
        await thread.send("first", file=picture())
        second = await act.channel.create_thread(name=topic + " two", type=kind)
        await second.edit(archived=True)
        await act.followup.send(thread.mention)

    @tree.command(description="a direct message")
    async def dm(act: discord.Interaction) -> None:
        await act.response.defer(ephemeral=True)
        try:
            await act.user.send("hello")
            await act.edit_original_response(content="sent")
        except discord.Forbidden as refusal:
            await act.edit_original_response(content=f"refused {refusal.code}")

    @tree.command(description="options of every kind")
    @app_commands.choices(colour=[app_commands.Choice(name="Red", value="r")])
    async def kinds(
        act: discord.Interaction,
        user: discord.Member,
        channel: discord.TextChannel,
        role: discord.Role,
        number: float,
        flag: bool,
        colour: app_commands.Choice[str],
        file: discord.Attachment,
    ) -> None:
        data = await file.read()
        said = f"{user.display_name} {channel.name} {role.name} {number} {flag} {colour.name} {data!r}"
        await act.response.send_message(said)

    @tree.command(description="says a text into the channel")
    async def shout(act: discord.Interaction, text: str) -> None:
        try:
            sent = await act.channel.send(text, nonce=text[:20])
            await act.response.send_message(str(sent.id), ephemeral=True)
        except discord.HTTPException as refusal:
            await act.response.send_message(f"refused {refusal.status} {refusal.code}", ephemeral=True)

    @tree.command(description="never answers")
    async def silent(act: discord.Interaction) -> None:
        return

    @tree.command(description="answers when it is told to go on")
    async def patient(act: discord.Interaction) -> None:
        await act.response.defer()
        await act.client.go.wait()
        try:
            await act.edit_original_response(content="here")
        except discord.HTTPException as refusal:
            await act.channel.send(f"refused {refusal.code}")

    @tree.context_menu(name="Repeat this")
    async def repeat(act: discord.Interaction, message: discord.Message) -> None:
        await act.response.send_message(f"again: {message.content}")

    group = app_commands.Group(name="game", description="games")

    @group.command(description="begins one")
    async def new(act: discord.Interaction, board: str = "classic") -> None:
        await act.response.send_message(f"new {board}")

    tree.add_command(group)

    @tree.command(description="for those who may manage the server")
    @app_commands.default_permissions(manage_guild=True)
    async def admin(act: discord.Interaction) -> None:
        await act.response.send_message("yes")
