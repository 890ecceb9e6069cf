"""What PyFlink's tests of the environment, of its settings and of its sources and sinks exercise."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import pytest
from pyflink.common import (
    Configuration,
    Duration,
    ExecutionConfig,
    JsonRowDeserializationSchema,
    JsonRowSerializationSchema,
    RestartStrategies,
    Row,
    Types,
    WatermarkStrategy,
)
from pyflink.common.serialization import Encoder, SimpleStringSchema
from pyflink.datastream import (
    CheckpointConfig,
    CheckpointingMode,
    HashMapStateBackend,
    RuntimeExecutionMode,
    SlotSharingGroup,
    StreamExecutionEnvironment,
)
from pyflink.datastream.connectors import NumberSequenceSource, StreamingFileSink
from pyflink.datastream.connectors.file_system import (
    BucketAssigner,
    FileCompactor,
    FileCompactStrategy,
    FileEnumeratorProvider,
    FileSink,
    FileSource,
    FileSplitAssignerProvider,
    OutputFileConfig,
    RollingPolicy,
    StreamFormat,
)
from pyflink.datastream.connectors.hybrid_source import HybridSource
from pyflink.datastream.formats.csv import (
    CsvReaderFormat,
    CsvRowDeserializationSchema,
    CsvRowSerializationSchema,
    CsvSchema,
)
from pyflink.pyflink_gateway_server import on_windows
from pyflink.table import DataTypes, StreamTableEnvironment


@pytest.fixture
def env():
    return StreamExecutionEnvironment.get_execution_environment().set_parallelism(2)


# --- settings ------------------------------------------------------------------------------------


def test_settings_are_what_they_were_set_to(env):
    env.set_max_parallelism(12).set_buffer_timeout(12_000)
    env.enable_checkpointing(30_000, CheckpointingMode.AT_LEAST_ONCE)
    env.set_runtime_mode(RuntimeExecutionMode.BATCH)
    env.register_slot_sharing_group(SlotSharingGroup.builder("g").build())
    assert isinstance(env.get_config(), ExecutionConfig)
    assert isinstance(env.get_checkpoint_config(), CheckpointConfig)
    assert (env.get_parallelism(), env.get_max_parallelism()) == (2, 12)
    assert (env.get_buffer_timeout(), env.get_default_local_parallelism()) == (12_000, 1)
    assert env.get_checkpoint_interval() == 30_000
    assert env.get_checkpointing_mode() == CheckpointingMode.AT_LEAST_ONCE
    assert env.is_chaining_enabled()
    assert not env.disable_operator_chaining().is_chaining_enabled()


def test_options_of_a_configuration_take_effect(env):
    options = Configuration()
    options.set_string("pipeline.operator-chaining.enabled", "false")
    options.set_string("execution.buffer-timeout.interval", "1 min")
    options.set_string("execution.checkpointing.timeout", "12000")
    options.set_string("python.fn-execution.bundle.size", "1")
    env.configure(options)
    assert not env.is_chaining_enabled()
    assert env.get_buffer_timeout() == 60_000
    assert env.get_checkpoint_config().get_checkpoint_timeout() == 12_000


def test_what_belongs_to_a_cluster_is_accepted(env):
    assert RestartStrategies.fixed_delay_restart(3, 100) is not None
    assert HashMapStateBackend() is not None
    env.enable_changelog_state_backend(True)
    assert env.is_changelog_state_backend_enabled()
    assert env.from_collection([1]).execute_and_collect().next() == 1


def test_execute_tells_the_job_and_leaves_an_empty_environment(env):
    env.from_collection([1]).print()
    client = env.execute_async("async")
    result = client.get_job_execution_result().result()
    assert str(client.get_job_id()) == str(result.get_job_id())
    assert result.get_net_runtime() >= 0
    assert result.get_all_accumulator_results() == {}
    with pytest.raises(Exception, match="No operators defined in streaming topology"):
        env.execute()


def test_a_python_file_can_be_imported_while_the_job_runs(env, tmp_path):
    (tmp_path / "brought_along.py").write_text("def add_two(a):\n    return a + 2\n")
    env.add_python_file(str(tmp_path / "brought_along.py"))

    def plus_two(value):
        from brought_along import add_two

        return add_two(value)

    assert sorted(env.from_collection([1, 2]).map(plus_two).execute_and_collect()) == [3, 4]
    with pytest.raises(ModuleNotFoundError):
        import brought_along  # noqa: F401


def test_an_archive_can_be_read_while_the_job_runs(env, tmp_path):
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "data.txt").write_text("2")
    archive = shutil.make_archive(str(tmp_path / "packed"), "zip", tmp_path / "content")
    env.add_python_archive(archive, "data")
    before = Path.cwd()

    def add_from_file(value):
        return value + int(Path("data/data.txt").read_text())

    assert list(env.from_collection([1]).map(add_from_file).execute_and_collect()) == [3]
    assert Path.cwd() == before


def test_a_file_that_is_not_there_is_told(env):
    env.add_python_file("nowhere.py")
    with pytest.raises(FileNotFoundError, match=r"nowhere\.py does not exist"):
        env.from_collection([1]).execute_and_collect()


def test_a_table_environment_stands_over_the_stream_environment(env):
    tables = StreamTableEnvironment.create(env)
    table = tables.from_elements([(1,)], DataTypes.ROW([DataTypes.FIELD("id", DataTypes.INT())]))
    assert table.get_schema().get_field_names() == ["id"]


# --- sources and sinks ---------------------------------------------------------------------------


def test_a_number_sequence_and_one_source_after_another(env):
    numbers = env.from_source(
        NumberSequenceSource(1, 5), WatermarkStrategy.no_watermarks(), "numbers", Types.LONG()
    )
    assert sorted(numbers.execute_and_collect()) == [1, 2, 3, 4, 5]
    hybrid = (
        HybridSource.builder(NumberSequenceSource(1, 2))
        .add_source(NumberSequenceSource(7, 8))
        .build()
    )
    stream = env.from_source(hybrid, WatermarkStrategy.no_watermarks(), "hybrid", Types.LONG())
    assert list(stream.execute_and_collect()) == [1, 2, 7, 8]


def test_lines_of_files_go_to_files(env, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("one\ntwo\n")
    source = (
        FileSource.for_record_stream_format(
            StreamFormat.text_line_format(), str(tmp_path / "in" / "a.txt")
        )
        .process_static_file_set()
        .set_file_enumerator(FileEnumeratorProvider.default_splittable_file_enumerator())
        .set_split_assigner(FileSplitAssignerProvider.locality_aware_split_assigner())
        .build()
    )
    sink = (
        FileSink.for_row_format(str(tmp_path / "out"), Encoder.simple_string_encoder())
        .with_bucket_check_interval(1000)
        .with_bucket_assigner(BucketAssigner.base_path_bucket_assigner())
        .with_rolling_policy(RollingPolicy.on_checkpoint_rolling_policy())
        .with_output_file_config(
            OutputFileConfig.builder().with_part_prefix("pre").with_part_suffix(".txt").build()
        )
        .enable_compact(
            FileCompactStrategy.builder().set_size_threshold(1024).build(),
            FileCompactor.concat_file_compactor(b"\n"),
        )
        .build()
    )
    lines = env.from_source(source, WatermarkStrategy.no_watermarks(), "files")
    lines.map(lambda line: line.upper(), Types.STRING()).sink_to(sink)
    env.execute()
    parts = sorted((tmp_path / "out").iterdir())
    assert parts
    assert all(re.fullmatch(r"pre-[0-9a-f-]{36}-0\.txt", part.name) for part in parts)
    assert sorted("".join([part.read_text() for part in parts]).split()) == ["ONE", "TWO"]


def test_the_old_file_sink_leaves_its_parts_unfinished(env, tmp_path):
    sink = (
        StreamingFileSink.for_row_format(str(tmp_path), Encoder.simple_string_encoder())
        .with_rolling_policy(RollingPolicy.default_rolling_policy(part_size=1024))
        .with_output_file_config(OutputFileConfig("prefix", "suffix"))
        .build()
    )
    rows = env.from_collection([("ab", 1)], Types.ROW([Types.STRING(), Types.INT()]))
    rows.map(lambda row: row[0], Types.STRING()).add_sink(sink)
    env.execute()
    # in the folder of the first hour, as no assigner is named
    assert [folder.name for folder in tmp_path.iterdir()] == ["1970-01-01--00"]
    assert all(file.name.startswith(".prefix") for file in tmp_path.glob("*/*"))
    assert "".join([file.read_text() for file in tmp_path.rglob(".prefix*")]) == "ab\n"


def csv_source(tmp_path, schema, text):
    (tmp_path / "a.csv").write_text(text)
    format_ = CsvReaderFormat.for_schema(schema)
    return FileSource.for_record_stream_format(format_, str(tmp_path / "a.csv")).build()


def test_rows_of_a_csv_file(env, tmp_path):
    schema = (
        CsvSchema.builder()
        .add_string_column("name")
        .add_number_column("amount", number_type=DataTypes.INT())
        .add_number_column("price", number_type=Types.DOUBLE())
        .add_boolean_column("open")
        .add_array_column("tags", separator="#", element_type=DataTypes.STRING())
        .set_column_separator("|")
        .set_null_value("-")
        .set_use_header()
        .build()
    )
    assert schema.size() == 5
    source = csv_source(tmp_path, schema, 'name|amount|price|open|tags\n"a|b"|3|-|true|x#y\n')
    stream = env.from_source(source, WatermarkStrategy.no_watermarks(), "csv")
    assert list(stream.execute_and_collect()) == [
        Row(name="a|b", amount=3, price=None, open=True, tags=["x", "y"])
    ]


def test_a_csv_line_that_does_not_fit_is_told_with_its_column(env, tmp_path):
    schema = CsvSchema.builder().add_string_column("name").add_number_column("amount").build()
    source = csv_source(tmp_path, schema, "a,1\nb,two\n")
    stream = env.from_source(source, WatermarkStrategy.no_watermarks(), "csv")
    with pytest.raises(
        Exception, match=r"CSV line 2.*column 'amount': cannot read a value from 'two'"
    ):
        list(stream.execute_and_collect())


def test_schemas_turn_rows_into_bytes_and_back():
    row_type = Types.ROW_NAMED(["id", "name"], [Types.INT(), Types.STRING()])
    writer = JsonRowSerializationSchema.builder().with_type_info(row_type).build()
    assert writer.serialize(Row(1, "é")) == '{"id":1,"name":"é"}'.encode()
    reader = JsonRowDeserializationSchema.builder().type_info(row_type).build()
    assert reader.deserialize(b'{"id": 7, "other": 0}') == Row(id=7, name=None)
    strict = JsonRowDeserializationSchema.builder().type_info(row_type).fail_on_missing_field()
    with pytest.raises(ValueError, match="Could not find field with name 'name'"):
        strict.build().deserialize(b'{"id": 7}')
    lenient = JsonRowDeserializationSchema.builder().type_info(row_type).ignore_parse_errors()
    assert lenient.build().deserialize(b"no JSON") is None
    csv_writer = CsvRowSerializationSchema.Builder(row_type).set_field_delimiter(";").build()
    assert csv_writer.serialize(Row(1, "a;b")) == b'1;"a;b"'
    csv_reader = CsvRowDeserializationSchema.Builder(row_type).set_field_delimiter(";").build()
    assert csv_reader.deserialize(b'1;"a;b"') == Row(id=1, name="a;b")
    assert SimpleStringSchema().deserialize(b"text") == "text"


def test_builders_of_connectors_demand_what_flinks_do():
    from pyflink.datastream.connectors.elasticsearch import Elasticsearch7SinkBuilder
    from pyflink.datastream.connectors.kafka import KafkaOffsetsInitializer, KafkaSource

    for build, demand in (
        (lambda: KafkaSource.builder().build(), "Property bootstrap.servers is required"),
        (lambda: Elasticsearch7SinkBuilder().build(), "emitter must be set"),
    ):
        with pytest.raises(Exception, match=demand):
            build()
    source = (
        KafkaSource.builder()
        .set_bootstrap_servers("localhost:9092")
        .set_topics("orders")
        .set_starting_offsets(KafkaOffsetsInitializer.earliest())
        .set_value_only_deserializer(SimpleStringSchema())
        .build()
    )
    assert type(source) is KafkaSource


def test_a_duration_is_a_duration():
    assert Duration.of_seconds(2) == Duration.of_millis(2000)


def test_the_python_executable_is_told_while_the_job_runs(env):
    def variable(name):
        import os

        return os.environ[name]

    env.set_python_executable("/usr/bin/python")
    told = list(env.from_collection(["python"]).map(variable).execute_and_collect())
    assert told == ["/usr/bin/python"]
    assert "python" not in os.environ


def test_older_names_of_options_and_lists_of_every_form_are_understood():
    options = Configuration().set_string("execution.buffer-timeout", "1 min")
    env = StreamExecutionEnvironment.get_execution_environment(options)
    assert env.get_buffer_timeout() == 60_000
    for text in ("[a, b]", "a;b", "- a\n- b"):
        assert Configuration.parse_list_value(text) == ["a", "b"]
    assert on_windows() is (sys.platform == "win32")


def test_a_decimal_of_a_csv_file_is_rounded_and_columns_can_be_taken_over(env, tmp_path):
    (tmp_path / "a.csv").write_text("1.5|2.345|1;2\n")
    first = (
        CsvSchema.builder()
        .add_number_column("whole", DataTypes.DECIMAL(2, 0))
        .add_number_column("part", DataTypes.DECIMAL(5, 2))
        .add_array_column("numbers", ";", DataTypes.INT())
        .build()
    )
    schema = CsvSchema.builder().add_columns_from(first).set_column_separator("|").build()
    source = FileSource.for_record_stream_format(
        CsvReaderFormat.for_schema(schema), str(tmp_path / "a.csv")
    ).build()
    rows = env.from_source(source, WatermarkStrategy.no_watermarks(), "csv")
    (row,) = rows.map(lambda row: row).execute_and_collect()
    assert (str(row.whole), str(row.part), row.numbers) == ("2", "2.35", [1, 2])
