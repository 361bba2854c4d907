"""The screenshots of the preview among the pictures: their rows of the table.

They show two bundled games and the view's own modules. The style sheet that all views share is none of their sources:
after a change of it, make all of them again: `python docs/make_pictures.py preview`.
"""

from functools import partial
from typing import Any

from picture_scripts import screens
from picture_scripts.film import film
from picture_scripts.screens import desk, phones
from picture_scripts.sources import faces, program, words

_FOOD_CHAIN = partial(faces, "food-chain", "*")
_ASSETS = "preview/assets/"
_VIEW = "game=food-chain&view="


def _of(*modules: str) -> partial[dict[str, str]]:
    return partial(program, *(_ASSETS + name for name in modules))


def _views() -> tuple[tuple[Any, ...], ...]:
    edited, pieces = partial(words, screens.EDITS), _of("pieces.js")
    fields, inspector = _of("edit_piece.js", "record_form.js", "edit.css"), _of("inspector.js", "inspect.css")
    table, numbers = _of("record_table.js"), _of("numbers.js", "charts.js", "numbers.css")
    changed, panel = _of("changes.js"), _of("print_panel.js")
    played = partial(program, "playtests/page/assets/play.js", "playtests/page/assets/play.css")
    all_creatures = partial(faces, "fooden", "*")
    return (
        (
            *("preview-pieces.png", "the view Pieces", partial(desk, "game=fooden&view=pieces&zoom=2.5")),
            *(all_creatures, pieces),
        ),
        (
            *("preview-fields.png", "the fields of a piece, one being edited"),
            *(partial(desk, f"{_VIEW}pieces", screens.edit_name, 1180), _FOOD_CHAIN, fields),
        ),
        (
            *("preview-inspector.png", "an element of a piece, outlined and explained"),
            *(partial(desk, f"{_VIEW}pieces", screens.point_at_element), _FOOD_CHAIN, inspector),
        ),
        ("preview-table.png", "the view Table", partial(desk, f"{_VIEW}table"), _FOOD_CHAIN, table),
        (
            *("preview-changed.png", "the view Changed, two cards before and after"),
            *(partial(desk, f"{_VIEW}changes&since=HEAD", screens.changed), _FOOD_CHAIN, changed, edited),
        ),
        (
            *("preview-print.png", "the panel Print and export"),
            *(partial(desk, f"{_VIEW}pieces", screens.print_panel), _FOOD_CHAIN, panel),
        ),
        (
            *("preview-numbers.png", "the view Numbers"),
            *(partial(desk, f"{_VIEW}numbers", screens.numbers, 1020), _FOOD_CHAIN, numbers),
        ),
        (
            *("preview-sheets.png", "the view Sheets", partial(desk, f"{_VIEW}sheets", screens.sheets)),
            *(_FOOD_CHAIN, _of("pages.js")),
        ),
        (
            *("preview-share.png", "the address for guests"),
            *(partial(desk, f"{_VIEW}pieces", screens.share), _FOOD_CHAIN, _of("share.js")),
        ),
        (
            *("preview-phone.png", "Pieces, Fields, an element and Table on a phone"),
            partial(
                phones,
                (f"{_VIEW}pieces", screens.nothing),
                (f"{_VIEW}pieces", screens.edit_name_on_phone),
                (f"{_VIEW}pieces", screens.tap_element),
                (f"{_VIEW}table", screens.nothing),
            ),
            *(_FOOD_CHAIN, pieces, fields, inspector, table),
        ),
        (
            *("preview-phone-more.png", "Changed, Numbers, Print and Play on a phone"),
            partial(
                phones,
                (f"{_VIEW}changes&since=HEAD", screens.changed),
                (f"{_VIEW}numbers", screens.numbers),
                (f"{_VIEW}pieces", screens.print_panel),
                (f"{_VIEW}play", screens.play(choose=False)),
            ),
            *(_FOOD_CHAIN, changed, numbers, panel, played, edited),
        ),
        (
            *("preview-film.webp", "a name is edited, its card repaints, and is printed again", film),
            *(_FOOD_CHAIN, fields, changed, panel),
        ),
        ("play.jpg", "the view Play", screens.play_page, _FOOD_CHAIN, played),
    )


SCREENS = _views()
