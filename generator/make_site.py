"""The documentation as a site, with a search.

    python generator/make_site.py                             the copy for `pawprint docs`, in `site/`
    python generator/make_site.py --publish FOLDER            this version beside those that are in FOLDER
    python generator/make_site.py --publish FOLDER --name dev the same under another name

The pages are those of `docs/`, and two of the project. Links that lead out of them, to files of the repository, become
plain words, so that the site is complete on its own. A wheel that is built afterwards contains it, for `pawprint docs`.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from pawprint.core.page_policy import content_policy, policy_element

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "build" / "site-pages"
#: Folders with files of games.
_EXAMPLES = {"gallery", "catalog", "layouts"}
#: Pages of the project, which are beside those of `docs/` on the site.
OF_PROJECT = ("ARCHITECTURE.md", "CONTRIBUTING.md")
#: What pages that are opened from a file would load to search.
_FOREIGN_WORKER = "https://unpkg.com/iframe-worker/shim"
#: What the pages may do: run their own scripts, also from a folder, where a browser counts no file as its own.
_OWN = "'self' file:"
_POLICY = content_policy(
    script_src=f"{_OWN} 'unsafe-inline'", style_src=f"{_OWN} 'unsafe-inline'", img_src=f"{_OWN} data:",
    font_src=f"{_OWN} data:", connect_src=_OWN, worker_src=f"{_OWN} blob:", manifest_src=_OWN,
)  # fmt: skip
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


def main(arguments: list[str]) -> None:
    """Copy the pages, run the generator on them, and put the result where it is wanted."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--publish", type=Path, metavar="FOLDER", help="a site with a folder for each version")
    parser.add_argument("--name", default=release(), help="the name of this version (default: %(default)s)")
    wanted = parser.parse_args(arguments)
    copy_pages()
    if wanted.publish is None:
        build(ROOT / "mkdocs.yml", ROOT / "site")
    else:
        build(versioned_settings(), ROOT / "build" / "versioned-site")
        publish(ROOT / "build" / "versioned-site", wanted.publish, wanted.name)


def build(settings: Path, site: Path) -> None:
    """Run the generator, which writes *site*."""
    shutil.rmtree(site, ignore_errors=True)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", str(settings)]
    subprocess.run(command, cwd=ROOT, check=True)
    finish_pages(site)


def release() -> str:
    """The version of the project without its last number: corrections replace the pages of their release."""
    found = re.search(r'^version = "(\d+\.\d+)', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.M)
    assert found is not None
    return found[1]


def versioned_settings() -> Path:
    """The settings for a site of several versions: its pages have a menu of them, which a server is needed for."""
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for old, new in (
        ("docs_dir: build/", "docs_dir: "),
        ("site_dir: site", "site_dir: versioned-site"),
        ("  - offline\n", ""),
    ):
        assert old in text, old
        text = text.replace(old, new)
    path = ROOT / "build" / "versioned.yml"
    path.write_text(f"{text}extra:\n  version:\n    provider: mike\n", encoding="utf-8")
    return path


def publish(site: Path, folder: Path, name: str) -> None:
    """Put a site beside those of other versions, with the list that their menus read, and have the newest open."""
    shutil.rmtree(folder / name, ignore_errors=True)
    shutil.copytree(site, folder / name)
    names = sorted((path.parent.name for path in folder.glob("*/index.html")), key=_age, reverse=True)
    newest = next((one for one in names if _age(one)[0] == 0), names[0])
    versions = [{"version": one, "title": one, "aliases": ["latest"] if one == newest else []} for one in names]
    (folder / "versions.json").write_text(json.dumps(versions, indent=1) + "\n", encoding="utf-8")
    (folder / "index.html").write_text(
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Pawprint</title>'
        f"{policy_element(content_policy())}"
        f'<meta http-equiv="refresh" content="0; url={newest}/index.html">'
        f'<a href="{newest}/index.html">Pawprint</a></html>\n',
        encoding="utf-8",
    )


def _age(name: str) -> tuple[int, list[int]]:
    """A number for the order of versions; those that are no release, such as `dev`, are the newest."""
    parts = name.split(".")
    return (0, [int(part) for part in parts]) if all(part.isdigit() for part in parts) else (1, [])


def finish_pages(site: Path) -> None:
    """Have the pages load `docs/file_worker.js` in place of a script of another host, and nothing from elsewhere."""
    shutil.copy(ROOT / "docs" / "file_worker.js", site / "assets")
    for page in site.rglob("*.html"):
        up = "../" * (len(page.relative_to(site).parts) - 1)
        text = page.read_text(encoding="utf-8").replace(_FOREIGN_WORKER, f"{up}assets/file_worker.js")
        text = text.replace("<head>", f"<head>{policy_element(_POLICY)}", 1)
        page.write_text(text, encoding="utf-8")
        hosts = re.findall(r'<(?:script|link|img|iframe)[^>]+(?:src|href)="?(https?:[^"> ]+)', text)
        if hosts:
            sys.exit(f"error: {page.relative_to(site)} loads {hosts[0]}")


if __name__ == "__main__":
    main(sys.argv[1:])
