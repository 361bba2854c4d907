"""`generator/plain_words.py` shows words that have plainer ones in the lines that a change adds."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def run(folder: Path, *words: str) -> str:
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


def test_added_lines_with_avoided_words_are_shown(tmp_path: Path) -> None:
    script = tmp_path / "generator" / "plain_words.py"
    script.parent.mkdir()
    script.write_text((ROOT / "generator/plain_words.py").read_text(encoding="utf-8"), encoding="utf-8")
    page = tmp_path / "page.md"
    page.write_text("It is written anew.\n", encoding="utf-8")
    git = ("git", "-c", "user.name=a", "-c", "user.email=a@b.c")
    run(tmp_path, *git, "init", "-q")
    run(tmp_path, *git, "add", ".")
    run(tmp_path, *git, "commit", "-qm", "Begin")
    page.write_text("It is written anew.\n\nA plain line.\nIt prints whatever you like.\n", encoding="utf-8")
    shown = run(tmp_path, sys.executable, str(script)).splitlines()
    assert shown == [
        "page.md:4: 'whatever': write if, when, or any",
        "plain words: 1 to look at in the lines added since HEAD",
    ]
