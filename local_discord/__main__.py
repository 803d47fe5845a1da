"""python -m local_discord: serve the local channel alone; a bot may connect, leave and come back."""

from __future__ import annotations

import argparse
import asyncio
import signal
from pathlib import Path

from local_discord.rates import Rates
from local_discord.seed import Seed
from local_discord.server import DEFAULT_PORT, LocalChannel


def main() -> None:
    """Read the command line and serve until interrupted."""
    defaults = Seed()
    parser = argparse.ArgumentParser(prog="python -m local_discord", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help="default: %(default)s; 0: any free one")
    parser.add_argument("--save", type=Path, help="file that keeps servers, people and messages between starts")
    parser.add_argument("--players", nargs="+", default=list(defaults.players), help="names of the players")
    parser.add_argument("--channels", nargs="+", default=list(defaults.channels), help="names of the channels")
    parser.add_argument("--servers", nargs="+", default=[], help="names of further servers, each with a channel")
    parser.add_argument("--rates", action="store_true", help="limit the bot's requests as Discord does")
    options = parser.parse_args()
    others = tuple((name, (f"{name.lower().replace(' ', '-')}-table",)) for name in options.servers)
    seed = Seed(channels=tuple(options.channels), players=tuple(options.players), others=others)
    rates = Rates() if options.rates else None
    channel = LocalChannel(host=options.host, port=options.port, seed=seed, save_path=options.save, rates=rates)
    asyncio.run(_serve(channel))


async def _serve(channel: LocalChannel) -> None:
    async with channel:
        print(f"The channel is open: {channel.url}", flush=True)
        ended = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, ended.set)
        await ended.wait()


if __name__ == "__main__":
    main()
