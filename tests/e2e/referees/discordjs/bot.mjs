// A small discord.js bot: the same library that countless bots run, knowing nothing of the local channel
// but its address. Usage: node bot.mjs BASE_URL TOKEN

import {
  ActionRowBuilder,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  Client,
  EmbedBuilder,
  GatewayIntentBits,
  ModalBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
} from "discord.js";

const [base, token] = process.argv.slice(2);
const client = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent],
  rest: { api: `${base}/api`, cdn: base },
});

const COMMANDS = [
  { name: "chart", description: "an embed with a file" },
  { name: "slow", description: "deferred, edited, followed up" },
  { name: "panel", description: "a button and a menu" },
  { name: "form", description: "a form" },
  {
    name: "pick",
    description: "completed while typing",
    options: [{ name: "fruit", description: "which", type: 3, required: true, autocomplete: true }],
  },
  { name: "thread", description: "opens a thread" },
];

const ANSWERS = {
  async chart(act) {
    const embed = new EmbedBuilder().setTitle("Chart").setImage("attachment://chart.txt.png");
    const file = new AttachmentBuilder(Buffer.from("picture"), { name: "chart.txt.png", description: "alt" });
    await act.reply({ embeds: [embed], files: [file] });
  },
  async slow(act) {
    await act.deferReply();
    await act.editReply({ content: "edited" });
    const more = await act.followUp({ content: "more" });
    await act.webhook.editMessage(more, { content: "more, edited" });
  },
  async panel(act) {
    const button = new ButtonBuilder().setCustomId("count").setLabel("Count").setStyle(ButtonStyle.Primary);
    const menu = new StringSelectMenuBuilder().setCustomId("menu").addOptions([
      { label: "Fig", value: "fig" },
      { label: "Date", value: "date" },
    ]);
    const components = [button, menu].map((part) => new ActionRowBuilder().addComponents(part));
    await act.reply({ content: "panel", components });
  },
  async form(act) {
    const name = new TextInputBuilder().setCustomId("name").setLabel("Name").setStyle(TextInputStyle.Short);
    const rows = [new ActionRowBuilder().addComponents(name)];
    await act.showModal(new ModalBuilder().setCustomId("form").setTitle("Form").addComponents(rows));
  },
  async pick(act) {
    if (act.isAutocomplete()) {
      const typed = act.options.getFocused();
      const fruits = ["apple", "apricot", "fig"].filter((fruit) => fruit.startsWith(typed));
      await act.respond(fruits.map((fruit) => ({ name: fruit, value: fruit })));
    } else await act.reply({ content: act.options.getString("fruit"), flags: 64 });
  },
  async thread(act) {
    await act.deferReply();
    const thread = await act.channel.threads.create({ name: "from js" });
    await thread.send("inside");
    await act.editReply(thread.name);
  },
};

client.on("interactionCreate", async (act) => {
  if (act.isCommand() || act.isAutocomplete()) await ANSWERS[act.commandName](act);
  else if (act.isButton()) await act.update({ content: "counted" });
  else if (act.isStringSelectMenu()) await act.update({ content: `chose ${act.values}` });
  else if (act.isModalSubmit()) await act.reply(`hello ${act.fields.getTextInputValue("name")}`);
});

client.on("messageCreate", async (message) => {
  if (message.content !== "!ping") return;
  const reply = await message.reply("pong");
  await reply.react("👍");
  await reply.edit("pong, edited");
});

client.once("clientReady", async () => {
  await client.application.commands.set(COMMANDS);
  console.log("ready");
});

process.on("unhandledRejection", (error) => {
  console.error(error);
  process.exit(1);
});
await client.login(token);
