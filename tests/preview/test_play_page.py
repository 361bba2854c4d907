"""People play on the page, in a real browser: whole games by mouse, keyboard and touch. Without a browser they skip."""

import json
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from random import Random

import pytest

from end_to_end.test_web_pages import AXE
from pawprint.core.diagnostics import Diagnostic
from pawprint.preview.server import Server
from preview.browser import CHROMIUM, Browser
from preview.conftest import ThreadWorker, previewed

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")
ROOT = Path(__file__).parents[2]

#: Where the page shows what can be done next: the middles of the elements, by what they are.
NEXT = """(() => {
  const ready = document.querySelector('.cover [data-do=ready], .question [data-do=ready]');
  if (ready) return [ready];
  const choice = [...document.querySelectorAll('.choice .action')];
  const marked = [...document.querySelectorAll('.target.can')];
  return document.querySelector('.target.chosen') ? [...choice, ...marked] : [...marked, ...choice];
})()"""
ROOM = "document.querySelector('[data-play]')"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A preview of the bundled games, which checks none of them: that takes longer than all that is played here."""
    unchecked = Future[tuple[Diagnostic, ...]]()
    unchecked.set_result(())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ThreadWorker, "check", lambda *_: unchecked)
        with previewed(ROOT / "catalog", [ROOT / "layouts"]) as (server, _):
            yield server


class PlayPage:
    """The play view of a game in the browser, used by *hand*: `mouse`, `keyboard` or `touch`."""

    def __init__(self, browser: Browser, server: Server, game: str, hand: str, language: str = "en") -> None:
        self.browser, self.hand = browser, hand
        browser.errors.clear()
        touch = hand == "touch"
        browser.call("Emulation.setTouchEmulationEnabled", enabled=touch)
        browser.size(390 if touch else 1280, 844 if touch else 900)
        browser.open("about:blank")
        browser.open(f"{server.address}#game={game}&view=play&languages={language}")
        browser.wait("document.querySelector('[data-do=start]')")

    def set(self, identity: str, value: str) -> None:
        """Set a field of a form."""
        self.browser.run(
            f"(() => {{ const one = document.getElementById('{identity}'); one.value = {json.dumps(value)};"
            " one.dispatchEvent(new Event('change', {bubbles: true})); })()"
        )

    def start(self, *seats: str, edition: str = "") -> None:
        """Begin a game with bots that act at once."""
        if edition:
            self.set("play-edition", edition)
        self.set("play-players", str(len(seats)))
        for seat, kind in enumerate(seats):
            self.set(f"play-seat-{seat}", kind)
        self.set("play-seed", "7")
        self.use("document.querySelector('[data-do=start]')")
        self.browser.wait("document.querySelector('.question, .cover')")

    def use(self, element: str) -> None:
        """Point at an element: click it, tap it, or go there and press Enter."""
        here = f"(({element}))"
        if self.hand == "keyboard":
            self.browser.run(f"{here}.focus()")
            self.browser.press("Enter")
            return
        self.browser.run(f"{here}.scrollIntoView({{block: 'center', inline: 'center'}})")
        x, y = self.browser.run(
            f"(({{ x, y, width, height }}) => [x + width / 2, y + height / 2])({here}.getBoundingClientRect())"
        )
        if self.hand == "touch":
            self.browser.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
            self.browser.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
            return
        for kind in ("mousePressed", "mouseReleased"):
            self.browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def waits(self) -> str:
        """What the page waits for, as soon as that is a person, or nothing more."""
        state = f"(document.querySelector('.cover') ? 'cover' : {ROOM}?.dataset.waits)"
        return str(self.browser.wait(f"['cover', 'person', 'end', 'replay'].includes({state}) && {state}"))

    def play(self, most: int = 10_000) -> int:
        """Play at random, to the end or so many times; returns how often something was pointed at."""
        rng, used = Random(5), 0
        while self.waits() != "end" and used < most:
            count = self.browser.run(f"{NEXT}.length")
            assert count, "a person is to act, but nothing can be pointed at"
            self.use(f"{NEXT}[{rng.randrange(count)}]")
            used += 1
        return used


@pytest.mark.parametrize(
    ("game", "hand", "seats"),
    [
        ("pocket-cats", "mouse", ["human", "random"]),
        ("food-chain", "keyboard", ["human", "random", "random"]),
        ("fooden", "mouse", ["human", "random", "random", "random"]),
        ("lake-ecosystem", "touch", ["human", "random", "random", "random"]),
    ],
)
def test_whole_game_can_be_played(browser: Browser, server: Server, game: str, hand: str, seats: list[str]) -> None:
    page = PlayPage(browser, server, game, hand)
    page.start(*seats)
    browser.run("document.getElementById('play-pace').value = 'at-once'")
    browser.run("document.getElementById('play-pace').dispatchEvent(new Event('change', {bubbles: true}))")
    assert page.play() > 10
    assert browser.run("document.querySelector('.question strong').innerText")
    assert browser.run("document.documentElement.scrollWidth <= innerWidth")
    assert browser.errors == []


def test_two_people_pass_the_device_and_see_only_their_own_hands(browser: Browser, server: Server) -> None:
    page = PlayPage(browser, server, "food-chain", "touch", "fr")
    page.start("human", "human")
    hands = []
    for _ in range(2):
        assert page.waits() == "cover"
        assert browser.run("document.querySelectorAll('.panel').length") == 0
        page.use("document.querySelector('[data-do=ready]')")
        browser.wait("document.querySelector('.panel.hand')")
        hands.append(browser.run("[...document.querySelectorAll('.panel.hand h2')].map((one) => one.innerText)"))
        page.use("document.querySelector('.panel.hand .target.can')")
        page.use(
            browser.run("document.querySelector('.choice .action')") or "document.querySelector('.choice .action')"
        )
        browser.wait("document.querySelector('.question [data-do=ready]')")
        page.use("document.querySelector('.question [data-do=ready]')")
    assert len(hands[0]) == len(hands[1]) == 1
    assert hands[0] != hands[1]


def test_illegal_action_has_a_reason_and_a_link_to_the_rulebook(browser: Browser, server: Server) -> None:
    page = PlayPage(browser, server, "pocket-cats", "mouse")
    page.start("human", "random", edition="first-game")
    page.use("document.querySelector('[data-target=r3c3]')")
    note = browser.wait("document.querySelector('.note a') && document.querySelector('.note').innerText")
    assert "already face up" in note
    assert "Your turn" in note
    assert browser.run("document.querySelector('.note a').getAttribute('href')").endswith("lang=en#turn")
    target = browser.run("fetch(document.querySelector('.note a').href).then((answer) => answer.text())")
    assert 'id="turn"' in target


def test_pointing_at_a_table_card_too_early_names_the_first_step(browser: Browser, server: Server) -> None:
    page = PlayPage(browser, server, "food-chain", "mouse")
    page.start("human", "random")
    page.use("document.querySelector('[data-target^=\"node \"]')")
    browser.wait("document.querySelector('.note a')")
    assert browser.run("document.querySelector('.note').innerText").startswith("First choose a card of your hand.")


def test_undo_hint_magnifier_and_replay(browser: Browser, server: Server) -> None:
    page = PlayPage(browser, server, "pocket-cats", "mouse")
    page.start("human", "random", edition="first-game")
    page.play(2)
    page.waits()
    step = browser.run(f"Number({ROOM}.dataset.step)")
    page.use("document.querySelector('[data-do=undo]')")
    browser.wait(f"Number({ROOM}.dataset.step) < {step}")
    page.waits()
    page.use("document.querySelector('[data-do=hint]')")
    assert browser.wait("document.querySelector('.target.hinted')?.classList.contains('can')")
    page.use("document.querySelector('[data-do=magnify]')")
    page.use("document.querySelector('.target.lens')")
    assert browser.wait("document.querySelector('dialog[open] img')?.alt")
    page.use("document.querySelector('dialog[open] button')")
    browser.wait("!document.querySelector('.play-large')")
    page.use("document.querySelector('[data-do=magnify]')")
    browser.run("document.querySelector('.more-menu').open = true")
    page.use("document.querySelector('[data-do=to-setup]')")
    browser.wait("document.querySelector('[data-do=open-scenario]')")
    page.set("play-scenario", "PC-3.4")
    page.use("document.querySelector('[data-do=open-scenario]')")
    browser.wait("document.querySelector('[data-do=forward]')")
    page.use("document.querySelector('[data-do=forward]')")
    browser.wait(f"{ROOM}.dataset.step === '1'")
    page.use("document.querySelector('[data-do=play-on]')")
    assert page.waits() in ("person", "end")
    assert browser.errors == []


def test_arrow_keys_and_the_live_region(browser: Browser, server: Server) -> None:
    page = PlayPage(browser, server, "pocket-cats", "keyboard")
    page.start("human", "random", edition="first-game")
    browser.run("document.querySelector('[data-target=r1c1]').focus()")
    browser.press("ArrowRight")
    browser.press("ArrowDown")
    assert browser.run("document.activeElement.dataset.target") == "r2c2"
    assert (
        "face-down tile (row 2, place 2), possible"
        in browser.run("document.activeElement.getAttribute('aria-label')").lower()
    )
    browser.press("Enter")
    assert browser.wait("document.querySelector('[role=status][aria-live]').innerText.includes('revealed')")
    assert browser.run("document.activeElement.dataset.target") == "r2c2", "the focus stays where it was"


@pytest.mark.skipif(AXE is None, reason="needs axe-core")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(browser: Browser, server: Server, scheme: str) -> None:
    assert AXE is not None
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    try:
        for game, width in (("fooden", 390), ("pocket-cats", 1280)):
            page = PlayPage(browser, server, game, "mouse")
            browser.size(width, 844)
            browser.run(f"{AXE.read_text(encoding='utf-8')}; 0")
            for _ in range(2):  # the form, and a game
                found = browser.run(
                    "axe.run().then((done) => done.violations.map((one) => [one.id, one.nodes[0].html]))"
                )
                assert found == []
                if not browser.run("document.querySelector('.question') !== null"):
                    page.start("human", "random")
                    page.play(3)
                    page.waits()
    finally:
        browser.call("Emulation.setEmulatedMedia", features=[])


def test_buttons_that_complete_an_action_are_not_below_the_question(browser: Browser, server: Server) -> None:
    page = PlayPage(browser, server, "lake-ecosystem", "mouse")
    browser.size(1280, 500)
    page.start("human", "random")
    page.waits()
    browser.wait("document.querySelector('.target.can')")
    page.use("document.querySelector('.target.can')")  # a card of the hand
    browser.wait("document.querySelectorAll('.choice .action').length === 3")
    browser.run("document.querySelector('.target.can').scrollIntoView({block: 'center'})")
    page.use("document.querySelector('.target.can')")  # the species that it is for
    browser.wait("document.querySelector('.target.chosen')")
    first = "document.querySelector('.choice button')"
    assert browser.run(
        f"(({{ x, y, width }}) => document.elementFromPoint(x + width / 2, y + 3) === {first})"
        f"({first}.getBoundingClientRect())"
    )


def test_buttons_do_not_move_the_table_and_the_square_fits_the_window(browser: Browser, server: Server) -> None:
    page = PlayPage(browser, server, "food-chain", "mouse")
    page.start("human", "random")
    page.waits()
    place = "document.querySelector('.hand .surface').getBoundingClientRect().y"
    before = browser.run(place)
    page.use("document.querySelector('.hand .target.can')")
    browser.wait("document.querySelector('.choice button')")
    assert browser.run(place) == before
    assert browser.run("document.querySelector('.choice').getBoundingClientRect().bottom") <= 900
    page = PlayPage(browser, server, "pocket-cats", "mouse")
    page.start("human", "random")
    page.play(8)
    page.waits()
    browser.run("scrollTo(0, 0)")
    assert browser.run("[...document.querySelectorAll('.single .target')].length") == 25
    assert browser.run("document.querySelector('.single .surface').getBoundingClientRect().bottom") <= 900
