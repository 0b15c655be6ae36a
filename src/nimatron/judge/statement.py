"""Problem statements: the same few paragraphs as LaTeX, Markdown and a plain PDF."""

from __future__ import annotations

import re
from textwrap import wrap

from nimatron.games import games
from nimatron.judge.packages import Problem, formula
from nimatron.judge.referee import END, Wythoff

Section = tuple[str, list[str]]


def sections(problem: Problem) -> list[Section]:
    """Headings with their paragraphs; the first has none."""
    if problem.game == Wythoff.name:
        rules = [
            "Two piles of stones. A move takes any number of stones from one pile, or the same "
            "number from both. Who takes the last stone wins."
        ]
        position, move = "two numbers, the piles", (
            "two numbers, the pile (1 or 2, or 3 for both) and how many stones are taken from it"
        )  # fmt: skip
        ending = "After the last position comes 0 0."
    else:
        game = games[problem.game]
        rules = [" ".join(part.split()) for part in game.story.split("\n\n")]
        position = "written like this: " + " ".join(game.prototype.notation.split())
        example = _example(problem)
        move = f"one line, such as: {example}" if example else "one line"
        ending = f"After the last position comes {END}."
    if problem.misere:
        rules.append("Played in misère: who cannot move wins.")
    if problem.parameters:
        told = ", ".join(f"{name} = {value}" for name, value in problem.parameters.items())
        rules.append(f"Here {told}.")
    return [
        ("", [*rules, "X moves first, Y second. Your program is X wherever X has a sure win."]),
        ("Interaction", [
            f"Your program reads a position, {position}.",
            "If X has no sure win it writes 0, then DONE. Otherwise it writes 1 and plays: it "
            "writes its move and reads the move of Y, in turn. After the move that wins the game "
            "it writes DONE. Then comes the next position.",
            f"A move is {move}. Every line that is written must be flushed.",
            ending,
            "The program fails if it claims the wrong thing, makes a move that cannot be made, "
            "gives the win away, or writes anything else.",
        ]),
    ]  # fmt: skip


def _example(problem: Problem) -> str:
    if formula(problem):
        return "take 2 from pile 1"
    from nimatron.solve.ask import question

    for text in (position for test in problem.every for position in test):
        asked = question(problem.game, text, **problem.parameters)
        for move in asked.rules.moves(asked.position):
            return str(asked.rules.move_text(asked.position, move))
    return ""


_TEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    "<": r"$<$", ">": r"$>$", "|": r"$|$", "`": "'", '"': "''",
}  # fmt: skip


def escaped(text: str) -> str:
    """Text for LaTeX.

    >>> escaped("5 & 6_7")
    '5 \\\\& 6\\\\_7'
    """
    return "".join(_TEX.get(sign, sign) for sign in text)


def latex(problem: Problem) -> str:
    """As Kattis wants it."""
    parts = [rf"\problemname{{{escaped(problem.title)}}}"]
    for heading, paragraphs in sections(problem):
        if heading:
            parts.append(rf"\section*{{{heading}}}")
        parts += [escaped(paragraph) for paragraph in paragraphs]
    return "\n\n".join(parts) + "\n"


def markdown(problem: Problem) -> str:
    """For judges that take Markdown, and for people."""
    parts = [f"# {problem.title}"]
    for heading, paragraphs in sections(problem):
        if heading:
            parts.append(f"## {heading}")
        parts += [re.sub(r"([*_`<|#])", r"\\\1", paragraph) for paragraph in paragraphs]
    return "\n\n".join(parts) + "\n"


def pdf(problem: Problem) -> bytes:
    """One plain page; CMS asks for a PDF."""
    lines = [problem.title, ""]
    for heading, paragraphs in sections(problem):
        lines += [heading, ""] if heading else []
        for paragraph in paragraphs:
            lines += [*wrap(paragraph, 88), ""]
    shown = [re.sub(r"([\\()])", r"\\\1", line) for line in lines]
    text = b"BT /F1 11 Tf 14 TL 60 780 Td\n" + b"".join(
        b"(" + line.encode("cp1252", "replace") + b") '\n" for line in shown
    )
    stream = text + b"ET"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    return out + (
        b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\n"
        b"startxref\n%d\n%%%%EOF\n" % (count, table, count, len(out))
    )
