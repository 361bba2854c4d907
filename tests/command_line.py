"""Commands of Pawprint, run in the process of the test."""

from typer.testing import CliRunner, Result

from pawprint.cli.app import app


def run(*words: str, input: str | None = None) -> Result:
    """The result of a command. What the program doesn't catch is raised."""
    done = CliRunner().invoke(app, words, input=input)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def output_of(*words: str) -> str:
    """The output of a command that must succeed."""
    done = run(*words)
    assert done.exit_code == 0, done.output
    return done.output
