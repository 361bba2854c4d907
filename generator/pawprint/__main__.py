"""`python -m pawprint` is `pawprint`."""

from pawprint.terminal.app import main

main()
