"""What the server offers, described by OpenAPI, and as a page."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

_HISTORY = {"type": "string", "description": "The moves so far.", "examples": ["1122:1b1w 3456:0b2w"]}
_GAME = {"type": "string", "description": "The string of a game; it names no file.", "examples": ["mastermind(4,6)"]}
_STRATEGY = {"type": "string", "description": "The name of a strategy that the server was started with."}
REQUESTS: dict[str, tuple[str, dict[str, Any], list[str]]] = {
    "/step": (
        "The next guess of a strategy, looked up.",
        {"strategy": _STRATEGY, "history": _HISTORY},
        ["strategy"],
    ),
    "/rank": (
        "The best guesses at a position, as advise --json prints them.",
        {
            "game": _GAME,
            "history": _HISTORY,
            "top": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 10},
            "by": {
                "type": "string",
                "default": "entropy",
                "description": "A strategy that scores guesses, by name.",
            },
        },
        ["game"],
    ),
    "/score": (
        "Regret and luck of each move, as review --json prints them.",
        {"game": _GAME, "history": _HISTORY},
        ["game", "history"],
    ),
    "/verify": (
        "The replay of a strategy against every secret, as verify --json prints it.",
        {"strategy": _STRATEGY, "max_depth": {"type": "integer", "minimum": 0}},
        ["strategy"],
    ),
}
"""The requests that are sent by POST: what they do, their keys, and the keys that must be there."""


def open_api(version: str, strategies: Iterable[str]) -> dict[str, Any]:
    """The description of the server by OpenAPI 3.1.

    >>> sorted(open_api("1", ["knuth"])["paths"])
    ['/health', '/rank', '/score', '/step', '/verify']
    """
    names = list(strategies)
    told = {"description": "the answer", "content": {"application/json": {"schema": {"type": "object"}}}}
    wrong = {
        "description": "a bad request: one line that says what was expected and what was got",
        "content": {
            "application/json": {
                "schema": {"type": "object", "properties": {"error": {"type": "string"}}, "required": ["error"]}
            }
        },
    }
    paths: dict[str, Any] = {
        "/health": {"get": {"summary": "Whether the server works, and its strategies.", "responses": {"200": told}}}
    }
    for path, (summary, keys, required) in REQUESTS.items():
        properties = dict(keys)
        if "strategy" in keys and names:
            properties["strategy"] = _STRATEGY | {"enum": names}
        schema = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
        body = {"required": True, "content": {"application/json": {"schema": schema}}}
        paths[path] = {"post": {"summary": summary, "requestBody": body, "responses": {"200": told, "4XX": wrong}}}
    return {"openapi": "3.1.0", "info": {"title": "strategist", "version": version}, "paths": paths}


def api_page(version: str, strategies: Iterable[str]) -> str:
    """The same as a page that needs no network.

    >>> "<h2>POST /step</h2>" in api_page("1", [])
    True
    """
    names = list(strategies)
    parts = [f"<h1>strategist {escape(version)}</h1>", "<p><a href='/openapi.json'>OpenAPI</a></p>"]
    parts += ["<h2>GET /health</h2><p>Whether the server works, and its strategies.</p>"]
    for path, (summary, keys, required) in REQUESTS.items():
        parts.append(f"<h2>POST {path}</h2><p>{escape(summary)}</p><ul>")
        for key, schema in keys.items():
            must = "" if key in required else ", may be left out"
            parts.append(
                f"<li><code>{key}</code> ({schema['type']}{must}) {escape(schema.get('description', ''))}</li>"
            )
        parts.append("</ul>")
    listed = "".join(f"<li><code>{escape(name)}</code></li>" for name in names) or "<li>none</li>"
    parts.append(f"<h2>Strategies</h2><ul>{listed}</ul>")
    style = "body{font:1rem/1.5 system-ui;max-width:50rem;margin:2rem auto;padding:0 1rem}"
    head = f"<meta charset='utf-8'><title>strategist</title><style>{style}</style>"
    return f"<!doctype html><html lang='en'><head>{head}</head><body>{''.join(parts)}</body></html>\n"
