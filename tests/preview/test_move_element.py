"""An element is moved by keyboard in a browser: drawn at once, then written. Without one these tests skip."""

import json
from pathlib import Path

import pytest

from end_to_end.test_web_pages import AXE
from preview.browser import CHROMIUM, Browser
from preview.conftest import Served
from preview.test_inspector import CHOSEN, FACE, HEADING, mouse, piece, tap
from preview.test_record_table import press

__all__ = ["piece"]

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")

REMARK = "document.querySelector('.move-bar > .hint').innerText"
OUTLINE = "document.querySelector('.outlines polygon.chosen')?.getAttribute('points')"
PICTURE = "document.querySelector('.large .picture img').src"
SHIFT = 8


def shift(page: Browser, key: str) -> None:
    for kind in ("keyDown", "keyUp"):
        page.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, modifiers=SHIFT)


@pytest.fixture
def chosen(piece: Browser) -> Browser:
    """The text within the frame is chosen, by keyboard alone."""
    piece.run("document.querySelector('.element-list').focus()")
    press(piece, "ArrowDown", "ArrowDown", "Enter")
    piece.wait("document.activeElement.matches('.outlines')")
    return piece


def face(served: Served) -> Path:
    return served.folder / "layouts/faces/animal.yaml"


def test_arrow_keys_move_and_enter_writes(chosen: Browser, served: Served) -> None:
    before = chosen.run(PICTURE)
    press(chosen, "ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp")
    shift(chosen, "ArrowDown")
    chosen.wait(f"{OUTLINE} === '5.3,5.9 35.3,5.9 35.3,11.9 5.3,11.9'")
    assert chosen.run(REMARK) == "name: moved 0.3 mm right and 0.9 mm down; not saved."
    chosen.wait(f"{PICTURE} !== {json.dumps(before)}")
    assert face(served).read_text(encoding="utf-8") == FACE
    press(chosen, "Enter")
    chosen.wait("document.querySelector('.edit-foot .changed-line')")
    assert face(served).read_text(encoding="utf-8") == FACE.replace("at: [1 mm, 1 mm]", "at: [1.3 mm, 1.9 mm]")
    assert "animal.yaml:9" in chosen.run("document.querySelector('.edit-foot .edit-line').innerText")
    chosen.run("document.querySelector('.edit-foot [data-do=undo]').click()")
    chosen.wait(f"{OUTLINE} === '5,5 35,5 35,11 5,11'")
    chosen.wait(f"{PICTURE} === {json.dumps(before)}")
    assert face(served).read_text(encoding="utf-8") == FACE


def test_snapping_moves_to_whole_millimetres_of_the_face(chosen: Browser, served: Served) -> None:
    served.edit("layouts/faces/animal.yaml", "at: [4 mm, 4 mm]", "at: [4.3 mm, 4.6 mm]")
    chosen.wait(f"{OUTLINE}?.startsWith('5.3,5.6 ')")
    press(chosen, "s")
    chosen.wait(f"{OUTLINE}.startsWith('5,6 ')")
    press(chosen, "Enter")
    chosen.wait("document.querySelector('.edit-foot .changed-line')")
    assert "at: [0.7 mm, 1.4 mm], size: [30 mm" in face(served).read_text(encoding="utf-8")


def test_unsaved_move_is_highlighted_and_escape_undoes_it(chosen: Browser, served: Served) -> None:
    before = chosen.run(PICTURE)
    press(chosen, "ArrowLeft")
    chosen.wait(f"{OUTLINE}.startsWith('4.9,5 ')")
    chosen.run("document.querySelector('#piece .close').click()")
    assert chosen.run("document.getElementById('piece').open") is True
    assert "not saved" in chosen.run(REMARK)
    chosen.run("document.querySelector('.outlines').focus()")
    chosen.press("Escape")
    chosen.wait(f"{OUTLINE}.startsWith('5,5 ')")
    chosen.wait(f"{PICTURE} === {json.dumps(before)}")
    assert chosen.run("document.getElementById('piece').open") is True
    assert face(served).read_text(encoding="utf-8") == FACE


def test_element_chosen_beside_an_unsaved_move_is_explained_and_moves_too(chosen: Browser, served: Served) -> None:
    press(chosen, "ArrowLeft")
    tap(chosen, 20, 50.3)
    assert chosen.run(f"[{CHOSEN}, {HEADING}]") == ["lineline", "line line"]
    assert chosen.run(REMARK) == "name: moved 0.1 mm left; not saved."
    mouse(chosen, 10, 8)  # pointing outlines another element, and explains the chosen one
    mouse(chosen, 20, 30, side=1)
    assert chosen.run(f"[{CHOSEN}, {HEADING}]") == ["lineline", "line line"]
    press(chosen, "ArrowDown")
    assert chosen.run(REMARK) == "name: moved 0.1 mm left; line: moved 0.1 mm down; not saved."
    chosen.wait(f"{OUTLINE}.startsWith('5,50.1 ')")
    chosen.run("[...document.querySelectorAll('.element-list li')].at(2).click()")
    assert chosen.run(f"[{CHOSEN}, {HEADING}]") == ["nametext", "name text"]
    chosen.wait(f"{OUTLINE}.startsWith('4.9,5 ')")
    chosen.run("document.querySelector('.outlines').focus()")
    press(chosen, "Enter")
    chosen.wait("document.querySelector('.edit-foot .changed-line')")
    moved = FACE.replace("at: [1 mm, 1 mm]", "at: [0.9 mm, 1 mm]").replace("50 mm], size: [30", "50.1 mm], size: [30")
    assert face(served).read_text(encoding="utf-8") == moved
    assert chosen.run("document.querySelector('.edit-foot [data-do=undo]').title") == "1 edit"
    assert chosen.run("document.querySelector('.move-bar .save').closest('.edit-bar').hidden") is True


def test_unsaved_move_stays_beside_an_element_of_another_picture(chosen: Browser, served: Served) -> None:
    press(chosen, "ArrowLeft")
    tap_back = ("mousePressed", "mouseReleased")
    mouse(chosen, 20, 30, *tap_back, side=1)
    chosen.wait(f"{CHOSEN} === 'panel'")
    assert chosen.run(f"[{HEADING}, {REMARK}]") == ["panel ", "name: moved 0.1 mm left; not saved."]
    press(chosen, "Enter")
    chosen.wait("document.querySelector('.edit-foot .changed-line')")
    assert face(served).read_text(encoding="utf-8") == FACE.replace("at: [1 mm, 1 mm]", "at: [0.9 mm, 1 mm]")


def test_fixed_element_explains_why_it_cannot_be_moved(chosen: Browser, served: Served) -> None:
    served.edit("layouts/faces/animal.yaml", "at: [1 mm, 1 mm]", 'at: ["{{ level }} mm", "{{ level }} mm"]')
    chosen.wait(f"{REMARK}.includes('computed by an expression')")
    press(chosen, "ArrowRight")
    assert chosen.run(f"{REMARK}.startsWith('name cannot be moved: ')") is True
    assert chosen.run("document.querySelector('.move-steps').hidden") is True
    assert chosen.run("document.getElementById('piece-title').textContent") == "Renard"


def test_read_only_preview_moves_nothing(chosen: Browser, read_only: Served) -> None:
    before = face(read_only).read_bytes()
    chosen.open(read_only.server.address + "#piece=animals/fox")
    chosen.wait("document.querySelectorAll('.element-list li').length === 4")
    tap(chosen, 10, 8)
    chosen.wait("document.querySelector('.element-list [aria-selected=true]')?.textContent === 'nametext'")
    press(chosen, "s")
    assert chosen.run("document.querySelector('.move-bar').hidden") is True
    assert face(read_only).read_bytes() == before


@pytest.mark.skipif(AXE is None, reason="needs axe-core")
def test_axe_finds_nothing_while_an_element_is_moved(chosen: Browser) -> None:
    assert AXE is not None
    press(chosen, "ArrowRight")
    chosen.wait(f"{OUTLINE}.startsWith('5.1,5 ')")
    chosen.run(f"{AXE.read_text(encoding='utf-8')}; 0")
    for scheme, width in (("light", 1280), ("dark", 390)):
        chosen.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        chosen.size(width, 844)
        found = chosen.run(
            "axe.run('#piece').then((done) => done.violations.map((one) => [one.id, one.nodes[0].html]))"
        )
        assert found == [], (scheme, width)
    chosen.call("Emulation.setEmulatedMedia", features=[])
    chosen.press("Escape")
