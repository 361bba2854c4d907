"""Rules that would run without end, grow without limit, or reach Python: each ends soon, with a finding."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from play.den_with_rules import findings_in

_HEAD = """\
players: 2
zones: {pile: {seen: hidden}, hand: {seen: owner, each: player}, table: {}}
values: {n: 1, word: "'a'"}
setup:
  - each player: [{draw: 1, from: pile, to: hand}]
"""
_PLAY = "play:\n  - each player: [{ask: play}]\n"


def _expression(text: str) -> str:
    """Rules with a condition."""
    return f"{_HEAD}{_PLAY}actions: {{play: {{choose: {{card: hand}}, need: {_quoted(text)}}}}}\n"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _steps(text: str, more: str = "") -> str:
    """Rules with steps before the first decision."""
    return (
        f"{_HEAD}play:\n{text}  - each player: [{{ask: play}}]\nactions: {{play: {{choose: {{card: hand}}}}}}\n{more}"
    )


def _choices(text: str) -> str:
    return f"{_HEAD}{_PLAY}actions: {{play: {{choose: {{{text}}}}}}}\n"


def _doubled(first: str, one: str, count: int) -> str:
    """Lines, each of which names the one before it twice."""
    return f"  a0: {first}\n" + "".join(f"  a{n + 1}: {one.replace('%', f'a{n}')}\n" for n in range(count))


def _nested(count: int, loop: str) -> str:
    lines = "".join(f"{'  ' * (2 * n + 1)}- {loop}\n{'  ' * (2 * n + 2)}do:\n" for n in range(count))
    return f"{lines}{'  ' * (2 * count + 1)}- {{add: {{n: 1}}}}\n"


#: Name -> rules, and words of the finding.
HOSTILE: dict[str, tuple[Callable[[], str], str]] = {
    "a loop without end": (lambda: _steps("  - while: true\n    do: [{add: {n: 1}}]\n"), "this does not end"),
    "a loop of a billion": (lambda: _steps("  - repeat: 1000000000\n    do: [{add: {n: 1}}]\n"), "10,000 is the limit"),
    "loops in loops without end": (lambda: _steps(_nested(3, "while: true")), "this does not end"),
    "squares": (lambda: _steps("  - repeat: 99\n    do: [{set: {n: (n + 1) * (n + 1)}}]\n"), "a number grows"),
    "brackets": (lambda: _expression("(" * 1000 + "1" + ")" * 1000), "this is no expression"),
    "not not": (lambda: _expression("not " * 900 + "true"), "nested too deeply"),
    "a sum of 900": (lambda: _expression(" + ".join(["n"] * 900)), "nested too deeply"),
    "4,000 characters": (lambda: _expression("n > 0 and " * 500 + "true"), "characters"),
    "a large number": (lambda: _expression("9" * 3900), "too large"),
    "six loops": (
        lambda: _expression(f"any(a == b {' '.join(f'for {c} in everyone' for c in 'abcdef')})"),
        "more than 3 loops",
    ),
    "combinations": (lambda: _expression("any(a == b for a in table for b in table for c in table)"), "combinations"),
    "loops in definitions": (
        lambda: _expression("a9 > 0") + "define:\n" + _doubled("n", "count(% > 0 for c in table)", 9),
        "more than 3 loops",
    ),
    "definitions of definitions": (
        lambda: _expression("a60 > 0") + "define:\n" + _doubled("n + 1", "% + %", 60),
        "more than 5,000 definitions",
    ),
    "squares of definitions": (
        lambda: _expression("a11 > 0") + "define:\n" + _doubled("n + 999999", "% * %", 11),
        "a number grows",
    ),
    "a list of lists": (
        lambda: _steps(
            "  - {move all: pile, to: table}\n  - let: {a0: table}\n"
            + "".join(f"  - let: {{a{n + 1}: a{n} + a{n}}}\n" for n in range(60))
        ),
        "100,000 entries",
    ),
    "steps of steps": (
        lambda: _steps("  - a40\n", "steps:\n" + _doubled("[{all choose: play}]", "[%, %]", 40)),
        "more than 10,000 parts",
    ),
    "steps that change the score, in steps": (
        lambda: (
            f"{_HEAD}{_PLAY}actions: {{play: {{choose: {{card: hand}}, do: [{{move: card, to: table}}, a8]}}}}\n"
            + "score: n\nsteps:\n  a0: [{add: {n: 1}}]\n"
            + "".join(f"  a{n + 1}: [{', '.join([f'a{n}'] * 12)}]\n" for n in range(8))
        ),
        "this takes too long",
    ),
    "a chain of steps": (
        lambda: _steps("  - a900\n", "steps:\n" + _doubled("[{add: {n: 1}}]", "[%]", 900)),
        "lie too deep",
    ),
    "a chain of definitions": (
        lambda: _expression("a900 > 0") + "define:\n" + _doubled("n", "% + 1", 900),
        "lie too deep",
    ),
    "steps that do themselves": (lambda: _steps("  - one\n", "steps: {one: [two], two: [one]}\n"), "do themselves"),
    "too many zones": (
        lambda: _expression("n > 0").replace("table: {}", ", ".join(f"z{n}: {{}}" for n in range(9000))),
        "more than 2,000 parts",
    ),
    "too many players": (lambda: _expression("n > 0").replace("players: 2", "players: 2..99"), "1 to 20 players"),
    "two ranges": (lambda: _choices("a: {from: 0, to: 4000}, b: {from: 0, to: 4000}"), "actions are legal"),
    "1,000 choices": (lambda: _choices(", ".join(f"c{n}: hand" for n in range(1000))), "more than 8 things"),
    "a huge die": (lambda: _steps("  - {chance: 1, to: 1000000000, as: roll}\n"), "0 to 4,000 is possible"),
    "deep steps": (lambda: _steps(f"  - {'{if: n, then: [' * 300}end{']}' * 300}\n"), "levels deep"),
    "a step in itself": (lambda: _expression("n") + "at end: &x [{if: n, then: *x}]\n", "contains itself"),
}  # fmt: skip
#: Expressions that would reach Python, or that make no sense in it.
FOREIGN = (
    "card.__class__ == 1", "().__class__ == 1", "[].__class__.__base__.__subclasses__() == 1", "card.__init__ == 1",
    "table.__init__.__globals__ == 1", "f'{card.__class__}' == 1", "(lambda: 1)() == 1", "(y := 3) == 3",
    "__import__('os').system('id')", "exec('1')", "eval('1')", "open('/etc/passwd')", "s == 1", "rng == 1", "s.program",
    "z[0]", "F_id[0] == 'x'", "END == 1", "'{0.__class__}'.format(card) == 'x'", "'%s' % card == 'x'", "b'x' == 1",
    "1j == 1", "... == 1", "max(*table)", "max(table, key=count)", "table[0:9]", "{1: 2}[1]", "{1} == 1", "1; 2",
    "(yield 1)", "await n", "9 ** 9 ** 9", "1 << 1000000000", "[1] * 1000000000", "'a' * 1000000000", "café > 1",
    "card == '\\'); exec(1)#'", "any(1 > 0 for card.level in table)",
)  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_rules_end_with_a_finding(name: str, tmp_path: Path) -> None:
    make, words = HOSTILE[name]
    start = time.process_time()
    findings = findings_in(make(), tmp_path, copies=999)
    assert words in findings[0].message
    assert findings[0].help
    assert time.process_time() - start < 5


@pytest.mark.parametrize("expression", FOREIGN)
def test_expressions_do_not_reach_python(expression: str, tmp_path: Path) -> None:
    (finding,) = findings_in(_expression(expression), tmp_path)
    assert finding.is_error
    assert "fails with" not in finding.message


def test_names_and_texts_of_the_author_do_not_collide_with_the_program(tmp_path: Path) -> None:
    rules = """\
players: 2
zones: {z: {seen: hidden}, v: {seen: owner, each: player}, f: {}, s: {}}
values: {out: 2, add: 3, rng: 4, d0_x: 5, legal: 6, a_card: 7, verb: 8, action: 9}
define: {x(me_): out + add + rng + d0_x + legal + me_ + a_card}
steps: {p0(s_): [{set: {verb: s_ + x(me)}}]}
setup: [{each player: [{draw: 1, from: z, to: v}]}]
play: [{phase: "'); exec(1) #"}, {each player: [{ask: "b0"}]}]
actions: {b0: {choose: {card: v, k: {from: 0, to: 1}}, written: "(((a+)+)+ {card} {k}", do: [
  {move: card, to: s}, {let: {points_: any(s_ == card for s_ in s)}}, {if: points_, then: [{do: p0, with: [k]}]},
  {event: "x', exec('1'), '", of: [1]}]}}
"""
    assert [str(one) for one in findings_in(rules, tmp_path)] == []
