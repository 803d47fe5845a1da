"""Settings: defaults, clear errors, no secret shown, and a table and example that are complete."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot import settings
from bot.settings import Settings, SettingsError, load_settings, names_of, unknown_names

ROOT = Path(__file__).parents[2]
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789AB"
KEY = "0123456789abcdef" * 4


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for field, info in Settings.model_fields.items():
        for name in names_of(field, info):
            monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def test_it_starts_with_nothing_set() -> None:
    loaded = load_settings()
    assert loaded.discord_token is None and loaded.dice_key_bytes is None and loaded.secrets == ()
    assert loaded.store_url == "sqlite:///data/adjutant.sqlite3"


@pytest.mark.parametrize("name", ["DISCORD_TOKEN", "ADJUTANT_DISCORD_TOKEN"])
def test_values_are_read(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, f" {TOKEN}\n")
    monkeypatch.setenv("ADJUTANT_DICE_KEY", KEY)
    monkeypatch.setenv("ADJUTANT_DATABASE_URL", "postgresql+psycopg://u:pass@h/d")
    monkeypatch.setenv("ADJUTANT_COMMAND_GUILDS", "12, 34")
    monkeypatch.setenv("ADJUTANT_LOG_LEVEL", "Debug")
    monkeypatch.setenv("ADJUTANT_HEALTH_PORT", "")
    loaded = load_settings()
    assert loaded.discord_token is not None and loaded.discord_token.get_secret_value() == TOKEN
    assert loaded.dice_key_bytes == bytes.fromhex(KEY)
    assert (loaded.command_guilds, loaded.log_level, loaded.health_port) == ([12, 34], "debug", 8421)
    assert loaded.store_url == "postgresql+psycopg://u:pass@h/d"
    assert set(loaded.secrets) == {TOKEN, KEY, "postgresql+psycopg://u:pass@h/d"}
    for secret in loaded.secrets:
        assert secret not in repr(loaded) and secret not in str(loaded)


def test_a_file_is_read_and_the_environment_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("ADJUTANT_HEALTH_PORT=9001\nADJUTANT_CHANNEL_PORT=9002\n")
    monkeypatch.setenv("ADJUTANT_CHANNEL_PORT", "9003")
    assert (load_settings().health_port, load_settings().channel_port) == (9001, 9003)
    assert load_settings(env_file=None).health_port == 8421


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("ADJUTANT_HEALTH_PORT", "many", "integer"),
        ("ADJUTANT_HEALTH_PORT", "70000", "65535"),
        ("ADJUTANT_HEALTH_PORT", "8420", "must differ"),
        ("ADJUTANT_DICE_KEY", "hunter2-hunter2", "64 hexadecimal digits"),
        ("ADJUTANT_CHANNEL_URL", "http://localhost:hunter2", "no number"),
        ("ADJUTANT_LOG_LEVEL", "loud", "'debug', 'info'"),
        ("ADJUTANT_COMMAND_GUILDS", "1,home", "integer"),
        ("DISCORD_TOKEN", "Bot hunter2-hunter2", "blank"),
    ],
)
def test_errors_name_the_setting_and_show_no_value(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, words: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as caught:
        load_settings()
    message = str(caught.value)
    assert name in message and words in message
    assert "hunter2" not in message


@pytest.mark.parametrize("name", ["DISCORD_TOKEN", "ADJUTANT_DISCORD_TOKEN"])
@pytest.mark.parametrize("in_file", [True, False])
def test_an_empty_token_is_no_wish_for_the_local_channel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, in_file: bool
) -> None:
    if in_file:
        (tmp_path / ".env").write_text(f"{name}=\n")
    else:
        monkeypatch.setenv(name, "")
    with pytest.raises(SettingsError, match=f"{name} is set, but empty"):
        load_settings()
    monkeypatch.setenv(name, " ")
    with pytest.raises(SettingsError, match=f"{name} is set, but empty"):
        load_settings()
    monkeypatch.setenv(name, "")
    other = {"DISCORD_TOKEN": "ADJUTANT_DISCORD_TOKEN"}.get(name, "DISCORD_TOKEN")
    monkeypatch.setenv(other, TOKEN)
    assert load_settings().discord_token is not None


def test_all_errors_are_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUTANT_HEALTH_PORT", "x")
    monkeypatch.setenv("ADJUTANT_LOG_FORMAT", "x")
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert "ADJUTANT_HEALTH_PORT" in str(caught.value) and "ADJUTANT_LOG_FORMAT" in str(caught.value)


def test_misspelt_names_are_noticed() -> None:
    found = unknown_names({"ADJUTANT_HELTH_PORT": "1", "ADJUTANT_DATA_DIR": "x", "PATH": "y"})
    assert found == {"ADJUTANT_HELTH_PORT": "ADJUTANT_HEALTH_PORT"}


def test_the_documentation_has_the_whole_table() -> None:
    assert settings.table() in (ROOT / "docs" / "operations.md").read_text()


def test_the_example_names_every_setting_once_and_switches_none_on() -> None:
    text = (ROOT / ".env.example").read_text()
    assert not [line for line in text.splitlines() if line and not line.startswith("#")]
    named = re.findall(r"^#([A-Z_]+)=", text, re.MULTILINE)
    first_names = {names_of(field, info)[-1] for field, info in Settings.model_fields.items()}
    assert sorted(named) == sorted(first_names)
