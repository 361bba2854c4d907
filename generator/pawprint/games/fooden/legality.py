"""Why something is not allowed in FOODEN: for each verb and stage a sentence with the id of the rule."""

from collections.abc import Callable

from pawprint.games.fooden import actions as verbs
from pawprint.games.fooden.actions import (
    ACTING,
    CHOOSING,
    FORESEEING,
    JOINING,
    LAYING,
    NAMING,
    OVER,
    RENEWING,
    SHIFTING,
    SHUFFLING,
    effects_in,
)
from pawprint.games.fooden.cards import (
    ADD_FOOD,
    BARTER,
    EFFECTS,
    FEED,
    FORESEE,
    INTRODUCE,
    RECALL,
    RENEW,
    RESCUE,
    REVEAL,
    ROWS,
    SHIFT,
    SPONSOR,
    SUN,
    SUPPLY,
)
from pawprint.games.fooden.table import FoodenTable
from pawprint.rules.engine import Action


def why_not(state: FoodenTable, action: Action) -> str:
    """Why the actor may not do *action*; "" if it may."""
    if state.stage == OVER:
        return "FO-6.1: the game is over"
    if state.stage == SHUFFLING:
        whole = isinstance(action, tuple) and sorted(action) == sorted(state.discard)
        return "" if whole else "FO-4.3: the discard pile is shuffled now, all of it"
    words = state.rules.words
    if not isinstance(action, int) or isinstance(action, bool) or not 0 <= action < len(words.words):
        return f"FO-4.4: {action!r} is not an action of this game"
    if action in state.legal:
        return ""
    verb, about = words.verb[action], words.about[action]
    if state.stage == ACTING:
        return _reason_of_effect(state, verb, about)
    return _REASONS[state.stage](state, verb, about)


# --- while a card is applied --------------------------------------------------------------------------------


def _reason_of_effect(state: FoodenTable, verb: int, about: int) -> str:
    if verb == verbs.LAY:
        return "FO-4.4: all cards of this round are applied before the next ones are laid"
    if verb >= len(EFFECTS):
        return f"FO-4.4: {_now(state)}"
    if not state.pending >> verb & 1:
        card = state.laid[state.seat]
        if state.cards.effects[card] >> verb & 1:
            return f"FO-4.4: '{EFFECTS[verb]}' of this card has been applied, or skipped"
        return f"FO-4.4: your card has no '{EFFECTS[verb]}'"
    return _EFFECT_REASONS[verb](state, about)


def _now(state: FoodenTable) -> str:
    waiting = " or ".join(f"'{EFFECTS[effect]}'" for effect in effects_in(state.pending))
    return f"first apply {waiting}"


def _food_of(state: FoodenTable, food: int) -> str:
    """The reason why a cube cannot be given; empty if it can."""
    if food == SUN:
        return "FO-1.6: there are no cubes of sunshine"
    return "" if state.purses[state.seat][food] else f"FO-4.7: seat {state.seat} has no {ROWS[food]} cube"


def _no_food(state: FoodenTable, food: int) -> str:
    return _food_of(state, food)


def _no_card(state: FoodenTable, _: int) -> str:
    return "FO-4.7: there is no card in the deck" + (
        "" if state.pending >> FORESEE & 1 else ", nor in the discard pile"
    )


def _not_in_lab(state: FoodenTable, creature: int) -> str:
    return f"FO-4.7: '{state.name(creature)}' is not in the laboratory"


def _not_to_rescue(state: FoodenTable, creature: int) -> str:
    return f"FO-4.7: '{state.name(creature)}' is neither in the laboratory nor in the discard pile"


def _not_in_nature(state: FoodenTable, creature: int) -> str:
    in_row = creature in state.rows[state.row[creature]]
    return "" if in_row else f"FO-4.7: '{state.name(creature)}' is not in Nature"


def _no_barter(state: FoodenTable, both: int) -> str:
    given, taken = divmod(both, 4)
    if given == taken:
        return "FO-4.7: a cube is swapped for one of another type"
    lacks = _food_of(state, given)
    if lacks or taken == SUN:
        return lacks or "FO-1.6: there are no cubes of sunshine"
    return f"FO-4.7: there is no cube in the {ROWS[taken]} row; both parts or nothing"


def _no_supply(state: FoodenTable, food: int) -> str:
    return _food_of(state, food) if food == SUN else f"FO-5.1: there is no {ROWS[food]} cube in the Reserve"


def _not_to_shift(state: FoodenTable, creature: int) -> str:
    return _not_in_nature(state, creature) or f"FO-4.7: '{state.name(creature)}' is alone in its row"


def _not_to_feed(state: FoodenTable, both: int) -> str:
    food, creature = divmod(both, len(state.row))
    return _food_of(state, food) or _not_in_nature(state, creature)


def _not_to_sponsor(state: FoodenTable, creature: int) -> str:
    return _not_in_nature(state, creature) or "FO-5.1: there is no VP token in the Reserve"


_EFFECT_REASONS: dict[int, Callable[[FoodenTable, int], str]] = {
    ADD_FOOD: _no_food,
    REVEAL: _no_card,
    INTRODUCE: _not_in_lab,
    RESCUE: _not_to_rescue,
    RECALL: _not_in_nature,
    BARTER: _no_barter,
    SUPPLY: _no_supply,
    RENEW: _not_in_lab,
    FORESEE: _no_card,
    SHIFT: _not_to_shift,
    FEED: _not_to_feed,
    SPONSOR: _not_to_sponsor,
}


# --- at other times -----------------------------------------------------------------------------------------


def _choosing(state: FoodenTable, verb: int, about: int) -> str:
    if verb != verbs.CHOOSE:
        return f"FO-2.3: seat {state.seat} chooses an organisation first"
    seat = state.organisations.index(about)
    return f"FO-2.3: seat {seat} has chosen '{state.cards.organisations[about]}'"


def _laying(state: FoodenTable, verb: int, about: int) -> str:
    if verb != verbs.LAY:
        return "FO-4.4: first lay an action card"
    cards = state.cards
    card = cards.actions[about]
    if card.organisation != state.organisations[state.seat]:
        return f"FO-2.3: '{card.name}' belongs to another organisation"
    return f"FO-4.5: '{card.name}' has been played this season"


def _joining(state: FoodenTable, verb: int, about: int) -> str:
    if verb == INTRODUCE:
        return (
            f"FO-7.9: '{state.name(about)}' is not in the laboratory, where the further creature of a cohort comes from"
        )
    return "FO-7.9: a cohort now brings one more creature from the laboratory"


def _renewing(state: FoodenTable, verb: int, about: int) -> str:
    if verb == RENEW:
        return _not_in_lab(state, about)
    return f"FO-4.4: first discard {state.owed} more from the laboratory"


def _foreseeing(state: FoodenTable, verb: int, about: int) -> str:
    if verb in (verbs.KEEP, verbs.SINK):
        if about not in state.looked:
            return f"FO-4.4: '{state.name(about)}' is not among the cards looked at"
        return "FO-4.4: a card has gone under the deck, so the others go there too; cards for the top come first"
    return "FO-4.4: the cards looked at must be put back first"


def _shifting(state: FoodenTable, verb: int, about: int) -> str:
    row = state.rows[state.row[state.moving]]
    if verb != verbs.TO:
        return f"FO-4.4: '{state.name(state.moving)}' must find another place first"
    if about >= len(row):
        return f"FO-4.4: its row has {len(row)} places"
    if row[about] == state.moving:
        return "FO-4.4: it is already at that place"
    return "FO-4.4: it moves by only one place"


def _naming(state: FoodenTable, verb: int, about: int) -> str:
    if verb == verbs.NAME:
        return f"FO-6.4: seat {about} does not have the highest total"
    return "FO-6.4: the Leader names the winner"


_REASONS: dict[int, Callable[[FoodenTable, int, int], str]] = {
    CHOOSING: _choosing,
    LAYING: _laying,
    JOINING: _joining,
    RENEWING: _renewing,
    FORESEEING: _foreseeing,
    SHIFTING: _shifting,
    NAMING: _naming,
}
