"""Shows words in added lines for which docs/glossary.md and CONTRIBUTING.md ask for plainer ones.

    python generator/plain_words.py [REVISION]

Compares the working tree with REVISION: by default with HEAD if anything has changed since, or else with its parent.
Looks at comments, docstrings and names in Python files, and at the text of Markdown files. Never fails: a quotation, or
a word in another sense, may stay.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
#: A pattern -> what to write in its place.
PLAINER = {
    r"\b(?:anew)\b": "again",
    r"\b(?:where|who|what)ever\b": "if, when, or any",
    r"\bso (?:many|much)\b": "the number, or N times",
    r"\bas often as\b": "as many times as",
    r"\bmends?\b|\bmended\b": "fix",
    r"\bone(?=\.\w)|\bfor one in\b": "a name for the thing: card, entry, item",
    r"\bsaid(?= =|\.get|\[)": "data, values or parsed",
    r"\btold apart\b": "distinguished",
    r"\btold(?! apart)\b": "reported",
    r"\b(?:no|some)body\b": "who it is: a player, a reader, the user",
    r"\bfound out\b": "determined",
    r"\bhow (?:wide|high|broad)\b": "the width, the height",
    r"\bis said\b|\bare said\b": "is reported, with a subject",
    r"\bowed\b": "pending",
    r"\b(?:wide|broad|high) =": "width, height",
    r"^\s*(?:#:?|\"\"\")\s*(?:What|That|Those) (?:is|are|stands?|lies|was|has)\b": "a noun, subject first",
    r"\bof its own\b": "its own, or separate",
    r"\bthat there (?:is|are)\b": "nothing: leave it out",
}


def main(arguments: list[str]) -> int:
    """Print each line with a word of `PLAINER`, and return 0."""
    changed = _git("status", "--porcelain", "--untracked-files=no")
    base = arguments[0] if arguments else "HEAD" if changed else "HEAD~1"
    found = [
        f"{file}:{line}: '{match[0].strip()}': write {plainer}"
        for file, line, text in _added(_git("diff", "--unified=0", "--find-renames", base, "--", "*.py", "*.md"))
        for pattern, plainer in PLAINER.items()
        if (match := re.search(pattern, text))
    ]
    print("\n".join([*found, f"plain words: {len(found)} to look at in the lines added since {base}"]))
    return 0


def _git(*arguments: str) -> str:
    """What Git prints; empty without Git or a repository."""
    try:
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True).stdout
    except OSError:
        return ""


def _added(diff: str) -> Iterator[tuple[str, int, str]]:
    """(file, number of the line, text) of each added line of a diff without context."""
    file, line = "", 0
    for text in diff.splitlines():
        if text.startswith("+++ "):
            file = text.removeprefix("+++ ").removeprefix("b/")
        elif start := re.match(r"@@ -\S+ \+(\d+)", text):
            line = int(start[1])
        elif text.startswith("+"):
            yield file, line, text[1:]
            line += 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
