"""The schema of `rules.yaml`: made of the words that its reader knows, with what each does and an example."""

from collections.abc import Iterable, Mapping

from pawprint.play.language import rule_words as words
from pawprint.play.language.rule_words import PART_KEYS, TOP_KEYS, RuleKey
from pawprint.source.value_schemas import TEXT, Schema, any_of

_EXPRESSION: Schema = {"$ref": "#/$defs/expression"}
_STEPS: Schema = {"$ref": "#/$defs/steps"}
_WORDS: Schema = {"$ref": "#/$defs/words"}
#: What stands at a word of a step, or at a key.
_TAKEN: Mapping[str, Schema] = {
    words.EXPRESSION: _EXPRESSION, words.STEPS: _STEPS, words.SAYS: _WORDS, "words": _WORDS,
    words.NAME: TEXT, words.NEW_NAME: {"type": "string", "pattern": "^[a-z][a-z0-9_]*$"},
    words.ASSIGNMENTS: {"type": "object", "minProperties": 1, "additionalProperties": _EXPRESSION},
    words.ACTIONS: any_of(TEXT, {"type": "array", "items": TEXT}),
    words.ARGUMENTS: any_of(_EXPRESSION, {"type": "array", "items": _EXPRESSION}),
    words.PLACE: any_of({"enum": ["top", "bottom"]}, _EXPRESSION),
    "players": any_of(
        {"type": "integer", "minimum": 1, "maximum": 20},
        {"type": "string", "pattern": r"^[0-9]+\s*(\.\.|to)\s*[0-9]+$"},
    ),
    "names": any_of(TEXT, {"type": "array", "items": TEXT}),
    "texts": {"type": "array", "minItems": 1, "items": TEXT}, "text": {"type": ["string", "number"]},
    "integer": {"type": "integer"}, "flag": {"type": "boolean"}, "values": {"type": "array", "minItems": 1},
    "expressions": any_of(_EXPRESSION, {"type": "array", "items": _EXPRESSION}),
    "conditions": any_of({"$ref": "#/$defs/condition"}, {"type": "array", "items": {"$ref": "#/$defs/condition"}}),
    "edition": {"type": "object"},
    "worth": any_of(_EXPRESSION, {
        "type": "object", "required": ["gain", "from"], "additionalProperties": False,
        "properties": {"gain": _EXPRESSION, "from": _EXPRESSION},
    }),
}  # fmt: skip
#: What may stand in place of the mapping of a part.
_SHORT: Mapping[str, Schema] = {
    "zone": {"type": "null"}, "part": {"type": ["null", "integer"]}, "value": _EXPRESSION,
    "number": {"type": "integer"}, "choice": _EXPRESSION,
    "condition": _EXPRESSION, "option": {"type": "array", "minItems": 1},
}  # fmt: skip
#: The words beside the verbs of steps.
_BESIDE: Mapping[str, str] = {
    "to": "Where it goes to, or the largest number.", "from": "Where it is taken from.",
    "at": "Where in the zone it is put: top or bottom.", "as": "The name of what was drawn, for the steps that follow.",
    "place": "Its place in the zone from the left; 1 is the first.",
    "in": "The list.", "do": "The steps that are done.", "then": "The steps that are done if it is so.",
    "else": "The steps that are done otherwise.", "for": "The player who gets the points.",
    "starting": "The player who begins.", "until": "What ends the turns, when it is so.",
    "who": "The player who is asked, or the players.", "question": "The words of the question.",
    "unless only": "The actions of which none is asked for where nothing else is possible.",
    "says": "How it is told.", "of": "The details of the event.", "with": "The values for the names in ( ).",
    "on": "The card of a forest on which it is put, or the place of a grid.",
    "token": "The player whose token is put on it.",
    "by": "The card that takes its place, or the quarter turns.", "face": "Whether it lies face up or down on a grid.",
    "rule": "The number of its rule.",
}  # fmt: skip


def rules_file_schema(components: Iterable[str]) -> Schema:
    """The schema of `rules.yaml` of a game with such *components*."""
    definitions = {name: any_of(_SHORT[name], part) if name in _SHORT else part for name, part in _parts().items()}
    definitions |= {
        "expression": {"type": ["string", "number", "boolean"]},
        "words": any_of(TEXT, {"type": "object", "additionalProperties": TEXT}),
        "step": _step(),
        "steps": any_of({"$ref": "#/$defs/step"}, {"type": "array", "items": {"$ref": "#/$defs/step"}}),
    }
    whole = _mapping(TOP_KEYS, ("players", "play"))
    known = [*components]
    for holder, name in ((whole, "cards"), (definitions["zone"]["anyOf"][1], "holds")) if known else ():
        single: Schema = {"enum": known}
        text = holder["properties"][name]["description"]
        holder["properties"][name] = {"description": text, **any_of(single, {"type": "array", "items": single})}
    return {**whole, "$defs": definitions}


def _parts() -> dict[str, Schema]:
    """The parts that have names: zones, values, actions."""
    required = {"value": ("start",), "option": ("values",), "condition": ("that",)}
    return {name: _mapping(keys, required.get(name, ())) for name, keys in PART_KEYS.items()}


def _mapping(keys: Mapping[str, RuleKey], required: Iterable[str]) -> Schema:
    properties = {
        name: {"description": _described(key.about, key.example), **_of_key(key.takes)} for name, key in keys.items()
    }
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return schema | ({"required": [*required]} if required else {})


def _of_key(takes: str) -> Schema:
    kind = takes.removesuffix("*")
    if kind in PART_KEYS:
        schema: Schema = {"$ref": f"#/$defs/{kind}"}
    else:
        schema = _TAKEN.get(kind) or {"enum": kind.split("|")}
    return {"type": "object", "additionalProperties": schema} if takes.endswith("*") else schema


def _step() -> Schema:
    """One step: a word, or a mapping whose verb says what else stands there."""
    alone = [verb for verb, word in words.STEP_WORDS.items() if not word.takes]
    lone_words = [{"const": verb, "description": words.STEP_WORDS[verb].about} for verb in alone]
    verbs = {verb: word for verb, word in words.STEP_WORDS.items() if word.takes}
    cases: list[Schema] = []
    for verb, word in verbs.items():
        others = [{"required": [name]} for name, other in verbs.items() if verb in {*other.needed, *other.optional}]
        case: Schema = {"required": [verb]} | ({"not": {"anyOf": others}} if others else {})
        cases.append({"if": case, "then": _one_step(verb, word)})
    known = {verb: {"description": _described(word.about, word.example)} for verb, word in verbs.items()}
    mapping: Schema = {
        "type": "object",
        "properties": known,
        "propertyNames": {"enum": [*verbs, *(name for name in _beside() if name not in verbs)]},
        "anyOf": [{"required": [verb]} for verb in verbs],
        "allOf": cases,
    }
    return any_of(*lone_words, TEXT, mapping)


def _beside() -> list[str]:
    return [*{name for word in words.STEP_WORDS.values() for name in (*word.needed, *word.optional)}, "rule"]


def _one_step(verb: str, word: words.StepWord) -> Schema:
    properties = {verb: {"description": _described(word.about, word.example), **_TAKEN.get(word.takes, {})}}
    for name, takes in (*word.needed.items(), *word.optional.items(), ("rule", "text")):
        properties[name] = {"description": _BESIDE.get(name, ""), **_TAKEN.get(takes, {})}
    return {"properties": properties, "required": [verb, *word.needed], "additionalProperties": False}


def _described(about: str, example: str) -> str:
    return f"{about} Example: {example}" if example else about
