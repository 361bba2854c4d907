"""The program: `python -P -m pawprint` is `pawprint`."""

import atexit
import gc


def main() -> None:
    """Run the command line."""
    # Most commands end before cyclic garbage matters. Collecting it, on the way and at exit, takes a tenth of a build,
    # and imports make so many objects that it would begin among them.
    gc.disable()
    atexit.register(gc.freeze)
    from pawprint.cli.app import main as run

    run()


if __name__ == "__main__":
    main()
