"""A game, and games played with it -> findings about what it declares.

What other packages use:

- `balance_questions`: The questions of `needs: play` about numbers with limits: who wins, what players score, how
  often something happens
- `check_kind`: Checks, and the kinds of checks: each is declared once, with its words and its evaluation
- `check_reader`: Reads `checks:` of `game.yaml` into `Check` objects
- `evaluation`: Evaluates the invariants that a game declares in `game.yaml`; see `docs/checks.md` for how they are
  written
- `game_rounds`: Plays the games that checks need, in batches, until all checks are decided or a budget is spent
- `kinds.rule_texts`: The texts of records: their numbers, and whether they have changed since they were read beside
  the rules
- `playable`: Checks that a rules engine can play with the cards of its game, and emits the events that checks refer
  to
- `playtest`: Plays a game with its real deck, in every edition and with every number of players, and reports the
  results
- `promises`: The own engine of a game -> findings where it breaks a promise: C1 to C17, tested in games with random
  choices
- `questions`: Answers the questions of `needs: play` from games between bots; see `docs/playing.md`
- `results`: Games that were played, and the results of checks that need them
- `scope`: The names that expressions of checks can use in one edition of a game
"""
