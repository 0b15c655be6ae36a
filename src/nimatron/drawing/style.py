"""Colours and lines of pictures: light and dark, and black on white when printed.

A picture that stands alone carries its style; a page that shows many puts `css()` into its own
sheet once and asks for pictures with `inline=True`, which hold classes only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

LIGHT = {
    "ink": "#1b1b1f",
    "paper": "#ffffff",
    "faint": "#6b6b76",
    "cell": "#f1eee6",
    "shade": "#e2ddd0",
    "used": "#8c8878",
    "bar": "#c9a27e",
    "counter": "#5b5f6b",
    "blue": "#0b57a4",
    "orange": "#a44c00",
    "blueish": "#d5e6f8",
    "orangeish": "#fbe3cf",
    "greyish": "#e4e4e8",
}
DARK = {
    "ink": "#ececf1",
    "paper": "#17181c",
    "faint": "#9c9ca8",
    "cell": "#2a2b31",
    "shade": "#33353c",
    "used": "#85868f",
    "bar": "#6d4a2f",
    "counter": "#b4b8c4",
    "blue": "#7db8f5",
    "orange": "#f5a55c",
    "blueish": "#163a5c",
    "orangeish": "#553009",
    "greyish": "#3a3b42",
}
_SCOPE = "svg.nimatron "
_FITTING = "svg.nimatron{max-width:100%;height:auto}"  # no wider than a small screen
_CLASS = re.compile(r"nim-[a-z]+")
_RULES = """
.nim-paper{fill:{paper}}
text{fill:{ink};font:14px system-ui,Segoe UI,Roboto,DejaVu Sans,sans-serif;text-anchor:middle}
.nim-small{font-size:11px;fill:{faint}}
.nim-strong{font-weight:700}
.nim-left{text-anchor:start}
.nim-line{stroke:{ink};stroke-width:1.5;fill:none}
.nim-thin{stroke:{faint};stroke-width:1;fill:none}
.nim-thick{stroke:{ink};stroke-width:3.5;fill:none;stroke-linecap:round}
.nim-cell{fill:{cell};stroke:{faint};stroke-width:1}
.nim-shade{fill:{shade};stroke:{faint};stroke-width:1}
.nim-used{fill:{used};stroke:{faint};stroke-width:1}
.nim-bar{fill:{bar};stroke:{paper};stroke-width:2}
.nim-cross{stroke:{paper};stroke-width:1.5;fill:none}
.nim-counter{fill:{counter};stroke:{paper};stroke-width:1}
.nim-node{fill:{cell};stroke:{ink};stroke-width:1.5}
.nim-gone{fill:{used};stroke:{ink};stroke-width:1.5;stroke-dasharray:3 2}
.nim-here{fill:{ink};stroke:{ink};stroke-width:1.5}
.nim-on{fill:{paper}}
.nim-light{fill:#ffffff;stroke:#1b1b1f;stroke-width:1.5}
.nim-dark{fill:#1b1b1f;stroke:#ffffff;stroke-width:1.5}
.nim-piece{fill:{ink};stroke:{paper};stroke-width:1;stroke-linejoin:round}
.nim-blue{fill:{blueish};stroke:{blue};stroke-width:2}
.nim-orange{fill:{orangeish};stroke:{orange};stroke-width:2}
.nim-heat{fill:{blue};stroke:{faint};stroke-width:.5}
.nim-grey{fill:{greyish};stroke:{faint};stroke-width:2}
.nim-axis{stroke:{blue};stroke-width:2.5;stroke-dasharray:7 4;fill:none}
.nim-centre{fill:{paper};stroke:{blue};stroke-width:2.5}
.nim-pair{fill:none;stroke:{blue};stroke-width:2;stroke-opacity:.85}
.nim-label{fill:{blue};font-weight:700;stroke:{paper};stroke-width:4;paint-order:stroke}
.nim-was{fill:none;stroke:{ink};stroke-width:2.5;stroke-dasharray:4 3}
.nim-best{fill:none;stroke:{blue};stroke-width:3}
.nim-win{stroke:{blue};stroke-width:3;fill:none}
.nim-winhead{fill:{blue};stroke:none}
.nim-head{fill:{faint};stroke:none}
.nim-link{cursor:pointer}
.nim-hit{fill:{ink};fill-opacity:0;stroke:none;pointer-events:all}
.nim-hitline{stroke:{ink};stroke-opacity:0;stroke-width:14;fill:none;pointer-events:stroke}
.nim-dot{fill:{paper};stroke:{ink};stroke-width:1.5}
.nim-button{fill:{cell};stroke:{faint};stroke-width:1}
.nim-reach{fill:{blue};fill-opacity:0;stroke:{blue};stroke-width:3;stroke-opacity:0;pointer-events:none}
.nim-link:hover .nim-reach,.nim-link:focus .nim-reach{fill-opacity:.25;stroke-opacity:1}
.nim-link:focus{outline:none}
.nim-link:focus .nim-dot,.nim-link:focus .nim-button{stroke:{blue};stroke-width:4}
.nim-winning .nim-dot,.nim-winning .nim-button{fill:{blueish};stroke:{blue}}
.nim-losing .nim-dot,.nim-losing .nim-button{fill:{orangeish};stroke:{orange}}
.nim-drawing .nim-dot,.nim-drawing .nim-button{fill:{greyish};stroke:{faint}}
.nim-last .nim-dot,.nim-last .nim-button{stroke-dasharray:2 2;stroke-width:3}
.nim-link text{pointer-events:none}
.nim-winning text{fill:{blue};font-weight:700}
.nim-losing text{fill:{orange};font-weight:700}
""".strip()


@cache
def css() -> str:
    """The style of every picture, for a page's own sheet: dark where the reader wants dark."""
    return _sheet(_RULES.splitlines())


def css_for(elements: str) -> str:
    """The style of the classes that some elements have, for a picture that stands alone."""
    return _sheet_for(frozenset(_CLASS.findall(elements)))


@lru_cache(maxsize=256)
def _sheet_for(used: frozenset[str]) -> str:
    rules = []
    for rule in _RULES.splitlines():
        selectors, _, body = rule.partition("{")
        wanted = [one for one in selectors.split(",") if used.issuperset(_CLASS.findall(one))]
        if wanted:
            rules.append(f"{','.join(wanted)}{{{body}")
    return _sheet(rules)


def _filled(rules: Sequence[str], palette: Mapping[str, str]) -> str:
    lines = []
    for line in rules:
        selectors, _, body = line.partition("{")
        for name, colour in palette.items():
            body = body.replace(f"{{{name}}}", colour)
        lines.append(",".join(_SCOPE + one for one in selectors.split(",")) + "{" + body)
    return "".join(lines)


def _sheet(rules: Sequence[str]) -> str:
    """Light colours, and where the reader wants dark the rules that differ; print stays light."""
    light, dark = _filled(rules, LIGHT), _filled(rules, DARK)
    pairs = zip(dark.split("}"), light.split("}"), strict=True)
    differ = "".join(one + "}" for one, other in pairs if one != other)
    return _FITTING + light + "@media screen and (prefers-color-scheme:dark){" + differ + "}"
