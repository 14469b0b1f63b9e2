"""Answers that err by chance: when play ends, and what is named then, where no secret is ever certain.

Each answer may be wrong, with a chance that is known, and independently of all others. So a secret may give one of
several answers, each question stands in the list as often as it may be asked, and the masses of a position are how
likely the secrets are. An announcement names one of those left; if it is another one, the secret is *lost*. Averages
are over all plays then, those that end with a wrong name as well.

Play has to end after so many questions, because answers that contradict each other can go on for ever. It may end
sooner, where the likeliest secret is likely enough; that a name has to be as likely is what practitioners ask for
(C. Tatsuoka, W. Chen, X. Lu, "Bayesian group testing with dilution effects", Biostatistics 24 (2023)).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Erring:
    """When play ends in a game whose answers err.

    >>> ends = Erring(questions=3, sure=Fraction(9, 10))
    >>> ends.named([1, 8, 2], asked=2), ends.named([0, 9, 1], asked=2), ends.named([1, 8, 2], asked=3)
    (None, 1, 1)
    """

    questions: int
    """The most questions. Each stands in the list as often."""
    sure: Fraction | None
    """How likely a secret has to be to end play before; None if a strategy may name one whenever it likes."""

    def named(self, masses: Sequence[int], asked: int) -> int | None:
        """The place of the likeliest secret, the first of several, if play ends after so many questions; else None."""
        most = max(masses)
        sure = self.sure is not None and most >= self.sure * sum(masses)
        return masses.index(most) if sure or asked >= self.questions else None

    def next_tests(self, questions: Sequence[int], count: int, asked: Collection[int]) -> list[int]:
        """Of some questions, those that are not told apart from one that was not asked either: of ``count`` in all, the
        first ones stand in the list before all that repeat them, in the same order.

        >>> Erring(questions=3, sure=None).next_tests(range(6), count=6, asked=[1, 3])
        [0, 5]
        """
        round_ = count // self.questions
        return [each for each in questions if each not in asked and (each < round_ or each - round_ in asked)]

    def may_name(self, mass: Fraction, asked: int) -> bool:
        """Whether a secret that is so likely, as a part of 1, may be named after so many questions."""
        return self.sure is None or asked >= self.questions or mass >= self.sure
