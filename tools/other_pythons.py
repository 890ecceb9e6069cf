"""The wheel on Pythons that are not on this machine: in WebAssembly, under Node.

    python tools/other_pythons.py            # 3.12, 3.13 and 3.14
    python tools/other_pythons.py 3.13

Builds the wheel, gets a ``pyodide`` of each version from npm into a folder for the time being, and runs
the demo and every program in ``examples/situations`` and ``examples/runs`` there. The digests of
their runs have to be those of this Python.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]

PYODIDES = {"3.12": "0.27.8", "3.13": "0.29.5", "3.14": "314.0.6"}
"""By the version of Python, that of npm's package which holds it."""

FOLDERS = ("situations", "runs")

RUN = """
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

IN_NODE = """
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


def program_text(examples: str) -> str:
    """What is run on each Python; it prints its digests."""
    return f"FOLDERS, EXAMPLES = {FOLDERS!r}, {examples!r}\n{RUN}"


def told(command: list[str], folder: Path) -> Any:
    """The last line that *command* prints, which is JSON."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = [line[:200] for line in done.stderr.splitlines() if line.strip()]
        said = [line for line in lines if not line.startswith("var ")][-20:]
        raise SystemExit("\n".join([f"{' '.join(command[:2])} failed:", *said]))
    return json.loads(done.stdout.splitlines()[-1])


def in_node(version: str, wheel: Path, folder: Path) -> Any:
    """What the Python of that *version* tells."""
    package = f"pyodide@{PYODIDES[version]}"
    quiet = ["--no-audit", "--no-fund", "--no-package-lock", "--silent"]
    subprocess.run(["npm", "install", *quiet, package], cwd=folder, check=True)
    (folder / "run.mjs").write_text(IN_NODE)
    (folder / "run.py").write_text(program_text("/examples"))
    return told(["node", "run.mjs", str(wheel), str(ROOT / "examples"), "run.py"], folder)


def main(asked: list[str]) -> int:
    """Compare the digests; gives 1 if any differs."""
    unknown = [version for version in asked if version not in PYODIDES]
    if unknown:
        print(f"there is no {unknown[0]} here; there are {', '.join(PYODIDES)}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build = ["pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
        subprocess.run([sys.executable, "-m", *build], check=True)
        (wheel,) = folder.glob("*.whl")
        (folder / "here.py").write_text(program_text(str(ROOT / "examples")))
        expected = told([sys.executable, "here.py"], folder)
        print(f"{expected['python']}: {len(expected['digests'])} runs")
        differing = 0
        for version in asked or PYODIDES:
            (folder / version).mkdir()
            found = in_node(version, wheel, folder / version)
            pairs = expected["digests"].items()
            others = [each for each, digest in pairs if found["digests"].get(each) != digest]
            differing += len(others)
            print(f"{found['python']}: {len(found['digests'])} runs, {len(others)} differ", *others)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
