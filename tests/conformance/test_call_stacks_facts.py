"""Recorded call stacks of real Flink 2.3.0 (``facts/stacks.json``), and what holds stacks against them.

Recorded by ``python -m tests.conformance.judge.stacks --record``.
"""

from __future__ import annotations

import pytest

from tests.conformance.fact_files import load
from tests.conformance.judge.build import run_on_flinksim
from tests.conformance.judge.real_stacks import RealStacks, Verdict, compare
from tests.conformance.judge.stack_programs import PROGRAMS

OPEN = {
    "connected maps", "batch", "batch with timers", "batch, connected", "async, ordered",
    "async, unordered", "classic", "classic, objects reused", "classic, not chained",
    "legacy source with timestamps",
}  # fmt: skip
"""Programs of which some stacks are not yet Flink's; see the report of each failure."""


@pytest.fixture(scope="module")
def real() -> RealStacks:
    return RealStacks.of_facts()


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program["id"])
def test_no_stack_contradicts_flink(program: dict[str, object], real: RealStacks) -> None:
    _, sim = run_on_flinksim(program)
    verdict = Verdict()
    compare(sim, real, verdict)
    assert verdict.stacks > 50
    if program["id"] in OPEN and verdict.contradictions:
        pytest.xfail(f"{len(verdict.contradictions)} kinds of stacks are not yet Flink's")
    assert not verdict.contradictions


def test_a_frame_that_flink_does_not_have_there_is_found(real: RealStacks) -> None:
    names = load("stacks")["frames"]
    longest = max((row[2] for row in load("stacks")["stacks"]), key=len)
    frames = tuple(names[n].split("@")[0] for n in longest)
    assert real.contradiction(frames) is None
    assert real.contradiction(frames[::2] + (() if len(frames) % 2 else frames[-1:])) is None
    assert real.contradiction((frames[1], frames[0], *frames[2:])) is not None
    assert real.contradiction(("SourceReader.pollNext", *frames)) is not None
