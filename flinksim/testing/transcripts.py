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

A step begins ``at`` a processing time, when its records arrive, and lasts until the next one begins.
All its expectations must occur in that time, and nothing else may: ``firings``, records that are
``dropped`` or go to the ``side_output``, and the ``watermark`` of the window operator at the end of
the step. Without ``watermark`` in a step, the watermark must not have advanced. The last step is the
``end`` of the input, with the watermark ``end``. Times are milliseconds. Watermarks are emitted every
200 ms of processing time, counted from the first arrival.

========== ==========================================================================================
window     ``tumbling`` (size, offset), ``sliding`` (size, slide, offset), ``cumulative`` (size, step,
           offset), ``session`` (gap)
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
from flinksim.testing.located_yaml import ToldNode, TranscriptError, read_yaml

AGGREGATES = ("sum", "min", "max", "count", "list")
FIRING_KINDS = ("on time", "late", "early")
ONE_SPLIT = ("input",)


# --- model ---------------------------------------------------------------------------------------


Place: TypeAlias = Literal["dropped", "side output"]
"""Where a late record goes."""


class Record(NamedTuple):
    """A record that arrives in a split."""

    split: str
    ts: int
    key: str
    value: int


class ToldFiring(NamedTuple):
    """An expected firing of a window; ``value`` is the result of its aggregate."""

    kind: str
    key: str
    window: tuple[int, int]
    value: Any

    def __str__(self) -> str:
        value = list(self.value) if isinstance(self.value, tuple) else self.value
        return f"firing {self.kind}, key {self.key}, window {list(self.window)}, value {value}"


class Late(NamedTuple):
    """An expected record that is too late for its windows."""

    place: Place
    key: str
    ts: int
    value: int

    def __str__(self) -> str:
        return f"{self.place}: key {self.key}, ts {self.ts}, value {self.value}"


Event: TypeAlias = ToldFiring | Late


class TranscriptStep(NamedTuple):
    """What arrives at one time, and what is expected until the next; ``line`` is in the file."""

    line: int
    at: int
    records: tuple[Record, ...]
    watermark: int | None
    events: tuple[Event, ...]


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
    fields = read_yaml(Path(file)).fields("story", "program", "steps")
    program = _program(fields["program"])
    steps = _steps(fields["steps"], program)
    return Transcript(Path(file), fields["story"].text(), program, steps)


# --- the program ---------------------------------------------------------------------------------


def _program(told: ToldNode) -> WindowProgram:
    optional = ("splits", "parallelism", "trigger", "allowed_lateness", "late_side_output")
    found = told.fields("watermarks", "window", "aggregate", optional=optional)
    watermarks = found["watermarks"].fields("bound", optional=("idleness",))
    return WindowProgram(
        splits=_splits(found["splits"]) if "splits" in found else ONE_SPLIT,
        parallelism=found["parallelism"].number(1) if "parallelism" in found else 1,
        bound=watermarks["bound"].number(0),
        idleness=watermarks["idleness"].number(1) if "idleness" in watermarks else None,
        assigner=_assigner(found["window"]),
        trigger=_trigger(found["trigger"]) if "trigger" in found else None,
        allowed_lateness=found["allowed_lateness"].number(0) if "allowed_lateness" in found else 0,
        late_side_output="late_side_output" in found and found["late_side_output"].flag(),
        aggregate=found["aggregate"].one_of(AGGREGATES),
    )


def _splits(told: ToldNode) -> tuple[str, ...]:
    names = tuple(item.text() for item in told.items())
    if not names or len(set(names)) < len(names):
        told.refuse(f"expected one name or several different ones, found {list(names)}")
    return names


def _assigner(told: ToldNode) -> WindowAssigner[Any, Any]:
    found = told.fields("kind", optional=("size", "slide", "step", "offset", "gap"))
    required_by_kind = {
        "tumbling": ("size",),
        "sliding": ("size", "slide"),
        "cumulative": ("size", "step"),
        "session": ("gap",),
    }
    kind = found["kind"].one_of(tuple(required_by_kind))
    required = required_by_kind[kind]
    found = told.fields("kind", *required, optional=() if kind == "session" else ("offset",))
    times = [Time.milliseconds(found[name].number(1)) for name in required]
    offset = Time.milliseconds(found["offset"].number() if "offset" in found else 0)
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
        told.refuse(str(error))


def _trigger(told: ToldNode) -> Trigger[Any, Any]:
    found = told.fields("kind", optional=("count", "interval", "purging"))
    kind = found["kind"].one_of(("event time", "count", "continuous"))
    required = {"event time": (), "count": ("count",), "continuous": ("interval",)}[kind]
    found = told.fields("kind", *required, optional=("purging",))
    trigger: Trigger[Any, Any]
    match kind:
        case "event time":
            trigger = EventTimeTrigger.create()
        case "count":
            trigger = CountTrigger.of(found["count"].number(1))
        case _:
            interval = Time.milliseconds(found["interval"].number(1))
            trigger = ContinuousEventTimeTrigger.of(interval)
    purging = "purging" in found and found["purging"].flag()
    return PurgingTrigger.of(trigger) if purging else trigger


# --- the steps -----------------------------------------------------------------------------------

_STEP = ("records", "watermark", "firings", "dropped", "side_output", "end")


def _steps(told: ToldNode, program: WindowProgram) -> tuple[TranscriptStep, ...]:
    steps: list[TranscriptStep] = []
    items = told.items()
    for number, item in enumerate(items):
        found = item.fields("at", optional=_STEP)
        at = found["at"].number(0)
        if steps and at <= steps[-1].at:
            found["at"].refuse(f"expected more than {steps[-1].at}, the time of the step before")
        is_last = number == len(items) - 1
        if is_last != ("end" in found and found["end"].flag()):
            item.refuse("the last step, and no other, is the end of the input: end: true")
        if is_last and "records" in found:
            found["records"].refuse("the end of the input brings no records; give them before")
        if not steps and "records" not in found:
            item.refuse("the run begins with the first record; give the first step its records")
        records = tuple(_records(found["records"], program)) if "records" in found else ()
        watermark = _watermark(found["watermark"]) if "watermark" in found else None
        events = tuple(_events(found, program))
        steps.append(TranscriptStep(item.line, at, records, watermark, events))
    if not steps:
        told.refuse("expected steps, found none")
    return tuple(steps)


def _watermark(told: ToldNode) -> int:
    return MAX_TIMESTAMP if told.is_word("end") else told.number()


def _records(told: ToldNode, program: WindowProgram) -> Iterator[Record]:
    last = 0
    for item in told.items():
        splits = program.splits
        found = item.fields("ts", "key", "value", optional=("split",))
        if "split" not in found and len(splits) > 1:
            item.refuse(f"split missing; expected one of {', '.join(splits)}")
        split = found["split"].one_of(splits) if "split" in found else splits[0]
        if splits.index(split) < last:
            found["split"].refuse(
                "what arrives at one time is read split by split; tell it in the order of the "
                f"splits ({', '.join(splits)}), or in a step of its own"
            )
        last = splits.index(split)
        yield Record(split, found["ts"].number(), found["key"].text(), found["value"].number())


def _events(found: dict[str, ToldNode], program: WindowProgram) -> Iterator[Event]:
    if "firings" in found:
        for item in found["firings"].items():
            firing = item.fields("kind", "key", "window", "value")
            yield ToldFiring(
                firing["kind"].one_of(FIRING_KINDS),
                firing["key"].text(),
                _window(firing["window"]),
                _value(firing["value"], program.aggregate),
            )
    if "dropped" in found and program.late_side_output:
        found["dropped"].refuse("late records go to the side output here; say side_output")
    if "side_output" in found and not program.late_side_output:
        found["side_output"].refuse("the program has none; give it late_side_output: true")
    for name in ("dropped", "side_output"):
        for item in found[name].items() if name in found else ():
            late = item.fields("key", "ts", "value")
            yield Late(
                "dropped" if name == "dropped" else "side output",
                late["key"].text(),
                late["ts"].number(),
                late["value"].number(),
            )


def _window(told: ToldNode) -> tuple[int, int]:
    ends = tuple(item.number() for item in told.items())
    if len(ends) != 2 or ends[0] >= ends[1]:
        told.refuse(f"expected [start, end], found {list(ends)}")
    return ends


def _value(told: ToldNode, aggregate: str) -> Any:
    if aggregate == "list":
        return tuple(item.number() for item in told.items())
    return told.number()


__all__ = [
    "Event",
    "ToldFiring",
    "Late",
    "Place",
    "Record",
    "Transcript",
    "TranscriptError",
    "TranscriptStep",
    "WindowProgram",
    "read_transcript",
]
