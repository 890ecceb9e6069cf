"""What PyFlink 2.3.0 does with ``None`` and other values where a builder method takes a text.

``OUTCOMES`` was recorded from real PyFlink: the class of the error, and whether the call or the job
graph raises it.
"""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

import pytest

from flinksim.cli import main
from flinksim.pyflink_compat.import_alias import alias_pyflink
from flinksim.pyflink_compat.incidental_names import explain_missing_name

PROGRAM = textwrap.dedent(
    """
    from pyflink.common import Duration, Types, WatermarkStrategy
    from pyflink.datastream import OutputTag, StreamExecutionEnvironment
    from pyflink.datastream.connectors.number_seq import NumberSequenceSource

    numbers, second = NumberSequenceSource(1, 2), Duration.of_seconds(1)
    strategy = WatermarkStrategy.for_monotonous_timestamps()
    env = StreamExecutionEnvironment.get_execution_environment()
    stream = env.from_collection([(1, "a")], Types.TUPLE([Types.INT(), Types.STRING()]))
    stream = stream.map(lambda row: row[0], Types.INT())
    """
)

OUTCOMES = {
    "stream.name(None)": "job graph: Py4JJavaError",
    "stream.print().name(None)": "job graph: Py4JJavaError",
    "stream.name('')": "",
    "stream.name(5)": "Py4JError",
    "stream.name(None).name('x')": "",
    "stream.uid(None)": "",
    "stream.uid(5)": "Py4JError",
    "stream.set_description(None)": "Py4JJavaError",
    "stream.set_description(5)": "Py4JError",
    "stream.set_uid_hash(None)": "Py4JJavaError",
    "stream.set_uid_hash(5)": "Py4JError",
    "stream.slot_sharing_group(None)": "Py4JJavaError",
    "stream.slot_sharing_group(5)": "Py4JError",
    "stream.print(None)": "",
    "stream.print(5)": "Py4JError",
    "stream.set_parallelism(None)": "Py4JError",
    "stream.set_max_parallelism(None)": "Py4JError",
    "stream.set_buffer_timeout(None)": "Py4JError",
    "env.set_parallelism(None)": "Py4JError",
    "env.set_max_parallelism(None)": "Py4JError",
    "env.set_buffer_timeout(None)": "Py4JError",
    "env.set_python_requirements(None)": "Py4JJavaError",
    "env.add_python_file(None)": "Py4JJavaError",
    "env.register_slot_sharing_group(None)": "AttributeError",
    "env.from_source(numbers, strategy, None)": "Py4JJavaError",
    "env.from_source(numbers, strategy, 5)": "Py4JError",
    "OutputTag(None, Types.INT())": "ValueError",
    "strategy.with_idleness(None)": "AttributeError",
    "strategy.with_watermark_alignment(None, second, second)": "Py4JJavaError",
}


@pytest.mark.parametrize("call", OUTCOMES)
def test_a_null_is_rejected_where_pyflink_rejects_it(call: str) -> None:
    names: dict[str, Any] = {}
    found = ""
    with alias_pyflink():
        exec(PROGRAM, names)
        try:
            eval(call, names)
        except Exception as error:
            found = type(error).__name__
        if not found:
            names["stream"].print()
            try:
                names["env"].get_execution_plan()
            except Exception as error:
                found = f"job graph: {type(error).__name__}"
    assert found == OUTCOMES[call]


@pytest.mark.parametrize(
    ("module", "name", "reason"),
    [
        ("table", "Kafka", "gone since Flink 1.14; use execute_sql('CREATE TABLE ...')."),
        ("table", "col", "Import it from pyflink.table.expressions."),
        ("table", "TableEnviroment", "Did you mean TableEnvironment?"),
        ("common", "ExecutionMod", "flinksim has no name ExecutionMod in pyflink.common."),
        ("datastream.functions", "get_gateway", "only because PyFlink's own code imports it."),
    ],
)
def test_a_name_that_cannot_be_imported_has_a_reason(module: str, name: str, reason: str) -> None:
    with alias_pyflink(), pytest.raises(ImportError) as raised:
        exec(f"from pyflink.{module} import {name}", {})
    assert reason in explain_missing_name(raised.value)


def test_other_import_errors_are_left_alone() -> None:
    with pytest.raises(ImportError) as raised:
        exec("from json import nothing", {})
    assert explain_missing_name(raised.value) == ""
    assert explain_missing_name(ModuleNotFoundError("no", name="flinksim.nothing")) == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "from pyflink.table import Foo",
            "ImportError: flinksim has no name Foo in pyflink.table.",
        ),
        ("from pyflink.dataset import ExecutionEnvironment", "pyflink.dataset: gone in Flink 2"),
    ],
)
def test_a_program_that_imports_an_unknown_name(
    text: str, message: str, tmp_path: Path, capsys: Any
) -> None:
    program = tmp_path / "program.py"
    program.write_text(text, encoding="utf-8")
    main(["run", str(program)])
    assert message in capsys.readouterr().err
