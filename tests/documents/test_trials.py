"""A bundled game in which one thing is changed: its documents follow, or a finding says where they do not."""

import re
import shutil
from collections.abc import Collection
from pathlib import Path

import pytest

from documents.dump import dump
from fixed_metrics import FixedMetrics
from pawprint.catalog.model import Record
from pawprint.check.playable import check_rules
from pawprint.core.diagnostics import Findings
from pawprint.core.length import mm
from pawprint.documents.manuscripts import manuscripts
from pawprint.pieces.composer import Composer
from pawprint.production import pipeline
from strategies import every_other

ROOT = Path(__file__).parents[2]


class NoFaces:
    """Cards without pictures, which nothing of this is about: figures show their names."""

    def side(self, record: Record, side: str) -> None:
        return None


class Trial:
    """A copy of a bundled game, to be edited."""

    def __init__(self, folder: Path, game: str) -> None:
        self.game = game
        self.folder = folder / game
        shutil.copytree(ROOT / "catalog" / game, self.folder)

    def edit(self, file: str, old: str, new: str, times: int = 1) -> None:
        """Replace *old*, which must be there so many times."""
        path = self.folder / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == times, f"{old!r} is {text.count(old)} times in {file}"
        path.write_text(text.replace(old, new), encoding="utf-8")

    def texts(self, wanted: Collection[str], language: str = "en", edition: str = "") -> dict[str, str]:
        """Name -> blocks of the documents that can be made; see `found` for the findings."""
        shop = pipeline.load(self.folder.parent, [ROOT / "layouts"], [self.game])
        game = shop.library.games[self.game].in_edition(
            edition or next(iter(shop.library.games[self.game].editions), "")
        )
        findings = Findings()
        findings.extend(shop.findings)
        check_rules(game, findings)
        composer = Composer(shop.layouts, FixedMetrics(), findings, mm(3))
        made = manuscripts(game, language, composer, findings, wanted, NoFaces())
        texts = {draft.name: dump(draft.blocks) for draft in made}
        self.found = [
            f"{re.sub(rf'^.*?{self.game}/', '', str(one.span))} {one.code}: {one.message}; {one.help}"
            for one in findings.sorted()
        ]
        return texts

    def at(self, file: str, text: str) -> str:
        """`FILE:LINE:` of the only line with *text*."""
        lines = (self.folder / file).read_text(encoding="utf-8").splitlines()
        (number,) = [number for number, line in enumerate(lines, 1) if text in line]
        return f"{file}:{number}:"


# --- rules that an edition or an option decides -------------------------------------------------------------


def test_another_edition_is_refused_for_texts_of_the_first_edition(tmp_path: Path) -> None:
    trial = Trial(tmp_path, "food-chain")
    trial.edit(
        "game.yaml",
        "rules:\n  engine: food-chain\n  edition: fr-yannibus",
        "rules:\n  engine: food-chain\n  edition: en-2012",
    )
    trial.texts(("rulebook", "reference"))
    told = "\n".join(trial.found)
    for file, text in [
        ("cards.yaml", "assumes: {huntsman_can_eat: false}"),
        ("cards.yaml", "assumes: {swarm_target: predator}"),
        ("rulebook/en.md", 'assume(hunt_match="hunter")'),
        ("rulebook/en.md", 'assume(eat_tie="second_predators")'),
        ("rulebook/en.md", "assume(huntsman_can_eat=false)"),
        ("rulebook/en.md", 'assume(token_score="captured"'),
        ("reference/reference.en.md", 'assume(hunt_match="hunter"'),
        ("reference/aid.en.md", 'assume(eat_tie="second_predators")'),
    ]:
        assert trial.at(file, text) in told, told
    assert (
        "this text is for hunt_match 'hunter'; the game is played with 'both'; rewrite it and assume \"both\"" in told
    )


#: Game, option, another value of it, and the beginning of a line that is at fault.
OPTIONS = [
    ("food-chain", "own_predators_block", "true", "assume(own_predators_block=false)"),
    ("food-chain", "lone_remainder", "discard", 'assume(lone_remainder="keep")'),
    ("food-chain", "bonus_as_start", "reshuffle", 'assume(bonus_as_start="bottom")'),
    ("food-chain", "stall_end", "false", "assume(stall_end=true"),
    ("fooden", "metric", "chebyshev", 'assume(metric="manhattan")'),
    ("fooden", "leftover_food", "clear", 'assume(leftover_food="keep")'),
    ("fooden", "ties", "clockwise", 'assume(ties="leader")'),
    ("lake-ecosystem", "min_plays", "1", "assume(min_plays=0)"),
    ("lake-ecosystem", "last_player_trigger", "extra_round", 'assume(last_player_trigger="end")'),
    ("pocket-cats", "dog_orientation", "chosen", 'assume(dog_orientation="random")'),
    ("pocket-cats", "effect_order", "sum", 'assume(effect_order="chief")'),
]


@pytest.mark.parametrize(("case", "language"), every_other(OPTIONS, ("en", "fr")))
def test_another_value_of_an_option_is_refused_at_the_line_that_teaches_the_first(
    tmp_path: Path, case: tuple[str, str, str, str], language: str
) -> None:
    game, option, value, text = case
    trial = Trial(tmp_path, game)
    trial.edit("game.yaml", "\nrules:\n", f"\nrules:\n  agreed: {{{option}: {value}}}\n")
    trial.texts(("rulebook",), language)
    place = trial.at(f"rulebook/{language}.md", text)
    assert any(one.startswith(place) and " rule-differs: " in one for one in trial.found), trial.found


@pytest.mark.parametrize(
    ("game", "file", "record", "agreed"),
    [
        ("pocket-cats", "clans.yaml", "assumes: {royal_rotation: clan}", "royal_rotation: chief"),
        ("pocket-cats", "clans.yaml", "assumes: {justiciers_scope: all}", "justiciers_scope: final"),
        ("lake-ecosystem", "turn.yaml", "assumes: {last_player_trigger: end}", "last_player_trigger: extra_round"),
        ("fooden", "organisations.yaml", "assumes: {shift_range: any}", "shift_range: one"),
        ("fooden", "traits.yaml", "assumes: {scavenger_counts: snapshot}", "scavenger_counts: final"),
    ],
)
def test_another_value_of_an_option_is_refused_at_the_card_whose_text_is_for_the_first(
    tmp_path: Path, game: str, file: str, record: str, agreed: str
) -> None:
    trial = Trial(tmp_path, game)
    trial.edit("game.yaml", "\nrules:\n", f"\nrules:\n  agreed: {{{agreed}}}\n")
    trial.texts(("no document",))
    place = trial.at(file, record)
    assert any(one.startswith(place) and " rule-differs: " in one for one in trial.found), trial.found


#: The part of the rulebook for one value of an option, and its words.
MOST_CARDS = re.compile(r'\{% elif rules\.tie_break == "most_cards" %\}(.*?)(?=\{% elif)')


def test_words_that_depend_on_an_option_follow_it(tmp_path: Path) -> None:
    trial = Trial(tmp_path, "food-chain")
    trial.edit("game.yaml", "\nrules:\n", "\nrules:\n  agreed: {tie_break: most_cards}\n")
    for language in ("en", "fr"):
        match = MOST_CARDS.search((trial.folder / "rulebook" / f"{language}.md").read_text(encoding="utf-8"))
        assert match
        assert match[1] in trial.texts(("rulebook",), language)["rulebook"]
        assert trial.found == []


def test_missing_words_for_a_value_are_refused(tmp_path: Path) -> None:
    trial = Trial(tmp_path, "food-chain")
    match = MOST_CARDS.search((trial.folder / "rulebook" / "en.md").read_text(encoding="utf-8"))
    assert match
    trial.edit("rulebook/en.md", match[0], "")
    trial.texts(("rulebook",))
    place = trial.at("rulebook/en.md", "{% if rules.tie_break")
    (told,) = trial.found
    assert told.startswith(place)
    assert "rule-not-covered: nothing is written here for the value 'most_cards' of 'rules.tie_break'" in told


@pytest.mark.parametrize(
    ("game", "line", "option"),
    [
        ("food-chain", '{{ assume(eat_tie="second_predators") }}', "eat_tie"),
        ("fooden", '{{ assume(metric="manhattan") }}', "metric"),
        ("lake-ecosystem", "{{ assume(min_plays=0) }}", "min_plays"),
        ("pocket-cats", '{{ assume(mode="free") }}', "mode"),
    ],
)
def test_rulebook_without_an_option_is_refused(tmp_path: Path, game: str, line: str, option: str) -> None:
    trial = Trial(tmp_path, game)
    trial.edit("rulebook/en.md", line, "")
    trial.texts(("rulebook",))
    (told,) = trial.found
    assert told.startswith(
        f"rulebook/en.md:1:1 rule-not-covered: the rulebook does not say for which value of '{option}'"
    )


def test_documents_read_the_edition_that_rules_name(tmp_path: Path) -> None:
    trial = Trial(tmp_path, "pocket-cats")
    trial.edit("game.yaml", "\nrules:\n", "\nrules:\n  edition: match\n")
    trial.texts(("rulebook",))
    for text in ("assume(games=1)", 'assume(mode="free")'):
        assert any(one.startswith(trial.at("rulebook/en.md", text)) for one in trial.found), trial.found


# --- languages ----------------------------------------------------------------------------------------------


def test_section_missing_in_a_language_is_refused_with_both_places(tmp_path: Path) -> None:
    trial = Trial(tmp_path, "food-chain")
    fr = (trial.folder / "rulebook" / "fr.md").read_text(encoding="utf-8")
    section = fr[fr.index("### Abandonner {#back-off}") : fr.index("### Échanger {#switch}")]
    trial.edit("rulebook/fr.md", section, "")
    trial.edit("rulebook/fr.md", "(#back-off)", "(#switch)", 3)
    trial.texts(("rulebook",))
    told = [one for one in trial.found if "languages-differ" in one]
    gone, back = (
        trial.at("rulebook/en.md", "### Back off {#back-off}"),
        trial.at("rulebook/fr.md", "### Échanger {#switch}"),
    )
    assert any(one.startswith(gone) and "only 'en' has this heading, with one more" in one for one in told), told
    assert any(f"which goes on at {tmp_path.as_posix()}/food-chain/{back[:-1]}" in one for one in told), told


@pytest.mark.parametrize(
    ("game", "file", "old", "new", "message"),
    [
        ("lake-ecosystem", "rulebook/fr.md", '\n{{ example("EX-7"', "\n<!-- {{ example(", "only 'en' has this figure"),
        (
            "fooden",
            "rulebook/fr.md",
            'facts("survival", "survivors")',
            'facts("scoring", "survivors")',
            "the expression 'facts(survival, survivors)'",
        ),
        ("pocket-cats", "rulebook/fr.md", ":victory: points de", "points de", "the icon 'victory'"),
        (
            "food-chain",
            "reference/reference.fr.md",
            "chaque jeton capturé | 1",
            "chaque jeton capturé | 3",
            "the number '3'",
        ),
    ],
)
def test_difference_between_the_languages_is_refused(
    tmp_path: Path, game: str, file: str, old: str, new: str, message: str
) -> None:
    trial = Trial(tmp_path, game)
    trial.edit(file, old, new)
    trial.texts(("rulebook", "reference"))
    assert any("languages-differ" in one and message in one for one in trial.found), trial.found


# --- captions -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "fr"])
def test_figure_that_shows_another_card_than_its_caption_is_refused(tmp_path: Path, language: str) -> None:
    trial = Trial(tmp_path, "food-chain")
    trial.edit("scenarios/hunt.yaml", "deck: [fox, boar]", "deck: [wolf, boar]")
    trial.edit("scenarios/hunt.yaml", "hands: {red: [mouse, fox]}", "hands: {red: [mouse, wolf]}")
    trial.texts(("rulebook",), language)
    fox = {"en": "fox", "fr": "renard"}[language]
    place = trial.at(f"rulebook/{language}.md", 'example("hunt"')
    assert any(one.startswith(f"{place}") and f"names '{fox}'" in one for one in trial.found), trial.found
    # And so is what the scenario says of itself.
    place = trial.at("scenarios/hunt.yaml", {"en": "draws the fox", "fr": "pioche le renard"}[language])
    assert any(one.startswith(place) and f"names '{fox}'" in one for one in trial.found), trial.found


def test_number_typed_in_a_caption_is_refused(tmp_path: Path) -> None:
    trial = Trial(tmp_path, "food-chain")
    trial.edit(
        "rulebook/en.md", '" ~ facts("EX-1", "free")|length|words|title ~ " cards are free', "Seven cards are free"
    )
    trial.texts(("rulebook",))
    place = trial.at("rulebook/en.md", "Seven cards are free")
    assert any(one.startswith(place) and "the number 'Seven' is typed" in one for one in trial.found), trial.found


def test_number_that_only_looks_computed_is_refused_in_a_caption(tmp_path: Path) -> None:
    trial = Trial(tmp_path, "food-chain")
    trial.edit("rulebook/en.md", 'facts("EX-1", "free")|length|words|title', "7|words|title")
    trial.texts(("rulebook",))
    place = trial.at("rulebook/en.md", "7|words|title")
    assert any(one.startswith(place) and "number that is typed: '7'" in one for one in trial.found), trial.found


def test_number_in_a_caption_follows_its_figure(tmp_path: Path) -> None:
    trial = Trial(tmp_path, "lake-ecosystem")
    path = trial.folder / "scenarios" / "EX-9.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"\b9\b", "8", re.sub(r"\b15\b", "14", text)), encoding="utf-8")
    assert "Eight food, three cards on the table, three in hand: 14 points." in trial.texts(("rulebook",))["rulebook"]


# --- names --------------------------------------------------------------------------------------------------


def test_renamed_bonus_cards_read_right_everywhere(tmp_path: Path) -> None:
    trial = Trial(tmp_path, "food-chain")
    trial.edit("cards.yaml", "en: Huntsman}", "en: Ranger}")
    trial.edit("cards.yaml", "en: Swarm}", "en: Hornets}")
    made = trial.texts(("rulebook", "reference", "aid"))
    texts = "\n".join(made[name] for name in ("rulebook", "reference", "aid"))
    assert trial.found == []
    wrong = r".*(?<![#:-])\b(?:swarms?|huntsman|a hornets|hornetses)\b(?![:.-]).*"
    assert not re.findall(wrong, texts, re.IGNORECASE)
    for words in (
        "The bonus cards are one ranger and three hornets",
        "if he is driven off by hornets",
        "The hornets and the target are discarded",
        "**Can I get rid of hornets without a target?**",
        "'s answer: hornets. Ranger and hornets are discarded",
        "even the ranger.",
    ):
        assert words in texts, words


def test_renamed_animal_has_its_article(tmp_path: Path) -> None:
    trial = Trial(tmp_path, "food-chain")
    trial.edit("cards.yaml", "en: Hedgehog}", "en: Otter}")
    text = trial.texts(("rulebook",))["rulebook"]
    assert trial.found == []
    assert "The toad carries an otter, so both stay" in text
    assert "a otter" not in text


def test_french_name_without_its_grammar_is_refused(tmp_path: Path) -> None:
    trial = Trial(tmp_path, "food-chain")
    trial.edit("cards.yaml", "name: {fr: Escargot, en: Snail}", "name: {fr: Limace, en: Snail}")
    trial.texts(("rulebook",), "fr")
    place = trial.at("cards.yaml", "grammar: {fr: un escargot}")
    assert any(one.startswith(place) and "bad-grammar" in one and "'une limace'" in one for one in trial.found)


def test_french_name_with_its_grammar_has_articles_gender_and_no_elision(tmp_path: Path) -> None:
    trial = Trial(tmp_path, "food-chain")
    trial.edit("cards.yaml", "name: {fr: Escargot, en: Snail}", "name: {fr: Limace, en: Snail}")
    trial.edit("cards.yaml", "grammar: {fr: un escargot}", "grammar: {fr: une limace}")
    texts = "\n".join(trial.texts(("rulebook", "reference"), "fr").values())
    # What scenarios say of themselves is typed, and refused.
    assert all("scenarios/" in one for one in trial.found), trial.found
    for words in ("Une limace, un seul arbre.", "sur la limace, avec un jeton", "la limace, elle, est plus faible"):
        assert words in texts, words
    assert not re.findall(r"l['’]limace|un limace|le limace|Limace, lui", texts, re.IGNORECASE)
