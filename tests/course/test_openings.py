"""Lessons, runs and scenarios open at a step that shows what their title says."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from flinksim.common import WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_loader import load_definition
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.simulation.simulation import Simulation, simulate
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace
from flinksim.trace.state.job_state import JobView
from flinksim.trace.storage.codec import encode
from tests.claim_runs import trace_of
from website.runs import Run, load_runs

ROOT = Path(__file__).resolve().parents[2]
WIDGETS = ROOT / "widgets"
MAX_WATERMARK = 2**63 - 1
Shows = Callable[[Trace, int], bool]


def shows(event_type: type[Any], **fields: Any) -> Shows:
    """Tell whether the step has such an event."""

    def check(trace: Trace, step: int) -> bool:
        first, end = trace.event_range(step)
        return any(
            isinstance(event, event_type)
            and all(getattr(event, name) == value for name, value in fields.items())
            for event in trace.events[first:end]
        )

    return check


def waits(event_type: type[Any], **fields: Any) -> Shows:
    """Tell whether the step has such an event, and no window has fired by then."""

    def check(trace: Trace, step: int) -> bool:
        before = trace.events[: trace.event_range(step)[1]]
        fired = any(isinstance(event, e.WindowFired) for event in before)
        return not fired and shows(event_type, **fields)(trace, step)

    return check


def arrives_behind_the_watermark(trace: Trace, step: int) -> bool:
    """Tell whether the step counts a record that is older than the watermark."""
    first, end = trace.event_range(step)
    advances = [
        event.after
        for event in trace.events[:first]
        if isinstance(event, e.OperatorWatermarkAdvanced)
    ]
    return any(
        isinstance(event, e.WindowAssigned) and (event.timestamp or 0) <= advances[-1]
        for event in trace.events[first:end]
    )


def is_overdue(trace: Trace, step: int) -> bool:
    """Tell whether the step fires a timer after its time."""
    first, end = trace.event_range(step)
    time_ms = trace.headers[step].time_ms
    return any(
        isinstance(event, e.TimerFired) and event.timestamp < time_ms
        for event in trace.events[first:end]
    )


def shows_why_it_is_open(trace: Trace, step: int) -> bool:
    """Tell whether a record or a watermark reaches a window in the step that does not fire then."""
    first, end = trace.event_range(step)
    kinds = {type(event) for event in trace.events[first:end]}
    arrivals = {e.WindowAssigned, e.SourceRecordRead, e.InputWatermarkAdvanced, e.TriggerEvaluated}
    return bool(kinds & arrivals) and e.WindowFired not in kinds


def piles_up(trace: Trace, step: int) -> bool:
    """Tell whether three records or more wait behind a barrier, and another barrier is emitted."""
    state = JobView()
    for event in trace.events[: trace.event_range(step)[1]]:
        state.apply(event)
    waiting = [one.written - one.read for one in state.channels.values() if one.blocked]
    return max(waiting, default=0) >= 3 and shows(e.BarrierEmitted)(trace, step)


LESSONS: dict[str, Shows] = {
    "00": shows(e.WindowFired),
    "01": shows(e.WindowAssigned, timestamp=8_000),
    "02": arrives_behind_the_watermark,
    "03": waits(e.WindowAssigned, timestamp=10_000),
    "04": shows(e.OperatorWatermarkAdvanced, after=MAX_WATERMARK),
    "05": waits(e.WindowAssigned, timestamp=31_000),
    "06": waits(e.WindowAssigned),
    "08": shows(e.ResultWritten),
    "09": is_overdue,
    "10": waits(e.WindowAssigned, timestamp=7_000),
    "11": shows(e.LateRecordDropped),
    "12": shows(e.WindowsMerged),
    "13": shows(e.WindowFired),
    "14": shows(e.TimerFired),
    "15": shows(e.ChannelSelected),
    "16": shows(e.DefaultActionSuspended, reason="no output buffer"),
    "17": shows(e.ChannelBlocked),
    "18": shows(e.TaskFailed),
    "19": shows(e.LateRecordDropped),
    "20": shows(e.LateRecordDropped),
    "21": waits(e.WindowAssigned),
    "22": waits(e.WindowAssigned, timestamp=1_000),
    "23": shows(e.LateRecordDropped, side_output=True),
    "24": shows(e.ResultWritten),
    "25": shows(e.StateCleared),
    "26": shows(e.WatermarkAligned, holds=False),
    "27": waits(e.WindowAssigned),
    "28": shows(e.ResultWritten),
}
"""What the first picture of each lesson shows. Lesson 07 opens with a plan."""

RUNS: dict[str, Shows] = {
    "barrier_alignment": piles_up,
    "before_credits": shows(e.ReadingStopped),
    "crash_and_return": shows(e.CheckpointRestored),
    "credit_exhausted": shows(e.DefaultActionSuspended, reason="no output buffer"),
    "hot_key": shows(e.DefaultActionSuspended, reason="no output buffer"),
    "three_sessions_become_one": shows(e.WindowsMerged),
    "unaligned_checkpoint": shows(e.InputPersisted),
    "union_waits_for_the_quiet_one": shows(e.WindowFired),
    "watermark_to_the_end_of_time": shows(e.OperatorWatermarkAdvanced, after=MAX_WATERMARK),
    "backpressure_blamed_on_the_wrong_task": shows(e.DefaultActionSuspended),
    "idle_split": shows(e.LateRecordDropped),
    "late_behind_a_fast_clock": shows(e.LateRecordDropped),
    "late_by_a_little": shows(e.LateRecordDropped),
    "session_that_never_closes": shows(e.WindowsMerged),
    "skew_and_order": shows(e.LateRecordDropped),
    "timer_leak": shows(e.TimerRegistered, timestamp=68_000),
    "trigger_without_effect": shows_why_it_is_open,
    "window_before_its_time": shows_why_it_is_open,
    "window_behind_a_slow_split": shows_why_it_is_open,
    "window_in_seconds": shows_why_it_is_open,
    "window_without_watermarks": shows_why_it_is_open,
}
"""What each page under ``runs/`` opens at."""


@pytest.fixture(scope="module")
def lesson_runs() -> dict[str, Simulation]:
    return {number: run_quietly(load_definition(number).simulate()) for number in LESSONS}


def test_the_tables_are_complete() -> None:
    numbers = {path.name[:2] for path in (ROOT / "notebooks/source").glob("[0-9]*.py")}
    assert numbers - {"07"} == set(LESSONS)
    names = {
        path.stem
        for folder in ("runs", "situations")
        for path in (ROOT / "examples" / folder).glob("*.py")
    }
    assert names == set(RUNS)


def test_each_lesson_opens_at_its_subject(
    lesson_runs: dict[str, Simulation], tmp_path: Path
) -> None:
    node = shutil.which("node")
    if node is None or not (WIDGETS / "node_modules/esbuild").is_dir():
        return
    chosen = [number for number in LESSONS if load_definition(number).find_opening_step is None]
    for number in chosen:
        (tmp_path / number).write_bytes(encode(lesson_runs[number].trace))
    found = find_default_openings(node, [tmp_path / number for number in chosen])
    steps = {number: one["step"] for number, one in zip(chosen, found, strict=True)}
    for number, run in lesson_runs.items():
        find_step = load_definition(number).find_opening_step
        step = steps[number] if find_step is None else find_step(run)
        assert LESSONS[number](run.trace, step), (number, step)


def find_default_openings(node: str, traces: list[Path]) -> list[dict[str, Any]]:
    """Find the question and the step with which a stepper opens each trace by itself."""
    script = ROOT / "tests/viz/widgets/openings.mjs"
    done = subprocess.run(
        [node, str(script), *map(str, traces)], capture_output=True, text=True, check=True
    )
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def run_without_records() -> Trace:
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_monotonous_timestamps()
    env.from_source(ScriptedSource({"script": []}), strategy, "silent").print()
    return simulate(env).run().trace


DEFAULTS: dict[str, tuple[Callable[[], Trace], str, Shows]] = {
    "TTL": (lambda: trace_of("state"), "Why has the state expired?", shows(e.StateExpired)),
    "alignment": (
        lambda: trace_of("alignment"),
        "Why does Source: fast stop reading?",
        shows(e.WatermarkAligned, holds=False),
    ),
    "unaligned": (
        lambda: trace_of("../runs/unaligned_checkpoint"),
        "Which records does the barrier overtake?",
        shows(e.OutputPersisted),
    ),
    "nothing": (run_without_records, "This run shows no records. Why?", shows(e.JobStatusChanged)),
}
"""Runs that nothing but their own subject opens: the question and what the step shows."""


def test_a_run_without_windows_opens_at_its_subject(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None or not (WIDGETS / "node_modules/esbuild").is_dir():
        return
    traces = {name: run() for name, (run, _, _) in DEFAULTS.items()}
    for name, trace in traces.items():
        (tmp_path / name).write_bytes(encode(trace))
    found = find_default_openings(node, [tmp_path / name for name in traces])
    for (name, trace), opening in zip(traces.items(), found, strict=True):
        _, question, check = DEFAULTS[name]
        assert opening["question"] == question
        assert check(trace, opening["step"]), (name, opening)


@pytest.fixture(scope="module")
def runs() -> list[Run]:
    return load_runs(ROOT / "examples")


@pytest.mark.slow("all runs of the site")
def test_each_run_opens_at_its_subject(runs: list[Run]) -> None:
    wrong = [
        (run.name, run.step) for run in runs if not RUNS[run.name](run.cluster.trace, run.step)
    ]
    assert wrong == []
