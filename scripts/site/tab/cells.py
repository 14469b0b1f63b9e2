"""Cells of the tutorials, run in a tab: commands as in a console, and sessions of Python."""

import code
import doctest
import os
import re
import shlex

import desk
import growing

OWN = {"compile": growing.compiled, "compare": growing.compared}
"""Commands that have a plain twin here."""
names = {}
"""What the sessions of a page have named."""


def run_cell(text, session, out, err):
    """Run a cell; returns the exit status of its last command."""
    if session:
        return desk.spoken(lambda: interactive(text), out, err)
    status = 0
    for line in commands(text):
        status = command(shlex.split(line), out, err)
    return status


def commands(text):
    """The commands of a cell, without what they answer.

    >>> commands("$ strategist verify a  # exit status 1\\nno\\n$ strategist games\\n")
    ['strategist verify a', 'strategist games']
    """
    lines = [line.removeprefix("$ ") for line in text.splitlines() if line.startswith("$ ")]
    return [re.sub(r"\s+# .*$", "", line) for line in lines]


def command(words, out, err):
    """Run one command; returns its exit status."""
    if words[:1] != ["strategist"]:
        err(f"strategist: error: {words[0] if words else ''}: only strategist runs here\n")
        return 2
    for word in words[1:]:
        if os.path.exists(word) and (why := desk.refusal(word)):
            err(f"strategist: error: {why}\n")
            return 2
    own = OWN.get(words[1] if len(words) > 1 else "")
    return own(words[2:], out, err) if own else desk.run(words[1:], out, err)


def interactive(text):
    """Run the examples of a session, as the prompt of Python does."""
    console = code.InteractiveInterpreter(names)
    for example in doctest.DocTestParser().get_examples(text):
        console.runsource(example.source.rstrip(), symbol="single" if "\n" not in example.source.strip() else "exec")
    return 0
