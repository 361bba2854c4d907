"""Layouts from another folder or an archive are read only at the digest that a project pins."""

import io
import shutil
import zipfile
from pathlib import Path

import pytest

from pawprint.core.diagnostics import Diagnostic, Findings
from pawprint.core.files import zip_files
from pawprint.pieces.layouts import Layouts
from pawprint.pieces.shared_layouts import digest_of

FILES = {
    "palettes.yaml": b"palettes: {pond: {blue: '#2060a0'}}\n",
    "faces/pond.yaml": b"palette: pond\nelements: [{kind: panel, fill: blue}]\n",
}
DIGEST = digest_of(FILES)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PAWPRINT_CACHE", str(tmp_path / "cache"))
    for name, data in FILES.items():
        path = tmp_path / "common" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    (tmp_path / "layouts").mkdir()
    return tmp_path


def read(project: Path, declared: str) -> tuple[Layouts, list[Diagnostic]]:
    (project / "layouts" / "layouts.yaml").write_text(f"layouts: {declared}\n", encoding="utf-8")
    findings = Findings()
    return Layouts([project / "layouts"], findings), [*findings]


def test_folder_at_its_digest_is_used(project: Path) -> None:
    layouts, findings = read(project, f"{{from: ../common, digest: '{DIGEST}'}}")
    assert findings == []
    assert str(layouts.palettes["pond"]["blue"]) == "#2060a0"
    assert layouts.folders == (project / "layouts", project / "layouts" / ".." / "common")


def test_own_layouts_come_first(project: Path) -> None:
    (project / "layouts" / "palettes.yaml").write_text("palettes: {pond: {blue: '#000080'}}\n", encoding="utf-8")
    layouts, _ = read(project, f"[{{from: ../common, digest: '{DIGEST}'}}]")
    assert str(layouts.palettes["pond"]["blue"]) == "#000080"


@pytest.mark.parametrize("top", ["", "pond-1.0/"])
def test_archive_has_the_digest_of_its_folder(project: Path, top: str) -> None:
    (project / "pond.zip").write_bytes(zip_files({top + name: data for name, data in FILES.items()}))
    shutil.rmtree(project / "common")
    declared = f"{{from: ../pond.zip, digest: '{DIGEST}'}}"
    for _ in range(2):  # unpacked, then found
        layouts, findings = read(project, declared)
        assert findings == []
        assert "pond" in layouts.palettes
    (unpacked,) = (project / "cache" / "layouts").iterdir()
    (unpacked / "palettes.yaml").write_bytes(b"palettes: {}\n")  # what others write there is not used
    assert "pond" in read(project, declared)[0].palettes


def test_missing_digest_is_reported(project: Path) -> None:
    layouts, (finding,) = read(project, "{from: ../common}")
    assert (finding.code, finding.help) == ("layouts-changed", f"write digest: {DIGEST}")
    assert "pond" not in layouts.palettes


@pytest.mark.parametrize("change", ["palettes.yaml", "new.yaml", "faces/pond.yaml"])
def test_changed_layouts_are_not_used(project: Path, change: str) -> None:
    (project / "common" / change).write_bytes(b"palettes: {}\n")
    layouts, (finding,) = read(project, f"{{from: ../common, digest: '{DIGEST}'}}")
    assert finding.code == "layouts-changed"
    assert "pond" not in layouts.palettes


def test_moved_bytes_change_the_digest() -> None:
    assert digest_of({"a": b"bc"}) != digest_of({"ab": b"c"})
    assert digest_of({"a": b"", "b": b"x"}) != digest_of({"a": b"x", "b": b""})


def test_files_of_other_programs_are_ignored(project: Path) -> None:
    (project / "common" / ".git").mkdir()
    (project / "common" / ".git" / "HEAD").write_text("main", encoding="utf-8")
    assert read(project, f"{{from: ../common, digest: '{DIGEST}'}}")[1] == []


def unsafe(name: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(name, b"x")
    return out.getvalue()


@pytest.mark.parametrize(
    ("declared", "data", "code"),
    [
        ("{from: ../nothing}", b"", "file-missing"),
        ("{from: 'https://example.org/pond.zip'}", b"", "bad-declaration"),
        ("{from: ../pond.zip}", b"no archive", "file-unreadable"),
        ("{from: ../pond.zip}", unsafe("../out.yaml"), "file-unreadable"),
        ("{from: ../pond.zip}", unsafe("/out.yaml"), "file-unreadable"),
        ("{from: ../pond.zip}", unsafe("a/C:out.yaml"), "file-unreadable"),
        ("{digest: x}", b"", "missing-field"),
        ("{from: ../common, digest: x, path: y}", b"", "unknown-field"),
        ("3", b"", "wrong-type"),
    ],
)
def test_unusable_file_is_reported(project: Path, declared: str, data: bytes, code: str) -> None:
    (project / "pond.zip").write_bytes(data)
    _, findings = read(project, declared)
    assert findings[0].code == code
    assert findings[0].span is not None
    assert not (project / "out.yaml").exists()
