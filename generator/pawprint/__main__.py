"""`python -m pawprint` is `pawprint`."""

from pawprint.cli.app import main

main()
