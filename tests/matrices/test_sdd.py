"""SDD: what is read of it, and hostile files."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from refusals import little_memory, refused

from strategist.matrices.matrix import UNKNOWN, Cell, Character, Control, Kind, Read, Span
from strategist.matrices.sdd.sdd_reader import read_sdd

pytestmark = pytest.mark.early

START = '<?xml version="1.0"?>\n<Datasets xmlns="http://rs.tdwg.org/UBIF/2006/">'
NAMED = "<Representation><Label>{}</Label></Representation>"

FROGS = (
    START
    + """
<TechnicalMetadata created="2024-05-03T10:00:00"/>
<Dataset xml:lang="en">
 <Representation><Label xml:lang="de">Lurche</Label><Label>Frogs &amp; toads</Label></Representation>
 <TaxonNames>
  <TaxonName id="t1"><Representation>
   <Label>frog</Label><Label xml:lang="zxx-x-taxon">&lt;i&gt;Rana&lt;/i&gt; L.</Label>
  </Representation></TaxonName>
  <TaxonName id="t2"><Representation><Label>Bufo</Label></Representation></TaxonName>
 </TaxonNames>
 <DescriptiveConcepts>
  <DescriptiveConcept id="dc"><ConceptStates>
   <StateDefinition id="no"><Representation><Label>absent</Label></Representation></StateDefinition>
   <StateDefinition id="yes"><Representation><Label>present</Label></Representation></StateDefinition>
  </ConceptStates></DescriptiveConcept>
 </DescriptiveConcepts>
 <Characters>
  <CategoricalCharacter id="c1"><Representation><Label>tail</Label></Representation><States>
   <StateReference id="s1"><ConceptState ref="no"/></StateReference>
   <StateReference id="s2"><ConceptState ref="yes"/></StateReference>
  </States></CategoricalCharacter>
  <CategoricalCharacter id="c2"><Representation><Label>shape
     of tail</Label></Representation>
   <Assumptions><MeasurementScale>Ordinal</MeasurementScale></Assumptions><States>
   <StateDefinition id="s3"><Representation><Label>short</Label></Representation></StateDefinition>
   <StateDefinition id="s4"><Representation><Label>long</Label></Representation></StateDefinition>
  </States></CategoricalCharacter>
  <QuantitativeCharacter id="c3"><Representation><Label>length</Label></Representation>
   <MeasurementUnit><Label role="Abbrev">m</Label></MeasurementUnit>
   <Default><MeasurementUnitPrefix>milli</MeasurementUnitPrefix></Default></QuantitativeCharacter>
  <QuantitativeCharacter id="c4"><Representation><Label>toes</Label></Representation>
   <Assumptions><ValuesAreInteger>true</ValuesAreInteger></Assumptions></QuantitativeCharacter>
  <TextCharacter id="c5"><Representation><Label>notes</Label></Representation></TextCharacter>
 </Characters>
 <CharacterTrees><CharacterTree id="ct"><Nodes>
  <Node id="n1"><DependencyRules><InapplicableIf><State ref="s1"/></InapplicableIf></DependencyRules></Node>
  <Node id="n2"><Parent ref="n1"/></Node>
  <CharNode><Parent ref="n2"/><Character ref="c2"/></CharNode>
  <CharNode><DependencyRules><OnlyApplicableIf><State ref="s4"/></OnlyApplicableIf></DependencyRules>
   <Character ref="c4"/></CharNode>
 </Nodes></CharacterTree></CharacterTrees>
 <CodedDescriptions>
  <CodedDescription id="d1"><Scope><TaxonName ref="t1"/></Scope><SummaryData>
   <Categorical ref="c1"><State ref="s1"/></Categorical>
   <Quantitative ref="c3"><Measure type="Min" value="2.5"/><Measure type="UMethLower" value="3"/>
    <Measure type="Mean" value="4"/><Measure type="UMethUpper" value="5"/><Measure type="Max" value="7"/>
    <Measure type="SD" value="1"/></Quantitative>
   <TextChar ref="c5"><Content>green</Content></TextChar>
  </SummaryData></CodedDescription>
  <CodedDescription id="d2"><Scope><TaxonName ref="t2"/></Scope><SummaryData>
   <Categorical ref="c1"><State ref="s2"><Modifier ref="m"/></State></Categorical>
   <Categorical ref="c1"><State ref="no"/></Categorical>
   <Categorical ref="c2"><Status code="DataUnavailable"/></Categorical>
   <Quantitative ref="c3"><Measure type="Mean" value="4"/>
    <MeasurementUnitPrefix>centi</MeasurementUnitPrefix></Quantitative>
   <Quantitative ref="c4"><Status code="NotApplicable"/></Quantitative>
  </SummaryData></CodedDescription>
 </CodedDescriptions>
 <MediaObjects><MediaObject id="m1"/></MediaObjects>
</Dataset>
</Datasets>
"""
)


def read(tmp_path: Path, text: str | bytes) -> Read:
    path = tmp_path / "frogs.xml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_sdd(path)


def data_set(characters: str, descriptions: str, trees: str = "") -> str:
    return (
        f"{START}<Dataset><Characters>{characters}</Characters><CharacterTrees><CharacterTree><Nodes>{trees}</Nodes>"
        f"</CharacterTree></CharacterTrees><CodedDescriptions>{descriptions}</CodedDescriptions></Dataset></Datasets>"
    )


def categorical(key: int) -> str:
    return (
        f'<CategoricalCharacter id="c{key}"><States><StateDefinition id="a{key}"/>'
        f'<StateDefinition id="b{key}"/></States></CategoricalCharacter>'
    )


def described(name: str, *states: str) -> str:
    data = "".join(f'<Categorical ref="c{state[1:]}"><State ref="{state}"/></Categorical>' for state in states)
    return f"<CodedDescription>{NAMED.format(name)}<SummaryData>{data}</SummaryData></CodedDescription>"


def span(*ends: str) -> Span:
    least, low, high, most = map(Fraction, ends)
    return Span(low, high, least, most)


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    found = read(tmp_path, FROGS)
    assert found.matrix.title == "Frogs & toads"
    assert found.matrix.characters == (
        Character("tail", Kind.UNORDERED, ("absent", "present"), controls=(Control(frozenset({0}), (1,)),)),
        Character("shape of tail", Kind.ORDERED, ("short", "long"), controls=(Control(frozenset({0}), (3,)),)),
        Character("length", Kind.REAL, unit="mm"),
        Character("toes", Kind.WHOLE),
        Character("notes", Kind.TEXT),
    )
    gap = Cell(inapplicable=True)
    assert [(taxon.name, taxon.cells) for taxon in found.matrix.taxa] == [
        (
            "\\i{}Rana\\i0{} L.",
            (Cell(states=(0,)), gap, Cell(spans=(span("2.5", "3", "5", "7"),)), gap, Cell(text="green")),
        ),
        ("Bufo", (Cell(states=(1, 0)), UNKNOWN, Cell(spans=(span("40", "40", "40", "40"),)), gap, UNKNOWN)),
    ]
    assert found.remarks == (
        "frogs.xml: line 5: label in a further language left out: Lurche; 2 in all",
        "frogs.xml: line 48: measure left out: SD",
        "frogs.xml: line 52: modifier of a state left out: Modifier m",
        "frogs.xml: line 60: MediaObjects left out",
    )


def test_names_are_taken_where_they_are(tmp_path: Path) -> None:
    matrix = read(tmp_path, data_set(categorical(1), described("x", "a1") + described("y", "b1"))).matrix
    assert [taxon.name for taxon in matrix.taxa] == ["x", "y"]
    assert matrix.characters == (Character("c1", Kind.UNORDERED, ("a1", "b1")),)


def test_dependent_characters_do_not_apply_in_turn(tmp_path: Path) -> None:
    node = (
        "<CharNode><DependencyRules><InapplicableIf><State ref='a{}'/></InapplicableIf></DependencyRules>"
        "<Character ref='c{}'/></CharNode>"
    )
    chain = "".join(node.format(key, key + 1) for key in (1, 2)) + node.format(3, 1)
    characters = "".join(map(categorical, (1, 2, 3)))
    matrix = read(tmp_path, data_set(characters, described("x", "a1") + described("y", "b1"), chain)).matrix
    gap = Cell(inapplicable=True)
    assert [taxon.cells[1:] for taxon in matrix.taxa] == [(gap, gap), (UNKNOWN, UNKNOWN)]


def test_what_refers_to_nothing_is_said(tmp_path: Path) -> None:
    summary = (
        '<Categorical ref="c9"><State ref="a1"/></Categorical><Categorical ref="c1"><State ref="z"/></Categorical>'
        '<Quantitative ref="c2"><Measure type="Min" value="5"/><Measure type="Max" value="4"/></Quantitative>'
        '<Quantitative ref="c2"><Measure type="Min" value="NaN"/></Quantitative>'
    )
    text = data_set(
        categorical(1) + '<QuantitativeCharacter id="c2"/><SequenceCharacter id="c3"/>',
        f"<CodedDescription id='d'><SummaryData>{summary}</SummaryData></CodedDescription>",
    )
    assert [remark.removeprefix("frogs.xml: line 2: ") for remark in read(tmp_path, text).remarks] == [
        "character of a kind that is not read left out: SequenceCharacter",
        "data of a character that is not there: Categorical c9",
        "state that its character does not have: State z",
        "range left out, for its ends are in no order: Quantitative c2",
        "value that is no number left out: NaN",
    ]


LAUGHS = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 30))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: expected XML, got: no element found"),
        ("a,b", "line 1: expected XML, got: syntax error"),
        ("<html/>", "line 1: expected SDD, whose outermost element is Datasets, got 'html'"),
        (START + "</Datasets>", "expected a data set with Characters and CodedDescriptions, got none"),
        (START + "<Dataset></Datasets>", "line 2: expected XML, got: mismatched tag"),
        ('<?xml version="1.0" encoding="none"?><Datasets/>', "line 1: expected XML"),
        (f'<!DOCTYPE a [<!ENTITY a0 "ha">{LAUGHS}]><Datasets>&a29;</Datasets>', "line 1: expected SDD without a doc"),
        ('<!DOCTYPE a SYSTEM "file:///etc/passwd"><Datasets/>', "line 1: expected SDD without a document type"),
        (START + "<a>" * 10**5, "line 2: expected at most 64 elements inside each other, got more"),
        (START + "&x;", "line 2: expected XML, got: undefined entity"),
        (data_set(categorical(1) * 2, ""), "line 2: expected an id of its own for each character, got a second 'c1'"),
        (data_set(categorical(1), described("x", "a1") * 2), "line 2: expected a name of its own for each description"),
    ],
    ids=range(12),
)
def test_a_file_that_is_none_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with little_memory(150), refused(begins=f"frogs.xml: {message}", longest=300):
        read(tmp_path, text)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (lambda: data_set("".join(map(categorical, range(17000))), ""), "line 2: expected at most 16384 characters"),
        pytest.param(
            lambda: data_set(categorical(1), "".join(described(f"x{number}") for number in range(70000))),
            "line 2: expected at most 65536 taxa, got 65537",
            marks=pytest.mark.slow,
        ),
        (
            lambda: data_set(
                "".join(map(categorical, range(5000))), "".join(described(f"x{number}") for number in range(900))
            ),
            "line 2: expected at most 4194304 cells",
        ),
        (
            lambda: data_set(categorical(1), described("x" * (1 << 21))),
            "line 2: expected at most 1048576 characters in one",
        ),
        (
            lambda: data_set(categorical(1), described("x", *["a1"] * 70000)),
            "line 2: expected at most 131072 elements in one",
        ),
    ],
    ids=["characters", "taxa", "cells", "text", "elements"],
)
def test_a_file_that_is_too_large_is_refused(tmp_path: Path, text: Callable[[], str], message: str) -> None:
    with little_memory(150), refused(begins=f"frogs.xml: {message}", longest=300):
        read(tmp_path, text())


def test_long_chains_of_nodes_are_refused(tmp_path: Path) -> None:
    nodes = "".join(f"<Node id='n{number}'><Parent ref='n{number - 1}'/></Node>" for number in range(2000))
    leaves = "<CharNode><Parent ref='n1999'/><Character ref='c1'/></CharNode>" * 2000
    with refused(r"^frogs.xml: expected at most 1048576 nodes and rules above characters"):
        read(tmp_path, data_set(categorical(1), described("x", "a1"), nodes + leaves))
