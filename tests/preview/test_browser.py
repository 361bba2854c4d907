"""The real page in a real browser. Without one these tests skip."""

import json
import shutil

import pytest

from preview.browser import CHROMIUM, TAG, Browser, choose, click, names
from preview.conftest import Served

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")


def test_pile_of_a_shaped_piece_follows_its_outline(page: Browser) -> None:
    shadows = page.run(
        "['picture pile', 'picture shaped pile'].map((name) => { const box = document.body.appendChild("
        "document.createElement('div')); box.className = name; const look = getComputedStyle(box);"
        " const found = [look.boxShadow === 'none', look.filter.includes('drop-shadow')]; box.remove();"
        " return found; })"
    )
    assert shadows == [[False, False], [True, True]]


def test_edit_repaints_the_card_without_a_reload(page: Browser, served: Served) -> None:
    before = page.run(TAG.format("fox"))
    page.run("window.still = true")
    served.edit("den/cards.yaml", "Renard", "Goupil")
    page.wait(f"{TAG.format('fox')} !== {json.dumps(before)}")
    names(page, ["Lièvre", "Goupil"])
    assert page.run("window.still") is True


def test_edit_of_a_drawing_and_of_a_layout_repaints(page: Browser, served: Served) -> None:
    before = page.run(TAG.format("fox"))
    square = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9H0Z" fill="#123456"/></svg>'
    (served.folder / "den/art/fox.svg").write_text(square, encoding="utf-8")
    page.wait(f"{TAG.format('fox')} !== {json.dumps(before)}")
    before, hare = page.run(TAG.format("fox")), page.run(TAG.format("hare"))
    served.edit("layouts/faces/animal.yaml", "at: [5 mm, 15 mm]", "at: [6 mm, 15 mm]")
    page.wait(f"{TAG.format('fox')} !== {json.dumps(before)} && {TAG.format('hare')} !== {json.dumps(hare)}")


def test_finding_appears_and_vanishes_and_the_last_good_picture_stays(page: Browser, served: Served) -> None:
    good = page.run(TAG.format("fox"))
    served.edit("den/cards.yaml", "level: 2", "level: many")
    page.wait("document.querySelector('.tile[data-piece=\"animals/fox\"] .badge')")
    page.wait("document.querySelector('.picture.stale[data-piece=\"animals/fox\"]')")
    assert page.run("document.querySelectorAll('.picture img').length") == 2
    click(page, "[data-view=findings]")
    listed = page.wait("document.querySelector('.findings li')?.innerText")
    assert "den/cards.yaml:3:51" in listed
    assert "wrong-type" in listed
    assert "animals/fox" in listed
    served.edit("den/cards.yaml", "level: many", "level: 2")
    page.wait("document.querySelector('.list .empty')")
    click(page, "[data-view=pieces]")
    page.wait("!document.querySelector('.badge') && !document.querySelector('.picture.stale')")
    assert page.run(TAG.format("fox")).removesuffix('-stale"').strip('"') == good.strip('"')


def test_broken_file_shows_its_finding_and_the_old_pieces(page: Browser, served: Served) -> None:
    served.edit("den/cards.yaml", "animals:", "animals: [")
    page.wait("document.getElementById('count').textContent === '1'")
    names(page, ["Lièvre", "Renard"])
    served.edit("den/cards.yaml", "animals: [", "animals:")
    page.wait("document.getElementById('count').hidden")


def test_findings_of_the_full_check_are_shown(page: Browser, served: Served) -> None:
    served.edit("den/game.yaml", "only: [1, 2, 3]", "only: [1]")
    page.wait("document.getElementById('count').textContent === '1'")
    click(page, "[data-view=findings]")
    assert "DEN-1" in page.wait("document.querySelector('.findings li')?.innerText")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("goupil", []),
        ("lievre", ["Lièvre"]),
        ("fox", ["Lièvre", "Renard"]),  # who hunts the hare
        ("renard", ["Renard"]),
        ("level>=2", ["Renard"]),
        ("level<2", ["Lièvre"]),
        ("diet:viande", ["Renard"]),
        ("prey=hare", ["Renard"]),
        ("-shy:true", ["Renard"]),
        ("copies=1 animals", ["Lièvre", "Renard"]),
        ('name:"ren"', ["Renard"]),
    ],
)
def test_search_and_filter(page: Browser, query: str, expected: list[str]) -> None:
    page.run(
        "(() => { const one = document.getElementById('query');"
        f" one.value = {json.dumps(query)}; one.dispatchEvent(new Event('input')); }})()"
    )
    names(page, expected)


def test_filter_is_chosen_from_lists(page: Browser) -> None:
    choose(page, "field", "diet")
    choose(page, "value", "Viande")
    names(page, ["Renard"])
    assert page.run("document.getElementById('query').value") == "diet=Viande"
    choose(page, "value", "Plantes")
    names(page, ["Lièvre", "Renard"])
    assert page.run("document.getElementById('query').value") == "diet=Viande|Plantes"


def test_pieces_are_grouped_by_a_field(page: Browser) -> None:
    choose(page, "group", "diet")
    titles = "[...document.querySelectorAll('main h2')].map((one) => one.firstChild.data).join()"
    page.wait(f"{titles} === 'Plantes,Viande'")


def test_pieces_without_a_value_are_the_last_group(page: Browser) -> None:
    choose(page, "group", "prey")
    titles = "[...document.querySelectorAll('main h2')].map((one) => one.firstChild.data).join()"
    page.wait(f"{titles} === 'hare,without prey'")


def test_game_may_disappear_and_return(page: Browser, served: Served, tmp_path_factory: pytest.TempPathFactory) -> None:
    away = tmp_path_factory.mktemp("away") / "lair"
    shutil.copytree(served.folder / "den", away)
    declared = away / "game.yaml"
    declared.write_text(declared.read_text(encoding="utf-8").replace("id: den", "id: lair"), encoding="utf-8")
    games = "[...document.querySelectorAll('#game option')].map((one) => one.value).join()"
    page.run("window.still = true")
    for come in (away.rename, lambda home: shutil.copytree(away, home)):  # at once, and file by file
        home = served.folder / "lair"
        come(home)
        page.wait(f"{games} === 'den,lair'")
        choose(page, "game", "lair")
        page.wait("document.querySelectorAll('.picture.shown img').length === 2 && location.hash.includes('lair')")
        if not away.exists():
            shutil.copytree(home, away)
        shutil.rmtree(home)
        page.wait(f"{games} === 'den' && !location.hash.includes('lair')")
        page.wait("document.querySelector('#status').innerText.includes('no longer in the catalog')")
        page.wait("document.querySelectorAll('.picture.shown img').length === 2")
    assert page.run("window.still") is True
    page.errors[:] = [error for error in page.errors if "/lair" not in error]  # asked for as it went


def test_last_game_stays_after_it_disappears(
    page: Browser, served: Served, tmp_path_factory: pytest.TempPathFactory
) -> None:
    (served.folder / "den").rename(tmp_path_factory.mktemp("away") / "den")
    page.wait("document.querySelector('#status').innerText.includes('no game in the catalog')")
    names(page, ["Lièvre", "Renard"])


def test_findings_of_a_game_that_has_gone_are_ignored(
    page: Browser, served: Served, tmp_path_factory: pytest.TempPathFactory
) -> None:
    (served.folder / "den").rename(tmp_path_factory.mktemp("away") / "den")
    page.wait("document.querySelector('#status').innerText.includes('no game in the catalog')")
    page.run("const real = fetch; fetch = (...words) => real(...words).finally(() => { window.answered = true; }); 0")
    served.watcher.publish("findings", game="den")
    page.wait("window.answered")
    names(page, ["Lièvre", "Renard"])


def test_repainted_piece_is_marked_by_a_layer_that_fades(page: Browser, served: Served) -> None:
    served.edit("den/cards.yaml", "Renard", "Goupil")
    page.wait("document.querySelector('[data-piece=\"animals/fox\"] .picture.news')")
    moving = "document.querySelector('[data-piece=\"animals/fox\"] .picture').getAnimations({subtree: true})"
    fades = f"{moving}.map((one) => Object.keys(one.effect.getKeyframes()[0]).includes('opacity'))"
    assert page.run(fades) in ([True], [])  # whatever else moves has all pictures painted in every frame


def test_flip_sides_and_languages(page: Browser) -> None:
    face = page.run(TAG.format("fox"))
    click(page, '.tile[data-piece="animals/fox"] .flip')
    page.wait(f"{TAG.format('fox')} && {TAG.format('fox')} !== {json.dumps(face)}")
    back = page.run(TAG.format("fox"))
    assert page.run("document.querySelector('.picture[data-piece=\"animals/fox\"] img').alt") == "Renard, back, fr"
    click(page, '.tile[data-piece="animals/fox"] .flip')
    page.wait(f"{TAG.format('fox')} === {json.dumps(face)}")
    assert back != face
    click(page, "#beside")
    page.wait("document.querySelectorAll('.picture.shown').length === 4")
    assert (
        page.run("[...document.querySelectorAll('.picture')].map((one) => one.dataset.language).join()")
        == "fr,en,fr,en"
    )
    click(page, "#languages input[value=fr]")
    names(page, ["Hare", "Fox"])
    click(page, "#sides input[value=both]")
    page.wait("document.querySelectorAll('.picture.shown').length === 4")


@pytest.mark.parametrize("choice", ["guides", "ink", "sight", "copies"])
def test_overlays_and_simulations(page: Browser, choice: str) -> None:
    before = page.run(TAG.format("fox"))
    if choice == "sight":
        choose(page, "sight", "grey")
    else:
        click(page, f"#{choice}")
    if choice == "copies":
        page.wait("document.querySelector('.picture').style.getPropertyValue('--copies') === '1'")
    else:
        page.wait(f"{TAG.format('fox')} && {TAG.format('fox')} !== {json.dumps(before)}")
    page.wait(f"location.hash.includes('{choice}')")


def test_zoom_enlarges_pictures_and_they_stay_vector(page: Browser) -> None:
    wide = "document.querySelector('.picture img').getBoundingClientRect().width"
    before = page.run(wide)
    page.run(
        "(() => { const one = document.getElementById('zoom'); one.value = 8;"
        " one.dispatchEvent(new Event('input')); })()"
    )
    page.wait(f"{wide} > {2 * before}")
    assert page.run("fetch('/picture/den/animals/fox?lang=fr').then((one) => one.headers.get('Content-Type'))") == (
        "image/svg+xml"
    )


def test_every_action_works_by_keyboard(page: Browser) -> None:
    page.press("/")
    assert page.run("document.activeElement.id") == "query"
    page.run("document.querySelector('.tile .open').focus()")
    page.press("ArrowRight")
    assert page.run("document.activeElement.closest('.tile').dataset.piece") == "animals/fox"
    face = page.run(TAG.format("fox"))
    page.press("f")
    page.wait(f"{TAG.format('fox')} && {TAG.format('fox')} !== {json.dumps(face)}")
    page.press("Enter")
    page.wait("document.getElementById('piece').open")
    about = page.run("document.getElementById('piece').innerText")
    assert "Renard" in about
    assert "den/cards.yaml:3" in about
    page.press("ArrowRight")
    page.wait("document.getElementById('piece-title').textContent === 'Lièvre'")
    page.press("Escape")
    page.wait("!document.getElementById('piece').open")
    page.wait("document.activeElement.closest('.tile')?.dataset.piece === 'animals/hare'")


@pytest.mark.parametrize("focused", ["header .close", "header [aria-label='Next piece']", ".facts .place", ""])
def test_arrow_keys_work_again_and_again_in_the_large_view(page: Browser, focused: str) -> None:
    click(page, '.tile[data-piece="animals/hare"] .open')
    page.wait("document.getElementById('piece').open")
    if focused:
        page.run(f"document.querySelector({json.dumps(f'#piece {focused}')}).focus()")
    else:
        page.run("document.activeElement.blur()")  # as after a click beside the buttons
    for key, name in [("ArrowRight", "Renard"), ("ArrowRight", "Lièvre"), ("ArrowLeft", "Renard")]:
        page.press(key)
        page.wait(f"document.getElementById('piece-title').textContent === '{name}'")
        assert page.run("document.activeElement.closest('#piece') !== null")
    page.press("Escape")
    page.wait("document.activeElement.closest('.tile')?.dataset.piece === 'animals/fox'")


def test_arrow_buttons_of_the_large_view_preserve_the_focus(page: Browser) -> None:
    click(page, '.tile[data-piece="animals/hare"] .open')
    for label, name in [("Next piece", "Renard"), ("Next piece", "Lièvre"), ("Previous piece", "Renard")]:
        page.run(f"document.querySelector('#piece [aria-label=\"{label}\"]').focus()")
        page.press("Enter")
        page.wait(f"document.getElementById('piece-title').textContent === '{name}'")
        assert page.run("document.activeElement.getAttribute('aria-label')") == label


def test_edit_changes_the_title_of_the_large_view(page: Browser, served: Served) -> None:
    click(page, '.tile[data-piece="animals/fox"] .open')
    page.wait("document.getElementById('piece-title').textContent === 'Renard'")
    served.edit("den/cards.yaml", "Renard", "Goupil")
    page.wait("document.getElementById('piece-title').textContent === 'Goupil'")


def test_skip_link_leads_to_the_pieces_and_preserves_the_selection(page: Browser, served: Served) -> None:
    page.open(f"{served.server.address}#languages=en&query=fox&group=diet")
    names(page, ["Fox", "Hare"])
    address = page.run("location.href")
    page.run("document.querySelector('.skip').focus()")
    page.press("Enter")
    page.wait("document.activeElement.id === 'main'")
    assert page.run("new Promise((done) => setTimeout(() => done(location.href), 100))") == address
    names(page, ["Fox", "Hare"])
    page.press("Tab")
    assert page.run("document.activeElement.closest('.tile').dataset.piece") == "animals/fox"


def test_everything_that_is_pressed_has_a_name(page: Browser) -> None:
    nameless = page.run("""[...document.querySelectorAll('button, input, select, a, img')].filter((one) =>
      !(one.getAttribute('aria-label') || one.innerText?.trim() || one.labels?.length || one.alt || one.alt === ''))
      .map((one) => one.outerHTML)""")
    assert nameless == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_have_contrast(page: Browser, scheme: str) -> None:
    page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    worst = page.run("""(() => {
      const paint = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
      const light = (name) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = `var(${name})`;
        paint.fillStyle = getComputedStyle(probe).color;
        probe.remove();
        paint.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...paint.getImageData(0, 0, 1, 1).data].map((part) => {
          const value = part / 255;
          return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const ratio = (one, other) => {
        const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
      };
      return Math.min(...[['--ink', '--ground'], ['--ink', '--panel'], ['--soft', '--ground'], ['--soft', '--panel'],
        ['--on-accent', '--accent'], ['--accent', '--panel'], ['--error', '--error-soft'], ['--error', '--panel'],
        ['--warning', '--warning-soft'], ['--warning', '--panel']].map(([one, other]) => ratio(one, other)));
    })()""")
    page.call("Emulation.setEmulatedMedia", features=[])
    assert worst >= 4.5


@pytest.mark.parametrize("view", ["pieces", "findings", "sheets"])
def test_page_fits_a_phone_without_scrolling_sideways(page: Browser, view: str) -> None:
    page.size(360, 740, 2)
    click(page, f"[data-view={view}]")
    if view == "sheets":
        page.wait("document.querySelector('.page img')?.complete")
    assert page.run("document.documentElement.scrollWidth") <= 360
    if view == "pieces":
        assert page.run("getComputedStyle(document.getElementById('options')).display") == "none"
        click(page, "#more")
        assert page.run("document.getElementById('more').getAttribute('aria-expanded')") == "true"
        assert page.run("document.documentElement.scrollWidth") <= 360


def test_navigation_of_a_phone_shows_the_current_view(page: Browser) -> None:
    page.size(360, 740, 2)
    inside = """(() => {
      const [bar, one] = [document.getElementById("views"), document.querySelector("#views [aria-current]")]
        .map((part) => part.getBoundingClientRect());
      return [one.left >= bar.left, one.right <= bar.right];
    })()"""
    assert page.run("document.getElementById('views').scrollWidth > document.getElementById('views').clientWidth")
    for view in ("findings", "pieces"):
        page.run(f"document.querySelector('[data-view={view}]').click()")
        assert page.run(inside) == [True, True], view
    page.run("location.hash = `${location.hash}&view=findings`")
    page.wait("document.querySelector('#views [aria-current]').dataset.view === 'findings'")
    assert page.run(inside) == [True, True]


def test_print_panel_fits_a_phone(page: Browser) -> None:
    page.size(360, 740, 2)
    page.run("document.getElementById('print-button').click()")
    page.wait("document.getElementById('print-panel').open")
    right = (
        "Math.max(...[...document.querySelectorAll('#print-panel *')].map((one) => one.getBoundingClientRect().right))"
    )
    assert page.run(right) <= page.run("document.getElementById('print-panel').getBoundingClientRect().right")


def test_sheets_are_shown_as_printed_and_redrawn(page: Browser, served: Served) -> None:
    click(page, "[data-view=sheets]")
    page.wait("document.querySelector('.page img')?.naturalWidth > 800")
    last = "[...document.querySelectorAll('.page')].find((one) => one.tag)"
    page.wait("[...document.querySelectorAll('.page')].every((one) => one.tag)")  # what changes was seen before
    served.edit("den/cards.yaml", "Renard", "Goupil")
    page.wait("document.querySelector('.page.news')")
    assert page.run(last + " !== undefined")


def test_page_requests_nothing_from_other_hosts(page: Browser, served: Served) -> None:
    assert len(page.requests) > 10
    own = (served.server.address, "data:image/svg+xml")
    assert [address for address in page.requests if not address.startswith(own)] == []


def test_page_reports_the_end_of_the_preview(browser: Browser, served: Served) -> None:
    browser.open(served.server.address)
    browser.wait("document.getElementById('status')?.textContent === 'Watching'")
    served.server.end_streams()
    served.watcher.publish("findings", game="den")
    served.server.shutdown()
    served.server.server_close()
    browser.wait("document.getElementById('status').classList.contains('bad')")
    browser.open("about:blank")


def test_edit_of_a_record_asks_only_for_the_pictures_that_show_it(page: Browser, served: Served) -> None:
    hare = page.run(TAG.format("hare"))
    page.requests.clear()
    served.edit("den/cards.yaml", "Renard", "Goupil")  # the fox hunts the hare, and its face does not show it
    names(page, ["Lièvre", "Goupil"])
    page.wait("document.querySelector('.picture.news')")
    assert [url for url in page.requests if "/picture/" in url and "/hare" in url] == []
    assert len([url for url in page.requests if "/picture/" in url]) == 1
    page.requests.clear()
    served.edit("layouts/faces/animal.yaml", "at: [5 mm, 15 mm]", "at: [6 mm, 15 mm]")
    page.wait(f"{TAG.format('hare')} !== {json.dumps(hare)}")


def test_visible_pictures_come_before_scrolled_pictures(page: Browser, served: Served) -> None:
    cards = served.folder / "den/cards.yaml"
    one = "  - {{id: hare-{n}, name: {{fr: L{n}, en: H{n}}}, level: 1, diet: plants}}\n"
    cards.write_text(cards.read_text(encoding="utf-8") + "".join(one.format(n=n) for n in range(400)), encoding="utf-8")
    page.wait("document.querySelectorAll('.tile').length === 402")
    page.run(
        "{ const fetched = window.fetch; window.asked = []; window.fetch = async (...all) => {"
        " if (!String(all[0]).startsWith('picture/')) return fetched(...all);"
        " asked.push(all[0]); await new Promise((done) => setTimeout(done, 100)); return fetched(...all); }; 0 }"
    )
    page.run(
        "(async () => { const end = document.documentElement.scrollHeight; for (let y = 0; y < end; y += 700) {"
        " scrollTo(0, y); await new Promise((done) => setTimeout(done, 40)); }"
        " scrollTo(0, end); asked.length = 0; })()"
    )
    visible = (
        "[...document.querySelectorAll('.picture')].filter((one) => {"
        " const box = one.getBoundingClientRect(); return box.bottom > 0 && box.top < innerHeight; })"
    )
    page.wait(f"{visible}.length > 4 && {visible}.every((one) => one.classList.contains('shown'))")
    asked = page.run("asked.length")
    assert asked <= page.run(f"{visible}.length") + 2 * 4, "the pictures between are not waited for"
