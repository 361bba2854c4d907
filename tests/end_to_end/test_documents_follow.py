"""What the documents of a bundled game say follows its catalog: edited, and made again."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from helpers import extracted
from pawprint.production import pipeline
from pawprint.production.options import BuildOptions

GAME = "pocket-cats"


class Copy:
    """A copy of a game that may be edited."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / GAME
        shutil.copytree(pipeline.bundled("catalog") / GAME, self.folder)

    def edit(self, file: str, old: str, new: str) -> None:
        text = (self.folder / file).read_text(encoding="utf-8")
        assert old in text
        (self.folder / file).write_text(text.replace(old, new), encoding="utf-8")

    def build(self, *languages: str) -> tuple[dict[str, bytes], list[str]]:
        """The documents in some or all languages, and what is found."""
        workspace = pipeline.load(self.folder.parent, [pipeline.bundled("layouts")])
        choice = BuildOptions(kinds=pipeline.DOCUMENTS, languages=languages)
        prints = {made.name: made.data for made in pipeline.build(workspace, choice)}
        return prints, [f"{one.span}: {one.message}; {one.help}" for one in workspace.findings.sorted()]


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


@pytest.fixture(scope="module")
def unedited(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The English documents of the game as it is. Those of other languages are made the same way."""
    prints, findings = Copy(tmp_path_factory.mktemp("unedited")).build("en")
    assert findings == []
    return prints


def documents(names: set[str]) -> set[str]:
    """Names of documents, by those of their English files."""
    return {name.removeprefix(f"{GAME}-").rsplit("-en-", 1)[0] for name in names}


@pytest.mark.parametrize(
    ("edit", "stated", "words"),
    [
        (
            lambda game: game.edit("cats.yaml", "{id: lookouts-1, clan: lookouts, value: 1,",
                                   "{id: lookouts-1, clan: lookouts, value: 2,"),
            {"rulebook", "card-list", "proof"},
            ("Cats: 1, 2, 3, 4 and 4", "Cats: 2, 2, 3, 4 and 4"),
        ),
        (
            lambda game: game.edit("clans.yaml", "title: {fr: Volte-face, en: About turn,",
                                   "title: {fr: Demi-tour, en: Right about,"),
            {"rulebook", "reference", "proof"},
            ("About turn", "Right about"),
        ),
    ],
    ids=["a number", "a name"],
)  # fmt: skip
def test_edited_value_changes_only_its_texts(
    copy: Copy, unedited: dict[str, bytes], edit: Callable[[Copy], None], stated: set[str], words: tuple[str, str]
) -> None:
    before = unedited
    edit(copy)
    after, findings = copy.build("en")
    assert findings == []
    assert before.keys() == after.keys()
    changed = {name for name in before if before[name] != after[name]}
    # Pictures of pieces stand in more documents than those that say it in words.
    assert stated <= documents(changed) <= stated | {"reference", "rulebook", "checklist", "legend"}
    (rulebook,) = (name for name in changed if "rulebook-en" in name)
    old, new = words
    assert old in " ".join("".join(extracted(before[rulebook])).split())
    text = " ".join("".join(extracted(after[rulebook])).split())
    assert new in text
    assert old not in text


def test_renamed_piece_is_reported_in_every_text(copy: Copy) -> None:
    for file in ("clans.yaml", "cats.yaml", "game.yaml"):
        text = (copy.folder / file).read_text(encoding="utf-8")
        for old, new in (
            ("- id: justiciers\n", "- id: whiskers\n"),
            ("clan: justiciers,", "clan: whiskers,"),
            ("- justiciers.", "- whiskers."),
            ("'justiciers'", "'whiskers'"),
        ):
            text = text.replace(old, new)
        (copy.folder / file).write_text(text, encoding="utf-8")
    prints, findings = copy.build()
    assert prints == {}
    named: list[str] = []
    places = [*((path, "clans.justiciers") for path in copy.folder.glob("r*/*.md"))]
    for path, old in sorted([*places, (copy.folder / "reviewed.yaml", "  justiciers:")]):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            named += [f"{path.as_posix()}:{number}:"] * line.count(old)
    assert named
    told = [finding for finding in findings if "there is no 'justiciers' among the clans" in finding]
    assert len(told) == len(named)
    assert all(any(finding.startswith(place) for finding in told) for place in named)
    assert all("whiskers" in finding for finding in told if "reviewed.yaml:" not in finding)
    # An icon goes by the clan's id as well.
    assert [finding for finding in findings if "reference.en.md:" in finding and "'clan-whiskers'" in finding]


def test_outdated_figure_stops_the_build(copy: Copy) -> None:
    copy.edit("scenarios/EX-1.yaml", "options: {powers: off}", "options: {powers: on}")
    prints, findings = copy.build("en")
    assert prints == {}
    assert any("EX-1.yaml:" in finding and "scores.G should be 13; it is 21" in finding for finding in findings)
