"""The view of numbers in a browser: tables, charts, and their files. Without one these tests skip."""

import json
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from end_to_end.test_web_pages import AXE
from preview.browser import CHROMIUM, Browser
from preview.conftest import Served
from preview.test_game_numbers import CARDS

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")

TABLES = "[...document.querySelectorAll('.number-table')].map((one) => one.innerText)"


@pytest.fixture
def view(page: Browser, served: Served) -> Browser:
    """The page with the numbers of a deck of ten cards."""
    (served.folder / "den/cards.yaml").write_text(CARDS, encoding="utf-8")
    page.wait("document.querySelectorAll('.tile').length === 4")
    page.run("document.querySelector('[data-view=numbers]').click()")
    page.wait("document.querySelectorAll('.chart').length === 3")
    return page


def control(page: Browser, name: str, value: str) -> None:
    """Choose with the keyboard's events: the focus, and what the browser sends."""
    page.run(
        "(() => { const one = [...document.querySelectorAll('.number-tools label')]"
        f".find((label) => label.innerText.startsWith({json.dumps(name)})).querySelector('select, input');"
        f" one.focus(); one.value = {json.dumps(value)};"
        " one.dispatchEvent(new Event(one.matches('select') ? 'change' : 'input', {bubbles: true})); })()"
    )


def test_choices_change_the_tables_and_stay_in_the_address(view: Browser, served: Served) -> None:
    control(view, "Rows", "diet")
    view.wait(f"{TABLES}[1].includes('by diet and')")
    control(view, "Cards with", "diet")
    view.wait("document.querySelector('[role=status].facts-line').textContent.startsWith('7 of 10 copies')")
    control(view, "Hand of", "1")
    view.wait("document.querySelector('[role=status].facts-line').textContent.includes('0.7 in a hand of 1')")
    assert "70.0 %" in view.run(TABLES)[2]
    assert view.run("document.activeElement.matches('input.hand')") is True, "the focus stays"
    assert "rows" in view.run("location.hash")
    before = json.dumps(view.run(TABLES)[1:], ensure_ascii=False, separators=(",", ":"))
    view.call("Page.reload")
    view.wait(f"JSON.stringify({TABLES}.slice(1)) === {json.dumps(before)}")
    served.edit("den/cards.yaml", "copies: 4", "copies: 9")
    view.wait("document.querySelector('[role=status].facts-line').textContent.startsWith('12 of 15 copies')")


def saved(page: Browser, label: str) -> Any:
    """The name and the content of the file that a button saves."""
    page.run(
        "window.saved = []; HTMLAnchorElement.prototype.click = () => {};"
        "URL.createObjectURL = (blob) => {"
        " blob.text().then((text) => window.saved.push([blob.type, text])); return ''; };"
        f"document.querySelector('[aria-label^={json.dumps(label)}]').click()"
    )
    return page.wait("window.saved.length && window.saved[0]")


def test_chart_is_saved_with_its_colours_and_a_table_as_csv(view: Browser) -> None:
    kind, svg = saved(view, "Save the chart")
    assert kind == "image/svg+xml"
    root = ET.fromstring(svg)
    fills = {one.get("fill") for one in root.iter("{http://www.w3.org/2000/svg}rect")}
    assert "#ffffff" in fills
    assert any(str(fill).startswith("rgb(") for fill in fills)
    assert "class=" not in svg
    kind, text = saved(view, "Save the table den-components")
    assert kind == "text/csv"
    assert text.splitlines()[0] == ",kinds,copies,words fr,words en,errors,warnings"
    assert text.splitlines()[-1].startswith("all,4,10,5,5,")


def test_cells_of_csv_are_quoted_and_never_formulas(view: Browser) -> None:
    rows = [["a,b", 'say "x"', "=1+1", -2, "-3", "-x"]]
    text = view.run(f"import('/assets/charts.js').then((charts) => charts.csvText({json.dumps(rows)}))")
    assert text == '\ufeff"a,b","say ""x""",\'=1+1,-2,-3,\'-x\r\n'


@pytest.mark.skipif(AXE is None, reason="needs axe-core")
def test_axe_finds_nothing_in_light_dark_and_narrow(view: Browser) -> None:
    assert AXE is not None
    view.run(f"{AXE.read_text(encoding='utf-8')}; 0")
    for scheme, width in (("light", 1280), ("dark", 390)):
        view.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        view.size(width, 844)
        found = view.run("axe.run().then((done) => done.violations.map((one) => [one.id, one.nodes[0].html]))")
        assert found == [], (scheme, width)
        assert view.run("document.documentElement.scrollWidth") <= width
    view.call("Emulation.setEmulatedMedia", features=[])
