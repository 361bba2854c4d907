"""Where the page is: history, scroll position, focus and zoom, in a browser. Without one these tests skip."""

import json

import pytest

from preview.browser import CHROMIUM, Browser, choose, click, names
from preview.conftest import Served

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")

FOX = '.tile[data-piece="animals/fox"] .open'
OPEN = "document.getElementById('piece')?.open"
TITLE = "document.getElementById('piece-title').textContent"
VIEW = "document.body.dataset.view"
FOCUSED = "document.activeElement.closest('.tile')?.dataset.piece"


def many_cards(page: Browser, served: Served, count: int = 80) -> None:
    """Give the game *count* more cards."""
    more = "".join(
        f"  - {{id: hare-{n}, name: {{fr: L{n}, en: H{n}}}, level: 1, diet: plants, art: hare}}\n" for n in range(count)
    )
    cards = served.folder / "den/cards.yaml"
    cards.write_text(cards.read_text(encoding="utf-8") + more, encoding="utf-8")
    page.wait(f"document.querySelectorAll('.tile').length === {count + 2}")


def test_piece_that_is_opened_just_as_it_closes_stays_open(page: Browser) -> None:
    click(page, FOX)
    page.wait(OPEN)
    page.run(
        "(() => { const open = location.hash, state = history.state;"
        " history.replaceState(null, '', '#game=den'); dispatchEvent(new PopStateEvent('popstate'));"
        " history.replaceState(state, '', open); dispatchEvent(new PopStateEvent('popstate')); })()"
    )
    page.run("new Promise((done) => setTimeout(done, 150))")
    assert page.run(OPEN)
    assert page.run("location.hash.includes('piece=animals%2Ffox')")


def test_button_back_returns_to_the_last_view_and_closes_the_large_view(page: Browser) -> None:
    start = page.run("history.length")
    click(page, "[data-view=findings]")
    page.wait(f"{VIEW} === 'findings'")
    click(page, "[data-view=pieces]")
    click(page, FOX)
    page.wait(OPEN)
    assert page.run("location.hash.includes('piece=animals%2Ffox')")
    page.press("ArrowRight")
    page.wait(f"{TITLE} === 'Lièvre'")
    assert page.run("history.length") == start + 3
    page.run("history.back()")
    page.wait(f"!{OPEN}")
    page.run("history.forward()")
    page.wait(f"{OPEN} && {TITLE} === 'Lièvre'")
    page.press("Escape")  # leaves the entry of the large view as well
    page.wait(f"!{OPEN} && !location.hash.includes('piece=')")
    page.run("history.back()")
    page.wait(f"{VIEW} === 'findings'")
    assert not page.run(OPEN)
    choose(page, "group", "diet")  # an option is no step
    assert page.run("history.length") == start + 3


def test_view_chosen_just_as_a_piece_closes_stays_chosen(page: Browser) -> None:
    start = page.run("history.length")
    click(page, FOX)
    page.wait(OPEN)
    page.run(
        "new Promise((done) => {"
        " addEventListener('popstate', () => setTimeout(done, 50), { once: true });"
        " document.querySelector('#piece .close').click();"  # the event "close" is still to come
        " document.querySelector('[data-view=table]').click(); })"
    )
    assert page.run(VIEW) == "table"
    assert page.run("location.hash.includes('view=table') && !location.hash.includes('piece')")
    assert page.run("history.length") == start + 1  # the view takes the place of the piece
    page.run("history.back()")
    page.wait(f"{VIEW} === 'pieces'")
    assert not page.run(OPEN)


def test_address_of_a_piece_opens_it(page: Browser, served: Served) -> None:
    page.open("about:blank")
    page.open(f"{served.server.address}#piece=animals%2Ffox")
    page.wait(f"{OPEN} && {TITLE} === 'Renard'")
    page.press("Escape")
    page.wait(f"!{OPEN} && !location.hash.includes('piece')")
    page.open("about:blank")
    page.open(f"{served.server.address}#piece=animals%2Fwolf")
    names(page, ["Lièvre", "Renard"])
    page.wait("!location.hash.includes('piece')")


def test_scroll_position_survives_another_view_and_a_reload(page: Browser, served: Served) -> None:
    many_cards(page, served)
    height = page.run("document.documentElement.scrollHeight")
    page.run("scrollTo(0, 1500)")
    page.wait("scrollY === 1500")
    click(page, "[data-view=findings]")
    page.wait(f"{VIEW} === 'findings' && scrollY === 0")
    click(page, "[data-view=pieces]")
    page.wait("scrollY === 1500")
    page.call("Page.reload")
    page.wait("window.performance.now() < 20000 && document.querySelector('.picture.shown') && scrollY === 1500")
    page.run("scrollTo(0, 1e6); new Promise((done) => setTimeout(done, 200))")
    page.wait("[...document.querySelectorAll('.picture')].at(-1).classList.contains('shown')")
    page.run("scrollTo(0, 0); new Promise((done) => setTimeout(done, 100))")
    # tiles that were never in sight were guessed as high as they are
    assert abs(page.run("document.documentElement.scrollHeight") - height) < 0.01 * height


def test_all_pieces_are_a_single_tab_stop_and_arrow_keys_scroll_the_focus_into_sight(
    page: Browser, served: Served
) -> None:
    many_cards(page, served, 40)
    stops = "document.querySelectorAll('main button:not([tabindex=\"-1\"])').length"
    assert page.run(stops) == 1
    page.run("document.querySelector('.tile .open').focus()")
    page.press("End")
    assert page.run(FOCUSED) == "animals/hare-39"
    page.press("Home")
    assert page.run(FOCUSED) == "animals/hare"
    for _ in range(4):
        page.press("ArrowDown")
    below = "document.activeElement.getBoundingClientRect().top >= document.getElementById('tools').offsetHeight"
    for _ in range(3):
        page.press("ArrowUp")
        page.wait(below)
    assert page.run(stops) == 1
    before = page.run(FOCUSED)
    page.press("/")
    page.press("Tab")
    page.run("document.querySelector('.tile .open[tabindex=\"0\"]').focus()")
    assert page.run(FOCUSED) == before


def test_only_what_was_edited_is_marked_as_new(page: Browser, served: Served) -> None:
    tag = page.run("document.querySelector('.picture').tag")
    click(page, "#ink")
    page.wait(f"document.querySelector('.picture').tag && document.querySelector('.picture').tag !== {json.dumps(tag)}")
    assert page.run("document.querySelectorAll('.picture.news').length") == 0
    served.edit("den/cards.yaml", "Renard", "Goupil")
    page.wait("document.querySelector('[data-piece=\"animals/fox\"] .picture.news')")


def test_large_view_follows_a_renamed_piece_and_reports_a_deleted_piece(page: Browser, served: Served) -> None:
    click(page, FOX)
    served.edit("den/cards.yaml", "id: fox, name: {fr: Renard", "id: vixen, name: {fr: Renarde")
    page.wait(f"{OPEN} && {TITLE} === 'Renarde' && location.hash.includes('vixen')")
    cards = served.folder / "den/cards.yaml"
    lines = cards.read_text(encoding="utf-8").splitlines()
    cards.write_text("\n".join(line for line in lines if "vixen" not in line), encoding="utf-8")
    page.wait(f"!{OPEN}")
    page.wait("document.getElementById('notice').textContent === '“Renarde” is no longer in the game.'")
    page.wait("!location.hash.includes('piece')")


def test_zoom_has_a_number_and_a_true_size(page: Browser) -> None:
    assert page.run("document.getElementById('percent').textContent") == "86 %"
    click(page, "#true-size")
    assert page.run("document.getElementById('percent').textContent") == "100 %"
    inch = page.run("document.querySelector('.picture').getBoundingClientRect().width") / 40 * 25.4
    assert inch == pytest.approx(96, rel=1e-3)
    page.run("document.getElementById('zoom').value = 1; 0")
    page.run("document.getElementById('zoom').dispatchEvent(new Event('input'))")
    name = "document.querySelector('.tile .name')"
    assert page.run(f"{name}.scrollWidth <= {name}.clientWidth && {name}.clientWidth > 30")


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (720, 450)])
def test_options_of_a_small_window_are_behind_a_button(page: Browser, width: int, height: int) -> None:
    page.size(width, height)
    assert page.run("document.getElementById('tools').offsetHeight") < 60
    click(page, "#more")
    page.wait("document.getElementById('zoom').offsetWidth > 0")
    assert page.run("document.getElementById('tools').offsetHeight") < height * 0.62


@pytest.mark.parametrize(
    "words",
    [
        "view=x", "view=<script>", 'view="]', "view=__proto__", "view=play", "view=&side=", "group=__proto__",
        "group=x", "side=x", "sight=<b>", "paper=x", "comments=x", "zoom=x", "zoom=-1", "zoom=1e9", "edition=x",
        "game=../x",
    ],
)  # fmt: skip
def test_unknown_option_in_the_address_becomes_the_default(page: Browser, served: Served, words: str) -> None:
    page.open("about:blank")
    page.open(f"{served.server.address}#{words}")
    page.wait("document.querySelectorAll('.picture.shown').length === 2")
    assert page.run(VIEW) == "pieces"
    assert page.run("document.querySelector('#views [aria-current]').dataset.view") == "pieces"
    assert page.run("location.hash") == "#game=den"
