"""Runs transcripts and compares the results with their expectations.

A runner builds the program with :func:`declare`, collects a :class:`RunOfTranscript`, and passes it to
:func:`verify`. The runner of the simulator is :func:`simulate_transcript`.

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
from flinksim.runtime.local_executor import job_graph_of
from flinksim.runtime.minicluster import MiniCluster
from flinksim.testing.transcripts import Event, Late, Place, ToldFiring, Transcript, read_transcript
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


class _Count(AggregateFunction):
    def create_accumulator(self) -> Any:
        return 0

    def add(self, value: Any, accumulator: Any) -> Any:
        return accumulator + 1

    def get_result(self, accumulator: Any) -> Any:
        return accumulator

    def merge(self, acc_a: Any, acc_b: Any) -> Any:
        return acc_a + acc_b


class _List(ProcessWindowFunction[Any, Any, Any, Any]):
    def process(self, key: Any, context: Any, elements: Any) -> Any:
        yield tuple([value for _, _, value in elements])


def declare(transcript: Transcript, folder: Path) -> StreamExecutionEnvironment:
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
    firings = _aggregated(windows, program.aggregate)
    if program.late_side_output:
        late = firings.get_side_output(LATE_TAG)
        late.map(lambda value: ("side output", value)).sink_to(CollectSink())
    firings.map(lambda value: ("firing", value)).sink_to(CollectSink())
    return env


def _write_log(transcript: Transcript, log: Path) -> None:
    lines = ["split,arrival,split_end,ts:timestamp,key:str,value:int"]
    for step in transcript.steps:
        for split, ts, key, value in step.records:
            lines.append(f"{_cell(split)},{step.at},,{ts},{_cell(key)},{value}")
    end = transcript.steps[-1].at
    lines += [f"{_cell(split)},{end},true,,," for split in transcript.program.splits]
    write_file(log, "\n".join(lines) + "\n")


def _cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _aggregated(windows: Any, aggregate: str) -> DataStream:
    match aggregate:
        case "sum":
            stream = windows.sum(2)
        case "min":
            stream = windows.min(2)
        case "max":
            stream = windows.max(2)
        case "count":
            stream = windows.aggregate(_Count())
        case _:
            stream = windows.process(_List())
    assert isinstance(stream, DataStream)
    return stream


# --- results -------------------------------------------------------------------------------------


@dataclass(slots=True)
class RunOfTranscript:
    """Results of a run of a transcript, in any order; times are processing times in ms.

    ``watermarks`` are those of the subtasks of the window operator: time, subtask, watermark.
    ``results`` are the values that the sinks received.
    """

    transcript: Transcript
    events: list[tuple[int, Event]] = field(default_factory=list)
    watermarks: list[tuple[int, int, int]] = field(default_factory=list)
    results: list[Any] = field(default_factory=list)

    def firing(self, time: int, kind: str, key: Any, window: Any, contents: Any) -> None:
        """Add a firing of a window, with *contents* as a trace stores them."""
        value = _value_of(freeze(contents), self.transcript.program.aggregate)
        self.events.append((time, ToldFiring(kind, key, freeze(window), value)))

    def late(self, time: int, key: Any, value: Any, to_side_output: bool) -> None:
        """Add a record that was too late."""
        place: Place = "side output" if to_side_output else "dropped"
        self.events.append((time, Late(place, key, value[0], value[2])))


def _value_of(contents: Any, aggregate: str) -> Any:
    match aggregate:
        case "count":
            return contents
        case "list":
            return tuple([value for _, _, value in contents])
        case _:
            return contents[2]


def outcome_of_trace(transcript: Transcript, trace: Trace) -> RunOfTranscript:
    """Collect the results of a traced run of the simulator."""
    outcome = RunOfTranscript(transcript)
    for step in trace:
        time = step.time_ms
        for fact in step.events:
            match fact:
                case WindowFired():
                    outcome.firing(time, fact.kind, fact.key, fact.window, fact.contents)
                case LateRecordDropped():
                    outcome.late(time, fact.key, fact.value, fact.side_output)
                case InputWatermarkAdvanced():
                    subtask = int(fact.subtask.rpartition("/")[2])
                    outcome.watermarks.append((time, subtask, fact.after))
                case ResultWritten():
                    outcome.results.append(fact.value)
    return outcome


def simulate_transcript(transcript: Transcript) -> RunOfTranscript:
    """Run a transcript in the simulator, with records in order of arrival."""
    with TemporaryDirectory(prefix="flinksim-") as folder:
        env = declare(transcript, Path(folder))
        cluster = MiniCluster(job_graph_of(env.pipeline(transcript.story)))
        cluster.run()
        if cluster.failure is not None:
            raise cluster.failure
        return outcome_of_trace(transcript, cluster.trace)


def check_transcript(file: str | Path) -> None:
    """Read a transcript, run it in the simulator, and check the results.

    Raises:
        TranscriptError: The transcript is invalid.
        AssertionError: The results differ. The message lists, step by step, what is missing and what
            was not expected.
    """
    verify(simulate_transcript(read_transcript(file)))


# --- comparison ----------------------------------------------------------------------------------


def verify(outcome: RunOfTranscript, runner: str = "the simulator") -> None:
    """Check that the results of a run are exactly those that its transcript expects.

    Args:
        outcome: Results of the run.
        runner: Name of the runner in the message.

    Raises:
        AssertionError: The results differ. The message lists the differences step by step.
    """
    transcript = outcome.transcript
    differences = [*_differences(outcome), *_differences_of_results(outcome)]
    if differences:
        head = f"{transcript.file}: {transcript.story!r} does not come true on {runner}"
        raise AssertionError("\n".join([head, *differences]))


def _differences(outcome: RunOfTranscript) -> Iterator[str]:
    steps = outcome.transcript.steps
    start_times = [step.at for step in steps]
    actual: list[Counter[Event]] = [Counter() for _ in steps]
    for time, event in outcome.events:
        actual[_step_at(start_times, time)][event] += 1
    expected_watermark = MIN_TIMESTAMP
    for number, step in enumerate(steps):
        differences = _compare(step.events, actual[number])
        if step.watermark is not None:
            expected_watermark = step.watermark
        until = start_times[number + 1] if number + 1 < len(steps) else MAX_TIMESTAMP
        differences += _compare_watermarks(expected_watermark, outcome, until)
        if differences:
            yield f"  step {number + 1} (line {step.line}), at {step.at}:"
            yield from (f"    {line}" for line in differences)


def _step_at(begins: list[int], time: int) -> int:
    return max(0, bisect_right(begins, time) - 1)


def _compare(expected: Iterable[Any], came: Counter[Any]) -> list[str]:
    expected_counts = Counter(expected)
    missing = [f"missing       {event}" for event in (expected_counts - came).elements()]
    return missing + [f"not expected  {event}" for event in (came - expected_counts).elements()]


def _compare_watermarks(expected: int, outcome: RunOfTranscript, until: int) -> list[str]:
    last = dict.fromkeys(range(outcome.transcript.program.parallelism), MIN_TIMESTAMP)
    for time, subtask, watermark in outcome.watermarks:
        if time < until:
            last[subtask] = max(last[subtask], watermark)
    return [
        f"watermark     expected {_watermark_text(expected)}, found {_watermark_text(found)} in "
        f"subtask {subtask} of the window"
        for subtask, found in last.items()
        if found != expected
    ]


def _watermark_text(watermark: int) -> str:
    return {MIN_TIMESTAMP: "none", MAX_TIMESTAMP: "end"}.get(watermark, str(watermark))


def _differences_of_results(outcome: RunOfTranscript) -> Iterator[str]:
    """Compare the values that the sinks received with the expected firings and late records."""
    aggregate = outcome.transcript.program.aggregate
    actual: Counter[Any] = Counter()
    for name, value in outcome.results:
        actual[(name, value if name == "side output" else _result_of(value, aggregate))] += 1
    expected: list[Any] = []
    for step in outcome.transcript.steps:
        for event in step.events:
            if isinstance(event, ToldFiring):
                expected_value = (
                    event.value if aggregate in ("count", "list") else (event.key, event.value)
                )
                expected.append(("firing", expected_value))
            elif event.place == "side output":
                expected.append(("side output", (event.ts, event.key, event.value)))
    differences = _compare(expected, actual)
    if differences:
        yield "  the sinks, in all:"
        yield from (f"    {line}" for line in differences)


def _result_of(value: Any, aggregate: str) -> Any:
    return value if aggregate in ("count", "list") else (value[1], value[2])


__all__ = [
    "RunOfTranscript",
    "check_transcript",
    "declare",
    "simulate_transcript",
    "outcome_of_trace",
    "verify",
]
