"""A compiled strategy that plays by itself: it needs nothing but Python's own library.

``start()`` begins a game. Read ``guess``, tell by ``respond`` what is answered, until there is none::

    play = start()
    while play.guess is not None:
        print(play.guess, *play.responses)
        play.respond(input())
    print(play.secret)
"""

from __future__ import annotations

from base64 import b64decode
from typing import Any

STRATEGY: dict[str, Any] = {}
"""The strategy: the columns of its tree, the texts of its guesses and responses, and what is known where play ends."""


class Tree:
    """A decision tree. ``guesses`` and ``masks`` have an entry for each slot; bit r of a mask is set if the response r
    is possible there. The slots behind the responses of a slot follow each other from the branch ``first`` on."""

    def __init__(self, strategy: dict[str, Any]) -> None:
        widths, columns = strategy["widths"], {name: b64decode(text) for name, text in strategy["columns"].items()}
        self.guesses, masks, self.links = (
            [int.from_bytes(columns[name][at : at + width], "little") for at in range(0, len(columns[name]), width)]
            for name, width in widths.items()
        )
        inner, own, self.first, branch = int.from_bytes(columns["inner"], "little"), iter(masks), [], 1
        self.solved = 1 << strategy["responseCount"] - 1
        self.masks = [next(own) if inner >> slot & 1 else self.solved for slot in range(len(self.guesses))]
        for mask in self.masks:
            self.first.append(branch)
            branch += (mask & ~self.solved).bit_count()

    def child(self, slot: int, response: int) -> int:
        """The slot behind a response."""
        branch = self.first[slot] + (self.masks[slot] & ((1 << response) - 1)).bit_count()
        return self.links[branch - 1] if self.links else branch


class Play:
    """One game. ``guess`` is the next guess, None at the end; ``responses`` are those that are possible to it;
    ``solved`` says whether the secret is known, and ``secret`` what it is; ``moves`` are the guesses so far, each with
    its response."""

    def __init__(self, strategy: dict[str, Any], tree: Tree) -> None:
        self._strategy, self._tree = strategy, tree
        self._begin()

    def _begin(self) -> None:
        self.moves: list[tuple[str, str]] = []
        self._visit(0)

    def _visit(self, slot: int) -> None:
        self._slot: int = slot
        self.secret: str | None = self._strategy["ends"].get(slot)
        self.solved = self.secret is not None
        self.guess: str | None = None if self.solved else self._strategy["names"].get(self._tree.guesses[slot])
        mask = 0 if self.guess is None else self._tree.masks[slot]
        texts = self._strategy["responses"]
        self.responses = {texts[each]: each for each in range(mask.bit_length()) if mask >> each & 1}

    def respond(self, response: str) -> None:
        """Tell what is answered to ``guess``. Raises ValueError, which lists what is possible, and changes nothing."""
        if self.guess is None or response not in self.responses:
            expected = ", ".join(self.responses) or "none, because play has ended"
            raise ValueError(f"expected a response, {expected}; got {response!r}")
        number, guess = self.responses[response], self.guess
        self.moves.append((guess, response))
        if 1 << number == self._tree.solved:
            self.guess, self.responses, self.solved, self.secret = None, {}, True, guess
        else:
            self._visit(self._tree.child(self._slot, number))

    def undo(self) -> None:
        """Take the last response back. Raises ValueError where there is none."""
        if not self.moves:
            raise ValueError("expected a response to take back, got none: the game is where it began")
        responses = [response for _, response in self.moves[:-1]]
        self._begin()
        for each in responses:
            self.respond(each)


def start() -> Play:
    """A new game."""
    return Play(STRATEGY, Tree(STRATEGY))
