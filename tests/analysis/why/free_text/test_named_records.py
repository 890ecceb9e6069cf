"""Records and windows of the demo, named as its readers name them: by key and time of day."""

from __future__ import annotations

import contextlib
import io
from functools import cache
from typing import Any

import pytest

from flinksim.analysis.diagnosis.diagnose import diagnose_run
from flinksim.analysis.whatif.experiment_runner import ExperimentRunner
from flinksim.course.demo import simulate_flights
from flinksim.trace.recorder import Trace

UA_15_12 = "The record (UA, 15:12:00, 379) with timestamp 15:12:00 is late and is dropped."


@cache
def flights() -> Trace:
    simulation = simulate_flights()
    with contextlib.redirect_stdout(io.StringIO()):
        simulation.run()
    return simulation.trace


@pytest.mark.parametrize(
    "question",
    [
        "why was UA 15:12 dropped",
        "why is UA 15:12 not in the result",
        "why was the record of UA at 15:12 dropped?",
        "why was record (UA, 15:12:00, 379) dropped",
        "UA 15:12 为什么被丢弃",
    ],
)
def test_a_key_and_a_time_name_a_record(question: str) -> None:
    answer = flights().why(question)
    assert UA_15_12 in " ".join(answer.full_text().split())


def test_a_key_and_a_time_name_a_window() -> None:
    answer = flights().why("why has the window of UA 15:00 not fired")
    assert "[15:00:00, 16:00:00) of key UA" in " ".join(answer.full_text().split())


def test_records_without_a_timestamp_are_not_out_of_order() -> None:
    """A filter removes flights that were on time, before timestamps are assigned."""
    report = str(diagnose_run(flights()))
    assert "The records are up to 21480000 ms (5 h 58 min) out of order." in report


def test_few_changes_are_tried_in_a_long_run_once_one_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two changes of the program are found by six runs; others would take 75 more."""
    runs = []
    run_variant = ExperimentRunner.run

    def count(runner: ExperimentRunner, *arguments: Any) -> Trace:
        trace = run_variant(runner, *arguments)
        runs.append(len(trace.events))
        return trace

    monkeypatch.setattr(ExperimentRunner, "run", count)
    simulation = simulate_flights()
    with contextlib.redirect_stdout(io.StringIO()):
        simulation.run()
    answer = simulation.why("why was UA 15:12 dropped")
    assert answer.counterfactual is not None
    assert len(answer.alternatives) == 1
    assert len(runs) < 30
