"""The programs that lessons show: short scripts, each with its run and its link to the playground.

Not in Flink.
"""

from __future__ import annotations

import base64
import hashlib
import json
import linecache
import zlib
from contextlib import redirect_stdout
from io import StringIO

from flinksim.datastream.pipeline_executor import redirect_jobs
from flinksim.graph.capture_executor import CapturingExecutor
from flinksim.runtime.minicluster import RunSettings
from flinksim.simulation.simulation import Simulation

MAX_PROGRAM_LINES = 15
"""Maximum number of lines of a program that a lesson shows, without empty ones."""


def build_program_job(text: str, settings: RunSettings | None = None) -> Simulation:
    """Build the simulation of a script that ends with ``env.execute()``.

    Args:
        text: The script. The stepper shows it, with the line of each step.
        settings: How to run it.
    """
    name = f"lessons/{hashlib.sha256(text.encode()).hexdigest()[:12]}/program.py"
    linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
    executor = CapturingExecutor()
    with redirect_jobs(executor), redirect_stdout(StringIO()):
        exec(compile(text, name, "exec"), {"__name__": "__main__", "__file__": name})
    return Simulation(executor.pipelines[-1], settings or RunSettings())


def pack_program(text: str) -> str:
    """Pack a program for a link: the address of the playground's page, then ``#play=`` and this text."""
    content = json.dumps({"p": text}, ensure_ascii=False, separators=(",", ":"))
    # a negative number of window bits leaves the header out, as "deflate-raw" does in a browser
    compressor = zlib.compressobj(level=9, wbits=-zlib.MAX_WBITS)
    packed = compressor.compress(content.encode()) + compressor.flush()
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")
