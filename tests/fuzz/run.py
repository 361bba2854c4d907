"""Gives damaged inputs to all readers, and prints which of them end in a traceback, without end, or otherwise badly.

    python tests/fuzz/run.py [--seed N] [--inputs N] [--reader NAME ...] [--resume] [--out FOLDER] [--seconds N]

The same seed makes the same inputs. `--resume` goes on behind the last input of an earlier run with the same seed and
folder. Inputs that end badly are made as small as possible and written to `FOLDER/found`. When the fault is mended,
move them to `tests/fuzz/found`, where `test_fuzz.py` reads them.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2] / "generator")]

from fuzz.fuzzing import FaultFinder, inputs_of, reduced
from fuzz.readers import Reader, readers

#: Seconds that one turn of a reader should take, and the most and fewest inputs of it.
_TURN, _MOST, _FEWEST = 3.0, 5000, 20


class Progress:
    """How far each reader is, kept in a file.

    Args:
        resume: go on from that file.
    """

    def __init__(self, folder: Path, seed: int, resume: bool) -> None:
        self._path = folder / f"progress-{seed}.json"
        self.rows: dict[str, dict[str, Any]] = {}
        if resume and self._path.is_file():
            self.rows = json.loads(self._path.read_text(encoding="utf-8"))

    def of(self, name: str) -> dict[str, Any]:
        """The numbers of a reader."""
        return self.rows.setdefault(name, {"inputs": 0, "seconds": 0.0, "faults": 0, "signatures": {}})

    def save(self) -> None:
        """Write the file."""
        part = self._path.with_suffix(".part")
        part.write_text(json.dumps(self.rows, indent=1), encoding="utf-8")
        part.replace(self._path)

    def table(self) -> str:
        """A line for each reader, and one for all."""
        lines = [f"{'reader':14} {'inputs':>9} {'per s':>7} {'faults':>7} {'kinds':>6}"]
        for name, row in self.rows.items():
            rate = row["inputs"] / max(row["seconds"], 0.001)
            lines.append(f"{name:14} {row['inputs']:9} {rate:7.0f} {row['faults']:7} {len(row['signatures']):6}")
        inputs, faults = (sum(row[key] for row in self.rows.values()) for key in ("inputs", "faults"))
        return "\n".join([*lines, f"{'all':14} {inputs:9} {'':7} {faults:7}"])


def turn(finder: FaultFinder, reader: Reader, row: dict[str, Any], seed: int, count: int, found: Path) -> None:
    """Give a reader its next *count* inputs."""
    started = time.monotonic()
    first = row["inputs"]
    faults = finder.run(reader, list(inputs_of(reader, seed, range(first, first + count))))
    row["inputs"] += count
    row["seconds"] += time.monotonic() - started
    row["faults"] += len(faults)
    for fault in faults:
        if fault.signature not in row["signatures"]:
            row["signatures"][fault.signature] = 0
            small = reduced(finder, reader, fault, 8 if "more than" in fault.signature else 400)
            path = found / f"{reader.name}-{sha256(fault.signature.encode()).hexdigest()[:8]}"
            path.write_bytes(small.data)
            path.with_suffix(".txt").write_text(f"{fault.signature}\n\n{fault.details}", encoding="utf-8")
            print(f"{reader.name}: {fault.signature}: {small.data[:120]!r} ({path})", flush=True)
        row["signatures"][fault.signature] += 1


def main() -> int:
    """Run the readers in turns."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--inputs", type=int, default=100_000, help="of all readers together")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so many seconds")
    parser.add_argument("--reader", action="append", metavar="NAME", help="only this reader; may be repeated")
    parser.add_argument("--resume", action="store_true", help="go on from the last run with this seed")
    parser.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()) / "pawprint-fuzz")
    chosen = parser.parse_args()
    known = readers()
    if unknown := [name for name in chosen.reader or () if name not in known]:
        parser.error(f"there is no reader {', '.join(unknown)}; readers are {', '.join(known)}")
    found = chosen.out / "found"
    found.mkdir(parents=True, exist_ok=True)
    progress = Progress(chosen.out, chosen.seed, chosen.resume)
    names = chosen.reader or list(known)
    for name in names:
        known[name].seeds()
    base = Path("/dev/shm") if Path("/dev/shm").is_dir() else chosen.out
    ends, left = time.monotonic() + chosen.seconds, chosen.inputs
    with tempfile.TemporaryDirectory(dir=base, prefix="pawprint-fuzz-") as place:
        finder = FaultFinder(Path(place) / str(os.getpid()))
        for name in names:  # what a reader imports is then there before each child process
            finder.warm(known[name])
        while left > 0 and time.monotonic() < ends:
            for name in names:
                row = progress.of(name)
                rate = row["inputs"] / row["seconds"] if row["seconds"] else _FEWEST / _TURN
                count = min(left, max(_FEWEST, min(_MOST, int(rate * _TURN))))
                if count <= 0 or time.monotonic() >= ends:
                    break
                turn(finder, known[name], row, chosen.seed, count, found)
                left -= count
                progress.save()
    print(progress.table())
    return int(any(row["faults"] for row in progress.rows.values()))


if __name__ == "__main__":
    sys.exit(main())
