"""The one error that reaches a person: one or two lines that say what is wrong, where, and what to do.

Every error that this project raises on purpose for bad input, a broken archive or a failed check derives from `FabError`; the command
line prints its message and nothing else. A bug is any other exception and keeps its traceback.
"""


class FabError(Exception):
    """Bad input, a failed check or a broken installation, with a message for people and the exit code of the command line."""

    exit_code = 1


class UsageError(FabError):
    """The command was called with something that cannot be."""

    exit_code = 2
