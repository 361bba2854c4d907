"""Food Chain, rule by rule: each a small situation, written as a scenario. The worked examples are in the catalog."""

from textwrap import dedent

import pytest

from games.conformance import game_of
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.play import scenario
from pawprint.source import reader

#: A forest small enough to keep in the head; predators are the prey lists read backwards.
FOREST = """
    game: food-chain
    fixture:
      leaves: {level: 1, points: 5, nature: plant}
      snail: {level: 1, points: 4, prey: [leaves]}
      toad: {level: 2, points: 4, prey: [snail]}
      hedgehog: {level: 3, points: 3, prey: [snail, toad]}
      hare: {level: 3, points: 3, prey: [leaves]}
      boar: {level: 4, points: 2, prey: [leaves, snail, toad]}
      fox: {level: 4, points: 2, prey: [toad, hedgehog, hare, snail]}
      wolf: {level: 5, points: 1, prey: [hare, boar, fox]}
      huntsman: {copies: 1}
      swarm: {copies: 3}
"""


def problems(text: str, name: str = "rule") -> list[str]:
    """What does not come true of a scenario in that forest."""
    findings = Findings()
    source = Source(name, dedent(FOREST) + dedent(text))
    node = reader.read_yaml(source, findings)
    assert node is not None, [one.message for one in findings]
    read = scenario.scenario_of(node, name, findings)
    if read is not None:
        scenario.check_scenario(read, game_of, findings)
    return [f"{one.span}: {one.message}" for one in findings]


#: Rule -> a scenario that shows it.
RULES = {
    "FC-1.8 the huntsman outranks every level": """
        edition: fr-yannibus
        state:
          players: [red, blue]
          table: [hare, "red: wolf on hare", "blue: huntsman on hare", snail, snail]
        steps:
          - ask: {player: red, action: eat, food: hare, with: wolf}
            expect: {legal: false, reason: FC-5.2.3}
    """,
    "FC-2.3 only free cards are on top": """
        state:
          players: [red, blue]
          table: [snail, "red: toad on snail", "blue: boar on toad", "blue: hare", leaves]
        expect:
          free: ["blue:boar", "blue:hare", leaves]
          table: [snail#0, "red: toad#0 on snail#0", "blue: boar#0 on toad#0", "blue: hare#0", leaves#0]
          trees: 3
          chains: ["snail <- red:toad <- blue:boar", "blue:hare", leaves]
    """,
    "FC-2.6 one's own second predator is no rival, unless agreed otherwise": """
        edition: [fr-yannibus, en-2012]
        state:
          players: [red, blue]
          table: [snail, "red: toad on snail", "red: boar on snail", "red: fox on snail", leaves, leaves]
        steps:
          - which: {player: red, action: eat}
            expect: ["eat snail#0 with toad#0", "eat snail#0 with boar#0", "eat snail#0 with fox#0"]
    """,
    "FC-2.6 agreed otherwise: a higher or equal one blocks": """
        edition: [fr-yannibus, en-2012]
        options: {own_predators_block: true}
        state:
          players: [red, blue]
          table: [snail, "red: toad on snail", "red: boar on snail", "red: fox on snail", leaves, "red: hare on leaves"]
        steps:
          - which: {player: red, action: eat}
            expect: ["eat leaves#0 with hare#0"]
          - ask: {player: red, action: eat, food: snail, with: boar}
            expect: {legal: false, reason: FC-2.6}
    """,
    "FC-2.6 agreed otherwise: a lower one does not block": """
        edition: [fr-yannibus, en-2012]
        options: {own_predators_block: true}
        state:
          players: [red, blue]
          table: [snail, "red: toad on snail", "red: boar on snail", leaves, leaves]
        steps:
          - which: {player: red, action: eat}
            expect: ["eat snail#0 with boar#0"]
    """,
    "FC-3.4 a bonus card turned up goes below the deck, and is replaced": """
        edition: [fr-yannibus, en-2012]
        state:
          players: [red, blue]
          table: ["red: toad", leaves, leaves]
          deck: [swarm, huntsman, hare, fox]
        steps:
          - do: {player: red, action: back off, with: toad}
            expect: {turned_up: [swarm, huntsman, hare], deck: [fox, swarm, huntsman], trees: 3, discard: [toad]}
    """,
    "FC-3.4 a deck of bonus cards stays as it is": """
        state:
          players: [red, blue]
          table: ["red: toad", leaves, leaves]
          deck: [swarm, huntsman]
        steps:
          - do: {player: red, action: back off, with: toad}
            expect: {turned_up: [], deck: [swarm, huntsman], trees: 2, over: false}
    """,
    "FC-3.4 agreed otherwise: the bonus card is shuffled in": """
        options: {bonus_as_start: reshuffle}
        state:
          players: [red, blue]
          table: ["red: toad", leaves, leaves]
          deck: [swarm, huntsman, hare, fox]
        steps:
          - do: {player: red, action: back off, with: toad}
            expect: {turned_up: [swarm, huntsman, hare], deck: [fox], actor: chance}
          - do: shuffle in at 1
            expect: {deck: [fox, swarm], actor: chance}
          - do: shuffle in at 0
            expect: {deck: [huntsman, fox, swarm], actor: blue}
    """,
    "FC-3.6 play is clockwise": """
        state:
          players: [red, blue, green]
          turn: green
          table: [leaves, leaves, leaves, leaves]
          deck: [toad]
        steps:
          - do: pass
            expect: {actor: red}
    """,
    "FC-4.2 passing is always legal": """
        edition: [fr-yannibus, en-2012]
        state:
          players: [red, blue]
          table: [leaves, "red: hare on leaves"]
          hands: {red: [hare, snail, snail]}
        steps:
          - which: {player: red, action: pass}
            expect: [discard hare, discard snail]
          - which: {player: blue}
            expect: [pass]
    """,
    "FC-5.1.1 a card, its food, and an own token": """
        edition: [fr-yannibus, en-2012]
        state:
          players: [red, blue]
          table:
            - leaves
            - red: hare on leaves
            - red: hare on leaves
            - red: snail on leaves
            - red: boar on leaves
            - toad
          hands: {red: [hedgehog, swarm], blue: [boar]}
        steps:
          - ask: {player: red, action: hunt, food: toad, with: hedgehog}
            expect: {legal: false, reason: FC-5.1.1}
          - ask: {player: blue, action: hunt, food: toad, with: fox}
            expect: {legal: false, reason: FC-5.1.1}
          - ask: {player: blue, action: hunt, food: wolf, with: boar}
            expect: {legal: false, reason: FC-5.1.1}
          - ask: {player: red, action: hunt, food: toad, with: swarm}
            expect: {legal: false, reason: FC-6.4}
    """,
    "FC-5.1.2 the hunter's prey list": """
        edition: [fr-yannibus, en-2012]
        state:
          players: [red, blue]
          table: [leaves, toad, hare]
          hands: {red: [boar]}
        steps:
          - which: {player: red, action: hunt}
            expect: ["hunt leaves#0 with boar", "hunt toad#0 with boar"]
          - ask: {player: red, action: hunt, food: hare, with: boar}
            expect: {legal: false, reason: FC-5.1.2}
    """,
    "FC-5.1.3 any card is food, one's own included, and hunted ones too": """
        edition: [fr-yannibus, en-2012]
        state:
          players: [red, blue]
          table: [snail, "red: toad on snail", "blue: fox on toad", "blue: toad", leaves]
          hands: {red: [boar, boar]}
        steps:
          - which: {player: red, action: hunt}
            expect:
              - "hunt leaves#0 with boar"
              - "hunt snail#0 with boar"
              - "hunt toad#0 with boar"
              - "hunt toad#1 with boar"
    """,
    "FC-5.1.4 the card lies on its food with a token, and another is drawn": """
        edition: [fr-yannibus, en-2012]
        state:
          players: [red, blue]
          turn: red
          table: [snail, leaves, leaves]
          hands: {red: [toad, fox]}
          deck: [wolf, hare]
        steps:
          - do: {action: hunt, food: snail, with: toad}
            expect:
              chains: ["snail <- red:toad", leaves, leaves]
              supply: {red: 3}
              hands: {red: [fox, wolf]}
              deck: [hare]
              actor: blue
    """,
    "FC-5.1.5 the huntsman cannot be hunted": """
        edition: [fr-yannibus, en-2012]
        state:
          players: [red, blue]
          table: [snail, "blue: huntsman on snail", leaves]
          hands: {red: [wolf, fox]}
        steps:
          - ask: {player: red, action: hunt, food: huntsman, with: wolf}
            expect: {legal: false, reason: FC-5.1.5}
    """,
    "FC-5.2.1 only an own free predator eats, and what it preys on": """
        edition: [fr-yannibus, en-2012]
        state:
          players: [red, blue]
          table: [snail, "red: toad on snail", "blue: fox on toad", leaves, "blue: hare on leaves", leaves]
        steps:
          - ask: {player: red, action: eat, food: snail, with: toad}
            expect: {legal: false, reason: FC-5.2.1}
          - ask: {player: red, action: eat, food: toad, with: fox}
            expect: {legal: false, reason: FC-5.2.1}
          - ask: {player: blue, action: eat, food: leaves#1, with: hare}
            expect: {legal: false, reason: FC-5.2.1}
          - ask: {player: blue, action: eat, food: leaves#0, with: hare}
            expect: {legal: true}
    """,
    "FC-5.2.2 strictly higher than every rival, free or not": """
        edition: en-2012
        state:
          players: [red, blue, green]
          table:
            - toad
            - red: boar on toad
            - blue: fox on toad
            - green: wolf on fox
            - snail
            - red: hedgehog on snail
            - blue: toad on snail
        steps:
          - ask: {player: red, action: eat, food: toad#0, with: boar}
            expect: {legal: false, reason: FC-5.2.2}
          - ask: {player: red, action: eat, food: snail, with: hedgehog}
            expect: {legal: true}
    """,
    "FC-5.2.3 second predators, though not free, win a tie; against each rival player": """
        edition: fr-yannibus
        state:
          players: [red, blue, green]
          table:
            - snail
            - red: boar on snail
            - red: hedgehog on snail
            - blue: fox on snail
            - blue: toad on snail
            - green: boar on snail
            - blue: fox on hedgehog
        steps:
          # red 4, 3 beats blue 4, 2 and green 4
          - ask: {player: red, action: eat, food: snail, with: boar}
            expect: {legal: true}
          # blue 4, 2 does not beat red 4, 3
          - ask: {player: blue, action: eat, food: snail, with: fox}
            expect: {legal: false, reason: FC-5.2.3}
          - ask: {player: green, action: eat, food: snail, with: boar}
            expect: {legal: false, reason: FC-5.2.3}
          # lower than the rivals
          - ask: {player: blue, action: eat, food: snail, with: toad}
            expect: {legal: false, reason: FC-5.2.3}
    """,
    "FC-5.2.3 after equal second predators a third decides, and the longer list wins": """
        edition: fr-yannibus
        state:
          players: [red, blue]
          table:
            - snail
            - red: boar on snail
            - red: fox on snail
            - red: toad on snail
            - blue: boar on snail
            - blue: fox on snail
        steps:
          - which: {player: red, action: eat}
            expect: ["eat snail#0 with boar#0", "eat snail#0 with fox#0"]
          - which: {player: blue, action: eat}
            expect: []
    """,
    "FC-5.2.3 one's other predators are compared highest first": """
        edition: fr-yannibus
        state:
          players: [red, blue]
          table:
            - snail
            - red: boar on snail
            - red: toad on snail
            - red: hedgehog on snail
            - blue: fox on snail
            - blue: hedgehog on snail
        steps:
          - which: {player: red, action: eat}
            expect: ["eat snail#0 with boar#0"]
          - ask: {player: red, action: eat, food: snail, with: boar}
            expect: {legal: true}
          - ask: {player: blue, action: eat, food: snail, with: fox}
            expect: {legal: false, reason: FC-5.2.3}
    """,
    "FC-5.2.3 an equal list is not enough": """
        edition: fr-yannibus
        state:
          players: [red, blue]
          table: [snail, "red: boar on snail", "red: toad on snail", "blue: fox on snail", "blue: toad on snail"]
        steps:
          - which: {player: red, action: eat}
            expect: []
          - which: {player: blue, action: eat}
            expect: []
    """,
    "FC-5.2.4 the food to the pile, the token captured, free predators discarded, others stay": """
        edition: [fr-yannibus, en-2012]
        state:
          players: [red, blue, green]
          table:
            - snail
            - blue: hedgehog on snail
            - red: fox on hedgehog
            - leaves
            - green: toad
            - red: boar on toad
            - blue: hedgehog on toad
            - green: fox on hedgehog#1
          deck: [hare]
        steps:
          - do: {player: red, action: eat, food: toad, with: boar}
            expect:
              pile: {red: [toad], green: []}
              captured: {red: {green: 1, blue: 0}, green: {red: 0}}
              discard: [boar]
              supply: {red: 3, green: 2, blue: 2}
              chains: ["snail <- blue:hedgehog <- red:fox", leaves, "blue:hedgehog <- green:fox", hare]
    """,
    "FC-5.2.4.2 one's own token comes home": """
        edition: fr-yannibus
        state:
          players: [red, blue]
          table: [snail, "red: toad on snail", "red: fox on toad", leaves, leaves]
        steps:
          - do: {player: red, action: eat, food: toad, with: fox}
            expect: {pile: {red: [toad]}, supply: {red: 4}, scores: {red: 4}, chains: [snail, leaves, leaves]}
    """,
    "FC-5.2.4.3 tokens of each other are exchanged at once": """
        edition: [fr-yannibus, en-2012]
        state:
          players: [red, blue, green]
          captured: {blue: {red: 1}, green: {blue: 1}}
          table: [snail, "blue: toad on snail", "red: fox on toad", leaves, leaves, leaves]
        steps:
          - do: {player: red, action: eat, food: toad, with: fox}
            expect:
              captured: {red: {blue: 0}, blue: {red: 0}, green: {blue: 1}}
              supply: {red: 4, blue: 3}
    """,
    "FC-5.2.4.6 a card left alone below the eaten one stays": """
        edition: [fr-yannibus, en-2012]
        state:
          players: [red, blue]
          table: [snail, "blue: toad on snail", "red: fox on toad", leaves]
        steps:
          - do: {player: red, action: eat, food: toad, with: fox}
            expect: {chains: [snail, leaves], trees: 2}
    """,
    "FC-5.2.4.6 agreed otherwise: it is discarded, with its token": """
        edition: [fr-yannibus, en-2012]
        options: {lone_remainder: discard}
        state:
          players: [red, blue]
          table: ["red: snail", "blue: toad on snail", "red: fox on toad", leaves]
        steps:
          - do: {player: red, action: eat, food: toad, with: fox}
            expect: {chains: [leaves], trees: 1, discard: [fox, snail], supply: {red: 4}}
    """,
    "FC-5.2.4.6 agreed otherwise: a chain of two cards below is kept": """
        options: {lone_remainder: discard}
        state:
          players: [red, blue]
          table: [leaves, "red: snail on leaves", "blue: toad on snail", "red: fox on toad"]
        steps:
          - do: {player: red, action: eat, food: toad, with: fox}
            expect: {chains: ["leaves <- red:snail"], trees: 1}
    """,
    "FC-5.2.4.6 agreed otherwise: a card with another predator is kept": """
        options: {lone_remainder: discard}
        state:
          players: [red, blue]
          table: [snail, "blue: toad on snail", "red: fox on toad", "blue: boar on snail"]
        steps:
          - do: {player: red, action: eat, food: toad, with: fox}
            expect: {chains: ["snail <- blue:boar"]}
    """,
    "FC-5.2.5 an orphan cannot eat, but is food and can be taken back": """
        edition: [fr-yannibus, en-2012]
        state:
          players: [red, blue]
          table: ["red: toad", leaves, leaves]
          hands: {blue: [fox]}
        steps:
          - which: {player: red}
            expect: ["back off toad#0", pass]
          - ask: {player: red, action: eat, food: leaves#0, with: toad}
            expect: {legal: false, reason: FC-5.2.5}
          - ask: {player: blue, action: hunt, food: toad, with: fox}
            expect: {legal: true}
    """,
    "FC-5.3.1 only an own free card is taken back": """
        edition: [fr-yannibus, en-2012]
        state:
          players: [red, blue]
          table: [snail, "red: toad on snail", "blue: fox on toad", leaves, leaves]
        steps:
          - ask: {player: red, action: back off, with: toad}
            expect: {legal: false, reason: FC-5.3.1}
          - ask: {player: red, action: back off, with: fox}
            expect: {legal: false, reason: FC-5.3.1}
    """,
    "FC-5.3.2 to the discard pile, the token home, and no card drawn": """
        edition: [fr-yannibus, en-2012]
        state:
          players: [red, blue]
          table: [snail, "blue: fox on snail", leaves, leaves]
          hands: {blue: [hare]}
          deck: [wolf]
        steps:
          - do: {player: blue, action: back off, with: fox}
            expect: {discard: [fox], supply: {blue: 4}, hands: {blue: [hare]}, deck: [wolf], trees: 3}
    """,
    "FC-5.4.1 bonus cards are never switched": """
        edition: [fr-yannibus, en-2012]
        state:
          players: [red, blue]
          table: [wolf, leaves, snail, "red: huntsman on snail"]
          hands: {red: [swarm, toad], blue: [huntsman, toad]}
        steps:
          - ask: {player: blue, action: switch, target: wolf, for: huntsman}
            expect: {legal: false, reason: FC-5.4.1}
          - ask: {player: red, action: switch, target: leaves, for: swarm}
            expect: {legal: false, reason: FC-5.4.1}
          - ask: {player: red, action: switch, target: huntsman, for: toad}
            expect: {legal: false, reason: FC-5.4.1}
    """,
    "FC-5.4.2 a lower card without an opponent's token": """
        edition: en-2012
        state:
          players: [red, blue]
          table: [hare, leaves, snail, "blue: toad on snail", "red: hedgehog on snail", "red: snail", toad]
          hands: {red: [fox, hare]}
        steps:
          - which: {player: red, action: switch}
            expect:
              - switch hare#0 for fox
              - switch leaves#0 for fox
              - switch leaves#0 for hare
              - switch snail#1 for fox
              - switch snail#1 for hare
              - switch hedgehog#0 for fox
              - switch toad#1 for fox
              - switch toad#1 for hare
          - ask: {player: red, action: switch, target: toad#0, for: fox}
            expect: {legal: false, reason: FC-5.4.2}
          - ask: {player: red, action: switch, target: hare, for: hare}
            expect: {legal: false, reason: FC-5.4.2}
          - ask: {player: red, action: switch, target: snail#0, for: fox}
            expect: {legal: false, reason: FC-5.4.1}
          - do: {player: red, action: switch, target: hedgehog, for: fox}
            expect:
              hands: {red: [hare, hedgehog]}
              starts: [hare, leaves, snail, toad]
              chains: [hare, leaves, "snail <- blue:toad", "snail <- red:fox", "red:snail", toad]
              supply: {red: 2}
              actor: blue
    """,
    "FC-5.4.2 after a switch the new card is judged among its rivals": """
        edition: en-2012
        state:
          players: [red, blue]
          table: [snail, "blue: hedgehog on snail", "red: toad on snail"]
          hands: {red: [fox]}
        steps:
          - do: {player: red, action: switch, target: toad, for: fox}
          - which: {player: red, action: eat}
            expect: ["eat snail#0 with fox#0"]
          - which: {player: blue, action: eat}
            expect: []
    """,
    "FC-5.4.2 after a switch on the very first card, too": """
        edition: en-2012
        state:
          players: [red, blue]
          table: [leaves, "blue: hare on leaves", "red: snail on leaves"]
          hands: {red: [boar]}
        steps:
          - do: {player: red, action: switch, target: snail, for: boar}
          - which: {player: red, action: eat}
            expect: ["eat leaves#0 with boar#0"]
          - which: {player: blue, action: eat}
            expect: []
    """,
    "FC-5.4.3 what replaces a predator must eat its prey": """
        edition: en-2012
        state:
          players: [red, blue]
          table: [leaves, "red: snail on leaves", toad]
          hands: {red: [hare, fox]}
        steps:
          - ask: {player: red, action: switch, target: snail, for: fox}
            expect: {legal: false, reason: FC-5.4.3}
          - ask: {player: red, action: switch, target: snail, for: hare}
            expect: {legal: true}
    """,
    "FC-5.4.3 agreed otherwise: it need not": """
        edition: en-2012
        options: {switch_must_match: false}
        state:
          players: [red, blue]
          table: [leaves, "red: snail on leaves", toad]
          hands: {red: [hare, fox]}
        steps:
          - ask: {player: red, action: switch, target: snail, for: fox}
            expect: {legal: true, chains: ["leaves <- red:fox", toad]}
    """,
    "FC-5.4.4 a higher start card, and no token at all": """
        edition: fr-yannibus
        state:
          players: [red, blue]
          table: [fox, wolf, snail, "red: fox on snail", "red: wolf"]
          hands: {red: [boar, toad]}
        steps:
          - which: {player: red, action: switch}
            expect: [switch fox#0 for toad, switch wolf#0 for toad, switch wolf#0 for boar]
          - ask: {player: red, action: switch, target: fox#0, for: boar}
            expect: {legal: false, reason: FC-5.4.4}
          - ask: {player: red, action: switch, target: fox#1, for: toad}
            expect: {legal: false, reason: FC-5.4.4}
          - do: {player: red, action: switch, target: wolf#0, for: toad}
            expect:
              hands: {red: [boar, wolf]}
              starts: [fox, toad, snail]
              left: 0
    """,
    "FC-5.5.1 a card is discarded, and one is drawn": """
        edition: [fr-yannibus, en-2012]
        state:
          players: [red, blue]
          turn: red
          table: [leaves, leaves, leaves]
          hands: {red: [snail, toad]}
          deck: [hare, fox]
        steps:
          - ask: pass
            expect: {legal: false, reason: FC-5.5.1}
          - ask: {action: pass, discard: fox}
            expect: {legal: false, reason: FC-5.5.1}
          - do: {action: pass, discard: toad}
            expect: {hands: {red: [snail, hare]}, discard: [toad], deck: [fox]}
          - do: pass
            expect: {actor: red, discard: [toad]}
    """,
    "FC-6.1 the huntsman goes on any organism, with a token": """
        edition: [fr-yannibus, en-2012]
        state:
          players: [red, blue]
          turn: red
          table: [leaves, wolf, snail, "blue: toad on snail"]
          hands: {red: [huntsman]}
          deck: [fox]
        steps:
          - which: hunt
            expect:
              - hunt leaves#0 with huntsman
              - hunt snail#0 with huntsman
              - hunt toad#0 with huntsman
              - hunt wolf#0 with huntsman
          - do: {action: hunt, food: leaves, with: huntsman}
            expect:
              chains: ["leaves <- red:huntsman", wolf, "snail <- blue:toad"]
              supply: {red: 3}
              hands: {red: [fox]}
    """,
    "FC-6.2 the huntsman eats, outranks all, and is discarded then": """
        edition: en-2012
        state:
          players: [red, blue]
          table: [hare, "red: huntsman on hare", "blue: wolf on hare", leaves, leaves]
        steps:
          - ask: {player: blue, action: eat, food: hare, with: wolf}
            expect: {legal: false, reason: FC-5.2.2}
          - do: {player: red, action: eat, food: hare, with: huntsman}
            expect: {pile: {red: [hare]}, discard: [huntsman, wolf], supply: {red: 4}}
    """,
    "FC-6.3 the huntsman blocks, and never eats": """
        edition: fr-yannibus
        state:
          players: [red, blue]
          table: [hare, "red: huntsman on hare", leaves, leaves]
        steps:
          - ask: {player: red, action: eat, food: hare, with: huntsman}
            expect: {legal: false, reason: FC-6.3}
          - do: {player: red, action: back off, with: huntsman}
            expect: {discard: [huntsman], supply: {red: 4}}
    """,
    "FC-6.3 the huntsman counts among the second predators": """
        edition: fr-yannibus
        state:
          players: [red, blue]
          table: [snail, "red: huntsman on snail", "red: fox on snail", "blue: boar on snail", leaves, leaves]
        steps:
          - ask: {player: red, action: eat, food: snail, with: fox}
            expect: {legal: true}
          - ask: {player: blue, action: eat, food: snail, with: boar}
            expect: {legal: false, reason: FC-5.2.3}
    """,
    "FC-6.4 a swarm chases free animals, and the huntsman": """
        edition: en-2012
        state:
          players: [red, blue]
          table: [leaves, toad, snail, "blue: boar on snail", "red: huntsman on boar"]
          hands: {red: [swarm, swarm], blue: [fox]}
          deck: [wolf, hare]
        steps:
          - which: {player: red, action: chase}
            expect: ["chase toad#0 away", "chase huntsman#0 away"]
          - ask: {player: red, action: chase, target: leaves}
            expect: {legal: false, reason: FC-6.4}
          - ask: {player: red, action: chase, target: boar}
            expect: {legal: false, reason: FC-6.4}
          - ask: {player: blue, action: chase, target: toad}
            expect: {legal: false, reason: FC-6.4}
          - do: {player: red, action: chase, target: toad}
            expect:
              discard: [swarm, toad]
              hands: {red: [swarm, wolf]}
              starts: [leaves, snail, hare]
              supply: {red: 3}
    """,
    "FC-6.4 a swarm chases predators and orphans": """
        edition: fr-yannibus
        state:
          players: [red, blue]
          table: [leaves, toad, snail, "blue: boar on snail", "red: hare", "blue: huntsman on hare"]
          hands: {red: [swarm]}
          deck: [wolf]
        steps:
          - which: {player: red, action: chase}
            expect: ["chase boar#0 away", "chase huntsman#0 away"]
          - ask: {player: red, action: chase, target: toad}
            expect: {legal: false, reason: FC-6.4}
          - do: {player: red, action: chase, target: boar}
            expect:
              discard: [swarm, boar]
              hands: {red: [wolf]}
              supply: {red: 3, blue: 3}
              chains: [leaves, toad, snail, "red:hare <- blue:huntsman"]
    """,
    "FC-6.5 without a target a swarm cannot be played": """
        edition: [fr-yannibus, en-2012]
        state:
          players: [red, blue]
          table: [leaves]
          hands: {red: [swarm]}
        steps:
          - which: {player: red}
            expect: [discard swarm]
          - ask: {player: red, action: chase, target: toad}
            expect: {legal: false, reason: FC-6.5}
    """,
    "FC-7.1 also after a swarm or a back off a tree is missing; more trees may stay": """
        edition: [fr-yannibus, en-2012]
        state:
          players: [red, blue]
          table: ["red: toad", "red: hare", leaves, leaves]
          deck: [wolf, fox]
        steps:
          - do: {player: red, action: back off, with: toad}
            expect: {turned_up: [], trees: 3}
          - do: {player: blue, action: pass}
          - do: {player: red, action: back off, with: hare}
            expect: {turned_up: [wolf], trees: 3}
    """,
    "FC-8.1 the game ends when nobody can do anything but pass": """
        edition: fr-yannibus
        state:
          players: [red, blue]
          turn: red
          table: [leaves, wolf, "red: toad"]
          hands: {blue: [wolf, snail]}
        steps:
          - do: back off toad#0
            expect: {over: false, actor: blue}
          - do: discard snail
            expect: {over: true, ended: FC-8.1, winners: [red, blue]}
    """,
    "FC-8.2 the game ends when all have passed with empty hands": """
        edition: [fr-yannibus, en-2012]
        state:
          players: [red, blue]
          turn: red
          table: [leaves, "red: snail on leaves"]
          hands: {red: [toad]}
        steps:
          - do: discard toad
            expect: {over: false}
          - do: pass
            expect: {over: true, ended: FC-8.2, supply: {red: 4, blue: 4}}
    """,
    "FC-8.2 switched off: with an empty hand, who can do something else has to": """
        options: {stall_end: false}
        state:
          players: [red, blue]
          turn: red
          table: [leaves, "red: snail on leaves"]
          hands: {blue: [toad]}
        steps:
          - ask: pass
            expect: {legal: false, reason: FC-8.2}
          - which: any
            expect: ["eat leaves#0 with snail#0", "back off snail#0"]
          - do: back off snail#0
            expect: {over: true, ended: FC-8.1}
    """,
    "FC-8.2 switched off: the game goes on after all have discarded their last cards": """
        options: {stall_end: false}
        state:
          players: [red, blue]
          turn: red
          table: [leaves, "red: snail on leaves"]
          hands: {red: [toad], blue: [toad]}
        steps:
          - do: [discard toad, discard toad]
            expect: {over: false, actor: red}
    """,
    "FC-8.3 the game ends at once when all tokens of a player are captured": """
        edition: fr-yannibus
        state:
          players: [red, blue, green]
          captured: {red: {blue: 1}, green: {blue: 2}}
          table: [snail, "blue: toad on snail", "red: fox on toad", "red: hare"]
          deck: [wolf]
        steps:
          - do: {player: red, action: eat, food: toad, with: fox}
            expect:
              over: true
              ended: FC-8.3
              turned_up: []
              captured: {red: {blue: 2}}
              supply: {red: 4, blue: 0}
              scores: {red: 6, blue: 0, green: 2}
              winners: [red]
    """,
    "FC-8.3 checked after the exchange": """
        edition: fr-yannibus
        state:
          players: [red, blue, green]
          captured: {green: {blue: 3}, blue: {red: 1}}
          table: [snail, "blue: toad on snail", "red: fox on toad"]
          deck: [wolf, wolf, fox, fox, hare]
        steps:
          - do: {player: red, action: eat, food: toad, with: fox}
            expect: {over: false, captured: {red: {blue: 0}, blue: {red: 0}}, supply: {blue: 1}}
    """,
    "FC-8.3 is not in the English edition": """
        edition: en-2012
        state:
          players: [red, blue, green]
          captured: {red: {blue: 1}, green: {blue: 2}}
          table: [snail, "blue: toad on snail", "red: fox on toad"]
          deck: [wolf, wolf, fox, fox, hare]
        steps:
          - do: {player: red, action: eat, food: toad, with: fox}
            expect: {over: false, trees: 4}
    """,
    "FC-9.2 points for captured tokens, or for all": """
        edition: [fr-yannibus, en-2012]
        state:
          players: [red, blue]
          captured: {red: {blue: 2}}
          piles: {red: [wolf, leaves], blue: [toad]}
          table: [snail, "red: toad on snail"]
        steps:
          - ask: {player: red, action: back off, with: toad}
            edition: fr-yannibus
            expect: {scores: {red: 8, blue: 4}}
          - ask: {player: red, action: back off, with: toad}
            edition: en-2012
            expect: {scores: {red: 12, blue: 6}}
          - ask: {player: red, action: eat, food: snail, with: toad}
            edition: en-2012
            expect: {scores: {red: 16, blue: 6}}
    """,
    "FC-9.3 ties are shared": """
        state:
          players: [red, blue, green]
          turn: red
          piles: {red: [leaves, wolf], blue: [toad, boar], green: [wolf]}
        steps:
          - do: [pass]
            expect: {over: true, winners: [red, blue], scores: {red: 6, blue: 6, green: 1}}
    """,
    "FC-9.3 agreed otherwise: the most cards": """
        options: {tie_break: most_cards}
        state:
          players: [red, blue]
          turn: red
          piles: {red: [leaves, wolf], blue: [boar, boar, wolf, wolf]}
        steps:
          - do: pass
            expect: {over: true, winners: [blue]}
    """,
    "FC-9.3 agreed otherwise: the most captured tokens": """
        options: {tie_break: most_captured}
        state:
          players: [red, blue, green]
          turn: red
          piles: {red: [boar], blue: [leaves]}
          captured: {red: {green: 3}}
        steps:
          - do: pass
            expect: {over: true, scores: {red: 5, blue: 5}, winners: [red]}
    """,
    "FC-9.4 ransoms go round after round": """
        options: {token_ransom: true}
        state:
          players: [red, blue, green]
          turn: red
          piles: {blue: [toad, toad]}
          captured: {red: {blue: 2}, green: {blue: 1}}
        steps:
          - do: [pass, ransom toad, ransom toad]
            expect: {over: true, scores: {red: 4, blue: 0, green: 4}, captured: {red: {blue: 1}}, winners: [red, green]}
    """,
    "FC-9.4 ransoms: tokens of the next player clockwise come first": """
        options: {token_ransom: true}
        state:
          players: [red, blue, green]
          turn: red
          piles: {red: [leaves], green: [toad]}
          captured: {blue: {red: 1, green: 1}}
        steps:
          - do: pass
          - which: any
            expect: [ransom toad]
          - do: [ransom toad, ransom leaves]
            expect: {over: true, pile: {blue: [toad, leaves]}, scores: {blue: 9}}
    """,
    "FC-9.4 ransoms: clockwise, one token at a time, and an empty pile gives nothing": """
        options: {token_ransom: true}
        state:
          players: [red, blue, green]
          first: blue
          turn: red
          piles: {red: [leaves], blue: [toad, hare], green: []}
          captured: {red: {blue: 2}, green: {red: 1}, blue: {green: 1}}
        steps:
          # blue would be the first, but green has nothing; green takes from red, red from blue, red again
          - do: pass
            expect: {actor: chance, ended: FC-8.1, scores: {red: 5, blue: 7, green: 0}}
          - which: any
            expect: [ransom leaves]
          - do: ransom leaves
            expect: {pile: {green: [leaves], red: []}, captured: {green: {red: 0}}, supply: {red: 4}}
          - which: any
            expect: [ransom toad, ransom hare]
          - do: [ransom hare, ransom toad]
            expect:
              over: true
              pile: {red: [toad, hare], blue: []}
              captured: {red: {blue: 0}, blue: {green: 1}}
              scores: {red: 7, blue: 0, green: 5}
              winners: [red]
    """,
}


@pytest.mark.parametrize("rule", RULES)
def test_the_rule(rule: str) -> None:
    assert problems(RULES[rule], rule) == []


def test_both_cards_must_show_the_hunt_in_the_english_edition() -> None:
    """FC-5.1.2: only where the lists of a deck contradict each other is there a difference."""
    text = """
        game: food-chain
        edition: [fr-yannibus, en-2012]
        fixture:
          snail: {predators: []}
          toad: {level: 2, prey: [snail]}
        state:
          players: [red, blue]
          table: [snail]
          hands: {red: [toad]}
        steps:
          - ask: {player: red, action: hunt, food: snail, with: toad}
            edition: fr-yannibus
            expect: {legal: true}
          - ask: {player: red, action: hunt, food: snail, with: toad}
            edition: en-2012
            expect: {legal: false, reason: FC-5.1.2}
          - which: {player: red, action: hunt}
            edition: en-2012
            expect: []
    """
    findings = Findings()
    node = reader.read_yaml(Source("both", dedent(text)), findings)
    assert node is not None
    read = scenario.scenario_of(node, "both", findings)
    assert read is not None
    assert scenario.check_scenario(read, game_of, findings), [one.message for one in findings]
