"""Texts that have been read beside the rules -> `reviewed.yaml` of their game."""

from pawprint.catalog.model import Game
from pawprint.check.check_reader import checks_of
from pawprint.check.kinds.rule_texts import digests_of, reviewed, scenario_file
from pawprint.check.scope import CheckScope, EvaluationError
from pawprint.core.diagnostics import Findings
from pawprint.play.accepted_sentences import SECTION, own_words
from pawprint.play.reviewed_texts import ReviewedText, reviewed_texts, write_reviewed


def accept_texts(game: Game, findings: Findings) -> tuple[str, ...] | None:
    """Write that all texts under checks of the kind `reviewed`, and all sentences of rules, are right, if the scenarios
    that show what is new in them are played as they should be.

    Args:
        findings: takes what is not as expected; nothing is written then.

    Returns:
        the ids of records and the numbers of rules that are accepted now and were not before; None if the game has no
        such check, and no such sentences.
    """
    from pawprint.games import engines  # noqa: F401 - registers them
    from pawprint.play.scenario import check_scenario, read_scenario

    checks = [check for check in checks_of(game) if check.kind.evaluate is reviewed]
    digests = {(SECTION, one.key): one.digest for one in own_words(game)}
    if not checks and not digests:
        return None
    try:
        for check in checks:
            for edition in game.each_edition(check.edition):
                digests.update(digests_of(CheckScope(edition), check))
    except EvaluationError:
        return None  # the check itself has a fault, which running it reports
    known = reviewed_texts(game)[0]
    new = [one for one, digest in digests.items() if known.get(one, ReviewedText()).digest != digest]
    before = findings.count
    for scenario in dict.fromkeys(name for one in new for name in known.get(one, ReviewedText()).scenarios):
        read = read_scenario(scenario_file(game, scenario), findings, game.root)
        if read is not None:
            check_scenario(read, lambda name: game if name == game.id else None, findings)
    if findings.count == before and (new or digests.keys() != known.keys()):
        write_reviewed(game, digests)
    return tuple(name for _, name in new)
