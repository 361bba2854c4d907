"""Random things for Hypothesis: words, and elements of faces, sound or shaky. Extend it when you need more."""

from collections.abc import Iterable
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from pawprint.core.length import Length, mm

Strategy = st.SearchStrategy[Any]


def examples(count: int) -> settings:
    """The settings of a property whose examples cost much: *count* of them, with `--thorough` twenty times as many."""
    thorough = settings.get_current_profile_name() == "thorough"
    return settings(max_examples=count * 20 if thorough else count, suppress_health_check=[*HealthCheck])


def every_other(rows: Iterable[Any], columns: Iterable[Any]) -> list[tuple[Any, Any]]:
    """Half of the pairs, like the white fields of a chessboard, so that each row and each column has pairs; with
    `--thorough` all of them.
    """
    thorough = settings.get_current_profile_name() == "thorough"
    pairs = [((row, column), at + to) for at, row in enumerate(rows) for to, column in enumerate(columns)]
    return [pair for pair, place in pairs if thorough or place % 2 == 0]


def lengths(low: float, high: float) -> st.SearchStrategy[Length]:
    """Lengths between two numbers of millimetres. Any grain counts, odd ones too."""
    return st.builds(Length, st.integers(mm(low).grains, mm(high).grains))


#: Letters that stand for all letters, and every sign that means something to markup, typography or templates.
SIGNS = [*"abéœ 0 3 . , ; : ! ? ' \" ( ) - * \\ % < > & # «»…–\u00a0\u202f\n€", "**", ":sun:", "--", "..."]

words = st.lists(st.text(alphabet="abcd", min_size=1, max_size=9), min_size=1, max_size=25)
typed = st.lists(st.sampled_from(SIGNS), min_size=1, max_size=14).map("".join)


def elements(shaky: bool = False) -> Strategy:
    """Elements as a layout writes them.

    Args:
        shaky: every value may be one that makes no sense; else only composing can find fault, with texts that do
            not fit, say.
    """

    def some(*good: Any, bad: tuple[Any, ...] = ()) -> Strategy:
        return st.sampled_from([*good, *bad] if shaky else [*good])

    def looked_up(values: Strategy) -> Strategy:
        path = some("level", bad=("shy", "item.level", "lvl"))
        return values | st.builds(lambda by, one, other: {"by": by, "4": one, "else": other}, path, values, values)

    numbers = some(0, 0.5, 1, 3, 45, -90, 400, bad=(1.0e-7, -99999999, "x"))
    parts = some(0, 0.25, 1, "{{ index }}" if shaky else 0.75, bad=(-1, 7))
    lengths = some("0.5 pt", "3 pt", "2 mm", "0.1 in", bad=("-3 pt", "5", "90 foot", "", "4000 mm"))
    extents = st.lists(
        some(
            "0", "5 pt", "20 pt", "40 pt", "50%", "100%", "fill", "auto", bad=("-20 pt", "3", "ten%", "-500%", "900%")
        ),
        min_size=2,
        max_size=2,
    )
    flags = st.booleans()
    colours = some("moss", "rust", "ink", "paper", "#123456", bad=("mos", "#12", "{{ name }}"))
    fields = some(
        *("{{ name }}", "{{ level }}", "{{ id|upper }}", "{{ prey|length }}", "{% if shy %}x{% endif %}"),
        bad=("{{ nme }}", "{{ 1/0 }}", "{{ name", "{% for x in y %}"),
    )
    texts = typed | fields | st.tuples(typed, fields).map("".join)
    styles = st.fixed_dictionaries(
        {"size": some("4 pt", "8 pt", "30 pt", bad=("1 pt", "8"))},
        optional={
            "min_size": some("2 pt", "9 pt"),
            "align": some("left", "center", "right", bad=("middle",)),
            "valign": some("top", "middle", "bottom"),
            "font": some("text", "slab", bad=("slap",)),
            "bold": flags,
            "italic": flags,
            "balance": flags,
            "hyphenate": flags,
            "tracking": some(0, 0.1, -0.1, bad=(7,)),
            "leading": some(1, 1.5, bad=(9,)),
            "paragraph": some(0, 0.5),
            "case": some("none", "upper"),
            "icon_scale": some(1, 3),
        },
    )
    common = {
        "at": extents,
        "size": extents,
        "inset": looked_up(lengths),
        "turn": numbers | some("{{ level * 30 }}"),
        "bleeds": flags,
        "when": some("shy", "signs", {"level": [4, 1]}, {"not": "shy"}, bad=("nme", [1])),
    }
    own: dict[str, dict[str, Strategy]] = {
        "text": {"text": texts | some({"fr": "un", "en": "one"}), "style": styles, "colour": looked_up(colours)},
        "panel": {
            **{"fill": looked_up(colours), "to": colours, "stroke": colours, "stroke_width": lengths},
            **{"radius": lengths, "dash": lengths, "opacity": parts, "angle": numbers, "round": flags},
        },
        "line": {"colour": colours, "width": lengths, "dash": lengths, "rising": flags},
        "polygon": {"fill": colours, "sides": some(3, 7, bad=(2, 99)), "depth": some(0, 0.5), "opacity": parts},
        "ruler": {"colour": colours, "style": styles},
        "qr": {
            **{"text": texts, "micro": flags, "level": some("L", "Q", bad=("H", "x"))},
            **{"quiet_zone": some(4, 9, bad=(1,)), "colour": looked_up(colours), "background": colours},
        },
        "art": {
            "art": some("fox", "{{ art }}", bad=("nobody", "../fox")),
            "fit": some("contain", "cover", "stretch", bad=("x",)),
            "colours": some({"accent": "rust"}, bad=({"accent": "rst"}, {})),
            "mirror": flags,
        },
        "icon": {"icon": some("sun", "moon", bad=("{{ id }}",)), "colour": colours, "opacity": parts},
        "icon-row": {"from": some("signs", bad=("level", "sgns")), "gap": lengths, "colour": colours},
        "image": {"image": some("photo.png", bad=("none.png", "broken.png")), "fit": some("cover", "contain")},
        "card": {"piece": some("hen", "mole", bad=("fox", "nobody")), "side": some("back", bad=("face",))},
    }

    def element(kind: str, fields_: dict[str, Strategy]) -> Strategy:
        return st.fixed_dictionaries({"kind": st.just(kind)} | fields_, optional=common)

    def holders(inside: Strategy) -> Strategy:
        held = {"elements": st.lists(inside, min_size=1, max_size=3)}
        flow = held | {"gap": lengths, "padding": lengths, "shrink": some(1, 0.5, bad=(0,))}
        repeat = held | {
            "over": some("prey", "signs", bad=("level", "item.prey", "pray")),
            "flow": some("row", "column", "grid", "stack"),
            "cell": extents,
            "gap": lengths,
        }
        return st.one_of(
            element("group", held | {"opacity": parts}),
            element("row", flow),
            element("column", flow),
            element("repeat", repeat),
        )

    return st.recursive(st.one_of([element(*entry) for entry in own.items()]), holders, max_leaves=6)
