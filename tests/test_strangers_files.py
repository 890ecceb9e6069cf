"""Files that a stranger made to take all memory, or to end a command with a traceback."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import struct
import subprocess
import sys
import time
import zipfile
import zlib
from pathlib import Path
from typing import Any

import pytest

import flinksim as fs
from flinksim.analysis.why.question_names import QuestionError
from flinksim.common import Types
from flinksim.connectors.external import recording_files
from flinksim.connectors.external.recording_files import (
    RecordingError,
    RecordingOptions,
    read_recording,
)
from flinksim.core.binding_errors import BindingError
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.formats.csv import CsvRowDeserializationSchema
from flinksim.datastream.formats.json import (
    JsonRowDeserializationSchema,
    JsonRowSerializationSchema,
)
from flinksim.external_data.binding import MAX_SETTINGS_BYTES, read_settings_file
from flinksim.simulation.run_tree import RunTreeError, read_runs
from flinksim.table.compiled_plan.plan_document import CompiledPlanError, load_compiled_plan
from flinksim.table.compiled_plan.plan_translator import execute_compiled_plan
from flinksim.trace.storage.columns import TraceFileError
from tests.conformance.sql_cases import RECORDED, load_cases

ROOT = Path(__file__).parents[1]

# --- logs ------------------------------------------------------------------------------------------------


def show_log(path: Path) -> subprocess.CompletedProcess[str]:
    """``flinksim log``, in a process of its own: a bad log crashed the interpreter."""
    command = [sys.executable, "-m", "flinksim", "log", str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)


def test_a_small_log_cannot_decompress_to_all_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    from flinksim.connectors.event_log.line_reader import EventLogError
    from flinksim.replay.logs import formats

    monkeypatch.setattr(formats, "MIN_INFLATION_LIMIT", 1 << 20)
    path = tmp_path / "log.csv.gz"
    path.write_bytes(gzip.compress(b"split,arrival,value\n" + b"a,1,xxxxxxxxxxxx\n" * 500_000))
    with pytest.raises(EventLogError, match=r"decompresses to more than .* bytes"):
        formats.open_tables(str(path))
    monkeypatch.setattr(formats, "MAX_INFLATION", 2_000)
    tables = formats.open_tables(str(path)).tables()
    assert sum(table.num_rows for table in tables) == 500_000


def test_an_arrow_file_with_wrong_offsets_is_rejected(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    offsets = pa.array([0, 1 << 30, 1 << 30, 3], pa.int32()).buffers()[1]
    text = pa.Array.from_buffers(pa.string(), 3, [None, offsets, pa.py_buffer(b"abc")])
    table = pa.table({"split": text, "arrival": [1, 2, 3]})
    path = tmp_path / "log.arrow"
    with pa.OSFile(str(path), "wb") as stream, pa.ipc.new_file(stream, table.schema) as writer:
        writer.write_table(table)
    shown = show_log(path)
    assert shown.returncode == 1, shown.returncode
    assert "invalid Arrow file" in shown.stderr
    assert "Traceback" not in shown.stderr


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("log.csv", b"split,arriv\xffal,value\na,1,x\nb,2,y\n"),
        ("log.jsonl", b'{"split": "a", "arriv\xffal": 1}\n{"split": "b", "arriv\xffal": 2}\n'),
        ("log.jsonl", b'{"split": "\xff", "arrival": 1}\n{"split": "b", "arrival": 2}\n'),
    ],
)
def test_a_log_that_is_not_utf_8_is_rejected_with_its_name(
    name: str, content: bytes, tmp_path: Path
) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / name
    path.write_bytes(content)
    shown = show_log(path)
    assert shown.returncode == 1
    assert name in shown.stderr
    assert "UTF" in shown.stderr
    assert "Traceback" not in shown.stderr


@pytest.mark.parametrize("rows", [b"", b"a,1,2\n"])
def test_a_log_with_two_columns_of_one_name_is_rejected(rows: bytes, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "log.csv"
    path.write_bytes(b"split,arrival,,y\x00,arrival\n" + rows)
    shown = show_log(path)
    assert shown.returncode == 1
    assert "log.csv" in shown.stderr
    assert "Traceback" not in shown.stderr


# --- settings --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("a=" + "[" * 10_000, "recursion"),
        ("[sources]\nx='a \"'\n", "No closing quotation"),
        ('[sources]\nx="\\u0000 a"\n', ""),
        ("#" * (MAX_SETTINGS_BYTES + 1), "larger than"),
        ("a" + ".a" * (MAX_SETTINGS_BYTES // 2 - 10) + "=1", ""),
    ],
)
def test_bad_settings_are_rejected_or_ignored_in_time(
    content: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / "flinksim.toml").write_text(content)
    start_s = time.process_time()
    message_found = ""
    try:
        read_settings_file(tmp_path)
    except BindingError as error:
        message_found = str(error)
    assert message in message_found
    assert time.process_time() - start_s < 20


# --- compiled plans --------------------------------------------------------------------------------------

PLAN = next(case["compiled_plan"] for case in load_cases(RECORDED) if case["name"] == "agg-basic")


def change_plan(place: str, value: Any) -> Any:
    """The plan with another value at a place such as ``nodes.1.id``."""
    changed = json.loads(json.dumps(PLAN))
    *path, last = place.split(".")
    target = changed
    for part in path:
        target = target[int(part) if part.isdecimal() else part]
    target[int(last) if last.isdecimal() else last] = value
    return changed


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("edges.0", 1.5), ("edges.0", {}), ("edges.0.source", {}), ("edges.0.source", [1]),
        ("nodes.0.id", None), ("nodes.0.outputType", 5), ("nodes.0.outputType", "ARRAY<" * 9_000),
        ("nodes.0.scanTableSource", "x"), ("nodes.0.scanTableSource", {"table": []}),
    ],
)  # fmt: skip
def test_a_compiled_plan_of_another_structure_is_rejected(
    place: str, value: Any, tmp_path: Path
) -> None:
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(change_plan(place, value)))
    with pytest.raises(CompiledPlanError, match=r"node|structure|compiled plan|edge"):
        execute_compiled_plan(path)


def test_a_compiled_plan_that_writes_nothing_is_rejected(tmp_path: Path) -> None:
    (source, *_) = [node for node in PLAN["nodes"] if "scanTableSource" in node]
    path = tmp_path / "plan.json"
    path.write_text(json.dumps({**PLAN, "nodes": [source], "edges": []}))
    with pytest.raises(CompiledPlanError, match="no node of it writes to a table"):
        execute_compiled_plan(path)


@pytest.mark.parametrize("zone", ["9" * 400, "Europe"])
def test_a_time_zone_that_is_no_file_is_unknown(zone: str, tmp_path: Path) -> None:
    """A name that is too long for a file, and a folder: neither was an error of the zone."""
    from flinksim.table.runtime.expressions.time_arithmetic import load_time_zone

    with pytest.raises(
        ValueError, match=f"the time zone '{zone[:90]}.* is not known here"
    ) as error:
        load_time_zone(zone)
    assert "/" not in str(error.value)
    options = {"table.local-time-zone": zone}
    path = tmp_path / "plan.json"
    nodes = [{**node, "configuration": options} for node in PLAN["nodes"]]
    path.write_text(json.dumps({**PLAN, "nodes": nodes}))
    with pytest.raises(CompiledPlanError, match="is not known here"):
        execute_compiled_plan(path)


def test_a_deep_document_is_no_compiled_plan(tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    path.write_text("[" * 100_000)
    with pytest.raises(CompiledPlanError, match="is not valid JSON"):
        load_compiled_plan(path)


@pytest.mark.parametrize(
    "expression",
    ["1E", "INTERVAL ':10' SECOND", "INTERVAL 'x' YEAR", "INTERVAL '1 '", "INTERVAL '10' S:"],
)
def test_an_invalid_literal_of_sql_is_an_error_of_sql(expression: str) -> None:
    pytest.importorskip("sqlglot")
    from flinksim.table.planner.planner_errors import SqlError
    from flinksim.table.planner.sql_parser import parse_statements

    with pytest.raises(SqlError, match="SQL parse failed"):
        parse_statements(f"SELECT {expression}")


@pytest.mark.parametrize("text", ["{:}", "SELECT {:}", "SELECT * FROM t WHERE {:}"])
def test_a_missing_part_of_an_expression_is_an_error_of_sql(text: str) -> None:
    pytest.importorskip("sqlglot")
    from flinksim.table.planner.planner_errors import SqlError
    from flinksim.table.planner.sql_parser import parse_statements

    with pytest.raises(SqlError, match="SQL parse failed"):
        parse_statements(text)


# --- recordings of topics and files of runs --------------------------------------------------------------

HOSTILE_RECORDINGS = {
    "deep.jsonl": b'{"split": "a", "arrival": 1}\n' + b"[" * 100_000,
    "deep array.json": b"[" * 100_000,
    "long cell.csv": b'split,arrival,value\na,1,"' + b"x" * 200_000 + b'"\n',
    "infinite time.jsonl": b'{"split": "a", "arrival": 1e999}\n',
    "list as split.jsonl": b'{"split": [], "arrival": 1}\n',
    "no object.jsonl": b'{"split": "a", "arrival": 1}\n5\n',
    "cut.jsonl.gz": gzip.compress(b"{}" * 10_000)[:-20],
    "cut.jsonl.xz": lzma.compress(b"{}" * 10_000)[:-20],
    "none.jsonl.bz2": b"no archive",
}


@pytest.mark.parametrize("name", HOSTILE_RECORDINGS)
def test_a_recording_of_another_structure_is_rejected(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(HOSTILE_RECORDINGS[name])
    with pytest.raises(RecordingError, match=name):
        read_recording(str(path), "topic", RecordingOptions())


@pytest.mark.parametrize("suffix", ["gz", "bz2", "xz"])
def test_a_small_recording_cannot_decompress_to_all_memory(
    suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compress = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}[suffix]
    monkeypatch.setattr(recording_files, "MIN_INFLATION_LIMIT", 1 << 20)
    path = tmp_path / f"m.jsonl.{suffix}"
    path.write_bytes(compress(b'{"a": 1}\n' * 1_000_000))
    with pytest.raises(RecordingError, match=r"decompresses to more than .* bytes"):
        read_recording(str(path), "topic", RecordingOptions())


def save_run(path: Path) -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_collection([1, 2]).print()
    fs.simulate(env).run().tree().save(path)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("compressed", "whose parts are not compressed"),
        ("twice", "two of its runs have the trace 0"),
        ("forged", "a fact is of the subtask 'v1/9', which its job does not have"),
    ],
)
def test_a_hostile_file_of_runs_is_rejected(change: str, reason: str, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.runs", tmp_path / "bad.runs"
    save_run(good)
    with zipfile.ZipFile(good) as file:
        index, trace = json.loads(file.read("runs.json")), file.read("0.flinktrace")
    if change == "twice":
        index["tree"]["forks"] = [dict(index["tree"])]
    if change == "forged":
        payload = zlib.decompress(trace[40:]).replace(b'"v1/0"', b'"v1/9"', 1)
        body = zlib.compress(payload)
        checked = struct.pack("<IQQ", 1, len(body), len(payload)) + body
        trace = trace[:16] + struct.pack("<I", zlib.crc32(checked)) + checked
    method = zipfile.ZIP_DEFLATED if change == "compressed" else zipfile.ZIP_STORED
    with zipfile.ZipFile(bad, "w", method) as file:
        file.writestr("0.flinktrace", trace)
        file.writestr("runs.json", json.dumps(index))
    with pytest.raises((RunTreeError, TraceFileError), match=reason):
        read_runs(bad)


# --- numbers and texts that take long ----------------------------------------------------------------------


def test_a_number_of_json_with_a_huge_exponent_is_no_integer() -> None:
    """As an integer, 1e999999999 would take hours and 400 MB."""
    pytest.importorskip("sqlglot")
    from flinksim.table.compiled_plan.row_formats import convert_json_value, parse_json_object
    from flinksim.table.logical_types import parse_logical_type

    document = parse_json_object('{"a": 1e999999999, "b": 7.9}')
    assert convert_json_value(document["b"], parse_logical_type("INT")) == 7
    with pytest.raises(ValueError, match="out of range"):
        convert_json_value(document["a"], parse_logical_type("INT"))
    kinds = Types.ROW_NAMED(["a"], [Types.BIG_DEC()])
    rows = JsonRowDeserializationSchema.builder().type_info(kinds).build()
    written = JsonRowSerializationSchema.builder().with_type_info(kinds).build()
    row = rows.deserialize(b'{"a": 1e999999999}')
    assert written.serialize(row) == b'{"a":Infinity}'


@pytest.mark.parametrize(
    "inner", ["-" * 200_000 + "1", "1+" * 100_000 + "1", "not " * 100_000 + "1"]
)
def test_a_recorded_row_that_is_nested_too_deeply_stays_a_text(inner: str) -> None:
    from flinksim.recording.event_comparison import _read_row

    assert _read_row("Row(1, x=2)") == (1, 2)
    assert _read_row(f"Row({inner})") == f"Row({inner})"


def test_a_question_with_a_number_beyond_every_float_is_not_understood() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_collection([1]).print()
    sim = fs.simulate(env).run()
    with pytest.raises(QuestionError, match="I did not understand"):
        sim.why("9" * 400)


@pytest.mark.parametrize(
    "message", [b'{"a": "x"}', b'{"a": 1e99999999999999999999999}', b"[" * 100_000]
)
def test_a_row_of_json_that_is_no_decimal_is_a_failed_row(message: bytes) -> None:
    builder = JsonRowDeserializationSchema.builder()
    kinds = Types.ROW_NAMED(["a"], [Types.BIG_DEC()])
    with pytest.raises(ValueError, match="Failed to deserialize JSON"):
        builder.type_info(kinds).build().deserialize(message)
    assert builder.ignore_parse_errors().build().deserialize(message) is None


@pytest.mark.parametrize("message", [b"\n\r\0", b'"' + b"x" * 200_000 + b'"'])
def test_a_row_of_csv_that_has_no_fields_is_an_error_of_the_row(message: bytes) -> None:
    kinds = Types.ROW_NAMED(["a"], [Types.STRING()])
    schema = CsvRowDeserializationSchema.Builder(kinds).build()
    with pytest.raises(ValueError, match="cannot be split into fields"):
        schema.deserialize(message)
