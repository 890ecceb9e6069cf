"""Transcripts: expected behaviour of windows, in YAML files that every runner must reproduce.

A transcript declares a keyed window program, and describes step by step what arrives and what results
from it::

    story: A count trigger does not wait for the watermark
    program:
      splits: [left, right]                    # [input] unless given
      parallelism: 1                           # 1 unless given
      watermarks: {bound: 100, idleness: 500}  # no idleness unless given
      window: {kind: tumbling, size: 1000, offset: 0}
      trigger: {kind: count, count: 2, purging: false}
      allowed_lateness: 0
      late_side_output: false
      aggregate: sum
    steps:
      - at: 0
        records:
          - {split: left, ts: 100, key: a, value: 1}
          - {split: right, ts: 300, key: a, value: 2}
        watermark: -1
        firings: [{kind: early, key: a, window: [0, 1000], value: 3}]
      - at: 500
        end: true
        watermark: end

A step begins ``start_ms`` a processing time, when its records arrive, and lasts until the next one
begins. All its expectations must occur in that time, and nothing else may: ``firings``, records that
are ``dropped`` or go to the ``side_output``, and the ``watermark`` of the window operator at the end of
the step. Without ``watermark`` in a step, the watermark must not have advanced. The last step is the
``end`` of the input, with the watermark ``end``. Times are milliseconds. Watermarks are emitted every
200 ms of processing time, counted from the first arrival.

========== ==========================================================================================
window     ``tumbling`` (size, offset), ``sliding`` (size, slide, offset), ``cumulative`` (size, step,
           offset), ``get_spark_session`` (gap)
trigger    ``event time`` (unless given), ``count`` (count), ``continuous`` (interval); all: purging
aggregate  ``sum``, ``min``, ``max``, ``count``, or ``list``, which gives all values of a window
========== ==========================================================================================

Not in Flink. Needs PyYAML. :mod:`flinksim.testing.transcript_runner` runs transcripts.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from flinksim.common import Time
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.datastream.window import (
    ContinuousEventTimeTrigger,
    CountTrigger,
    CumulativeEventTimeWindows,
    EventTimeSessionWindows,
    EventTimeTrigger,
    PurgingTrigger,
    SlidingEventTimeWindows,
    Trigger,
    TumblingEventTimeWindows,
    WindowAssigner,
)
from flinksim.testing.located_yaml import LocatedNode, TranscriptError, read_yaml

AGGREGATES = ("sum", "min", "max", "count", "list")
FIRING_KINDS = ("on time", "late", "early")
DEFAULT_SPLITS = ("input",)


# --- model ---------------------------------------------------------------------------------------


LateDestination: TypeAlias = Literal["dropped", "side output"]
"""Where a late record goes."""


class Record(NamedTuple):
    """A record that arrives in a split."""

    split: str
    ts: int
    key: str
    value: int


class ExpectedFiring(NamedTuple):
    """An expected firing of a window; ``value`` is the result of its aggregate."""

    kind: str
    key: str
    window: tuple[int, int]
    value: Any

    def __str__(self) -> str:
        value = list(self.value) if isinstance(self.value, tuple) else self.value
        return f"firing {self.kind}, key {self.key}, window {list(self.window)}, value {value}"


class ExpectedLateRecord(NamedTuple):
    """An expected record that is too late for its windows."""

    destination: LateDestination
    key: str
    ts: int
    value: int

    def __str__(self) -> str:
        return f"{self.destination}: key {self.key}, ts {self.ts}, value {self.value}"


ExpectedEvent: TypeAlias = ExpectedFiring | ExpectedLateRecord


class TranscriptStep(NamedTuple):
    """What arrives at one time, and what is expected until the next; ``line`` is in the file."""

    line: int
    start_ms: int
    records: tuple[Record, ...]
    watermark: int | None
    events: tuple[ExpectedEvent, ...]


class WindowProgram(NamedTuple):
    """A keyed window over an event log; times are in ms."""

    splits: tuple[str, ...]
    parallelism: int
    bound: int
    idleness: int | None
    assigner: WindowAssigner[Any, Any]
    trigger: Trigger[Any, Any] | None
    allowed_lateness: int
    late_side_output: bool
    aggregate: str


class Transcript(NamedTuple):
    """A program and its steps; the last step is the end of the input."""

    file: Path
    story: str
    program: WindowProgram
    steps: tuple[TranscriptStep, ...]


# --- parser --------------------------------------------------------------------------------------


def read_transcript(file: str | Path) -> Transcript:
    """Read a transcript from a YAML file.

    Raises:
        TranscriptError: The transcript is invalid. The message names file, line and key.
        ImportError: PyYAML is not installed.
    """
    fields = read_yaml(Path(file)).get_fields("story", "program", "steps")
    program = _parse_program(fields["program"])
    steps = _parse_steps(fields["steps"], program)
    return Transcript(Path(file), fields["story"].as_text(), program, steps)


# --- the program ---------------------------------------------------------------------------------


def _parse_program(node: LocatedNode) -> WindowProgram:
    optional = ("splits", "parallelism", "trigger", "allowed_lateness", "late_side_output")
    found = node.get_fields("watermarks", "window", "aggregate", optional=optional)
    watermarks = found["watermarks"].get_fields("bound", optional=("idleness",))
    return WindowProgram(
        splits=_parse_splits(found["splits"]) if "splits" in found else DEFAULT_SPLITS,
        parallelism=found["parallelism"].as_integer(1) if "parallelism" in found else 1,
        bound=watermarks["bound"].as_integer(0),
        idleness=watermarks["idleness"].as_integer(1) if "idleness" in watermarks else None,
        assigner=_parse_assigner(found["window"]),
        trigger=_parse_trigger(found["trigger"]) if "trigger" in found else None,
        allowed_lateness=found["allowed_lateness"].as_integer(0)
        if "allowed_lateness" in found
        else 0,
        late_side_output="late_side_output" in found and found["late_side_output"].as_flag(),
        aggregate=found["aggregate"].as_choice(AGGREGATES),
    )


def _parse_splits(node: LocatedNode) -> tuple[str, ...]:
    names = tuple(item.as_text() for item in node.get_items())
    if not names or len(set(names)) < len(names):
        node.reject(f"expected one name or several different ones, found {list(names)}")
    return names


def _parse_assigner(node: LocatedNode) -> WindowAssigner[Any, Any]:
    found = node.get_fields("kind", optional=("size", "slide", "step", "offset", "gap"))
    required_by_kind = {
        "tumbling": ("size",),
        "sliding": ("size", "slide"),
        "cumulative": ("size", "step"),
        "session": ("gap",),
    }
    kind = found["kind"].as_choice(tuple(required_by_kind))
    required = required_by_kind[kind]
    found = node.get_fields("kind", *required, optional=() if kind == "session" else ("offset",))
    times = [Time.milliseconds(found[name].as_integer(1)) for name in required]
    offset = Time.milliseconds(found["offset"].as_integer() if "offset" in found else 0)
    try:
        match kind:
            case "tumbling":
                return TumblingEventTimeWindows.of(times[0], offset)
            case "sliding":
                return SlidingEventTimeWindows.of(times[0], times[1], offset)
            case "cumulative":
                return CumulativeEventTimeWindows.of(times[0], times[1], offset)
            case _:
                return EventTimeSessionWindows.with_gap(times[0])
    except ValueError as error:
        node.reject(str(error))


def _parse_trigger(node: LocatedNode) -> Trigger[Any, Any]:
    found = node.get_fields("kind", optional=("count", "interval", "purging"))
    kind = found["kind"].as_choice(("event time", "count", "continuous"))
    required = {"event time": (), "count": ("count",), "continuous": ("interval",)}[kind]
    found = node.get_fields("kind", *required, optional=("purging",))
    trigger: Trigger[Any, Any]
    match kind:
        case "event time":
            trigger = EventTimeTrigger.create()
        case "count":
            trigger = CountTrigger.of(found["count"].as_integer(1))
        case _:
            interval = Time.milliseconds(found["interval"].as_integer(1))
            trigger = ContinuousEventTimeTrigger.of(interval)
    purging = "purging" in found and found["purging"].as_flag()
    return PurgingTrigger.of(trigger) if purging else trigger


# --- the steps -----------------------------------------------------------------------------------

_OPTIONAL_STEP_FIELDS = ("records", "watermark", "firings", "dropped", "side_output", "end")


def _parse_steps(node: LocatedNode, program: WindowProgram) -> tuple[TranscriptStep, ...]:
    steps: list[TranscriptStep] = []
    items = node.get_items()
    for number, item in enumerate(items):
        found = item.get_fields("at", optional=_OPTIONAL_STEP_FIELDS)
        at = found["at"].as_integer(0)
        if steps and at <= steps[-1].start_ms:
            found["at"].reject(
                f"expected more than {steps[-1].start_ms}, the time of the previous step"
            )
        is_last = number == len(items) - 1
        if is_last != ("end" in found and found["end"].as_flag()):
            item.reject("exactly the last step must be the end of the input: end: true")
        if is_last and "records" in found:
            found["records"].reject(
                "the end of the input contains no records. Put them in an earlier step"
            )
        if not steps and "records" not in found:
            item.reject("the run starts with the first record. Add records to the first step")
        records = tuple(_parse_records(found["records"], program)) if "records" in found else ()
        watermark = _parse_watermark(found["watermark"]) if "watermark" in found else None
        events = tuple(_parse_events(found, program))
        steps.append(TranscriptStep(item.line, at, records, watermark, events))
    if not steps:
        node.reject("expected steps, found none")
    return tuple(steps)


def _parse_watermark(node: LocatedNode) -> int:
    return MAX_TIMESTAMP if node.is_word("end") else node.as_integer()


def _parse_records(node: LocatedNode, program: WindowProgram) -> Iterator[Record]:
    last = 0
    for item in node.get_items():
        splits = program.splits
        found = item.get_fields("ts", "key", "value", optional=("split",))
        if "split" not in found and len(splits) > 1:
            item.reject(f"split is missing; expected one of {', '.join(splits)}")
        split = found["split"].as_choice(splits) if "split" in found else splits[0]
        if splits.index(split) < last:
            found["split"].reject(
                "records with the same arrival time are read split by split. "
                f"List them in the order of the splits ({', '.join(splits)}), or "
                "in separate steps"
            )
        last = splits.index(split)
        yield Record(
            split, found["ts"].as_integer(), found["key"].as_text(), found["value"].as_integer()
        )


def _parse_events(
    fields: dict[str, LocatedNode], program: WindowProgram
) -> Iterator[ExpectedEvent]:
    if "firings" in fields:
        for item in fields["firings"].get_items():
            firing = item.get_fields("kind", "key", "window", "value")
            yield ExpectedFiring(
                firing["kind"].as_choice(FIRING_KINDS),
                firing["key"].as_text(),
                _parse_window(firing["window"]),
                _parse_value(firing["value"], program.aggregate),
            )
    if "dropped" in fields and program.late_side_output:
        fields["dropped"].reject(
            "late records go to the side output in this program. Use side_output"
        )
    if "side_output" in fields and not program.late_side_output:
        fields["side_output"].reject(
            "the program has no side output for late data. Add late_side_output: true"
        )
    for name in ("dropped", "side_output"):
        for item in fields[name].get_items() if name in fields else ():
            late = item.get_fields("key", "ts", "value")
            yield ExpectedLateRecord(
                "dropped" if name == "dropped" else "side output",
                late["key"].as_text(),
                late["ts"].as_integer(),
                late["value"].as_integer(),
            )


def _parse_window(node: LocatedNode) -> tuple[int, int]:
    ends = tuple(item.as_integer() for item in node.get_items())
    if len(ends) != 2 or ends[0] >= ends[1]:
        node.reject(f"expected [start, end], found {list(ends)}")
    return ends


def _parse_value(node: LocatedNode, aggregate: str) -> Any:
    if aggregate == "list":
        return tuple(item.as_integer() for item in node.get_items())
    return node.as_integer()


__all__ = [
    "ExpectedEvent",
    "ExpectedFiring",
    "ExpectedLateRecord",
    "LateDestination",
    "Record",
    "Transcript",
    "TranscriptError",
    "TranscriptStep",
    "WindowProgram",
    "read_transcript",
]
