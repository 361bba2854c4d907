"""The options of an engine -> the titles that a game's declaration gives them and their values.

rules:
  engine: food-chain
  titles: {en-2012: {fr: "Règle anglaise", en: English sheet}}
  options:
    hunt_match:
      title: {fr: "Qui doit montrer la chasse", en: Whose list must show the hunt}
      values: {hunter: {fr: "le chasseur", en: the hunter's}, both: {fr: les deux, en: both cards}}
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pawprint.catalog.model import Game, Record, Translated
from pawprint.catalog.texts import ReadContext, translated
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.play.engine import ENGINES, Option, Rules, resolve_options
from pawprint.play.lookup import deck_of, rules_for
from pawprint.source.field_reader import FieldReader
from pawprint.source.reader import MappingNode, Node, ScalarNode

# --- `rules:` in a game's declaration -> the edition that is played, and a value for every option ---------------------

# rules:
#   engine: pocket-cats
#   edition: match                  # played unless another one is asked for; by default the engine's first
#   agreed: {first_player: random}  # differs from the engine in all editions
#   editions:
#     match: {games: 2}             # differs from the engine in this edition


def agreed_options(
    engine: type[Rules],
    game: Game,
    findings: Findings,
    edition: str = "",
    chosen: Mapping[str, Any] | None = None,
    usual: Callable[[str], Node | None] | None = None,
) -> tuple[str, dict[str, Any]] | None:
    """The edition, and a value for every option: chosen, else the game's, else the engine's; None after findings.

    Args:
        usual: edition -> what is agreed on in it if the game says nothing of it.

    Raises:
        ValueError: the edition, an option or its value is unknown.
    """
    before = findings.count
    rules = FieldReader(game.node.get("rules"), "the rules", Findings())
    name = edition or usual_edition(engine, game, findings)
    if name is None:
        return None
    name, values = resolve_options(engine, name, None)
    own = FieldReader(rules.node_of("editions"), "the editions", Findings()).node_of(name)
    if own is None and usual is not None:
        own = usual(name)
    for table in (rules.node_of("agreed"), own):
        values |= _written(table, engine.options, findings)
    given = {key: resolve_options(engine, name, chosen)[1][key] for key in chosen or {}}
    return None if findings.count > before else (name, values | given)


def usual_edition(engine: type[Rules], game: Game, findings: Findings) -> str | None:
    """The edition of the rules if none is asked for, "" for the engine's first one; None after a finding."""
    if game.edition in engine.editions:
        return game.edition
    rules = FieldReader(game.node.get("rules"), "the rules", Findings())
    name = rules.text("edition") or ""
    if name and name not in engine.editions:
        help = suggest(name, engine.editions, "editions are")
        findings.add("unknown-edition", f"the rules have no edition '{name}'", rules.value_span("edition"), help)
        return None
    return name


def option_text(value: Any) -> str:
    """A value as catalogs and the command line write it."""
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)


def _written(table: Node | None, options: Mapping[str, Option], findings: Findings) -> dict[str, Any]:
    """The values in *table*. A mapping below the name of an option is more than a value, and the engine reads it."""
    found: dict[str, Any] = {}
    if not isinstance(table, MappingNode):
        return found
    for name, node in table.entries.items():
        if name not in options:
            help = suggest(name, options, "options are")
            findings.add("unknown-field", f"'{name}' is nothing to agree on", table.key_span(name), help)
            continue
        known = {option_text(value): value for value in options[name].values}
        if isinstance(node, ScalarNode) and node.text in known:
            found[name] = known[node.text]
        elif not isinstance(node, MappingNode):
            message, help = f"the rules cannot do what is written for '{name}'", f"it can be {', '.join(known)}"
            findings.add("unknown-choice", message, node.span, help)
    return found


class DescribedOption(NamedTuple):
    """An option with its titles.

    Attributes:
        differs: whether its value depends on the edition.
        values: every possible value, as it is written -> its title; the default first.
        by_edition: edition of the rules -> the value there, as it is written.
    """

    name: str
    rule: str
    title: Translated
    differs: bool
    values: Mapping[str, Translated]
    by_edition: Mapping[str, str]


class DescribedOptions(NamedTuple):
    """All options of a game.

    Attributes:
        editions: edition of the rules -> its title; for a game with a single edition the key is empty.
    """

    editions: Mapping[str, Translated]
    options: tuple[DescribedOption, ...]


def describe_options(game: Game, findings: Findings) -> DescribedOptions | None:
    """The options of *game* and their values in each edition, as the engine plays them; None after findings."""
    engine = ENGINES.get(game.engine)
    if engine is None:
        return None
    before = findings.count
    reader = FieldReader(game.node.get("rules"), "the rules", findings)
    reading = ReadContext(game.languages, findings, game.draft_languages)
    chosen: dict[str, Mapping[str, Any]] = {}
    for edition in engine.editions or ("",):
        rules = rules_for(engine, game.in_edition(deck_of(game, edition)), findings, edition)
        if rules is None:
            return None
        chosen[edition] = rules.chosen
    titles = _titles(reader, game, engine, reading)
    words = {}
    for name, key, node in reader.entries("options"):
        words[name] = node
        if name not in engine.options:
            message = f"the rules have no option '{name}'"
            findings.add("unknown-field", message, key.span, suggest(name, engine.options, "options are"))
    found = []
    for name, option in engine.options.items():
        by_edition = {edition: option_text(values[name]) for edition, values in chosen.items()}
        differs = len({*by_edition.values()}) > 1
        title, values = _option(FieldReader(words.get(name), f"option '{name}'", findings), option.values, reading)
        lacking = [value for value in map(option_text, option.values) if value not in values]
        if title is None or lacking:
            if differs or name in words:
                what = "title" if title is None else f"words for its value '{lacking[0]}'"
                at = words[name].span if name in words else _place(reader)
                help = f"add it below 'options' of the rules; it means: {option.about}"
                findings.add("missing-field", f"option '{name}' has no {what}", at, help)
            continue
        found.append(DescribedOption(name, option.rule, title, differs, values, by_edition))
    return DescribedOptions(titles, tuple(found)) if findings.count == before else None


def check_words(game: Game, findings: Findings) -> None:
    """Report missing titles if a game has titles for any of its options."""
    rules = FieldReader(game.node.get("rules"), "the rules", Findings())
    if "options" in rules:
        describe_options(game, findings)


def options_to_teach(game: Game) -> Mapping[str, Option]:
    """The options of which a rulebook says how it is played: those with titles, and those that editions differ in."""
    engine = ENGINES.get(game.engine)
    if engine is None:
        return {}
    titles = FieldReader(FieldReader(game.node.get("rules"), "", Findings()).node_of("options"), "", Findings())
    played = [
        rules.chosen
        for edition in engine.editions or ("",)
        if (rules := rules_for(engine, game.in_edition(deck_of(game, edition)), Findings(), edition)) is not None
    ]
    return {
        name: option
        for name, option in engine.options.items()
        if name in titles or len({option_text(chosen[name]) for chosen in played}) > 1
    }


def check_assumed(game: Game, findings: Findings, edition: str = "") -> None:
    """Report the cards whose texts assume another value of an option than the game is played with.

    Args:
        edition: only this edition of the catalog; all if empty.
    """
    assuming = [
        record for records in game.records.values() for record in records.values() if "assumes" in record.node.entries
    ]
    engine = ENGINES.get(game.engine)
    for deck in game.each_edition(edition if edition in game.editions else "") if assuming else ():
        rules = None if engine is None else rules_for(engine, deck, findings, _edition_played(engine, deck))
        for record in assuming:
            if rules is not None and record.exists_in(deck.edition):
                _check_record(record, rules, findings)


def _edition_played(engine: type[Rules], deck: Game) -> str:
    return deck.edition if deck.edition in engine.editions else ""


def _check_record(record: Record, rules: Rules, findings: Findings) -> None:
    what = f"'assumes' of '{record.id}'"
    for name, key, node in FieldReader(record.node, what, findings).entries("assumes"):
        if name not in rules.options:
            help = suggest(name, rules.options, "options are")
            findings.add("unknown-field", f"{what} names no option of the rules: '{name}'", key.span, help)
            continue
        known, played = [*map(option_text, rules.options[name].values)], option_text(rules.chosen[name])
        written = node.text if isinstance(node, ScalarNode) else ""
        if written not in known:
            message = f"{what}: '{name}' cannot be '{written}'"
            findings.add("unknown-choice", message, node.span, suggest(written, known, "it can be"))
        elif written != played:
            message = f"the text of '{record.id}' is for {name} '{written}'; the game is played with '{played}'"
            findings.add("rule-differs", message, node.span, f"rewrite the text and write {name}: {played}")


def _titles(reader: FieldReader, game: Game, engine: type[Rules], reading: ReadContext) -> Mapping[str, Translated]:
    """The titles of the editions: from the rules, else from the game, else their names."""
    said: dict[str, Translated] = {}
    for name, key, node in reader.entries("titles"):
        if name not in engine.editions:
            message = f"the rules have no edition '{name}'"
            reading.findings.add("unknown-edition", message, key.span, suggest(name, engine.editions, "editions are"))
        elif (text := translated(node, f"the title of edition '{name}'", reading)) is not None:
            said[name] = text
    titles = {}
    for name in engine.editions or ("",):
        known = game.editions[name].title if name in game.editions else None
        titles[name] = said.get(name) or known or Translated(dict.fromkeys(game.all_languages, name))
    return titles


def _option(
    reader: FieldReader, values: tuple[Any, ...], reading: ReadContext
) -> tuple[Translated | None, Mapping[str, Translated]]:
    """The title of an option, and the titles of its values in the order of the engine, as far as they are given."""
    node = reader.node_of("title")
    title = None if node is None else translated(node, f"the title of {reader.what}", reading)
    found: dict[str, Translated] = {}
    known = [*map(option_text, values)]
    for name, key, value in reader.entries("values"):
        if name not in known:
            message = f"{reader.what} has no value '{name}'"
            reading.findings.add("unknown-choice", message, key.span, suggest(name, known, "it can be"))
        elif (text := translated(value, f"value '{name}' of {reader.what}", reading)) is not None:
            found[name] = text
    reader.finish()
    return title, {name: found[name] for name in known if name in found}


def _place(reader: FieldReader) -> Span | None:
    node = reader.node_of("options")
    return node.span if node is not None else reader.span
