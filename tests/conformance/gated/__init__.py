"""What the PyFlink programs of ``programs/checkpoints`` share: jobs that fail at a fixed element.

Their source gives groups of records; a group comes only when a checkpoint behind the one before it
has completed, so what a job goes back to does not depend on time. Random programs also use groups that
come after a pause: they are for what depends on processing time. On real Flink the source is
``GatedSource.java``, compiled when it is first asked for; on flinksim it is a scripted one whose groups
are a little more than the interval of checkpoints apart. Run by the Python of PyFlink's environment
too: there it imports only ``pyflink``.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from pyflink.common import Configuration, Encoder, Types, WatermarkStrategy
from pyflink.datastream import MapFunction, StreamExecutionEnvironment
from pyflink.datastream.connectors.file_system import FileSink, RollingPolicy

INTERVAL_MS = 100
RECORD = Types.TUPLE([Types.STRING(), Types.LONG(), Types.LONG()])
"""Of a key, a timestamp and a value."""

Group = list[tuple[str, int, int] | int]
"""Records, and watermarks as numbers."""


def environment(**options: str) -> StreamExecutionEnvironment:
    """One that takes checkpoints and runs a job again three times; "__" of *options* is a dot."""
    configuration = Configuration()
    for name, value in {
        "python.fn-execution.bundle.size": "1",
        "restart-strategy.type": "fixed-delay",
        "restart-strategy.fixed-delay.attempts": "3",
        "restart-strategy.fixed-delay.delay": "1 ms",
        "execution.checkpointing.interval": f"{INTERVAL_MS} ms",
        **{name.replace("__", ".").replace("_", "-"): value for name, value in options.items()},
    }.items():
        configuration.set_string(name, value)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(1)
    return env


def gated(env: StreamExecutionEnvironment, groups: list[Group]) -> Any:
    """The records of *groups*, each group behind a checkpoint."""
    return _read(env, [(None, group) for group in groups])


def paced(env: StreamExecutionEnvironment, groups: list[tuple[int, Group]]) -> Any:
    """The records of *groups*, each group a fixed number of milliseconds after the last one."""
    return _read(env, list(groups))


class FailsAt(MapFunction):
    """Hands on what it gets; at records of *value* it fails as often as *attempts* says."""

    def __init__(self, value: int, attempts: int = 1) -> None:
        self.value = value
        self.attempts = attempts

    def open(self, runtime_context: Any) -> None:
        self.attempt = runtime_context.get_attempt_number()
        print("attempt", self.attempt)

    def map(self, value: Any) -> Any:
        if value[2] == self.value and self.attempt < self.attempts:
            raise RuntimeError(f"fails at {self.value}")
        return value


def commit(env: StreamExecutionEnvironment, results: Any) -> None:
    """Run the job, with *results*, which are text, going to files; print what was committed."""
    folder = tempfile.mkdtemp()
    sink = (
        FileSink.for_row_format(folder, Encoder.simple_string_encoder())
        .with_rolling_policy(RollingPolicy.on_checkpoint_rolling_policy())
        .build()
    )
    results.sink_to(sink)
    try:
        env.execute()
    finally:
        for part in sorted(Path(folder).rglob("part-*")):
            print(part.read_text(), end="")
        shutil.rmtree(folder)


def _on_flinksim() -> bool:
    return StreamExecutionEnvironment.__module__.startswith("flinksim")


def _read(env: StreamExecutionEnvironment, groups: list[tuple[int | None, Group]]) -> Any:
    source = _scripted(groups) if _on_flinksim() else _on_flink(env, groups)
    return env.from_source(source, WatermarkStrategy.no_watermarks(), "gated", RECORD)


def _scripted(groups: list[tuple[int | None, Group]]) -> Any:
    from flinksim.connectors import scripted_source as scripted

    items = []
    for number, (pause, group) in enumerate(groups):
        # One checkpoint is between two groups: also after a restart, from which the interval counts.
        at = scripted.at(INTERVAL_MS // 2 + (INTERVAL_MS + 5) * number)
        items.append(at if pause is None else scripted.pause(pause))
        for item in group:
            timed = isinstance(item, int)
            items.append(scripted.watermark(item) if timed else scripted.record(item, item[1]))
    return scripted.ScriptedSource(items)


def _on_flink(env: StreamExecutionEnvironment, groups: list[tuple[int | None, Group]]) -> Any:
    from pyflink.datastream.connectors.base import Source
    from pyflink.java_gateway import get_gateway

    env.add_jars(f"file://{_jar()}")
    lines = [
        " ".join(
            [
                *([] if pause is None else [f"~{pause}"]),
                *(str(i) if isinstance(i, int) else ",".join(map(str, i)) for i in group),
            ]
        )
        for pause, group in groups
    ]
    return Source(get_gateway().jvm.GatedSource("\n".join(lines)))


def _jar() -> Path:
    import pyflink

    source = Path(__file__).parent / "GatedSource.java"
    version = hashlib.sha256(source.read_bytes()).hexdigest()[:16]
    jar = Path(tempfile.gettempdir()) / f"flinksim-gated-source-{version}.jar"
    if not jar.exists():
        folder = Path(tempfile.mkdtemp())
        jars = Path(pyflink.__file__).parent / "lib" / "*"
        subprocess.run(["javac", "-cp", jars, "-d", folder / "classes", source], check=True)
        part = folder / "part.jar"
        subprocess.run(["jar", "cf", part, "-C", folder / "classes", "."], check=True)
        part.replace(jar)
    return jar
