"""Several tabs of a browser with the same preview: one stream of events for all of them."""

import json
from collections.abc import Callable, Iterator
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Event
from typing import Any

import pytest

from pawprint.preview.server import Server
from preview.browser import CHROMIUM, TAG, Browser, names
from preview.conftest import Served, running

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")


@pytest.fixture
def tabs(browser: Browser, served: Served) -> Iterator[Callable[[int], list[str]]]:
    """Opens tabs with the page one after the other, each with both pieces painted; they are closed again."""
    browser.errors.clear()
    opened: list[str] = []

    def open_tabs(count: int) -> list[str]:
        for _ in range(count):
            opened.append(browser.open_tab())
            browser.open(served.server.address)
            browser.wait("document.querySelectorAll('.picture.shown').length === 2")
            browser.wait("document.getElementById('status').textContent === 'Watching'")
        return opened

    yield open_tabs
    for tab in opened:
        browser.close_tab(tab)


def all_show(browser: Browser, tabs: list[str], expected: list[str]) -> None:
    for tab in tabs:
        browser.turn_to(tab)
        names(browser, expected)


def test_eight_tabs_repaint_and_any_of_them_may_close(
    browser: Browser, served: Served, tabs: Callable[[int], list[str]]
) -> None:
    opened = tabs(8)
    before = browser.run(TAG.format("fox"))
    served.edit("den/cards.yaml", "Renard", "Goupil")
    browser.wait(f"{TAG.format('fox')} !== {json.dumps(before)}")
    all_show(browser, opened, ["Lièvre", "Goupil"])
    for old, new in [("Goupil", "Rouquin"), ("Rouquin", "Roussel")]:  # the tab with the stream of events is the first
        browser.close_tab(opened.pop(0))
        served.edit("den/cards.yaml", old, new)
        all_show(browser, opened, ["Lièvre", new])
    assert browser.errors == []


def test_save_while_the_stream_of_events_passes_to_another_tab_is_not_missed(
    browser: Browser, served: Served, tabs: Callable[[int], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = tabs(3)
    gate, subscribe = Event(), served.watcher.subscribe
    monkeypatch.setattr(served.watcher, "subscribe", lambda: gate.wait(60) and subscribe())
    browser.close_tab(opened.pop(0))
    served.edit("den/cards.yaml", "Renard", "Goupil")
    server_knows = "fetch('/game/den').then((one) => one.text()).then((text) => text.includes('Goupil'))"
    browser.turn_to(opened[0])
    browser.wait(server_knows)
    gate.set()
    all_show(browser, opened, ["Lièvre", "Goupil"])


class Other(BaseHTTPRequestHandler):
    """Another server, which has no stream of events."""

    asked = Event()

    def do_GET(self) -> None:
        self.send_error(HTTPStatus.NOT_FOUND)
        if self.path == "/events":
            self.asked.set()

    def log_message(self, format: str, *args: Any) -> None:
        """Write nothing."""


@pytest.mark.parametrize(
    "script",
    [
        "Object.defineProperty(Navigator.prototype, 'locks', {value: undefined})",
        "LockManager.prototype.request = () => Promise.reject(new DOMException('denied', 'SecurityError'))",
        "delete globalThis.BroadcastChannel",
    ],
    ids=["no locks", "locks denied", "no channel"],
)
def test_browser_without_shared_event_streams_opens_a_stream_in_each_tab(
    browser: Browser, served: Served, script: str
) -> None:
    opened = [browser.open_tab(), browser.open_tab()]
    for tab in opened:
        browser.turn_to(tab)
        browser.call("Page.addScriptToEvaluateOnNewDocument", source=script)
        browser.open(served.server.address)
        names(browser, ["Lièvre", "Renard"])
        browser.wait("document.getElementById('status').textContent === 'Watching'")
    served.edit("den/cards.yaml", "Renard", "Goupil")
    all_show(browser, opened, ["Lièvre", "Goupil"])
    for tab in opened:
        browser.close_tab(tab)


def test_all_tabs_catch_up_with_a_preview_that_is_started_again(
    browser: Browser, served: Served, tabs: Callable[[int], list[str]]
) -> None:
    opened = tabs(2)
    port = served.server.server_port
    served.server.end_streams()
    served.watcher.publish("findings", game="den")
    served.server.shutdown()
    served.server.server_close()
    for tab in opened:
        browser.turn_to(tab)
        browser.wait("document.getElementById('status').classList.contains('bad')")
    served.edit("den/cards.yaml", "Renard", "Goupil")
    with running(HTTPServer(("127.0.0.1", port), Other)):
        assert Other.asked.wait(60)
    with running(Server(served.watcher, served.server.print_pages, port)):
        all_show(browser, opened, ["Lièvre", "Goupil"])
        for tab in opened:
            browser.turn_to(tab)
            browser.wait("document.getElementById('status').textContent === 'Watching'")
