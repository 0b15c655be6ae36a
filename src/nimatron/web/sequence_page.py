"""Sequences of nimbers: a plot, the values, and what is known of the period."""

from __future__ import annotations

from nimatron.errors import UsageError
from nimatron.sequences import period
from nimatron.sequences.named import CODES, heap_game
from nimatron.sequences.plain import plain_values
from nimatron.web.frame import page
from nimatron.web.markup import Content, Markup, choice, field, link, listed, tag
from nimatron.web.pages import Asked
from nimatron.web.reply import Reply

_LENGTHS = ("100", "200", "400", "800")
_WIDE, _HIGH, _EDGE = 720, 260, 34


def sequence(asked: Asked) -> Reply:
    """The nimbers of a heap game."""
    given = {name: value.strip() for name, value in asked.query}
    code, count = given.get("code", "") or "0.77", given.get("to", "200")
    status, shown, problem = 200, list[Content](), None
    try:
        if count not in _LENGTHS:
            raise UsageError(f"a length among {', '.join(_LENGTHS)}", count)
        shown = _shown(code, int(count))
    except UsageError as e:
        status = e.http_status
        problem = tag("p", f"This page {e}.", class_="problem", role="alert")
    form = tag(
        "form",
        field("code", "Code, name or subtraction set", code, autocomplete="off", maxlength=200),
        choice("to", "Heaps", [(n, n) for n in _LENGTHS], count),
        tag("button", "Show", type="submit"),
        action="/sequence", method="get", class_="filters",
    )  # fmt: skip
    known = [link(f"/sequence?code={name}", f"{name} ({text})") for name, text in CODES.items()]
    known += [link("/sequence?code=grundy", "grundy"),
              link("/sequence?code=subtract:1,3,4", "subtract:1,3,4")]  # fmt: skip
    return page(
        f"Sequence {code[:40]}",
        tag("h1", "Sequences of nimbers"),
        tag("p", "The nimber of a heap tells what it is worth beside others: a sum of heaps is lost"
            " for who is to move just if the xor of their nimbers is 0.", class_="lead"),
        form, problem, shown,
        tag("h2", "Known ones"), listed(known, class_="names"),
        here="/sequence", status=status,
    )  # fmt: skip


def _shown(code: str, count: int) -> list[Content]:
    game = heap_game(code)
    values = list(plain_values(game, count))
    found = period(game, 1000)
    return [
        tag("h2", game.key),
        tag("p", _period(found)),
        tag("div", plot(values, f"Nimbers of {game.key}, heaps 0 to {count - 1}"),
            class_="scroll plot", tabindex="0", role="region", aria_label="Plot"),
        tag("p", "Each dot is a heap: its size to the right, its nimber upwards.", class_="hint"),
        tag("details", tag("summary", "The values"),
            tag("p", ", ".join(map(str, values)), class_="values")),
        tag("p", link(f"/own?code={code}" if "." in code else "/own", "Play such a game")),
    ]  # fmt: skip


def _period(found: object) -> str:
    from nimatron.sequences import Period

    assert isinstance(found, Period)
    if found.status == "none":
        return f"No period was found among the heaps below {found.checked_to}."
    steps = f", rising by {found.saltus} each time" if found.saltus else ""
    said = f"Period {found.period} from {found.preperiod} on{steps}"
    if found.status == "proved":
        return f"{said}. Proved: {found.why}."
    return f"{said}, seen among the heaps below {found.checked_to}; not proved."


def plot(values: list[int], title: str) -> Markup:
    """Dots over the heaps."""
    top = max([*values, 1])
    across = (_WIDE - 2 * _EDGE) / max(1, len(values) - 1)
    up = (_HIGH - 2 * _EDGE) / top
    dots = [
        tag("circle", cx=round(_EDGE + across * n, 1), cy=round(_HIGH - _EDGE - up * g, 1),
            r=2 if len(values) > 300 else 2.6, class_="dot")
        for n, g in enumerate(values)
    ]  # fmt: skip
    step = max(1, -(-top // 6))
    lines = [
        (tag("line", x1=_EDGE, x2=_WIDE - _EDGE, y1=y, y2=y, class_="rule"),
         tag("text", g, x=_EDGE - 8, y=y + 4, text_anchor="end"))
        for g in range(0, top + 1, step)
        for y in [round(_HIGH - _EDGE - up * g, 1)]
    ]  # fmt: skip
    marks = [
        tag("text", n, x=round(_EDGE + across * n, 1), y=_HIGH - 12, text_anchor="middle")
        for n in range(0, len(values), max(1, len(values) // 8))
    ]
    return tag(
        "svg", tag("title", title), lines, marks, dots,
        viewBox=f"0 0 {_WIDE} {_HIGH}", role="img", class_="chart",
    )  # fmt: skip
