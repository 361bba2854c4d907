"""Links may lead anywhere within the folder that a user has named, and no further."""

import os
from pathlib import Path

import pytest

from pawprint.core.links import outside

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links need special rights there")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "catalog"
    for name in ("catalog/den/cards.yaml", "catalog/common/art/fox.svg", "catalog2/cards.yaml", "secret/fox.svg"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name, encoding="utf-8")
    return folder


def test_files_without_links_are_inside(root: Path) -> None:
    for name in ("den/cards.yaml", "den", "", "common/art/fox.svg", "den/none.yaml"):
        assert outside(root / name, root) is None


@pytest.mark.parametrize(
    ("link", "to", "path"),
    [
        ("den/more.yaml", "cards.yaml", "den/more.yaml"),
        ("den/art", "../common/art", "den/art/fox.svg"),
        ("den/fox.svg", "../common/art/fox.svg", "den/fox.svg"),
        ("den/up", "../../catalog/common", "den/up/art/fox.svg"),
    ],
)
def test_link_may_lead_to_what_is_inside(root: Path, link: str, to: str, path: str) -> None:
    (root / link).symlink_to(to)
    assert (root / path).exists()
    assert outside(root / path, root) is None


@pytest.mark.parametrize(
    ("link", "to", "path", "real"),
    [
        ("den/more.yaml", "../../catalog2/cards.yaml", "den/more.yaml", "catalog2/cards.yaml"),
        ("den/art", "../../secret", "den/art/fox.svg", "secret/fox.svg"),
        ("more", "../secret", "more/fox.svg", "secret/fox.svg"),
        ("den/link", "../..", "den/link/secret/fox.svg", "secret/fox.svg"),
        ("den/none", "../../none", "den/none", "none"),
    ],
)
def test_link_may_not_lead_out(root: Path, link: str, to: str, path: str, real: str) -> None:
    (root / link).symlink_to(to)
    assert outside(root / path, root) == (root.parent / real).resolve()


def test_chain_of_links_counts_by_its_end(root: Path) -> None:
    (root / "den" / "a").symlink_to("b")
    (root / "den" / "b").symlink_to("../../secret/fox.svg")
    (root.parent / "back").symlink_to("catalog/den/cards.yaml")
    (root / "den" / "c").symlink_to("../../back")
    assert outside(root / "den" / "a", root) == (root.parent / "secret" / "fox.svg").resolve()
    assert outside(root / "den" / "c", root) is None


def test_folder_that_is_named_may_be_a_link(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = root.parent / "named"
    named.symlink_to("catalog")
    (root / "den" / "more.yaml").symlink_to(root / "den" / "cards.yaml")
    (root / "den" / "art").symlink_to("../../secret")
    for base in (named, Path("named"), Path("catalog")):
        monkeypatch.chdir(root.parent)
        assert outside(base / "den" / "cards.yaml", base) is None
        assert outside(base / "den" / "more.yaml", base) is None
        assert outside(base / "den" / "art" / "fox.svg", base) is not None
    monkeypatch.chdir(root)
    assert outside(Path("den/more.yaml"), Path()) is None
    assert outside(Path("den/art/fox.svg"), Path()) is not None


def test_folder_that_was_a_link_is_checked_again(root: Path) -> None:
    (root / "den" / "art").symlink_to("../../secret")
    assert outside(root / "den" / "art" / "fox.svg", root) is not None
    (root / "den" / "art").unlink()
    (root / "den" / "art").mkdir()
    (root / "den" / "art" / "fox.svg").write_text("fox", encoding="utf-8")
    assert outside(root / "den" / "art" / "fox.svg", root) is None
    (root / "den" / "art" / "hen.svg").symlink_to("../../../secret/fox.svg")
    assert outside(root / "den" / "art" / "hen.svg", root) is not None


def test_link_that_leads_nowhere_does_no_harm(root: Path) -> None:
    (root / "loop").symlink_to("loop")
    assert outside(root / "loop", root) is None
    assert outside(root / "x\0y", root) is None
