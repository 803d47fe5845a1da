"""Where entries come from: a board's TOML file, the rules' own files, unit profiles."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from importlib import resources
from typing import Any

from rules.core.documents import Document, house_rules
from rules.core.offered import text_on
from rules.library.cards import facts
from rules.library.entry import Entry, EntryError, Source
from rules.model.board import Board, Option
from rules.model.names import plural, sentence, titled
from rules.model.profiles import MARKER, UnitType

_LISTS = ("keywords", "covers", "options")


def entry_from(data: Mapping[str, Any], document: str, board: str) -> Entry:
    """An entry from its TOML table (its `topic` is the section); EntryError for unknown keys."""
    fields = dict(data)
    topic = fields.pop("topic", "")
    for name in _LISTS:
        fields[name] = tuple(fields.get(name, ()))
    fields["text"] = fields.get("text", "").strip()
    try:
        return Entry(source=Source(document, topic), board=board, **fields)
    except TypeError as error:
        raise EntryError(f"{data.get('id', '?')}: {error}") from None


@functools.cache
def board_entries(board: str) -> tuple[Entry, ...]:
    """The entries of a base game, with those of other boards that its library takes over (`also`: these, `also_but`: all but
    these); none if the board brings no library."""
    file = resources.files("rules.library") / f"{board}.toml"
    if not file.is_file():
        return ()
    data = tomllib.loads(file.read_text("utf-8"))
    own = [entry_from(table, data["document"], board) for table in data["entry"]]
    for other, points in data.get("also", {}).items():
        wanted = {f"{other}.{point}" for point in points}
        own += [replace(entry, board=board) for entry in board_entries(other) if entry.id in wanted]
    for other, points in data.get("also_but", {}).items():
        without, known = {f"{other}.{point}" for point in points}, {entry.id for entry in board_entries(other)}
        if strange := without - known:
            raise EntryError(f"{board}: there is no {', '.join(sorted(strange))}")
        own += [replace(entry, board=board) for entry in board_entries(other) if entry.id not in without]
    return tuple(own)


def rule_entries(rule: Any, board: str = "") -> list[Entry]:
    """The entries of a house rule (rules.core.hooks.Rule): its own, and the look-ups it brings along."""
    document, _, section = rule.source.partition(": ")
    source = Source(document or rule.id, section)
    options = tuple(option.name for option in rule.options)
    entries = []
    if rule.title and rule.text:
        entries.append(
            Entry(
                rule.id, rule.title, text_on(board, rule), source, board=board, rule=rule.id, covers=rule.entries,
                options=options, keywords=tuple(u.name for u in rule.units),
            )
        )  # fmt: skip
    for look in rule.look_ups:
        own = Source(*look.source.split(": ", 1)) if look.source else source
        told = text_on(board, rule, look.text)
        entries.append(Entry(look.id, look.title, told, own, look.kind, look.keywords, board=board, rule=rule.id))
    return entries


def document_entry(document: Document, rules: Iterable[Any], board: str = "") -> Entry:
    """A house-rule document in its three sentences, with the titles of its rules that are on."""
    text = f"{document.summary}\n**Rules** {'; '.join(rule.title for rule in rules)}"
    title, source = f"{document.title} ({document.id})", Source(document.title)
    return Entry(f"{document.id}.summary", title, text, source, board=board, keywords=(document.id,))


def option_entries(options: Iterable[Option], board: Board | None = None, source: str = "") -> list[Entry]:
    """What can be set for a game: what it does, how it stands by itself. board: whose own options are told as its; those of
    every board have one entry for all."""
    return [_option_entry(option, board, source) for option in options]


def _option_entry(option: Option, board: Board | None, source: str) -> Entry:
    name, colon, does = option.title.partition(":")
    default = {True: "on", False: "off"}[option.default] if isinstance(option.default, bool) else option.default
    trial = f" It is on trial: {option.trial}." if option.trial else ""
    home = f"{board.id}." if board and option.name in board.options else ""
    how = f"An option, by itself {default or 'none'}; it is chosen in the lobby.{trial}"
    own = Source(board.name if home and board else "Any game", "Options")
    return Entry(
        id=f"{home}option.{option.name}",
        title=name if colon else option.title,
        text=f"{sentence(does.strip() or option.title)} {how}",
        source=Source(*source.split(": ", 1)) if source else own,
        kind="option",
        keywords=(option.name.partition(".")[2] or option.name, *option.aliases),
        board=board.id if board else "",
        options=(option.name,),
    )


def unit_entries(units: Iterable[UnitType], told: Iterable[Entry], board: Board | None) -> list[Entry]:
    """A card for every unit: its profile, then what an entry tells of it (`told`, by its `unit`). Markers
    that are never sold have one only if there is something to tell."""
    texts = {entry.unit: entry for entry in told if entry.unit}
    shown = [u for u in units if u.name in texts or not (u.not_for_sale and u.domain == MARKER)]
    return [_unit_entry(unit, texts.get(unit.name), board) for unit in shown]


def _of_unit(unit: UnitType, board: Board | None) -> Source:
    """Where a unit stands of which no text tells: in the document of its rule, or in the board's units."""
    if rule := house_rules().get(unit.rule):
        document, _, section = rule.source.partition(": ")
        return Source(document, section or "Units")
    return Source(unit.rule or (board.name if board else "Rulebook"), "Units")


def _unit_entry(unit: UnitType, told: Entry | None, board: Board | None) -> Entry:
    rows = tuple(facts(unit, board))
    table = "\n".join(f"{name}: {value}" for name, value in rows)
    words = (*unit.aliases, *map(plural, unit.aliases), unit.many, unit.domain)
    if told:
        text = f"{table}\n{told.text}".strip()
        return replace(told, text=text, kind="unit", keywords=(*words, *told.keywords), rows=rows)
    home = unit.rule or (board.id if board else "")
    return Entry(
        id=f"{home}.{unit.name.replace(' ', '-')}",
        title=titled(unit.name),
        text=table,
        source=_of_unit(unit, board),
        kind="unit",
        keywords=words,
        board=board.id if board else "",
        rule=unit.rule,
        unit=unit.name,
        rows=rows,
    )
