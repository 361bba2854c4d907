"""The rules of Mine, so that Pawprint can play it: with bots, in scenarios, and with you in `pawprint preview`.

Each line that carries out a rule names it, as in NG-2. The numbers of the rules:

NG-1  Each player has a row. The night cards are the pile.
NG-2  In your turn, turn the top card of the pile and lay it into your row.
NG-3  After a spark you turn the next card at once. After any other card you go on, or stop.
NG-4  When you stop, your row gives its lights: one more for each lantern if there are dancers (for each of these), and
      one more if the last card is a swarm. Then discard the row.
NG-5  With the second danger your row gives nothing, and is shuffled into the pile with all discarded cards.
NG-6  When the pile is used up, the discarded cards are the new pile. If there are none, you stop.
NG-7  When somebody has enough lights, or it dawns, finish the round. The player with the most lights wins; between
      equals, the one further from the first player.
"""

from collections.abc import Iterator
from typing import ClassVar

from pawprint.play.zone_rules import CHANCE, END, NUMBER, PIECE, SEAT, Rng, RuleNumber, Zone, ZoneRules, ZoneState


class NightRules(ZoneRules):
    """The game for bots and people."""

    id = "mine"
    players = range(2, 5)
    longest = 4000  # actions: no game has more
    components = ("night",)
    zones = (
        Zone("pile", seen="hidden", pile=True, titles={"en": "Pile", "fr": "Pioche"}),
        Zone("discard", pile=True, titles={"en": "Discarded", "fr": "Défausse"}),
        Zone("row", each=True, titles={"en": "Row", "fr": "Rangée"}),
    )
    numbers: ClassVar = {
        "goal": RuleNumber(25, "NG-7", "lights that end the game"),
        "rounds": RuleNumber(12, "NG-7", "rounds until it dawns"),
    }
    implements = ("NG-1", "NG-2", "NG-3", "NG-4", "NG-5", "NG-6", "NG-7")
    events: ClassVar = {"turned": (SEAT, PIECE), "stopped": (SEAT, NUMBER), "fled": (SEAT,)}

    def deal(self, state: ZoneState, rng: Rng) -> None:
        """All cards are in the first zone, the pile (NG-1)."""
        state.values["round"] = 1

    def actions(self, state: ZoneState) -> Iterator[str]:
        """What the player `state.seat` may do (NG-2, NG-3)."""
        row = state.zone("row", state.seat)
        if state.zone("pile") or state.zone("discard"):
            yield "turn"
            if row and row[-1] != "spark":
                yield "stop"
        else:  # NG-6
            yield "stop"

    def refusal(self, state: ZoneState, action: str) -> str:
        """Why an action is not allowed now, after the number of the rule."""
        if action == "stop":
            return "NG-3: You stop after a card that is no spark."
        return "NG-6: No card is left."

    def outcomes(self, state: ZoneState) -> Iterator[str]:
        """Where chance is to decide: which card is on top of the pile (NG-2)."""
        for card in state.zone("pile"):
            yield f"turned {card}"

    def act(self, state: ZoneState, action: str) -> None:
        """Do an action. `state.seat` is who acts next: a player, CHANCE, or END."""
        if action == "turn":
            if not state.zone("pile"):  # NG-6
                state.move_all(state.zone("discard"), state.zone("pile"))
            state.values["player"] = state.seat
            state.seat = CHANCE
        elif action == "stop":
            self.stop(state, state.seat)
        else:
            self.turned(state, state.values["player"], action.removeprefix("turned "))

    def turned(self, state: ZoneState, player: int, card: str) -> None:
        """A card lies in the row of the player."""
        row = state.zone("row", player)
        state.move(card, state.zone("pile"), row)
        state.emit("turned", player, card)
        state.seat = player
        if sum(self.cards[one]["kind"] == "hush" for one in row) == 2:  # NG-5
            state.emit("fled", player)
            state.move_all(row, state.zone("pile"))
            state.move_all(state.zone("discard"), state.zone("pile"))
            self.end_turn(state, player)

    def stop(self, state: ZoneState, player: int) -> None:
        """The row gives its lights (NG-4)."""
        row = state.zone("row", player)
        lights = sum(self.cards[card]["lights"] for card in row)
        lights += row.count("dancers") * row.count("lantern")
        lights += row[-1:] == ["swarm"]
        state.points[player] += lights
        state.emit("stopped", player, lights)
        state.move_all(row, state.zone("discard"))
        self.end_turn(state, player)

    def end_turn(self, state: ZoneState, player: int) -> None:
        """The next player acts, unless the game is over (NG-7)."""
        state.seat = state.next_seat(player)
        if state.seat == 0:
            enough = max(state.points) >= self.numbers["goal"].value
            if enough or state.values["round"] == self.numbers["rounds"].value:
                state.seat = END
            else:
                state.values["round"] += 1

    def ranking(self, state: ZoneState, seat: int) -> tuple[int, int]:
        """By this the players are compared at the end (NG-7)."""
        return state.points[seat], seat

    def question(self, state: ZoneState) -> dict[str, str]:
        """What the player decides, in each language, after the number of the rule."""
        if "stop" in state.legal_actions():
            return {"en": "NG-3: Go on, or stop?", "fr": "NG-3: Continuer, ou s'arrêter ?"}
        return {"en": "NG-2: Turn a card.", "fr": "NG-2: Retournez une carte."}

    def says(self, state: ZoneState, action: str) -> dict[str, str]:
        """The words of buttons, in each language; other actions are shown as they are."""
        return {
            "turn": {"en": "Turn a card", "fr": "Retourner une carte"},
            "stop": {"en": "Stop", "fr": "S'arrêter"},
        }.get(action, {})
