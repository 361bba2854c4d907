"""The structure of a document that is read aloud: elements, and the element of each run of a text."""

from typing import NamedTuple

from pawprint.core.colour import Colour
from pawprint.documents.content import TERM, TextRun, Words
from pawprint.graphics.ops import StructureElement

#: Signs behind which no space is.
_OPENING = frozenset("([\u00ab\u201c\u00a0\u202f")


class Mark(NamedTuple):
    """The element of a run of text (None: decoration), its colour, the target and the words of its link; *page* as that
    of a `TextRun`."""

    element: StructureElement | None
    ink: Colour
    link: str = ""
    words: str = ""
    page: str = ""


def marked(
    role: str,
    words: Words,
    ink: Colour,
    link_ink: Colour,
    scope: str = "",
    across: int = 1,
    heads: tuple[StructureElement, ...] = (),
) -> tuple[StructureElement, list[Mark]]:
    """(the element of a text, the mark of each of its runs).

    A text without links and icons is one leaf; otherwise each part is a child, so that no element has both letters
    and children, and the order of reading is that of the children. An icon beside its own name is decoration.
    """
    if all(run.kind != "icon" and not run.link for run in words):
        element = StructureElement(role, scope=scope, across=across, heads=heads)
        return element, [Mark(element, ink)] * len(words)
    children: list[StructureElement] = []
    marks: list[Mark] = []
    before: TextRun | None = None
    for index, run in enumerate(words):
        if run.kind == "icon" and not run.link and is_named(words, index):
            marks.append(Mark(None, ink))
            continue
        parted = (
            run.kind == "text" and not run.link and not run.text.strip() and (before is None or before.kind == "icon")
        )
        if parted and (index + 1 == len(words) or words[index + 1].kind == "icon"):
            marks.append(Mark(None, ink))  # the press parts icons itself
            continue
        goes_on = before is not None and before.link == run.link and (bool(run.link) or before.kind != "icon")
        if not (goes_on and (run.link or run.kind != "icon")):
            if run.link:
                element = StructureElement("Link")
                mark = Mark(
                    element,
                    ink if run.link.startswith(f"#{TERM}") else link_ink,
                    run.link,
                    plain(_linked(words, index)),
                )
            elif run.kind == "icon":
                element = StructureElement("Span", alt=said(run))
                mark = Mark(element, ink)
            else:
                element = StructureElement("Span")
                mark = Mark(element, ink)
            children.append(element)
        marks.append(mark._replace(page=run.page) if run.page else mark)
        before = run
    return StructureElement(role, tuple(children), scope=scope, across=across, heads=heads), marks


def is_named(words: Words, index: int) -> bool:
    """True if the words before or behind the icon at *index* are its name."""
    name = said(words[index]).casefold()
    before = "".join(run.text for run in words[max(index - 2, 0) : index] if run.kind == "text").casefold().rstrip()
    behind = "".join(run.text for run in words[index + 1 : index + 3] if run.kind == "text").casefold().lstrip()
    return behind.startswith(name) or (before.endswith(name) and not before.removesuffix(name)[-1:].isalpha())


def _linked(words: Words, index: int) -> Words:
    """The runs of one link, from *index* on."""
    end = index
    while end < len(words) and words[end].link == words[index].link:
        end += 1
    return words[index:end]


def said(run: TextRun) -> str:
    """What an icon stands for."""
    return run.said or run.text.rpartition("/")[2].replace("-", " ")


def read_out(words: Words) -> list[tuple[TextRun, str]]:
    """Each run with the text that is read aloud: an icon is its name, and empty if the words beside it say the same."""
    texts: list[str] = []
    for at, run in enumerate(words):
        before = next((text[-1] for text in reversed(texts) if text), "")
        if run.kind == "break":
            text = " "
        elif run.kind == "icon":
            text = "" if is_named(words, at) else said(run) if before in _OPENING else f" {said(run)}"
        else:
            text = run.said if run.page else run.text
            # Only the words behind an icon are parted from its name, and not what follows a name that is left out.
            behind_icon = at > 0 and words[at - 1].kind == "icon"
            if behind_icon and not text[:1].isalnum():
                _strip_end(texts)
            text = f" {text}" if behind_icon and text[:1].isalnum() else text
        texts.append(text)
    return [*zip(words, texts, strict=True)]


def _strip_end(texts: list[str]) -> None:
    """Remove the blanks at the end of a line in parts."""
    for at in reversed(range(len(texts))):
        texts[at] = texts[at].rstrip(" ")
        if texts[at]:
            return


def plain(words: Words) -> str:
    """A text without its marks, for bookmarks, screen readers and other programs."""
    return " ".join("".join(text for _, text in read_out(words)).split())


def titled(words: Words) -> str:
    """A heading without its marks. An icon before its words is a picture of them, and is left out."""
    first = next((at for at, run in enumerate(words) if run.kind == "text" and run.text.strip()), 0)
    return plain(words[first:])
