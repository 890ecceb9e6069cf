"""``flinksim check`` tells with file and line what would not run on Flink."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from flinksim.cli import main

HEAD = """
import threading
from pyflink.common import Row, Types
from pyflink.datastream import StreamExecutionEnvironment
env = StreamExecutionEnvironment.get_execution_environment()
stream = env.from_collection([1], Types.INT())
"""
LINE = HEAD.count("\n") + 1


def check(tmp_path: Path, body: str, *options: str) -> int:
    path = tmp_path / "program.py"
    path.write_text(HEAD + body)
    return main(["check", str(path), *options])


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_of_a_program_that_runs_nothing_is_told(tmp_path, capsys):
    assert check(tmp_path, "stream.print()\nenv.execute()\n") == 0
    (told,) = lines(capsys)
    assert told.endswith(
        "program.py: 0 rejected by Flink, 0 not supported by flinksim, 0 warnings; 1 jobs run, 3 steps"
    )


def test_what_cannot_be_pickled_is_refused_at_its_line(tmp_path, capsys):
    body = "lock = threading.Lock()\nstream.map(lambda value: lock)\nenv.execute()\n"
    assert check(tmp_path, body) == 1
    refused, told = lines(capsys)
    assert (
        f"program.py:{LINE + 1}: Flink rejects this: TypeError: cannot pickle '_thread.lock'"
        in refused
    )
    assert told.endswith("0 not supported by flinksim, 0 warnings; 0 jobs run, 0 steps")


def test_a_job_that_fails_is_refused_at_the_line_of_its_operator(tmp_path, capsys):
    body = (
        "names = Types.ROW_NAMED(['n'], [Types.INT()])\n"
        "rows = stream.map(lambda value: Row(value), names)\n"
        "rows.key_by(lambda row: row.n).print()\n"
        "env.execute()\n"
    )
    assert check(tmp_path, body) == 1
    refused, _ = lines(capsys)
    assert f"program.py:{LINE + 2}: Flink rejects this: the job failed: AttributeError" in refused


def test_building_alone_runs_no_job(tmp_path, capsys):
    body = "stream.map(lambda value: 1 / 0).print()\nenv.execute()\nraise SystemExit(3)\n"
    assert check(tmp_path, body, "--build-only") == 0
    assert lines(capsys)[-1].endswith("0 warnings; built, not run")
    assert check(tmp_path, body) == 1


def test_what_pyflink_takes_without_a_word_is_a_warning(tmp_path, capsys):
    assert check(tmp_path, "stream.map(lambda a, b: a)\nenv.execute()\n", "--build-only") == 0
    warning, told = lines(capsys)
    assert f"program.py:{LINE}: warning: map(func)" in warning
    assert "1 warnings" in told


def test_what_only_flinksim_has_is_refused(tmp_path, capsys):
    body = "import flinksim\nstream.global_().print()\nenv.execute()\n"
    assert check(tmp_path, body) == 1
    imported, called, _ = lines(capsys)
    assert (
        f"program.py:{LINE}: Flink rejects this: import flinksim: Flink does not have this module"
        in imported
    )
    assert (
        f"program.py:{LINE + 1}: Flink rejects this: DataStream.global_() is not in PyFlink"
        in called
    )


def test_an_endless_job_is_left_where_its_steps_end(tmp_path, capsys):
    body = (
        "from pyflink.common import WatermarkStrategy\n"
        "from pyflink.datastream.connectors.number_seq import NumberSequenceSource\n"
        "source = NumberSequenceSource(1, 10**12)\n"
        "env.from_source(source, WatermarkStrategy.no_watermarks(), 's', Types.LONG()).print()\n"
        "env.execute()\n"
    )
    assert check(tmp_path, body, "--steps", "50") == 0
    assert lines(capsys)[-1].endswith("1 jobs run, 50 steps, 1 of them stopped after 50 steps")


KAFKA = """
from pyflink.common import SimpleStringSchema, WatermarkStrategy
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.connectors.kafka import KafkaSource
env = StreamExecutionEnvironment.get_execution_environment()
source = (KafkaSource.builder().set_bootstrap_servers("b").set_topics("t")
          .set_value_only_deserializer(SimpleStringSchema()).build())
stream = env.from_source(source, WatermarkStrategy.no_watermarks(), "k")
"""


def check_kafka(tmp_path: Path, body: str) -> int:
    path = tmp_path / "program.py"
    path.write_text(KAFKA + body)
    return main(["check", str(path)])


def test_a_program_without_data_is_built_and_fine(tmp_path, capsys):
    assert check_kafka(tmp_path, "stream.print()\nenv.execute()\n") == 0
    (told,) = lines(capsys)
    assert "0 rejected by Flink, 0 not supported by flinksim, 0 warnings; built, not run" in told


def test_the_check_continues_behind_the_first_finding(tmp_path, capsys):
    body = (
        "import pymissing\n"
        "pymissing.call()\n"
        "stream.key_by(lambda s: s).window(42).reduce(lambda a, b: a).print()\n"
        "def main():\n"
        "    wrong = stream.set_parallelism(0)\n"
        "    wrong.print()\n"
        "main()\n"
        "env.execute()\n"
    )
    line = KAFKA.count("\n") + 1
    assert check_kafka(tmp_path, body) == 1
    found = lines(capsys)
    assert f":{line}: flinksim does not support this: the package 'pymissing'" in found[0]
    assert f":{line + 2}: Flink rejects this: AttributeError: 'int' object" in found[1]
    assert any(f":{line + 4}: Flink rejects this" in each for each in found)
    assert not any(f":{line + each}: Flink rejects" in text for each in (1, 5, 7) for text in found)


def test_a_name_that_an_absent_module_has_is_no_finding(tmp_path, capsys):
    body = "from absent import Base\nclass Parser(Base):\n    pass\nstream.print()\nenv.execute()\n"
    assert check_kafka(tmp_path, body) == 0
    assert (
        "the package 'absent' is not installed. Run: python -m pip install absent"
        in lines(capsys)[0]
    )


def test_what_flinksim_lacks_does_not_change_the_exit_status(tmp_path, capsys):
    body = "from pyflink.datastream.window import WindowOperationDescriptor as D\nD()\n"
    assert check_kafka(tmp_path, body + "stream.print()\nenv.execute()\n") == 0
    assert "flinksim does not support this: NotSimulatedError" in lines(capsys)[0]


def test_names_of_flink_1_are_rejected_unless_the_program_is_for_it(tmp_path, capsys):
    path = tmp_path / "program.py"
    path.write_text(
        "from pyflink.datastream import StreamExecutionEnvironment, TimeCharacteristic\n"
        "env = StreamExecutionEnvironment.get_execution_environment()\n"
        "env.set_stream_time_characteristic(TimeCharacteristic.EventTime)\n"
        "env.from_collection([1]).print()\nenv.execute()\n"
    )
    assert main(["check", str(path)]) == 1
    found = lines(capsys)
    assert ":1: Flink rejects this: TimeCharacteristic: gone since Flink 2.0" in found[0]
    assert found[-1].endswith("1 jobs run, 3 steps")
    assert main(["check", str(path), "--flink", "1.13"]) == 0


def test_a_class_without_a_java_class_is_rejected_where_it_is_called(tmp_path, capsys):
    # PyFlink 2.3.0 imports it, and finds no Java class when it is called.
    body = "from pyflink.datastream.connectors import FlinkKafkaConsumer\n"
    assert check(tmp_path, body + "stream.print()\nenv.execute()\n") == 0
    call = "FlinkKafkaConsumer('t', None, {})\n"
    unused = f"class Reader:\n    def read(self):\n        return {call}def use():\n    return Reader()\n"
    assert check(tmp_path, body + unused + "stream.print()\nenv.execute()\n") == 0
    capsys.readouterr()
    assert check(tmp_path, body + unused + "use()\nstream.print()\nenv.execute()\n") == 1
    assert "Flink rejects this: FlinkKafkaConsumer: gone since Flink 2.0" in lines(capsys)[0]


def test_names_that_pyflink_still_exports_are_fine(tmp_path, capsys):
    names = "JsonRowDeserializationSchema, CsvRowSerializationSchema"
    end = "stream.print()\nenv.execute()\n"
    assert check(tmp_path, f"from pyflink.common import {names}\n{end}") == 0
    assert check(tmp_path, f"from pyflink.common.serialization import {names}\n{end}") == 1
    assert "JsonRowDeserializationSchema: gone since Flink 1.16" in capsys.readouterr().out


def test_a_hybrid_source_needs_a_type(tmp_path, capsys):
    body = (
        "from pyflink.common import WatermarkStrategy\n"
        "from pyflink.datastream.connectors.hybrid_source import HybridSource\n"
        "from pyflink.datastream.connectors.number_seq import NumberSequenceSource\n"
        "hybrid = HybridSource.builder(NumberSequenceSource(1, 3)).build()\n"
        "env.from_source(hybrid, WatermarkStrategy.no_watermarks(), 'h'{}).print()\n"
        "env.execute()\n"
    )
    assert check(tmp_path, body.format("")) == 1
    # Recorded from PyFlink 2.3.0.
    assert (
        "The return type of function 'h' could not be determined automatically" in lines(capsys)[0]
    )
    assert check(tmp_path, body.format(", Types.LONG()")) == 0


def test_a_method_that_only_pyflink_1_has_is_rejected_unless_the_program_is_for_it(
    tmp_path, capsys
):
    (tmp_path / "words.txt").write_text("a b\n")
    body = f"env.read_text_file({str(tmp_path / 'words.txt')!r}).print()\nenv.execute()\n"
    assert check(tmp_path, body) == 1
    assert f"program.py:{LINE}: Flink rejects this: " in (found := lines(capsys)[0])
    assert "read_text_file() is not in PyFlink" in found
    assert check(tmp_path, body, "--flink", "1.18") == 0


def test_a_docstring_before_future_imports_is_no_error(tmp_path, capsys):
    path = tmp_path / "program.py"
    path.write_text(f'"""Orders."""\nfrom __future__ import annotations\n{HEAD}stream.window(42)\n')
    assert main(["check", str(path)]) == 1
    assert not any("SyntaxError" in line for line in lines(capsys))


def test_an_error_that_the_program_catches_is_found(tmp_path, capsys):
    body = (
        "def main():\n    try:\n        lock = threading.Lock()\n        stream.map(lambda value: lock)\n"
        "        env.execute()\n    except Exception as error:\n        print(error)\nmain()\n"
    )
    assert check(tmp_path, body) == 1
    assert "Flink rejects this: TypeError: cannot pickle '_thread.lock'" in lines(capsys)[0]
    body = (
        "stream.map(lambda value: 1 / 0).print()\n"
        "try:\n    env.execute()\nexcept Exception as error:\n    print(error)\n"
    )
    assert check(tmp_path, body) == 1
    assert "the job failed: ZeroDivisionError" in lines(capsys)[0]


def test_a_service_that_is_not_here_is_not_rejected_by_flink(tmp_path, capsys):
    body = "class Unreachable(OSError): pass\nraise Unreachable('no such host')\n"
    assert check(tmp_path, body) == 0
    assert "flinksim does not support this: Unreachable: no such host" in lines(capsys)[0]


def test_a_syntax_error_is_one_finding(tmp_path, capsys):
    assert check(tmp_path, "stream.print())\n") == 1
    assert len(lines(capsys)) == 2


def test_a_program_that_catches_its_error_is_told_where_to_look(tmp_path, capsys):
    path = tmp_path / "program.py"
    path.write_text(
        f"{HEAD}try:\n    stream.window(42)\n    env.execute()\nexcept Exception: pass\n"
    )
    assert main(["run", str(path)]) == 1
    assert f"flinksim check {path}" in capsys.readouterr().err


def test_a_missing_name_of_an_own_module_and_an_exit_are_not_rejected_by_flink(tmp_path, capsys):
    (tmp_path / "settings.py").write_text("")
    body = "import sys\nsys.path.insert(0, '.')\nfrom settings import BROKERS\nsys.exit(3)\n"
    assert check(tmp_path, body) == 0
    assert "flinksim does not support this: ImportError: cannot import name 'BROKERS'" in str(
        lines(capsys)
    )


def test_what_follows_from_a_missing_package_is_not_rejected_by_flink(tmp_path, capsys):
    body = (
        "import no_such_registry\n"
        "from pyflink.datastream.formats.avro import AvroRowDeserializationSchema\n"
        "AvroRowDeserializationSchema(avro_schema_string=no_such_registry.fetch())\n"
    )
    assert check(tmp_path, body) == 0
    assert "0 rejected by Flink" in lines(capsys)[-1]


def test_a_package_of_an_extra_is_named(tmp_path):
    path = tmp_path / "program.py"
    path.write_text("import flinksim as fs\nfs.Log.of('log.csv')\n")
    # in a process of its own: modules that are imported anew here would not be those of other tests
    without = (
        "import sys; sys.modules.update(numpy=None, pyarrow=None); from flinksim.cli import main"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"{without}; sys.exit(main(['run', {str(path)!r}]))"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "python -m pip install 'flinksim[spark]'" in done.stderr


def test_a_prompt_and_a_failed_command_are_not_rejected_by_flink(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert check(tmp_path, 'input("Press Enter")\n') == 0
    failed = 'import subprocess, sys\nsubprocess.check_output([sys.executable, "-c", "exit(3)"])\n'
    assert check(tmp_path, failed) == 0
    assert "flinksim does not support this: CalledProcessError" in capsys.readouterr().out


def test_an_error_that_the_program_raises_itself_is_a_warning(tmp_path, capsys):
    assert check(tmp_path, 'raise RuntimeError("no settings")\n') == 0
    assert "warning: RuntimeError: no settings" in capsys.readouterr().out
    wrapped = "try:\n    env.no_method()\nexcept Exception as error:\n    raise RuntimeError('x') from error\n"
    assert check(tmp_path, wrapped) == 1


def test_old_names_in_a_function_that_is_never_called_are_no_finding(tmp_path, capsys):
    unused = "def build(e):\n    return e.set_restart_strategy(None)\n"
    assert check(tmp_path, unused) == 0
    assert check(tmp_path, unused + "build(env)\n") == 1
    capsys.readouterr()


def test_an_old_name_has_the_line_of_its_name_in_a_chain(tmp_path, capsys):
    text = (
        "from pyflink.table import EnvironmentSettings\nEnvironmentSettings.new_instance() \\\n"
        "    .in_streaming_mode() \\\n    .use_blink_planner() \\\n    .build()\n"
    )
    program = tmp_path / "chain.py"
    program.write_text(text)
    assert main(["check", str(program)]) == 1
    assert f"{program}:4: Flink rejects this: use_blink_planner()" in capsys.readouterr().out


def test_what_follows_from_an_unbound_source_is_no_finding(tmp_path, capsys):
    text = (
        "from pyflink.table import EnvironmentSettings, TableEnvironment\n"
        "t = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())\n"
        "t.execute_sql(\"CREATE TABLE o (a INT) WITH ('connector'='kafka', 'topic'='o', "
        "'format'='json', 'properties.bootstrap.servers'='x')\")\n"
        "def show():\n    found = t.execute_sql('SELECT a FROM o')\n"
        "    with found.collect() as rows:\n        print(list(rows))\n"
        "show()\n"
    )
    program = tmp_path / "rows.py"
    program.write_text(text)
    assert main(["check", str(program)]) == 0
    assert "0 rejected by Flink, 0 not supported" in capsys.readouterr().out


def test_a_table_that_a_failed_statement_declares_is_one_finding(tmp_path, capsys):
    text = (
        "import os\nfrom pyflink.table import EnvironmentSettings, TableEnvironment\n"
        "t = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())\n"
        'topic = os.environ["FLINKSIM_TEST_TOPIC"]\n'
        "t.execute_sql(f\"CREATE TABLE o (a INT) WITH ('connector'='datagen', 'x'='{topic}')\")\n"
        "t.execute_sql('SELECT a FROM o')\n"
    )
    program = tmp_path / "table.py"
    program.write_text(text)
    assert main(["check", str(program)]) == 0
    assert "0 rejected by Flink, 0 not supported by flinksim, 1 warnings" in capsys.readouterr().out


def test_an_exit_ends_the_check(tmp_path, capsys):
    text = "import re\ntopic = None\nif topic is None:\n    exit(1)\nre.match('a', topic)\n"
    assert check(tmp_path, text) == 0
    assert "0 rejected by Flink, 0 not supported by flinksim, 1 warnings" in capsys.readouterr().out


def test_a_stream_environment_without_operators_is_rejected_after_an_insert(tmp_path, capsys):
    options = (
        "'connector'='kafka', 'format'='json', 'properties.bootstrap.servers'='x', 'topic'='o'"
    )
    text = (
        "from pyflink.datastream import StreamExecutionEnvironment\n"
        "from pyflink.table import StreamTableEnvironment\n"
        "env = StreamExecutionEnvironment.get_execution_environment()\n"
        "t = StreamTableEnvironment.create(env)\n"
        f't.execute_sql("CREATE TABLE o (a INT) WITH ({options})")\n'
        "t.execute_sql(\"CREATE TABLE p (a INT) WITH ('connector'='print')\")\n"
        "t.execute_sql('INSERT INTO p SELECT a FROM o')\n"
        "env.execute()\n"
    )
    program = tmp_path / "twice.py"
    program.write_text(text)
    assert main(["check", str(program)]) == 1
    assert f"{program}:8: Flink rejects this: " in capsys.readouterr().out


def test_a_name_that_is_never_assigned_is_found_behind_an_unbound_source(tmp_path, capsys):
    body = "env.from_source(source, WatermarkStrategy.no_watermarks(), 'in').print()\nenv.execute()\nother()\n"
    assert check_kafka(tmp_path, body) == 1
    assert "NameError: name 'other' is not defined" in capsys.readouterr().out


SINK = """
class Mine{base}:
    def __init__(self):
        {first}
    def invoke(self, value, context):
        pass
stream.add_sink(Mine())
env.execute()
"""


@pytest.mark.parametrize(
    ("base", "first", "attribute"),
    [
        ("(SinkFunction)", "self.host = 'h'", "_j_function"),
        ("(SinkFunction)", "super().__init__(self)", "_j_function"),
        ("", "self.host = 'h'", "get_java_function"),
    ],
)
def test_a_sink_written_in_python_is_rejected_as_in_pyflink(
    base, first, attribute, tmp_path, capsys
):
    body = "from pyflink.datastream.functions import SinkFunction" + SINK.format(
        base=base, first=first
    )
    assert check(tmp_path, body) == 1
    # Real PyFlink 2.3.0: AttributeError at add_sink().
    assert f"add_sink: 'Mine' object has no attribute '{attribute}'" in lines(capsys)[0]


def test_a_checkpoint_folder_on_another_file_system_is_only_a_warning(tmp_path, capsys):
    body = (
        "from pyflink.common import Configuration\n"
        "there = Configuration().set_string('execution.checkpointing.dir', 's3://bucket/cp')\n"
        "env.configure(there)\nenv.enable_checkpointing(1000)\nstream.print()\nenv.execute()\n"
    )
    assert check(tmp_path, body) == 0
    assert "s3://bucket/cp, which is not a folder of this machine" in lines(capsys)[0]


def test_a_name_that_cannot_be_imported_is_explained_without_paths(tmp_path, capsys):
    assert check(tmp_path, "from pyflink.datastream.connectors import SourceFunction\n") == 1
    (found,) = [line for line in lines(capsys) if "SourceFunction" in line]
    assert (
        "ImportError: flinksim has no name SourceFunction in pyflink.datastream.connectors" in found
    )
    assert "__init__" not in found


def test_a_missing_event_log_is_not_rejected_by_flink(tmp_path, capsys):
    body = "import flinksim as fs\nfs.Log.of('nowhere.csv', arrival='ts')\nstream.print()\nenv.execute()\n"
    assert check(tmp_path, body) == 1  # because of the import
    (found,) = [line for line in lines(capsys) if "nowhere.csv" in line]
    assert "flinksim does not support this: EventLogError" in found


@pytest.mark.filterwarnings("ignore:Upper is written in Python")
def test_a_schema_written_in_python_runs_with_a_warning(tmp_path, capsys):
    body = """
from pyflink.common import DeserializationSchema, WatermarkStrategy
from pyflink.datastream.connectors.kafka import KafkaSource
class Upper(DeserializationSchema):
    def deserialize(self, message):
        return message.decode().upper()
builder = KafkaSource.builder().set_bootstrap_servers('b').set_topics('t')
source = builder.set_value_only_deserializer(Upper()).build()
env.from_source(source, WatermarkStrategy.no_watermarks(), 'k', Types.STRING()).print()
env.execute()
"""
    assert check(tmp_path, body) == 0
    (found,) = [line for line in lines(capsys) if "Upper" in line]
    assert "warning: Upper is written in Python, and Flink runs only schemas of Java" in found
    (tmp_path / "in.txt").write_text("a\nb\n")
    bound = ["--source", f"t={tmp_path / 'in.txt'}"]
    assert main(["run", str(tmp_path / "program.py"), *bound]) == 0
    assert capsys.readouterr().out.split() == ["A", "B"]


def test_a_finding_about_an_object_is_reported_once(tmp_path, capsys):
    body = """
from pyflink.common import SimpleStringSchema, WatermarkStrategy
from pyflink.datastream.connectors.kafka import KafkaSource
from pyflink.datastream.window import CountTumblingWindowAssigner
def main():
    builder = KafkaSource.builder().set_bootstrap_servers('b').set_topics('t')
    source = builder.set_value_only_deserializer(SimpleStringSchema()).build()
    stream = env.from_source(source, WatermarkStrategy.no_watermarks(), 'k')
    keyed = stream.key_by(lambda v: v).window(CountTumblingWindowAssigner.of(2))
    keyed.apply(lambda key, window, values, out: None).print()
    env.execute()
main()
"""
    assert check(tmp_path, body) == 0
    found = [line for line in lines(capsys) if "window_function should be" in line]
    assert len(found) == 1
    assert " at 0x" not in found[0]
