"""Commands that take a file with a table in the place of a game, and its parameters behind it, as NAME=VALUE."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

import click

from strategist.common.errors import SpecError
from strategist.common.quoting import quoted

_PARAMETER = re.compile(r"[a-z_]+=.*", re.DOTALL)


class TakesTables(click.Command):
    """A command whose first argument names a game, or a file with a table.

    ``compile frogs.csv secrets=rows several=/ entropy`` is ``compile "table(file=frogs.csv,…)" entropy``, with the goal
    that ``look`` takes.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The arguments as Click parses them, with the string of a game in the place of a file and its parameters."""
        return super().parse_args(ctx, [] if ctx.resilient_parsing and not args else self._with_game(ctx, args))

    def _with_game(self, ctx: click.Context, args: list[str]) -> list[str]:
        places = self._positional(args)
        if not places or ctx.resilient_parsing:
            return args
        path = args[places[0]]
        named = [place for place in places[1:] if _PARAMETER.fullmatch(args[place])]
        is_there = os.path.exists(path)
        if not named and not is_there:
            return args
        from strategist.games.table_of_file import given_parameters, holds_table, spec_of_file

        if not named and not holds_table(path):
            return args
        if not is_there:
            got = "" if path.partition("(")[2] else ", which is not there"
            raise SpecError(f"expected a file with a table in front of {args[named[0]]}, got {quoted(path)}{got}")
        spec = spec_of_file(path, given_parameters(args[place] for place in named))
        return [spec if place == places[0] else text for place, text in enumerate(args) if place not in named]

    def _positional(self, args: Sequence[str]) -> list[int]:
        """The places of the arguments that are neither options nor their values."""
        flags = {
            name
            for each in self.params
            if isinstance(each, click.Option) and (each.is_flag or each.count)
            for name in (*each.opts, *each.secondary_opts)
        } | {"--help"}
        found: list[int] = []
        place = 0
        while place < len(args):
            text = args[place]
            if text == "--":
                return [*found, *range(place + 1, len(args))]
            if text.startswith("-") and text != "-":
                # A value stands behind the next blank, unless it stands behind = or, of a short option, at once.
                alone = text not in flags and "=" not in text and (text.startswith("--") or len(text) == 2)
                place += 1 + alone
                continue
            found.append(place)
            place += 1
        return found
