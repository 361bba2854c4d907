"""Pocket Cats: the turns, with the legal actions and their effects; see `actions` for the numbers."""

from collections.abc import Sequence
from typing import Any

from pawprint.games.pocket_cats import view
from pawprint.games.pocket_cats.actions import (
    AFTER,
    BEFORE,
    CHOOSE,
    CHOOSING,
    EXCHANGING,
    LAY,
    LAYING,
    LOOK,
    LOOKING,
    OVER,
    PASS,
    REVEALING,
    REVIVE,
    SWAP,
    TURN,
    TURNING,
    choices,
    place_name,
    turns,
)
from pawprint.games.pocket_cats.cards import CENTRE, DOG, PLACES
from pawprint.games.pocket_cats.events import emit_bites, emit_claims
from pawprint.games.pocket_cats.legality import why_not
from pawprint.games.pocket_cats.lookahead import score_changes
from pawprint.games.pocket_cats.options import CatsVariant
from pawprint.games.pocket_cats.scoring import bites, claims, result_of, shares
from pawprint.games.pocket_cats.table import CatsTable
from pawprint.rules.engine import END, Action, Json, Rng, ScoreChanges, resampled

#: Face down at the beginning; no list of hidden places is ever changed, so that all games have the same one.
_AROUND_CENTRE = [place for place in range(PLACES) if place != CENTRE]
#: More than any number of hidden tiles.
_ALL_HIDDEN = PLACES + 1


class CatsState(CatsTable):
    """The state of a game."""

    __slots__ = ()

    def __init__(self, rules: CatsVariant, deals: tuple[Json, ...], first: int) -> None:
        super().__init__(rules, deals, first)
        self.begin()

    # --- the beginning --------------------------------------------------------------------------------------

    def begin(self) -> None:
        """The game number `game`: clans are chosen, or known already."""
        self.clear()
        deal = self.deals[self.game]
        if "clans" in deal:
            self.hands = ((), ())
            self.clans = [self.rules.clan_number[name] for name in deal["clans"]]
            self.lay_out()
        else:
            self.hands = self.rules.hands(deal, self.first)
            self.phase = CHOOSING
            self.queue = (self.first, 1 - self.first)
            self.set_legal()

    def choose(self, clan: int) -> None:
        """PC-2.1, PC-2.2, PC-2.3: take a clan."""
        seat, other = self.seat, 1 - self.seat
        self.clans[seat] = clan
        if self.events is not None:
            self.emit("choose", seat, self.rules.cards.clans[clan].id)
        self.queue = self.queue[1:]
        if not self.queue:
            self.lay_out()
            return
        if self.rules.mode != "limited":  # PC-2.5: the two clans differ; PC-2.3: the cards that are left are given on
            left = tuple([card for card in self.hands[seat] if card != clan])
            self.hands = (left, ()) if seat else ((), left)
        self.seat = other
        self.set_legal()

    def lay_out(self) -> None:
        """PC-2.6: the tiles of both clans, prey and dogs, face down; PC-2.7: the one in the middle is turned up."""
        deal = self.deals[self.game]
        # From now on the order is on the table; kept here too, it would be visible in the state.
        self.deals = tuple([{"rotations": one["rotations"]} if one is deal else one for one in self.deals])
        self.meet()
        tiles = self.pairing.tiles
        self.square = [*map(tiles.__getitem__, deal["order"])]
        self.up[CENTRE] = 1
        self.hidden = _AROUND_CENTRE
        self.turned = self.rules.rotations(deal["rotations"])
        if self.rules.lays_dogs:
            centre = self.square[CENTRE]  # PC-2.8: no player reveals it, so chance has turned it
            self.turned = [turned if tile == centre else 0 for tile, turned in enumerate(self.turned)]
        self.seat = self.first
        self.phase, self.legal = REVEALING, self.hidden

    # --- what an engine must answer -------------------------------------------------------------------------

    def actor(self) -> int:
        return self.seat if self.phase else END

    def legal_actions(self) -> Sequence[int]:
        return self.legal

    def why_not(self, action: Action) -> str:
        return why_not(self, action)

    def apply(self, action: Action) -> None:
        number: int = action  # type: ignore[assignment]
        square, up = self.square, self.up
        # Nine of ten actions are these two, and a call for each would make them a fifth slower.
        if number < SWAP:  # PC-3.1: turn a tile face up
            up[number] = 1
            self.at = number
            tile = square[number]
            self.phase = EXCHANGING
            self.legal = self.moves[self.seat][tile][number]  # PC-3.2
            if self.special[tile] or self.events is not None:
                self.revealed(tile, number)
        elif number < LOOK:  # PC-3.2, PC-3.3: exchange the revealed tile; PC-3.4: faces and rotations go along
            here, there = self.at, number % PLACES
            if self.events is not None:
                self.emit_exchange(here, there)
            square[here], square[there] = square[there], square[here]
            gone = here
            if not up[there]:
                up[here], up[there] = 0, 1
                gone = there
            self.hidden = hidden = self.hidden.copy()
            hidden.remove(gone)
            if self.looked and hidden and self.pairing.looks[self.seat]:
                self.offer_look()
                return
            # PC-2.9: turns alternate
            self.seat ^= 1
            self.phase, self.legal = REVEALING, hidden
            if not hidden:
                self.finish()  # PC-3.6: every tile is face up
        elif number < PASS:
            self.look(number - LOOK)
        elif number == PASS:
            self.leave_it()
        elif number < LAY:
            self.choose(number - CHOOSE)
        elif number < TURN:
            self.lay(*divmod(number - LAY, 4))
        elif number < REVIVE:
            self.turn(*divmod(number - TURN, 4))
        else:
            self.revive(number - REVIVE)

    def scores(self) -> tuple[int, int]:
        """Points of the games that are over, and what the tiles that are face up would pay if this one ended now."""
        now = self.result
        if now is None and self.phase != CHOOSING:
            up = self.up[:]
            for _, place in bites(self.pairing, self.square, up, self.turned) if self.phase > AFTER else ():
                up[place] = 0
            now = result_of(self.pairing, claims(self.pairing, self.square, up))
        one, two = now.points if now else (0, 0)
        for past, _ in self.earlier:
            one, two = one + past.points[0], two + past.points[1]
        return one, two

    def score_changes(self, legal: Sequence[Any], rng: Rng | None) -> ScoreChanges:
        changes = score_changes(self, legal, rng)
        if changes is None:
            return (None,) * len(legal), resampled(self, rng)
        return changes, self

    def returns(self) -> tuple[float, float]:
        """PC-4.4 to PC-4.6; before the end, as if it came now."""
        ended = self.earlier if self.result is None else (*self.earlier, (self.result, self.pairing.ties))
        judges = {judge for _, judge in ended if judge >= 0}
        # PC-4.6: the player who had the clan that wins ties in either game; if both had it, neither wins them.
        judge = judges.pop() if len(judges) == 1 else -1
        prey = [sum(len(result.prey[seat]) for result, _ in ended) for seat in (0, 1)]
        return shares(self.scores(), prey, judge)

    def observation(self, seat: int) -> Json:
        return view.observation(self, seat)

    def chance(self, rng: Rng) -> Action:
        raise AssertionError("all chance is in the deal")

    def zones(self, seat: int | None) -> dict[str, list[Json]]:
        return view.zones(self, seat)

    def resample_hidden(self, seat: int, rng: Rng) -> None:
        view.resample_hidden(self, seat, rng)

    def dump(self) -> Json:
        return view.dump(self)

    def progress(self) -> tuple[int, int, int, int]:
        # PC-3.6: each turn reveals one tile, so that games, hidden tiles, phases and decisions of a phase run out.
        hidden = _ALL_HIDDEN if self.phase == CHOOSING else self.up.count(0) - len(self.out)
        return (self.rules.games - self.game, hidden, self.phase, len(self.queue))

    def set_legal(self) -> None:
        """What may be decided in this phase; a turn sets the two most common answers itself."""
        legal: Sequence[int] = ()
        if self.phase == CHOOSING:
            legal = choices(self.hands[self.seat])
        elif self.phase == LAYING:  # PC-2.8, the option: any of the four ways
            legal = [LAY + 4 * self.square[self.at] + turned for turned in range(4)]
        elif self.phase == TURNING:
            legal = turns((self.square[self.at],), self.pairing.effects[self.seat].amount)
        elif self.phase == LOOKING:
            legal = [LOOK + place for place in self.hidden]
            legal.append(PASS)
        elif self.phase == REVEALING:
            legal = self.hidden
        elif self.phase == EXCHANGING:
            legal = self.moves[self.seat][self.square[self.at]][self.at]  # PC-3.2
        elif self.phase == BEFORE:
            legal = turns(self.dogs_to_turn(), self.pairing.effects[self.seat].amount)
        elif self.phase == AFTER:
            mine = [place for place in self.out if self.pairing.side[self.square[place]] == self.seat]
            legal = [REVIVE + cat for cat in sorted(self.square[place] for place in mine)]
        self.legal = legal
        if self.partial and self.phase == EXCHANGING:
            self.leave_out_holes()

    # --- a turn ---------------------------------------------------------------------------------------------

    def revealed(self, tile: int, place: int) -> None:
        """The rare consequences of revealing a tile: events, dogs that are turned, places without a tile."""
        if self.events is not None:
            self.emit("reveal", self.seat, self.rules.cards.ids[tile], place_name(place))
        if self.special[tile] and self.pairing.kind[tile] == DOG:
            self.dog_shown()
        elif self.partial:
            self.leave_out_holes()

    def leave_out_holes(self) -> None:
        """In an example with places where no tile lies, nothing is exchanged with these."""
        nothing = len(self.rules.cards.ids)
        self.legal = tuple([action for action in self.legal if self.square[action % PLACES] != nothing])

    # --- permanent effects (PC-3.5) -------------------------------------------------------------------------

    def dog_shown(self) -> None:
        """A dog is face up, and a seat may turn it before it is exchanged."""
        if self.rules.lays_dogs:  # PC-2.8, the option
            self.phase = LAYING
            self.set_legal()
        else:
            self.offer_turn()

    def lay(self, dog: int, turned: int) -> None:
        """PC-2.8, the option: the player who reveals a dog turns it."""
        self.turned[dog] = turned
        self.emit("lay", self.rules.cards.ids[dog], turned)
        self.offer_turn()

    def offer_turn(self) -> None:
        """PC-3.5, 7.3: a player with the power may turn the dog just revealed."""
        effect = self.pairing.effects[self.seat]
        mine = effect.does == "turn-dog" and effect.timing == "permanent"
        self.phase = TURNING if mine and not (effect.once and self.spent[self.seat]) else EXCHANGING
        self.set_legal()

    def turn(self, dog: int, by: int) -> None:
        """Turn a dog: just revealed (7.3), or before the dogs attack (PC-5.5)."""
        self.turned[dog] = (self.turned[dog] + by) % 4
        if self.events is not None:
            self.emit("turn", self.seat, self.rules.cards.ids[dog], by)
            self.emit("power", self.pairing.clans[self.seat].id, "turn-dog")
        if self.phase == TURNING:
            self.spent[self.seat] = True
        self.leave_it()

    def offer_look(self) -> None:
        """PC-3.5, 7.3: a player with the power may look at a face-down tile at the end of the turn."""
        self.phase = LOOKING
        self.queue = (self.seat,) * self.pairing.looks[self.seat]
        self.set_legal()

    def look(self, place: int) -> None:
        """7.3: look at a face-down tile in secret."""
        assert self.looked is not None
        self.looked[self.seat] |= 1 << self.square[place]  # and knows that tile wherever it goes
        if self.events is not None:
            self.emit("look", self.seat, place_name(place))
            self.emit("power", self.pairing.clans[self.seat].id, "peek")
        self.leave_it()

    def leave_it(self) -> None:
        """A power has been used once, or is not used."""
        self.queue = self.queue[1:]
        if self.phase == TURNING:
            self.phase = EXCHANGING
        elif self.phase == BEFORE:
            self.before_dogs()
            return
        elif not self.queue:
            self.seat ^= 1  # the turn is over
            self.phase, self.legal = REVEALING, self.hidden
            return
        self.set_legal()

    # --- the end --------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """PC-4: the end of the game begins."""
        self.phase, self.at = BEFORE, -1
        self.queue = self.pairing.before[self.first]
        self.before_dogs()

    def before_dogs(self) -> None:
        """PC-4.0, PC-5.5: a player with the power may turn one dog."""
        while self.queue:
            self.seat = self.queue[0]
            self.set_legal()
            if len(self.legal) > 1:
                return
            self.queue = self.queue[1:]  # no dog that may be turned
        self.attack()

    def attack(self) -> None:
        """PC-4.1: the dogs attack; PC-4.1b: what follows that."""
        hits = bites(self.pairing, self.square, self.up, self.turned)
        if self.events is not None:
            emit_bites(self, hits)
        if hits:
            out = {place for _, place in hits}
            for place in out:
                self.up[place] = 0
            self.out = tuple(sorted(out))
        self.phase = AFTER
        self.queue = self.pairing.after[self.first]
        self.after_dogs()

    def after_dogs(self) -> None:
        """PC-4.1b, 7.3: a player with the power turns an own eliminated cat up again."""
        while self.queue:
            self.seat = self.queue[0]
            self.set_legal()
            if self.legal:
                return
            self.queue = self.queue[1:]  # no cat to be revived
        self.capture()

    def revive(self, cat: int) -> None:
        """PC-4.1b, 7.3: an eliminated cat is face up again."""
        place = self.square.index(cat)
        self.up[place] = 1
        self.out = tuple([other for other in self.out if other != place])
        self.emit("revive", self.seat, self.rules.cards.ids[cat])
        self.emit("power", self.pairing.clans[self.seat].id, "revive")
        self.queue = self.queue[1:]
        self.after_dogs()

    def capture(self) -> None:
        """PC-4.2, PC-4.3: the prey is captured, points are counted; PC-2.3: then perhaps a second game."""
        claimed = claims(self.pairing, self.square, self.up)
        self.result = result_of(self.pairing, claimed)
        if self.events is not None:
            emit_claims(self, claimed)
        self.phase, self.legal, self.queue = OVER, (), ()
        if self.game + 1 < len(self.deals):
            self.earlier = (*self.earlier, (self.result, self.pairing.ties))
            self.game += 1
            self.first = 1 - self.first  # PC-2.3: the other one chooses first
            self.begin()
