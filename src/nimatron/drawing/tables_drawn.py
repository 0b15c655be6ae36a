"""Tables as text, CSV, SVG and as PNG heat maps."""

from __future__ import annotations

from pathlib import Path

from nimatron.drawing import shapes
from nimatron.drawing.svg import document
from nimatron.drawing.tables import Table, Value, in_rows, said
from nimatron.errors import TooLarge
from nimatron.values import Outcome

_CELL = 30
_MOST_SVG = 10_000
_MOST_WORDS = 4_000  # larger tables have colours only
_WIDEST = 200  # characters of a line


def table_text(table: Table) -> list[str]:
    """The table in lines: P for lost positions, N for won ones, or numbers."""
    rows = in_rows(table)
    wide = max(len(said(v, "?")) for _, line in rows for _, v in line)
    wide = max(wide, *(len(name) for _, line in rows for name, _ in line))
    names = max(len(name) for name, _ in rows)
    if (wide + 1) * len(rows[0][1]) + names > _WIDEST:
        raise TooLarge(
            f"a table of {len(rows[0][1])} columns is too wide for a terminal;"
            " write it to a file: -o FILE.csv or -o FILE.png"
        )
    lines = [table.title]
    heading = ""
    for name, line in rows:
        head = " ".join(f"{column:>{wide}}" for column, _ in line)
        if head != heading:
            # Over one parameter every row has its own numbers above it.
            lines += ["", f"{'':>{names}}   {head}".rstrip()]
            heading = head
        cells = " ".join(f"{said(value, '?'):>{wide}}" for _, value in line)
        lines.append(f"{name:>{names}} | {cells}")
    return lines


def table_csv(table: Table) -> str:
    """Comma separated: over one parameter a line for each value, over two a line for each row."""
    if table.rows is None:
        pairs = zip(table.columns, table.cells[0], strict=True)
        lines = [f"n,{table.kind}", *(f"{n},{said(value)}" for n, value in pairs)]
    else:
        lines = [",".join(["", *map(str, table.columns)])]
        lines += [
            ",".join([str(name), *map(said, line)])
            for name, line in zip(table.rows, table.cells, strict=True)
        ]
    return "\n".join(lines) + "\n"


def table_svg(table: Table, *, inline: bool = False) -> str:
    """The table as SVG: lost positions orange with a frame, the others in shades of blue."""
    rows = in_rows(table)
    count = sum(len(line) for _, line in rows)
    if count > _MOST_SVG:
        raise TooLarge(
            f"a table of {_MOST_SVG} cells at most is drawn as SVG, this one has {count};"
            " try -o FILE.png or -o FILE.csv"
        )
    most = max((v for _, line in rows for _, v in line if isinstance(v, int)), default=0)
    cell = _CELL if count <= _MOST_WORDS else 10
    wide = max(cell, 10 + shapes.wide(str(most)) if cell == _CELL else cell)
    tall = cell + 20 if table.rows is None else cell
    left, top = 46.0, 54.0
    drawn = [shapes.text((12, 16), table.title, "nim-word nim-strong nim-left")]
    step = max(1, len(rows) // 30) if cell < _CELL else 1
    if table.rows is not None:
        drawn += [
            shapes.text((left + wide * (i + 0.5), top - 12), name, "nim-word nim-small")
            for i, (name, _) in enumerate(rows[0][1])
            if i % step == 0
        ]
    for down, (name, line) in enumerate(rows):
        y = top + tall * down
        if name and down % step == 0:
            drawn.append(shapes.text((24, y + cell / 2), name, "nim-word nim-small"))
        for right, (column, value) in enumerate(line):
            middle = left + wide * (right + 0.5), y + cell / 2
            if table.rows is None:
                head = middle[0], y - 9
                drawn.append(shapes.text(head, column, "nim-word nim-small"))
            drawn.append(_cell(table, value, middle, (wide, cell), most))
    width = max(left + wide * len(rows[0][1]) + 16, shapes.wide(table.title) * 1.1 + 30)
    height = top + tall * len(rows) + 12
    return document("".join(drawn), table.title, _told(table), (0, 0, width, height), inline=inline)


def _cell(
    table: Table, value: Value, middle: shapes.Point, size: tuple[float, float], most: int
) -> str:
    wide, tall = size
    lost = value is Outcome.P or (table.kind == "nimber" and value == 0)
    small = tall < _CELL
    if value is None:
        return shapes.rectangle(middle, wide, tall, "nim-gone")
    kind = "nim-orange" if lost else "nim-grey" if value is Outcome.DRAW else "nim-heat"
    inside = (wide - 4, tall - 4) if lost and not small else (wide, tall)
    if kind == "nim-heat":
        share = value / max(most, 1) if isinstance(value, int) else 0.3
        box = shapes.element(
            "rect",
            x=middle[0] - wide / 2,
            y=middle[1] - tall / 2,
            width=wide,
            height=tall,
            fill_opacity=0.08 + 0.42 * share,
            class_=kind,
        )
    else:
        box = shapes.rectangle(middle, *inside, kind)
    return box if small else box + shapes.text(middle, said(value), "nim-word")


def _told(table: Table) -> str:
    values = [value for line in table.cells for value in line if value is not None]
    count = f"{len(values)} positions"
    if table.kind == "length":
        longest = max((v for v in values if isinstance(v, int)), default=0)
        return f"{count}; play takes up to {longest} moves."
    lost = sum(1 for value in values if value is Outcome.P or value == 0)
    return f"{count}, of which {lost} are lost for who moves."


def table_png(table: Table, path: Path) -> None:
    """A heat map by matplotlib, for tables of any size."""
    import numpy as np

    from nimatron.sequences.plots import open_figure, save_figure

    codes = {Outcome.P: 0, Outcome.N: 1, Outcome.DRAW: 2}
    grid = np.array(
        [
            [float("nan") if v is None else codes[v] if isinstance(v, Outcome) else v for v in line]
            for line in table.cells
        ],
        dtype=float,
    )
    figure, axes = open_figure(path)
    rows, columns = table.rows, table.columns
    low, high = (rows.low, rows.high) if rows else (0, 0)
    extent = (columns.low - 0.5, columns.high + 0.5, high + 0.5, low - 0.5)
    shown = axes.imshow(grid, cmap="cividis", extent=extent, aspect="auto", interpolation="nearest")
    if table.kind == "outcome":
        ticks = sorted({int(x) for x in grid[~np.isnan(grid)].ravel()})
        bar = figure.colorbar(shown, ticks=ticks)
        bar.ax.set_yticklabels([{0: "P: lost", 1: "N: won", 2: "draw"}[tick] for tick in ticks])
    else:
        figure.colorbar(shown, label=table.kind)
    axes.set(title=table.title, xlabel=columns.parameter, ylabel=rows.parameter if rows else "")
    if rows is None:
        axes.set_yticks([])
    save_figure(figure, path)
