"""`pawprint plugins`: what installed packages add to Pawprint."""

from pawprint.cli._terminal import say
from pawprint.core.plugins import GROUPS, all_plugins


def plugins() -> None:
    """List the plug-ins: elements, field types, checks and more that installed packages add.

    A plug-in is loaded only when a project uses its name. Install one with pip, in the environment of Pawprint; to
    write one, start with `pawprint new DIR --plugin`.

    Examples:

      pawprint plugins
    """
    found = all_plugins()
    for plugin, fault in found:
        note = f"  ({fault})" if fault else ""
        say(f"{GROUPS[plugin.group]} {plugin.name}  {plugin.origin}, {plugin.target}{note}")
    if not found:
        say("no installed package has plug-ins")
