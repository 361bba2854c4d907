"""Files of virtual tables, read by the programs or the published schemas of these tables.

`PAWPRINT_OUTSIDE` names a folder with copies of public repositories, of which no line is in this one; these tests are
skipped without it:

- `virtualtabletop`: the server of virtualtabletop.io, with its packages jszip, node-fetch and bson in `node_modules`;
- `tts-save-format`: schemas of the saves of Tabletop Simulator;
- `tabletop-playground-schemas`: the schema of templates of Tabletop Playground.
"""

import json
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from export.table_readers import read_pcio, read_vtt
from pawprint.export.export_source import ExportOptions
from pawprint.export.exporter import EXPORTERS, export
from pawprint.production import pipeline
from pawprint.production.pipeline import bundled

OUTSIDE = Path(os.environ.get("PAWPRINT_OUTSIDE", ""))
GAMES = ("food-chain", "lake-ecosystem", "pocket-cats")
HERE = Path(__file__).parent / "outside"


def needs(name: str) -> pytest.MarkDecorator:
    there = bool(os.environ.get("PAWPRINT_OUTSIDE")) and (OUTSIDE / name).is_dir()
    return pytest.mark.skipif(not there, reason=f"PAWPRINT_OUTSIDE names no folder with {name}")


@cache
def exported(target: str, game: str) -> dict[str, bytes]:
    workspace = pipeline.load(bundled("catalog"), [bundled("layouts")], [game])
    exporter = EXPORTERS[target](dpi=30)  # type: ignore[call-arg]
    return dict(export(workspace, exporter, ExportOptions(languages=("fr",))))


@pytest.fixture
def server(tmp_path: Path) -> Path:
    """The modules of the server that read files, with stubs of those that know of rooms."""
    for name in ("fileloader", "fileupdater", "pcioimport", "ttsimport"):
        shutil.copy(OUTSIDE / "virtualtabletop" / "server" / f"{name}.mjs", tmp_path)
    shutil.copy(HERE / "read_room.mjs", tmp_path)
    (tmp_path / "node_modules").symlink_to(OUTSIDE / "virtualtabletop" / "node_modules")
    (tmp_path / "assets").mkdir()
    (tmp_path / "logging.mjs").write_text(
        "class UserError extends Error { constructor(code, text) { super(text); } }\n"
        "export default { UserError, log: () => {} };\n"
    )
    (tmp_path / "config.mjs").write_text(
        "import fs from 'fs';\n"
        f"const root = {json.dumps(str(tmp_path))};\n"
        "export default {\n"
        "  directory: name => `${root}/${name}`,\n"
        "  get: () => '',\n"
        "  resolveAsset: name => fs.existsSync(`${root}/assets/${name}`),\n"
        "};\n"
    )
    return tmp_path


def widgets_of(server: Path, data: bytes, suffix: str) -> dict[str, Any]:
    """The widgets that the server makes of a file, in its own newest form."""
    path = server / f"game.{suffix}"
    path.write_bytes(data)
    run = subprocess.run(["node", "read_room.mjs", str(path)], cwd=server, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    variants = json.loads(run.stdout)
    assert len(variants) == 1
    widgets: dict[str, Any] = variants[0]
    return widgets


@needs("virtualtabletop")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("target", ["vtt", "pcio"])
def test_server_reads_every_piece_and_finds_every_picture(target: str, game: str, server: Path) -> None:
    (data,) = exported(target, game).values()
    found = read_vtt(data)[1] if target == "vtt" else read_pcio(data)[1]
    widgets = widgets_of(server, data, target)
    assert widgets.pop("_meta")["version"] == 16
    pictures = {f"/assets/{path.name}" for path in (server / "assets").iterdir()}
    used: set[str] = set()
    pieces = 0
    for key, widget in widgets.items():
        assert widget["id"] == key
        assert widget.get("parent") is None or widget["parent"] in widgets
        if widget.get("type") == "card":
            kind = widgets[widget["deck"]]["cardTypes"][widget["cardType"]]
            used |= {kind["face"], kind["back"]}
            pieces += 1
        elif widget.get("image") or widget.get("faces"):
            sides = {side["image"] for side in widget.get("faces", ())} or {widget["image"]}
            used |= sides
            pieces += 1
        if widget.get("type") == "deck":
            for side in widget["faceTemplates"]:
                assert side["objects"][-1]["dynamicProperties"]["value"] in ("back", "face")
    assert used == pictures
    assert pieces == found.faces.total()


@needs("tts-save-format")
@pytest.mark.parametrize("game", GAMES)
def test_objects_of_a_save_match_their_schema(game: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    from referencing import Registry, Resource

    schemas = {}
    for path in sorted((OUTSIDE / "tts-save-format" / "src" / "schema").glob("*.json")):
        schema = json.loads(path.read_text())
        schema.pop("additionalProperties", None)  # of 2021: newer fields are not in it
        schema["$schema"] = "http://json-schema.org/draft-07/schema#"
        schemas[path.name] = schema
    registry = Registry().with_resources(
        [(schema["$id"], Resource.from_contents(schema)) for schema in schemas.values()]
    )
    objects = jsonschema.Draft7Validator(schemas["ObjectState.json"], registry=registry)
    tabs = jsonschema.Draft7Validator(schemas["TabState.json"], registry=registry)
    save = json.loads(exported("tts", game)[f"Saves/{game}-fr.json"])
    for one in save["ObjectStates"]:
        assert [error.message for error in objects.iter_errors(one)] == []
    assert save["TabStates"]
    for page in save["TabStates"].values():
        assert [error.message for error in tabs.iter_errors(page)] == []
    broken = save["ObjectStates"][0] | {"Transform": {}}
    assert list(objects.iter_errors(broken)), "the schema is not looked at"


@needs("tabletop-playground-schemas")
@pytest.mark.parametrize("game", GAMES)
def test_templates_of_a_package_match_the_published_schema(game: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((OUTSIDE / "tabletop-playground-schemas" / "schema.json").read_text(encoding="utf-8-sig"))
    card = {**schema["definitions"]["CardTemplate"], "definitions": schema["definitions"]}
    validator = jsonschema.Draft7Validator(card)
    templates = [json.loads(data) for path, data in exported("playground", game).items() if "/Templates/" in path]
    assert templates
    for template in templates:
        assert [error.message for error in validator.iter_errors(template)] == []
    assert list(validator.iter_errors({**templates[0], "Indices": []})), "the schema is not looked at"
