"""A short walk through every reader with damaged examples; `make fuzz` walks for longer.

NIMATRON_EXAMPLES=5000 makes this walk longer as well.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from readers import LONGEST, Reader, one_line, readers

EXAMPLES = int(os.environ.get("NIMATRON_EXAMPLES", "60"))


def damaged(reader: Reader) -> st.SearchStrategy[bytes]:
    """Bytes of any kind, or an example with some of its bytes changed, lost or said twice."""

    def change(seed: bytes, edits: list[tuple[int, int, bytes]]) -> bytes:
        for place, length, new in edits:
            at = place % (len(seed) + 1)
            seed = seed[:at] + new + seed[at + length :]
        return seed[:LONGEST]

    pieces = st.binary(max_size=4) | st.sampled_from(
        [b",", b"0", b"9" * 30, b"|", b"\xff", b"-", b"\n"]
    )
    edit = st.tuples(st.integers(0, 500), st.integers(0, 6), pieces)
    near = st.builds(change, st.sampled_from(reader.seeds), st.lists(edit, max_size=4))
    return near | st.binary(max_size=40)


@pytest.mark.parametrize("name", list(readers()))
def test_readers_give_a_value_or_one_line(name: str) -> None:
    reader = readers()[name]

    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
    @given(damaged(reader))
    def walk(data: bytes) -> None:
        one_line(reader, data)

    walk()


@pytest.mark.parametrize("name", list(readers()))
def test_examples_are_read(name: str) -> None:
    """Else the fuzzer starts from nothing; parameters and moves of some games may be refused."""
    reader = readers()[name]
    told = [one_line(reader, seed) for seed in reader.seeds]
    some = name in ("parameters", "moves", "certificates")  # the rest are of other games
    assert told.count("read") >= (len(told) // 5 if some else len(told)), told


ODD_ARCHIVE = (  # of a version that no archive has
    b"PK\3\4" + bytes(26)
    + b"PK\1\2-\3\xff\xff" + bytes(38)
    + b"PK\5\6" + bytes(4) + b"\1\0\1\0\x2e\0\0\0\x1e" + bytes(5)
)  # fmt: skip
BROKE_ONCE = [
    ("heap games", b"subtract:0\x1f,3"),
    ("formulas", b"n>=()%() ** (k*n**k)"),
    ("formulas", b"'%999999999d' % n"),
    ("certificates", b'{"kind": "kernel", "\\nswers": 1, "losing": "n == 0"}'),
    ("format files", b'game = "candy"\nheader = "i*4k00"'),
    ("graphs as arrays", ODD_ARCHIVE),
    ("archives of sequences", b"\x00\x01\x00\x00\x01\x00\x00\x01\x00\x00]\x80"),
    ("archives of sequences", b"\xdf]'f"),
    ("archives of games", b")?`\x80"),
]
"""What the fuzzers found, each of which raised something else than one line."""


@pytest.mark.parametrize(("name", "data"), BROKE_ONCE)
def test_what_broke_once_is_told_in_one_line(name: str, data: bytes) -> None:
    assert one_line(readers()[name], data) != "read"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("archives of sequences", b"\xcf\xde\x00\x00%"),  # no bytes where a chunk should be
        ("addresses of the page", b"#nim?m=t\xa5   omri&show=why"),
    ],
)
def test_what_broke_once_is_read(name: str, data: bytes) -> None:
    assert one_line(readers()[name], data) == "read"


def test_a_fault_is_noticed() -> None:
    with pytest.raises(ZeroDivisionError):
        one_line(Reader(lambda data: 1 // len(data), ()), b"")
