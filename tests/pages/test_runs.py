"""What the pages of the runs say is there to see is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from website import runs
from website.packages import ROOT

SEEN = sorted((ROOT / "examples" / "runs").glob("*.py"))

FIRST_SEEN = {
    "barrier_alignment": ("BarrierEmitted", "network"),
    "before_credits": ("ReadingStopped", "network"),
    "crash_and_return": ("CheckpointRestored", "chart"),
    "credit_exhausted": ("DefaultActionSuspended", "network"),
    "hot_key": ("DefaultActionSuspended", "network"),
    "three_sessions_become_one": ("WindowsMerged", "chart"),
    "unaligned_checkpoint": ("InputPersisted", "network"),
    "union_waits_for_the_quiet_one": ("WindowFired", "chart"),
    "watermark_to_the_end_of_time": ("WindowFired", "watermarks"),
}


def test_there_are_twenty_runs_with_the_situations() -> None:
    assert {path.stem for path in SEEN} == set(FIRST_SEEN)
    assert len(SEEN) + len(list((ROOT / "examples" / "situations").glob("*.py"))) >= 20


@pytest.mark.parametrize("path", SEEN, ids=lambda path: path.stem)
def test_a_run_opens_where_there_is_something_to_see(path: Path) -> None:
    run = runs._run_example(path)
    kind, view = FIRST_SEEN[run.name]
    events = run.cluster.trace[run.step].events
    found = [event for event in events if type(event).__name__ == kind]
    assert found
    assert run.view == view
    if kind == "DefaultActionSuspended":
        assert {event.reason for event in found} == {"no output buffer"}  # type: ignore[attr-defined]
    assert run.title.count("\n") == 0
    assert len(run.description) > 60


@pytest.mark.parametrize(
    ("at", "problem"),
    [("LateRecordDropped", "there are 0 such events"), ("WindowFired 99", "events in the run")],
)
def test_a_run_that_has_nothing_to_see_is_refused(tmp_path: Path, at: str, problem: str) -> None:
    text = next(path for path in SEEN if path.stem == "watermark_to_the_end_of_time").read_text(
        "utf-8"
    )
    path = tmp_path / "nothing.py"
    path.write_text(text.replace("At: WindowFired", f"At: {at}"))
    with pytest.raises(ValueError, match=problem):
        runs._run_example(path)
