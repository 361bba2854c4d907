"""The pages of the site are those of `docs/`, with links that stay inside it."""

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


def loaded(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / f"generator/{name}.py")
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader: Any = spec.loader
    loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def script() -> ModuleType:
    return loaded("make_site")


@pytest.fixture(scope="module")
def checker() -> ModuleType:
    return loaded("check_site")


def test_every_link_of_the_site_leads_to_a_page_of_it(
    script: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "PAGES", tmp_path / "pages")
    script.copy_pages()
    pages = sorted((tmp_path / "pages").rglob("*.md"))
    assert len(pages) > 50
    for page in pages:
        text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
        for target in re.findall(r"\[[^\]]*\]\(([^)\s#]+)[^)]*\)", text):
            if not target.startswith(("https://", "http://")):
                assert (page.parent / target).is_file(), f"{page.name}: {target}"


def test_link_out_of_the_site_becomes_words(script: Any) -> None:
    source = ROOT / "docs/limits.md"
    sources = {Path("limits.md"): source, Path("CONTRIBUTING.md"): ROOT / "CONTRIBUTING.md"}
    text = "[a](../CONTRIBUTING.md#b) [c](../layouts/stocks.yaml) [d](#e)\n```text\n[f](../x)\n```\n"
    assert script.with_links(text, source, sources) == ("[a](CONTRIBUTING.md#b) c [d](#e)\n```text\n[f](../x)\n```\n")


def test_pages_of_the_site_have_a_policy(script: Any, tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    page = tmp_path / "page.html"
    page.write_text('<html>\n<head>\n<script src="https://unpkg.com/iframe-worker/shim"></script>', encoding="utf-8")
    script.finish_pages(tmp_path)
    text = page.read_text(encoding="utf-8")
    assert "content=\"default-src 'none'; base-uri 'none'; form-action 'none'; " in text
    assert '<script src="assets/file_worker.js">' in text
    page.write_text('<head><img src="https://example.org/x.png">', encoding="utf-8")
    with pytest.raises(SystemExit, match=r"loads https://example\.org/x\.png"):
        script.finish_pages(tmp_path)


def test_version_is_added_beside_the_others_and_the_newest_release_opens(script: Any, tmp_path: Path) -> None:
    site, folder = tmp_path / "site", tmp_path / "all"
    site.mkdir()
    (site / "index.html").write_text("old", encoding="utf-8")
    for name in ("0.9", "0.10", "dev"):
        script.publish(site, folder, name)
    (site / "index.html").write_text("new", encoding="utf-8")
    script.publish(site, folder, "0.10")
    versions = json.loads((folder / "versions.json").read_text(encoding="utf-8"))
    assert [one["version"] for one in versions] == ["dev", "0.10", "0.9"]
    assert [one["aliases"] for one in versions] == [[], ["latest"], []]
    assert "url=0.10/index.html" in (folder / "index.html").read_text(encoding="utf-8")
    assert [(folder / name / "index.html").read_text(encoding="utf-8") for name in ("0.9", "0.10")] == ["old", "new"]


def test_settings_of_a_site_of_versions_have_the_menu_and_no_offline_copy(script: Any) -> None:
    (ROOT / "build").mkdir(exist_ok=True)
    text = script.versioned_settings().read_text(encoding="utf-8")
    assert "provider: mike" in text
    assert "offline" not in text.partition("plugins:")[2].partition("markdown_extensions")[0]
    assert script.release() in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        ('<a href="b.html">b</a><p id="x"><a href="#x">x</a>', ""),
        ('<a href="missing.html">b</a>', "a.html: missing.html: no such file"),
        ('<a href="b.html#y">b</a>', "a.html: b.html#y: no such place on that page"),
        ('<img src="b.html">', "a.html: b.html: no description"),
        ("<code>pawprint build --paper A4 &amp;&amp; pawprint check</code>", ""),
        ("<code>pawprint biuld</code>", "a.html: pawprint biuld: there is no command biuld"),
        ("<code>pawprint table export garden --papers</code>", "table export has no option --papers"),
        ("<code>pawprint COMMAND --anything</code>", ""),
    ],
)
def test_check_of_the_site_finds_wrong_links_pictures_and_commands(
    checker: Any, tmp_path: Path, page: str, reason: str
) -> None:
    (tmp_path / "a.html").write_text(page, encoding="utf-8")
    (tmp_path / "b.html").write_text("b", encoding="utf-8")
    found = [*checker.problems(tmp_path)]
    assert len(found) == bool(reason)
    assert not reason or reason in found[0]
