"""The pages of the site are those of `docs/`, with links that stay inside it."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_site", ROOT / "generator/make_site.py")
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader: Any = spec.loader
    loader.exec_module(module)
    return module


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


def test_a_link_out_of_the_site_becomes_words(script: Any) -> None:
    source = ROOT / "docs/limits.md"
    sources = {Path("limits.md"): source, Path("CONTRIBUTING.md"): ROOT / "CONTRIBUTING.md"}
    text = "[a](../CONTRIBUTING.md#b) [c](../layouts/stocks.yaml) [d](#e)\n```text\n[f](../x)\n```\n"
    assert script.with_links(text, source, sources) == ("[a](CONTRIBUTING.md#b) c [d](#e)\n```text\n[f](../x)\n```\n")
