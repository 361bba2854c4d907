"""Sheets and problems on the page, and the page on paper, in a browser. Without one these tests skip."""

import base64
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from end_to_end.test_web_pages import AXE
from preview.browser import CHROMIUM, Browser, click, names
from preview.conftest import Served, previewed

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")

PROBLEMS = "document.getElementById('problems')"
PAGES = "[...document.querySelectorAll('.page')]"
ALL_PAGES = f"{PAGES}.length > 1 && {PAGES}.every((one) => one.tag)"


def test_sheets_stay_during_a_rebuild_and_equal_pages_are_reused(
    page: Browser, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    click(page, "[data-view=sheets]")
    page.wait(ALL_PAGES)
    page.run(f"{PAGES}.forEach((one) => {{ one.first = one.firstChild; one.was = one.tag; }})")
    page.run("window.heights = []; new ResizeObserver(() => heights.push(document.getElementById('main').offsetHeight))"
             ".observe(document.getElementById('main'))")  # fmt: skip
    gate, make = Event(), served.server.print_pages.worker.make

    def slow(*words):  # type: ignore[no-untyped-def]
        served.server.print_pages.worker._progress.value = b"den animals fr\t20/40"
        gate.wait(60)
        return make(*words)

    monkeypatch.setattr(served.server.print_pages.worker, "make", slow)
    served.edit("den/cards.yaml", "Renard", "Goupil")
    said = "document.querySelector('#progress:not([hidden]) span')?.textContent"
    page.wait(f"{said} === 'Making sheets: den animals fr'")
    assert page.run("document.querySelector('#progress progress').position") == 0.5
    assert page.run(f"document.getElementById('main').classList.contains('old') && {PAGES}.length > 1")
    gate.set()
    page.wait("document.querySelector('.page.news')")
    page.wait(f"{ALL_PAGES} && document.getElementById('progress').hidden")
    changed = page.run(f"{PAGES}.map((one) => one.tag !== one.was)")
    kept = page.run(f"{PAGES}.map((one) => one.firstChild === one.first)")
    assert changed.count(True) == 1, "only one page shows the name"
    assert kept == [not different for different in changed]
    assert len(set(page.run("heights"))) == 1, "nothing jumps"


def test_pages_are_enlarged(page: Browser) -> None:
    click(page, "[data-view=sheets]")
    page.wait(ALL_PAGES)
    click(page, ".pages .open")
    wide = "document.querySelector('#page-view img').naturalWidth"
    page.wait(f"{wide} > 1700")  # 220 dots to the inch
    title = "document.getElementById('page-title').textContent"
    assert "page 1 of" in page.run(title)
    page.press("ArrowRight")
    page.wait(f"{title}.includes('page 2 of')")
    page.press("+", text="+")
    page.wait("document.querySelector('#page-view img').getBoundingClientRect().width > 1700")
    page.run(f"{AXE.read_text(encoding='utf-8')}; 0")
    found = page.run("axe.run().then(({violations}) => violations.map((one) => one.id))")
    assert found == []
    page.press("Escape")
    page.wait("!document.getElementById('page-view').open")
    links = page.run("[...document.querySelectorAll('.pdf')].map((one) => [one.textContent, one.pathname])")
    assert [text for text, _ in links] == ["Open the PDF file", "Save"]
    assert all(path.endswith(".pdf") for _, path in links)


def test_problem_is_in_sight_in_every_view(page: Browser, served: Served) -> None:
    assert page.run(f"{PROBLEMS}.hidden")
    served.edit("den/cards.yaml", "animals:", "animals: [")
    page.wait(f"!{PROBLEMS}.hidden")
    text = page.run(f"{PROBLEMS}.innerText")
    assert "den/cards.yaml:" in text
    assert "last good version" in text
    assert page.run("document.title").startswith("● ")
    names(page, ["Lièvre", "Renard"])
    for view in ("findings", "sheets", "pieces"):
        click(page, f"[data-view={view}]")
        assert page.run(f"{PROBLEMS}.offsetHeight") > 0
    page.run(f"{AXE.read_text(encoding='utf-8')}; 0")
    assert page.run("axe.run().then(({violations}) => violations.map((one) => one.id))") == []
    served.edit("den/cards.yaml", "animals: [", "animals:")
    page.wait(f"{PROBLEMS}.hidden && !document.title.startsWith('●')")


def test_game_unreadable_from_the_start_explains_why(browser: Browser, den: Callable[..., Path]) -> None:
    den({"den/game.yaml": "id: den\n"})
    with previewed(Path(), [Path("layouts")]) as (server, _):
        browser.open(server.address)
        browser.wait(f"{PROBLEMS}?.innerText.includes(\"game has no 'languages'\")")
        assert "last good" not in browser.run(f"{PROBLEMS}.innerText")


def test_newest_problem_comes_first_and_f8_leads_to_the_others(page: Browser, served: Served) -> None:
    message = f"{PROBLEMS}.querySelector('[role=status]').textContent"
    served.edit("den/cards.yaml", "level: 1", "level: none")
    page.wait(f"{message}.includes(\"'none'\")")
    served.edit("den/cards.yaml", "level: 2", "level: many")
    page.wait(f"{message}.includes(\"'many'\")")
    page.press("F8")
    page.wait(f"{message}.includes(\"'none'\")")
    page.press("F8")
    page.wait(f"{message}.includes(\"'many'\")")
    click(page, "#problems .go")
    page.wait("document.getElementById('piece-title').textContent === 'Renard'")
    page.press("Escape")
    click(page, '#problems [aria-label^="Hide"]')
    page.wait(f"{PROBLEMS}.hidden")
    served.edit("den/cards.yaml", "diet: meat", "diet: fish")
    page.wait(f"!{PROBLEMS}.hidden && {message}.includes('fish')")


def test_page_prints_its_pieces_in_true_size(page: Browser, served: Served) -> None:
    more = "".join(f"  - {{id: hare-{n}, name: {{fr: L{n}, en: H{n}}}, level: 1, diet: plants}}\n" for n in range(60))
    cards = served.folder / "den/cards.yaml"
    cards.write_text(cards.read_text(encoding="utf-8") + more, encoding="utf-8")
    page.wait("document.querySelectorAll('.tile').length === 62")
    assert page.run("document.querySelectorAll('.picture.shown').length") < 62
    page.run("window.print = () => { window.printed = document.querySelectorAll('.picture.shown').length; }; 0")
    page.run("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'p', ctrlKey: true, bubbles: true}))")
    page.wait("window.printed === 62")
    page.call("Emulation.setEmulatedMedia", media="print")
    assert page.run("document.getElementById('above').offsetHeight") == 0
    wide = page.run("document.querySelector('.picture').getBoundingClientRect().width")
    page.call("Emulation.setEmulatedMedia", media="")
    assert wide == pytest.approx(40 * 96 / 25.4, abs=0.5)
    pdf = base64.b64decode(page.call("Page.printToPDF", printBackground=True)["data"])
    assert pdf.startswith(b"%PDF-")
