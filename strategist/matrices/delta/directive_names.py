"""The directives of DELTA's programs CONFOR and KEY, by what a reader for keys does with them.

After the User's Guide to the DELTA System (Dallwitz, Paine and Zurcher, 1993 onwards).
"""

from __future__ import annotations

READ = frozenset(
    (
        "SHOW", "HEADING", "INPUT FILE",
        "NUMBER OF CHARACTERS", "MAXIMUM NUMBER OF ITEMS", "CHARACTER TYPES", "NUMBERS OF STATES", "IMPLICIT VALUES",
        "DEPENDENT CHARACTERS", "INAPPLICABLE CHARACTERS", "APPLICABLE CHARACTERS",
        "CHARACTER LIST", "ITEM DESCRIPTIONS", "ACCEPT DUPLICATE VALUES",
        "EXCLUDE CHARACTERS", "INCLUDE CHARACTERS", "EXCLUDE ITEMS", "INCLUDE ITEMS", "CHARACTER RELIABILITIES",
        "CHARACTER WEIGHTS", "ITEM ABUNDANCES", "ITEM WEIGHTS", "KEY STATES", "USE NORMAL VALUES",
        "TREAT CHARACTERS AS VARIABLE", "TREAT UNKNOWN AS INAPPLICABLE",
    )
)  # fmt: skip

_OF_A_KEY = "is given to the strategy that makes a key"
REMARKED = {
    "ABASE": _OF_A_KEY, "RBASE": _OF_A_KEY, "REUSE": _OF_A_KEY, "VARYWT": _OF_A_KEY,
    "PRESET CHARACTERS": "is not read: a key is free to ask its characters in any order",
    "NUMBER OF CONFIRMATORY CHARACTERS": "is not read: a key has none",
    "ALLOW IMPROPER SUBGROUPS": "is not read: what a key may ask is told by its goal",
    "KEY CHARACTER LIST": "is not read: names are those of the character list",
    "USE MEAN VALUES": "is not read: numbers are used whole",
    "USE LAST VALUE CODED": "is not read: all values are used",
    "INPUT DELTA FILE": "names a file that is not read",
    "CHARACTERS FILE": "names a file that is not read", "ITEMS FILE": "names a file that is not read",
}  # fmt: skip
"""Directives that would change a key, and what to say of each."""

_PRINTED = """
    ADD CHARACTER NUMBERS; ALTERNATE COMMA; CHARACTER FOR OUTPUT FILES; CHARACTER HEADINGS; CHINESE FORMAT; COMMENT;
    DATA LISTING; DECIMAL PLACES; DUMP; EMPHASIZE CHARACTERS; EMPHASIZE FEATURES; ERROR FILE; FORMATTING MARKS;
    INDEX HEADINGS; INDEX OUTPUT FILE; INDEX TEXT; INSERT IMPLICIT VALUES; INSERT REDUNDANT VARIANT ATTRIBUTES;
    ITEM HEADINGS; ITEM OUTPUT FILES; ITEM SUBHEADINGS; KEY TYPESETTING FILE; LINK CHARACTERS; LIST CHARACTERS;
    LIST HEADING; LIST ITEMS; LISTING FILE; MATRIX DUMP; NEW FILES AT ITEMS; NEW PARAGRAPH AT CHARACTERS;
    NEW PARAGRAPHS AT CHARACTERS; NO BRACKETED KEY; NO BRACKETTED KEY; NO DATA LISTING; NO TABULAR KEY;
    OMIT CHARACTER NUMBERS; OMIT FINAL COMMA; OMIT INAPPLICABLES; OMIT INNER COMMENTS; OMIT LOWER FOR CHARACTERS;
    OMIT OR FOR CHARACTERS; OMIT PERIOD FOR CHARACTERS; OMIT REDUNDANT VARIANT ATTRIBUTES; OMIT SPACE BEFORE UNITS;
    OMIT TYPESETTING MARKS; OUTPUT DIRECTORY; OUTPUT FORMAT HTML; OUTPUT WIDTH; PAGE LENGTH;
    PRINT ALL CHARACTERS; PRINT CHARACTER LIST; PRINT COMMENT; PRINT FILE; PRINT HEADING; PRINT ITEM DESCRIPTIONS;
    PRINT ITEM NAMES; PRINT SUMMARY; PRINT UNCODED CHARACTERS; PRINT WIDTH; REPLACE ANGLE BRACKETS;
    REPLACE SEMICOLON BY COMMA; SUBJECT FOR OUTPUT FILES; TRANSLATE IMPLICIT VALUES; TRANSLATE UNCODED CHARACTERS;
    TRUNCATE TABULAR KEY AT; TYPESETTING MARKS; VOCABULARY
"""
"""They shape what is printed, or are notes to people."""
_OTHER_PROGRAMS = """
    ADD CHARACTERS; CHARACTER FOR TAXON IMAGES; CHARACTER FOR TAXON NAMES; CHARACTERS FOR SYNONYMY;
    CHARACTER IMAGES; CHARACTER KEYWORD IMAGES; CHARACTER NOTES; DISABLE DELTA OUTPUT; DIST OUTPUT FILE;
    IMAGE DIRECTORY; INTKEY OUTPUT FILE; KEY OUTPUT FILE; NUMBER STATES FROM ZERO; OUTPUT FILE;
    OUTPUT PARAMETERS; OVERLAY FONTS; REGISTRATION HEADING; REGISTRATION SUBHEADING; STARTUP IMAGES; TAXON IMAGES;
    TAXON KEYWORD IMAGES; TAXON LINKS; TRANSLATE INTO
"""
"""They concern files, pictures and notes for other programs."""
_LIMITS = """
    ABSOLUTE ERROR; DATA BUFFER SIZE; MANDATORY CHARACTERS; MAXIMUM NUMBER OF STATES; NONAUTOMATIC CONTROLLING
    CHARACTERS; PERCENT ERROR; STOP AFTER COLUMN; STOP AFTER ITEM; STORAGE FACTOR; TREAT INTEGER AS REAL;
    TREAT VARIABLE AS UNKNOWN; USE CONTROLLING CHARACTERS FIRST
"""
"""They check data, limit memory or a trial run, or make a difference that a key does not: a taxon that has every state
is told apart by a character as little as one of which nothing is known."""

IGNORED = frozenset(
    " ".join(name.split()) for names in (_PRINTED, _OTHER_PROGRAMS, _LIMITS) for name in names.split(";")
)
"""Directives that cannot change a key."""

KNOWN = READ | IGNORED | frozenset(REMARKED)
MOST_WORDS = max(len(name.split()) for name in KNOWN)
_SHORTEST = 3
"""The fewest letters of a word that is written in short."""


def _begin(words: tuple[str, ...]) -> tuple[int, str]:
    return len(words), words[0][:_SHORTEST]


_BY_BEGIN: dict[tuple[int, str], list[tuple[str, ...]]] = {}
for _name in sorted(KNOWN):
    _words = tuple(_name.split())
    _BY_BEGIN.setdefault(_begin(_words), []).append(_words)


def known_name(words: tuple[str, ...], in_short: bool = True) -> tuple[str, int] | None:
    """The directive that words in capitals begin with, and of how many words its name is; None if there is none.

    Words may be written in short, with three letters at least, where ``in_short`` is true.

    >>> known_name(("KEY", "STATES")), known_name(("CHAR", "LIST")), known_name(("SPELL", "CHECK"))
    (('KEY STATES', 2), ('CHARACTER LIST', 2), None)
    """
    for count in range(min(len(words), MOST_WORDS), 0, -1):
        name = " ".join(words[:count])
        if name in KNOWN:
            return name, count
        if in_short:
            typed = words[:count]
            found = [each for each in _BY_BEGIN.get(_begin(typed), ()) if _shortens(typed, each)]
            if len(found) == 1:
                return " ".join(found[0]), count
    return None


def _shortens(typed: tuple[str, ...], name: tuple[str, ...]) -> bool:
    return all(
        whole == short or (len(short) >= _SHORTEST and whole.startswith(short))
        for short, whole in zip(typed, name, strict=True)
    )
