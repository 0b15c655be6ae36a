"""A found strategy as a short program."""

from __future__ import annotations

import ast
import inspect
from textwrap import fill, indent
from typing import Any

from nimatron import functions
from nimatron.certificates.forms import Affine, Kernel, Mirror, NimSum, Opening
from nimatron.discover.cpp import PRELUDE, translated
from nimatron.discover.found import Discovery, Report, formula_of
from nimatron.discover.mirrors import copy
from nimatron.errors import UsageError
from nimatron.rules.coins import CoinLine
from nimatron.rules.heaps import Piles
from nimatron.rules.protocol import Rules
from nimatron.values import Convention


def program(report: Report, language: str, board: str | None = None) -> str:
    """The first strategy that can be said in this language, as the text of a program.

    A formula makes a program that reads what `nimatron moves` prints and chooses a move that wins;
    copying makes one that reads the other's moves on one board and answers them.
    """
    if not report.found:
        raise UsageError("a strategy to export", hint="none was found")
    why = UsageError("a strategy with a short program")
    for one in report.found:
        try:
            if one.formula:
                return _chooser(report, one, language)
            if one.kind == "mirror":
                return _copier(report, one, language, board)
        except UsageError as e:
            why = e
    raise why.but("the strategy file of --save can be played with any game")


# ---- a formula


def _chooser(report: Report, one: Discovery, language: str) -> str:
    rules, rule = report.rules, one.certificate
    assert isinstance(rule, (Kernel, NimSum))
    bound = _bindings(rules, rule)
    over = report.convention is Convention.MISERE
    return (_python if language == "python" else _cpp)(report, one, rule, bound, over)


def _bindings(rules: Rules, rule: Kernel | NimSum) -> str:
    """How the names of the formula come from the numbers in the text of a position: `list`,
    `number`, or `each` where every number is a part of its own."""
    text = formula_of(rule)
    forms = ast.walk(ast.parse(text, mode="eval"))
    names = {form.id for form in forms if isinstance(form, ast.Name)}
    parts = isinstance(rule, NimSum) and type(rules).components is not Rules.components
    if isinstance(rules, Piles) and parts and "n" in names and "a" not in names:
        return "each"
    if isinstance(rules, Piles) and "n" in names:
        return "number"
    if isinstance(rules, (Piles, CoinLine)) and not parts:
        return "list"
    if type(rules).variables is Rules.variables and type(rules).text is Rules.text and not parts:
        nested = f"{text} ".count("position[") or "in position" in text or "position)" in text
        return "position list" if nested else "position"
    raise UsageError("positions whose text shows the numbers of the formula")


def _test(rule: Kernel | NimSum, bound: str) -> tuple[str, list[str]]:
    """The condition for a lost position as a formula of `a`, and the names that hold lists."""
    text = formula_of(rule)
    lists = ["a", *(name for name, value in rule.constants.items() if isinstance(value, tuple))]
    if bound == "each":
        return f"xor({text} for n in a if n) == 0", lists
    if bound == "number":
        text = f"any({text} for n in a[0::1])" if isinstance(rule, Kernel) else text
    if bound.startswith("position"):
        if bound == "position":
            name = (
                f"any({text} for position in a)"
                if isinstance(rule, Kernel)
                else (f"all(({text}) == 0 for position in a)")
            )
            return name, lists
        lists.append("position")
    return (text if isinstance(rule, Kernel) else f"({text}) == 0"), lists


_READING = """Reads the lines that `nimatron moves {game} POSITION` prints, one move on each,
"move  ->  position", and prints a move that wins. "any" if every move loses."""


def _python(report: Report, one: Discovery, rule: Kernel | NimSum, bound: str, over: bool) -> str:
    test, _ = _test(rule, bound)
    used = _functions(test)
    lines = ["import re", "import sys"]
    if used & {"isqrt", "golden"}:
        lines.append("from math import isqrt")
    if "pairs" in used:
        lines.append("from itertools import pairwise as pairs")
    lines.append("")
    for name in sorted(used):
        lines += _definition(name)
    for name, value in rule.constants.items():
        lines.append(f"{name} = {value!r}")
    if bound == "position list":
        lines += ["", "", "def lost(a):", "    position = a", f"    return {test}"]
    else:
        lines += ["", "", "def lost(a):", f"    return {test}"]
    lines += [
        "", "",
        "for line in sys.stdin:",
        '    move, _, after = line.strip().partition("  ->  ")',
        '    if after and lost(tuple(map(int, re.findall("[0-9]+", after)))):',
        "        print(move.strip())",
        "        break",
        "else:",
        '    print("any")',
        "",
    ]  # fmt: skip
    head = f'"""{_heading(report, one)}\n\n{_READING.format(game=report.game.slug)}\n"""\n\n'
    return head + "\n".join(lines)


def _functions(text: str) -> set[str]:
    """The functions of the language that a formula calls."""
    calls = (node for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Call))
    return {call.func.id for call in calls if isinstance(call.func, ast.Name)}


def _definition(name: str) -> list[str]:
    """Python for a function that Python does not have."""
    if name == "xor":
        body = ["total = 0", "for value in values:", "    total ^= value", "return total"]
        return ["def xor(values):", *(f"    {line}" for line in body), "", ""]
    if name == "bits":
        return ["def bits(n):", "    return n.bit_length()", "", ""]
    if name in ("isqrt", "pairs") or name in _PYTHON:
        return []
    function = getattr(functions, name, None)
    if function is None or name in ("welter_partners", "moore_piles"):
        raise UsageError("a function with a short program", name)
    tree = ast.parse(inspect.getsource(function))
    made = tree.body[0]
    assert isinstance(made, ast.FunctionDef)
    for argument in made.args.args:
        argument.annotation = None
    made.returns = None
    made.body = [line for line in made.body if not _is_text(line)]
    for node in ast.walk(made):
        if isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(value=None)
    source = (
        ast.unparse(made)
        .replace(": None = ", " = ")
        .replace("nim_sum(*groups[0])", "xor(groups[0])")
    )
    before = _definition("xor") if "xor(" in source else []
    return [*before, *source.splitlines(), "", ""]


_PYTHON = ("all", "any", "abs", "len", "max", "min", "range", "sorted", "sum", "tuple", "zip",
           "enumerate", "list")  # fmt: skip


def _is_text(line: ast.stmt) -> bool:
    return isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)


def _cpp(report: Report, one: Discovery, rule: Kernel | NimSum, bound: str, over: bool) -> str:
    test, lists = _test(rule, bound)
    constants = [
        f"const List {name}{{{', '.join(map(str, value))}}};"
        if isinstance(value, tuple)
        else f"const Int {name} = {value};"
        for name, value in rule.constants.items()
    ]
    alias = "  const List& position = a;\n" if bound == "position list" else ""
    said = indent(_heading(report, one) + "\n\n" + _READING.format(game=report.game.slug), "// ")
    return (
        f"{said}\n{PRELUDE}\n" + "\n".join(constants) + "\n"
        f"bool lost(const List& a) {{\n{alias}  return {translated(test, tuple(lists))};\n}}\n\n"
        "int main() {\n"
        "  std::string line;\n"
        "  while (std::getline(std::cin, line)) {\n"
        '    size_t arrow = line.find("  ->  ");\n'
        "    if (arrow == std::string::npos) continue;\n"
        "    std::string after = line.substr(arrow + 6);\n"
        "    List a;\n"
        "    for (size_t i = 0; i < after.size(); i++)\n"
        "      if (isdigit(after[i])) {\n"
        "        if (i == 0 || !isdigit(after[i - 1])) a.push_back(0);\n"
        "        a.back() = 10 * a.back() + (after[i] - '0');\n"
        "      }\n"
        "    if (lost(a)) {\n"
        "      size_t first = line.find_first_not_of(' ');\n"
        "      std::cout << line.substr(first, arrow - first) << std::endl;\n"
        "      return 0;\n"
        "    }\n"
        "  }\n"
        '  std::cout << "any" << std::endl;\n'
        "}\n"
    )


# ---- copying


def _copier(report: Report, one: Discovery, language: str, board: str | None) -> str:
    text = board or str(one.plan["boards"][-1])
    rules, position = report.game.read(text, _given(report.rules))
    copied = copy(rules, position, (str(one.plan["map"]),), ended=True)
    if copied is None:
        raise UsageError("a board on which copying wins", text)
    certificate = copied.certificate
    opening = certificate.move if isinstance(certificate, Opening) else ""
    mirror = certificate.then if isinstance(certificate, Opening) else certificate
    assert isinstance(mirror, Mirror)
    affine = mirror.symmetry
    if not isinstance(affine, Affine):
        raise UsageError("a map that is told by its coordinates")
    width = len(affine.signs)
    order = affine.order or tuple(range(width))
    said = (
        f"{_heading(report, one)}\n\nPlays on {text}: "
        + (f'begins with "{opening}" and then ' if opening else "waits for the other, and ")
        + "answers each move that is read with its image."
    )
    if language == "python":
        return (
            f'"""{said}\n"""\n\nimport re\nimport sys\n\n'
            f"SIGNS, SHIFTS, ORDER, MODULUS = {affine.signs}, {affine.shifts}, {order},"
            f" {affine.modulus}\n\n\n"
            "def image(cell):\n"
            "    moved = [s * cell[o] + t for s, t, o in zip(SIGNS, SHIFTS, ORDER)]\n"
            "    return tuple((x - 1) % MODULUS + 1 if MODULUS else x for x in moved)\n\n\n"
            + (f'print("{opening}", flush=True)\n' if opening else "")
            + "for line in sys.stdin:\n"
            '    numbers = list(map(int, re.findall("[0-9]+", line)))\n'
            "    width = len(SIGNS)\n"
            "    cells = [tuple(numbers[i : i + width]) for i in range(0, len(numbers), width)]\n"
            "    answer = [x for cell in sorted(map(image, cells)) for x in cell]\n"
            '    print(re.sub("[0-9]+", lambda _: str(answer.pop(0)), line.strip()), flush=True)\n'
        )
    numbers = [", ".join(map(str, row)) for row in (affine.signs, affine.shifts, order)]
    round_it = affine.modulus
    place = f"((x - 1) % {round_it} + {round_it}) % {round_it} + 1" if round_it else "x"
    return (
        indent(said, "// ")
        + "\n#include <algorithm>\n#include <iostream>\n#include <string>\n#include <vector>\n\n"
        f"const size_t WIDTH = {width};\n"
        f"const long long SIGNS[]{{{numbers[0]}}}, SHIFTS[]{{{numbers[1]}}};\n"
        f"const int ORDER[]{{{numbers[2]}}};\n\n"
        "int main() {\n"
        + (f'  std::cout << "{opening}" << std::endl;\n' if opening else "")
        + "  std::string line;\n"
        "  while (std::getline(std::cin, line)) {\n"
        "    std::vector<long long> numbers;\n"
        "    std::vector<std::string> words(1);\n"
        "    for (size_t i = 0; i < line.size();) {\n"
        "      if (!isdigit(line[i])) { words.back() += line[i++]; continue; }\n"
        "      long long n = 0;\n"
        "      while (i < line.size() && isdigit(line[i])) n = 10 * n + (line[i++] - '0');\n"
        "      numbers.push_back(n);\n"
        '      words.push_back("");\n'
        "    }\n"
        "    std::vector<std::vector<long long>> cells;\n"
        "    for (size_t i = 0; i + WIDTH <= numbers.size(); i += WIDTH) {\n"
        "      std::vector<long long> cell;\n"
        "      for (size_t j = 0; j < WIDTH; j++) {\n"
        "        long long x = SIGNS[j] * numbers[i + ORDER[j]] + SHIFTS[j];\n"
        f"        cell.push_back({place});\n"
        "      }\n"
        "      cells.push_back(cell);\n"
        "    }\n"
        "    std::sort(cells.begin(), cells.end());\n"
        "    size_t word = 0;\n"
        "    for (auto& cell : cells)\n"
        "      for (long long x : cell) std::cout << words[word++] << x;\n"
        "    std::cout << words[word] << std::endl;\n"
        "  }\n"
        "}\n"
    )


def _given(rules: Rules) -> dict[str, Any]:
    return {name: getattr(rules, name) for name in rules.parameters()}


def _heading(report: Report, one: Discovery) -> str:
    name = report.game.name
    return fill(f"{name}: {one.statement} ({one.status}; {one.reach})", 96)
