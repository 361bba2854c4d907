"""`pawprint docs` opens the site that comes with Pawprint, or the pages of the documentation."""

import importlib.util
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from command_line import run

ROOT = Path(__file__).parents[2]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("pawprint.cli.commands.docs.files.bundled", lambda kind: tmp_path / kind)
    monkeypatch.setenv("PAWPRINT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "site"


def test_page_is_opened(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    (site / "fr").mkdir(parents=True)
    for page in ("index", "404", "layouts", "fr/install"):
        (site / f"{page}.html").write_text(page)
    for words, page in ((["docs"], "index"), (["docs", "layouts"], "layouts"), (["docs", "fr/install"], "fr/install")):
        done = run(*words)
        assert (done.exit_code, done.stdout) == (0, f"{(site / page).as_posix()}.html\n")
    assert opened == [(site / f"{page}.html").as_uri() for page in ("index", "layouts", "fr/install")]
    wrong = run("docs", "layout", "--no-open")
    assert (wrong.exit_code, "did you mean 'layouts'?" in wrong.stderr) == (2, True)


def test_docs_without_a_site_opens_web_pages_of_its_markdown(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages are complete: their links and pictures are right."""
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(
        "pawprint.cli.commands.docs.files.bundled", lambda kind: site if kind == "site" else ROOT / kind
    )
    folder = site.parent / "cache/documentation"
    done = run("docs", "layouts")
    assert (done.exit_code, done.stdout) == (0, f"{(folder / 'layouts.html').as_posix()}\n")
    assert opened == [(folder / "layouts.html").as_uri()]
    spec = importlib.util.spec_from_file_location("check_site", ROOT / "generator/check_site.py")
    assert spec is not None
    checker: Any = importlib.util.module_from_spec(spec)
    loader: Any = spec.loader
    loader.exec_module(checker)
    assert [*checker.problems(folder)] == []
    pages = {path: checker.Page(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")}
    assert len(pages) > 50
    files = {link for page in pages.values() for link in page.links if link.startswith("file:")}
    assert sum(link.endswith(".png") for link in files) > 40
    assert [link for link in files if not Path(unquote(urlsplit(link).path)).is_file()] == []


def test_docs_reports_an_installation_without_pages(site: Path) -> None:
    done = run("docs")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "does not contain the documentation; install Pawprint again" in " ".join(done.stderr.split())
