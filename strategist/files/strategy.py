"""The strategy file: a complete decision tree and the claims about it, in one msgpack array.

::

    ["strategist", 1, header, columns, digest]

so the first bytes are always ``95 aa 73 74 72 61 74 65 67 69 73 74 01``. The file of a game in which secrets have
chances or classes, or questions have costs, is of version 2, and its first bytes end in ``02``. Version 2 is version 1
with more claims. The file of a game in which answers may be one of several is of version 3, and that of a game in which
answers may be false of version 4. All are read.

``header`` is a map:

======================  ================================================================================
``game``                canonical game string
``rules``               version of the rule set (int)
``codes``               SHA-256 over the codes in their order (32 bytes), see ``Game.digest``; in version 2 over
                        that, the weights, the costs and the classes, see ``Game.fingerprint``
``strategy``            canonical strategy string
``start``               history that the tree starts from, as text; empty at the beginning of a game
``secrets``             number of secrets at the start (int): those of the claims, and beside an empty histogram those
                        of the one announcement, where the tree asks nothing: 1, or all of one class
``claims``              map: ``total``, ``depth``, ``worst_count``, ``lost`` (int), ``histogram`` (array of
                        int, index 0 = solved at the first guess), ``bound`` (``upper`` or ``optimal``),
                        ``objective`` (text, or nil for none), ``lower_bound`` (int, or nil where nothing
                        was proven; of the first objective named); and ``stopped`` (true) if the search for the tree
                        was stopped, so that another run may end with another tree; absent for all other trees;
                        and ``open`` (array of text and int) where the objective named first is proven and a later
                        one is not: that one, and its lower bound among the trees that keep those before it; else
                        absent. In version 2 also ``mass``, ``questions``, ``expected`` and ``lost_mass`` (int): the
                        fields of :class:`~strategist.model.tree.Weighed`, in whole numbers
``generator``           who wrote it, as text
``data``                what the game needs beyond its string, as bytes (see ``Game.payload``); absent for nothing.
                        Of a ``table``: its text, compressed (see :mod:`strategist.games.tables.sheet`); of ``words``:
                        the answers, a blank line and the other guesses, compressed (see
                        ``strategist.games.words.word_lists``). Of a game with ``chances=`` a map: ``chances``, the
                        number of each secret as it was written, one a line, compressed; and ``game``, the bytes above,
                        absent for nothing
======================  ================================================================================

In version 3 a secret may stand at several leaves, and figures are expected numbers
(:mod:`strategist.model.trees.figures`). So ``total``, ``lost``, each number of ``histogram``, ``lower_bound``, the
number in ``open`` and the fields of version 2, which stand there under the same condition, may be texts: a fraction in
lowest terms, ``13/5``, or a whole number from 2⁶⁴ on. ``worst_count`` is the number of secrets that can need the full
depth, and ``claims`` also has ``can_lose`` (int), the number of those that can be lost. A leaf announces a secret or a
class, or that those left are all that can be known (``Game.undecided``). Which secrets stand there follows from the
rules.

Version 4 is version 1 with another meaning of its figures. A secret may stand at several leaves, by one or another way
of lying. It counts once in ``histogram``, at the most guesses that any of them makes it need, and in ``lost`` if any
ends where the strategy gives up (:mod:`strategist.model.trees.figures`). A slot has a branch for each answer
that the question can get from some secret of the game, after which a secret is left. In ``start``, answers may be
false, too. ``codes`` is as in version 2 where the goal is to know the class. A slot may be *shared*, so that several
branches lead to it: of positions that can be reached in many ways, one slot is enough. There is a fourth column:

4. *links*: empty if branch i, from 0, leads to slot i + 1, as in all other versions. Else one integer per branch, slot
   by slot and by ascending response: the slot that it leads to, which stands behind its own. Its width is the least of
   1, 2 or 4 bytes that holds every slot. Each slot but the first is led to. Where this column is not empty, it and
   *masks* are compressed by zlib, to no less than a 64th.

No text, here or in the data, holds control characters, line breaks or characters that change the direction of text,
because every text may be printed (see :mod:`strategist.common.quoting`).

``columns`` is an array of three byte strings, all integers little-endian and unsigned, over the slots of
:class:`~strategist.model.tree.DecisionTree` in their order:

1. *guesses*: one integer per slot, the index of the guess, or all ones where the strategy gives up. Its width is the
   least of 1, 2 or 4 bytes that holds every index of ``Game.guesses`` and one more value.
2. *inner*: one bit per slot, the lowest bit of a byte first, padded with zeros: 1 for a slot with a mask of its own, 0
   for a leaf (its mask is the solved bit alone) and for a slot that gives up (it has no mask).
3. *masks*: one integer per inner slot, in order, of 1, 2, 4 or 8 bytes, or of the least number of bytes if there are
   more than 64 responses. Bit r is set if some candidate gives response r there. The solved bit is set only where the
   guess is a secret.

For a solitaire (:mod:`strategist.model.solitaire`) the same columns hold a line of moves. Each slot is a position, and
its guess is the index of the move made there. The only response is 0, which leads to the next slot. The last slot is a
leaf, whose move reaches the goal. ``start`` is empty, ``secrets`` is 1, and ``total`` and ``depth`` are the number of
moves.

``digest`` is SHA-256 over all bytes of the file before it. The last 34 bytes are its two-byte msgpack prefix and its 32
bytes. Reading validates all of this; writing the same tree twice gives the same bytes.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from strategist.common.errors import StrategyFileError
from strategist.common.notebook_hooks import Shown
from strategist.common.whole_files import write_file
from strategist.files.envelope import (
    GENERATOR,
    Kind,
    enclosed,
    game_of,
    identity,
    load,
    read_start,
    read_text,
    seal,
    unseal,
    version_in,
)
from strategist.files.exact_figures import written
from strategist.files.stated_claims import (
    Figured,
    bounded_figure,
    read_bounds,
    read_figures,
    read_open_bound,
    read_stopped,
    weighed_claims,
)
from strategist.files.tree_columns import columns_of, read_tree
from strategist.model.game import Game, History, Rules
from strategist.model.objective import KEPT_FIGURES, STATIC, objectives_in
from strategist.model.position import by_kind
from strategist.model.solitaire import AnyGame
from strategist.model.tree import Claims, DecisionTree, Figure, exact
from strategist.model.trees.figures import claims_of, with_more

KIND = Kind("strategist", 1, "a strategist file", columns=3)
WEIGHTED_KIND = Kind("strategist", 2, "a strategist file", columns=3)
SEVERAL_KIND = Kind("strategist", 3, "a strategist file", columns=3)
LIES_KIND = Kind("strategist", 4, "a strategist file", columns=4)
"""The versions: of games without chances, costs and classes; of games that have some; of games of several answers; of
games whose answers may be false."""
_KINDS = (KIND, WEIGHTED_KIND, SEVERAL_KIND, LIES_KIND)


@dataclass(frozen=True)
class StrategyData(Figured, Shown):
    """The contents of a strategy file, as read or to be written.

    The figures of ``claims`` are attributes of their own, too: ``total``, ``average``, ``depth``, ``histogram``.

    Attributes
    ----------
    game : Game or Solitaire
        The game.
    strategy : str
        The string that names the strategy.
    tree : DecisionTree
        The tree, or the line of a solitaire.
    claims : Claims
        The figures of the tree.
    bound : str
        ``optimal`` if a search has proven that no tree is better, else ``upper``.
    objective : str or None
        What the search minimized.
    lower_bound : int, Fraction or None
        What every strategy needs at least, in the unit of the first objective. Of ``lexicographic`` it is the number
        by which trees are compared; reports and JSON objects tell the numbers of secrets that it stands for.
    start : History
        The moves before the tree begins.
    generator : str
        Who wrote the file.

    Examples
    --------
    >>> from strategist.files.shipped import library
    >>> data = next(each.data for each in library() if each.name == "mastermind-4x6.minimax")
    >>> data.total, data.depth, data.histogram
    (5801, 5, (1, 6, 62, 533, 694))
    """

    game: AnyGame
    strategy: str
    tree: DecisionTree
    claims: Claims
    bound: str = "upper"
    objective: str | None = None
    lower_bound: Figure | None = None
    start: History = ()
    generator: str = field(default=GENERATOR)
    stopped: bool = False
    """Whether the search was stopped, by the clock or by hand; another run may then end with another tree."""
    open_bound: tuple[str, Figure] | None = None
    """The first objective that is not proven, where those before it are, and its lower bound among the trees that keep
    these; None where no objective is proven, or all are."""

    @property
    def bounded_figure(self) -> Figure | None:
        """The figure that ``lower_bound`` bounds: that of the first objective named; None for an unknown objective."""
        return bounded_figure(self.game, self.objective, self.claims, len(self.start))

    @property
    def gap(self) -> Figure | None:
        """How far the figure is above its lower bound; None if there is no such figure or no lower bound."""
        figure = self.bounded_figure
        return None if figure is None or self.lower_bound is None else exact(figure - self.lower_bound)

    @property
    def open(self) -> tuple[str, Figure] | None:
        """The name of ``open_bound`` in JSON objects."""
        return self.open_bound

    @property
    def version(self) -> int:
        """The version of the format of its file."""
        return file_kind_of(self.game).version


def file_kind_of(game: Rules) -> Kind:
    """The version of the format that the files of a game have."""
    if not isinstance(game, Game):
        return KIND
    return by_kind(game, one=WEIGHTED_KIND if game.weighted else KIND, several=SEVERAL_KIND, lies=LIES_KIND)


def encode(data: StrategyData) -> bytes:
    """The bytes of a strategy file."""
    tree, game, kind = data.tree, data.game, file_kind_of(data.game)
    header = {
        **identity(game),
        "strategy": data.strategy,
        "start": game.format_history(data.start),
        "secrets": data.claims.secrets,
        "claims": {
            **{name: written(getattr(data.claims, name)) for name in KEPT_FIGURES},
            "histogram": list(map(written, data.claims.histogram)),
            "bound": data.bound,
            "objective": data.objective,
            "lower_bound": None if data.lower_bound is None else written(data.lower_bound),
            **({"stopped": True} if data.stopped else {}),
            **({"open": [data.open_bound[0], written(data.open_bound[1])]} if data.open_bound else {}),
            **weighed_claims(data.claims.weighed),
            **({"can_lose": data.claims.can_lose} if kind == SEVERAL_KIND else {}),
        },
        "generator": data.generator,
        **enclosed(game),
    }
    *columns, links = columns_of(tree, game)
    if kind != LIES_KIND:
        assert not links  # no other tree shares slots
        return seal(kind, header, columns)
    return seal(kind, header, [*columns, links])


def write_strategy(path: str | os.PathLike[str], data: StrategyData) -> int:
    """Write a strategy file, all of it or nothing.

    Parameters
    ----------
    path : path
        The file.
    data : StrategyData
        What is written; of a compiled strategy its ``data``.

    Returns
    -------
    int
        The size in bytes.

    Raises
    ------
    OutputError
        If the file cannot be written.

    Examples
    --------
    >>> import os, strategist, tempfile
    >>> compiled = strategist.compile_strategy("mastermind(2,3)", "minimax")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "some.msgpack")
    ...     write_strategy(path, compiled.data) == os.path.getsize(path)
    True
    """
    return write_file(path, [encode(data)])


def read_strategy(path: str | os.PathLike[str], game: AnyGame | None = None) -> StrategyData:
    """Read and validate a strategy file.

    Parameters
    ----------
    path : path
        The file.
    game : Game or Solitaire, optional
        The game that the file was written for, where no installed package offers it.

    Returns
    -------
    StrategyData
        Its contents. Whether its claims are true is checked by :func:`strategist.verify_strategy`.

    Raises
    ------
    StrategyFileError
        If there is none, it is damaged or for other rules: the message names the field or the byte.

    Examples
    --------
    >>> from strategist.files.shipped import library
    >>> knuth = next(each for each in library() if each.name == "mastermind-4x6.minimax")
    >>> read_strategy(knuth.path).total
    5801
    """
    return load(path, KIND, lambda contents: decode(contents, game))


def decode(contents: bytes, game: AnyGame | None = None) -> StrategyData:
    """The contents of a strategy file from its bytes, for ``game`` or else for the game that it names.

    Raises :class:`StrategyFileError`.

    >>> decode(b"hello")
    Traceback (most recent call last):
    ...
    strategist.common.errors.StrategyFileError: byte 0: expected a strategist file, got b'hello'
    """
    kind = version_in(_KINDS, contents)
    header, columns = unseal(kind, contents, "1 to 4")
    game = game_of(header, len(contents), game)
    if kind != (right := file_kind_of(game)):
        expected = f"expected format version {right.version}, got {kind.version}"
        raise StrategyFileError(f"byte {len(kind.magic) - 1}: {expected}: {game.spec} {_what_decides(kind, right)}")
    fractional = kind == SEVERAL_KIND
    claims = read_figures(header, game, fractional)
    tree = read_tree(columns, game)
    start = read_start(header, game)
    if isinstance(game, Game) and game.classes is not None and kind == WEIGHTED_KIND:
        places = {code: place for place, code in enumerate(game.secrets)}
        claims_of(game, tree, [places[code] for code in game.consistent(start)])
    minimized = objectives_in(str(header["claims"].get("objective")))
    claims = with_more(claims, game, tree, minimized)
    if STATIC.name in minimized and claims.asked is None:
        raise StrategyFileError("claims.objective: expected questions that no answer changes, got others")
    bound, objective, lower_bound = read_bounds(header["claims"], claims, game, len(start), fractional)
    return StrategyData(
        game=game,
        strategy=read_text(header, "header", "strategy"),
        tree=tree,
        claims=claims,
        bound=bound,
        objective=objective,
        lower_bound=lower_bound,
        start=start,
        generator=read_text(header, "header", "generator"),
        stopped=read_stopped(header["claims"], bound),
        open_bound=read_open_bound(header["claims"], claims, objective, bound, game, fractional),
    )


def _what_decides(kind: Kind, right: Kind) -> str:
    """What a game has, or does not have, so that its files are not of this kind but of another, the right one."""
    if LIES_KIND in (kind, right):
        return f"has {'answers' if right == LIES_KIND else 'no answers'} that may be false"
    if SEVERAL_KIND in (kind, right):
        return f"has {'several answers to a question' if right == SEVERAL_KIND else 'one answer to each question'}"
    return "has chances, costs or classes" if right == WEIGHTED_KIND else "has no chances, costs or classes"
