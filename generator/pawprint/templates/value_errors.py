"""What Python says of a wrong value in a template -> the same in plain words."""

import re

_KINDS = {
    "NoneType": "a value that is missing", "int": "a number", "float": "a number", "str": "a text",
    "bool": "true or false", "list": "a list", "tuple": "a list", "set": "a list", "frozenset": "a list",
    "dict": "a mapping",
}  # fmt: skip
#: Each with what it means; {0} and {1} are kinds of values, {op} is an operator.
_MEANINGS = (
    (r"object of type '(\w+)' has no len\(\)", "{0} has no length"),
    (r"(?:argument of type )?'(\w+)'(?: object)? is not (?:iterable|a container or iterable)", "{0} has no entries"),
    (r"unsupported operand type\(s\) for (?P<op>\S+): '(\w+)' and '(\w+)'", "{0} {op} {1} cannot be calculated"),
    (r"can only concatenate (\w+) \(not \"(\w+)\"\) to \w+", "{0} + {1} cannot be calculated"),
    (r"'(?P<op>[<>]=?)' not supported between instances of '(\w+)' and '(\w+)'", "{0} {op} {1} cannot be compared"),
    (r"bad operand type for unary (?P<op>\S+): '(\w+)'", "{op} cannot be calculated of {0}"),
    (r"'(\w+)' object is not callable", "{0} cannot be called with brackets"),
)


def in_plain_words(message: str) -> str:
    """*message* of Python about values; others stay as they are."""
    for pattern, meaning in _MEANINGS:
        match = re.match(pattern, message)
        if match:
            named = match.groupdict()
            operator = named.get("op", "").rstrip(":")
            kinds = [_KINDS.get(one, "this value") for one in match.groups() if one != named.get("op")]
            return meaning.format(*kinds, op=operator)
    return message
