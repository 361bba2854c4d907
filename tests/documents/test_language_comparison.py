"""The languages of a document have the same parts, and each part asks, counts, shows and links the same."""

import pytest

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.documents.source_passages import compare

EN = """\
# Garden

{% set bird = animals.heron.name|lower %}
The {{ bird }} has {{ count("animals")|words }} cards :leaf:; see [the end](#end).

::: note Remember
- Two snails.
- A heron of level {{ animals.heron.level }}.
:::

| Animal | Level |
| --- | ---: |
{% for animal in animals if animal.prey %}
| {{ animal.name }} | {{ animal.level }} |
{% endfor %}

{{ card("animals.heron", width="30 mm", caption="The " ~ bird) }}

## End {#end}

After five rounds the game is over. Both snails stay.

- {% if animals.heron.prey %}It eats.{% endif %}
"""
FR = """\
# Jardin

{% set oiseau = animals.heron %}
Le {{ oiseau|lower }} a {{ count("animals")|words(true) }} cartes :leaf: ; voir
[la fin](#end).

::: note À retenir
- Les deux escargots.
- Un héron de niveau {{ animals.heron.level }}.
:::

| Animal | Niveau |
| --- | ---: |
{% for une in animals if une.prey %}
| {{ une.name }} | {{ une.level }} |
{% endfor %}

{{ card("animals.heron", width="35 mm", caption="Le " ~ oiseau) }}

\\pagebreak

## Fin {#end}

Après 5 manches, la partie est finie. Les deux escargots restent.

- {% if animals.heron.prey %}Il mange.{% endif %}
"""


def differences(en: str, fr: str, other: str = "fr") -> list[str]:
    """`FILE:LINE: message` of what is found; the second text is in the *other* language."""
    findings = Findings()
    compare([("en", Source("en.md", en)), (other, Source(f"{other}.md", fr))], (0, 0), findings)
    assert all(one.code == "languages-differ" and one.help for one in findings)
    return [f"{str(one.span).rpartition(':')[0]}: {one.message}" for one in findings.sorted()]


def test_different_words_sizes_variable_names_and_page_breaks_are_ignored() -> None:
    assert differences(EN, FR) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("## Fin {#end}", "", "en.md:19: only 'en' has this heading"),
        ("## Fin {#end}", "### Fin {#end}", "en.md:19: only 'en' has this heading"),
        ("## Fin {#end}", "## Fin {#fin}", "en.md:19: only 'en' has this heading"),
        ("- Les deux escargots.\n", "", "en.md:7: only 'en' has this item of a list"),
        (FR[FR.index("{{ card(") : FR.index("\\pagebreak")], "", "en.md:17: only 'en' has this figure or table"),
        (
            "Après 5 manches",
            "Après 6 manches",
            "fr.md:24: the number '6' is in this paragraph in 'fr', but not in 'en'",
        ),
        (":leaf:", "", "en.md:4: the icon 'leaf' is in this paragraph in 'en', but not in 'fr'"),
        ("(#end)", "(#garden)", "en.md:4: the link '#end' is in this paragraph in 'en', but not in 'fr'"),
        (
            '{{ count("animals")|words(true) }}',
            "quatre",
            "en.md:4: the expression 'count(animals)' is in this paragraph in 'en', but not in 'fr'",
        ),
        (
            "niveau {{ animals.heron.level }}",
            "niveau {{ animals.toad.level }}",
            "fr.md:9: the expression 'animals.toad.level' is in this item of a list in 'fr', but not in 'en'",
        ),
        ('card("animals.heron"', 'card("animals.toad"', "fr.md:18: the expression 'card(animals.toad)' is in this"),
        (
            "Les deux escargots restent.",
            "Les deux escargots restent.\n\nPuis on range.",
            "fr.md:26: only 'fr' has this",
        ),
        ("::: note", "::: tip", "en.md:6: only 'en' has this box"),
        ("| {{ une.name }} | {{", "| {{ une.name }} | | {{", "en.md:14: only 'en' has this row"),
    ],
)
def test_difference_is_reported_with_both_places(old: str, new: str, message: str) -> None:
    assert FR.count(old) == 1
    found = differences(EN, FR.replace(old, new))
    assert any(one.startswith(message) for one in found), found


def test_missing_passage_is_reported_where_it_is_and_where_it_belongs() -> None:
    findings = Findings()
    begin, end = FR.index("::: note"), FR.index("| Animal")
    compare([("en", Source("en.md", EN)), ("fr", Source("fr.md", FR[:begin] + FR[end:]))], (0, 0), findings)
    (one,) = findings
    assert f"{one.span}: {one.message}" == "en.md:6:1: only 'en' has this box, with 2 more passages"
    assert one.help == "add it to 'fr', which goes on at fr.md:7; or write {% if language == \"en\" %} around it"


def test_passage_may_be_for_a_single_language() -> None:
    only = '{% if language == "fr" %}\nEn anglais, {% if rules.x %}« heron »{% endif %} se dit 7 fois.\n{% endif %}\n\n'
    assert differences(EN, FR.replace("## Fin", only + "## Fin")) == []


def test_word_for_nine_that_is_also_new_need_not_be_a_number() -> None:
    assert differences("# A\n\nA new card.\n", "# B\n\nUne carte comme neuf.\n") == []
    assert differences("# A\n\nNine cards.\n", "# B\n\nNeuf cartes.\n") == []
    assert differences("# A\n\nNine cards.\n", "# B\n\nSept cartes.\n") != []


def test_numbers_in_words_are_compared_only_if_they_are_known_in_both_languages() -> None:
    assert differences("Draw three cards.\n", "Roba tres cartas.\n", "es") == []
    assert differences("Draw three cards.\n", "Roba 3 cartas.\n", "es") == []
    assert differences("Draw 3 cards, then four.\n", "Roba 3 cartas, luego cinco.\n", "es") == []
    message = "en.md:1: the number '3' is in this paragraph in 'en', but not in 'es'"
    assert differences("Draw 3 cards.\n", "Roba 4 cartas.\n", "es")[0] == message


def test_source_with_an_invalid_template_is_compared_by_its_text() -> None:
    assert differences("# A\n\n{{ wrong\n", "# B\n\n{{ wrong\n") == []
