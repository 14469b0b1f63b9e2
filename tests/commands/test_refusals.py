"""Nonsense on the command line: one line says what is wrong, nothing is printed, and no file is made or changed."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from said import run

from strategist import compile_strategy
from strategist.commands.preparing import write_values
from strategist.commands.shared.basics import MOST_JOBS

SHIPPED = Path(__file__).parents[2] / "strategies"
KNUTH, ENTROPY = (str(SHIPPED / f"mastermind-4x6.{name}.msgpack") for name in ("minimax", "entropy"))
TREE = str(SHIPPED / "mastermind-3x6.optimal-total-depth.msgpack")
CERTIFICATE = TREE.replace(".msgpack", ".certificate")
WORDS = {
    "KNUTH": KNUTH,
    "ENTROPY": ENTROPY,
    "TREE": TREE,
    "CERTIFICATE": CERTIFICATE,
    "LONG": "x" * 1_000_000,
    "NAME": "x" * 300,
    "PATH": "a" * 5000,
    "DEEP": "(" * 1_000_000,
    "DIGITS": "9" * 5000,
    "MARKS": "?" * 1_000_000,
    "FOURS": "4," * 500_000,
    "TOTALS": "total," * 500_000,
    "JOBS": str(MOST_JOBS),
    "MORE_JOBS": str(MOST_JOBS + 1),
}
"""What the lines below call by a name, because it is long or depends on the place."""

REFUSED = r"""
unheard-of | No such command
wordle | try strategist assist wordle, or strategist play wordle
mastermind(4,6) | try strategist play "mastermind(4,6)", or strategist compile "mastermind(4,6)" STRATEGY
solve wordle | try strategist assist wordle
games library | unexpected extra argument
compile chess minimax | unknown game 'chess': expected one of
compile mastermind magic | unknown strategy 'magic': expected one of
compile mastermind(0,6) minimax | pegs must be a whole number of at least 1
compile mastermind(4,six) minimax | colors must be a whole number
compile mastermind(4,6 minimax | parenthesis
compile mastermind(4,6,sides=2) minimax | no parameter 'sides'
compile bulls-and-cows(4,3) minimax | symbols must be at least pegs=4
compile mastermind(10,10) first | codes: expected at most
compile mastermind(8,10) first | GiB, expected at most
compile mastermind minimax(first=1172) | expected symbols 123456, got '7'
compile mastermind minimax(first=112) | expected 4 symbols, got 3
compile mastermind minimax(ties=often) | ties must be one of
compile mastermind optimal(best) | expected objectives of total, depth, worst
compile mastermind optimal(total,worst) | expected depth before worst
compile mastermind minimax -o no/such/folder/x | cannot write
compile mastermind minimax -o . | expected a file, got a folder
compile mastermind | Missing argument 'STRATEGY'
compile pegswap(3,3) minimax | is a solitaire: expected optimal, got 'minimax'
compile '' first | expected a name such as mastermind(4,6)
compile {DEEP} first | expected a name such as mastermind(4,6)
compile mastermind{DEEP} first | expected NAME or NAME(…)
compile mastermind({FOURS}) first | between commas, got ''
compile mastermind({FOURS}4) first | feedback must be one of both, black, got '4'
compile {LONG} first | unknown game
compile mastermind-{DIGITS} first | pegs must be a whole number
compile mastermind(pegs={DIGITS}) first | pegs must be a whole number
compile mastermind(٤,٦) first | pegs must be a whole number
compile 'mastermind(4,6,alphabet="123' first | a quote is not closed
compile mastermind '' | expected a name such as
compile mastermind optimal({TOTALS}depth) | the objective total stands there twice
compile mastermind first(seed={DIGITS}) | seed must be a whole number
compile mastermind minimax(first={LONG}) | expected symbols 123456
compile mastermind optimal(max_depth=٣) | max_depth must be a whole number
compile mastermind(2,3) optimal -j 0 | 0 is not in the range
compile mastermind(2,3) optimal -j {MORE_JOBS} | not in the range 1<=x<={JOBS}
compile mastermind(2,3) optimal -j {DIGITS} | is not a valid integer range
compile mastermind(2,3) optimal --time-limit nan | expected a number of seconds, got nan
compile mastermind(2,3) optimal --time-limit -1 | -1.0 is not in the range
compile mastermind(2,3) optimal --time-limit -inf | -inf is not in the range
compile mastermind(2,3) optimal --memory ٤M | expected an amount of memory
compile mastermind(2,3) first -o folder | expected a file, got a folder
compile mastermind(2,3) first -o {NAME} | File name too long
compile mastermind(2,3) first --given {LONG} | expected GUESS:RESPONSE
compile mastermind(2,3) first --given '11:0b0w 22:0b0w 33:0b0w' | one answer must be wrong
compile table(file=folder) first | folder: cannot read: Is a directory
compile table(file=bytes) first | expected a table as UTF-8 text, got byte 0 = 0xff
compile table(file=workbook) first | workbook: expected an Excel workbook (.xlsx), got no archive
compile table(file=utf-16) first | utf-16: expected a table as UTF-8 text, got UTF-16: save it as
compile table(file=cp1252) first | cp1252: expected a line for each question, got a line of secrets
compile 'table(file=no such.csv)' first | no such.csv: cannot read: No such file
compile 'table(file=my (1).csv)' first | a value that holds one of , ( ) = stands in double quotes
compile table(file=commas,chance=p) first | 3e-4, got '0,5': write 0.5
compile table(file=tiny,chance=p) first | chances that add up to 10000000… (301 digits), too large
compile words(answers=empty) first | empty: expected a list of words, got none
compile mastermind(2,3,lies=1) optimal | an average needs a chance of each lie
compile mastermind(2,3,lies=1) most-parts | expected a strategy that knows answers that may be false
compile mastermind(2,3,turns=4,lies=1) minimax | lies=1 cannot stand beside turns
compile wordle(hard=true,lies=1) minimax | lies=1 cannot stand beside hard=true
compile mastermind(2,3,honest=yes) minimax | expected lies=1 or more
compile mastermind(2,3,goal=identify,lies=1,honest=yes) minimax | needs a guess that can win
compile mastermind(2,3,lies=-1) minimax | lies must be a whole number of at least 0
compile mastermind(2,2) value --given 11:0 | value has no --given: expected a strategy
compile mastermind(2,2) value --copies | value has no --copies: expected a strategy
compile mastermind(2,2) value --no-copies | value has no --no-copies: expected a strategy
value pegswap | is a solitaire
value mastermind(1,2) --journal j | No such option
compare mastermind minimax --first some | expected symbols
compare mastermind first --first '' | expected 4 symbols, got 0
compare mastermind(2,4) --league --seeds 3 | --league: expected neither --player nor --seeds nor --first
compare mastermind(2,4,turns=5) --league | has turns: expected a game without, for a league
compare mastermind(2,3) minimax --time-limit 9 | --time-limit: expected a --player or a search, optimal(…)
compare mastermind(2,3) minimax --move-time 9 | --move-time: expected a --player
compare mastermind(2,3) blind --memory 1G | --memory: expected a search or a heuristic that runs compiled
compare mastermind(2,3) random --seeds 2 --memory 1G | --seeds: expected no --memory
compare mastermind(2,3) --league --time-limit 9 | --league: its figures are exact, expected no --time-limit
verify nothing.msgpack | cannot read
verify knuth.msgpack --max-depth 0 | 0 is not in the range
verify '' | cannot read
verify folder | cannot read: Is a directory
verify {NAME} | File name too long
check {KNUTH} {KNUTH} | expected one certificate, and at most one strategy file
check {CERTIFICATE}*1000 | at most one strategy file, got 1000 files
check {CERTIFICATE} bytes | bytes: byte 0: expected a strategist file
show pegswap 1 | is a solitaire: expected a game in which something is hidden
show foreign | expected a strategist file
show mastermind 11 | expected 4 symbols, got 2
show empty | expected a strategist file, got b''
show {KNUTH} --levels {DIGITS} | is not a valid integer range
show mastermind(2,3,lies=1) | the table of first questions needs true answers: else a secret stands behind many of them
show mastermind '' | expected 4 symbols, got 0
show {DEEP} | expected a name such as
show values.cache | expected a strategist file, got a value cache
show mastermind(2,2) --levels 2 | --levels: expected a FILE without a guess
show mastermind-4x6.minimax 1122 --levels 2 | --levels: expected a FILE without a guess
show pegswap --given 1 | is a solitaire: expected a game in which something is hidden
show mastermnd(4,6) | is neither a file nor a known game: expected one of
show mastermind-4x6.minmax | did you mean mastermind-4x6.minimax?
partition pegswap | is a solitaire: expected a game in which something is hidden
partition mastermind-4x6.minimax | expected one of
positions mastermind | expected a solitaire such as pegswap(3,3), got mastermind
play knuth.msgpack --secret 117 | expected symbols 123456
play truncated | truncated or altered
play pegswap-3x3 --mode answer | optimal -o line.msgpack
play bytes | bytes: byte 0: expected a strategist file
play {LONG} | is neither a file nor a known game
play {KNUTH} --secret ٣٣٣٣ | expected symbols 123456
play mastermind --seed {DIGITS} | is not a valid integer
play mastermind --secret-file folder | cannot read folder
play mastermind --mode referee --names {LONG},{LONG} | expected two different names
advise mastermind(4,6) minimax --given '1111:4b0w 2222:2b0w' | one answer must be wrong: 1111:4b0w (then 150 are left)
advise mastermind(4,6) minimax --given 1111 | expected GUESS:RESPONSE, got '1111'
advise mastermind(4,6) minimax --candidates nowhere | expected a file or a pattern with ?, got 'nowhere'
advise mastermind(4,6) minimax --candidates 77?? | no secret that fits '77??' is left
advise mastermind(2,3) optimal --time-limit -nan | expected a number of seconds, got nan
advise mastermind first --candidates '' | expected a file or a pattern with ?, got ''
advise mastermind first --candidates {LONG} | expected a file or a pattern with ?
advise mastermind first --candidates {MARKS} | no secret that fits
advise mastermind first --candidates bytes | bytes: expected a list of secrets as UTF-8 text
advise mastermind first --candidates empty | no secret of the list is left
advise mastermind(2,3) --used empty | empty: expected secrets of mastermind(pegs=2,colors=3), got none
review mastermind(2,3) --given 11:0b0w --cache values.cache | expected a value cache of
review mastermind(2,4) --given 11:0b0w --cache values.cache --by exact | --by and --cache: expected one
review mastermind(2,3) | expected --given or --pasted
review mastermind(2,3) --pasted nowhere | nowhere: cannot read
review mastermind(2,3) --pasted empty | empty: mastermind(pegs=2,colors=3): expected rows of squares or lines such as
review mastermind(2,3) --pasted bytes | bytes: expected a pasted game as UTF-8 text
review mastermind(2,4) --given 11:0b0w --cache none | none: cannot read: No such file or directory
look nowhere.csv | nowhere.csv
look grasses.csv rows | expected parameters such as secrets=rows, got 'rows'
look grasses.csv secrets=rows secrets=rows | expected secrets= once
look grasses.csv file=other.csv | got file=
look grasses.csv colour=red | colour
look grasses.csv secrets=both | secrets must be one of
look grasses.csv goal=ask secrets=rows several=/ unknown=? | goal
look grasses.csv --sheet adults | workbook
look grasses.csv secrets=rows several=/ unknown=? -o copy.nex | expected a matrix
look plants -o copy.xlsx | expected a name that ends in .nex
look empty | empty
look bytes | bytes
look archive | archive
look hidden.xml | hidden.xml
look {PATH} | aaa
look 'with"quotes\".csv' | quotes
look '' | Is a directory
look plants turns=x | turns
export {TREE} -o x.svg --depth 0 | 0 is not in the range
export --format chart {TREE}*9 -o x.svg | expected 1 to 8 strategies in one chart, got 9
export {KNUTH} {ENTROPY} --format csv | csv: expected one FILE, got 2: only a chart takes several
export {KNUTH} {ENTROPY} -o x.html | expected an output that ends in one of svg, png, pdf, got 'x.html'
export {KNUTH} {ENTROPY} | expected an output for a chart, as in -o chart.svg
export {KNUTH} {ENTROPY} -o x.svg --depth 2 | chart has no --depth: it shows no moves
export {KNUTH} --format chart -o x.svg --title T | chart has no --title
export knuth.msgpack | expected a --format, or an output that ends in one of
export knuth.msgpack -o knuth.gif | got 'knuth.gif'
export knuth.msgpack --format gif | 'gif' is not one of
export knuth.msgpack -o x.csv --depth 2 | csv has no --depth
export knuth.msgpack -o x.html --depth 2 | html has no --depth
export knuth.msgpack -o x.csv --title Mine | csv has no --title
export knuth.msgpack -o x.dot --depth 0 | 0 is not in the range x>=1
export knuth.msgpack -o x.csv --size a4 | csv has no --size and no --landscape
export knuth.msgpack -o x.html --landscape | html has no --size and no --landscape
export knuth.msgpack -o x.pdf --size a99 | expected a size such as a2, a3, a4
export knuth.msgpack -o x.pdf --size 1x1in | expected a size of 60 to 1500 mm each way
export knuth.msgpack -o x.pdf --size 1500x1500mm | 59 by 59 inches is too large
export knuth.msgpack -o nowhere/x.csv | there is no folder nowhere
export nothing.msgpack -o x.csv | nothing.msgpack: cannot read
export --library | expected a folder for --library, as in -o site/
export mastermind-4x6.minimax --library -o site | --library has no FILE
export --library --format html -o site | --library has no --format
export --library --depth 2 -o site | --library has no --depth
export --library --landscape -o site | --library has no --landscape
export --library -o taken | cannot write taken: expected a folder, got a file
export --library -o nowhere/site | cannot write nowhere/site: there is no folder nowhere
export --library -o full | got a folder with notes
export | expected a FILE or --library, got neither
export -o x.html | expected a FILE or --library, got neither
export --format chart {KNUTH} {ENTROPY} -o chart.csv | ends in one of svg, png, pdf, got 'chart.csv'
export --format chart {KNUTH} -o chart.svg --size big | expected a size such as a2
export --format chart -o chart.svg | expected a FILE or --library, got neither
export --format chart {KNUTH} nothing -o chart.svg | nothing: cannot read
plot {KNUTH} | expected an output for a chart
plot {KNUTH} -o x.html | ends in one of svg, png, pdf, got 'x.html'
plot -o x.svg | expected a FILE
prepare mastermind(2,3,lies=1) --values | has answers that may be false: expected a game without
prepare pegswap(2,2) --values | is a solitaire
prepare mastermind(2,4) --values -o /no/folder/values.cache | /no/folder
prepare mastermind(2,4) --values --openings 0 | 0 is not in the range x>=1
prepare codes -o x | --output needs --values
prepare --whole | --whole needs --values
prepare codes --hits 0 | --hits needs --values
prepare ab(1,3) ab(1,2) --values | expected one GAME, got 2
prepare wrds | got 'wrds'; did you mean words?
prepare mastermind(2,3,lies=1) | has answers that may be false: expected a game without, to compile
prepare pegswap | is a solitaire
cache | expected one GAME, got 0
warmup chess | kinds of codes, words, hard, tables, grand, heuristics,
atlas compare chess 3 | unknown game 'chess'
atlas compare mastermind 3 --objective beauty | expected objectives of total, depth
atlas --objective total,beauty | got 'beauty'
atlas compare mastermind five | expected a number, or those of all levels, as in 539
atlas compare mastermind-4x4 5:3 | expected one number for total, got 2
atlas compare mastermind 3 --objective cost=1,1 | cost: expected numbers that rise, got 1 behind 1
atlas --is many | expected a number, or those of all levels, as in 539:671:77:8, got 'many'
atlas verify mastermind-4x4.optimal-totl | no record is named 'mastermind-4x4.optimal-totl'
"""
"""Command lines, and a part of the line that is said. A word may be given so many times."""


def words_of(command: str) -> Iterator[str]:
    for word in shlex.split(command):
        once, _, times = word.partition("*")
        yield from [once.format(**WORDS)] * int(times or 1)


@pytest.fixture
def folder(tmp_path: Path, values: bytes, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with files of all kinds, most of them not what a command wants."""
    monkeypatch.chdir(tmp_path)
    knuth = Path(KNUTH).read_bytes()
    contents: dict[str, bytes | str] = {
        "animals.csv": ",cat,dog,hen\nbarks?,no,yes,no\nlegs,4,4,2\n",
        "grasses.csv": "species,awns,colour,glumes\nPoa,absent,green/red,?\nAira,present,red,?\n",
        "commas": ',cat,dog\nbarks?,no,yes\np,"0,5","0,5"\n',
        "tiny": ",cat,dog\nbarks?,no,yes\np,1e-300,1\n",
        "hidden.xml": '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y "z">]><Datasets>&y;</Datasets>',
        "bytes": b"\xff\x00" + bytes(range(256)) * 40,
        "workbook": b"PK\x03\x04 and much more",
        "archive": b"PK\x03\x04 and no more",
        "utf-16": ",cat,dog\nbarks?,no,yes\n".encode("utf-16"),
        "cp1252": ",caf\xe9,dog\n".encode("cp1252"),
        "foreign": b"GIF89a",
        "knuth.msgpack": knuth,
        "truncated": knuth[:-9],
        "values.cache": values,
        "empty": b"",
        "taken": b"",
        "full/notes": b"",
        "folder/none": b"",
        "plants/chars": "*CHARACTER LIST\n#1. petals/\n 1. four/\n 2. five/\n",
        "plants/specs": "*NUMBER OF CHARACTERS 1\n*MAXIMUM NUMBER OF STATES 2\n*MAXIMUM NUMBER OF ITEMS 2\n",
        "plants/items": "*ITEM DESCRIPTIONS\n# Poa/\n1,1\n\n# Aira/\n1,2\n",
    }
    for name, text in contents.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    return tmp_path


@pytest.fixture(scope="module")
def values(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A value cache. Kernels are compiled beside it: the line that says so is said once a process."""
    for strategy in ("optimal", "minimax"):
        compile_strategy("mastermind(2,3)", strategy)
    path = tmp_path_factory.mktemp("values") / "values.cache"
    write_values("mastermind(2,4)", str(path), 5, 100, False, 0, True)
    return path.read_bytes()


def contents(folder: Path) -> dict[Path, bytes | None]:
    return {path: path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


@pytest.mark.parametrize("line", REFUSED.strip().splitlines())
def test_nonsense_is_refused_in_one_line(folder: Path, line: str) -> None:
    command, _, message = line.partition(" | ")
    before = contents(folder)
    said = run(*words_of(command))
    assert (said.status, said.out) == (2, "")
    [complaint] = said.complaints
    assert (
        complaint.startswith("strategist: error: ") and message.format(**WORDS) in complaint and len(complaint) < 2100
    )
    assert contents(folder) == before
