"""python tools/lock.py [NAME ...]: write the locks in deploy/, with a hash for each file of every platform.

The versions are those of requirements.lock, and the newest of what writes the bill of materials. `uv` (an ordinary
installer, `pip install uv`) looks the hashes up.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXTRAS = ("--extra", "postgresql", "--extra", "triplea", "--extra", "build")
COMMON = ("--generate-hashes", "--universal", "--python-version", "3.11", "--no-header", "--no-annotate", "-q")
LOCKS = {
    "bot.lock": (
        "What the bot needs, and what builds it",
        ("pyproject.toml", *EXTRAS, "--constraint", "requirements.lock"),
    ),
    "sbom.lock": ("What writes the bill of materials", ("deploy/sbom.in",)),
    "dev.lock": ("The whole requirements.lock", ("requirements.lock", "--no-deps")),
}


def main() -> None:
    """Write all of them, or those that are named."""
    for name in sys.argv[1:] or LOCKS:
        what, arguments = LOCKS[name]
        command = ("uv", "pip", "compile", *arguments, *COMMON)
        found = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
        head = f"# {what}, each file by its hash: pip install --require-hashes --no-deps -r deploy/{name}\n"
        (ROOT / "deploy" / name).write_text(f"{head}# Written by tools/lock.py.\n{found}", "utf-8")


if __name__ == "__main__":
    main()
