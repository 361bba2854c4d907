"""Worked examples in documents are played: what is no longer true is told where the scenario says it."""

import re
import shutil
from pathlib import Path

import pytest

from pawprint.core.length import mm
from pawprint.core.source import Source, Span
from pawprint.documents._scenario_figures import Examples
from pawprint.documents.content import BlockArt
from pawprint.pieces.placed import Placed, PlacedText, Turned
from pawprint.production import pipeline

ROOT = Path(__file__).parents[2]
AT = Span(Source("rulebook/en.md", "{{ example() }}"), 3, 10)


@pytest.fixture(scope="module")
def shop() -> pipeline.Workspace:
    return pipeline.load(ROOT / "catalog", [ROOT / "layouts"])


def examples_of(shop: pipeline.Workspace, game: str, language: str = "en") -> Examples:
    shop.findings = pipeline.load(ROOT / "catalog", [ROOT / "layouts"], [game]).findings  # those of this test alone
    return Examples(shop.composer(mm(0)), shop.library.games[game], language, shop.findings)


def finding_lines(shop: pipeline.Workspace) -> list[str]:
    return [f"{one.span} {one.code}: {one.message} ({one.help})" for one in shop.findings.sorted()]


def edited(tmp_path: Path, game: str, file: str, old: str, new: str) -> pipeline.Workspace:
    """The catalog with one text of a game changed."""
    shutil.copytree(ROOT / "catalog" / game, tmp_path / game)
    path = tmp_path / game / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return pipeline.load(tmp_path, [ROOT / "layouts"], [game])


def figure(shop: pipeline.Workspace, game: str, name: str, **more: int) -> list[str]:
    examples = Examples(shop.composer(mm(0)), shop.library.games[game], "en", shop.findings)
    examples.figure(name, AT, **more)  # type: ignore[arg-type]
    return finding_lines(shop)


# --- claims -------------------------------------------------------------------------------------------------


def test_true_example_has_no_findings(shop: pipeline.Workspace) -> None:
    examples = examples_of(shop, "pocket-cats")
    art = examples.figure("EX-1", AT)
    assert art is not None
    assert art.span is AT
    assert art.alt.startswith("Row 1: Mouse 1, Dog (N, S), Pigeon 2,")
    assert "Gourmets takes Pigeon 2, Pigeon 5, Mouse 3: 13 points." in art.alt
    assert finding_lines(shop) == []


def test_false_claim_is_reported_at_its_place_with_the_result(tmp_path: Path) -> None:
    shop = edited(tmp_path, "pocket-cats", "scenarios/EX-1.yaml", "scores: {G: 13, R: 15}", "scores: {G: 12, R: 15}")
    (finding,) = figure(shop, "pocket-cats", "EX-1")
    assert "scenarios/EX-1.yaml:25:15 scenario-failed: EX-1: scores.G should be 12; it is 13" in finding


def test_changed_card_can_break_an_example(tmp_path: Path) -> None:
    shop = edited(tmp_path, "pocket-cats", "prey.yaml", "value: 6", "value: 5")
    (finding,) = figure(shop, "pocket-cats", "EX-1")
    assert "EX-1.yaml:25:22 scenario-failed: EX-1: scores.R should be 15; it is 14" in finding


def test_changed_option_can_break_an_example(tmp_path: Path) -> None:
    shop = edited(tmp_path, "food-chain", "game.yaml", "eat_tie: second_predators", "eat_tie: blocked")
    found = figure(shop, "food-chain", "EX-2-cards")
    assert any("EX-2-cards (fr-yannibus): legal should be true; it is false" in one for one in found)


def test_claims_are_checked_in_every_edition(tmp_path: Path) -> None:
    shop = edited(tmp_path, "food-chain", "game.yaml", "eat_tie: blocked", "eat_tie: second_predators")
    found = figure(shop, "food-chain", "EX-2-cards")
    assert found
    assert all("(en-2012)" in one for one in found)


def test_examples_are_played_with_the_real_cards(shop: pipeline.Workspace) -> None:
    examples = examples_of(shop, "food-chain")
    assert examples.figure("EX-2", AT) is None
    (finding,) = finding_lines(shop)
    assert "EX-2.yaml" in finding
    assert "bad-scenario: EX-2: there is no card 'plants' here" in finding


# --- what documents may ask for -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "ask", "expected"),
    [
        ("pocket-cats", {"name": "EX-11"}, "unknown-scenario: there is no scenario 'EX-11' (did you mean 'EX-1'?)"),
        (
            "pocket-cats",
            {"name": "EX-2", "step": 9},
            "bad-figure: example 'EX-2' has no step 9 (it has 4; 0 is what was before)",
        ),
    ],
)
def test_impossible_figure_is_reported_at_its_use(
    game: str, ask: dict[str, object], expected: str, shop: pipeline.Workspace
) -> None:
    examples = examples_of(shop, game)
    assert examples.figure(str(ask["name"]), AT, step=ask.get("step")) is None  # type: ignore[arg-type]
    assert finding_lines(shop) == [f"rulebook/en.md:1:4 {expected}"]


def test_step_shows_its_changes(shop: pipeline.Workspace) -> None:
    examples = examples_of(shop, "food-chain")
    whole, refused = (examples.figure("EX-2-cards", AT, step=step) for step in (0, 2))
    assert whole is not None
    assert refused is not None
    assert "may" not in whole.alt.partition(". ")[2]
    assert "Hedgehog may not eat Toad." in refused.alt
    assert finding_lines(shop) == []


def test_step_of_an_edition_is_shown_in_that_edition(shop: pipeline.Workspace) -> None:
    examples = examples_of(shop, "food-chain")
    art = examples.figure("EX-2-cards", AT, step=7)  # blue may not eat the snail in the English sheet
    assert art is not None
    assert "Wild boar may not eat Snail." in art.alt


def test_facts_are_derived_from_the_rules(shop: pipeline.Workspace) -> None:
    examples = examples_of(shop, "pocket-cats")
    assert examples.fact("EX-1", "scores.G", AT) == 13
    assert examples.fact("EX-1", "captured.G", AT) == ["m3", "p2", "p5"]
    assert examples.fact("EX-2", "turned.d4", AT) == 3
    assert examples.fact("EX-5a", "phase", AT, step=0) == "exchange"
    assert finding_lines(shop) == []
    assert examples.fact("EX-1", "scores.Q", AT) is None
    assert finding_lines(shop) == ["rulebook/en.md:1:4 bad-figure: example 'EX-1' has no fact 'scores.Q' (it has G, R)"]


def test_example_describes_its_subject(shop: pipeline.Workspace) -> None:
    assert examples_of(shop, "pocket-cats", "fr").about("EX-3a", AT) == "Cinq contre deux : les cinq prennent la proie."


@pytest.mark.parametrize("game", ["food-chain", "fooden", "lake-ecosystem", "pocket-cats"])
def test_beginning_can_be_drawn_for_every_number_of_players(game: str, shop: pipeline.Workspace) -> None:
    examples = examples_of(shop, game)
    players = shop.library.games[game].facts["players"]
    for number in range(players["min"], players["max"] + 1):
        art = examples.setup(number, AT)
        assert art is not None
        assert art.alt
    assert finding_lines(shop) == []
    assert examples.setup(9, AT) is None
    (finding,) = finding_lines(shop)
    assert finding.startswith("rulebook/en.md:1:4 bad-figure: the game is not for 9 players (it is for 2 to ")


def test_game_without_rules_has_no_beginning(den: object) -> None:
    den()  # type: ignore[operator]
    shop = pipeline.load(Path(), [Path("layouts")])
    examples = Examples(shop.composer(mm(0)), shop.library.games["den"], "en", shop.findings)
    assert examples.setup(2, AT) is None
    (finding,) = finding_lines(shop)
    assert "bad-figure: 'den' has no rules that could be asked (describe the table in scenes/NAME.yaml" in finding


# --- the letters of the setup -------------------------------------------------------------------------------


def test_places_of_the_setup_have_letters_in_the_order_of_the_text(shop: pipeline.Workspace) -> None:
    examples = examples_of(shop, "fooden")
    assert examples.setup_signs(["lab", "deck", "nature"], AT) == {"lab": "A", "deck": "B", "nature": "C"}
    art = examples.setup(3, AT, spots=["lab", "deck"])
    plain = examples.setup(3, AT)
    assert art is not None
    assert plain is not None
    assert letters(art) == ["A", "B"]
    assert letters(plain) == []
    assert finding_lines(shop) == []


@pytest.mark.parametrize("game", ["food-chain", "fooden", "lake-ecosystem", "pocket-cats"])
def test_both_rulebooks_name_the_same_places_of_the_setup_in_the_same_order(game: str) -> None:
    named = [
        re.findall(r'spot\("([a-z]+)"\)', (ROOT / "catalog" / game / f"rulebook/{language}.md").read_text("utf-8"))
        for language in ("en", "fr")
    ]
    assert named[0] == named[1]
    assert len({*named[0]}) > 2


def letters(art: BlockArt) -> list[str]:
    """The words of one letter in a figure: the signs of its spots."""
    found: list[str] = []

    def search(items: tuple[Placed, ...]) -> None:
        for item in items:
            if isinstance(item, PlacedText):
                words = [word for line in item.block.lines for part in line.fragments for word in part.words]
                found.extend(word.text for word in words if len(word.text) == 1 and word.text.isalpha())
            elif isinstance(item, Turned):
                search(item.items)

    search(art.items)
    return sorted(found)


def test_hunt_shows_the_steps_to_each_prey_except_to_its_left(shop: pipeline.Workspace) -> None:
    art = examples_of(shop, "fooden").figure("steps", AT)
    assert art is not None
    (steps,) = re.findall(r"Steps to the possible prey: ([^.]+)\.", art.alt)
    assert sorted(steps.split(", ")) == [
        "Bank-Holiday Butterfly 1",
        "Bow-Tiger Moth 2",
        "Brigadier Bumble 1",
        "Centipetal 2",
    ]
    assert finding_lines(shop) == []


def test_question_shows_all_that_an_action_may_be_about(tmp_path: Path) -> None:
    shop = edited(
        tmp_path, "fooden", "scenarios/shifting.yaml", "  - do: [shift bumblebell, to place 2]", "  - which: shift"
    )
    path = tmp_path / "fooden/scenarios/shifting.yaml"
    text = path.read_text(encoding="utf-8").partition("expect:")[0]
    path.write_text(text + "    expect: [bumblebell, brigadier-bumble, snail-file]\n", encoding="utf-8")
    art = Examples(shop.composer(mm(0)), shop.library.games["fooden"], "en", shop.findings).figure(
        "shifting", AT, step=1
    )
    assert art is not None, finding_lines(shop)
    assert art.alt.endswith("Possible: Bumblebell, Brigadier Bumble, Snail File.")
