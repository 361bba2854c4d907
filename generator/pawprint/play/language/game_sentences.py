"""A game of the catalog -> the sentences of its rules in a language."""

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.play.engine import ENGINES
from pawprint.play.game_options import usual_edition
from pawprint.play.language.data_rules import DataRules
from pawprint.play.language.rule_sentences import RuleSentences
from pawprint.play.language.sentence_language import sentence_language
from pawprint.play.lookup import deck_of, rules_for


def rule_sentences(game: Game, language: str) -> RuleSentences | None:
    """The sentences with the options that *game* is played with; None if its rules are no data, or have mistakes."""
    engine = ENGINES.get(game.engine)
    if engine is None:
        return None
    edition = usual_edition(engine, game, Findings()) or next(iter(engine.editions), "")
    known = game.memory("rule sentences")
    if (engine, edition, language) not in known:
        rules = rules_for(engine, game.in_edition(deck_of(game, edition)), Findings(), edition)
        made = RuleSentences(rules, sentence_language(language)) if isinstance(rules, DataRules) else None
        known[engine, edition, language] = made
    found: RuleSentences | None = known[engine, edition, language]
    return found
