from __future__ import annotations

import contextvars
import json
from pathlib import Path
from typing import Any

import pytest

from flinksim.common import (
    Configuration,
    JobClient,
    JobExecutionResult,
    JobID,
    Types,
    WatermarkStrategy,
)
from flinksim.connectors.collection_sources import CollectionSource, NumberSequenceSource
from flinksim.connectors.sinks import CollectSink
from flinksim.datastream import (
    CheckpointingMode,
    RuntimeExecutionMode,
    SlotSharingGroup,
    SourceFunction,
    StreamExecutionEnvironment,
)
from flinksim.datastream.pipeline_executor import EXECUTORS, Pipeline, get_executor
from flinksim.datastream.transformations import SinkSpec, SourceSpec
from flinksim.runtime.failure_report import JobExecutionError


class RecordingExecutor:
    """Keeps the pipelines it is given, and answers each as if it had run."""

    pipelines: list[Pipeline] = []
    values: list[Any] = []
    error: Exception | None = None

    def execute(self, pipeline: Pipeline) -> JobClient:
        self.pipelines.append(pipeline)
        for sink in pipeline.sinks:
            assert isinstance(sink.spec, SinkSpec)
            if isinstance(sink.spec.sink, CollectSink):
                sink.spec.sink.results.extend(self.values)
        return JobClient(JobID(), JobExecutionResult(JobID(), 5), self.error)


@pytest.fixture
def executor(monkeypatch: pytest.MonkeyPatch) -> type[RecordingExecutor]:
    monkeypatch.setitem(EXECUTORS, "local", f"{__name__}:RecordingExecutor")
    monkeypatch.setattr("pkgutil.resolve_name", lambda name: RecordingExecutor)
    monkeypatch.setattr(RecordingExecutor, "pipelines", [])
    monkeypatch.setattr(RecordingExecutor, "values", [])
    monkeypatch.setattr(RecordingExecutor, "error", None)
    return RecordingExecutor


@pytest.fixture
def env() -> StreamExecutionEnvironment:
    return StreamExecutionEnvironment.get_execution_environment()


def test_the_defaults_are_flinks(env: StreamExecutionEnvironment) -> None:
    assert env.get_parallelism() == 1
    assert env.get_max_parallelism() == -1
    assert env.get_buffer_timeout() == 100
    assert env.is_chaining_enabled()
    assert env.is_chaining_of_operators_with_different_max_parallelism_enabled()
    assert env.get_checkpoint_interval() == -1
    assert env.get_checkpointing_mode() is CheckpointingMode.AT_LEAST_ONCE
    assert env.get_default_savepoint_directory() is None
    assert env.is_changelog_state_backend_enabled() is None
    assert not env.is_unaligned_checkpoints_enabled()
    assert not env.is_force_unaligned_checkpoints()


def test_settings_are_read_back_and_given_to_the_pipeline(env: StreamExecutionEnvironment) -> None:
    group = SlotSharingGroup.builder("g").build()
    env.set_parallelism(4).set_max_parallelism(64).set_buffer_timeout(7).disable_operator_chaining()
    env.enable_checkpointing(1000).register_slot_sharing_group(group)
    env.set_runtime_mode(RuntimeExecutionMode.BATCH)
    env.get_config().set_auto_watermark_interval(50).enable_object_reuse()
    env.get_config().set_global_job_parameters({"k": 1})
    env.from_collection([1]).print()
    pipeline = env.pipeline("job")
    assert pipeline.job_name == "job"
    assert (pipeline.parallelism, pipeline.max_parallelism) == (4, 64)
    assert (pipeline.buffer_timeout_ms, pipeline.auto_watermark_interval_ms) == (7, 50)
    assert (pipeline.chaining_enabled, pipeline.object_reuse) == (False, True)
    assert pipeline.checkpoint_interval_ms == 1000
    assert env.get_checkpointing_mode() is CheckpointingMode.EXACTLY_ONCE
    assert pipeline.job_parameters == (("k", "1"),)
    assert pipeline.slot_sharing_groups == (group,)
    assert pipeline.runtime_mode is RuntimeExecutionMode.BATCH
    assert env.set_buffer_timeout(-1).get_buffer_timeout() == -1


def test_options_of_a_configuration_are_honoured() -> None:
    configuration = Configuration.from_dict(
        {
            "parallelism.default": "3",
            "pipeline.max-parallelism": "12",
            "execution.buffer-timeout.interval": "5 ms",
            "pipeline.auto-watermark-interval": "1 s",
            "pipeline.operator-chaining.enabled": "false",
            "pipeline.name": "named",
        }
    )
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    configuration.set_string("parallelism.default", "9")
    env.from_collection([1]).print()
    pipeline = env.pipeline()
    assert (pipeline.parallelism, pipeline.max_parallelism) == (3, 12)
    assert (pipeline.buffer_timeout_ms, pipeline.auto_watermark_interval_ms) == (5, 1000)
    assert (pipeline.chaining_enabled, pipeline.job_name) == (False, "named")
    env.configure(Configuration.from_dict({"parallelism.default": "5"}))
    assert env.get_parallelism() == 5


def test_two_environments_share_nothing(env: StreamExecutionEnvironment) -> None:
    other = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(7)
    assert other.get_parallelism() == 1
    assert env.from_collection([1]).transformation.id == 1
    assert other.from_collection([1]).transformation.id == 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda env: env.set_parallelism(0), "Parallelism must be at least one"),
        (lambda env: env.set_max_parallelism(0), "maxParallelism is out of bounds.*Found: 0"),
        (lambda env: env.set_max_parallelism(32769), "out of bounds.*Found: 32769"),
        (lambda env: env.set_buffer_timeout(-2), "Timeout of buffer must be non-negative or -1"),
        (lambda env: env.enable_checkpointing(5), "larger than or equal to 10 ms"),
        (lambda env: env.socket_text_stream("h", 0), "port is out of range.*found 0"),
    ],
)
def test_numbers_out_of_range_are_refused_in_flinks_words(
    env: StreamExecutionEnvironment, call: Any, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        call(env)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda env: env.set_parallelism("2"), r"set_parallelism\(parallelism\).*found '2'"),
        (lambda env: env.set_runtime_mode("BATCH"), r"set_runtime_mode\(execution_mode\)"),
        (lambda env: env.from_collection("abc"), "expected a list of values, found 'abc'"),
        (lambda env: env.from_collection(5), "expected a list of values, found 5"),
        (lambda env: env.from_collection([1], int), r"from_collection\(type_info\)"),
        (
            lambda env: env.from_source([1], WatermarkStrategy.no_watermarks(), "x"),
            "expected a flinksim Source",
        ),
        (
            lambda env: env.from_source(NumberSequenceSource(1, 2), None, "x"),
            r"from_source\(watermark_strategy\) was given None",
        ),
        (lambda env: env.add_source(5), "add_source: expected a flinksim Source"),
        (lambda env: env.socket_text_stream("h", "9000"), r"socket_text_stream\(port\)"),
        (lambda env: env.get_execution_environment({}), r"configuration\) was given {}"),
        (
            lambda env: env.create_input(None),
            r"create_input\(input_format\): expected an InputFormat",
        ),
    ],
)
def test_what_is_of_the_wrong_kind_is_refused_by_method_and_argument(
    env: StreamExecutionEnvironment, call: Any, message: str
) -> None:
    with pytest.raises((TypeError, NotImplementedError), match=message):
        call(env)


def test_an_unknown_runtime_mode_names_the_option() -> None:
    configuration = Configuration.from_dict({"execution.runtime-mode": "fast"})
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.from_collection([1]).print()
    with pytest.raises(ValueError, match=r"execution\.runtime-mode.*STREAMING, BATCH.*'FAST'"):
        env.pipeline()


# --- sources


def source_of(stream: Any) -> SourceSpec:
    spec = stream.transformation.spec
    assert isinstance(spec, SourceSpec)
    return spec


def test_sources_have_flinks_names_kinds_and_parallelism(
    env: StreamExecutionEnvironment, tmp_path: Path
) -> None:
    env.set_parallelism(4)
    path = tmp_path / "lines.txt"
    path.write_text("a\nb\n", encoding="utf-8")
    collection = CollectionSource([1])
    made = [
        env.from_collection([1]),
        env.from_data(1, 2),
        env.from_sequence(1, 3),
        env.from_source(collection, WatermarkStrategy.no_watermarks(), "mine"),
        env.add_source(collection),
        env.add_source(SourceFunction(collection), "old"),
        env.socket_text_stream("localhost", 9000),
        env.read_text_file(str(path)),
    ]
    told = [
        (s.transformation.name, source_of(s).legacy, s.transformation.parallelism) for s in made
    ]
    assert told == [
        ("Collection Source", True, 1),
        ("Collection Source", False, 1),
        ("Sequence Source", False, 4),
        ("mine", False, 4),
        ("Custom Source", True, 1),
        ("old", True, 1),
        ("Socket Stream", True, 1),
        ("Custom File Source", True, 1),
    ]
    assert made[6].get_type() == Types.STRING()
    assert source_of(made[7]).source.values == ("a", "b")


def test_a_file_that_is_not_there_is_named(env: StreamExecutionEnvironment) -> None:
    env.read_text_file("nowhere.txt").print()
    assert "Custom File Source" in env.get_execution_plan()
    with pytest.raises(JobExecutionError, match=r"nowhere\.txt"):
        env.execute()


# --- execution


def test_a_program_without_operators_is_refused_in_flinks_words(
    env: StreamExecutionEnvironment,
) -> None:
    for call in (env.execute, env.execute_async, env.get_execution_plan, env.pipeline):
        with pytest.raises(RuntimeError) as refusal:
            call()
        assert str(refusal.value).startswith(
            "No operators defined in streaming topology. Cannot execute."
        )
    env.from_collection([1])
    with pytest.raises(RuntimeError, match="No operators defined"):
        env.execute()


def test_after_execute_the_environment_is_empty_but_goes_on_counting(
    env: StreamExecutionEnvironment, executor: type[RecordingExecutor]
) -> None:
    env.set_parallelism(3)
    env.from_collection([1]).map(lambda value: value).print()
    assert env.execute("first").get_net_runtime() == 5
    assert [pipeline.job_name for pipeline in executor.pipelines] == ["first"]
    with pytest.raises(RuntimeError, match="No operators defined"):
        env.execute()
    assert env.from_collection([1]).transformation.id == 4
    assert env.get_parallelism() == 3


def test_a_pipeline_holds_what_operators_reach_in_creation_order(
    env: StreamExecutionEnvironment,
) -> None:
    unused = env.from_collection([0])
    source = env.from_collection([1])
    sink = source.rebalance().map(lambda value: value).print()
    pipeline = env.pipeline()
    assert [t.id for t in pipeline.transformations] == [2, 3, 4, 5]
    assert [t.id for t in pipeline.operators] == [4, 5]
    assert pipeline.sinks == (sink.transformation,)
    assert pipeline.next_transformation_id == 6
    assert unused.transformation not in pipeline.transformations


def test_execute_raises_the_jobs_error_and_execute_async_keeps_it(
    env: StreamExecutionEnvironment, executor: type[RecordingExecutor]
) -> None:
    executor.error = ValueError("broken")
    env.from_collection([1]).print()
    client = env.execute_async("job")
    assert isinstance(client.get_job_execution_result().exception(), ValueError)
    env.from_collection([1]).print()
    with pytest.raises(ValueError, match="broken"):
        env.execute()


def test_execute_and_collect_gives_the_values(
    env: StreamExecutionEnvironment, executor: type[RecordingExecutor]
) -> None:
    executor.values = [1, 2, 3]
    stream = env.from_collection([1])
    with stream.execute_and_collect("named") as results:  # type: ignore[union-attr]
        assert results.next() == 1
        assert list(results) == [2, 3]
        with pytest.raises(StopIteration):
            results.next()
    assert executor.pipelines[0].job_name == "named"
    sink = executor.pipelines[0].sinks[0]
    assert (sink.name, sink.parallelism) == ("Data stream collect sink", 1)
    assert stream.execute_and_collect(limit=2) == [1, 2]
    with pytest.raises(ValueError, match="Limit must be greater than 0"):
        stream.execute_and_collect(limit=0)


def test_execute_and_collect_gives_what_came_before_the_error_and_then_the_error(
    env: StreamExecutionEnvironment, executor: type[RecordingExecutor]
) -> None:
    executor.values, executor.error = [1, 2], ValueError("broken")
    results = iter(env.from_collection([1]).execute_and_collect())
    assert [next(results), next(results)] == [1, 2]
    with pytest.raises(ValueError, match="broken"):
        next(results)
    assert env.from_collection([1]).execute_and_collect(limit=1) == [1]
    with pytest.raises(ValueError, match="broken"):
        env.from_collection([1]).execute_and_collect(limit=3)


def test_execute_and_collect_raises_at_once_what_is_wrong_with_the_program(
    env: StreamExecutionEnvironment,
) -> None:
    stream = env.from_sequence(1, 3).forward().map(lambda value: value).set_parallelism(3)
    with pytest.raises(ValueError, match="Forward partitioning does not allow change"):
        stream.execute_and_collect()


def test_an_unknown_target_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"'cloud'. Supported values: local, spark"):
        get_executor(Configuration.from_dict({"execution.target": "cloud"}))


def test_a_target_that_cannot_be_imported_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EXECUTORS, "spark", "flinksim.no_such_module:Executor")
    with pytest.raises(ImportError, match=r"target 'spark' needs flinksim\.no_such_module"):
        get_executor(Configuration.from_dict({"execution.target": "spark"}))


def test_the_plan_is_flinks_json_and_leaves_the_program_as_it_is(
    env: StreamExecutionEnvironment,
) -> None:
    env.from_collection([1]).map(lambda value: value).sink_to(CollectSink())
    plan = env.get_execution_plan()
    assert env.get_execution_plan() == plan
    assert [node["type"] for node in json.loads(plan)["nodes"]] == [
        "Source: Collection Source",
        "Map",
        "Sink: Writer",
    ]
    assert plan.startswith('{\n  "nodes" : [ {\n    "id" : 1,\n    "type" : "Source: ')


def test_the_default_local_parallelism_is_that_of_environments_created_later(
    env: StreamExecutionEnvironment,
) -> None:
    def create_others() -> list[int]:
        env.set_default_local_parallelism(3)
        configured = Configuration.from_dict({"parallelism.default": "2"})
        others = [
            StreamExecutionEnvironment.get_execution_environment(each)
            for each in (None, configured)
        ]
        return [each.get_parallelism() for each in (env, *others)]

    # in Flink it is a static field, so that it is set for the whole program
    assert contextvars.copy_context().run(create_others) == [1, 3, 2]


def test_what_only_a_cluster_needs_is_taken_and_kept(env: StreamExecutionEnvironment) -> None:
    env.add_jars("file:///a.jar", "file:///b.jar")
    env.add_classpaths("file:///c")
    env.add_python_file("x.py")
    env.add_python_archive("x.zip")
    env.set_python_requirements("r.txt")
    env.set_python_executable("python3")
    env.register_cached_file("f", "name")
    env.set_default_savepoint_directory("file:///s")
    env.enable_changelog_state_backend(True)
    env.close()
    assert env.configuration.get_string("pipeline.jars", "") == "file:///a.jar;file:///b.jar"
    assert env.get_default_savepoint_directory() == "file:///s"
    assert env.is_changelog_state_backend_enabled() is True


def test_in_pyflink_a_source_takes_no_notice_of_a_timestamp_assigner() -> None:
    strategy = WatermarkStrategy.for_monotonous_timestamps()
    timed = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(
        lambda value, timestamp: value
    )

    def timestamp_of_seven(env: StreamExecutionEnvironment, given: WatermarkStrategy) -> int:
        spec = env.from_source(NumberSequenceSource(1, 2), given, "numbers").transformation.spec
        assert isinstance(spec, SourceSpec)
        assert spec.watermark_strategy is not None
        return spec.watermark_strategy.create_timestamp_assigner().extract_timestamp(7, 3)

    assert timestamp_of_seven(StreamExecutionEnvironment.get_execution_environment(), timed) == 7
    options = Configuration().set_string("flinksim.dialect", "pyflink")
    pyflink = StreamExecutionEnvironment.get_execution_environment(options)
    assert timestamp_of_seven(pyflink, strategy) == 3
    with pytest.warns(UserWarning, match="its timestamp assigner is ignored"):
        assert timestamp_of_seven(pyflink, timed) == 3
    assert timed.create_timestamp_assigner().extract_timestamp(7, 3) == 7
