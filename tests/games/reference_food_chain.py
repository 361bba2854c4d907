"""Food Chain once more, as slowly and plainly as the rules are written, to be held against the engine.

It knows the catalog's records and what `told` reads from a state, and nothing else of the engine.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from pawprint.catalog.model import Game
from pawprint.play.language.data_state import DataState

Json = Any

#: What is told and the order of which means nothing.
PILES = ("discard", "aside")


def plain_state(state: DataState) -> Json:
    """All of a state but what players know, in plain words; the first card of the deck is on top."""
    zones, values, names, seats = state.contents, state.values, state.program.node_names, range(state.players)
    below = {node: names[food] if (food := state.below[node]) >= 0 else "" for node in state.zone("table")}
    return {
        "actor": state.actor(), "ended": values["ended"], "passes": values["passes"],
        "deck": zones["deck"][::-1], "aside": zones["aside"], "discard": zones["discard"],
        "hands": [zones[f"hand {seat}"] for seat in seats], "piles": [zones[f"pile {seat}"] for seat in seats],
        "table": [[names[node], food, state.token[node]] for node, food in below.items()],
        "supply": [values[f"supply {seat}"] for seat in seats],
        "captured": [[values[f"captured {seat} {other}"] for other in seats] for seat in seats],
    }  # fmt: skip


class Reference:
    """The rules, with the cards of a catalog.

    Args:
        chosen: a value for every option.
    """

    def __init__(self, game: Game, chosen: Mapping[str, Any]) -> None:
        self.chosen = chosen
        self.organisms = {record.id: record for record in game.pieces("organisms")}
        self.starts = {2: 3, 3: 4, 4: 4}  # FC-3.3

    # --- words ----------------------------------------------------------------------------------------------------

    def level(self, card: str) -> int:
        return int(self.organisms[card]["level"]) if card in self.organisms else 6  # FC-1.8

    def eats(self, hunter: str, food: str) -> bool:
        if food not in self.organisms:
            return False
        if hunter == "huntsman":
            return True
        if hunter not in self.organisms:
            return False
        shows = food in [prey.id for prey in self.organisms[hunter]["prey"]]
        shown = hunter in [other.id for other in self.organisms[food]["predators"]]
        return shows and (shown or self.chosen["hunt_match"] == "hunter")

    # --- what is legal ----------------------------------------------------------------------------------------------

    def legal(self, state: Json) -> set[str]:
        """All that may be done, in the words of the log."""
        if state["ended"]:
            return set()
        deeds = set(self.deeds(state, state["actor"]))
        hand = state["hands"][state["actor"]]
        passes = {f"discard {card}" for card in hand} or {"pass"}
        if not hand and not self.chosen["stall_end"] and deeds:
            return deeds
        return deeds | passes

    def deeds(self, state: Json, seat: int) -> Iterator[str]:
        """All that *seat* could do but pass."""
        table = Table(state)
        hand = state["hands"][seat]
        for card in hand:
            for food in table.cards:
                if state["supply"][seat] > 0 and self.eats(card, table.kind(food)):
                    yield f"hunt {food} with {card}"
        for node in table.cards:
            if table.owner[node] == seat and not table.above(node):
                yield f"back off {node}"
                if self.may_eat(table, node):
                    yield f"eat {table.food[node]} with {node}"
            if "swarm" in hand and not table.above(node) and self.chased(table, node):
                yield f"chase {node} away"
            for card in hand:
                if not table.above(node) and self.switched(table, node, card, seat):
                    yield f"switch {node} for {card}"

    def may_eat(self, table: "Table", node: str) -> bool:
        food, owner, level = table.food[node], table.owner[node], self.level(table.kind(node))
        if not food or (table.kind(node) == "huntsman" and not self.chosen["huntsman_can_eat"]):
            return False
        others = [other for other in table.above(food) if other != node]
        mine = sorted([self.level(table.kind(other)) for other in others if table.owner[other] == owner], reverse=True)
        if self.chosen["own_predators_block"] and any(other >= level for other in mine):
            return False
        for rival in {table.owner[other] for other in others} - {owner}:
            theirs = [self.level(table.kind(other)) for other in others if table.owner[other] == rival]
            theirs.sort(reverse=True)
            if theirs[0] > level:
                return False
            if theirs[0] == level and (self.chosen["eat_tie"] == "blocked" or not greater([level, *mine], theirs)):
                return False
        return True

    def chased(self, table: "Table", node: str) -> bool:
        kind = table.kind(node)
        if self.chosen["swarm_target"] == "predator":
            return table.owner[node] >= 0
        return kind == "huntsman" or self.organisms[kind]["nature"] != "plant"

    def switched(self, table: "Table", node: str, card: str, seat: int) -> bool:
        kind, owner, food = table.kind(node), table.owner[node], table.food[node]
        if kind not in self.organisms or card not in self.organisms:
            return False
        if owner >= 0:
            own_allowed = self.chosen["switch_token"] == "own" and self.chosen["switch_target"] == "any"
            if owner != seat or not own_allowed:
                return False
        if food and self.chosen["switch_must_match"] and not self.eats(card, table.kind(food)):
            return False
        if self.chosen["switch_direction"] == "higher":
            return self.level(kind) > self.level(card)
        return self.level(kind) < self.level(card)

    # --- what it does -----------------------------------------------------------------------------------------------

    def after(self, before: Json, words: str) -> Json:
        """What is told after an action of a player; chance has nothing to do with it."""
        state = deepcopy(before)
        seat, table = state["actor"], Table(state)
        verb, _, rest = words.partition(" ")
        players = len(state["hands"])
        state["passes"] = state["passes"] + 1 if verb in ("pass", "discard") else 0
        if verb == "hunt":
            food, card = rest.split(" with ")
            table.put(card, food, seat)
            state["supply"][seat] -= 1
            self.play(state, seat, card)
        elif verb == "eat":
            self.eat(state, table, seat, rest.split(" with ")[0])
        elif verb == "back":
            table.discard(state, rest.removeprefix("off "))
        elif verb == "chase":
            table.discard(state, rest.removesuffix(" away"))
            state["discard"].append("swarm")
            self.play(state, seat, "swarm")
        elif verb == "switch":
            node, card = rest.split(" for ")
            food, owner = table.food[node], table.owner[node]
            table.take(node)
            table.put(card, food, owner)
            state["hands"][seat].remove(card)
            state["hands"][seat].append(table.kind(node))
        elif verb == "discard":
            state["discard"].append(rest)
            self.play(state, seat, rest)
        if not state["ended"]:
            while table.trees() < self.starts[players] and any(card in self.organisms for card in state["deck"]):
                card = state["deck"].pop(0)
                if card in self.organisms:
                    table.put(card, "", -1)
                elif self.chosen["bonus_as_start"] == "bottom":
                    state["deck"].append(card)
                else:
                    state["aside"].append(card)
        table.write(state)
        if state["aside"]:
            state["actor"] = -1
            return state
        if not state["ended"] and not state["deck"]:
            stalled = state["passes"] >= players and not any(state["hands"])
            if stalled and self.chosen["stall_end"]:
                state["ended"] = "FC-8.2"
            elif not any([*self.deeds(state, other)] for other in range(players)):
                state["ended"] = "FC-8.1"
        state["actor"] = -2 if state["ended"] else (seat + 1) % players
        if state["ended"]:
            for node, owner in table.owner.items():
                if owner >= 0:
                    state["supply"][owner] += 1
                    table.owner[node] = -1
            table.write(state)
        return state

    def play(self, state: Json, seat: int, card: str) -> None:
        state["hands"][seat].remove(card)
        if state["deck"]:
            state["hands"][seat].append(state["deck"].pop(0))

    def eat(self, state: Json, table: "Table", seat: int, food: str) -> None:
        below, owner, above = table.food[food], table.owner[food], table.above(food)
        state["piles"][seat].append(table.kind(food))
        captured = state["captured"]
        if owner == seat:
            state["supply"][seat] += 1
        elif owner >= 0:
            captured[seat][owner] += 1
            if captured[owner][seat]:
                captured[owner][seat] -= 1
                captured[seat][owner] -= 1
                state["supply"][owner] += 1
                state["supply"][seat] += 1
            if self.chosen["end_on_token_loss"] and sum(row[owner] for row in captured) == 4:
                state["ended"] = "FC-8.3"
        for node in above:
            if not table.above(node):
                table.discard(state, node)
            else:
                table.food[node] = ""
        table.take(food)
        alone = below and not table.food[below] and not table.above(below)
        if alone and self.chosen["lone_remainder"] == "discard":
            table.discard(state, below)

    # --- what it comes to -------------------------------------------------------------------------------------------

    def scores(self, state: Json) -> tuple[int, ...]:
        totals = []
        for seat, pile in enumerate(state["piles"]):
            total = sum(int(self.organisms[card]["points"]) for card in pile)
            if not self.chosen["token_ransom"]:
                total += sum(state["captured"][seat])
                if self.chosen["token_score"] == "all":
                    total += 4 - sum(row[seat] for row in state["captured"])
            totals.append(total)
        return tuple(totals)

    def winners(self, state: Json) -> set[int]:
        scores = self.scores(state)
        second = {
            "shared": [0 for _ in scores],
            "most_cards": [len(pile) for pile in state["piles"]],
            "most_captured": [sum(row) for row in state["captured"]],
        }[self.chosen["tie_break"]]
        totals = [(score, second[seat]) for seat, score in enumerate(scores)]
        return {seat for seat, total in enumerate(totals) if total == max(totals)}


class Table:
    """The cards on the table by name: what each preys on, and whose it is."""

    def __init__(self, state: Json) -> None:
        self.cards = [name for name, _, _ in state["table"]]
        self.food = {name: food for name, food, _ in state["table"]}
        self.owner = {name: owner for name, _, owner in state["table"]}

    def kind(self, node: str) -> str:
        return node.partition("#")[0]

    def above(self, node: str) -> list[str]:
        return [other for other in self.cards if self.food[other] == node]

    def trees(self) -> int:
        return [*self.food.values()].count("")

    def put(self, card: str, food: str, owner: int) -> None:
        number = 0
        while f"{card}#{number}" in self.cards:
            number += 1
        name = f"{card}#{number}"
        self.cards.append(name)
        self.food[name], self.owner[name] = food, owner

    def take(self, node: str) -> None:
        self.cards.remove(node)
        del self.food[node], self.owner[node]

    def discard(self, state: Json, node: str) -> None:
        state["discard"].append(self.kind(node))
        if self.owner[node] >= 0:
            state["supply"][self.owner[node]] += 1
        self.take(node)

    def write(self, state: Json) -> None:
        state["table"] = [[name, self.food[name], self.owner[name]] for name in self.cards]


def greater(mine: list[int], theirs: list[int]) -> bool:
    """FC-5.2.3: the first difference decides; where there is none, the longer list."""
    for one, other in zip(mine, theirs, strict=False):
        if one != other:
            return one > other
    return len(mine) > len(theirs)


def compared(state: Json) -> Json:
    """What is told, without the order of cards."""
    said = dict(state)
    for pile in PILES:
        said[pile] = Counter(said[pile])
    said["hands"] = [Counter(hand) for hand in said["hands"]]
    said["piles"] = [Counter(pile) for pile in said["piles"]]
    said["table"] = {tuple(line) for line in said["table"]}
    return said
