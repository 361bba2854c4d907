"""No text of a document's style becomes markup of its page."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from documents.test_html_page import page_source, parsed
from pawprint.core.page_policy import NEVER
from preview.browser import CHROMIUM, Browser
from preview.conftest import running

#: Each would leave the page, or ask another address for something, if it became markup.
MARKUP = (
    "<meta http-equiv=refresh content='0;url=ADDRESS'>", "<form id=sent action=ADDRESS><input name=q></form>",
    "<link rel=stylesheet href=ADDRESS>", "<img src=ADDRESS>", "<script src=ADDRESS></script>", "<base href=ADDRESS>",
    "<script>location = 'ADDRESS'</script>", "<iframe src=ADDRESS></iframe>",
)  # fmt: skip
STYLE = """\
sheets:
  base:
    list:
      bullet: >-
        </style>MARKUP<style>"; } * { background: url(ADDRESS) } /* \\" </STYLE >
"""


class Foreign(BaseHTTPRequestHandler):
    """Another host, which notes what it is asked for."""

    asked: list[str] = []  # noqa: RUF012 - emptied by the test that uses it

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_error(404)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def foreign() -> Iterator[str]:
    Foreign.asked.clear()
    with HTTPServer(("127.0.0.1", 0), Foreign) as server, running(server):
        yield f"http://127.0.0.1:{server.server_port}/"


def hostile(folder: Path, address: str) -> str:
    style = STYLE.replace("MARKUP", "".join(MARKUP)).replace("ADDRESS", address)
    return page_source(folder, documents=style)


def test_bullet_stays_text(tmp_path: Path) -> None:
    plain = {element.tag for element in parsed(page_source(tmp_path / "plain")).iter()}
    page = parsed(hostile(tmp_path / "hostile", "http://example.org/"))
    assert {element.tag for element in page.iter()} == plain
    assert not [element for element in page.iter("meta") if element.get("http-equiv") == "refresh"]


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_hostile_style_loads_nothing_and_links_nowhere(browser: Browser, foreign: str, tmp_path: Path) -> None:
    path = tmp_path / "rulebook.html"
    path.write_text(hostile(tmp_path, foreign), encoding="utf-8")
    browser.requests.clear()
    browser.open(path.as_uri())
    browser.wait("document.readyState === 'complete'")
    browser.run("new Promise((resolve) => setTimeout(resolve, 1000))")
    assert browser.run("location.href") == path.as_uri()
    assert Foreign.asked == []
    assert [address for address in browser.requests if not address.startswith("data:")] == [path.as_uri()]
    bullet = browser.run("getComputedStyle(document.querySelector('ul > li'), '::marker').content")
    assert "</style><meta" in bullet


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_forms_and_other_bases_are_forbidden(browser: Browser, foreign: str, tmp_path: Path) -> None:
    """If markup got into a page in another way: the policy keeps what it can."""
    path = tmp_path / "rulebook.html"
    page = page_source(tmp_path)
    assert NEVER in page
    path.write_text(page.replace("<main", "".join(MARKUP[1:]).replace("ADDRESS", foreign) + "<main"), encoding="utf-8")
    browser.open(path.as_uri())
    browser.wait("document.readyState === 'complete'")
    browser.run("document.getElementById('sent').submit()")
    browser.run("new Promise((resolve) => setTimeout(resolve, 1000))")
    assert (browser.run("location.href"), browser.run("document.baseURI")) == (path.as_uri(), path.as_uri())
    assert Foreign.asked == []
    browser.errors.clear()
