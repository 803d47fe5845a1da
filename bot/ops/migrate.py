"""The revision of a database's tables.

python -m bot.ops.migrate [show]         which revision the database is at
python -m bot.ops.migrate upgrade        bring it up to this version (the bot does so when it starts)
python -m bot.ops.migrate downgrade REV  take it back
python -m bot.ops.migrate new MESSAGE    for developers: write a migration for changed tables
"""

from __future__ import annotations

import asyncio
import sys

from bot.settings import SettingsError, load_settings
from bot.store import StoreError
from bot.store.database import parse_url
from bot.store.migrate import current, downgrade, draft, head, upgrade


def main(arguments: list[str]) -> int:
    """The command line; the database is the one of the settings."""
    try:
        settings = load_settings()
        url = parse_url(settings.store_url)
        match arguments:
            case [] | ["show"]:
                pass
            case ["upgrade"]:
                asyncio.run(upgrade(url, aside=settings.data_dir))
            case ["downgrade", revision]:
                asyncio.run(downgrade(url, revision))
            case ["new", message]:
                asyncio.run(draft(message))
            case _:
                print(__doc__, file=sys.stderr)
                return 2
        print(f"database at revision {asyncio.run(current(url)) or 'none'}; this version works with {head()}")
    except (SettingsError, StoreError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
