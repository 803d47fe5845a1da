"""Settings from the environment (and a `.env` file), checked when the bot starts. `python -m bot.settings` lists them.

Every name begins with ADJUTANT_; the token may also be given as plain DISCORD_TOKEN.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from dotenv import dotenv_values
from pydantic import AliasChoices, Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from rapidfuzz import process

PREFIX = "ADJUTANT_"
EMPTY_TOKEN = "Put the bot's token there, or take the line away to play in the local channel, without Discord."
Port = Annotated[int, Field(ge=0, le=65535)]


class SettingsError(Exception):
    """One or more settings are wrong; the message names each, and shows no secret."""


class Settings(BaseSettings):
    """All there is to set. The description of a field is its line in docs/operations.md."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=".env", env_ignore_empty=True, extra="ignore", hide_input_in_errors=True
    )

    discord_token: SecretStr | None = Field(
        None,
        validation_alias=AliasChoices("ADJUTANT_DISCORD_TOKEN", "DISCORD_TOKEN"),
        description="The bot's token. Without one the bot runs with the local channel instead of Discord.",
    )
    data_dir: Path = Field(
        Path("data"), description="Folder for the database, made if it is not there. Relative to the start folder."
    )
    database_url: SecretStr | None = Field(
        None,
        description="Another database than `adjutant.sqlite3` in the data folder: a path, `sqlite:///PATH`, or "
        "`postgresql://USER:PASSWORD@HOST/NAME` (see PostgreSQL below).",
    )
    integrity_check: Literal["full", "quick", "off"] = Field(
        "full", description="How thoroughly the SQLite file is checked at each start."
    )
    dice_key: SecretStr | None = Field(
        None,
        description="64 hexadecimal digits (`openssl rand -hex 32`). Seals the secret roots of the dice in the "
        "database. Keep it apart from the backups, and do not lose it: without it running games can't roll.",
    )
    command_guilds: Annotated[list[int], NoDecode] = Field(
        [],
        description="Ids of servers, with commas, to which the commands are sent at once, for development. "
        "Empty: commands are global.",
    )
    channel_url: str | None = Field(
        None, description="Address of a local channel that runs already, instead of one of the bot's own (for tests)."
    )
    channel_host: str = Field("127.0.0.1", description="Address of the local channel (only without a token).")
    channel_port: Port = Field(8420, description="Port of the local channel's page; 0 picks a free one.")
    welcome: bool = Field(
        False, description="Whether servers that were there before are told hello once; the local channel always is."
    )
    health_host: str = Field("127.0.0.1", description="Address of the health endpoint.")
    health_port: Port = Field(8421, description="Port of the health endpoint; 0 switches it off.")
    pictures: bool = Field(True, description="Whether pictures are drawn; without them everything is told in text.")
    render_workers: int = Field(1, ge=1, le=16, description="Processes that draw pictures.")
    shards: int = Field(
        1,
        ge=1,
        le=64,
        description="Into how many shares the servers are divided (Discord's shards), for several processes on one "
        "PostgreSQL database. The same for all of them.",
    )
    costly_per_minute: int = Field(
        20, ge=0, description="Maps, odds, exports and the like that one person may ask for in a minute; 0: no limit."
    )
    games_per_person: int = Field(
        10, ge=0, description="Games that one person may have open as their game master; 0: no limit."
    )
    games_per_server: int = Field(50, ge=0, description="Games that may be open on one server; 0: no limit.")
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="The least that is logged.")
    log_format: Literal["auto", "console", "json"] = Field(
        "auto", description="`json`: a JSON object a line. `console`: for reading. `auto`: console on a terminal."
    )
    shutdown_seconds: int = Field(
        10, ge=1, le=300, description="How long a stopping bot waits for orders and messages under way."
    )

    @field_validator("command_guilds", mode="before")
    @classmethod
    def _split(cls, value: Any) -> Any:
        return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value

    @field_validator("log_level", "log_format", "integrity_check", mode="before")
    @classmethod
    def _lower(cls, value: Any) -> Any:
        return value.strip().lower() if isinstance(value, str) else value

    @field_validator("dice_key")
    @classmethod
    def _is_key(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and len(_hex(value.get_secret_value())) != 32:
            raise ValueError("must be 64 hexadecimal digits, as `openssl rand -hex 32` prints them")
        return value

    @field_validator("discord_token")
    @classmethod
    def _is_token(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and any(character.isspace() for character in value.get_secret_value().strip()):
            raise ValueError("holds a blank: paste the token alone")
        return SecretStr(bare) if value is not None and (bare := value.get_secret_value().strip()) else None

    @field_validator("channel_url")
    @classmethod
    def _is_address(cls, value: str | None) -> str | None:
        try:
            assert value is None or (urlsplit(value).port or True)
        except ValueError:
            raise ValueError("its port is no number below 65536") from None
        return value

    @model_validator(mode="after")
    def _ports_differ(self) -> Settings:
        if self.health_port and self.health_port == self.channel_port:
            raise ValueError("ADJUTANT_HEALTH_PORT and ADJUTANT_CHANNEL_PORT must differ")
        return self

    @property
    def store_url(self) -> str:
        """Where the store is: for Store.open. May hold a password."""
        if self.database_url is not None:
            return self.database_url.get_secret_value()
        return f"sqlite:///{self.data_dir / 'adjutant.sqlite3'}"

    @property
    def dice_key_bytes(self) -> bytes | None:
        """The key that seals dice roots: 32 bytes, or None."""
        return _hex(self.dice_key.get_secret_value()) if self.dice_key is not None else None

    @property
    def secrets(self) -> tuple[str, ...]:
        """All that must never show in a log."""
        held = (self.discord_token, self.dice_key, self.database_url)
        return tuple(secret.get_secret_value() for secret in held if secret is not None)


def load_settings(env_file: str | None = ".env") -> Settings:
    """The settings, or SettingsError with a line for each that is wrong."""
    try:
        loaded = Settings(_env_file=env_file)  # type: ignore[call-arg]
        if loaded.discord_token is None and (empty := _empty_token(env_file)):
            raise SettingsError(f"{empty} is set, but empty. {EMPTY_TOKEN}")
        return loaded
    except ValidationError as error:
        lines = [f"  {_name_in(problem)}: {problem['msg'].removeprefix('Value error, ')}" for problem in error.errors()]
        raise SettingsError("\n".join(["Settings that do not fit (docs/operations.md):", *lines])) from None


def _empty_token(env_file: str | None) -> str:
    """The variable that is there for a token and holds none; "" if there is none such."""
    held = {**(dotenv_values(env_file) if env_file else {}), **os.environ}
    names = names_of("discord_token", Settings.model_fields["discord_token"])
    return next((name for name in names if name in held and not (held[name] or "").strip()), "")


def unknown_names(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Names in the environment that look like ours and are none, each with the nearest that is one."""
    known = [name for _, field in Settings.model_fields.items() for name in names_of(_, field)]
    strange = [name for name in environment if name.startswith(PREFIX) and name not in known]
    return {name: process.extractOne(name, known)[0] for name in strange}


def names_of(field: str, info: FieldInfo) -> list[str]:
    """The environment variables that set a field."""
    if isinstance(info.validation_alias, AliasChoices):
        return [str(choice) for choice in info.validation_alias.choices]
    return [PREFIX + field.upper()]


def table() -> str:
    """All settings as a Markdown table: the one in docs/operations.md."""
    rows = ["| variable | default | meaning |", "| --- | --- | --- |"]
    for field, info in Settings.model_fields.items():
        names = " or ".join(f"`{name}`" for name in names_of(field, info))
        rows.append(f"| {names} | {_shown(info.default)} | {info.description} |")
    return "\n".join(rows)


def _shown(default: Any) -> str:
    return "(none)" if default in (None, []) else f"`{default}`"


def _name_in(problem: Mapping[str, Any]) -> str:
    place = [str(part) for part in problem["loc"]]
    if not place:
        return "settings"
    return place[0] if place[0].isupper() else PREFIX + place[0].upper()


def _hex(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""


if __name__ == "__main__":
    print(table())
    sys.exit(0)
