"""Certificates: winning strategies as plain data.

Every form says who wins a position and how, in a way that `check` can verify without solving the
game. Moves and positions inside them are texts and conditions are formulas, so a certificate goes
to JSON and comes back the same. The claim "the value is g" needs no form of its own: it says that
the position with a heap of g beside it is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, ClassVar, TypeAlias

from nimatron.errors import CertificateError, shown
from nimatron.formulas import Formula
from nimatron.values import Convention

Json: TypeAlias = Any


@dataclass(frozen=True)
class Affine:
    """A map of cells: coordinate i becomes `shifts[i] + signs[i] * cell[order[i]]`.

    With a modulus the coordinate is brought into 1..modulus, as on a ring.
    """

    signs: tuple[int, ...]
    shifts: tuple[int, ...]
    order: tuple[int, ...] = ()
    modulus: int = 0

    def __call__(self, cell: Any) -> Any:
        moved = tuple([shift + sign * cell[source] for sign, shift, source in self._terms])
        return tuple((x - 1) % self.modulus + 1 for x in moved) if self.modulus else moved

    @cached_property
    def _terms(self) -> list[tuple[int, int, int]]:
        order = self.order or tuple(range(len(self.signs)))
        return list(zip(self.signs, self.shifts, order, strict=True))


@dataclass(frozen=True)
class Swaps:
    """A map of cells given by its pairs; every other cell stays."""

    pairs: tuple[tuple[Any, Any], ...]

    def __call__(self, cell: Any) -> Any:
        return self.partners.get(cell, cell)

    @cached_property
    def partners(self) -> dict[Any, Any]:
        return {a: b for pair in self.pairs for a, b in (pair, pair[::-1])}


@dataclass(frozen=True)
class Patch:
    """A rectangle of a board, tiled with a small one in which cells (from 1, 1) are paired."""

    top: int
    left: int
    rows: int
    columns: int
    tile: tuple[int, int]
    pairs: tuple[tuple[Any, Any], ...]


@dataclass(frozen=True)
class Tiles:
    """A map of the cells of a board cut into patches: partners in a tile change places.

    So few numbers pair the cells of a board of any size. Every other cell stays.
    """

    patches: tuple[Patch, ...]

    def __call__(self, cell: Any) -> Any:
        row, column = cell
        for patch, partners in self._partners:
            down, right = row - patch.top, column - patch.left
            if 0 <= down < patch.rows and 0 <= right < patch.columns:
                height, width = patch.tile
                here = down % height + 1, right % width + 1
                to = partners.get(here, here)
                return row + to[0] - here[0], column + to[1] - here[1]
        return cell

    @cached_property
    def _partners(self) -> list[tuple[Patch, dict[Any, Any]]]:
        return [(patch, Swaps(patch.pairs).partners) for patch in self.patches]


Symmetry: TypeAlias = Affine | Swaps | Tiles


def half_turn(rows: int, columns: int) -> Affine:
    """The half turn of a board about its middle."""
    return Affine((-1, -1), (rows + 1, columns + 1))


def carried(symmetry: Symmetry, thing: Any) -> Any:
    """A cell, or a set of cells such as a line, carried along by a map of cells."""
    if isinstance(thing, frozenset):
        return frozenset(carried(symmetry, part) for part in thing)
    return symmetry(thing)


@dataclass(frozen=True)
class Certificate:
    """What all forms share."""

    kind: ClassVar[str]
    convention: Convention = field(default=Convention.NORMAL, kw_only=True)


@dataclass(frozen=True)
class _Rule(Certificate):
    """A condition on positions; `constants` are further names that its formulas use."""

    answers: str = field(default="", kw_only=True)
    """A formula for a list of moves among which there is a winning one where there is any."""
    every: bool = field(default=False, kw_only=True)
    """Whether those moves are all the winning ones."""
    falls: str = field(default="", kw_only=True)
    """For loopy rules: a number that is smaller after each reply of the winner."""
    constants: Mapping[str, Any] = field(default_factory=dict, kw_only=True)

    def told(self, formula: str, names: dict[str, Any]) -> Any:
        """The value of one of its formulas."""
        return Formula(formula)(**{**names, **self.constants})

    def answered(self, names: dict[str, Any]) -> Iterator[Any]:
        """The moves that `answers` gives, computed as they are asked for."""
        return Formula(self.answers).each(**{**names, **self.constants})


@dataclass(frozen=True)
class Kernel(_Rule):
    """The lost positions are those for which a formula is true (the parity strategy)."""

    kind: ClassVar[str] = "kernel"
    losing: str


@dataclass(frozen=True)
class NimSum(_Rule):
    """Each component has a value, and the lost positions are those whose values have xor 0."""

    kind: ClassVar[str] = "nim-sum"
    value: str

    def known(self, rules: Any) -> dict[Any, int]:
        """Values of components that were found before."""
        return self._known.setdefault(id(rules), (rules, {}))[1]

    @cached_property
    def _known(self) -> dict[int, tuple[Any, dict[Any, int]]]:
        return {}


@dataclass(frozen=True)
class Mirror(Certificate):
    """The position is lost: each move is answered by its image."""

    kind: ClassVar[str] = "mirror"
    symmetry: Symmetry


@dataclass(frozen=True)
class Pairing(Certificate):
    """The position is lost: each move is answered by the partner of the cell that it names."""

    kind: ClassVar[str] = "pairing"
    pairs: Swaps | Tiles


@dataclass(frozen=True)
class Opening(Certificate):
    """The position is won: this move leads to one that the other certificate shows lost."""

    kind: ClassVar[str] = "opening"
    move: str
    then: Certificate


@dataclass(frozen=True)
class Table(Certificate):
    """The position is lost: for each lost position a reply to every move, all as texts.

    In misère play a move that leaves no answer has an empty reply: whoever made it has lost.
    """

    kind: ClassVar[str] = "table"
    replies: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class Stealing(Certificate):
    """The position is won, but no winning move is given.

    Whatever could be answered to this move could have been played at once instead of it; so if
    the move does not win, one of those does.
    """

    kind: ClassVar[str] = "stealing"
    move: str


@dataclass(frozen=True)
class Searched(Certificate):
    """The position has this nimber, as looking through all that can be reached shows."""

    kind: ClassVar[str] = "searched"
    nimber: int


@dataclass(frozen=True)
class Parts(Certificate):
    """A sum of games, with a certificate for each; it is lost just if their nimbers have xor 0.

    A nim sum and a search give a nimber; a part that is shown to be lost has the nimber 0.
    """

    kind: ClassVar[str] = "parts"
    parts: tuple[Certificate, ...]


_FORMS: dict[str, type[Any]] = {
    form.kind: form
    for form in (Kernel, NimSum, Mirror, Pairing, Opening, Table, Stealing, Searched, Parts)
}
_MAPS: dict[str, type[Any]] = {"affine": Affine, "swaps": Swaps, "tiles": Tiles}


def to_json(certificate: Certificate) -> dict[str, Json]:
    """The certificate as objects, lists, texts and numbers."""
    return {"kind": certificate.kind, **{f.name: _out(f, certificate) for f in fields(certificate)}}


def _out(entry: Any, owner: Any) -> Json:
    value = getattr(owner, entry.name)
    if isinstance(value, Certificate):
        return to_json(value)
    if isinstance(value, (Affine, Swaps, Tiles)):
        name = type(value).__name__.lower()
        return {"map": name, **{f.name: _lists(getattr(value, f.name)) for f in fields(value)}}
    if isinstance(value, Mapping):
        return {key: _lists(inner) for key, inner in value.items()}
    return str(value) if isinstance(value, Convention) else _lists(value)


def _lists(value: Any) -> Json:
    if isinstance(value, (tuple, list)):
        return [_lists(item) for item in value]
    if isinstance(value, Certificate):
        return to_json(value)
    if isinstance(value, Patch):
        return {f.name: _lists(getattr(value, f.name)) for f in fields(value)}
    return {k: _lists(v) for k, v in value.items()} if isinstance(value, Mapping) else value


def from_json(data: Json) -> Certificate:
    """The certificate that was written by `to_json`; anything else is refused in one line."""
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in _FORMS:
        raise CertificateError(f"an object with a kind among {', '.join(_FORMS)}", shown(data))
    form = _FORMS[data["kind"]]
    given = {key: value for key, value in data.items() if key != "kind"}
    known = [field.name for field in fields(form)]
    if strangers := [key for key in given if key not in known]:
        raise CertificateError(f"the entries {', '.join(known)} of a {kind}", shown(strangers[0]))
    try:
        made = form(**{key: _in(key, value) for key, value in given.items()})
    except (TypeError, ValueError, LookupError, AttributeError, RecursionError) as e:
        raise CertificateError(
            f"the entries of a {data['kind']} certificate", hint=shown(e, 200)
        ) from e
    assert isinstance(made, Certificate)
    return made


_TEXTS = ("losing", "value", "answers", "falls", "move")


def _in(key: str, value: Json) -> Any:
    if key in _TEXTS and not isinstance(value, str):
        raise TypeError(f"{key} must be a text")
    if key == "convention":
        return Convention(value)
    if key == "then":
        return from_json(value)
    if key in ("symmetry", "pairs"):
        inner = {k: _tuples(v) for k, v in value.items() if k not in ("map", "patches")}
        if "patches" in value:
            patches = [{k: _tuples(v) for k, v in patch.items()} for patch in value["patches"]]
            inner["patches"] = tuple(Patch(**patch) for patch in patches)
        return _MAPS[value["map"] if value.get("map") in _MAPS else "?"](**inner)
    if key == "parts":
        return tuple(from_json(part) for part in value)
    if key == "nimber" and type(value) is not int:
        raise TypeError("nimber must be a whole number")
    if key == "replies":
        return {str(at): {str(m): str(r) for m, r in to.items()} for at, to in value.items()}
    if key == "constants":
        return {str(name): _tuples(inner) for name, inner in value.items()}
    return value


def _tuples(value: Json) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value
