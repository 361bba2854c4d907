"""The free table in a real browser, opened from disk with the network off: mouse, keys, touch, and what is hidden."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from end_to_end.test_web_pages import AXE
from export.test_tabletop import exported, make
from preview.browser import CHROMIUM, Browser

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")

KEPT = "JSON.parse(localStorage.getItem('pawprint-table/toy/'))"
BEASTS = "Beasts"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file, with a game for two players."""
    folder = tmp_path_factory.mktemp("toy")
    files = exported(make(folder, setup="players: {min: 2, max: 3}\n"), "play", dpi=60)
    (folder / "toy-en.html").write_bytes(files["toy-en.html"])
    return folder / "toy-en.html"


class Table:
    """A table in the browser, and what people do at it."""

    def __init__(self, browser: Browser, page: Path) -> None:
        self.browser = browser
        self.page = page

    def open(self, look: str = "light", width: int = 1280, height: int = 900) -> None:
        """Open the page, with the table that it kept."""
        self.browser.size(width, height)
        self.browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": look}])
        self.browser.open("about:blank")
        self.browser.open(self.page.as_uri())
        self.browser.wait("document.querySelectorAll('.spot').length > 3 && document.readyState === 'complete'")

    @property
    def state(self) -> Any:
        """What the browser keeps."""
        return self.browser.run(KEPT)

    @property
    def said(self) -> str:
        """What a screen reader was given last."""
        text: str = self.browser.run("document.getElementById('say').textContent")
        return text.strip()

    def stack(self, title: str) -> Any:
        """The stack with a title."""
        return next(one for one in self.state["stacks"] if one["title"] == title)

    def point(self, selector: str) -> tuple[float, float]:
        """The middle of an element on the screen."""
        box = f"document.querySelector({json.dumps(selector)}).getBoundingClientRect()"
        x, y = self.browser.run(f"(({{ x, y, width, height }}) => [x + width / 2, y + height / 2])({box})")
        return x, y

    def spot(self, title: str) -> str:
        """The selector of the button of a stack."""
        return f".spot[data-id='{self.stack(title)['id']}'] .stack"

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag with the mouse."""
        for kind, (x, y), buttons in (
            ("mousePressed", start, 1),
            ("mouseMoved", ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), 1),
            ("mouseMoved", end, 1),
            ("mouseReleased", end, 0),
        ):
            self.browser.call(
                "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=buttons, clickCount=1
            )

    def touch(self, *points: tuple[float, float]) -> None:
        """Put a finger down on the first point, move it over the others, and lift it."""
        for number, (x, y) in enumerate(points):
            kind = "touchMove" if number else "touchStart"
            self.browser.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y}])
        self.browser.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.browser.press(key)

    def click(self, selector: str) -> None:
        """Click on an element with the mouse."""
        point = self.point(selector)
        self.drag(point, point)

    def action(self, key: str) -> None:
        """Click on a button of the menu."""
        self.click(f".menu [data-key={key}]")


@pytest.fixture
def table(browser: Browser, page: Path) -> Iterator[Table]:
    """A table that was just laid."""
    offline = {"latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
    browser.call("Network.emulateNetworkConditions", offline=True, **offline)
    browser.errors.clear()
    browser.requests.clear()
    browser.open(page.as_uri())
    browser.wait("document.readyState === 'complete' && document.querySelector('.spot')")
    browser.run("localStorage.clear()")
    one = Table(browser, page)
    one.open()
    yield one
    browser.call("Network.emulateNetworkConditions", offline=False, **offline)
    assert browser.errors == []
    assert [
        address for address in browser.requests if not address.startswith(("file:", "blob:", "about:", "data:"))
    ] == []


def test_mouse_draws_plays_stacks_and_turns(table: Table) -> None:
    pile = table.stack(BEASTS)
    top = pile["pieces"][-1][0]
    table.drag(table.point(table.spot(BEASTS)), table.point(".hand"))
    assert table.state["hands"] == [[top], []]
    table.click(".holder h2 + button")  # shows the hand
    x, y = table.point(".scroller")
    table.drag(table.point(".held"), (x, y + 120))
    played = table.state["stacks"][-1]
    assert (played["pieces"], table.state["hands"]) == ([[top, True]], [[], []])
    table.drag(table.point(table.spot(BEASTS)), (x + 9, y + 126))  # onto it
    stacks = table.state["stacks"]
    assert [len(one["pieces"]) for one in stacks if one["id"] == played["id"]] == [2]
    assert len(table.stack(BEASTS)["pieces"]) == len(pile["pieces"]) - 2
    spot = f".spot[data-id='{played['id']}'] .stack"
    before = next(one for one in stacks if one["id"] == played["id"])["pieces"]
    table.click(spot)
    table.action("flip_top")
    table.action("turn_right")
    after = table.state["stacks"][-1]
    assert after["pieces"] == [before[0], [before[1][0], not before[1][1]]]
    assert after["turn"] == 90
    table.drag(table.point(f".spot[data-id='{pile['id']}'] .title"), (x + 200, y))
    moved = table.stack(BEASTS)
    assert len(moved["pieces"]) == len(pile["pieces"]) - 2
    assert moved["x"] > pile["x"] + 20


def test_keys_do_everything_without_a_pointer(table: Table) -> None:
    pile = table.stack(BEASTS)
    table.press("Tab")
    for _ in range(40):
        if table.browser.run("document.activeElement.closest('.spot')?.dataset.id") == str(pile["id"]):
            break
        table.press("Tab")
    table.press("d", "d")
    assert len(table.state["hands"][0]) == 2
    assert table.said == "Player 1 took 1 piece from Beasts."
    table.press("s", "f")
    flipped = table.stack(BEASTS)["pieces"][-1]
    assert flipped[1] is True
    name = table.state["pieces"][flipped[0]].partition("/")[2].capitalize()
    assert table.said == f"{name} is face up."
    table.press("ArrowRight", "ArrowRight", "ArrowDown")
    moved = table.stack(BEASTS)
    assert (moved["x"], moved["y"]) == (pytest.approx(pile["x"] + 10), pytest.approx(pile["y"] + 5))
    steps = "document.querySelector('.tools button').disabled"
    table.press("m")
    table.browser.wait("document.querySelector('dialog li button') === document.activeElement")
    table.press("Enter")  # an empty place
    table.browser.wait("!document.querySelector('dialog')")
    assert table.state["stacks"][-1]["pieces"] == [flipped]
    for _ in range(6):
        table.browser.call(
            "Input.dispatchKeyEvent", type="keyDown", key="z", code="KeyZ", modifiers=2, windowsVirtualKeyCode=90
        )
    assert table.browser.run(steps) is True  # three steps of an arrow are one
    assert [one["pieces"] for one in table.state["stacks"] if one["title"] == BEASTS] == [pile["pieces"]]
    assert table.state["hands"] == [[], []]


def test_finger_drags_pieces_on_a_phone(table: Table) -> None:
    table.browser.call("Emulation.setTouchEmulationEnabled", enabled=True)
    table.browser.run("localStorage.clear()")
    table.open(width=390, height=844)
    assert table.browser.run("document.documentElement.scrollWidth <= window.innerWidth")
    top = table.stack(BEASTS)["pieces"][-1][0]
    start, hand = table.point(table.spot(BEASTS)), table.point(".hand")
    table.touch(start, (start[0] + 20, start[1] + 40), hand)
    assert table.state["hands"] == [[top], []]
    table.touch(table.point(table.spot(BEASTS)))
    assert table.browser.run("document.querySelector('.chosen').textContent").startswith("Beasts, ")
    buttons = "[...document.querySelectorAll('button:not(.spot *)')].filter((one) => one.offsetParent)"
    assert table.browser.run(f"Math.min(...{buttons}.map((one) => one.getBoundingClientRect().height))") >= 24
    table.browser.call("Emulation.setTouchEmulationEnabled", enabled=False)


def test_hand_is_hidden_until_its_player_shows_it(table: Table) -> None:
    table.click(table.spot(BEASTS))
    table.action("deal")
    table.browser.wait("document.querySelector('dialog input')")
    table.browser.run("document.querySelector('dialog input').value = 2")
    table.click("dialog .main")
    table.browser.wait("!document.querySelector('dialog')")
    assert [len(hand) for hand in table.state["hands"]] == [2, 2]
    table.click(".holder h2 + button")
    names = "[...document.querySelectorAll('.held')].map((one) => one.getAttribute('aria-label'))"
    mine = table.browser.run(names)
    assert "A piece face down" not in mine
    table.click(".seat[data-seat='1']")
    curtain = table.browser.wait("document.querySelector('dialog.curtain h2')?.textContent")
    assert curtain == "Pass the device to Player 2"
    assert table.browser.run(names) == ["A piece face down"] * 2
    table.click("dialog.curtain .main")
    table.browser.wait("!document.querySelector('dialog')")
    keys = [table.state["pieces"][piece].partition("/")[2].capitalize() for piece in table.state["hands"][1]]
    assert table.browser.run(names) == keys
    shown = table.browser.run(
        "document.querySelector('.ground').innerHTML + document.querySelector('.log').textContent"
    )
    assert not [name for name in ("Fox", "Hen", "Mole") if name in shown]
    table.open()
    assert table.browser.run(names) == ["A piece face down"] * 2


def test_seed_determines_the_shuffle(table: Table) -> None:
    def begin(seed: str) -> Any:
        table.click(".tools button:nth-child(4)")
        table.browser.wait("document.querySelector('dialog form')")
        table.browser.run(f"document.querySelector('dialog form > .field input').value = {json.dumps(seed)}")
        table.browser.run("document.querySelector('dialog select').value = '3';"
            "document.querySelector('dialog select').dispatchEvent(new Event('change'))")  # fmt: skip
        table.click("dialog .main")
        table.browser.wait("!document.querySelector('dialog')")
        assert len(table.state["seats"]) == 3
        return table.stack(BEASTS)["pieces"]

    orders = [begin(seed) for seed in ("a", "a", "b", "c", "d")]
    assert orders[0] == orders[1]
    assert len({json.dumps(order) for order in orders}) > 1
    assert all(sorted(order) == sorted(orders[0]) for order in orders)


def test_only_a_saved_table_can_be_loaded(table: Table) -> None:
    table.press("Tab")
    table.browser.run(f"document.querySelector({json.dumps(table.spot(BEASTS))}).focus()")
    table.press("d", "d", "f")
    saved = table.browser.run(
        "new Promise((done) => { const make = URL.createObjectURL; URL.createObjectURL = (blob) => {"
        " URL.createObjectURL = make; blob.text().then(done); return make(blob); };"
        " document.querySelector('.tools button:nth-child(5)').click(); })"
    )
    before = table.state
    assert json.loads(saved) == before
    table.browser.run("localStorage.clear()")
    table.open()
    assert table.state["hands"] == [[], []]

    def load(text: str) -> None:
        table.browser.run(
            f"(() => {{ const files = new DataTransfer(); files.items.add(new File([{json.dumps(text)}], 'a.json'));"
            " const input = document.querySelector('input[type=file]'); input.files = files.files;"
            " input.dispatchEvent(new Event('change')); })()"
        )

    strange = {**before, "pieces": ["beasts/dragon", *before["pieces"][1:]]}
    twice = {**before, "hands": [before["hands"][0] * 2, []]}
    for text in ("no", "[]", "null", json.dumps(strange), json.dumps(twice), json.dumps({**before, "stacks": [1]})):
        load(text)
        table.browser.wait(
            "document.querySelector('dialog p')?.textContent.startsWith('This file is not a saved table')"
        )
        table.click("dialog button")
        table.browser.wait("!document.querySelector('dialog')")
    assert table.state["hands"] == [[], []]
    load(saved)
    table.browser.wait(f"{KEPT}.hands[0].length === 2")
    assert table.state == before


def test_dice_counters_and_notes_belong_to_the_table(table: Table) -> None:
    table.click(".tools button:nth-child(3)")
    table.click(".side section:first-child button:nth-of-type(3)")
    dice = table.state["dice"]
    assert dice["kind"] == "D6"
    assert 1 <= dice["values"][0] <= 6
    assert table.said == f"D6: {dice['values'][0]}."
    table.click(".counters li:nth-child(2) button:nth-of-type(2)")
    table.click(".counters li:nth-child(2) button:nth-of-type(3)")
    assert [one["value"] for one in table.state["counters"]] == [0, 6]
    table.browser.run("document.querySelector('.side textarea').focus()")
    table.browser.call("Input.insertText", text="Player 2 owes a fox")
    table.browser.run("document.querySelector('.side textarea').blur()")
    assert table.state["notes"] == "Player 2 owes a fox"
    table.open()
    assert table.state["notes"] == "Player 2 owes a fox"


def test_collected_pieces_return_from_all_zones(table: Table) -> None:
    pile = table.stack(BEASTS)
    table.browser.run(f"document.querySelector({json.dumps(table.spot(BEASTS))}).focus()")
    table.press("d", "f", "m")
    table.browser.wait("document.querySelector('dialog li button')")
    table.press("Enter")
    table.browser.wait("!document.querySelector('dialog')")
    table.click(f".spot[data-id='{pile['id']}'] .title")
    table.action("collect")
    assert sorted(table.stack(BEASTS)["pieces"]) == sorted(pile["pieces"])
    assert table.state["hands"] == [[], []]


@pytest.mark.skipif(AXE is None, reason="needs axe-core")
@pytest.mark.parametrize(("look", "width"), [("light", 1280), ("dark", 390)])
def test_axe_finds_nothing(table: Table, look: str, width: int) -> None:
    assert AXE is not None
    table.open(look, width)
    table.browser.call("Page.setBypassCSP", enabled=True)
    table.open(look, width)
    table.browser.run(f"{AXE.read_text(encoding='utf-8')}; 0")
    table.browser.run(f"document.querySelector({json.dumps(table.spot(BEASTS))}).focus()")
    table.press("d", "Enter")
    views = {
        "menu": "0",
        "panel": "document.querySelector('.tools button:nth-child(3)').click()",
        "help": "document.querySelector('.tools button:nth-child(7)').click()",
        "closed": "document.querySelector('dialog').close()",
        "new": "document.querySelector('.tools button:nth-child(4)').click()",
    }
    found = []
    for name, step in views.items():
        table.browser.run(step)
        result = table.browser.run("axe.run().then((done) => ({ bad: done.violations, good: done.passes.length }))")
        assert result["good"] > 15
        found += [(name, one["id"], one["nodes"][0]["html"][:200]) for one in result["bad"]]
    table.browser.call("Page.setBypassCSP", enabled=False)
    assert found == []
