"""Real Flink 2.3.0, from Java: one JVM with a MiniCluster, which runs program after program.

What a program is, :mod:`tests.conformance.judge.build` says; ``java/`` builds the same from the
same JSON. How races are kept out: Flink's processing time is virtual (an agent puts a scheduler
of its own behind ``SystemProcessingTimeService``, whose arithmetic stays Flink's), sources give
one item when they are told to, and after each item and each timer the conductor waits until every
task waits for mail with an empty mailbox, seen twice with the same number of waits. So no two
items are under way together. What is left open is only the order in which several subtasks act on
one item.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

HERE = Path(__file__).parent
PLACES = HERE / "places.txt"
NEEDED = (
    "Real Flink is needed for this, and a JDK of 17 or later. Either give --jars FOLDER, the folder "
    "of flink-dist-2.3.0.jar and its log4j jars, or install apache-flink==2.3.0 and put its Python "
    "first on PATH (or name it in FLINKSIM_PYFLINK)."
)
OPENED = ("java.base/java.util=ALL-UNNAMED", "java.base/java.lang=ALL-UNNAMED")


def folder_of_jars(given: str | None) -> Path:
    """The folder of Flink's jars: *given*, or that of the PyFlink which can be found."""
    if given is None:
        find = "import pyflink, pathlib; print(pathlib.Path(pyflink.__file__).parent / 'lib')"
        python = os.environ.get("FLINKSIM_PYFLINK") or shutil.which("python") or sys.executable
        found = subprocess.run([python, "-c", find], capture_output=True, text=True)
        if found.returncode:
            raise SystemExit(f"{python} has no PyFlink. {NEEDED}")
        given = found.stdout.strip()
    folder = Path(given)
    if not list(folder.glob("flink-dist-2.3.0.jar")):
        raise SystemExit(f"{folder} has no flink-dist-2.3.0.jar. {NEEDED}")
    for tool in ("javac", "java", "jar"):
        if shutil.which(tool) is None:
            raise SystemExit(f"there is no {tool} on PATH. {NEEDED}")
    return folder


_LOGGED = """\
rootLogger.level = INFO
rootLogger.appenderRef.file.ref = File
appender.file.type = File
appender.file.name = File
appender.file.fileName = {file}
appender.file.immediateFlush = true
appender.file.layout.type = PatternLayout
appender.file.layout.pattern = %c{{1}} %m%n
"""


class RealFlink:
    """A context: a running JVM. ``run(program)`` gives what Flink did with it."""

    def __init__(
        self,
        jars: str | None = None,
        stacks: bool = False,
        log: Path | None = None,
        apart: bool = False,
        recorder: Path | None = None,
    ) -> None:
        """*log* is the file that gets what Flink logs at INFO, as "Class words" in each line.

        *apart* gives each slot a TaskManager of its own, so that subtasks talk through the network;
        what comes at one time is then in no certain order.

        *recorder* is a folder to which the recorder of ``recorder/`` writes.
        """
        self._jars = folder_of_jars(jars)
        self._stacks = stacks
        self._log = log
        self._apart = apart
        self._recorder = recorder

    def __enter__(self) -> Self:
        self._folder = tempfile.TemporaryDirectory()
        classes = Path(self._folder.name)
        sources = sorted(str(path) for path in (HERE / "java").glob("*.java"))
        subprocess.run(
            ["javac", "-nowarn", "-cp", f"{self._jars}/*", "-d", str(classes), *sources],
            check=True,
            stderr=subprocess.DEVNULL,
        )
        (classes / "manifest").write_text("Premain-Class: Agent\n")
        services = classes / "META-INF" / "services"
        services.mkdir(parents=True)
        (services / "org.apache.flink.metrics.reporter.MetricReporterFactory").write_text(
            "Gauges\n"
        )
        told = "rootLogger.level = OFF\n" if self._log is None else _LOGGED.format(file=self._log)
        (classes / "log.properties").write_text(told)
        agent = classes / "agent.jar"
        subprocess.run(
            ["jar", "cfm", str(agent), str(classes / "manifest"), "-C", str(classes), "."],
            check=True,
        )
        places = f"={PLACES}" if self._stacks else ""
        where = ["apart"] if self._apart else []
        recording = []
        if self._recorder is not None:
            jar = classes / "recorder.jar"
            subprocess.run([HERE.parents[2] / "recorder/build.sh", self._jars, jar], check=True)
            recording = [f"-javaagent:{jar}=out={self._recorder}"]
        opened = [word for each in OPENED for word in ("--add-opens", each)]
        self._java = subprocess.Popen(
            ["java", "-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", *opened,
             f"-javaagent:{agent}{places}", *recording, f"-Dlog4j.configurationFile={classes / 'log.properties'}",
             "-cp", f"{classes}{os.pathsep}{self._jars}/*", "Judge", *where],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )  # fmt: skip
        return self

    def run(self, program: dict[str, Any]) -> dict[str, Any]:
        """``lines`` such as "300 out:0 (a,1,2,note) @299 w250", ``exception`` and ``ms``."""
        assert self._java.stdin
        assert self._java.stdout
        self._java.stdin.write(json.dumps(program) + "\n")
        self._java.stdin.flush()
        line = self._java.stdout.readline()
        if not line:
            raise RuntimeError(f"the JVM ended while it ran {program['id']}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._java.stdin
        self._java.stdin.close()
        self._java.wait(60)
        self._folder.cleanup()
