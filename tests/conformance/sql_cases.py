"""Compare flinksim with recorded SQL cases of real Flink: ``python -m tests.conformance.sql_cases FILES``.

A file has the schema of the recorded cases: ``{"flink": ..., "topic": ..., "cases": [...]}``. Each part
that can be compared prints ``P of N``. A part is a function from a case to its differences, or ``None``
if the case has nothing for it; the planner adds its parts to :data:`PARTS`.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from flinksim.connectors.scripted_source import ScriptedSource, at, record, watermark
from flinksim.connectors.sink import Sink
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.runtime.interleaving import CLOCK_BIT, ArrivalOrder, Interleaving
from flinksim.runtime.local_executor import build_job_graph
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.table.compiled_plan.plan_document import parse_compiled_plan
from flinksim.table.compiled_plan.plan_translator import build_pipeline
from flinksim.table.compiled_plan.table_connectors import (
    ChangelogCollectSink,
    TableConnectors,
    read_plan_table,
)
from flinksim.table.logical_types import INTEGER_BITS, INTERVAL_TYPES, LogicalType
from flinksim.table.runtime.change_rows import KINDS_BY_NAME, ChangeRow
from flinksim.table.runtime.expressions.datetime_text import (
    format_time,
    parse_date,
    parse_time,
    parse_timestamp,
)
from flinksim.table.runtime.expressions.number_conversion import format_float, to_float32
from flinksim.table.runtime.sql_values import MapValue, Timestamp, TimestampLtz
from flinksim.trace.events import ResultWritten, WatermarkEmitted
from tests.conformance.sql_planning import (
    check_planned,
    check_rejected,
    compare_explain,
    compare_plans,
    plan_case,
)

Case = Mapping[str, Any]
Part = Callable[[Case], list[str] | None]
MS_BETWEEN_ROWS = 100
DATA = Path(__file__).parent / "facts" / "sql"
RECORDED = DATA / "recorded_cases.json.gz"
FURTHER = DATA / "further_cases.json.gz"
"""Compiled plans that were recorded once, with plans and inputs of our own; rows that race are left out."""


# --- values of the recording -------------------------------------------------------------------------


def parse_script_value(value: Any, type_: LogicalType) -> Any:
    """Parse a value of ``inputs``."""
    if value is None:
        return None
    root = type_.root
    if root in INTEGER_BITS:
        return int(value)
    if root in ("FLOAT", "DOUBLE"):
        return to_float32(float(value)) if root == "FLOAT" else float(value)
    if root == "DECIMAL":
        return Decimal(str(value)).quantize(Decimal(1).scaleb(-type_.scale))
    if root == "BOOLEAN":
        return value is True or str(value).lower() == "true"
    if root == "DATE":
        return parse_date(value)
    if root == "TIME":
        return parse_time(value)
    if root == "TIMESTAMP":
        return _parse_local_time(value)
    if root == "TIMESTAMP_LTZ":
        return TimestampLtz(_parse_local_time(value.rstrip("Z")))
    if root in ("BINARY", "VARBINARY"):
        return bytes.fromhex(value)
    if root == "ARRAY":
        return tuple(parse_script_value(part, type_.element) for part in value)
    if root == "ROW":
        return tuple(
            parse_script_value(part, child)
            for part, child in zip(value, type_.children, strict=True)
        )
    if root == "MAP":
        return MapValue(
            (key, parse_script_value(part, type_.children[1])) for key, part in value.items()
        )
    return str(value)


def _parse_local_time(text: str) -> Timestamp | None:
    """Parse what Java's ``LocalDateTime`` does: with ``T`` or a space, and seconds if there are any."""
    seconds = ":00" if text.count(":") == 1 else ""
    return parse_timestamp(f"{text.replace('T', ' ')}{seconds}")


def format_script_value(value: Any, type_: LogicalType) -> str | None:
    """Format a value as the recorder's sink does."""
    if value is None:
        return None
    root = type_.root
    if root in ("TIMESTAMP", "TIMESTAMP_LTZ"):
        return value.format(type_.precision) + ("Z" if root == "TIMESTAMP_LTZ" else "")
    if root in INTERVAL_TYPES:
        return _format_interval(value, root)
    if root == "TIME":
        return format_time(value.check(), 3 if value % 1000 else 0)
    if root == "DECIMAL":
        return f"{value:f}"
    if root in ("FLOAT", "DOUBLE"):
        return format_float(value, root)
    if root == "BOOLEAN":
        return "true" if value else "false"
    if root in ("BINARY", "VARBINARY"):
        return f"x'{value.hex()}'"
    if root == "ARRAY":
        return f"[{', '.join(_format_part(part, type_.element) for part in value)}]"
    if root == "ROW":
        parts = zip(value, type_.children, strict=True)
        return f"({', '.join(_format_part(part, child) for part, child in parts)})"
    if root in ("MAP", "MULTISET"):
        count = LogicalType("INT")
        item = (*type_.children, count)[1]
        entries = {
            _format_part(key, type_.children[0]): _format_part(part, item)
            for key, part in value.items()
        }
        return "{" + ", ".join(f"{key}={entries[key]}" for key in sorted(entries)) + "}"
    return str(value)


def _format_interval(value: int, root: str) -> str:
    """Format an interval as Java's ``Duration`` and ``Period``."""
    amount, sign = abs(value), "-" if value < 0 else ""
    if root == "INTERVAL_YEAR_MONTH":
        parts = {"Y": amount // 12, "M": amount % 12}
        prefix, zero = "P", "P0D"
    else:
        seconds = amount / 1000
        parts = {"H": amount // 3_600_000, "M": amount // 60_000 % 60, "S": seconds % 60}
        prefix, zero = "PT", "PT0S"
    shown = "".join(f"{sign}{part:g}{unit}" for unit, part in parts.items() if part)
    return f"{prefix}{shown}" if shown else zero


def _format_part(value: Any, type_: LogicalType) -> str:
    text = format_script_value(value, type_)
    return "null" if text is None else text


# --- running a case ------------------------------------------------------------------------------------


@dataclass
class SinkOutput:
    """The changelog of one sink, and its watermarks as ``[rows before it, text]``."""

    changelog: list[list[Any]] = field(default_factory=list)
    watermarks: list[list[Any]] = field(default_factory=list)
    primary_key: list[int] | None = None

    def table(self) -> list[list[Any]]:
        """Return the materialized table, sorted; a sink with a primary key keeps one row for each."""
        if self.primary_key is not None:
            latest: dict[tuple[Any, ...], list[Any]] = {}
            for kind, values in self.changelog:
                key = tuple(values[position] for position in self.primary_key)
                if kind in ("+I", "+U"):
                    latest[key] = values
                else:
                    latest.pop(key, None)
            return sorted(latest.values(), key=_sort_key)
        counts: Counter[tuple[Any, ...]] = Counter()
        for kind, values in self.changelog:
            row = tuple(values)
            if kind in ("+I", "+U"):
                counts[row] += 1
            elif counts[row] > 0:
                counts[row] -= 1
        rows = [list(row) for row, count in counts.items() for _ in range(count)]
        return sorted(rows, key=_sort_key)


def _sort_key(row: Sequence[Any]) -> list[tuple[bool, str]]:
    return [(value is not None, str(value)) for value in row]


def build_script_sources(plan: Mapping[str, Any], inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Build the sources of the tables of a plan; rows arrive in the order of their numbers."""
    end = 1 + max((item[0] for items in inputs.values() for item in items), default=0)
    sources = {}
    for node in plan["nodes"]:
        scan = node.get("scanTableSource") or node.get("temporalTable", {}).get("lookupTableSource")
        if scan is None:
            continue
        table = read_plan_table(scan["table"])
        if table.options["connector"] != "script":
            continue
        name = table.options.get("name", table.name)
        script: list[Any] = []
        for number, kind, content in inputs.get(name, []):
            script.append(at(number * MS_BETWEEN_ROWS))
            if kind == "WM":
                script.append(watermark(parse_timestamp(content).millis))
                continue
            # A missing last value is null, as in the recorder.
            padded = [*content, *[None] * (len(table.type.children) - len(content))]
            values = parse_script_value(padded, table.type)
            script.append(record(ChangeRow(values, KINDS_BY_NAME[kind])))
        script.append(at(end * MS_BETWEEN_ROWS))
        sources[table.name] = ScriptedSource({table.name: script})
    return sources


def run_plan(
    case: Case, plan: Mapping[str, Any], interleaving: Interleaving | None = None
) -> tuple[MiniCluster, dict[str, SinkOutput]]:
    """Run a compiled plan with the inputs of a case; the trace gives what each sink saw."""
    text = json.dumps(plan).replace("{DATA}", str(DATA))
    document = json.loads(text)
    types, keys = {}, {}
    sinks: dict[str, Sink] = {}
    for node in document["nodes"]:
        if "dynamicTableSink" in node:
            table = read_plan_table(node["dynamicTableSink"]["table"])
            types[table.name] = table.type
            keys[table.name] = read_primary_key(node)
            sinks[table.name] = ChangelogCollectSink()
    options = {
        "pipeline.auto-watermark-interval": "0 ms",
        "execution.buffer-timeout.interval": "0 ms",
        **case.get("config", {}),
    }
    connectors = TableConnectors(build_script_sources(document, case.get("inputs", {})), sinks)
    pipeline = build_pipeline(parse_compiled_plan(document), connectors, options)
    settings = RunSettings(traced=True, interleaving=interleaving or ArrivalOrder())
    cluster = MiniCluster(build_job_graph(pipeline), settings)
    cluster.run()
    outputs = {name: SinkOutput(primary_key=keys[name]) for name in types}
    return cluster, _read_outputs(cluster, outputs, sinks, types)


def read_primary_key(node: Mapping[str, Any]) -> list[int] | None:
    """Return the primary key of an upsert sink."""
    table = node["dynamicTableSink"]["table"]["resolvedTable"]
    key = table["schema"].get("primaryKey")
    if key is None or table["options"].get("changelog") != "I,UA,D":
        return None
    names = [column["name"] for column in table["schema"]["columns"]]
    return [names.index(name) for name in key["columns"]]


def _read_outputs(
    cluster: MiniCluster,
    outputs: dict[str, SinkOutput],
    sinks: Mapping[str, Any],
    types: Mapping[str, LogicalType],
) -> dict[str, SinkOutput]:
    rows = {name: iter(sink.rows) for name, sink in sinks.items()}
    names = {
        operator: name
        for operator in {
            event.operator for step in cluster.trace for event in step.events
            if isinstance(event, ResultWritten | WatermarkEmitted)
        }
        if (name := _find_sink(cluster, operator))
    }  # fmt: skip
    for step in cluster.trace:
        for event in step.events:
            if isinstance(event, ResultWritten) and event.operator in names:
                name = names[event.operator]
                row = next(rows[name])
                values = [
                    format_script_value(value, type_)
                    for value, type_ in zip(row.values, types[name].children, strict=True)
                ]
                outputs[name].changelog.append([str(row.kind), values])
            elif isinstance(event, WatermarkEmitted) and event.operator in names:
                output = outputs[names[event.operator]]
                output.watermarks.append([len(output.changelog), _format_watermark(event)])
    return outputs


def _find_sink(cluster: MiniCluster, operator: Any) -> str | None:
    for vertex in cluster.job_graph.vertices:
        for chained in vertex.operators:
            if chained.node.kind == "SINK" and str(operator).startswith(f"o{chained.node.id}"):
                return chained.node.name.removeprefix("Sink: ")
    return None


def _format_watermark(event: Any) -> str:
    if event.timestamp == MAX_TIMESTAMP:
        return "MAX"
    if event.timestamp > 253402300799999:
        return f"MAX-{MAX_TIMESTAMP - event.timestamp}"
    return Timestamp(event.timestamp * 1_000_000).format(3)


# --- comparison ----------------------------------------------------------------------------------------


def compare_outputs(case: Case, outputs: Mapping[str, SinkOutput]) -> list[str]:
    """Return the differences of the sinks of a case; order counts where Flink's order is fixed."""
    expected_sinks = case.get("sinks") or {"out": case}
    differences = []
    for name, expected in expected_sinks.items():
        output = outputs[name]
        if output.table() != sorted(expected["table"], key=_sort_key) and case["mode"] != "batch":
            differences.append(_describe(f"{name}: table", expected["table"], output.table()))
        wanted = _normalize_order(case, expected["changelog"], expected.get("watermarks", []))
        found = _normalize_order(case, output.changelog, output.watermarks)
        if case["mode"] == "batch":  # without an ORDER BY of the query, the order is not fixed
            is_ordered = re.search(r"ORDER BY[^)]*$", case.get("query", "")) is not None
            wanted, found = (
                rows if is_ordered else sorted(rows)
                for rows in ([json.dumps(row) for row in rows] for rows in
                             (expected["changelog"], output.changelog))
            )  # fmt: skip
        if wanted != found and not _has_joined_branches(case):
            differences.append(
                _describe(f"{name}: changelog", expected["changelog"], output.changelog)
            )
    return differences


def _normalize_order(
    case: Case, changelog: Sequence[Any], watermarks: Sequence[Any]
) -> list[list[str]]:
    reasons = " ".join(case.get("may_differ", []))
    rows = [json.dumps(row, ensure_ascii=False) for row in changelog]
    races = _has_unordered_branches(case.get("compiled_plan") or {"nodes": [], "edges": []})
    if "mini-batch" in reasons or races:
        return [sorted(rows)]
    compacts = any(
        node.get("conflictStrategy", {}).get("behavior") in ("NOTHING", "ERROR")
        for node in case.get("compiled_plan", {}).get("nodes", [])
    )
    if compacts or "between two consecutive sink watermarks" in reasons:
        bounds = sorted({0, len(rows), *(count for count, _ in watermarks)})
        return [sorted(rows[a:b]) for a, b in itertools.pairwise(bounds)]
    return [rows]


def _has_unordered_branches(plan: Mapping[str, Any]) -> bool:
    """Return whether branches meet in a union, and nothing orders their rows.

    They come from one source, or from VALUES.
    """
    types = {node["type"] for node in plan["nodes"]}
    if "stream-exec-union_1" not in types:
        return False
    fan_out = Counter(edge["source"] for edge in plan["edges"])
    return "stream-exec-values_1" in types or max(fan_out.values()) > 1


def _has_joined_branches(case: Case) -> bool:
    """Return whether rows of the only source reach a join by two ways.

    Nothing orders them there: only the final table is fixed.
    """
    plan = case.get("compiled_plan") or {"nodes": [], "edges": []}
    if len(case.get("inputs", {})) != 1 or case["mode"] == "batch":
        return False
    return any(node["type"] == "stream-exec-join_1" for node in plan["nodes"])


def _describe(what: str, expected: Sequence[Any], found: Sequence[Any]) -> str:
    lines = [what, "  Flink:"]
    lines += [f"    {json.dumps(row, ensure_ascii=False)}" for row in expected]
    lines.append("  flinksim:")
    lines += [f"    {json.dumps(row, ensure_ascii=False)}" for row in found]
    return "\n".join(lines)


def execute_compiled_plan(case: Case) -> list[str] | None:
    """Run the compiled plan of a case and compare what its sinks wrote."""
    plan = case.get("compiled_plan")
    if plan is None:
        return None
    error = case.get("error")
    if error is not None and error["phase"] != "run":
        return None
    try:
        _, outputs = run_plan(case, plan)
    except Exception as problem:
        message = str(problem)
        if error is not None:
            same = _is_same_error(error, message) or _fails_first(case, plan, error)
            return [] if same else [f"other error: {message}"]
        return [f"{type(problem).__name__}: {message}"]
    if error is not None:
        return [f"no error; Flink: {error['root_message']}"]
    return compare_outputs(case, outputs)


class SourcesFirst(Interleaving):
    """Policy in which sources emit all of their rows before the tasks behind them run.

    Rows wait for their time; the clock runs for them at most *limit* times while other tasks could.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit

    def choose(self, mask: int) -> int:
        """Choose a source, then the clock, then the task furthest upstream."""
        sources = mask & self.run.source_mask
        if not sources and mask & CLOCK_BIT and self._limit:
            self._limit -= 1
            return 0
        others = sources or mask & ~CLOCK_BIT
        return (others & -others).bit_length() - 1


def _fails_first(case: Case, plan: Mapping[str, Any], error: Mapping[str, str]) -> bool:
    """Return whether the error of Flink comes first if the sources run ahead.

    Where two tasks fail, the order is a race: Flink's only source does not wait for other tasks.
    """
    inputs = list(case.get("inputs", {}).values())
    if len(inputs) != 1:
        return False
    try:
        run_plan(case, plan, SourcesFirst(2 * len(inputs[0]) + 2))
    except Exception as problem:
        return _is_same_error(error, str(problem))
    return False


def _is_same_error(error: Mapping[str, str], message: str) -> bool:
    name = error["root_class"].rpartition(".")[2]
    return error["root_message"] in message or name in message


def compare_watermarks(case: Case) -> list[str] | None:
    """Compare the watermarks that the sink of a compiled plan saw."""
    plan = case.get("compiled_plan")
    if plan is None or "error" in case or "watermarks" not in case:
        return None
    try:
        _, outputs = run_plan(case, plan)
    except Exception as problem:
        return [str(problem)]
    if outputs["out"].watermarks == case["watermarks"]:
        return []
    return [_describe("watermarks", case["watermarks"], outputs["out"].watermarks)]


def compare_vertices(case: Case) -> list[str] | None:
    """Compare the chained job vertices of a compiled plan."""
    plan = case.get("compiled_plan")
    if plan is None or "vertices" not in case:
        return None
    try:
        cluster, _ = run_plan(case, plan)
    except Exception as problem:
        return [str(problem)]
    found = [vertex.name for vertex in cluster.job_graph.vertices]
    wanted = [vertex["name"] for vertex in case["vertices"]]
    return [] if sorted(found) == sorted(wanted) else [_describe("vertices", wanted, found)]


def execute_sql(case: Case) -> list[str] | None:
    """Plan the SQL of a case, run the plan, and compare what its sinks wrote."""
    error = case.get("error")
    if error is not None and error["phase"] != "run":
        return None
    try:
        plan = plan_case(case).compiled
    except Exception as problem:
        return [f"{type(problem).__name__}: {problem}"]
    return execute_compiled_plan({**case, "compiled_plan": plan})


PARTS: dict[str, Part] = {
    "SQL planned": check_planned,
    "SQL executed": execute_sql,
    "physical plans equal": compare_plans,
    "physical plans printed alike": compare_explain,
    "rejected statements rejected": check_rejected,
    "compiled plans executed": execute_compiled_plan,
    "watermarks at the sink": compare_watermarks,
    "job vertices": compare_vertices,
}
"""What is compared, by its title."""


def load_cases(path: Path) -> list[Case]:
    """Load the cases of a file, which may be compressed."""
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    document = json.loads(data)
    cases: list[Case] = document["cases"] if isinstance(document, dict) else document
    return cases


def main() -> int:
    """Print ``P of N`` for each part; with ``-v`` also the differences."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, default=[RECORDED])
    parser.add_argument("-v", "--verbose", action="store_true", help="print the differences")
    parser.add_argument("--only", help="only cases whose name contains this")
    parser.add_argument("--part", help="only parts whose title contains this")
    options = parser.parse_args()
    cases = [case for path in options.files for case in load_cases(path)]
    if options.only:
        cases = [case for case in cases if options.only in case["name"]]
    failed = False
    for title, part in PARTS.items():
        if options.part and options.part not in title:
            continue
        results = {case["name"]: found for case in cases if (found := part(case)) is not None}
        wrong = {name: found for name, found in results.items() if found}
        print(f"{title}: {len(results) - len(wrong)} of {len(results)}")
        failed = failed or bool(wrong)
        for name, found in wrong.items():
            text = "\n".join(found)
            print(f"- {name}: {text if options.verbose else text.splitlines()[0][:200]}")
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
