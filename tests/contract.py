"""The contract of a game: every law once, for all games. A failure says what to write."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any
from xml.etree import ElementTree

import naive
from nimatron import solve as ask
from nimatron.certificates import forms
from nimatron.certificates.check import check
from nimatron.certificates.explain import explain
from nimatron.drawing.svg import svg
from nimatron.drawing.text import lines
from nimatron.errors import Refused, UsageError
from nimatron.game import Game, wrong_outcome
from nimatron.rules.protocol import Placement, Rules, Walk
from nimatron.solve.compiled import has_compiled, packed, packed_options
from nimatron.solve.limits import Limits
from nimatron.solve.search import search
from nimatron.solve.verify import positions, verify
from nimatron.values import Convention, Outcome, nim_sum

_SAMPLES = 60
_JUNK: tuple[Any, ...] = (None, "x", -1, 0, (), (0,), (1, 2, 3, 4, 5, 6), ((),), 10**9, 0.5)


def samples(game: Game) -> list[tuple[Rules, Any]]:
    """Small positions of every trial, spread over what `small` and play from there give."""
    found: list[tuple[Rules, Any]] = []
    for rules, start in game.small():
        found += [(rules, at) for at in positions(rules, start, 25)]
    distinct = list(dict.fromkeys(found))
    step = max(1, len(distinct) // _SAMPLES)
    return distinct[::step]


def tells_what_it_is(game: Game) -> None:
    assert game.story, "begin the file with the rules, as you would tell them to a friend"
    assert game.story.rstrip().endswith("."), "end the rules in the file's docstring with a stop"
    assert game.sources, "say in `sources` where the game or its theory can be read"
    assert game.slug == game.slug.lower() and "_" not in game.slug, "a slug is lower-case-words"
    assert game.prototype.notation, "say in `notation` how a position is written"


def starts_the_same(game: Game) -> None:
    rules = game.prototype
    assert rules.start() == rules.start(), "`start` must give the same position each time"
    hash(rules.start())
    rules.check(rules.start())


def moves_are_stable(game: Game) -> None:
    for rules, at in samples(game):
        moves = list(rules.moves(at))
        assert moves == list(rules.moves(at)), f"{rules.text(at)}: moves in another order"
        assert len(moves) == len(set(moves)), f"{rules.text(at)}: the same move twice"


def after_changes_nothing(game: Game) -> None:
    for rules, at in samples(game):
        before, text = hash(at), rules.text(at)
        for move in rules.moves(at):
            option = rules.after(at, move)
            assert option != at, f"{text}: {move} leads nowhere"
            assert option == rules.after(at, move), f"{text}: {move} leads to two positions"
            rules.check(option)
        assert (hash(at), rules.text(at)) == (before, text), f"{text} was changed by its moves"


def illegal_moves_are_refused(game: Game) -> None:
    chosen = samples(game)
    others = [(rules, move) for rules, at in chosen for move in islice(rules.moves(at), 5)]
    for place, (rules, at) in enumerate(chosen):
        legal = set(rules.moves(at))
        for move in legal:
            assert rules.legal(at, move), f"{rules.text(at)}: legal() denies {move}"
        strangers = [
            move for other, move in others[place :: len(chosen) // 8 + 1] if other == rules
        ]
        for move in (*_JUNK, *strangers):
            if move in legal:
                continue
            said = f"{rules.text(at)}: play() must refuse {move!r}"
            assert not rules.legal(at, move), said
            try:
                rules.play(at, move)
            except UsageError:
                continue
            raise AssertionError(said)


def play_ends(game: Game) -> None:
    for rules, at in samples(game):
        if len(naive.reached(rules, at, 400)) < 400:
            finite = naive.is_finite(rules, at)
            assert finite or rules.loopy, f"{rules.text(at)}: say `loopy = True`, play has cycles"


def positions_round_trip(game: Game) -> None:
    for rules, at in samples(game):
        text = rules.text(at)
        sized = rules.sized(text)
        assert sized == rules, f"`sized` makes other rules of {text}"
        assert sized.read(text) == at, f"`read` does not give back the position of {text}"
        assert text == text.strip() and text.isprintable() and text, "one line of plain text"


def _noise(text: str, seed: int) -> Iterator[str]:
    """A text, damaged in many ways; and texts that were never one."""
    dice = random.Random(seed)
    alphabet = "0123456789,.#|x:+-@ -/()='\"wbn\x00\n\té٣①😀"
    for _ in range(12):
        letters = list(text)
        for _ in range(dice.randint(1, 3)):
            place = dice.randrange(len(letters) + 1)
            letters[place : place + dice.randint(0, 2)] = dice.choices(
                alphabet, k=dice.randint(0, 2)
            )
        yield "".join(letters)
        yield bytes(dice.randbytes(dice.randint(0, 12))).decode("latin-1")
    yield from ("", " ", "-1", "0x0", "1000000000x1", "9" * 5000, "٣", "1,,2", "(" * 5000, "0,0")


def bad_positions_are_refused(game: Game) -> None:
    for seed, (rules, at) in enumerate(samples(game)[::3]):
        for text in _noise(rules.text(at), seed):
            try:
                sized = rules.sized(text)
                position = sized.read(text)
            except UsageError as e:
                assert "\n" not in str(e) and len(str(e)) < 600, "an error is one line"
                continue
            again = sized.text(position)
            assert sized.read(again) == position, f"{text!r} was read, but not read back"


def moves_round_trip(game: Game) -> None:
    for seed, (rules, at) in enumerate(samples(game)):
        moves = list(islice(rules.moves(at), 200))
        texts = [rules.move_text(at, move) for move in moves]
        assert len(set(texts)) == len(texts), f"{rules.text(at)}: two moves with the same text"
        for move, text in zip(moves, texts, strict=True):
            assert rules.read_move(at, text) == move, f"{rules.text(at)}: `{text}` is not read back"
        for text in _noise(texts[0] if texts else "1", seed):
            try:
                move = rules.read_move(at, text)
            except UsageError:
                continue
            assert rules.legal(at, move), f"{rules.text(at)}: {text!r} was read as an illegal move"


def components_add(game: Game) -> None:
    for rules, at in samples(game):
        if rules.loopy or len(naive.reached(rules, at, 300)) >= 300:
            continue
        parts = [naive.grundy(part, where) for part, where in rules.parts(at)]
        whole = naive.grundy(rules, at)
        assert nim_sum(*parts) == whole, f"{rules.text(at)}: the components do not add up to it"


def canonical_keeps_the_value(game: Game) -> None:
    for rules, at in samples(game):
        alike = rules.canonical(at)
        assert rules.canonical(alike) == alike, f"{rules.text(at)}: canonical form is not its own"
        if len(naive.reached(rules, at, 300)) < 300 and not rules.loopy:
            same = naive.grundy(rules, alike) == naive.grundy(rules, at)
            assert same, f"{rules.text(at)}: the canonical form {rules.text(alike)} differs"


def pictures_are_drawn(game: Game) -> None:
    for rules, at in samples(game)[::4]:
        picture = rules.picture(at)
        assert lines(picture), f"{rules.text(at)}: no text picture"
        ElementTree.fromstring(svg(picture, rules.text(at)))


def facts_hold(game: Game) -> None:
    assert game.facts, "give a few published values as facts"
    for fact in game.facts:
        found = ask(game, fact.position, convention=fact.convention, **fact.parameters)
        where = f"{fact.position} ({fact.convention})"
        if fact.outcome is not None:
            assert found.outcome == fact.outcome, f"{where}: {found.outcome} by {found.method}"
        if fact.grundy is not None:
            assert found.grundy == fact.grundy, f"{where}: nimber {found.grundy}"
        if fact.winning is not None:
            assert found.winning_moves == fact.winning, f"{where}: {found.winning_moves}"


def claims_hold(game: Game) -> None:
    for report in verify(game):
        assert not report.counterexample, f"{report.claim.name}: {report.counterexample}"
        assert report.applied, f"{report.claim.name} applied nowhere: raise test_to, or mend it"
        assert report.claim.statement.endswith("."), (
            f"{report.claim.name}: state it in its docstring"
        )


def solver_agrees(game: Game) -> None:
    """The answer, by whatever method, and the search are what the definitions say."""
    limits = Limits(positions=100_000, seconds=20)
    for rules, at in samples(game)[::2]:
        if len(naive.reached(rules, at, 300)) >= 300:
            continue
        for convention in Convention:
            true = naive.verdicts(rules, at, convention).get(at, (Outcome.DRAW, 0))
            alone = replace(game, rules=rules)
            found = ask(alone, at, convention=convention)
            where = f"{rules.text(at)} ({convention})"
            assert found.outcome is true[0], f"{where}: {found.outcome} by {found.method}"
            slow = search(rules, at, convention, limits, lengths=True)
            assert (slow.outcome, slow.remoteness or 0) == true, f"{where}: search says {slow}"
            if found.grundy is not None:
                assert found.grundy == naive.grundy(rules, at), f"{where}: nimber {found.grundy}"
            _moves_win(rules, at, convention, found)


def _moves_win(rules: Rules, at: Any, convention: Convention, found: Any) -> None:
    best = []
    for move in rules.moves(at):
        option = rules.after(at, move)
        if naive.verdicts(rules, option, convention).get(option, (None, 0))[0] is Outcome.P:
            best.append(rules.move_text(at, move))
    if found.winning_moves is not None:
        assert set(found.winning_moves) == set(best), f"{rules.text(at)}: {found.winning_moves}"
    if found.winning_move is not None:
        assert found.winning_move in best, f"{rules.text(at)}: {found.winning_move} does not win"


def _certificates(game: Game) -> Iterator[tuple[Rules, Any, forms.Certificate]]:
    for claim in game.claims:
        applied = 0
        for rules, at in samples(game):
            certificate = claim(rules, at)
            if certificate is not None and any(True for _ in rules.moves(at)) and applied < 12:
                applied += 1
                yield rules, at, certificate


def certificates_are_data(game: Game) -> None:
    for rules, at, certificate in _certificates(game):
        again = forms.from_json(json.loads(json.dumps(forms.to_json(certificate))))
        assert forms.to_json(again) == forms.to_json(certificate), "JSON does not give it back"
        assert check(rules, at, again, 10**6) == check(rules, at, certificate, 10**6)
        assert all(explain(rules, at, certificate)), f"{rules.text(at)}: nothing to tell"


def tampered(rules: Rules, at: Any, made: Any) -> Iterator[forms.Certificate]:
    """The certificate, made false in one way after another."""
    if isinstance(made, forms.Kernel):
        yield replace(made, losing=f"not ({made.losing})")
        yield replace(made, losing="0 == 1")
        yield replace(made, losing="0 == 0")
        yield replace(made, losing="nonsense == 0")
        other = {"normal": Convention.MISERE, "misere": Convention.NORMAL}[made.convention]
        if len(naive.reached(rules, at, 300)) < 300:
            yield replace(made, convention=other)
    if isinstance(made, forms.NimSum):
        yield replace(made, value=f"({made.value}) + 1")
        yield replace(made, value="0")
        yield replace(made, convention=Convention.MISERE)
    if isinstance(made, forms.Mirror) and isinstance(made.symmetry, forms.Affine):
        shifts = tuple(shift + 1 for shift in made.symmetry.shifts)
        identity = tuple(0 for _ in shifts), tuple(1 for _ in shifts)
        if not made.symmetry.modulus:
            yield replace(made, symmetry=replace(made.symmetry, shifts=shifts))
        yield replace(
            made, symmetry=replace(made.symmetry, shifts=identity[0], signs=identity[1], order=())
        )
    if isinstance(made, forms.Pairing):
        yield replace(made, pairs=forms.Swaps(()))
        if isinstance(made.pairs, forms.Swaps) and made.pairs.pairs:
            twice = made.pairs.pairs + made.pairs.pairs[:1]
            yield replace(made, pairs=forms.Swaps(tuple((a, a) for a, _ in twice)))
    if isinstance(made, forms.Opening):
        yield replace(made, move="no such move")
        for move in rules.moves(at):
            said = rules.move_text(at, move)
            if (
                naive.verdicts(rules, rules.after(at, move), made.convention)[
                    rules.after(at, move)
                ][0]
                is Outcome.N
            ):
                yield replace(made, move=said)
                break
        for then in tampered(rules, rules.after(at, rules.read_move(at, made.move)), made.then):
            yield replace(made, then=then)
    if isinstance(made, forms.Stealing):
        yield replace(made, move="no such move")


def _nothing_follows(rules: Rules, at: Any, made: Any, false: Any) -> bool:
    """Whether the first move ends the game, so that nothing said after it can be false."""
    if not isinstance(made, forms.Opening) or false.move != made.move:
        return False
    after = rules.play(at, rules.read_move(at, made.move))
    return not any(True for _ in rules.moves(after))


def tampering_is_noticed(game: Game) -> None:
    for rules, at, certificate in _certificates(game):
        if rules.loopy or len(naive.reached(rules, at, 2000)) >= 2000:
            continue
        for false in tampered(rules, at, certificate):
            if _nothing_follows(rules, at, certificate, false):
                continue
            try:
                check(rules, at, false, 10**6)
            except Refused:
                continue
            raise AssertionError(f"{rules.text(at)}: the checker believes {false}")


def structure_is_as_declared(game: Game) -> None:
    for rules, at in samples(game):
        for move in rules.moves(at):
            left = set(rules.moves(rules.after(at, move)))
            said = f"{rules.text(at)}, {rules.move_text(at, move)}"
            if isinstance(rules, Placement):
                mine = set(rules.footprint(move))
                free = {m for m in rules.moves(at) if mine.isdisjoint(rules.footprint(m))}
                assert left == free, f"{said}: footprints do not tell what is left"
            if isinstance(rules, Walk):
                there = set(rules.cells(at)) - {move}
                assert left == there & set(rules.neighbours(move)), f"{said}: not a walk"


def compiled_rules_agree(game: Game) -> None:
    """Compiled rules give the same moves as the plain ones."""
    for rules, at in samples(game):
        if not has_compiled(rules):
            continue
        key = packed(rules, at)
        said = f"{rules.text(at)}: `options` or `masks` give other options than `moves`"
        plain = {packed(rules, rules.after(at, move)) for move in rules.moves(at)}
        assert packed_options(rules, key) == plain, said
        again = rules.unpack(key)
        assert packed(rules, again) == key, f"{rules.text(at)}: `unpack` does not undo `pack`"
        assert {packed(rules, rules.after(again, move)) for move in rules.moves(again)} == plain


def errata_are_wrong(game: Game) -> None:
    for erratum in game.errata:
        if not erratum.wrong:
            continue  # not about who wins: the tests of the game recompute it
        convention = Convention(erratum.convention)
        rules = game.with_parameters(erratum.parameters)
        first = ""
        for small, at in rules.small(max(game.test_to, 6)):
            true = search(small, at, convention, Limits()).outcome
            if wrong_outcome(erratum, small, at) is not true:
                first = small.text(at)
                break
        assert first == erratum.counterexample, f"the first counterexample is {first or 'none'}"


LAWS: tuple[Callable[[Game], None], ...] = (
    tells_what_it_is,
    starts_the_same,
    moves_are_stable,
    after_changes_nothing,
    illegal_moves_are_refused,
    play_ends,
    positions_round_trip,
    bad_positions_are_refused,
    moves_round_trip,
    components_add,
    canonical_keeps_the_value,
    pictures_are_drawn,
    facts_hold,
    claims_hold,
    solver_agrees,
    certificates_are_data,
    tampering_is_noticed,
    structure_is_as_declared,
    compiled_rules_agree,
    errata_are_wrong,
)
