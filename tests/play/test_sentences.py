"""The sentences of rules that are data: words, documents, refusals; and that they follow the rules."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from command_line import run
from helpers import golden
from pawprint.catalog.library import load_library
from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.games.engines import ENGINES
from pawprint.interchange.lists.game_folder import sample_names, template_files, write_files
from pawprint.play.engine import Rng
from pawprint.play.language._expression_functions import EXAMPLES
from pawprint.play.language._step_sentences import _PATTERNS, StepSentences
from pawprint.play.language.data_rules import rule_sentences
from pawprint.play.language.rule_sentences import RuleSentences
from pawprint.play.language.rule_words import STEP_WORDS
from pawprint.play.language.sentence_language import sentence_language, sentence_languages
from play.den_with_rules import den_with, findings_in, rules_in

CATALOG = Path(__file__).parents[2] / "catalog"
#: Steps with words of their own in `StepSentences`, and the one that nobody reads.
_WITH_OTHERS = {
    "do",
    "if",
    "set",
    "add",
    "let",
    "each",
    "each player",
    "turns",
    "repeat",
    "while",
    "ask",
    "stop",
    "end",
}
_PART = re.compile(r"\{([a-z]+)[:|}]")


def sample(name: str, folder: Path, *changes: tuple[str, str, str]) -> Game:
    """A sample in *folder*, with (file, old, new) changed."""
    write_files(folder, template_files(name, name.title(), rules=name))
    for file, old, new in changes:
        path = folder / "catalog" / name / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return load_library(folder / "catalog", Findings()).games[name]


def sentences(game: Game, language: str) -> RuleSentences:
    found = rule_sentences(game, language)
    assert found is not None
    return found


# --- words ----------------------------------------------------------------------------------------------------


def test_languages_have_the_same_patterns_with_the_same_parts() -> None:
    def parts(language: str) -> dict[str, set[str]]:
        data: Any = sentence_language(language)._data
        patterns = data["patterns"] | {f"# {name}": text for name, text in data["headings"].items()}
        return {name: {*_PART.findall(text)} - {"noun"} for name, text in patterns.items()}

    assert sentence_languages() == ("de", "en", "fr")
    for language in sentence_languages():
        assert parts(language) == parts("en")


@pytest.mark.parametrize("verb", sorted({*STEP_WORDS} - _WITH_OTHERS - {"event"}))
def test_every_step_has_words(verb: str) -> None:
    assert verb in _PATTERNS or hasattr(StepSentences, f"_{verb.replace(' ', '_')}")


@pytest.mark.parametrize("function", sorted(EXAMPLES))
@pytest.mark.parametrize("language", sentence_languages())
def test_every_function_has_words(function: str, language: str, tmp_path: Path) -> None:
    phrases = sentences(den_with(_REFUSING, tmp_path), language).phrases
    for example in EXAMPLES[function].replace("toad", "hare").replace("pass", "play").split(", or "):
        text = phrases.phrase(phrases._plain.plain(example), {"card": "the card"})
        assert not re.search(rf"\b{function}\(", text)


@pytest.mark.parametrize(("amount", "text"), [("1", "draw 1 card from the pile"), ("2", "draw 2 cards from the pile")])
def test_numbers_choose_singular_and_plural(amount: str, text: str) -> None:
    assert sentence_language("en").say("draw", n=amount, **{"from": "the pile"}) == text


def test_french_articles_are_contracted() -> None:
    french = sentence_language("fr-CA")
    assert (french.code, french.known) == ("fr-CA", True)
    said = french.say("move all", zone="le paquet", to="dans le paquet", **{"from": "le talon"})
    assert french.sentence(said) == "Placez toutes les cartes du talon dans le paquet."


@pytest.mark.parametrize(
    ("name", "accusative", "dative", "genitive"),
    [
        ("der Stapel", "den Stapel", "dem Stapel", "des Stapels"),
        ("der offene Stapel", "den offenen Stapel", "dem offenen Stapel", "des offenen Stapels"),
        ("das Haus", "das Haus", "dem Haus", "des Hauses"),
        ("die nächste Person", "die nächste Person", "der nächsten Person", "der nächsten Person"),
        ("die Hunde", "die Hunde", "den Hunden", "der Hunde"),
        ("die offenen Karten", "die offenen Karten", "den offenen Karten", "der offenen Karten"),
        ("alle anderen", "alle anderen", "allen anderen", "aller anderen"),
        ("diese Karte", "diese Karte", "dieser Karte", "dieser Karte"),
        ("„ware“", "„ware“", "„ware“", "von „ware“"),
        ("2", "2", "2", "von 2"),
    ],
)
def test_german_names_have_cases(name: str, accusative: str, dative: str, genitive: str) -> None:
    words = sentence_language("de").filled("{a:accusative}/{a:dative}/{a:genitive}", {"a": name})
    assert words == f"{accusative}/{dative}/{genitive}"


@pytest.mark.parametrize(
    ("name", "nominative", "accusative", "dative"),
    [
        ("der volle Sack", "dein voller Sack", "deinen vollen Sack", "deinem vollen Sack"),
        ("das Plättchen", "dein Plättchen", "dein Plättchen", "deinem Plättchen"),
        ("die Hand", "deine Hand", "deine Hand", "deiner Hand"),
        ("die Punkte", "deine Punkte", "deine Punkte", "deinen Punkten"),
    ],
)
def test_german_possessives_have_cases(name: str, nominative: str, accusative: str, dative: str) -> None:
    german = sentence_language("de")
    words = german.filled("{a}/{a:accusative}/{a:dative}", {"a": german.possessive(name)})
    assert german.finished(words) == f"{nominative}/{accusative}/{dative}"


def test_another_language_gets_english() -> None:
    assert (sentence_language("ja").known, sentence_language("ja").heading("setup")) == (False, "Setup")


@pytest.mark.parametrize("language", sentence_languages())
@pytest.mark.parametrize("name", sample_names())
def test_sentences_of_a_sample(name: str, language: str, tmp_path: Path) -> None:
    found = sentences(sample(name, tmp_path), language)
    by_number = [f"{number}: {found.sentence(number)}" for number in sorted(found.spec.implements)]
    golden(f"rules/sentences/{name}.{language}.md", "\n".join([*found.outline(), *by_number, ""]))


@pytest.mark.parametrize("name", ["fooden", "food-chain", "lake-ecosystem", "pocket-cats"])
def test_all_numbers_of_a_game_have_sentences(name: str) -> None:
    game = load_library(CATALOG, Findings(), [name]).games[name]
    for language in sentence_languages():
        found = sentences(game, language)
        assert all(found.sentence(number) for number in found.spec.implements)
        assert [*found.outline()]


@pytest.mark.parametrize(("name", "languages"), [("fooden", ("en", "fr")), ("pocket-cats", ("de", "en", "fr"))])
def test_game_with_names_shows_no_internal_name(name: str, languages: tuple[str, ...]) -> None:
    game = load_library(CATALOG, Findings(), [name]).games[name]
    for language in languages:
        said = "\n".join(sentences(game, language).outline())
        spec = sentences(game, language).spec
        for internal in {*spec.values, *spec.zones, *spec.definitions}:
            quoted = sentence_language(language).quoted(internal.replace("_", " "))
            assert quoted not in said


# --- what follows a number ------------------------------------------------------------------------------------

#: (sample, what is in rules.yaml, what it becomes, language, rule, a part of its sentence).
TRIALS = [
    ("auction", "lot: {value: 2", "lot: {value: 3", "en", "A-2", "Move 3 cards from the pile"),
    ("auction", "step: {value: 4", "step: {value: 1", "fr", "A-3", "la meilleure offre plus 1."),
    ("draft", "dealt: {value: 7", "dealt: {value: 8", "en", "P-6", "8 times, all take a card"),
    ("garden", "draw: 2", "draw: 1", "fr", "G-R1", "prenez en main 1 carte de la pioche"),
    ("market", "row_size: {value: 5", "row_size: {value: 6", "en", "M-2", "until there are 6"),
    ("night", "goal: {value: 25", "goal: {value: 26", "fr", "NG-7", "les points de quelqu'un atteignent 26"),
    ("rescue", "floes: {value: 3", "floes: {value: 1", "en", "R-6", "the open sea has more than 1 card or"),
    ("rescue", "hand_size: {value: 3", "hand_size: {value: 4", "fr", "R-4", "votre main compte moins de 4 cartes"),
    ("spells", "goal: {value: 20", "goal: {value: 30", "en", "S-5", "the points of a player are at least 30"),
    ("tricks", "{score: 1, for: leader", "{score: 2, for: leader", "en", "T-4", "The leader scores 2 points."),
]


@pytest.mark.parametrize(("name", "old", "new", "language", "rule", "text"), TRIALS)
def test_sentence_follows_a_number(
    name: str, old: str, new: str, language: str, rule: str, text: str, tmp_path: Path
) -> None:
    assert text not in sentences(sample(name, tmp_path / "before"), language).sentence(rule)
    assert text in sentences(sample(name, tmp_path / "after", ("rules.yaml", old, new)), language).sentence(rule)


def test_sentence_follows_a_number_of_the_catalog(tmp_path: Path) -> None:
    for path in (CATALOG / "food-chain").glob("*.yaml"):
        text = path.read_text(encoding="utf-8").replace("  hand: 4", "  hand: 5")
        (tmp_path / "food-chain").mkdir(exist_ok=True)
        (tmp_path / "food-chain" / path.name).write_text(text, encoding="utf-8")
    game = load_library(tmp_path, Findings()).games["food-chain"]
    assert "draw 5 cards from the deck" in "\n".join(sentences(game, "en").outline())


def test_sheet_of_actions_follows_a_number(tmp_path: Path) -> None:
    game = sample("auction", tmp_path, ("rules.yaml", "step: {value: 4", "step: {value: 9"))
    bid = sentences(game, "en").actions[0]
    assert (bid.label, bid.rule) == ("Bid an amount", "A-3")
    assert "to the lesser of your coins and the highest bid plus 9." in bid.text


def test_refusal_follows_a_number(tmp_path: Path) -> None:
    game = sample("auction", tmp_path, ("rules.yaml", "step: {value: 4", "step: {value: 9"))
    rules = ENGINES.get(game.engine).of(game, Findings())  # type: ignore[union-attr]
    state = rules.start(rules.setup(2, Rng(1)))  # type: ignore[union-attr]
    while state.actor() < 0:
        state.apply(state.chance_outcomes()[0])
    why = state.why_not(rules.parse("bid 20"))  # type: ignore[union-attr]
    assert why == "A-3: this must be from the highest bid plus 1 to the lesser of your coins and the highest bid plus 9"


def test_outdated_example_stops_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sample("rescue", tmp_path, ("rules.yaml", "row_size: {value: 4", "row_size: {value: 5"))
    monkeypatch.chdir(tmp_path)
    assert re.search(r"scenarios/\w+\.yaml:\d+:\d+: error\[scenario-failed\]", run("check").output)


# --- refusals -------------------------------------------------------------------------------------------------

_REFUSING = """\
players: 2
zones: {pile: {}, hand: {each: player}, table: {}}
setup: [{each player: [{draw: 2, from: pile, to: hand}]}]
play: [{repeat: 9, do: [{each player: [{ask: [play, pass]}]}]}]
actions:
  play: {rule: D-1, choose: {card: hand}, need: not table and card.level > 2, do: [{move: card, to: table}]}
  pass: {do: []}
"""


def test_refusal_names_the_failed_condition(tmp_path: Path) -> None:
    rules = rules_in(_REFUSING, tmp_path, copies=6)
    state = rules.start(rules.setup(2, Rng(1)))
    why = state.why_not(rules.parse("play hare"))
    assert why == "D-1: this is possible only if the level of hare is more than 2"
    assert {*sentence_languages()} <= {*next(iter(rules.refusals()))}
    french = [words["fr"] for words in rules.refusals()]
    assert french == [
        "le choix se fait dans votre main",
        "c'est possible seulement si la table est vide",
        "c'est possible seulement si le niveau de {card} dépasse 2",
    ]
    assert [words["de"] for words in rules.refusals()] == [
        "das muss aus deiner Hand kommen",
        "das ist nur möglich, wenn die Auslage leer ist",
        "das ist nur möglich, wenn die Stufe von {card} mehr als 2 ist",
    ]


# --- sentences of the author ----------------------------------------------------------------------------------


def test_changed_step_is_a_finding_until_its_sentence_is_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample("draft", tmp_path, ("rules.yaml", "with: [way]", "with: [-way]"))
    monkeypatch.chdir(tmp_path)
    for scenario in Path("catalog/draft/scenarios").iterdir():
        scenario.unlink()
    for document in Path("catalog/draft/reference").iterdir():
        document.unlink()
    found = run("check").output
    assert "error[sentence-differs]: the words for 'P-6' have changed since" in found
    assert re.search(r"^catalog/draft/rules\.yaml:\d+:3: ", found)
    assert "sentence-differs" in run("build", "--only", "actions").output
    assert "accepted P-6" in run("check", "--accept-texts").output
    assert "no findings" in run("check").output


def test_number_that_the_sentence_names_may_change(tmp_path: Path) -> None:
    from pawprint.play.accepted_sentences import check_sentences

    for place, change in enumerate((("dealt: {value: 7", "dealt: {value: 9"), ("repeat: dealt", "repeat: 7"))):
        findings = Findings()
        check_sentences(sample("draft", tmp_path / str(place), ("rules.yaml", *change)), findings)
        assert [finding.code for finding in findings] == ["sentence-differs"] * place


def test_steps_have_sentences_and_empty_names_are_left_out(tmp_path: Path) -> None:
    more = """\
values: {shown: 0, tally: 0}
steps: {show: [{add: {shown: 1}}, {add: {tally: 1}}], hide: [{set: {shown: 0}}]}
names: {show: show it, hide: hide it, shown: the number shown, tally: ""}
sentences: {hide: "Nothing is shown any more."}
"""
    rules = _REFUSING.replace("do: []", "do: [show, hide]") + more
    lines = [*sentences(den_with(rules, tmp_path), "en").outline()]
    assert "- **Show it**" in lines
    assert "  - Add 1 to the number shown." in lines
    assert "- **Hide it** Nothing is shown any more." in lines
    assert not any("tally" in line for line in lines)


@pytest.mark.parametrize(
    ("more", "help"),
    [
        ("sentences: {D-2: x}", "did you mean 'D-1'?"),
        ("sentences: {D-1: 'up to {goal}'}", "numbers are"),
        ("names: {tabel: the table}", "correct the name"),
    ],
)
def test_unused_words_are_reported(more: str, help: str, tmp_path: Path) -> None:
    (finding,) = findings_in(_REFUSING + more + "\nnumbers: {most: 3}\n", tmp_path)
    assert (finding.code, help in finding.help) == ("bad-rules", True)


def test_library_does_not_name_what_the_game_defines_itself(tmp_path: Path) -> None:
    game = sample("tricks", tmp_path, ("rules.yaml", "play:\n", "define: {taker: 0}\nplay:\n"))
    text = "\n".join(sentences(game, "en").outline())
    assert "player of the highest trump" not in text


# --- documents ------------------------------------------------------------------------------------------------


@pytest.fixture
def auction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The English reference sheet of the auction."""
    sample("auction", tmp_path)
    monkeypatch.chdir(tmp_path)
    return Path("catalog/auction/reference/reference.en.md")


def test_document_prints_a_rule(auction: Path) -> None:
    for path in auction.parent.iterdir():
        path.write_text(f'{path.read_text(encoding="utf-8")}\n\n{{{{ rule("A-4") }}}}\n', encoding="utf-8")
    run("build", "--only", "reference", "--to", "html")
    pages = [path.read_text(encoding="utf-8") for path in Path("output").rglob("*.html")]
    assert any("subtract the highest bid from the coins of the highest bidder" in page for page in pages)


def test_unknown_rule_in_a_document_suggests_a_known_rule(auction: Path) -> None:
    auction.write_text('# Auction\n\nA-1 A-2 A-3 A-4 A-5 A-6 {{ rule("A-44") }}\n', encoding="utf-8")
    found = run("check").output
    assert re.search(r"reference\.en\.md:3:\d+: ", found)
    assert "error[unknown-rule]: there is no rule 'A-44'" in found
    assert "did you mean 'A-4'?" in found


def test_documents_and_rules_name_the_same_numbers(auction: Path) -> None:
    text = auction.read_text(encoding="utf-8")
    auction.write_text(text.replace("A-5", "A-7"), encoding="utf-8")
    found = run("check").output
    assert re.search(r"reference\.en\.md:\d+:5: error\[unknown-rule\]: the rules of auction have no rule 'A-7'", found)
    assert "warning[rule-not-named]: no document in 'en' names the rule A-5" in found
    assert re.search(r"rules\.yaml:\d+:\d+: ", found)


def test_sheet_in_a_language_without_sentences_uses_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "catalog" / "bau"
    folder.mkdir(parents=True)
    (folder / "rules.yaml").write_text(f"cards: animals\n{_REFUSING}", encoding="utf-8")
    (folder / "cards.yaml").write_text("animals: [{id: hare, level: 1, copies: 4}]\n", encoding="utf-8")
    fields = "{kind: data, file: cards.yaml, fields: {level: {type: int}}}"
    rest = f"rules: {{engine: rules.yaml}}\ndocuments: {{lists: [actions]}}\ncomponents: {{animals: {fields}}}\n"
    (folder / "game.yaml").write_text(f"id: bau\ntitle: Bau\nlanguages: [nl]\n{rest}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    found = run("check").output
    assert "warning[sentence-language]" in found
    assert re.search(r"actions\.en\.md:\d+:\d+: ", found)


def test_command_prints_markdown(auction: Path) -> None:
    printed = run("rules", "print", "auction", "--language", "fr").output
    assert printed.startswith("# Auction\n\n## Mise en place\n\n- Mélangez la pioche.\n")
    assert "- **A-3 Offrir un montant**" in printed
    assert "no sentences in 'nl'" in run("rules", "print", "auction", "--language", "nl").output


def test_expression_without_words_is_shown_unchanged(tmp_path: Path) -> None:
    phrases = sentences(den_with(_REFUSING, tmp_path), "en").phrases
    assert phrases.phrase(ast.parse("{1: 2}", mode="eval").body, {}) == "{1: 2}"
