"""The PO files of the bundled games know every text as it is now, and its translation as it is printed."""

from pathlib import Path

import pytest

from pawprint.catalog.library import load_game
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.interchange.translation.document_texts import DocumentSource
from pawprint.interchange.translation.translations import translation_of
from pawprint.production import pipeline

CATALOG = pipeline.bundled("catalog")
FILES = sorted(CATALOG.glob("*/translations/*.po"))


def test_pocket_cats_has_a_kept_translation() -> None:
    assert [path.relative_to(CATALOG).as_posix() for path in FILES] == ["pocket-cats/translations/de.po"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.parent.name)
def test_no_translation_is_missing_or_stale_or_differs_from_the_print(path: Path) -> None:
    findings = Findings()
    game = load_game(path.parent.parent, findings)
    assert game is not None
    found = translation_of(game, path.stem, "", [pipeline.bundled("layouts")], findings)
    assert found is not None
    assert found.kept is not None
    assert [*findings] == []
    status = found.status(None)
    assert [text.context for text in (*status.stale, *status.missing, *status.waiting)] == []
    assert [message.context for message in found.kept.messages] == [*found.found.texts]
    assert all(
        message.translation == found.found.texts[message.context].texts[path.stem] for message in found.kept.messages
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.parent.name)
def test_import_leaves_documents_unchanged_and_restores_lost_ones(path: Path) -> None:
    findings = Findings()
    game = load_game(path.parent.parent, findings)
    assert game is not None
    found = translation_of(game, path.stem, "", [pipeline.bundled("layouts")], findings)
    assert found is not None
    assert found.kept is not None
    plan = found.imported(found.kept, findings)
    assert (plan.changes, plan.files, plan.documents) == ([], {}, {})
    translations = {message.context: message.translation for message in found.kept.messages}
    assert len(found.documents) == 3
    for document in found.documents:
        there = document.others.pop(path.stem)
        alone = DocumentSource.read(Source(document.path.name, document.translated(path.stem, translations)))
        document.others[path.stem] = there
        assert document.translated(path.stem, translations) == there.source.text
        words = [[text.text for text in part] for part in there.texts if part]
        assert [[text.text for text in part] for part in alone.texts if part] == words
