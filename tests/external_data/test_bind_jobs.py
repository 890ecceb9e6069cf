"""Files in place of external systems: bound by name, read through the schema, and written back."""

from __future__ import annotations

import json
from ast import literal_eval
from pathlib import Path
from typing import Any

import pytest

from flinksim.cli import main
from flinksim.common import Duration, SimpleStringSchema, Time, Types, WatermarkStrategy
from flinksim.connectors.external.recording_files import RecordingOptions, read_recording
from flinksim.core.binding_errors import BindingError, UnboundSourceError
from flinksim.datastream import CheckpointingMode, StreamExecutionEnvironment
from flinksim.datastream.connectors import DeliveryGuarantee
from flinksim.datastream.connectors.hybrid_source import HybridSource
from flinksim.datastream.connectors.kafka import (
    KafkaOffsetsInitializer,
    KafkaRecordSerializationSchema,
    KafkaSink,
    KafkaSource,
)
from flinksim.datastream.formats.json import JsonRowDeserializationSchema
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.external_data.bind_jobs import BoundJobs, apply_bindings
from flinksim.external_data.binding import BindingSettings, SourceBinding, parse_source
from flinksim.runtime.minicluster import RunSettings
from flinksim.simulation.simulation import Simulation

TEXT = SimpleStringSchema()
ROW = Types.ROW_NAMED(["user", "amount"], [Types.STRING(), Types.INT()])


def _source(schema: Any = TEXT, **offsets: Any) -> KafkaSource:
    builder = KafkaSource.builder().set_bootstrap_servers("b").set_topics("t").set_group_id("g")
    builder.set_value_only_deserializer(schema)
    if "start" in offsets:
        builder.set_starting_offsets(offsets["start"])
    if "stop" in offsets:
        builder.set_bounded(offsets["stop"])
    return builder.build()


def _kcat(path: Path, per_partition: int, partitions: int = 2, step_ms: int = 3_000) -> Path:
    lines = [
        {"topic": "t", "partition": p, "offset": n, "ts": step_ms * n, "key": "ab"[p], "payload": f"{'ab'[p]}{n}"}
        for n in range(per_partition)
        for p in range(partitions)
    ]  # fmt: skip
    path.write_text("\n".join(map(json.dumps, lines)))
    return path


def _bind(path: Path | str) -> BindingSettings:
    return BindingSettings((SourceBinding("t", str(path)),))


def _run(settings: BindingSettings, source: KafkaSource) -> list[Any]:
    env = StreamExecutionEnvironment.get_execution_environment()
    stream = env.from_source(source, WatermarkStrategy.no_watermarks(), "kafka")
    with apply_bindings(settings), stream.execute_and_collect() as results:
        return list(results)


def test_values_go_through_the_schema_of_the_program(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text('{"user": "a", "amount": 3}\n{"user": "b"}\n')
    schema = JsonRowDeserializationSchema.builder().type_info(ROW).build()
    rows = _run(_bind(path), _source(schema))
    assert [(row["user"], row["amount"]) for row in rows] == [("a", 3), ("b", None)]


def test_a_value_that_the_schema_rejects_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text('{"user": "a"}\nno json\n')
    schema = JsonRowDeserializationSchema.builder().type_info(ROW).build()
    with pytest.raises(Exception, match=r"t\.jsonl:2: JsonRowDeserializationSchema cannot read"):
        _run(_bind(path), _source(schema))


def test_offsets_select_the_messages(tmp_path: Path) -> None:
    path = _kcat(tmp_path / "t.jsonl", 3, partitions=1)
    initializers = KafkaOffsetsInitializer
    assert _run(_bind(path), _source(start=initializers.timestamp(3_000))) == ["a1", "a2"]
    assert _run(_bind(path), _source(stop=initializers.timestamp(3_000))) == ["a0"]
    assert _run(_bind(path), _source(start=initializers.latest())) == ["a0", "a1", "a2"]


def test_a_source_without_a_file_says_what_to_bind() -> None:
    with pytest.raises(UnboundSourceError, match=r"'kafka': Kafka t .*\n.*\n.*--source t=FILE"):
        _run(BindingSettings(), _source())


def test_a_binding_that_fits_nothing_lists_the_names(tmp_path: Path) -> None:
    settings = BindingSettings((parse_source(f"u={tmp_path}/x.txt"),))
    with pytest.raises(BindingError, match=r"no source has this name. Names: kafka, t"):
        _run(settings, _source())


def _count(env: StreamExecutionEnvironment, source: Any) -> None:
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
    stream = env.from_source(source, strategy, "topic")
    pairs = stream.map(lambda value: (value[0], 1), Types.TUPLE([Types.STRING(), Types.INT()]))
    windows = pairs.key_by(lambda pair: pair[0]).window(
        TumblingEventTimeWindows.of(Time.seconds(10))
    )
    windows.sum(1).name("windows").print()


@pytest.mark.parametrize(("parallelism", "fires"), [(2, True), (4, False)])
def test_subtasks_without_a_partition_hold_the_watermark_back(
    tmp_path: Path, parallelism: int, fires: bool
) -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(parallelism)
    _count(env, _source())
    pipeline = BoundJobs(_bind(_kcat(tmp_path / "t.jsonl", 6))).bind(env.pipeline(), True)
    simulation = Simulation(pipeline, RunSettings()).run()
    fired = [event for event in simulation.trace.events if type(event).__name__ == "WindowFired"]
    assert bool(fired) is fires
    assert simulation.status == "RUNNING"
    assert simulation.cluster.is_waiting_for_input
    if not fires:
        answer = str(simulation.why("why has window [0, 10000) of a not fired"))
        assert "no record" in answer.lower() or "watermark" in answer.lower()


def test_a_recording_can_be_declared_bounded(tmp_path: Path) -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(4)
    _count(env, _source())
    path = _kcat(tmp_path / "t.jsonl", 6)
    pipeline = BoundJobs(_bind(f"{path} bounded")).bind(env.pipeline(), True)
    assert Simulation(pipeline, RunSettings()).run().status == "FINISHED"


@pytest.mark.parametrize("guarantee", [DeliveryGuarantee.NONE, DeliveryGuarantee.EXACTLY_ONCE])
def test_what_a_sink_wrote_can_be_read_as_a_recording(
    tmp_path: Path, guarantee: DeliveryGuarantee
) -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    if guarantee is DeliveryGuarantee.EXACTLY_ONCE:
        env.enable_checkpointing(1_000, CheckpointingMode.EXACTLY_ONCE)
    serializer = KafkaRecordSerializationSchema.builder().set_topic("out")
    serializer.set_key_serialization_schema(TEXT).set_value_serialization_schema(TEXT)
    sink = KafkaSink.builder().set_bootstrap_servers("b").set_transactional_id_prefix("p")
    sink.set_delivery_guarantee(guarantee).set_record_serializer(serializer.build())
    env.from_source(_source(), WatermarkStrategy.no_watermarks(), "kafka").sink_to(sink.build())
    path, out = _kcat(tmp_path / "t.jsonl", 2), tmp_path / "out.jsonl"
    settings = BindingSettings((SourceBinding("t", str(path)),), {"out": str(out)})
    with apply_bindings(settings) as jobs:
        env.execute()
    assert sorted(message.value for message in jobs.read_written("out")) == [
        b"a0",
        b"a1",
        b"b0",
        b"b1",
    ]
    again = read_recording(str(out), "x", RecordingOptions()).messages
    assert [(each.topic, each.offset, each.key) for each in again[:2]] == [
        ("out", 0, b"a0"), ("out", 1, b"b0"),
    ]  # fmt: skip
    assert {each.timestamp for each in again} == {0, 3_000}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one\ntwo\n", [(b"one", 1_704_067_200_000), (b"two", 1_704_067_201_000)]),
        ('[{"a": 1}, {"a": 2}]', [(b'{"a": 1}', 1_704_067_200_000), (b'{"a": 2}', 1_704_067_201_000)]),
        ("CreateTime:7\tPartition:1\tOffset:5\tk\tv\n", [(b"v", 7)]),
        ('{"topic": "t", "partition": 0, "offset": 3, "ts": 9, "key": null, "payload": "p"}', [(b"p", 9)]),
        ("split,arrival,v\np,5,x\n", [(b'{"v": "x"}', 5)]),
    ],
)  # fmt: skip
def test_forms_of_recordings(tmp_path: Path, text: str, expected: list[Any]) -> None:
    path = tmp_path / ("log.csv" if text.startswith("split") else "log.txt")
    path.write_text(text)
    messages = read_recording(str(path), "t", RecordingOptions()).messages
    assert [(each.value, each.timestamp) for each in messages] == expected


def test_a_folder_has_a_file_for_each_partition(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).write_text(f'{{"at": "2024-01-01T00:00:0{"ab".index(name)}Z"}}\n')
    options = RecordingOptions(timestamp="at")
    messages = read_recording(str(tmp_path), "t", options).messages
    assert [(each.partition, each.timestamp) for each in messages] == [
        (0, 1_704_067_200_000), (1, 1_704_067_201_000),
    ]  # fmt: skip


PROGRAM = """
import json
from pyflink.common import SimpleStringSchema, WatermarkStrategy
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.connectors.kafka import KafkaSource
env = StreamExecutionEnvironment.get_execution_environment()
source = (KafkaSource.builder().set_bootstrap_servers("b").set_topics("orders").set_group_id("g")
          .set_value_only_deserializer(SimpleStringSchema()).build())
def parse(text):
    data = json.loads(text)
    return data["user"], float(data["amount"]) * 2
env.from_source(source, WatermarkStrategy.no_watermarks(), "k").map(parse).print()
env.execute()
"""


def test_the_shell_asks_for_a_file_or_generates_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    assert main(["plan", str(program)]) == 0
    assert "Source: k" in capsys.readouterr().out
    assert main(["run", str(program)]) == 1
    assert f"flinksim run {program} --source orders=FILE" in capsys.readouterr().err
    assert main(["run", str(program), "--sample", "20"]) == 0
    first, err = capsys.readouterr()
    assert len(first.splitlines()) == 20
    assert "as JSON with the fields that the program reads: user, amount" in err
    assert "waiting for input" in err
    assert main(["run", str(program), "--sample", "20"]) == 0
    assert capsys.readouterr().out == first


def test_a_settings_file_beside_the_program_binds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "flinksim.toml").write_text('[sources]\norders = "orders.txt"\n')
    (tmp_path / "orders.txt").write_text('{"user": "u", "amount": "1.5"}\n')
    assert main(["run", str(tmp_path / "program.py")]) == 0
    assert capsys.readouterr().out == "('u', 3.0)\n"


def test_bindings_in_python(tmp_path: Path) -> None:
    import flinksim as fs

    path = tmp_path / "t.txt"
    path.write_text("one\ntwo\n")
    env = StreamExecutionEnvironment.get_execution_environment()
    stream = env.from_source(_source(), WatermarkStrategy.no_watermarks(), "kafka")
    with fs.bindings({"t": path}) as jobs, stream.execute_and_collect() as results:
        assert list(results) == ["one", "two"]
    assert "2 messages" in jobs.notes[0]


def test_old_names_are_accepted_with_a_note(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "from pyflink.common.serialization import SimpleStringSchema\n"
        "from pyflink.datastream import StreamExecutionEnvironment, TimeCharacteristic\n"
        "from pyflink.datastream.connectors import FlinkKafkaConsumer\n"
        "env = StreamExecutionEnvironment.get_execution_environment()\n"
        "env.set_stream_time_characteristic(TimeCharacteristic.EventTime)\n"
        "env.add_source(FlinkKafkaConsumer('t', SimpleStringSchema(), {})).print()\n"
        "env.execute()\n"
    )
    assert main(["run", str(program), "--sample", "3"]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 3
    assert f"{program}:2: TimeCharacteristic: gone since Flink 2.0" in err
    assert f"{program}:6: FlinkKafkaConsumer: gone since Flink 2.0; use KafkaSource" in err
    assert main(["run", str(program), "--flink", "2.3"]) == 1
    assert "TimeCharacteristic" in capsys.readouterr().err


def test_an_object_declared_as_a_map_is_a_map_of_its_attributes() -> None:
    class Point:
        def __init__(self) -> None:
            self.a, self.n = "x", 3

    env = StreamExecutionEnvironment.get_execution_environment()
    stream = env.from_collection([Point()], Types.MAP(Types.STRING(), Types.STRING()))
    with stream.execute_and_collect() as results:
        (value,) = results
    # Recorded from PyFlink 2.3.0.
    assert value == {"a": "x", "n": "3", "__class__": f"{__name__}.{Point.__qualname__}"}


EXACTLY_ONCE = """
from pyflink.common import SimpleStringSchema, Types, WatermarkStrategy
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.connectors import DeliveryGuarantee
from pyflink.datastream.connectors.kafka import (
    KafkaRecordSerializationSchema, KafkaSink, KafkaSource
)
env = StreamExecutionEnvironment.get_execution_environment()
env.enable_checkpointing(3000)
source = KafkaSource.builder().set_bootstrap_servers("x").set_topics("in") \\
    .set_value_only_deserializer(SimpleStringSchema()).build()
record = KafkaRecordSerializationSchema.builder().set_topic("out") \\
    .set_value_serialization_schema(SimpleStringSchema()).build()
sink = KafkaSink.builder().set_bootstrap_servers("x").set_record_serializer(record) \\
    .set_delivery_guarantee(DeliveryGuarantee.EXACTLY_ONCE).set_transactional_id_prefix("t").build()
env.from_source(source, WatermarkStrategy.no_watermarks(), "in").sink_to(sink)
env.execute()
"""


def test_what_a_failure_aborts_is_written_but_invisible(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program, lines, out = (tmp_path / name for name in ("job.py", "in.txt", "out.jsonl"))
    program.write_text(EXACTLY_ONCE)
    lines.write_text("".join(f"{number}\n" for number in range(12)))
    bound = ["--source", f"in={lines}", "--sink", f"out={out}", "--dialect", "java"]
    seen = set()
    for step in range(10, 60, 4):
        assert main(["run", str(program), *bound, "--crash", f"tm0@{step}", "--quiet"]) == 0
        written = [json.loads(line) for line in out.read_text().splitlines()]
        states: dict[str, list[str]] = {"committed": [], "open": [], "aborted": []}
        for one in written:
            states[one["transaction"]].append(one["payload"])
        assert [one["offset"] for one in written] == sorted({one["offset"] for one in written})
        # Each record is visible once, or will be with the next checkpoint.
        visible = [*states["committed"], *states["open"]]
        assert sorted(visible, key=int) == [str(number) for number in range(12)]
        assert set(states["aborted"]) <= set(visible)
        seen |= {state for state, payloads in states.items() if payloads}
        err = capsys.readouterr().err
        assert ("aborted" in err) is bool(states["aborted"])
    assert seen >= {"committed", "aborted"}


WATERMARKS_BEHIND_A_MAP = """
import json
from pyflink.common import Duration, SimpleStringSchema, Time, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.connectors.kafka import KafkaSource
from pyflink.datastream.window import TumblingEventTimeWindows
class Time_of(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]
env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(2)
source = (KafkaSource.builder().set_bootstrap_servers("b").set_topics("clicks").set_group_id("g")
          .set_value_only_deserializer(SimpleStringSchema()).build())
clicks = env.from_source(source, WatermarkStrategy.no_watermarks(), "clicks").map(
    lambda text: tuple(json.loads(text)), Types.TUPLE([Types.STRING(), Types.LONG()]))
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
clicks.assign_timestamps_and_watermarks(strategy.with_timestamp_assigner(Time_of())).key_by(
    lambda click: click[0]).window(TumblingEventTimeWindows.of(Time.seconds(10))).max(1).print()
env.execute()
"""


def test_a_subtask_without_a_partition_is_named_as_the_cause(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program, lines = tmp_path / "job.py", tmp_path / "in.txt"
    program.write_text(WATERMARKS_BEHIND_A_MAP)
    lines.write_text("".join(f'["a", {2_000 * number}]\n' for number in range(20)))
    command = ["why", str(program), "why is there no output", "--source", f"clicks={lines}"]
    assert main(command) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "“Source: clicks 2/2” has no split: the source has 1 split for 2 subtasks." in text
    assert "Set the parallelism of “clicks” to 1 (now 2)" in text


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ('["a", 1]\n["b", 2]\n', ['["a", 1]', '["b", 2]']),
        ("[INFO] started\n[INFO] ended\n", ["[INFO] started", "[INFO] ended"]),
        ('["a", "b"]\n', ["a", "b"]),
        ('[\n"a",\n"b"\n]\n', ["a", "b"]),
        ('["a"\n,"b"]\n', ["a", "b"]),
    ],
)
def test_lines_that_start_with_a_bracket_are_values_unless_they_form_an_array(
    text: str, values: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "in.txt"
    file.write_text(text)
    messages = read_recording(str(file), "t", RecordingOptions()).messages
    assert [one.value.decode() for one in messages if one.value is not None] == values


def test_a_hybrid_source_reads_the_partitions_of_a_source_by_arrival_then_the_next_source(
    tmp_path: Path,
) -> None:
    hybrid = (
        HybridSource.builder(_source(stop=KafkaOffsetsInitializer.latest()))
        .add_source(_source())
        .build()
    )
    env = StreamExecutionEnvironment.get_execution_environment()
    stream = env.from_source(hybrid, WatermarkStrategy.no_watermarks(), "kafka", Types.STRING())
    settings = _bind(f"{_kcat(tmp_path / 't.jsonl', 2)} bounded")
    with apply_bindings(settings), stream.execute_and_collect() as results:
        assert list(results) == ["a0", "b0", "a1", "b1"] * 2


@pytest.mark.parametrize(
    ("returned", "unit"),
    [
        ("v['at']", 1),
        ("int(v['at'])", 1),
        ("int(v['at'] * 1000)", 1_000),
        ("v['at'] * 1000", 1_000),
    ],
)
def test_a_sample_has_times_in_the_unit_that_a_timestamp_assigner_returns(
    returned: str, unit: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "job.py"
    program.write_text(
        WATERMARKS_BEHIND_A_MAP.replace("return value[1]", f"v = value\n        return {returned}")
        .replace(
            "tuple(json.loads(text)), Types.TUPLE([Types.STRING(), Types.LONG()])",
            "json.loads(text)",
        )
        .replace("click: click[0]", "click: click['user']")
        .replace(".max(1).print()", ".reduce(lambda a, b: b).print()")
    )
    assert main(["run", str(program), "--sample", "60", "--parallelism", "1"]) == 0
    printed = capsys.readouterr().out.splitlines()
    rows = [literal_eval(line.partition("> ")[2]) for line in printed]
    assert rows
    assert all(1.6e12 < row["at"] * unit < 1.8e12 for row in rows)
