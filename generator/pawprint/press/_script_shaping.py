"""Words of scripts whose letters join, move or run from right to left -> glyphs, by HarfBuzz.

A word is divided by script first, since HarfBuzz shapes one script at a time. Glyphs are given from left to right.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from pawprint.press._glyph_ink import blank_characters, known_glyphs
from pawprint.typography.metrics import PART_OF, Shaped

#: What a glyph stands for that continues a cluster: a space of no width, since PDF/A asks for something.
_NOTHING = "\u200b"


class GlyphCluster(NamedTuple):
    """Glyphs of a word that stand for some characters together: from *start* to *end*."""

    start: int
    end: int
    text: str


class FontUse(NamedTuple):
    """A font as words are shaped with it.

    Attributes:
        font: HarfBuzz's.
        em: units of an em.
        advances: glyph -> its width in units.
        features: those that are switched on.
        stand_ins: characters that the font lacks, and what is drawn instead.
        inked: glyph -> whether it shows anything.
    """

    font: Any
    em: int
    advances: Mapping[int, int]
    features: Sequence[str]
    stand_ins: Mapping[int, str]
    inked: Mapping[int, bool]


def shape_script(
    use: FontUse, text: str, backwards: bool, language: str
) -> tuple[Shaped, tuple[str, ...], tuple[GlyphCluster, ...]]:
    """(the word, what each glyph stands for, the clusters of more than one glyph).

    Args:
        backwards: the text runs from right to left.
    """
    import uharfbuzz as hb

    glyphs: list[tuple[int, int, int, int]] = []  # id, cluster, shift right, shift up
    steps: list[int] = []
    # Ligatures and the like stay as the font has them, since scripts depend on them.
    features = {"kern": True, "dlig": False} | dict.fromkeys(use.features, True)
    buffer: Any = hb.Buffer()
    runs = _script_runs(text)
    for start, script, run in reversed(runs) if backwards else runs:
        buffer.reset()
        buffer.flags = hb.BufferFlags.REMOVE_DEFAULT_IGNORABLES
        if backwards:  # readers put the characters of a word in order themselves, mark by mark
            buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_CHARACTERS
        buffer.add_str(run.translate(dict(use.stand_ins)))
        buffer.direction = "rtl" if backwards else "ltr"
        if script:
            buffer.script = script
        buffer.language = language or "en"
        hb.shape(use.font, buffer, features)
        infos = buffer.glyph_infos
        ids = known_glyphs(use.font.face, infos)
        for glyph, info, position in zip(ids, infos, buffer.glyph_positions, strict=True):
            glyphs.append((glyph, start + info.cluster, position.x_offset, position.y_offset))
            steps.append(position.x_advance if glyph == info.codepoint else use.advances[glyph])
    return _word(use, text, glyphs, steps, backwards)


def _word(
    use: FontUse, text: str, shaped: Sequence[tuple[int, int, int, int]], steps: Sequence[int], backwards: bool
) -> tuple[Shaped, tuple[str, ...], tuple[GlyphCluster, ...]]:
    em = use.em
    if not shaped:  # only marks of direction, which no font draws
        return Shaped(text, 0.0, (), "", (), 0.0), (), ()
    glyphs: list[tuple[int, int, int, int]] = []  # id, cluster, place, shift up
    pen = 0
    for (glyph, cluster, right, up), step in zip(shaped, steps, strict=True):
        glyphs.append((glyph, cluster, pen + right, up))
        pen += step
    advances = [use.advances[glyph] for glyph, *_ in glyphs]
    # Letters before their marks, so that the marks stand within what the letters cover for those who extract text.
    order = sorted(range(len(glyphs)), key=lambda at: (_first_of(glyphs, at), not advances[at]))
    glyphs, advances = [glyphs[at] for at in order], [advances[at] for at in order]
    following = [*[place for _, _, place, _ in glyphs[1:]], pen]
    placed = tuple(
        [
            (glyph, advance / em, (after - place - advance) / em)
            for (glyph, _, place, _), advance, after in zip(glyphs, advances, following, strict=True)
        ]
    )
    rises = tuple([up / em for *_, up in glyphs])
    absent = [text[cluster] for glyph, cluster, *_ in glyphs if not glyph]
    absent += blank_characters(text, [(glyph, cluster) for glyph, cluster, *_ in glyphs], use.inked)
    missing = "".join(dict.fromkeys(absent))
    start = glyphs[0][2] / em
    word = Shaped(text, pen / em, placed, missing, rises if any(rises) else (), start)
    meanings, clusters = _meanings(text, [cluster for _, cluster, *_ in glyphs], backwards)
    return word, meanings, clusters


def _first_of(glyphs: Sequence[tuple[int, int, int, int]], at: int) -> int:
    """The first glyph of the cluster of a glyph."""
    while at and glyphs[at - 1][1] == glyphs[at][1]:
        at -= 1
    return at


def _meanings(text: str, starts: Sequence[int], backwards: bool) -> tuple[tuple[str, ...], tuple[GlyphCluster, ...]]:
    """(what each glyph stands for, the clusters of several glyphs), from where the cluster of each glyph starts."""
    ends = dict(zip(sorted(set(starts)), [*sorted(set(starts))[1:], len(text)], strict=True))
    meanings: list[str] = []
    clusters: list[GlyphCluster] = []
    for start, group in groupby(starts):
        count = len(list(group))
        characters = text[start : ends[start]]
        if count > 1:
            clusters.append(GlyphCluster(len(meanings), len(meanings) + count, characters))
            meanings += [PART_OF + characters, *[PART_OF + _NOTHING] * (count - 1)]
        else:
            # Readers turn round what they take for characters from left to right, within a ligature as well.
            meanings.append(characters[::-1] if backwards else characters)
    return tuple(meanings), tuple(clusters)


def _script_runs(text: str) -> list[tuple[int, str, str]]:
    """(start, script, characters) of each run of one script; signs of no script go with the letters before them."""
    runs: list[tuple[int, str, str]] = []
    for index, character in enumerate(text):
        script = _script(character)
        if runs and (not script or script == runs[-1][1] or not runs[-1][1]):
            start, known, run = runs[-1]
            runs[-1] = (start, known or script, run + character)
        else:
            runs.append((index, script, character))
    return runs


@lru_cache(maxsize=4096)
def _script(character: str) -> str:
    """The script of a character by its ISO 15924 code; empty for one that stands in several scripts."""
    import uharfbuzz as hb

    buffer: Any = hb.Buffer()
    buffer.add_str(character)
    buffer.guess_segment_properties()
    script = buffer.script or ""
    return "" if script in ("Zyyy", "Zinh", "Zzzz") else script
