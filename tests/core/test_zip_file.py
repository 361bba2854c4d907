"""Archives depend on nothing but their files."""

import io
import zipfile

from pawprint.core.files import zip_files


def test_archive_depends_only_on_names_and_contents() -> None:
    files = {"b.txt": b"b" * 1000, "a/c.png": b"c" * 1000}
    made = zip_files(files, stored=(".png",))
    assert made == zip_files(dict(reversed(files.items())), stored=(".png",))
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert archive.namelist() == ["a/c.png", "b.txt"]
        assert {name: archive.read(name) for name in files} == files
        assert [entry.compress_type for entry in archive.infolist()] == [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED]
        assert archive.testzip() is None
