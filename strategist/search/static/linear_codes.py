"""Questions asked all at once where answers may be false: codes that correct errors.

Fixed questions of yes and no give each number a word, a bit for its true answer to each question. Up to E answers may
be false, and the number is known in the end if and only if any two words differ at 2E + 1 places or more. So the fewest
questions are the least length of a code with as many words and this distance.

*At least.* The words within E places of each word are no others' (the sphere-packing bound of Hamming), and words that
are far apart are few (the bound of Plotkin).

*Enough.* A linear code: the first questions ask for the binary digits, and each other one whether the sum of some
digits is odd. Its words are 2E + 1 places apart if any 2E columns of its check matrix are independent; columns are
taken as they come if they are independent of those before, as Gilbert and Varshamov did.

Sources: R. W. Hamming, "Error detecting and error correcting codes", Bell System Technical Journal 29 (1950); M.
Plotkin, "Binary codes with specified minimum distance", IRE Transactions on Information Theory 6 (1960); E. N. Gilbert,
"A comparison of signalling alphabets", Bell System Technical Journal 31 (1952).
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from strategist.model.lies.volume import ways_to_answer

_MOST_CHECKS = 24
"""The most questions beyond the digits that are tried."""


class AtOnce(NamedTuple):
    """Questions asked all at once: fewer than ``least`` are not enough; these are, each given by the binary digits of a
    number whose sum it asks for, as bits."""

    least: int
    questions: tuple[int, ...]


def most_words(length: int, lies: int) -> int:
    """The most words of so many bits, any two 2E + 1 apart, that the bounds of Hamming and of Plotkin allow.

    >>> [most_words(length, 1) for length in range(1, 9)], most_words(14, 1)
    ([1, 1, 2, 2, 4, 8, 16, 28], 1092)
    """
    packed = 2**length // ways_to_answer(length, lies, 2)
    # A bit more, the parity, makes words of an odd distance even further apart.
    longer, apart = length + 1, 2 * lies + 2
    if 2 * apart > longer:
        return min(packed, max(1, 2 * (apart // (2 * apart - longer))))
    return min(packed, 4 * apart) if 2 * apart == longer else packed


def least_at_once(numbers: int, lies: int) -> int:
    """The least number of questions that the bounds allow for so many numbers.

    >>> [least_at_once(numbers, 1) for numbers in (1, 2, 3, 16, 1000)]
    [0, 3, 5, 7, 14]
    """
    length = 0
    while numbers > 1 and most_words(length, lies) < numbers:
        length += 1
    return length


def questions_at_once(numbers: int, lies: int) -> AtOnce | None:
    """Questions asked all at once that tell so many numbers apart under so many lies, as few as are found; None if
    they would be very many.

    >>> at_once = questions_at_once(1000, 1)
    >>> at_once.least, len(at_once.questions), [bin(each) for each in at_once.questions[10:]]
    (14, 14, ['0b101011011', '0b1001101101', '0b1110001110', '0b1111110000'])
    """
    digits, least = (numbers - 1).bit_length(), least_at_once(numbers, lies)
    if not lies or not digits:
        return AtOnce(least, tuple(1 << digit for digit in range(digits)))
    for checks in range(max(1, least - digits), _MOST_CHECKS + 1):
        columns = _columns(checks, digits, 2 * lies)
        if columns is not None:
            # Question number i behind the digits sums up those whose columns have a one at place i.
            sums = (sum(1 << digit for digit, each in enumerate(columns) if each >> i & 1) for i in range(checks))
            return AtOnce(least, (*(1 << digit for digit in range(digits)), *sums))
    return None


def _columns(checks: int, wanted: int, independent: int) -> list[int] | None:
    """So many columns of ``checks`` bits, each with two ones or more, of which with the columns of a single one any
    ``independent`` add up to something else than nothing; None if too few are found."""
    units = [1 << place for place in range(checks)]
    # What up to ``independent`` - 1 columns add up to.
    sums = [{0}]
    for count in range(1, independent):
        sums.append({sum(some) for some in combinations(units, count)})
    found: list[int] = []
    for column in range(1, 1 << checks):
        if len(found) == wanted:
            break
        if not any(column in each for each in sums):
            for count in range(independent - 1, 0, -1):
                sums[count] |= {column ^ each for each in sums[count - 1]}
            found.append(column)
    return found if len(found) == wanted else None
