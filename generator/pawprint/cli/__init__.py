"""Arguments -> one command for each file in `commands`; the only room that prints or exits.

What other packages use:

- `app`: The command `pawprint` with all its commands. Only this package prints or exits
"""
