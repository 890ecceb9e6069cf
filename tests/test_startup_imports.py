"""What a program waits for before it runs: the modules that it imports, by number and by name.

Seconds differ from machine to machine; modules do not. ``benchmarks/speed.py`` has the seconds.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
TINY = """
from flinksim.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.from_collection([1, 2, 3]).map(lambda number: number + 1).print()
env.execute("tiny")
"""
RUN = """
import contextlib, json, runpy, sys
with contextlib.suppress(SystemExit):
    runpy.run_module("flinksim", run_name="__main__", alter_sys=True)
print(json.dumps(sorted(sys.modules)))
"""
OF_ANOTHER_DAY = {
    "cli": "a command is imported when it is called",
    "simulation": "a run is no simulation on the bench",
    "analysis": "nobody has asked",
    "viz.widgets": "nothing is drawn",
    "replay": "it runs here",
    "table": "it has no tables",
    "testing": "it is no test",
    "trace.storage.decoder": "no trace is read",
    "trace.state.job_state": "nobody looks on",
    "trace.narration.templates": "nothing is told",
    "trace.causality.causal_graph": "nobody asks for causes",
    "connectors.event_log.event_log_source": "it reads no log",
    "connectors.socket_source": "it reads no socket",
    "viz.plan": "nobody asks why operators are chained",
}
"""Packages and modules that a program has to do without until it needs them, and why."""
NEEDED = {
    "cli.run_command",
    "cli.arguments",
    "cli.run_program",
    "cli.binding_options",
    "cli.console",
    "cli.program_files",
    "cli.program_imports",
    "cli.assumed_inputs",  # answers input() with an empty line
    "cli.missing_inputs",  # notes the variables that a program reads
    "analysis.expressions.stop_conditions",
}


def imported(code: str, *arguments: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    found: list[str] = json.loads(done.stdout.splitlines()[-1])
    return [name.partition(".")[2] for name in found if name.startswith("flinksim.")]


def test_a_tiny_program_runs_with_few_modules(tmp_path: Path) -> None:
    program = tmp_path / "tiny.py"
    program.write_text(TINY)
    modules = imported(RUN, "run", str(program))
    too_early = [
        f"{name}: {why}"
        for name in modules
        for place, why in OF_ANOTHER_DAY.items()
        if name.startswith(f"{place}.") or name == place
        if name not in NEEDED | {"cli", "analysis", "analysis.expressions"}
    ]
    assert too_early == []
    assert "runtime.minicluster" in modules
    assert (
        len(modules) <= 320
    )  # the chain compiler has a module per template; one parses programs that are only read


def test_the_api_alone_imports_no_runtime() -> None:
    modules = imported(
        "import flinksim.datastream, json, sys; print(json.dumps(list(sys.modules)))"
    )
    later = {"runtime", "graph", "trace", "cli", *OF_ANOTHER_DAY}
    assert [name for name in modules if name.partition(".")[0] in later] == []
    assert len(modules) <= 105


def test_each_command_says_what_it_takes() -> None:
    for name in ("run", "lab"):
        done = subprocess.run(
            [sys.executable, "-m", "flinksim", name, "--help"],
            capture_output=True, text=True, cwd=ROOT, check=True,
        )  # fmt: skip
        assert f"usage: flinksim {name}" in done.stdout
