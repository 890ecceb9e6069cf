"""What a program gets wrong while it runs: told with operator, record and step, and the trace kept."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from flinksim import JobExecutionError, RunSettings, Simulation, load_trace, simulate
from flinksim.common import Configuration, Types
from flinksim.common.time import Time
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.data_stream import DataStream
from flinksim.datastream.functions import MapFunction
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.runtime.live_view import build_job_state
from flinksim.trace.events import ElementReceived, JobStatusChanged, TaskFailed, TaskStateChanged
from flinksim.trace.state.job_state import apply_events


def bench(
    values: list[Any], build: Callable[[DataStream], Any], parallelism: int = 2
) -> Simulation:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(parallelism)
    build(env.from_collection(values))
    return simulate(env)


def failed(sim: Simulation) -> JobExecutionError:
    with pytest.raises(JobExecutionError) as caught:
        sim.run()
    assert sim.failure is caught.value
    assert sim.status == "FAILED"
    return caught.value


def test_a_window_without_timestamps_gives_flinks_message() -> None:
    window = TumblingEventTimeWindows.of(Time.seconds(1))
    error = failed(
        bench([("a", 1)], lambda s: s.key_by(lambda v: v[0]).window(window).sum(1).print())
    )
    assert (
        "Record has Long.MIN_VALUE timestamp (= no timestamp marker). Did you forget to call "
        "'DataStream.assignTimestampsAndWatermarks(...)'?" in str(error)
    )
    assert error.failure.operator_name == "TumblingEventTimeWindows"


def test_a_key_selector_that_raises_is_told_with_its_record_and_the_trace_can_be_opened(
    tmp_path: Path,
) -> None:
    sim = bench(
        [("a", 1), ("b",)], lambda s: s.map(lambda v: v).key_by(lambda v: v[1]).sum(1).print()
    )
    error = failed(sim)
    failure = error.failure
    assert (failure.record, failure.operator_name) == ("('b',)", "Map")
    assert failure.activity == "choosing a channel (HASH)"
    assert failure.step == len(sim.trace) - 2  # the last one is the JobMaster's
    for part in ("('b',)", "Map", f"step {failure.step}", "your code", "IndexError"):
        assert part in str(error)
    sim.trace.save(tmp_path / "failed.flinktrace")
    trace = load_trace(tmp_path / "failed.flinktrace")
    last = trace[-1].events
    told = [event for event in trace[failure.step].events if isinstance(event, TaskFailed)]
    assert [(event.error, event.record) for event in told] == [("IndexError", "('b',)")]
    assert told[0].code.startswith("test_failures.py, line ")  # the same in any folder
    assert told[0].code.partition(", ")[2] == failure.user_location.partition(", ")[2]
    moves = [event for event in last if isinstance(event, JobStatusChanged)]
    assert moves[-1] == JobStatusChanged("FAILING", "FAILED")
    assert any(isinstance(event, ElementReceived) for event in trace.events)


def test_after_a_failure_every_task_is_over_and_the_fold_still_agrees() -> None:
    sim = bench([1, 0], lambda s: s.map(lambda v: 1 // v).print())
    failed(sim)
    states = [task.execution.state for task in sim.cluster.tasks]
    assert sorted(states) == ["CANCELED", "CANCELED", "FAILED"]
    assert apply_events(sim.trace.events) == build_job_state(sim.cluster)
    assert sim.step() is None
    moved = [f.after for f in sim.trace[-1].events if isinstance(f, TaskStateChanged)]
    assert moved.count("CANCELED") == 2


def test_a_key_that_changes_gives_flinks_key_group_error_with_an_explanation() -> None:
    counter = itertools.count()
    error = failed(
        bench([("a", 1)] * 5, lambda s: s.key_by(lambda v: next(counter)).sum(1).print(), 4)
    )
    text = str(error)
    assert "is not in KeyGroupRange{startKeyGroup=" in text
    assert "most likely caused by non-deterministic shuffle key" in text
    assert "must always return the same key for the same record" in text


def test_a_flat_map_that_returns_a_number_is_told_what_was_expected() -> None:
    error = failed(bench([1], lambda s: s.flat_map(lambda v: 5).print()))
    assert "must yield its results or return an iterable" in str(error)


class HoldsAFile(MapFunction):
    def __init__(self) -> None:
        self.file = open(__file__, encoding="utf-8")  # noqa: SIM115  # the mistake under test

    def map(self, value: Any) -> Any:
        return value


def test_what_pyflink_adds_by_itself_is_not_to_blame() -> None:
    """In its dialect values take their declared type behind a function that adds the key."""
    options = Configuration().set_string("flinksim.dialect", "pyflink")
    env = StreamExecutionEnvironment.get_execution_environment(options)
    mine = env.from_collection([1], Types.INT()).map(lambda v: "x", Types.INT()).name("mine")
    mine.key_by(lambda v: v).map(lambda v: v).print()
    error = failed(simulate(env))
    assert "declared as Types.INT(), but the function returned 'x'" in str(error)
    assert error.failure.operator_name == "mine"
    assert "_stream_key_by_map_operator" in error.failure.vertex_name


def test_a_function_that_cannot_be_copied_says_where_its_file_belongs() -> None:
    function = HoldsAFile()
    try:
        with pytest.raises(TypeError, match=r"in its open\(runtime_context\)"):
            bench([1], lambda s: s.map(function).print())
    finally:
        function.file.close()


def test_execute_raises_the_same_error() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_collection([0]).map(lambda v: 1 // v).print()
    with pytest.raises(JobExecutionError, match="ZeroDivisionError") as caught:
        env.execute()
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_the_message_promises_a_trace_only_where_there_is_one() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_collection([0]).map(lambda v: 1 // v).print()
    with pytest.raises(JobExecutionError) as untraced:
        simulate(env, settings=RunSettings(traced=False)).run()
    assert "trace up to this step was recorded" not in str(untraced.value)
    assert "flinksim.simulate(env).run()" in str(untraced.value)
    assert "trace up to this step was recorded" in str(failed(simulate(env)))


def test_a_function_that_remembers_something_does_so_per_subtask_and_per_run() -> None:
    class Counts(MapFunction):
        def __init__(self) -> None:
            self.seen = 0

        def map(self, value: Any) -> Any:
            self.seen += 1
            return self.seen

    function = Counts()
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    env.from_collection([0] * 6).rebalance().map(function).print()
    for _ in range(2):
        results = [event.value for event in simulate(env).run().results]
        assert sorted(results) == [1, 1, 2, 2, 3, 3]
    assert function.seen == 0


@pytest.mark.parametrize(
    ("until", "error", "part"),
    [("nonsense", ValueError, "'nonsense': unknown event"), (1.5, TypeError, "until is 1.5")],
)
def test_a_stop_that_names_nothing_is_refused(
    until: Any, error: type[Exception], part: str
) -> None:
    sim = bench([1], lambda s: s.print())
    with pytest.raises(error, match=part):
        sim.step(until)
    assert len(sim.trace) == 1, "nothing was run"
