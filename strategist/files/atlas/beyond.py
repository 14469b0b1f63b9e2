"""Games and objectives that the atlas is to hold beyond the small ones: an explicit list.

They have more codes than those of :mod:`~strategist.files.atlas.scope`, are read from the lists of Wordle, or are
searched for the best of all histograms and for the least of prices. The cost is the processor seconds that a search
has taken, or those after which it has been stopped so far, whichever is known; else it is guessed.
"""

from __future__ import annotations

from strategist.model.objective import COST, DEPTH, LEXICOGRAPHIC, LOST, TOTAL, WORST

_FIRST = "words(answers=solution_list.csv,guesses=guess_list.csv{})"
"""The lists with which Wordle began: 2,315 answers and 12,972 guesses."""
_ORIGINAL = "words(answers=original_hidden_answers.txt,guesses=allowed_words.txt{})"
"""The same answers, and the 14,855 guesses that are allowed now."""
_NEWER = "words(answers=cat_hidden_answers.txt,guesses=allowed_words.txt{})"
"""3,171 newer answers."""
_EDITED = "words(answers=wordlist_nyt20220830_hidden,guesses=allowed_words.txt{})"
"""The 2,309 answers of 2022, those of the New York Times."""
_EXTENDED = "words(answers=wordlist_nyt20230701_hidden,guesses=allowed_words.txt{})"
"""The 3,158 answers of July 2023: the newer ones without 13 of the first that the New York Times leaves out."""
_OF_2026 = "words(answers=answers_2026.txt,guesses=allowed_words.txt{})"
"""The same with two more, which have been answers since: all that were until August 2026 are among them."""
_EVERY = "words(answers=allowed_words.txt,guesses=allowed_words.txt{})"
"""All guesses as answers."""
_CHANCE = f"{LOST.name},{TOTAL.name}"

_OF_WORDS = (
    (_FIRST, "", f"{TOTAL.name},first=salet", 1),
    (_FIRST, ",hard=true,turns=6", f"{TOTAL.name},first=salet", 1),
    (_FIRST, ",hard=true", f"{TOTAL.name},first=salet", 1),
    (_NEWER, "", f"{TOTAL.name},first=tarse", 7),
    (_EXTENDED, "", f"{TOTAL.name},first=tarse", 5),
    (_OF_2026, "", f"{TOTAL.name},first=tarse", 5),
    (_NEWER, ",hard=true", f"{TOTAL.name},first=salet", 5),
    (_OF_2026, ",hard=true", f"{TOTAL.name},first=salet", 5),
    (_NEWER, ",hard=true", f"{TOTAL.name},first=tarse", 13),
    (_OF_2026, ",hard=true", f"{TOTAL.name},first=tarse", 14),
    (_FIRST, "", DEPTH.name, 17),
    (_ORIGINAL, "", DEPTH.name, 17),
    (_NEWER, "", DEPTH.name, 17),
    (_OF_2026, "", DEPTH.name, 42),
    (_EXTENDED, "", DEPTH.name, 45),
    (_FIRST, "", TOTAL.name, 40),
    (_ORIGINAL, "", TOTAL.name, 50),
    (_EDITED, "", TOTAL.name, 71),
    (_FIRST, ",hard=true", DEPTH.name, 80),
    (_FIRST, ",hard=true", TOTAL.name, 100),
    (_ORIGINAL, ",hard=true", DEPTH.name, 110),
    (_ORIGINAL, ",hard=true", TOTAL.name, 130),
    (_FIRST, ",hard=true,turns=6", TOTAL.name, 140),
    (_FIRST, ",turns=3", LOST.name, 40),
    (_FIRST, ",turns=3", _CHANCE, 80),
    (_NEWER, ",turns=3", LOST.name, 80),
    (_NEWER, ",turns=3", _CHANCE, 160),
    (_NEWER, "", TOTAL.name, 1300),
    (_OF_2026, "", TOTAL.name, 1610),
    (_FIRST, "", f"{DEPTH.name},{WORST.name}", 3600),
    (_NEWER, "", f"{DEPTH.name},{WORST.name}", 3600),
    (_FIRST, ",turns=4", _CHANCE, 3600),
    (_NEWER, ",turns=4", _CHANCE, 3600),
    (_NEWER, ",hard=true", DEPTH.name, 3600),
    (_NEWER, ",hard=true", TOTAL.name, 3600),
    (_OF_2026, ",hard=true", TOTAL.name, 3600),
    (_EVERY, "", TOTAL.name, 7200),
)
"""The lists, the options of the rules, the objectives, and the seconds."""
_PRICES = f'{COST.name}"1,2,3,4,5,20"'
_OF_CODES = (
    ("mastermind(pegs=4,colors=6)", LEXICOGRAPHIC.name, 1),
    ("mastermind(pegs=4,colors=6)", _PRICES, 1),
    ("bulls-and-cows(pegs=4,symbols=10)", LEXICOGRAPHIC.name, 18),
    ("bulls-and-cows(pegs=4,symbols=10)", _PRICES, 4),
    ("mastermind(pegs=6,colors=5)", DEPTH.name, 8),
    ("mastermind(pegs=4,colors=11)", DEPTH.name, 100),
    ("mastermind(pegs=5,colors=7)", DEPTH.name, 600),
    ("bulls-and-cows(pegs=5,symbols=9)", DEPTH.name, 600),
    ("bulls-and-cows(pegs=6,symbols=8)", DEPTH.name, 600),
    ("bulls-and-cows(pegs=5,symbols=10)", DEPTH.name, 600),
    ("mastermind(pegs=5,colors=8)", DEPTH.name, 600),
    ("bulls-and-cows(pegs=5,symbols=9)", TOTAL.name, 3600),
    ("mastermind(pegs=4,colors=11)", TOTAL.name, 1140),
    ("mastermind(pegs=6,colors=5)", TOTAL.name, 7200),
    ("mastermind(pegs=5,colors=7)", TOTAL.name, 7200),
    ("bulls-and-cows(pegs=6,symbols=8)", TOTAL.name, 7200),
    ("bulls-and-cows(pegs=5,symbols=10)", TOTAL.name, 7200),
    ("mastermind(pegs=5,colors=8)", TOTAL.name, 7200),
)
_OF_RULES = (
    ("words(length=6,rule=equations)", TOTAL.name, 1),
    ("words(length=6,rule=equations)", DEPTH.name, 1),
    ("words(length=5,rule=primes)", DEPTH.name, 60),
    ("words(length=8,rule=equations)", DEPTH.name, 60),
    ("words(length=5,rule=primes)", TOTAL.name, 3600),
    ("words(length=8,rule=equations)", TOTAL.name, 5400),
)
"""Primel and Nerdle, the little one first."""


def further() -> list[tuple[str, str, float]]:
    """The games, the strategies and the costs, the cheapest first.

    >>> further()[0]
    ('words(answers=solution_list.csv,guesses=guess_list.csv)', 'optimal(total,first=salet)', 1)
    """
    found = [(lists.format(options), objectives, cost) for lists, options, objectives, cost in _OF_WORDS]
    found += (*_OF_CODES, *_OF_RULES)
    return [(game, f"optimal({each})", cost) for game, each, cost in sorted(found, key=lambda row: row[2])]
