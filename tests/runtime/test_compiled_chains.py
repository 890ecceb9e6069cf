"""Compiled chains do what the operators do, and leave everything else to them."""

from __future__ import annotations

import linecache
import traceback
from typing import Any

import pytest

import flinksim.runtime.tasks.chain_compiler as chain_compiler
from flinksim import RunSettings
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors import CollectionSource
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.local_executor import build_job_graph
from flinksim.runtime.minicluster import MiniCluster
from tests.runtime.compiled_chains import Second, random_chain
from tests.runtime.operator_jobs import JOBS
from tests.runtime.short_ways import differences


@pytest.mark.parametrize("first", range(0, 60, 10))
def test_results_firings_drops_and_steps_are_the_same(first: int) -> None:
    assert [
        line for seed in range(first, first + 10) for line in differences(seed, random_chain)
    ] == []


def create_cluster(records: int, function: Any = lambda value: value) -> MiniCluster:
    """A job with a map, a key selector and windows with a sum."""
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(50))
    source = CollectionSource([("ab"[i % 2], i * 10, 1) for i in range(records)])
    stream = env.from_source(source, strategy.with_timestamp_assigner(Second()), "log")
    keyed = stream.map(function).key_by(lambda value: value[0])
    keyed.window(TumblingEventTimeWindows.of(Time.seconds(1))).sum(2).print()
    return MiniCluster(build_job_graph(env.pipeline("windows")), RunSettings(traced=False))


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of records that compiled chains have read, by call."""
    read_counts: list[int] = []
    compile_chain = chain_compiler.compile_source_chain

    def compile_with_count(task: Any, run: Any) -> Any:
        compiled = compile_chain(task, run)
        if compiled is None:
            return None
        read, text = compiled
        return (lambda: read_counts.append(read()) or read_counts[-1]), text

    monkeypatch.setattr(chain_compiler, "compile_source_chain", compile_with_count)
    return read_counts


def test_nearly_all_records_are_read_by_the_compiled_chain(counts: list[int]) -> None:
    create_cluster(500).run()
    assert sum(counts) >= 495


def test_records_that_arrive_with_a_periodic_watermark_are_read_by_the_compiled_chain(
    counts: list[int],
) -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    JOBS["windows of a log with arrival times"](env, 500)  # every tenth arrives with a watermark
    MiniCluster(build_job_graph(env.pipeline("windows")), RunSettings(traced=False)).run()
    assert sum(counts) >= 495


def test_a_run_with_counted_steps_uses_no_compiled_chain(counts: list[int]) -> None:
    create_cluster(100).run(max_steps=10_000)
    assert counts == []


def test_a_traceback_shows_the_generated_line(counts: list[int]) -> None:
    def fail_late(value: Any) -> Any:
        if value[1] == 1_000:
            raise ValueError("planted")
        return value

    cluster = create_cluster(200, fail_late)
    with pytest.raises(JobExecutionError) as caught:
        cluster.run()
    assert sum(counts) > 0
    frames = traceback.extract_tb(caught.value.__cause__.__traceback__)  # type: ignore[union-attr]
    (generated,) = [frame for frame in frames if "<compiled chain of" in frame.filename]
    assert generated.line == "value = map_value(value)"
    assert linecache.getline(generated.filename, generated.lineno or 0).strip() == generated.line


def test_the_source_of_each_chain_can_be_printed() -> None:
    (text,) = create_cluster(5).compile_chains().values()
    assert "value = map_value(value)" in text
    assert "key = select_window_key(value)" in text
