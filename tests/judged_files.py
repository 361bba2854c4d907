"""Files that other programs have judged: bytes that have passed are not judged again."""

import os
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Protocol

#: A file for each test that has other programs judge files, with a line for each of these that has passed.
JUDGED = Path(__file__).parent / "golden" / "judged"


class Memory(Protocol):
    """What keeps values by name from run to run, as the cache of pytest does."""

    def get(self, key: str, default: object) -> object: ...

    def set(self, key: str, value: object) -> None: ...


class JudgedFiles:
    """The files that a test has judged.

    Args:
        record: of those that have passed; in the repository.
        test: what judges them: other code judges them again.
        memory: of those that have passed on this machine.
    """

    def __init__(self, record: Path, test: bytes, memory: Memory | None) -> None:
        self._record, self._test, self._memory = record, sha256(test).digest(), memory

    def unseen(self, judge: str, files: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
        """Those of *files* that have not passed yet. One passes when the next one is asked for.

        Args:
            judge: its name and version.
        """
        text = self._record.read_text(encoding="utf-8") if self._record.is_file() else ""
        passed = {line.partition(" ")[0] for line in text.splitlines()}
        lines = []
        for name, content in files:
            digest = sha256(b"%b %b %b" % (judge.encode(), self._test, content)).hexdigest()
            key = f"judged/{digest}"
            if digest not in passed and not (self._memory is not None and self._memory.get(key, False)):
                yield name, content
                if self._memory is not None:
                    self._memory.set(key, True)
            lines.append(f"{digest}  {name}\n")
        if os.environ.get("PAWPRINT_UPDATE_GOLDEN") == "1":
            self._record.parent.mkdir(parents=True, exist_ok=True)
            self._record.write_text("".join(lines), encoding="utf-8", newline="\n")
