"""Documents from strangers: no template runs long or grows large."""

import tracemalloc
from typing import Any

import pytest

from pawprint.core.source import Source, Span
from pawprint.source.templates import document_template
from pawprint.source.templates.document_template import DocumentRenderer


def rendered(text: str) -> tuple[str, list[str]]:
    """What a template makes, and its faults."""
    faults: list[str] = []

    def report(code: str, message: str, at: Span, help: str) -> None:
        faults.append(message)

    def resolve(value: Any, name: str) -> Any:
        raise document_template.TemplateFault("bad-template", f"there is no '{name}'", "")

    renderer = DocumentRenderer({}, resolve, str, report, lambda name: None, lambda source: source.text, {})
    return renderer.render(Source("en.md", text)), faults


DOUBLED = "{% set ns.d = [ns.d, ns.d] %}"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{% set ns = namespace(n=9) %}" + "{% set ns.n = ns.n * ns.n %}" * 60, "a number of more than 15 digits"),
        ("{% set ns = namespace(d=1) %}" + DOUBLED * 20 + "{{ ns.d }}", "a list of more than 20,000 values"),
        ("{% set ns = namespace(d=1) %}" + DOUBLED.replace("[ns.d, ns.d]", "dict(a=ns.d, b=ns.d)") * 20,
         "a list of more than 20,000 values"),
        ("{% set ns = namespace(d=1) %}" + DOUBLED.replace("[ns.d, ns.d]", "{'a': ns.d, 'b': ns.d}") * 20,
         "a list of more than 20,000 values"),
        ("{{ [1]|batch(100000000, 'x')|list|length }}", "parts of more than 1,000 values"),
        ("{{ [1]|batch(100000000, fill_with='x')|list|length }}", "parts of more than 1,000 values"),
        ("{% set t %}" + "a" * 100_000 + "{% endset %}" + "{% set t %}{{ t }}{{ t }}{% endset %}" * 30,
         "a text of 1,600,000 characters; 1,000,000 is the limit"),
        ("{% set t %}" + "a" * 100_000 + "{% endset %}" + "{% set u %}{{ t }}{{ t }}{% endset %}" * 40,
         "the document writes more than 5,000,000 characters on its way"),
        ("{% macro m() %}" + "a" * 100_000 + "{% endmacro %}{% for i in range(1000) %}{% set t = m() %}{% endfor %}",
         "the document writes more than 5,000,000 characters on its way"),
        ("{% set t %}{% for i in range(1000) %}" + "a" * 100_000 + "{% endfor %}{% endset %}",
         "the document writes more than 5,000,000 characters on its way"),
        ("{% set l = range(1000)|list %}{% for i in range(1000) %}{% if l|shared(l) %}{% endif %}{% endfor %}",
         "its filters work through more than 5,000,000 values"),
        ("{% set t %}" + "a," * 50_000 + "{% endset %}{{ (t ~ t)|list|length }}", "a list of more than 20,000 values"),
    ],
)  # fmt: skip
def test_template_has_bounds(text: str, fault: str) -> None:
    tracemalloc.start()
    assert rendered(text) == ("", [fault])
    assert tracemalloc.get_traced_memory()[1] < 60_000_000
    tracemalloc.stop()


def test_nested_namespaces_are_shown_as_a_word() -> None:
    text = "{% set a = namespace(n=1) %}" + "{% set a = namespace(x=a, y=a) %}" * 60 + "{{ a }}"
    assert rendered(text) == ("namespace", [])


def test_several_names_may_be_set_at_once() -> None:
    text = (
        "{% set a, b = 'x', 'y' %}{{ a }}{{ b }}{% for key, value in {'p': 'q'}|items %}{{ key ~ value }}{% endfor %}"
    )
    assert rendered(text) == ("xypq", [])


def test_filters_do_what_they_did() -> None:
    text = (
        "{{ [1, 2, 3]|batch(2)|list|length }} {{ ['b', 'a']|sort|join }} {{ {'x': 1}|items|list|length }}"
        " {{ [1, 2]|shared([2, 3])|length }} {{ 'ab'|upper }} {{ [[1], [2]]|flat|sum }} {{ [3, 3]|unique|list|length }}"
        " {{ 'a b'|title }} {{ [1, 2]|map('string')|join('-') }} {{ 7 // 2 }} {{ {'a': 1}.a }}"
    )
    assert rendered(text) == ("2 ab 1 1 AB 3 1 A B 1-2 3 1", [])
