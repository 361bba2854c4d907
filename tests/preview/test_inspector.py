"""Elements of the open piece are pointed at, tapped and walked through in a browser. Without one these tests skip."""

import json

import pytest

from end_to_end.test_web_pages import AXE
from preview.browser import CHROMIUM, Browser
from preview.conftest import Served
from preview.test_record_table import press

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")

DETAILS = "document.querySelector('.element-details').innerText"
HEADING = "document.querySelector('.element-details h4')?.textContent"
CHOSEN = "document.querySelector('.element-list [aria-selected=true]')?.textContent"

FACE = """\
palette: den
elements:
  - {id: ground, kind: panel, fill: paper, bleeds: true}
  - id: frame
    kind: group
    at: [4 mm, 4 mm]
    size: [32 mm, 30 mm]
    elements:
      - {id: name, kind: text, text: "{{ name }}", style: title, at: [1 mm, 1 mm], size: [30 mm, 6 mm]}
  - {id: line, kind: line, at: [5 mm, 50 mm], size: [30 mm, 0]}
"""


@pytest.fixture
def piece(page: Browser, served: Served) -> Browser:
    """The page with the fox open."""
    (served.folder / "layouts/faces/animal.yaml").write_text(FACE, encoding="utf-8")
    page.wait("document.querySelectorAll('.picture.shown').length === 2")
    page.run("document.querySelector('[data-piece=\"animals/fox\"] .open').click()")
    # The page may have shown the pieces before the preview noticed this face.
    page.wait("document.querySelector('.element-list li')?.textContent === 'groundpanel'")
    page.wait("document.querySelectorAll('.large .picture.shown').length === 2")
    return page


def mouse(page: Browser, x: float, y: float, *kinds: str, side: int = 0) -> None:
    """Point at millimetres of a picture."""
    place = page.run(
        f"(() => {{ const view = document.querySelectorAll('.outlines')[{side}];"
        " view.scrollIntoView({block: 'nearest'}); const box = view.getBoundingClientRect();"
        f" return [box.x + box.width * {x} / 40, box.y + box.height * {y} / 60]; }})()"
    )
    for kind in kinds or ("mouseMoved",):
        more = {} if kind == "mouseMoved" else {"button": "left", "clickCount": 1}
        page.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], **more)


def tap(page: Browser, x: float, y: float) -> None:
    mouse(page, x, y, "mousePressed", "mouseReleased")


def test_smallest_element_under_the_pointer_is_outlined_and_explained(piece: Browser) -> None:
    mouse(piece, 10, 8)
    piece.wait(f"{HEADING} === 'name text'")
    details = piece.run(DETAILS)
    for words in (
        "5 mm from the left, 5 mm from the top",
        "30 × 6 mm",
        "fits its box",
        "animal.yaml:9",
        "cards.yaml:3",
    ):
        assert words in details
    points = piece.run("document.querySelector('.outlines polygon.hovered').getAttribute('points')")
    assert points == "5,5 35,5 35,11 5,11"
    mouse(piece, 10, 25)
    piece.wait(f"{HEADING} === 'frame group'")
    mouse(piece, 20, 50.3)
    piece.wait(f"{HEADING} === 'line line'")
    mouse(piece, 20, 30, side=1)
    piece.wait(f"{HEADING} === 'panel '")
    assert piece.run("document.querySelector('.inspector .of').textContent") == "back, fr"


def test_element_that_appears_below_a_resting_pointer_is_explained(piece: Browser, served: Served) -> None:
    mouse(piece, 10, 8)
    piece.wait(f"{HEADING} === 'name text'")
    served.edit("layouts/faces/animal.yaml", "at: [1 mm, 1 mm]", "at: [1 mm, 20 mm]")
    piece.wait(f"{HEADING} === 'frame group'")


def test_repeated_taps_select_outer_elements(piece: Browser) -> None:
    seen = []
    for _ in range(4):
        tap(piece, 10, 8)
        seen.append(piece.run(CHOSEN))
    assert seen == ["nametext", "framegroup", "groundpanel", "nametext"]
    tap(piece, 20, 45)
    assert piece.run(CHOSEN) == "groundpanel"


def test_arrow_keys_in_the_list_do_not_turn_to_other_pieces(piece: Browser) -> None:
    piece.run("document.querySelector('.element-list').focus()")
    assert piece.run(CHOSEN) == "groundpanel"
    seen = []
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "End", "Home"):
        press(piece, key)
        seen.append(piece.run(CHOSEN))
    assert seen == ["framegroup", "nametext", "nametext", "lineline", "groundpanel"]
    assert piece.run("document.getElementById('piece-title').textContent") == "Renard"
    active = piece.run("document.activeElement.getAttribute('aria-activedescendant')")
    assert piece.run(f"document.getElementById({json.dumps(active)}).getAttribute('aria-selected')") == "true"


def test_click_in_the_scrolled_list_selects_the_clicked_entry(piece: Browser, served: Served) -> None:
    more = "".join(f"  - {{id: line-{n}, kind: line, at: [5 mm, {n} mm], size: [30 mm, 0]}}\n" for n in range(20))
    (served.folder / "layouts/faces/animal.yaml").write_text(FACE + more, encoding="utf-8")
    piece.wait("document.querySelectorAll('.element-list li').length === 24")
    piece.run("document.querySelector('.element-list').scrollTop = 1e6; 0")
    x, y = piece.run(
        "(() => { const box = [...document.querySelectorAll('.element-list li')].at(-2).getBoundingClientRect();"
        " return [box.x + 20, box.y + box.height / 2]; })()"
    )
    for kind in ("mousePressed", "mouseReleased"):
        piece.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
    assert piece.run(CHOSEN) == "line-18line"


def test_overset_text_is_marked_and_reports_by_how_much(piece: Browser, served: Served) -> None:
    served.edit("den/cards.yaml", "Renard", "Anticonstitutionnellement anticonstitutionnellement")
    piece.wait("document.querySelector('.element-list .faulty')")
    mouse(piece, 10, 8)
    piece.wait(f"{DETAILS}.includes(' mm too ')")
    assert "fits its box" not in piece.run(DETAILS)


def test_place_opens_in_the_editor(piece: Browser) -> None:
    mouse(piece, 10, 8)
    piece.wait(f"{HEADING} === 'name text'")
    piece.run(
        "window.links = []; HTMLAnchorElement.prototype.click = function () { window.links.push(this.href); };"
        "document.querySelector('.element-details .open-place').click()"
    )
    (link,) = piece.wait("window.links.length && window.links")
    assert link.startswith("vscode://file/")
    assert link.endswith("/layouts/faces/animal.yaml:9:1")


@pytest.mark.skipif(AXE is None, reason="needs axe-core")
def test_axe_finds_nothing_in_light_dark_and_narrow(piece: Browser) -> None:
    assert AXE is not None
    tap(piece, 10, 8)
    piece.run(f"{AXE.read_text(encoding='utf-8')}; 0")
    for scheme, width in (("light", 1280), ("dark", 1280), ("light", 390)):
        piece.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        piece.size(width, 844)
        found = piece.run("axe.run('#piece').then((done) => done.violations.map((one) => [one.id, one.nodes[0].html]))")
        assert found == [], (scheme, width)
        assert piece.run("document.documentElement.scrollWidth") <= width
    piece.call("Emulation.setEmulatedMedia", features=[])
