"""Documents as Markdown: what other programs read in it is what the document says."""

import re
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from helpers import CARDS, Toy
from pawprint.core.source import Source, Span
from pawprint.documents.content import TextRun
from pawprint.documents.html.markdown_document import MarkdownText, begun
from pawprint.press.manifest import Print
from pawprint.production import pipeline
from pawprint.production.options import BuildOptions
from pawprint.typography.text_style import RunStyle

FACE = "- {kind: text, text: '{{ name }}', at: [6 pt, 6 pt], size: [60 pt, 20 pt]}"
TEXT = """
    # Rules

    See [the end](#end) or [more](https://example.org/?a=1&b=2). "Quoted", **bold**, *italic*.

    [[toc]]

    ## Turn {#turn}

    1. Take a :sun: card.
    2. Do both:
       - this,
       - that.

    - Another list.

    ::: note Remember
    The [end](#end) is near.

    - A list in a box.
    :::

    {{ cards(["hen", "fox"], caption="Some *cards*") }}

    {{ table("beasts", columns=["name", {"field": "level", "align": "right"}], group="level") }}

    ## The end {#end}

    {{ card("hen") }}
"""
AT = Span(Source("toy", "toy"), 0, 1)
READER = MarkdownIt("commonmark").enable("table")


def written(folder: Path, text: str = TEXT, cards: str = CARDS, forms: tuple[str, ...] = ("md",)) -> list[Print]:
    toy = Toy(folder, FACE, below=[pipeline.bundled("layouts")], cards=cards)
    for one in ("en", "fr"):
        toy.write(f"catalog/toy/rulebook/{one}.md", text)
    choice = BuildOptions(kinds=("rulebook",), languages=("en",), forms=forms)
    findings, prints = pipeline.build_all(toy.catalog, toy.layout_folders, (), choice)
    assert findings == ()
    return prints


def parsed(markdown: str) -> Element:
    """What a reader of CommonMark makes of it."""
    page = f"<!DOCTYPE html><title>x</title>{READER.render(markdown)}"
    root = html5lib.HTMLParser(namespaceHTMLElements=False).parse(page)
    assert isinstance(root, Element)
    return root


def text_of(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def spoken_content(root: Element) -> list[tuple[str, str]]:
    """Each text with its element, in the order of reading."""
    return [
        (str(one.tag), text_of(one))
        for one in root.iter()
        if one.tag in ("h1", "h2", "h3", "p", "td", "th") and text_of(one)
    ]


def test_document_is_a_single_file_beside_its_pictures(tmp_path: Path) -> None:
    document, *pictures = written(tmp_path)
    assert document.name == "toy-rulebook-en.md"
    root = parsed(document.data.decode())
    shown = {image.get("src"): image.get("alt") for image in root.iter("img")}
    assert shown == {
        "toy-rulebook-en/icon-sun.svg": "sun",
        "toy-rulebook-en/picture-1.svg": "Beasts – Hen",
        "toy-rulebook-en/picture-2.svg": "Beasts – Fox",
        "toy-rulebook-en/picture-3.svg": "Beasts – Hen",
    }
    assert {picture.name for picture in pictures} == set(shown)
    for picture in pictures:
        assert ElementTree.fromstring(picture.data).tag == "{http://www.w3.org/2000/svg}svg"


def test_reader_sees_the_content_of_the_document(tmp_path: Path) -> None:
    root = parsed(written(tmp_path)[0].data.decode())
    assert spoken_content(root) == [
        ("h1", "Rules"),
        ("p", "See the end or more. “Quoted”, bold, italic."),
        ("h2", "Turn"),
        ("p", "Remember"),
        ("p", "The end is near."),
        ("p", "Figure 1. Some cards"),
        ("th", "Name"),
        ("th", "Level"),
        *[("td", text) for text in ("0", "Mole", "0", "1", "Hen", "1", "4", "Fox", "4")],
        ("h2", "The end"),
        ("p", "Toy 7. By us"),
    ]
    lists = [(str(one.tag), [text_of(item) for item in one]) for one in root.iter() if one.tag in ("ol", "ul")]
    assert lists == [
        ("ul", ["Turn", "The end"]),
        ("ol", ["Take a card.", "Do both: this, that."]),
        ("ul", ["this,", "that."]),
        ("ul", ["Another list."]),
        ("ul", ["A list in a box."]),
    ]
    assert [text_of(one) for one in root.iter("strong")][:2] == ["bold", "Remember"]
    assert [text_of(one) for one in root.iter("em")] == ["italic", "cards"]
    assert {one.get("style") for one in root.iter("td")} == {None, "text-align:right"}


def test_links_lead_where_they_do_in_the_document(tmp_path: Path) -> None:
    root = parsed(written(tmp_path)[0].data.decode())
    anchors = {one.get("id") for one in root.iter("a") if one.get("id")}
    links = [one.get("href") for one in root.iter("a") if one.get("href")]
    assert links == ["#end", "https://example.org/?a=1&b=2", "#turn", "#end", "#end"]
    assert anchors == {"turn", "end"}


@pytest.mark.parametrize(
    "name",
    [
        "*x*",
        "# Fox",
        "1. Fox",
        "a | b",
        "[x](y)",
        "<b>Fox</b>",
        "_x_",
        "`x`",
        "\\\\*",
        "&amp;",
        "~~x~~",
        "- Fox",
        "$x$",
    ],
)
def test_names_that_look_like_markdown_are_printed_literally(tmp_path: Path, name: str) -> None:
    cards = CARDS.replace("en: Fox", f"en: '{name}'")
    assert cards != CARDS
    text = "# Rules\n\n{{ beasts.fox.name }}\n\n- {{ beasts.fox.name }}\n\n{{ table('beasts', columns=['name']) }}\n"
    shown = [
        text
        for tag, text in spoken_content(parsed(written(tmp_path, text, cards)[0].data.decode()))
        if tag in ("p", "td")
    ]
    printed = shown[0]
    assert shown.count(printed) == 2
    html = written(tmp_path, text, cards, ("html",))[0].data.decode()
    page = html5lib.HTMLParser(namespaceHTMLElements=False).parse(html)
    (main,) = page.iter("main")
    assert text_of(next(main.iter("p"))) == printed


RUNS = st.lists(
    st.builds(
        TextRun,
        st.just("text"),
        st.text(st.sampled_from("ab1 .*_[]()<>#|`~&;!\\-+=:/w“”«é"), min_size=1, max_size=8),
        st.builds(RunStyle, st.booleans(), st.booleans()),
        st.just(""),
        st.just(""),
        st.just(""),
    ),
    min_size=1,
    max_size=5,
)


def test_numbered_rules_begin_with_their_numbers_and_letters(tmp_path: Path) -> None:
    text = "---\nnumbered: rules\n---\n# Rules\n\n## Turn\n\nDo one:\n\n- eat\n- hunt\n\n1. Draw.\n"
    (document,) = written(tmp_path, text)
    body = document.data.decode().split("## ")[1].splitlines()
    assert body[:7] == ["1\u2002Turn", "", "**1.1**\u2002Do one:", "", "- a. eat", "- b. hunt", ""]
    assert "1. Draw." in body


@given(RUNS)
def test_readers_see_any_text(runs: list[TextRun]) -> None:
    words = tuple(runs)
    line = MarkdownText("en", lambda run, span: "", ()).line(words, AT)
    if line:
        root = parsed(begun(line))
        plain = "".join(text.text for text in set_as_english(words))
        assert [text_of(one) for one in root.iter("p")] == [" ".join(plain.split())]


def set_as_english(words: tuple[TextRun, ...]) -> tuple[TextRun, ...]:
    from pawprint.documents.html._html_text import set_words

    return set_words(words, "en")


def test_bundled_rulebook_matches_its_web_page() -> None:
    catalog, layouts = pipeline.bundled("catalog"), [pipeline.bundled("layouts")]
    choice = BuildOptions(kinds=("rulebook",), languages=("fr",), forms=("html", "md"))
    _, prints = pipeline.build_all(catalog, layouts, ("pocket-cats",), choice)
    page = html5lib.HTMLParser(namespaceHTMLElements=False).parse(prints[0].data.decode())
    for parent in page.iter():
        for child in [one for one in parent if "unseen" in one.get("class", "").split()]:
            parent.remove(child)
    root = parsed(prints[1].data.decode())
    (main,) = page.iter("main")

    def words(element: Element) -> list[str]:
        kinds = ("h1", "h2", "h3", "h4", "p", "li", "td", "th", "figcaption")
        return sorted({word for one in element.iter() if one.tag in kinds for word in re.findall(r"\w+", text_of(one))})

    assert len(words(main)) > 300
    assert set(words(main)) <= set(words(root))
