"""Runs transcripts and compares the results with their expectations.

A runner builds the program with :func:`build_program`, collects a :class:`TranscriptResult`, and passes
it to :func:`verify_transcript`. The runner of the simulator is :func:`simulate_transcript`.

Not in Flink.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flinksim.common import Duration, WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.connectors.sinks import CollectSink
from flinksim.core.atomic_files import write_file
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.datastream import OutputTag, StreamExecutionEnvironment
from flinksim.datastream.data_stream import DataStream
from flinksim.datastream.functions import AggregateFunction, ProcessWindowFunction
from flinksim.runtime.local_executor import build_job_graph
from flinksim.runtime.minicluster import MiniCluster
from flinksim.testing.transcripts import (
    ExpectedEvent,
    ExpectedFiring,
    ExpectedLateRecord,
    LateDestination,
    Transcript,
    read_transcript,
)
from flinksim.trace.events import (
    InputWatermarkAdvanced,
    LateRecordDropped,
    ResultWritten,
    WindowFired,
)
from flinksim.trace.recorder import Trace
from flinksim.trace.values import freeze

LATE_TAG = OutputTag("late")


# --- programs ------------------------------------------------------------------------------------


class _CountAggregate(AggregateFunction):
    def create_accumulator(self) -> Any:
        return 0

    def add(self, value: Any, accumulator: Any) -> Any:
        return accumulator + 1

    def get_result(self, accumulator: Any) -> Any:
        return accumulator

    def merge(self, acc_a: Any, acc_b: Any) -> Any:
        return acc_a + acc_b


class _ListFunction(ProcessWindowFunction[Any, Any, Any, Any]):
    def process(self, key: Any, context: Any, elements: Any) -> Any:
        yield tuple([value for _, _, value in elements])


def build_program(transcript: Transcript, folder: Path) -> StreamExecutionEnvironment:
    """Build the program of a transcript, over an event log that is written into *folder*."""
    program = transcript.program
    log = folder / "log.csv"
    _write_log(transcript, log)
    watermarks = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(program.bound))
    if program.idleness is not None:
        watermarks = watermarks.with_idleness(Duration.of_millis(program.idleness))
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(program.parallelism)
    windows = (
        env.from_source(
            EventLogSource(log, splits=program.splits),
            watermarks.with_timestamp_assigner(lambda value, _: value[0]),
            "records",
        )
        .key_by(lambda value: value[1])
        .window(program.assigner)
        .allowed_lateness(program.allowed_lateness)
    )
    if program.trigger is not None:
        windows = windows.trigger(program.trigger)
    if program.late_side_output:
        windows = windows.side_output_late_data(LATE_TAG)
    firings = _apply_aggregate(windows, program.aggregate)
    if program.late_side_output:
        late = firings.get_side_output(LATE_TAG)
        late.map(lambda value: ("side output", value)).sink_to(CollectSink())
    firings.map(lambda value: ("firing", value)).sink_to(CollectSink())
    return env


def _write_log(transcript: Transcript, log: Path) -> None:
    lines = ["split,arrival,split_end,ts:timestamp,key:str,value:int"]
    for step in transcript.steps:
        for split, ts, key, value in step.records:
            lines.append(f"{_quote_cell(split)},{step.start_ms},,{ts},{_quote_cell(key)},{value}")
    end = transcript.steps[-1].start_ms
    lines += [f"{_quote_cell(split)},{end},true,,," for split in transcript.program.splits]
    write_file(log, "\n".join(lines) + "\n")


def _quote_cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _apply_aggregate(windows: Any, aggregate: str) -> DataStream:
    match aggregate:
        case "sum":
            stream = windows.sum(2)
        case "min":
            stream = windows.min(2)
        case "max":
            stream = windows.max(2)
        case "count":
            stream = windows.aggregate(_CountAggregate())
        case _:
            stream = windows.process(_ListFunction())
    assert isinstance(stream, DataStream)
    return stream


# --- results -------------------------------------------------------------------------------------


@dataclass(slots=True)
class TranscriptResult:
    """Results of a run of a transcript, in any order; times are processing times in ms.

    ``watermarks`` are those of the subtasks of the window operator: time, subtask, watermark.
    ``results`` are the values that the sinks received.
    """

    transcript: Transcript
    events: list[tuple[int, ExpectedEvent]] = field(default_factory=list)
    watermarks: list[tuple[int, int, int]] = field(default_factory=list)
    results: list[Any] = field(default_factory=list)

    def add_firing(self, time: int, kind: str, key: Any, window: Any, contents: Any) -> None:
        """Add a firing of a window, with *contents* as a trace stores them."""
        value = _extract_value(freeze(contents), self.transcript.program.aggregate)
        self.events.append((time, ExpectedFiring(kind, key, freeze(window), value)))

    def add_late_record(self, time: int, key: Any, value: Any, to_side_output: bool) -> None:
        """Add a record that was too late."""
        place: LateDestination = "side output" if to_side_output else "dropped"
        self.events.append((time, ExpectedLateRecord(place, key, value[0], value[2])))


def _extract_value(contents: Any, aggregate: str) -> Any:
    match aggregate:
        case "count":
            return contents
        case "list":
            return tuple([value for _, _, value in contents])
        case _:
            return contents[2]


def collect_result(transcript: Transcript, trace: Trace) -> TranscriptResult:
    """Collect the results of a traced run of the simulator."""
    outcome = TranscriptResult(transcript)
    for step in trace:
        time = step.time_ms
        for event in step.events:
            match event:
                case WindowFired():
                    outcome.add_firing(time, event.kind, event.key, event.window, event.contents)
                case LateRecordDropped():
                    outcome.add_late_record(time, event.key, event.value, event.side_output)
                case InputWatermarkAdvanced():
                    subtask = int(event.subtask.rpartition("/")[2])
                    outcome.watermarks.append((time, subtask, event.after))
                case ResultWritten():
                    outcome.results.append(event.value)
    return outcome


def simulate_transcript(transcript: Transcript) -> TranscriptResult:
    """Run a transcript in the simulator, with records in order of arrival."""
    with TemporaryDirectory(prefix="flinksim-") as folder:
        env = build_program(transcript, Path(folder))
        cluster = MiniCluster(build_job_graph(env.pipeline(transcript.story)))
        cluster.run()
        if cluster.failure is not None:
            raise cluster.failure
        return collect_result(transcript, cluster.trace)


def check_transcript(file: str | Path) -> None:
    """Read a transcript, run it in the simulator, and check the results.

    Raises:
        TranscriptError: The transcript is invalid.
        AssertionError: The results differ. The message lists, step by step, what is missing and what
            was not expected.
    """
    verify_transcript(simulate_transcript(read_transcript(file)))


# --- comparison ----------------------------------------------------------------------------------


def verify_transcript(result: TranscriptResult, runner: str = "the simulator") -> None:
    """Check that the results of a run are exactly those that its transcript expects.

    Args:
        result: Results of the run.
        runner: Name of the runner in the message.

    Raises:
        AssertionError: The results differ. The message lists the differences step by step.
    """
    transcript = result.transcript
    differences = [*_find_differences(result), *_find_sink_differences(result)]
    if differences:
        head = f"{transcript.file}: {transcript.story!r} failed on {runner}"
        raise AssertionError("\n".join([head, *differences]))


def _find_differences(result: TranscriptResult) -> Iterator[str]:
    steps = result.transcript.steps
    start_times = [step.start_ms for step in steps]
    actual: list[Counter[ExpectedEvent]] = [Counter() for _ in steps]
    for time, event in result.events:
        actual[_find_step(start_times, time)][event] += 1
    expected_watermark = MIN_TIMESTAMP
    for number, step in enumerate(steps):
        differences = _compare(step.events, actual[number])
        if step.watermark is not None:
            expected_watermark = step.watermark
        until = start_times[number + 1] if number + 1 < len(steps) else MAX_TIMESTAMP
        differences += _compare_watermarks(expected_watermark, result, until)
        if differences:
            yield f"  step {number + 1} (line {step.line}), at {step.start_ms}:"
            yield from (f"    {line}" for line in differences)


def _find_step(start_times: list[int], time_ms: int) -> int:
    return max(0, bisect_right(start_times, time_ms) - 1)


def _compare(expected: Iterable[Any], actual: Counter[Any]) -> list[str]:
    expected_counts = Counter(expected)
    missing = [f"missing       {event}" for event in (expected_counts - actual).elements()]
    return missing + [f"unexpected    {event}" for event in (actual - expected_counts).elements()]


def _compare_watermarks(expected: int, result: TranscriptResult, until: int) -> list[str]:
    last = dict.fromkeys(range(result.transcript.program.parallelism), MIN_TIMESTAMP)
    for time, subtask, watermark in result.watermarks:
        if time < until:
            last[subtask] = max(last[subtask], watermark)
    return [
        f"watermark     expected {_format_watermark(expected)}, found {_format_watermark(found)} in "
        f"subtask {subtask} of the window"
        for subtask, found in last.items()
        if found != expected
    ]


def _format_watermark(watermark: int) -> str:
    return {MIN_TIMESTAMP: "none", MAX_TIMESTAMP: "end"}.get(watermark, str(watermark))


def _find_sink_differences(result: TranscriptResult) -> Iterator[str]:
    """Compare the values that the sinks received with the expected firings and late records."""
    aggregate = result.transcript.program.aggregate
    actual: Counter[Any] = Counter()
    for name, value in result.results:
        actual[(name, value if name == "side output" else _extract_result(value, aggregate))] += 1
    expected: list[Any] = []
    for step in result.transcript.steps:
        for event in step.events:
            if isinstance(event, ExpectedFiring):
                expected_value = (
                    event.value if aggregate in ("count", "list") else (event.key, event.value)
                )
                expected.append(("firing", expected_value))
            elif event.destination == "side output":
                expected.append(("side output", (event.ts, event.key, event.value)))
    differences = _compare(expected, actual)
    if differences:
        yield "  all sinks:"
        yield from (f"    {line}" for line in differences)


def _extract_result(value: Any, aggregate: str) -> Any:
    return value if aggregate in ("count", "list") else (value[1], value[2])


__all__ = [
    "TranscriptResult",
    "build_program",
    "check_transcript",
    "collect_result",
    "simulate_transcript",
    "verify_transcript",
]
