"""The table of records is used in a browser, by keyboard alone. Without one these tests skip."""

import json

import pytest

from end_to_end.test_web_pages import AXE
from preview.browser import CHROMIUM, Browser
from preview.conftest import Served

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")

IDS = "[...document.querySelectorAll('.records tbody th')].map((one) => one.textContent).join()"
HERE = "document.activeElement.closest('tr')?.dataset.id + ' ' + document.activeElement.dataset.header"
KEYS = {"Home": 36, "End": 35, "ArrowUp": 38, "F2": 113, "Delete": 46, " ": 32}


@pytest.fixture
def table(page: Browser) -> Browser:
    """The page with the table of animals, the focus on its first record."""
    page.run("document.querySelector('[data-view=table]').click()")
    page.wait(f"{IDS} === 'hare,fox'")
    page.run("document.querySelector('.records [tabindex=\"0\"]').focus()")
    return page


def press(page: Browser, *keys: str) -> None:
    """Press keys, one after the other; those that type a character type it."""
    for key in keys:
        more = {"key": key, "code": key, "windowsVirtualKeyCode": KEYS.get(key, 0)}
        if key in KEYS:
            text = " " if key == " " else ""
            page.call("Input.dispatchKeyEvent", type="keyDown", text=text, **more)
            page.call("Input.dispatchKeyEvent", type="keyUp", **more)
        else:
            page.press(key)


def to(page: Browser, header: str) -> None:
    """Go to a column with the arrow keys."""
    press(page, "Home")
    for _ in range(20):
        if page.run("document.activeElement.dataset.header") == header:
            return
        press(page, "ArrowRight")
    raise AssertionError(header)


def button(page: Browser, words: str) -> None:
    page.run(
        "[...document.querySelectorAll('.table-view button')]"
        f".find((one) => one.innerText.startsWith({json.dumps(words)})).click()"
    )


def cards(served: Served) -> str:
    return (served.folder / "den/cards.yaml").read_text(encoding="utf-8")


def test_cell_is_edited_by_keyboard_and_undone(table: Browser, served: Served) -> None:
    before = cards(served)
    assert table.run(HERE) == "hare id"
    assert table.run("document.querySelectorAll('.records [tabindex=\"0\"]').length") == 1
    press(table, "ArrowDown")
    to(table, "name.fr")
    press(table, "Enter")
    table.wait("document.activeElement.matches('.records textarea')")
    table.call("Input.insertText", text="Goupil")
    press(table, "Enter")
    table.wait("document.querySelector('.table-view .changed-line')")
    assert cards(served) == before.replace("Renard", "Goupil")
    table.wait(f"{HERE} === 'fox name.fr'")
    to(table, "level")
    press(table, "9")  # typing replaces the value
    table.wait("document.activeElement.value === '9'")
    press(table, "Enter")
    table.wait("document.activeElement.getAttribute('aria-invalid') === 'true'")
    assert "at most 3" in table.run("document.getElementById('cell-finding').innerText")
    press(table, "Escape")
    table.wait(f"{HERE} === 'fox level'")
    assert cards(served) == before.replace("Renard", "Goupil")
    table.run("document.querySelector('.table-view [data-do=undo]').click()")
    table.wait("document.querySelector('tr[data-id=fox]').innerText.includes('Renard')")
    assert cards(served) == before


def test_editing_continues_while_an_edit_is_being_saved(table: Browser, served: Served) -> None:
    to(table, "level")
    press(table, "3", "Enter", "ArrowDown", "3")
    table.wait("document.activeElement.value === '3'")
    press(table, "Enter")
    table.wait("document.querySelector('.table-view [data-do=undo]')?.title === '2 edits'")
    table.wait(f"{HERE} === 'fox level'")
    assert cards(served).count("level: 3") == 2


def test_rows_are_sorted_and_filtered(table: Browser) -> None:
    to(table, "level")
    press(table, "ArrowUp", "Enter", "Enter")
    table.wait(f"{IDS} === 'fox,hare'")
    assert table.run("document.activeElement.getAttribute('aria-sort')") == "descending"
    table.run(
        "(() => { const one = document.getElementById('query'); one.value = 'level<2 name:lievre';"
        " one.dispatchEvent(new Event('input')); })()"
    )
    table.wait(f"{IDS} === 'hare'")
    assert "1 of 2 records" in table.run("document.querySelector('.table-view .hint').innerText")


def test_rows_that_do_not_change_stay_in_the_page(table: Browser, served: Served) -> None:
    table.run("window.rows = [...document.querySelectorAll('.records tbody tr')]")
    press(table, " ")
    kept = "[...document.querySelectorAll('.records tbody tr')].map((row, at) => row === window.rows[at])"
    assert table.run(kept) == [False, True]
    table.run("window.rows = [...document.querySelectorAll('.records tbody tr')]")
    press(table, "Home", "ArrowRight", "Home", "ArrowRight", "ArrowUp", "Enter", "Enter")
    table.wait(f"{IDS} === 'hare,fox'")
    assert table.run("[...document.querySelectorAll('.records tbody tr')].every((row) => window.rows.includes(row))")
    served.edit("den/cards.yaml", "Renard", "Goupil")
    table.wait("document.querySelector('.records tbody').innerText.includes('Goupil')")
    assert table.run("[...document.querySelectorAll('.records tbody tr')].map((row) => window.rows.includes(row))") == [
        True,
        False,
    ]
    assert table.run("document.querySelectorAll('.records [tabindex=\"0\"]').length") == 1


def test_several_rows_are_edited_duplicated_and_deleted_at_once(table: Browser, served: Served) -> None:
    before = cards(served)
    press(table, "ArrowUp", " ")  # in the row of headers: all
    table.wait("document.querySelectorAll('.records [aria-selected=true]').length === 2")
    press(table, "ArrowDown")
    to(table, "copies")
    press(table, "4")
    table.wait("document.activeElement.value === '4'")
    press(table, "Enter")
    table.wait("document.querySelectorAll('.table-view .changed-line').length > 0")
    assert cards(served).count("copies: 4") == 2
    table.run(
        "[...document.querySelectorAll('.table-view button')].find((one) => one.innerText === 'Duplicate').click()"
    )
    table.wait(f"{IDS} === 'hare,hare-2,fox,fox-2'")
    button(table, "Delete")
    table.wait(f"{IDS} === 'hare,fox'")
    for _ in range(3):
        steps = table.run("document.querySelector('.table-view [data-do=undo]').title")
        table.run("document.querySelector('.table-view [data-do=undo]').click()")
        table.wait(f"document.querySelector('.table-view [data-do=undo]')?.title !== {json.dumps(steps)}")
    assert cards(served) == before


def test_copies_are_selected_even_if_their_event_precedes_the_answer(table: Browser) -> None:
    press(table, "ArrowUp", " ")
    table.run(
        "{ const fetched = window.fetch; window.fetch = async (...all) => { const answer = await fetched(...all);"
        " if (String(all[0]).includes('edit/')) await new Promise((done) => setTimeout(done, 1500));"
        " return answer; }; 0 }"
    )
    button(table, "Duplicate")
    table.wait(f"{IDS} === 'hare,hare-2,fox,fox-2'")
    selected = "[...document.querySelectorAll('.records [aria-selected=true]')].map((one) => one.dataset.id).join()"
    assert table.run(selected) == "hare-2,fox-2"


def test_record_is_added_in_a_form(table: Browser, served: Served) -> None:
    button(table, "Add")
    table.wait("document.activeElement.id === 'new-id'")
    required = (
        "[...document.querySelectorAll('.record-dialog [aria-required]')].map((one) => one.dataset.header ?? one.id)"
    )
    assert table.run(required) == ["new-id", "name.fr", "name.en", "level", "diet"]
    shown = "[...document.querySelectorAll('.record-dialog .field-name')].map((one) => one.innerText)"
    assert table.run(shown)[:2] == ["id\nrequired", "name\nrequired"]
    table.call("Input.insertText", text="wolf")
    press(table, "Enter")
    notes = "[...document.querySelectorAll('.record-dialog .field-finding')].filter((one) => one.innerText)"
    table.wait(f"{notes}.length === 4")
    assert table.run(f"{notes}.map((one) => one.dataset.for)") == ["name.fr", "name.en", "level", "diet"]
    assert set(table.run(f"{notes}.map((one) => one.innerText)")) == {"Fill in this field."}
    assert table.run("document.querySelector('.record-dialog .form-findings').innerText") == ""
    assert table.run("document.activeElement.dataset.header") == "name.fr"
    tree = [node for node in table.call("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]]
    assert [node["role"]["value"] for node in tree if "Fill in" in node.get("name", {}).get("value", "")] == []
    described = [node for node in tree if "Fill in" in node.get("description", {}).get("value", "")]
    assert [node["name"]["value"] for node in described] == ["name (fr)", "name (en)", "level", "diet"]
    for header, text in {"name.fr": "Loup", "name.en": "Wolf", "level": "3"}.items():
        table.run(f"document.querySelector('.record-dialog [data-header=\"{header}\"]').focus()")
        table.call("Input.insertText", text=text)
    table.run("document.querySelector('.record-dialog [data-header=diet]').value = 'meat'")
    table.run("document.querySelector('.record-dialog .save').click()")
    table.wait(f"{IDS} === 'hare,wolf,fox'")
    assert "id: wolf, name: {fr: Loup, en: Wolf}, level: 3, diet: meat" in cards(served)


def test_referenced_record_is_deleted_with_its_references(table: Browser, served: Served) -> None:
    before = cards(served)
    table.run("document.querySelector('.records [data-id=hare] [data-header=id]').click()")
    button(table, "Delete")
    notes = "document.querySelector('.table-view .form-findings').innerText"
    table.wait(f"{notes}.includes('Lièvre is in the field “prey” of Renard.')")
    assert "cards.yaml" not in table.run(notes)
    said = "document.querySelector('.table-view .edit-line p').innerText"
    assert table.run(said) == "Not deleted: others refer to it"
    if AXE is not None:
        table.run(f"{AXE.read_text(encoding='utf-8')}; 0")
        assert table.run("axe.run().then(({violations}) => violations.map((one) => one.id))") == []
    table.run("document.querySelector('.table-view .form-findings button').click()")
    table.wait(f"{IDS} === 'fox'")
    assert "hare" not in cards(served)
    assert table.run(notes) == ""
    undo = "document.querySelector('.table-view [data-do=undo]')"
    assert table.run(f"{undo}.title") == "1 edit"
    table.run(f"{undo}.click()")
    table.wait(f"{IDS} === 'hare,fox'")
    assert cards(served) == before


@pytest.mark.skipif(AXE is None, reason="needs axe-core")
def test_axe_finds_nothing_in_the_table_and_the_fields_of_a_piece(table: Browser) -> None:
    assert AXE is not None
    table.run(f"{AXE.read_text(encoding='utf-8')}; 0")
    judge = "axe.run().then((done) => done.violations.map((one) => [one.id, one.nodes[0].html]))"
    found = table.run(judge)
    to(table, "name.en")
    press(table, "Enter")
    found += table.run(judge)
    press(table, "Escape")
    table.wait("document.activeElement.matches('.records td')")
    to(table, "id")
    press(table, "Enter")
    table.wait("document.querySelector('.edit-piece [data-header]')")
    table.run(
        "(() => { const one = document.querySelector('.edit-piece [data-header=level]'); one.value = '9';"
        " one.dispatchEvent(new Event('input', {bubbles: true})); })()"
    )
    table.wait("document.querySelector('.edit-piece [data-for=level]').innerText")
    found += table.run(judge)
    assert found == []
    table.run("document.querySelector('.edit-piece .small').click()")
