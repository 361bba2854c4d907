"""American spelling is read wherever British spelling is: `color`, `center` and `gray` in keys, choices and names."""

import json
import re
import shutil
from pathlib import Path

import pytest

from pawprint.core.diagnostics import Findings
from pawprint.core.registry import known_spelling, other_spellings
from pawprint.core.source import Source
from pawprint.interchange.schemas.schema_files import schema_of
from pawprint.pieces.layouts import _overlaid
from pawprint.production import pipeline
from pawprint.source import reader
from pawprint.source.field_reader import FieldReader
from pawprint.source.reader import MappingNode


def mapping(text: str) -> MappingNode:
    node = reader.read_yaml(Source("face.yaml", text), Findings())
    assert isinstance(node, MappingNode)
    return node


@pytest.mark.parametrize(
    ("word", "others"),
    [
        ("icon_colour", ("icon_color",)),
        ("colors", ("colours",)),
        ("center", ("centre",)),
        ("grey-pale", ("gray-pale",)),
        ("size", ()),
    ],
)
def test_word_has_the_other_spelling(word: str, others: tuple[str, ...]) -> None:
    assert other_spellings(word) == others
    for other in others:
        assert known_spelling(other, [word]) == word
        assert known_spelling(other, [word, other]) == other


def test_reader_accepts_either_spelling_of_a_key_and_of_a_choice() -> None:
    findings = Findings()
    fields = FieldReader(mapping("{color: red, align: centre, icon_colour: blue}"), "element", findings)
    assert "colour" in fields
    assert (fields.text("colour"), fields.text("icon_colour")) == ("red", "blue")
    assert fields.choice("align", ("left", "center")) == "center"
    fields.finish()
    assert not findings


def test_both_spellings_of_a_key_are_an_error() -> None:
    findings = Findings()
    fields = FieldReader(mapping("{colour: red, color: blue}"), "element", findings)
    assert fields.text("colour") == "red"
    fields.finish()
    assert [(finding.code, finding.help) for finding in findings] == [("unknown-field", "did you mean 'colour'?")]


def test_property_in_another_spelling_replaces_that_of_the_extended_face() -> None:
    findings = Findings()
    fields = FieldReader(_overlaid(mapping("{colour: red}"), mapping("{color: blue}")), "element", findings)
    assert fields.text("colour") == "blue"
    fields.finish()
    assert not findings


def test_layouts_in_american_spelling_draw_the_same(tmp_path: Path) -> None:
    gallery = Path(__file__).parents[2] / "docs/gallery"
    for path in (gallery / "layouts").rglob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        new = tmp_path / path.relative_to(gallery / "layouts")
        new.parent.mkdir(parents=True, exist_ok=True)
        text = re.sub(r"colour(s?:)", r"color\1", text.replace(": center", ": centre").replace(": grey", ": gray"))
        new.write_text(text, encoding="utf-8")
        for picture in ("art", "icons", "images", "parts"):
            if (gallery / "layouts" / picture).is_dir() and not (tmp_path / picture).exists():
                shutil.copytree(gallery / "layouts" / picture, tmp_path / picture)
    drawn = []
    for folder in (gallery / "layouts", tmp_path):
        workspace = pipeline.load(gallery / "catalog", [folder, pipeline.bundled("layouts")], ["garden", "gallery"])
        pipeline.check(workspace)
        assert [finding.message for finding in workspace.findings] == []
        game = workspace.library.games["gallery"]
        composer = workspace.composer(None)
        pieces = [record for name in game.components for record in game.pieces(name)]
        drawn.append([repr(composer.boxes(game, record, "en")) for record in pieces])
    assert drawn[0] == drawn[1]
    face = schema_of("face", game, workspace.layouts)
    assert "color" in json.dumps(face)
