"""Each rule finds its illness, and stays silent on a healthy job."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

import flinksim as fs
from flinksim.analysis.bottlenecks import Bottleneck, BottleneckReport
from flinksim.analysis.diagnosis.diagnose import RULES, diagnose_run
from flinksim.analysis.diagnosis.job_profile import (
    JobProfile,
    KeyProfile,
    SplitProfile,
    TaskProfile,
    WindowProfile,
)
from flinksim.core.ids import SubtaskId
from flinksim.datastream import StreamExecutionEnvironment
from tests.analysis.diagnosis.healthy_programs import diagnose_program

SITUATIONS = Path("examples/situations")
TIMES = [1_000 * n for n in range(30)]


def healthy() -> JobProfile:
    """A job of two splits, one window operator and one keyed function, without anything wrong."""
    window = WindowProfile("windows", sizes={5_000}, watermark=28_000)
    window.assigned = {f"pane {n}" for n in range(12)}
    window.fired_on_time = set(window.assigned)
    window.firings = Counter({"on time": 12})
    keys = KeyProfile("process", Counter({f"'k{n}'": 12 for n in range(5)}), [1, 2, 3, 2, 1], 3)
    keys.timers_registered, keys.timers_done = 30, 30
    keys.most_timers_of_a_key, keys.most_timers = 1, 5
    return JobProfile(
        "FINISHED", 30_000, True, 12,
        [
            SplitProfile("one", "Source: s", list(TIMES), list(TIMES), 29_000),
            SplitProfile("two", "Source: s", list(TIMES), list(TIMES), 29_000),
        ],
        {4: window}, {4: keys},
        [
            TaskProfile("Source: s 1/2", "Source: s", True, 30, True),
            TaskProfile("Source: s 2/2", "Source: s", True, 30, True),
            TaskProfile("windows 1/2", "windows", False, 28),
            TaskProfile("windows 2/2", "windows", False, 32),
        ],
        BottleneckReport((), ()), {"v1/0": "enrich", "v2/0": "look up"}, True,
        [20, 30], [0, 5_000, 10_000], [], 0, [], False, 0, {}, 0, {"1": {"'a'"}}, 0,
    )  # fmt: skip


def _unfire(job: JobProfile) -> WindowProfile:
    window = job.windows[4]
    window.fired_on_time, window.firings = set(), Counter()
    return window


def _sick_no_watermarks(job: JobProfile) -> None:
    _unfire(job)
    job.generates_watermarks = False


def _sick_behind(job: JobProfile) -> None:
    _unfire(job).watermark = 1_000


def _sick_empty_split(job: JobProfile) -> None:
    _unfire(job)
    job.splits[1] = SplitProfile("two", "Source: s")


def _sick_quiet_split(job: JobProfile) -> None:
    _unfire(job)
    job.splits[1].arrivals = job.splits[1].arrivals[:8]


def _sick_slow_split(job: JobProfile) -> None:
    _unfire(job)
    job.splits[1].timestamps = [n // 4 for n in TIMES]


def _sick_ended_early(job: JobProfile) -> None:
    job.splits[1].arrivals = [0, 1_000]
    job.splits[1].is_ended, job.splits[1].ended_at = True, 1_000


def _sick_all_idle(job: JobProfile) -> None:
    _unfire(job)
    for split in job.splits:
        split.is_idle = True


def _sick_seconds(job: JobProfile) -> None:
    job.splits[0].timestamps = [1_700_000_000 + n for n in range(30)]


def _sick_local_time(job: JobProfile) -> None:
    start = 1_700_000_000_000
    job.splits[0].arrivals = [start + n for n in TIMES]
    job.splits[0].timestamps = [start + 8 * 3_600_000 + n for n in TIMES]


def _sick_future(job: JobProfile) -> None:
    job.splits[0].timestamps[5] = 90_000_000
    job.windows[4].dropped = 3


def _sick_disorder(job: JobProfile) -> None:
    job.splits[0].max_disorder, job.windows[4].sent_to_side_output = 4_000, 2


def _sick_drops(job: JobProfile) -> None:
    job.windows[4].dropped = 1


def _sick_skipped(job: JobProfile) -> None:
    job.windows[4].skipped = 2


def _sick_trigger(job: JobProfile) -> None:
    job.windows[4].cleared_unfired = 3


def _sick_large_window(job: JobProfile) -> None:
    _unfire(job).sizes = {3_600_000}


def _sick_global(job: JobProfile) -> None:
    _unfire(job).is_global = True


def _sick_session(job: JobProfile) -> None:
    window = _unfire(job)
    window.has_merged, window.longest_session = True, 60_000


def _sick_repeated_firings(job: JobProfile) -> None:
    job.windows[4].firings["late"] = 40


def _sick_unique_keys(job: JobProfile) -> None:
    job.keys[4].records = Counter({f"'k{n}'": 1 for n in range(40)})


def _sick_hot_key(job: JobProfile) -> None:
    job.keys[4].records = Counter({"'hot'": 90, "'a'": 5, "'b'": 5})


def _sick_state(job: JobProfile) -> None:
    job.keys[4].entries, job.keys[4].removals = list(range(1, 101)), 0


def _sick_timer_leak(job: JobProfile) -> None:
    job.keys[4].most_timers_of_a_key = 12


def _sick_waiting_timers(job: JobProfile) -> None:
    job.keys[4].most_timers = 30


def _sick_past_timers(job: JobProfile) -> None:
    job.keys[4].timers_in_past = 1


def _sick_unstable_key(job: JobProfile) -> None:
    job.key_values["1"].add("'b'")


def _sick_shared(job: JobProfile) -> None:
    job.shared_elements = 1


def _sick_no_split(job: JobProfile) -> None:
    job.tasks[1].has_split = False


def _sick_no_keys(job: JobProfile) -> None:
    job.tasks[3].records = 0


def _sick_uneven(job: JobProfile) -> None:
    job.tasks[2].records, job.tasks[3].records = 95, 5


def _sick_backpressure(job: JobProfile) -> None:
    job.load = BottleneckReport((), (Bottleneck(SubtaskId("v2/0"), False, (SubtaskId("v1/0"),)),))


def _sick_failure(job: JobProfile) -> None:
    job.failures = ["windows failed."]


def _sick_restart_loop(job: JobProfile) -> None:
    job.failures, job.restarts = ["windows failed."] * 4, 3


def _sick_restart(job: JobProfile) -> None:
    job.restarts, job.restarts_from_nothing = 1, 1


def _sick_repeated_results(job: JobProfile) -> None:
    job.repeated_results = 2


def _sick_transactions(job: JobProfile) -> None:
    job.is_transactional, job.checkpoints, job.checkpoint_times = True, [], []


def _sick_checkpoints(job: JobProfile) -> None:
    job.failed_checkpoints = ["Checkpoint expired before completing."]


def _sick_slow_checkpoints(job: JobProfile) -> None:
    job.checkpoints = [9_000]


def _sick_bundles(job: JobProfile) -> None:
    job.held_watermarks = 30


def _sick_filter(job: JobProfile) -> None:
    job.filtered, job.results = {"Filter": 60}, 0


def _sick_no_input(job: JobProfile) -> None:
    for split in job.splits:
        split.arrivals, split.timestamps = [], []


def _sick_undiscovered(job: JobProfile) -> None:
    job.undiscovered = ["orders-1"]


def _sick_return(job: JobProfile) -> None:
    job.late_after_idleness = {"two": 3}


def _sick_unaligned(job: JobProfile) -> None:
    job.program.is_unaligned_ignored = True


def _sick_python_state(job: JobProfile) -> None:
    job.program.python_state = {"Map": "self.count in Count.map"}


SICK: dict[str, Callable[[JobProfile], None]] = {
    "no watermarks": _sick_no_watermarks, "watermark far behind": _sick_behind,
    "empty split": _sick_empty_split, "quiet split": _sick_quiet_split, "slow split": _sick_slow_split,
    "split ended early": _sick_ended_early, "all inputs idle": _sick_all_idle,
    "timestamps in seconds": _sick_seconds, "timestamps in local time": _sick_local_time,
    "timestamp in the future": _sick_future, "disorder beyond the delay": _sick_disorder,
    "late records without side output": _sick_drops, "records missing from some windows": _sick_skipped,
    "trigger replaced the default": _sick_trigger, "window larger than the data": _sick_large_window,
    "global window without trigger": _sick_global, "session that never closes": _sick_session,
    "many repeated firings": _sick_repeated_firings, "keys never repeat": _sick_unique_keys,
    "hot key": _sick_hot_key, "state only grows": _sick_state, "timers never deleted": _sick_timer_leak,
    "timers that only accumulate": _sick_waiting_timers, "timers in the past": _sick_past_timers,
    "unstable key": _sick_unstable_key, "shared mutable element": _sick_shared,
    "undiscovered splits": _sick_undiscovered,
    "subtasks without split": _sick_no_split, "subtasks without records": _sick_no_keys,
    "uneven load": _sick_uneven, "backpressure": _sick_backpressure, "task failure": _sick_failure,
    "restart loop": _sick_restart_loop, "restart without checkpoint": _sick_restart,
    "results repeated after a restart": _sick_repeated_results,
    "transactions without checkpoints": _sick_transactions, "failing checkpoints": _sick_checkpoints,
    "slow checkpoints": _sick_slow_checkpoints, "output waits for bundles": _sick_bundles,
    "late after idleness": _sick_return, "unaligned with at-least-once": _sick_unaligned,
    "state in Python variables": _sick_python_state,
    "filter removes everything": _sick_filter, "no input": _sick_no_input,
}  # fmt: skip


def test_every_rule_has_an_illness_here() -> None:
    assert [rule.name for rule in RULES if rule.name not in SICK] == []
    assert len(RULES) >= 30


@pytest.mark.parametrize("rule", RULES, ids=[rule.name for rule in RULES])
def test_a_rule_finds_its_illness_and_is_silent_otherwise(rule: object) -> None:
    check, name = rule.check, rule.name  # type: ignore[attr-defined]
    assert list(check(healthy())) == []
    sick = healthy()
    SICK[name](sick)
    assert len(list(check(sick))) >= 1


def test_windows_of_processing_time_wait_for_no_watermark() -> None:
    job = healthy()
    _sick_behind(job)
    job.windows[4].is_event_time = False
    (rule,) = [one for one in RULES if one.name == "watermark far behind"]
    assert list(rule.check(job)) == []


SITUATION_FINDINGS = {
    "backpressure_blamed_on_the_wrong_task": "backpressure",
    "idle_split": "late after idleness",
    "late_behind_a_fast_clock": "timestamp in the future",
    "late_by_a_little": "disorder beyond the delay",
    "session_that_never_closes": "session that never closes",
    "skew_and_order": "disorder beyond the delay",
    "timer_leak": "timers that only accumulate",
    "trigger_without_effect": "trigger replaced the default",
    "window_behind_a_slow_split": "watermark far behind",
    "window_in_seconds": "timestamps in seconds",
    "window_without_watermarks": "no watermarks",
}


@pytest.mark.parametrize("name", SITUATION_FINDINGS)
def test_the_command_finds_what_a_situation_shows(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "flinksim", "diagnose", f"{SITUATIONS}/{name}.py", "--json"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert SITUATION_FINDINGS[name] in [one["rule"] for one in json.loads(done.stdout)]


@pytest.mark.parametrize("seed", range(20))
def test_a_healthy_job_has_no_certain_finding(seed: int) -> None:
    assert diagnose_program(seed) == []


def test_a_report_in_both_languages_and_forms() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    env.from_collection([1, 2, 3]).map(lambda value: value + 1).print()
    sim = fs.simulate(env)
    sim.run()
    assert str(diagnose_run(sim.trace)) == "Nothing suspicious was found."
    assert str(diagnose_run(sim.trace, "zh")) == "没有发现可疑之处。"
    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_collection([1]).map(lambda value: value // 0).print()
    sim = fs.simulate(env)
    with pytest.raises(fs.JobExecutionError):
        sim.run()
    report = diagnose_run(sim.trace)
    assert report[0].rule == "task failure"
    assert "Fix: " in str(report)
    assert "<b>task failure</b>" in report._repr_html_()
    assert "任务失败" in str(diagnose_run(sim.trace, "zh"))
