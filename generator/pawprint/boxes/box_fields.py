"""What the faces on the panels of a box may name in their texts."""

from typing import Any

from pawprint.boxes.box_reader import BoxDeclaration
from pawprint.catalog.model import Game
from pawprint.core.number_range import ages, number_range


def box_fields(game: Game, box: BoxDeclaration, language: str) -> dict[str, Any]:
    """Fields for the texts of the faces of *box*.

    Returns:
        those that all faces have (`game`, `version`, `language`, `edition`, `edition_title`); `players`, `minutes` and
        `age` of the game, as printed, perhaps empty; `authors`; `box`, its title; `contents`: name, kinds (different
        records) and pieces of each component in it; `pieces`, all of them; and the texts of the box.
    """
    contents = []
    for component in box.holds:
        counts = [copies for record in game.pieces(component.name) if (copies := record.copies_in(game.edition))]
        if counts:
            contents.append({"name": component.title[language], "kinds": len(counts), "pieces": sum(counts)})
    return {
        **game.common_fields(language),
        "players": number_range(game.facts.get("players")),
        "minutes": number_range(game.facts.get("minutes")),
        "age": ages(game.facts.get("age")),
        "authors": ", ".join(game.authors),
        "box": box.title[language],
        "contents": tuple(contents),
        "pieces": sum(line["pieces"] for line in contents),
        **{name: text[language] for name, text in box.texts.items()},
    }
