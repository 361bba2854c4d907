"""The interface of rules engines, and what works for any of them: scenarios, simulation, bots. Knows no game."""
