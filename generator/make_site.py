"""The documentation as a site, with a search: `python generator/make_site.py` writes it to `site/`.

The pages are those of `docs/`, and two of the project. Links that lead out of them, to files of the repository, become
plain words, so that the site is complete on its own. A wheel that is built afterwards contains it, for `pawprint docs`.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "build" / "site-pages"
#: Folders with files of games.
_EXAMPLES = {"gallery", "catalog", "layouts"}
#: Pages of the project, which are beside those of `docs/` on the site.
OF_PROJECT = ("ARCHITECTURE.md", "CONTRIBUTING.md")
#: What pages that are opened from a file would load to search.
_FOREIGN_WORKER = "https://unpkg.com/iframe-worker/shim"
_LINK = re.compile(r"(?<![!)])\[(?!!)([^\]]*)\]\(([^)\s]+)\)")
_LINKED_PICTURE = re.compile(r"(\[!\[[^\]]*\]\([^)\s]+\))\]\(([^)\s]+)\)")


def copy_pages() -> None:
    """Copy the pages and their pictures to `PAGES`."""
    shutil.rmtree(PAGES, ignore_errors=True)
    docs = ROOT / "docs"
    pages = [path for path in docs.rglob("*.md") if _EXAMPLES.isdisjoint(path.relative_to(docs).parts)]
    sources = {page.relative_to(docs): page for page in pages} | {Path(name): ROOT / name for name in OF_PROJECT}
    for name, source in sources.items():
        target = PAGES / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(with_links(source.read_text(encoding="utf-8"), source, sources), encoding="utf-8")
    shutil.copytree(docs / "img", PAGES / "img")


def with_links(text: str, source: Path, sources: dict[Path, Path]) -> str:
    """*text* of the page *source*, with links to other pages as they are on the site."""
    names = {page.resolve(): name for name, page in sources.items()}
    own = names[source.resolve()]

    def on_site(target: str) -> str | None:
        """A link as it is on the site; None if it leads out of it."""
        path, mark, anchor = target.partition("#")
        if not path or "://" in path or path.startswith(f"{'../' * (len(own.parts) - 1)}img/"):
            return target
        place = (source.parent / path).resolve()
        place = place / "README.md" if place.is_dir() else place
        if place == (ROOT / "README.md").resolve():
            place, anchor, mark = (ROOT / "docs" / "install.md").resolve(), "", ""
        up = "../" * (len(own.parts) - 1)
        return f"{up}{names[place].as_posix()}{mark}{anchor}" if place in names else None

    def link(match: re.Match[str]) -> str:
        words, target = match.groups()
        there = on_site(target)
        return words if there is None else f"[{words}]({there})"

    def around_picture(match: re.Match[str]) -> str:
        return f"{match[1]}]({on_site(match[2]) or match[2]})"

    parts = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
    return "".join(
        part if part.startswith("```") else _LINK.sub(link, _LINKED_PICTURE.sub(around_picture, part)) for part in parts
    )


def main() -> None:
    """Copy the pages, and run the generator on them."""
    copy_pages()
    shutil.rmtree(ROOT / "site", ignore_errors=True)
    subprocess.run([sys.executable, "-m", "zensical", "build", "--strict"], cwd=ROOT, check=True)
    use_own_worker(ROOT / "site")


def use_own_worker(site: Path) -> None:
    """Have the pages load `docs/file_worker.js` in place of a script of another host: they need no network."""
    shutil.copy(ROOT / "docs" / "file_worker.js", site / "assets")
    for page in site.rglob("*.html"):
        up = "../" * (len(page.relative_to(site).parts) - 1)
        text = page.read_text(encoding="utf-8").replace(_FOREIGN_WORKER, f"{up}assets/file_worker.js")
        page.write_text(text, encoding="utf-8")
        hosts = re.findall(r'<(?:script|link|img|iframe)[^>]+(?:src|href)="?(https?:[^"> ]+)', text)
        if hosts:
            sys.exit(f"error: {page.relative_to(site)} loads {hosts[0]}")


if __name__ == "__main__":
    main()
