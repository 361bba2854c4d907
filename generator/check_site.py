"""Checks a built site: `python generator/check_site.py [FOLDER]`.

Every link leads to a page or file of the site and to an anchor on it, every picture is there and has a description, and
every command line on the pages names a command and options that Pawprint has.
"""

import re
import shlex
import sys
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).parents[1]
#: What stands for a word of one's own in a command line.
_PLACEHOLDER = re.compile(r"^[A-Z.…]+$|[\[{<|]")


class Page(HTMLParser):
    """What is checked of a page.

    Attributes:
        links: addresses of links, pictures, styles and scripts.
        anchors: the ids of its elements.
        nameless: pictures without a description.
        code: the texts of all pieces of code.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.nameless: list[str] = []
        self.code: list[str] = []
        self._in_code = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.anchors |= {found[name] for name in ("id", "name") if found.get(name)}
        self.links += [found[name] for name in ("href", "src") if found.get(name)]
        if tag == "img" and "alt" not in found:
            self.nameless.append(found.get("src", ""))
        if tag == "code":
            self._in_code += 1
            self.code.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == "code":
            self._in_code -= 1

    def handle_data(self, data: str) -> None:
        if self._in_code:
            self.code[-1] += data


def problems(site: Path) -> Iterator[str]:
    """One line for everything that is at fault in the site."""
    pages = {path.resolve(): Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    known = all_commands()
    for path, page in pages.items():
        name = path.relative_to(site.resolve()).as_posix()
        if name == "404.html":  # its addresses begin at the root of a server
            continue
        for link in page.links:
            reason = broken(link, path, pages)
            if reason:
                yield f"{name}: {link}: {reason}"
        yield from (f"{name}: {picture}: no description" for picture in page.nameless)
        for line in (line for code in page.code for line in code.splitlines()):
            reason = misspelt(line, known)
            if reason:
                yield f"{name}: {line.strip()}: {reason}"


def broken(link: str, path: Path, pages: Mapping[Path, Page]) -> str:
    """What is at fault with a link on the page at *path*; empty if nothing is."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return ""
    there = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    there = there / "index.html" if there.is_dir() else there
    if not there.is_file():
        return "no such file"
    anchor = unquote(parts.fragment)
    if anchor and there in pages and anchor not in pages[there].anchors and not anchor.startswith("__"):
        return "no such place on that page"
    return ""


def misspelt(line: str, known: Mapping[str, set[str]]) -> str:
    """What is at fault with a line of code, if it calls Pawprint; empty if nothing is."""
    calls = re.findall(r"(?:^|&& |\$ |; )(?:pawprint|python3? generator/run\.py|py generator/run\.py) ([^&|;#]*)", line)
    for call in calls:
        try:
            words = shlex.split(call.split("  ")[0])
        except ValueError:  # a line of a longer command
            continue
        names = [word for word in words if not word.startswith("-")]
        if not names or _PLACEHOLDER.search(names[0]):
            continue
        command = " ".join(names[:2]) if " ".join(names[:2]) in known else names[0]
        if command not in known:
            return f"there is no command {names[0]}"
        given = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)}
        if command in _OF_RUN or given <= known[command] | {"--help"} | known[""]:
            continue
        return f"{command} has no option {', '.join(sorted(given - known[command]))}"
    return ""


#: Commands of `run.py` alone.
_OF_RUN = {"test", "lint", "site"}


def all_commands() -> dict[str, set[str]]:
    """The options of each command: of `table export` by these words, and by no word those of the program."""
    import typer

    from pawprint.cli.app import app

    known: dict[str, set[str]] = {name: set() for name in _OF_RUN}

    def add(command: Any, words: str) -> None:
        known[words] = {
            name
            for one in command.params
            if one.param_type_name == "option"
            for name in (*one.opts, *one.secondary_opts)
        }
        for name in command.list_commands(None) if hasattr(command, "list_commands") else ():
            add(command.get_command(None, name), f"{words} {name}".strip())

    add(typer.main.get_command(app), "")
    return known


def main(arguments: list[str]) -> int:
    """Print all problems, and return 1 if there are any."""
    site = Path(arguments[0]) if arguments else ROOT / "site"
    if not (site / "index.html").is_file():
        sys.exit(f"error: {site} has no site; run python generator/make_site.py first")
    found = list(dict.fromkeys(problems(site)))
    sys.stdout.write("".join(f"{line}\n" for line in found) or f"{site}: links, pictures and commands are right\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
