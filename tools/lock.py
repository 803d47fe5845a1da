"""python tools/lock.py: write deploy/bot.lock and deploy/dev.lock, with a hash for each file of every platform.

The versions are those of requirements.lock; `uv` (an ordinary installer, `pip install uv`) looks the hashes up.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXTRAS = ("--extra", "postgresql", "--extra", "triplea", "--extra", "build")
COMMON = ("--generate-hashes", "--universal", "--python-version", "3.11", "--no-header", "--no-annotate", "-q")
LOCKS = {
    "bot.lock": (
        "What the bot needs, and what builds it",
        ("pyproject.toml", *EXTRAS, "--constraint", "requirements.lock"),
    ),
    "dev.lock": ("The whole requirements.lock", ("requirements.lock", "--no-deps")),
}


def main() -> None:
    """Write both."""
    for name, (what, arguments) in LOCKS.items():
        command = ("uv", "pip", "compile", *arguments, *COMMON)
        found = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
        head = f"# {what}, each file by its hash: pip install --require-hashes --no-deps -r deploy/{name}\n"
        (ROOT / "deploy" / name).write_text(f"{head}# Written by tools/lock.py.\n{found}", "utf-8")


if __name__ == "__main__":
    main()
