"""The schema of the JSON objects that commands print with ``--json``, and that ``to_dict`` returns."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

VERSION = 1
"""The version of the schema. It is not in the objects themselves, some of which are arrays, so that no reader of older
ones meets a key that is new; a change that a reader would not survive raises it."""
_FILE = "results.schema.json"


def json_schema(command: str | None = None) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of the objects that commands print with ``--json``.

    Parameters
    ----------
    command : str, optional
        The name of a command, such as ``"verify"``, whose object alone is wanted; by default all are in ``$defs``.

    Returns
    -------
    dict
        The schema. ``version`` is raised by every change that a reader of the objects would not survive.

    Raises
    ------
    KeyError
        For a name that the schema does not have.

    References
    ----------
    A. Wright, H. Andrews, B. Hutton and G. Dennis, "JSON Schema: A media type for describing JSON documents", draft
    2020-12 (2022).

    Examples
    --------
    >>> schema = json_schema("verify")
    >>> schema["version"], schema["$ref"]
    (1, '#/$defs/verify')
    """
    whole: dict[str, Any] = json.loads(files(__package__).joinpath(_FILE).read_text("utf-8"))
    if command is None:
        return whole
    if command not in whole["$defs"]:
        raise KeyError(f"expected one of {', '.join(sorted(whole['$defs']))}, got {command!r}")
    return whole | {"$ref": f"#/$defs/{command}"}
