"""python -m tools.mapmaker BOARD: rebuild a board's geometry from its table and the data packages."""

from __future__ import annotations

import argparse
from pathlib import Path

from tools.mapmaker import fonts
from tools.mapmaker.build import build

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    """Parse the command line and build."""
    parser = argparse.ArgumentParser(prog="python -m tools.mapmaker", description=__doc__)
    parser.add_argument("board", nargs="*", help="classic, global1940, or another table in boards/")
    parser.add_argument("--data", type=Path, default=ROOT / "build" / "mapdata", help="where packages are kept")
    parser.add_argument("--out", type=Path, default=ROOT / "render" / "geometry")
    parser.add_argument("--no-relief", action="store_true", help="leave the relief picture as it is")
    parser.add_argument("--list", action="store_true", help="print both lists of contacts")
    parser.add_argument("--fonts", action="store_true", help="unpack the typefaces into render/fonts")
    args = parser.parse_args()
    if args.fonts:
        fonts.build(args.data, ROOT / "render" / "fonts")
    args.out.mkdir(parents=True, exist_ok=True)
    for board in args.board:
        report, where = build(board, args.data, args.out, with_relief=not args.no_relief)
        if args.list:
            print(
                "not drawn, so linked:", *(f"  {a} - {b} {where.get((a, b), '')}" for a, b in report.missing), sep="\n"
            )
            print("drawn but denied, so barred:")
            for pair in report.extra:
                print(f"  {' - '.join(pair)}: {report.lengths[pair]} px {where.get(pair, '')}")


if __name__ == "__main__":
    main()
