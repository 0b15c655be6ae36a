"""Surveys: patterns, standard forms, equal games, and work that is neither lost nor doubled."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from nimatron.cli.survey import command, shown
from nimatron.errors import CodeError, NimatronError, TooLarge
from nimatron.rules.codes import read_code
from nimatron.sequences import heap_game, runners
from nimatron.sequences.plain import plain_values
from nimatron.sequences.runners import in_turn, on_cluster, on_cores
from nimatron.sequences.survey import (
    Job,
    Result,
    Row,
    answers,
    codes_of,
    jobs_of,
    run_job,
    standard_form,
    survey,
    table,
)


def rows_of(pattern: str, heaps: int) -> dict[str, Row]:
    found = survey(jobs_of(pattern, heaps, "off"), in_turn, {}, lambda _: None)
    return {row.code: row for row in table(found)}


def test_patterns() -> None:
    assert len(codes_of("0.dd")) == 64
    assert len(codes_of("0.ddd")) == 512
    assert codes_of("0.7d") == ["0.7", *(f"0.7{d}" for d in range(1, 8))]
    assert codes_of("4.d3") == [f"4.{d}3" for d in range(8)]
    for wrong in ("0.dF", "0.d(3)", "d.7", "x", ""):
        with pytest.raises(CodeError, match="expected"):
            codes_of(wrong)
    with pytest.raises(TooLarge):
        codes_of("0.dddddd")


@given(st.text("01234567", min_size=1, max_size=5))
def test_standard_forms_have_the_same_values_shifted(digits: str) -> None:
    code = read_code(f"0.{digits}")
    form, shift = standard_form(code)
    values, shifted = (plain_values(heap_game(each), 60) for each in (code, form))
    assert values == ([0] * shift + shifted)[:60]
    assert form.digits[1:2] == () or form.digits[1] & 1


def test_known_cousins() -> None:
    assert [str(standard_form(read_code(code))[0]) for code in ("0.07", "0.4", "0.007", "0.6")] == [
        *("0.137", "0.137", "0.11337", "0.37")
    ]
    assert standard_form(read_code("4.2")) == (read_code("4.2"), 0)


def test_the_table_of_two_digits() -> None:
    rows = rows_of("0.dd", 20_000)
    assert len(rows) == 64
    solved = {"0.07": (34, 53), "0.77": (12, 71), "0.45": (20, 498), "0.44": (24, 143)}
    for code, expected in solved.items():
        row = rows[code]
        assert (row.status, row.period, row.preperiod) == ("proved", *expected)
        assert row.last_exception == expected[1] - 1
    assert rows["0.07"].same_as == "0.4"
    assert rows["0.07"].because == "standard form 0.137"
    assert rows["0.5"].because == "proved periods"
    assert {row.status for row in rows.values()} <= {"proved", "none", "observed"}
    for row in rows.values():
        values = plain_values(heap_game(row.code), 400)
        if row.status == "proved" and row.checked_to < 350:
            assert row.period is not None
            assert row.preperiod is not None
            later = range(row.preperiod, 400 - row.period)
            assert all(values[n] == values[n + row.period] for n in later)


def test_agreement_on_a_prefix_is_called_that() -> None:
    rows = rows_of("0.d6", 30)
    merged = [row for row in rows.values() if row.same_as and row.status != "proved"]
    assert all("standard form" in row.because or "not proved" in row.because for row in merged)
    short = table([(job, run_job(job)) for job in jobs_of("0.00000000000d", 5, "off")])
    assert any("to 5 only, not proved" in row.because for row in short)


def test_on_cores_and_resumed(tmp_path: Path) -> None:
    kept: dict[str, Result] = {}

    def keep(result: Result) -> None:
        assert result["form"] not in kept, "a result came twice"
        kept[result["form"]] = result

    jobs = jobs_of("0.d", 3000, str(tmp_path))
    list(survey(jobs[:3], on_cores(2), {}, keep))
    seen: list[int] = []
    everything = list(survey(jobs, in_turn, dict(kept), keep, seen.append))
    assert len(everything) == len(jobs) == len(kept)
    assert seen == list(range(4, len(jobs) + 1))


def test_a_worker_that_is_killed_loses_nothing() -> None:
    jobs = jobs_of("0.d", 3000, "off")
    expected = {job.form: run_job(job)["fingerprint"] for job in jobs}
    kept: list[Result] = []
    for _ in survey(jobs, on_cores(2), {}, kept.append):
        if len(kept) == 1:
            for worker in multiprocessing.active_children()[:1]:
                os.kill(worker.pid or 0, signal.SIGKILL)
    assert len(kept) == len(jobs)
    assert {result["form"]: result["fingerprint"] for result in kept} == expected


def test_a_worker_that_dies_in_every_try_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = [Job("0.77", 10**15, (("0.77", 0),), ""), Job("dies", 500, (), "")]
    monkeypatch.setattr(runners, "_serve", os._exit)  # takes no connection: it dies at once
    with on_cores(2)(jobs) as results, pytest.raises(NimatronError, match="died 6 times"):
        list(results)


def test_a_fault_in_a_worker_is_raised_here() -> None:
    jobs = [Job("nonsense", 500, (), "off"), *jobs_of("0.7", 500, "off")]
    with on_cores(2)(jobs) as results, pytest.raises(CodeError, match="nonsense"):
        list(results)


def test_periods_that_grow_are_shown_with_what_is_added() -> None:
    row = Row("0.8", "observed", 3, 1, 1, 0, 99, 300, 0.1)
    assert shown([row], "csv").splitlines()[1].startswith("0.8,observed,3+1,1,0,99,300")


def test_a_result_that_comes_twice_counts_once() -> None:
    @contextmanager
    def twice(jobs: list[Job]) -> Iterator[list[Result]]:
        yield [run_job(job) for job in jobs for _ in range(2)]

    kept: list[Result] = []
    jobs = jobs_of("0.7d", 500, "off")
    assert len(list(survey(jobs, twice, {}, kept.append))) == len(kept) == len(jobs)


def test_what_was_saved_is_used_only_where_it_answers() -> None:
    (job,) = jobs_of("0.6", 2000, "off")
    result = run_job(job)
    assert answers(result, job)
    (further,) = jobs_of("0.6", 3000, "off")
    assert not answers(result, further)
    (kayles,) = jobs_of("0.77", 2000, "off")
    (other,) = jobs_of("0.77", 5000, "off")
    assert answers(run_job(kayles), other)
    assert not answers(run_job(kayles), jobs_of("0.77", 100, "off")[0])


def test_the_command(tmp_path: Path) -> None:
    options = ["0.7d", "--to", "2000", "--jobs", "1", "--data", str(tmp_path)]
    first = CliRunner().invoke(command, options)
    assert first.exit_code == 0
    assert first.output.splitlines()[-1].startswith("8 codes,")
    assert CliRunner().invoke(command, options).output == first.output
    as_json = CliRunner().invoke(command, [*options, "--format", "json"])
    (kayles,) = (row for row in json.loads(as_json.output) if row["code"] == "0.77")
    assert (kayles["period"], kayles["preperiod"]) == (12, 71)
    as_csv = CliRunner().invoke(command, [*options, "--format", "csv"])
    assert as_csv.output.splitlines()[8].startswith("0.77,proved,12,71,70,8,168,")


def test_no_cluster_at_that_address() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(NimatronError, match="no cluster"), on_cluster("nonsense")([]):
        pass


@pytest.mark.heavy
@pytest.mark.filterwarnings("ignore")
def test_a_worker_killed_in_the_middle() -> None:
    distributed: Any = pytest.importorskip("distributed")
    jobs = jobs_of("0.dd", 60_000, "off")
    expected = {job.form: run_job(job)["fingerprint"] for job in jobs}
    kept: list[Result] = []
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        victims = [worker.process.pid for worker in cluster.workers.values()]

        def kill() -> None:
            while len(kept) < 5:
                time.sleep(0.01)
            os.kill(victims[0], signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        found = list(survey(jobs, on_cluster(cluster.scheduler_address), {}, kept.append))
        killer.join()
    assert len(found) == len(kept) == len(jobs)
    assert {r["form"]: r["fingerprint"] for r in kept} == expected
