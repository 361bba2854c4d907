"""The fields of the open piece are edited in a browser. Without one these tests skip."""

import json

import pytest

from preview.browser import CHROMIUM, Browser
from preview.conftest import Served

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")

LARGE = "document.querySelector('.large .picture img').src"
NAME = '.edit-piece [data-header="name.fr"]'


@pytest.fixture
def piece(page: Browser) -> Browser:
    """The page with the fox open."""
    page.run("document.querySelector('[data-piece=\"animals/fox\"] .open').click()")
    page.wait(f"document.querySelector({json.dumps(NAME)}) && document.querySelector('.large .picture.shown')")
    return page


def enter(page: Browser, selector: str, text: str) -> None:
    """Replace the value of a field by typing."""
    page.run(f"(() => {{ const one = document.querySelector({json.dumps(selector)}); one.focus(); one.select(); }})()")
    page.call("Input.insertText", text=text)


def test_typed_value_is_drawn_before_it_is_saved(piece: Browser, served: Served) -> None:
    cards = served.folder / "den/cards.yaml"
    text = cards.read_text(encoding="utf-8")
    before = piece.run(LARGE)
    enter(piece, NAME, "Goupil")
    piece.wait(f"{LARGE} !== {json.dumps(before)}")
    assert cards.read_text(encoding="utf-8") == text
    enter(piece, NAME, "Anticonstitutionnellement anticonstitutionnellement")
    piece.wait("document.querySelector('[data-for=\"name.fr\"]').innerText.includes('does not fit')")
    enter(piece, NAME, "Goupil")
    piece.wait("document.querySelector('[data-for=\"name.fr\"]').innerText === ''")
    piece.run("document.querySelector('.edit-piece .save').click()")
    piece.wait("document.querySelector('.edit-piece .changed-line')")
    assert cards.read_text(encoding="utf-8") == text.replace("Renard", "Goupil")
    line = piece.run("document.querySelector('.edit-piece .edit-line').innerText")
    assert "den/cards.yaml:3" in line
    assert "Renard" in line
    assert "Goupil" in line
    piece.wait("document.getElementById('piece-title').textContent === 'Goupil'")
    piece.run("document.querySelector('.edit-piece [data-do=undo]').click()")
    piece.wait(f"document.querySelector({json.dumps(NAME)}).value === 'Renard'")
    assert cards.read_text(encoding="utf-8") == text


SEEN = """((selector) => {{ const box = document.querySelector(selector).getBoundingClientRect();
 const at = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height / 2, 12));
 return box.height > 0 && document.querySelector(selector).contains(at); }})({})"""


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 800), (1000, 700), (390, 844)])
def test_picture_and_what_saves_stay_in_sight_beside_scrolled_fields(piece: Browser, width: int, height: int) -> None:
    def seen(selector: str) -> bool:
        return bool(piece.run(SEEN.format(json.dumps(selector))))

    piece.size(width, height)
    enter(piece, NAME, "Goupil")
    last = "[...document.querySelectorAll('.edit-piece [data-header]')].at(-1)"
    piece.run(f"{last}.scrollIntoView({{block: 'center'}})")
    for selector in (".large .inspected", ".edit-piece .save"):
        assert seen(selector), selector
    piece.run("document.querySelector('.edit-piece .save').click()")
    said = "document.querySelector('.edit-piece .edit-line p')?.innerText"
    piece.wait(f"{said} === 'Saved'")
    assert seen(".edit-piece .edit-line p")
    piece.run("document.querySelector('.comments-of-piece').scrollIntoView({block: 'end'})")
    assert seen(".edit-piece [data-do=undo]")
    piece.run("document.querySelector('.edit-piece [data-do=undo]').click()")
    piece.wait(f"{said} === 'Undone'")
    assert seen(".edit-piece .edit-line p")
    assert seen(".large .inspected")
    piece.run("document.querySelector('.edit-piece [data-do=redo]').click()")
    piece.wait(f"{said} === 'Done again'")
    assert piece.run("document.getElementById('piece').scrollWidth") <= width


def test_refused_edit_is_shown_at_its_field(piece: Browser, served: Served) -> None:
    text = (served.folder / "den/cards.yaml").read_bytes()
    enter(piece, ".edit-piece [data-header=level]", "9")
    piece.press("Enter")  # alone it does not save
    piece.run("document.querySelector('.edit-piece .save').click()")
    piece.wait("document.querySelector('.edit-piece [data-header=level]').getAttribute('aria-invalid') === 'true'")
    piece.wait("document.querySelector('.edit-piece .edit-line')?.innerText.includes('Not saved')")
    assert piece.run("document.activeElement.dataset.header") == "level"
    described = piece.run("document.getElementById(document.activeElement.getAttribute('aria-describedby')).innerText")
    assert "at most 3" in described
    assert (served.folder / "den/cards.yaml").read_bytes() == text
    piece.press("Escape")
    piece.wait("document.querySelector('.edit-piece [data-header=level]').value === '2'")
    assert piece.run("document.getElementById('piece').open") is True


def test_every_type_of_field_has_its_widget(piece: Browser, served: Served) -> None:
    kinds = piece.run(
        "Object.fromEntries([...document.querySelectorAll('.edit-piece [data-header]')]"
        ".map((one) => [one.dataset.header, one.type]))"
    )
    assert kinds["name.fr"] == kinds["name.en"] == "textarea"
    assert (kinds["level"], kinds["copies"]) == ("number", "number")
    assert (kinds["diet"], kinds["prey"], kinds["shy"]) == ("select-one", "select-one", "checkbox")
    piece.run("document.querySelector('.edit-piece [data-header=shy]').click()")
    piece.run(
        "(() => { const one = document.querySelector('.edit-piece [data-header=prey]');"
        " one.value = 'fox'; one.dispatchEvent(new Event('change', {bubbles: true})); })()"
    )
    piece.run("document.querySelector('.edit-piece .chip').click()")
    piece.run("document.querySelector('.edit-piece .save').click()")
    piece.wait("document.querySelector('.edit-piece .changed-line')")
    text = (served.folder / "den/cards.yaml").read_text(encoding="utf-8")
    assert "prey: [fox]" in text
    assert "shy: true" in text


def test_unsaved_input_stays_after_another_save_and_is_highlighted(piece: Browser, served: Served) -> None:
    enter(piece, NAME, "Goupil")
    served.edit("den/cards.yaml", "en: Fox", "en: Red fox")
    piece.wait("document.querySelector('.edit-piece [data-header=\"name.en\"]').value === 'Red fox'")
    assert piece.run(f"document.querySelector({json.dumps(NAME)}).value") == "Goupil"
    served.edit("den/cards.yaml", "Renard", "Vulpes")
    piece.wait("document.getElementById('piece-title').textContent === 'Vulpes'")
    piece.run("document.querySelector('.edit-piece .save').click()")
    piece.wait("document.querySelector('[data-for=\"name.fr\"]').innerText.includes('meanwhile')")
    piece.run("document.querySelector('#piece .close').click()")
    assert piece.run("document.getElementById('piece').open") is True
    assert "not saved" in piece.run("document.querySelector('.edit-piece .hint').innerText")
    piece.run("document.querySelector('#piece .close').click()")
    assert piece.run("document.getElementById('piece').open") is False


def test_preview_that_is_read_only_shows_fields_and_table_without_widgets(page: Browser, read_only: Served) -> None:
    page.open(read_only.server.address)
    page.wait("document.querySelectorAll('.picture.shown').length === 2")
    page.run("document.querySelector('[data-piece=\"animals/fox\"] .open').click()")
    page.wait("document.querySelector('#piece table')?.innerText.includes('Renard')")
    page.run("document.getElementById('piece').close()")
    page.wait("!location.hash.includes('piece')")
    page.run("document.querySelector('[data-view=table]').click()")
    page.wait("document.querySelector('.records [data-id=fox]')")
    page.run("document.querySelector('[data-id=fox] [data-header=level]').click()")
    page.press("Enter")
    assert page.run("document.querySelectorAll('.widget, .save, .table-view button').length") == 0


def test_page_of_another_site_reads_and_writes_nothing(page: Browser, served: Served) -> None:
    before = (served.folder / "den/cards.yaml").read_bytes()
    change = {"component": "animals", "id": "fox", "field": "name.fr", "was": "Renard", "text": "Goupil"}
    body = json.dumps(json.dumps({"do": "save", "changes": [change]}))
    address, token = served.server.address, served.server.write_access.token  # even if it knew the token
    page.open("data:text/html,hostile")
    page.wait("document.body?.innerText === 'hostile'")
    answers = []
    for mode, kind in (("cors", "application/json"), ("cors", "text/plain"), ("no-cors", "text/plain")):
        options = (
            f"{{method: 'POST', mode: '{mode}', body: {body}, headers:"
            f" {{'Content-Type': '{kind}', 'X-Pawprint-Token': '{token}'}}}}"
        )
        answers.append(page.run(f"fetch('{address}edit/den', {options}).then((one) => one.text(), () => 'refused')"))
    for path in ("", "records/den", "game/den"):
        answers.append(page.run(f"fetch('{address}{path}').then((one) => one.text(), () => 'refused')"))
    assert {*answers} <= {"refused", ""}  # a page cannot read the answer to a request without CORS
    assert (served.folder / "den/cards.yaml").read_bytes() == before
    page.leave("data:text/html")
    page.errors.clear()
