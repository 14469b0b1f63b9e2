"""Tables and lists from which tests of the page make games, with letters, markup, prices and chances of all kinds."""

from __future__ import annotations

# Words with letters beyond the first plane of Unicode sort by code points, unlike JavaScript's comparison of texts.
ANSWERS = "straße Gemüße 𐐨𐐨𐐨𐐨𐐨x ｚｚｚｚｚｚ λόγους"
ROWS = """\
,      a,   b,   c,   d
a,     hit, <b>, No,  No
b,     No,  hit, <b>, No
odd?,  yes, No,  yes, No
"""

PRICED = ",cat,dog,hen,price\nfur?,yes,yes,no,1\nbarks?,no,yes,no,2.5\nodds,50 %,0.25,1/4,\n"
TURNED = "name,fur?,barks?,odds\ncat,yes,no,50 %\ndog,yes,yes,0.25\nlion,yes,no,1\nprice,1,2.5,\n"

SORTS = ",cat,dog,hen,ant,price\nfur?,yes,yes,no,no,1\nlegs,4,4,2,6,2.5\nodds,50 %,0.25,1/4,1,\nsort,b,b,a,c,\n"

TURKISH = ",ısı,isi,ışık,İzmir,straße,λόγος\nsıcak mı?,a,b,c,d,e,f\n"

GRASSES = r"""
,\i{}Poa\i0{} annua,Carex étirée,Big_Dog,back\\i slash
leaf hairy?,dark red,<b>no</b>,no,dark red
culm,very tall,dark red,\i{}x\i0{} y,c\\i
""".lstrip()

FAULTS = """\
fault,lamp,page,path,fuse,share,part
paper,blinks,none,empty,whole,40 %,tray
jam,blinks,none,blocked,whole,25 %,tray
ink,lit,pale,clear,whole,20 %,head
driver,lit,good,clear,whole,10 %,cable
cable,lit,good,blocked,whole,4 %,cable
fuse,dark,none,clear,blown,1 %,power
minutes,0.1,2,1,30,,
"""
FEW = "secret,chance\n1122,50\n3456,20\n1111,7\n*,1\n"
FINE = "secret,chance\n1122,0.123456789\n3456,0.2\n1111,0.07\n*,0.0001\n"

INSECTS = """\
,cat,dog,hen,fly,price
fur?,yes,yes,no,no,1
barks?,no,yes,no,no,2.5
legs,4,4,2,6,1.25
odds,50 %,0.25,1/8,1/8,
"""

FILES = {
    "rows.csv": ROWS,
    "priced.csv": PRICED,
    "turned.csv": TURNED,
    "sorts.csv": SORTS,
    "grasses.csv": GRASSES,
    "turkish.csv": TURKISH,
    "faults.csv": FAULTS,
    # Shares of so many digits are rounded before their logarithms are looked up.
    "rare.csv": FAULTS.replace("1 %", "0.123456 %"),
    "insects.csv": INSECTS,
    "pests.csv": INSECTS + "sort,pet,pet,pest,pest,\n",
    "few.csv": FEW,
    "fine.csv": FINE,
    "three.csv": "secret,chance\n112,50\n345,20\n*,1\n",
    "answers": ANSWERS,
    "guesses": "ääääää\nzzzzzz\n",
    "tamil": "மரங்கள் அழகான படங்கள் கண்ணாடி",
    "digraphs": "bring slang lijst ijzer wring",
    "spaced": "ch a t\nc h a\nsh e d\n",
    "turkish": "sınır sinir bilir ılgın",
    "alike": "assß aßss ﬁxen שלום ǰonΐ",
    "bells": "abbey bobby ebony ebbed below elbow bowel nobel",
    "vowels": "ape ace bee cab ebb pea",
}
