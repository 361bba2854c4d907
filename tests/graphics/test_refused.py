"""What is outside the SVG profile is told where it stands, with what to do; and no file brings the reader down."""

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pawprint.core.diagnostics import Diagnostic, Findings
from pawprint.core.picture import Picture
from pawprint.graphics.svg._profile import ELEMENTS, PRESENTATION
from pawprint.graphics.svg.convert import read_svg
from strategies import examples

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">'


def read(data: bytes | str) -> tuple[Picture | None, tuple[Diagnostic, ...]]:
    """What every reading must hold to, whatever the file: findings or a picture, a place each, and in no time."""
    findings = Findings()
    begin = time.process_time()
    picture = read_svg(data.encode() if isinstance(data, str) else data, "test/cat", findings, "art/cat.svg")
    assert time.process_time() - begin < 5, "the slowest takes 0.4 s"
    assert (picture is None) == findings.failed
    for found in findings:
        assert found.code == "bad-svg"
        assert found.span is not None
        assert 0 <= found.span.start <= found.span.end <= len(found.span.source.text)
        assert str(found.span).startswith("art/cat.svg:")
        assert len(found.message) < 200
    return picture, findings.sorted()


def faults(body: str, head: str = HEAD) -> list[tuple[str, str, str, str]]:
    """(place, the text it points at, message, help) of each finding; the body begins in line 2."""
    _, found = read(f"{head}\n{body}\n</svg>")
    spans = [d.span for d in found if d.span]
    return [
        (f"{s.line}:{s.column}", s.source.text[s.start : s.end], d.message, d.help)
        for s, d in zip(spans, found, strict=True)
    ]


def fault(body: str, head: str = HEAD) -> tuple[str, str, str, str]:
    (only,) = faults(body, head)
    return only


# --- outside the profile ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "help"),
    [
        ('<textPath href="#p">Cat</textPath>', "convert the text to paths"),
        ("<foreignObject><p>words</p></foreignObject>", "draw it as paths"),
        ("<script>alert(1)</script>", "remove it"),
        ("<meshgradient/>", "use a linear or radial gradient"),
        ("<elipse/>", "did you mean 'ellipse'?"),
        ("<polygone/>", "did you mean 'polygon'?"),
        ("<zzz/>", "there are svg, g, a, switch"),
    ],
)
def test_unsupported_elements_are_refused_with_an_alternative(body: str, help: str) -> None:
    name = body[1:].replace(">", " ").replace("/", " ").split()[0]
    place, text, message, helped = fault(f"  {body}")
    assert ("2:4", name, f"the element '{name}' cannot be printed") == (place, text, message)
    assert help in helped


@pytest.mark.parametrize(
    ("attribute", "help"),
    [
        ('onclick="alert(1)"', "remove it: a drawing does nothing"),
        ('transform-origin="3 3"', "write the point into the transformation"),
        ('stroke-widht="3"', "did you mean 'stroke-width'?"),
        ('Fill="red"', "did you mean 'fill'?"),
    ],
)
def test_unsupported_attributes_are_refused_with_an_alternative(attribute: str, help: str) -> None:
    name = attribute.partition("=")[0]
    place, text, message, helped = fault(f'<path d="M0 0"\n id="é"\t{attribute}/>')
    assert (place, text, message) == ("3:9", name, f"path has no attribute '{name}'")
    assert help in helped


def test_attributes_unrelated_to_the_drawing_are_tolerated() -> None:
    body = '<g data-x="1" aria-label="Cat" role="img" xml:space="preserve" xmlns:a="b"><path d="M0 0"/></g>'
    assert faults(body, HEAD.replace("viewBox", 'version="1.1" x="0px" y="0px" width="1cm" viewBox')) == []


@pytest.mark.parametrize(
    ("body", "text", "message"),
    [
        ('<path d="M1 2L3 x"/>', "L3", "d of path: L takes 2 numbers at a time, 1 is given"),
        ('<path d="M1 2L3 4\nx"/>', "x", "d of path: 'x' is not path data"),
        ('<rect width="-5" height="1"/>', "-5", "width of rect: '-5' is negative"),
        ('<rect width="5zz" height="1"/>', "5zz", "width of rect: '5zz' has a unit that is unknown"),
        ('<use x="1"/>', "use", "use has no href"),
        ('<circle r="x"/>', "x", "r of circle: 'x' is not a number"),
        ('<circle r="1000000"/>', "1000000", "r of circle: '1000000' has a number that is too large"),
        ('<polygon points="1 2 3"/>', "1 2 3", "points of polygon: 3 numbers do not make points"),
        ('<polygon points="1 2 c 3"/>', "c", "points of polygon: 'c 3' is not a number"),
        ('<polygon points="1 2 3 1000000"/>', "1 2 3 1000000", "points of polygon: '1 2 3 1000000' has a number"),
        ('<g transform="turn(3)"/>', "turn", "transform of g: 'turn' is not a transformation"),
        ('<g transform="scale(2"/>', "scale(2", "transform of g: 'scale(2' is not a transformation"),
        ('<g fill="bleu"/>', "bleu", "fill of g: 'bleu' is not a colour"),
        ('<g fill="#12"/>', "#12", "fill of g: '#12' is not a colour"),
        ('<g fill="lch(1 2 3)"/>', "lch(1 2 3)", "fill of g: 'lch(1 2 3)' is not a colour that"),
        ('<g fill="var(--a"/>', "var(--a", "fill of g: 'var(--a' is not a colour"),
        ('<g fill="var(leaf)"/>', "var(leaf)", "fill of g: 'var(leaf)' is not a colour"),
        ('<g stroke="url(#l)"/>', "url(#l)", "stroke of g: nothing has the id 'l'"),
        ('<g stroke-width="-1"/>', "-1", "stroke-width of g: '-1' is negative"),
        ('<g stroke-linecap="flat"/>', "flat", "stroke-linecap of g: 'flat' is not a choice"),
        ('<g stroke-dasharray="1 -1"/>', "1 -1", "stroke-dasharray of g: '1 -1' has a negative number"),
        ('<g clip-path="circle(3)"/>', "circle(3)", "clip-path of g: 'circle(3)' is not a reference"),
        ('<g style="fill:red; strok: 1"/>', "strok", "g has no property 'strok'"),
        ('<g style="fill:red; stroke-width: x "/>', " x ", "stroke-width of g: 'x' is not a number"),
        ('<g style="fill:red; stroke: "/>', " ", "stroke of g: '' is not a colour"),
        ('<use href="cat.svg#a"/>', "cat.svg#a", "href of use: 'cat.svg#a' leads out of the file"),
        ('<use xlink:href="#cat"/>', "#cat", "xlink:href of use: nothing has the id 'cat'"),
        ('<g fill="url(#cat)"/>', "url(#cat)", "fill of g: nothing has the id 'cat'"),
        ('<g style="fill : url(#cat)"/>', "fill", "fill of g: nothing has the id 'cat'"),
        ('<g id="c"/><g clip-path="url(#c)"/>', "url(#c)", "clip-path of g: 'c' is a g, not a clipPath"),
        ('<g id="c"/><g fill="url(#c)"/>', "url(#c)", "fill of g: 'c' is a g, not a gradient"),
        ('<defs id="c"/><use href="#c"/>', "#c", "href of use: 'c' is a defs, not something to draw"),
        ('<path d=""><g/></path>', "g", "g cannot be inside path"),
        ('<stop offset="0"/>', "stop", "stop cannot be inside svg"),
        ('<clipPath id="k"><g/></clipPath>', "g", "g cannot be inside clipPath"),
        ("<g>Cat</g>", "g", "there is text inside g; it would not be drawn"),
        ('<?xml-stylesheet href="a.css"?>', "?xml-stylesheet", "a style sheet outside of the file is not read"),
        ("<clipPath/>", "clipPath", "clipPath has no id"),
        ('<linearGradient id="l" spreadMethod="mirror"/>', "mirror", "spreadMethod of linearGradient"),
        ('<linearGradient id="l"><stop stop-color="none"/></linearGradient>', "none", "stop-color of stop: 'none'"),
    ],
)  # fmt: skip
def test_wrong_value_is_reported_at_its_place(body: str, text: str, message: str) -> None:
    _, pointed, said, _ = fault(body)
    assert text == pointed
    assert said.startswith(message)


#: Elements that draw what is in them where an attribute names them.
_REFERENCES = (
    ("clipPath", "clip-path"), ("mask", "mask"), ("pattern", "fill"), ("pattern", "stroke"), ("marker", "marker-end")
)  # fmt: skip


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('<g id="a"><use href="#a"/></g>', "href of use: the g 'a' would contain itself"),
        ('<use id="u" href="#u"/>', "href of use: the use 'u' would contain itself"),
        ('<use href="#b"/><g><g id="a"><use id="b" href="#a"/></g></g>', "the use 'b' would contain itself"),
        (
            '<defs><g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g></defs><use href="#a"/>',
            "href of use: the g 'a' would contain itself",
        ),
        (
            '<linearGradient id="l" href="#k"/><radialGradient id="k" href="#l"/><circle r="1" fill="url(#l)"/>',
            "href of radialGradient: the linearGradient 'l' would contain itself",
        ),
        (
            '<pattern id="p" href="#q"/><pattern id="q" href="#p"/><circle r="1" fill="url(#p)"/>',
            "href of pattern: the pattern 'p' would contain itself",
        ),
        (
            '<pattern id="p" width="1" height="1"><circle r="1"/></pattern><g fill="url(#p)"><use href="#c"/></g>'
            '<g id="c"><pattern id="p2"/><circle r="1" fill="url(#p3)"/></g>'
            '<pattern id="p3" width="1" height="1"><use href="#c"/></pattern>',
            "href of use: the g 'c' would contain itself",
        ),
        (
            '<g fill="url(#p)"><pattern id="p" width="1" height="1"><circle r="1"/></pattern><circle r="1"/></g>',
            "fill of circle: the pattern 'p' would contain itself",
        ),
        *(
            (
                f'<{tag} id="a" {name}="url(#b)"/><{tag} id="b" {name}="url(#a)"/><circle r="1" {name}="url(#a)"/>',
                f"{name} of {tag}: the {tag} 'a' would contain itself",
            )
            for tag, name in (("clipPath", "clip-path"), ("mask", "mask"))
        ),
        *(
            (
                f'<{tag} id="a"><circle r="1" {name}="url(#b)"/></{tag}><{tag} id="b"><circle r="1" {name}="url(#a)"/>'
                f'</{tag}><path d="M0 0h9" {name}="url(#a)"/>',
                f"{name} of circle: the {tag} 'a' would contain itself",
            )
            for tag, name in _REFERENCES
        ),
        (
            '<g transform="scale(2e3)"><g transform="scale(2e3)"><circle r="1"/></g></g>',
            "g reaches beyond 1 000 000 units",
        ),
        ('<circle r="9" cx="999999"/>', "circle reaches beyond 1 000 000 units"),
    ],
)
def test_undrawable_svg_is_reported(body: str, message: str) -> None:
    assert message == fault(body)[2]


def test_all_findings_of_a_file_are_collected() -> None:
    found = faults('<zzz/>\n<path d="x" fil="red"/>\n<g><rect width="1zz" height="1"/>\n<use href="#x"/></g>')
    assert [place for place, *_ in found] == ["2:2", "3:10", "3:13", "4:17", "5:12"]


def test_findings_inside_a_reused_element_are_reported_once() -> None:
    gradients = '<linearGradient id="l" href="#k"/><linearGradient id="k" href="#l"/>'
    body = f'<g id="a">{gradients}<path d="M0 0h9" fill="url(#l)"/></g>' + '<use href="#a"/>' * 99
    assert fault(body)[2] == "href of linearGradient: the linearGradient 'l' would contain itself"


def test_file_with_very_many_faults_is_not_read_to_its_end() -> None:
    found = faults('<path d="x"/>\n' * 1000)
    assert len(found) == 51
    assert "these are the first 50 faults of the drawing; there may be more" in [message for _, _, message, _ in found]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", "1:1", "not XML: no element found"),
        ("cat", "1:1", "not XML: syntax error"),
        ("<html/>", "1:2", "the outermost element is 'html', not svg"),
        ('<svg xmlns="http://www.w3.org/1999/xhtml" viewBox="0 0 1 1"/>', "1:2", "'http://www.w3.org/1999/xhtml'"),
        ("<svg/>", "1:2", "svg has no viewBox"),
        ('<svg width="100%" height="3"/>', "1:2", "svg has no viewBox"),
        ('<svg viewBox="0 0 0 9"/>', "1:15", "viewBox of svg: '0 0 0 9' has no area"),
        ('<svg viewBox="0 0 1e-7 1e-7"/>', "1:15", "viewBox of svg: '0 0 1e-7 1e-7' is no size of a drawing"),
        ('<svg viewBox="0 0 9000 1"/>', "1:15", "viewBox of svg: '0 0 9000 1' is no size of a drawing"),
        ('<svg width="1e-7" height="1e-7"/>', "1:2", "svg has no viewBox"),
        ('<svg viewBox="0 0 9"/>', "1:15", "viewBox of svg: '0 0 9' has 3 numbers"),
        ('<svg viewBox="0 0 9 9">\n<g>\n</svg>', "3:3", "not XML: mismatched tag"),
        ('<svg viewBox="0 0 9 9">\n<g>\n', "3:1", "not XML: no element found"),
        ('<svg viewBox="0 0 9 9">\n<g x=3/></svg>', "2:6", "not XML: not well-formed (invalid token)"),
        ('<svg viewBox="0 0 9 9">\n &nbsp;</svg>', "2:2", "not XML: undefined entity"),
        ('<svg viewBox="0 0 9 9">\n<g id="a" id="b"/></svg>', "2:11", "not XML: duplicate attribute"),
    ],
)  # fmt: skip
def test_invalid_svg_is_reported(text: str, place: str, message: str) -> None:
    _, (found,) = read(text)
    assert f"art/cat.svg:{place}" == str(found.span)
    assert found.message.startswith(message)


def test_unclosed_element_is_named() -> None:
    _, (found,) = read(f"{HEAD}\n<g>\n<g>\n</g>\n</svg>")
    assert found.help == "the element 'g' of line 2 is still open here"


def test_files_must_be_utf8_regardless_of_their_declaration() -> None:
    _, (found,) = read('<svg viewBox="0 0 9 9">\n<title>Bébé</title></svg>'.encode("latin-1"))
    assert (str(found.span), found.message) == ("art/cat.svg:2:9", "not UTF-8: byte 0xE9 cannot be read")
    _, (found,) = read(f"{HEAD}</svg>".encode("utf-16"))
    assert "not UTF-8" in found.message
    for encoding in ("ISO-8859-1", "utf-16", "klingon"):
        declaration = f'<?xml version="1.0" encoding="{encoding}"?>'
        picture, _ = read(f"\N{ZERO WIDTH NO-BREAK SPACE}{declaration}{HEAD}<title>é</title></svg>")
        assert picture


# --- hostile files ------------------------------------------------------------------------------------------

BILLION = "".join(f'<!ENTITY a{i + 1} "{f"&a{i};" * 10}">' for i in range(9))


@pytest.mark.parametrize(
    "entities",
    [
        f'<!ENTITY a0 "ha">{BILLION}',
        '<!ENTITY a9 SYSTEM "file:///etc/passwd">',
        '<!ENTITY % a9 "ha">',
        f'<!ENTITY a9 "{"ha" * 200}">',
        '<!ENTITY a9 "<g/>">',
        "".join(f'<!ENTITY a{i} "ha">' for i in range(101)),
    ],
)
def test_entities_that_are_more_than_short_words_are_refused(entities: str) -> None:
    _, (found,) = read(f"<?xml version='1.0'?><!-- <!DOCTYPE -->\n <!DOCTYPE svg [{entities}]>\n{HEAD}</svg>")
    assert str(found.span) == "art/cat.svg:2:3"
    assert found.message.startswith("the document type declares the entity 'a")


@pytest.mark.parametrize(
    "doctype",
    [
        '<!DOCTYPE svg SYSTEM "http://example.org/evil.dtd">',
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">',
        "<!DOCTYPE svg>",
        '<!DOCTYPE svg [<!ENTITY green "#0f0">]>',
    ],
)
def test_document_type_is_neither_fetched_nor_a_fault(doctype: str) -> None:
    picture, found = read(f'{doctype}\n{HEAD}<circle r="3" fill="#0f0"/></svg>')
    assert picture
    assert not found


NEVER_TOO_MUCH = {
    "nested groups": "<g>" * 20_000 + "</g>" * 20_000,
    "use bomb": '<defs><path id="a0" d="M0 0h9"/>'
    + "".join(f'<g id="a{i + 1}">' + f'<use href="#a{i}"/>' * 10 + "</g>" for i in range(9))
    + '</defs><use href="#a9"/>',
    "use of itself, twice": '<g id="a"><use href="#a"/><use href="#a"/></g>' * 2,
    "deep use": '<path id="a0" d="M0 0h9"/>'
    + "".join(f'<g id="a{i + 1}"><use href="#a{i}"/></g>' for i in range(70)),
    "elements": "<g/>" * 20_001,
    "segments": '<path d="M0 0' + "h1" * 100_001 + '"/>',
    "segments by use": '<path id="p" d="M0 0' + "h1" * 999 + '"/>' + '<use href="#p"/>' * 200,
    "dashes by use": '<path id="p" d="M0 0h1" stroke="red" stroke-dasharray="' + "1 " * 9999 + '"/>'
    + '<use href="#p"/>' * 200,
    "clips": '<clipPath id="k">' + '<circle r="1"/>' * 999 + "</clipPath>"
    + '<circle r="1" clip-path="url(#k)"/>' * 999,
    "subpaths in a clip": '<clipPath id="k"><path clip-rule="evenodd" d="' + "M0 0h1" * 9999 + '"/></clipPath>'
    + '<circle r="1" clip-path="url(#k)"/>',
    "stops": '<linearGradient id="l">' + "<stop/>" * 999 + "</linearGradient>"
    + '<circle r="1" fill="url(#l)"/>' * 999,
    "links of gradients": "".join(f'<linearGradient id="l{i}" href="#l{i + 1}"/>' for i in range(999))
    + '<linearGradient id="l999"/><circle r="1" fill="url(#l0)"/>',
    **{
        f"chain of {name} in {tag}": f'<{tag} id="a0"/>'
        + "".join(
            f'<{tag} id="a{i + 1}"><path d="M0 0h9" {name}="url(#a{i})"/></{tag}>' for i in range(3000)
        )
        + f'<path d="M0 0h9" {name}="url(#a3000)"/>'
        for tag, name in _REFERENCES
    },
    "chain of clip paths": '<clipPath id="a0"/>'
    + "".join(f'<clipPath id="a{i + 1}" clip-path="url(#a{i})"><circle r="1"/></clipPath>' for i in range(5000))
    + '<circle r="1" clip-path="url(#a5000)"/>',
    "links of patterns": "".join(f'<pattern id="l{i}" href="#l{i + 1}"/>' for i in range(999))
    + '<pattern id="l999"/><circle r="1" fill="url(#l0)"/>',
    "uses that are not shown": '<clipPath id="k" clipPathUnits="objectBoundingBox"><circle r="1"/></clipPath>'
    '<path id="a0" d="M0 0h9"/>'
    + "".join(f'<g id="a{i + 1}"><use href="#a{i}"/></g>' for i in range(3000))
    + '<g clip-path="url(#k)"><circle r="1"/><use href="#a3000" display="none"/></g>',
    "uses with inherited patterns": '<g id="g">' + "<g>" * 50 + '<path d="M0 0h9v9"/>' + "</g>" * 50 + "</g>"
    + "".join(
        f'<pattern id="p{i}" width="9" height="9" patternUnits="userSpaceOnUse"><use href="#g" fill="url(#p{i + 1})"/>'
        "</pattern>"
        for i in range(20)
    )
    + '<pattern id="p20"/><path d="M0 0h9v9" fill="url(#p0)"/>',
    "matrices": '<g transform="scale(9e5)">' * 30 + '<circle r="1"/>' + "</g>" * 30,
    "tiles": '<pattern id="p" width="1" height="1" patternUnits="userSpaceOnUse"><circle r="1"/></pattern>'
    + '<rect width="9000" height="9000" fill="url(#p)"/>',
    "tiny tiles": '<pattern id="p" x="9" width="1e-320" height="1" patternUnits="userSpaceOnUse"/>'
    + '<rect width="9" height="9" fill="url(#p)"/>',
    "patterns in patterns": "".join(
        f'<pattern id="p{i}" width=".1" height=".1"><rect width="1" height="1" fill="url(#p{i + 1})"/></pattern>'
        for i in range(9)
    ) + '<rect width="9" height="9" fill="url(#p0)"/><pattern id="p9"/>',
    "masks in masks": "".join(
        f'<mask id="m{i}">' + f'<rect width="9" height="9" mask="url(#m{i + 1})"/>' * 9 + "</mask>" for i in range(9)
    ) + '<rect width="9" height="9" mask="url(#m0)"/><mask id="m9"/>',
    "selectors": "<style>" + "g g g g g g g{fill:red}" * 2000 + "</style>" + "<g/>" * 5000,
    "not a number": '<path d="M0 0LNaN 3"/><path d="M0 0L1e999 3"/><rect x="inf" width="nan" height="-inf"/>',
    "digits": '<circle r="' + "9" * 400_000 + '"/>',
    "names": f"<{'x' * 400_000}/>",
    "ids": "".join(f'<g id="{"cat" * 10}{i}"/>' for i in range(2000))
    + "".join(f'<use href="#{"cet" * 10}{i}"/>' for i in range(2000)),
    "10 MB": " " * 10_000_000 + "<g/>",
}  # fmt: skip


def test_sixty_elements_may_be_nested_and_no_more() -> None:
    assert faults("<defs>" + "<g>" * 58 + "</g>" * 58 + "</defs>") == []
    assert fault("<defs>" + "<g>" * 59 + "</g>" * 59 + "</defs>")[2] == "elements are nested more than 60 deep"


@pytest.mark.parametrize("body", NEVER_TOO_MUCH.values(), ids=NEVER_TOO_MUCH)
def test_too_much_is_refused_at_once(body: str) -> None:
    picture, found = read(f"{HEAD}{body}</svg>")
    assert picture is None
    assert found


@pytest.mark.parametrize(
    "letters", [" ", "url(", "url( ", "var(--a,", "1 ", "1,", ".1", "-", "1e", "a1 1 1 01 1 1", "#", "("]
)
@pytest.mark.parametrize("name", ["d", "fill", "transform", "clip-path", "stroke-dasharray", "style", "stroke-width"])
def test_no_value_slows_a_grammar_down(name: str, letters: str) -> None:
    """Half a megabyte that nearly matches must cost one pass, not one for each of its letters."""
    read(f'{HEAD}<path {name}="{letters * (480_000 // len(letters))}x"/></svg>')


@given(st.binary(max_size=400))
@examples(100)
def test_random_bytes_are_findings(data: bytes) -> None:
    picture, _ = read(data)
    assert picture is None


#: A bit of everything, to be cut and bent.
EVERYTHING = (
    HEAD
    + """<title>Cat</title><defs><linearGradient id="l" x2="50%" gradientTransform="rotate(30)"><stop offset="0"
 stop-color="var(--a)"/><stop offset="1" style="stop-color:#abc"/></linearGradient><radialGradient id="r"
 href="#l" gradientUnits="userSpaceOnUse" cx="4"/><clipPath id="k"><use href="#p" x="1"/><rect width="4"
 height="3" rx="1" clip-rule="evenodd"/></clipPath><path id="p" d="M1 2c.5.5-3-4 5 6a1 2 30 01.5.5zm1 1h3"/></defs>
<g fill="url(#l)" stroke="red" transform="scale(2 1)" opacity=".5"><use xlink:href="#p" clip-path="url(#k)"/>
<ellipse cx="4" rx="3" ry="2" fill="url(#r)" style="stroke-dasharray:1 2;fill-opacity:.5"/></g>
<polygon points="1,2 3,4 5,0" fill-rule="evenodd"/><line x1="1" stroke="currentColor"/></svg>"""
)


def test_bit_of_everything_is_fine() -> None:
    picture, _ = read(EVERYTHING)
    assert picture
    assert picture.colours == ("a", "currentColor")


@given(st.integers(0, len(EVERYTHING) - 1))
def test_truncated_files_are_findings(length: int) -> None:
    picture, _ = read(EVERYTHING[:length])
    assert picture is None


@given(
    st.lists(
        st.tuples(
            st.integers(0, len(EVERYTHING)),
            st.integers(0, 6),
            st.sampled_from(["", "-", "0", "9e5", "1e-9", " ", "%", '"', "#p", "l", "k", "<g>", "</g>", "NaN"]),
        ),
        min_size=1,
        max_size=6,
    )
)
@examples(100)
def test_bent_files_never_bring_the_reader_down(bends: list[tuple[int, int, str]]) -> None:
    text = EVERYTHING
    for at, cut, put in bends:
        text = text[:at] + put + text[at + cut :]
    read(text)


names = st.sampled_from([*ELEMENTS, "text", "b"])
values = st.sampled_from(
    ["0", "1", "-1", "1e-160", "999999", "1e-6", "50%", "none", "red", "evenodd", "userSpaceOnUse", "", "#a", "a"],
) | st.sampled_from(
    ["url(#a)", "M1 1h9v9z", "0 0 9 9", "scale(1e-5 9e4)", "matrix(1 1 1 1 0 0)", "skewX(89.9999)"],
)
attributes = st.dictionaries(
    st.sampled_from(sorted({name for kind in ELEMENTS.values() for name in kind.attributes} | {"id"})), values
)
trees = st.recursive(
    st.tuples(names, attributes, st.just(())),
    lambda inside: st.tuples(names, attributes, st.lists(inside, max_size=4)),
    max_leaves=12,
)


def written(tree: tuple[str, dict[str, str], list[object]]) -> str:
    name, given_attributes, children = tree
    attributes = "".join(f' {key}="{value}"' for key, value in given_attributes.items())
    return f"<{name}{attributes}>{''.join(written(child) for child in children)}</{name}>"  # type: ignore[arg-type]


@given(trees)
@examples(100)
@example(("rect", {"width": "1", "height": "1", "fill": "url(#a)"}, []))
def test_any_well_formed_file_is_a_picture_or_findings(tree: tuple[str, dict[str, str], list[object]]) -> None:
    read(f"{HEAD}{written(tree)}</svg>")


#: Numbers on the brink of what floats, or our limits, can bear.
GRADIENTS = [
    '<linearGradient id="a" x2="1e-160">',
    '<linearGradient id="a" gradientTransform="scale(1e-5 9e4)">',
    '<linearGradient id="a" gradientUnits="userSpaceOnUse" x2="999999" gradientTransform="skewX(89.999)">',
    '<radialGradient id="a" r="1e-9">',
    '<radialGradient id="a" gradientTransform="matrix(1 1 1 1 0 0)">',
    '<radialGradient id="a" gradientUnits="userSpaceOnUse" r="999999" gradientTransform="scale(-1e-3 9e4)">',
]
SHAPES = [
    'rect width="1e-5" height="9e5"',
    'ellipse rx="5" ry="1e-9"',
    'path d="M0 0h1e-160v9l-9e5 3"',
    'use href="#p"',
]
TRANSFORMS = ["scale(1e-5 9e4)", "scale(-3 2)", "scale(1e-5)", "matrix(1 1 1 1 0 0)", "skewX(89.999)", "scale(9e5)"]


@given(
    st.sampled_from(GRADIENTS),
    st.sampled_from(SHAPES),
    st.lists(st.sampled_from(TRANSFORMS), max_size=3),
    st.sampled_from(["", 'stroke="red"', 'stroke="red" stroke-dasharray="1e-5 3"', 'clip-path="url(#k)"']),
)
def test_extreme_numbers_end_as_a_picture_or_findings(
    gradient: str, shape: str, transforms: list[str], more: str
) -> None:
    read(
        f"""{HEAD}{gradient}<stop/><stop offset="1" stop-color="red"/></{gradient[1:15]}>
        <clipPath id="k"><circle r="1e-3"/><rect width="9e5" height="1"/></clipPath><path id="p" d="M0 0h3v3z"/>
        <g fill="url(#a)" transform="{" ".join(transforms)}"><{shape} {more}/></g></svg>"""
    )


def test_profile_knows_no_property_twice() -> None:
    """What is presentation goes to one place, all else to another; a name in both would be lost."""
    for name, kind in ELEMENTS.items():
        for attribute, reader in kind.attributes.items():
            assert attribute not in PRESENTATION or reader is PRESENTATION[attribute], name
