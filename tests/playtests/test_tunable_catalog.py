"""Fields that may change, and the edits of their changes."""

from games.conformance import game_of
from pawprint.playtests.balance._repair_search import Repair
from pawprint.playtests.balance.catalog_variants import TunableCatalog


def change(catalog: TunableCatalog, component: str, record: str, field: str, new: str) -> Repair:
    found = next(one for one in catalog.fields if one[:3] == (component, record, field))
    return (next(one for one in found.changes if one.new == new),)


def test_facts_of_a_source_are_not_tunable() -> None:
    names = {(one.record, one.field) for one in TunableCatalog(game_of("pocket-cats")).fields}
    assert ("twins-4", "value") in names
    assert ("royal-claws-4", "value") not in names


def test_edit_leaves_everything_else() -> None:
    catalog = TunableCatalog(game_of("pocket-cats"))
    repair = change(catalog, "cats", "twins-4", "value", "6")
    ((before, after),) = catalog.plan(repair).files.values()
    old, new = before.splitlines(), after.splitlines()
    assert [(one, other) for one, other in zip(old, new, strict=True) if one != other] == [
        (
            "  - {id: twins-4, clan: twins, value: 4, origin: designed}",
            "  - {id: twins-4, clan: twins, value: 6, origin: designed}",
        )
    ]
    assert catalog.texts(repair) == (("cats.yaml", after),)
    assert not catalog.broken(repair)


def test_copies_that_count_in_every_edition_change_once() -> None:
    catalog = TunableCatalog(game_of("lake-ecosystem"))
    repair = change(catalog, "cards", "horns", "copies", "10")
    ((_, after),) = catalog.plan(repair).files.values()
    assert "{id: horns, trait: horns, copies: 10," in after


def test_broken_sum_of_copies_is_evened_out_by_another_record() -> None:
    catalog = TunableCatalog(game_of("lake-ecosystem"))
    more, fewer = (change(catalog, "cards", name, "copies", new) for name, new in (("horns", "10"), ("speed", "6")))
    assert catalog.broken(more) == catalog.broken(fewer) == {"EL-I-01"}
    assert not catalog.broken((*more, *fewer))


def test_nested_field_changes() -> None:
    catalog = TunableCatalog(game_of("fooden"))
    field = next(one for one in catalog.fields if one.field == "score.per")
    end = field.ends[-1]
    game = catalog.after((end,))
    assert game is not None
    assert game.records["objectives"][field.record]["score"]["per"] == int(end.new) != int(field.old)
