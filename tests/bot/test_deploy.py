"""How the bot is put into service: the image's steps in an empty folder, the locks, the compose file, systemd's unit."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

from bot.settings import Settings, names_of
from bot.store.database import parse_url
from tests.e2e.warm import ROOT
from tools import first_start, release

PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[a-z]+\])?==([^\s;]+)", re.MULTILINE)


def _pins(name: str) -> dict[str, str]:
    found = PINNED.findall((ROOT / name).read_text("utf-8"))
    return {re.sub(r"[-_.]+", "-", package).lower(): version for package, version in found}


@pytest.mark.parametrize("name", ["bot.lock", "dev.lock", "sbom.lock"])
def test_the_locks_agree_and_every_file_has_its_hash(name: str) -> None:
    """Otherwise: python tools/lock.py"""
    plain, hashed = _pins("requirements.lock"), _pins(f"deploy/{name}")
    if name == "sbom.lock":  # an environment of its own
        plain = {}
    assert {package: plain[package] for package in hashed if package in plain} == {
        p: hashed[p] for p in hashed if p in plain
    }
    assert name != "dev.lock" or plain == hashed
    blocks = re.split(r"^(?=\S+==)", (ROOT / "deploy" / name).read_text("utf-8"), flags=re.MULTILINE)[1:]
    assert all("--hash=sha256:" in block for block in blocks) and len(blocks) == len(hashed)
    assert "://" not in "".join(blocks)


@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_first_start_fetches_every_package_once_in_parts_alike(number: int) -> None:
    lock = first_start.LOCK.read_text("utf-8")
    blocks = re.split(r"^(?=\S+==)", lock, flags=re.MULTILINE)[1:]
    parts = first_start.parts(lock, number)
    dealt = [block for part in parts for block in re.split(r"^(?=\S+==)", part, flags=re.MULTILINE)[1:]]
    assert sorted(dealt) == sorted(blocks) and len(parts) == number
    assert max(map(len, parts)) < 1.5 * min(map(len, parts))


def _steps() -> list[tuple[str, str]]:
    """(instruction, words) of the Dockerfile."""
    text = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1].strip()) for line in lines]


def _ignored(path: str) -> bool:
    """Whether the build does not see a file: all is left out but what .dockerignore names again."""
    kept = [line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line.startswith("!")]
    return not any(path == name or path.startswith(f"{name}/") or name.startswith(f"{path}/") for name in kept)


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the Dockerfile makes, in an empty folder: its copies, then its last step of installing. The packages that it
    installs by their hashes before that are those of this interpreter, as a download would take minutes."""
    root = tmp_path_factory.mktemp("image")
    source, target = root / "src", root / "opt"
    for word, rest in _steps():
        if word == "COPY" and not rest.startswith("--from"):
            *names, where = rest.split()
            for name in names:
                assert not _ignored(name), name
                to = source / where / (Path(name).name if where.endswith("/") else "")
                to.parent.mkdir(parents=True, exist_ok=True)
                if (ROOT / name).is_dir():
                    shutil.copytree(ROOT / name, to, ignore=shutil.ignore_patterns("__pycache__"))
                else:
                    shutil.copy(ROOT / name, to)
    last = [rest for word, rest in _steps() if word == "RUN" and rest.endswith(" .")][-1]
    words = last.split()
    assert words[1] == "install" and words[-1] == "."
    command = [sys.executable, "-m", "pip", *words[1:-1], "--quiet", "--target", str(target), "."]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True)
    if "No module named" in done.stderr and ("pip" in done.stderr or "setuptools" in done.stderr):
        pytest.skip("no pip or setuptools here")
    assert done.returncode == 0, done.stderr[-3000:]
    return target


def _environment(image: Path, folder: Path, **more: str) -> dict[str, str]:
    """The environment that the Dockerfile sets, for the installed bot and this interpreter's packages."""
    named = {}
    for word, rest in _steps():
        named |= dict(re.findall(r"(\w+)=(\S+)", rest)) if word == "ENV" else {}
    packages = os.pathsep.join((str(image), sysconfig.get_paths()["purelib"], sysconfig.get_paths()["platlib"]))
    return {**named, "PATH": os.environ["PATH"], "PYTHONPATH": packages, "ADJUTANT_DATA_DIR": str(folder), **more}


def _command(word: str) -> list[str]:
    """What CMD or HEALTHCHECK runs."""
    rest = next(rest for found, rest in _steps() if found == word)
    parts = re.findall(r'"([^"]+)"', rest)
    assert parts[0] == "python"
    return [sys.executable, *parts[1:]]


def test_whatever_is_in_a_package_is_installed(image: Path) -> None:
    """Pictures and words too, of whatever kind."""
    source = image.parent / "src"
    packages = [entry for entry in source.iterdir() if (image / entry.name / "__init__.py").is_file()]
    assert len(packages) == 8
    files = [path.relative_to(source) for package in packages for path in package.rglob("*") if path.is_file()]
    assert [str(path) for path in files if not (image / path).is_file()] == []


async def test_the_image_starts_answers_and_stops(image: Path, tmp_path: Path) -> None:
    """The commands of the image, in an empty folder: it comes up, its health check is content, SIGTERM ends it with 0."""
    port = _free_port()
    with_ports = {"ADJUTANT_CHANNEL_PORT": "0", "ADJUTANT_HEALTH_PORT": str(port)}
    environment = _environment(image, tmp_path / "data", **with_ports)
    assert environment["PYTHONSAFEPATH"] == "1"
    (tmp_path / "data").mkdir()
    log = tmp_path / "log"
    with log.open("wb") as out:
        bot = await asyncio.create_subprocess_exec(
            *_command("CMD"), cwd=tmp_path, env=environment, stdout=out, stderr=out
        )
    try:
        await _listening(port, bot)
        for _ in range(60):
            check = await asyncio.create_subprocess_exec(
                *_command("HEALTHCHECK"), cwd=tmp_path, env=environment, stdout=asyncio.subprocess.DEVNULL
            )
            if await check.wait() == 0 or bot.returncode is not None:
                break
            await asyncio.sleep(0.5)
        assert check.returncode == 0, log.read_text("utf-8", "replace")[-3000:]
        bot.send_signal(signal.SIGTERM)
        assert await bot.wait() == 0, log.read_text("utf-8", "replace")[-3000:]
    finally:
        if bot.returncode is None:
            bot.kill()
            await bot.wait()
    assert "Traceback" not in log.read_text("utf-8", "replace")


async def _listening(port: int, process: asyncio.subprocess.Process) -> None:
    """Wait until a process listens at a port, or has ended."""
    async with asyncio.timeout(60):
        while process.returncode is None:
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                return
            await asyncio.sleep(0.1)


def _free_port() -> int:
    import socket

    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


def test_every_package_with_code_is_in_the_image(image: Path) -> None:
    code = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "tools"}
    assert code <= {path.name for path in image.iterdir()}
    for pattern in ("*.toml", "*.html", "*.mako", "*.ttf", "*.gz", "LICENSE*", "licences/*"):
        wanted = {p.relative_to(ROOT) for top in code for p in (ROOT / top).rglob(pattern)}
        assert {p for p in wanted if not (image / p).exists()} == set()


def test_what_the_image_tells_of_itself_is_copied_into_it() -> None:
    """The stage that writes the bill of materials installs by hashes, and its file comes into the image."""
    runs = [rest for word, rest in _steps() if word == "RUN"]
    written = next(re.search(r"-o (\S+) /opt/adjutant/bin/python", rest) for rest in runs if "cyclonedx-py" in rest)
    assert written and any(word == "COPY" and f"--from=bill {written[1]} " in rest for word, rest in _steps())
    assert any("--require-hashes" in rest and "deploy/sbom.lock" in rest for rest in runs)


def test_licences_of_what_is_in_a_release() -> None:
    table = release.licences(
        [
            {"name": "b", "version": "2", "licenses": [{"expression": "MIT AND 0BSD"}]},
            {
                "name": "A",
                "version": "1",
                "licenses": [{"license": {"name": "License :: OSI Approved :: BSD License"}}],
            },
            {"name": "c", "version": "3", "licenses": [{"license": {"name": "declared license of 'c'"}}]},
        ]
    )
    assert (
        "| A | 1 | BSD License |\n| b | 2 | MIT AND 0BSD |\n| c | 3 | see its text in the bill of materials |" in table
    )
    assert "- render/style/fonts/LICENSE-Alegreya.txt" in table and ".ttf" not in table


def test_the_changelog_begins_with_this_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    first = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert first and first[1] == version


def test_names_of_settings_in_deployment_files_are_known() -> None:
    known = {f"ADJUTANT_{name.upper()}" for name in Settings.model_fields}
    for name in ("Dockerfile", "compose.yaml", "deploy/adjutant.service"):
        named = set(re.findall(r"\bADJUTANT_[A-Z_]+", (ROOT / name).read_text("utf-8")))
        assert named <= known, name


def test_the_compose_file() -> None:
    """It fits the image, the settings and itself: a database, a volume, a health check, time to stop."""
    found = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    bot, db = found["services"]["bot"], found["services"]["db"]
    assert set(found["services"]) == {"bot", "db"} and bot["build"] == "."
    known = {name for field, info in Settings.model_fields.items() for name in names_of(field, info)}
    assert set(bot["environment"]) <= known
    url = parse_url(re.sub(r"\$\{POSTGRES_PASSWORD:\?[^}]*\}", "secret", bot["environment"]["ADJUTANT_DATABASE_URL"]))
    made = db["environment"]
    assert (url.host, url.username, url.database) == ("db", made["POSTGRES_USER"], made["POSTGRES_DB"])
    assert url.password == "secret" and made["POSTGRES_PASSWORD"].startswith("${POSTGRES_PASSWORD:?")
    assert bot["depends_on"] == {"db": {"condition": "service_healthy"}}
    assert f"-U {url.username} -d {url.database}" in db["healthcheck"]["test"][1]
    steps = dict(_steps())
    assert [v.split(":")[1] for v in bot["volumes"]] == [steps["VOLUME"]] and "HEALTHCHECK" in steps
    mounted = {v.split(":")[0] for service in (bot, db) for v in service["volumes"]}
    assert mounted == set(found["volumes"])
    # All that is written goes to the volume or to /tmp, and nothing but the bot reaches the endpoint and the database.
    assert bot["read_only"] and bot["tmpfs"] == ["/tmp"] and "ports" not in bot and "ports" not in db
    stops = float(bot["environment"]["ADJUTANT_SHUTDOWN_SECONDS"])
    assert stops < float(bot["stop_grace_period"].removesuffix("s"))
    named = Settings(_env_file=None, database_url=str(url), shutdown_seconds=stops)
    assert named.store_url.startswith("postgresql")


def test_the_unit_of_systemd(tmp_path: Path) -> None:
    """It starts what the image starts; systemd itself, where at hand, finds nothing wrong with it."""
    unit = (ROOT / "deploy" / "adjutant.service").read_text("utf-8")
    assert re.search(r"^ExecStart=/opt/adjutant/bin/python -m bot$", unit, re.MULTILINE)
    tool = shutil.which("systemd-analyze")
    if tool is None:
        pytest.skip("no systemd-analyze here")
    tried = tmp_path / "adjutant.service"
    tried.write_text(unit.replace("/opt/adjutant/bin/python", sys.executable), "utf-8")
    found = subprocess.run([tool, "verify", str(tried)], capture_output=True, text=True)
    assert "adjutant.service" not in found.stderr, found.stderr
