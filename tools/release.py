"""python -m tools.release [FOLDER]: a release, made and tried in FOLDER (dist).

The wheel is built, put into an environment of its own with the packages of deploy/bot.lock, and started there: its page
has to answer. Beside it come the bill of materials (CycloneDX: every package of that environment with its version, where
it comes from and its licence with the text) and the same as a table, LICENCES.md, with the fonts and the maps' data.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
import venv
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 120
PARTS = ("render/style/fonts", "render/geometry/licences")
"""Where the texts of licences stand that are no package's."""


def main() -> None:
    """Make a release and tell what came of it."""
    out = Path(sys.argv[1] if sys.argv[1:] else "dist").resolve()
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        python = _environment(Path(folder) / "bot")
        wheel = _wheel(python, Path(folder), out)
        _run(python, "-m", "pip", "install", "--quiet", "--no-deps", str(wheel))
        print(f"{wheel.name}: starts and answers at {_started(python, Path(folder))}")
        bill = out / f"{wheel.name.split('-py3')[0]}.cdx.json"
        _bill(python, Path(folder) / "tools", bill)
    found = json.loads(bill.read_text("utf-8"))["components"]
    (out / "LICENCES.md").write_text(licences(found), "utf-8")
    print(f"{bill.name}: {len(found)} packages\nLICENCES.md\nin {out}")


def _run(*command: str | Path, **more: Any) -> None:
    subprocess.run([str(word) for word in command], check=True, **more)


def _environment(folder: Path, lock: str = "bot.lock") -> Path:
    """A new environment with the packages of a lock; gives its Python."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    _run(python, "-m", "pip", "install", "--quiet", "--require-hashes", "--no-deps", "-r", ROOT / "deploy" / lock)
    return python


def _wheel(python: Path, folder: Path, out: Path) -> Path:
    """The wheel, built from a copy of what is in the repository."""
    source = folder / "source"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, source / name)
    made = folder / "wheel"
    _run(python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", made, ".", cwd=source)
    (wheel,) = made.glob("*.whl")
    return Path(shutil.copy(wheel, out))


def _started(python: Path, folder: Path) -> str:
    """Start the installed bot in an empty folder; gives the address of its page once that answers."""
    home = folder / "home"
    home.mkdir()
    given = {"HOME": str(home), "PATH": f"{python.parent}{os.pathsep}{os.defpath}", "PYTHONUNBUFFERED": "1"}
    with _process(["adjutant"], home, given) as bot:
        assert bot.stdout is not None
        for line in bot.stdout:
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                with urllib.request.urlopen(found[0], timeout=PATIENCE) as answer:
                    assert answer.status == 200
                return found[0]
    raise SystemExit("The installed bot does not start.")


@contextlib.contextmanager
def _process(command: list[str], folder: Path, environment: Mapping[str, str]) -> Iterator[subprocess.Popen[str]]:
    """A process that is ended again."""
    executable = shutil.which(command[0], path=environment["PATH"])
    running = subprocess.Popen(
        [executable or command[0], *command[1:]], cwd=folder, env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        yield running
    finally:
        running.terminate()
        running.wait(PATIENCE)


def _bill(python: Path, folder: Path, path: Path) -> None:
    """Write the bill of materials of an environment."""
    tools = _environment(folder, "sbom.lock").parent
    _run(
        tools / "cyclonedx-py", "environment", "--output-reproducible", "--gather-license-texts",
        "--pyproject", ROOT / "pyproject.toml", "-o", path, python,
    )  # fmt: skip


def licences(components: list[dict[str, Any]]) -> str:
    """A table of packages with versions and licences, and of what else is in the wheel. components: as CycloneDX has them."""
    rows = sorted(
        (one["name"].lower(), f"| {one['name']} | {one['version']} | {_licence(one)} |") for one in components
    )
    texts = sorted(path for part in PARTS for path in (ROOT / part).glob("*") if _is_licence(path))
    return "\n".join(
        [
            "# What is in a release, and under which licences",
            "",
            "Adjutant itself: MIT (LICENSE). The packages it is installed with:",
            "",
            "| package | version | licence |",
            "| --- | --- | --- |",
            *(row for _, row in rows),
            "",
            "Fonts and the maps' data come with the texts of their licences:",
            "",
            *(f"- {path.relative_to(ROOT)}" for path in texts),
            "",
        ]
    )


def _is_licence(path: Path) -> bool:
    return path.parent.name == "licences" or path.name.startswith("LICENSE")


def _licence(component: Mapping[str, Any]) -> str:
    """The licence of a package in a few words."""
    found = [
        one.get("expression") or one["license"].get("id") or one["license"].get("name", "")
        for one in component.get("licenses", [])
    ]
    named = [name.rpartition(" :: ")[2] for name in found if not name.startswith("declared license")]
    return ", ".join(dict.fromkeys(named)) or "see its text in the bill of materials"


if __name__ == "__main__":
    main()
