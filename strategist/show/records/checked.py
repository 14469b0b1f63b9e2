"""The check of a certificate by one call, alone or beside the tree that it proves optimal."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from strategist.checking.pairing import bounded_from, moves_between
from strategist.checking.verify import verify_strategy
from strategist.common.extras import require
from strategist.files.certificate import Certificate
from strategist.files.certificate_file import read_certificate
from strategist.files.given import AnyStrategy, data_of
from strategist.files.strategy import StrategyData
from strategist.model.game import Game, History
from strategist.model.tree import Figure
from strategist.show.certificates.optimality import optimality


@dataclass(frozen=True)
class Checked:
    """What the check of a certificate has found.

    Attributes
    ----------
    game : Game
        The game.
    start : History
        The moves after which the bound holds; empty at the beginning of the game.
    objective : str
        What the bound is of: ``total``, ``depth``, ``expected``, ``lost``, ``size``, ``static``, ``lexicographic`` or a
        cost such as ``cost=1:2:10``.
    lower_bound : int or Fraction
        What every strategy needs at least, if ``proven``. Of ``lexicographic`` it is the number by which trees are
        compared, and ``to_dict`` tells the numbers of secrets that it stands for.
    entries : int
        The number of positions, or cores, that were checked.
    proven : bool
        Whether the bound is true.
    problems : sequence of str
        Why it is not proven; empty if it is.
    sentence : str
        The result in one sentence.
    optimal, verified : bool or None
        Whether the tree comes to the bound, and whether it keeps its own claims; None without a tree.
    tree : StrategyData or None
        The tree.

    Examples
    --------
    >>> import strategist
    >>> found = check(strategist.compile_strategy("mastermind(2,3)", "optimal", certificate=True).prove())
    >>> found.sentence[:52]
    'proven: every strategy for mastermind(pegs=2,colors='
    """

    game: Game
    start: History
    objective: str
    lower_bound: Figure
    entries: int
    proven: bool
    problems: Sequence[str]
    sentence: str
    optimal: bool | None = None
    verified: bool | None = None
    tree: StrategyData | None = None

    def __bool__(self) -> bool:
        return self.proven and self.optimal is not False


def check(certificate: Certificate | str | os.PathLike[str], strategy: AnyStrategy | None = None) -> Checked:
    """Check a certificate by the rules alone, and with a strategy whether that is proven optimal.

    Parameters
    ----------
    certificate : Certificate or path
        The certificate, or the path of its file.
    strategy : Compiled, CompiledStrategy, StrategyData, path or str, optional
        The strategy whose tree is to come to the bound: it is verified, too.

    Returns
    -------
    Checked
        What was found. It counts as true if the bound is proven and the tree, if there is one, is optimal.

    Raises
    ------
    StrategyFileError
        If a file cannot be read, or the two are of different games.
    TooLargeError
        If the certificate is too large to be checked.
    MissingLibraryError
        If NumPy is not installed.

    See Also
    --------
    verify_strategy : Whether the claims of a strategy are true.

    References
    ----------
    R. M. McConnell, K. Mehlhorn, S. Näher and P. Schweitzer, "Certifying algorithms", Computer Science Review 5 (2011).

    Examples
    --------
    >>> import strategist
    >>> compiled = strategist.compile_strategy("mastermind(2,3)", "optimal", certificate=True)
    >>> found = check(compiled.prove(), compiled)
    >>> found.proven, found.optimal, found.lower_bound
    (True, True, 21)
    """
    require("numpy")
    from strategist.checking.check import check_certificate

    stated = certificate if isinstance(certificate, Certificate) else read_certificate(certificate)
    data = None if strategy is None else data_of(strategy)
    if data is not None:
        moves_between(stated, data)
    found = check_certificate(stated)
    verification = None if data is None else verify_strategy(data)
    proven, sentence = optimality(stated, found, data, verification)
    start = stated.start if data is None else data.start
    found = bounded_from(stated, found, start)
    return Checked(
        game=stated.game,
        start=start,
        objective=stated.objective,
        lower_bound=found.bound,
        entries=found.entries,
        proven=found.proven,
        problems=tuple(found.problems),
        sentence=sentence,
        optimal=None if data is None else proven,
        verified=None if verification is None else verification.verified,
        tree=data,
    )
