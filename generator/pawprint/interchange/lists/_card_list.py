"""A list of cards with the roles of its columns: made by the guesses, read by the writers of layouts and catalogs."""

from dataclasses import dataclass, field

from pawprint.core.image_reader import SUFFIXES

#: Suffixes of pictures that can be printed.
RASTER, VECTOR = SUFFIXES, (".svg",)
#: Role of a column on the card -> its name on the command line.
ROLES = {
    **{"name": "title", "category": "kind", "cost": "cost", "text": "text", "long": "more", "flavour": "flavour"},
    **{"image": "picture", "stat": "number", "short": "note", "back": "back", "hidden": "none"},
    **{"id": "id", "copies": "copies"},
}
#: Roles that several columns may have.
SHARED_ROLES = ("long", "stat", "short", "back", "hidden")


@dataclass
class GuessedColumn:
    """A column of the table; of texts in several languages, the columns of all of them together.

    Attributes:
        header: as in the file, without the language.
        values: for each card a text in each language; a single one under "" where they do not differ.
        name: of the field.
        role: one of `ROLES`.
        type: of the field: `text`, `plain` (a text without translation), `int`, `number`, `flag`, `choice`.
        choices: of a choice, id -> its name in each language.
        reason: why it is hidden; empty if that is not known.
        continues: whether it has the rests of texts that are too long for the face.
    """

    header: str
    values: list[dict[str, str]]
    name: str = ""
    role: str = ""
    type: str = "text"
    choices: dict[str, dict[str, str]] = field(default_factory=dict)
    reason: str = ""
    continues: bool = False

    @property
    def texts(self) -> list[str]:
        """The text of each card, in the first language that has one."""
        return [next(filter(None, texts.values()), "") for texts in self.values]

    @property
    def filled(self) -> list[str]:
        return [text for text in self.texts if text]

    @property
    def whole(self) -> bool:
        return all(self.texts)


@dataclass
class CardList:
    """A list of cards with the roles of its columns.

    Attributes:
        ids: of the cards, each once.
        copies: number of copies of each card.
        columns: those that become fields.
        notes: remarks about the guesses, a line each.
    """

    languages: list[str]
    ids: list[str]
    copies: list[int]
    columns: list[GuessedColumn]
    notes: list[str]

    def with_role(self, *roles: str) -> list[GuessedColumn]:
        return [column for column in self.columns if column.role in roles]

    def column(self, role: str) -> GuessedColumn | None:
        """The column of *role*, of which there is at most one."""
        return next(iter(self.with_role(role)), None)
