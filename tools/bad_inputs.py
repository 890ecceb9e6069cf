"""Tests readers with bad inputs: each must be accepted or rejected with a message.

    python tools/bad_inputs.py --cases 600 --seed 1
    python tools/bad_inputs.py --minutes 10 --areas trace plan

Every case is a good input of its area with a random change. With ``--minutes`` the tool runs for that
time of the processor, or until a signal, guided by coverage: inputs that reach new lines of flinksim are
kept and changed further. A reader may only raise the errors of its area, within :data:`MAX_CASE_S` and a
limit of memory. Any other error is printed with its input at once, and the command exits with 1.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import hashlib
import importlib
import io
import json
import os
import random
import resource
import signal
import struct
import sys
import tempfile
import time
import traceback
import warnings
import zlib
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day
from decimal import Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import CodeType, FrameType, SimpleNamespace
from typing import Any
from uuid import UUID

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import flinksim as fs  # noqa: E402
from flinksim.common import Configuration, Duration, Row, Types, WatermarkStrategy  # noqa: E402
from flinksim.connectors.scripted_source import ScriptedSource, pause, record  # noqa: E402
from flinksim.datastream import StreamExecutionEnvironment  # noqa: E402
from flinksim.datastream.functions import KeyedProcessFunction  # noqa: E402
from flinksim.datastream.state import MapStateDescriptor, ValueStateDescriptor  # noqa: E402
from flinksim.datastream.window import TumblingEventTimeWindows  # noqa: E402
from flinksim.trace.recorder import Trace  # noqa: E402

ExpectedErrors = tuple[type[BaseException], ...]

MAX_CASE_S = 20
"""Maximum time of one case in seconds."""

SNAPSHOT_HEADER_BYTES = 60

MAX_MEMORY_MB = 6_000
"""Maximum address space of the tool in MB; a reader that exceeds it gets a ``MemoryError``."""


STOPPED: list[bool] = []
"""Filled by a signal: the case that runs is the last one."""


class CaseTimeout(BaseException):
    """A case took longer than :data:`MAX_CASE_S`; no reader catches this."""


@dataclass
class Area:
    """Good inputs, the function that reads one, and the errors that it may raise."""

    seeds: list[Any]
    read: Callable[[Any], object]
    expected_errors: ExpectedErrors
    keeps_kind: bool = True
    """Whether a text stays a text, since users can give nothing else."""
    interesting_inputs: list[Any] = field(default_factory=list)


# --- mutations --------------------------------------------------------------------------------------

ODD_VALUES = [
    None, True, -1, 0, 1 << 31, 1 << 63, 10**30, 1.5, float("nan"), float("inf"), "", "x", "\0",
    "\ud800", "9" * 5000, "{", "🦆", [], {}, [[]], [None], {"": None}, "MIN", "MAX", "-", "..",
]  # fmt: skip


def build_nested(depth: int) -> Any:
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


def mutate(value: Any, random_source: random.Random) -> Any:
    """Return *value* with a random change."""
    if isinstance(value, bytes):
        return mutate_bytes(value, random_source)
    if isinstance(value, str) and random_source.random() < 0.8:
        return mutate_text(value, random_source)
    if isinstance(value, list | dict) and value and random_source.random() < 0.85:
        copy: Any = value.copy()
        place = (
            random_source.choice(list(copy))
            if isinstance(copy, dict)
            else random_source.randrange(len(copy))
        )
        if random_source.random() < 0.15:
            del copy[place]
        else:
            copy[place] = mutate(copy[place], random_source)
        return copy
    return random_source.choice([*ODD_VALUES, build_nested(150)])


def mutate_bytes(data: bytes, random_source: random.Random) -> bytes:
    body = bytearray(data)
    for _ in range(random_source.choice([1, 1, 2, 8])):
        at = random_source.randrange(len(body) + 1)
        match random_source.randrange(4):
            case 0:
                del body[at : at + random_source.choice([1, 4, 64])]
            case 1:
                body[at:at] = bytes(
                    random_source.randrange(256) for _ in range(random_source.choice([1, 4, 16]))
                )
            case _ if at < len(body):
                body[at] = random_source.choice([0, 1, 34, 91, 127, 128, 255])
    return bytes(body)


TEXT_PIECES = [
    "",
    "0",
    "-1",
    "9" * 40,
    '"',
    "'",
    "[",
    "(",
    "\0",
    "\n",
    ",",
    ":",
    " ",
    "é",
    "🦆",
    "None",
]


def mutate_text(text: str, random_source: random.Random) -> str:
    for _ in range(random_source.choice([1, 1, 2, 5])):
        at = random_source.randrange(len(text) + 1)
        to = at + random_source.choice([0, 0, 1, 3, len(text)])
        text = text[:at] + random_source.choice(TEXT_PIECES) + text[to:]
    return text


# --- the areas --------------------------------------------------------------------------------------


def declare_program() -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(5))
    pairs = env.from_collection([("a", 1), ("b", 2), ("a", 9)])
    timed = pairs.assign_timestamps_and_watermarks(
        strategy.with_timestamp_assigner(lambda value, _: value[1])
    )
    timed.key_by(lambda pair: pair[0]).map(lambda pair: pair).print()
    return env


STATE_VALUES = [
    Decimal("1.50"), Fraction(1, 3), UUID(int=5), date(2026, 1, 2), datetime(2026, 1, 2, tzinfo=UTC),
    time_of_day(1, 2), timedelta(1), deque([1], 5), Counter("aab"), OrderedDict(a=1), {1, 2}, frozenset("x"),
    b"bytes", 2j, range(5), bytearray(b"x"), SimpleNamespace(a=1), Row(1, "x"), Duration.of_millis(5), None,
]  # fmt: skip
"""A value of each kind that a snapshot can contain."""


class CountFunction(KeyedProcessFunction):
    """Counts the records of each key."""

    def open(self, runtime_context: Any) -> None:
        self.count = runtime_context.get_state(ValueStateDescriptor("count", Types.LONG()))
        self.names = runtime_context.get_map_state(
            MapStateDescriptor("names", Types.STRING(), Types.PICKLED_BYTE_ARRAY())
        )

    def process_element(self, value: Any, ctx: Any) -> Any:
        self.count.update((self.count.value() or 0) + 1)
        self.names.put(value[0], [value, {"seen": 1.5}, *STATE_VALUES])
        ctx.timer_service().register_event_time_timer(value[1] + 100)
        return []


def declare_stateful_program() -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    script = [part for n in range(30) for part in (record(("ab"[n % 2], n)), pause(10))]
    pairs = env.from_source(ScriptedSource(script), WatermarkStrategy.no_watermarks(), "pairs")
    pairs.key_by(lambda pair: pair[0]).process(CountFunction()).print()
    return env


def record_eventful_run() -> Trace:
    """Record a run with windows, state, timers, checkpoints, a failure and late records."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.enable_checkpointing(40)
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(
        lambda pair, _: pair[1]
    )
    times = (1, 12, 25, 3, 40, 41, 58)
    script = [part for n in times for part in (record(("ab"[n % 2], n)), pause(10))]
    pairs = env.from_source(ScriptedSource(script), strategy, "pairs").key_by(lambda pair: pair[0])
    pairs.window(TumblingEventTimeWindows.of(Duration.of_millis(20))).reduce(max).print()
    pairs.process(CountFunction()).print()
    with contextlib.redirect_stdout(io.StringIO()):
        return fs.simulate(env).crash("v5/0", at=50).run().trace


def build_areas(folder: Path) -> dict[str, Area]:
    from flinksim.analysis.whatif.plan_edits import apply_edits, parse_edit
    from flinksim.cli import main
    from flinksim.cli.arguments import parse_interleaving
    from flinksim.connectors.event_log.event_log_source import EventLogSource
    from flinksim.core.atomic_files import FileError
    from flinksim.core.tunable_parameter import TunableParameter
    from flinksim.simulation.run_tree import RunTreeError, read_runs
    from flinksim.testing.transcripts import read_transcript
    from flinksim.trace.storage.codec import encode, find_chunk_problem
    from flinksim.trace.storage.columns import TraceFileError
    from flinksim.trace.storage.decoder import decode
    from flinksim.viz.plan.layers import build_plan_diagram
    from flinksim.viz.plan.plan_import import InvalidPlanError, read_plan
    from flinksim.viz.widgets.protocol.rerun_messages import rerun_for

    env = declare_program()
    with contextlib.redirect_stdout(io.StringIO()):
        sim = fs.simulate(env).run()
    pipeline = declare_program().pipeline()
    plans = [
        json.loads(path.read_text("utf-8"))
        for path in (ROOT / "tests/viz/plan/plans").glob("*.json")
    ]

    def read_log(suffix: str, content: bytes) -> None:
        path = folder / f"log{suffix}"
        path.write_bytes(content)
        for policy in ("error", "reject"):
            source = EventLogSource(path, bad_rows=policy)
            for split in source.splits(1):
                for _ in source.open_split(split):
                    pass

    runs_file = folder / "saved.runs"
    sim.tree().save(runs_file)

    def read_saved_runs(content: bytes) -> None:
        path = folder / "other.runs"
        path.write_bytes(content)
        read_runs(path)

    encoded_traces = [encode(sim.trace), encode(record_eventful_run())]
    prelude = encoded_traces[0][:16]
    payloads = [zlib.decompress(encoded[40:]) for encoded in encoded_traces]

    def read_trace(content: bytes) -> None:
        trace = decode(content, validate=find_chunk_problem)  # as load_trace does
        trace.tell("everything")
        trace.digest()

    def read_payload(content: bytes) -> None:
        body = zlib.compress(content)
        checked = struct.pack("<IQQ", 1, len(body), len(content)) + body
        read_trace(prelude + struct.pack("<I", zlib.crc32(checked)) + checked)

    def run_command(words: list[Any]) -> None:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            main([str(word) for word in words])

    def run_until(words: Any) -> None:
        with contextlib.redirect_stdout(io.StringIO()):
            fs.simulate(declare_program()).run(until=words)

    def transcript(text: str) -> None:
        path = folder / "story.yaml"
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
        read_transcript(path)

    strange = build_file_areas(folder)
    stories = sorted((ROOT / "tests/transcripts").glob("*.yaml"))
    trace_file = folder / "run.flinktrace"
    sim.trace.save(trace_file)
    logs = [
        b"split,arrival,key,value\na,1,x,5\nb,2,y,6\na,3,x,7\n",
        b'{"split": "a", "arrival": 1, "value": 5}\n{"split": "b", "arrival": 2, "value": null}\n',
    ]
    return {
        "trace": Area(encoded_traces, read_trace, (TraceFileError,)),
        "payload": Area(payloads, read_payload, (TraceFileError,)),
        "runs": Area(
            [runs_file.read_bytes()], read_saved_runs, (RunTreeError, TraceFileError, FileError)
        ),
        "plan": Area(plans, lambda plan: read_plan(json.dumps(plan)), (InvalidPlanError,)),
        "decisions": Area(
            ["scripted:0,1,2", "seeded:5", "arrival", "round-robin"],
            parse_interleaving,
            (argparse.ArgumentTypeError, ValueError),
        ),
        "log": Area(logs[:1], partial(read_log, ".csv"), (ValueError,)),
        "JSON log": Area(logs[1:], partial(read_log, ".jsonl"), (ValueError,)),
        "edits": Area(
            [
                {"edit": "SetParallelism", "transformation": 4, "parallelism": 2},
                {"edit": "InsertPartitioner", "transformation": 4, "partitioner": "REBALANCE"},
                {"edit": "SetOperatorChaining", "enabled": False},
                {"edit": "SetSlotSharingGroup", "transformation": 4, "group": "g"},
            ],
            lambda edit: build_plan_diagram(apply_edits(pipeline, [parse_edit(edit)]), include_changes=False),
            (ValueError, RuntimeError),
            keeps_kind=False,
        ),
        "knobs": Area(
            [{"id": 1, "knob": "delay", "value": 5}],
            lambda message: rerun_for(
                message, [TunableParameter("delay", "Delay", 1, (1, 2))], lambda *_: sim.trace, None
            ),
            (ValueError,),
            keeps_kind=False,
        ),
        "questions": Area(
            [
                "why did record 0 go to Map 2/2",
                "why is the watermark of Map 1/2 at 4",
                "why did the job fail",
            ],
            lambda words: sim.why(words),
            (ValueError, LookupError, TypeError),
            keeps_kind=False,
        ),
        "conditions": Area(
            ["watermark", "record", "watermark of Map 1/2 >= 4", "late", "result"],
            run_until,
            (ValueError, LookupError, TypeError),
            keeps_kind=False,
        ),
        "options": Area(
            [{"parallelism.default": "2", "execution.buffer-timeout": "5 ms"},
             {"pipeline.auto-watermark-interval": "200 ms", "flinksim.dialect": "pyflink"},
             {"restart-strategy.type": "fixed-delay", "restart-strategy.fixed-delay.delay": "1 s"}],
            _run_with_options, (ValueError, TypeError, RuntimeError), keeps_kind=False,
        ),
        "stories": Area([path.read_text("utf-8") for path in stories], transcript, (ValueError,)),
        "commands": Area(
            [["tell", str(trace_file)], ["why", str(trace_file), "why"],
             ["plan", "--from", str(trace_file)],
             ["tell", str(trace_file), "--detail", "records"], ["run", str(trace_file), "--seed", "5"]],
            run_command, (SystemExit,),
        ),
        **strange,
    }  # fmt: skip


def build_file_areas(folder: Path) -> dict[str, Area]:
    """Build the areas of files that strangers send: snapshots, SQL, plans of it, logs, recordings ..."""
    from flinksim.core.binding_errors import BindingError
    from flinksim.course.grading.submissions import read_entries, read_submission
    from flinksim.external_data.binding import read_settings_file
    from flinksim.recording.recording_file import JobRecordingError
    from flinksim.recording.recording_import import read_recording
    from flinksim.runtime.checkpoint import snapshot_file
    from flinksim.runtime.checkpoint.storage import read_snapshot_folder
    from flinksim.table import EnvironmentSettings, TableEnvironment
    from flinksim.table.compiled_plan.plan_document import (
        CompiledPlanError,
        is_compiled_plan,
        parse_compiled_plan,
    )
    from flinksim.table.compiled_plan.plan_translator import build_pipeline
    from flinksim.table.planner.planner_errors import SqlError
    from tests.conformance.sql_cases import RECORDED, load_cases

    def write(name: str, content: bytes) -> Path:
        path = folder / name
        path.write_bytes(content)
        return path

    with contextlib.redirect_stdout(io.StringIO()):
        sim = fs.simulate(declare_stateful_program()).run(until=20)
        sim.savepoint(path=folder / "savepoint").run()
    (metadata_file,) = (folder / "savepoint").rglob("_metadata")
    snapshot = metadata_file.read_bytes()
    magic_number, version = snapshot[:8], struct.unpack(">I", snapshot[8:12])[0]
    values = zlib.decompress(snapshot[SNAPSHOT_HEADER_BYTES:])

    def read_values(content: bytes) -> None:
        packed = zlib.compress(content)
        sizes = struct.pack(">IQQ", version, len(packed), len(content))
        digest = hashlib.sha256(sizes + packed).digest()
        snapshot_file.decode(magic_number + sizes + digest + packed)

    cases = {case["name"]: case for case in load_cases(RECORDED)}
    chosen = [cases[name] for name in ("agg-basic", "tvf-sw-hop", "interval-where", "rank-top2")]

    def read_compiled_plan(plan: Any) -> None:
        document = json.loads(json.dumps(plan))
        if not is_compiled_plan(document):
            raise CompiledPlanError("no compiled plan")
        build_pipeline(parse_compiled_plan(document))

    def plan_sql(text: str) -> None:
        environment = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
        environment.execute_sql(
            "CREATE TABLE t (k STRING, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) "
            "WITH ('connector' = 'datagen')"
        )
        environment.explain_sql(text)

    def read_settings(content: bytes) -> None:
        write("flinksim.toml", content)
        read_settings_file(folder)

    def read_notebook(content: bytes) -> None:
        read_entries(read_submission(folder, write("ada.ipynb", content)))

    record = {
        "what": "attempt",
        "name": "00",
        "right": True,
        "belief": "",
        "given": "1",
        "after_s": 2,
    }
    notebook = {
        "cells": [{"cell_type": "code", "source": ["x = 1"], "metadata": {}, "outputs": []}],
        "metadata": {
            "flinksim": {"lesson": "00", "notes": [{"lesson": "00", "entries": [record]}]}
        },
    }
    recordings = [
        gzip.decompress((ROOT / f"tests/recording/recordings/{name}.jsonl.gz").read_bytes())
        for name in ("classic", "backpressure")
    ]
    return {
        "snapshot": Area(
            [snapshot],
            lambda content: read_snapshot_folder(write("_metadata", content).parent),
            (snapshot_file.SnapshotError,),
        ),
        "state values": Area([values], read_values, (snapshot_file.SnapshotError,)),
        "compiled plan": Area(
            [case["compiled_plan"] for case in chosen], read_compiled_plan, (CompiledPlanError,)
        ),
        "SQL": Area(
            ["SELECT k, COUNT(*), SUM(v) FROM t WHERE v > 1 GROUP BY k HAVING COUNT(*) > 2",
             "SELECT window_start, COUNT(*) FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), "
             "INTERVAL '10' SECOND)) GROUP BY window_start, window_end",
             "SELECT a.k, b.v FROM t a JOIN t b ON a.k = b.k AND a.ts BETWEEN b.ts - INTERVAL '1' MINUTE "
             "AND b.ts", "SELECT CASE WHEN v IS NULL THEN 'x' ELSE CAST(v AS STRING) END FROM t"],
            plan_sql, (SqlError,),
        ),
        "settings": Area(
            [b'[sources]\nclicks = "clicks.csv arrival=ts unit=s"\n[sinks]\nout = "out.jsonl"\n'],
            read_settings, (BindingError,),
        ),
        "notebook": Area([json.dumps(notebook).encode()], read_notebook, ()),
        "recording": Area(
            recordings,
            lambda content: read_recording(write("recording.jsonl", content)),
            (JobRecordingError,),
        ),
        **build_data_file_areas(write),
        **build_clinic_areas(),
        **build_replay_log_areas(write),
    }  # fmt: skip


def build_data_file_areas(write: Callable[[str, bytes], Path]) -> dict[str, Area]:
    """Build the areas of schedules, rosters and the formats of file sources."""
    from flinksim.cli.arguments import parse_interleaving
    from flinksim.course.grading.grader import read_roster
    from flinksim.datastream.formats.csv import CsvRowDeserializationSchema
    from flinksim.datastream.formats.json import JsonRowDeserializationSchema

    kinds = Types.ROW_NAMED(
        ["a", "b", "c", "d"], [Types.INT(), Types.STRING(), Types.BIG_DEC(), Types.SQL_TIMESTAMP()]
    )
    rows = JsonRowDeserializationSchema.builder().type_info(kinds).build()
    lines = CsvRowDeserializationSchema.Builder(kinds).build()
    return {
        "schedule": Area(
            [b"[0, 1, 2, 0]", b"[]"],
            lambda content: parse_interleaving(f"scripted:{write('s.json', content)}"),
            (argparse.ArgumentTypeError, ValueError),
        ),
        "roster": Area(
            [b"learner\nada\nmax\n", b'"ada, a",1\nmax,2\n'],
            lambda content: read_roster(write("roster.csv", content)), (ValueError,),
        ),
        "JSON rows": Area(
            ['{"a": 1, "b": "x", "c": 1.5, "d": "2026-01-02T03:04:05Z"}'],
            lambda text: rows.deserialize(text.encode("utf-8", "replace")),
            (ValueError, OverflowError),
        ),
        "CSV rows": Area(
            ['1,"x, y",1.5,2026-01-02 03:04:05'],
            lambda text: lines.deserialize(text.encode("utf-8", "replace")),
            (ValueError, OverflowError),
        ),
    }  # fmt: skip


def build_clinic_areas() -> dict[str, Area]:
    """Build the area of the responses of a cluster."""
    from flinksim.clinic.examination import build_report_page, diagnose_job
    from flinksim.clinic.live_job import read_job
    from flinksim.clinic.rest_client import RestClient, RestError
    from tests.clinic.record_responses import read_responses

    class RecordedClient(RestClient):
        """Has responses instead of a server."""

        def __init__(self, responses: dict[str, Any]) -> None:
            super().__init__("http://localhost")
            self.responses = responses

        def get(self, path: str) -> Any:
            if path not in self.responses:
                raise RestError(path)
            return self.responses[path]

    def examine(responses: dict[str, Any]) -> None:
        report = diagnose_job(read_job(RecordedClient(responses), "job"))
        for text in (str(report), report.markdown(), build_report_page([report], "en")):
            text.encode()
        report.json()

    recorded = [
        {path.replace(jobs["overview"]["jobs"][0]["jid"], "job"): document
         for path, document in jobs["responses"].items()}
        for name, jobs in read_responses().items()
        if name in ("idle_partition", "checkpoint_timeout", "lookup")
    ]  # fmt: skip
    return {"clinic": Area(recorded, examine, (RestError,))}


def build_replay_log_areas(write: Callable[[str, bytes], Path]) -> dict[str, Area]:
    """Build the areas of logs that a replay reads with Arrow; none without it."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ModuleNotFoundError:
        return {}
    from flinksim.cli.log_command import check_mapping, format_log
    from flinksim.connectors.external.recording_files import (
        RecordingError,
        RecordingOptions,
        read_recording,
    )
    from flinksim.replay.logs.column_mapping import ExplicitMapping
    from flinksim.replay.logs.input_log import MappedLog
    from flinksim.replay.logs.override import SourceOverride
    from tests.replay.test_raw_values import TEXTS

    table = pa.table({"split": ["a", "b", "a"], "arrival": [1, 2, 3], "value": ["x", None, "y"]})
    parquet = pa.BufferOutputStream()
    pq.write_table(table, parquet)
    arrow = pa.BufferOutputStream()
    with pa.ipc.new_file(arrow, table.schema) as writer:
        writer.write_table(table)

    def read_log(name: str, content: bytes) -> None:
        override = SourceOverride.parse(str(write(name, content)))
        log = MappedLog.from_source(override.location, override.mapping)
        format_log(log)
        check_mapping(log)

    def read_raw(name: str, content: bytes) -> None:
        mapping = ExplicitMapping(value="raw")
        check_mapping(MappedLog.from_source(write(name, content), mapping))

    def read_messages(name: str, content: bytes) -> None:
        path = str(write(name, content))
        with contextlib.suppress(RecordingError):  # few inputs have these fields
            read_recording(path, "topic", RecordingOptions("ts", "key", "partition", "us"))
        read_recording(path, "topic", RecordingOptions())

    texts = {name: content.encode() for name, (content, _) in TEXTS.items()}
    text = b"split,arrival,value\na,1,x\nb,2,y\n"
    return {
        "Parquet": Area(
            [parquet.getvalue().to_pybytes()], partial(read_log, "l.parquet"), (ValueError, OSError)
        ),
        "Arrow": Area(
            [arrow.getvalue().to_pybytes()], partial(read_log, "l.arrow"), (ValueError, OSError)
        ),
        "replay CSV": Area(
            [text, gzip.compress(text)], partial(read_log, "l.csv"), (ValueError, OSError)
        ),
        "text log": Area(
            list(texts.values()), partial(read_log, "l.log"), (ValueError, OSError)
        ),
        "raw log": Area(list(texts.values()), partial(read_raw, "l"), (ValueError, OSError)),
        "messages": Area(
            [texts[name] for name in ("kcat.jsonl", "console.txt", "one.json", "orders.csv")],
            partial(read_messages, "m.csv"), (RecordingError,),
        ),
        "replay JSON": Area(
            [b'{"split": "a", "arrival": 1, "v": 1}\n{"split": "b", "arrival": 2, "v": 2}\n'],
            partial(read_log, "l.jsonl"), (ValueError, OSError),
        ),
    }  # fmt: skip


def _run_with_options(options: Any) -> None:
    configuration = Configuration.from_dict(options)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.from_collection([1, 2]).map(lambda value: value).print()
    with contextlib.redirect_stdout(io.StringIO()):
        fs.simulate(env).run()


# --- running ----------------------------------------------------------------------------------------


class Coverage:
    """The lines of flinksim that have been reached."""

    def __init__(self) -> None:
        self.lines: set[tuple[CodeType, int]] = set()
        self._has_new_line = False
        self._package = str(ROOT / "flinksim")

    def trace(self, action: Callable[[], None]) -> bool:
        """Run an action and return whether it reached a new line."""
        self._has_new_line = False
        sys.settrace(self._on_call)
        try:
            action()
        finally:
            sys.settrace(None)
        return self._has_new_line

    def _on_call(self, frame: FrameType, event: str, arg: Any) -> Any:
        return self._on_line if frame.f_code.co_filename.startswith(self._package) else None

    def _on_line(self, frame: FrameType, event: str, arg: Any) -> Any:
        where = (frame.f_code, frame.f_lineno)
        if where not in self.lines:
            self.lines.add(where)
            self._has_new_line = True
        return self._on_line


def describe_unexpected(error: BaseException, expected_errors: ExpectedErrors) -> str:
    """Describe what is wrong with an error; empty if it is an expected error with a message."""
    if isinstance(error, expected_errors) and not isinstance(error, UnicodeError | RecursionError):
        text = str(error)
        if len(text) > 20_000:
            return f"{type(error).__name__} of {len(text)} characters"
        return (
            "" if text or isinstance(error, SystemExit) else f"{type(error).__name__} says nothing"
        )
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return (
        f"{type(error).__name__}: {str(error)[:200]} ({Path(frame.filename).name}:{frame.lineno})"
    )


def try_input(area: Area, value: Any) -> str:
    """Read an input and return ``taken``, ``refused`` or a description of the fault."""
    try:
        with limit_time():
            area.read(value)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # also SystemExit, with which a command ends
        return describe_unexpected(error, area.expected_errors) or "refused"
    return "taken"


@contextlib.contextmanager
def limit_time() -> Iterator[None]:
    """Raise :class:`CaseTimeout` after :data:`MAX_CASE_S`."""

    def stop(*_: Any) -> None:
        raise CaseTimeout(f"it takes more than {MAX_CASE_S} s")

    handler = signal.signal(signal.SIGALRM, stop)
    signal.alarm(MAX_CASE_S)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, handler)


def main() -> int:
    parser = argparse.ArgumentParser(description="Does a bad input lead to an internal traceback?")
    parser.add_argument("--cases", type=int, default=600, help="in all areas together")
    parser.add_argument(
        "--minutes", type=float, help="minutes of the processor, guided by coverage"
    )
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10_000))
    parser.add_argument("--areas", nargs="*", default=[])
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: STOPPED.append(True))
    os.fsync = lambda fd: None  # waiting for the disk takes longer than reading a log
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_MB << 20, resource.RLIM_INFINITY))
    importlib.import_module("flinksim.cli.run_command")
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory(prefix="bad-inputs-") as folder:
        every = build_areas(Path(folder))
        unknown = set(options.areas) - set(every)
        if unknown:
            parser.error(f"no area {sorted(unknown)[0]!r}; there are: {', '.join(every)}")
        chosen = {name: every[name] for name in every if not options.areas or name in options.areas}
        return try_all(chosen, options)


def try_all(chosen: dict[str, Area], options: argparse.Namespace) -> int:
    draw = random.Random(options.seed)
    counts = {name: [0, 0, 0] for name in chosen}
    faults: dict[str, str] = {}
    coverage = Coverage()
    deadline_s = None if options.minutes is None else time.process_time() + 60 * options.minutes
    done = 0
    while not STOPPED and (
        done < options.cases if deadline_s is None else time.process_time() < deadline_s
    ):
        name = list(chosen)[done % len(chosen)]
        area = chosen[name]
        seed = draw.choice(area.seeds + area.interesting_inputs)
        candidate = mutate(seed, draw)
        while area.keeps_kind and type(candidate) is not type(seed):
            candidate = mutate(seed, draw)
        found: list[str] = []
        if deadline_s is None:
            found.append(try_input(area, candidate))
        elif coverage.trace(lambda: found.append(try_input(area, candidate))):  # noqa: B023
            area.interesting_inputs = [*area.interesting_inputs[-200:], candidate]
        (outcome,) = found
        place = {"taken": 0, "refused": 1}.get(outcome, 2)
        counts[name][place] += 1
        if place == 2 and (fault := f"{name}: {outcome}") not in faults:
            faults[fault] = repr(candidate)[:300]
            print(f"\n{fault}\n  for {faults[fault]}", flush=True)
        done += 1
    print(f"{'area':<12} {'taken':>7} {'refused':>8} {'internal':>9}")
    for name, (taken, refused, wrong) in counts.items():
        print(f"{name:<12} {taken:>7} {refused:>8} {wrong:>9}")
    minutes = time.process_time() / 60
    print(f"{'all':<12} {done:>7} cases, {len(faults)} kinds of internal error, {minutes:.1f} min")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
