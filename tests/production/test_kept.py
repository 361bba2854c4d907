"""What stands in the output folder beside the sheets."""

from pathlib import Path

from pawprint.press.manifest import files_of
from production.boxes import PLAIN, edit, make, out_of, print_all, renewals


def test_manifest_knows_the_sheets_of_changes(tmp_path: Path) -> None:
    toy = make(tmp_path)
    print_all(toy)
    edit(toy, "en: Fox}", "en: Fox}, level: 2")
    renewals(toy, PLAIN)
    folder = out_of(toy) / "toy"
    assert files_of(folder, "changed", "en", "") == [folder / "sheets" / "toy-changed-en-a4.pdf"]
    assert files_of(folder, "changed", "fr", "") == files_of(folder, "changed", "en", "hard") == []
    assert {path.name for path in files_of(folder, "cards", "en", "")} >= {"toy-cards-card-en-a4.pdf"}


def test_name_that_leads_elsewhere_is_foreign(tmp_path: Path) -> None:
    entry = '{"kind": "changed", "language": "en"}'
    (tmp_path / "MANIFEST.json").write_text(f'{{"files": {{"../x.pdf": {entry}, "y.pdf": {entry}, "z.pdf": 7}}}}')
    assert files_of(tmp_path, "changed", "en", "") == [tmp_path / "y.pdf"]
    (tmp_path / "MANIFEST.json").write_text("{")
    assert files_of(tmp_path, "changed", "en", "") == []
