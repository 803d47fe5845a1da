"""`make play` in a fresh checkout: what the bot needs, in an environment of its own, quickly and saying what is done.

Runs on Python alone. Most of the time goes into reading what an index has of each package, so several pips fetch at once; one
then puts all of it in place, uncompiled: what is imported is compiled then. A pip that is there already does the work, so
that none has to be put into the environment (`make setup` does that, for tests). Whatever fails goes the plain way once more.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ROOT = Path(__file__).parents[1]
HOME, LOCK = ROOT / ".venv", ROOT / "deploy" / "bot.lock"
PYTHON = HOME / "bin" / "python"
ABLE = (22, 3)  # the pip that can work for another Python
AT_ONCE = 4
QUIET = ("--progress-bar", "off", "--disable-pip-version-check", "--no-deps", "--require-hashes")


def main() -> int:
    """Set it up; 1 where it could not be done, after lines that say why."""
    if sys.version_info < (3, 11):  # noqa: UP036 - that is what is looked at
        print(
            f"Adjutant needs Python 3.11 or newer; {sys.executable} is {sys.version.split()[0]}. make play PYTHON=..."
        )
        return 1
    print(f"Setting up, once: an environment of its own in {HOME.name} ...", flush=True)
    venv.EnvBuilder(symlinks=os.name != "nt").create(HOME)
    pip = pip_for(PYTHON)
    if pip is None:
        print("There is no pip and no ensurepip: install python3-venv or python3-pip.")
        return 1
    print(f"Fetching the packages of deploy/{LOCK.name} ...", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        if fetched(pip, Path(folder)):
            print("Putting them in place ...", flush=True)
            if installed(pip, "--no-index", "--find-links", folder):
                return 0
    print("Not all could be had that way; once more, one after the other ...", flush=True)
    if installed(pip):
        return 0
    print("The packages could not be installed; the lines above say why.")
    return 1


def pip_for(python: Path) -> list[str] | None:
    """The command of a pip that installs for a Python: the one here, else one that is put there; None: there is none."""
    try:
        if tuple(int(part) for part in version("pip").split(".")[:2]) >= ABLE:
            return [sys.executable, "-m", "pip", "--python", str(python)]
    except (PackageNotFoundError, ValueError):
        pass
    done = subprocess.run((python, "-m", "ensurepip", "--default-pip"), check=False, stdout=subprocess.DEVNULL)
    return None if done.returncode else [str(python), "-m", "pip"]


def fetched(pip: Sequence[str], folder: Path) -> bool:
    """Whether all packages of the lock are in a folder now, as wheels. What is fetched is told."""
    came, going = os.pipe()
    running = []
    for number, part in enumerate(parts(LOCK.read_text(encoding="utf-8"), max(2, min(AT_ONCE, os.cpu_count() or 1)))):
        file = folder / f"part{number}.txt"
        file.write_text(part, encoding="utf-8")
        command = (*pip, "download", *QUIET, "--only-binary", ":all:", "-d", str(folder), "-r", str(file))
        running.append(subprocess.Popen(command, stdout=going))
    os.close(going)
    tell(came)
    statuses = [one.wait() for one in running]
    return not any(statuses)


def installed(pip: Sequence[str], *where: str) -> bool:
    """Whether all packages of the lock are installed now. where: to find them elsewhere than in the index."""
    command = (*pip, "install", "--no-compile", *QUIET, *where, "-r", str(LOCK))
    if where:
        return subprocess.run(command, check=False, stdout=subprocess.DEVNULL).returncode == 0
    came, going = os.pipe()
    with subprocess.Popen(command, stdout=going) as running:
        os.close(going)
        tell(came)
    return running.returncode == 0


def tell(came: int) -> None:
    """Print what pips say they collect, until they have ended."""
    with os.fdopen(came, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line.startswith("Collecting"):
                print(" ", line.split()[1], flush=True)


def parts(lock: str, number: int) -> list[str]:
    """A lock in several of about the same work: an index has the more of a package, the more files a version has."""
    packages: list[str] = []
    for line in lock.splitlines(keepends=True):
        if line[:1].isalnum():
            packages.append("")
        if packages:
            packages[-1] += line
    found = [""] * number
    for package in sorted(packages, key=len, reverse=True):
        least = min(range(number), key=lambda at: len(found[at]))
        found[least] += package
    return found


if __name__ == "__main__":
    sys.exit(main())
