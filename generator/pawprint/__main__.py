"""The program: `python -P -m pawprint` is `pawprint`."""

import atexit
import gc
import os
import sys

from pawprint import __version__
from pawprint.cli._terminal import open_streams, say, warn


def main() -> None:
    """Run the command line; report errors of the system (a full disk, a closed pipe) without a traceback."""
    # Imports and pieces make many objects that live until the end: searching for garbage among them takes a tenth of a
    # small build, and the search at exit as long again.
    gc.set_threshold(100_000)
    atexit.register(gc.freeze)
    open_streams()
    try:
        try:
            _run()
        finally:
            sys.stdout.flush()  # now, while a fault of it can be reported
    except BrokenPipeError:
        _discard_output()
        sys.exit(1)
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        warn(f"error: {name}{error.strerror or error}")
        try:
            sys.stdout.flush()
        except OSError:
            _discard_output()
        sys.exit(1)
    except Exception as error:
        from pawprint.core.plugins import HELP, blame
        from pawprint.play.time_limit import RulesFault

        if isinstance(error, RulesFault):
            warn(f"error: {error}")
            sys.exit(1)
        blamed = blame(error)
        if not blamed:
            raise
        warn(f"error: {blamed}", f"  = help: {HELP}")
        sys.exit(1)


def _run() -> None:
    if sys.argv[1:] == ["--version"]:  # without importing the command line
        say(f"pawprint {__version__}")
        return
    from pawprint.cli.app import app

    app()


def _discard_output() -> None:
    """Discard what could not be printed; at its exit, Python would try again, and show a traceback."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
