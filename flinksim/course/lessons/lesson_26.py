"""Lesson 26, Watermark alignment: the source that is ahead is paused. What this saves, and what it costs.

Not in Flink.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any

import flinksim as fs
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.program_jobs import Program
from flinksim.course.trace_search import find_first, iterate_events
from flinksim.trace import events as e

FAST_MS, SLOW_MS, COUNT = 90, 470, 40
"""How long each source takes for a record; each record is 1 s later than the one before."""


DRIFT_MS, INTERVAL_MS, MAX_DRIFT_MS = 6_000, 1_000, 1_000_000


PROGRAM = Program(
    """\
import flinksim as fs
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
env = StreamExecutionEnvironment.get_execution_environment()
strategy = WatermarkStrategy.for_monotonous_timestamps()$alignment
streams = []
for name, cost_ms in $costs:
    source = ScriptedSource({name: [record(("a", 1_000 * n, 1)) for n in range(1, $end)]})
    stream = env.from_source(source, strategy.with_timestamp_assigner(lambda row, _: row[1]), name, CLICK)
    streams.append(stream.map(fs.cost(lambda row: row, ms=cost_ms), CLICK))
streams[0].union(streams[1]).key_by(lambda row: row[0]).window(TumblingEventTimeWindows.of(Time.seconds(10))).sum(2).print()
env.execute("a fast and a slow source")
""",
    alignment='.with_watermark_alignment("sources", Duration.of_seconds(6), Duration.of_seconds(1))',
    costs=(("fast", FAST_MS), ("slow", SLOW_MS)),
    end=COUNT + 1,
)


def build_sources_job(fast_ms: int, slow_ms: int, drift_ms: int | None) -> fs.Simulation:
    """Count what two sources read, in windows of 10 s; without a drift they are not aligned."""
    drift, interval = f"Duration.of_millis({drift_ms})", "Duration.of_seconds(1)"
    alignment = f'.with_watermark_alignment("sources", {drift}, {interval})'
    return PROGRAM.build(
        costs=(("fast", fast_ms), ("slow", slow_ms)),
        alignment="" if drift_ms is None else alignment,
    )


def list_reads(run: fs.Simulation, split: str) -> list[tuple[int, int]]:
    """List when a source read a record, and the record's event time, both in ms."""
    return [
        (run.trace.headers[step].time_ms, event.value[1])
        for step, event in iterate_events(
            run.trace, e.SourceRecordRead, lambda event: event.split == split
        )
    ]


def find_longest_pause(run: fs.Simulation, split: str) -> tuple[int, int]:
    """Find the longest time between two reads of a source, in ms, and when it began."""
    times = [now for now, _ in list_reads(run, split)]
    return max((later - now, now) for now, later in pairwise(times))


def count_open_panes(run: fs.Simulation) -> tuple[int, int]:
    """Count the most panes that were open at a time, and find the step at which they were."""
    found: set[Any] = set()
    most, at_step = 0, 0
    changes = [*iterate_events(run.trace, e.WindowAssigned)]
    changes += iterate_events(run.trace, e.WindowCleared)  # type: ignore[arg-type]
    for step, event in sorted(changes, key=lambda change: change[0]):
        if isinstance(event, e.WindowAssigned):
            found.add(event.window)
        else:
            found.discard(event.window)
        if len(found) > most:
            most, at_step = len(found), step
    return most, at_step


def find_results(run: fs.Simulation) -> list[tuple[int, int]]:
    """List the results: the start of the window, and when it fired, both in ms."""
    return [
        (event.window[0], run.trace.headers[step].time_ms)
        for step, event in iterate_events(run.trace, e.WindowFired)
    ]


@lru_cache(maxsize=200)
def _run_sources(fast_ms: int, slow_ms: int, drift_ms: int | None) -> fs.Simulation:
    """Run the job once for all learners with the same paces."""
    return run_quietly(build_sources_job(fast_ms, slow_ms, drift_ms))


class TwoSources:
    """The exercise's data: the pace of two sources, a limit of panes, and what must be read by when."""

    def __init__(self, fast_ms: int, slow_ms: int, panes: int, time_ms: int, by_ms: int) -> None:
        self.fast_ms, self.slow_ms, self.panes = fast_ms, slow_ms, panes
        self.time_ms, self.by_ms = time_ms, by_ms

    def run(self, drift_ms: int | None) -> fs.Simulation:
        """Return the finished run with a drift, or without alignment."""
        return _run_sources(self.fast_ms, self.slow_ms, drift_ms)


def draw_data(random: Random) -> TwoSources:
    """Draw two paces, and two conditions on a drift."""
    slow_ms = random.choice((370, 470, 530))
    by_ms = random.randrange(4, 7) * 1_000 + 900
    behind = by_ms // slow_ms * 1_000  # the slow source's event time by then
    return TwoSources(
        random.choice((60, 90)), slow_ms, random.choice((2, 3)), behind + random.randrange(4, 10) * 1_000, by_ms
    )  # fmt: skip


def find_paused(run: fs.Simulation) -> tuple[str, int | None]:
    """Find the source that is paused, and the step in which it learns that."""
    pauses = {split: find_longest_pause(run, split) for split in ("fast", "slow")}
    split = max(pauses, key=lambda name: pauses[name][0] / {"fast": FAST_MS, "slow": SLOW_MS}[name])
    return split, find_first(
        run.trace,
        e.WatermarkAligned,
        lambda event: event.reported is not None and event.reported > event.allowed,
    )[0]


LESSON = LessonDefinition(
    number="26",
    texts=load_texts(__file__),
    simulate=PROGRAM.build,
    program=PROGRAM.text,
    find_opening_step=lambda run: find_paused(run)[1] or 0,
    options={
        "paused": ("slow", "fast", "both"),
        "distance": ("equal", "more", "less"),
        "panes": ("5 2", "5 5", "2 2"),
        "first": ("earlier", "same", "later"),
    },
    exercise=Exercise(
        fields=("drift_ms",),
        learner_fields=("fast_ms", "slow_ms", "panes", "time_ms", "by_ms", "run"),
        draw_data=draw_data,
    ),
    tools={
        "sources": build_sources_job,
        "reads": list_reads,
        "panes": count_open_panes,
        "results": find_results,
    },
)
