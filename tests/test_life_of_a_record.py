"""``docs/explanation/life-of-a-record.md`` names the functions that a run calls, in their order."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import flinksim as fs
from flinksim.trace.query import get_call_stack

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/explanation/life-of-a-record.md").read_text("utf-8")
ROW = re.compile(
    r"^\| (\d+) \| (?:`(\w+)`)? ?\| `([\w.]+)` \| `([\w.]+)` in `([\w/.]+)` \|$", re.MULTILINE
)
ROWS = ROW.findall(PAGE)


def simulate_first_program() -> fs.Simulation:
    """Simulate the program of the README, without its first run."""
    (program,) = re.findall(
        r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL
    )
    names: dict[str, Any] = {"__name__": "readme"}
    exec(program.partition("sim = ")[0], names)
    return fs.simulate(names["env"])


def test_the_table_has_twelve_rows() -> None:
    assert [int(row[0]) for row in ROWS] == list(range(1, 13))


def test_the_events_of_a_run_have_these_call_stacks_in_this_order() -> None:
    trace = simulate_first_program().run(until="firing").trace
    stacks = [
        (type(event).__name__, get_call_stack(trace, index))
        for index, event in enumerate(trace.events)
    ]
    firsts = [
        next(
            index
            for index, (name, stack) in enumerate(stacks)
            if name == event_type and method in stack
        )
        for _, event_type, method, _, _ in ROWS
        if event_type
    ]
    assert firsts == sorted(set(firsts))


def test_a_run_calls_these_functions_in_this_order() -> None:
    called: list[tuple[str, str]] = []

    def note_call(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            code = frame.f_code
            called.append((code.co_qualname, code.co_filename.partition("flinksim/runtime/")[2]))

    sim = simulate_first_program()
    sys.setprofile(note_call)
    try:
        sim.run(until="firing")
    finally:
        sys.setprofile(None)
    firsts = [called.index((function, file)) for _, _, _, function, file in ROWS]
    assert firsts == sorted(set(firsts))
