"""Limits of application commands at their registration.

Source: Discord's developer documentation, "Application Commands": naming, option structure, registering.
"""

from __future__ import annotations

import re

from local_discord.errors import ApiError, FormErrors, Json

Path = tuple[str | int, ...]
CHAT, USER, MESSAGE, ENTRY_POINT = 1, 2, 3, 4
SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, NUMBER = 3, 4, 10
COMMANDS = {CHAT: 100, USER: 15, MESSAGE: 15, ENTRY_POINT: 1}
OPTIONS, CHOICES, DESCRIPTION, CHOICE_TEXT, WHOLE_COMMAND = 25, 25, 100, 100, 8000
_NAME = re.compile(r"[-_'\w]{1,32}")


def check_commands(commands: list[Json]) -> None:
    """Check a whole list of commands, as a bulk overwrite sends it."""
    errors = FormErrors()
    seen: set[tuple[int, str]] = set()
    for n, command in enumerate(commands):
        kind = command.get("type") or CHAT
        _check_command(errors, (n,), command, kind)
        key = (kind, str(command.get("name")))
        if key in seen:
            errors.add((n, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
        seen.add(key)
    errors.check()
    for kind, limit in COMMANDS.items():
        if sum((command.get("type") or CHAT) == kind for command in commands) > limit:
            raise ApiError(400, 30032, f"Maximum number of application commands reached ({limit})")


def _check_command(errors: FormErrors, at: Path, command: Json, kind: int) -> None:
    if kind == CHAT:
        _check_name(errors, (*at, "name"), command.get("name"))
        errors.length((*at, "description"), command.get("description"), 1, DESCRIPTION)
        _check_options(errors, at, command.get("options") or [], depth=0)
        if command_length(command) > WHOLE_COMMAND:
            said = f"Command exceeds maximum size ({WHOLE_COMMAND})"
            errors.add(at, "APPLICATION_COMMAND_TOO_LARGE", said)
        return
    errors.length((*at, "name"), command.get("name"), 1, 32)
    for key in ("description", "options"):
        if command.get(key):
            errors.add((*at, key), "APPLICATION_COMMAND_CONTEXT_MENU_FIELD", f"A menu command has no {key}.")


def _check_name(errors: FormErrors, at: Path, name: object) -> None:
    if not isinstance(name, str) or not _NAME.fullmatch(name) or name != name.lower():
        errors.add(at, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def command_length(command: Json) -> int:
    """The characters that count towards a command's 8,000: names, descriptions and choices' values."""
    total = _longest(command, "name") + _longest(command, "description")
    for choice in command.get("choices") or []:
        total += _longest(choice, "name") + len(str(choice.get("value", "")))
    return total + sum(command_length(option) for option in command.get("options") or [])


def _longest(item: Json, key: str) -> int:
    texts = [item.get(key) or "", *(item.get(f"{key}_localizations") or {}).values()]
    return max(len(text) for text in texts)


def _check_options(errors: FormErrors, at: Path, options: list[Json], depth: int) -> None:
    if len(options) > OPTIONS:
        errors.count((*at, "options"), options, 0, OPTIONS)
    kinds = {option.get("type") in (SUBCOMMAND, GROUP) for option in options}
    if len(kinds) > 1:
        said = "Sub-commands and other options cannot stand side by side"
        errors.add((*at, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", said)
    optional_seen = False
    for n, option in enumerate(options):
        here = (*at, "options", n)
        _check_option(errors, here, option, depth)
        if option.get("name") in [o.get("name") for o in options[:n]]:
            errors.add((*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name is used twice")
        if option.get("required") and optional_seen:
            said = "Required options must be placed before non-required options"
            errors.add(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", said)
        optional_seen = optional_seen or not option.get("required")


def _check_option(errors: FormErrors, at: Path, option: Json, depth: int) -> None:
    _check_name(errors, (*at, "name"), option.get("name"))
    errors.length((*at, "description"), option.get("description"), 1, DESCRIPTION)
    kind = option.get("type")
    if kind in (SUBCOMMAND, GROUP):
        if depth + (kind == GROUP) > 1:
            errors.add((*at, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands nested too deep")
        _check_options(errors, at, option.get("options") or [], 1 if kind == GROUP else 2)
        return
    if option.get("options"):
        errors.add((*at, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only sub-commands have options")
    _check_choices(errors, at, option)
    _check_range(errors, at, option)


def _check_choices(errors: FormErrors, at: Path, option: Json) -> None:
    choices = option.get("choices") or []
    fits = option.get("type") in (STRING, INTEGER, NUMBER)
    if option.get("autocomplete") and (choices or not fits):
        said = "Only a text or number without choices can be completed while it is typed"
        errors.add((*at, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", said)
    if choices and not fits:
        errors.add((*at, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", "This option can't have choices")
    if len(choices) > CHOICES:
        errors.count((*at, "choices"), choices, 0, CHOICES)
    values = [c.get("value") for c in choices]
    names = [c.get("name") for c in choices]
    for n, choice in enumerate(choices):
        here = (*at, "choices", n)
        errors.length((*here, "name"), choice.get("name"), 1, CHOICE_TEXT)
        if option.get("type") == STRING:
            errors.length((*here, "value"), choice.get("value"), 1, CHOICE_TEXT)
        if values[n] in values[:n] or names[n] in names[:n]:
            errors.add(here, "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "Choices must be unique")


def _check_range(errors: FormErrors, at: Path, option: Json) -> None:
    kind = option.get("type")
    for keys, kinds in ((("min_value", "max_value"), (INTEGER, NUMBER)), (("min_length", "max_length"), (STRING,))):
        low, high = (option.get(key) for key in keys)
        if (low is not None or high is not None) and kind not in kinds:
            errors.add((*at, keys[0]), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "This option has no such range")
        if low is not None and high is not None and low > high:
            errors.add((*at, keys[0]), "NUMBER_TYPE_RANGE", f"{keys[0]} is greater than {keys[1]}")
