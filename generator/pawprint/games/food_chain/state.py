"""Food Chain: the turns, with the legal actions and their effects; see `actions` for the numbers."""

from collections.abc import Callable, Sequence
from typing import Any

from pawprint.games.food_chain import legality, scoring, view
from pawprint.games.food_chain.actions import CHASE, EAT, NOTHING, PASS, RANSOM, SHIFT, SHUFFLE_IN, VERB
from pawprint.games.food_chain.cards import nodes_in
from pawprint.games.food_chain.table import FoodChainTable
from pawprint.rules.engine import CHANCE, END, Action, Json, Rng, ScoreChanges, resampled


class FoodChainState(FoodChainTable):
    """The state of a game."""

    __slots__ = ()

    # --- what may be done -----------------------------------------------------------------------------------------

    def actor(self) -> int:
        return self.seat

    def legal_actions(self) -> Sequence[int]:
        seat = self.seat
        if seat < 0:
            return self._outcomes()
        table, hand = self.table, self.hands[seat]
        actions: list[int] = []
        # FC-5.1.1 a hunter's card, its food, and a token of the player; FC-5.1.3 the food may belong to any player
        if table & hand.food and self.supply[seat]:
            for food, hunts in hand.hunters:
                here = table & food
                if here:
                    actions += hunts[here]
        free = ~self.covered  # FC-2.3
        mine = self.own[seat] & free
        if mine:
            eaters = mine & self.strong  # FC-5.2.1 an own free predator
            while eaters:
                bit = eaters & -eaters
                eaters ^= bit
                node = bit.bit_length() - 1
                actions.append(EAT + (node << SHIFT) + self.parent[node])
            actions += self.cards.back_offs[mine]  # FC-5.3.1 an own free node, predator or orphan
        if hand.swarm:  # FC-6.4; FC-6.5 there must be a target
            targets = table & free if self.rules.chases_starts else table & free & ~self.starts
            actions += [CHASE + node for node in nodes_in(targets & self.cards.chased)]
        # FC-5.4.4 a start card, and no token; FC-5.4.2 or an own orphan or predator
        found = self.starts & free & hand.replaces | mine & hand.replaces_own
        if found:
            match = found & mine and self.rules.must_match  # FC-5.4.3
            for nodes, switches, kind in hand.switchers:
                here = found & nodes
                if here:
                    actions += switches[self._matching(kind, here) if match else here]
        if hand.kinds or self.rules.stall_end or not actions:
            actions += hand.passes  # FC-4.2 passing is always legal
        return actions

    def _matching(self, kind: int, nodes: int) -> int:
        """Those of *nodes* that *kind* may replace because it eats what they prey on, or they prey on nothing."""
        food, parent = self.cards.food[kind], self.parent
        for node in nodes_in(nodes & ~self.starts):
            below = parent[node]
            if below >= 0 and not food >> below & 1:
                nodes ^= 1 << node
        return nodes

    def _outcomes(self) -> Sequence[int]:
        """What chance may bring."""
        if self.seat == END:
            return ()
        if self.ransoms:
            return [RANSOM + kind for kind in sorted(set(self.piles[self.ransoms[0][1]]))]
        return range(SHUFFLE_IN, SHUFFLE_IN + len(self.deck) + 1)

    def why_not(self, action: Action) -> str:
        return legality.why_not(self, action)

    # --- doing it ---------------------------------------------------------------------------------------------------

    def apply(self, action: Any) -> None:
        if action >= SHUFFLE_IN:
            self._chance(action, action & NOTHING)
            return
        # FC-4.1 exactly one action
        _DEEDS[action >> VERB](self, action >> SHIFT & NOTHING, action & NOTHING)
        # FC-4.3 the effects, then the refill, then the end check
        if self.trees < self.enough and self.deck and not self.ended:
            self.refill()
            if self.aside:
                self.turn, self.seat = self.seat, CHANCE
                return
        if not self.deck or self.ended:
            self._check_end()
            if self.ended:
                return
        seat = self.seat + 1
        self.seat = seat if seat < self.players else 0  # FC-3.6 clockwise

    def _hunt(self, kind: int, food: int) -> None:
        """A hunter is played on its food, with an own token; then a card is drawn."""
        seat = self.seat  # FC-5.1.4
        self.passes = 0
        bit = self.cards.slots[kind] & ~self.table
        bit &= -bit  # the lowest free slot
        node = bit.bit_length() - 1
        self.table |= bit
        self.own[seat] |= bit
        self.supply[seat] -= 1
        self.parent[node], self.owner[node] = food, seat
        kids = self.children[food]
        self.children[food] = kids | bit
        if kids:
            self.judge(food)
        else:
            self.covered |= 1 << food
            self.strong |= bit & self.cards.may_eat  # it has no rival
        if self.events is not None:
            self.events.append(("hunt", seat, self.cards.node_name(food), self.cards.node_name(node)))
        self._trade(kind)

    def _eat(self, hunter: int, food: int) -> None:
        """Take what *hunter* preys on; most of its predators have to leave."""
        cards, seat, bit = self.cards, self.seat, 1 << food
        self.passes = 0
        kind, below, kids, owner = cards.kind_of[food], self.parent[food], self.children[food], self.owner[food]
        if self.events is not None:
            self.events.append(("eat", seat, cards.node_name(food), cards.node_name(hunter)))
        self.piles[seat].append(kind)  # FC-5.2.4.1
        self.points[seat] += cards.points[kind]
        self.table ^= bit
        self.covered ^= bit
        self.strong &= ~kids  # FC-5.2.5 an orphan preys on nothing
        if owner < 0:
            self.starts ^= bit
        else:
            self._take_token(seat, owner, bit)
        self.children[food] = 0
        self.trees -= below < 0
        for kid in nodes_in(kids):
            self.parent[kid] = -1
            self.trees += 1  # FC-5.2.4.5 it is a root now, with all that lies on it
            if not self.covered >> kid & 1:
                self._discard(kid)  # FC-5.2.4.4 the eater among them
        if below >= 0:
            self._leave(below, bit)
            # FC-5.2.4.6 what the food preyed on stays, unless agreed otherwise
            if self.rules.lone_discard and self.parent[below] < 0 and not self.children[below]:
                self._discard(below)

    def _take_token(self, seat: int, owner: int, bit: int) -> None:
        """The token on what *seat* eats."""
        self.own[owner] ^= bit  # FC-5.2.4.2 an own one goes home, another is captured
        if owner == seat:
            self.supply[seat] += 1
            return
        captured, mine, theirs = self.captured, seat * self.players + owner, owner * self.players + seat
        captured[mine] += 1
        if self.events is not None:
            self.events.append(("capture", seat, owner))
        while captured[mine] and captured[theirs]:  # FC-5.2.4.3 two players do not hold a token of each other
            captured[mine] -= 1
            captured[theirs] -= 1
            self.supply[seat] += 1
            self.supply[owner] += 1
            if self.events is not None:
                self.events.append(("exchange", seat, owner))
        # FC-8.3 at once, and no refill follows
        if not self.supply[owner] and not self.own[owner] and self.rules.ends_on_loss:
            self.ended = "FC-8.3"

    def _back_off(self, _: int, node: int) -> None:
        """The card to the discard pile, the token home, and no card drawn."""
        self.passes = 0  # FC-5.3.2
        if self.events is not None:
            self.events.append(("back off", self.seat, self.cards.node_name(node)))
        self._discard(node)

    def _chase(self, _: int, node: int) -> None:
        """A swarm and its target are discarded; then a card is drawn."""
        self.passes = 0  # FC-6.4
        if self.events is not None:
            self.events.append(("chase", self.seat, self.cards.node_name(node)))
        self.discard.append(self.cards.swarm)
        self._discard(node)
        self._trade(self.cards.swarm)

    def _switch(self, kind: int, node: int) -> None:
        """A card of the hand takes the place of one of the table, which goes to the hand; no card is drawn."""
        cards, seat = self.cards, self.seat  # FC-5.4.1
        self.passes = 0
        taken, food, owner, bit = cards.kind_of[node], self.parent[node], self.owner[node], 1 << node
        new = self.lay(kind)
        if self.events is not None:
            self.events.append(("switch", seat, cards.node_name(node), cards.node_name(new)))
        self.table ^= bit
        self.parent[new], self.owner[new] = food, owner
        if owner < 0:
            self.starts ^= bit | 1 << new
        else:
            self.own[owner] ^= bit | 1 << new  # FC-5.4.3 the token stays on the place
            if food >= 0:
                self.strong &= ~bit
                self.children[food] ^= bit | 1 << new
                self.judge(food)
        self._forget(seat, kind)
        self.hands[seat] = self.hands[seat].without[kind].plus[taken]
        self._know(seat, taken)

    def _pass(self, kind: int, _: int) -> None:
        """Discard a card, and draw one; with an empty hand, nothing."""
        self.passes += 1  # FC-5.5.1
        if self.events is not None:
            self.events.append(("pass", self.seat, "" if kind == NOTHING else self.cards.ids[kind]))
        if kind != NOTHING:
            self.discard.append(kind)
            self._trade(kind)

    # --- between turns ----------------------------------------------------------------------------------------------

    def refill(self) -> None:
        """Turn up start cards while there are too few trees, and cards to begin one with."""
        cards, organisms, deck = self.cards, self.cards.organisms, self.deck  # FC-7.1
        while self.trees < self.enough and deck:
            if deck[-1] >= organisms and min(deck) >= organisms:
                break  # FC-3.4 the whole remaining deck is bonus cards
            kind = deck.pop()
            if kind < organisms:
                node = self.lay(kind)
                self.starts |= 1 << node
                self.parent[node] = self.owner[node] = -1
                self.trees += 1
            elif self.rules.reshuffles:
                self.aside += (kind,)  # FC-3.4 it will be shuffled in again
            else:
                deck.insert(0, kind)  # FC-3.4 it goes to the bottom
                self.bottom = min(self.bottom + 1, len(deck))
            if self.events is not None:
                self.events.append(("turn up", cards.ids[kind]))

    def _check_end(self) -> None:
        """End the game if it is over, which needs an empty deck or the loss of all tokens."""
        if self.ended:
            pass
        # FC-8.2 all players have passed in a row, and all hands are empty
        elif self.passes >= self.players and self.rules.stall_end and not any(hand.kinds for hand in self.hands):
            self.ended = "FC-8.2"
        # FC-8.1 all players can only pass; as long as a token is on the table, its owner can back off
        elif not any(self.own) and not any(map(self._can_do_something, range(self.players))):
            self.ended = "FC-8.1"
        else:
            return
        scoring.close_game(self)

    def _can_do_something(self, seat: int) -> bool:
        turn, self.seat = self.seat, seat
        first = self.legal_actions()[0]
        self.seat = turn
        return first < PASS

    def _chance(self, action: int, lower: int) -> None:
        """One of `_outcomes`."""
        if action >= RANSOM:
            scoring.pay_ransom(self, lower)
            return
        self.deck.insert(len(self.deck) - lower, self.aside[0])  # FC-3.4
        self.aside = self.aside[1:]
        if not self.aside:
            self.seat = (self.turn + 1) % self.players

    # --- what it comes to -------------------------------------------------------------------------------------------

    def scores(self) -> tuple[int, ...]:
        return scoring.scores(self)

    def score_changes(self, legal: Sequence[Any], rng: Rng | None) -> ScoreChanges:
        if self.rules.ransom or self.rules.reshuffles:
            return (None,) * len(legal), resampled(self, rng)  # FC-3.4, FC-9.4 chance may follow
        if rng is not None:
            rng.draw(view.hidden_draws(self, self.seat))  # all that scores is open
        return scoring.score_changes(self, legal), self

    def returns(self) -> tuple[float, ...]:
        return scoring.returns(self)

    def progress(self) -> tuple[int, ...]:
        """A game that is over stays over.

        Hunting, chasing, passing with cards and the refill remove cards from deck and hands for good; eating and
        backing off remove them from the table; all switches change the levels in the hands in one direction; chance
        uses up the cards set aside or owed. Only passing with an empty hand remains: in a row each player does so at
        most once, since by then all hands are empty, or a player has no other action.
        """
        held = [kind for hand in self.hands for kind in hand.kinds]  # FC-I-26
        levels = sum([self.cards.levels[kind] for kind in held])
        return (
            not self.ended,
            len(self.deck) + len(self.aside) + len(held),
            self.table.bit_count(),
            levels * self.rules.switch_sign,
            len(self.aside) + len(self.ransoms),
            -self.passes,
        )

    def chance(self, rng: Rng) -> int:
        if self.ransoms:
            return RANSOM + rng.pick(self.piles[self.ransoms[0][1]])
        return SHUFFLE_IN + rng.below(len(self.deck) + 1)

    # --- who may know what --------------------------------------------------------------------------------------------

    def resample_hidden(self, seat: int, rng: Rng) -> None:
        view.resample_hidden(self, seat, rng)

    def observation(self, seat: int) -> Json:
        return view.observation(self, seat)

    def zones(self, seat: int | None) -> dict[str, list[Json]]:
        return view.zones(self, seat)

    def dump(self) -> Json:
        return view.dump(self)


#: What the actor does, by the upper bits of the action.
_DEEDS: tuple[Callable[[FoodChainState, int, int], None], ...] = (
    FoodChainState._hunt,
    FoodChainState._eat,
    FoodChainState._back_off,
    FoodChainState._chase,
    FoodChainState._switch,
    FoodChainState._pass,
)
