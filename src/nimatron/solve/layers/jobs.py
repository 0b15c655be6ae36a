"""The jobs of a folder of layers: each makes one part of one layer, wherever it runs.

Forwards `merge` gathers the positions of a part, and `expand` finds their options; backwards
`solve` gives each position its value. A job is named by stage, rank (how many cells are used) and
part, reads only what earlier stages finished, and does nothing if its record is there: so it
may be run again, or twice at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nimatron.solve.layers.files import (
    Array,
    LayersError,
    damaged,
    mapped,
    read_record,
    write_record,
    written,
)
from nimatron.solve.layers.plan import MOST_PARTS, SHIFT, Plan, read_plan

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KEY, VALUE = "<u8", "u1"
_FEWEST, _MOST = 1 << 10, 1 << 22  # slots of the table that finds options that come twice
_MERGED = 1 << 21  # positions that are merged at once
_CHILDREN = 1 << 20  # options whose values are looked up at once

Stop = Callable[[], bool]


class Stopped(Exception):
    """The job was told to end; what it had not finished is forgotten."""


def layer_record(folder: Path, stage: str, rank: int) -> Path:
    """The record that a stage of a whole layer is complete."""
    return folder / f"{stage}-{rank:03}.json"


def part_record(folder: Path, stage: str, rank: int, part: int) -> Path:
    """The record that one part of a layer is complete, until that of the layer is written."""
    return folder / f"{stage}-{rank:03}-{part:03}.json"


@dataclass(frozen=True)
class Job:
    """One part of so many of one stage of the layer with so many used cells."""

    folder: Path
    stage: str
    rank: int
    part: int
    parts: int

    @property
    def low(self) -> int:
        """The least key of the part."""
        return self.part * self.width

    @property
    def width(self) -> int:
        return (1 << 64) // self.parts

    def data(self, kind: str) -> Path:
        return self.folder / f"{self.rank:03}-{self.part:03}.{kind}"


def parts_of(folder: Path, stage: str, rank: int) -> list[dict[str, Any]]:
    """The records of the parts of a layer; none if it is not complete."""
    layer = read_record(layer_record(folder, stage, rank))
    return [] if layer is None else list(layer["parts"])


def run(job: Job, stop: Stop = bool) -> dict[str, Any]:
    """Do the job, unless that is done already, and give its record."""
    path = part_record(job.folder, job.stage, job.rank, job.part)
    layer = read_record(layer_record(job.folder, job.stage, job.rank))
    done = read_record(path) if layer is None else layer["parts"][job.part]
    if done is None:
        work = {"merge": _merge, "expand": _expand, "solve": _solve}[job.stage]
        done = work(job, read_plan(job.folder), stop)
        if job.parts > 1:
            write_record(path, done)
    return dict(done)


def runs_into(folder: Path, rank: int) -> Iterator[dict[str, Any]]:
    """Records of the files of options with that many used cells."""
    for below in range(rank):
        for part in parts_of(folder, "expand", below):
            yield from (one for one in part["runs"] if one["rank"] == rank)


def _keys(job: Job, merged: list[dict[str, Any]]) -> NDArray[np.uint64]:
    seen = merged[job.part]
    return mapped(job.data("keys"), KEY, seen["count"], seen["checksum"])


def _merge(job: Job, plan: Plan, stop: Stop) -> dict[str, Any]:
    """The positions of one part, each once and in order, from all files of options."""
    import numpy as np

    pieces = []
    if job.rank == plan.start.bit_count():
        pieces.append(plan.stored([plan.start]))
    pieces += [
        mapped(job.folder / one["file"], KEY, one["count"], one["checksum"])
        for one in runs_into(job.folder, job.rank)
    ]
    cuts = 1 + sum(map(len, pieces)) // job.parts // _MERGED
    last = job.low + job.width - 1
    edges = [job.low + job.width * cut // cuts for cut in range(cuts)]
    places = [
        [*np.searchsorted(keys, np.array(edges, np.uint64)).tolist(),
         int(np.searchsorted(keys, np.uint64(last), side="right"))]
        for keys in pieces
    ]  # fmt: skip
    with written(job.data("keys")) as file:
        out = Array(file)
        for cut in range(cuts):
            _look(stop)
            within = [
                keys[place[cut] : place[cut + 1]]
                for keys, place in zip(pieces, places, strict=True)
            ]
            out.add(np.unique(np.concatenate(within)))
    return {"count": out.count, "checksum": out.checksum}


def _expand(job: Job, plan: Plan, stop: Stop) -> dict[str, Any]:
    """The options of the positions of one part, in sorted files that still may share some."""
    import numpy as np

    from nimatron.kernels import layers

    need, take, images = plan.tables
    keys = _keys(job, parts_of(job.folder, "merge", job.rank))
    wanted = 4 * len(need) * max(1, len(keys))
    size = 1 << min(max(wanted, 4 * len(need), _FEWEST), _MOST).bit_length()
    table = np.zeros(size, np.uint64)
    done = 0
    runs: list[dict[str, Any]] = []
    while done < len(keys):
        _look(stop)
        done, _ = layers.expand(keys, done, need, take, images, table)
        runs += _write_runs(job, len(runs), table[table != 0])
        table.fill(0)
    return {"runs": runs}


def _write_runs(job: Job, number: int, found: NDArray[np.uint64]) -> list[dict[str, Any]]:
    import numpy as np

    from nimatron.kernels import layers

    ranks = np.zeros(len(found), np.uint8)
    layers.ranks(found, ranks)
    runs: list[dict[str, Any]] = []
    for rank in np.unique(ranks).tolist():
        name = f"{rank:03}-from-{job.rank:03}-{job.part:03}-{number}.run"
        with written(job.folder / name) as file:
            out = Array(file)
            out.add(np.sort(found[ranks == rank]))
        runs.append({"rank": rank, "file": name, "count": out.count, "checksum": out.checksum})
    return runs


def _solve(job: Job, plan: Plan, stop: Stop) -> dict[str, Any]:
    """The value of each position of one part, from those of the layers above."""
    import numpy as np

    from nimatron.kernels import layers

    keys = _keys(job, parts_of(job.folder, "merge", job.rank))
    asked = plan.won_parity if plan.lengths else layers.NIMBERS
    above = Above(job.folder, plan)
    done, lost = 0, 0
    with written(job.data("values")) as file:
        out = Array(file)
        while done < len(keys):
            _look(stop)
            ends, numbers = above.options(keys[done:])
            values = np.zeros(len(ends), np.uint8)
            layers.settle(ends, numbers, asked, values)
            lost += int((values % 2 != asked).sum() if plan.lengths else (values == 0).sum())
            out.add(values)
            done += len(ends)
    return {"count": out.count, "checksum": out.checksum, "lost": lost}


class Above:
    """Values of options, looked up part by part so that few pages are in use at once."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        import numpy as np

        self._folder, self._plan = folder, plan
        self._records: dict[int, tuple[list[dict[str, Any]], list[dict[str, Any]]]] = {}
        room = max(_CHILDREN, len(plan.moves))
        self._children = np.zeros(room, np.uint64)
        self._buckets = np.zeros(room, np.int32)
        self._ends = np.zeros(room, np.int64)

    def options(self, keys: NDArray[np.uint64]) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """The values of the options of the first keys, and for each where they end."""
        import numpy as np

        from nimatron.kernels import layers

        plan = self._plan
        some = keys[: len(self._ends)]
        tables = *plan.tables, SHIFT
        done = layers.options(some, *tables, self._children, self._buckets, self._ends)
        count = int(self._ends[done - 1]) if done else 0
        starts = np.zeros(65 * MOST_PARTS + 1, np.int64)
        order = np.zeros(count, np.int32)
        layers.ordered(self._buckets[:count], starts, order)
        numbers = np.zeros(count, np.uint8)
        for bucket in np.flatnonzero(np.diff(starts)).tolist():
            places = order[starts[bucket] : starts[bucket + 1]]
            self._look_up(*divmod(bucket, MOST_PARTS), places, numbers)
        return self._ends[:done].copy(), numbers

    def values(self, positions: NDArray[np.uint64]) -> NDArray[np.uint8]:
        """The values of stored positions of any layers."""
        import numpy as np

        from nimatron.kernels import layers

        numbers = np.zeros(len(positions), np.uint8)
        ranks = np.zeros(len(positions), np.uint8)
        layers.ranks(positions, ranks)
        for i, key in enumerate(positions.tolist()):
            self._children[0] = key
            one = np.zeros(1, np.uint8)
            place = int(ranks[i]), key >> SHIFT
            self._look_up(*place, np.zeros(1, np.int32), one)
            numbers[i] = one[0]
        return numbers

    def _look_up(
        self, rank: int, finest: int, places: NDArray[np.int32], numbers: NDArray[np.uint8]
    ) -> None:
        import numpy as np

        from nimatron.kernels import layers

        folder = self._folder
        if rank not in self._records:
            self._records[rank] = parts_of(folder, "merge", rank), parts_of(folder, "solve", rank)
        merged, solved = self._records[rank]
        if not merged or not solved:
            raise LayersError(f"{folder}: the layer of {rank} used cells is not complete")
        there = Job(folder, "solve", rank, finest * len(merged) // MOST_PARTS, len(merged))
        keys, seen = _keys(there, merged), solved[there.part]
        values = mapped(there.data("values"), VALUE, seen["count"], seen["checksum"])
        low, span = np.uint64(there.low), float(there.width)
        missing = layers.look(self._children, places, low, span, keys, values, numbers)
        if missing or len(keys) != len(values):
            raise damaged(there.data("values"))


def _look(stop: Stop) -> None:
    if stop():
        raise Stopped
