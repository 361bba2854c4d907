"""Code of rules that a user has written -> its result, or a `RulesFault`, within a limit of time."""

import traceback
from collections.abc import Iterator
from contextlib import contextmanager

from pawprint.rules.rules_fault import RulesFault
from pawprint.rules.time_limit import SECONDS, TimeIsUp, TimeLimit


@contextmanager
def within_rules(path: str, text: str, what: str, line: int = 0) -> Iterator[None]:
    """While code of the file *path* runs.

    Args:
        text: of the file.
        what: runs, for messages: `act()`.
        line: where that begins, for errors that have no line of their own.

    Raises:
        RulesFault: it has failed, or has taken too long.
    """
    try:
        with TimeLimit():
            yield
    except RulesFault:
        raise
    except SyntaxError as error:
        own = error.filename == path
        raise RulesFault(f"this is not Python: {error.msg}", path, (error.lineno or 0) if own else line, text) from None
    except TimeIsUp as error:
        message = f"{what} has not ended after {SECONDS:g} seconds"
        raise RulesFault(message, path, _line_of(error, path) or line, text) from None
    except RecursionError as error:
        raise RulesFault(f"{what} calls itself without end", path, _line_of(error, path) or line, text) from None
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:  # also what would end the program
        message = f"{what} fails with {type(error).__name__}" + (f": {error}" if str(error) else "")
        raise RulesFault(message, path, _line_of(error, path) or line, text) from None


def _line_of(error: BaseException, path: str) -> int:
    """The line of *path* where *error* was last in it; 0 if it was not."""
    lines = [frame.lineno or 0 for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    return lines[-1] if lines else 0
