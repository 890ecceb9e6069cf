"""Programs and lessons of the repository that show in small what a rule finds in a running job."""

from __future__ import annotations

_SITUATIONS = "examples/situations/"
_LESSONS = "notebooks/"

EXAMPLES: dict[str, str] = {
    "no watermarks": f"{_SITUATIONS}window_without_watermarks.py",
    "empty split": f"{_SITUATIONS}idle_split.py",
    "slow split": f"{_SITUATIONS}window_behind_a_slow_split.py",
    "timestamps in seconds": f"{_SITUATIONS}window_in_seconds.py",
    "timestamp in the future": f"{_SITUATIONS}late_behind_a_fast_clock.py",
    "watermark far behind": f"{_LESSONS}01_three_clocks.ipynb",
    "late records without side output": f"{_LESSONS}11_late_data.ipynb",
    "no input": f"{_LESSONS}21_your_window_never_fires.ipynb",
    "restart loop": f"{_LESSONS}18_exactly_once.ipynb",
    "task failure": f"{_LESSONS}18_exactly_once.ipynb",
    "restart without checkpoint": f"{_LESSONS}18_exactly_once.ipynb",
    "no checkpoints": f"{_LESSONS}17_checkpoints.ipynb",
    "slow checkpoints": f"{_LESSONS}17_checkpoints.ipynb",
    "failing checkpoints": f"{_LESSONS}17_checkpoints.ipynb",
    "slow part of a checkpoint": f"{_LESSONS}17_checkpoints.ipynb",
    "checkpoint not acknowledged": f"{_LESSONS}17_checkpoints.ipynb",
    "state only grows": f"{_SITUATIONS}timer_leak.py",
    "backpressure": f"{_SITUATIONS}backpressure_blamed_on_the_wrong_task.py",
    "slow lookup": f"{_LESSONS}16_backpressure.ipynb",
    "subtasks without split": f"{_LESSONS}05_split_channel_minimum.ipynb",
    "subtasks without records": f"{_SITUATIONS}skew_and_order.py",
    "uneven load": f"{_SITUATIONS}skew_and_order.py",
}
"""The file to open, by the name of the rule."""
