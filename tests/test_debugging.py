"""Python's own debugger stops in a user's function, and the place of the run is known there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import flinksim as fs
from flinksim.common import Types
from flinksim.datastream import StreamExecutionEnvironment

ROOT = Path(__file__).parents[1]


def test_a_run_that_stands_in_a_function_goes_on_only_from_there() -> None:
    """What a debugger's prompt may call: to look is right, to step within a step is told off."""
    told: list[str] = []

    def looked_at(value: int) -> int:
        if value == 2:
            for call in (sim.run, sim.step, sim.step_back, lambda: sim.crash("Source: numbers")):
                with pytest.raises(
                    RuntimeError, match="in the middle of a step of Source: numbers"
                ) as e:
                    call()
                told.append(str(e.value).partition(":")[0])
            told.append(sim.location.partition(",")[0])
            assert sim.fork(2).status == "RUNNING"
        return value

    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_collection([1, 2, 3], Types.INT()).name("numbers").map(looked_at).print()
    sim = fs.simulate(env)
    sim.run()
    assert sim.status == "FINISHED"
    assert [one.text for one in sim.results] == ["1", "2", "3"]
    assert told[:3] == ["run()", "step()", "step_back()"]
    assert told[-1].startswith("step ")


def test_breakpoint_stops_where_sim_here_says() -> None:
    told = (ROOT / "docs/how-to/debug-a-job.md").read_text(encoding="utf-8")
    (session,) = re.findall(
        r"```\n(\$ python examples/debugging/stops\.py\n.*?)```", told, re.DOTALL
    )
    typed = re.findall(r"^\(Pdb\) (.+)$", session, re.MULTILINE)
    done = subprocess.run(
        [sys.executable, "examples/debugging/stops.py"],
        input="\n".join(typed), capture_output=True, text=True, cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "PATH": ""}, timeout=60, check=True,
    )  # fmt: skip
    shown = re.sub(r"> \S+stops", "> stops", done.stdout)
    expected = re.sub(r"^\(Pdb\) .+\n", "(Pdb) ", session.partition("\n")[2], flags=re.MULTILINE)
    assert shown.strip() == expected.strip()
