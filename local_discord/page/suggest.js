// What can be typed: the commands with their subcommands, and the values of their options.

export const KIND = { TEXT: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, ROLE: 8, MENTIONABLE: 9, NUMBER: 10, FILE: 11 };

/** Every command that can be used, by full name: [{name, description, options}]. */
export function flatten(commands) {
  const found = [];
  const walk = (node, name) => {
    const steps = (node.options ?? []).filter((option) => option.type === 1 || option.type === 2);
    if (!steps.length) found.push({ name, description: node.description, options: node.options ?? [] });
    for (const step of steps) walk(step, `${name} ${step.name}`);
  };
  for (const command of commands) walk(command, command.name);
  return found.sort((a, b) => a.name.localeCompare(b.name));
}

/** The commands that fit what was typed after the slash, the best first. */
export function matching(commands, typed) {
  const words = typed.toLowerCase().trim();
  const rank = (command) => {
    if (command.name.startsWith(words)) return 0;
    if (command.name.split(" ").some((part) => part.startsWith(words))) return 1;
    return command.name.includes(words) ? 2 : 3;
  };
  return commands.filter((command) => rank(command) < 3).sort((a, b) => rank(a) - rank(b));
}

/** The command that a typed line begins with, and what follows it. */
export function begun(commands, line) {
  const typed = line.slice(1);
  const fits = commands.filter((command) => typed === command.name || typed.startsWith(`${command.name} `));
  const command = fits.sort((a, b) => b.name.length - a.name.length)[0];
  return command ? { command, rest: typed.slice(command.name.length).trimStart() } : null;
}

/** The values in "units:3 inf where:Germany" by option, for a line that was typed or pasted whole. */
export function spelled(command, rest) {
  const names = command.options.map((option) => option.name).sort((a, b) => b.length - a.length);
  const marks = [...rest.matchAll(/(?:^|\s)([-_\p{L}\p{N}]+):/gu)].filter((mark) => names.includes(mark[1]));
  return marks.map((mark, n) => {
    const from = mark.index + mark[0].length;
    return [mark[1], rest.slice(from, marks[n + 1]?.index ?? rest.length).trim()];
  });
}

/** The values that an option can have without asking the bot; null where anything can be typed. */
export function fixedValues(option, store) {
  if (option.choices?.length) return option.choices.map((choice) => ({ label: choice.name, value: choice.value }));
  const named = (kind, mark) => (entry) => ({ label: entry.name ?? store.name(entry.id), value: entry.id, mark, kind });
  const people = [...store.users.values()].map(named("user", "@"));
  const roles = [...store.roles.values()].map(named("role", "&"));
  const places = [...store.channels.values()].filter((channel) => channel.name).map(named("channel", "#"));
  return {
    [KIND.BOOLEAN]: [{ label: "True", value: true }, { label: "False", value: false }],
    [KIND.USER]: people,
    [KIND.ROLE]: roles,
    [KIND.CHANNEL]: places,
    [KIND.MENTIONABLE]: [...people, ...roles],
  }[option.type] ?? null;
}

/** Those of some values that fit what was typed. */
export function narrowed(values, typed) {
  const words = typed.toLowerCase().replace(/^[@#]/, "");
  const fits = values.filter((value) => value.label.toLowerCase().includes(words) || String(value.value).toLowerCase().startsWith(words));
  return fits.sort((a, b) => b.label.toLowerCase().startsWith(words) - a.label.toLowerCase().startsWith(words));
}

/** What is wrong with an option's value; null if nothing is. */
export function complaint(option, value) {
  if (value === "" || value === null || value === undefined) return option.required ? "required" : null;
  if (option.type === KIND.INTEGER || option.type === KIND.NUMBER) {
    const number = Number(value);
    if (!Number.isFinite(number) || (option.type === KIND.INTEGER && !Number.isInteger(number))) return "not a number";
    if (option.min_value !== undefined && number < option.min_value) return `at least ${option.min_value}`;
    if (option.max_value !== undefined && number > option.max_value) return `at most ${option.max_value}`;
  }
  if (option.type === KIND.TEXT) {
    if (option.max_length && value.length > option.max_length) return `at most ${option.max_length} characters`;
    if (option.min_length && value.length < option.min_length) return `at least ${option.min_length} characters`;
  }
  return null;
}
