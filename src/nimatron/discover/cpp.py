"""Formulas as C++: the part of the language that the found ones use."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from nimatron.errors import UsageError

PRELUDE = r"""#include <algorithm>
#include <iostream>
#include <string>
#include <utility>
#include <vector>
using Int = long long;
using List = std::vector<Int>;
using Pairs = std::vector<std::pair<Int, Int>>;

Int quotient(Int a, Int b) { return a / b - (a % b != 0 && (a % b < 0) != (b < 0)); }
Int remainder_of(Int a, Int b) { return a - b * quotient(a, b); }
Int power(Int a, Int n) { Int p = 1; while (n-- > 0) p *= a; return p; }
Int isqrt(unsigned __int128 n) {
  unsigned __int128 low = 0, high = (unsigned __int128)1 << 63;
  while (low < high) {
    unsigned __int128 mid = (low + high + 1) / 2;
    if (mid * mid <= n) low = mid; else high = mid - 1;
  }
  return (Int)low;
}
Int golden(Int k) { return (k + isqrt((unsigned __int128)5 * k * k)) / 2; }
Int v2(Int n) { return __builtin_ctzll(n); }
Int bits(Int n) { Int b = 0; for (; n; n /= 2) b++; return b; }
Int is_power_of_2(Int n) { return n > 0 && (n & (n - 1)) == 0; }
List digits(Int n, Int base) { List d; for (; n > 0; n /= base) d.push_back(n % base); return d; }
List zeckendorf(Int n) {
  List fibonacci{1, 2}, parts;
  while (fibonacci.back() <= n) fibonacci.push_back(fibonacci.back() + fibonacci.end()[-2]);
  for (auto i = fibonacci.rbegin(); i != fibonacci.rend(); ++i)
    if (*i <= n) parts.push_back(*i), n -= *i;
  return parts;
}
List columns(const List& a) {
  List counts;
  for (Int x : a)
    for (size_t i = 0; x; x /= 2, i++) {
      if (i == counts.size()) counts.push_back(0);
      counts[i] += x % 2;
    }
  return counts;
}
Int welter(const List& a) {
  Int total = 0;
  for (size_t i = 0; i < a.size(); i++) {
    total ^= a[i];
    for (size_t j = 0; j < i; j++) total ^= ((a[i] ^ a[j]) & -(a[i] ^ a[j])) * 2 - 1;
  }
  return total;
}
Int nim_product(Int a, Int b) {
  if (a < 2 || b < 2) return a * b;
  Int half = 1;
  while ((a | b) >> (2 * half)) half *= 2;
  Int mask = ((Int)1 << half) - 1, c = a >> half, d = a & mask, e = b >> half, f = b & mask;
  Int low = nim_product(d, f), high = nim_product(c, e);
  Int crossed = nim_product(c ^ d, e ^ f) ^ low;
  return (crossed << half) ^ low ^ nim_product(high, (Int)1 << (half - 1));
}
Int at(const List& a, Int i) { return a.at(i < 0 ? i + a.size() : i); }
List every_other(const List& a, Int first, Int step) {
  List b;
  if (step < 0) for (Int i = (Int)a.size() - 1; i >= 0; i += step) b.push_back(a[i]);
  else for (size_t i = first; i < a.size(); i += step) b.push_back(a[i]);
  return b;
}
List joined(List a, const List& b) { a.insert(a.end(), b.begin(), b.end()); return a; }
Pairs zip(const List& a, const List& b) {
  Pairs p;
  for (size_t i = 0; i < std::min(a.size(), b.size()); i++) p.push_back({a[i], b[i]});
  return p;
}
Pairs pairs(const List& a) { return a.empty() ? Pairs{} : zip(a, every_other(a, 1, 1)); }
List range(Int n) { List a; for (Int i = 0; i < n; i++) a.push_back(i); return a; }
Int sum(const List& a) { Int t = 0; for (Int x : a) t += x; return t; }
Int exclusive(const List& a) { Int t = 0; for (Int x : a) t ^= x; return t; }
Int all(const List& a) { for (Int x : a) if (!x) return 0; return 1; }
Int any(const List& a) { for (Int x : a) if (x) return 1; return 0; }
Int least(const List& a) { return *std::min_element(a.begin(), a.end()); }
Int most(const List& a) { return *std::max_element(a.begin(), a.end()); }
"""

_FOLDS = {
    "xor": "exclusive",
    "sum": "sum",
    "all": "all",
    "any": "any",
    "min": "least",
    "max": "most",
}
_NUMBERS = ("golden", "v2", "bits", "is_power_of_2", "isqrt", "nim_product")
_LISTS = ("digits", "zeckendorf", "columns", "range")
_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
    ast.LShift: "<<", ast.RShift: ">>",
}  # fmt: skip
_COMPARED: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip


@dataclass(frozen=True)
class _Code:
    """C++ for a form, and whether it is a list (or list of pairs) rather than a number."""

    text: str
    many: bool = False


def translated(formula: str, lists: tuple[str, ...]) -> str:
    """A formula as a C++ expression; `lists` are the names that hold lists."""
    return _form(ast.parse(formula, mode="eval").body, lists).text


def _form(form: ast.expr, lists: tuple[str, ...]) -> _Code:
    def of(part: ast.expr) -> str:
        return _form(part, lists).text

    match form:
        case ast.Constant(value=bool() as value):
            return _Code(str(int(value)))
        case ast.Constant(value=int() as value):
            return _Code(f"Int({value})")
        case ast.Name(id=name):
            return _Code(name, name in lists)
        case ast.Tuple(elts=items) | ast.List(elts=items):
            return _Code(f"List{{{', '.join(map(of, items))}}}", True)
        case ast.BinOp(left=left, op=op, right=right):
            one, two = _form(left, lists), _form(right, lists)
            if isinstance(op, ast.Add) and one.many:
                return _Code(f"joined({one.text}, {two.text})", True)
            called = {ast.FloorDiv: "quotient", ast.Mod: "remainder_of", ast.Pow: "power"}
            if type(op) in called:
                return _Code(f"{called[type(op)]}({one.text}, {two.text})")
            return _Code(f"({one.text} {_OPERATORS[type(op)]} {two.text})")
        case ast.UnaryOp(op=op, operand=operand):
            sign = {ast.USub: "-", ast.Not: "!", ast.UAdd: "+", ast.Invert: "~"}[type(op)]
            return _Code(f"({sign}{of(operand)})")
        case ast.BoolOp(op=op, values=values):
            word = " && " if isinstance(op, ast.And) else " || "
            return _Code(f"({word.join(map(of, values))})")
        case ast.IfExp(test=test, body=yes, orelse=no):
            return _Code(f"({of(test)} ? {of(yes)} : {of(no)})", _form(yes, lists).many)
        case ast.Compare(left=left, ops=ops, comparators=others):
            sides = [left, *others]
            return _Code(
                "("
                + " && ".join(
                    _compared(*one, lists) for one in zip(sides, ops, others, strict=False)
                )
                + ")"
            )
        case ast.Subscript(value=whole, slice=ast.Slice(lower=low, upper=None, step=step)):
            first = of(low) if low else "0"
            return _Code(f"every_other({of(whole)}, {first}, {of(step) if step else 1})", True)
        case ast.Subscript(value=whole, slice=place) if not isinstance(place, ast.Slice):
            return _Code(f"at({of(whole)}, {of(place)})")
        case ast.Call(func=ast.Name(id=name), args=args):
            return _called(name, args, lists)
        case (
            ast.GeneratorExp(elt=elt, generators=[loop]) | ast.ListComp(elt=elt, generators=[loop])
        ):
            inner = lists
            target = loop.target
            if isinstance(target, ast.Tuple):
                names = ", ".join(ast.unparse(name) for name in target.elts)
                each = f"auto [{names}]"
            else:
                each = f"Int {ast.unparse(target)}"
            tests = " && ".join(_form(test, inner).text for test in loop.ifs) or "true"
            body = _form(elt, inner).text
            return _Code(
                f"[&] {{ List out; for ({each} : {of(loop.iter)}) if ({tests})"
                f" out.push_back({body}); return out; }}()",
                True,
            )
    raise UsageError("a formula that can be said in C++", ast.unparse(form))


def _compared(left: ast.expr, op: ast.cmpop, right: ast.expr, lists: tuple[str, ...]) -> str:
    if isinstance(op, (ast.In, ast.NotIn)) and isinstance(right, ast.Tuple):
        equal = [_compared(left, ast.Eq(), item, lists) for item in right.elts]
        return ("!" if isinstance(op, ast.NotIn) else "") + f"({' || '.join(equal) or '0'})"
    if isinstance(left, ast.Tuple) and isinstance(right, ast.Tuple):
        pairs = zip(left.elts, right.elts, strict=True)
        return f"({' && '.join(_compared(a, op, b, lists) for a, b in pairs)})"
    one, two = _form(left, lists), _form(right, lists)
    if type(op) not in _COMPARED:
        raise UsageError("a comparison that can be said in C++", ast.unparse(left))
    return f"{one.text} {_COMPARED[type(op)]} {two.text}"


def _called(name: str, args: list[ast.expr], lists: tuple[str, ...]) -> _Code:
    given = [_form(arg, lists) for arg in args]
    inside = ", ".join(one.text for one in given)
    if name == "len":
        return _Code(f"Int({inside}.size())")
    if name in ("min", "max") and len(given) > 1:
        return _Code(f"{_FOLDS[name]}(List{{{inside}}})")
    if name in _FOLDS and len(given) == 1:
        return _Code(f"{_FOLDS[name]}({inside})")
    if name == "abs":
        return _Code(f"std::abs({inside})")
    if name == "welter" or name in _NUMBERS:
        return _Code(f"{name}({inside})")
    if name in (*_LISTS, "zip", "pairs") and len(given) < 3:
        return _Code(f"{name}({inside})", True)
    raise UsageError("a function that can be said in C++", name)
