"""A game -> an engine that plays it: rules as data, states, bots, scenarios and simulations. It knows no game.

What other packages use:

- `accepted_sentences`: Sentences of the author about rules -> digests of what they stand for, and findings where it
  has changed
- `aggregates`: Sums over many games. They can be added in any order, so they are the same for any number of processes
- `allowed_rules`: Which programs in the folders of games the user allows to run: a file in the user's configuration
- `bot_names`: Names of bots with their budgets, as on the command line: `greedy`, `mcts:400` (rollouts), `mcts:2s`
  (seconds)
- `bots`: Random and greedy bots, and the registry of all bots; `search_bots` has those that search
- `data_diagrams`: What the diagrams and the tables of all games have in common whose rules are data: names, and
  pieces on the table
- `data_notation`: What the notations of all games have in common whose rules are data: cards by name, and what each
  player has
- `data_play_table`: The table of a game whose rules are data: words by the names of its actions, choices and events
- `diagram`: States of games -> diagrams: the pieces on the table with frames, arrows and labels, as plain data
- `engine`: The interface of rules engines, and what all of them share
- `game_options`: The options of an engine -> the titles that a game's declaration gives them and their values
- `language.data_rules`: An engine whose rules are data: `rules.yaml` in the folder of a game
- `language.data_state`: The state of a game whose rules are data: what the program of the rules changes
- `language.forest`: Cards that lie on cards: what a program of rules does with a forest
- `language.grid`: Places in rows and columns, each for one card: what a program of rules does with a grid, and how
  its places lie
- `language.groups`: Groups of cards that come and go, such as species or melds: what a program of rules does with
  them
- `language.paused_state`: A situation of a scenario that waits before each part of the game that has a name
- `language.python_calls`: Functions in Python that rules call by name: what they see and change, and what is wrong
  with them
- `language.rule_sentences`: The rules of a game that are data -> sentences in a language: by number, by action, and
  as a whole
- `language.rule_types`: The types of values in rules, so that a mistake in an expression is found before anybody
  plays
- `language.rule_words`: The words for steps: what stands with each, for the reader, the schema and the compiler
- `language.sentence_language`: `phrases/LANGUAGE.yaml` -> patterns of sentences in a language, filled with their
  parts
- `language.specification`: What `rules.yaml` declares, as it is read: frozen, and every part knows where it was
  written
- `lazy_table`: A dictionary that computes the values it does not have yet: the fastest cache for tables of small
  values
- `lookup`: A game of the catalog -> its engine, deck and rules
- `notation`: Situations in a scenario file <-> states: one `Notation` per engine
- `own_engines`: The engine in the folder of a game -> its class, if the user allows it to run; see `allowed_rules`
- `play_table`: States of games -> the table that people play at: panels with places to point at, and the words of all
  actions
- `playing`: Games between bots -> logs, and logs -> the same games
- `scenario`: Scenario files -> scenarios: a situation, the actions in it, and their expected results
- `search_bots`: Bots that search: flat Monte Carlo, and Monte Carlo tree search
- `simulated_game`: One game between bots, played and counted in an `Aggregate`
- `simulation`: Simulation settings -> statistics of many games between bots
- `simulation_config`: What is simulated: a game of the catalog with its rules, players and bots
- `statistics`: Estimates from a sample of games, with intervals and evidence
- `time_limit`: A limit on the time of calls into code that may never return, such as rules that a user writes
- `zone_rules`: The base class of a game's own rules: a file in its folder has a subclass that says what happens, and
  no more
"""
