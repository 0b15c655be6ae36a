"""Pictures: every kind drawn, every move a link with a name, nothing unescaped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import contract
import picture_files
from nimatron import pictures
from nimatron.certificates.forms import Affine, Mirror, Pairing, Swaps
from nimatron.drawing import style
from nimatron.drawing.describe import described
from nimatron.drawing.layout import board
from nimatron.drawing.links import Link, Tone, links_of
from nimatron.drawing.marks import Axis, Highlight, Label, Mark, Pair
from nimatron.drawing.overlays import just_moved, labels_of, last_move, overlay_of
from nimatron.drawing.svg import svg
from nimatron.drawing.text import lines
from nimatron.drawing.touched import touched
from nimatron.games import games
from nimatron.rules.protocol import Continuous, Rules
from nimatron.solve.ask import question, solve
from nimatron.solve.choose import applicable
from nimatron.solve.tell import tell

SVG = "{http://www.w3.org/2000/svg}"
ONE_OF_EACH: list[pictures.Picture] = [
    pictures.Heaps((3, 0, 61), ("a", "b", "c")),
    pictures.Heaps((1, 2), ("step 1", "step 2"), steps=True),
    pictures.Heaps((3, 0, 30, 1), rows=True),
    pictures.Heaps((3, 31), rows=True),
    pictures.Strip("..#K", {"K": "king"}),
    pictures.Grid(2, 3, {(1, 1): "#", (2, 2): "B"}, {"B": "bishop"}),
    pictures.Grid(2, 2, bar=True),
    pictures.Graph(4, ((1, 2), (1, 2), (3, 3)), {2: "@", 3: "#"}),
    pictures.Graph(3, ((1, 2), (1, 3)), names=("ground", "1", "2"), ground=True),
    pictures.Tree((1, 1, 2), ("1: 0", "2: 5", "3: 1", "4: 0")),
    pictures.Ring("..#.x", ((1, 3),)),
    pictures.Ring("0"),
    pictures.Disc(10.0, 1.0, ((0.0, 0.0), (2.5, -3.0))),
    pictures.Text("a < b & c"),
    pictures.Side((pictures.Heaps((2,)), pictures.Grid(1, 2)), sum=True),
    pictures.Side((pictures.Grid(1, 2), pictures.Grid(2, 1)), names=("layer 1", "layer 2")),
    pictures.Side(()),
    pictures.Heaps(()),
    pictures.Heaps((), rows=True),
]
TONES: tuple[Tone, ...] = ("", "winning", "losing", "drawing", "last")


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def moves_of(rules: Rules, at: Any) -> list[Any]:
    if isinstance(rules, Continuous):
        return list(rules.some_moves(at))
    return list(islice(rules.moves(at), 300))


def linked(slug: str, text: str, **parameters: Any) -> list[Link]:
    asked = question(slug, text, **parameters)
    rules, at = asked.rules, asked.position
    return list(links_of(rules, at, list(rules.moves(at)), lambda move: "#"))


@pytest.mark.parametrize("slug", list(games))
def test_every_move_is_a_link_with_a_name(slug: str) -> None:
    """Each legal move is one link, in the order of the moves, and can be told from the others."""
    positions = [(game.prototype, game.prototype.start()) for game in (games[slug],)]
    positions += contract.samples(games[slug])[::9]
    for rules, at in positions:
        listed = moves_of(rules, at)
        links = links_of(
            rules,
            at,
            listed,
            lambda move, rules=rules, at=at: "?move=" + rules.move_text(at, move),  # type: ignore[misc]
            lambda move, listed=listed: TONES[listed.index(move) % 5],  # type: ignore[misc]
        )
        root = parsed(svg(rules.picture(at), "board", links=links, inline=True))
        found = root.findall(f".//{SVG}a")
        assert [a.get("href") for a in found] == [link.href for link in links]
        for a, link in zip(found, links, strict=True):
            name, title = a.get("aria-label"), a.find(f"{SVG}title")
            assert name == link.name and title is not None and title.text == name
            assert link.label in link.name and link.label.strip()
            shapes = [e for e in a.iter() if e.get("class") in ("nim-hit", "nim-button")]
            # In a row the same can be done at either end.
            ways = (1, 2) if link.also else (1,)
            assert len(shapes) in ways, f"{rules.text(at)}: {link.label} cannot be clicked"


@pytest.mark.parametrize("picture", ONE_OF_EACH, ids=lambda p: type(p).__name__)
def test_each_kind_alone_and_in_a_page(picture: pictures.Picture) -> None:
    alone, inline = svg(picture, "T & T"), svg(picture, "T & T", inline=True)
    for text in (alone, inline):
        root = parsed(text)
        told = [root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc"), root.get("role")]
        assert told == ["T & T", described(picture), "img"]
        numbers = [float(x) for x in str(root.get("viewBox")).split()]
        assert len(numbers) == 4 and min(numbers[2:]) > 0
    assert "prefers-color-scheme" in alone
    assert "<style" not in inline and "style=" not in inline and "style=" not in alone
    assert lines(picture)


def test_every_class_has_a_style() -> None:
    """A class that the sheet forgets would be drawn black."""
    sheet = style.css()
    links = [Link("#", "go", (("cell", 1),), tone) for tone in TONES]
    drawn = "".join(svg(picture, "t", inline=True) for picture in ONE_OF_EACH)
    drawn += svg(pictures.Strip("..."), "t", links=links, inline=True)
    drawn += "".join(content for _, content in picture_files.files())
    for name in set(re.findall(r"nim-[a-z]+", drawn)) - {"nim-word"}:
        assert re.search(rf"\.{name}[ {{,:]", sheet), name
    assert svg(pictures.Strip(".#"), "t").count("nim-king") == 0


def test_links_make_a_group() -> None:
    links = [Link("/a?b=1&c=2", 'say "<hi>"', (("cell", 2),), "winning")]
    root = parsed(svg(pictures.Strip("..."), "t", links=links))
    assert root.get("role") == "group"
    (a,) = root.findall(f".//{SVG}a")
    assert a.get("href") == "/a?b=1&c=2" and a.get("aria-label") == 'say "<hi>": wins'
    assert "+" in "".join(a.itertext())


words = st.text(max_size=30)


@settings(max_examples=60, deadline=None)
@given(words, words, words)
def test_no_text_is_unescaped(title: str, label: str, mark: str) -> None:
    """Whatever stands in texts, the picture is one well-formed document with the same elements."""
    picture = pictures.Side(
        (
            pictures.Text(title),
            pictures.Heaps((1,), (label,)),
            pictures.Grid(1, 1, {(1, 1): mark}, {mark: label}),
            pictures.Tree((1,), (title, mark)),
            pictures.Graph(2, ((1, 2),), names=(label, mark)),
        )
    )
    places = [("part", 2, ("counter", 1, 1)), ("part", 5, ("node", 2)), ("nowhere",)]
    links = [Link(label, title, (place,), "losing") for place in places]
    root = parsed(svg(picture, title, links=links, overlay=[Label(("part", 1), mark)]))
    assert {e.tag.removeprefix(SVG) for e in root.iter()} <= {
        "svg", "title", "desc", "style", "rect", "circle", "text", "a", "g", "path", "line",
    }  # fmt: skip
    assert len(root.findall(f".//{SVG}a")) == 3


def test_unshown_characters_are_replaced() -> None:
    root = parsed(svg(pictures.Text("a\x00b\ufffe\ud800"), "\x01"))
    assert "a\ufffdb\ufffd\ufffd" in list(root.itertext())


# ---- where moves are


def places(links: list[Link]) -> dict[str, tuple[Any, ...]]:
    return {link.label: link.places for link in links}


def test_counters_of_a_pile() -> None:
    found = places(linked("nim", "3,3"))
    assert found["take 2 from pile 1"] == (("counter", 1, 2), ("counter", 1, 3))
    assert found["take 3 from pile 2"] == tuple(("counter", 2, k) for k in (1, 2, 3))


def test_piles_that_split() -> None:
    found = places(linked("kayles", "7"))
    assert found["take 1, leave 2+4"] == (("counter", 1, 3),)
    assert places(linked("grundy", "8"))["split it into 3+5"] == (("cut", 1, 3),)
    assert places(linked("nim", "99"))["take 5"] == (("pile", 1),)


def test_a_row_is_broken_at_either_end() -> None:
    """Every pin of a row of Kayles can be clicked, and every gap between two."""
    links = {link.label: link for link in linked("kayles", "7")}
    assert links["take 1, leave 2+4"].also == (("counter", 1, 5),)
    assert links["take 1, leave 3+3"].also == ()
    assert set(links["take 2"].places) == {("counter", 1, 6), ("counter", 1, 7)}
    assert set(links["take 2"].also) == {("counter", 1, 1), ("counter", 1, 2)}
    pins = {link.places for link in links.values()} | {link.also for link in links.values()}
    assert {places for places in pins if len(places) == 1} == {
        (("counter", 1, k),) for k in range(1, 8)
    }
    assert len([places for places in pins if len(places) == 2]) == 6
    assert not any(link.also for link in linked("kayles", "31"))  # too long to be drawn as a row


def test_cells_pieces_and_lines() -> None:
    assert places(linked("cram", "2x2"))["cover 1,1 1,2"] == (("cell", 1, 1), ("cell", 1, 2))
    (bishop, *_) = linked("bishops", "3x3")
    assert bishop.places == (("cell", 1, 1),) and ("cell", 2, 2) in bishop.reach
    assert places(linked("northcott", "1:4"))["column 1 to row 3"] == (("cell", 6, 1),)
    assert places(linked("chocolate", "2x3"))["break 2x3 into 2x1 + 2x2"] == (
        ("part", 1, ("column", 1)),
    )
    assert places(linked("chords", "4"))["join 1 and 3"] == (("chord", 1, 3),)


def test_sticks_keep_their_names() -> None:
    """Points above a cut are gone and the others have other numbers; their names tell them."""
    found = {link.label: link for link in linked("green-hackenbush", "0-1,1-2,0-3")}
    cut = found["cut 0-1"]
    assert set(cut.places) == {("edge", 1, 2, 0), ("edge", 2, 3, 0)}
    assert set(cut.reach) == {("node", 2), ("node", 3)}
    assert found["cut 0-3"].places == (("edge", 1, 4, 0),)


def test_things_alike_are_told_apart() -> None:
    """Two equal piles: the same pictures come of a move in either, and each has its own place."""
    before, after = pictures.Heaps((2, 2)), pictures.Heaps((1, 1, 2))
    assert touched(before, after)[0].places == (("cut", 1, 1),)
    old, new = pictures.Heaps((1, 1)), pictures.Heaps((1,))
    assert [touch.places for touch in touched(old, new)] == [
        (("counter", 1, 1),),
        (("counter", 2, 1),),
    ]
    assert touched(pictures.Strip(".."), pictures.Heaps((1,))) == []
    assert touched(pictures.Text("a"), pictures.Text("b")) == []


def test_moves_in_sums_stay_in_their_part() -> None:
    asked = question("sum", "nim:1,2 + nim-products:1-1")
    rules, at = asked.rules, asked.position
    links = links_of(rules, at, list(rules.moves(at)), lambda move: "#")
    assert {link.places[0][:2] for link in links} == {("part", 1), ("part", 2)}
    assert ("part", 2, ("cell", 1, 1)) in [link.places[0] for link in links]


def handles(links: list[Link], picture: pictures.Picture) -> Iterator[tuple[float, float]]:
    root = parsed(svg(picture, "t", links=links, inline=True))
    for dot in root.findall(f".//{SVG}circle[@class='nim-dot']"):
        yield float(str(dot.get("cx"))), float(str(dot.get("cy")))


@pytest.mark.parametrize(
    ("slug", "text"),
    [("draughts-rows", "4x4"), ("welter", "1,4,6,7"), ("wythoff", "4,6"), ("kayles", "9,4")],
)
def test_handles_do_not_cover_each_other(slug: str, text: str) -> None:
    asked = question(slug, text)
    found = list(handles(linked(slug, text), asked.rules.picture(asked.position)))
    for i, (x, y) in enumerate(found):
        for u, v in found[:i]:
            assert (x - u) ** 2 + (y - v) ** 2 >= 14**2


def test_a_move_from_a_pile_is_held_at_its_lowest_counter() -> None:
    picture = pictures.Heaps((5,))
    spot = board(picture).spot
    links = linked("bachet", "5")
    for taken, at in enumerate(handles(links, picture), 1):
        lowest = spot(("counter", 1, 6 - taken))
        assert lowest is not None and lowest.at == pytest.approx(at)


def test_moves_that_have_no_room_become_buttons() -> None:
    text = svg(pictures.Text("x"), "t", links=[Link("#", f"go {i}") for i in range(30)])
    assert text.count('class="nim-button"') == 30
    assert "go 29" in text


@pytest.mark.parametrize(("slug", "position"), [("nim", "100,3"), ("sum", "nim:100,3 + cram:1x2")])
def test_the_moves_of_a_large_pile_leave_its_number_to_be_read(slug: str, position: str) -> None:
    """They stand below the picture; those of counters stay at the counters."""
    asked = question(slug, position)
    links = linked(slug, position)
    text = svg(asked.rules.picture(asked.position), "t", links=links)
    assert text.count('class="nim-button"') == 100
    assert text.count('class="nim-dot"') == len(links) - 100 > 0


def test_counters_that_were_taken_are_marked_inside_the_picture() -> None:
    asked = question("nim", "3,4,9")
    rules, made = asked.rules, asked.rules.read_move(asked.position, "take 8 from pile 3")
    after = rules.after(asked.position, made)
    marks = just_moved(rules, asked.position, made, after)
    assert len(marks) == 8
    root = parsed(svg(rules.picture(after), "t", overlay=marks))
    left, top, width, height = (float(x) for x in str(root.get("viewBox")).split())
    shown = root.findall(f".//{SVG}rect[@class='nim-was']")
    assert len(shown) == 8
    for each in shown:
        x, y, wide, tall = (float(str(each.get(k))) for k in ("x", "y", "width", "height"))
        assert left <= x and x + wide <= left + width
        assert top <= y and y + tall <= top + height


def test_the_value_of_a_high_pile_stands_above_all_its_counters() -> None:
    spot = board(pictures.Heaps((8, 12))).spot
    label = spot(("top", 2))
    assert label is not None
    for counter in range(1, 13):
        there = spot(("counter", 2, counter))
        assert there is not None and there.y - label.y > 15


def test_buttons_of_one_kind_stand_under_a_heading() -> None:
    asked = question("moore", "3,4,5")
    text = svg(asked.rules.picture(asked.position), "t", links=linked("moore", "3,4,5"))
    root = parsed(text)
    words = [e.text for e in root.iter(f"{SVG}text")]
    assert "take \u2026 from pile 1 and \u2026 from pile 2:" in words
    by_name = {a.get("aria-label"): a for a in root.iter(f"{SVG}a")}
    button = by_name["take 2 from pile 1 and 3 from pile 2"]
    assert button.findtext(f"{SVG}text") == "2 + 3"
    _, _, width, height = (float(x) for x in str(root.get("viewBox")).split())
    assert width < 500 and height < 900
    for rectangle in root.iterfind(f".//{SVG}rect[@class='nim-button']"):
        assert float(str(rectangle.get("x"))) + float(str(rectangle.get("width"))) < width


# ---- marks of a strategy


def overlay(slug: str, text: str, **parameters: Any) -> tuple[Any, ...]:
    asked = question(slug, text, **parameters)
    applied = applicable(asked)
    assert applied is not None
    return overlay_of(asked.rules, asked.position, applied.certificate)


def test_axes() -> None:
    assert overlay("cram", "4x4") == (Axis((("cell", 2.5, 2.5),)),)
    assert overlay("daisy", "12") == (Axis((("middle",),)),)
    assert Axis(
        (
            (
                "cell",
                4.5,
            ),
        )
    ) in overlay("strip", "8")
    (axis,) = overlay("bishops", "4x4")
    assert [end[-1] for end in axis.ends] == [2.5, 2.5]


def test_mirrors_leave_their_axis_where_it_is() -> None:
    """A place on the axis is its own image: the line is where the map says."""
    rules = games["cram"].with_parameters({}).sized("5x5")
    for symmetry in (
        Affine((1, -1), (0, 6)),
        Affine((-1, 1), (6, 0)),
        Affine((1, 1), (0, 0), (1, 0)),
        Affine((-1, -1), (6, 6), (1, 0)),
    ):
        (axis,) = overlay_of(rules, rules.start(), Mirror(symmetry))
        assert isinstance(axis, Axis)
        for _, row, column in axis.ends:
            assert symmetry((row, column)) == pytest.approx((row, column))


def test_axis_of_a_ring() -> None:
    rules = games["daisy"].prototype
    (axis,) = overlay_of(rules, (8, ()), Mirror(Affine((-1,), (4,), modulus=8)))
    assert axis == Axis((("point", 2.0), ("point", 6.0)))


def test_pairs_openings_and_values() -> None:
    assert Pair(("cell", 1, 1), ("cell", 1, 2)) in overlay("geography", "3x4")
    found = overlay("cram", "4x5")
    assert [mark for mark in found if isinstance(mark, Highlight)] == [
        Highlight(("cell", 2, 3), "best"),
        Highlight(("cell", 3, 3), "best"),
    ]
    labels = [mark.text for mark in overlay("nim", "3,0,5") if isinstance(mark, Label)]
    assert labels == ["*3", "*5"]
    both = overlay("sum", "nim:1,2 + cram:2x2")
    assert Axis((("part", 2, ("cell", 1.5, 1.5)),)) in both


def test_pairs_of_a_graph_and_a_strip() -> None:
    asked = question("geography", "1x4", edges="1-2,2-3,3-4")
    marks = overlay_of(asked.rules, asked.position, Pairing(Swaps((((1, 1), (1, 2)),))))
    assert marks == (Pair(("node", 1), ("node", 2)),)


def test_values_of_regions() -> None:
    """A board that has fallen apart shows each region's value within the region."""
    asked = question("cram", "..#.|..#.")
    rules, at = asked.rules, asked.position
    parts = rules.components(at)
    marks = labels_of(rules, at, list(range(len(parts))))
    assert len(parts) == 2 == len(marks)
    cells = [mark.place for mark in marks if isinstance(mark, Label)]
    assert sorted(cell[2] < 3 for cell in cells) == [False, True]


def test_the_last_move_is_marked_where_places_stay() -> None:
    def marked(slug: str, text: str, move: str) -> tuple[Mark, ...]:
        asked = question(slug, text)
        rules, at = asked.rules, asked.position
        made = rules.read_move(at, move)
        return just_moved(rules, at, made, rules.after(at, made))

    assert marked("nim", "3,4", "take 1 from pile 2") == (Highlight(("counter", 2, 4)),)
    cells = {Highlight(("cell", 1, 1)), Highlight(("cell", 1, 2))}
    assert set(marked("cram", "2x2", "cover 1,1 1,2")) == cells
    assert marked("sum", "nim:2 + cram:1x2", "part 1: take 2") != ()
    assert marked("daisy", "6", "tear 3") == (Highlight(("point", 3)),)
    assert marked("kayles", "7", "take 1, leave 2+4") == ()
    assert marked("grundy", "5", "split it into 1+4") == ()
    assert marked("chocolate", "2x3", "break 2x3 into 2x1 + 2x2") == ()


def test_last_move() -> None:
    asked = question("nim", "2,1")
    first = next(iter(asked.rules.moves(asked.position)))
    assert last_move(asked.rules, asked.position, first) == (Highlight(("counter", 1, 2)),)


def test_marks_are_drawn() -> None:
    marks: list[Mark] = [
        Axis((("cell", 0.5, 2.0), ("cell", 3.5, 2.0))),
        Axis((("cell", 2.0, 2.0),)),
        Pair(("cell", 1, 1), ("cell", 2, 1)),
        Highlight(("row", 1), "best"),
        Label(("cell", 3, 3), "*2"),
        Label(("counter", 1, 1), "elsewhere"),
    ]
    text = svg(pictures.Grid(3, 3), "t", overlay=marks, inline=True)
    kinds = ("nim-axis", "nim-centre", "nim-pair", "nim-best", "nim-label")
    assert [text.count(f'"{kind}"') + text.count(f" {kind}") for kind in kinds] == [1] * 5
    assert "elsewhere" not in text


# ---- in words, in text, in notebooks


def test_described() -> None:
    assert described(pictures.Heaps((3, 1))) == "pile 1: 3 counters, pile 2: 1 counter."
    marks = {(1, 1): "#", (1, 2): "W"}
    told = described(pictures.Grid(1, 2, marks, {"W": "white"}))
    assert told == "A board of 1 row and 2 columns: used at 1,1; white at 1,2."
    assert "and 60 more" in described(pictures.Heaps((1,) * 100))


def test_text_has_no_escapes_unless_asked() -> None:
    for picture in ONE_OF_EACH:
        plain, coloured = lines(picture), lines(picture, colour=True)
        assert not any("\x1b" in line for line in plain)
        assert [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in coloured] == plain
    assert "\x1b" in lines(pictures.Strip("..#"), colour=True)[0]


def test_text_drawings() -> None:
    board = pictures.Grid(2, 2, {(1, 2): "#"}, first=0)
    assert lines(board, numbered=True) == ["   0 1", "0  . #", "1  . ."]
    assert lines(pictures.Strip(".#"), numbered=True) == [". #", "1 2"]
    assert lines(pictures.Tree((1, 2, 1), ("a", "b", "c", "d"))) == ["a", "  b", "    c", "  d"]
    table = lines(pictures.Disc(10.0, 1.5, ((0.0, 9.0),)))
    assert table[1].strip(" .") == "ooooooo" and "o" not in table[10]
    assert lines(pictures.Heaps(())) == ["(nothing is left)"]
    assert "too large" in lines(pictures.Strip("." * 101))[0]


def test_notebooks() -> None:
    found = solve("cram", "4x5")
    shown = found._repr_svg_()
    assert shown is not None and "the first player wins, by cover 2,3 3,3" in shown
    assert "nim-axis" in shown or "nim-centre" in shown
    asked = question("cram", "3x3")
    assert parsed(asked._repr_svg_()).get("aria-label") == "Cram: 3x3"
    from nimatron.solve.limits import Limits

    told = tell(asked, Limits())._repr_svg_()
    assert told is not None and "the second player wins" in told


def test_pictures_of_the_documents_are_up_to_date() -> None:
    """`python docs/picture_files.py` writes them."""
    for name, content in picture_files.files():
        assert (picture_files.HERE / name).read_text() == content + "\n", name
