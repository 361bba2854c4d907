"""What columns of card lists are called, in the languages in which people write them."""

import re

from pawprint.importer.slugs import ascii_lowercase

#: Role -> what its column may be called; each word in small plain letters (see `ascii_lowercase`).
NAMES: dict[str, tuple[str, ...]] = {
    "id": ("id", "card id", "key", "slug", "code", "kod", "identifier"),
    "copies": (
        *("copies", "copy", "count", "qty", "quantity", "amount", "nb", "num", "how many", "in deck", "x", "times"),
        *("quantite", "nombre", "exemplaires", "qte", "anzahl", "menge", "stuck", "cantidad", "copias", "quantita"),
        *("copie", "quantidade", "aantal", "kolichestvo", "kol vo", "kol", "shtuk", "ilosc", "kilkist"),
    ),
    "name": (
        *("name", "title", "card", "card name", "card title", "nom", "titre", "carte", "karte", "titel", "nombre"),
        *("titulo", "carta", "nome", "titolo", "naam", "nazvanie", "imya", "karta", "nazwa", "nazva", "word", "mot"),
    ),
    "category": (
        *(
            "type",
            "card type",
            "category",
            "kind",
            "class",
            "suit",
            "colour",
            "color",
            "faction",
            "deck",
            "group",
            "set",
        ),
        *("categorie", "couleur", "famille", "typ", "kategorie", "farbe", "art", "tipo", "categoria", "clase", "palo"),
        *("soort", "tip", "kategoriya", "klass", "mast", "tsvet", "element", "clan", "rarity"),
    ),
    "cost": (
        *("cost", "mana", "mana cost", "price", "cout", "prix", "kosten", "preis", "coste", "costo", "precio", "custo"),
        *("stoimost", "tsena", "koszt", "energy", "energy cost", "value", "valeur", "wert", "rank", "level", "niveau"),
    ),
    "text": (
        *("text", "rules", "rules text", "rule", "effect", "effects", "ability", "abilities", "description", "desc"),
        *("card text", "action", "power text", "body", "texte", "regle", "regles", "effet", "capacite", "regel"),
        *("regeltext", "effekt", "beschreibung", "fahigkeit", "texto", "efecto", "descripcion", "habilidad", "testo"),
        *(
            "effetto",
            "descrizione",
            "tekst",
            "opisanie",
            "effekt",
            "svoystvo",
            "pravila",
            "deystvie",
            "opis",
            "question",
        ),
    ),
    "flavour": (
        *("flavour", "flavor", "flavour text", "flavor text", "quote", "lore", "story", "ambiance", "citation"),
        *(
            "texte d'ambiance",
            "zitat",
            "stimmungstext",
            "sabor",
            "cita",
            "citazione",
            "tsitata",
            "khudozhestvennyy tekst",
        ),
    ),
    "image": (
        *("image", "picture", "art", "artwork", "illustration", "img", "image file", "file", "photo", "pic", "bild"),
        *("imagen", "ilustracion", "immagine", "illustrazione", "afbeelding", "kartinka", "izobrazhenie", "dessin"),
    ),
    "hidden": (
        *("note", "notes", "comment", "comments", "remarque", "remarques", "commentaire", "kommentar", "notiz"),
        *("bemerkung", "notas", "comentario", "todo", "designer notes", "status", "primechanie", "kommentariy"),
        *("no", "nr", "#", "n°", "artist", "author", "illustrator", "url", "link", "version", "date"),
    ),
}

#: Names of languages and their codes, as columns have them.
_LANGUAGES = {
    **{
        code: code
        for code in [
            "en",
            "fr",
            "de",
            "es",
            "it",
            "pt",
            "nl",
            "pl",
            "ru",
            "uk",
            "cs",
            "sv",
            "da",
            "fi",
            "hu",
            "tr",
            "ro",
            "el",
            "ja",
            "ko",
            "zh",
            "ca",
            "no",
            "nb",
        ]
    },
    **{"english": "en", "anglais": "en", "englisch": "en", "ingles": "en", "eng": "en", "angliyskiy": "en"},
    **{"french": "fr", "francais": "fr", "franzosisch": "fr", "frances": "fr", "fra": "fr", "fre": "fr"},
    **{"german": "de", "allemand": "de", "deutsch": "de", "aleman": "de", "ger": "de", "deu": "de"},
    **{"spanish": "es", "espagnol": "es", "spanisch": "es", "espanol": "es", "spa": "es", "castellano": "es"},
    **{"italian": "it", "italien": "it", "italienisch": "it", "italiano": "it", "ita": "it"},
    **{"portuguese": "pt", "portugais": "pt", "portugues": "pt", "dutch": "nl", "nederlands": "nl"},
    **{"polish": "pl", "polski": "pl", "russian": "ru", "russe": "ru", "russkiy": "ru", "rus": "ru"},
    **{"ukrainian": "uk", "ukrainska": "uk", "czech": "cs", "cesky": "cs"},
}

#: Words of column names that tell the language of a list.
_TELLS = {
    "fr": {"nom", "titre", "carte", "quantite", "nombre", "texte", "cout", "effet", "regle", "couleur", "valeur"},
    "de": {"karte", "titel", "anzahl", "menge", "regeltext", "kosten", "wert", "farbe", "beschreibung", "bild", "typ"},
    "es": {"titulo", "carta", "cantidad", "texto", "coste", "efecto", "descripcion", "imagen"},
    "it": {"titolo", "quantita", "testo", "costo", "effetto", "descrizione", "immagine"},
    "pt": {"nome", "quantidade", "custo", "efeito"},
    "nl": {"naam", "aantal", "tekst", "kosten", "soort"},
    "pl": {"nazwa", "ilosc", "tekst", "koszt", "opis"},
}

_TOTALS = ("total", "totals", "sum", "sum total", "somme", "summe", "gesamt", "totale", "suma", "itogo", "vsego")

#: Words for yes, for no.
YES = frozenset(("yes", "y", "true", "oui", "ja", "si", "sí", "да", "x", "✓", "✔", "✗", "tak"))
NO = frozenset(("no", "n", "false", "non", "nein", "нет", "nie", "-", ""))

_NUMBER = re.compile(r"[-+]?\d+([.,]\d+)?%?")


def normalised_name(text: str) -> str:
    """The name of a column in small plain letters, without what is in brackets at its end."""
    text = re.sub(r"[\s._:/-]+", " ", ascii_lowercase(text.replace("№", "no"))).strip()
    return re.sub(r"\s*[(\[][^)\]]*[)\]]$", "", text).strip() or text


def roles_of(head: str) -> tuple[str, ...]:
    """The roles that a column of this name may have, the likeliest first; none if the name tells nothing."""
    name = normalised_name(head)
    return tuple(role for role, names in NAMES.items() if name in names)


def is_column_name(head: str) -> bool:
    """Whether *head* is a usual name of a column."""
    base, language = split_language(head)
    return bool(roles_of(head) or (language and roles_of(base)) or language_code(head))


def language_code(text: str) -> str:
    """The code of the language that *text* names; empty if it names none."""
    return _LANGUAGES.get(normalised_name(text), "")


def split_language(head: str) -> tuple[str, str]:
    """(`Name`, `fr`) of `name_fr`, `name.fr`, `Name (FR)`, `fr_name` or `Name Français`; (head, "") of others."""
    match = re.fullmatch(r"(.+?)[\s._/:-]*[(\[]\s*([^()\[\]]+?)\s*[)\]]", head)
    if match and language_code(match[2]):
        return match[1].strip(), language_code(match[2])
    match = re.fullmatch(r"(.+)[\s._/:-]+(\S+)", head)
    if match and language_code(match[2]):
        return match[1].rstrip(" ._/:-"), language_code(match[2])
    match = re.fullmatch(r"(\S+?)[\s._/:-]+(.+)", head)
    if match and language_code(match[1]):
        return match[2].strip(), language_code(match[1])
    match = re.fullmatch(r"([A-Z]?[a-z]+)([A-Z][A-Za-z])", head)  # nameFr, nameFR
    if match and language_code(match[2]):
        return match[1], language_code(match[2])
    return head, ""


def guess_language(header: list[str], texts: list[str]) -> str:
    """The language that a list seems to be in; English if nothing tells."""
    letters = "".join(texts)[:20_000].lower()
    cyrillic = sum("\u0400" <= sign <= "\u04ff" for sign in letters)
    if cyrillic * 2 > sum(sign.isalpha() for sign in letters):
        return "uk" if any(sign in letters for sign in "іїєґ") and "ы" not in letters else "ru"
    names = {normalised_name(head) for head in header}
    told = {code: len(names & words) for code, words in _TELLS.items()}
    best = max(told, key=lambda code: told[code])
    return best if told[best] else "en"


def is_number(text: str) -> bool:
    """Whether a cell holds a number."""
    return bool(_NUMBER.fullmatch(text.strip()))


def total_words() -> tuple[str, ...]:
    """What rows are called that add up the others."""
    return _TOTALS
