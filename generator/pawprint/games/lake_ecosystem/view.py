"""The lake game as seats see it: observations, zones, resampling, and the whole state as data.

Everything is open but the deck, the hands, and the cards of populations, of which their owners know those that they
have played themselves (EL-3.2). The discard pile lies face up; once it is shuffled, players are
assumed to forget its cards.
"""

from typing import Any

from pawprint.games.lake_ecosystem.actions import KIND, KNOWN, PHASES, ROW, species_name, species_of
from pawprint.games.lake_ecosystem.table import LakeTable
from pawprint.rules.engine import Json, Rng


def observation(state: LakeTable, seat: int) -> Json:
    """All that *seat* may know; a card that it does not know is None."""
    ids = state.rules.box.ids
    mine = state.seat == seat
    return {
        "turn": state.turn,
        "seat": state.seat,
        "acting": state.acting,
        "first": state.first,
        "last": state.last,
        "phase": PHASES[state.phase],
        "lake": state.lake,
        "bank": state.bank,
        "bags": [*state.bags],
        "deck": len(state.deck) - state.top,
        "discard": [ids[kind] for kind in state.discard],
        "hands": [sum(hand) for hand in state.hands],
        "hand": _cards_in(state, seat),
        "playing": state.held >= 0 and (ids[state.held] if mine else True),
        "played": state.played,
        "owed": len(state.owed),
        "laid": [*state.laid],
        "born": [*map(species_name, state.born)],
        "species": {
            species_name(species): {
                "population": [
                    ids[card & KIND] if owner == seat and card & KNOWN else None for card in state.people[species]
                ],
                "traits": state.rules.names(state.traits[species]),
                "food": state.fed.get(species, 0),
            }
            for owner, row in enumerate(state.rows)
            for species in row
        },
    }


def _cards_in(state: LakeTable, seat: int) -> list[str]:
    """The hand of *seat*, by kind."""
    return [card for card, number in zip(state.rules.box.ids, state.hands[seat], strict=True) for _ in range(number)]


def zones(state: LakeTable, seat: int | None) -> dict[str, list[Json]]:
    """Zone -> pieces. Tokens are all alike, so which of them lies where is not remembered."""
    ids = state.rules.box.ids
    tokens = iter(state.rules.box.tokens)

    def food(number: int) -> list[Json]:
        return [{"id": next(tokens)} for _ in range(number)]

    def down(kind: int, known: bool) -> Json:
        return {"id": ids[kind], "face": "down"} if known or seat is None else {"face": "down"}

    shown: dict[str, list[Json]] = {
        "bank": food(state.bank),
        "lake": food(state.lake),
        "deck": [down(kind, False) for kind in state.deck[state.top :]],
        "discard": [{"id": ids[kind], "face": "up"} for kind in state.discard],
    }
    for owner, row in enumerate(state.rows):
        mine = owner == seat
        player = chr(ord("A") + owner)
        shown[f"bag {player}"] = food(state.bags[owner])
        hand = [kind for kind, number in enumerate(state.hands[owner]) for _ in range(number)]
        shown[f"hand {player}"] = [down(kind, mine) for kind in hand]
        for species in row:
            shown[species_name(species)] = [
                *(down(card & KIND, mine and card & KNOWN > 0) for card in state.people[species]),
                *({"id": card, "face": "up"} for card in state.rules.names(state.traits[species])),
                *food(state.fed.get(species, 0)),
            ]
    return shown


def resample_hidden(state: LakeTable, seat: int, rng: Rng) -> None:
    """Shuffle all cards that *seat* does not know, and deal them to where they were."""
    people, kinds = state.people, range(state.rules.width)
    others = [one for one in range(state.players) if one != seat]
    pool = [*state.deck[state.top :]]
    for other in others:
        for kind, number in enumerate(state.hands[other]):
            if number:
                pool += [kind] * number
    #: Species -> the bit by which *seat* knows a card of its population.
    known = {species: KNOWN if species >> ROW == seat else 0 for species in sorted(people)}
    for species, bit in known.items():
        pool += [card & KIND for card in people[species] if not card & bit]
    pool.sort()
    rng.shuffle(pool)
    for species, bit in known.items():
        people[species] = tuple([card if card & bit else card & KNOWN | pool.pop() for card in people[species]])
    for other in others:
        hand = [pool.pop() for _ in range(sum(state.hands[other]))]
        state.hands[other] = [hand.count(kind) for kind in kinds]
        state.kinds[other] = sum([1 << kind for kind in {*hand}])
        if other == state.seat and state.held >= 0:
            state.held = rng.pick(hand)
    state.deck, state.top = tuple(pool), 0


def hidden_draws(state: LakeTable, seat: int) -> int:
    """How many random numbers `resample_hidden` takes."""
    unknown = len(state.deck) - state.top + sum(map(sum, state.hands)) - sum(state.hands[seat])
    unknown += sum(map(len, state.people.values()))
    for species in state.rows[seat]:
        for card in state.people[species]:
            if card & KNOWN:
                unknown -= 1
    return max(0, unknown - 1) + (state.held >= 0 and state.seat != seat)


def dump(state: LakeTable) -> Json:
    """The whole state; `load` reads it."""
    ids = state.rules.box.ids
    return {
        "turn": state.turn,
        "seat": state.seat,
        "acting": state.acting,
        "first": state.first,
        "last": state.last,
        "phase": PHASES[state.phase],
        "lake": state.lake,
        "bank": state.bank,
        "bags": [*state.bags],
        "deck": [ids[kind] for kind in state.deck[state.top :]],
        "discard": [ids[kind] for kind in state.discard],
        "hands": [_cards_in(state, seat) for seat in range(state.players)],
        "held": ids[state.held] if state.held >= 0 else None,
        "played": state.played,
        "born": [*map(species_name, state.born)],
        "laid": [*state.laid],
        "owed": [*state.owed],
        "species": {
            species_name(species): {
                "population": [ids[card & KIND] for card in cards],
                "known": [bool(card & KNOWN) for card in cards],
                "traits": state.rules.names(state.traits[species]),
            }
            for species, cards in sorted(state.people.items())
        },
        "fed": {species_name(species): tokens for species, tokens in state.fed.items()},
    }


def load(state: LakeTable, written: dict[str, Any]) -> None:
    """Make the new *state* the one from which `dump` has made *written*, but for what follows from the rest."""
    number = {card: kind for kind, card in enumerate(state.rules.box.ids)}
    state.deck = tuple(number[card] for card in written["deck"])
    for name in ("turn", "seat", "acting", "last", "lake", "bank", "played"):
        setattr(state, name, written[name])
    state.phase = PHASES.index(written["phase"])
    state.bags, state.laid = [*written["bags"]], [*written["laid"]]
    state.discard = [number[card] for card in written["discard"]]
    for seat, hand in enumerate(written["hands"]):
        for card in hand:
            state.hands[seat][number[card]] += 1
            state.kinds[seat] |= 1 << number[card]
    state.held = -1 if written["held"] is None else number[written["held"]]
    state.born = tuple(map(species_of, written["born"]))
    state.owed = tuple(written["owed"])
    for name, one in written["species"].items():
        species = species_of(name)
        state.rows[species >> ROW].append(species)
        state.people[species] = tuple(
            number[card] | (KNOWN if known else 0) for card, known in zip(one["population"], one["known"], strict=True)
        )
        state.traits[species] = sum(1 << number[card] for card in one["traits"])
    state.rows = [sorted(row) for row in state.rows]
    state.fed = dict(sorted((species_of(name), tokens) for name, tokens in written["fed"].items()))
