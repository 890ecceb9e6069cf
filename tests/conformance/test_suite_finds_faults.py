"""The recorded programs find faults: five rules of Flink are broken on purpose, one after another."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable
from typing import Any

import pytest

from flinksim.runtime.network.status_watermark_valve import StatusWatermarkValve
from flinksim.runtime.operators.combined_watermark_status import CombinedWatermarkStatus
from flinksim.runtime.operators.internal_timer_service import InternalTimerService
from flinksim.runtime.operators.window_contexts import WindowTriggerContext
from flinksim.runtime.operators.window_operator import WindowOperator
from tests.conformance.on_flinksim import differences, run_on_flinksim
from tests.conformance.recorded_programs import PROGRAMS, read_program

FAST_SUBSET = (
    "timers/at_the_end",
    "timers/event_time_order",
    "triggers/count_in_a_growing_session",
    "watermarks/minimum_of_a_union",
    "watermarks/minimum_of_two_inputs",
    "windows/allowed_lateness",
    "windows/late_side_output",
    "windows/session_gaps",
)


def failing_programs() -> list[str]:
    """The programs of the subset that do not do what was recorded."""
    failing = []
    for name in FAST_SUBSET:
        program = read_program(PROGRAMS / f"{name}.py")
        recording = program.recording()
        assert recording is not None
        if differences(program, recording, run_on_flinksim(program.path)):
            failing.append(name)
    return failing


def rewrite(patch: pytest.MonkeyPatch, owner: type, method: str, correct: str, broken: str) -> None:
    """Put *broken* in place of the one piece of text *correct* in a method of the product."""
    function = getattr(owner, method)
    source = textwrap.dedent(inspect.getsource(function))
    assert source.count(correct) == 1, f"{owner.__name__}.{method} was rewritten: adapt the fault"
    namespace: dict[str, Any] = {}
    exec(source.replace(correct, broken), function.__globals__, namespace)
    patch.setattr(owner, method, namespace[method])


def maximum_of_watermarks(patch: pytest.MonkeyPatch) -> None:
    rewrite(
        patch, StatusWatermarkValve, "_output_new_minimum", "watermark < least", "watermark > least"
    )
    rewrite(
        patch,
        CombinedWatermarkStatus,
        "update",
        "maximum if all_idle else minimum_active",
        "maximum",
    )


def late_only_after_the_cleanup_time(patch: pytest.MonkeyPatch) -> None:
    rewrite(
        patch,
        WindowOperator,
        "_process_in_windows",
        "cleanup_time <= watermark",
        "cleanup_time < watermark",
    )


def late_at_the_watermark(patch: pytest.MonkeyPatch) -> None:
    rewrite(
        patch, WindowOperator, "_process_in_windows",
        "cleanup_time <= watermark", "window.max_timestamp() <= watermark",
    )  # fmt: skip


def trigger_state_is_not_merged(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(WindowTriggerContext, "merge_partitioned_state", lambda self, descriptor: None)


def timers_in_insertion_order(patch: pytest.MonkeyPatch) -> None:
    def advance_watermark(self: InternalTimerService, timestamp: int) -> None:
        self.current_watermark = timestamp
        queue = self.event_time_timers
        while due := [t for t in queue.timers.values() if t.timestamp <= timestamp]:
            timer = due[0]
            queue.remove(timer.timestamp, timer.identity, timer.namespace)
            self.backend.set_current_key(timer.key)
            self._target.on_event_time(timer)

    patch.setattr(InternalTimerService, "advance_watermark", advance_watermark)


FAULTS = (
    (maximum_of_watermarks, {"watermarks/minimum_of_a_union", "watermarks/minimum_of_two_inputs"}),
    (late_only_after_the_cleanup_time, {"windows/late_side_output"}),
    (late_at_the_watermark, {"windows/allowed_lateness", "windows/late_side_output"}),
    (trigger_state_is_not_merged, {"triggers/count_in_a_growing_session"}),
    (timers_in_insertion_order, {"timers/at_the_end", "timers/event_time_order"}),
)


@pytest.mark.parametrize(
    ("fault", "found_by"), FAULTS, ids=lambda value: getattr(value, "__name__", "")
)
def test_a_broken_rule_is_found(
    fault: Callable[[pytest.MonkeyPatch], None],
    found_by: set[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fault(monkeypatch)
    assert found_by <= set(failing_programs())


def test_without_a_fault_the_subset_passes() -> None:
    assert failing_programs() == []
