"""What was found as a file for the catalogue: the rules, with a claim for each formula."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from pprint import pformat
from textwrap import fill, indent
from typing import Any

from nimatron.certificates.forms import Kernel, NimSum
from nimatron.discover.found import Discovery, Report, formula_of, speaks_of
from nimatron.discover.truth import Truth, positions
from nimatron.errors import UsageError
from nimatron.rules.heaps import Piles
from nimatron.rules.protocol import Rules
from nimatron.solve.limits import Limits
from nimatron.values import Convention, Outcome

_WIDTH = 92
_LIMITS = Limits(positions=100_000, seconds=10.0)
_FACTS, _LOOKED_AT = 4, 60  # facts of each outcome that are given, and positions looked at


def game_file(report: Report, source: Path | None = None) -> str:
    """A file for the catalogue; `source` is the file that the rules came from, if they did."""
    kept = report.found
    if not kept:
        raise UsageError("a strategy to write into a game file", hint="none was found")
    kind = type(report.rules)
    forms = sorted({type(one.certificate).__name__ for one in kept if one.certificate})
    imports = ["from nimatron.game import Fact, Game, claim"]
    imports += [f"from nimatron.certificates.forms import {', '.join(forms)}"] if forms else []
    imports += [
        f"from {of} import {how}" for how, of, _ in sorted({_seek(one) for one in kept}) if how
    ]
    if report.convention is Convention.MISERE:
        imports.append("from nimatron.values import Convention")
    if source is not None:
        head = _imported(source.read_text(encoding="utf-8"), sorted(imports))
    else:
        imports.append(f"from {kind.__module__} import {kind.__name__}")
        story = report.game.story or f"{report.game.name}."
        head = "\n".join([f'"""{story}"""', "", *sorted(imports)])
    names = [f"found_{one.kind}_{number}" for number, one in enumerate(kept, 1)]
    claims = [_claim(report.rules, one, name) for one, name in zip(kept, names, strict=True)]
    end = (
        f"GAME = Game(\n    {kind.__name__},\n    claims=[{', '.join(names)}],\n"
        '    sources=["found by nimatron discover"],\n'
        f"    facts=[\n{''.join(_facts(report))}    ],\n)\n"
    )
    return "\n\n\n".join([head.rstrip(), *claims, end])


def _facts(report: Report) -> Iterator[str]:
    """Some small positions with who wins them, by brute force; the lost ones are fewer."""
    rules, convention = report.rules, report.convention
    truth = Truth(convention, _LIMITS)
    left = {Outcome.P: _FACTS, Outcome.N: _FACTS}
    for _, board, position in islice(positions(rules), _LOOKED_AT):
        outcome = truth.outcome(board, position)
        if not left.get(outcome):
            continue
        left[outcome] -= 1
        entries = [f'"{board.text(position)}", "{outcome}"']
        value = truth.nimber(board, position)
        entries += [str(value)] if value is not None else []
        given = {name: getattr(rules, name) for name in rules.parameters()}
        entries += [f"parameters={_literal(given)}"] if given else []
        entries += ['convention="misere"'] if convention is Convention.MISERE else []
        yield f"        Fact({', '.join(entries)}),\n"


def _imported(text: str, imports: list[str]) -> str:
    """A source with further imports behind its own."""
    lines, last = text.rstrip().splitlines(), 0
    for number, node in enumerate(ast.parse(text).body):
        first_text = number == 0 and isinstance(node, ast.Expr)
        if first_text or isinstance(node, (ast.Import, ast.ImportFrom)):
            last = node.end_lineno or last
    return "\n".join([*lines[:last], *imports, *lines[last:]])


def _claim(rules: Rules, one: Discovery, name: str) -> str:
    rule = one.certificate
    misere = one.claim.convention is Convention.MISERE
    given = [f"proved={_literal(one.claim.proved)}"] if one.claim.proved else []
    given += ['convention="misere"'] if misere else []
    # What was found for these parameters, or for one heap, says nothing of others.
    tests = [f"rules.{k} != {getattr(rules, k)!r}" for k in rules.parameters()]
    if isinstance(rule, Kernel) and isinstance(rules, Piles) and "n" in speaks_of(rule):
        tests.append("len(position) != 1")
    body = [fill(f'"""{one.statement}"""', _WIDTH)]
    body += [f"if {test}:\n    return None" for test in tests]
    if isinstance(rule, (Kernel, NimSum)):
        entries = [_literal(formula_of(rule))]
        entries += [f"constants={_literal(dict(rule.constants))}"] if rule.constants else []
        entries += ["convention=Convention.MISERE"] if misere else []
        body.append(f"return {type(rule).__name__}({_listed(entries)})")
    else:
        how, _, more = _seek(one)
        body.append(f"found = {how}(rules, position{more})")
        body.append("return found.certificate if found else None")
    head = f"@claim({_listed(given)})\ndef {name}(rules, position):\n"
    return head + indent("\n".join(body), "    ")


def _seek(one: Discovery) -> tuple[str, str, str]:
    """The function that finds the certificate for a position anew, where it is, and what it is
    given besides; nothing if one formula serves for all positions."""
    if one.kind == "mirror":
        name = json.dumps(one.plan["map"])
        return "copy", "nimatron.discover.mirrors", f", ({name},), ended=True"
    return ("paired", "nimatron.discover.pairs", "") if one.kind == "pairing" else ("", "", "")


def _listed(entries: list[str]) -> str:
    """Arguments in a line, or each on a line of its own."""
    if sum(map(len, entries)) < _WIDTH // 2:
        return ", ".join(entries)
    return "\n" + "".join(f"{indent(entry, '    ')},\n" for entry in entries)


def _literal(value: Any) -> str:
    """A value as it is written, in lines that are not too long."""
    said = pformat(value, width=_WIDTH - 20, compact=True, sort_dicts=False)
    lines = said.splitlines()
    if '"' not in said:
        lines = [line.replace("'", '"') for line in lines]
    if isinstance(value, str) and len(lines) > 1:
        return "(\n" + indent("\n".join(line.strip("()").strip() for line in lines), "    ") + "\n)"
    return "\n".join(lines)
