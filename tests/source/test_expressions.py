"""Templates and expressions: what they may say, what they must not, and that they end."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawprint.source.templates import expressions
from pawprint.source.templates.expressions import MAX_RESULT, ExpressionError, Scope, Template, evaluate

FIELDS = {
    "name": "Fox",
    "level": 2,
    "weight": 1.5,
    "shy": True,
    "nothing": None,
    "prey": ("hare", "mouse"),
    "home": {"place": "den"},
    "long": "x" * 50_000,
    "methods": {"upper": "UP", "items": "things"},
}


def rendered(text: str, **more: Any) -> str:
    return Template(text).render(Scope({**FIELDS, **more}))


def refused(text: str) -> ExpressionError:
    with pytest.raises(ExpressionError) as caught:
        rendered(text)
    assert caught.value.help, caught.value
    return caught.value


def rendered_or_refused(text: str) -> str | ExpressionError:
    try:
        return rendered(text)
    except ExpressionError as error:
        return error if error.help else ExpressionError("no help")


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("plain", "plain"),
        ("{{ name }}", "Fox"),
        ("{{name}} of level {{ level }}", "Fox of level 2"),
        ("{{ home.place }}", "den"),
        ("{{ nothing }}", ""),
        ("{{ prey }}", "hare, mouse"),
        ("{{ weight }}", "1.5"),
        ("{{ name|upper }}", "FOX"),
        ("{{ name ~ '!' }}", "Fox!"),
        ("{{ level + 1 }} {{ level * 3 }} {{ 7 // 2 }} {{ 7 % 4 }} {{ -level }}", "3 6 3 3 -2"),
        ("{{ 'high' if level > 1 else 'low' }}", "high"),
        ("{% if shy %}shy{% else %}bold{% endif %}", "shy"),
        ("{{ prey|join(' & ') }}", "hare & mouse"),
        ("{{ prey|length }} {{ prey|first }} {{ prey[1] }}", "2 hare mouse"),
        ("{{ prey|map('upper')|join(',') }}", "HARE,MOUSE"),
        ("{{ prey|map('upper') }} {{ prey|list }} {{ prey|unique }}", "HARE, MOUSE hare, mouse hare, mouse"),
        ("{{ prey|map('upper')|length }} {{ prey|select('eq', 'elk')|length }}", "2 0"),
        ("{% if prey|select('eq', 'elk') %}elk{% endif %}{% if prey|reject('eq', 'elk') %}prey{% endif %}", "prey"),
        ("{{ nothing }}{{ name|upper }}", "FOX"),
        ("{{ name[0] }} {{ prey[-1] }} {{ prey[:1] }} {{ home['place'] }}", "F mouse hare den"),
        ("{{ methods.upper }} {{ methods.upper|lower }} {{ methods.items|lower }}", "UP up things"),
        ("{{ level|roman }} {{ 9|roman }} {{ 14|roman }} {{ 39|roman }} {{ 40|roman }}", "II IX XIV XXXIX 40"),
        ("{{ prey|has('hare') }} {{ prey|has('elk') }}", "True False"),
        ("{{ prey|shared(['elk', 'hare'])|join(', ') }} {{ prey|shared([])|length }}", "hare 0"),
        ("{{ [[1, 2], 3, []]|flat|join(' ') }}", "1 2 3"),
        ("{{ ['N', 'E']|through({'N': 'E', 'E': 'S'})|join }}", "ES"),
        ("{{ weight|round }} {{ 1.25|round(1, 'ceil') }} {{ 1.29|round(1, 'floor') }}", "2.0 1.3 1.2"),
        ("{{ missing|default('-') }}", "-"),
        ("{{ level in [1, 2] and not shy }}", "False"),
        ("{{ {'a': 1}.a }}", "1"),
        ("{# a remark #}x", "x"),
        ("{% raw %}{{ x }}{% endraw %}", "{{ x }}"),
    ],
)
def test_template_renders(text: str, result: str) -> None:
    assert rendered(text) == result


def test_join_accepts_an_attribute() -> None:
    items = ({"name": {"en": "Hare"}}, {"name": {"en": "Elk"}})
    assert rendered("{{ items|join(', ', attribute='name.en') }}", items=items) == "Hare, Elk"


def test_template_knows_whether_it_is_constant() -> None:
    assert Template("plain * : text").constant
    assert Template("{# a note #}{{ 2 * 3 }} mm").constant
    assert not any(Template(text).constant for text in ("{{ name }}", "{% if shy %}{% endif %}", "{{ name|upper }}"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{% for x in prey %}{{ x }}{% endfor %}", "'for' is not available"),
        ("{% set x = 1 %}", "'assign' is not available"),
        ("{% macro m() %}{% endmacro %}", "'macro' is not available"),
        ("{% include 'x' %}", "'include' is not available"),
        ("{% import 'x' as y %}", "'import' is not available"),
        ("{% extends 'x' %}", "'extends' is not available"),
        ("{% with x = 1 %}{% endwith %}", "'with' is not available"),
        ("{% filter upper %}{% endfilter %}", "'filterblock' is not available"),
        ("{{ range(9) }}", "'call' is not available"),
        ("{{ name.upper() }}", "'call' is not available"),
        ("{{ 2 ** 9 }}", "'pow' is not available"),
        ("{{ 'a' * 10**10 }}", "'pow' is not available"),
        ("{{ 'a' * 9 }}", "the operator * works on numbers only"),
        ("{{ [1] * 9 }}", "the operator * works on numbers only"),
        ("{{ '%99999999d' % 1 }}", "the operator % works on numbers only"),
        ("{{ name.__class__ }}", "there is no field '__class__'"),
        ("{{ ''.__class__.__mro__ }}", "there is no field '__class__'"),
        ("{{ (name|upper).__class__ }}", "there is no field '__class__'"),
        ("{{ name.upper|trim }}", "there is no field 'upper'"),
        ("{{ name['upper']|trim }}", "there is no field 'upper'"),
        ("{{ level.real + 1 }}", "there is no field 'real'"),
        ("{% if prey.count %}{% endif %}", "there is no field 'count'"),
        ("{{ home.items|string }}", "there is no field 'items'"),
        ("{{ prey|map(attribute='upper')|join }}", "there is no field 'upper'"),
        ("{{ prey|selectattr('upper')|join }}", "there is no field 'upper'"),
        ("{{ nothing.real|string }}", "there is no field 'real'"),
        ("{{ home['a-b']|upper }}", "there is no field 'a-b'"),
        ("{{ home|attr('x') }}", "there is no filter 'attr'"),
        ("{{ name|format }}", "there is no filter 'format'"),
        ("{{ name|center(9999999) }}", "there is no filter 'center'"),
        ("{{ name|pprint }}", "there is no filter 'pprint'"),
        ("{{ prey|batch(1) }}", "there is no filter 'batch'"),
        ("{{ cycler }}", "there is no field 'cycler'"),
        ("{{ self }}", "there is no field 'self'"),
        ("{{ lipsum|upper }}", "there is no field 'lipsum'"),
    ],
)
def test_forbidden_template_is_refused(text: str, message: str) -> None:
    assert message in str(refused(text))


@pytest.mark.parametrize(
    ("text", "message", "help"),
    [
        ("{{ nmae }}", "there is no field 'nmae'", "did you mean 'name'?"),
        ("{{ nmae|upper }}", "there is no field 'nmae'", "did you mean 'name'?"),
        ("{{ home.plaec }}", "there is no field 'plaec'", "did you mean 'place'?"),
        ("{{ name.first }}", "there is no field 'first'", "has no fields"),
        ("{{ ['W']|through({'N': 'E'}) }}", "what it goes through has no 'W'", "look at the values"),
        ("{{ home.plaec|upper }}", "there is no field 'plaec'", "look at the fields"),
        ("{{ name|uper }}", "there is no filter 'uper'", "did you mean 'upper'?"),
        ("{{ name", "unexpected end of template", "it takes {{ field }}"),
        ("{{ }}", "Expected an expression", "it takes {{ field }}"),
        ("{% if shy %}", "Unexpected end of template", "it takes {{ field }}"),
        ("{{ level / 0 }}", "division by zero", "look at the values"),
        ("{{ level + name }}", "a number + a text cannot be calculated", "look at the values"),
        ("{{ level|length }}", "a number has no length", "look at the values"),
        ("{{ 'a' in level }}", "a number has no entries", "look at the values"),
        ("{{ -name }}", "- cannot be calculated of a text", "look at the values"),
        ("{{ name + 2 }}", "a text + a number cannot be calculated", "look at the values"),
        ("{{ name|roman }}", "invalid literal", "look at the values"),
        ("{{ 1e999 }}{{ 1e400|int }}", "inf", "look at the values"),
        ("{{ weight|round(99) }}", "round takes 0 to 10 places", "look at the values"),
        ("{{ weight|round(1, 'up') }}", "common, ceil or floor", "look at the values"),
    ],
)
def test_mistakes_are_explained(text: str, message: str, help: str) -> None:
    error = refused(text)
    assert message in str(error)
    assert help in error.help
    assert "\n" not in str(error)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{{ " + "(" * 1500 + "1" + ")" * 1500 + " }}", "nested too deeply"),
        ("{{ " + "-" * 3000 + "level }}", "nested too deeply"),
        ("{{ " + "[" * 1500 + "]" * 1500 + " }}", "nested too deeply"),
        ("{{ level" + "|abs" * 900 + " }}", ""),
        ("{{ " + "+".join(["level"] * 600) + " }}", ""),
        ("{{ " + "~".join(["long"] * 500) + " }}", "more than 400 parts"),
        ("{{ " + "~".join(["long"] * 50) + " }}", "the template makes 2,500,000 characters"),
        ("{{ long|list|join(long) }}", "join makes 2,500,000,000 characters"),
        ("{{ 'abcdefghij'" + "|list|join('abcdefghij')" * 12 + " }}", "join makes"),
        ("{{ [long, long]|map('join', long)|list }}", "join makes"),
        ("{{ 1|round(99999999, 'ceil') }}", "round takes 0 to 10 places"),
        ("{{ x" * 2000, "a template of 8,000 characters"),
        ("{{ " + "9" * 3000 + "*" + "9" * 900 + " }}", ""),
    ],
)
def test_unbounded_growth_is_stopped(text: str, message: str) -> None:
    outcome = rendered_or_refused(text)
    assert len(outcome) <= MAX_RESULT if isinstance(outcome, str) else message in str(outcome)


def test_long_field_alone_is_printed() -> None:
    assert len(rendered("{{ long }}")) == 50_000


def test_expressions_have_values() -> None:
    assert evaluate("level >= 2 and 'hare' in prey", FIELDS) is True
    assert evaluate("prey|length * 3", FIELDS) == 6
    assert evaluate("nothing", FIELDS) is None
    assert evaluate("missing is undefined", FIELDS) is True
    assert evaluate("name.upper is defined or prey.count is defined or home.keys is defined", FIELDS) is False


@pytest.mark.parametrize(
    ("text", "message", "help"),
    [
        ("levle > 1", "there is no field 'levle'", "did you mean 'level'?"),
        ("levle", "there is no field 'levle'", "did you mean 'level'?"),
        ("prey.count", "there is no field 'count'", "look at the fields"),
        ("level >", "", "compare with =="),
        ("level) }}{% for x in prey %}{% endfor %}{{ (1", "is not available", "there are fields"),
        ("level ** 9", "'pow' is not available", "there are fields"),
        ("name > 1", "it compares values of different types", "compare a number with a number"),
        ("nothing > 1", "it compares a field that has no value", "ask for the field first"),
        ("x" * 5000, "an expression of 5,000 characters", "split it"),
        ("level) }} {{ (level", "it is more than one expression", "write one, without braces"),
    ],
)
def test_expressions_that_are_wrong(text: str, message: str, help: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        evaluate(text, FIELDS)
    assert message in str(caught.value)
    assert help in caught.value.help


def test_field_may_have_any_name_that_python_uses_itself() -> None:
    assert evaluate("context + 1", {"context": 1}) == 2
    assert rendered("{{ context }}", context=1) == "1"


def parts(*words: str) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(words), max_size=30).map("".join)


@given(parts(*"{}%#|()[].,~*+-/'\"0aA ", "{{ ", " }}", "{% ", " %}", "name", "level", "if", "upper"))
def test_no_template_breaks_the_program(text: str) -> None:
    outcome = rendered_or_refused(text)
    assert len(outcome) <= MAX_RESULT if isinstance(outcome, str) else outcome.help


@given(parts(*"{}|()[].,~*+-/<>='\"0a ", "name", "level", " and ", " in ", "not "))
def test_no_expression_breaks_the_program(text: str) -> None:
    with suppress(ExpressionError):
        evaluate(text, FIELDS)


def test_plain_name_needs_no_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expressions, "_compile", None)
    assert rendered("{{ name }}: {{ level }}") == "Fox: 2"
