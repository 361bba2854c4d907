"""Where facts come from: every record names its sources, and only facts that a source has are attributed to it."""

from collections.abc import Iterator

from pawprint.catalog.model import SOURCE_KINDS, Record
from pawprint.check.check_kind import COMPONENTS, Check, Fault, Target, Word, check_kind, one_of
from pawprint.check.kinds.common_words import listed
from pawprint.check.scope import CheckScope


@check_kind("attested", Target(optional=True), Word("source", one_of(*SOURCE_KINDS)))
def _attested(scope: CheckScope, check: Check) -> Iterator[Fault]:
    """`attested: [toad, toad.level, organisms/*.points, boar.prey.snail]`, `source: seed` - exactly these facts are
    claimed of the sources of that kind: none more, none less."""
    kind = check.words.get("source", "seed")
    names = {source.name for source in scope.game.sources.values() if source.kind == kind}
    records = [record for component in scope.game.records.values() for record in component.values()]
    claims = {
        (record, path): source
        for record in records
        for path, source in (("", record.origin.default), *record.origin.fields.items())
        if source in names
    }
    allowed: set[tuple[Record, str]] = set()
    for index, fact in enumerate(check.target):
        whose, _, path = fact.partition(".")
        component, _, identity = whose.rpartition("/")
        meant = [
            (record, path) for record in records if identity in ("*", record.id) and component in ("", record.component)
        ]
        claimed = [claim for claim in meant if claim in claims]
        allowed.update(claimed)
        if not claimed or (identity == "*" and len(claimed) < len(meant)):
            lacking = next((record.id for record, _ in meant if (record, path) not in claims), "")
            where = f" of '{lacking}'" if identity == "*" and lacking else ""
            yield f"'{fact}' is attested, and the catalog does not say so{where}", check.span_of("attested", index)
    for (record, path), source in claims.items():
        if (record, path) not in allowed:
            what, place = (
                (f"'{record.id}.{path}'", ("origin", path)) if path else (f"all of '{record.id}'", ("origin",))
            )
            yield f"{what} is said to come from {source}, which does not have it", record.span(*place)


@check_kind("origins", Target(COMPONENTS))
def _origins(scope: CheckScope, check: Check) -> Iterator[Fault]:
    """`origins: [organisms]` - every fact of these records says where it comes from."""
    for record in scope.select(check.target, check.words):
        if not record.origin.default:
            fields = scope.game.components[record.component].fields
            missing = [name for name, field in fields.items() if not field.derived and name not in record.origin.fields]
            if missing or not record.origin.fields:
                yield (
                    f"'{record.id}' does not say where its {listed(missing[:4]) or 'facts'} come from",
                    record.span("id"),
                )
