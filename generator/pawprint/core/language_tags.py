"""Names of languages, such as `fr` and `fr-CA`."""


def primary_language(language: str) -> str:
    """The language without its region: `fr` of `fr-CA`."""
    return language.replace("_", "-").partition("-")[0]
