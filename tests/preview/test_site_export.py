"""A site is the page of the preview without a server: its files, the folder that they are written to, and a browser."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from conftest import BASE
from end_to_end.test_web_pages import AXE
from pawprint.preview.print_pages import PrintPages
from pawprint.preview.session import Session
from pawprint.preview.site_export import SiteExport
from pawprint.preview.site_folder import MARKER, SiteError, SiteFolder
from pawprint.production.pipeline import bundled
from preview.browser import CHROMIUM, Browser, click, names
from preview.conftest import ThreadWorker


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalog with a finding, and its layouts."""
    home = tmp_path_factory.mktemp("site") / "project"
    copytree(BASE, home)
    declared = home / "den/game.yaml"
    declared.write_text(declared.read_text(encoding="utf-8").replace("[1, 2, 3]}", "[1]}"), encoding="utf-8")
    return home


def exported_site(home: Path) -> dict[str, bytes]:
    folders = [home / "layouts", bundled("layouts")]
    worker = ThreadWorker(home, folders)
    try:
        return dict(SiteExport(PrintPages(Session(home, folders), worker), lambda *_: None).files())
    finally:
        worker.close()


@pytest.fixture(scope="module")
def site(home: Path) -> dict[str, bytes]:
    """The files of the site of the catalog."""
    return exported_site(home)


@pytest.fixture(scope="module")
def folder(home: Path, site: dict[str, bytes]) -> Path:
    """The site, written to a folder whose name an address has to quote."""
    folder = home.parent / "my site"
    SiteFolder(folder).write(site.items())
    return folder


def answers(site: dict[str, bytes]) -> Any:
    script = site["games/den/data.js"].decode()
    assert script.startswith('pawprintSite["den"](')
    return json.loads(script[script.index("(") + 1 : script.rindex(")")])


# -- the files -----------------------------------------------------------------------------------


def test_site_has_the_answers_that_the_server_gives(site: dict[str, bytes]) -> None:
    found = answers(site)
    hare, fox = found["game/den"]["pieces"]
    assert (fox["key"], fox["place"]) == ("animals/fox", "den/cards.yaml:3")
    assert [one["rule"] for one in found["game/den"]["findings"]] == ["DEN-1"]
    assert found["records/den"]["components"][0]["rows"][0]["id"] == hare["id"]
    (sheet,) = found["prints/sheets/den?lang=fr"]["files"]
    assert site[f"{sheet['base']}/{sheet['name']}"][:5] == b"%PDF-"
    assert sheet["pages"] == sum(name.startswith(sheet["base"]) and name.endswith(".webp") for name in site)


def test_each_side_has_a_picture_in_each_language_and_equal_pictures_share_a_file(site: dict[str, bytes]) -> None:
    found = {key: path for key, path in answers(site).items() if key.startswith("picture/")}
    assert len(found) == 2 * 2 * 2
    assert found["picture/den/animals/fox?lang=en&side=face"] == "games/den/pieces/en/animals/fox-face.svg"
    assert all(site[path].startswith(b"<svg") for path in found.values())
    pictures = [name for name in site if name.endswith(".svg") and name.startswith("games/")]
    assert sorted(set(found.values())) == sorted(pictures)
    assert len({site[name] for name in pictures}) == len(pictures)


def test_site_reveals_nothing_of_the_machine_and_needs_no_network(home: Path, site: dict[str, bytes]) -> None:
    for name, data in site.items():
        assert str(home.parent).encode() not in data, name
        if not name.endswith((".pdf", ".webp")):
            text = data.decode().replace("http://www.w3.org/", "")
            assert "http://" not in text, name
            assert "https://" not in text, name
    page = site["index.html"].decode()
    assert "{{" not in page
    assert "default-src 'none'; base-uri 'none'; form-action 'none'" in page
    assert 'src="/' not in page
    assert 'href="/' not in page


def test_same_catalog_has_the_same_bytes(home: Path, site: dict[str, bytes]) -> None:
    assert exported_site(home) == site


# -- the folder ----------------------------------------------------------------------------------

FILES = {"index.html": b"page", "games/den/data.js": b"data", "games/den/fox.svg": b"fox"}


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def test_second_export_replaces_only_its_own_files(tmp_path: Path) -> None:
    (tmp_path / "CNAME").write_bytes(b"mine")
    assert SiteFolder(tmp_path).write(FILES.items()) == (3, 11)
    kept = tmp_path / "index.html"
    before = kept.stat().st_mtime_ns
    SiteFolder(tmp_path).write([("index.html", b"page"), ("games/den/data.js", b"new")])
    found = contents(tmp_path)
    assert found.pop(MARKER)
    assert found == {"CNAME": b"mine", "index.html": b"page", "games/den/data.js": b"new"}
    assert kept.stat().st_mtime_ns == before
    SiteFolder(tmp_path).write([("index.html", b"page")])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["CNAME", "index.html", MARKER]


@pytest.mark.parametrize("name", ["index.html", "games/den/fox.svg", "games/den", "games"])
def test_file_of_someone_else_is_never_replaced(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"mine")
    with pytest.raises(SiteError, match=path.as_posix()):
        SiteFolder(tmp_path).write(FILES.items())
    assert contents(tmp_path) == {name: b"mine"}


def test_file_that_was_edited_since_is_neither_replaced_nor_removed(tmp_path: Path) -> None:
    SiteFolder(tmp_path).write(FILES.items())
    (tmp_path / "games/den/fox.svg").write_bytes(b"edited")
    before = contents(tmp_path)
    with pytest.raises(SiteError, match=r"fox\.svg"):
        SiteFolder(tmp_path).write([*FILES.items(), ("more.js", b"more")])
    assert contents(tmp_path) == before
    SiteFolder(tmp_path).write([("index.html", b"page")])
    assert (tmp_path / "games/den/fox.svg").read_bytes() == b"edited"


def test_links_are_not_followed(tmp_path: Path) -> None:
    away = tmp_path / "away"
    (away / "den").mkdir(parents=True)
    (away / "den/fox.svg").write_bytes(b"fox")
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "games").symlink_to(away)
    with pytest.raises(SiteError, match="games"):
        SiteFolder(folder).write(FILES.items())
    assert contents(away) == {"den/fox.svg": b"fox"}


@pytest.mark.parametrize("name", ["../mine", "/etc/mine", "games/../../mine", "C:\\mine"])
def test_marker_that_names_files_elsewhere_removes_nothing(tmp_path: Path, name: str) -> None:
    mine, folder = tmp_path / "mine", tmp_path / "site"
    mine.write_bytes(b"mine")
    folder.mkdir()
    digest = "bfa0be62c53a2ecbd4e6b0d5ecbd4d5a9d4d0a8f7b7ee3b8cf1d1f1d9a1e4d3d"
    (folder / MARKER).write_text(json.dumps({"files": {name: digest, "x": 3}}), encoding="utf-8")
    SiteFolder(folder).write(FILES.items())
    assert mine.read_bytes() == b"mine"


def test_killed_export_is_replaced_by_the_next_export(tmp_path: Path) -> None:
    """It leaves some new files in their places, which the old marker does not know."""
    SiteFolder(tmp_path / "first").write(FILES.items())
    SiteFolder(tmp_path / "second").write([("index.html", b"new"), ("more.js", b"more")])
    site = tmp_path / "site"
    (tmp_path / "first").rename(site)
    for name in ("index.html", "more.js"):
        (tmp_path / "second" / name).replace(site / name)
    copytree(tmp_path / "second", site / ".site.99999999000000.part" / "new")
    os.utime(site / ".site.99999999000000.part", (0, 0))
    SiteFolder(site).write([("index.html", b"newest")])
    assert {path.name: path.read_bytes() for path in site.rglob("*") if path.name != MARKER} == {
        "index.html": b"newest"
    }


def test_failed_export_leaves_the_folder_unchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    SiteFolder(tmp_path).write(FILES.items())
    before = contents(tmp_path)
    real = Path.replace
    calls: list[Path] = []

    def failing(path: Path, target: Path) -> Path:
        calls.append(path)
        if len(calls) == 4:
            raise OSError("the disk is full")
        return real(path, target)

    monkeypatch.setattr(Path, "replace", failing)
    with pytest.raises(OSError, match="full"):
        SiteFolder(tmp_path).write((name, data + b"!") for name, data in FILES.items())
    assert contents(tmp_path) == before

    def broken() -> Iterator[tuple[str, bytes]]:
        yield "index.html", b"other"
        raise LookupError

    new = tmp_path / "new"
    for folder in (tmp_path, new):
        with pytest.raises(LookupError):
            SiteFolder(folder).write(broken())
    assert contents(tmp_path) == before
    assert not new.exists()


# -- the browser ---------------------------------------------------------------------------------


@pytest.fixture
def opened(browser: Browser, folder: Path) -> Iterator[Browser]:
    """The site as a file that was opened from disk."""
    browser.errors.clear()
    browser.requests.clear()
    browser.size(1280, 900)
    browser.open(f"{(folder / 'index.html').as_uri()}#languages=fr")
    browser.wait("document.querySelectorAll('.picture.shown').length === 2")
    yield browser
    assert browser.errors == []
    own = (folder.as_uri(), "data:image/svg+xml")
    assert [address for address in browser.requests if not address.startswith(own)] == []
    browser.open("about:blank")


needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")


@needs_browser
def test_page_works_from_a_disk(opened: Browser) -> None:
    names(opened, ["Lièvre", "Renard"])
    assert opened.run("document.getElementById('status').textContent") == "Exported"
    opened.run("document.querySelector('.tile .open').focus()")
    opened.press("f")
    opened.wait("document.querySelector('.picture img').alt === 'Lièvre, back, fr'")
    opened.press("Enter")
    opened.wait("document.querySelectorAll('#piece .picture.shown').length === 2")
    assert "Plantes" in opened.run("document.querySelector('#piece table').innerText")
    assert opened.run("document.querySelectorAll('#piece :is(input, textarea, select)').length") == 0
    opened.press("Escape")
    opened.wait("!document.getElementById('piece').open && !location.hash.includes('piece=')")
    click(opened, "#beside")
    opened.wait("document.querySelectorAll('.picture.shown').length === 4")
    click(opened, "[data-view=table]")
    opened.wait("document.querySelector('.records tbody')?.innerText.includes('Renard')")
    assert opened.run("document.querySelectorAll('.table-view .edit-bar button').length") == 0


@needs_browser
def test_only_what_needs_a_server_is_missing(opened: Browser) -> None:
    buttons = "[...document.querySelectorAll('#views button')].filter((one) => one.offsetParent)"
    assert opened.run(f"{buttons}.map((one) => one.dataset.view)") == [
        "pieces",
        "table",
        "sheets",
        "documents",
        "numbers",
        "findings",
    ]
    for hidden in ("print-button", "ink", "guides", "sight"):
        assert opened.run(f"document.getElementById('{hidden}').offsetParent === null")
    click(opened, "[data-view=sheets]")
    opened.wait("document.querySelector('.page img')?.naturalWidth > 800")
    click(opened, ".pages .open")
    opened.wait("document.querySelector('#page-view img')?.naturalWidth > 800")
    opened.press("Escape")
    pdf = opened.run("document.querySelector('.pdf').href")
    assert pdf.endswith(".pdf")
    click(opened, "[data-view=numbers]")
    opened.wait("document.querySelectorAll('.chart').length === 3")
    assert opened.run("document.querySelector('.number-tools').offsetParent === null")
    click(opened, "[data-view=findings]")
    assert "DEN-1" in opened.wait("document.querySelector('.findings li')?.innerText")


@needs_browser
@pytest.mark.skipif(AXE is None, reason="needs axe-core")
def test_axe_finds_nothing_and_a_phone_need_not_scroll_sideways(opened: Browser) -> None:
    assert AXE is not None
    opened.size(390, 844, 2)
    opened.call("Page.setBypassCSP", enabled=True)
    opened.run(f"{AXE.read_text(encoding='utf-8')}; 0")
    for view in ("pieces", "sheets", "findings"):
        click(opened, f"[data-view={view}]")
        opened.wait(f"document.body.dataset.view === '{view}'")
        assert opened.run("document.documentElement.scrollWidth") <= 390
        assert opened.run("axe.run().then((done) => done.violations.map((one) => one.id))") == []
