"""Sources -> drafts: what is written where, what is data, and where every fault is."""

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from documents.dump import dump
from fixed_metrics import FixedMetrics
from helpers import Table, Toy
from pawprint.catalog.model import Record
from pawprint.core.diagnostics import Findings
from pawprint.documents.content import Manuscript, Paragraph
from pawprint.documents.manuscripts import manuscripts
from pawprint.pieces.placed import AnyFace

FACE = "- {id: ground, kind: panel, fill: moss}"
GAME = """
    id: toy
    title: {fr: Jouet, en: Toy}
    languages: [fr, en]
    editions: {small: {}, large: {}}
    players: {min: 2, max: 4}
    components:
      beasts:
        title: {fr: Bêtes, en: Beasts}
        stock: toy
        face: toy/beast
        fields:
          name: {type: text}
          note: {type: text, default: ""}
          level: {type: int, default: 1}
          prey: {type: list, of: {ref: beasts}}
          boss: {type: ref, to: beasts, optional: true}
"""
CARDS = """
    beasts:
      - {id: fox, copies: 3, name: {fr: Renard, en: Fox}, level: 4, prey: [red-hen]}
      - {id: red-hen, copies: 2, name: {fr: Poule rousse, en: Red hen}}
      - {id: mole, name: {fr: Taupe, en: Mole}, editions: large}
"""


class Desk:
    """A toy game whose rulebook is written and made."""

    def __init__(self, folder: Path, game: str = GAME, cards: str = CARDS) -> None:
        self.toy = Toy(folder, FACE, game=game, cards=cards)
        self.findings = Findings()

    def make(self, text: str, language: str = "en", edition: str = "small", **files: str) -> Manuscript | None:
        """The rulebook; *text* serves both languages. The only finding so far may be one of the catalog's."""
        for code in ("en", "fr"):
            self.toy.write(f"catalog/toy/rulebook/{code}.md", text)
        for name, content in files.items():
            self.toy.write(f"catalog/toy/rulebook/{name}.txt", content)
        table = self.toy.table(FixedMetrics())
        self.findings = table.findings
        game = table.game.in_edition(edition)
        made = list(manuscripts(game, language, table.composer, table.findings, ("rulebook",)))
        return made[0] if made else None

    def blocks(self, text: str, **more: str) -> str:
        """The blocks of a rulebook without a fault, as text, below its title."""
        draft = self.make("# T\n\n" + text, **more)
        assert not list(self.findings), self.found
        assert draft is not None
        return dump(draft.blocks[1:])

    def faults(self, text: str, **more: str) -> list[str]:
        """What is wrong with a rulebook, each as LINE:COLUMN code."""
        self.make(text, **more)
        return self.found

    @property
    def found(self) -> list[str]:
        return [
            f"{one.span.line}:{one.span.column} {one.code}: {one.message}; {one.help}"
            for one in self.findings.sorted()
            if one.span
        ]


#: A value that is put together of itself, 60 times.
GROWING = "{%% set n = namespace(t=%s) %%}{%% for a in range(60) %%}{%% set n.t = %s %%}{%% endfor %%}"


# --- data is data -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["# no", "- no", "1. no", "> no", "_no_", "| no |", "::: note", "[[toc]]", "a\\*b"])
def test_no_text_of_the_catalog_becomes_markdown(name: str, tmp_path: Path) -> None:
    desk = Desk(tmp_path, cards=f"beasts:\n  - {{id: fox, name: '{name}'}}\n")
    shown = name.replace("\\", "")
    assert desk.blocks("{{ beasts.fox.name }}") == f"paragraph: {shown}\n"
    assert desk.blocks("- {{ beasts.fox.name }}") == f"- paragraph: {shown}\n"
    assert desk.blocks("| A |\n| --- |\n| {{ beasts.fox.name }} |") == f"table plain: A\n  {shown}\n"


def test_marks_in_texts_of_the_catalog_mean_what_they_mean_on_cards(tmp_path: Path) -> None:
    desk = Desk(tmp_path, cards="beasts:\n  - {id: fox, name: 'a **b** *c* :sun:'}\n")
    assert desk.blocks("{{ beasts.fox.name }}") == "paragraph: a **b** *c* :sun:\n"
    assert desk.blocks("*{{ beasts.fox.name }}*") == "paragraph: *a ****b**** *c* **:sun:*\n"


def test_name_may_be_a_heading_a_link_and_an_anchor(desk: Desk) -> None:
    said = desk.blocks(
        "## {{ beasts.red_hen.name }} {#b-{{ beasts.red_hen.id }}}\n\n[{{ game }}](#b-{{ beasts.red_hen.id }})"
    )
    assert said == "heading 2: Red hen (#b-red-hen)\nparagraph: [Toy](#b-red-hen)\n"


# --- lines and tags -----------------------------------------------------------------------------------------


def test_tags_on_separate_lines_leave_no_blank_lines(desk: Desk) -> None:
    loop = "{% for one in beasts %}\n{% if one.prey %}\n| {{ one.name }} |\n{% endif %}\n{% endfor %}"
    text = f"| A |\n| --- |\n{loop}\n| end |"
    assert desk.blocks(text) == "table plain: A\n  Fox\n  end\n"


def test_macros_and_sets_make_markdown(desk: Desk) -> None:
    text = (
        "{% macro line(one) %}\n- **{{ one.name }}** {{ caller() if caller else '' }}\n{% endmacro %}\n"
        "{% set two %}*{{ game }}* {{ beasts.fox.name }}{% endset %}\n"
        "{% for one in beasts %}\n{{ line(one) }}\n{% endfor %}\n\n{{ two }}"
    )
    assert desk.blocks(text) == "- paragraph: **Fox**\n- paragraph: **Red hen**\nparagraph: *Toy* Fox\n"


def test_tag_may_span_several_lines(desk: Desk) -> None:
    assert desk.blocks('{{ count(\n  "beasts"\n) }} and\n{{ "}}"\n}}') == "paragraph: 5 and }}\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("{% for one in beasts %}\n\n## A\n\n#### B\n\n{% endfor %}", 7),
        ("{% macro m() %}\n## A\n\n#### B\n{% endmacro %}\n\n{{ m() }}", 6),
        ("{% if true %}\n## A\n{% endif %}\n<!-- a\nb -->\n\n#### B", 9),
    ],
)
def test_block_knows_its_line(text: str, line: int, desk: Desk) -> None:
    (finding,) = desk.faults("# T\n\n" + text)[:1]
    assert finding.startswith(f"{line}:1 bad-markdown: a heading of level 4 below one of level 2")


def test_included_text_has_its_own_places(desk: Desk) -> None:
    desk.make('# T\n\n{% include "words.txt" %}\n', words="fine\n\n{{ beasts.foxx.name }}\n")
    (finding,) = desk.findings
    assert str(finding.span).endswith("words.txt:3:11")
    assert desk.blocks('{% include "words.txt" %}', words="a *b*") == "paragraph: a *b*\n"
    assert (
        "bad-template: there is no file '../game.yaml' to include"
        in desk.faults('# T\n{% include "../game.yaml" %}')[0]
    )


# --- expressions --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{{ count("beasts") }} {{ count("beasts", kinds=true) }} {{ total("beasts", "level") }}', "5 2 14"),
        ('{{ count("beasts", where="level > 1") }}', "3"),
        (
            "{{ beasts|length }} {{ beasts|map(attribute='level')|sum }} {{ beasts|map(attribute='level')|range }}",
            "2 5 1 to 4",
        ),
        (
            "{{ players|range }} {{ players.max|words }} {{ beasts|list }} {{ beasts|list('or') }}",
            "2 to 4 four Fox and Red hen Fox or Red hen",
        ),
        ("{{ beasts.fox.prey }} {{ beasts.fox }} {{ true }} {{ 2.50 }} {{ none }}", "Red hen Fox True 2.5 None"),
        ("{{ beasts.fox.boss }}{{ beasts.fox.prey[0].name ~ '!' }}", "Red hen!"),
        ("{{ edition }} {{ title }} {{ 'b' if edition == 'large' else 'a' }}", "small Toy a"),
        ("{{ missing|default('none') }} {{ 'x' if other is defined else 'y' }}", "none y"),
    ],
)
def test_expressions_print_values_of_the_catalog(text: str, expected: str, desk: Desk) -> None:
    assert desk.blocks(text) == f"paragraph: {expected}\n"


def test_language_counts_and_lists(desk: Desk) -> None:
    said = desk.blocks("{{ 80|words }} {{ 71|words }} {{ 21|words(true) }}", language="fr")
    assert said == "paragraph: quatre-vingts soixante et onze vingt et une\n"
    said = desk.blocks("{{ beasts|list }} {{ players|range }} {{ 1.5 + count('beasts') }}", language="fr")
    assert said == "paragraph: Renard et Poule rousse 2 à 4 6,5\n"


def test_edition_has_its_own_pieces(desk: Desk) -> None:
    text = (
        "{% for one in beasts %}{{ one.id }} {% endfor %}{% if edition == 'large' %}{{ beasts.mole.name }}{% endif %}"
    )
    assert desk.blocks(text) == "paragraph: fox red-hen\n"
    assert desk.blocks(text, edition="large") == "paragraph: fox red-hen mole Mole\n"
    (said,) = desk.faults("# T\n\n{{ beasts.mole.name }}")
    assert said.startswith(
        "3:11 unknown-piece: 'mole' of the beasts is not in the edition 'small'; write {% if edition"
    )


# --- faults -------------------------------------------------------------------------------------------------


def test_every_wrong_name_is_reported_with_its_place_in_a_single_run(desk: Desk) -> None:
    text = """# T

{{ beasts.foxx.name }} and {{ beasts.fox.nam }}

{% if false %}
{{ card("beasts.mol") }} {{ cuont("beasts") }} {{ game|uper }}
{% endif %}
{{ icon("snu") }} {{ table("beast") }} {{ count("beasts", kind=true) }}

:mooon: [x](#nowher) {{ rules.opening }}
"""
    expected = [
        "3:11 unknown-reference: there is no 'foxx' among the beasts; did you mean 'fox'?",
        "3:42 unknown-field: beasts.fox has no field 'nam'; did you mean 'name'?",
        "6:17 unknown-reference: there is no 'mol' among the beasts; did you mean 'mole'?",
        "6:29 bad-template: there is no 'cuont' in documents; did you mean 'count'?",
        "6:56 bad-template: there is no filter 'uper'; did you mean 'upper'?",
        "8:10 missing-icon: there is no icon 'snu'; did you mean 'sun'?",
        "8:29 unknown-component: there is no component 'beast'; did you mean 'beasts'?",
        "8:59 bad-template: count(): got an unexpected keyword argument 'kind'; did you mean 'kinds'?",
        "10:1 missing-icon: there is no icon 'mooon'; did you mean 'moon'?",
        "10:13 unknown-anchor: there is no heading '#nowher' in this document; anchors are t",
        "10:31 unknown-field: the rules of this game have no option 'opening'; there are none yet",
    ]
    assert desk.faults(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("## A", "1:1 bad-markdown: a heading of level 2 at the beginning; write #: levels"),
        ("# A\n\n##### B", "3:1 bad-markdown: a heading of level 5 below one of level 1; write ##: levels"),
        ("# A\n\nX. {#x}\n\n{{ rule_ref('x') }}", "5:1 unknown-anchor: the paragraphs of this document have no num"),
        ("# A {#a}\n\n{{ rule_ref('a') }}", "3:1 unknown-anchor: '#a' is a heading, and no paragraph"),
        ("# A {#x}\n\nX. {#x}", "3:1 duplicate-id: the anchor 'x' is used twice; the first is at "),
        ("# A {#x}\n\n## B {#x}", "3:1 duplicate-id: the anchor 'x' is used twice; the first is at "),
        ("# A\n\n```\nx\n```", "3:1 bad-markdown: documents have no block of code"),
        ("# A\n\n---", "3:1 bad-markdown: documents have no rule; write \\pagebreak"),
        ("# A\n\na `b`", "3:3 bad-markdown: documents have no code; write **bold**"),
        ("# A\n\n![x](y.png)", "3:1 bad-markdown: documents have no pictures by address; write {{ card(...) }}"),
        ("# A\n\n[x](y.html)", "3:5 bad-markdown: a link leads to 'y.html'; it leads to a heading"),
        ("# A\n\n::: note B\nx", "3:1 bad-markdown: the box 'note' is opened and not closed; write ::: below it"),
        ("# A\n\n::: columns many\nx\n:::", "3:1 bad-markdown: columns are 1 to 4, not 'many'"),
        ("# A\n\n::: columns ²\nx\n:::", "3:1 bad-markdown: columns are 1 to 4, not '²'"),
        ("# A\n\nx {{ card('beasts.fox') }} y", "3:1 bad-markdown: a picture or table stands amid words"),
        ("# A\n\nx \ue000", "3:3 bad-markdown: a private character"),
        ("# A\n\n{{ card('beasts.fox', width='5 mi') }}", "3:23 bad-length: "),
        ("# A\n\n{% if %}", "3:1 bad-template: "),
        ("# A\n\n{% for one in beasts %}", "3:1 bad-template: "),
        ("# A\n\n{{ 3|length }}", "3:1 bad-template: a number has no length"),
        ("# A\n\n{{ none|length }}", "3:1 bad-template: a value that is missing has no length"),
        ("# A\n\n{{ 1 < 'a' }}", "3:1 bad-template: a number < a text cannot be compared"),
        ("# A\n\n{{ 1 / 0 }}", "3:1 bad-template: division by zero"),
        ("# A\n\n{{ beasts.fox.__class__ }}", "3:15 unknown-field: beasts.fox has no field '__class__'"),
        ("# A\n\n{{ 'a'.join(languages) }}", "3:8 unknown-field: there is no field 'join' here"),
        ("# A\n\n{{ 'a'|uper(unknwn) }}", "3:8 bad-template: there is no filter 'uper'; did you mean 'upper'?"),
        ("# A\n\n{% extends 'x' %}", "3:1 bad-template: 'extends' is not available in documents"),
        ("---\ncolums: 2\n---\n# A", "2:1 unknown-field: the front matter has no property 'colums'; did you mean"),
        ("---\ntitle: '{{ gam }}'\n---\n# A", "2:1 bad-template: title: there is no field 'gam'; did you mean 'game'?"),
        ("---\ncolumns: 2\n# A", "1:1 yaml-syntax: the front matter has no end"),
        ("---\na: [\n---\n# A", "2:4 yaml-syntax: "),
    ],
)  # fmt: skip
def test_fault_is_reported_with_its_place(text: str, expected: str, desk: Desk) -> None:
    (finding,) = desk.faults(text)
    assert finding.startswith(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{% for a in range(1000) %}{% for b in range(1000) %}{% endfor %}{% endfor %}", "more than 50,000 turns"),
        ("{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ m() }}", "nested too deeply|more than 50,000 turns"),
        ("{{ range(100000)|list }}", "a range of more than 1,000 numbers"),
        ("{{ 'x' * 100000000 }}", "works on numbers"),
        ("{{ 9 ** 9 ** 9 }}", "'pow' is not available"),
        ("{% set a %}xxxxxxxxxx{% endset %}" + "{% set a %}{{ a }}{{ a }}{% endset %}" * 30, "1,000,000"),
        (GROWING % ("'x'", "n.t ~ n.t"), "more than 1,000,000"),
        (GROWING % ("[1]", "n.t + n.t"), "more than 20,000 values"),
        (GROWING % ("[1]", "[n.t, n.t]"), "more than 20,000 values"),
        (GROWING % ("[1]", "{'a': [n.t, n.t]}"), "more than 20,000 values"),
        (GROWING % ("'x'", "('x' ~ (n.t ~ n.t))|upper"), "more than 1,000,000"),
        (GROWING % ("[1]", "[n.t, n.t]|flat"), "more than 20,000 values"),
        ('{% include "en.md" %}', "nested too deeply"),
        ("{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}", "nested too deeply"),
        ("{{ " + "1+" * 30000 + "1 }}", "nested too deeply|20,000 names"),
        ("x" * 300_000, "200,000 is the limit"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_hostile_document_ends(text: str, expected: str, desk: Desk) -> None:
    (finding,) = desk.faults(f"# T\n\n{text}\n")
    assert any(words in finding for words in expected.split("|")), finding
    assert "bad-template" in finding


@pytest.mark.parametrize(
    "text", ["> " * 5000 + "x", "[" * 5000, "*a " * 5000, "- " * 3000 + "x", "::: a\n" * 500, "|" * 3000]
)
def test_hostile_markdown_ends(text: str, desk: Desk) -> None:
    desk.make(f"# T\n\n{text}\n")


class WatchedFaces:
    """Faces that are composed, and can be watched."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def side(self, record: Record, side: str) -> AnyFace | None:
        return self._table.composer.side(self._table.game, record, "en", side)


def test_figures_of_a_document_do_not_outlive_it(desk: Desk) -> None:
    text = "# T\n\n{% macro m(x) %}{{ x }}{% endmacro %}{{ m(beasts.fox.name) }}\n\n{{ card('beasts.fox') }}\n"
    for code in ("en", "fr"):
        desk.toy.write(f"catalog/toy/rulebook/{code}.md", text)
    table = desk.toy.table(FixedMetrics())
    faces = WatchedFaces(table)
    alive = weakref.ref(faces)
    gc.disable()  # it would find them one day, and until then the faces of a large game take a hundred megabytes
    try:
        (made,) = manuscripts(table.game, "en", table.composer, table.findings, ("rulebook",), faces)
        del faces
        assert alive() is None
        assert not table.findings
        assert len(made.blocks) == 3
    finally:
        gc.enable()


# --- files --------------------------------------------------------------------------------------------------


def names(desk: Desk, language: str) -> list[tuple[str, str, str]]:
    table = desk.toy.table(FixedMetrics())
    desk.findings = table.findings
    made = manuscripts(table.game, language, table.composer, table.findings)
    return [(one.name, one.kind, one.title) for one in made]


def test_game_has_its_own_documents_and_shared_documents(desk: Desk) -> None:
    for code in ("en", "fr"):
        desk.toy.write(f"catalog/toy/reference/aid.{code}.md", "---\ntitle: 'Aid of {{ game }}'\n---\n# A\n")
        desk.toy.write(f"catalog/toy/reference/list.{code}.md", "# Ours\n")
    desk.toy.write("layouts/documents/list.en.md", "# Theirs\n")
    desk.toy.write("layouts/documents/more.en.md", "# More\n")
    desk.toy.write("layouts/documents/more.fr.md", "# Plus\n")
    desk.toy.write("layouts/documents/only.en.md", "# Only\n")
    desk.toy.write("layouts/documents/empty.en.md", "{% if false %}\n# Nothing\n{% endif %}\n")
    own = [("aid", "reference", "Aid of Jouet"), ("list", "reference", "Ours")]
    assert names(desk, "fr") == [*own, ("more", "reference", "Plus"), ("only", "reference", "Only")]
    assert names(desk, "en")[2:] == [("more", "reference", "More"), ("only", "reference", "Only")]
    assert not list(desk.findings)


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("rulebook/fr.md", "missing-translation: there is no rulebook in 'en'; add rulebook/en.md"),
        ("reference/aid.en.md", "missing-translation: there is no reference 'aid' in 'fr'; add reference/aid.fr.md"),
        ("reference/aid.md", "unknown-language: 'aid.md' is in no language of the game; call it NAME.LANGUAGE.md"),
        ("rulebook/de.md", "unknown-language: 'de.md' is in no language of the game; call it LANGUAGE.md"),
    ],
)
def test_missing_or_misnamed_file_is_reported(file: str, expected: str, desk: Desk) -> None:
    desk.toy.write(f"catalog/toy/{file}", "# A\n")
    names(desk, "fr")
    (finding,) = desk.found
    assert finding.startswith(f"1:1 {expected}")


def test_folder_of_documents_that_cannot_be_read_is_an_error(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.toy.write("catalog/toy/rulebook/fr.md", "# A\n")
    listed = Path.iterdir

    def refused(folder: Path) -> Iterator[Path]:
        if folder.name == "rulebook":
            raise PermissionError(13, "Permission denied", str(folder))
        return listed(folder)

    monkeypatch.setattr(Path, "iterdir", refused)
    names(desk, "fr")
    (finding,) = desk.found
    assert "file-unreadable: the folder" in finding
    assert finding.endswith("rulebook cannot be read: Permission denied; it should be one that you may read")


# --- what a number or name changes ---------------------------------------------------------------------------


def test_changed_number_changes_only_the_texts_that_contain_it(
    tmp_path: Path,
) -> None:
    text = "# T\n\nThe fox has {{ beasts.fox.level }}.\n\nThe hen has {{ beasts.red_hen.level }}."
    first = Desk(tmp_path / "a").make(text)
    second = Desk(tmp_path / "b", cards=CARDS.replace("level: 4", "level: 7")).make(text)
    assert first is not None
    assert second is not None
    before, after = dump(first.blocks).splitlines(), dump(second.blocks).splitlines()
    assert [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]] == [
        ("paragraph: The fox has 4.", "paragraph: The fox has 7.")
    ]


@pytest.mark.parametrize("where", ["{{ beasts.fox.name }}", "{{ card('beasts.fox') }}", "{{ name('fox') }}"])
def test_renamed_id_fails_each_line_with_the_old_id(where: str, tmp_path: Path) -> None:
    cards = CARDS.replace("id: fox", "id: vixen")
    found = Desk(tmp_path, cards=cards).faults(f"# T\n\n{where}\n\n- {where}\n")
    assert [line.partition(":")[0] for line in found] == ["3", "5"]


def test_codes_of_the_game_are_icons_in_a_document_and_in_what_it_shows(tmp_path: Path) -> None:
    game = GAME.replace("components:", "icons: {'{T}': sun, '[hush]': moon, '<b>': moon}\n    components:")
    desk = Desk(tmp_path, game, CARDS.replace("Red hen", "'Red {T}'"))
    said = desk.blocks("Tap {T}, <b> not \\[hush]; {{ beasts['red-hen'].name }}")
    assert said == "paragraph: Tap :sun:, :moon: not [hush]; Red :sun:\n"


#: Tracks have no names, only numbers.
TRACKS = """      tracks:
        title: {fr: Empreintes, en: Tracks}
        stock: toy
        face: toy/beast
        fields:
          name_of: {ref: beasts}
          number: {type: int}
"""
TRACK_RECORDS = """    tracks:
      - {id: fox-1, name_of: fox, number: 1}
      - {id: fox-2, name_of: fox, number: 2}
"""


def tracks(folder: Path, names: str) -> Desk:
    game = GAME.replace("components:\n", f"documents: {{names: {names}}}\n    components:\n") + TRACKS
    return Desk(folder, game, CARDS + TRACK_RECORDS)


def test_pieces_without_names_use_the_names_of_the_game(tmp_path: Path) -> None:
    desk = tracks(tmp_path, '{tracks: {fr: "Piste {{ number }} ({{ name_of.name }})", en: "Track {{ number }}"}}')
    text = '{% for one in tracks %}{{ one }}; {% endfor %}{{ name("tracks.fox-1") }}\n\n{{ card("tracks.fox-2") }}'
    assert desk.blocks(text, language="fr").startswith(
        "paragraph: Piste 1 (Renard); Piste 2 (Renard); Piste 1 (Renard)"
    )
    assert "[Tracks – Track 2," in desk.blocks(text)


@pytest.mark.parametrize(
    ("names", "found"),
    [
        ('{track: "{{ number }}"}', "unknown-component: there is no component 'track'; did you mean 'tracks'?"),
        ('{tracks: "{{ numer }}"}', "bad-template: the name of 'tracks': there is no field 'numer'"),
    ],
)
def test_wrong_name_for_pieces_is_reported_at_its_place(tmp_path: Path, names: str, found: str) -> None:
    (line,) = tracks(tmp_path, names).faults("# T")
    assert line.startswith("6:")
    assert found in line


def test_questions_are_headings(desk: Desk) -> None:
    draft = desk.make("# T\n\n## FAQ\n\n::: questions\n**Why?** Because.\n\nPlainly.\n:::\n\n**No.** Not here.")
    assert draft is not None
    assert [block.heading for block in draft.blocks if isinstance(block, Paragraph)] == [3, 0, 0]


def test_icon_is_replaced_by_its_given_words(desk: Desk) -> None:
    draft = desk.make('# T\n\nA {{ icon("sun", beasts.fox.name) }} and a {{ icon("sun") }}.', language="fr")
    assert draft is not None
    (_, paragraph) = draft.blocks
    assert [run.said for run in paragraph.words if run.kind == "icon"] == ["Renard", ""]


def test_unknown_icon_of_a_code_is_found_where_the_game_names_it(tmp_path: Path) -> None:
    game = GAME.replace("components:", "icons: {'{T}': sum}\n    components:")
    assert Desk(tmp_path, game).faults("# T\n\nTap {T}.") == [
        "6:16 missing-icon: there is no icon 'sum'; did you mean 'sun'?"
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{{ page("nowhere") }}', "there is no heading '#nowhere' in this document"),
        ('{{ figure_ref("t") }}', "'#t' is a heading, and no figure"),
        ('{{ section_ref("fox") }}', "'#fox' is a figure, and no heading"),
        ('{{ table_ref("fx") }}', "there is no table '#fx' in this document"),
        ("[](#fix)", "there is no heading '#fix' in this document"),
        ('{{ card("beasts.fox") }} {#fox}', "the anchor 'fox' is used twice"),
        ("{{ proof() }} {#proof}", "the anchor 'proof' is not that of a figure or table"),
    ],
)
def test_wrong_reference_is_reported(text: str, expected: str, desk: Desk) -> None:
    faults = desk.faults('# T\n\n{{ card("beasts.fox") }} {#fox}\n\n' + text)
    assert [expected in fault and fault.startswith("5:") for fault in faults] == [True], faults
