"""Web pages of documents: whole by themselves, sound, and readable by people and machines."""

import base64
import re
from collections import Counter
from io import BytesIO
from pathlib import Path
from xml.etree.ElementTree import Element

import html5lib
import pytest
from fontTools.ttLib import TTFont

from helpers import Toy
from pawprint.production import pipeline
from pawprint.production.options import BuildOptions

FACE = "- {kind: text, text: '{{ name }}', at: [6 pt, 6 pt], size: [60 pt, 20 pt]}"
TEXT = """
    # Rules \\<of\\> {{ game }}

    A first *word* about **beasts**: see [the end](#end), or [more](https://example.org/?a=1&b=2). "Quoted" ; 3 suns.

    [[toc]]

    ## Turn {#turn}

    1. Take a :sun: card.
    2. Do both:
       - this, :moon:
       - that.

    ::: note Remember
    The [end](#end) is near.
    :::

    {{ cards(["hen", "fox", "hen"], caption="Some *cards*") }}

    {{ card("hen") }}

    ### Beasts

    {{ table("beasts", columns=["name", {"field": "level", "align": "right"}], group="level") }}

    ::: columns 2
    Left.

    Right.
    :::

    ## The end {#end}

    ::: text lead
    Over & out.
    :::
"""


def page_source(folder: Path, text: str = TEXT, language: str = "en", documents: str = "") -> str:
    toy = Toy(folder, FACE, below=[pipeline.bundled("layouts")])
    if documents:
        toy.write("catalog/toy/documents.yaml", documents)
    for one in ("en", "fr"):
        toy.write(f"catalog/toy/rulebook/{one}.md", text)
    choice = BuildOptions(kinds=("rulebook",), languages=(language,), forms=("html",))
    findings, prints = pipeline.build_all(toy.catalog, toy.layout_folders, (), choice)
    assert findings == ()
    (page,) = prints
    return page.data.decode()


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> str:
    return page_source(tmp_path_factory.mktemp("toy"))


def parsed(source: str) -> Element:
    """The page as a tree; anything that is not HTML as the standard has it is an error."""
    root = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(source)
    assert isinstance(root, Element)
    return root


@pytest.fixture(scope="module")
def page(source: str) -> Element:
    return parsed(source)


def text_of(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def every(root: Element, tag: str, look: str = "") -> list[Element]:
    found = [*root.iter(tag), *root.iter(f"{{http://www.w3.org/2000/svg}}{tag}")]
    return [one for one in found if not look or look in one.get("class", "").split()]


def the(root: Element, tag: str, look: str = "") -> Element:
    (one,) = every(root, tag, look)
    return one


def test_page_loads_nothing_from_elsewhere(page: Element) -> None:
    links = [one.get("href", "") for one in every(page, "a")]
    assert {link for link in links if not link.startswith("#")} == {"https://example.org/?a=1&b=2"}
    others = [
        one.get(name, "") for one in page.iter() if one.tag != "a" for name in ("href", "src") if name in one.attrib
    ]
    assert others
    assert all(value.startswith(("#", "data:")) for value in others), others
    style = text_of(the(page, "style"))
    assert set(re.findall(r"url\((\w+:?)", style)) == {"data:"}
    assert "@import" not in style
    policy = next(one for one in every(page, "meta") if one.get("http-equiv") == "Content-Security-Policy")
    assert policy.get("content", "").startswith("default-src 'none'; base-uri 'none'; form-action 'none'")


def test_every_id_is_unique_and_every_link_has_a_target(page: Element) -> None:
    ids = Counter(one.get("id") for one in page.iter() if one.get("id"))
    assert [name for name, count in ids.items() if count > 1] == []
    named = {one.get("href", "")[1:] for one in page.iter() if one.get("href", "").startswith("#")}
    named |= set(
        re.findall(r"url\(#([^)]+)\)", " ".join(value for one in page.iter() for value in one.attrib.values()))
    )
    assert named - set(ids) == set()


def test_page_declares_its_language_and_title(page: Element) -> None:
    assert page.get("lang") == "en"
    assert page.get("dir") is None
    assert text_of(the(page, "title")) == "Rules <of> Toy"
    metas = {one.get("name"): one.get("content") for one in every(page, "meta")}
    assert metas["viewport"] == "width=device-width, initial-scale=1"
    assert str(metas["description"]).startswith("A first word about beasts")


def test_headings_are_sections_and_the_contents_lead_to_them(page: Element) -> None:
    assert [(one.tag, one.get("id"), text_of(one)) for one in page.iter() if re.fullmatch("h[1-4]", str(one.tag))] == [
        ("h1", "rules-of-toy", "Rules <of> Toy"),
        ("h2", "turn", "Turn"),
        ("h3", "beasts", "Beasts"),
        ("h2", "end", "The end"),
    ]
    main, contents = the(page, "main"), the(page, "nav")
    assert [text_of(section).split()[0] for section in every(main, "section")] == ["Turn", "The"]
    assert [(one.get("href"), text_of(one)) for one in every(contents, "a")] == [
        ("#turn", "Turn"),
        ("#beasts", "Beasts"),
        ("#end", "The end"),
    ]
    inner = [one for one in every(contents, "ol") if one is not every(contents, "ol")[0]]
    assert [text_of(one) for one in inner] == ["Beasts"]
    first = every(the(page, "body"), "a")[0]
    assert (first.get("href"), text_of(first)) == ("#_text", "Skip to the text")
    assert main.get("id") == "_text"


def test_texts_preserve_their_emphasis_links_and_signs(page: Element) -> None:
    main = the(page, "main")
    paragraph = every(main, "p")[0]
    assert text_of(paragraph).startswith("A first word about beasts: see the end, or more. “Quoted” ; 3 suns.")
    assert [text_of(one) for one in every(paragraph, "em")] == ["word"]
    assert [text_of(one) for one in every(paragraph, "strong")] == ["beasts"]
    assert [one.get("rel") for one in every(paragraph, "a")] == [None, "noopener noreferrer"]
    assert text_of(the(main, "p", "text-lead")) == "Over & out."
    assert [text_of(one) for one in every(the(main, "div", "box-note"), "p")] == ["Remember", "The end is near."]


def test_signs_match_the_language(tmp_path: Path) -> None:
    page = parsed(page_source(tmp_path, language="fr"))
    paragraph = every(the(page, "main"), "p")[0]
    assert "«\u202fQuoted\u202f»\u202f; 3\u00a0suns." in "".join(paragraph.itertext())
    assert text_of(the(page, "summary")) == "Sommaire"
    assert page.get("lang") == "fr"


def test_lists_are_lists(page: Element) -> None:
    (steps,) = every(the(page, "main"), "ol")
    assert [one.tag for one in steps] == ["li", "li"]
    (inner,) = every(steps, "ul")
    assert [text_of(one) for one in inner] == ["this, moon", "that."]


def test_numbered_rules_have_their_numbers_and_letters(tmp_path: Path) -> None:
    text = "---\nnumbered: rules\n---\n# Rules\n\n## Turn\n\nDo one:\n\n- eat\n\nOr:\n\n- hunt\n- rest\n\n"
    text += "\\pagebreak\n\n- stop\n"
    page = parsed(page_source(tmp_path, text))
    lists = [(one.get("type"), one.get("start"), len(one)) for one in the(page, "main").iter("ol")]
    assert lists == [("a", None, 1), ("a", None, 2), ("a", "3", 1)]
    assert [text_of(one) for one in the(page, "main").iter("p")] == ["1.1 Do one:", "1.2 Or:"]


def test_icon_is_a_drawing_with_a_name(page: Element) -> None:
    icons = every(the(page, "main"), "span", "icon")
    assert [one.get("title") for one in icons] == ["sun", "moon"]
    for icon in icons:
        assert the(icon, "svg").get("aria-hidden") == "true"
        assert text_of(the(icon, "span", "unseen")) == icon.get("title")


def test_picture_has_its_words_and_its_number(page: Element) -> None:
    first, second = every(the(page, "main"), "figure")
    assert text_of(the(first, "figcaption")) == "Figure 1. Some cards"
    assert every(second, "figcaption") == []
    pictures = every(first, "svg", "art")
    assert [(one.get("role"), one.get("aria-label")) for one in pictures] == [
        ("img", "Beasts – Hen"),
        ("img", "Beasts – Fox"),
        ("img", "Beasts – Hen"),
    ]


def test_repeated_art_is_drawn_once(page: Element) -> None:
    hens = [one for one in every(the(page, "main"), "svg", "art") if "Hen" in one.get("aria-label", "")]
    assert len(hens) == 3
    (used,) = {tuple(use.get("href") for use in every(one, "use")) for one in hens}
    assert used
    assert [one for hen in hens for one in every(hen, "path")] == []
    drawn = [one for one in page.iter() if one.get("id") == used[0][1:]]
    assert len(drawn) == 1


def test_table_names_its_rows_and_columns(page: Element) -> None:
    table = the(the(page, "main"), "table")
    assert [(text_of(one), one.get("scope")) for one in every(the(table, "thead"), "th")] == [
        ("Name", "col"),
        ("Level", "col"),
    ]
    groups = [one for body in every(table, "tbody") for one in every(body, "th") if one.get("scope") == "rowgroup"]
    assert len(groups) == len(every(table, "tbody")) > 1
    assert {one.get("colspan") for one in groups} == {"2"}
    assert every(table, "td")[1].get("class") == "right"


def test_page_embeds_the_letters_that_it_uses(source: str, page: Element) -> None:
    needed = set(text_of(the(page, "main"))) - set(" \n")
    fonts, heights = [], {}
    for weight, style, data in re.findall(
        r"@font-face\{font-family:\"text\";font-weight:(\d+);font-style:(\w+);[^}]*base64,([^)]+)\)", source
    ):
        with TTFont(BytesIO(base64.b64decode(data))) as font:
            assert font.flavor == "woff2"
            assert "fvar" not in font
            heights[weight, style] = font["OS/2"].usWeightClass
            fonts.append((weight, style, {chr(code) for code in font.getBestCmap()}))
    assert {(weight, style) for weight, style, _ in fonts} >= {("400", "normal"), ("700", "normal"), ("400", "italic")}
    assert heights["700", "normal"] > heights["400", "normal"] == heights["400", "italic"]
    regular = next(letters for weight, style, letters in fonts if (weight, style) == ("400", "normal"))
    assert set("Afirstabout,“”3;&") <= regular
    assert "\u00e9" not in regular, "no letters that the page does not have"
    assert needed <= set().union(*[letters for _, _, letters in fonts]) | set("<>")


def test_page_is_reproducible(tmp_path: Path, source: str) -> None:
    assert page_source(tmp_path) == source


def test_text_without_a_title_has_that_of_the_document(tmp_path: Path) -> None:
    page = parsed(page_source(tmp_path, "---\ntitle: Aid\n---\nA word.\n"))
    assert text_of(the(page, "h1")) == "Aid"
    assert text_of(the(page, "title")) == "Aid – Toy"
    assert every(page, "nav") == []


COVER = """
    ::: cover
    # Toy

    A game for you.
    :::

    ## Setup {#setup}

    Then look at {{ page("turn") }}, and {{ figure_ref("hen") }} on {{ page("hen") }}; a sun :sun: shines.

    {{ card("hen", caption="A hen") }} {#hen}

    ## Turn {#turn}

    Do.

    ::: back
    ## In short

    Done.
    :::
"""
STYLE = """
    sheets:
      rulebook:
        pages: {cover: {fill: moss}}
        texts: {cover-title: {colour: "#ffffff", size: 40 pt}}
        icons: {sun: rust}
"""


def test_lines_of_the_drawing_under_a_cover_are_not_filled(tmp_path: Path) -> None:
    """What has no fill is black in SVG, unless something around it says otherwise."""
    path = '<path d="M1 1Q8 2 8 8" fill="none" stroke="var(--moss)"/>'
    line = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{path}</svg>'
    (tmp_path / "layouts" / "art").mkdir(parents=True)
    (tmp_path / "layouts" / "art" / "swirl.svg").write_text(line, encoding="utf-8")
    page = parsed(page_source(tmp_path, COVER, documents=STYLE.replace("cover: {fill: moss}", "cover: {art: swirl}")))
    assert the(the(page, "div", "page-cover"), "svg", "under").get("fill") == "none"


def test_cover_has_its_ground_and_references_name_what_they_lead_to(tmp_path: Path) -> None:
    source = page_source(tmp_path, COVER, documents=STYLE)
    page = parsed(source)
    cover, back = the(page, "div", "page-cover"), the(page, "div", "page-back")
    assert text_of(the(cover, "h1")) == "Toy"
    assert text_of(the(back, "h2")) == "In short"
    assert ".page-cover{background:#406020;" in source
    assert ".page-cover h1{color:#ffffff;" in source
    first = every(the(page, "main"), "section")[0]
    paragraph = every(first, "p")[0]
    assert text_of(paragraph) == "Then look at Turn, and Figure 1 on Figure 1; a sun shines."
    assert [one.get("href") for one in every(paragraph, "a")] == ["#turn", "#hen", "#hen"]
    assert the(page, "figure").get("id") == "hen"
    assert [text_of(one) for one in every(the(page, "nav"), "a")] == ["Setup", "Turn", "In short"]
    icon = the(paragraph, "span", "icon-sun")
    assert (icon.get("title"), text_of(icon)) == (None, ""), "the word before it is its name"
    assert ".icon-sun{color:var(--" in source


TERMS = """
    # Toy

    ## Setup

    A [[pond]] is deep.

    ## Turn

    Two [[ponds|pond]], and a [[pond]].

    ::: sidebar
    Beside.
    :::

    ::: term pond
    Water that stays.
    :::

    ## Words {LIST}
"""


def test_list_of_terms_names_the_parts_that_use_them(tmp_path: Path) -> None:
    main = the(parsed(page_source(tmp_path, TERMS.replace("{LIST}", "\n\n    [[glossary]]"))), "main")
    (entry,) = every(main, "p", "text-glossary")
    assert (entry.get("id"), text_of(entry)) == ("term-pond", "Pond: Water that stays. Setup, Turn")
    assert [one.get("href") for one in every(entry, "a")] == ["#setup", "#turn"]
    assert [(text_of(one), one.get("href")) for one in every(main, "a", "term")] == [
        ("pond", "#term-pond"),
        ("ponds", "#term-pond"),
        ("pond", "#term-pond"),
    ]
    assert text_of(the(main, "div", "beside")) == "Beside."


def test_unexplained_term_is_not_a_link(tmp_path: Path) -> None:
    main = the(parsed(page_source(tmp_path, TERMS.replace("{LIST}", ""))), "main")
    assert every(main, "a") == []
    assert "A pond is deep." in text_of(main)
