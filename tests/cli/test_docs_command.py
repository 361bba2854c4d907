"""`pawprint docs` opens the site that comes with Pawprint."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from pawprint.cli.app import app


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("pawprint.core.files.bundled", lambda kind: tmp_path / kind)
    return tmp_path / "site"


def test_a_page_is_opened(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    (site / "fr").mkdir(parents=True)
    for page in ("index", "404", "layouts", "fr/install"):
        (site / f"{page}.html").write_text(page)
    for words, page in ((["docs"], "index"), (["docs", "layouts"], "layouts"), (["docs", "fr/install"], "fr/install")):
        done = CliRunner().invoke(app, words)
        assert (done.exit_code, done.stdout) == (0, f"{(site / page).as_posix()}.html\n")
    assert opened == [(site / f"{page}.html").as_uri() for page in ("index", "layouts", "fr/install")]
    wrong = CliRunner().invoke(app, ["docs", "layout", "--no-open"])
    assert (wrong.exit_code, "did you mean 'layouts'?" in wrong.stderr) == (2, True)


def test_a_site_that_is_not_built_is_said(site: Path) -> None:
    done = CliRunner().invoke(app, ["docs"])
    assert (done.exit_code, done.stdout) == (1, "")
    said = " ".join(done.stderr.split())
    assert "folder docs" in said
    assert "generator/run.py site in that folder, then install Pawprint again" in said
