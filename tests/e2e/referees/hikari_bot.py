"""A small hikari bot, a library independent of discord.py. Usage: python hikari_bot.py BASE_URL TOKEN"""

from __future__ import annotations

import asyncio
import sys

import hikari
from hikari.impl import shard

BASE, TOKEN = sys.argv[1:3]


def main() -> None:
    """Connect to the channel and answer until killed."""
    # Compression is the client's choice; hikari has no public option for none.
    shard.GatewayShardImpl.__init__.__kwdefaults__["compression"] = None
    bot = hikari.GatewayBot(
        TOKEN,
        rest_url=f"{BASE}/api/v10",
        intents=hikari.Intents.ALL_UNPRIVILEGED | hikari.Intents.MESSAGE_CONTENT,
        banner=None,
    )

    @bot.listen()
    async def on_started(event: hikari.StartedEvent) -> None:
        application = await bot.rest.fetch_application()
        builders = [bot.rest.slash_command_builder(n, "d") for n in ("chart", "slow", "panel", "form", "thread")]
        option = hikari.CommandOption(
            type=hikari.OptionType.STRING, name="fruit", description="which", is_required=True, autocomplete=True
        )
        builders.append(bot.rest.slash_command_builder("pick", "d").add_option(option))
        await bot.rest.set_application_commands(application, builders)

    @bot.listen()
    async def on_interaction(event: hikari.InteractionCreateEvent) -> None:
        act = event.interaction
        if isinstance(act, hikari.CommandInteraction):
            await ANSWERS[act.command_name](bot, act)
        elif isinstance(act, hikari.AutocompleteInteraction):
            typed = str(act.options[0].value)
            fruits = [f for f in ("apple", "apricot", "fig") if f.startswith(typed)]
            await act.create_response([hikari.impl.AutocompleteChoiceBuilder(f, f) for f in fruits])
        elif isinstance(act, hikari.ComponentInteraction):
            said = f"chose {','.join(act.values)}" if act.values else "counted"
            await act.create_initial_response(hikari.ResponseType.MESSAGE_UPDATE, said)
        elif isinstance(act, hikari.ModalInteraction):
            field = act.components[0].components[0]
            await act.create_initial_response(hikari.ResponseType.MESSAGE_CREATE, f"hello {field.value}")

    @bot.listen()
    async def on_message(event: hikari.GuildMessageCreateEvent) -> None:
        if event.content == "!ping":
            reply = await event.message.respond("pong", reply=True)
            await reply.edit("pong, edited")

    bot.run(check_for_updates=False)


async def chart(bot: hikari.GatewayBot, act: hikari.CommandInteraction) -> None:
    """An embed with a file."""
    embed = hikari.Embed(title="Chart").set_image(hikari.Bytes(b"picture", "chart.txt.png"))
    await act.create_initial_response(hikari.ResponseType.MESSAGE_CREATE, embed=embed)


async def slow(bot: hikari.GatewayBot, act: hikari.CommandInteraction) -> None:
    """Deferred, edited, followed up."""
    await act.create_initial_response(hikari.ResponseType.DEFERRED_MESSAGE_CREATE)
    await act.edit_initial_response("edited")
    more = await act.execute("more")
    await act.edit_message(more, "more, edited")


async def panel(bot: hikari.GatewayBot, act: hikari.CommandInteraction) -> None:
    """A button and a menu."""
    buttons = bot.rest.build_message_action_row()
    buttons.add_interactive_button(hikari.ButtonStyle.PRIMARY, "count", label="Count")
    menus = bot.rest.build_message_action_row()
    menus.add_text_menu("menu").add_option("Fig", "fig").add_option("Date", "date")
    await act.create_initial_response(hikari.ResponseType.MESSAGE_CREATE, "panel", components=[buttons, menus])


async def form(bot: hikari.GatewayBot, act: hikari.CommandInteraction) -> None:
    """A form."""
    row = bot.rest.build_modal_action_row().add_text_input("name", "Name")
    await act.create_modal_response("Form", "form", component=row)


async def pick(bot: hikari.GatewayBot, act: hikari.CommandInteraction) -> None:
    """Only the player sees the answer."""
    options = act.options or []
    await act.create_initial_response(
        hikari.ResponseType.MESSAGE_CREATE, str(options[0].value), flags=hikari.MessageFlag.EPHEMERAL
    )


async def thread(bot: hikari.GatewayBot, act: hikari.CommandInteraction) -> None:
    """Opens a thread."""
    await act.create_initial_response(hikari.ResponseType.DEFERRED_MESSAGE_CREATE)
    made = await bot.rest.create_thread(act.channel_id, hikari.ChannelType.GUILD_PUBLIC_THREAD, "from hikari")
    await made.send("inside")
    await act.edit_initial_response(made.name)


ANSWERS = {"chart": chart, "slow": slow, "panel": panel, "form": form, "pick": pick, "thread": thread}

if __name__ == "__main__":
    asyncio.set_event_loop(asyncio.new_event_loop())
    main()
