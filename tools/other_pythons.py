"""Tests the wheel on other Python versions, in WebAssembly under Node.

    python tools/other_pythons.py            # 3.12, 3.13 and 3.14
    python tools/other_pythons.py 3.13

It builds the wheel and installs a ``pyodide`` of each version from npm into a temporary folder. There
it runs the demo and every program in ``examples/situations`` and ``examples/runs``. The digests of
their runs must be those of this Python.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]

PYODIDE_VERSIONS = {"3.12": "0.27.8", "3.13": "0.29.5", "3.14": "314.0.6"}
"""The version of npm's pyodide package by its Python version."""

EXAMPLE_FOLDERS = ("situations", "runs")

PYTHON_PROGRAM = """
import contextlib, io, json, platform, sys
from pathlib import Path
import flinksim as fs
from flinksim.cli import main
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.course.demo.flights import declare

def digest_of(*arguments):
    said = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
        ended = main([*arguments, "--trace", "run.flinktrace"])
    if not Path("run.flinktrace").exists():
        raise SystemExit(f"{arguments}: {said.getvalue()}")
    return f"{ended} {fs.load_trace('run.flinktrace').digest()}"

env = StreamExecutionEnvironment.get_execution_environment()
declare(env)
sim = fs.simulate(env)
sim.run()
digests = {"demo": sim.trace.digest()}
for folder in FOLDERS:
    for path in sorted((Path(EXAMPLES) / folder).glob("*.py")):
        digests[path.name] = digest_of("run", str(path), "--quiet")
print(json.dumps({"python": platform.python_version(), "digests": digests}))
"""

NODE_PROGRAM = """
import { readFileSync, readdirSync } from "node:fs";
import { loadPyodide } from "pyodide";
const [wheel, examples, program] = process.argv.slice(2);
const python = await loadPyodide();
python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel", { extractDir: "/lib/flinksim" });
python.runPython("import sys; sys.path.insert(0, '/lib/flinksim')");
for (const folder of readdirSync(examples)) {
  python.FS.mkdirTree(`/examples/${folder}`);
  for (const name of readdirSync(`${examples}/${folder}`, { withFileTypes: true })) {
    if (name.isFile()) {
      const there = new Uint8Array(readFileSync(`${examples}/${folder}/${name.name}`));
      python.FS.writeFile(`/examples/${folder}/${name.name}`, there);
    }
  }
}
python.runPython(readFileSync(program, "utf8"));
"""


def build_program(examples: str) -> str:
    """Build the program that runs on each Python and prints the digests."""
    return f"FOLDERS, EXAMPLES = {EXAMPLE_FOLDERS!r}, {examples!r}\n{PYTHON_PROGRAM}"


def run_for_json(command: list[str], folder: Path) -> Any:
    """Run a command and parse its last output line as JSON."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = [line[:200] for line in done.stderr.splitlines() if line.strip()]
        errors = [line for line in lines if not line.startswith("var ")][-20:]
        raise SystemExit("\n".join([f"{' '.join(command[:2])} failed:", *errors]))
    return json.loads(done.stdout.splitlines()[-1])


def run_in_node(version: str, wheel: Path, folder: Path) -> Any:
    """Run the program on a Python version in Node and return its output."""
    package = f"pyodide@{PYODIDE_VERSIONS[version]}"
    quiet = ["--no-audit", "--no-fund", "--no-package-lock", "--silent"]
    subprocess.run(["npm", "install", *quiet, package], cwd=folder, check=True)
    (folder / "run.mjs").write_text(NODE_PROGRAM)
    (folder / "run.py").write_text(build_program("/examples"))
    return run_for_json(["node", "run.mjs", str(wheel), str(ROOT / "examples"), "run.py"], folder)


def main(versions: list[str]) -> int:
    """Compare the digests; return 1 if any differs."""
    unknown = [version for version in versions if version not in PYODIDE_VERSIONS]
    if unknown:
        print(
            f"there is no {unknown[0]} here; there are {', '.join(PYODIDE_VERSIONS)}",
            file=sys.stderr,
        )
        return 2
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build = ["pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
        subprocess.run([sys.executable, "-m", *build], check=True)
        (wheel,) = folder.glob("*.whl")
        (folder / "here.py").write_text(build_program(str(ROOT / "examples")))
        expected = run_for_json([sys.executable, "here.py"], folder)
        print(f"{expected['python']}: {len(expected['digests'])} runs")
        differing = 0
        for version in versions or PYODIDE_VERSIONS:
            (folder / version).mkdir()
            found = run_in_node(version, wheel, folder / version)
            pairs = expected["digests"].items()
            others = [each for each, digest in pairs if found["digests"].get(each) != digest]
            differing += len(others)
            print(f"{found['python']}: {len(found['digests'])} runs, {len(others)} differ", *others)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
