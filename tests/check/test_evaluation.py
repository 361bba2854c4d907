"""Invariants that a game declares: each form holds where it should, and says what is wrong where it does not."""

from collections.abc import Callable
from typing import Any

import pytest

from catalog.toy import Read
from pawprint.check.evaluation import CheckResult, run_checks
from pawprint.core.diagnostics import Findings, Severity

Reader = Callable[..., Read]

FIELDS = """
    name: text
    level: int
    weight: {type: number, default: 0.1}
    shy: flag
    diet: {type: choice, choices: [meat, plants], default: meat}
    prey: {type: list, of: {ref: beasts}}
    hunters: {inverse: prey}
    rival: {ref: beasts, optional: true}
    tags: {type: list, of: {type: text, translated: false}}
    home: {type: record, optional: true, fields: {x: int}}
"""
RECORDS = """
    - {id: fox, name: {fr: Renard, en: Fox}, level: 3, prey: [hare, mouse], copies: 2, tags: [a, b], home: {x: 1}}
    - {id: hare, name: {fr: Lièvre, en: Hare}, level: 2, shy: true, diet: plants, rival: mouse, home: {x: 2}}
    - {id: mouse, name: {fr: Souris, en: Mouse}, level: 1, shy: true, diet: plants, tags: [b, b]}
"""
MORE = "players: {min: 2, max: 4}\nsources: {page: {kind: external}, seed 1: {kind: seed}, us: {kind: designed}}\n"


def failed(read: Reader, *checks: str, records: str = RECORDS) -> list[str]:
    """Messages of what the checks find wrong, in order of place; what is wrong with the checks themselves too."""
    lines = "".join(f"  - {{id: C, {check}}}\n" for check in checks)
    result = read(FIELDS, records, f"{MORE}checks:\n{lines}")
    assert [*result.findings] == []
    results = run_checks(result.game, result.findings)
    assert [one.status for one in results] == ["failed" if result.findings else "ok"]
    return [found.message.removeprefix("C: ") for found in result.findings.sorted()]


@pytest.mark.parametrize(
    "check",
    [
        "count: beasts, equals: 3",
        "count: [beasts], min: 3, max: 3",
        "count: beasts, where: shy, equals: 2",
        "count: beasts, where: 'not shy and level > 9', equals: 0",
        "sum: copies, over: beasts, equals: 4",
        "sum: level, over: [beasts], where: shy, equals: 3",
        "sum: weight, over: [beasts], equals: 0.3",
        "each: beasts, that: 'level >= 1'",
        "each: beasts, where: shy, that: \"diet == 'plants'\"",
        "each: beasts.prey, that: 'level > prey.level'",
        "each: beasts.hunters, that: 'hunters.prey|has(id)'",
        "each: beasts.rival, that: 'rival.id != id'",
        "each: beasts.tags, that: \"tags in ['a', 'b']\"",
        "unique: beasts.name",
        "unique: beasts.level",
        "unique: beasts.prey",
        "unique: beasts.rival",
        "unique: beasts.home",
        "unique: beasts.id",
        "unique: beasts.home.x",
        "unique: [beasts.shy, beasts.level]",
        "unique: beasts.diet, where: level > 1",
        "tally: beasts, by: shy, equals: {true: 2, false: 1}",
        "tally: beasts, by: diet, of: copies, equals: {meat: 2, plants: 2}",
        "tally: beasts, by: [diet, level], equals: {meat: {3: 1}, plants: {1: 1, 2: 1}}",
        "tally: beasts, by: rival, equals: {none: 2, mouse: 1}",
        "tally: beasts, by: tags, max: 3, min: {a: 1, b: 3}",
        "tally: [beasts], by: 'prey|length', where: 'not shy', equals: {2: 1}",
        "each: beasts, where: shy, some: beasts, that: 'other.prey|has(id)'",
        "each: beasts, some: beasts, that: 'diet == other.diet', max: 1",
        "each: beasts, where: shy, some: [beasts], that: ['diet == other.diet', 'id != other.id'], min: 1, max: 1",
        "each: beasts.prey, some: beasts, that: 'other.level >= prey.level and other.level < level'",
        "each: beasts, none: beasts, that: [level == other.level]",
        "each: beasts, that: [level > 0, level < 4]",
        'each: beasts, that: "diet in choices.beasts.diet and (not rival or rival.id in choices.beasts.rival)"',
        "each: beasts, that: 'level <= all.beasts|length and level <= players.max'",
        "each: beasts, that: \"'true' in choices.beasts.shy and choices.beasts.level is undefined\"",
        "some: beasts, that: 'not shy'",
        "some: beasts, that: shy, min: 2, max: 2",
        "some: beasts, that: level > 3, max: 2",
        "none: beasts, that: [shy, level > 2]",
        "none: beasts, where: shy, that: level > 2",
        "pairs: beasts, that: level != other.level",
        "pairs: beasts, where: shy, that: 'diet == other.diet and id != other.id'",
        "balance: beasts, of: level, within: 1",
        "balance: beasts, of: level, least: 0.5, most: 1.5",
        "balance: beasts, of: level, where: level > 1, within: 0.5",
        "balance: beasts, of: home.x if home else none, within: 0.5",
        "balance: beasts, of: level, where: level > 9, within: 0",
        "curve: beasts, by: level, of: copies, goes: up",
        "curve: beasts, by: copies, of: level + weight, goes: up",
        "curve: beasts, by: level, of: weight, goes: down",
        "curve: beasts, by: level, of: weight, goes: up",
        "undominated: beasts, same: level, more: prey",
        "undominated: beasts, same: diet, more: level, less: level",
        "undominated: beasts, more: [tags, home.x if home else none], less: copies",
        "undominated: beasts, where: shy, same: [diet, home], more: level",
        "values: beasts.home.x, include: [1, 2], only: [1, 2]",
        "acyclic: beasts.prey",
        "acyclic: beasts.rival",
        "values: beasts.level, include: [1, 2, 3], only: [1, 2, 3, 4]",
        "values: beasts.shy, include: [true, false]",
        "values: beasts.weight, only: [0.1]",
        "values: beasts.diet, include: [meat, plants]",
        "values: beasts.tags, include: [a, b], only: [a, b]",
        "values: beasts.rival, only: [mouse]",
        "values: beasts.copies, only: [1, 2]",
        "attested: []",
        "expect: 'beasts|length == players.max - 1'",
        "expect: ['beasts|sum(attribute=\"level\") == 6', 'players.min < players.max']",
    ],
)
def test_check_passes(read: Reader, check: str) -> None:
    assert failed(read, check) == []


@pytest.mark.parametrize(
    ("check", "message"),
    [
        ("count: beasts, equals: 4", "there are 3 beasts; it should be 4"),
        ("count: beasts, min: 4", "there are 3 beasts; it should be at least 4"),
        ("count: beasts, max: 2", "there are 3 beasts; it should be at most 2"),
        ("count: beasts, where: shy, equals: 3", "there are 2 beasts; it should be 3"),
        ("sum: copies, over: beasts, equals: 5", "the sum of copies over beasts is 4; it should be 5"),
        ("sum: weight, over: beasts, max: 0.29", "the sum of weight over beasts is 0.3; it should be at most 0.29"),
        ("each: beasts, that: level > 1", "'mouse' does not satisfy level > 1"),
        ("each: beasts, where: shy, that: level > 1", "'mouse' does not satisfy level > 1"),
        ("each: beasts.prey, that: prey.level > 1", "'fox' with prey 'mouse' does not satisfy prey.level > 1"),
        (
            "each: beasts.rival, that: rival.shy == false",
            "'hare' with rival 'mouse' does not satisfy rival.shy == false",
        ),
        ("unique: beasts.diet, where: shy", "'mouse' and 'hare' have the same diet"),
        ("unique: [beasts.diet, beasts.shy]", "'mouse' and 'hare' have the same diet and shy"),
        (
            "tally: beasts, by: shy, equals: {true: 1, false: 1}",
            "there are 2 beasts with shy true; it should be 1",
        ),
        ("tally: beasts, by: shy, equals: {true: 2}", "there are 1 beasts with shy false; it should be 0"),
        (
            "tally: beasts, by: shy, equals: {true: 2, no: 1, false: 1}",
            "there are 0 beasts with shy no; it should be 1",
        ),
        (
            "tally: beasts, by: [diet, level], of: copies, max: {meat: {3: 1}}",
            "the sum of copies over beasts with diet meat and level 3 is 2; it should be at most 1",
        ),
        ("tally: beasts, by: tags, max: 2", "there are 3 beasts with tags b; it should be at most 2"),
        ("tally: beasts, by: rival, min: 2", "there are 1 beasts with rival mouse; it should be at least 2"),
        (
            "each: beasts, some: beasts, that: 'other.prey|has(id)'",
            "for 'fox' none of the beasts satisfy other.prey|has(id)",
        ),
        (
            "each: beasts, where: level == 2, some: beasts, that: level != other.level, min: 3",
            "for 'hare' only 2 of the beasts satisfy level != other.level (at least 3 are needed)",
        ),
        (
            "each: beasts, where: level == 1, some: beasts, that: level < other.level, max: 1",
            "for 'mouse' more than 1 of the beasts satisfy level < other.level",
        ),
        (
            "each: beasts.rival, some: beasts, that: other.rival == rival",
            "for 'hare' with rival 'mouse' none of the beasts satisfy other.rival == rival",
        ),
        (
            "each: beasts, where: shy, none: beasts, that: [level > other.level, shy]",
            "'hare' and 'mouse' satisfy all of level > other.level; shy",
        ),
        ("each: beasts, that: [level, level < 3, shy]", "'fox' does not satisfy level < 3"),
        ("some: beasts, that: level > 3", "none of the beasts satisfy level > 3; at least 1 should"),
        (
            "some: beasts, that: [shy, level > 1], min: 2",
            "1 of the beasts satisfy all of shy; level > 1; at least 2 should",
        ),
        ("some: beasts, that: level, max: 2", "3 of the beasts satisfy level; at most 2 should"),
        ("none: beasts, that: level > 2", "'fox' satisfies level > 2"),
        ("pairs: beasts, that: diet != other.diet", "'mouse' and 'hare' do not satisfy diet != other.diet"),
        ("balance: beasts, of: copies, within: 0", "'fox' has 2, which is more than 0 away from the median 1"),
        ("balance: beasts, of: copies, most: 1.9", "'fox' has 2, which is more than 1.9 times the median 1"),
        ("balance: beasts, of: level, least: 0.6", "'mouse' has 1, which is less than 0.6 times the median 2"),
        (
            "curve: beasts, by: level, of: copies, goes: down",
            "the mean of copies is 1 where level is 2, and 2 where it is 3",
        ),
        (
            "undominated: beasts, same: diet, more: level, less: copies",
            "'mouse' is no better than 'hare' in anything, and worse in level",
        ),
        (
            "undominated: beasts, where: shy, more: tags, less: [copies, level]",
            "'hare' is no better than 'mouse' in anything, and worse in tags and level",
        ),
        (
            "undominated: beasts, where: shy, more: home.x if home else none",
            "'mouse' is no better than 'hare' in anything, and worse in home.x if home else none",
        ),
        ("values: beasts.home.x, only: [1]", "'hare' has the home.x 2"),
        ("unique: beasts.diet", "'mouse' and 'hare' have the same diet"),
        ("unique: beasts.shy", "'mouse' and 'hare' have the same shy"),
        ("unique: beasts.tags", "'mouse' has 'b' twice in its tags"),
        ("unique: beasts.copies", "'mouse' and 'hare' have the same copies"),
        ("values: beasts.level, include: [3, 4]", "no record of beasts has the level 4"),
        ("values: beasts.level, only: [1, 2]", "'fox' has the level 3"),
        ("values: beasts.shy, only: [true]", "'fox' has the shy false"),
        ("values: beasts.tags, only: [a]", "'fox' has the tags b"),
        ("values: beasts.rival, include: [fox]", "no record of beasts has the rival fox"),
        ("attested: [fox.level]", "'fox.level' is attested, and the catalog does not say so"),
        ("expect: 'beasts|length > 3'", "beasts|length > 3 does not hold"),
        ("expect: ['true', 'beasts|length > 3']", "beasts|length > 3 does not hold"),
    ],
)
def test_check_fails(read: Reader, check: str, message: str) -> None:
    assert failed(read, check) == [message]


def test_texts_are_unique_in_each_language(read: Reader) -> None:
    records = "- {id: a, name: {fr: Coq, en: Cock}, level: 1}\n- {id: b, name: {fr: Coq, en: Rooster}, level: 1}"
    assert failed(read, "unique: beasts.name", records=records) == ["'b' and 'a' have the same name"]
    records = "- {id: a, name: {fr: Coq, en: Cock}, level: 1}\n- {id: b, name: {fr: Cock, en: Coq}, level: 1}"
    assert failed(read, "unique: beasts.name", records=records) == []
    records = "- {id: a, name: Coq, level: 1}\n- {id: b, name: Coq, level: 2}"
    assert failed(read, "unique: [beasts.name, beasts.level]", records=records) == []
    assert failed(read, "unique: [beasts.name, beasts.weight]", records=records) == [
        "'b' and 'a' have the same name and weight"
    ]


def test_check_that_compares_everything_with_everything_ends(read: Reader) -> None:
    records = "".join(f"- {{id: b{n}, name: N, level: 1}}\n" for n in range(800))
    result, (state,) = checked(read, "  - {id: A, pairs: beasts, that: level == other.level}\n", records=records)
    (finding,) = result.findings
    assert (finding.code, state.status) == ("bad-declaration", "failed")
    assert "it would be evaluated more than 250,000 times" in finding.message


def test_numbers_are_shown_beside_the_status(read: Reader) -> None:
    checks = (
        "  - {id: A, balance: beasts, of: level, within: 9}\n"
        "  - {id: B, curve: beasts, by: level, of: copies, goes: up}\n"
    )
    _, results = checked(read, checks)
    assert [one.note for one in results] == ["fox 3, hare 2, mouse 1; median 2", "1: 1, 2: 1, 3: 2"]
    records = "".join(f"- {{id: b{n}, name: N, level: {n}}}\n" for n in range(13))
    _, results = checked(read, checks, records=records)
    assert results[0].note == "0 to 12; median 6"


def test_checks_that_need_play_are_listed(read: Reader) -> None:
    _, results = checked(
        read, "  - {id: A, about: it ends, needs: play}\n  - {id: B, count: beasts, min: 1}\n  - {id: B, needs: play}\n"
    )
    assert results == (CheckResult("A", "it ends", "needs play"), CheckResult("B", "", "needs play"))


@pytest.mark.parametrize(
    ("prey", "circle"),
    [
        ({"fox": "fox"}, "fox -> fox"),
        ({"fox": "hare", "hare": "fox"}, "fox -> hare -> fox"),
        ({"fox": "hare", "hare": "mouse", "mouse": "hare"}, "hare -> mouse -> hare"),
    ],
)
def test_circles_are_reported_from_end_to_end(read: Reader, prey: dict[str, str], circle: str) -> None:
    records = "".join(
        f"- {{id: {one}, name: N, level: 1, prey: [{prey.get(one, '')}]}}\n" for one in ("fox", "hare", "mouse")
    )
    assert failed(read, "acyclic: beasts.prey", records=records) == [f"prey goes in a circle: {circle}"]


def test_long_chain_is_not_a_circle(read: Reader) -> None:
    records = "".join(f"- {{id: b{n}, name: N, level: 1, prey: [b{n + 1}]}}\n" for n in range(3000))
    assert failed(read, "acyclic: beasts.prey", records=records + "- {id: b3000, name: N, level: 1}\n") == []


# --- origins ------------------------------------------------------------------------------------------------

ATTESTED = """
    - {id: fox, name: Fox, level: 3, prey: [hare], origin: {default: us, level: seed 1, prey.hare: seed 1}}
    - {id: hare, name: Hare, level: 2, origin: us}
    - {id: mouse, name: Mouse, level: 1, origin: seed 1}
"""


def test_claims_are_compared_with_attested_facts(read: Reader) -> None:
    check = "attested: [fox.level, fox.prey.hare, mouse], source: seed"
    assert failed(read, check, records=ATTESTED) == []
    assert failed(read, "attested: [fox.level, fox.prey.hare], source: seed", records=ATTESTED) == [
        "all of 'mouse' is said to come from seed 1, which does not have it"
    ]
    assert failed(read, "attested: [fox.level, mouse]", records=ATTESTED) == [
        "'fox.prey.hare' is said to come from seed 1, which does not have it"
    ]
    assert failed(read, "attested: [], source: external", records=ATTESTED) == []
    check = "each: beasts, that: \"origin.name == 'us' or id == 'mouse'\""
    assert failed(read, check, records=ATTESTED) == []
    check = "each: beasts, where: prey, that: \"origin['prey.hare'] == 'us'\""
    assert failed(read, check, records=ATTESTED) == ["'fox' does not satisfy origin['prey.hare'] == 'us'"]


def test_fact_may_be_attested_of_all_records(read: Reader) -> None:
    records = ATTESTED.replace("origin: us}", "origin: {level: seed 1}}").replace(
        "origin: seed 1", "origin: {level: seed 1}"
    )
    assert failed(read, "attested: [beasts/*.level, beasts/fox.prey.hare]", records=records) == []
    assert failed(read, "attested: ['*.level', fox.prey.hare]", records=records) == []
    assert failed(
        read, "attested: [fox.prey.hare, birds/*.level, fox.level, hare.level, mouse.level]", records=records
    ) == ["'birds/*.level' is attested, and the catalog does not say so"]
    assert failed(read, "attested: [beasts/*.level, '*.name', fox.prey.hare]", records=records) == [
        "'*.name' is attested, and the catalog does not say so of 'fox'"
    ]


def test_every_fact_needs_an_origin(read: Reader) -> None:
    assert failed(read, "origins: beasts", records=ATTESTED) == []
    names = ("name", "level", "weight", "shy", "diet", "prey", "rival", "tags", "home")
    complete = ", ".join(f"{name}: us" for name in names)
    records = f"- {{id: fox, name: Fox, level: 3, origin: {{{complete}}}}}"
    assert failed(read, "origins: [beasts]", records=records) == [], "what is derived needs no source"
    records = "- {id: fox, name: Fox, level: 3, origin: {name: us}}\n- {id: hare, name: Hare, level: 3}"
    assert failed(read, "origins: [beasts]", records=records) == [
        "'fox' does not say where its level, weight, shy and diet come from",
        "'hare' does not say where its name, level, weight and shy come from",
    ]


# --- places, ids, severity ----------------------------------------------------------------------------------


def checked(
    read: Reader, checks: str, fields: str = FIELDS, records: str = RECORDS
) -> tuple[Read, tuple[CheckResult, ...]]:
    result = read(fields, records, f"{MORE}checks:\n{checks}")
    return result, run_checks(result.game, result.findings)


def test_findings_point_at_what_is_wrong(read: Reader) -> None:
    result, _ = checked(
        read,
        "  - {id: A, about: three of them, count: beasts, equals: 4}\n"
        "  - {id: B, each: beasts, that: level < 3}\n"
        "  - {id: C, each: beasts.prey, that: prey.level > 1}\n"
        "  - {id: D, values: beasts.level, include: [1, 9]}\n"
        "  - {id: E, expect: ['true', 'false']}\n",
    )
    assert [(f"{found.span}", found.rule, found.message) for found in result.findings.sorted()] == [
        ("toy/cards.yaml:2:8", "B", "B: 'fox' does not satisfy level < 3"),
        ("toy/cards.yaml:2:65", "C", "C: 'fox' with prey 'mouse' does not satisfy prey.level > 1"),
        ("toy/game.yaml:7:6", "A", "A: there are 3 beasts; it should be 4 (three of them)"),
        ("toy/game.yaml:10:48", "D", "D: no record of beasts has the level 9"),
        ("toy/game.yaml:11:30", "E", "E: false does not hold"),
    ]
    helps = {found.rule: found.help for found in result.findings}
    assert helps["A"] == "change the records, or the check"
    assert helps["B"] == "the check is declared at toy/game.yaml:8:6"


def test_invariant_passes_when_all_its_checks_pass(read: Reader) -> None:
    _, results = checked(
        read,
        "  - {id: A, about: first, count: beasts, equals: 3}\n"
        "  - {id: B, count: beasts, equals: 3}\n"
        "  - {id: A, about: second, count: beasts, equals: 4}\n"
        "  - {id: A, count: beasts, equals: 3}\n"
        "  - {id: B, about: late, count: beasts, min: 1}\n",
    )
    assert results == (CheckResult("A", "first", "failed"), CheckResult("B", "late", "ok"))


@pytest.mark.parametrize(
    ("word", "severity"), [("", "error"), (", severity: error", "error"), (", severity: warning", "warning")]
)
def test_game_chooses_the_severity(read: Reader, word: str, severity: str) -> None:
    result, results = checked(read, f"  - {{id: A, count: beasts, equals: 4{word}}}\n")
    (finding,) = result.findings
    assert finding.severity is Severity(severity)
    assert result.findings.failed == (severity == "error")
    assert results[0].status == "failed"


@pytest.mark.parametrize(
    ("check", "pointed", "message"),
    [
        ("each: beasts, that: levle > 1", "levle > 1", "cannot be evaluated for 'fox': there is no field 'levle'"),
        (
            "each: beasts, where: levle, that: level",
            "levle",
            "cannot be evaluated for 'fox': there is no field 'levle'",
        ),
        (
            "each: beasts.prey, that: prey.levle > 1",
            "prey.levle > 1",
            "cannot be evaluated for 'fox': there is no field 'levle'",
        ),
        (
            "undominated: beasts, more: [level, diet], less: level",
            "diet",
            "cannot be evaluated for 'hare': it is neither a number nor a list",
        ),
        ("each: beasts, that: home.x > 1", "home.x > 1", "cannot be evaluated for 'mouse'"),
        ("expect: [beasts, animals]", "animals", "cannot be evaluated for the game: there is no field 'animals'"),
        ("count: beasts, where: level >, equals: 1", "level >", "cannot be evaluated for 'fox'"),
    ],
)
def test_check_that_cannot_be_evaluated_is_at_fault(read: Reader, check: str, pointed: str, message: str) -> None:
    result, results = checked(read, f"  - {{id: ABCDE, {check}}}\n")
    (finding,) = result.findings
    assert (finding.code, finding.rule) == ("bad-declaration", "ABCDE")
    assert message in finding.message
    assert finding.help
    assert finding.span is not None
    assert finding.span.source.text[finding.span.start : finding.span.end] == pointed
    assert [one.status for one in results] == ["failed"]


# --- records at fault ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("check", "status"),
    [
        ("count: beasts, equals: 3", "unknown"),
        ("count: beasts, min: 1", "ok"),
        ("sum: level, over: beasts, equals: 6", "unknown"),
        ("each: beasts, that: level > 1", "unknown"),
        ("expect: 'beasts|length == 3'", "unknown"),
        ("attested: [fox.level]", "unknown"),
        ("unique: beasts.name", "ok"),
        ("tally: beasts, by: shy, equals: 9", "unknown"),
        ("none: beasts, that: 'true'", "unknown"),
        ("balance: beasts, of: copies, within: 0", "ok"),
    ],
)
def test_check_that_may_still_pass_does_not_fail(read: Reader, check: str, status: str) -> None:
    records = "- {id: fox, name: Fox, level: 3}\n- {id: hare, name: Hare, level: two}"
    result, results = checked(read, f"  - {{id: A, {check}}}\n", records=records)
    assert [found.code for found in result.findings] == ["wrong-type"]
    assert [one.status for one in results] == [status]


def test_faults_elsewhere_do_not_silence_a_check(read: Reader) -> None:
    result = read(
        "level: int",
        "- {id: fox, level: 1}",
        "checks: [{id: A, count: beasts, equals: 2}, {id: B, count: plants, equals: 2}]\n",
    )
    results: Any = run_checks(result.game, result.findings)
    assert [found.code for found in result.findings] == ["unknown-component", "check-failed"]
    assert [(one.id, one.status) for one in results] == [("A", "failed")]
    again = Findings()
    run_checks(result.game, again)
    assert {found.order for found in again} == {found.order for found in result.findings}
