"""The same strategy in words, printed from the certificate that was checked."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from nimatron.certificates import forms
from nimatron.certificates.strategy import lost, reply, value, winning, worth
from nimatron.errors import NimatronError
from nimatron.rules.protocol import Continuous, Rules, Walk
from nimatron.rules.sums import Sum
from nimatron.values import Convention, nim_sum

_FEW = 8
_MANY = 60


def explain(rules: Rules, position: Any, certificate: forms.Certificate) -> list[str]:
    """Sentences about this position, with its own numbers."""
    match certificate:
        case forms.NimSum():
            return _nim_sum(rules, position, certificate)
        case forms.Kernel():
            return _kernel(rules, position, certificate)
        case forms.Mirror():
            return _mirror(rules, position, certificate)
        case forms.Pairing():
            return _pairing(rules, position, certificate)
        case forms.Opening():
            move = rules.read_move(position, certificate.move)
            after = rules.after(position, move)
            return [
                f"First move: {certificate.move}.",
                *explain(rules, after, certificate.then),
            ]
        case forms.Table():
            return _table(rules, position, certificate)
        case forms.Parts() if isinstance(rules, Sum):
            return _parts(rules, position, certificate)
        case forms.Searched():
            return [
                f"Looking through all that can be reached gives the nimber {certificate.nimber}."
            ]
        case forms.Stealing():
            return [
                f"Think of the move: {certificate.move}. If it wins, the first player wins by it.",
                "If it does not, some answer to it wins. But every position that an answer leads to"
                " can be reached at once from here, so the first player goes there himself.",
                "So the first player wins either way, and the argument names no winning move.",
            ]
    return []


def _nim_sum(rules: Rules, position: Any, rule: forms.NimSum) -> list[str]:
    said = [f"Each part has a value: {_formula(rule, rule.value)}."]
    parts = rules.components(position)
    total = value(rules, position, rule)
    if parts and len(parts) <= _MANY:
        shown = [(rules.text(part), value(rules, part, rule)) for part in parts]
        said += _columns(shown, total)
    else:
        said.append(f"Over {len(parts)} parts the xor of the values is {_short(total)}.")
    if total == 0:
        said.append("The xor is 0: every move changes it, and the winner makes it 0 again.")
        return said
    return said + _moves(rules, position, rule, "makes the xor 0")


def _parts(rules: Sum, position: Any, certificate: forms.Parts) -> list[str]:
    names = map(_short, rules.part_texts(position))
    worths = map(worth, rules.summands, position, certificate.parts)
    shown = list(zip(names, worths, strict=True))
    total = nim_sum(*(has for _, has in shown))
    said = ["Each part has a nimber, and nimbers add by xor.", *_columns(shown, total)]
    if total == 0:
        return [*said, "The xor is 0: every move changes it, and the winner makes it 0 again."]
    return said + _moves(rules, position, certificate, "makes the xor 0")


def _columns(parts: list[tuple[str, int]], total: int) -> list[str]:
    """The values in binary, one below the other, as one adds them without carrying."""
    width = max([total, *(v for _, v in parts)]).bit_length() or 1
    if width > _MANY:
        return [f"The xor of the values is {_short(total)}."]
    names = [name if len(name) <= 30 else name[:27] + "..." for name, _ in parts]
    wide = max(map(len, [*names, "xor"]))
    digits = len(str(max([total, *(v for _, v in parts)])))
    lines = [
        f"  {name:>{wide}}  value {v:>{digits}}  {v:0{width}b}"
        for name, (_, v) in zip(names, parts, strict=True)
    ]
    return [*lines, f"  {'xor':>{wide}}        {total:>{digits}}  {total:0{width}b}"]


def _kernel(rules: Rules, position: Any, rule: forms.Kernel) -> list[str]:
    said = [f"The lost positions are those with {_formula(rule, rule.losing)}."]
    names = {
        name: given
        for name, given in rules.variables(position).items()
        if name in rule.losing and not callable(given)
    }
    here = ", ".join(f"{name} = {_short(given)}" for name, given in names.items())
    at_end = rule.convention is Convention.MISERE and not any(True for _ in rules.moves(position))
    if at_end:
        return [*said, "The game is over, so whoever is to move has won."]
    if lost(rules, position, rule):
        said.append(f"Here {here}: this is one of them.")
        return [*said, "Every move leaves them, and the winner can always come back to one."]
    said.append(f"Here {here}: this is not one of them.")
    return said + _moves(rules, position, rule, "leads to one of them")


def _moves(rules: Rules, position: Any, rule: Any, effect: str) -> list[str]:
    moves, every = winning(rules, position, rule, 2000)
    if not moves:
        return ["There is such a move, but it is not easily told which."]
    told = [
        f"  {rules.move_text(position, m)}  ->  {_short(rules.text(rules.after(position, m)))}"
        for m in moves[:_FEW]
    ]
    more = [f"  and {len(moves) - _FEW} more"] if len(moves) > _FEW else []
    one = "This move" if len(moves) == 1 else "Each of these moves"
    only = "" if every else " (there may be others)"
    return [f"{one} {effect}{only}:", *told, *more]


def _formula(rule: Any, text: str) -> str:
    where = [f"{name} = {_short(given)}" for name, given in rule.constants.items() if name in text]
    return f"{text}, where {'; '.join(where)}" if where else text


def _short(given: Any) -> str:
    if isinstance(given, tuple) and len(given) > 12:
        return f"{', '.join(map(str, given[:12]))}, ... ({len(given)} numbers)"
    text = str(given)
    return text if len(text) <= 70 else f"{text[:67]}..."


def _mirror(rules: Rules, position: Any, mirror: forms.Mirror) -> list[str]:
    said = ["The winner copies: every move is answered by its image."]
    told = _map_in_words(rules, mirror.symmetry)
    return [*said, *([told] if told else []), *_examples(rules, position, mirror)]


def _map_in_words(rules: Rules, symmetry: forms.Symmetry) -> str:
    if not isinstance(symmetry, forms.Affine):
        return ""
    width, what = len(symmetry.signs), "cell"
    names = ("row", "column", "layer")[:width] if width > 1 else ("c",)
    if isinstance(rules, Continuous):
        what, names = "point", ("x", "y")
    order = symmetry.order or tuple(range(len(names)))
    parts = []
    for sign, shift, source in zip(symmetry.signs, symmetry.shifts, order, strict=True):
        if shift:
            parts.append(f"{shift} {'-' if sign < 0 else '+'} {names[source]}")
        else:
            parts.append(f"-{names[source]}" if sign < 0 else names[source])
    around = f", counted round modulo {symmetry.modulus}" if symmetry.modulus else ""
    return f"The image of the {what} ({', '.join(names)}) is ({', '.join(parts)}){around}."


def _pairing(rules: Rules, position: Any, pairing: forms.Pairing) -> list[str]:
    if isinstance(rules, Walk):
        how = (
            "The cells are paired, and the winner always goes to the partner of the cell just cut."
        )
    else:
        how = "The moves are paired, and the winner answers each move by its partner."
    said = [how]
    if isinstance(pairing.pairs, forms.Tiles):
        patches = (patch for patch in pairing.pairs.patches if patch.rows * patch.columns)
        return said + [_patch(patch) for patch in patches]
    pairs = pairing.pairs.pairs
    shown = _pairs(pairs[:_FEW])
    more = f"; and {len(pairs) - _FEW} pairs more" if len(pairs) > _FEW else ""
    return said + ([f"Pairs: {shown}{more}."] if pairs else ["No cell is left to go to."])


def _pairs(pairs: Any) -> str:
    return "; ".join(" with ".join(map(_cell, pair)) for pair in pairs)


def _patch(patch: forms.Patch) -> str:
    bottom, right = patch.top + patch.rows - 1, patch.left + patch.columns - 1
    where = f"From {patch.top},{patch.left} to {bottom},{right}"
    whole = patch.tile == (patch.rows, patch.columns)
    tiles = "" if whole else f", in each piece of {patch.tile[0]}x{patch.tile[1]}"
    return f"{where}{tiles}, counted from its own corner: {_pairs(patch.pairs)}."


def _cell(cell: Any) -> str:
    return ",".join(map(str, cell)) if isinstance(cell, tuple) else str(cell)


def _examples(rules: Rules, position: Any, certificate: Any) -> list[str]:
    lines = []
    moves = rules.some_moves if isinstance(rules, Continuous) else rules.moves
    for move in islice(moves(position), 3):
        met = rules.after(position, move)
        try:
            answer = rules.move_text(met, reply(rules, certificate, position, move, met))
        except NimatronError:
            continue
        lines.append(f"  to {rules.move_text(position, move)} answer {answer}")
    return ["For example:", *lines] if lines else ["No move is left."]


def _table(rules: Rules, position: Any, table: forms.Table) -> list[str]:
    rows = [
        f"  {_short(at)}: to {move} answer {answer or 'nothing, the game is over'}"
        for at, replies in _near_first(rules.text(position), table.replies).items()
        for move, answer in replies.items()
    ]
    if not rows:
        return ["No move is left."]
    more = [f"  and {len(rows) - _MANY} lines more"] if len(rows) > _MANY else []
    many = f"{len(rows)} replies" if len(rows) > 1 else "one reply"
    return [f"Whatever is played, the winner has an answer ({many}):", *rows[:_MANY], *more]


def _near_first(
    start: str, replies: Mapping[str, Mapping[str, str]]
) -> dict[str, Mapping[str, str]]:
    first = {start: replies[start]} if start in replies else {}
    return {**first, **replies}
