"""How many lists of a folder become sheets with `pawprint import FILE --build`, and what became of each.

Put lists of cards from anywhere into a folder; none belong to the project. The table has a row for each list.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

GENERATOR = Path(__file__).parents[2] / "generator"
_SUFFIXES = (".csv", ".tsv", ".xlsx", ".ods", ".yaml", ".yml", ".json", ".jsonl", ".ndjson", ".xml", ".txt")


class Outcome(NamedTuple):
    """What became of a list.

    Attributes:
        result: `sheets`, `marked` (sheets with drafts of cards that do not fit), `refused` or `failed` (a crash).
        said: the last line about the cards, or the first error.
    """

    name: str
    result: str
    stock: str
    pieces: int
    sheets: int
    lines: int
    said: str


def print_list(path: Path, folder: Path) -> Outcome:
    """Import and build one list in a new folder."""
    command = [sys.executable, "-m", "pawprint", "import", str(path), str(folder), "--build"]
    environment = os.environ | {"PYTHONPATH": str(GENERATOR)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    made = re.findall(r"  (\d+) sheets? of \S+, (\d+) pieces?$", done.stdout, re.MULTILINE)
    crashed = done.returncode not in (0, 1) or "Traceback" in done.stderr
    result = "failed" if crashed else "refused" if not made else "marked" if done.returncode else "sheets"
    game = next(folder.glob("catalog/*/game.yaml"), None)
    stock = re.search(r"^    stock: (\S+)", game.read_text(encoding="utf-8"), re.MULTILINE) if game else None
    errors = [line for line in done.stderr.splitlines() if "error" in line] or done.stderr.splitlines()[-1:]
    about = [line for line in done.stdout.splitlines() if re.match(r"\S+  \S+, \d+ (card|token)", line)]
    said = " ".join((errors if done.returncode else about or errors)[:1])
    decisions = done.stdout.partition("\n\n")[0].count("\n") + 1
    sheets, pieces = (sum(int(one[n]) for one in made) for n in (0, 1))
    return Outcome(path.name, result, stock[1] if stock else "-", pieces, sheets, decisions, said)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="a folder of lists")
    parser.add_argument("--keep", type=Path, help="put the games and their sheets here")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    lists = sorted(path for path in options.folder.iterdir() if path.suffix.lower() in _SUFFIXES)
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(options.jobs) as pool:
        place = options.keep or Path(name)
        outcomes = [*pool.map(lambda path: print_list(path, place / path.name.replace(".", "-")), lists)]
    wide = max((len(one.name) for one in outcomes), default=4)
    print(f"{'list':{wide}}  result   stock   pieces  sheets  lines  said")
    for one in outcomes:
        columns = (f"{one.name:{wide}}", f"{one.result:7}", f"{one.stock:6}", f"{one.pieces:6}", f"{one.sheets:6}")
        print("  ".join([*columns, f"{one.lines:5}", one.said]))
    counts = {
        result: sum(one.result == result for one in outcomes) for result in ("sheets", "marked", "refused", "failed")
    }
    print(f"\n{len(outcomes)} lists: " + ", ".join(f"{number} {result}" for result, number in counts.items()))


if __name__ == "__main__":
    main()
