"""Offsets that a source commits to its consumer group, and partitions that appear later.

Kafka's behaviour is that of apache/flink-connector-kafka: ``KafkaSourceReader.snapshotState`` and
``notifyCheckpointComplete``, ``KafkaSourceBuilder.parseAndSetRequiredProperties``, and
``KafkaSourceEnumerator.start`` (checks at the start and at each interval, new partitions from earliest).
"""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from flinksim.cli import main
from flinksim.common import Configuration, SimpleStringSchema, WatermarkStrategy
from flinksim.core.binding_errors import BindingError
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.connectors.kafka import KafkaOffsetsInitializer, KafkaSource
from flinksim.datastream.functions import MapFunction, RuntimeContext
from flinksim.external_data.bind_jobs import BoundJobs, apply_bindings
from flinksim.external_data.binding import BindingSettings, SourceBinding
from flinksim.runtime.minicluster import RunSettings
from flinksim.simulation.simulation import Simulation
from flinksim.trace import events as e


def _write(path: Path) -> Path:
    """Partition 0 has a message each 2 s; partition 1 has three, from 5 s on."""
    rows = [(0, n, 2_000 * n, f"a{n}") for n in range(12)]
    rows += [(1, n, 5_000 + 2_000 * n, f"b{n}") for n in range(3)]
    lines = [
        {"topic": "t", "partition": p, "offset": n, "ts": ts, "payload": text}
        for p, n, ts, text in rows
    ]
    path.write_text("\n".join(map(json.dumps, lines)))
    return path


def _source(**properties: str) -> KafkaSource:
    builder = KafkaSource.builder().set_bootstrap_servers("b").set_topics("t")
    builder.set_starting_offsets(KafkaOffsetsInitializer.earliest())
    for name, value in {"group_id": "g", **properties}.items():
        builder.set_property(name.replace("_", "."), value)
    return builder.set_value_only_deserializer(SimpleStringSchema()).build()


class _FailOnce(MapFunction):
    """Fails in the first attempt of its task, at *value*."""

    def __init__(self, value: str) -> None:
        self._value = value

    def open(self, runtime_context: RuntimeContext) -> None:
        self._is_first = runtime_context.get_attempt_number() == 0

    def map(self, value: str) -> str:
        if value == self._value and self._is_first:
            raise RuntimeError("broken")
        return value


def _create_env(source: KafkaSource, interval_ms: int = 3_000, failing: Any = None) -> Any:
    configuration = Configuration()
    if failing is not None:
        configuration.set_string("restart-strategy.type", "fixed-delay")
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(1)
    if interval_ms:
        env.enable_checkpointing(interval_ms)
    stream = env.from_source(source, WatermarkStrategy.for_monotonous_timestamps(), "kafka")
    if failing is not None:
        stream = stream.map(failing)
    stream.print()
    return env


def _simulate(
    file: Path, options: str = "", failing: Any = None, interval_ms: int = 3_000, **properties: str
) -> tuple[Simulation, BoundJobs]:
    jobs = BoundJobs(BindingSettings((SourceBinding("t", f"{file} {options}".strip()),)))
    env = _create_env(_source(**properties), interval_ms, failing)
    run = Simulation(jobs.bind(env.pipeline("job"), True), RunSettings())
    run.run()
    return run, jobs


def _results(run: Simulation) -> list[str]:
    return [each.value for each in run.trace.get_events(e.ResultWritten)]


def _commits(run: Simulation) -> list[tuple[int, tuple[str, ...]]]:
    return [(each.checkpoint, each.offsets) for each in run.trace.get_events(e.OffsetsCommitted)]


def test_a_completed_checkpoint_commits_the_offset_of_the_next_message(tmp_path: Path) -> None:
    run, jobs = _simulate(_write(tmp_path / "t.jsonl"))
    commits = _commits(run)
    assert commits[0] == (1, ("t-0: 2",))  # at 3 s: messages 0 and 1; partition 1 has none yet
    assert commits[1] == (2, ("t-0: 3", "t-1: 1"))
    assert [number for number, _ in commits] == list(range(1, 9))
    assert jobs.sources[0].committed_offsets == {"t-0": 12, "t-1": 3}


@pytest.mark.parametrize(
    "properties",
    [{"commit_offsets_on_checkpoint": "false"}, {"group_id": ""}],
    ids=["off", "no group"],
)
def test_nothing_is_committed(tmp_path: Path, properties: dict[str, str]) -> None:
    if "group_id" in properties:
        source = KafkaSource.builder().set_bootstrap_servers("b").set_topics("t")
        built = source.set_value_only_deserializer(SimpleStringSchema()).build()
        assert not built.consumer.commits_on_checkpoint
        return
    assert _commits(_simulate(_write(tmp_path / "t.jsonl"), **properties)[0]) == []


def test_without_checkpoints_only_auto_commit_commits(tmp_path: Path) -> None:
    file = _write(tmp_path / "t.jsonl")
    assert _commits(_simulate(file, interval_ms=0)[0]) == []
    automatic = {"enable_auto_commit": "true", "auto_commit_interval_ms": "10000"}
    run, _ = _simulate(file, interval_ms=0, **automatic)
    assert _commits(run)[0] == (0, ("t-0: 5", "t-1: 3"))
    assert _commits(run)[-1] == (0, ("t-0: 12", "t-1: 3"))
    assert len(_commits(run)) == 3  # an interval without a new message commits nothing


def test_committed_offsets_are_the_start_of_a_new_job(tmp_path: Path) -> None:
    file = _write(tmp_path / "t.jsonl")
    jobs = BoundJobs(BindingSettings((SourceBinding("t", f"{file} committed=0:9,t-1:1"),)))
    source = _source()
    source.start = KafkaOffsetsInitializer.committed_offsets().position
    run = Simulation(jobs.bind(_create_env(source).pipeline("job"), True), RunSettings())
    run.run()
    assert _results(run) == ["b1", "b2", "a9", "a10", "a11"]
    assert _commits(run)[-1][1] == ("t-0: 12", "t-1: 3")


def test_the_second_job_of_a_program_starts_at_the_offsets_of_the_first(tmp_path: Path) -> None:
    file = _write(tmp_path / "t.jsonl")
    settings = BindingSettings((SourceBinding("t", str(file)),))
    with apply_bindings(settings) as jobs:
        _create_env(_source(), interval_ms=0).execute("first")
        assert jobs.sources[0].committed_offsets == {}
        _create_env(_source()).execute("second")
        third = _source()
        third.start = KafkaOffsetsInitializer.committed_offsets().position
        pipeline = jobs.bind(_create_env(third).pipeline("third"), True)
    run = Simulation(pipeline, RunSettings())
    run.run()
    assert _results(run) == []


def test_a_restored_job_starts_from_its_checkpoint_not_from_the_group(tmp_path: Path) -> None:
    file = _write(tmp_path / "t.jsonl")
    run, _ = _simulate(file, "committed=0:0", _FailOnce("a5"))
    results = _results(run)
    assert run.cluster.failures
    # The checkpoint at 9 s has a0 to a4; the failure is at 10 s.
    assert results.count("a4") == 1
    assert results.count("a5") == 1
    commits = _commits(run)
    assert commits[-1][1] == ("t-0: 12", "t-1: 3")
    assert all(a[0] < b[0] for a, b in pairwise(commits))


def test_a_partition_that_appears_later_is_read_from_its_beginning_at_the_interval(
    tmp_path: Path,
) -> None:
    file = _write(tmp_path / "t.jsonl")
    properties = {"partition_discovery_interval_ms": "10000"}
    run, _ = _simulate(file, "appears=1", **properties)
    (pending,) = run.trace.get_events(e.SplitPending)
    assert (pending.split, pending.created, pending.discovery) == ("t-1", 5_000, 10_000)
    results = _results(run)
    assert results[:9] == ["a0", "a1", "a2", "a3", "a4", "a5", "b0", "b1", "b2"]
    assert sorted(results[9:]) == sorted(f"a{n}" for n in range(6, 12))
    events = list(run.trace.events)
    (assigned,) = [
        i
        for i, each in enumerate(events)
        if isinstance(each, e.SplitAssigned) and each.split == "t-1"
    ]
    clock = [each.after for each in events[:assigned] if isinstance(each, e.ProcessingTimeAdvanced)]
    assert clock[-1] == 10_000


def test_a_new_partition_does_not_use_the_starting_offsets(tmp_path: Path) -> None:
    file = _write(tmp_path / "t.jsonl")
    jobs = BoundJobs(BindingSettings((SourceBinding("t", f"{file} appears=1"),)))
    source = _source(partition_discovery_interval_ms="1000")
    source.start = KafkaOffsetsInitializer.timestamp(8_000).position
    run = Simulation(jobs.bind(_create_env(source).pipeline("job"), True), RunSettings())
    run.run()
    assert [value for value in _results(run) if value.startswith("b")] == ["b0", "b1", "b2"]
    assert "a3" not in _results(run)


@pytest.mark.parametrize("interval", ["-1", "0"])
def test_without_discovery_a_new_partition_is_never_read(tmp_path: Path, interval: str) -> None:
    file = _write(tmp_path / "t.jsonl")
    run, _ = _simulate(file, "appears=1", partition_discovery_interval_ms=interval)
    assert [value for value in _results(run) if value.startswith("b")] == []
    answer = run.why("why is split t-1 not read")
    assert "does not look for new partitions" in str(answer)
    assert "partition.discovery.interval.ms" in str(answer)
    assert "t-1" in str(run.why("what is wrong with the job"))


def test_a_restart_looks_for_partitions(tmp_path: Path) -> None:
    file = _write(tmp_path / "t.jsonl")
    run, _ = _simulate(file, "appears=1", _FailOnce("a5"), partition_discovery_interval_ms="-1")
    results = [value for value in _results(run) if value.startswith("b")]
    assert results == ["b0", "b1", "b2"]


def test_a_split_that_existed_has_no_such_answer(tmp_path: Path) -> None:
    run, _ = _simulate(_write(tmp_path / "t.jsonl"))
    with pytest.raises(ValueError, match="existed when the job started"):
        run.why("why is split t-0 not read")


def test_the_default_interval_is_five_minutes(tmp_path: Path) -> None:
    run, _ = _simulate(_write(tmp_path / "t.jsonl"), "appears=1")
    assert [each.discovery for each in run.trace.get_events(e.SplitPending)] == [300_000]
    assert _results(run)[-3:] == ["b0", "b1", "b2"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("committed=0", "committed= expects PARTITION:OFFSET, such as 0:5, found '0'"),
        ("committed=7:1", "no partition 7. Partitions: t-0, t-1"),
        ("appears=t-3", "no partition t-3"),
    ],
)
def test_wrong_partitions(tmp_path: Path, options: str, message: str) -> None:
    with pytest.raises(BindingError, match=message):
        _simulate(_write(tmp_path / "t.jsonl"), options)


def test_the_summary_has_the_line_to_continue(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = _write(tmp_path / "t.jsonl")
    program = tmp_path / "job.py"
    program.write_text(
        "from pyflink.common import SimpleStringSchema, WatermarkStrategy\n"
        "from pyflink.datastream import StreamExecutionEnvironment\n"
        "from pyflink.datastream.connectors.kafka import KafkaSource\n"
        "env = StreamExecutionEnvironment.get_execution_environment()\n"
        "env.enable_checkpointing(3000)\n"
        "b = KafkaSource.builder().set_bootstrap_servers('b').set_topics('t').set_group_id('g')\n"
        "b.set_property('partition.discovery.interval.ms', '-1')\n"
        "source = b.set_value_only_deserializer(SimpleStringSchema()).build()\n"
        "env.from_source(source, WatermarkStrategy.no_watermarks(), 'kafka').print()\n"
        "env.execute()\n"
    )
    assert main(["run", str(program), "--source", f"t={file} unit=s appears=1"]) == 0
    error = capfd.readouterr().err
    assert "not discovered: t-1" in error
    assert "the group g committed the offsets t-0: 12" in error
    assert f"--source 't={file} unit=s committed=t-0:12'" in error


def test_explore_does_not_count_the_results_of_one_of_its_runs(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "job.py"
    program.write_text(
        "from pyflink.common import SimpleStringSchema, WatermarkStrategy\n"
        "from pyflink.datastream import StreamExecutionEnvironment\n"
        "from pyflink.datastream.connectors.kafka import (\n"
        "    KafkaRecordSerializationSchema, KafkaSink, KafkaSource)\n"
        "env = StreamExecutionEnvironment.get_execution_environment()\n"
        "b = KafkaSource.builder().set_bootstrap_servers('b').set_topics('t')\n"
        "source = b.set_value_only_deserializer(SimpleStringSchema()).build()\n"
        "to = KafkaRecordSerializationSchema.builder().set_topic('o')\n"
        "to = to.set_value_serialization_schema(SimpleStringSchema()).build()\n"
        "sink = KafkaSink.builder().set_bootstrap_servers('b').set_record_serializer(to).build()\n"
        "env.from_source(source, WatermarkStrategy.no_watermarks(), 'k').sink_to(sink)\n"
        "env.execute()\n"
    )
    bound = ["--source", f"t={_write(tmp_path / 't.jsonl')}"]
    assert main(["explore", str(program), *bound, "--ask", "same result", "--runs", "3"]) == 0
    assert "Kafka o: " not in capfd.readouterr().err
    assert main(["run", str(program), *bound]) == 0
    assert "Kafka o: " in capfd.readouterr().err
