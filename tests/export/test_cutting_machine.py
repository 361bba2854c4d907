"""The files of cutting machines: the bundled ones, their schema, and their documentation."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from pawprint.core.diagnostics import Findings
from pawprint.core.files import bundled
from pawprint.core.geometry import Size
from pawprint.core.length import inch, mm
from pawprint.export.cut_files import CuttingMachine, find_machine
from pawprint.source.field_reader import MappingReader

FOLDER = bundled("layouts") / "machines"
SCHEMA = json.loads((FOLDER / "schema.json").read_text(encoding="utf-8"))
NAMES = sorted(path.stem for path in FOLDER.glob("*.yaml"))
PAGE = (Path(__file__).parents[2] / "docs" / "cutting.md").read_text(encoding="utf-8")


def machine(name: str) -> CuttingMachine:
    findings = Findings()
    found = find_machine([bundled("layouts")], name, findings)
    assert [*findings] == []
    assert found is not None
    return found


@pytest.mark.parametrize("name", NAMES)
def test_bundled_machine_agrees_with_the_schema_and_has_a_section(name: str) -> None:
    text = (FOLDER / f"{name}.yaml").read_text(encoding="utf-8")
    assert text.startswith("# yaml-language-server: $schema=schema.json\n")
    jsonschema.validate(yaml.safe_load(text), SCHEMA)
    assert machine(name).driver
    assert f"`--machine {name}`" in PAGE


def test_schema_and_the_page_have_the_words_that_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, set[str]] = {}
    node_of: Any = MappingReader.node_of

    def recorded(take: MappingReader, key: str, required: bool = False) -> Any:
        asked.setdefault(take.what, set()).add(key)
        return node_of(take, key, required)

    monkeypatch.setattr(MappingReader, "node_of", recorded)
    (tmp_path / "machines").mkdir()
    (tmp_path / "machines" / "x.yaml").write_text("driver: x\nmarks: {}\ncolours: {}\n", encoding="utf-8")
    find_machine([tmp_path], "x", Findings())
    properties = SCHEMA["properties"]
    own = asked["machine 'x'"] | {"about"}
    marks, colours = asked["'marks' of machine 'x'"], asked["'colours' of machine 'x'"]
    assert set(properties) == own
    assert set(properties["marks"]["properties"]) == marks
    assert set(properties["colours"]["properties"]) == colours
    rows = set(re.findall(r"`([a-z]+)`", " ".join(re.findall(r"^\| (.*?) \|", PAGE, re.M))))
    assert own | marks <= rows
    assert all(f"`{colour}`" in PAGE for colour in colours)


def test_smallest_mat_that_fits_the_paper_is_used() -> None:
    silhouette = machine("silhouette")
    assert silhouette.mat(Size(mm(210), mm(297))) == "12 x 12 in"
    assert silhouette.mat(Size(mm(420), mm(297))) == "12 x 24 in"
    assert silhouette.mat(Size(inch(12.1), inch(13))) is None
    assert machine("laser").mat(Size(mm(900), mm(600))) == ""


def test_machine_of_a_user_overrides_the_bundled_machine_of_the_same_name(tmp_path: Path) -> None:
    (tmp_path / "machines").mkdir()
    (tmp_path / "machines" / "laser.yaml").write_text("driver: Mine\nreads: back\n", encoding="utf-8")
    found = find_machine([tmp_path, bundled("layouts")], "laser", Findings())
    assert found is not None
    assert (found.driver, found.marks, found.reads_back) == ("Mine", None, True)
