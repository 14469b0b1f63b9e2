"""The strategy file: a complete decision tree and the claims about it, in one msgpack array.

::

    ["strategist", 1, header, columns, digest]

so the first bytes are always ``95 aa 73 74 72 61 74 65 67 69 73 74 01``. The file of a game in which secrets have
chances or classes, or questions have costs, is of version 2, and its first bytes end in ``02``. Version 2 is version 1
with more claims. The file of a game in which answers may be one of several (``Game.several``) is of version 3, and that
of a game in which answers may be false (``Game.doubtful``) of version 4. All are read.

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
(:mod:`strategist.model.expected_figures`). So ``total``, ``lost``, each number of ``histogram``, ``lower_bound``, the
number in ``open`` and the fields of version 2, which stand there under the same condition, may be texts: a fraction in
lowest terms, ``13/5``, or a whole number from 2⁶⁴ on. ``worst_count`` is the number of secrets that can need the full
depth, and ``claims`` also has ``can_lose`` (int), the number of those that can be lost. A leaf announces a secret or a
class, or that those left are all that can be known (``Game.undecided``). Which secrets stand there follows from the
rules.

Version 4 is version 1 with another meaning of its figures. A secret may stand at several leaves, by one or another way
of lying. It counts once in ``histogram``, at the most guesses that any of them makes it need, and in ``lost`` if any
ends where the strategy gives up (:mod:`strategist.model.lies.figures_of_lies`). A slot has a branch for each answer
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
import sys
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from typing import Any

from strategist.common.errors import StrategyFileError
from strategist.common.lazy_numpy import numpy_for
from strategist.common.notebook_hooks import Shown
from strategist.common.quoting import quoted, shortened
from strategist.common.whole_files import write_file
from strategist.files.columns import compressed, restored
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
    take,
    unseal,
    version_in,
    width_of,
)
from strategist.files.exact_figures import read, read_claims, written
from strategist.files.figured import Figured
from strategist.model.figures import claims_of, with_asked, with_size
from strategist.model.game import Game, History, Rules
from strategist.model.objective import (
    KEPT_FIGURES,
    LOST,
    OBJECTIVES,
    SIZE,
    STATIC,
    WEIGHED_FIGURES,
    figure_of,
    objective_in,
)
from strategist.model.solitaire import LAST_MOVE, MOVE_ON, AnyGame, Solitaire
from strategist.model.tree import GIVE_UP, Claims, DecisionTree, Figure, Weighed, exact, packed

KIND = Kind("strategist", 1, "a strategist file", columns=3)
WEIGHTED_KIND = Kind("strategist", 2, "a strategist file", columns=3)
SEVERAL_KIND = Kind("strategist", 3, "a strategist file", columns=3)
DOUBTFUL_KIND = Kind("strategist", 4, "a strategist file", columns=4)
"""The versions: of games without chances, costs and classes; of games that have some; of games of several answers; of
games whose answers may be false."""
_KINDS = (KIND, WEIGHTED_KIND, SEVERAL_KIND, DOUBTFUL_KIND)
_BOUNDS = ("upper", "optimal")


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
        return _bounded_figure(self.game, self.objective, self.claims, len(self.start))

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
        return kind_of(self.game).version


def _bounded_figure(game: AnyGame, objective: str | None, claims: Claims, made: int) -> Figure | None:
    known = objective_in(game, (objective or "").replace(",", " ").partition(" ")[0], made)
    return None if known is None or known.behind is not None else known.figure(claims)


def kind_of(game: Rules) -> Kind:
    """The version of the format that the files of a game have."""
    if not isinstance(game, Game):
        return KIND
    if game.doubtful:
        return DOUBTFUL_KIND
    return SEVERAL_KIND if game.several else WEIGHTED_KIND if game.weighted else KIND


def _guess_width(game: Rules) -> int:
    return width_of(len(game.guesses) + 1)


def _mask_width(game: Rules) -> int:
    width = -(-game.response_count // 8)
    return next((size for size in (1, 2, 4, 8) if width <= size), width)


def _little_endian(values: array[int]) -> bytes:
    if sys.byteorder == "big":
        values = values[:]
        values.byteswap()
    return values.tobytes()


_TYPECODES = {array(code).itemsize: code for code in "BHILQ"}


def _integers(data: bytes, width: int) -> Sequence[int]:
    """Decode a column; integers of a width that no machine type has are decoded one by one."""
    if width in _TYPECODES:
        values = array(_TYPECODES[width])
        values.frombytes(data)
        if sys.byteorder == "big":
            values.byteswap()
        return values
    return [int.from_bytes(data[at : at + width], "little") for at in range(0, len(data), width)]


def _guess_column(tree: DecisionTree, width: int) -> bytes:
    """The column of the guesses. A guess of -1 is all ones in any width."""
    if isinstance(tree.guesses, array) and tree.guesses.itemsize == width:
        return _little_endian(tree.guesses)
    nothing = (1 << 8 * width) - 1
    return _little_endian(array(_TYPECODES[width], (nothing if guess == GIVE_UP else guess for guess in tree.guesses)))


def _mask_columns(tree: DecisionTree, width: int) -> tuple[bytes, bytes]:
    """The columns that say which slots have a mask of their own, and their masks."""
    if isinstance(tree.masks, array) and (np := numpy_for(len(tree))):
        masks = np.frombuffer(tree.masks, dtype=np.uint64)
        own = (masks != 0) & (masks != np.uint64(tree.solved_bit))
        return np.packbits(own, bitorder="little").tobytes(), masks[own].astype(f"<u{width}").tobytes()
    inner = bytearray(-(-len(tree) // 8))
    kept = []
    for slot, mask in enumerate(tree.masks):
        if mask not in (0, tree.solved_bit):
            inner[slot >> 3] |= 1 << (slot & 7)
            kept.append(mask)
    return bytes(inner), b"".join(mask.to_bytes(width, "little") for mask in kept)


def encode(data: StrategyData) -> bytes:
    """The bytes of a strategy file."""
    tree, game = data.tree, data.game
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
            **_weighed_claims(data.claims.weighed),
            **({"can_lose": data.claims.can_lose} if kind_of(game) == SEVERAL_KIND else {}),
        },
        "generator": data.generator,
        **enclosed(game),
    }
    guesses, (inner, masks) = _guess_column(tree, _guess_width(game)), _mask_columns(tree, _mask_width(game))
    kind = kind_of(game)
    if kind != DOUBTFUL_KIND:
        assert tree.links is None  # no other tree shares slots
        return seal(kind, header, [guesses, inner, masks])
    if tree.links is None:
        return seal(kind, header, [guesses, inner, masks, b""])
    links = _little_endian(array(_TYPECODES[width_of(len(tree))], tree.links))
    return seal(kind, header, [guesses, inner, compressed(masks), compressed(links)])


def _weighed_claims(weighed: Weighed | None) -> dict[str, int | str]:
    """The claims under chances and costs; none in a game without any."""
    return {} if weighed is None else dict(zip(WEIGHED_FIGURES, map(written, astuple(weighed)), strict=True))


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
    if kind != kind_of(game):
        expected = f"expected format version {kind_of(game).version}, got {kind.version}"
        raise StrategyFileError(f"byte {len(kind.magic) - 1}: {expected}: {game.spec} {_what_decides(kind, game)}")
    claims = _claims(header, game)
    tree = _tree(columns, game)
    start = read_start(header, game)
    if isinstance(game, Game) and game.classes is not None and not game.several and not game.doubtful:
        places = {code: place for place, code in enumerate(game.secrets)}
        claims_of(game, tree, [places[code] for code in game.consistent(start)])
    if SIZE.name in str(header["claims"].get("objective")).partition(" ")[0].split(","):
        # It follows from the tree, and is kept nowhere.
        claims = with_size(claims, tree)
    if STATIC.name in str(header["claims"].get("objective")).partition(" ")[0].split(","):
        claims = with_asked(claims, tree)
        if claims.asked is None:
            raise StrategyFileError("claims.objective: expected questions that no answer changes, got others")
    bound, objective, lower_bound = _bounds(header["claims"], claims, game, len(start))
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
        stopped=_stopped(header["claims"], bound),
        open_bound=_open_bound(header["claims"], claims, objective, bound, game),
    )


def _what_decides(kind: Kind, game: AnyGame) -> str:
    """What a game has, or does not have, so that its files are not of this kind."""
    right = kind_of(game)
    if DOUBTFUL_KIND in (kind, right):
        return f"has {'answers' if right == DOUBTFUL_KIND else 'no answers'} that may be false"
    if SEVERAL_KIND in (kind, right):
        return f"has {'several answers to a question' if right == SEVERAL_KIND else 'one answer to each question'}"
    return "has chances, costs or classes" if right == WEIGHTED_KIND else "has no chances, costs or classes"


def _claims(header: Mapping[str, Any], game: AnyGame) -> Claims:
    """The claimed figures, checked for consistency only: whether they are true is not checked here."""
    announces = isinstance(game, Game) and game.announces
    raw = take(header, "header", "claims", dict)
    secrets = take(header, "header", "secrets", int)
    if isinstance(game, Game) and game.several:
        claims = read_claims(raw, secrets, header.get("start") != "")
        return replace(claims, weighed=_weighed(raw, claims, game)) if game.weighted else claims
    figures = {key: take(raw, "claims", key, int) for key in KEPT_FIGURES}
    histogram = take(raw, "claims", "histogram", list)
    if any(type(count) is not int or count < 0 for count in histogram) or figures[LOST.name] < 0:
        raise StrategyFileError("claims.histogram and claims.lost: expected counts of secrets")
    # What is announced without a question appears in no histogram: a single secret, or secrets of one class.
    single = secrets == 1 or (isinstance(game, Game) and game.classes is not None)
    known = secrets if announces and single and not histogram and not figures[LOST.name] else 0
    claims = Claims(histogram=tuple(histogram), known=known, **figures)
    if claims != Claims.of(histogram, figures[LOST.name], known):
        raise StrategyFileError("claims: total, depth and worst_count do not follow from the histogram")
    if claims.secrets != secrets:
        raise StrategyFileError(f"header.secrets: expected {claims.secrets} as in the claims, got {secrets}")
    if isinstance(game, Game) and game.weighted:
        return replace(claims, weighed=_weighed(raw, claims, game))
    return claims


def _weighed(raw: Mapping[str, Any], claims: Claims, game: Game) -> Weighed:
    """The claims under chances and costs, which must be possible beside the others."""
    found = Weighed(*(_take_figure(raw, key, game) for key in WEIGHED_FIGURES))
    most = sum(game.weights) if game.weights is not None else len(game.secrets)
    if game.several:
        # Behind a history secrets count in proportion to its chance, together as many as they are.
        most = claims.secrets * max(game.weights or [1])
    cheapest, dearest = (min(game.costs), max(game.costs)) if game.costs is not None else (1, 1)
    solved = claims.secrets - claims.lost
    ranges: tuple[tuple[Figure, Figure], ...] = (
        (solved, most if solved else 0),
        (claims.total, found.mass * claims.depth),
        (found.questions * cheapest, found.questions * dearest),
        (claims.lost, most - found.mass if claims.lost else 0),
    )
    for name, (low, high), value in zip(WEIGHED_FIGURES, ranges, astuple(found), strict=True):
        if not low <= value <= high:
            raise StrategyFileError(f"claims.{name}: expected {low} to {high} beside the other claims, got {value}")
    return found


def _take_figure(raw: Mapping[str, Any], key: str, game: AnyGame) -> Figure:
    """A figure of the claims, which is a whole number unless answers may be one of several."""
    if isinstance(game, Game) and game.several:
        return read(take(raw, "claims", key, int, str), f"claims.{key}")
    found: int = take(raw, "claims", key, int)
    return found


def _bounds(raw: Mapping[str, Any], claims: Claims, game: AnyGame, made: int) -> tuple[str, str | None, Figure | None]:
    """The claims about optimality: bound, objective, lower bound; checked against each other and the figures."""
    bound = take(raw, "claims", "bound", str)
    if bound not in _BOUNDS:
        raise StrategyFileError(f"claims.bound: expected upper or optimal, got {quoted(bound)}")
    objective = None
    if take(raw, "claims", "objective", str, type(None)) is not None:
        objective = read_text(raw, "claims", "objective")
        if not (isinstance(game, Game) and game.turns is not None):
            for name in objective.partition(" ")[0].split(","):
                if name in OBJECTIVES and OBJECTIVES[name].loses:
                    raise StrategyFileError(
                        f"claims.objective: expected a game with turns beside {name}, got {game.spec}"
                    )
    several = isinstance(game, Game) and game.several
    told = take(raw, "claims", "lower_bound", int, *([str] if several else []), type(None))
    if told is None:
        if bound == "optimal":
            raise StrategyFileError("claims.lower_bound: expected one beside bound optimal, got nil")
        return bound, objective, None
    lower_bound = read(told, "claims.lower_bound") if several else told
    if objective is None:
        raise StrategyFileError("claims.objective: expected one beside a lower bound, got nil")
    figure = _bounded_figure(game, objective, claims, made)
    if figure is not None and not (lower_bound == figure if bound == "optimal" else 0 <= lower_bound <= figure):
        expected = f"{figure}" if bound == "optimal" else f"0 to {figure}"
        raise StrategyFileError(f"claims.lower_bound: expected {expected} beside bound {bound}, got {lower_bound}")
    return bound, objective, lower_bound


def _stopped(raw: Mapping[str, Any], bound: str) -> bool:
    """Whether the search for the tree was stopped. Files of other trees do not have the field."""
    if "stopped" not in raw:
        return False
    if raw["stopped"] is not True:
        raise StrategyFileError(f"claims.stopped: expected true or no such field, got {quoted(str(raw['stopped']))}")
    if bound == "optimal":
        raise StrategyFileError("claims.stopped: expected no such field beside bound optimal, got true")
    return True


def _open_bound(
    raw: Mapping[str, Any], claims: Claims, objective: str | None, bound: str, game: AnyGame
) -> tuple[str, Figure] | None:
    """The lower bound of an objective behind those that are proven. Most files do not have the field."""
    if "open" not in raw:
        return None
    if bound == "optimal":
        raise StrategyFileError("claims.open: expected no such field beside bound optimal, got one")
    match raw["open"]:
        case [str(name), int() | str() as told] if type(told) is int or kind_of(game) == SEVERAL_KIND:
            least = told if type(told) is int else read(told, "claims.open")
            figure = figure_of(name, claims, game)
            if figure is not None and name in (objective or "").replace(",", " ").split()[1:]:
                if 0 <= least <= figure:
                    return name, least
                raise StrategyFileError(f"claims.open: expected 0 to {figure} for {name}, got {least}")
    shown = quoted(shortened(str(raw["open"])))
    raise StrategyFileError(f"claims.open: expected a later objective and its lower bound, got {shown}")


def _tree(columns: list[bytes], game: AnyGame) -> DecisionTree:
    guess_bytes, inner_bytes, mask_bytes = columns[:3]
    shared = any(columns[3:])
    if shared:
        mask_bytes = restored("masks", mask_bytes)
    width, mask_width = _guess_width(game), _mask_width(game)
    slots, partial = divmod(len(guess_bytes), width)
    if partial or not slots:
        raise StrategyFileError(f"columns.guesses: expected a multiple of {width} bytes, got {len(guess_bytes)}")
    if len(inner_bytes) != -(-slots // 8) or inner_bytes[-1] >> ((slots - 1) % 8 + 1):
        raise StrategyFileError(f"columns.inner: expected one bit for each of {slots} slots")
    if len(mask_bytes) % mask_width:
        raise StrategyFileError(f"columns.masks: expected a multiple of {mask_width} bytes, got {len(mask_bytes)}")

    guesses = _read_guesses(guess_bytes, width, len(game.guesses))
    masks = _integers(mask_bytes, mask_width)
    solved_bit = 1 << (game.response_count - 1)
    # A slot whose mask is the solved bit alone is a leaf and stores no mask: each tree has exactly one file.
    if masks and (not 0 < min(masks) <= max(masks) < 2 * solved_bit or solved_bit in masks):
        wrong = (rank for rank, mask in enumerate(masks) if not 0 < mask < 2 * solved_bit or mask == solved_bit)
        rank = next(wrong)
        raise StrategyFileError(f"columns.masks: mask {rank}: expected responses of the game, got {masks[rank]:#x}")
    own = int.from_bytes(inner_bytes, "little").bit_count()
    if own != len(masks):
        raise StrategyFileError(f"columns.masks: expected {own} masks, got {len(masks)}")
    slot_masks = _masks_of_slots(guesses, inner_bytes, masks, solved_bit, shared)
    links = _read_links(columns[3], slot_masks, solved_bit) if shared else None
    if isinstance(game, Solitaire):
        _check_line(slot_masks)
    elif game.announces:
        _check_announcements(guesses, slot_masks, game)
    elif game.guesses is not game.secrets:
        _check_solved(guesses, slot_masks, game)
    return DecisionTree(guesses, slot_masks, game.response_count, links)


def _read_links(data: bytes, masks: Sequence[int], solved_bit: int) -> Sequence[int]:
    """The slots behind the branches of a tree that shares some: each behind its own, and each led to."""
    slots, below = len(masks), solved_bit - 1
    width = width_of(slots)
    branches = array("i", ((mask & below).bit_count() for mask in masks))
    links = _integers(restored("links", data, width * sum(branches)), width)
    if _may_be_faulty(links, branches):
        _name_fault(links, branches)
    return packed("i", array("i", links))


def _may_be_faulty(links: Sequence[int], branches: array[int]) -> bool:
    """Whether :func:`_name_fault` has something to refuse, or has to find out, because there are few links or there is
    no NumPy."""
    slots = len(branches)
    np = numpy_for(len(links))
    if np is None:
        return True
    to = np.array(links, dtype=np.int64)
    led_to = np.zeros(slots, dtype=bool)
    led_to[0] = True
    behind = (to > np.repeat(np.arange(slots), np.array(branches))) & (to < slots)
    led_to[to[behind]] = True
    return not (behind.all() and led_to.all()) or bool(len(to) == slots - 1 and (np.diff(to) == 1).all())


def _name_fault(links: Sequence[int], branches: array[int]) -> None:
    """Raise :class:`~strategist.common.errors.StrategyFileError` if a slot does not stand behind one that leads to it,
    if nothing leads to it, or if no slot is shared."""
    slots = len(branches)
    led_to = bytearray(slots)
    branch = 0
    for slot, count in enumerate(branches):
        for child in links[branch : (branch := branch + count)]:
            if not slot < child < slots:
                raise StrategyFileError(f"columns.links: slot {slot}: expected {slot + 1} to {slots - 1}, got {child}")
            led_to[child] = 1
    if (nowhere := led_to.find(0, 1)) > 0:
        raise StrategyFileError(f"columns.links: no branch leads to slot {nowhere}")
    if list(links) == list(range(1, slots)):
        raise StrategyFileError("columns.links: expected no bytes where no slot is shared")


def _read_guesses(data: bytes, width: int, count: int) -> array[int]:
    """The guesses of all slots, each below ``count`` or :data:`~strategist.model.tree.GIVE_UP`."""
    nothing = (1 << 8 * width) - 1
    values = _integers(data, width)
    top = max(values)
    if top >= count:
        top = max((guess for guess in values if guess != nothing), default=0)
        if top >= count:
            at = next(slot for slot, guess in enumerate(values) if guess == top)
            raise StrategyFileError(f"columns.guesses: slot {at}: expected below {count}, got {top}")
    if isinstance(values, array) and values.itemsize == array("i").itemsize:
        # All ones are -1 when they are signed.
        return packed("i", memoryview(values))
    return array("i", (GIVE_UP if guess == nothing else guess for guess in values))


def _masks_of_slots(
    guesses: array[int], inner: bytes, masks: Sequence[int], solved_bit: int, shared: bool
) -> Sequence[int]:
    """The masks of all slots. In breadth-first order the slots form one tree if the masks before each lead to it; where
    slots are ``shared``, links say what leads to them."""
    slots, below = len(guesses), solved_bit - 1
    if isinstance(masks, array) and (np := numpy_for(slots)):
        at = np.flatnonzero(np.unpackbits(np.frombuffer(inner, dtype=np.uint8), bitorder="little"))
        own = np.array(masks, dtype=np.uint64)
        reached = 1 + np.cumsum(np.bitwise_count(own & np.uint64(below)), dtype=np.int64)
        asked = np.frombuffer(guesses, dtype=np.int32)
        before = np.concatenate(([1], reached[:-1]))
        # A fault is named by the slower loop below.
        leads = shared or (len(at) and reached[-1] == slots and (at < before).all())
        if len(at) and leads and (asked[at] != GIVE_UP).all():
            told = np.where(asked == GIVE_UP, np.uint64(0), np.uint64(solved_bit))
            told[at] = own
            return packed("Q", told)
    slot_masks: list[int] | array[int] = [solved_bit] * slots
    if isinstance(masks, array):
        slot_masks = array("Q", [solved_bit]) * slots
    if GIVE_UP in guesses:
        for slot, guess in enumerate(guesses):
            if guess == GIVE_UP:
                slot_masks[slot] = 0
    to = 1
    for slot, mask in zip(_ones(inner), masks, strict=True):
        if slot >= to and not shared:
            raise StrategyFileError(f"columns.inner: slot {slot} stands before its parent")
        if guesses[slot] == GIVE_UP:
            raise StrategyFileError(f"columns.inner: slot {slot} gives up and goes on")
        slot_masks[slot] = mask
        to += (mask & below).bit_count()
    if to != slots and not shared:
        raise StrategyFileError(f"columns: the masks lead to {to} slots, the guesses fill {slots}")
    return slot_masks


def _check_announcements(guesses: Sequence[int], masks: Sequence[int], game: Game) -> None:
    """Check that leaves, and only leaves, announce a secret; a question never gets the solved response."""
    solved_bit = 1 << (game.response_count - 1)
    for slot, (guess, mask) in enumerate(zip(guesses, masks, strict=True)):
        if guess >= game.question_count and mask != solved_bit:
            raise StrategyFileError(f"columns.guesses: slot {slot}: expected a question, got an announcement")
        if guess < game.question_count and mask & solved_bit:
            raise StrategyFileError(f"columns.guesses: slot {slot}: expected an announcement, got a question")


def _check_solved(guesses: Sequence[int], masks: Sequence[int], game: Game) -> None:
    """Check that the solved response occurs only at guesses that are secrets."""
    solved_bit = 1 << (game.response_count - 1)
    secrets = frozenset(game.secrets)
    right = {guess: game.guesses[guess] in secrets for guess in set(guesses) if guess != GIVE_UP}
    for slot, (guess, mask) in enumerate(zip(guesses, masks, strict=True)):
        if mask & solved_bit and not right[guess]:
            text = shortened(game.format_code(game.guesses[guess]))
            raise StrategyFileError(f"columns.masks: slot {slot}: {text} is no secret, but has the solved response")


def _check_line(masks: Sequence[int]) -> None:
    """Check that every slot of a solitaire leads to the next one, and the last slot to the goal."""
    for slot, mask in enumerate(masks):
        expected = LAST_MOVE if slot == len(masks) - 1 else MOVE_ON
        if mask != expected:
            raise StrategyFileError(f"columns.masks: slot {slot}: expected a line of moves, got mask {mask:#x}")


_BITS_OF_BYTE = [[bit for bit in range(8) if byte >> bit & 1] for byte in range(256)]


def _ones(bitmap: bytes) -> Iterator[int]:
    """The positions of the set bits."""
    return (at * 8 + bit for at, byte in enumerate(bitmap) if byte for bit in _BITS_OF_BYTE[byte])
